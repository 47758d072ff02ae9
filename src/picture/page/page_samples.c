/* The samples of a run that go into a page. Recordings with few give all they have, or those at an even rate; of long
 * ones the thinned paths are taken, which answers have made already, and the file itself only for the seconds around
 * incidents. All are samples of the file: nothing is interpolated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_motion.h"

enum { AT_ONCE = 128 };

static const double around_incident = 5; /* s before and after */

const pdk_role pdk_page_roles[PDK_PAGE_CHANNELS] = {
    PDK_ROLE_TIME,  PDK_ROLE_X,        PDK_ROLE_Y,     PDK_ROLE_Z,    PDK_ROLE_HEADING,
    PDK_ROLE_SPEED, PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_GEAR, PDK_ROLE_STEER,
};

/* ------------------------------------------------------------------------------------------------- incidents */

typedef struct window {
    double from, to;
} window;

static int by_start(const void *left, const void *right)
{
    double a = ((const window *)left)->from, b = ((const window *)right)->from;
    return a < b ? -1 : a > b;
}

/* Joins those that overlap. */
static size_t join(window *windows, size_t count)
{
    if (count == 0) return 0;
    qsort(windows, count, sizeof *windows, by_start);
    size_t last = 0;
    for (size_t i = 1; i < count; i++) {
        if (windows[i].from > windows[last].to) windows[++last] = windows[i];
        else if (windows[i].to > windows[last].to) windows[last].to = windows[i].to;
    }
    return last + 1;
}

/* The seconds around incidents that this driver is a party of. A recording without that answer has none. */
static pdk_status find_windows(const pdk_page_moving *moving, uint64_t slot, pdk_vector *windows, pdk_error *error)
{
    size_t count = 0;
    pdk_error reason = { 0 };
    if (pdk_answer_available(moving->answers, "incidents", NULL) != PDK_OK) return PDK_OK;
    pdk_status status = pdk_incident_count(moving->answers, &count, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK && error != NULL) *error = reason;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_incident *incident = pdk_incident_at(moving->answers, i);
        for (uint32_t p = 0; p < incident->party_count; p++) {
            const pdk_incident_party *party = pdk_incident_party_at(moving->answers, (size_t)incident->first_party + p);
            if (party->slot != slot) continue;
            window *found = pdk_vector_push(windows);
            if (found == NULL) return pdk_fail_memory(error, windows->memory, "moments of a page");
            double end = incident->end_time > incident->time ? incident->end_time : incident->time;
            *found = (window){ incident->time - around_incident, end + around_incident };
        }
    }
    windows->count = join(windows->items, windows->count);
    return status;
}

/* ------------------------------------------------------------------------------------------------- gathering */

typedef struct gathering {
    const pdk_page_moving *moving;
    size_t run;
    pdk_memory *memory;
    pdk_page_samples *samples;
    size_t channels[PDK_PAGE_CHANNELS]; /* of the motion; PDK_NO_COLUMN = none */
    double last;                        /* time of the last sample taken */
} gathering;

static pdk_status make_room(gathering *work, size_t wanted, pdk_error *error)
{
    pdk_page_samples *samples = work->samples;
    if (wanted <= samples->capacity) return PDK_OK;
    size_t capacity = wanted > 2 * samples->capacity ? wanted : 2 * samples->capacity;
    for (int c = 0; c < PDK_PAGE_CHANNELS; c++) {
        double *larger = capacity <= SIZE_MAX / sizeof *larger
                             ? pdk_realloc(work->memory, samples->of[c], capacity * sizeof *larger)
                             : NULL;
        if (larger == NULL) return pdk_fail_memory(error, work->memory, "positions of a page");
        samples->of[c] = larger;
    }
    samples->capacity = capacity;
    return PDK_OK;
}

/* A sample is taken when it is later than the last one, and at the rate. */
static bool is_due(const gathering *work, double time, double rate)
{
    if (!(time > work->last)) return false;
    double since = time - work->last;
    return !(rate > 0) || since * rate > 0.999; /* times of files are rounded */
}

/* Times, and how many samples a second are wanted in them. */
typedef struct sampled_time {
    double from, to, rate;
} sampled_time;

/* Samples first .. first+count-1 of the motion that are due, from `from` to `to`. */
static pdk_status take_motion(gathering *work, uint64_t first, uint64_t count, sampled_time span, pdk_error *error)
{
    double values[PDK_PAGE_CHANNELS][AT_ONCE];
    for (uint64_t at = first; at < first + count; at += AT_ONCE) {
        size_t some = first + count - at < AT_ONCE ? (size_t)(first + count - at) : AT_ONCE, wanted = 0;
        pdk_channel_read reads[PDK_PAGE_CHANNELS];
        for (int c = 0; c < PDK_PAGE_CHANNELS; c++) {
            if (work->channels[c] != PDK_NO_COLUMN)
                reads[wanted++] = (pdk_channel_read){ work->channels[c], values[c] };
        }
        pdk_status status = pdk_motion_read(work->moving->motion, work->run, at, some, reads, wanted, error);
        if (status == PDK_OK) status = make_room(work, work->samples->count + some, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            double time = values[PDK_PAGE_TIME][i];
            if (time > span.to) return PDK_OK;
            bool is_last = at + i + 1 == first + count;
            if (time < span.from || !(is_due(work, time, span.rate) || (is_last && time > work->last))) continue;
            for (int c = 0; c < PDK_PAGE_CHANNELS; c++)
                work->samples->of[c][work->samples->count] =
                    work->channels[c] != PDK_NO_COLUMN ? values[c][i] : (double)NAN;
            work->samples->count++;
            work->last = time;
        }
    }
    return PDK_OK;
}

/* The first sample of the run that is not before `time`; times rise, with few exceptions. */
static pdk_status find_sample(const gathering *work, double time, uint64_t *sample, pdk_error *error)
{
    uint64_t low = 0, high = pdk_motion_run_at(work->moving->motion, work->run)->samples;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double there;
        pdk_channel_read read = { work->channels[PDK_PAGE_TIME], &there };
        pdk_status status = pdk_motion_read(work->moving->motion, work->run, middle, 1, &read, 1, error);
        if (status != PDK_OK) return status;
        if (there < time) low = middle + 1;
        else high = middle;
    }
    *sample = low;
    return PDK_OK;
}

/* Every sample that the file has from `from` to `to`. */
static pdk_status take_window(gathering *work, double from, double to, pdk_error *error)
{
    uint64_t first;
    pdk_status status = find_sample(work, from, &first, error);
    if (status != PDK_OK) return status;
    uint64_t samples = pdk_motion_run_at(work->moving->motion, work->run)->samples;
    return take_motion(work, first, samples - first, (sampled_time){ from, to, 0 }, error);
}

static void take_path(gathering *work, const pdk_path_sample *sample)
{
    const double *origin = work->moving->paths->origin;
    const double values[PDK_PAGE_CHANNELS] = {
        [PDK_PAGE_TIME] = sample->time,
        [PDK_PAGE_X] = origin[0] + sample->x,
        [PDK_PAGE_Y] = origin[1] + sample->y,
        [PDK_PAGE_Z] = origin[2] + sample->z,
        [PDK_PAGE_HEADING] = sample->heading,
        [PDK_PAGE_SPEED] = sample->speed,
        [PDK_PAGE_THROTTLE] = sample->throttle / 255.0,
        [PDK_PAGE_BRAKE] = sample->brake / 255.0,
        [PDK_PAGE_GEAR] = sample->gear != PDK_PATH_NO_GEAR ? sample->gear : (double)NAN,
        [PDK_PAGE_STEER] = NAN,
    };
    for (int c = 0; c < PDK_PAGE_CHANNELS; c++) work->samples->of[c][work->samples->count] = values[c];
    work->samples->count++;
    work->last = sample->time;
}

/* A stretch of the thinned path; where a window begins, the file's own samples up to its end. */
static pdk_status take_stretch(gathering *work, const pdk_page_stretch *stretch, const pdk_vector *windows,
                               pdk_error *error)
{
    const pdk_path_sample *all = work->moving->paths->paths[work->run].samples + stretch->first;
    const window *next = windows->items, *end = windows->count > 0 ? next + windows->count : next;
    pdk_status status = PDK_OK;
    for (uint64_t i = 0; i < stretch->count && status == PDK_OK; i++) {
        while (next < end && next->to < all[i].time) next++;
        if (next < end && next->from <= all[i].time) {
            double to = fmin(next->to, stretch->end);
            status = take_window(work, fmax(next->from, stretch->start), to, error);
            while (i + 1 < stretch->count && all[i + 1].time <= to) i++;
            continue;
        }
        bool is_end = i == 0 || i + 1 == stretch->count;
        if (!(all[i].time > work->last) || !(is_end || is_due(work, all[i].time, work->moving->rate))) continue;
        status = make_room(work, work->samples->count + 1, error);
        if (status == PDK_OK) take_path(work, &all[i]);
    }
    return status;
}

static pdk_status take_run(gathering *work, pdk_error *error)
{
    pdk_page_stretch *stretches = NULL;
    size_t count = 0;
    pdk_vector windows = pdk_vector_of(work->memory, sizeof(window));
    const pdk_motion_run *run = pdk_motion_run_at(work->moving->motion, work->run);
    pdk_status status = pdk_page_stretches(work->moving, work->run, work->memory, &stretches, &count, error);
    if (status == PDK_OK && work->moving->paths != NULL)
        status = find_windows(work->moving, run->slot, &windows, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_page_stretch *stretch = &stretches[i];
        if (work->moving->paths != NULL) status = take_stretch(work, stretch, &windows, error);
        else
            status = take_motion(work, stretch->first, stretch->count,
                                 (sampled_time){ stretch->start, stretch->end, work->moving->rate }, error);
    }
    pdk_free(work->memory, windows.items);
    pdk_free(work->memory, stretches);
    return status;
}

static bool has_any(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i])) return true;
    }
    return false;
}

pdk_status pdk_page_samples_of(const pdk_page_moving *moving, size_t run, pdk_memory *memory, pdk_page_samples *samples,
                               pdk_error *error)
{
    gathering work = { .moving = moving, .run = run, .memory = memory, .samples = samples, .last = -INFINITY };
    *samples = (pdk_page_samples){ 0 };
    for (int c = 0; c < PDK_PAGE_CHANNELS; c++)
        work.channels[c] = pdk_motion_find_channel(moving->motion, pdk_page_roles[c]);
    pdk_status status = make_room(&work, AT_ONCE, error);
    if (status == PDK_OK) status = take_run(&work, error);
    for (int c = 0; c < PDK_PAGE_CHANNELS && status == PDK_OK; c++)
        samples->has[c] = work.channels[c] != PDK_NO_COLUMN && has_any(samples->of[c], samples->count);
    return status;
}

void pdk_page_samples_free(pdk_page_samples *samples, pdk_memory *memory)
{
    for (int c = 0; c < PDK_PAGE_CHANNELS; c++) pdk_free(memory, samples->of[c]);
    *samples = (pdk_page_samples){ 0 };
}
