/* Rulings of the session: whom each is about, and what they say of laps. */
#include <stdio.h>
#include <string.h>

#include "analysis/race/laps.h"

/* A part of a list for a message: ends with "..." where it is cut. */
static void add_to_list(char *list, size_t room, const char *text, size_t size)
{
    size_t at = strlen(list);
    if (at + size + 8 < room) snprintf(list + at, room - at, "%s%.*s", at > 0 ? ", " : "", (int)size, text);
    else if (at > 0 && at + 5 < room && list[at - 1] != '.') strcat(list, " ...");
}

static pdk_status refuse_driver(const pdk_laps *laps, const pdk_ruling *ruling, pdk_driver_match best, pdk_error *error)
{
    char list[150] = "", name[64];
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        bool fits = pdk_match_driver(entry->name, entry->slot, ruling->driver.data) == best;
        if (best != PDK_DRIVER_NO && !fits) continue;
        int size = snprintf(name, sizeof name, "%.*s (%u)", (int)(entry->name.size < 40 ? entry->name.size : 40),
                            entry->name.size > 0 ? entry->name.data : "", (unsigned)entry->slot);
        add_to_list(list, sizeof list, name, (size_t)size);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.driver",
                    best == PDK_DRIVER_NO ? "line %llu: there is no driver \"%.40s\"; there are: %s"
                                          : "line %llu: \"%.40s\" can be several drivers, give the slot number: %s",
                    (unsigned long long)ruling->line, ruling->driver.data, list);
}

/* Whom it is about. Several that fit equally well are nobody: also two of one name. */
static pdk_status find_entry(const pdk_laps *laps, const pdk_ruling *ruling, size_t *found, pdk_error *error)
{
    pdk_driver_match best = PDK_DRIVER_NO;
    size_t count = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        pdk_driver_match how = pdk_match_driver(laps->entries[e].name, laps->entries[e].slot, ruling->driver.data);
        if (how > best) count = 0;
        if (how > best) best = how;
        if (how != best || how == PDK_DRIVER_NO) continue;
        *found = e;
        count++;
    }
    return count == 1 ? PDK_OK : refuse_driver(laps, ruling, best, error);
}

static pdk_driven_lap *find_lap(const pdk_laps *laps, const pdk_race_entry *entry, uint32_t number)
{
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++)
        if (laps->laps[i].lap == number && laps->laps[i].kind != PDK_LAP_FORMATION) return &laps->laps[i];
    return NULL;
}

static pdk_status refuse_lap(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_ruling *ruling,
                             pdk_error *error)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t i = pdk_first_raced(laps, entry); i < entry->first_lap + entry->lap_count; i++) {
        if (laps->laps[i].lap < first) first = laps->laps[i].lap;
        if (laps->laps[i].lap > last) last = laps->laps[i].lap;
    }
    if (last == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.lap", "line %llu: %.40s has no laps",
                        (unsigned long long)ruling->line, ruling->driver.data);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.lap",
                    "line %llu: %.40s has no lap %u; there are laps %u to %u", (unsigned long long)ruling->line,
                    ruling->driver.data, (unsigned)ruling->lap, (unsigned)first, (unsigned)last);
}

static pdk_status apply(pdk_laps *laps, const pdk_ruled *ruled, pdk_error *error)
{
    const pdk_ruling *ruling = ruled->ruling;
    pdk_race_entry *entry = &laps->entries[ruled->entry];
    pdk_driven_lap *lap = ruling->has_lap ? find_lap(laps, entry, ruling->lap) : NULL;
    if (ruling->has_lap && lap == NULL) return refuse_lap(laps, entry, ruling, error);
    if (!laps->is_race && (ruling->kind == PDK_RULING_TIME || ruling->kind == PDK_RULING_LAPS))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.kind",
                        "line %llu: %s is for races; here positions, lap_invalid, lap_valid and disqualify change the "
                        "order",
                        (unsigned long long)ruling->line, pdk_ruling_kind_name(ruling->kind));
    if (ruling->kind == PDK_RULING_DISQUALIFY) entry->disqualified = true;
    if (ruling->kind == PDK_RULING_LAP_INVALID) {
        lap->reasons |= PDK_LAP_REASON_INVALID;
        lap->ruled_valid = false;
    }
    if (ruling->kind == PDK_RULING_LAP_VALID) {
        lap->reasons &= ~(uint32_t)PDK_LAP_REASON_INVALID;
        lap->ruled_valid = true;
    }
    return PDK_OK;
}

pdk_status pdk_laps_rule(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    const pdk_rulings *rulings = answers->options.rulings;
    size_t count = pdk_rulings_count(rulings);
    for (size_t e = 0; e < laps->entry_count; e++)
        laps->entries[e].recorded_disqualified = laps->entries[e].disqualified;
    for (size_t i = 0; i < laps->lap_count; i++) laps->laps[i].recorded_reasons = laps->laps[i].reasons;
    if (count == 0) return PDK_OK;
    pdk_ruled *ruled = pdk_alloc_array(answers->memory, count, sizeof *ruled);
    if (ruled == NULL) return pdk_fail_memory(error, answers->memory, "rulings");
    for (size_t i = 0; i < laps->lap_count; i++) laps->laps[i].counted = pdk_lap_counted(&laps->laps[i]);
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        ruled[i].ruling = pdk_ruling_at(rulings, i);
        status = find_entry(laps, ruled[i].ruling, &ruled[i].entry, error);
        if (status == PDK_OK) status = apply(laps, &ruled[i], error);
    }
    for (size_t e = 0; e < laps->entry_count && status == PDK_OK; e++)
        status = pdk_laps_judge_again(laps, e, answers->memory, error);
    laps->ruled = ruled;
    laps->ruled_count = count;
    return status;
}
