/* Samples that were left out, read again where something happens. */
#include <math.h>
#include <string.h>

#include "base/callback.h"
#include "base/merge_sort.h"
#include "motion/paths_parts.h"

enum { ROWS = 256 /* read at once */, CHANNELS = 9 };

/* In the order of pdk_path_reading's members. */
static const pdk_role wanted[CHANNELS] = { PDK_ROLE_TIME,     PDK_ROLE_X,     PDK_ROLE_Y,
                                           PDK_ROLE_Z,        PDK_ROLE_SPEED, PDK_ROLE_HEADING,
                                           PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_GEAR };

/* Samples `low` and `high` of a path, between which all of the run's are wanted, and where the run has these two. */
typedef struct hole {
    size_t low, high;
    uint64_t first, last;
} hole;

typedef struct filling {
    const pdk_motion *motion;
    pdk_paths *paths;
    pdk_progress progress;
    void *progress_user;
    uint64_t left; /* so many samples may be added yet */
    size_t channels[CHANNELS];
    double values[CHANNELS][ROWS];
} filling;

static pdk_status go_on(const filling *work, pdk_error *error)
{
    bool goes_on = pdk_tell_progress(work->progress, work->progress_user, 0, 0);
    return goes_on ? PDK_OK : pdk_fail_cancelled(error);
}

static pdk_status time_at(const filling *work, size_t run, uint64_t sample, double *time, pdk_error *error)
{
    pdk_channel_read read = { work->channels[0], time };
    return pdk_motion_read(work->motion, run, sample, 1, &read, 1, error);
}

/* The run's sample with this time; the number of samples where there is none. Clocks that go back may hide it: then
 * nothing is added there. */
static pdk_status find_sample(const filling *work, size_t run, double time, uint64_t *sample, pdk_error *error)
{
    const uint64_t count = work->motion->runs[run].samples;
    uint64_t low = 0, high = count;
    double there = NAN;
    while (low < high) { /* the first that is not earlier */
        uint64_t middle = low + (high - low) / 2;
        pdk_status status = time_at(work, run, middle, &there, error);
        if (status != PDK_OK) return status;
        if (there < time) low = middle + 1;
        else high = middle;
    }
    if (low == count) return *sample = count, PDK_OK;
    pdk_status status = time_at(work, run, low, &there, error);
    *sample = there == time ? low : count;
    return status;
}

/* In one segment of a path: the part of it that is in the stretch. */
static pdk_status add_hole(const filling *work, const pdk_path *path, size_t segment, const pdk_path_stretch *stretch,
                           pdk_vector *holes, pdk_error *error)
{
    const pdk_path_segment *part = &path->segments[segment];
    const size_t begin = part->first, end = begin + part->count - 1;
    const pdk_path_sample *samples = path->samples;
    if (samples[begin].time > stretch->to || samples[end].time < stretch->from) return PDK_OK;
    hole found = { .low =
                       samples[begin].time < stretch->from ? pdk_path_find_sample(path, segment, stretch->from) : begin,
                   .high =
                       samples[end].time > stretch->to ? pdk_path_find_sample(path, segment, stretch->to) + 1 : end };
    if (found.low == found.high) return PDK_OK;
    const uint64_t count = work->motion->runs[path->run].samples;
    pdk_status status = find_sample(work, path->run, samples[found.low].time, &found.first, error);
    if (status == PDK_OK) status = find_sample(work, path->run, samples[found.high].time, &found.last, error);
    if (status != PDK_OK || found.last >= count || found.first >= found.last) return status;
    hole *added = pdk_vector_push(holes);
    if (added == NULL) return pdk_fail_memory(error, work->paths->memory, "the paths of cars");
    *added = found;
    return PDK_OK;
}

/* The run's samples from `first` on, before `last`. */
static pdk_status read_samples(filling *work, const pdk_path *path, uint64_t first, uint64_t last,
                               pdk_path_sample *samples, pdk_error *error)
{
    while (first < last) {
        size_t rows = last - first < ROWS ? (size_t)(last - first) : ROWS, read_count = 0;
        pdk_channel_read reads[CHANNELS];
        for (size_t c = 0; c < CHANNELS; c++) {
            if (work->channels[c] != PDK_NO_COLUMN)
                reads[read_count++] = (pdk_channel_read){ work->channels[c], work->values[c] };
        }
        pdk_status status = go_on(work, error);
        if (status == PDK_OK) status = pdk_motion_read(work->motion, path->run, first, rows, reads, read_count, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < rows; i++) {
            double value[CHANNELS];
            bool is_place = true;
            for (size_t c = 0; c < CHANNELS; c++)
                value[c] = work->channels[c] != PDK_NO_COLUMN ? work->values[c][i] : NAN;
            for (size_t c = 1; c <= 3; c++) {
                value[c] -= work->paths->origin[c - 1];
                is_place &= fabs(value[c]) < PDK_PATH_FARTHEST;
            }
            const pdk_path_reading reading = { is_place ? value[0] : NAN,
                                               value[1],
                                               value[2],
                                               value[3],
                                               value[4],
                                               value[5],
                                               value[6],
                                               value[7],
                                               value[8] };
            *samples++ = pdk_path_sample_of(&reading);
        }
        first += rows;
    }
    return PDK_OK;
}

/* The path read again, with all samples between the ends of each hole. Holes are in order and have at most one end in
 * common. */
static pdk_status fill(filling *work, pdk_path *path, const hole *holes, size_t hole_count, pdk_error *error)
{
    pdk_memory *memory = work->paths->memory;
    size_t count = path->count, from = 0, at = 0;
    for (size_t h = 0; h < hole_count; h++)
        count += (size_t)(holes[h].last - holes[h].first) - (holes[h].high - holes[h].low);
    if (count >= UINT32_MAX) return PDK_OK;
    pdk_path_sample *samples = pdk_alloc_array(memory, count, sizeof *samples);
    if (samples == NULL) return pdk_fail_memory(error, memory, "the paths of cars");
    for (size_t h = 0; h < hole_count; h++) {
        size_t before = holes[h].low + 1 - from;
        memcpy(samples + at, path->samples + from, before * sizeof *samples);
        at += before;
        pdk_status status = read_samples(work, path, holes[h].first + 1, holes[h].last, samples + at, error);
        if (status != PDK_OK) {
            pdk_free(memory, samples);
            return status;
        }
        at += (size_t)(holes[h].last - holes[h].first) - 1;
        from = holes[h].high;
    }
    memcpy(samples + at, path->samples + from, (path->count - from) * sizeof *samples);
    pdk_free(memory, path->samples);
    pdk_free(memory, path->segments);
    const double usual = path->interval; /* of the whole path, not of where something happens */
    path->samples = samples;
    path->count = count;
    if (!pdk_path_finish(work->paths, path)) return pdk_fail_memory(error, memory, "the paths of cars");
    path->interval = usual;
    return PDK_OK;
}

static int by_low(const void *one, const void *other, void *user)
{
    const hole *a = one, *b = other;
    (void)user;
    return (a->low > b->low) - (a->low < b->low);
}

/* Sorts them, joins those that overlap, and leaves out those that would add more than may be added. */
static bool tidy(filling *work, pdk_vector *holes)
{
    hole *all = holes->items;
    size_t kept = 0;
    if (!pdk_merge_sort(work->paths->memory, all, holes->count, sizeof *all, by_low, NULL)) return false;
    for (size_t i = 0; i < holes->count; i++) {
        if (kept > 0 && all[i].low < all[kept - 1].high) {
            if (all[i].high <= all[kept - 1].high) continue;
            all[kept - 1].high = all[i].high;
            all[kept - 1].last = all[i].last;
        } else all[kept++] = all[i];
    }
    holes->count = 0;
    for (size_t i = 0; i < kept; i++) {
        uint64_t added = all[i].last - all[i].first - (all[i].high - all[i].low);
        if (added > work->left) {
            work->left = 0;
            break;
        }
        work->left -= added;
        holes->count++;
    }
    return true;
}

static int by_run_and_time(const void *one, const void *other, void *user)
{
    const pdk_path_stretch *a = one, *b = other;
    (void)user;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* Joins those that overlap; returns how many are left. */
static size_t join(pdk_path_stretch *stretches, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        pdk_path_stretch *before = kept > 0 ? &stretches[kept - 1] : NULL;
        if (before != NULL && before->run == stretches[i].run && stretches[i].from <= before->to)
            before->to = fmax(before->to, stretches[i].to);
        else stretches[kept++] = stretches[i];
    }
    return kept;
}

/* The first segment, in order of time, that a stretch from `time` on can meet: the last that begins before it. */
static size_t first_segment(const pdk_path *path, double time)
{
    size_t low = 0, high = path->segment_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (path->samples[path->segments[middle].first].time <= time) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

/* The stretches of one run. */
static pdk_status fill_run(filling *work, const pdk_path_stretch *stretches, size_t count, pdk_error *error)
{
    pdk_path *path = &work->paths->paths[stretches->run];
    pdk_memory *memory = work->paths->memory;
    pdk_vector holes = pdk_vector_of(memory, sizeof(hole));
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = go_on(work, error);
        for (size_t s = first_segment(path, stretches[i].from); s < path->segment_count && status == PDK_OK; s++) {
            if (path->samples[path->segments[s].first].time > stretches[i].to) break;
            status = add_hole(work, path, s, &stretches[i], &holes, error);
        }
    }
    if (status == PDK_OK && !tidy(work, &holes)) status = pdk_fail_memory(error, memory, "the paths of cars");
    if (status == PDK_OK && holes.count > 0) status = fill(work, path, holes.items, holes.count, error);
    pdk_free(memory, holes.items);
    return status;
}

pdk_status pdk_paths_fill(const pdk_motion *motion, pdk_paths *paths, const pdk_paths_filled *filled, pdk_error *error)
{
    pdk_path_stretch *stretches = filled->stretches;
    size_t count = filled->count;
    filling *work = pdk_alloc(paths->memory, sizeof *work);
    if (work == NULL || !pdk_merge_sort(paths->memory, stretches, count, sizeof *stretches, by_run_and_time, NULL)) {
        pdk_free(paths->memory, work);
        return pdk_fail_memory(error, paths->memory, "the paths of cars");
    }
    work->motion = motion;
    work->paths = paths;
    work->left = filled->most;
    work->progress = filled->progress;
    work->progress_user = filled->progress_user;
    for (size_t c = 0; c < CHANNELS; c++) {
        work->channels[c] = pdk_motion_find_channel(motion, wanted[c]);
        if (work->channels[c] != PDK_NO_COLUMN && motion->sources[work->channels[c]].kind == PDK_MOTION_DIFFERENCE)
            work->channels[c] = PDK_NO_COLUMN; /* from the positions, as for the others */
    }
    pdk_status status = PDK_OK;
    count = join(stretches, count);
    for (size_t i = 0, next; i < count && status == PDK_OK && work->left > 0; i = next) {
        for (next = i + 1; next < count && stretches[next].run == stretches[i].run;) next++;
        status = fill_run(work, stretches + i, next - i, error);
    }
    pdk_free(paths->memory, work);
    return status;
}
