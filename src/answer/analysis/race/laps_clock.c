/* Laps in which the clock of the recording went back: a game that was rewound, or a damaged file. Times within them
 * occur twice, so what is said about them by the clock may be of the other pass. */
#include <math.h>

#include "analysis/driven_track.h"
#include "analysis/race/laps.h"

static void mark_between(pdk_laps *laps, const pdk_race_entry *entry, double from, double to)
{
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        if (!(lap->start_time > to) && !(lap->end_time < from)) lap->reasons |= PDK_LAP_REASON_CLOCK;
    }
}

/* Segments are in order of their first time: where one begins before another has ended, both are of the same times. */
static void mark_path(pdk_laps *laps, const pdk_race_entry *entry, const pdk_path *path)
{
    double reached = -HUGE_VAL;
    for (size_t i = 0; i < path->segment_count; i++) {
        const pdk_path_segment *segment = &path->segments[i];
        double start = path->samples[segment->first].time,
               end = path->samples[segment->first + segment->count - 1].time;
        if (start < reached) mark_between(laps, entry, start, fmin(reached, end));
        reached = fmax(reached, end);
    }
}

pdk_status pdk_laps_find_clock(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    const pdk_paths *paths = NULL;
    if (pdk_answers_have_motion(answers->source, NULL) != PDK_OK) return PDK_OK;
    pdk_status status = pdk_answers_paths(answers, &paths, error);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK) return status;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_path *path = pdk_paths_find(paths, laps->entries[e].slot);
        if (path != NULL) mark_path(laps, &laps->entries[e], path);
    }
    return PDK_OK;
}
