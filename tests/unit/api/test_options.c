/* Programs compiled with another edition of the header: every options struct as shorter and longer editions have it. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct member {
    size_t offset, size, alignment;
} member;

#define MEMBER(type, name)                                                                             \
    {                                                                                                  \
        offsetof(type, name), sizeof(((type *)NULL)->name), _Alignof(__typeof__(((type *)NULL)->name)) \
    }

/* What a call did, as a number that differs where the call did something else. */
typedef uint64_t (*run_call)(const void *options);

typedef struct edition {
    const char *name;
    size_t size;
    const void *options; /* all members set */
    run_call run;
    member members[40]; /* all of them, in order; those of size 0 end the list */
} edition;

static uint64_t mix(uint64_t digest, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) digest = (digest ^ bytes[i]) * UINT64_C(0x100000001B3);
    return digest;
}

static uint64_t mix_number(uint64_t digest, uint64_t number)
{
    return mix(digest, &number, sizeof number);
}

static atomic_bool was_told; /* of progress, or asked for memory */
static bool told(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    (void)done;
    (void)total;
    was_told = true;
    return true;
}

static bool hear(void *user, const pdk_finding *finding)
{
    (void)finding;
    if (user != NULL) *(bool *)user = true; /* NULL in editions without note_user */
    return true;
}

/* The status, the code, whether progress was reported, and the bytes written. */
static uint64_t sum_up(pdk_status status, const pdk_error *error, pdk_output *output)
{
    uint64_t digest = mix_number(1, (uint64_t)(int64_t)status);
    if (status != PDK_OK) digest = mix(digest, error->code, strlen(error->code));
    digest = mix_number(digest, was_told);
    was_told = false;
    if (output != NULL) {
        pdk_bytes bytes = pdk_output_bytes(output);
        digest = mix(digest, bytes.data, bytes.size);
        pdk_output_close(output);
    }
    return digest;
}

/* ------------------------------------------------------------------------------------------------- the calls */

static uint8_t *lap_bytes, *road_bytes, *thin_bytes;
static uint8_t *race_bytes;
static size_t race_size;
static size_t lap_size, road_size, thin_size;
static pdk_document *lap, *road, *thin_road; /* one has a triangle without area */
static pdk_document *race;
static pdk_surface surface;
static pdk_height_index *ground;

static uint64_t open_it(const void *options)
{
    pdk_error error;
    pdk_document *document = NULL;
    pdk_status status = pdk_open_memory(lap_bytes, lap_size - 1, options, &document, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    if (status == PDK_OK) digest = mix_number(digest, pdk_table_rows(pdk_document_table_at(document, 0)));
    pdk_close(document);
    return digest;
}

static uint64_t write_table(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_table_write(pdk_document_table_at(lap, 0), PDK_CSV, options, output, &error), &error, output);
}

static uint64_t stream_rows(const void *options)
{
    pdk_error error;
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    uint64_t digest = 1;
    pdk_status status = pdk_table_arrow_stream(pdk_document_table_at(lap, 0), options, &stream, &error);
    while (status == PDK_OK && stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
        digest = mix_number(digest, (uint64_t)batch.length);
        for (int64_t i = 0; i < batch.n_children; i++)
            digest = mix_number(digest, batch.children[i]->dictionary != NULL);
        batch.release(&batch);
    }
    if (status == PDK_OK) stream.release(&stream);
    return mix_number(digest, sum_up(status, &error, NULL));
}

static uint64_t make_document(const void *options)
{
    static const double times[] = { 1, 2 };
    static const pdk_made_column column = { .name = "time", .type = PDK_FLOAT64, .values = times };
    static const pdk_made_table table = { .name = "laps", .rows = 2, .columns = &column, .column_count = 1 };
    pdk_error error;
    pdk_document *made;
    uint64_t findings = 0;
    pdk_status status = pdk_document_from_tables(&table, 1, options, &made, &error);
    uint64_t digest = mix_number(sum_up(status, &error, NULL), was_told);
    if (status != PDK_OK) return digest;
    const char *title = pdk_document_format(made)->title;
    digest = mix_number(mix(digest, title, strlen(title)), pdk_document_property_count(made));
    pdk_check(made, PDK_CHECK_FULL, NULL, NULL, &findings, NULL);
    pdk_close(made);
    return mix_number(digest, findings);
}

static uint64_t drive(const void *options)
{
    pdk_error error;
    pdk_motion *motion;
    pdk_status status = pdk_motion_open(lap, options, &motion, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    double places[10];
    pdk_channel_read read = { status == PDK_OK ? pdk_motion_find_channel(motion, PDK_ROLE_X) : 0, places };
    if (status == PDK_OK) status = pdk_motion_read(motion, 0, 0, 10, &read, 1, &error);
    if (status == PDK_OK) digest = mix(digest, places, sizeof places);
    pdk_motion_close(motion);
    return digest;
}

static uint64_t generate(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_synth("vcr", options, output, &error), &error, output);
}

/* How many tables and rows a computed document has; it is closed. */
static uint64_t sum_up_document(pdk_status status, const pdk_error *error, pdk_document *document)
{
    uint64_t digest = sum_up(status, error, NULL);
    for (size_t i = 0; document != NULL && i < pdk_document_table_count(document); i++)
        digest = mix_number(digest, pdk_table_rows(pdk_document_table_at(document, i)));
    pdk_close(document);
    return digest;
}

static uint64_t analyse(const void *options)
{
    pdk_error error;
    pdk_document *made = NULL;
    pdk_status status = pdk_analyse(lap, options, &made, &error);
    return sum_up_document(status, &error, made);
}

static uint64_t compare_laps(const void *options)
{
    const pdk_lap_reference laps[] = { { .document = lap, .name = "lap.raf" },
                                       { .document = lap, .name = "again.raf" } };
    pdk_error error;
    pdk_document *made = NULL;
    pdk_status status = pdk_compare_laps(laps, 2, options, &made, &error);
    return sum_up_document(status, &error, made);
}

static uint64_t pack(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_pack(lap_bytes, lap_size, options, output, &error), &error, output);
}

static const char program[] = "/proc/self/exe";

static uint64_t write_file(const void *options)
{
    pdk_error error;
    pdk_output *output = NULL;
    pdk_status status = pdk_output_file_with(program, options, &output, &error);
    pdk_output_close(output);
    return sum_up(status, &error, NULL);
}

static uint64_t dump(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_dump(lap, options, output, &error), &error, output);
}

static uint64_t build(const void *options)
{
    pdk_error error;
    pdk_output *text = output_or_fail(), *output = output_or_fail();
    assert_ok(pdk_dump(lap, NULL, text, &error), error);
    pdk_bytes bytes = pdk_output_bytes(text);
    pdk_status status = pdk_build_text(bytes.data, bytes.size, options, output, &error);
    pdk_output_close(text);
    return sum_up(status, &error, output);
}

static uint64_t repair(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_repair(thin_road, options, NULL, output, &error), &error, output);
}

static uint64_t cut(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_cut(lap, options, output, &error), &error, output);
}

static uint64_t convert(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_convert(road, "ply", options, NULL, output, &error), &error, output);
}

/* With options of single targets. */
static uint64_t convert_to(const pdk_document *document, const char *target, const pdk_convert_options *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    return sum_up(pdk_convert(document, target, options, NULL, output, &error), &error, output);
}

#define CONVERT_TO(member, document, target)                  \
    static uint64_t convert_##member(const void *options)     \
    {                                                         \
        pdk_convert_options whole = PDK_CONVERT_OPTIONS_INIT; \
        whole.member = options;                               \
        return convert_to(document, target, &whole);          \
    }
CONVERT_TO(recording, lap, "gpx")
CONVERT_TO(scene, road, "glb")
CONVERT_TO(glb, road, "glb")
CONVERT_TO(ply, road, "ply")
CONVERT_TO(crg, road, "crg")
CONVERT_TO(rld, road, "rld")
CONVERT_TO(srt, lap, "srt")
CONVERT_TO(opendrive, road, "opendrive")

static uint64_t measure(const void *options)
{
    pdk_error error;
    pdk_surface_stats stats = { .points = 0 };
    pdk_status status = pdk_surface_measure(&surface, options, &stats, &error);
    return mix(sum_up(status, &error, NULL), &stats.slope_max, sizeof stats.slope_max);
}

static uint64_t alone(const void *options)
{
    pdk_error error;
    pdk_document *made = NULL;
    pdk_status status = pdk_surface_extract(road, 0, options, &made, &error);
    pdk_close(made);
    return sum_up(status, &error, NULL);
}

static uint64_t simplify(const void *options)
{
    pdk_error error;
    pdk_document *made = NULL;
    pdk_status status = pdk_surface_simplify(road, NULL, options, &made, NULL, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    if (status == PDK_OK) digest = mix_number(digest, surface_or_fail(made, 0).triangle_count);
    pdk_close(made);
    return digest;
}

static uint64_t follow(const void *options)
{
    static const double path[][2] = { { 0, 0 }, { 20, 3 } };
    static pdk_profile_point points[400];
    pdk_error error;
    size_t made = 0;
    pdk_status status = pdk_surface_profile(ground, path, 2, options, points, 400, &made, &error);
    return mix_number(sum_up(status, &error, NULL), made);
}

static uint64_t cut_across(const void *options)
{
    static pdk_section sections[40];
    static double heights[4000];
    pdk_error error;
    size_t made = 0, across = 0;
    pdk_status status = pdk_surface_sections_lay(options, sections, 40, &made, &across, &error);
    if (status == PDK_OK && made * across <= 4000)
        status = pdk_surface_sections(ground, sections, made, options, heights, &error);
    uint64_t digest = mix_number(mix_number(sum_up(status, &error, NULL), made), across);
    for (size_t i = 0; status == PDK_OK && i < made * across && i < 4000; i++)
        digest = mix_number(digest, isnan(heights[i]) ? 1 : (uint64_t)llround(heights[i] * 1e6));
    return digest;
}

static uint64_t make_index(const void *options)
{
    pdk_error error;
    pdk_height_index *index = NULL;
    pdk_status status = pdk_height_index_create(&surface, options, &index, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    if (status == PDK_OK) digest = mix_number(digest, pdk_height_index_about(index)->triangles);
    pdk_height_index_close(index);
    return digest;
}

static uint64_t describe(const void *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    pdk_status status = pdk_describe(lap, options, output, &error);
    return sum_up(status, &error, output);
}

static uint64_t write_page(const void *options)
{
    static const pdk_page_front front = { .script = { "", 0 }, .style = { "", 0 } };
    const pdk_page_file file = { .document = lap, .name = "lap.raf" };
    pdk_error error;
    pdk_output *output = output_or_fail();
    pdk_status status = pdk_page_write(&file, 1, &front, options, output, &error);
    return sum_up(status, &error, output);
}

static uint64_t compare(const void *options)
{
    pdk_error error;
    pdk_surface_comparison *comparison = NULL;
    pdk_status status = pdk_surface_compare(&surface, ground, options, &comparison, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    if (status == PDK_OK) digest = mix(digest, &pdk_surface_comparison_about(comparison)->bin_width, sizeof(double));
    pdk_surface_comparison_close(comparison);
    return digest;
}

static uint64_t draw(const void *options)
{
    pdk_error error;
    pdk_raster *raster = NULL;
    pdk_status status = pdk_raster_create(&surface, options, &raster, &error);
    uint64_t digest = sum_up(status, &error, NULL);
    if (status == PDK_OK) digest = mix_number(digest, pdk_raster_about(raster)->width);
    if (status == PDK_OK) digest = mix_number(digest, pdk_raster_about(raster)->epsg);
    pdk_raster_close(raster);
    return digest;
}

static uint64_t plot(const void *options)
{
    pdk_error error;
    pdk_plot *made = NULL;
    pdk_lap_reference whole = { .document = lap, .name = "lap.raf" };
    pdk_output *output = output_or_fail();
    pdk_status status = pdk_plot_create(PDK_PLOT_CHANNELS, &whole, 1, options, &made, &error);
    if (status == PDK_OK) status = pdk_plot_write(made, PDK_PLOT_SVG, output, &error);
    pdk_plot_close(made);
    return sum_up(status, &error, output);
}

static uint64_t read_rulings(const void *options)
{
    static const char table[] = "driver,kind\nA. Varga,note\n";
    pdk_error error;
    pdk_rulings *rulings = NULL;
    pdk_status status = pdk_rulings_read(table, sizeof table - 1, options, &rulings, &error);
    uint64_t digest = mix_number(sum_up(status, &error, NULL), pdk_rulings_count(rulings));
    pdk_rulings_close(rulings);
    return digest;
}

static pdk_posting *new_posting(const pdk_posting_options *options, pdk_status *status, pdk_error *error)
{
    pdk_posting *posting = NULL;
    *status = pdk_posting_create(options, &posting, error);
    pdk_posting_add_note(posting,
                         pdk_text_of("A note of some words, which is longer than the line that it is to be on."));
    return posting;
}

static uint64_t post(const void *options)
{
    pdk_error error;
    pdk_status status;
    pdk_output *output = output_or_fail();
    pdk_posting *posting = new_posting(options, &status, &error);
    if (status == PDK_OK) status = pdk_posting_write(posting, PDK_POSTING_TEXT, NULL, output, &error);
    pdk_posting_close(posting);
    return sum_up(status, &error, output);
}

static uint64_t write_posting(const void *options)
{
    pdk_error error;
    pdk_status status;
    pdk_output *output = output_or_fail();
    pdk_posting *posting = new_posting(NULL, &status, &error);
    status = pdk_posting_write(posting, PDK_POSTING_CHAT, options, output, &error);
    pdk_posting_close(posting);
    return sum_up(status, &error, output);
}

static uint64_t count_points(const void *options)
{
    pdk_error error;
    pdk_season *season = NULL;
    pdk_document *made = NULL;
    pdk_output *output = output_or_fail();
    const pdk_season_round round = { .race = race, .path = "race.vcr" };
    pdk_status status = pdk_season_create(options, &season, &error);
    if (status == PDK_OK) status = pdk_season_add(season, &round, &error);
    if (status == PDK_OK) status = pdk_season_finish(season, &made, &error);
    if (status == PDK_OK)
        status = pdk_table_write(pdk_document_find_table(made, "season"), PDK_CSV, NULL, output, &error);
    pdk_season_close(season);
    pdk_close(made);
    return sum_up(status, &error, output);
}

static const double season_points[] = { 10, 5 };

static uint64_t write_season(const void *options)
{
    pdk_error error;
    pdk_season *season = NULL;
    pdk_document *made = NULL;
    pdk_output *output = output_or_fail();
    pdk_season_options points = PDK_SEASON_OPTIONS_INIT;
    points.points = season_points;
    points.point_count = 2;
    assert_ok(pdk_season_create(&points, &season, &error), error);
    assert_ok(pdk_season_add(season, &(pdk_season_round){ .race = race }, &error), error);
    assert_ok(pdk_season_finish(season, &made, &error), error);
    pdk_status status = pdk_season_page_write(made, options, output, &error);
    pdk_season_close(season);
    pdk_close(made);
    return sum_up(status, &error, output);
}

/* ------------------------------------------------------------------------------------------------ the editions */

static void *allocate(void *user, size_t size)
{
    (void)user;
    was_told = true;
    return malloc(size);
}

static void *reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    return realloc(pointer, new_size);
}

static void release(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

#define LIMITS                                                                     \
    {                                                                              \
        .memory = UINT64_C(1) << 30, .depth = 5, .findings = 7, .records = 1 << 20 \
    }
#define ALLOCATOR                           \
    {                                       \
        allocate, reallocate, release, NULL \
    }

static const size_t two_columns[] = { 1, 0 };
static const char *const nobody[] = { "0" };
static bool noted;

static pdk_output_options output_options = { .struct_size = sizeof(pdk_output_options) };
static pdk_inputs *inputs; /* this program */
static const pdk_open_options open_options = { .struct_size = sizeof(pdk_open_options),
                                               .format = "raf",
                                               .name = "lap.raf",
                                               .partial = true,
                                               .limits = LIMITS,
                                               .allocator = ALLOCATOR,
                                               .progress = told };
static const pdk_table_options table_options = { .struct_size = sizeof(pdk_table_options),
                                                 .columns = two_columns,
                                                 .column_count = 2,
                                                 .first = 3,
                                                 .has_count = true,
                                                 .units = true,
                                                 .hidden = true,
                                                 .count = 5,
                                                 .progress = told };
static const pdk_arrow_options arrow_options = { .struct_size = sizeof(pdk_arrow_options),
                                                 .columns = two_columns,
                                                 .column_count = 2,
                                                 .first = 3,
                                                 .has_count = true,
                                                 .dictionaries = true,
                                                 .count = 50,
                                                 .batch = 20,
                                                 .allocator = ALLOCATOR };
static const pdk_property made_property = { .name = "files", .value = { .type = PDK_INT64, .as.integer = 3 } };
static const pdk_finding made_finding = { PDK_ERROR, "made.wrong", PDK_NO_OFFSET, "here", "it is wrong" };
static const pdk_made_options made_options = { .struct_size = sizeof(pdk_made_options),
                                               .title = "Test",
                                               .properties = &made_property,
                                               .property_count = 1,
                                               .findings = &made_finding,
                                               .finding_count = 1,
                                               .limits = LIMITS,
                                               .allocator = ALLOCATOR };
static const pdk_profile_options profile_options = {
    .struct_size = sizeof profile_options, .has_height = true, .step = 0.25, .height = 3
};
static const double cut_path[][2] = { { 0, 0 }, { 20, 3 } };
static const pdk_section_options section_options = { .struct_size = sizeof section_options,
                                                     .has_height = true,
                                                     .path = cut_path,
                                                     .corners = 2,
                                                     .every = 2,
                                                     .width = 3,
                                                     .step = 0.5,
                                                     .height = 3 };
static const pdk_motion_options motion_options = { .struct_size = sizeof(pdk_motion_options),
                                                   .wheel = "front_left",
                                                   .limits = LIMITS,
                                                   .allocator = ALLOCATOR,
                                                   .progress = told };
static const pdk_synth_options synth_options = { .struct_size = sizeof(pdk_synth_options),
                                                 .seed = 7,
                                                 .dialect = "r1",
                                                 .seconds = 2,
                                                 .cars = 2,
                                                 .gzip = true,
                                                 .progress = told };
static const pdk_pack_options pack_options = { .struct_size = sizeof(pdk_pack_options),
                                               .codec = "refpack",
                                               .level = 1,
                                               .variant = "11FB",
                                               .limits = LIMITS,
                                               .allocator = ALLOCATOR,
                                               .progress = told };
static const char *const lap_answer[] = { "laps", NULL };
static const pdk_analysis_options analysis_options = { .struct_size = sizeof(pdk_analysis_options),
                                                       .names = lap_answer,
                                                       .has_line = false,
                                                       .incident_gap = 3,
                                                       .all_incidents = true,
                                                       .limits = LIMITS,
                                                       .allocator = ALLOCATOR,
                                                       .progress = told,
                                                       .until_lap = 1 };
static const pdk_compare_options compare_options = { .struct_size = sizeof(pdk_compare_options),
                                                     .method = PDK_COMPARE_PROJECTION,
                                                     .step = 7,
                                                     .limits = LIMITS,
                                                     .allocator = ALLOCATOR,
                                                     .progress = told,
                                                     .max_residual = 2 };
static const pdk_dump_options dump_options = { .struct_size = sizeof(pdk_dump_options), .progress = told };
static const pdk_describe_options describe_options = {
    .struct_size = sizeof(pdk_describe_options), .evidence = true, .details = true, .path = "lap.raf", .progress = told
};
static const pdk_page_options page_options = { .struct_size = sizeof(pdk_page_options),
                                               .title = "Laps",
                                               .driver = "0",
                                               .rate = 5,
                                               .triangles = 100,
                                               .values = 1000,
                                               .limits = LIMITS,
                                               .allocator = ALLOCATOR,
                                               .progress = told };
static const pdk_build_options build_options = { .struct_size = sizeof(pdk_build_options),
                                                 .limits = LIMITS,
                                                 .allocator = ALLOCATOR,
                                                 .note = hear,
                                                 .note_user = &noted,
                                                 .progress = told };
static const pdk_repair_options repair_options = { .struct_size = sizeof(pdk_repair_options),
                                                   .drop_degenerate = true,
                                                   .drop_duplicates = true,
                                                   .drop_unused = true,
                                                   .progress = told };
static const pdk_cut_options cut_options = { .struct_size = sizeof(pdk_cut_options),
                                             .has_from = true,
                                             .has_to = true,
                                             .from = 0.5,
                                             .to = 1.5,
                                             .drivers = nobody,
                                             .driver_count = 1,
                                             .progress = told };
static const pdk_recording_options recording_options = {
    .struct_size = sizeof recording_options, .driver = "0", .has_from = true, .has_to = true, .from = 0.5, .to = 1.5
};
static const pdk_scene_options scene_options = { .struct_size = sizeof scene_options, .block_colors = 1 };
static const pdk_glb_options glb_options = { .struct_size = sizeof glb_options, .quantize = true };
static const pdk_ply_options ply_options = { .struct_size = sizeof ply_options, .ascii = true, .doubles = true };
static const pdk_crg_options crg_options = { .struct_size = sizeof crg_options, .ascii = true, .step = 0.5 };
static pdk_srt_options srt_options = { .struct_size = sizeof srt_options };
static const pdk_opendrive_options opendrive_options = { .struct_size = sizeof opendrive_options,
                                                         .error = 0.5,
                                                         .crg = "road.crg" };
static const pdk_rld_options rld_options = { .struct_size = sizeof rld_options, .block_size = 10 };
static const pdk_convert_options convert_options = { .struct_size = sizeof(pdk_convert_options),
                                                     .axes = "+y-x+z",
                                                     .scale = 2,
                                                     .origin = PDK_ORIGIN_GIVEN,
                                                     .origin_given = { 1, 2, 3 },
                                                     .source_origin = { 4, 5, 6 },
                                                     .triangulate = true,
                                                     .keep_existing = true,
                                                     .max_edge = 3,
                                                     .note = hear,
                                                     .note_user = &noted,
                                                     .limits = LIMITS,
                                                     .allocator = ALLOCATOR,
                                                     .progress = told,
                                                     .ply = &ply_options,
                                                     .epsg = 32632 };
static const pdk_surface_options surface_options = { .struct_size = sizeof(pdk_surface_options),
                                                     .frame = PDK_FRAME_Y_UP,
                                                     .memory = 1 << 20,
                                                     .limits = LIMITS,
                                                     .allocator = ALLOCATOR,
                                                     .threads = 1,
                                                     .progress = told,
                                                     .origin = { 100, 200, 300 } };
static const pdk_rulings_options rulings_options = { .struct_size = sizeof(pdk_rulings_options),
                                                     .limits = LIMITS,
                                                     .allocator = ALLOCATOR };
static const pdk_season_team season_teams[] = { { "A. Varga", "Team" } };
static const pdk_season_options season_options = { .struct_size = sizeof(pdk_season_options),
                                                   .points = season_points,
                                                   .point_count = 2,
                                                   .pole = 3,
                                                   .fastest_lap = 2,
                                                   .best = 1,
                                                   .teams = season_teams,
                                                   .team_count = 1,
                                                   .limits = LIMITS,
                                                   .allocator = ALLOCATOR };
static const pdk_season_page_options season_page_options = {
    .struct_size = sizeof(pdk_season_page_options), .title = "The cup", .limits = LIMITS, .allocator = ALLOCATOR
};
static const pdk_posting_options posting_options = { .struct_size = sizeof(pdk_posting_options),
                                                     .limits = LIMITS,
                                                     .allocator = ALLOCATOR };
static const pdk_posting_write_options posting_write_options = {
    .struct_size = sizeof(pdk_posting_write_options), .width = 40, .most = 500, .colours = 1
};
static const pdk_simplify_options simplify_options = {
    .struct_size = sizeof(pdk_simplify_options), .lock_border = true, .error = 0.05, .ratio = 0.5
};
static const pdk_height_index_options index_options = { .struct_size = sizeof(pdk_height_index_options),
                                                        .form = PDK_INDEX_SMALL,
                                                        .threads = 1,
                                                        .limits = LIMITS,
                                                        .allocator = ALLOCATOR,
                                                        .progress = told };
static const pdk_surface_comparison_options comparison_options = { .struct_size =
                                                                       sizeof(pdk_surface_comparison_options),
                                                                   .bin_width = 0.125,
                                                                   .threads = 1,
                                                                   .limits = LIMITS,
                                                                   .allocator = ALLOCATOR,
                                                                   .progress = told };
static const char *const plot_columns[] = { "speed", NULL }, *const plot_units[] = { "kmh", NULL };
static const pdk_plot_options plot_options = { .struct_size = sizeof(pdk_plot_options),
                                               .width = 500,
                                               .height = 300,
                                               .title = "a title",
                                               .theme = PDK_PLOT_DARK,
                                               .columns = plot_columns,
                                               .units = plot_units,
                                               .over = "time",
                                               .table = "telemetry",
                                               .limits = LIMITS,
                                               .allocator = ALLOCATOR,
                                               .progress = told };
static const pdk_raster_options raster_options = { .struct_size = sizeof(pdk_raster_options),
                                                   .size = 0.5,
                                                   .width = 0,
                                                   .lowest = true,
                                                   .threads = 1,
                                                   .limits = LIMITS,
                                                   .allocator = ALLOCATOR,
                                                   .progress = told,
                                                   .epsg = 32632 };

#define M(name) MEMBER(EDITION, name)
/* clang-format off */
static const edition editions[] = {
#define EDITION pdk_open_options
    { "pdk_open_options", sizeof(EDITION), &open_options, open_it,
      { M(struct_size), M(format), M(name), M(partial), M(limits), M(allocator), M(progress), M(progress_user),
        M(guard), M(inputs), M(unmapped), M(databases), M(every_scene) } },
#undef EDITION
#define EDITION pdk_output_options
    { "pdk_output_options", sizeof(EDITION), &output_options, write_file, { M(struct_size), M(inputs) } },
#undef EDITION
#define EDITION pdk_table_options
    { "pdk_table_options", sizeof(EDITION), &table_options, write_table,
      { M(struct_size), M(columns), M(column_count), M(first), M(has_count), M(units), M(hidden), M(count), M(progress),
        M(progress_user), M(csv), M(no_header), M(label), M(label_name), M(filter), M(filter_user),
        M(last_label), M(last_label_name) } },
#undef EDITION
#define EDITION pdk_arrow_options
    { "pdk_arrow_options", sizeof(EDITION), &arrow_options, stream_rows,
      { M(struct_size), M(columns), M(column_count), M(first), M(has_count), M(hidden), M(dictionaries), M(count),
        M(batch), M(allocator) } },
#undef EDITION
#define EDITION pdk_made_options
    { "pdk_made_options", sizeof(EDITION), &made_options, make_document,
      { M(struct_size), M(title), M(properties), M(property_count), M(findings), M(finding_count), M(limits),
        M(allocator) } },
#undef EDITION
#define EDITION pdk_synth_options
    { "pdk_synth_options", sizeof(EDITION), &synth_options, generate,
      { M(struct_size), M(seed), M(dialect), M(seconds), M(cars), M(points), M(size), M(gzip), M(progress),
        M(progress_user), M(session), M(laps), M(minutes), M(from), M(to), M(poses_every), M(without), M(truth),
        M(hand), M(with), M(lost), M(late) } },
#undef EDITION
#define EDITION pdk_analysis_options
    { "pdk_analysis_options", sizeof(EDITION), &analysis_options, analyse,
      { M(struct_size), M(names), M(track), M(has_line), M(line), M(incident_gap), M(all_incidents), M(limits),
        M(allocator), M(progress), M(progress_user), M(has_until), M(until), M(until_lap), M(rulings),
        M(rulings_file), M(min_stop), M(pit_limit), M(jump_tolerance), M(results), M(car_info) } },
#undef EDITION
#define EDITION pdk_rulings_options
    { "pdk_rulings_options", sizeof(EDITION), &rulings_options, read_rulings,
      { M(struct_size), M(limits), M(allocator) } },
#undef EDITION
#define EDITION pdk_compare_options
    { "pdk_compare_options", sizeof(EDITION), &compare_options, compare_laps,
      { M(struct_size), M(method), M(step), M(track), M(has_line), M(line), M(limits), M(allocator), M(progress),
        M(progress_user), M(max_residual), M(no_alignment), M(minisectors) } },
#undef EDITION
#define EDITION pdk_pack_options
    { "pdk_pack_options", sizeof(EDITION), &pack_options, pack,
      { M(struct_size), M(codec), M(level), M(like), M(variant), M(limits), M(allocator), M(progress),
        M(progress_user) } },
#undef EDITION
#define EDITION pdk_dump_options
    { "pdk_dump_options", sizeof(EDITION), &dump_options, dump, { M(struct_size), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_describe_options
    { "pdk_describe_options", sizeof(EDITION), &describe_options, describe,
      { M(struct_size), M(evidence), M(details), M(path), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_page_options
    { "pdk_page_options", sizeof(EDITION), &page_options, write_page,
      { M(struct_size), M(title), M(driver), M(track), M(rate), M(triangles), M(values), M(limits), M(allocator),
        M(progress), M(progress_user), M(rulings), M(all_incidents) } },
#undef EDITION
#define EDITION pdk_build_options
    { "pdk_build_options", sizeof(EDITION), &build_options, build,
      { M(struct_size), M(limits), M(allocator), M(note), M(note_user), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_repair_options
    { "pdk_repair_options", sizeof(EDITION), &repair_options, repair,
      { M(struct_size), M(drop_degenerate), M(drop_duplicates), M(drop_unused), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_cut_options
    { "pdk_cut_options", sizeof(EDITION), &cut_options, cut,
      { M(struct_size), M(has_from), M(has_to), M(from), M(to), M(drivers), M(driver_count), M(gzip), M(progress),
        M(progress_user) } },
#undef EDITION
#define EDITION pdk_convert_options
    { "pdk_convert_options", sizeof(EDITION), &convert_options, convert,
      { M(struct_size), M(axes), M(scale), M(origin), M(triangulate), M(keep_existing), M(origin_given),
        M(source_origin), M(max_edge), M(note), M(note_user), M(limits), M(allocator), M(progress), M(progress_user),
        M(inputs), M(recording), M(scene), M(glb), M(ply), M(crg), M(rld), M(srt), M(epsg),
        M(opendrive) } },
#undef EDITION
#define EDITION pdk_recording_options
    { "pdk_recording_options", sizeof(EDITION), &recording_options, convert_recording,
      { M(struct_size), M(driver), M(has_from), M(has_to), M(from), M(to) } },
#undef EDITION
#define EDITION pdk_scene_options
    { "pdk_scene_options", sizeof(EDITION), &scene_options, convert_scene,
      { M(struct_size), M(art), M(block_colors) } },
#undef EDITION
#define EDITION pdk_glb_options
    { "pdk_glb_options", sizeof(EDITION), &glb_options, convert_glb,
      { M(struct_size), M(quantize), M(compress), M(car), M(track) } },
#undef EDITION
#define EDITION pdk_ply_options
    { "pdk_ply_options", sizeof(EDITION), &ply_options, convert_ply, { M(struct_size), M(ascii), M(doubles) } },
#undef EDITION
#define EDITION pdk_crg_options
    { "pdk_crg_options", sizeof(EDITION), &crg_options, convert_crg,
      { M(struct_size), M(ascii), M(line), M(line_count), M(step), M(width), M(middle) } },
#undef EDITION
#define EDITION pdk_rld_options
    { "pdk_rld_options", sizeof(EDITION), &rld_options, convert_rld, { M(struct_size), M(block_size) } },
#undef EDITION
#define EDITION pdk_srt_options
    { "pdk_srt_options", sizeof(EDITION), &srt_options, convert_srt, { M(struct_size), M(reference) } },
#undef EDITION
#define EDITION pdk_opendrive_options
    { "pdk_opendrive_options", sizeof(EDITION), &opendrive_options, convert_opendrive,
      { M(struct_size), M(error), M(crg), M(track) } },
#undef EDITION
#define EDITION pdk_surface_options
#define SURFACE_OPTIONS                                                                                           \
    { M(struct_size), M(frame), M(document), M(memory), M(limits), M(allocator), M(threads), M(progress),           \
      M(progress_user), M(origin), M(origins) }
    { "pdk_surface_options", sizeof(EDITION), &surface_options, measure, SURFACE_OPTIONS },
    { "pdk_surface_options of pdk_surface_extract", sizeof(EDITION), &surface_options, alone, SURFACE_OPTIONS },
#undef EDITION
#define EDITION pdk_simplify_options
    { "pdk_simplify_options", sizeof(EDITION), &simplify_options, simplify,
      { M(struct_size), M(lock_border), M(error), M(ratio) } },
#undef EDITION
#define EDITION pdk_height_index_options
    { "pdk_height_index_options", sizeof(EDITION), &index_options, make_index,
      { M(struct_size), M(form), M(threads), M(limits), M(allocator), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_surface_comparison_options
    { "pdk_surface_comparison_options", sizeof(EDITION), &comparison_options, compare,
      { M(struct_size), M(bin_width), M(threads), M(limits), M(allocator), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_profile_options
    { "pdk_profile_options", sizeof(EDITION), &profile_options, follow,
      { M(struct_size), M(has_height), M(step), M(height) } },
#undef EDITION
#define EDITION pdk_section_options
    { "pdk_section_options", sizeof(EDITION), &section_options, cut_across,
      { M(struct_size), M(has_height), M(path), M(corners), M(every), M(width), M(step), M(height) } },
#undef EDITION
#define EDITION pdk_motion_options
    { "pdk_motion_options", sizeof(EDITION), &motion_options, drive,
      { M(struct_size), M(wheel), M(limits), M(allocator), M(progress), M(progress_user) } },
#undef EDITION
#define EDITION pdk_raster_options
    { "pdk_raster_options", sizeof(EDITION), &raster_options, draw,
      { M(struct_size), M(size), M(width), M(height), M(like), M(lowest), M(threads), M(limits), M(allocator),
        M(progress), M(progress_user), M(epsg) } },
#undef EDITION
#define EDITION pdk_plot_options
    { "pdk_plot_options", sizeof(EDITION), &plot_options, plot,
      { M(struct_size), M(width), M(height), M(title), M(theme), M(has_from), M(has_to), M(columns), M(units), M(of),
        M(over), M(table), M(from), M(to), M(track), M(method), M(has_line), M(step), M(line), M(path), M(path_count),
        M(surface), M(surface_origin), M(limits), M(allocator), M(progress), M(progress_user), M(no_incidents), M(incident), M(section_every),
        M(section_width) } },
#undef EDITION
#define EDITION pdk_posting_options
    { "pdk_posting_options", sizeof(EDITION), &posting_options, post, { M(struct_size), M(limits), M(allocator) } },
#undef EDITION
#define EDITION pdk_posting_write_options
    { "pdk_posting_write_options", sizeof(EDITION), &posting_write_options, write_posting,
      { M(struct_size), M(width), M(most), M(colours) } },
#undef EDITION
#define EDITION pdk_season_options
    { "pdk_season_options", sizeof(EDITION), &season_options, count_points,
      { M(struct_size), M(points), M(point_count), M(pole), M(fastest_lap), M(best), M(teams), M(team_count), M(limits), M(allocator) } },
#undef EDITION
#define EDITION pdk_season_page_options
    { "pdk_season_page_options", sizeof(EDITION), &season_page_options, write_season,
      { M(struct_size), M(title), M(limits), M(allocator) } },
#undef EDITION
};
/* clang-format on */
enum { EDITIONS = sizeof editions / sizeof editions[0] };

/* The call with `kept` bytes of the options, in a block of `size` bytes that says so about itself. */
static uint64_t call_with(const edition *kind, size_t kept, size_t size)
{
    uint8_t *block = calloc(1, size);
    assert_non_null(block);
    memcpy(block, kind->options, kept);
    memcpy(block, &size, sizeof size);
    uint64_t digest = kind->run(block);
    free(block);
    return digest;
}

/* Members follow each other, and the last one ends the struct: padding there would become a member of a later edition
 * whose value nobody has set. */
static void members_are_all_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < EDITIONS; i++) {
        size_t end = 0;
        for (const member *at = editions[i].members; at->size != 0; at++) {
            size_t expected = (end + at->alignment - 1) / at->alignment * at->alignment;
            if (at->offset != expected) fail_msg("%s: offset %zu, not %zu", editions[i].name, at->offset, expected);
            end = at->offset + at->size;
        }
        if (end != editions[i].size) fail_msg("%s ends at %zu of %zu", editions[i].name, end, editions[i].size);
    }
}

/* Simplifying needs meshoptimizer, which a build for another machine does not have. */
static bool is_absent(const edition *kind)
{
    if (kind->run == write_file) return !pdk_inputs_has(inputs, program); /* only Linux has such a file */
    if (kind->run != simplify) return false;
    pdk_error error;
    pdk_document *made = NULL;
    pdk_status status = pdk_surface_simplify(road, NULL, kind->options, &made, NULL, &error);
    pdk_close(made);
    return status == PDK_E_UNSUPPORTED;
}

/* A shorter edition does what the whole does with zeros in the members it lacks. */
static void shorter_editions_are_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < EDITIONS; i++) {
        const edition *kind = &editions[i];
        uint64_t all = call_with(kind, kind->size, kind->size);
        bool differs = false;
        for (const member *at = kind->members; at->size != 0; at++) {
            size_t size = at->offset + at->size;
            uint64_t shorter = call_with(kind, size, size), zeroed = call_with(kind, size, kind->size);
            if (shorter != zeroed) fail_msg("%s of %zu bytes", kind->name, size);
            differs |= shorter != all;
        }
        if (!differs && !is_absent(kind)) fail_msg("%s: nothing depends on the options", kind->name);
        assert_true(call_with(kind, sizeof(size_t), sizeof(size_t)) == kind->run(NULL));
    }
}

static void longer_editions_are_accepted_where_nothing_is_asked(void **state)
{
    (void)state;
    for (size_t i = 0; i < EDITIONS; i++) {
        const edition *kind = &editions[i];
        assert_true(call_with(kind, kind->size, kind->size + 24) == call_with(kind, kind->size, kind->size));
    }
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    pdk_error error;
    struct {
        pdk_dump_options known;
        uint8_t more[16];
    } later = { .known = PDK_DUMP_OPTIONS_INIT };
    pdk_output *output = output_or_fail();
    later.known.struct_size = sizeof later;
    later.more[15] = 1;
    const pdk_dump_options *options = &later.known;
    assert_fails(pdk_dump(lap, options, output, &error), error, PDK_E_ARGUMENT, "argument.options", PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, pdk_version()));
    static const size_t unset[] = { 0, 1, sizeof(size_t) - 1, 4097, SIZE_MAX };
    for (size_t i = 0; i < sizeof unset / sizeof unset[0]; i++) {
        later.known.struct_size = unset[i];
        assert_fails(pdk_dump(lap, options, output, &error), error, PDK_E_ARGUMENT, "argument.options", PDK_NO_OFFSET);
        assert_string_equal(error.message, "start the options with PDK_DUMP_OPTIONS_INIT");
    }
    pdk_output_close(output);
}

static int open_files(void **state)
{
    (void)state;
    pdk_error error;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 3;
    assert_ok(pdk_inputs_create(&inputs, &error), error);
    assert_ok(pdk_inputs_add(inputs, program, &error), error);
    output_options.inputs = inputs;
    lap_bytes = synth_or_fail("raf", &options, &lap_size);
    lap = open_bytes_or_fail(lap_bytes, lap_size);
    srt_options.reference = lap;
    pdk_synth_options racing = PDK_SYNTH_OPTIONS_INIT;
    racing.session = "race";
    racing.laps = 1;
    racing.cars = 2;
    racing.poses_every = 25;
    race_bytes = synth_or_fail("vcr", &racing, &race_size);
    race = open_bytes_or_fail(race_bytes, race_size);
    road = synth_road(500, &road_bytes, &road_size);
    surface = surface_or_fail(road, 0);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    const char *corner;
    assert_ok(pdk_edit_open(road, &edit, &error), error);
    assert_ok(pdk_edit_get(edit, "triangle[0].a", &corner, &error), error);
    char again[32];
    snprintf(again, sizeof again, "%s", corner);
    assert_ok(pdk_edit_set(edit, "triangle[0].b", again, &error), error);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    pdk_edit_close(edit);
    thin_bytes = take_bytes(output, &thin_size);
    thin_road = open_bytes_or_fail(thin_bytes, thin_size);
    assert_ok(pdk_height_index_create(&surface, NULL, &ground, &error), error);
    return 0;
}

static int close_files(void **state)
{
    (void)state;
    pdk_inputs_close(inputs);
    pdk_height_index_close(ground);
    pdk_close(thin_road);
    pdk_close(road);
    pdk_close(lap);
    pdk_close(race);
    free(race_bytes);
    free(thin_bytes);
    free(road_bytes);
    free(lap_bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_all_there),
        cmocka_unit_test(shorter_editions_are_accepted),
        cmocka_unit_test(longer_editions_are_accepted_where_nothing_is_asked),
        cmocka_unit_test(what_is_not_known_is_refused),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
