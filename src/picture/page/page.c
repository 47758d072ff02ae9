/* Entry points: arguments are checked here, options have their defaults from here on. */
#include <math.h>

#include "base/options.h"
#include "io/output.h"
#include "model/document_life.h"
#include "json/contract.h"
#include "page/page_html.h"

enum { TRIANGLES = 200000, VALUES = 3000000, MOST_LAYOUT = 1 << 20 };

static pdk_status fail(pdk_error *error, const char *what)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "%s", what);
}

static pdk_status take_options(pdk_page_options *options, const pdk_page_options *given, pdk_error *error)
{
    pdk_status status = pdk_options_copy(options, sizeof *options, given, "PDK_PAGE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (!(options->rate >= 0) || !isfinite(options->rate))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "page.rate", "a rate is a number above 0");
    if (options->triangles == 0) options->triangles = TRIANGLES;
    if (options->values == 0) options->values = VALUES;
    return PDK_OK;
}

static void begin(pdk_memory *memory, const pdk_page_options *options)
{
    pdk_memory_init(memory, &options->allocator, pdk_memory_limit(&options->limits));
}

static pdk_status check_front(const pdk_page_front *front, pdk_error *error)
{
    if (front == NULL || front->script.data == NULL || front->style.data == NULL)
        return fail(error, "a page needs a script and a style sheet");
    if (front->library.size > 0 && (front->library.data == NULL || front->worker.data == NULL))
        return fail(error, "a page that opens files needs a worker");
    return PDK_OK;
}

pdk_status pdk_page_write(const pdk_page_file *files, size_t count, const pdk_page_front *front,
                          const pdk_page_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_EACH(files, sizeof *files, count);
    PDK_HOLD_EACH_AS(held_arts, files != NULL ? &files->art : NULL, sizeof *files, count);
    PDK_HOLD_EACH_AS(held_results, files != NULL ? &files->results : NULL, sizeof *files, count);
    PDK_HOLD_EACH_AS(held_tracks, files != NULL ? &files->track : NULL, sizeof *files, count);
    PDK_HOLD_EACH_AS(held_cars, files != NULL ? &files->car_info : NULL, sizeof *files, count);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_status status = take_options(&options, given, error);
    if (status == PDK_OK) status = check_front(front, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (output == NULL || (count > 0 && files == NULL)) return fail(error, "files and an output are needed");
    if (count == 0 && front->library.size == 0) return fail(error, "a page needs a file, or the library to open one");
    for (size_t i = 0; i < count; i++) {
        if (files[i].document == NULL) return fail(error, "a file of the page has no document");
    }
    pdk_memory memory;
    pdk_page_bundle bundle = { 0 };
    begin(&memory, &options);
    status = pdk_page_bundle_plan(&bundle, files, count, &options, &memory, error);
    if (status == PDK_OK) status = pdk_page_bundle_make(&bundle, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = pdk_document_unchanged(files[i].document, error);
    if (status == PDK_OK) status = pdk_page_put_html(&bundle, front, output, error);
    pdk_page_bundle_close(&bundle);
    pdk_memory_destroy(&memory);
    return status;
}

/* --------------------------------------------------------------------------------- one piece at a time */

static pdk_status put_description(const pdk_page_subject *subject, pdk_memory *memory, pdk_output *output,
                                  pdk_error *error)
{
    pdk_page_table *tables;
    size_t count;
    pdk_vector reasons;
    pdk_status status = pdk_page_tables(subject, memory, &tables, &count, &reasons, error);
    if (status != PDK_OK) return status;
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    status = pdk_page_put_document(&json, subject, (pdk_page_table_list){ tables, count, NULL }, memory, NULL, error);
    pdk_member_begin(&json, PDK_KEY_OF(head, notes), '[');
    pdk_page_put_reasons(&json, &reasons);
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    return status == PDK_OK ? pdk_output_write(output, "\n", 1, error) : status;
}

/* What calls about one file begin with. */
static pdk_status take_file(const pdk_page_file *file, const pdk_output *output, const pdk_page_options *given,
                            pdk_page_options *options, pdk_error *error)
{
    pdk_status status = take_options(options, given, error);
    if (status == PDK_OK && (file == NULL || file->document == NULL || output == NULL))
        return fail(error, "a document and an output are needed");
    return status;
}

pdk_status pdk_page_describe(const pdk_page_file *file, const pdk_page_options *given, pdk_output *output,
                             pdk_error *error)
{
    PDK_HOLD(file != NULL ? file->document : NULL);
    PDK_HOLD_AS(held_art, file != NULL ? file->art : NULL);
    PDK_HOLD_AS(held_results, file != NULL ? file->results : NULL);
    PDK_HOLD_AS(held_file_track, file != NULL ? file->track : NULL);
    PDK_HOLD_AS(held_car, file != NULL ? file->car_info : NULL);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_page_subject subject;
    pdk_memory memory;
    pdk_status status = take_file(file, output, given, &options, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    begin(&memory, &options);
    status = pdk_page_look(file, 1, 0, &options, &subject, error);
    if (status == PDK_OK) status = put_description(&subject, &memory, output, error);
    pdk_page_forget(&subject);
    pdk_memory_destroy(&memory);
    return status;
}

/* What calls about motion begin with. */
static pdk_status look_at_motion(const pdk_document *document, const pdk_page_options *given, const pdk_output *output,
                                 pdk_page_options *options, pdk_page_moving *moving, pdk_error *error)
{
    pdk_status status = take_options(options, given, error);
    if (status != PDK_OK) return status;
    if (document == NULL || output == NULL) return fail(error, "a document and an output are needed");
    return pdk_page_moving_of(document, options, 1, moving, error);
}

pdk_status pdk_page_motion(const pdk_document *document, const pdk_page_options *given, pdk_output *output,
                           pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_page_moving moving;
    pdk_status status = look_at_motion(document, given, output, &options, &moving, error);
    pdk_json json = { .output = output };
    if (status == PDK_OK) status = pdk_page_put_moving(&json, &moving, error);
    return status == PDK_OK ? pdk_output_write(output, "\n", 1, error) : status;
}

pdk_status pdk_page_run(const pdk_document *document, size_t run, const pdk_page_options *given, pdk_output *output,
                        pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_page_moving moving;
    pdk_memory memory;
    pdk_status status = look_at_motion(document, given, output, &options, &moving, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (run >= pdk_motion_run_count(moving.motion))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.run", "there is no run %zu", run);
    begin(&memory, &options);
    status = pdk_page_put_run(&moving, run, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

typedef pdk_status (*put_block)(const pdk_document *document, const pdk_page_moving *moving, pdk_memory *memory,
                                pdk_output *output, pdk_error *error);

/* One block about where everyone moves. */
static pdk_status write_block(const pdk_document *document, const pdk_page_options *given, pdk_output *output,
                              put_block put, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_page_moving moving;
    pdk_memory memory;
    pdk_status status = look_at_motion(document, given, output, &options, &moving, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    begin(&memory, &options);
    status = put(document, &moving, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

static pdk_status put_track(const pdk_document *document, const pdk_page_moving *moving, pdk_memory *memory,
                            pdk_output *output, pdk_error *error)
{
    (void)document;
    return pdk_page_put_track(moving, memory, output, error);
}

pdk_status pdk_page_track(const pdk_document *document, const pdk_page_options *given, pdk_output *output,
                          pdk_error *error)
{
    return write_block(document, given, output, put_track, error);
}

pdk_status pdk_page_marks(const pdk_document *document, const pdk_page_options *given, pdk_output *output,
                          pdk_error *error)
{
    return write_block(document, given, output, pdk_page_put_marks, error);
}

pdk_status pdk_page_recorded(const pdk_document *document, const pdk_page_options *given, pdk_output *output,
                             pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_memory memory;
    pdk_status status = take_options(&options, given, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (document == NULL || output == NULL) return fail(error, "a document and an output are needed");
    const pdk_table *results;
    status = pdk_answer_with_progress(document, "results", options.progress, options.progress_user, &results, error);
    if (status != PDK_OK) return status;
    begin(&memory, &options);
    status = pdk_page_put_recorded(document, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_traces(const pdk_lap_reference *laps, size_t count, double step, const pdk_page_options *given,
                           pdk_output *output, pdk_error *error)
{
    PDK_HOLD_EACH(laps, sizeof *laps, count);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_memory memory;
    pdk_status status = take_options(&options, given, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (laps == NULL || count == 0 || output == NULL) return fail(error, "laps and an output are needed");
    begin(&memory, &options);
    const pdk_page_compared wanted = { .laps = laps, .count = count, .step = step };
    status = pdk_page_put_traces(&wanted, &options, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_surface(const pdk_page_file *file, size_t index, const pdk_page_options *given, pdk_output *output,
                            pdk_error *error)
{
    PDK_HOLD(file != NULL ? file->document : NULL);
    PDK_HOLD_AS(held_art, file != NULL ? file->art : NULL);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_memory memory;
    pdk_status status = take_file(file, output, given, &options, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (index >= pdk_document_surface_count(file->document))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.surface", "there is no surface %zu", index);
    status = pdk_page_surface_fits(file->document, index, options.triangles, error);
    if (status != PDK_OK) return status;
    begin(&memory, &options);
    status = pdk_page_put_surface(file, index, options.triangles, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_scene(const pdk_page_file *file, const pdk_page_options *given, pdk_output *output,
                          pdk_error *error)
{
    PDK_HOLD(file != NULL ? file->document : NULL);
    PDK_HOLD_AS(held_art, file != NULL ? file->art : NULL);
    PDK_HOLD_OUTPUT(output);
    pdk_page_options options;
    pdk_memory memory;
    pdk_status status = take_file(file, output, given, &options, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_track, options.track);
    if (!pdk_page_has_scene(file, options.triangles))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "page.scene",
                        "this file is shown by its surfaces: it makes no scene, or one of too many triangles");
    begin(&memory, &options);
    status = pdk_page_put_scene(file, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_image(const pdk_page_file *file, size_t index, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(file != NULL ? file->document : NULL);
    PDK_HOLD_AS(held_art, file != NULL ? file->art : NULL);
    PDK_HOLD_OUTPUT(output);
    if (file == NULL || file->document == NULL || output == NULL)
        return fail(error, "a document and an output are needed");
    if (index >= pdk_page_image_count(file))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.image", "there is no picture %zu", index);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = pdk_page_put_image(file, index, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_layout(const pdk_document *document, uint64_t first, uint64_t count, pdk_output *output,
                           pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    if (document == NULL || output == NULL) return fail(error, "a document and an output are needed");
    uint64_t size = pdk_document_content(document).size;
    if (first > size || count > size - first || count > MOST_LAYOUT)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.bytes",
                        "the file has %llu bytes, and one call describes at most %d", (unsigned long long)size,
                        MOST_LAYOUT);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = pdk_page_put_layout(document, first, count, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}
