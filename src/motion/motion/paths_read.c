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

size_t pdk_path_find_sample(const pdk_path *path, size_t segment, double time)
{
    const pdk_path_segment *one = &path->segments[segment];
    size_t low = one->first, high = (size_t)one->first + one->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (path->samples[middle].time <= time) low = middle;
        else high = middle;
    }
    return low;
}

static void place_of(const pdk_path_sample *sample, double place[3])
{
    place[0] = sample->x;
    place[1] = sample->y;
    place[2] = sample->z;
}

/* From the samples on both sides, as far as the segment has them. */
static void velocity_at(const pdk_path *path, const pdk_path_segment *segment, size_t sample, double velocity[3])
{
    size_t before = sample > segment->first ? sample - 1 : sample,
           after = sample + 1 < (size_t)segment->first + segment->count ? sample + 1 : sample;
    double from[3], to[3], time = path->samples[after].time - path->samples[before].time;
    place_of(&path->samples[before], from);
    place_of(&path->samples[after], to);
    for (int k = 0; k < 3; k++) velocity[k] = time > 0 ? (to[k] - from[k]) / time : 0;
}

void pdk_path_between(const pdk_path *path, size_t segment, size_t sample, double share, double position[3],
                      double velocity[3])
{
    const pdk_path_segment *one = &path->segments[segment];
    double from[3], to[3], leave[3], arrive[3];
    place_of(&path->samples[sample], from);
    velocity_at(path, one, sample, leave);
    if (sample + 1 >= (size_t)one->first + one->count) {
        for (int k = 0; k < 3; k++) {
            position[k] = from[k];
            velocity[k] = leave[k];
        }
        return;
    }
    double step = path->samples[sample + 1].time - path->samples[sample].time, t = share, t2 = t * t;
    place_of(&path->samples[sample + 1], to);
    velocity_at(path, one, sample + 1, arrive);
    for (int k = 0; k < 3; k++) {
        position[k] = pdk_cubic(from[k], to[k], step * leave[k], step * arrive[k], t);
        velocity[k] = (from[k] - to[k]) * (6 * t2 - 6 * t) / step + leave[k] * (3 * t2 - 4 * t + 1) +
                      arrive[k] * (3 * t2 - 2 * t);
    }
}

bool pdk_path_at(const pdk_paths *paths, const pdk_path *path, double time, pdk_path_state *state)
{
    size_t segment = pdk_path_find_segment(path, time);
    if (segment == SIZE_MAX) return false;
    size_t sample = pdk_path_find_sample(path, segment, time);
    const pdk_path_segment *one = &path->segments[segment];
    const pdk_path_sample *from = &path->samples[sample],
                          *to = sample + 1 < (size_t)one->first + one->count ? from + 1 : from;
    double share = to->time > from->time ? (time - from->time) / (to->time - from->time) : 0;
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
