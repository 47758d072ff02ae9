/* The runs of a recording as JSON, and each run's positions as a block. */
#include <math.h>

#include "analysis/driven_track.h"
#include "base/median.h"
#include "json/contract.h"
#include "page/page_motion.h"

enum {
    FEW = 60000,      /* samples in all that go into a page as they are */
    MANY = 2000000,   /* more than these, and the rate is lowered */
    USUAL_RATE = 10,  /* a second */
    PROBED = 512,     /* samples that show the file's rate */
    ORIGIN_STEP = 100 /* m */
};

/* What goes into a block: its steps where there are many samples, and where there are few. */
static const struct channel {
    const char *name;
    pdk_type type;
    double step, fine;
} channels[PDK_PAGE_CHANNELS] = {
    [PDK_PAGE_TIME] = { "time", PDK_FLOAT64, 0.0001, 0.0001 },
    [PDK_PAGE_X] = { "x", PDK_FLOAT32, 0.02, 0.002 },
    [PDK_PAGE_Y] = { "y", PDK_FLOAT32, 0.02, 0.002 },
    [PDK_PAGE_Z] = { "z", PDK_FLOAT32, 0.02, 0.002 },
    [PDK_PAGE_HEADING] = { "heading", PDK_FLOAT32, 0.002, 0.0001 },
    [PDK_PAGE_SPEED] = { "speed", PDK_FLOAT32, 0.05, 0.005 },
    [PDK_PAGE_THROTTLE] = { "throttle", PDK_FLOAT32, 0.01, 0.002 },
    [PDK_PAGE_BRAKE] = { "brake", PDK_FLOAT32, 0.01, 0.002 },
    [PDK_PAGE_GEAR] = { "gear", PDK_INT8, 1, 1 },
    [PDK_PAGE_STEER] = { "steer", PDK_FLOAT32, 0.01, 0.0005 },
};

/* ----------------------------------------------------------------------------------------------- how it goes */

static double rounded(double value)
{
    return isfinite(value) ? ORIGIN_STEP * round(value / ORIGIN_STEP) : 0;
}

/* Near the first place that anybody is at, and the usual time between that run's samples. */
static pdk_status probe(pdk_page_moving *moving, size_t run, pdk_memory *memory, pdk_error *error)
{
    double(*values)[PROBED] = pdk_alloc_array(memory, 5, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "positions of a page");
    double *steps = values[4];
    uint64_t samples = pdk_motion_run_at(moving->motion, run)->samples;
    size_t count = samples < PROBED ? (size_t)samples : PROBED, known = 0, wanted = 0;
    pdk_channel_read reads[4];
    for (size_t c = PDK_PAGE_TIME; c <= PDK_PAGE_Z; c++) {
        size_t channel = pdk_motion_find_channel(moving->motion, pdk_page_roles[c]);
        for (size_t i = 0; i < count; i++) values[c][i] = NAN;
        if (channel != PDK_NO_COLUMN) reads[wanted++] = (pdk_channel_read){ channel, values[c] };
    }
    pdk_status status = pdk_motion_read(moving->motion, run, 0, count, reads, wanted, error);
    if (status != PDK_OK) return status;
    for (size_t i = 1; i < count; i++) {
        double step = values[PDK_PAGE_TIME][i] - values[PDK_PAGE_TIME][i - 1];
        if (step > 0) steps[known++] = step;
    }
    if (known > 0) moving->file_rate = 1 / pdk_median(steps, known);
    for (size_t k = 0; k < 3; k++) {
        size_t i = 0;
        while (i < count && !isfinite(values[1 + k][i])) i++;
        moving->origin[k] = i < count ? rounded(values[1 + k][i]) : 0;
    }
    return PDK_OK;
}

/* Where everyone was from when to when, and for how long in all. */
static pdk_status survey(pdk_page_moving *moving, double *seconds, pdk_error *error)
{
    bool probed = false;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = PDK_OK;
    for (size_t run = 0; run < pdk_motion_run_count(moving->motion) && status == PDK_OK; run++) {
        pdk_page_stretch *stretches;
        size_t count;
        status = pdk_page_stretches(moving, run, &memory, &stretches, &count, error);
        for (size_t i = 0; status == PDK_OK && i < count; i++) {
            moving->start = fmin(moving->start, stretches[i].start);
            moving->end = fmax(moving->end, stretches[i].end);
            *seconds += stretches[i].end - stretches[i].start;
        }
        if (status != PDK_OK || probed || count == 0) continue;
        probed = true;
        status = probe(moving, run, &memory, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}

/* All samples if they are few and of one car; otherwise the default rate, halved until they fit. A clip of a race is
 * treated as the race is, so that its page is smaller. */
static void choose_rate(pdk_page_moving *moving, double wanted, size_t share, double seconds, bool few)
{
    moving->rate = wanted;
    if (wanted <= 0 && moving->paths != NULL) {
        moving->rate = USUAL_RATE;
        while (seconds * moving->rate > (double)(MANY / share)) moving->rate /= 2;
    }
    if (moving->rate > 0 && moving->rate >= moving->file_rate) moving->rate = 0; /* more than the file has */
    if (moving->rate <= 0 && few) moving->paths = NULL;
}

/* The motion that the document keeps; of a long recording the paths too, which most answers have needed. */
static pdk_status take_motion(pdk_page_moving *moving, const pdk_answers *known, double wanted, bool *few,
                              pdk_error *error)
{
    uint64_t samples = 0;
    pdk_status status = pdk_answers_motion(known, &moving->motion, error);
    if (status != PDK_OK) return status;
    if (pdk_motion_find_channel(moving->motion, PDK_ROLE_TIME) == PDK_NO_COLUMN)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.motion", "positions have no times");
    for (size_t i = 0; i < pdk_motion_run_count(moving->motion); i++)
        samples += pdk_motion_run_at(moving->motion, i)->samples;
    *few = samples <= FEW;
    bool whole = pdk_motion_run_count(moving->motion) < 2 || wanted > 0;
    return *few && whole ? PDK_OK : pdk_answers_paths(known, &moving->paths, error);
}

pdk_status pdk_page_moving_of(const pdk_document *answers, const pdk_page_options *options, size_t share,
                              pdk_page_moving *moving, pdk_error *error)
{
    *moving =
        (pdk_page_moving){ .answers = answers, .start = NAN, .end = NAN, .file_rate = NAN, .driver = options->driver };
    pdk_answers known;
    pdk_status status = pdk_answers_begin(answers, options->progress, options->progress_user, &known, error);
    bool few = false;
    if (status == PDK_OK) status = take_motion(moving, &known, options->rate, &few, error);
    double seconds = 0;
    if (status == PDK_OK) status = survey(moving, &seconds, error);
    if (status == PDK_OK) choose_rate(moving, options->rate, share, seconds, few);
    return status;
}

bool pdk_page_is_wanted(const pdk_page_moving *moving, size_t run)
{
    const pdk_motion_run *info = pdk_motion_run_at(moving->motion, run);
    return moving->driver == NULL || pdk_match_driver(info->name, info->slot, moving->driver) != PDK_DRIVER_NO;
}

/* -------------------------------------------------------------------------------------------------- as JSON */

static void put_known(pdk_json *json, const char *key, double value)
{
    if (isfinite(value)) pdk_member_number(json, key, value);
    else pdk_member_text(json, key, NULL);
}

static void put_text(pdk_json *json, const char *key, pdk_text text)
{
    pdk_member_value(json, key, &(pdk_value){ .type = PDK_TEXT, .as.text = text });
}

/* How many results there are; none where there cannot be any. */
static pdk_status count_results(const pdk_document *answers, size_t *count, pdk_error *error)
{
    pdk_error reason = { 0 };
    *count = 0;
    pdk_status status = pdk_result_count(answers, count, &reason);
    if (status == PDK_OK || status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

/* What the results call the vehicle of a slot. */
static pdk_text vehicle_of(const pdk_document *answers, uint64_t slot, size_t results)
{
    for (size_t i = 0; i < results; i++) {
        const pdk_result *result = pdk_result_at(answers, i);
        if (result->slot == slot && result->vehicle.data != NULL) return result->vehicle;
    }
    return (pdk_text){ "", 0 };
}

static void put_run_info(pdk_json *json, const pdk_page_moving *moving, size_t index, const pdk_page_stretch *stretches,
                         size_t count, size_t results)
{
    const pdk_motion_run *run = pdk_motion_run_at(moving->motion, index);
    pdk_json_begin(json, '{');
    pdk_member_natural(json, PDK_KEY_OF(run, slot), run->slot);
    put_text(json, PDK_KEY_OF(run, driver), run->name);
    put_text(json, PDK_KEY_OF(run, vehicle), vehicle_of(moving->answers, run->slot, results));
    pdk_member_natural(json, PDK_KEY_OF(run, samples), run->samples);
    pdk_member_begin(json, PDK_KEY_OF(run, ranges), '[');
    for (size_t i = 0; i < count; i++) {
        pdk_json_begin(json, '{');
        pdk_member_number(json, PDK_KEY_OF(range, start), stretches[i].start);
        pdk_member_number(json, PDK_KEY_OF(range, end), stretches[i].end);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, PDK_KEY_OF(run, drivers), '[');
    const pdk_motion_driver *driver;
    for (size_t i = 0; (driver = pdk_motion_driver_at(moving->motion, index, i)) != NULL; i++) {
        pdk_json_begin(json, '{');
        put_known(json, PDK_KEY_OF(run_driver, from), driver->from);
        put_known(json, PDK_KEY_OF(run_driver, to), driver->to);
        put_text(json, PDK_KEY_OF(run_driver, name), driver->name);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

static pdk_status put_runs(pdk_json *json, const pdk_page_moving *moving, pdk_error *error)
{
    pdk_memory memory;
    size_t results;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = count_results(moving->answers, &results, error);
    for (size_t i = 0; i < pdk_motion_run_count(moving->motion) && status == PDK_OK; i++) {
        pdk_page_stretch *stretches;
        size_t count;
        if (!pdk_page_is_wanted(moving, i)) continue;
        status = pdk_page_stretches(moving, i, &memory, &stretches, &count, error);
        if (status == PDK_OK) put_run_info(json, moving, i, stretches, count, results);
    }
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_put_moving(pdk_json *json, const pdk_page_moving *moving, pdk_error *error)
{
    pdk_json_begin(json, '{');
    pdk_member_begin(json, PDK_KEY_OF(motion, runs), '[');
    pdk_status status = put_runs(json, moving, error);
    if (status != PDK_OK) return status;
    pdk_json_end(json, ']');
    pdk_member_begin(json, PDK_KEY_OF(motion, origin), '{');
    pdk_member_number(json, PDK_KEY_OF(vec3, x), moving->origin[0]);
    pdk_member_number(json, PDK_KEY_OF(vec3, y), moving->origin[1]);
    pdk_member_number(json, PDK_KEY_OF(vec3, z), moving->origin[2]);
    pdk_json_end(json, '}');
    pdk_member_number(json, PDK_KEY_OF(motion, start), isfinite(moving->start) ? moving->start : 0);
    pdk_member_number(json, PDK_KEY_OF(motion, end), isfinite(moving->end) ? moving->end : 0);
    put_known(json, PDK_KEY_OF(motion, rate), moving->rate > 0 ? moving->rate : NAN);
    put_known(json, PDK_KEY_OF(motion, file_rate), moving->file_rate);
    pdk_member_begin(json, PDK_KEY_OF(motion, channels), '[');
    for (int c = PDK_PAGE_SPEED; c < PDK_PAGE_CHANNELS; c++) {
        if (pdk_motion_find_channel(moving->motion, pdk_page_roles[c]) != PDK_NO_COLUMN)
            pdk_json_text(json, channels[c].name);
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, PDK_KEY_OF(motion, evidence), '[');
    const char *evidence;
    for (size_t i = 0; (evidence = pdk_motion_evidence_at(moving->motion, i)) != NULL; i++)
        pdk_json_text(json, evidence);
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- one run */

/* Places along the track, where there is one. */
static pdk_status put_places(pdk_page_block *block, const pdk_page_moving *moving, uint64_t slot,
                             const pdk_page_samples *samples, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_error reason = { 0 };
    pdk_status status = pdk_driven_track_of(moving->answers, &track, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK) {
        if (error != NULL) *error = reason;
        return status;
    }
    const struct channel *steps = &channels[PDK_PAGE_X];
    double step = moving->paths == NULL ? steps->fine : steps->step;
    double *distances = samples->of[PDK_PAGE_X], *laterals = samples->of[PDK_PAGE_Y]; /* they have been put */
    pdk_driven_track_places(track, slot, samples->of[PDK_PAGE_TIME], samples->count, distances, laterals);
    pdk_page_put_steps(block, "distance", PDK_FLOAT32, distances, samples->count, (pdk_page_scale){ step, 0 });
    pdk_page_put_steps(block, "lateral", PDK_FLOAT32, laterals, samples->count, (pdk_page_scale){ step, 0 });
    return PDK_OK;
}

/* Angles go on beyond half a turn, so that their differences stay small. */
static void unwind(double *angles, size_t count)
{
    double last = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(angles[i])) continue;
        angles[i] = last + remainder(angles[i] - last, 2 * PDK_PI);
        last = angles[i];
    }
}

static void put_channels(pdk_page_block *block, const pdk_page_moving *moving, const pdk_page_samples *samples)
{
    unwind(samples->of[PDK_PAGE_HEADING], samples->count);
    for (int c = 0; c < PDK_PAGE_CHANNELS; c++) {
        if (c != PDK_PAGE_TIME && !samples->has[c]) continue;
        double step = moving->paths == NULL ? channels[c].fine : channels[c].step;
        double less = c >= PDK_PAGE_X && c <= PDK_PAGE_Z ? moving->origin[c - PDK_PAGE_X] : 0;
        for (size_t i = 0; i < samples->count; i++) samples->of[c][i] -= less;
        pdk_page_put_steps(block, channels[c].name, channels[c].type, samples->of[c], samples->count,
                           (pdk_page_scale){ step, 0 });
    }
}

pdk_status pdk_page_put_run(const pdk_page_moving *moving, size_t run, pdk_memory *memory, pdk_output *output,
                            pdk_error *error)
{
    pdk_page_samples samples;
    pdk_page_block block = { 0 };
    pdk_status status = pdk_page_samples_of(moving, run, memory, &samples, error);
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status == PDK_OK) {
        put_channels(&block, moving, &samples);
        status = put_places(&block, moving, pdk_motion_run_at(moving->motion, run)->slot, &samples, error);
    }
    pdk_page_samples_free(&samples, memory);
    if (status == PDK_OK) return pdk_page_block_end(&block, output, error);
    pdk_output_close(block.head);
    return status;
}
