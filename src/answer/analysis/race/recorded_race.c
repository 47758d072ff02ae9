#include "analysis/race/recorded_race.h"

#include <math.h>

#include "analysis/race/ranking.h"
#include "track/gate.h"

/* Lists that are made together; `failed` = memory ran out. */
typedef struct list_maker {
    pdk_memory *memory;
    size_t count; /* of each list */
    bool failed;
} list_maker;

static double *numbers(list_maker *maker)
{
    double *made = pdk_alloc_array(maker->memory, maker->count, sizeof *made);
    maker->failed |= made == NULL;
    return made;
}

static pdk_text *texts(list_maker *maker)
{
    pdk_text *made = pdk_alloc_array(maker->memory, maker->count, sizeof *made);
    maker->failed |= made == NULL;
    return made;
}

static double number_of(uint32_t value)
{
    return value != UINT32_MAX ? (double)value : (double)NAN;
}

static bool make_entries(const pdk_laps *laps, pdk_recorded_entries *entries, pdk_memory *memory)
{
    list_maker maker = { .memory = memory, .count = laps->entry_count };
    entries->count = laps->entry_count;
    pdk_text **const words[] = { &entries->driver, &entries->reasons, &entries->status, &entries->untimed_status };
    double **const lists[] = { &entries->slot,       &entries->result_row,        &entries->laps,
                               &entries->total_time, &entries->line_time,         &entries->point,
                               &entries->point_time, &entries->penalty,           &entries->last_order,
                               &entries->official,   &entries->finished,          &entries->disqualified,
                               &entries->first_lap,  &entries->lap_count,         &entries->first_line,
                               &entries->line_count, &entries->recorded_position, &entries->recorded_time };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) *words[i] = texts(&maker);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) *lists[i] = numbers(&maker);
    return !maker.failed;
}

static void fill_entry(const pdk_laps *laps, const pdk_contender *one, size_t e, pdk_recorded_entries *entries)
{
    const pdk_race_entry *entry = &laps->entries[e];
    entries->driver[e] = entry->name;
    entries->slot[e] = entry->slot;
    entries->laps[e] = one->result.laps;
    entries->total_time[e] = one->result.total_time;
    entries->line_time[e] = one->line_time;
    entries->point[e] = (double)one->point;
    entries->point_time[e] = one->point_time;
    entries->penalty[e] = one->penalty;
    entries->last_order[e] = number_of(one->last_order);
    entries->official[e] = laps->session->has_results ? number_of(one->official) : (double)NAN;
    entries->finished[e] = one->counts;
    entries->disqualified[e] = entry->recorded_disqualified;
    entries->first_lap[e] = (double)entry->first_lap;
    entries->lap_count[e] = (double)entry->lap_count;
    entries->first_line[e] = (double)entry->first_crossing;
    entries->line_count[e] = (double)entry->crossing_count;
}

/* The results also have what the recording alone says, even where stewards decided something; here it is what neither
 * they nor the page change. */
static void take_results(const pdk_laps *laps, const pdk_results *results, pdk_recorded_entries *entries)
{
    bool is_beside = laps->session->recorded != NULL;
    for (size_t i = 0; i < results->count; i++) {
        const pdk_race_result *result = &results->results[i];
        entries->result_row[result->entry] = (double)i;
        entries->recorded_position[result->entry] = is_beside ? number_of(result->recorded_position) : (double)NAN;
        entries->recorded_time[result->entry] = is_beside ? result->recorded_time : (double)NAN;
    }
}

static pdk_status list_entries(const pdk_laps *laps, const pdk_results *results, pdk_memory *memory,
                               pdk_recorded_entries *entries, pdk_error *error)
{
    const pdk_results_until end = { HUGE_VAL, UINT32_MAX };
    pdk_ranking timed = {
        .laps = laps, .memory = memory, .until = end, .recorded = true, .assumed = PDK_BEST_LAP_ASSUMED
    };
    pdk_ranking untimed = timed;
    untimed.assumed = PDK_BEST_LAP_NONE;
    pdk_status status = pdk_find_contenders(&timed, error);
    if (status == PDK_OK) status = pdk_find_contenders(&untimed, error);
    if (status != PDK_OK) return status;
    if (!make_entries(laps, entries, memory)) return pdk_fail_memory(error, memory, "the recorded race");
    take_results(laps, results, entries);
    for (size_t e = 0; e < laps->entry_count; e++) {
        fill_entry(laps, &timed.all[e], e, entries);
        entries->status[e] = pdk_text_of(pdk_result_status_name(timed.all[e].result.status));
        entries->untimed_status[e] = pdk_text_of(pdk_result_status_name(untimed.all[e].result.status));
        if (!pdk_reasons_text(memory, pdk_result_reason_names, timed.all[e].result.reasons, &entries->reasons[e]))
            return pdk_fail_memory(error, memory, "the recorded race");
    }
    return PDK_OK;
}

static void number_stints(const pdk_laps *laps, double *stints)
{
    size_t row = 0;
    for (size_t i = 0; i < laps->lap_count; i++) stints[i] = NAN;
    for (size_t e = 0; e < laps->entry_count; e++) {
        pdk_stint stint = pdk_before_stints(laps, &laps->entries[e]);
        for (; pdk_next_stint(laps, &laps->entries[e], &stint); row++)
            for (size_t i = stint.first; i < stint.end; i++) stints[i] = (double)row;
    }
}

static bool list_laps(const pdk_laps *laps, pdk_memory *memory, pdk_recorded_laps *made)
{
    list_maker maker = { .memory = memory, .count = laps->lap_count };
    *made = (pdk_recorded_laps){ .count = laps->lap_count,
                                 .kind = texts(&maker),
                                 .source = texts(&maker),
                                 .reasons = texts(&maker),
                                 .lap = numbers(&maker),
                                 .complete = numbers(&maker),
                                 .start_time = numbers(&maker),
                                 .end_time = numbers(&maker),
                                 .lap_time = numbers(&maker),
                                 .stint = numbers(&maker) };
    bool good = !maker.failed;
    if (good) number_stints(laps, made->stint);
    for (size_t i = 0; i < laps->lap_count && good; i++) {
        const pdk_driven_lap *lap = &laps->laps[i];
        made->kind[i] = lap->kind_name;
        made->source[i] = lap->source_name;
        made->lap[i] = lap->lap;
        made->complete[i] = laps->complete[i];
        made->start_time[i] = lap->start_time;
        made->end_time[i] = lap->end_time;
        made->lap_time[i] = lap->lap_time;
        good = pdk_reasons_text(memory, pdk_lap_reason_names, lap->recorded_reasons, &made->reasons[i]);
    }
    return good;
}

static bool list_lines(const pdk_laps *laps, pdk_memory *memory, pdk_recorded_crossings *lines)
{
    list_maker maker = { .memory = memory, .count = laps->crossing_count };
    *lines = (pdk_recorded_crossings){
        .count = laps->crossing_count, .point = numbers(&maker), .time = numbers(&maker), .opens = numbers(&maker)
    };
    for (size_t i = 0; i < laps->crossing_count && !maker.failed; i++) {
        lines->point[i] = (double)pdk_line_number(&laps->crossings[i], laps->sector_count);
        lines->time[i] = laps->crossings[i].time;
        lines->opens[i] = laps->crossings[i].opens;
    }
    return !maker.failed;
}

pdk_status pdk_recorded_race_of(const pdk_document *document, pdk_memory *memory, pdk_recorded_race *race,
                                pdk_error *error)
{
    const pdk_laps *laps;
    const pdk_results *results;
    pdk_answers answers;
    *race = (pdk_recorded_race){ .is_race = false };
    pdk_status status = pdk_answers_begin(document, NULL, NULL, &answers, error);
    if (status == PDK_OK) status = pdk_answers_laps(&answers, &laps, error);
    if (status == PDK_OK) status = pdk_answers_results(&answers, &results, error);
    if (status != PDK_OK) return status;
    race->is_race = laps->is_race;
    race->flag = laps->flag;
    race->sectors = laps->sector_count;
    race->is_official = laps->session->has_results;
    race->is_beside = laps->session->recorded != NULL;
    status = list_entries(laps, results, memory, &race->entries, error);
    if (status != PDK_OK) return status;
    bool listed = list_laps(laps, memory, &race->laps) && list_lines(laps, memory, &race->lines);
    return listed ? PDK_OK : pdk_fail_memory(error, memory, "the recorded race");
}
