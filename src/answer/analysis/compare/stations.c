/* Where on the track each sample is: by the game's ruler, by a line that all laps are projected on, or by what each car
 * has travelled. */
#include <math.h>

#include "analysis/compare/comparison.h"
#include "base/text.h"

const char *pdk_compare_method_name(pdk_compare_method method)
{
    static const char *const names[] = { "", "ruler", "projection", "distance" };
    return (size_t)method < sizeof names / sizeof names[0] ? names[method] : "";
}

/* All laps count their places from the same line with the same ruler. */
static bool share_ruler(const pdk_lap_comparison *comparison)
{
    const pdk_found_lap *reference = &comparison->laps[0];
    for (size_t i = 0; i < comparison->count; i++) {
        const pdk_found_lap *lap = &comparison->laps[i];
        if (comparison->traces[i].ruler == NULL || isnan(lap->ruler_length) ||
            !pdk_compare_shares_lines(comparison, i) || !pdk_same_text(lap->track, reference->track)) {
            return false;
        }
    }
    return true;
}

/* The ruler counts from 0 in each lap; a recording may go on beyond both ends of this one. */
static void count_on(pdk_trace *trace, double length)
{
    size_t first = 0;
    double turns = 0;
    for (size_t i = 0; i < trace->count; i++) {
        if (i > 0 && trace->ruler[i] < trace->ruler[i - 1] - length / 2) turns += length;
        trace->station[i] = trace->ruler[i] + turns;
        if (trace->time[i] < trace->start_time) first = i + 1;
    }
    double before = first < trace->count ? length * round(trace->station[first] / length) : 0;
    for (size_t i = 0; i < trace->count; i++) trace->station[i] -= before;
}

static void by_ruler(pdk_lap_comparison *comparison)
{
    comparison->length = comparison->laps[0].ruler_length;
    for (size_t i = 0; i < comparison->count; i++) {
        pdk_trace *trace = &comparison->traces[i];
        count_on(trace, comparison->length);
        pdk_trace_keep_rising(trace);
    }
}

static double step_of(const pdk_trace *trace, size_t sample)
{
    double sum = 0;
    for (int axis = PDK_TRACE_X; axis <= PDK_TRACE_Z; axis++) {
        double moved = trace->channels[axis][sample] - trace->channels[axis][sample - 1];
        sum += moved * moved;
    }
    return sqrt(sum);
}

static void by_distance(pdk_lap_comparison *comparison)
{
    comparison->length = HUGE_VAL;
    for (size_t i = 0; i < comparison->count; i++) {
        pdk_trace *trace = &comparison->traces[i];
        trace->station[0] = 0;
        for (size_t k = 1; k < trace->count; k++) trace->station[k] = trace->station[k - 1] + step_of(trace, k);
        double start = pdk_trace_station_at(trace, trace->start_time);
        for (size_t k = 0; k < trace->count; k++) trace->station[k] -= start;
        comparison->length = fmin(comparison->length, pdk_trace_station_at(trace, trace->end_time));
    }
}

/* The lines by the stations found: the record's own times are only as fine as the game's clock. */
static pdk_status cross_lines(pdk_lap_comparison *comparison, pdk_error *error)
{
    for (size_t i = 0; i < comparison->count; i++) {
        pdk_trace *trace = &comparison->traces[i];
        trace->line_time = pdk_trace_time_at(trace, 0);
        trace->finish_time = pdk_trace_time_at(trace, comparison->length);
        if (trace->finish_time > trace->line_time) continue;
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap",
            "lap %u of %.*s does not go from the start line of the reference to its finish: give one start line for "
            "all",
            (unsigned)comparison->laps[i].lap, (int)comparison->laps[i].file.size, comparison->laps[i].file.data);
    }
    return PDK_OK;
}

pdk_status pdk_compare_stations(pdk_lap_comparison *comparison, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    bool ruler = share_ruler(comparison);
    comparison->method = options->method;
    if (comparison->method == PDK_COMPARE_BEST)
        comparison->method = ruler && options->track == NULL ? PDK_COMPARE_RULER : PDK_COMPARE_PROJECTION;
    if (comparison->method == PDK_COMPARE_RULER && !ruler) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.ruler",
                        "these laps do not share a ruler: omit --by, or use --by projection");
    }
    pdk_status status = PDK_OK;
    if (comparison->method == PDK_COMPARE_RULER) by_ruler(comparison);
    else if (comparison->method == PDK_COMPARE_DISTANCE) by_distance(comparison);
    else status = pdk_compare_project(comparison, error);
    return status == PDK_OK ? cross_lines(comparison, error) : status;
}
