/* Where a car was at a time: between two samples of a segment, never over its ends. */
#include <math.h>

#include "base/trigonometry.h"
#include "base/cubic.h"
#include "motion/paths.h"

enum { MOST_STEPS_BACK = 64 }; /* over segments that overlap because clocks went back */

static double end_of(const pdk_path *path, size_t segment)
{
    const pdk_path_segment *one = &path->segments[segment];
    return path->samples[one->first + one->count - 1].time;
}

size_t pdk_path_find_segment(const pdk_path *path, double time)
{
    size_t low = 0, high = path->segment_count;
    while (low < high) { /* the first that begins later */
        size_t middle = low + (high - low) / 2;
        if (path->samples[path->segments[middle].first].time <= time) low = middle + 1;
        else high = middle;
    }
    for (size_t back = 0; back < MOST_STEPS_BACK && low > 0; back++) {
        low--;
        if (end_of(path, low) >= time) return low;
    }
    return SIZE_MAX;
}

/* The last sample of low .. high-1 that is not later than `time`; the first where all are. */
static size_t last_until(const pdk_path *path, size_t low, size_t high, double time)
{
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (path->samples[middle].time <= time) low = middle;
        else high = middle;
    }
    return low;
}

size_t pdk_path_find_sample(const pdk_path *path, size_t segment, double time)
{
    const pdk_path_segment *one = &path->segments[segment];
    return last_until(path, one->first, (size_t)one->first + one->count, time);
}

/* The same, from a sample on that is not far before it, as most often. */
static size_t find_sample_near(const pdk_path *path, size_t segment, size_t hint, double time)
{
    const pdk_path_segment *one = &path->segments[segment];
    size_t low = one->first, high = low + one->count, step = 1;
    if (hint <= low || hint >= high || path->samples[hint].time > time) return last_until(path, low, high, time);
    for (low = hint; step < high - low && path->samples[low + step].time <= time; step *= 2) low += step;
    return last_until(path, low, step < high - low ? low + step : high, time);
}

static void place_of(const pdk_path_sample *sample, double place[3])
{
    place[0] = sample->x;
    place[1] = sample->y;
    place[2] = sample->z;
}

/* A coordinate's rate from the samples on both sides, as far as the segment has them. */
static double rate_at(const pdk_path *path, const pdk_path_segment *segment, size_t sample, int k)
{
    size_t before = sample > segment->first ? sample - 1 : sample,
           after = sample + 1 < (size_t)segment->first + segment->count ? sample + 1 : sample;
    double from[3], to[3], time = path->samples[after].time - path->samples[before].time;
    place_of(&path->samples[before], from);
    place_of(&path->samples[after], to);
    return time > 0 ? (to[k] - from[k]) / time : 0;
}

/* One coordinate of pdk_path_between; `velocity` may be NULL. */
static inline double coordinate_between(const pdk_path *path, size_t segment, size_t sample, double share, int k,
                                        double *velocity)
{
    const pdk_path_segment *one = &path->segments[segment];
    double from[3], to[3], leave = rate_at(path, one, sample, k);
    place_of(&path->samples[sample], from);
    if (sample + 1 >= (size_t)one->first + one->count) {
        if (velocity != NULL) *velocity = leave;
        return from[k];
    }
    double step = path->samples[sample + 1].time - path->samples[sample].time, t = share, t2 = t * t;
    double arrive = rate_at(path, one, sample + 1, k);
    place_of(&path->samples[sample + 1], to);
    if (velocity != NULL)
        *velocity =
            (from[k] - to[k]) * (6 * t2 - 6 * t) / step + leave * (3 * t2 - 4 * t + 1) + arrive * (3 * t2 - 2 * t);
    return pdk_cubic(from[k], to[k], step * leave, step * arrive, t);
}

void pdk_path_between(const pdk_path *path, size_t segment, size_t sample, double share, double position[3],
                      double velocity[3])
{
    for (int k = 0; k < 3; k++) position[k] = coordinate_between(path, segment, sample, share, k, &velocity[k]);
}

/* How much of the way from a sample to the next is behind the car. */
static double share_at(const pdk_path *path, size_t segment, size_t sample, double time)
{
    const pdk_path_segment *one = &path->segments[segment];
    const pdk_path_sample *from = &path->samples[sample],
                          *to = sample + 1 < (size_t)one->first + one->count ? from + 1 : from;
    return to->time > from->time ? (time - from->time) / (to->time - from->time) : 0;
}

bool pdk_path_at(const pdk_paths *paths, const pdk_path *path, double time, pdk_path_state *state)
{
    size_t segment = pdk_path_find_segment(path, time);
    if (segment == SIZE_MAX) return false;
    size_t sample = pdk_path_find_sample(path, segment, time);
    const pdk_path_segment *one = &path->segments[segment];
    const pdk_path_sample *from = &path->samples[sample],
                          *to = sample + 1 < (size_t)one->first + one->count ? from + 1 : from;
    double share = share_at(path, segment, sample, time);
    *state = (pdk_path_state){ .time = time,
                               .speed = from->speed + share * ((double)to->speed - from->speed),
                               .throttle = from->throttle / 255.0,
                               .brake = from->brake / 255.0,
                               .gear = from->gear,
                               .segment = segment,
                               .sample = sample };
    state->heading = pdk_wrap_angle(from->heading + share * pdk_wrap_angle((double)to->heading - from->heading));
    pdk_path_between(path, segment, sample, share, state->position, state->velocity);
    for (int k = 0; k < 3; k++) state->position[k] += paths->origin[k];
    return true;
}

bool pdk_path_x_at(const pdk_paths *paths, const pdk_path *path, double time, size_t *sample, double *x)
{
    size_t segment = pdk_path_find_segment(path, time);
    if (segment == SIZE_MAX) return false;
    *sample = find_sample_near(path, segment, *sample, time);
    *x = coordinate_between(path, segment, *sample, share_at(path, segment, *sample, time), 0, NULL) + paths->origin[0];
    return true;
}

const pdk_path *pdk_paths_find(const pdk_paths *paths, uint64_t slot)
{
    size_t low = 0, high = paths->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (paths->paths[middle].slot < slot) low = middle + 1;
        else high = middle;
    }
    return low < paths->count && paths->paths[low].slot == slot ? &paths->paths[low] : NULL;
}
