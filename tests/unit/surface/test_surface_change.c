/* Surfaces changed: normals, parts, tiles, several as one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

/* An RLD by hand; the arrays are as in the file. Close and free. */
static pdk_document *rld_of(const float *points, uint32_t point_count, const uint32_t *corners, uint32_t triangle_count,
                            uint32_t blocks, uint8_t **bytes)
{
    size_t size = 32 + 12 * ((size_t)point_count + triangle_count) + 8 * (size_t)blocks;
    uint8_t *to = malloc(size);
    assert_non_null(to);
    *bytes = to;
    uint32_t starts = point_count / blocks;
    memcpy(to, "RLD0HEAD", 8);
    pdk_store_u32(to + 8, point_count);
    pdk_store_u32(to + 12, triangle_count);
    memcpy(to + 16, "VERT", 4);
    for (size_t i = 0; i < 3 * (size_t)point_count; i++) pdk_store_f32(to + 20 + 4 * i, points[i]);
    to += 20 + 12 * (size_t)point_count;
    memcpy(to, "TRIS", 4);
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++) pdk_store_u32(to + 4 + 4 * i, corners[i]);
    to += 4 + 12 * (size_t)triangle_count;
    memcpy(to, "BLKI", 4);
    pdk_store_u32(to + 4, blocks);
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t first = b * starts, count = b + 1 < blocks ? starts : point_count - first;
        pdk_store_u32(to + 8 + 4 * b, first);
        pdk_store_u32(to + 8 + 4 * blocks + 4 * b, count);
    }
    return open_bytes_or_fail(*bytes, size);
}

/* As an RLD again, opened: what blocks came out is in its table. */
static pdk_document *written(const pdk_document *document)
{
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_convert(document, "rld", NULL, NULL, output, &error), error);
    static uint8_t *kept; /* of the one before; the last stays */
    size_t size;
    free(kept);
    kept = take_bytes(output, &size);
    return open_bytes_or_fail(kept, size);
}

/* ------------------------------------------------------------------------------------------------- normals */

static void published_normals(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    pdk_surface surface = surface_or_fail(document, 0);
    float normals[81][3];
    pdk_error error;
    assert_ok(pdk_surface_normals(&surface, NULL, normals[0], &error), error);
    static const struct {
        size_t point;
        double normal[3];
    } wanted[] = {
        { 0, { -0.010637288, 0.006115365, 0.999924722 } },
        { 40, { -0.027108120, 0.016141879, 0.999502172 } },
        { 80, { -0.010850379, 0.006158763, 0.999922166 } },
    };
    for (size_t i = 0; i < 3; i++) {
        for (int axis = 0; axis < 3; axis++) {
            assert_near((double)normals[wanted[i].point][axis], wanted[i].normal[axis], 6e-8);
        }
    }
    pdk_close(document);
}

static void normals_do_not_depend_on_threads(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(60000, &bytes, &size);
    pdk_surface surface = surface_or_fail(document, 0);
    float *normals[2];
    for (size_t i = 0; i < 2; i++) {
        pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
        options.threads = 1 + 4 * i;
        pdk_error error;
        normals[i] = malloc(surface.vertex_count * 12);
        assert_non_null(normals[i]);
        assert_ok(pdk_surface_normals(&surface, &options, normals[i], &error), error);
    }
    assert_memory_equal(normals[0], normals[1], surface.vertex_count * 12);
    for (uint64_t i = 0; i < surface.vertex_count; i++) assert_true(normals[0][3 * i + 2] > 0.5f);
    free(normals[0]);
    free(normals[1]);
    pdk_close(document);
    free(bytes);
}

static void normals_of_odd_points(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, NAN, 0, 0, 5, 5, 5 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 1, 3, 0, 2, 77 };
    const pdk_surface surface = { .positions = points, .triangles = corners, .vertex_count = 5, .triangle_count = 3 };
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.frame = PDK_FRAME_Y_UP;
    float normals[5][3];
    pdk_error error;
    assert_ok(pdk_surface_normals(&surface, &options, normals[0], &error), error);
    for (int i = 0; i < 3; i++) assert_true(normals[i][0] == 0 && normals[i][1] == 0 && normals[i][2] == 1);
    for (int i = 3; i < 5; i++) assert_true(normals[i][0] == 0 && normals[i][1] == 1 && normals[i][2] == 0); /* up */
}

/* Triangles at points that are not there, or are no numbers. */
static void smooth_leaves_out_what_has_no_shape(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, NAN, 0, 0 };
    static const uint32_t corners[] = { 0, 1, 3, 0, 1, 2, 0, 2, 77, 2, 1, 1 };
    uint8_t *bytes;
    pdk_document *document = rld_of(points, 4, corners, 4, 1, &bytes), *made = NULL;
    pdk_surface_report report;
    pdk_error error;
    assert_ok(pdk_surface_add_normals(document, NULL, &made, &report, &error), error);
    pdk_surface after = surface_or_fail(made, 0);
    assert_int_equal(report.points, 4);
    assert_int_equal(report.triangles, 2);
    assert_int_equal(report.triangles_unsound, 2);
    assert_int_equal(after.triangle_count, 2);
    assert_memory_equal(after.triangles, corners + 3, 12);
    assert_memory_equal(after.triangles + 3, corners + 9, 12);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

static void smooth_keeps_the_rest(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(3000, &bytes, &size), *smooth = NULL;
    pdk_error error;
    assert_ok(pdk_surface_add_normals(document, NULL, &smooth, NULL, &error), error);
    pdk_surface before = surface_or_fail(document, 0), after = surface_or_fail(smooth, 0);
    assert_non_null(after.normals);
    assert_memory_equal(before.positions, after.positions, before.vertex_count * 12);
    assert_memory_equal(before.triangles, after.triangles, before.triangle_count * 12);
    pdk_output *output = output_or_fail();
    assert_ok(pdk_convert(smooth, "rld", NULL, NULL, output, &error), error);
    pdk_bytes written_bytes = pdk_output_bytes(output);
    assert_int_equal(written_bytes.size, size); /* blocks and all */
    assert_memory_equal(written_bytes.data, bytes, size);
    pdk_output_close(output);
    pdk_close(smooth);
    pdk_close(document);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------------- parts */

static void a_crop_by_hand(void **state)
{
    (void)state;
    /* two squares side by side, a lone point in each, one triangle that is not sound */
    static const float points[] = {
        0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 0.5f, 0.5f, 9, 1.5f, 0.5f, 9
    };
    static const uint32_t corners[] = { 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 0, 1, 8 };
    uint8_t *bytes;
    pdk_document *document = rld_of(points, 8, corners, 5, 2, &bytes), *part = NULL;
    static const double box[] = { 1, 0, 2, 1 };
    pdk_surface_report report;
    pdk_error error;
    assert_ok(pdk_surface_crop(document, NULL, box, &part, &report, &error), error);
    pdk_surface surface = surface_or_fail(part, 0);
    assert_int_equal(surface.vertex_count, 5);
    assert_int_equal(surface.triangle_count, 2);
    static const uint32_t wanted[] = { 0, 1, 3, 0, 3, 2 };
    assert_memory_equal(surface.triangles, wanted, sizeof wanted);
    assert_near((double)surface.positions[12], 1.5, 0);
    assert_int_equal(report.points, 5);
    assert_int_equal(report.triangles, 2);
    assert_int_equal(report.triangles_unsound, 1);
    assert_int_equal(report.triangles_outside, 2);
    assert_int_equal(report.points_outside + report.points_unused, 3);
    pdk_document *file = written(part);
    size_t count;
    double *starts = column_f64(file, "blocks", "start", &count);
    assert_int_equal(count, 2);
    assert_near(starts[1], 2, 0); /* points 1 and 2 of the first block, 4, 5 and 7 of the second */
    free(starts);
    pdk_close(file);
    pdk_close(part);
    static const double inverted[] = { 1, 0, 0, 1 };
    assert_fails(pdk_surface_crop(document, NULL, inverted, &part, NULL, &error), error, PDK_E_ARGUMENT, "crop.box",
                 PDK_NO_OFFSET);
    assert_null(part);
    pdk_close(document);
    free(bytes);
}

typedef struct tile_sum {
    uint64_t tiles, points, triangles;
    double area;
    const pdk_document *source;
    double size;
} tile_sum;

/* A tile is what a crop gives. */
static bool add_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    tile_sum *sum = user;
    pdk_surface surface = surface_or_fail(tile, 0);
    pdk_surface_stats stats = measure_first(tile);
    sum->tiles++;
    sum->points += surface.vertex_count;
    sum->triangles += surface.triangle_count;
    sum->area += stats.area;
    assert_int_equal(stats.unused_points, 0);
    double box[] = { (double)x * sum->size, (double)y * sum->size, (double)(x + 1) * sum->size,
                     (double)(y + 1) * sum->size };
    pdk_document *crop = NULL;
    pdk_error error;
    assert_ok(pdk_surface_crop(sum->source, NULL, box, &crop, NULL, &error), error);
    pdk_surface same = surface_or_fail(crop, 0);
    assert_int_equal(same.vertex_count, surface.vertex_count);
    assert_int_equal(same.triangle_count, surface.triangle_count);
    assert_memory_equal(same.positions, surface.positions, surface.vertex_count * 12);
    assert_memory_equal(same.triangles, surface.triangles, surface.triangle_count * 12);
    pdk_close(crop);
    return true;
}

static void tiles_are_the_whole(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(20000, &bytes, &size);
    pdk_surface_stats stats = measure_first(document);
    tile_sum sum = { .source = document, .size = 8 };
    pdk_surface_report report;
    pdk_error error;
    assert_ok(pdk_surface_tile(document, NULL, 8, add_tile, &sum, &report, &error), error);
    assert_true(sum.tiles > 4);
    assert_int_equal(sum.triangles, stats.triangles);
    assert_int_equal(report.triangles, stats.triangles);
    assert_int_equal(report.points, sum.points);
    assert_true(sum.points > stats.points);
    assert_near(sum.area, stats.area, stats.area * 1e-12);
    assert_fails(pdk_surface_tile(document, NULL, 1e-12, add_tile, &sum, NULL, &error), error, PDK_E_ARGUMENT,
                 "tile.size", PDK_NO_OFFSET);
    assert_fails(pdk_surface_tile(document, NULL, NAN, add_tile, &sum, NULL, &error), error, PDK_E_ARGUMENT,
                 "tile.size", PDK_NO_OFFSET);
    pdk_close(document);
    free(bytes);
}

typedef struct tile_list {
    size_t count;
    pdk_document *tiles[64];
} tile_list;

static bool keep_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    tile_list *list = user;
    (void)x;
    (void)y;
    assert_true(list->count < 64);
    pdk_error error; /* a merge of one is a copy */
    assert_ok(pdk_surface_merge(&tile, 1, NULL, -1, &list->tiles[list->count], NULL, &error), error);
    list->count++;
    return true;
}

static void tiles_merged_are_the_surface(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(5000, &bytes, &size), *apart = NULL, *whole = NULL;
    pdk_surface_stats stats = measure_first(document);
    tile_list list = { 0 };
    pdk_surface_report report;
    pdk_error error;
    assert_ok(pdk_surface_tile(document, NULL, 30, keep_tile, &list, NULL, &error), error);
    const pdk_document *const *tiles = (const pdk_document *const *)list.tiles;
    assert_ok(pdk_surface_merge(tiles, list.count, NULL, -1, &apart, &report, &error), error);
    assert_int_equal(measure_first(apart).components, list.count);
    assert_ok(pdk_surface_merge(tiles, list.count, NULL, 0, &whole, &report, &error), error);
    pdk_surface_stats again = measure_first(whole);
    assert_int_equal(again.points, stats.points);
    assert_int_equal(report.points_joined, measure_first(apart).points - stats.points);
    assert_memory_equal(&again.edges, &stats.edges, sizeof stats.edges);
    assert_int_equal(again.euler, 1);
    assert_int_equal(again.components, 1);
    for (size_t i = 0; i < list.count; i++) pdk_close(list.tiles[i]);
    pdk_close(apart);
    pdk_close(whole);
    pdk_close(document);
    free(bytes);
}

static void welding_by_hand(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0,       1, 0,       0, 0, 1, 0, 1.0004f, 0, 0, 1,    1,
                                    0, 0, 1.0004f, 0, 1.0006f, 1, 0, 3, 3, 3,       3, 3, -0.0f };
    static const uint32_t corners[] = { 0, 1, 2, 3, 4, 5, 4, 6, 3, 0, 1, 99 };
    uint8_t *bytes;
    pdk_document *document = rld_of(points, 9, corners, 4, 1, &bytes), *made = NULL;
    const pdk_document *one = document;
    pdk_surface_report report;
    pdk_error error;
    assert_ok(pdk_surface_merge(&one, 1, NULL, 0.0005, &made, &report, &error), error);
    assert_int_equal(report.points_joined, 2); /* 3 to 1, 5 to 2; 6 is too far from 4 */
    assert_int_equal(report.triangles_unsound, 1);
    assert_int_equal(report.triangles_collapsed, 0);
    assert_int_equal(report.points, 7);
    static const uint32_t wanted[] = { 0, 1, 2, 1, 3, 2, 3, 4, 1 };
    assert_memory_equal(surface_or_fail(made, 0).triangles, wanted, sizeof wanted);
    pdk_close(made);
    assert_ok(pdk_surface_merge(&one, 1, NULL, 0.001, &made, &report, &error), error);
    assert_int_equal(report.points_joined, 3);
    assert_int_equal(report.triangles_collapsed, 1);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

/* Parts in other axes, from which other origins were subtracted: each origin is in its part's axes. */
static void merging_moves_to_one_origin(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 4, 0, 1, 4, 8, 0.5f };
    static const uint32_t corners[] = { 0, 1, 2 };
    uint8_t *bytes;
    size_t size;
    pdk_document *road = rld_of(points, 3, corners, 1, 1, &bytes), *made = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_convert(road, "glb", NULL, NULL, output, &error), error);
    uint8_t *glb = take_bytes(output, &size);
    pdk_document *turned = open_bytes_or_fail(glb, size);
    const pdk_document *const parts[] = { road, turned };
    double origins[2][3] = { { 600000, 20, 30 },
                             { 20, 30, 600000 } }; /* x forward is z there, y left is x, z up is y */
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.origins = (const double(*)[3])origins;
    pdk_surface_report report;
    assert_ok(pdk_surface_merge(parts, 2, &options, 0, &made, &report, &error), error);
    assert_int_equal(report.points, 3);
    assert_memory_equal(surface_or_fail(made, 0).positions, points, sizeof points);
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.origin"), 0);
    pdk_close(made);
    origins[1][2] += 0.25;
    assert_ok(pdk_surface_merge(parts, 2, &options, 0, &made, &report, &error), error);
    assert_int_equal(report.points, 6);
    assert_near((double)surface_or_fail(made, 0).positions[3 * 4], 4.25, 0);
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.origin"), 1);
    pdk_close(made);
    origins[1][1] = NAN;
    made = NULL;
    assert_fails(pdk_surface_merge(parts, 2, &options, 0, &made, &report, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_null(made);
    pdk_close(turned);
    pdk_close(road);
    free(glb);
    free(bytes);
}

static void nothing_to_change(void **state)
{
    (void)state;
    uint8_t *bytes, none = 0;
    pdk_document *document =
        rld_of((const float *)(const void *)&none, 0, (const uint32_t *)(const void *)&none, 0, 1, &bytes);
    pdk_document *made = NULL;
    const pdk_document *both[] = { document, document };
    static const double box[] = { 0, 0, 1, 1 };
    pdk_error error;
    tile_list list = { 0 };
    assert_ok(pdk_surface_crop(document, NULL, box, &made, NULL, &error), error);
    pdk_close(made);
    assert_ok(pdk_surface_add_normals(document, NULL, &made, NULL, &error), error);
    pdk_close(made);
    assert_ok(pdk_surface_tile(document, NULL, 5, keep_tile, &list, NULL, &error), error);
    assert_int_equal(list.count, 0);
    assert_ok(pdk_surface_merge(both, 2, NULL, 0.1, &made, NULL, &error), error);
    assert_int_equal(surface_or_fail(made, 0).vertex_count, 0);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

/* The same with memory that runs out, step by step: nothing may leak, and the failure is said. */
static void memory_runs_out(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(3000, &bytes, &size);
    const pdk_document *both[] = { document, document };
    static const double box[] = { -1000, -1000, 1000, 1000 };
    for (int which = 0; which < 4; which++) {
        pdk_status status = PDK_E_LIMIT;
        for (uint64_t limit = 100; status != PDK_OK; limit += limit / 3) {
            pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
            options.limits.memory = limit;
            pdk_document *made = NULL;
            tile_list list = { 0 };
            pdk_error error;
            if (which == 0) status = pdk_surface_add_normals(document, &options, &made, NULL, &error);
            if (which == 1) status = pdk_surface_crop(document, &options, box, &made, NULL, &error);
            if (which == 2) status = pdk_surface_merge(both, 2, &options, 0.001, &made, NULL, &error);
            if (which == 3) status = pdk_surface_tile(document, &options, 10, keep_tile, &list, NULL, &error);
            if (status != PDK_OK) {
                assert_true(status == PDK_E_LIMIT || status == PDK_E_MEMORY);
                assert_null(made);
            }
            pdk_close(made);
            for (size_t i = 0; i < list.count; i++) pdk_close(list.tiles[i]);
            assert_true(limit < 100000000);
        }
    }
    pdk_close(document);
    free(bytes);
}

/* Of a track its surfaces one by one, and what may go wrong with that. */
static void one_surface_of_several(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    uint8_t *bytes = synth_or_fail("tri", &synth, &size);
    pdk_document *track = open_bytes_or_fail(bytes, size), *made = NULL;
    pdk_error error;
    assert_true(pdk_document_surface_count(track) > 1);
    for (size_t i = 0; i < pdk_document_surface_count(track); i++) {
        pdk_surface want = surface_or_fail(track, i);
        assert_ok(pdk_surface_extract(track, i, NULL, &made, &error), error);
        assert_int_equal(pdk_document_surface_count(made), 1);
        assert_string_equal(pdk_document_surface_at(made, 0)->name, pdk_document_surface_at(track, i)->name);
        assert_int_equal(pdk_document_surface_at(made, 0)->frame, pdk_document_surface_at(track, i)->frame);
        pdk_surface got = surface_or_fail(made, 0);
        assert_ptr_equal(got.positions, want.positions);
        assert_ptr_equal(got.triangles, want.triangles);
        assert_int_equal(got.triangle_count, want.triangle_count);
        pdk_close(made);
    }
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    size_t none = pdk_document_surface_count(track);
    assert_fails(pdk_surface_extract(track, none, NULL, &made, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_null(made);
    assert_fails(pdk_surface_extract(NULL, 0, NULL, &made, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_surface_extract(track, 0, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    options.struct_size = 1;
    assert_fails(pdk_surface_extract(track, 0, &options, &made, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    options.struct_size = sizeof options;
    options.limits.memory = 64;
    assert_fails(pdk_surface_extract(track, 0, &options, &made, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    pdk_close(track);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_normals),
        cmocka_unit_test(normals_do_not_depend_on_threads),
        cmocka_unit_test(normals_of_odd_points),
        cmocka_unit_test(smooth_keeps_the_rest),
        cmocka_unit_test(smooth_leaves_out_what_has_no_shape),
        cmocka_unit_test(a_crop_by_hand),
        cmocka_unit_test(tiles_are_the_whole),
        cmocka_unit_test(tiles_merged_are_the_surface),
        cmocka_unit_test(welding_by_hand),
        cmocka_unit_test(merging_moves_to_one_origin),
        cmocka_unit_test(nothing_to_change),
        cmocka_unit_test(one_surface_of_several),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
