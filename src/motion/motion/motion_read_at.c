/* Reading at any time. A window of samples around the time before is kept, so that times in order cost little more than
 * the samples between them. */
#include <math.h>
#include <string.h>

#include "base/trigonometry.h"
#include "base/binary_search.h"
#include "base/cubic.h"
#include "motion/motion.h"

enum { WINDOW = 64, MOST_READ = 12 /* channels at once, with time and what curves need */, STEPS_BACK = 64 };

/* How a channel goes from one sample to the next. */
typedef enum manner { LINEAR, STEP, ROUND, CURVE } manner;

typedef struct window {
    const pdk_motion *motion;
    size_t run;
    const pdk_motion_segment *segment; /* NULL = nothing is read yet */
    uint64_t first;
    size_t count;
    double times[WINDOW];
    double values[MOST_READ][WINDOW];
    size_t channels[MOST_READ];
    size_t channel_count;
} window;

static manner manner_of(const pdk_motion *motion, pdk_role role)
{
    switch (role) {
    case PDK_ROLE_GEAR: return STEP;
    case PDK_ROLE_HEADING: return ROUND;
    case PDK_ROLE_X:
    case PDK_ROLE_Y:
    case PDK_ROLE_Z: return motion->curved ? CURVE : LINEAR;
    default: return LINEAR;
    }
}

static const pdk_motion_segment *find_segment(const pdk_motion_segment *segments, size_t count, double time)
{
    size_t low = 0, high = count;
    while (low < high) { /* the first that begins later */
        size_t middle = low + (high - low) / 2;
        if (segments[middle].start_time <= time) low = middle + 1;
        else high = middle;
    }
    for (size_t back = 0; back < STEPS_BACK && low > 0; back++) {
        low--;
        if (segments[low].end_time >= time) return &segments[low];
    }
    return NULL;
}

static pdk_status read_window(window *seen, uint64_t first, pdk_error *error)
{
    uint64_t end = seen->segment->first + seen->segment->count;
    seen->first = first;
    seen->count = end - first < WINDOW ? (size_t)(end - first) : WINDOW;
    pdk_channel_read reads[MOST_READ + 1];
    reads[0] = (pdk_channel_read){ pdk_motion_find_channel(seen->motion, PDK_ROLE_TIME), seen->times };
    for (size_t i = 0; i < seen->channel_count; i++)
        reads[1 + i] = (pdk_channel_read){ seen->channels[i], seen->values[i] };
    return pdk_motion_read(seen->motion, seen->run, first, seen->count, reads, 1 + seen->channel_count, error);
}

static pdk_status time_at(const window *seen, uint64_t sample, double *time, pdk_error *error)
{
    pdk_channel_read read = { pdk_motion_find_channel(seen->motion, PDK_ROLE_TIME), time };
    return pdk_motion_read(seen->motion, seen->run, sample, 1, &read, 1, error);
}

/* Makes the window hold the last sample that is not later than `time`, and the next where the segment has one. */
static pdk_status move_window(window *seen, const pdk_motion_segment *segment, double time, pdk_error *error)
{
    bool same = seen->segment == segment && seen->count > 0;
    if (same && seen->times[0] <= time) {
        bool is_last = seen->first + seen->count == segment->first + segment->count;
        if (time < seen->times[seen->count - 1] || is_last) return PDK_OK;
        seen->segment = segment; /* most often it is in the next window */
        pdk_status status = read_window(seen, seen->first + seen->count - 1, error);
        bool fits = seen->first + seen->count == segment->first + segment->count || time < seen->times[seen->count - 1];
        if (status != PDK_OK || fits) return status;
    }
    seen->segment = segment;
    uint64_t low = segment->first, high = segment->first + segment->count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        double there;
        pdk_status status = time_at(seen, middle, &there, error);
        if (status != PDK_OK) return status;
        if (there <= time) low = middle;
        else high = middle;
    }
    return read_window(seen, low, error);
}

static double value_at(const window *seen, size_t channel, size_t i, double time)
{
    const double *values = seen->values[channel];
    if (i + 1 == seen->count) return values[i];
    double step = seen->times[i + 1] - seen->times[i], t = step > 0 ? (time - seen->times[i]) / step : 0;
    pdk_role role = seen->motion->channels[seen->channels[channel]].role;
    switch (manner_of(seen->motion, role)) {
    case STEP: return t < 1 ? values[i] : values[i + 1];
    case ROUND: return values[i] + t * pdk_wrap_angle(values[i + 1] - values[i]);
    case CURVE: { /* its velocity is the next channel */
        const double *velocity = seen->values[channel + 1];
        return pdk_cubic(values[i], values[i + 1], step * velocity[i], step * velocity[i + 1], t);
    }
    case LINEAR: break;
    }
    return values[i] + t * (values[i + 1] - values[i]);
}

/* As many of the reads as fit into one window; returns how many. */
static size_t plan(window *seen, const pdk_channel_read *reads, size_t read_count, size_t place[MOST_READ])
{
    const pdk_motion *motion = seen->motion;
    size_t planned = 0;
    for (; planned < read_count; planned++) {
        pdk_role role = motion->channels[reads[planned].channel].role;
        bool curve = manner_of(motion, role) == CURVE;
        if (seen->channel_count + 1 + curve > MOST_READ) break;
        place[planned] = seen->channel_count;
        seen->channels[seen->channel_count++] = reads[planned].channel;
        pdk_role velocity = (pdk_role)((int)PDK_ROLE_VELOCITY_X + (int)role - (int)PDK_ROLE_X);
        if (curve) seen->channels[seen->channel_count++] = pdk_motion_find_channel(motion, velocity);
    }
    return planned;
}

/* What is read at which times, of which segments. */
typedef struct asked_times {
    const pdk_motion_segment *segments;
    size_t segment_count;
    const double *times;
    size_t count;
    const pdk_channel_read *reads;
    size_t read_count;
} asked_times;

static pdk_status read_some(window *seen, asked_times asked, size_t *done, pdk_error *error)
{
    size_t place[MOST_READ], planned = plan(seen, asked.reads, asked.read_count, place);
    for (size_t n = 0; n < asked.count; n++) {
        const pdk_motion_segment *segment = find_segment(asked.segments, asked.segment_count, asked.times[n]);
        if (segment == NULL) {
            for (size_t k = 0; k < planned; k++) asked.reads[k].values[n] = NAN;
            continue;
        }
        pdk_status status = move_window(seen, segment, asked.times[n], error);
        if (status != PDK_OK) return status;
        size_t before = pdk_last_double_not_above(seen->times, seen->count, asked.times[n]);
        for (size_t k = 0; k < planned; k++)
            asked.reads[k].values[n] = value_at(seen, place[k], before, asked.times[n]);
    }
    *done += planned;
    return PDK_OK;
}

pdk_status pdk_motion_read_times(const pdk_motion *motion, size_t run, const double *times, size_t count,
                                 const pdk_channel_read *reads, size_t read_count, pdk_error *error)
{
    const pdk_motion_segment *segments;
    size_t segment_count;
    if (motion == NULL || (times == NULL && count > 0) || (reads == NULL && read_count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a motion, times and reads are needed");
    pdk_status status = pdk_motion_segments(motion, run, &segments, &segment_count, error);
    for (size_t i = 0; i < read_count && status == PDK_OK; i++) {
        if (reads[i].channel < motion->channel_count && reads[i].values != NULL) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column", "the motion has no channel %zu",
                        reads[i].channel);
    }
    for (size_t done = 0; done < read_count && status == PDK_OK;) {
        window seen = { .motion = motion, .run = run };
        status =
            read_some(&seen, (asked_times){ segments, segment_count, times, count, reads + done, read_count - done },
                      &done, error);
    }
    return status;
}
