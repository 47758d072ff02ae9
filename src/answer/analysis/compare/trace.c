/* Reading a lap's samples, and values between them. */
#include "analysis/compare/trace.h"

#include <math.h>

#include "base/binary_search.h"

static const pdk_role roles[PDK_TRACE_CHANNELS] = { PDK_ROLE_X,        PDK_ROLE_Y,     PDK_ROLE_Z,    PDK_ROLE_SPEED,
                                                    PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_GEAR, PDK_ROLE_STEER };

/* Beyond the samples: RAF begins up to one tick after the line and ends up to one before it. */
static const double reach = 0.25;

/* Channels of a lap, read at once. */
typedef struct lap_read {
    const pdk_motion *motion;
    pdk_memory *memory;
    size_t samples, count;
    pdk_channel_read reads[PDK_TRACE_CHANNELS + 2];
} lap_read;

/* One more, where the motion has it; *values NULL where not. False when out of memory. */
static bool add_channel(lap_read *read, pdk_role role, double **values)
{
    size_t channel = pdk_motion_find_channel(read->motion, role);
    *values = NULL;
    if (channel == PDK_NO_COLUMN) return true;
    *values = pdk_alloc_array(read->memory, read->samples, sizeof **values);
    if (*values == NULL) return false;
    read->reads[read->count++] = (pdk_channel_read){ .channel = channel, .values = *values };
    return true;
}

static pdk_status read_channels(const pdk_motion *motion, size_t run, uint64_t first, pdk_memory *memory,
                                pdk_trace *trace, pdk_error *error)
{
    lap_read read = { .motion = motion, .memory = memory, .samples = trace->count };
    bool good = add_channel(&read, PDK_ROLE_TIME, &trace->time) && add_channel(&read, PDK_ROLE_DISTANCE, &trace->ruler);
    for (int i = 0; i < PDK_TRACE_CHANNELS && good; i++) good = add_channel(&read, roles[i], &trace->channels[i]);
    if (!good) return pdk_fail_memory(error, memory, "a lap");
    return pdk_motion_read(motion, run, first, trace->count, read.reads, read.count, error);
}

/* The first sample of the run that is not before a time; times of a run rise. */
static pdk_status find_sample(const pdk_motion *motion, size_t run, double time, uint64_t *found, pdk_error *error)
{
    size_t channel = pdk_motion_find_channel(motion, PDK_ROLE_TIME);
    uint64_t low = 0, high = pdk_motion_run_at(motion, run)->samples;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double at;
        pdk_channel_read read = { .channel = channel, .values = &at };
        pdk_status status = pdk_motion_read(motion, run, middle, 1, &read, 1, error);
        if (status != PDK_OK) return status;
        if (at < time) low = middle + 1;
        else high = middle;
    }
    *found = low;
    return PDK_OK;
}

/* Samples whose time does not go on, and those that are nowhere, are left out. */
static void keep_sound(pdk_trace *trace)
{
    size_t kept = 0;
    for (size_t i = 0; i < trace->count; i++) {
        bool sound = isfinite(trace->time[i]) && (kept == 0 || trace->time[i] > trace->time[kept - 1]);
        for (int axis = PDK_TRACE_X; axis <= PDK_TRACE_Z; axis++)
            sound = sound && (trace->channels[axis] == NULL || isfinite(trace->channels[axis][i]));
        if (!sound) continue;
        trace->time[kept] = trace->time[i];
        for (int k = 0; k < PDK_TRACE_CHANNELS; k++) {
            if (trace->channels[k] != NULL) trace->channels[k][kept] = trace->channels[k][i];
        }
        if (trace->ruler != NULL) trace->ruler[kept] = trace->ruler[i];
        kept++;
    }
    trace->count = kept;
}

static pdk_status make_stations(pdk_trace *trace, pdk_memory *memory, pdk_error *error)
{
    trace->station = pdk_alloc_array(memory, trace->count, sizeof *trace->station);
    trace->offset = pdk_alloc_array(memory, trace->count, sizeof *trace->offset);
    if (trace->station == NULL || trace->offset == NULL) return pdk_fail_memory(error, memory, "a lap");
    for (size_t i = 0; i < trace->count; i++) trace->station[i] = trace->offset[i] = NAN;
    return PDK_OK;
}

pdk_status pdk_trace_read(const pdk_motion *motion, size_t run, double start_time, double end_time, pdk_memory *memory,
                          pdk_trace *trace, pdk_error *error)
{
    uint64_t first = 0, end = 0, samples = pdk_motion_run_at(motion, run)->samples;
    pdk_status status = find_sample(motion, run, start_time - 1, &first, error);
    if (status == PDK_OK) status = find_sample(motion, run, end_time + 1, &end, error);
    if (status != PDK_OK) return status;
    if (end > samples || end < first) end = samples;
    *trace = (pdk_trace){ .count = (size_t)(end - first),
                          .start_time = start_time,
                          .end_time = end_time,
                          .line_time = NAN,
                          .finish_time = NAN };
    status = read_channels(motion, run, first, memory, trace, error);
    if (status != PDK_OK) return status;
    keep_sound(trace);
    return make_stations(trace, memory, error);
}

/* ------------------------------------------------------------------------------------------- between samples */

bool pdk_trace_has(const pdk_trace *trace, pdk_trace_channel channel)
{
    if (trace->channels[channel] == NULL) return false;
    for (size_t i = 0; i < trace->count; i++) {
        if (isfinite(trace->channels[channel][i])) return true;
    }
    return false;
}

double pdk_trace_speed(const pdk_trace *trace, size_t sample)
{
    return trace->channels[PDK_TRACE_SPEED] != NULL ? trace->channels[PDK_TRACE_SPEED][sample] : NAN;
}

/* Time over stations between two samples. Where samples are far apart, the time that each metre takes changes on the
 * way from one speed to the other; close samples do not need that. */
static double between(const pdk_trace *trace, size_t sample, double station)
{
    double from = trace->station[sample], to = trace->station[sample + 1], passed = to - from;
    double begin = trace->time[sample], duration = trace->time[sample + 1] - begin;
    if (!(passed > 0)) return begin;
    double share = (station - from) / passed;
    double entry = pdk_trace_speed(trace, sample), leave = pdk_trace_speed(trace, sample + 1);
    double slow = passed / duration; /* the mean speed along the line */
    bool speeds = duration > 0.05 && entry > 0.5 * slow && leave > 0.5 * slow && entry < 2 * slow && leave < 2 * slow;
    if (!speeds) return begin + share * duration;
    /* A cubic through both ends with the slopes 1/speed there, turned so that it keeps to the mean. */
    double m0 = slow / entry, m1 = slow / leave, rest = 1 - share;
    double curve = share + share * rest * ((m0 - 1) * rest - (m1 - 1) * share);
    return begin + fmin(fmax(curve, 0), 1) * duration;
}

double pdk_trace_time_at(const pdk_trace *trace, double station)
{
    if (trace->count < 2) return NAN;
    size_t last = trace->count - 1, sample = pdk_last_double_not_above(trace->station, trace->count, station);
    if (station < trace->station[0] || sample == last) {
        size_t end = station < trace->station[0] ? 0 : last, near = end == 0 ? 0 : last - 1;
        double rate = (trace->station[near + 1] - trace->station[near]) / (trace->time[near + 1] - trace->time[near]);
        double beyond = (station - trace->station[end]) / rate;
        return fabs(beyond) <= reach ? trace->time[end] + beyond : NAN;
    }
    return between(trace, sample, station);
}

/* The last sample that is not later; 0 when all are. Most often samples are evenly spread, and the first guess is
 * right. */
static size_t find_time(const pdk_trace *trace, double time)
{
    const double *times = trace->time;
    size_t last = trace->count - 1;
    double share = (time - times[0]) / (times[last] - times[0]);
    if (share > 0 && share < 1) {
        size_t guess = (size_t)(share * (double)last);
        for (size_t at = guess > 0 ? guess - 1 : 0; at < last && at <= guess + 1; at++) {
            if (times[at] <= time && times[at + 1] > time) return at;
        }
    }
    return pdk_last_double_not_above(times, trace->count, time);
}

static double linear(const pdk_trace *trace, const double *values, double time)
{
    if (values == NULL || trace->count < 2) return NAN;
    size_t sample = find_time(trace, time);
    if (sample > trace->count - 2) sample = trace->count - 2;
    double share = (time - trace->time[sample]) / (trace->time[sample + 1] - trace->time[sample]);
    return values[sample] + share * (values[sample + 1] - values[sample]);
}

double pdk_trace_station_at(const pdk_trace *trace, double time)
{
    return linear(trace, trace->station, time);
}

double pdk_trace_offset_at(const pdk_trace *trace, double time)
{
    return linear(trace, trace->offset, time);
}

double pdk_trace_value_at(const pdk_trace *trace, pdk_trace_channel channel, double time)
{
    const double *values = trace->channels[channel];
    if (values == NULL || trace->count == 0) return NAN;
    double first = trace->time[0], last = trace->time[trace->count - 1];
    if (time < first) time = first; /* what is pressed does not go on beyond the samples */
    if (time > last) time = last;
    if (channel == PDK_TRACE_GEAR) return values[find_time(trace, time)];
    return linear(trace, values, time);
}
