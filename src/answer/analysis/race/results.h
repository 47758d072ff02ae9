/* Results: who came where, at the end or before. */
#ifndef PADDOCK_ANALYSIS_RACE_RESULTS_H
#define PADDOCK_ANALYSIS_RACE_RESULTS_H

#include "analysis/race/laps.h"

/* How far the results look. */
typedef struct pdk_results_until {
    double time;  /* of the session's clock; infinite = to the end */
    uint32_t lap; /* from 1; UINT32_MAX = all */
} pdk_results_until;

/* A driver in the results while they are worked on: what pdk_result has (paddock/analysis.h). Missing are NaN,
 * UINT32_MAX, and texts without data. */
typedef struct pdk_race_result {
    pdk_text driver, co_driver, team, number, class_name, vehicle;
    uint32_t position, slot, entry, laps;
    double total_time, gap, interval;
    uint32_t laps_down;
    double best_lap_time;
    uint32_t best_lap, grid_position, pit_stops, penalties, contacts;
    double penalty_time;
    pdk_result_status status;
    uint32_t reasons;                   /* pdk_result_reason */
    pdk_text status_name, reason_names; /* as words */
    uint32_t recorded_position;
    double recorded_time;
    pdk_text rulings;
} pdk_race_result;

typedef struct pdk_results {
    pdk_race_result *results; /* in their order */
    pdk_result *items;        /* the same for programs */
    size_t count;
} pdk_results;

PDK_STEP_MAKES(results, const pdk_results)
/* --- results.c --- */
/* The last running order that is not later; NULL = none. */
const pdk_session_order *pdk_order_at(const pdk_session *session, double time);

/* --- finish.c --- */
/* Lines are counted on: of each lap those of its sectors, the last its end. What is usual between two of them. */
typedef struct pdk_pace {
    double sector[PDK_SESSION_SECTORS]; /* median times; NaN = none is known */
    double lap;
} pdk_pace;
pdk_status pdk_find_pace(const pdk_laps *laps, pdk_memory *memory, pdk_pace *pace, pdk_error *error);
/* The entry's last crossing of any line by `time`; NULL = none. */
const pdk_session_crossing *pdk_last_crossing(const pdk_laps *laps, const pdk_race_entry *entry, double time);
/* Has the driver stopped for good, judged at `time`: left, garage, overdue at the next line? */
bool pdk_has_stopped(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_pace *pace, double time);

#endif
