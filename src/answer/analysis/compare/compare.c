/* Laps compared: find them, read them, place them on the track, and make the tables. */
#include <math.h>
#include <string.h>

#include "base/shown.h"
#include "analysis/compare/comparison.h"
#include "base/callback.h"
#include "base/options.h"
#include "base/number.h"
#include "model/document_life.h"

static const pdk_format_info comparison_info = { .id = "comparison", .title = "Laps compared" };

static pdk_status read_trace(const pdk_motion *motion, const pdk_found_lap *lap, pdk_memory *memory, pdk_trace *trace,
                             pdk_error *error)
{
    size_t run = pdk_motion_find_run(motion, lap->slot);
    if (run == PDK_NO_RUN)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap", "%.*s has no positions of driver %llu",
                        (int)lap->file.size, lap->file.data, (unsigned long long)lap->slot);
    pdk_status status = pdk_trace_read(motion, run, lap->start_time, lap->end_time, memory, trace, error);
    if (status != PDK_OK) return status;
    trace->clock_step = lap->clock_step;
    if (trace->count >= 2 && trace->channels[PDK_TRACE_X] != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap",
                    "lap %u of %.*s has fewer than two positions", (unsigned)lap->lap, (int)lap->file.size,
                    lap->file.data);
}

/* Laps of one recording share what it keeps: its session and motion are read once. */
static pdk_status read_lap(pdk_lap_comparison *comparison, pdk_lap_sources *sources, size_t number, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    const pdk_lap_reference *reference = &comparison->references[number];
    const pdk_session *session;
    const pdk_motion *motion;
    pdk_found_lap *lap = &comparison->laps[number];
    pdk_status status = pdk_find_lap(sources, reference, lap, error);
    if (status == PDK_OK)
        lap->file.data = pdk_keep(comparison->memory, lap->file.data); /* the caller may take it back */
    if (status == PDK_OK && lap->file.data == NULL) status = pdk_fail_memory(error, comparison->memory, "laps");
    if (status == PDK_OK)
        status = pdk_answer_sources(reference->document, options->progress, options->progress_user, &session, &motion,
                                    error);
    if (status != PDK_OK) return status;
    lap->track = session->track;
    lap->ruler_length = session->ruler_length;
    lap->clock_step = session->clock_step;
    return read_trace(motion, lap, comparison->memory, &comparison->traces[number], error);
}

static bool same_lap(const pdk_lap_comparison *comparison, size_t lap)
{
    const pdk_found_lap *one = &comparison->laps[0], *other = &comparison->laps[lap];
    return comparison->references[0].document == comparison->references[lap].document && one->slot == other->slot &&
           one->lap == other->lap;
}

/* The time of a lap that begins on the grid or in the pits is not that from line to line, so a delta would not be the
 * difference of two lap times. The first lap of a race is refused whatever its start: pages leave it out too. A lap
 * beside itself is fine: a page of one lap is that. */
static pdk_status check_starts(const pdk_lap_comparison *comparison, pdk_error *error)
{
    bool alone = true;
    for (size_t i = 1; i < comparison->count; i++) alone = alone && same_lap(comparison, i);
    for (size_t i = 0; i < comparison->count && !alone; i++) {
        const pdk_found_lap *lap = &comparison->laps[i];
        if (lap->from_line) continue;
        bool others = lap->of_the_line[0] != '\0';
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap",
                        "lap %u of %.*s %s, so it cannot be compared with another lap from line to line; %s%s",
                        (unsigned)lap->lap, (int)lap->file.size, lap->file.data,
                        lap->is_first ? "is the first of the race, from the grid or a rolling start"
                                      : "begins in the pits, not at the start line",
                        others ? "laps of this driver that can: " : "this driver has none that can", lap->of_the_line);
    }
    return PDK_OK;
}

static pdk_status read_laps(pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    pdk_status status = PDK_OK;
    pdk_lap_sources sources = pdk_lap_sources_of(comparison->memory, comparison->options);
    for (size_t i = 0; i < comparison->count && status == PDK_OK; i++) {
        status = read_lap(comparison, &sources, i, error);
        if (status == PDK_OK) status = pdk_compare_go_on(comparison, i, error);
    }
    pdk_lap_sources_hold(&sources, document);
    if (status == PDK_OK) status = check_starts(comparison, error); /* while the lists of laps are there */
    pdk_lap_sources_close(&sources);
    return status;
}

/* Versions of the game have other lines on one track. */
static void add_rulers(const pdk_lap_comparison *comparison, const pdk_found_lap *other, pdk_document *document)
{
    char *text = pdk_text_printf(&document->memory,
                                 "the rulers differ (%.2f m and %.2f m): versions of the game have other lines on this "
                                 "track, so recorded sector times are not compared",
                                 comparison->laps[0].ruler_length, other->ruler_length);
    if (text == NULL) document->failed = true;
    else
        pdk_document_add_text(document, "rulers", text, strlen(text), "why recorded times are not compared",
                              PDK_CONFIRMED);
}

static const char *const aligned_by[] = { [PDK_COMPARE_RULER] = pdk_words_aligned_by_ruler,
                                          [PDK_COMPARE_PROJECTION] = pdk_words_aligned_by_projection,
                                          [PDK_COMPARE_DISTANCE] = pdk_words_aligned_by_distance };

static void add_properties(const pdk_lap_comparison *comparison, pdk_document *document)
{
    const char *method = pdk_compare_method_name(comparison->method);
    pdk_document_add_text(document, "method", method, strlen(method), "what says which moments are at the same place",
                          PDK_CONFIRMED);
    const char *words = aligned_by[comparison->method];
    pdk_document_add_text(document, "aligned_by", words, strlen(words), "the method in words", PDK_CONFIRMED);
    pdk_document_add_number(document, "length", pdk_round_computed(comparison->length), "m",
                            "from the start line to the finish", PDK_CONFIRMED);
    pdk_document_add_number(document, "step", comparison->step, "m", "between rows of steps", PDK_CONFIRMED);
    for (size_t i = 1; i < comparison->count; i++) {
        bool has_both = isfinite(comparison->laps[0].ruler_length) && isfinite(comparison->laps[i].ruler_length);
        if (!has_both || pdk_compare_shares_lines(comparison, i) || comparison->laps[i].aligned) continue;
        add_rulers(comparison, &comparison->laps[i], document);
        break;
    }
    if (isfinite(comparison->laps[0].lap_time))
        pdk_document_add_number(document, "lap_time", comparison->laps[0].lap_time, "s", "of the reference",
                                PDK_CONFIRMED);
}

static pdk_status fill(pdk_document *document, pdk_lap_comparison *comparison, pdk_error *error)
{
    pdk_memory *memory = comparison->memory = &document->memory;
    comparison->laps = pdk_alloc_array(memory, comparison->count, sizeof *comparison->laps);
    comparison->traces = pdk_alloc_array(memory, comparison->count, sizeof *comparison->traces);
    if (comparison->laps == NULL || comparison->traces == NULL) return pdk_fail_memory(error, memory, "laps");
    pdk_status status = read_laps(comparison, document, error);
    if (status == PDK_OK) status = pdk_compare_stations(comparison, error);
    if (status == PDK_OK) status = pdk_compare_sectors(comparison, error);
    if (status == PDK_OK) status = pdk_compare_corners(comparison, error);
    if (status != PDK_OK) return status;
    add_properties(comparison, document);
    status = pdk_compare_tables(comparison, document, error);
    if (status == PDK_OK) status = pdk_compare_session(comparison, document, error);
    return status == PDK_OK ? pdk_document_built(document, error) : status;
}

static pdk_status check(const pdk_lap_reference *laps, size_t count, const pdk_compare_options *options,
                        pdk_document **comparison, pdk_error *error)
{
    if (laps == NULL || comparison == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "laps and a place for the result are needed");
    if (count < 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a comparison needs at least two laps");
    for (size_t i = 0; i < count; i++) {
        if (laps[i].document == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "lap %zu has no document", i);
    }
    if (options->step < 0 || !isfinite(options->step))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.step", "a step is a number of metres above 0");
    if (!(options->max_residual >= 0) || !isfinite(options->max_residual))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.residual",
                        "the largest residual is a number of metres above 0");
    return PDK_OK;
}

pdk_status pdk_compare_laps(const pdk_lap_reference *laps, size_t count, const pdk_compare_options *given,
                            pdk_document **comparison, pdk_error *error)
{
    PDK_HOLD_EACH(laps, sizeof *laps, count);
    if (comparison != NULL) *comparison = NULL;
    pdk_compare_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_COMPARE_OPTIONS_INIT", error);
    if (status == PDK_OK) status = check(laps, count, &options, comparison, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    pdk_document *made;
    status = pdk_document_make(&options.limits, &options.allocator, &comparison_info, &made, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < count; i++) pdk_document_add_source(made, laps[i].document);
    if (options.track != NULL) pdk_document_add_source(made, options.track);
    pdk_lap_comparison work = {
        .options = &options, .references = laps, .count = count, .step = options.step > 0 ? options.step : 1
    };
    status = pdk_document_built(made, error); /* is there memory for the sources? */
    if (status == PDK_OK) status = fill(made, &work, error);
    if (status == PDK_OK) *comparison = made;
    else pdk_close(made);
    return status;
}
