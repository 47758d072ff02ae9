/* Corners for a comparison: runs from one braking zone of the reference to the next. Boundaries are places, the same
 * for every lap, so that what each run costs adds up to the whole. */
#include <math.h>

#include "analysis/compare/comparison.h"

enum { MOST_CORNERS = 400 };

static const double grid = 2;           /* m between the places that are looked at */
static const double brake_on = 0.1;     /* of the pedal */
static const double hard = 3;           /* m/s^2: braking, where there is no pedal to read */
static const double gap_in_zone = 30;   /* m: a release as short as this is within one zone */
static const double least_drop = 1.4;   /* m/s: less is no braking for a corner */
static const double throttle_on = 0.15; /* of the pedal */
static const double look_back = 100;    /* m before the reference's braking zone, where another lap's may begin */

typedef struct lap_view {
    const pdk_trace *trace;
    bool has_brake;
} lap_view;

static bool has_values(const pdk_trace *trace, pdk_trace_channel channel)
{
    if (trace->channels[channel] == NULL) return false;
    for (size_t i = 0; i < trace->count; i++) {
        if (isfinite(trace->channels[channel][i])) return true;
    }
    return false;
}

static double speed_at(const lap_view *view, double station)
{
    return pdk_trace_value_at(view->trace, PDK_TRACE_SPEED, pdk_trace_time_at(view->trace, station));
}

static bool brakes_at(const lap_view *view, double station)
{
    double time = pdk_trace_time_at(view->trace, station);
    if (view->has_brake) return pdk_trace_value_at(view->trace, PDK_TRACE_BRAKE, time) >= brake_on;
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
    for (; at < end && at - *stop <= gap_in_zone; at += grid) {
        if (brakes_at(view, at)) *stop = at;
    }
    return true;
}

/* The slowest place between two others. */
static double slowest(const lap_view *view, double from, double to)
{
    double best = from, least = HUGE_VAL;
    for (double at = from; at < to; at += grid) {
        double speed = speed_at(view, at);
        if (speed < least) {
            least = speed;
            best = at;
        }
    }
    return best;
}

static size_t find_starts(const pdk_lap_comparison *comparison, const lap_view *view, double starts[MOST_CORNERS])
{
    size_t count = 0;
    double at = 0, start, stop;
    while (count < MOST_CORNERS && next_zone(view, at, comparison->length, &start, &stop)) {
        double apex = slowest(view, start, fmin(stop + 50, comparison->length));
        if (speed_at(view, start) - speed_at(view, apex) >= least_drop) starts[count++] = start;
        at = stop + grid;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------- what each lap did */

/* The beginning of the braking that ends nearest before the lap's own slowest place. */
static double brake_place(const lap_view *view, const pdk_corner_run *run, double slow)
{
    double found = NAN, start, stop, at = fmax(run->start - look_back, 0);
    while (next_zone(view, at, slow + grid, &start, &stop)) {
        found = start;
        at = stop + grid;
    }
    return found;
}

static double throttle_place(const lap_view *view, const pdk_corner_run *run, double slow)
{
    if (!has_values(view->trace, PDK_TRACE_THROTTLE)) return NAN;
    for (double at = slow; at < run->end; at += grid) {
        double time = pdk_trace_time_at(view->trace, at);
        if (pdk_trace_value_at(view->trace, PDK_TRACE_THROTTLE, time) >= throttle_on) return at;
    }
    return NAN;
}

static void visit_corner(const pdk_lap_comparison *comparison, size_t lap, pdk_corner_run *run)
{
    lap_view view = { &comparison->traces[lap], has_values(&comparison->traces[lap], PDK_TRACE_BRAKE) };
    double slow = slowest(&view, run->start, run->end);
    run->visits[lap] = (pdk_corner_visit){
        .time = pdk_compare_time(comparison, lap, run->end) - pdk_compare_time(comparison, lap, run->start),
        .delta = pdk_compare_delta(comparison, lap, run->end) - pdk_compare_delta(comparison, lap, run->start),
        .brake_distance = run->corner > 0 ? brake_place(&view, run, slow) : NAN,
        .minimum_speed = speed_at(&view, slow),
        .minimum_distance = slow,
        .throttle_distance = run->corner > 0 ? throttle_place(&view, run, slow) : NAN,
    };
}

pdk_status pdk_compare_corners(pdk_lap_comparison *comparison, pdk_error *error)
{
    double starts[MOST_CORNERS];
    lap_view reference = { &comparison->traces[0], has_values(&comparison->traces[0], PDK_TRACE_BRAKE) };
    size_t zones = reference.trace->channels[PDK_TRACE_SPEED] != NULL ? find_starts(comparison, &reference, starts) : 0;
    bool runs_in = zones > 0 && starts[0] > 0;
    size_t count = zones + (runs_in || zones == 0 ? 1 : 0), first = count - zones;
    comparison->corners = pdk_alloc_array(comparison->memory, count, sizeof *comparison->corners);
    pdk_corner_visit *visits = pdk_alloc_array(comparison->memory, (uint64_t)count * comparison->count, sizeof *visits);
    if (comparison->corners == NULL || visits == NULL) return pdk_fail_memory(error, comparison->memory, "the corners");
    comparison->corner_count = count;
    for (size_t i = 0; i < count; i++) {
        pdk_corner_run *run = &comparison->corners[i];
        run->corner = run->last_corner = (uint32_t)(i + 1 - first);
        run->start = i < first ? 0 : starts[i - first];
        run->end = i + 1 < count ? starts[i + 1 - first] : comparison->length;
    }
    pdk_status status = pdk_compare_number_corners(comparison, error);
    for (size_t i = 0; i < comparison->corner_count && status == PDK_OK; i++) {
        pdk_corner_run *run = &comparison->corners[i];
        run->apex = slowest(&reference, run->start, run->end);
        run->visits = visits + i * comparison->count;
        for (size_t lap = 0; lap < comparison->count && status == PDK_OK; lap++) {
            visit_corner(comparison, lap, run);
            status = pdk_compare_go_on(comparison, lap, error);
        }
    }
    return status;
}
