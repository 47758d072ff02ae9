/* Where a run breaks. The whole run is read once, when its segments are first asked for. */
#include <math.h>

#include "base/merge_sort.h"
#include "motion/paths.h"

enum { CHUNK = 128, CHANNELS = 5 };

/* The sample before, while a run is walked. */
typedef struct walker {
    pdk_vector *segments;
    double last[CHANNELS]; /* time, x, y, z, speed */
    bool any, lost;        /* there was a sample; there was one without a place since */
} walker;

static bool is_place(const double sample[CHANNELS])
{
    for (int k = 0; k < 4; k++) {
        if (!isfinite(sample[k])) return false;
    }
    return true;
}

static pdk_motion_begin how_it_goes_on(const walker *walk, const double sample[CHANNELS], bool *begins)
{
    const double *last = walk->last;
    double time = sample[0] - last[0], x = sample[1] - last[1], y = sample[2] - last[2], z = sample[3] - last[3];
    *begins = true;
    if (!walk->any) return PDK_MOTION_BEGIN_RUN;
    if (time < 0) return PDK_MOTION_BEGIN_CLOCK;
    if (walk->lost) return PDK_MOTION_BEGIN_PLACE;
    if (time > PDK_PATH_GAP) return PDK_MOTION_BEGIN_GAP;
    if (time > 0 && pdk_motion_jumps(sqrt(x * x + y * y + z * z), last[4], sample[4], time))
        return PDK_MOTION_BEGIN_JUMP;
    *begins = false;
    return PDK_MOTION_BEGIN_RUN;
}

static bool walk_on(walker *walk, uint64_t number, const double sample[CHANNELS])
{
    if (!is_place(sample)) {
        walk->lost = true;
        return true;
    }
    bool begins;
    pdk_motion_begin begin = how_it_goes_on(walk, sample, &begins);
    pdk_motion_segment *segment = begins ? pdk_vector_push(walk->segments)
                                         : (pdk_motion_segment *)walk->segments->items + walk->segments->count - 1;
    if (segment == NULL) return false;
    if (begins) *segment = (pdk_motion_segment){ .first = number, .start_time = sample[0], .begin = begin };
    segment->count++;
    segment->end_time = sample[0];
    for (int k = 0; k < CHANNELS; k++) walk->last[k] = sample[k];
    walk->any = true;
    walk->lost = false;
    return true;
}

static int by_start(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_motion_segment *a = one, *b = other;
    return (a->start_time > b->start_time) - (a->start_time < b->start_time);
}

static pdk_status find(pdk_motion *motion, size_t run, pdk_vector *segments, pdk_error *error)
{
    static const pdk_role roles[CHANNELS] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z, PDK_ROLE_SPEED };
    double values[CHANNELS][CHUNK];
    pdk_channel_read reads[CHANNELS];
    size_t wanted = 0;
    for (int k = 0; k < CHANNELS; k++) {
        size_t channel = pdk_motion_find_channel(motion, roles[k]);
        bool is_speed = k == CHANNELS - 1,
             stored = channel != PDK_NO_COLUMN && motion->sources[channel].kind != PDK_MOTION_DIFFERENCE;
        if (stored) reads[wanted++] = (pdk_channel_read){ channel, values[k] };
        else if (!is_speed)
            return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "motion.place",
                            "the file has no positions with times");
        else
            for (size_t i = 0; i < CHUNK; i++) values[k][i] = NAN;
    }
    walker walk = { .segments = segments };
    uint64_t samples = motion->runs[run].samples;
    for (uint64_t first = 0; first < samples; first += CHUNK) {
        size_t count = samples - first < CHUNK ? (size_t)(samples - first) : CHUNK;
        pdk_status status = pdk_motion_read(motion, run, first, count, reads, wanted, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            const double sample[CHANNELS] = { values[0][i], values[1][i], values[2][i], values[3][i], values[4][i] };
            if (!walk_on(&walk, first + i, sample)) return pdk_fail_memory(error, &motion->memory, "segments");
        }
    }
    bool sorted = segments->count < 2 || pdk_merge_sort(&motion->memory, segments->items, segments->count,
                                                        sizeof(pdk_motion_segment), by_start, NULL);
    return sorted ? PDK_OK : pdk_fail_memory(error, &motion->memory, "segments");
}

pdk_status pdk_motion_segments(const pdk_motion *motion, size_t run, const pdk_motion_segment **segments, size_t *count,
                               pdk_error *error)
{
    if (motion == NULL || segments == NULL || count == NULL || run >= motion->run_count)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no such run to get segments of");
    /* The motion is the same to its readers; its lock guards what it finds for them. */
    pdk_motion *kept = (pdk_motion *)(uintptr_t)motion;
    pdk_status status = pdk_own_lock(&kept->lock, "segments of this run", error);
    if (status != PDK_OK) return status;
    pdk_run_segments *known = &kept->segments[run];
    if (!known->known) {
        pdk_vector found = pdk_vector_of(&kept->memory, sizeof(pdk_motion_segment));
        status = find(kept, run, &found, error);
        if (status == PDK_OK) *known = (pdk_run_segments){ true, found.items, found.count };
        else pdk_free(&kept->memory, found.items);
    }
    *segments = known->all;
    *count = known->count;
    pdk_own_unlock(&kept->lock);
    return status;
}
