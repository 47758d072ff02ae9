/* What a results file beside the recording says about its laps: the official time, and whether the lap counts. */
#include <math.h>

#include "analysis/race/laps.h"

/* Times of both files that are the same: the replay's clock goes in steps of up to 0.04 s, and lines lie between. */
static const double same_time = 0.05;

static pdk_driven_lap *find_lap(const pdk_laps *laps, const pdk_race_entry *entry, uint32_t number)
{
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        if (lap->lap == number && lap->kind != PDK_LAP_FORMATION && isfinite(lap->end_time)) return lap;
    }
    return NULL;
}

static pdk_driven_lap *find_own(const pdk_laps *laps, const pdk_session_lap *official)
{
    size_t entry = pdk_laps_find_entry(laps, official->slot, NAN);
    return entry != SIZE_MAX ? find_lap(laps, &laps->entries[entry], official->lap) : NULL;
}

static void take_lap(const pdk_session_lap *official, pdk_driven_lap *lap)
{
    if (!isfinite(official->lap_time)) { /* of a lap through the pits the game often writes none */
        if (lap->counts) lap->reasons |= PDK_LAP_REASON_INVALID;
        return;
    }
    lap->lap_time = official->lap_time;
    lap->source = PDK_LAP_SOURCE_STORED;
    for (int i = 0; i < PDK_SESSION_SECTORS; i++)
        if (isfinite(official->sector_time[i])) lap->sector_time[i] = official->sector_time[i];
    lap->reasons &= ~(uint32_t)(PDK_LAP_REASON_INVALID | PDK_LAP_REASON_IMPLAUSIBLE);
}

pdk_status pdk_laps_fit_official(const pdk_laps *laps, const pdk_session *session, pdk_results_fit *fit,
                                 pdk_error *error)
{
    *fit = (pdk_results_fit){ .laps = 0 };
    for (size_t i = 0; i < session->official_lap_count; i++) {
        const pdk_session_lap *official = &session->official_laps[i];
        const pdk_driven_lap *lap = find_own(laps, official);
        if (lap == NULL || !isfinite(lap->lap_time) || !isfinite(official->lap_time)) continue;
        fit->laps++;
        fit->same_laps += fabs(lap->lap_time - official->lap_time) <= same_time;
    }
    if (2 * fit->same_laps >= fit->laps) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.laps",
                    "the results are of another session: of %llu laps in both files, %llu have the same time",
                    (unsigned long long)fit->laps, (unsigned long long)fit->same_laps);
}

pdk_status pdk_laps_take_official(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    const pdk_session *session = laps->session;
    if (session->recorded == NULL) return PDK_OK;
    pdk_results_fit fit;
    pdk_status status = pdk_laps_fit_official(laps, session, &fit, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < laps->lap_count; i++) {
        laps->laps[i].recorded_lap_time = laps->laps[i].lap_time;
        laps->laps[i].recorded_counts = laps->laps[i].counts;
    }
    for (size_t e = session->recorded->driver_count; e < session->driver_count && e < laps->entry_count; e++)
        laps->entries[e].is_added = true;
    for (size_t i = 0; i < session->official_lap_count; i++) {
        pdk_driven_lap *lap = find_own(laps, &session->official_laps[i]);
        if (lap != NULL) take_lap(&session->official_laps[i], lap);
    }
    for (size_t e = 0; e < laps->entry_count && status == PDK_OK; e++)
        status = pdk_laps_judge_again(laps, e, memory, error);
    return status;
}
