/* Sectors: where their lines are, and the time between them. */
#include <math.h>

#include "analysis/compare/comparison.h"

/* A line's place by what the laps tell. A game that stamps the first tick at or behind a line tells an interval for
 * each lap: their intersection is the place. Elsewhere the times are exact, and the mean is taken. */
static double place_of(const pdk_lap_comparison *comparison, size_t split)
{
    double low = -HUGE_VAL, high = HUGE_VAL, sum = 0, told = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const pdk_trace *trace = &comparison->traces[i];
        if (split >= comparison->laps[i].split_count || !pdk_compare_shares_lines(comparison, i)) continue;
        double at = trace->start_time + comparison->laps[i].splits[split];
        double from = pdk_trace_station_at(trace, at - trace->clock_step), to = pdk_trace_station_at(trace, at);
        if (!isfinite(from) || !isfinite(to)) continue;
        low = fmax(low, from);
        high = fmin(high, to);
        sum += (from + to) / 2;
        told++;
    }
    if (!(told > 0)) return NAN;
    return low <= high ? (low + high) / 2 : sum / told;
}

static size_t most_splits(const pdk_lap_comparison *comparison)
{
    size_t most = PDK_COMPARE_SPLITS;
    for (size_t i = 0; i < comparison->count; i++) {
        if (!comparison->laps[i].aligned && comparison->laps[i].split_count < most)
            most = comparison->laps[i].split_count;
    }
    return most;
}

pdk_status pdk_compare_sectors(pdk_lap_comparison *comparison, pdk_error *error)
{
    size_t splits = most_splits(comparison), laps = comparison->count;
    comparison->sectors = pdk_alloc_array(comparison->memory, splits + 1, sizeof *comparison->sectors);
    double *numbers = pdk_alloc_array(comparison->memory, 2 * (splits + 1) * laps, sizeof *numbers);
    if (comparison->sectors == NULL || numbers == NULL)
        return pdk_fail_memory(error, comparison->memory, "the sectors");
    double start = 0;
    for (size_t i = 0; i <= splits; i++) {
        double end = i < splits ? place_of(comparison, i) : comparison->length;
        if (!(end > start) || end > comparison->length) continue;
        pdk_sector_run *sector = &comparison->sectors[comparison->sector_count++];
        *sector = (pdk_sector_run){ .start = start, .end = end, .times = numbers, .deltas = numbers + laps };
        numbers += 2 * laps;
        for (size_t lap = 0; lap < laps; lap++) {
            sector->times[lap] = pdk_compare_time(comparison, lap, end) - pdk_compare_time(comparison, lap, start);
            sector->deltas[lap] = pdk_compare_delta(comparison, lap, end) - pdk_compare_delta(comparison, lap, start);
        }
        start = end;
    }
    return PDK_OK;
}
