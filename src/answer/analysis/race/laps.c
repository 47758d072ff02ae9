/* The answer `laps`: the steps in their order, the table, the structs. */
#include "analysis/driven_track.h"
#include "analysis/race/laps.h"

#include <string.h>

#include "analysis/columns.h"
#include "analysis/public_items.h"

const char *pdk_lap_kind_name(pdk_lap_kind kind)
{
    static const char *const names[] = { "timed", "out", "in", "out_in", "incomplete", "formation" };
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "";
}

const char *pdk_lap_source_name(pdk_lap_source source)
{
    static const char *const names[] = { "stored", "crossing", "line" };
    return (size_t)source < sizeof names / sizeof names[0] ? names[source] : "";
}

/* ------------------------------------------------------------------------------------------------ steps */

/* The crossings by entry and time; `crossings` is in order of time. Those of nobody are left out. */
static pdk_status sort_crossings(pdk_laps *laps, const pdk_session_crossing *crossings, size_t count,
                                 pdk_memory *memory, pdk_error *error)
{
    uint32_t *of = pdk_alloc_array(memory, count, sizeof *of);
    laps->crossings = pdk_alloc_array(memory, count, sizeof *laps->crossings);
    if (of == NULL || laps->crossings == NULL) return pdk_fail_memory(error, memory, "the crossings");
    for (size_t i = 0; i < count; i++) {
        of[i] = (uint32_t)pdk_laps_find_entry(laps, crossings[i].slot, crossings[i].time);
        laps->entries[of[i]].crossing_count++; /* every slot has an entry */
    }
    for (size_t e = 0, at = 0; e < laps->entry_count; e++) {
        laps->entries[e].first_crossing = at;
        at += laps->entries[e].crossing_count;
        laps->entries[e].crossing_count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        pdk_race_entry *entry = &laps->entries[of[i]];
        laps->crossings[entry->first_crossing + entry->crossing_count++] = crossings[i];
    }
    laps->crossing_count = count;
    pdk_free(memory, of);
    return PDK_OK;
}

static pdk_status compute(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    pdk_memory *memory = answers->memory;
    const pdk_crossings *crossings;
    pdk_status status = pdk_answers_session(answers, &laps->session, error);
    if (status == PDK_OK) status = pdk_answers_crossings(answers, &crossings, error);
    if (status != PDK_OK) return status;
    laps->is_race = laps->session->kind == PDK_SESSION_RACE;
    laps->source = crossings->found ? PDK_LAP_SOURCE_LINE : PDK_LAP_SOURCE_CROSSING;
    status = pdk_laps_find_entries(laps, crossings->all, crossings->count, memory, error);
    if (status == PDK_OK) status = sort_crossings(laps, crossings->all, crossings->count, memory, error);
    if (status == PDK_OK) pdk_laps_take_formation(laps);
    if (status == PDK_OK) status = pdk_laps_find_visits(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_build(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_find_clock(answers, laps, error);
    if (status == PDK_OK) status = pdk_laps_judge(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_add_motion(answers, laps, error);
    if (status == PDK_OK) status = pdk_laps_finish(answers, laps, error);
    if (status == PDK_OK) status = pdk_laps_take_official(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_rule(answers, laps, error);
    if (status == PDK_OK) status = pdk_laps_place(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_name_drivers(laps, memory, error);
    if (status == PDK_OK) status = pdk_laps_take_stints(laps, memory, error);
    return status;
}

/* ------------------------------------------------------------------------------------------------ table */

const pdk_reason_name pdk_lap_reason_names[] = {
    { PDK_LAP_REASON_FIRST, "first" },
    { PDK_LAP_REASON_PIT_IN, "pit_in" },
    { PDK_LAP_REASON_PIT_OUT, "pit_out" },
    { PDK_LAP_REASON_CONTACT, "contact" },
    { PDK_LAP_REASON_OFF_TRACK, "off_track" },
    { PDK_LAP_REASON_SLOW, "slow" },
    { PDK_LAP_REASON_INVALID, "invalid" },
    { PDK_LAP_REASON_INCOMPLETE, "incomplete" },
    { PDK_LAP_REASON_IMPLAUSIBLE, "implausible_time" },
    { PDK_LAP_REASON_CLOCK, "clock" },
    { PDK_LAP_REASON_PART, "part_recording" },
    { PDK_LAP_REASON_DISQUALIFIED, "disqualified" },
    { PDK_LAP_REASON_FORMATION, "formation" },
    { 0, NULL },
};

bool pdk_reasons_text(pdk_memory *memory, const pdk_reason_name *names, uint32_t reasons, pdk_text *text)
{
    char words[160] = "";
    *text = (pdk_text){ NULL, 0 };
    if (reasons == 0) return true;
    for (; names->name != NULL; names++) {
        if ((reasons & names->reason) == 0) continue;
        if (words[0] != '\0') strcat(words, "; ");
        strcat(words, names->name);
    }
    const char *kept = pdk_keep(memory, words);
    if (kept != NULL) *text = pdk_text_of(kept);
    return kept != NULL;
}

#define AT(member) offsetof(pdk_driven_lap, member)
#define SECTOR(number) \
    PDK_TIME_COLUMN("sector_" #number "_time", NULL, PDK_ROLE_NONE, AT(sector_time) + (number - 1) * sizeof(double))

static const pdk_member members[] = {
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_COUNT_COLUMN("lap", "from 1", PDK_ROLE_LAP, AT(lap)),
    PDK_TIME_COLUMN("start_time", "of the session's clock: the line, the start of the race, or leaving the pits",
                    PDK_ROLE_TIME, AT(start_time)),
    PDK_TIME_COLUMN("end_time", "of the session's clock", PDK_ROLE_NONE, AT(end_time)),
    PDK_TIME_COLUMN("lap_time", NULL, PDK_ROLE_LAP_TIME, AT(lap_time)),
    SECTOR(1),
    SECTOR(2),
    SECTOR(3),
    SECTOR(4),
    PDK_WORD_COLUMN("kind", "timed, out of the pits, in, out_in for both, incomplete", PDK_ROLE_NONE, AT(kind_name)),
    PDK_WORD_COLUMN("source", "of the time: stored by the game, by its crossings, by a line that was found",
                    PDK_ROLE_NONE, AT(source_name)),
    PDK_FLAG_COLUMN("clean", "there are no reasons against it", AT(clean)),
    PDK_FLAG_COLUMN("best", "the driver's best clean lap", AT(best)),
    PDK_FLAG_COLUMN("counts", "it may be ranked and be the fastest, clean or not", AT(counts)),
    PDK_WORD_COLUMN("reasons", "why it is not clean", PDK_ROLE_NONE, AT(reason_names)),
    PDK_COUNT_COLUMN("position", "at its end: in a race by laps and time, otherwise by best lap so far", PDK_ROLE_NONE,
                     AT(position)),
    PDK_TIME_COLUMN("gap_to_leader", "null for drivers who are laps down", PDK_ROLE_NONE, AT(gap_to_leader)),
    PDK_REAL_COLUMN("top_speed", "m/s", NULL, AT(top_speed)),
    PDK_REAL_COLUMN("distance", "m", "driven", AT(distance)),
    PDK_COUNT_COLUMN("contacts", "that the driver had; a pair that touches again within 0.5 s counts once",
                     PDK_ROLE_NONE, AT(contacts)),
    PDK_ENTRY_COLUMNS(AT(co_driver), AT(team), AT(number), AT(class_name)),
    PDK_WORD_COLUMN("who", PDK_WHO_MEANING, PDK_ROLE_NONE, AT(drivers)),
    PDK_COUNT_COLUMN("stint", "in which it began, from 1", PDK_ROLE_NONE, AT(stint)),
    PDK_WORD_COLUMN("compound", PDK_COMPOUND_MEANING, PDK_ROLE_NONE, AT(compound)),
    PDK_WORD_COLUMN("weather", "as the file calls it", PDK_ROLE_NONE, AT(weather)),
    PDK_REAL_COLUMN("rain", NULL, "mean of its reports, from 0 (dry) to 1", AT(rain)),
    PDK_TIME_COLUMN("recorded_lap_time", "as the replay has it; null without a results file, whose is official",
                    PDK_ROLE_NONE, AT(recorded_lap_time)),
    PDK_COLUMNS_END,
};

pdk_status pdk_have_laps(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_answers_have_crossings(document, error);
    return status == PDK_E_UNSUPPORTED ? pdk_answers_have_motion(document, error) : status;
}

/* Where a file records crossings, or could, there is a table of laps, even if it is empty; otherwise a line must be
 * found. */
pdk_status pdk_decide_laps(pdk_answers *answers, pdk_error *error)
{
    const pdk_session *session;
    const pdk_crossings *crossings;
    pdk_status status = pdk_answers_session(answers, &session, error);
    if (status != PDK_OK || session->has_crossings || session->crossing_count > 0) return status;
    return pdk_answers_crossings(answers, &crossings, error);
}

static pdk_status add_table(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    for (size_t i = 0; i < laps->lap_count; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        lap->kind_name = pdk_text_of(pdk_lap_kind_name(lap->kind));
        lap->source_name = pdk_text_of(pdk_lap_source_name(lap->source));
        if (!pdk_reasons_text(answers->memory, pdk_lap_reason_names, lap->reasons, &lap->reason_names))
            return pdk_fail_memory(error, answers->memory, "the laps");
    }
    laps->items = pdk_publish(&pdk_public_laps, laps->laps, laps->lap_count, answers->memory);
    if (laps->items == NULL) return pdk_fail_memory(error, answers->memory, "the laps");
    return pdk_answer_table(answers, laps->laps, laps->lap_count, sizeof *laps->laps, members, error);
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_status status = compute(answers, made, error);
    return status == PDK_OK ? add_table(answers, made, error) : status;
}

const pdk_step pdk_step_laps = { .name = "laps",
                                 .meaning = "a row for each lap begun by each driver",
                                 .needs = PDK_NEEDS(session) | PDK_NEEDS(paths) | PDK_NEEDS(crossings),
                                 .size = sizeof(pdk_laps),
                                 .make = make,
                                 .have = pdk_have_laps,
                                 .decide = pdk_decide_laps };
