/* How often a log has samples, from when to when, and where its beacons are. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/whole.h"
#include "logger/log.h"

static const uint32_t rates[] = { 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000 };

enum { LOOKED_AT = 1024, SPREAD = 32 /* log samples for each recorded one, at most */, ALWAYS = 100000 };

static const double lead_time = 0.1; /* s */

static int compare_numbers(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* The usual time between two samples, from some of the longest part. */
static pdk_status usual_step(const pdk_log *log, const pdk_recorded_part *parts, size_t count, double *step,
                             pdk_error *error)
{
    double times[LOOKED_AT];
    const pdk_recorded_part *longest = &parts[0];
    for (size_t i = 1; i < count; i++)
        if (parts[i].count > longest->count) longest = &parts[i];
    size_t some = longest->count < LOOKED_AT ? (size_t)longest->count : LOOKED_AT, steps = 0;
    const pdk_motion *motion = log->recording->motion;
    pdk_channel_read read = { pdk_motion_find_channel(motion, PDK_ROLE_TIME), times };
    pdk_status status =
        pdk_motion_read(motion, log->run, longest->first + (longest->count - some) / 2, some, &read, 1, error);
    if (status != PDK_OK) return status;
    for (size_t i = 1; i < some; i++) {
        double passed = times[i] - times[i - 1];
        if (passed > 0) times[steps++] = passed; /* steps is never ahead of i */
    }
    qsort(times, steps, sizeof times[0], compare_numbers);
    *step = steps > 0 ? times[steps / 2] : 1;
    return PDK_OK;
}

/* At least as often as the recording has samples; of two that fit, the lower. */
static uint32_t rate_of(double step)
{
    size_t last = sizeof rates / sizeof rates[0] - 1;
    for (size_t i = 0; i < last; i++)
        if ((double)rates[i] * step >= 0.98) return rates[i];
    return rates[last];
}

static pdk_status find_beacons(pdk_log *log, double reach, pdk_error *error)
{
    log->beacons = pdk_alloc_array(log->recording->job->memory, 2 * (uint64_t)log->lap_count, sizeof *log->beacons);
    if (log->beacons == NULL) return pdk_fail_memory(error, log->recording->job->memory, "beacons");
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < log->lap_count; i++) {
        const pdk_recorded_lap *lap = &log->laps[i];
        if (lap->from_line) log->beacons[count++] = lap->start;
        if (lap->to_line) log->beacons[count++] = lap->end;
    }
    qsort(log->beacons, count, sizeof log->beacons[0], compare_numbers);
    for (size_t i = 0; i < count; i++) {
        double time = log->beacons[i];
        if (!(time >= log->seen_start - reach) || !(time <= log->seen_end + reach)) continue;
        if (kept > 0 && time - log->beacons[kept - 1] < 0.001) continue; /* the end of one lap begins the next */
        log->beacons[kept++] = time;
    }
    log->beacon_count = kept;
    return PDK_OK;
}

static pdk_status place_samples(pdk_log *log, bool lead, uint64_t recorded, pdk_error *error)
{
    double rate = (double)log->rate, end = log->seen_end;
    uint64_t before = 0;
    if (lead && log->beacon_count > 0 && log->beacons[0] < log->seen_start + 1 / rate)
        before = pdk_whole_size(ceil((log->seen_start - log->beacons[0] + lead_time) * rate - 0.001));
    if (lead && log->beacon_count > 0 && log->beacons[log->beacon_count - 1] > end - 1 / rate)
        end = log->beacons[log->beacon_count - 1] + lead_time;
    log->start = log->seen_start - (double)before / rate;
    double samples = floor((end - log->start) * rate + 0.001) + 1;
    if (!(samples <= (double)recorded * SPREAD + ALWAYS) || !(samples <= (double)UINT32_MAX)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "logger.gaps",
                        "%.0f s have only %" PRIu64 " samples of this driver, too few to be a log: choose a shorter "
                        "time",
                        end - log->start, recorded);
    }
    log->count = (uint64_t)samples;
    return PDK_OK;
}

pdk_status pdk_log_choose_grid(pdk_log *log, bool lead, pdk_error *error)
{
    pdk_recorded_part *parts;
    size_t count;
    double step = 1;
    uint64_t recorded = 0;
    pdk_status status = pdk_recording_parts(log->recording, log->run, &parts, &count, error);
    if (status != PDK_OK) return status;
    status = usual_step(log, parts, count, &step, error);
    log->rate = rate_of(step);
    log->seen_start = INFINITY;
    log->seen_end = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        recorded += parts[i].count;
        log->seen_start = fmin(log->seen_start, parts[i].start);
        if (i > 0 && parts[i].start > log->seen_end) log->held += parts[i].start - log->seen_end;
        log->seen_end = fmax(log->seen_end, parts[i].end);
    }
    pdk_free(log->recording->job->memory, parts);
    log->laps = pdk_recording_laps(log->recording, log->run, &log->lap_count);
    if (status == PDK_OK) status = find_beacons(log, 1.5 * step, error);
    return status == PDK_OK ? place_samples(log, lead, recorded, error) : status;
}
