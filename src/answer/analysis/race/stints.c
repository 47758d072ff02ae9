/* The answers `stints` and `pit_stops`. */
#include <math.h>

#include "analysis/columns.h"
#include "analysis/race/laps.h"

enum { LEAST_FOR_LOSS = 3 };

/* --------------------------------------------------------------------------------------------- stints */

typedef struct stint_row {
    pdk_text driver;
    uint32_t slot, stint, first_lap, last_lap, laps;
    double start_time, end_time, best_lap_time, median_lap_time, deviation;
    pdk_text who, compound, weather;
} stint_row;

#define AT(member) offsetof(stint_row, member)
static const pdk_member stint_members[] = {
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_COUNT_COLUMN("stint", "from 1", PDK_ROLE_NONE, AT(stint)),
    PDK_COUNT_COLUMN("first_lap", NULL, PDK_ROLE_NONE, AT(first_lap)),
    PDK_COUNT_COLUMN("last_lap", "the one that ends in the pits, or the last begun", PDK_ROLE_NONE, AT(last_lap)),
    PDK_COUNT_COLUMN("laps", "complete", PDK_ROLE_NONE, AT(laps)),
    PDK_TIME_COLUMN("start_time", "of the session's clock", PDK_ROLE_TIME, AT(start_time)),
    PDK_TIME_COLUMN("end_time", "at the pits, or of the last complete lap", PDK_ROLE_NONE, AT(end_time)),
    PDK_TIME_COLUMN("best_lap_time", "of laps that count", PDK_ROLE_LAP_TIME, AT(best_lap_time)),
    PDK_TIME_COLUMN("median_lap_time", "of clean laps", PDK_ROLE_NONE, AT(median_lap_time)),
    PDK_TIME_COLUMN("deviation", "standard deviation of clean laps, of all of them", PDK_ROLE_NONE, AT(deviation)),
    PDK_WORD_COLUMN("who", PDK_WHO_MEANING, PDK_ROLE_NONE, AT(who)),
    PDK_WORD_COLUMN("compound", PDK_COMPOUND_MEANING, PDK_ROLE_NONE, AT(compound)),
    PDK_WORD_COLUMN("weather", "as the file calls it", PDK_ROLE_NONE, AT(weather)),
    PDK_COLUMNS_END,
};
#undef AT

/* One stint: laps first .. end-1 of the list. */
static stint_row make_stint(const pdk_laps *laps, const pdk_race_entry *entry, size_t first, size_t end, double *times)
{
    stint_row stint = { .driver = entry->name,
                        .slot = entry->slot,
                        .first_lap = laps->laps[first].lap,
                        .last_lap = laps->laps[end - 1].lap,
                        .start_time = laps->laps[first].start_time,
                        .end_time = NAN,
                        .best_lap_time = NAN };
    for (size_t i = first; i < end; i++) {
        const pdk_driven_lap *lap = &laps->laps[i];
        stint.laps += isfinite(lap->end_time) ? 1 : 0;
        if (isfinite(lap->end_time)) stint.end_time = lap->end_time;
        if (lap->counts) stint.best_lap_time = fmin(stint.best_lap_time, lap->lap_time);
    }
    size_t clean = pdk_laps_clean_times(laps, first, end - first, times);
    stint.deviation = pdk_deviation(times, clean);
    stint.median_lap_time = pdk_median(times, clean);
    return stint;
}

static void add_stints(const pdk_laps *laps, const pdk_race_entry *entry, pdk_vector *rows, double *times, bool *failed)
{
    uint32_t number = 0;
    for (pdk_stint stint = pdk_before_stints(laps, entry); !*failed && pdk_next_stint(laps, entry, &stint);) {
        stint_row *row = pdk_vector_push(rows);
        if (row == NULL) {
            *failed = true;
            return;
        }
        *row = make_stint(laps, entry, stint.first, stint.end, times);
        row->stint = ++number;
        if (isfinite(stint.stop)) row->end_time = stint.stop;
        row->compound = laps->laps[stint.first].compound;
        row->weather = laps->laps[stint.first].weather;
        *failed = !pdk_laps_who(laps, (size_t)(entry - laps->entries), stint.from, stint.stop, rows->memory, &row->who);
    }
}

static pdk_status make_stints(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_laps(answers, &laps, error);
    if (status != PDK_OK) return status;
    pdk_vector rows = pdk_vector_of(answers->memory, sizeof(stint_row));
    double *times = pdk_alloc_array(answers->memory, laps->lap_count, sizeof *times);
    bool failed = times == NULL;
    for (size_t e = 0; e < laps->entry_count && !failed; e++) {
        add_stints(laps, &laps->entries[e], &rows, times, &failed);
    }
    if (failed) return pdk_fail_memory(error, answers->memory, "stints");
    pdk_free(answers->memory, times);
    return pdk_answer_table(answers, rows.items, rows.count, sizeof(stint_row), stint_members, error);
}

const pdk_step pdk_step_stints = { .name = "stints",
                                   .meaning = "a row for each run between stops at the pits or garage",
                                   .needs = PDK_NEEDS(laps),
                                   .make = make_stints,
                                   .have = pdk_have_laps,
                                   .decide = pdk_decide_laps };

/* ------------------------------------------------------------------------------------------ pit stops */

typedef struct stop_row {
    pdk_text driver;
    uint32_t slot, stop, lap;
    double enter_time, exit_time, lane_duration, stationary_duration, loss;
    bool service;
} stop_row;

#define AT(member) offsetof(stop_row, member)
static const pdk_member stop_members[] = {
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_COUNT_COLUMN("stop", "from 1", PDK_ROLE_NONE, AT(stop)),
    PDK_COUNT_COLUMN("lap", "in which the lane was entered", PDK_ROLE_LAP, AT(lap)),
    PDK_TIME_COLUMN("enter_time", "of the session's clock", PDK_ROLE_TIME, AT(enter_time)),
    PDK_TIME_COLUMN("exit_time", "of the session's clock", PDK_ROLE_NONE, AT(exit_time)),
    PDK_TIME_COLUMN("lane_duration", NULL, PDK_ROLE_NONE, AT(lane_duration)),
    PDK_TIME_COLUMN("stationary_duration", "by the events of the stop, otherwise by where the car was", PDK_ROLE_NONE,
                    AT(stationary_duration)),
    PDK_TIME_COLUMN("loss", "the lap that ends in the lane and the next, less twice the median of clean laps",
                    PDK_ROLE_NONE, AT(loss)),
    PDK_FLAG_COLUMN("service", "worked on; a drive-through has none", AT(service)),
    PDK_COLUMNS_END,
};
#undef AT

static double loss_of(const pdk_laps *laps, size_t e, double enter, double median)
{
    const pdk_driven_lap *in = pdk_laps_at(laps, e, enter);
    const pdk_race_entry *entry = &laps->entries[e];
    const pdk_driven_lap *next =
        in != NULL && in + 1 < laps->laps + entry->first_lap + entry->lap_count ? in + 1 : NULL;
    return next != NULL && next->lap == in->lap + 1 ? in->lap_time + next->lap_time - 2 * median : NAN;
}

static bool add_stops(const pdk_laps *laps, size_t e, pdk_vector *rows, double *times)
{
    const pdk_race_entry *entry = &laps->entries[e];
    size_t number = 0, clean = pdk_laps_recorded_times(laps, entry->first_lap, entry->lap_count, times);
    double median = clean >= LEAST_FOR_LOSS ? pdk_median(times, clean) : NAN;
    for (size_t i = entry->first_visit; i < entry->first_visit + entry->visit_count; i++) {
        const pdk_pit_visit *visit = &laps->visits[i];
        if (!isfinite(visit->enter)) continue;
        const pdk_driven_lap *lap = pdk_laps_at(laps, e, visit->enter);
        double exit = visit->garage ? NAN : visit->exit; /* the way back from a garage is another matter */
        stop_row *row = pdk_vector_push(rows);
        if (row == NULL) return false;
        *row = (stop_row){ .driver = entry->name,
                           .slot = entry->slot,
                           .stop = (uint32_t)++number,
                           .lap = lap != NULL ? lap->lap : UINT32_MAX,
                           .enter_time = visit->enter,
                           .exit_time = exit,
                           .lane_duration = exit - visit->enter,
                           .stationary_duration = pdk_visit_stationary(visit),
                           .loss = visit->garage ? NAN : loss_of(laps, e, visit->enter, median),
                           .service = visit->service };
    }
    return true;
}

static pdk_status have_pit_stops(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_have_laps(document, error);
    bool told = document->services != NULL && (document->services->session_has & PDK_HAS_PITS) != 0;
    if (status != PDK_OK || told) return status;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.pits", "%s files do not record pit visits",
                    document->info->id);
}

static pdk_status make_pit_stops(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_laps(answers, &laps, error);
    if (status != PDK_OK) return status;
    pdk_vector rows = pdk_vector_of(answers->memory, sizeof(stop_row));
    double *times = pdk_alloc_array(answers->memory, laps->lap_count, sizeof *times);
    bool good = times != NULL;
    for (size_t e = 0; e < laps->entry_count && good; e++) good = add_stops(laps, e, &rows, times);
    if (!good) return pdk_fail_memory(error, answers->memory, "pit stops");
    pdk_free(answers->memory, times);
    return pdk_answer_table(answers, rows.items, rows.count, sizeof(stop_row), stop_members, error);
}

const pdk_step pdk_step_pit_stops = { .name = "pit_stops",
                                      .meaning = "a row for each visit to the pit lane",
                                      .needs = PDK_NEEDS(laps),
                                      .make = make_pit_stops,
                                      .have = have_pit_stops,
                                      .decide = pdk_decide_laps };
