/* What a lap did in a corner: where it braked, where it was slowest, where it came back on the throttle. An event is
 * given only where there is no other that may be meant: laps are compared by it, in words. */
#include <math.h>

#include "analysis/compare/comparison.h"

#include "base/binary_search.h"

static const double look_back = 100;    /* m before the reference's braking zone, where another lap's may begin */
static const double edge = 4;           /* m: a car that is slowest at the edge of a corner is slower beyond it */
static const double throttle_on = 0.15; /* of the pedal */
static const double shortest_lift = 0.2, longest_shift = 0.5; /* s */
static const double dab = 0.3;                                /* s: a driver who opens it for less is not on the
                                                               * throttle */

/* The first sample at a station or after it. */
static size_t first_from(const pdk_trace *trace, double station)
{
    return pdk_first_double_not_below(trace->station, trace->count, station);
}

/* Where a pedal passes a value between a sample and the one before. */
static double passed_at(const pdk_trace *trace, pdk_trace_channel channel, size_t sample, double value)
{
    double from = trace->channels[channel][sample - 1], to = trace->channels[channel][sample];
    double share = to > from ? fmin(fmax((value - from) / (to - from), 0), 1) : 1;
    return trace->station[sample - 1] + share * (trace->station[sample] - trace->station[sample - 1]);
}

/* --------------------------------------------------------------------------------------------------- slowest */

/* The slowest sample between two places; SIZE_MAX where there is none. */
static size_t slowest(const pdk_trace *trace, double from, double to)
{
    size_t found = SIZE_MAX;
    const double *speeds = trace->channels[PDK_TRACE_SPEED];
    for (size_t i = first_from(trace, from); i < trace->count && trace->station[i] <= to; i++) {
        if (isfinite(speeds[i]) && (found == SIZE_MAX || speeds[i] < speeds[found])) found = i;
    }
    return found;
}

/* Whether a sample is in the run's corner, and not at its edge. */
static bool is_inside(const pdk_trace *trace, const pdk_corner_run *run, size_t sample)
{
    return sample != SIZE_MAX && trace->station[sample] >= run->from + edge && trace->station[sample] <= run->to - edge;
}

/* --------------------------------------------------------------------------------------------------- braking */

/* How often it is braked between a place and sample `end`, and where the first zone begins that begins there. Releases
 * as short as PDK_BRAKE_GAP are within a zone. */
static size_t find_brakings(const pdk_trace *trace, double from, size_t end, double *place)
{
    size_t count = 0;
    double last = -HUGE_VAL;
    const double *brake = trace->channels[PDK_TRACE_BRAKE];
    *place = NAN;
    for (size_t i = first_from(trace, from); i <= end; i++) {
        if (!(brake[i] >= PDK_BRAKE_ON)) continue;
        bool again = trace->station[i] - last <= PDK_BRAKE_GAP;
        last = trace->station[i];
        if (again) continue;
        bool begins = i > 0 && !(brake[i - 1] >= PDK_BRAKE_ON);
        if (count++ == 0 && begins) *place = passed_at(trace, PDK_TRACE_BRAKE, i, PDK_BRAKE_ON);
    }
    return count;
}

/* On its own where it is braked once; the braking zone of the corner before is not this one's. */
static void measure_braking(const pdk_lap_comparison *comparison, const pdk_trace *trace, size_t corner, size_t end,
                            pdk_corner_visit *visit)
{
    const pdk_corner_run *run = &comparison->corners[corner];
    double before = corner > 0 && isfinite(run[-1].visits[0].minimum_distance) ? run[-1].visits[0].minimum_distance : 0,
           place;
    if (!pdk_trace_has(trace, PDK_TRACE_BRAKE)) return;
    size_t count = find_brakings(trace, fmax(run->start - look_back, before), end, &place);
    visit->unbraked = count == 0;
    if (count == 1) visit->brake_distance = place;
}

/* -------------------------------------------------------------------------------------------------- throttle */

/* Stretches of open throttle, lifts of up to `gap` seconds within them: from the one on that the slowest sample is in,
 * or that is the first after it. */
typedef struct openings {
    const pdk_trace *trace;
    size_t slow;
    double gap;
    size_t found; /* where that one begins; SIZE_MAX = there is none */
    bool several; /* it is opened again after it */
} openings;

static void take_opening(openings *all, size_t begin, size_t last)
{
    if (last < all->slow) return;
    if (all->found == SIZE_MAX) all->found = begin;
    else if (all->trace->time[last] - all->trace->time[begin] >= dab) all->several = true;
}

static void find_openings(openings *all, size_t first, size_t end)
{
    const double *throttle = all->trace->channels[PDK_TRACE_THROTTLE], *time = all->trace->time;
    size_t begin = SIZE_MAX, last = SIZE_MAX;
    for (size_t i = first; i < end; i++) {
        if (!(throttle[i] >= throttle_on)) continue;
        if (last == SIZE_MAX || time[i] - time[last] > all->gap) {
            if (begin != SIZE_MAX) take_opening(all, begin, last);
            begin = i;
        }
        last = i;
    }
    if (begin != SIZE_MAX) take_opening(all, begin, last);
}

/* Where the throttle comes on for good. Whether a lift is a change of gears or one of the driver's must not matter. */
static double throttle_place(const pdk_trace *trace, const pdk_corner_run *run, size_t slow)
{
    if (!pdk_trace_has(trace, PDK_TRACE_THROTTLE)) return NAN;
    size_t first = first_from(trace, run->start), end = first_from(trace, run->end);
    openings close = { .trace = trace, .slow = slow, .gap = shortest_lift, .found = SIZE_MAX }, wide = close;
    wide.gap = longest_shift;
    find_openings(&close, first, end);
    find_openings(&wide, first, end);
    if (close.found != wide.found || wide.several || wide.found == SIZE_MAX || wide.found <= first) return NAN;
    return passed_at(trace, PDK_TRACE_THROTTLE, wide.found, throttle_on);
}

/* ------------------------------------------------------------------------------------------------- the visit */

void pdk_compare_visit(pdk_lap_comparison *comparison, size_t lap, size_t corner)
{
    const pdk_trace *trace = &comparison->traces[lap];
    const pdk_corner_run *run = &comparison->corners[corner];
    pdk_corner_visit *visit = &run->visits[lap];
    *visit = (pdk_corner_visit){
        .time = pdk_compare_time(comparison, lap, run->end) - pdk_compare_time(comparison, lap, run->start),
        .delta = pdk_compare_delta(comparison, lap, run->end) - pdk_compare_delta(comparison, lap, run->start),
        .brake_distance = NAN,
        .minimum_speed = NAN,
        .minimum_distance = NAN,
        .throttle_distance = NAN,
    };
    if (run->corner == 0 || !pdk_trace_has(trace, PDK_TRACE_SPEED)) return;
    size_t slow = slowest(trace, run->from, run->to);
    if (!is_inside(trace, run, slow)) return;
    measure_braking(comparison, trace, corner, slow, visit);
    if (slowest(trace, run->start, run->end) != slow) return; /* it is slower elsewhere: which place is meant? */
    visit->minimum_speed = trace->channels[PDK_TRACE_SPEED][slow];
    visit->minimum_distance = trace->station[slow];
    visit->throttle_distance = throttle_place(trace, run, slow);
}
