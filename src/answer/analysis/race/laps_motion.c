/* What laps and visits to the pits have from everyone's places. */
#include <math.h>

#include "analysis/driven_track.h"
#include "analysis/race/laps.h"
#include "base/parallel.h"

static const double still_speed = 0.5, moving_speed = 3; /* m/s */
static const double short_stop = 1; /* s: a car that stands longer in the lane was worked on, where no event records
                                     * it */

/* One entry while its path is walked. Boundaries of laps are met in order of time. */
typedef struct walk {
    pdk_laps *laps;
    pdk_race_entry *entry;
    pdk_driven_lap *own;
    double *began;         /* way driven at each lap's start; NaN = not seen */
    size_t started, ended; /* laps whose start and end are past */
    size_t visit;
    double way;                    /* driven so far, m */
    double time, speed, step_time; /* of the last sample, and from the one before it to it */
} walk;

static void meet_boundaries(walk *at, double from, double to, double step)
{
    size_t count = at->entry->lap_count;
    for (; at->started < count; at->started++) {
        double start = at->own[at->started].start_time;
        if (start > to) break;
        if (start >= from) at->began[at->started] = at->way + (start - from) / (to - from) * step;
    }
    for (; at->ended < count; at->ended++) {
        pdk_driven_lap *lap = &at->own[at->ended];
        if (isnan(lap->end_time) || lap->end_time > to) break;
        if (lap->end_time >= from)
            lap->distance = at->way + (lap->end_time - from) / (to - from) * step - at->began[at->ended];
    }
}

/* Seconds of from .. to that are within the visit. */
static double overlap(const pdk_pit_visit *visit, double from, double to)
{
    double end = isfinite(visit->exit) ? fmin(visit->exit, to) : to;
    if (isfinite(visit->garage_time)) end = fmin(end, visit->garage_time);
    return fmax(0, end - fmax(visit->enter, from));
}

static void stand(walk *at, double from, double to, double speed)
{
    const pdk_race_entry *entry = at->entry;
    pdk_pit_visit *visits = at->laps->visits + entry->first_visit;
    while (at->visit < entry->visit_count && (!isfinite(visits[at->visit].enter) || visits[at->visit].exit < from))
        at->visit++;
    if (at->visit == entry->visit_count || visits[at->visit].enter > to) return;
    pdk_pit_visit *visit = &visits[at->visit];
    if (isnan(visit->still)) visit->still = 0;
    if (speed < still_speed) visit->still += overlap(visit, from, to);
    if (visit->garage_time <= to) at->visit++;
}

/* From one sample to the next in a segment. */
static void step(walk *at, const pdk_path_sample *one, const pdk_path_sample *next)
{
    double dx = next->x - one->x, dy = next->y - one->y, dz = next->z - one->z,
           length = sqrt(dx * dx + dy * dy + dz * dz);
    if (!(next->time > one->time)) return;
    meet_boundaries(at, one->time, next->time, length);
    if (at->started > 0) {
        pdk_driven_lap *lap = &at->own[at->started - 1];
        bool within = lap->start_time <= next->time && !(lap->end_time < next->time);
        if (within && !(next->speed <= lap->top_speed)) lap->top_speed = next->speed;
    }
    stand(at, one->time, next->time, length / (next->time - one->time));
    bool started = !(next->time < at->laps->green);
    bool moves = isnan(at->entry->moved_time) && next->speed > moving_speed && started;
    at->entry->came |= started;
    if (moves) at->entry->moved_time = next->time;
    at->way += length;
    at->time = next->time;
    at->step_time = next->time - one->time;
    at->speed = length / at->step_time;
}

/* A recording of one lap ends with the last sample before the line: the car came on as it was going. */
static void end_behind_last_sample(walk *at)
{
    for (size_t i = at->ended; i < at->entry->lap_count && at->step_time > 0; i++) {
        double left = at->own[i].end_time - at->time;
        if (left >= 0 && left < 1.5 * at->step_time) at->own[i].distance = at->way + left * at->speed - at->began[i];
    }
}

/* A lap under way at the end has the way driven so far. */
static void end_walk(walk *at)
{
    end_behind_last_sample(at);
    for (size_t i = 0; i < at->entry->lap_count; i++) {
        bool open = isnan(at->own[i].end_time) && isfinite(at->began[i]);
        if (!open) continue;
        double end = i + 1 < at->entry->lap_count && isfinite(at->began[i + 1]) ? at->began[i + 1] : at->way;
        at->own[i].distance = end - at->began[i];
    }
}

static void walk_entry(pdk_laps *laps, size_t number, const pdk_path *path, double *began)
{
    pdk_race_entry *entry = &laps->entries[number];
    walk at = { .laps = laps, .entry = entry, .own = laps->laps + entry->first_lap, .began = began };
    for (size_t i = 0; i < entry->lap_count; i++) began[i] = NAN;
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_segment *segment = &path->segments[s];
        const pdk_path_sample *samples = path->samples + segment->first;
        /* of a slot that several used, each has what was recorded in its time */
        bool whole = pdk_laps_find_entry(laps, entry->slot, samples[0].time) == number &&
                     pdk_laps_find_entry(laps, entry->slot, samples[segment->count - 1].time) == number;
        for (uint32_t i = 1; i < segment->count; i++) {
            if (!whole && pdk_laps_find_entry(laps, entry->slot, samples[i].time) != number) continue;
            step(&at, &samples[i - 1], &samples[i]);
        }
    }
    end_walk(&at);
}

/* Everyone's laps are their own: entries are walked on all processors. */
typedef struct walking {
    pdk_laps *laps;
    const pdk_paths *paths;
    double *began; /* of each lap */
} walking;

static void walk_entries(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    const walking *work = user;
    for (uint64_t e = first; e < first + count; e++) {
        const pdk_race_entry *entry = &work->laps->entries[e];
        const pdk_path *path = pdk_paths_find(work->paths, entry->slot);
        if (path != NULL) walk_entry(work->laps, (size_t)e, path, work->began + entry->first_lap);
    }
}

/* Where no event records stops, a car that stood in the lane was worked on. */
static void judge_stops(pdk_laps *laps)
{
    for (size_t i = 0; i < laps->visit_count; i++) {
        if (isfinite(laps->visits[i].stopped)) return;
    }
    for (size_t i = 0; i < laps->visit_count; i++) {
        pdk_pit_visit *visit = &laps->visits[i];
        if (!visit->garage && visit->still > short_stop) visit->service = true;
    }
}

pdk_status pdk_laps_add_motion(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    const pdk_paths *paths = NULL;
    if (pdk_answers_have_motion(answers->source, NULL) != PDK_OK) return PDK_OK;
    pdk_status status = pdk_answers_paths(answers, &paths, error);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK) return status;
    double *began = pdk_alloc_array(answers->memory, laps->lap_count, sizeof *began);
    if (began == NULL) return pdk_fail_memory(error, answers->memory, "the laps");
    walking work = { laps, paths, began };
    pdk_parallel job = { .count = laps->entry_count, .piece = 1, .work = walk_entries, .user = &work };
    pdk_parallel_run(&job);
    pdk_free(answers->memory, began);
    judge_stops(laps);
    return PDK_OK;
}
