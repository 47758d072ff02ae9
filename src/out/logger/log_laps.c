/* Channels about laps: which one, how far, how long. */
#include <math.h>

#include "logger/log.h"

enum { RUN = 1024 };

/* The lap under way at a time, from *at on; NULL = none. */
static const pdk_recorded_lap *lap_at(const pdk_log *log, double time, size_t *at)
{
    while (*at + 1 < log->lap_count && log->laps[*at + 1].start <= time) ++*at;
    if (log->lap_count == 0 || !(log->laps[*at].start <= time)) return NULL;
    return &log->laps[*at];
}

static bool fill_laps(pdk_log *log)
{
    double *number = NULL, *last = NULL, *running = NULL;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_LAP);
    if (added != NULL) number = added->values;
    added = pdk_log_add(log, PDK_LOG_LAP_TIME);
    if (added != NULL) last = added->values;
    added = pdk_log_add(log, PDK_LOG_RUNNING_TIME);
    if (added != NULL) running = added->values;
    if (number == NULL || last == NULL || running == NULL) return false;
    size_t at = 0, complete = 0;
    double lap_time = 0;
    for (uint64_t i = 0; i < log->count; i++) {
        double time = pdk_log_time(log, i);
        const pdk_recorded_lap *lap = lap_at(log, time, &at);
        for (; complete < log->lap_count && log->laps[complete].end <= time; complete++)
            if (isfinite(log->laps[complete].time)) lap_time = log->laps[complete].time;
        number[i] = lap != NULL ? lap->number : 0;
        running[i] = lap != NULL ? time - lap->start : 0;
        if (lap != NULL && lap->end < time && lap == &log->laps[log->lap_count - 1] && lap->to_line) {
            number[i] = lap->number + 1; /* what follows the last lap begins another */
            running[i] = time - lap->end;
        }
        last[i] = lap_time;
    }
    return true;
}

/* The distance that the game records, where it does; otherwise along the line that was driven. */
static pdk_status fill_distance(pdk_log *log, pdk_error *error)
{
    const pdk_motion *motion = log->recording->motion;
    size_t stored = pdk_motion_find_channel(motion, PDK_ROLE_DISTANCE);
    if (stored == PDK_NO_COLUMN && log->recording->track == NULL) return PDK_OK;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_LAP_DISTANCE);
    if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    uint64_t slot = pdk_motion_run_at(motion, log->run)->slot;
    for (uint64_t first = 0; first < log->count; first += RUN) {
        double times[RUN];
        size_t some = log->count - first < RUN ? (size_t)(log->count - first) : RUN;
        for (size_t i = 0; i < some; i++)
            times[i] = fmin(fmax(pdk_log_time(log, first + i), log->seen_start), log->seen_end);
        pdk_channel_read read = { stored, added->values + first };
        if (stored != PDK_NO_COLUMN) {
            pdk_status status = pdk_motion_read_times(motion, log->run, times, some, &read, 1, error);
            if (status != PDK_OK) return status;
        } else {
            pdk_driven_track_places(log->recording->track, slot, times, some, read.values, NULL);
        }
    }
    return PDK_OK;
}

pdk_status pdk_log_add_laps(pdk_log *log, pdk_error *error)
{
    if (log->lap_count > 0 && !fill_laps(log)) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    return fill_distance(log, error);
}
