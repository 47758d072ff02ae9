/* Where a car's path breaks: gaps, clocks that go back, jumps to the garage and back, places that are none. */
#include <math.h>

#include "base/median.h"
#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "motion/paths_parts.h"

enum { STEPS = 1024 /* to learn the usual time between samples from */ };

static double distance_between(const pdk_path_sample *a, const pdk_path_sample *b)
{
    double x = (double)b->x - a->x, y = (double)b->y - a->y, z = (double)b->z - a->z;
    return sqrt(x * x + y * y + z * z);
}

static bool jumps(const pdk_path_sample *from, const pdk_path_sample *to)
{
    return pdk_motion_jumps(distance_between(from, to), (double)from->speed, (double)to->speed, to->time - from->time);
}

/* Leaves out what has no place or comes twice, and marks where segments begin. Returns how many there are. */
static size_t mark_starts(pdk_path *path)
{
    size_t kept = 0, segments = 0;
    bool broken = true;
    for (size_t i = 0; i < path->count; i++) {
        pdk_path_sample sample = path->samples[i];
        if (isnan(sample.time)) {
            broken = true;
            continue;
        }
        broken |= sample.new_start;
        if (!broken) {
            const pdk_path_sample *last = &path->samples[kept - 1];
            if (sample.time == last->time) continue;
            broken = sample.time < last->time || sample.time - last->time > PDK_PATH_GAP || jumps(last, &sample);
        }
        sample.new_start = broken;
        segments += broken;
        broken = false;
        path->samples[kept++] = sample;
    }
    path->count = kept;
    return segments;
}

static int by_time(const void *one, const void *other, void *user)
{
    const pdk_path *path = user;
    const pdk_path_segment *a = one, *b = other;
    double first = path->samples[a->first].time, second = path->samples[b->first].time;
    return (first > second) - (first < second);
}

/* Speeds and directions of motion from the samples on both sides. */
static void derive(const pdk_path *path, const pdk_path_segment *segment)
{
    float heading = 0;
    for (size_t i = segment->first; i < (size_t)segment->first + segment->count; i++) {
        pdk_path_sample *sample = &path->samples[i];
        const pdk_path_sample *before = i > segment->first ? sample - 1 : sample,
                              *after = i + 1 < (size_t)segment->first + segment->count ? sample + 1 : sample;
        double time = after->time - before->time, moved = distance_between(before, after);
        if (isnan(sample->speed)) sample->speed = time > 0 ? (float)(moved / time) : 0;
        if (!isnan(sample->heading)) continue;
        bool drives = time > 0 && moved / time > 0.5;
        if (drives) heading = (float)pdk_atan2((double)after->y - before->y, (double)after->x - before->x);
        sample->heading = heading;
    }
}

static double usual_interval(const pdk_path *path)
{
    double steps[STEPS];
    size_t count = 0;
    for (size_t i = 1; i < path->count && count < STEPS; i++) {
        if (!path->samples[i].new_start) steps[count++] = path->samples[i].time - path->samples[i - 1].time;
    }
    return pdk_median(steps, count);
}

bool pdk_path_finish(const pdk_paths *paths, pdk_path *path)
{
    path->segment_count = mark_starts(path);
    path->segments = pdk_alloc_array(paths->memory, path->segment_count, sizeof *path->segments);
    if (path->segments == NULL) return false;
    size_t segment = 0;
    for (size_t i = 0; i < path->count; i++) {
        if (path->samples[i].new_start) path->segments[segment++].first = (uint32_t)i;
        path->segments[segment - 1].count++;
    }
    for (size_t i = 0; i < path->segment_count; i++) derive(path, &path->segments[i]);
    path->interval = usual_interval(path);
    return pdk_merge_sort(paths->memory, path->segments, path->segment_count, sizeof *path->segments, by_time, path);
}
