/* Sectors: where their lines are, and the time between them. */
#include <math.h>

#include "analysis/compare/comparison.h"

/* A line's place by the times of the laps. A game that stamps the first tick at or after a line gives an interval for
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

/* Splits are compared only where the lap has the lines of the reference; the lap time always. */
static double recorded_at(const pdk_lap_comparison *comparison, size_t lap, size_t split, size_t splits)
{
    const pdk_found_lap *found = &comparison->laps[lap];
    if (split == splits) return found->lap_time;
    return pdk_compare_shares_lines(comparison, lap) ? found->splits[split] : NAN;
}

/* Positions and recorded times of a lap disagree by some milliseconds: games round times, and sample positions. People
 * see both, so the lap's time at a line is the recorded one, and what is missing is spread evenly over the way to that
 * line. A recorded time that is further away is of another place or of another clock: it is left alone, and
 * `residuals` tells. So are those of laps laid side by side by the distance driven, which shows how rough that is. */
static void tie(const pdk_lap_comparison *comparison, size_t lap)
{
    static const double most = 0.05, steepest = 0.001; /* s; s a metre: time advances whatever is added */
    double before = 0, from = 0;
    for (size_t i = 0; i < comparison->sector_count; i++) {
        pdk_sector_run *sector = &comparison->sectors[i];
        double missing = sector->recorded[lap] - pdk_compare_found(comparison, lap, sector->end);
        bool tied = comparison->method != PDK_COMPARE_DISTANCE && fabs(missing) <= most &&
                    fabs(missing - before) <= steepest * (sector->end - from);
        sector->ties[lap] = tied ? missing : before;
        before = sector->ties[lap];
        from = sector->end;
    }
}

static void measure(const pdk_lap_comparison *comparison, size_t lap)
{
    for (size_t i = 0; i < comparison->sector_count; i++) {
        const pdk_sector_run *sector = &comparison->sectors[i];
        sector->times[lap] =
            pdk_compare_time(comparison, lap, sector->end) - pdk_compare_time(comparison, lap, sector->start);
        sector->deltas[lap] =
            pdk_compare_delta(comparison, lap, sector->end) - pdk_compare_delta(comparison, lap, sector->start);
    }
}

pdk_status pdk_compare_sectors(pdk_lap_comparison *comparison, pdk_error *error)
{
    enum { NUMBERS = 4 }; /* of each lap and sector */
    size_t splits = most_splits(comparison), laps = comparison->count;
    comparison->sectors = pdk_alloc_array(comparison->memory, splits + 1, sizeof *comparison->sectors);
    double *numbers = pdk_alloc_array(comparison->memory, NUMBERS * (splits + 1) * laps, sizeof *numbers);
    if (comparison->sectors == NULL || numbers == NULL)
        return pdk_fail_memory(error, comparison->memory, "the sectors");
    double start = 0;
    for (size_t i = 0; i <= splits; i++) {
        double end = i < splits ? place_of(comparison, i) : comparison->length;
        if (!(end > start) || end > comparison->length) continue;
        pdk_sector_run *sector = &comparison->sectors[comparison->sector_count++];
        *sector = (pdk_sector_run){ .start = start,
                                    .end = end,
                                    .times = numbers,
                                    .deltas = numbers + laps,
                                    .recorded = numbers + 2 * laps,
                                    .ties = numbers + 3 * laps };
        numbers += NUMBERS * laps;
        for (size_t lap = 0; lap < laps; lap++) sector->recorded[lap] = recorded_at(comparison, lap, i, splits);
        start = end;
    }
    for (size_t lap = 0; lap < laps; lap++) tie(comparison, lap);
    for (size_t lap = 0; lap < laps; lap++) measure(comparison, lap);
    return PDK_OK;
}
