/* What all parts of a comparison ask for: times at stations, which laps share their lines, whether to go on. */
#include "analysis/compare/comparison.h"

#include <math.h>

#include "base/callback.h"

double pdk_compare_found(const pdk_lap_comparison *comparison, size_t lap, double station)
{
    const pdk_trace *trace = &comparison->traces[lap];
    return pdk_trace_time_at(trace, station) - trace->line_time;
}

/* What recorded times at the lines around add: it goes evenly from one line to the next. */
static double tie_at(const pdk_lap_comparison *comparison, size_t lap, double station)
{
    double before = 0;
    for (size_t i = 0; i < comparison->sector_count; i++) {
        const pdk_sector_run *sector = &comparison->sectors[i];
        if (station < sector->end) {
            double share = (station - sector->start) / (sector->end - sector->start);
            return before + fmax(share, 0) * (sector->ties[lap] - before);
        }
        before = sector->ties[lap];
    }
    return before;
}

double pdk_compare_time(const pdk_lap_comparison *comparison, size_t lap, double station)
{
    return pdk_compare_found(comparison, lap, station) + tie_at(comparison, lap, station);
}

double pdk_compare_delta(const pdk_lap_comparison *comparison, size_t lap, double station)
{
    return lap == 0 ? 0 : pdk_compare_time(comparison, lap, station) - pdk_compare_time(comparison, 0, station);
}

pdk_status pdk_compare_go_on(const pdk_lap_comparison *comparison, size_t done, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    bool wanted = pdk_tell_progress(options->progress, options->progress_user, done, comparison->count);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

bool pdk_compare_shares_lines(const pdk_lap_comparison *comparison, size_t lap)
{
    if (comparison->laps[lap].aligned) return false;
    double own = comparison->laps[lap].ruler_length, of_reference = comparison->laps[0].ruler_length;
    return isnan(own) ? isnan(of_reference) : fabs(own - of_reference) < 0.01;
}

void pdk_trace_keep_rising(pdk_trace *trace)
{
    for (size_t i = 1; i < trace->count; i++) {
        if (!(trace->station[i] >= trace->station[i - 1])) trace->station[i] = trace->station[i - 1];
    }
}
