/* Official results: files that the game writes at the end say who came where. Nothing is computed again then, even if
 * the times would say otherwise: the game knows about penalties, classes and cars that the recording does not show. */
#include <math.h>

#include "analysis/race/ranking.h"

/* The lap whose time it is; UINT32_MAX = no lap has it. */
static uint32_t lap_of_time(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    static const double same = 5e-4;
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++)
        if (fabs(laps->laps[i].lap_time - time) < same) return laps->laps[i].lap;
    return UINT32_MAX;
}

static void take_status(const pdk_ranking *work, const pdk_session_result *listed, pdk_contender *one)
{
    if (listed->finish == PDK_FINISH_DISQUALIFIED) pdk_disqualify(&one->result);
    if (!work->laps->is_race) return; /* a driver with a time has finished */
    one->counts = listed->finish == PDK_FINISH_FINISHED;
    if (one->counts) one->result.status = PDK_RESULT_FINISHED;
    if (listed->finish == PDK_FINISH_RETIRED) one->result.status = PDK_RESULT_RETIRED;
    /* "None": left, or never came */
    if (listed->finish != PDK_FINISH_UNKNOWN || one->result.status == PDK_RESULT_DISQUALIFIED) return;
    one->result.status = listed->laps > 0 && listed->laps != UINT32_MAX ? PDK_RESULT_RETIRED : PDK_RESULT_NOT_STARTED;
}

static void take(const pdk_ranking *work, const pdk_session_result *listed, pdk_contender *one)
{
    const pdk_race_entry *entry = &work->laps->entries[one->result.entry];
    pdk_race_result *result = &one->result;
    one->official = listed->position;
    if (listed->laps != UINT32_MAX) result->laps = listed->laps;
    one->official_laps = result->laps;
    one->point = (uint64_t)result->laps * work->laps->sector_count;
    take_status(work, listed, one);
    if (work->laps->is_race && isfinite(listed->total_time)) result->total_time = listed->total_time;
    if (work->laps->is_race) result->grid_position = listed->grid_position;
    result->pit_stops = listed->pit_stops;
    bool best = isfinite(listed->best_lap_time) && result->status != PDK_RESULT_DISQUALIFIED && !work->is_ruled;
    if (!best) return;
    result->best_lap_time = listed->best_lap_time;
    result->best_lap = lap_of_time(work->laps, entry, listed->best_lap_time);
}

void pdk_take_official(pdk_ranking *work)
{
    const pdk_laps *laps = work->laps;
    for (size_t e = 0; e < laps->entry_count; e++) work->all[e].official = UINT32_MAX;
    for (size_t i = 0; i < laps->session->result_count; i++) {
        size_t e = pdk_laps_find_entry(laps, laps->session->results[i].slot, NAN);
        if (e != SIZE_MAX) take(work, &laps->session->results[i], &work->all[e]);
    }
}
