/* Rulings of the session: whom each is about, and what they say about laps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/race/laps.h"
#include "base/nearest_name.h"
#include "base/text.h"

/* "A. Varga", with the slot if several drivers may be meant. */
static int put_name(char *text, size_t room, const pdk_race_entry *entry, bool slot)
{
    int size = entry->name.size < 40 ? (int)entry->name.size : 40;
    while (size > 0 && (size_t)size < entry->name.size && (entry->name.data[size] & 0xC0) == 0x80) size--;
    if (size > 0 && !slot) return snprintf(text, room, "%.*s", size, entry->name.data);
    return snprintf(text, room, "%.*s%s(%u)", size, size > 0 ? entry->name.data : "", size > 0 ? " " : "",
                    (unsigned)entry->slot);
}

static bool has_namesake(const pdk_laps *laps, size_t entry)
{
    for (size_t e = 0; e < laps->entry_count; e++)
        if (e != entry && pdk_same_text(laps->entries[e].name, laps->entries[entry].name)) return true;
    return false;
}

/* The driver whose name, or a word of it, looks most like the one of the ruling; entry_count = nobody's does. */
static size_t find_nearest(const pdk_laps *laps, const pdk_ruling *ruling)
{
    pdk_nearest_name known = { .wanted = ruling->driver.data };
    size_t nearest = laps->entry_count;
    char name[64];
    for (size_t e = 0; e < laps->entry_count; e++) {
        put_name(name, sizeof name, &laps->entries[e], false);
        if (pdk_nearest_name_offer(&known, name)) nearest = e;
        for (char *word = name; word != NULL;) {
            char *space = strchr(word, ' ');
            if (space != NULL) *space = '\0';
            if (pdk_nearest_name_offer(&known, word)) nearest = e;
            word = space != NULL ? space + 1 : NULL;
        }
    }
    return nearest;
}

/* The nearest first; then as many as a message has room for. */
static pdk_status refuse_driver(const pdk_laps *laps, const pdk_ruling *ruling, pdk_driver_match best, pdk_error *error)
{
    enum { MORE = 24 };
    char list[sizeof error->message], name[64];
    bool nobody = best == PDK_DRIVER_NO;
    size_t left_out = 0, at, nearest = nobody ? find_nearest(laps, ruling) : laps->entry_count;
    at = (size_t)snprintf(list, sizeof list,
                          nobody ? "there is no driver \"%.40s\"" : "\"%.40s\" can be several drivers",
                          ruling->driver.data);
    if (nearest < laps->entry_count) {
        put_name(name, sizeof name, &laps->entries[nearest], false);
        at += (size_t)snprintf(list + at, sizeof list - at, "; did you mean \"%s\"? There are: ", name);
    } else at += (size_t)snprintf(list + at, sizeof list - at, nobody ? "; there are: " : ", give the slot number: ");
    bool first = true;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        if (!nobody && pdk_match_driver(entry->name, entry->slot, ruling->driver.data) != best) continue;
        size_t size = (size_t)put_name(name, sizeof name, entry, !nobody || has_namesake(laps, e));
        if (left_out > 0 || at + size + MORE + sizeof "line 100000: " > sizeof list) left_out++;
        else at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", first ? "" : ", ", name);
        first = false;
    }
    if (left_out > 0) snprintf(list + at, sizeof list - at, " and %zu more", left_out);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.driver", "line %llu: %s",
                    (unsigned long long)ruling->line, list);
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
    char name[64];
    put_name(name, sizeof name, entry, has_namesake(laps, (size_t)(entry - laps->entries)));
    for (size_t i = pdk_first_raced(laps, entry); i < entry->first_lap + entry->lap_count; i++) {
        if (laps->laps[i].lap < first) first = laps->laps[i].lap;
        if (laps->laps[i].lap > last) last = laps->laps[i].lap;
    }
    if (last == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.lap", "line %llu: %s has no laps",
                        (unsigned long long)ruling->line, name);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.lap",
                    "line %llu: %s has no lap %u; there are laps %u to %u", (unsigned long long)ruling->line, name,
                    (unsigned)ruling->lap, (unsigned)first, (unsigned)last);
}

/* Laps that the driver completed in a race. */
static uint32_t laps_of(const pdk_laps *laps, const pdk_race_entry *entry)
{
    uint32_t most = 0;
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        bool raced = laps->laps[i].kind != PDK_LAP_FORMATION && isfinite(laps->laps[i].end_time);
        if (raced && laps->complete[i] > most) most = laps->complete[i];
    }
    return most;
}

static pdk_status check_laps_taken(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_ruling *ruling,
                                   pdk_error *error)
{
    uint32_t most = laps_of(laps, entry);
    if (ruling->kind != PDK_RULING_LAPS || ruling->value <= most) return PDK_OK;
    char name[64], count[16] = "no";
    put_name(name, sizeof name, entry, has_namesake(laps, (size_t)(entry - laps->entries)));
    if (most > 0) snprintf(count, sizeof count, "%u", (unsigned)most);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.value",
                    "line %llu: %s has %s lap%s: %.0f cannot be taken away", (unsigned long long)ruling->line, name,
                    count, most == 1 ? "" : "s", ruling->value);
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
    pdk_status status = check_laps_taken(laps, entry, ruling, error);
    if (status != PDK_OK) return status;
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
