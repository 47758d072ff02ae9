/* Drivers, times and laps of a recording that becomes another file. */
#include "recording/recording.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_number.h"

/* ------------------------------------------------------------------------------------------------- drivers */

const char *pdk_recording_driver(const pdk_recording *recording, size_t run)
{
    const pdk_motion_run *info = pdk_motion_run_at(recording->motion, run);
    pdk_memory *memory = recording->job->memory;
    if (info->name.size > 0) return pdk_keep_printf(memory, "%.*s", (int)info->name.size, info->name.data);
    if (pdk_motion_run_count(recording->motion) == 1) return "";
    return pdk_keep_printf(memory, "slot %" PRIu64, info->slot);
}

static const char *keep_line(pdk_memory *memory, const char *text, size_t size)
{
    char *line = pdk_keep_printf(memory, "%.*s", (int)size, text);
    for (char *at = line; at != NULL && *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7F) *at = ' ';
    }
    return line;
}

static const char *property_of(const pdk_recording *recording, const char *name)
{
    const pdk_property *property = pdk_document_find_property(recording->job->document, name);
    if (property != NULL && property->label != NULL) return property->label;
    if (property == NULL || property->value.type != PDK_TEXT) return "";
    return keep_line(recording->job->memory, property->value.as.text.data, property->value.as.text.size);
}

/* What the driver of a run drives: by the results, else one for all. */
static pdk_status find_vehicle(const pdk_recording *recording, size_t run, const char **vehicle, pdk_error *error)
{
    const pdk_document *document = recording->job->document;
    size_t count = 0;
    uint64_t slot = pdk_motion_run_at(recording->motion, run)->slot;
    pdk_error reason;
    pdk_status status = pdk_result_count(document, &count, &reason);
    if (status != PDK_OK && status != PDK_E_UNSUPPORTED) {
        if (error != NULL) *error = reason;
        return status;
    }
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_result *result = pdk_result_at(document, i);
        if (result->slot != slot || result->vehicle.size == 0) continue;
        *vehicle = keep_line(recording->job->memory, result->vehicle.data, result->vehicle.size);
        return PDK_OK;
    }
    *vehicle = property_of(recording, "car");
    return PDK_OK;
}

pdk_status pdk_recording_facts(const pdk_recording *recording, size_t run, pdk_recorded_facts *facts, pdk_error *error)
{
    pdk_memory *memory = recording->job->memory;
    const char *file = recording->job->document->file_name, *driver = pdk_recording_driver(recording, run);
    *facts = (pdk_recorded_facts){ .file = keep_line(memory, file, strlen(file)),
                                   .driver = driver != NULL ? keep_line(memory, driver, strlen(driver)) : NULL,
                                   .track = property_of(recording, "track"),
                                   .session = property_of(recording, "session") };
    pdk_status status = find_vehicle(recording, run, &facts->vehicle, error);
    if (status != PDK_OK) return status;
    bool all = facts->file != NULL && facts->driver != NULL && facts->track != NULL && facts->session != NULL &&
               facts->vehicle != NULL;
    return all ? PDK_OK : pdk_fail_memory(error, memory, "the facts of a recording");
}

/* --------------------------------------------------------------------------------------------------- times */

pdk_status pdk_recording_parts(const pdk_recording *recording, size_t run, pdk_recorded_part **parts, size_t *count,
                               pdk_error *error)
{
    const pdk_motion_segment *segments;
    size_t all, kept = 0;
    *count = 0;
    pdk_status status = pdk_motion_segments(recording->motion, run, &segments, &all, error);
    if (status != PDK_OK) return status;
    *parts = pdk_alloc_array(recording->job->memory, all, sizeof **parts);
    if (*parts == NULL) return pdk_fail_memory(error, recording->job->memory, "parts of a recording");
    for (size_t i = 0; i < all; i++) {
        pdk_recorded_part part = { .first = segments[i].first,
                                   .count = segments[i].count,
                                   .start = fmax(segments[i].start_time, recording->from),
                                   .end = fmin(segments[i].end_time, recording->to) };
        if (part.count < 2 || !(part.end > part.start)) continue; /* a single place is no motion */
        (*parts)[kept++] = part;
    }
    *count = kept;
    return PDK_OK;
}

static pdk_status take_times(pdk_recording *recording, pdk_error *error)
{
    const pdk_recording_options *options = recording->job->options->recording;
    recording->from = options->has_from ? options->from : -INFINITY;
    recording->to = options->has_to ? options->to : INFINITY;
    bool lost = (!options->has_from && !(options->from <= 0 && options->from >= 0)) ||
                (!options->has_to && !(options->to <= 0 && options->to >= 0));
    if (lost) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.time",
                        "a time is given without its has_from or has_to");
    }
    if (recording->to > recording->from) return PDK_OK;
    char from[PDK_NUMBER_SPACE], to[PDK_NUMBER_SPACE];
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.time",
                    "the time must end after it begins: from %s s to %s s", pdk_decimal_text(from, recording->from, 3),
                    pdk_decimal_text(to, recording->to, 3));
}

/* -------------------------------------------------------------------------------------------------- choosing */

static pdk_status seen_in_time(pdk_recording *recording, size_t run, bool *seen, pdk_error *error)
{
    pdk_recorded_part *parts = NULL;
    size_t count = 0;
    pdk_status status = pdk_recording_parts(recording, run, &parts, &count, error);
    pdk_free(recording->job->memory, parts);
    *seen = count > 0;
    return status;
}

/* The names of some drivers, for a message. */
static void list_drivers(const pdk_recording *recording, const size_t *runs, size_t count, char text[160])
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *name = pdk_recording_driver(recording, runs[i]);
        if (name == NULL) return;
        if (length + strlen(name) + 8 > 150) {
            snprintf(text + length, 160 - length, ", ...");
            return;
        }
        length += (size_t)snprintf(text + length, 160 - length, "%s%s", i > 0 ? ", " : "", name);
    }
}

static pdk_status choose(pdk_recording *recording, bool one, pdk_error *error)
{
    const char *wanted = recording->job->options->recording->driver;
    size_t all = pdk_motion_run_count(recording->motion), matched = 0;
    pdk_driver_match best = wanted != NULL ? PDK_DRIVER_WORD : PDK_DRIVER_NO;
    char names[160];
    pdk_status status = PDK_OK;
    recording->runs = pdk_alloc_array(recording->job->memory, all, sizeof *recording->runs);
    if (recording->runs == NULL) return pdk_fail_memory(error, recording->job->memory, "drivers");
    for (size_t i = 0; i < all && status == PDK_OK; i++) {
        const pdk_motion_run *run = pdk_motion_run_at(recording->motion, i);
        pdk_driver_match match = wanted != NULL ? pdk_match_driver(run->name, run->slot, wanted) : PDK_DRIVER_NO;
        bool seen = false;
        if (match < best) continue;
        if (match > best) recording->run_count = matched = 0;
        best = match;
        matched++;
        status = seen_in_time(recording, i, &seen, error);
        if (seen) recording->runs[recording->run_count++] = i;
        if (status == PDK_OK) status = pdk_export_progress(recording->job, i, all, error);
    }
    if (status != PDK_OK) return status;
    if (wanted != NULL && matched == 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.driver",
                        "there is no driver \"%.60s\", by name or by slot", wanted);
    }
    if (recording->run_count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "logger.empty", "%s in this recording%s",
                        wanted != NULL ? "this driver does not move" : "no car moves",
                        isfinite(recording->from) || isfinite(recording->to) ? " at that time" : "");
    }
    if (recording->run_count == 1 || (!one && wanted == NULL)) return PDK_OK;
    list_drivers(recording, recording->runs, recording->run_count, names);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.driver", "%s %zu drivers%s: %s",
                    wanted != NULL ? "this name fits" : "this recording has", recording->run_count,
                    wanted != NULL ? "" : ", and such a file has one; name one", names);
}

/* ------------------------------------------------------------------------------------------------------ laps */

static int compare_laps(const void *one, const void *other)
{
    const pdk_recorded_lap *a = one, *b = other;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    if (a->start < b->start || a->start > b->start) return a->start < b->start ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Without laps there are no beacons; the rest is written. */
static pdk_status find_laps(pdk_recording *recording, pdk_error *error)
{
    size_t count = 0;
    pdk_error reason = { 0 };
    const pdk_document *document = recording->job->document;
    recording->laps = pdk_vector_of(recording->job->memory, sizeof(pdk_recorded_lap));
    const pdk_table *table;
    pdk_status status = pdk_answer_with_progress(document, "laps", recording->job->options->progress,
                                                 recording->job->options->progress_user, &table, &reason);
    if (status == PDK_OK) status = pdk_lap_count(document, &count, &reason);
    if (status != PDK_OK && status != PDK_E_UNSUPPORTED) {
        if (error != NULL) *error = reason;
        return status;
    }
    if (status != PDK_OK)
        pdk_export_note(recording->job, PDK_NOTE, "logger.laps", "laps are not known: %s", reason.message);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (!isfinite(lap->start_time)) continue;
        pdk_recorded_lap *kept = pdk_vector_push(&recording->laps);
        if (kept == NULL) return pdk_fail_memory(error, recording->job->memory, "laps");
        *kept = (pdk_recorded_lap){ .slot = lap->slot,
                                    .number = lap->lap,
                                    .start = lap->start_time,
                                    .end = lap->end_time,
                                    .time = lap->lap_time,
                                    .from_line = lap->kind != PDK_LAP_OUT && lap->kind != PDK_LAP_OUT_IN,
                                    .to_line = isfinite(lap->end_time) && isfinite(lap->lap_time),
                                    .kind = pdk_lap_kind_name(lap->kind) };
    }
    if (recording->laps.count > 1)
        qsort(recording->laps.items, recording->laps.count, sizeof(pdk_recorded_lap), compare_laps);
    return PDK_OK;
}

const pdk_recorded_lap *pdk_recording_laps(const pdk_recording *recording, size_t run, size_t *count)
{
    uint64_t slot = pdk_motion_run_at(recording->motion, run)->slot;
    const pdk_recorded_lap *laps = recording->laps.items;
    size_t low = 0, high = recording->laps.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (laps[middle].slot < slot) low = middle + 1;
        else high = middle;
    }
    *count = 0;
    while (low + *count < recording->laps.count && laps[low + *count].slot == slot) ++*count;
    return *count > 0 ? laps + low : NULL;
}

pdk_status pdk_recording_open(pdk_export *job, bool one, pdk_recording *recording, pdk_error *error)
{
    *recording = (pdk_recording){ .job = job };
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.limits = job->options->limits;
    options.allocator = job->options->allocator;
    options.progress = job->options->progress;
    options.progress_user = job->options->progress_user;
    pdk_status status = take_times(recording, error);
    if (status == PDK_OK) status = pdk_motion_open(job->document, &options, &recording->motion, error);
    if (status == PDK_OK) status = choose(recording, one, error);
    if (status == PDK_OK) status = find_laps(recording, error);
    if (status != PDK_OK) return status;
    pdk_error reason;
    status = pdk_driven_track_of(job->document, &recording->track, &reason);
    if (status == PDK_OK || status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

void pdk_recording_close(pdk_recording *recording)
{
    pdk_motion_close(recording->motion);
    recording->motion = NULL;
}
