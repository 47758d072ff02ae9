/* Corners for a comparison: runs from one braking zone of the reference to the next. Boundaries are places, the same
 * for every lap, so that what each run costs adds up to the whole. */
#include <math.h>

#include "analysis/compare/comparison.h"

enum { MOST_ZONES = 400 };

static const double grid = 2;         /* m between the places that are looked at */
static const double hard = 3;         /* m/s^2: braking, where there is no pedal to read */
static const double least_drop = 1.4; /* m/s: less is no braking for a corner */

typedef struct lap_view {
    const pdk_trace *trace;
    bool has_brake;
} lap_view;

static double speed_at(const lap_view *view, double station)
{
    return pdk_trace_value_at(view->trace, PDK_TRACE_SPEED, pdk_trace_time_at(view->trace, station));
}

static bool brakes_at(const lap_view *view, double station)
{
    double time = pdk_trace_time_at(view->trace, station);
    if (view->has_brake) return pdk_trace_value_at(view->trace, PDK_TRACE_BRAKE, time) >= PDK_BRAKE_ON;
    double before = speed_at(view, station - 2), behind = speed_at(view, station + 2);
    return (before * before - behind * behind) / 8 > hard;
}

/* Where braking begins and where it ends, from `from` on; false when there is none before `end`. */
static bool next_zone(const lap_view *view, double from, double end, double *start, double *stop)
{
    double at = from;
    while (at < end && !brakes_at(view, at)) at += grid;
    if (!(at < end)) return false;
    *start = *stop = at;
    for (; at < end && at - *stop <= PDK_BRAKE_GAP; at += grid) {
        if (brakes_at(view, at)) *stop = at;
    }
    return true;
}

static double least_speed(const lap_view *view, double from, double to)
{
    double least = speed_at(view, from);
    for (double at = from; at < to; at += grid) least = fmin(least, speed_at(view, at));
    return least;
}

/* A braking zone of the reference, and how much slower it is after it. */
typedef struct braking {
    double start, drop; /* m, m/s */
} braking;

static size_t find_zones(const pdk_lap_comparison *comparison, braking zones[MOST_ZONES])
{
    const pdk_trace *trace = &comparison->traces[0];
    lap_view view = { trace, pdk_trace_has(trace, PDK_TRACE_BRAKE) };
    size_t count = 0;
    double at = 0, start, stop;
    if (!pdk_trace_has(trace, PDK_TRACE_SPEED)) return 0;
    while (count < MOST_ZONES && next_zone(&view, at, comparison->length, &start, &stop)) {
        double drop = speed_at(&view, start) - least_speed(&view, start, fmin(stop + 50, comparison->length));
        if (drop >= least_drop) zones[count++] = (braking){ start, drop };
        at = stop + grid;
    }
    return count;
}

/* The run from the line to the first zone, and one from each zone on. */
static pdk_status make_runs(pdk_lap_comparison *comparison, pdk_error *error)
{
    braking zones[MOST_ZONES];
    size_t zone_count = find_zones(comparison, zones), lead = zone_count == 0 || zones[0].start > 0,
           count = zone_count + lead;
    comparison->corners = pdk_alloc_array(comparison->memory, count, sizeof *comparison->corners);
    pdk_corner_visit *visits = pdk_alloc_array(comparison->memory, (uint64_t)count * comparison->count, sizeof *visits);
    if (comparison->corners == NULL || visits == NULL) return pdk_fail_memory(error, comparison->memory, "the corners");
    comparison->corner_count = count;
    for (size_t i = 0; i < count; i++) {
        pdk_corner_run *run = &comparison->corners[i];
        run->corner = run->last_corner = (uint32_t)(i + 1 - lead);
        run->start = i < lead ? 0 : zones[i - lead].start;
        run->end = i + 1 < count ? zones[i + 1 - lead].start : comparison->length;
        run->drop = i < lead ? 0 : zones[i - lead].drop;
        run->from = run->start;
        run->to = run->end;
        run->visits = visits + i * comparison->count;
    }
    return PDK_OK;
}

pdk_status pdk_compare_corners(pdk_lap_comparison *comparison, pdk_error *error)
{
    pdk_status status = make_runs(comparison, error);
    if (status == PDK_OK) status = pdk_compare_number_corners(comparison, error);
    for (size_t lap = 0; lap < comparison->count && status == PDK_OK; lap++) {
        for (size_t i = 0; i < comparison->corner_count; i++) pdk_compare_visit(comparison, lap, i);
        status = pdk_compare_go_on(comparison, lap, error);
    }
    for (size_t i = 0; i < comparison->corner_count && status == PDK_OK; i++) {
        pdk_corner_run *run = &comparison->corners[i];
        run->apex = run->visits[0].minimum_distance;
        if (!pdk_compare_words(comparison, run)) status = pdk_fail_memory(error, comparison->memory, "the corners");
    }
    return status;
}
