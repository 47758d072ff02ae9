#define _XOPEN_SOURCE 700 /* mkstemp, mkdtemp */
#include "callers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { P = 1 << CALL_PROGRESS, S = 1 << CALL_STORED_PROGRESS, W = 1 << CALL_WRITE, F = 1 << CALL_FINDING };

/* ------------------------------------------------------------------------------------------- what they share */

static const pdk_table *first_table(const caller_stage *stage)
{
    return pdk_document_table_at(stage->document, 0);
}

/* Sets allocator and progress of options of any kind. */
#define WITH(options)                             \
    (options).allocator = stage_allocator(stage); \
    (options).progress = stage_progress;          \
    (options).progress_user = stage

static void tell_number(caller_stage *stage, double value)
{
    char text[PDK_NUMBER_SIZE];
    stage_tell(stage, text, pdk_format_number(text, value, PDK_FLOAT64));
}

static void tell_document(caller_stage *stage, pdk_document *made)
{
    for (size_t i = 0; i < pdk_document_table_count(made); i++)
        tell_number(stage, (double)pdk_table_rows(pdk_document_table_at(made, i)));
    if (pdk_document_surface_count(made) > 0) {
        pdk_surface surface;
        assert_int_equal(pdk_document_surface_read(made, 0, &surface, NULL), PDK_OK);
        stage_tell(stage, surface.positions, (size_t)surface.vertex_count * 12);
    }
    pdk_close(made);
}

/* ------------------------------------------------------------------------------------------------- documents */

static pdk_status run_open_memory(caller_stage *stage, pdk_error *error)
{
    pdk_document *made = NULL;
    pdk_status status = stage_open(stage, &made, error);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

static pdk_open_options open_options(caller_stage *stage)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    WITH(options);
    return options;
}

static pdk_status run_open_file(caller_stage *stage, pdk_error *error)
{
    char path[] = "/tmp/paddock-callers-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "wb");
    assert_int_equal(fwrite(stage->bytes, 1, stage->size, stream), stage->size);
    fclose(stream);
    pdk_open_options options = open_options(stage);
    pdk_document *made = NULL;
    pdk_status status = pdk_open_file(path, &options, &made, error);
    remove(path);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

static pdk_status source_size(void *user, uint64_t *size)
{
    caller_stage *stage = user;
    *size = stage->size;
    return stage_heard(stage, CALL_SOURCE) ? PDK_OK : PDK_E_CANCELLED;
}

static pdk_status source_read(void *user, uint64_t offset, void *buffer, size_t size, size_t *got)
{
    caller_stage *stage = user;
    size_t some = stage->size - (size_t)offset;
    *got = some < size ? some : size;
    memcpy(buffer, stage->bytes + offset, *got);
    return stage_heard(stage, CALL_SOURCE) ? PDK_OK : PDK_E_CANCELLED;
}

static pdk_status run_open_source(caller_stage *stage, pdk_error *error)
{
    pdk_source source = { stage, source_size, source_read };
    pdk_open_options options = open_options(stage);
    pdk_document *made = NULL;
    pdk_status status = pdk_open_source(&source, &options, &made, error);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

static pdk_status run_check(caller_stage *stage, pdk_error *error)
{
    uint64_t total = 0;
    pdk_status status = pdk_check(stage->document, PDK_CHECK_FULL, stage_finding, stage, &total, error);
    tell_number(stage, (double)total);
    return status;
}

static pdk_status run_from_tables(caller_stage *stage, pdk_error *error)
{
    static const double values[] = { 1, 2, 3 };
    const pdk_made_column column = { .name = "x", .type = PDK_FLOAT64, .values = values };
    const pdk_made_table table = { .name = "points", .rows = 3, .columns = &column, .column_count = 1 };
    pdk_made_options options = PDK_MADE_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    pdk_document *made = NULL;
    pdk_status status = pdk_document_from_tables(&table, 1, &options, &made, error);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

/* --------------------------------------------------------------------------------------------------- answers */

/* A results file of the recording's drivers, without laps: nothing speaks against it. */
static pdk_document *results_of(const pdk_document *document)
{
    enum { ROOM = 4096 };
    static char text[ROOM];
    const pdk_table *drivers = pdk_document_find_table(document, "drivers");
    size_t name = pdk_table_find_column(drivers, "name"), at = 0;
    at += (size_t)snprintf(text + at, ROOM - at, "<rFactorXML><RaceResults><Race>");
    for (uint64_t i = 0; i < pdk_table_rows(drivers) && at + 200 < ROOM; i++) {
        pdk_text who = { "", 0 };
        pdk_column_read read = { .column = name, .values = &who };
        if (pdk_table_read(drivers, i, 1, &read, 1, NULL) != PDK_OK) return NULL;
        at += (size_t)snprintf(text + at, ROOM - at, "<Driver><Name>%.*s</Name><Position>%d</Position></Driver>",
                               (int)who.size, who.data, (int)i + 1);
    }
    at += (size_t)snprintf(text + at, ROOM - at, "</Race></RaceResults></rFactorXML>");
    pdk_document *results = NULL;
    pdk_open_memory(text, at, NULL, &results, NULL);
    return results;
}

static pdk_status run_fit_results(caller_stage *stage, pdk_error *error)
{
    pdk_document *results = results_of(stage->document);
    pdk_results_fit fit;
    pdk_status status = pdk_fit_results(stage->document, results, stage_progress, stage, &fit, error);
    if (status == PDK_OK) tell_number(stage, (double)fit.laps);
    pdk_close(results);
    return status;
}

static pdk_status run_answer(caller_stage *stage, pdk_error *error)
{
    const pdk_table *table = NULL;
    pdk_status status = pdk_answer_with_progress(stage->document, "corner_times", stage_progress, stage, &table, error);
    if (status == PDK_OK) tell_number(stage, (double)pdk_table_rows(table));
    else assert_null(table);
    return status;
}

static pdk_status run_analyse(caller_stage *stage, pdk_error *error)
{
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    WITH(options);
    pdk_document *made = NULL;
    pdk_status status = pdk_analyse(stage->document, &options, &made, error);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

static pdk_status run_compare_laps(caller_stage *stage, pdk_error *error)
{
    pdk_lap_reference laps[2] = { { .document = stage->document, .driver = "0" },
                                  { .document = stage->document, .driver = "1" } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    WITH(options);
    pdk_document *made = NULL;
    pdk_status status = pdk_compare_laps(laps, 2, &options, &made, error);
    if (status == PDK_OK) tell_document(stage, made);
    return status;
}

static pdk_status run_motion_open(caller_stage *stage, pdk_error *error)
{
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    WITH(options);
    pdk_motion *motion = NULL;
    pdk_status status = pdk_motion_open(stage->document, &options, &motion, error);
    if (status != PDK_OK) return status;
    const pdk_motion_segment *segments;
    size_t count;
    status = pdk_motion_segments(motion, 0, &segments, &count, error);
    tell_number(stage, (double)count);
    pdk_motion_close(motion);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- tables */

static pdk_status filter_rows(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    (void)error;
    for (size_t i = 0; i < count; i++) keep[i] = (first + i) % 3 != 0;
    return stage_heard(user, CALL_FILTER) ? PDK_OK : PDK_E_CANCELLED;
}

static pdk_status run_table_write(caller_stage *stage, pdk_error *error)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.progress = stage_progress;
    options.progress_user = stage;
    options.filter = filter_rows;
    options.filter_user = stage;
    return pdk_table_write(first_table(stage), PDK_CSV, &options, stage->output, error);
}

static pdk_status run_arrow(caller_stage *stage, pdk_error *error)
{
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    struct ArrowArrayStream stream;
    pdk_status status = pdk_table_arrow_stream(first_table(stage), &options, &stream, error);
    if (status != PDK_OK) return status;
    struct ArrowArray batch;
    for (int failed = stream.get_next(&stream, &batch);; failed = stream.get_next(&stream, &batch)) {
        if (failed != 0) status = PDK_E_MEMORY;
        if (failed != 0 || batch.release == NULL) break;
        tell_number(stage, (double)batch.length);
        batch.release(&batch);
    }
    stream.release(&stream);
    return status;
}

static pdk_status run_describe(caller_stage *stage, pdk_error *error)
{
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    options.progress = stage_progress;
    options.progress_user = stage;
    return pdk_describe(stage->document, &options, stage->output, error);
}

static pdk_status run_describe_table(caller_stage *stage, pdk_error *error)
{
    return pdk_describe_table(first_table(stage), stage->output, error);
}

/* --------------------------------------------------------------------------------------------- twins, edits */

static pdk_status run_dump(caller_stage *stage, pdk_error *error)
{
    pdk_dump_options options = PDK_DUMP_OPTIONS_INIT;
    options.progress = stage_progress;
    options.progress_user = stage;
    return pdk_dump(stage->document, &options, stage->output, error);
}

/* The text of the other file, made once. */
static const char *twin_text(const caller_stage *stage, size_t *size)
{
    static uint8_t *text;
    static size_t made;
    if (text == NULL) {
        pdk_output *output = output_or_fail();
        assert_int_equal(pdk_dump(stage->document, NULL, output, NULL), PDK_OK);
        text = take_bytes(output, &made);
    }
    *size = made;
    return (const char *)text;
}

typedef struct puller {
    caller_stage *stage;
    const char *text;
    size_t size;
} puller;

static pdk_status pull(void *user, void *buffer, size_t size, size_t *got)
{
    puller *from = user;
    *got = from->size < size ? from->size : size;
    memcpy(buffer, from->text, *got);
    from->text += *got;
    from->size -= *got;
    return stage_heard(from->stage, CALL_PULL) ? PDK_OK : PDK_E_CANCELLED;
}

static pdk_build_options build_options(caller_stage *stage)
{
    pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
    WITH(options);
    options.note = stage_finding;
    options.note_user = stage;
    return options;
}

static pdk_status run_build(caller_stage *stage, pdk_error *error)
{
    puller from = { .stage = stage };
    from.text = twin_text(stage, &from.size);
    pdk_build_options options = build_options(stage);
    return pdk_build(pull, &from, &options, stage->output, error);
}

static pdk_status run_build_text(caller_stage *stage, pdk_error *error)
{
    size_t size;
    const char *text = twin_text(stage, &size);
    pdk_build_options options = build_options(stage);
    return pdk_build_text(text, size, &options, stage->output, error);
}

static pdk_status run_write_records(caller_stage *stage, pdk_error *error)
{
    enum { COUNT = 4096 };
    static const double values[COUNT] = { 1, 2, 3 };
    static const pdk_field_array arrays[] = { { "x", values, NULL }, { "y", values, NULL } };
    return pdk_write_records("rld.point", COUNT, arrays, 2, stage->output, error);
}

static pdk_status open_edit(caller_stage *stage, pdk_error *error)
{
    pdk_status status = pdk_edit_open(stage->document, &stage->edit, error);
    return status == PDK_OK ? pdk_edit_set(stage->edit, "header.player", "Nobody", error) : status;
}

static pdk_status run_edit_write(caller_stage *stage, pdk_error *error)
{
    pdk_status status = open_edit(stage, error);
    return status == PDK_OK ? pdk_edit_write(stage->edit, stage->output, error) : status;
}

static pdk_status run_edit_write_packed(caller_stage *stage, pdk_error *error)
{
    pdk_status status = open_edit(stage, error);
    return status == PDK_OK ? pdk_edit_write_packed(stage->edit, stage->output, error) : status;
}

static pdk_status run_reverse(caller_stage *stage, pdk_error *error)
{
    return pdk_track_reverse(stage->document, stage->output, error);
}

static pdk_status run_flatten(caller_stage *stage, pdk_error *error)
{
    return pdk_track_flatten(stage->document, stage->output, error);
}

static pdk_status run_images_resize(caller_stage *stage, pdk_error *error)
{
    const pdk_image_info *info = pdk_document_image_at(stage->document, 0);
    const pdk_image_resize wanted = { .name = info->name, .width = info->width + 1, .height = info->height + 2 };
    return pdk_images_resize(stage->document, &wanted, 1, stage->output, error);
}

static pdk_status run_repair(caller_stage *stage, pdk_error *error)
{
    pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
    options.drop_unused = true;
    options.progress = stage_progress;
    options.progress_user = stage;
    return pdk_repair(stage->document, &options, NULL, stage->output, error);
}

static pdk_status run_cut(caller_stage *stage, pdk_error *error)
{
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.has_to = true;
    options.to = 12;
    options.progress = stage_progress;
    options.progress_user = stage;
    return pdk_cut(stage->document, &options, stage->output, error);
}

static pdk_status run_join(caller_stage *stage, pdk_error *error)
{
    const pdk_document *const parts[] = { stage->document, stage->document };
    return pdk_join(parts, 2, stage->output, error);
}

static pdk_status run_anonymise(caller_stage *stage, pdk_error *error)
{
    return pdk_anonymise(stage->document, stage->output, error);
}

/* ------------------------------------------------------------------------------------------ images, packing */

static pdk_status run_image_png(caller_stage *stage, pdk_error *error)
{
    return pdk_image_write_png(stage->document, 0, stage->output, error);
}

static pdk_status run_images_png(caller_stage *stage, pdk_error *error)
{
    char path[] = "/tmp/paddock-callers-XXXXXX";
    assert_non_null(mkdtemp(path));
    char file[64];
    snprintf(file, sizeof file, "%s/0.png", path);
    pdk_image_file files[1] = { { .image = 0, .path = file } };
    pdk_status status = pdk_images_write_png(stage->document, files, 1, stage_progress, stage, error);
    remove(file);
    remove(path);
    return status;
}

static pdk_status run_pack(caller_stage *stage, pdk_error *error)
{
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    WITH(options);
    return pdk_pack(stage->bytes, stage->size < 40000 ? stage->size : 40000, &options, stage->output, error);
}

static pdk_status run_unpack(caller_stage *stage, pdk_error *error)
{
    pdk_output *packed = output_or_fail();
    assert_int_equal(pdk_pack(stage->bytes, 4000, NULL, packed, NULL), PDK_OK);
    pdk_bytes bytes = pdk_output_bytes(packed);
    pdk_status status = pdk_unpack(bytes.data, bytes.size, stage->output, error);
    pdk_output_close(packed);
    return status;
}

static pdk_status run_pack_again(caller_stage *stage, pdk_error *error)
{
    return pdk_pack_again(stage->document, stage->bytes, 1000, stage->output, error);
}

static pdk_status run_synth(caller_stage *stage, pdk_error *error)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 2000;
    options.progress = stage_progress;
    options.progress_user = stage;
    return pdk_synth("rld", &options, stage->output, error);
}

/* -------------------------------------------------------------------------------------------- conversions */

static pdk_convert_options convert_options(caller_stage *stage)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    WITH(options);
    options.note = stage_finding;
    options.note_user = stage;
    return options;
}

static pdk_status run_convert(caller_stage *stage, pdk_error *error)
{
    pdk_convert_options options = convert_options(stage);
    return pdk_convert(stage->document, "ld", &options, NULL, stage->output, error);
}

static pdk_status run_convert_file(caller_stage *stage, pdk_error *error)
{
    char path[] = "/tmp/paddock-callers-XXXXXX";
    assert_non_null(mkdtemp(path));
    char file[64];
    snprintf(file, sizeof file, "%s/0.ply", path);
    pdk_convert_options options = convert_options(stage);
    pdk_status status = pdk_convert_file(stage->document, file, "ply", &options, NULL, error);
    remove(file);
    remove(path);
    return status;
}

/* --------------------------------------------------------------------------------------------------- outputs */

static pdk_status run_output_callback(caller_stage *stage, pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_status status = pdk_output_callback(stage_write, stage, &output, error);
    if (status != PDK_OK) return status;
    stage->output = output;
    status = pdk_output_write(output, "words", 5, error);
    return status;
}

/* More than is held back. */
static pdk_status run_output_write(caller_stage *stage, pdk_error *error)
{
    enum { LARGE = 1 << 20 };
    static char zeros[LARGE];
    return pdk_output_write(stage->output, zeros, LARGE, error);
}

static pdk_status run_output_finish(caller_stage *stage, pdk_error *error)
{
    pdk_status status = pdk_output_write(stage->output, "words", 5, error);
    return status == PDK_OK ? pdk_output_finish(stage->output, error) : status;
}

static pdk_status run_output_close(caller_stage *stage, pdk_error *error)
{
    pdk_status status = pdk_output_write(stage->output, "words", 5, error);
    if (status == PDK_OK) status = pdk_output_finish(stage->output, error);
    pdk_output_close(stage->output);
    stage->output = NULL;
    return status;
}

/* ----------------------------------------------------------------------------------------- pages and pictures */

static pdk_page_options page_options(caller_stage *stage)
{
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    WITH(options);
    return options;
}

static pdk_status run_page_write(caller_stage *stage, pdk_error *error)
{
    static const pdk_page_front front = { .script = { "1", 1 }, .style = { "a{}", 3 } };
    pdk_page_file file = { .document = stage->document, .name = "file" };
    pdk_page_options options = page_options(stage);
    return pdk_page_write(&file, 1, &front, &options, stage->output, error);
}

static pdk_status run_page_describe(caller_stage *stage, pdk_error *error)
{
    pdk_page_file file = { .document = stage->document, .name = "file" };
    pdk_page_options options = page_options(stage);
    return pdk_page_describe(&file, &options, stage->output, error);
}

static pdk_status run_page_motion(caller_stage *stage, pdk_error *error)
{
    pdk_page_options options = page_options(stage);
    return pdk_page_motion(stage->document, &options, stage->output, error);
}

static pdk_status run_page_run(caller_stage *stage, pdk_error *error)
{
    pdk_page_options options = page_options(stage);
    return pdk_page_run(stage->document, 0, &options, stage->output, error);
}

static pdk_status run_page_track(caller_stage *stage, pdk_error *error)
{
    pdk_page_options options = page_options(stage);
    return pdk_page_track(stage->document, &options, stage->output, error);
}

static pdk_status run_corner_numbering(caller_stage *stage, pdk_error *error)
{
    pdk_allocator allocator = stage_allocator(stage);
    pdk_corner_numbering *numbering = NULL;
    pdk_status status = pdk_corner_numbering_create(&allocator, &numbering, error);
    if (status == PDK_OK) status = pdk_corner_numbering_add(numbering, stage->document, error);
    if (status == PDK_OK) status = pdk_corner_numbering_apply(numbering, stage->document, error);
    pdk_corner_numbering_close(numbering);
    return status;
}

static pdk_status run_corner_numbering_save(caller_stage *stage, pdk_error *error)
{
    pdk_corner_numbering *numbering = NULL;
    pdk_status status = pdk_corner_numbering_create(NULL, &numbering, error);
    if (status == PDK_OK) status = pdk_corner_numbering_add(numbering, stage->document, error);
    if (status == PDK_OK) status = pdk_corner_numbering_save(numbering, stage->output, error);
    pdk_corner_numbering_close(numbering);
    return status;
}

static pdk_status run_page_marks(caller_stage *stage, pdk_error *error)
{
    pdk_page_options options = page_options(stage);
    return pdk_page_marks(stage->document, &options, stage->output, error);
}

static pdk_status run_page_recorded(caller_stage *stage, pdk_error *error)
{
    pdk_page_options options = page_options(stage);
    return pdk_page_recorded(stage->document, &options, stage->output, error);
}

static pdk_status run_page_traces(caller_stage *stage, pdk_error *error)
{
    pdk_lap_reference lap = { .document = stage->document, .driver = "0" };
    pdk_page_options options = page_options(stage);
    return pdk_page_traces(&lap, 1, 10, &options, stage->output, error);
}

static pdk_status run_page_surface(caller_stage *stage, pdk_error *error)
{
    pdk_page_file file = { .document = stage->document };
    pdk_page_options options = page_options(stage);
    return pdk_page_surface(&file, 0, &options, stage->output, error);
}

static pdk_status run_page_scene(caller_stage *stage, pdk_error *error)
{
    pdk_page_file file = { .document = stage->document };
    pdk_page_options options = page_options(stage);
    return pdk_page_scene(&file, &options, stage->output, error);
}

static pdk_status run_page_image(caller_stage *stage, pdk_error *error)
{
    pdk_page_file file = { .document = stage->document };
    return pdk_page_image(&file, 0, stage->output, error);
}

static pdk_status run_page_layout(caller_stage *stage, pdk_error *error)
{
    return pdk_page_layout(stage->document, 0, 200, stage->output, error);
}

static pdk_status create_plot(caller_stage *stage, pdk_error *error)
{
    pdk_lap_reference lap = { .document = stage->document };
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    WITH(options);
    return pdk_plot_create(PDK_PLOT_CHANNELS, &lap, 1, &options, &stage->plot, error);
}

static pdk_status run_plot_create(caller_stage *stage, pdk_error *error)
{
    pdk_status status = create_plot(stage, error);
    uint32_t width = 0, height = 0;
    if (status == PDK_OK) pdk_plot_size(stage->plot, &width, &height);
    tell_number(stage, width);
    return status;
}

static pdk_status run_plot_write(caller_stage *stage, pdk_error *error)
{
    pdk_status status = create_plot(stage, error);
    return status == PDK_OK ? pdk_plot_write(stage->plot, PDK_PLOT_SVG, stage->output, error) : status;
}

/* -------------------------------------------------------------------------------------------------- postings */

static pdk_status create_posting(caller_stage *stage, pdk_posting **posting, pdk_error *error)
{
    pdk_posting_options options = PDK_POSTING_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    pdk_status status = pdk_posting_create(&options, posting, error);
    if (status != PDK_OK) return status;
    pdk_posting_add_title(*posting, pdk_text_of("Round 1"), pdk_text_of("race"));
    pdk_posting_add_table(*posting);
    pdk_posting_add_column(*posting, "Driver", false, 1);
    pdk_posting_add_cell(*posting, PDK_POSTING_BOLD, pdk_text_of("A. Varga"));
    pdk_posting_add_note(*posting, pdk_text_of("A note."));
    return PDK_OK;
}

static pdk_status run_rulings_read(caller_stage *stage, pdk_error *error)
{
    static const char table[] = "driver,kind,reason\nA. Varga,note,warned\n";
    pdk_rulings_options options = PDK_RULINGS_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    pdk_rulings *rulings = NULL;
    pdk_status status = pdk_rulings_read(table, sizeof table - 1, &options, &rulings, error);
    tell_number(stage, (double)pdk_rulings_count(rulings));
    pdk_rulings_close(rulings);
    return status;
}

static pdk_status run_rulings_select(caller_stage *stage, pdk_error *error)
{
    static const char table[] = "driver,kind,file\nA. Varga,note,race.vcr\nA. Varga,note,other.vcr\n";
    static const char *const file = "folder/race.vcr";
    const pdk_ruled_recording recording = { &file, 1 };
    pdk_rulings_options options = PDK_RULINGS_OPTIONS_INIT;
    pdk_rulings *rulings = NULL, *selected = NULL;
    pdk_status status = pdk_rulings_read(table, sizeof table - 1, NULL, &rulings, error);
    options.allocator = stage_allocator(stage);
    if (status == PDK_OK) status = pdk_rulings_select(rulings, &recording, &options, &selected, error);
    tell_number(stage, (double)pdk_rulings_count(selected));
    pdk_rulings_close(selected);
    pdk_rulings_close(rulings);
    return status;
}

static pdk_status run_posting_create(caller_stage *stage, pdk_error *error)
{
    pdk_posting *posting = NULL;
    pdk_status status = create_posting(stage, &posting, error);
    pdk_posting_close(posting);
    return status;
}

static pdk_status run_posting_write(caller_stage *stage, pdk_error *error)
{
    pdk_posting *posting = NULL;
    pdk_status status = create_posting(stage, &posting, error);
    if (status == PDK_OK) status = pdk_posting_write(posting, PDK_POSTING_CHAT, NULL, stage->output, error);
    pdk_posting_close(posting);
    return status;
}

static pdk_status run_plot_posting(caller_stage *stage, pdk_error *error)
{
    pdk_posting *posting = NULL;
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    WITH(options);
    pdk_status status = create_posting(stage, &posting, error);
    if (status == PDK_OK) status = pdk_plot_posting(posting, &options, &stage->plot, error);
    pdk_posting_close(posting);
    return status;
}

/* -------------------------------------------------------------------------------------------------- seasons */

static pdk_status make_season(caller_stage *stage, pdk_document **made, pdk_error *error)
{
    static const double points[] = { 3, 2, 1 };
    pdk_season *season = NULL;
    pdk_season_options options = PDK_SEASON_OPTIONS_INIT;
    options.points = points;
    options.point_count = 3;
    options.allocator = stage_allocator(stage);
    const pdk_season_round round = { .race = stage->document, .qualifying = stage->document, .path = "race.vcr" };
    pdk_status status = pdk_season_create(&options, &season, error);
    if (status == PDK_OK) status = pdk_season_add(season, &round, error);
    if (status == PDK_OK) status = pdk_season_finish(season, made, error);
    pdk_season_close(season);
    return status;
}

static pdk_status run_season_create(caller_stage *stage, pdk_error *error)
{
    pdk_document *made = NULL;
    pdk_status status = make_season(stage, &made, error);
    pdk_close(made);
    return status;
}

static pdk_status run_season_page_write(caller_stage *stage, pdk_error *error)
{
    pdk_document *made = NULL;
    pdk_season_page_options options = PDK_SEASON_PAGE_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    pdk_status status = make_season(stage, &made, error);
    if (status == PDK_OK) status = pdk_season_page_write(made, &options, stage->output, error);
    pdk_close(made);
    return status;
}

/* -------------------------------------------------------------------------------------------------- surfaces */

static pdk_surface_options surface_options(caller_stage *stage)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    WITH(options);
    options.document = stage->document;
    return options;
}

static pdk_surface surface_of(const caller_stage *stage)
{
    pdk_surface surface;
    assert_int_equal(pdk_document_surface_read(stage->document, 0, &surface, NULL), PDK_OK);
    return surface;
}

static pdk_status run_measure(caller_stage *stage, pdk_error *error)
{
    pdk_surface surface = surface_of(stage);
    pdk_surface_options options = surface_options(stage);
    pdk_surface_stats stats;
    pdk_status status = pdk_surface_measure(&surface, &options, &stats, error);
    if (status == PDK_OK) tell_number(stage, stats.area);
    return status;
}

static pdk_status run_surface_check(caller_stage *stage, pdk_error *error)
{
    pdk_surface surface = surface_of(stage);
    pdk_surface_options options = surface_options(stage);
    uint64_t total = 0;
    pdk_status status = pdk_surface_check(&surface, &options, stage_finding, stage, &total, NULL, error);
    tell_number(stage, (double)total);
    return status;
}

static pdk_status run_find_holes(caller_stage *stage, pdk_error *error)
{
    pdk_surface surface = surface_of(stage);
    pdk_surface_options options = surface_options(stage);
    pdk_surface_holes found;
    pdk_status status = pdk_surface_find_holes(&surface, &options, NULL, 0, &found, error);
    if (status == PDK_OK) tell_number(stage, (double)found.outer);
    return status;
}

static pdk_status run_normals(caller_stage *stage, pdk_error *error)
{
    pdk_surface surface = surface_of(stage);
    pdk_surface_options options = surface_options(stage);
    size_t size = (size_t)surface.vertex_count * 3 * sizeof(float);
    float *normals = malloc(size);
    pdk_status status = pdk_surface_normals(&surface, &options, normals, error);
    if (status == PDK_OK) stage_tell(stage, normals, size);
    free(normals);
    return status;
}

static pdk_status made(caller_stage *stage, pdk_status status, pdk_document *document)
{
    if (status == PDK_OK) tell_document(stage, document);
    return status;
}

static pdk_status run_smooth(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_add_normals(stage->document, &options, &document, NULL, error);
    return made(stage, status, document);
}

static pdk_status run_fill(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_fill(stage->document, &options, 1, &document, NULL, error);
    return made(stage, status, document);
}

static const double everywhere[4] = { -1e6, -1e6, 1e6, 1e6 };

static pdk_status run_crop(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_crop(stage->document, &options, everywhere, &document, NULL, error);
    return made(stage, status, document);
}

static bool take_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    caller_stage *stage = user;
    tell_number(stage, (double)(x * 1000 + y));
    assert_int_equal(pdk_document_surface_count(tile), 1);
    return stage_heard(stage, CALL_TILE);
}

static pdk_status run_tile(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    return pdk_surface_tile(stage->document, &options, 5, take_tile, stage, NULL, error);
}

static pdk_status run_alone(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_extract(stage->document, 0, &options, &document, error);
    return made(stage, status, document);
}

static pdk_status run_merge(caller_stage *stage, pdk_error *error)
{
    const pdk_document *both[2] = { stage->document, stage->document };
    pdk_surface_options options = surface_options(stage);
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_merge(both, 2, &options, 0, &document, NULL, error);
    return made(stage, status, document);
}

static pdk_status run_simplify(caller_stage *stage, pdk_error *error)
{
    pdk_surface_options options = surface_options(stage);
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    how.error = 0.01;
    pdk_document *document = NULL;
    pdk_status status = pdk_surface_simplify(stage->document, &options, &how, &document, NULL, error);
    return made(stage, status, document);
}

/* Their arrays are the caller's, who keeps the document open: a copy does. */
static pdk_surface kept_surface(caller_stage *stage, pdk_document **keeper)
{
    *keeper = pdk_retain(stage->document);
    return surface_of(stage);
}

static pdk_status create_index(caller_stage *stage, bool near, pdk_error *error)
{
    pdk_document *keeper;
    pdk_surface surface = kept_surface(stage, &keeper);
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    WITH(options);
    static const double points[4] = { 0, 0, 10, 0 };
    pdk_status status = near
                            ? pdk_height_index_create_near(&surface, points, 2, 2, true, &options, &stage->index, error)
                            : pdk_height_index_create(&surface, &options, &stage->index, error);
    if (status == PDK_OK) tell_number(stage, (double)pdk_height_index_about(stage->index)->triangles);
    pdk_close(keeper);
    return status;
}

static pdk_status run_index(caller_stage *stage, pdk_error *error)
{
    return create_index(stage, false, error);
}

static pdk_status run_index_near(caller_stage *stage, pdk_error *error)
{
    return create_index(stage, true, error);
}

static pdk_status run_surface_compare(caller_stage *stage, pdk_error *error)
{
    pdk_document *keeper;
    pdk_surface surface = kept_surface(stage, &keeper);
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    WITH(options);
    pdk_surface_comparison *comparison = NULL;
    pdk_status status = pdk_height_index_create(&surface, NULL, &stage->index, error);
    if (status == PDK_OK) status = pdk_surface_compare(&surface, stage->index, &options, &comparison, error);
    if (status == PDK_OK) tell_number(stage, (double)pdk_surface_comparison_about(comparison)->covered);
    pdk_surface_comparison_close(comparison);
    pdk_close(keeper);
    return status;
}

static pdk_status create_raster(caller_stage *stage, pdk_error *error)
{
    pdk_document *keeper;
    pdk_surface surface = kept_surface(stage, &keeper);
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    WITH(options);
    options.width = options.height = 64;
    pdk_status status = pdk_raster_create(&surface, &options, &stage->raster, error);
    if (status == PDK_OK) tell_number(stage, (double)pdk_raster_about(stage->raster)->covered);
    pdk_close(keeper);
    return status;
}

static pdk_status run_raster_write(caller_stage *stage, pdk_error *error)
{
    pdk_status status = create_raster(stage, error);
    return status == PDK_OK ? pdk_raster_write(stage->raster, PDK_RASTER_ASC, NULL, stage->output, error) : status;
}

static pdk_status run_raster_sidecar(caller_stage *stage, pdk_error *error)
{
    pdk_status status = create_raster(stage, error);
    return status == PDK_OK ? pdk_raster_write_sidecar(stage->raster, NULL, stage->output, error) : status;
}

/* -------------------------------------------------------------------------------------------------- the list */

const caller callers[] = {
    { "pdk_answer_with_progress", "vcr", run_answer, .kinds = P },
    { "pdk_analyse", "vcr", run_analyse, .kinds = P },
    { "pdk_fit_results", "vcr", run_fit_results, .kinds = P },
    { "pdk_table_arrow_stream", "vcr", run_arrow, .kinds = 0 },
    { "pdk_compare_laps", "vcr", run_compare_laps, .kinds = P },
    { "pdk_convert", "raf", run_convert, .kinds = P | W | F },
    { "pdk_convert_file", "rld", run_convert_file, .kinds = P },
    { "pdk_describe", "vcr", run_describe, .kinds = P | W },
    { "pdk_describe_table", "vcr", run_describe_table, .kinds = W },
    { "pdk_open_file", "wwww", run_open_file, .opens = true, .kinds = P },
    { "pdk_open_memory", "wwww", run_open_memory, .opens = true, .kinds = S },
    { "pdk_open_source", "wwww", run_open_source, .opens = true, .kinds = P | 1 << CALL_SOURCE },
    { "pdk_check", "damaged", run_check, .kinds = F },
    { "pdk_edit_write", "raf", run_edit_write, .late = true, .kinds = W },
    { "pdk_edit_write_packed", "gzip", run_edit_write_packed, .late = true, .kinds = W },
    { "pdk_track_reverse", "tri", run_reverse, .kinds = W },
    { "pdk_track_flatten", "tri", run_flatten, .kinds = W },
    { "pdk_repair", "rld", run_repair, .kinds = W }, /* its progress comes every 128 MB */
    { "pdk_cut", "raf", run_cut, .kinds = P | W },
    { "pdk_join", "vcr", run_join, .kinds = W },
    { "pdk_anonymise", "vcr", run_anonymise, .kinds = W },
    { "pdk_season_create", "vcr", run_season_create, .kinds = 0 },
    { "pdk_season_page_write", "vcr", run_season_page_write, .late = true, .kinds = W },
    { "pdk_image_write_png", "shpi", run_image_png, .kinds = W, .needs_part = true },
    { "pdk_images_resize", "shpi", run_images_resize, .kinds = W },
    { "pdk_images_write_png", "shpi", run_images_png, .kinds = P, .needs_part = true },
    { "pdk_document_from_tables", "raf", run_from_tables, .kinds = 0 },
    { "pdk_motion_open", "vcr", run_motion_open, .kinds = P },
    { "pdk_output_callback", "raf", run_output_callback, .kinds = W },
    { "pdk_output_write", "raf", run_output_write, .kinds = W },
    { "pdk_output_finish", "raf", run_output_finish, .kinds = W },
    { "pdk_output_close", "raf", run_output_close, .kinds = W },
    { "pdk_unpack", "raf", run_unpack, .kinds = W },
    { "pdk_pack", "raf", run_pack, .kinds = P | W },
    { "pdk_pack_again", "gzip", run_pack_again, .kinds = W },
    { "pdk_page_write", "vcr", run_page_write, .kinds = P | W },
    { "pdk_page_describe", "vcr", run_page_describe, .kinds = P | W },
    { "pdk_page_motion", "vcr", run_page_motion, .kinds = P | W },
    { "pdk_page_run", "vcr", run_page_run, .kinds = P | W },
    { "pdk_page_track", "vcr", run_page_track, .kinds = P | W },
    { "pdk_corner_numbering_create", "vcr", run_corner_numbering, .kinds = 0 },
    { "pdk_corner_numbering_save", "vcr", run_corner_numbering_save, .late = true, .kinds = W },
    { "pdk_page_marks", "rply", run_page_marks, .kinds = P | W },
    { "pdk_page_recorded", "vcr", run_page_recorded, .kinds = P | W },
    { "pdk_page_traces", "vcr", run_page_traces, .kinds = W },
    { "pdk_page_surface", "rld", run_page_surface, .kinds = W },
    { "pdk_page_scene", "tri", run_page_scene, .kinds = W },
    { "pdk_page_image", "shpi", run_page_image, .kinds = W, .needs_part = true },
    { "pdk_page_layout", "vcr", run_page_layout, .kinds = W },
    { "pdk_plot_create", "raf", run_plot_create, .kinds = P },
    { "pdk_plot_write", "raf", run_plot_write, .late = true, .kinds = W },
    { "pdk_rulings_read", "raf", run_rulings_read, .kinds = 0 },
    { "pdk_rulings_select", "raf", run_rulings_select, .kinds = 0 },
    { "pdk_posting_create", "raf", run_posting_create, .kinds = 0 },
    { "pdk_posting_write", "raf", run_posting_write, .kinds = W },
    { "pdk_plot_posting", "raf", run_plot_posting, .kinds = P },
    { "pdk_raster_create", "rld", create_raster, .kinds = P },
    { "pdk_raster_write", "rld", run_raster_write, .late = true, .kinds = W },
    { "pdk_raster_write_sidecar", "rld", run_raster_sidecar, .late = true, .kinds = W },
    { "pdk_surface_add_normals", "rld", run_smooth, .kinds = P },
    { "pdk_surface_fill", "rld", run_fill, .kinds = P },
    { "pdk_surface_crop", "rld", run_crop, .kinds = P },
    { "pdk_surface_tile", "rld", run_tile, .kinds = P | 1 << CALL_TILE },
    { "pdk_surface_extract", "rld", run_alone, .kinds = 0 },
    { "pdk_surface_merge", "rld", run_merge, .kinds = P },
    { "pdk_surface_simplify", "rld", run_simplify, .kinds = P, .needs_part = true },
    { "pdk_surface_measure", "rld", run_measure, .kinds = P },
    { "pdk_surface_check", "damaged", run_surface_check, .kinds = P | F },
    { "pdk_surface_find_holes", "rld", run_find_holes, .kinds = P },
    { "pdk_surface_normals", "rld", run_normals, .kinds = P },
    { "pdk_surface_compare", "rld", run_surface_compare, .kinds = P },
    { "pdk_height_index_create", "rld", run_index, .kinds = P },
    { "pdk_height_index_create_near", "rld", run_index_near, .kinds = P },
    { "pdk_synth", "raf", run_synth, .kinds = P | W },
    { "pdk_table_write", "vcr", run_table_write, .kinds = P | W | 1 << CALL_FILTER },
    { "pdk_dump", "vcr", run_dump, .kinds = P | W },
    { "pdk_build", "raf", run_build, .kinds = P | W | 1 << CALL_PULL },
    { "pdk_build_text", "raf", run_build_text, .kinds = P | W },
    { "pdk_write_records", "raf", run_write_records, .kinds = W },
    { .name = NULL },
};

/* ------------------------------------------------------------------------------------ the caller's functions */

const void *stage_thread(void)
{
    static _Thread_local char here;
    return &here;
}

bool stage_heard(caller_stage *stage, caller_kind kind)
{
    if (kind != CALL_FILTER && kind != CALL_ALLOCATE && stage->thread != stage_thread()) stage->elsewhere = true;
    unsigned before = atomic_fetch_add(&stage->heard[kind], 1);
    if (stage->act != NULL && kind == stage->kind && before == stage->turn) stage->act(stage);
    return !stage->stop;
}

bool stage_progress(void *user, uint64_t done, uint64_t total)
{
    assert_true(total == 0 || done <= total);
    return stage_heard(user, CALL_PROGRESS);
}

static bool stored_progress(void *user, uint64_t done, uint64_t total)
{
    assert_true(total == 0 || done <= total);
    return stage_heard(user, CALL_STORED_PROGRESS);
}

bool stage_finding(void *user, const pdk_finding *finding)
{
    assert_non_null(finding->message);
    return stage_heard(user, CALL_FINDING);
}

void stage_tell(caller_stage *stage, const void *data, size_t size)
{
    if (size == 0) return;
    if (stage->written_size + size > stage->written_room) {
        stage->written_room = 2 * (stage->written_size + size);
        stage->written = realloc(stage->written, stage->written_room);
        assert_non_null(stage->written);
    }
    memcpy(stage->written + stage->written_size, data, size);
    stage->written_size += size;
}

pdk_status stage_write(void *user, const void *data, size_t size)
{
    stage_tell(user, data, size);
    return stage_heard(user, CALL_WRITE) ? PDK_OK : PDK_E_CANCELLED;
}

atomic_int stage_blocks;

static void *take(void *user, size_t size)
{
    atomic_fetch_add(&stage_blocks, 1);
    stage_heard(user, CALL_ALLOCATE);
    return malloc(size);
}

static void *resize(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (pointer == NULL) return take(user, new_size);
    stage_heard(user, CALL_ALLOCATE);
    return realloc(pointer, new_size);
}

static void give_back(void *user, void *pointer, size_t size)
{
    (void)size;
    if (pointer != NULL) atomic_fetch_sub(&stage_blocks, 1);
    stage_heard(user, CALL_ALLOCATE);
    free(pointer);
}

pdk_allocator stage_allocator(caller_stage *stage)
{
    return (pdk_allocator){ take, resize, give_back, stage };
}

/* ------------------------------------------------------------------------------------------------- the files */

static uint8_t *make_file(const char *format, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    if (strcmp(format, "vcr") == 0) {
        options.session = "race";
        options.laps = 2;
        options.cars = 2;
        options.poses_every = 25;
        return synth_or_fail("vcr", &options, size);
    }
    if (strcmp(format, "raf") == 0 || strcmp(format, "gzip") == 0) options.seconds = 15;
    if (strcmp(format, "damaged") == 0 || strcmp(format, "rld") == 0) options.points = 2000;
    uint8_t *bytes = synth_or_fail(strcmp(format, "gzip") == 0      ? "raf"
                                   : strcmp(format, "damaged") == 0 ? "rld"
                                                                    : format,
                                   &options, size);
    if (strcmp(format, "damaged") == 0) memset(bytes + *size / 2, 0xff, *size / 4);
    if (strcmp(format, "gzip") != 0) return bytes;
    pdk_pack_options packing = PDK_PACK_OPTIONS_INIT;
    packing.codec = "gzip";
    pdk_output *output = output_or_fail();
    assert_int_equal(pdk_pack(bytes, *size, &packing, output, NULL), PDK_OK);
    free(bytes);
    return take_bytes(output, size);
}

const uint8_t *stage_file(const char *format, size_t *size)
{
    static struct {
        const char *format;
        uint8_t *bytes;
        size_t size;
    } made[16];
    size_t i = 0;
    while (made[i].format != NULL && strcmp(made[i].format, format) != 0) i++;
    if (made[i].format == NULL) {
        made[i].format = format;
        made[i].bytes = make_file(format, &made[i].size);
    }
    *size = made[i].size;
    return made[i].bytes;
}

pdk_status stage_open(caller_stage *stage, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = stage_allocator(stage);
    options.progress = stored_progress;
    options.progress_user = stage;
    return pdk_open_memory(stage->bytes, stage->size, &options, document, error);
}
