/* Laps of files that list them (results files): as the game has them. Nothing is made of crossings there. */
#include <math.h>

#include "analysis/race/laps.h"

/* It ends in the pits where the game says so; then the next begins there. A lap that begins nowhere, outside a race, is
 * the way out of the pits. */
static uint32_t pit_reasons(const pdk_session_lap *lap, const pdk_session_lap *before, bool is_race)
{
    bool from_garage = before == NULL && !is_race && isnan(lap->start_time);
    bool out = from_garage || (before != NULL && before->pits && before->lap + 1 == lap->lap);
    return (lap->pits ? PDK_LAP_REASON_PIT_IN : 0) | (out ? PDK_LAP_REASON_PIT_OUT : 0);
}

static pdk_driven_lap lap_of(const pdk_laps *laps, size_t entry, const pdk_session_lap *listed,
                             const pdk_session_lap *before)
{
    bool ended = isfinite(listed->end_time) || isfinite(listed->lap_time), timed = isfinite(listed->lap_time);
    pdk_driven_lap lap = { .driver = laps->entries[entry].name,
                           .slot = listed->slot,
                           .lap = listed->lap,
                           .start_time = listed->start_time,
                           .end_time = listed->end_time,
                           .lap_time = listed->lap_time,
                           .kind = ended ? PDK_LAP_TIMED : PDK_LAP_INCOMPLETE,
                           .source = PDK_LAP_SOURCE_STORED,
                           .reasons = pit_reasons(listed, before, laps->is_race),
                           .position = UINT32_MAX,
                           .gap_to_leader = NAN,
                           .top_speed = listed->top_speed,
                           .distance = NAN,
                           .recorded_lap_time = NAN,
                           .entry = (uint32_t)entry };
    if (!ended) lap.reasons |= PDK_LAP_REASON_INCOMPLETE;
    if (!timed) lap.reasons |= PDK_LAP_REASON_INVALID;
    for (int i = 0; i < PDK_SESSION_SECTORS; i++) lap.sector_time[i] = listed->sector_time[i];
    return lap;
}

bool pdk_laps_take_listed(const pdk_laps *laps, size_t entry, size_t *done, pdk_vector *all)
{
    const pdk_session *session = laps->session;
    const pdk_session_lap *before = NULL;
    for (; *done < session->lap_count && session->laps[*done].slot == laps->entries[entry].slot; (*done)++) {
        const pdk_session_lap *listed = &session->laps[*done];
        if (listed->lap == PDK_SESSION_NONE) continue; /* its number cannot be read: a finding says so */
        pdk_driven_lap *lap = pdk_vector_push(all);
        if (lap == NULL) return false;
        *lap = lap_of(laps, entry, listed, before);
        before = listed;
    }
    return true;
}
