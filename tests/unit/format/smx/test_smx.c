/* SMX: the mesh of a Live for Speed track: one real file, files written by hand, and generated ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"
#include "synth/track.h"

enum { HEADER = 64, OBJECT = 24, POINT = 16, TRIANGLE = 8, OBJECTS_AT = 60, FIRST = HEADER };

static uint8_t *generate(uint64_t points, uint64_t seed, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = points;
    options.seed = seed;
    return synth_or_fail("smx", &options, size);
}

static void put_i32(uint8_t *at, int32_t value)
{
    pdk_store_u32(at, (uint32_t)value);
}

static uint8_t *put_object(uint8_t *at, int32_t points, int32_t triangles)
{
    put_i32(at + 12, 10 * 65536);
    put_i32(at + 16, points);
    put_i32(at + 20, triangles);
    return at + OBJECT;
}

static uint8_t *put_point(uint8_t *at, double x, double y, double z, uint32_t color)
{
    put_i32(at, (int32_t)(x * 65536));
    put_i32(at + 4, (int32_t)(y * 65536));
    put_i32(at + 8, (int32_t)(z * 65536));
    pdk_store_u32(at + 12, color);
    return at + POINT;
}

static uint8_t *put_triangle(uint8_t *at, uint16_t a, uint16_t b, uint16_t c)
{
    pdk_store_u16(at, a);
    pdk_store_u16(at + 2, b);
    pdk_store_u16(at + 4, c);
    return at + TRIANGLE;
}

/* Two objects, a triangle each, that share an edge; the second is a checkpoint. */
enum { BY_HAND = HEADER + 2 * (OBJECT + 3 * POINT + TRIANGLE) + 8, SECOND = FIRST + OBJECT + 3 * POINT + TRIANGLE };
static void make_by_hand(uint8_t file[BY_HAND])
{
    memset(file, 0, BY_HAND);
    memcpy(file, "LFSSMX\0\xF6", 8);
    file[9] = 3;
    file[11] = 1;
    memcpy(file + 16, "South City", 10);
    memcpy(file + 48, "\x5F\x60\x3C", 3);
    put_i32(file + OBJECTS_AT, 2);
    uint8_t *at = put_object(file + FIRST, 3, 1);
    at = put_point(at, 0, 0, 0.5, 0xFF112233);
    at = put_point(at, 4, 0, 0.5, 0xFF112233);
    at = put_point(at, 4, 3, 1.5, 0x80FF0001);
    at = put_triangle(at, 0, 1, 2);
    at = put_object(at, 3, 1);
    at = put_point(at, 0, 0, 0.5, 0xFF000000);
    at = put_point(at, 4, 3, 1.5, 0xFF000000);
    at = put_point(at, 0, 3, 1.5, 0xFF000000);
    at = put_triangle(at, 0, 1, 2);
    put_i32(at, 1);
    put_i32(at + 4, 1);
    assert_int_equal(at + 8 - file, BY_HAND);
}

static void assert_column(const pdk_document *document, const char *table, const char *column, size_t wanted_count,
                          const double *wanted)
{
    size_t count;
    double *values = column_f64(document, table, column, &count);
    assert_int_equal(count, wanted_count);
    for (size_t i = 0; i < count; i++) assert_near(values[i], wanted[i], 0);
    free(values);
}

static void by_hand(void **state)
{
    (void)state;
    uint8_t file[BY_HAND];
    make_by_hand(file);
    pdk_document *mesh = open_bytes_or_fail(file, sizeof file);
    assert_string_equal(pdk_document_format(mesh)->id, "smx");
    assert_property_text(mesh, "track", "South City");
    assert_property_text(mesh, "ground_color", "#5f603c");
    assert_near(property_number(mesh, "objects"), 2, 0);
    assert_near(property_number(mesh, "points"), 6, 0);
    assert_column(mesh, "points", "object", 6, (const double[]){ 0, 0, 0, 1, 1, 1 });
    assert_column(mesh, "points", "x", 6, (const double[]){ 0, 4, 4, 0, 4, 0 });
    assert_column(mesh, "points", "z", 6, (const double[]){ 0.5, 0.5, 1.5, 0.5, 1.5, 1.5 });
    /* the bytes are blue, green, red, opacity */
    assert_column(mesh, "points", "red", 6, (const double[]){ 0x11, 0x11, 0xFF, 0, 0, 0 });
    assert_column(mesh, "points", "blue", 6, (const double[]){ 0x33, 0x33, 1, 0, 0, 0 });
    assert_column(mesh, "points", "alpha", 6, (const double[]){ 255, 255, 128, 255, 255, 255 });
    assert_column(mesh, "objects", "first_point", 2, (const double[]){ 0, 3 });
    assert_column(mesh, "objects", "first_triangle", 2, (const double[]){ 0, 1 });
    assert_column(mesh, "triangles", "a", 2, (const double[]){ 0, 3 });
    assert_column(mesh, "triangles", "c", 2, (const double[]){ 2, 5 });
    assert_column(mesh, "checkpoints", "object", 1, (const double[]){ 1 });
    pdk_surface surface = surface_or_fail(mesh, 0);
    assert_int_equal(surface.vertex_count, 6);
    assert_int_equal(surface.triangle_count, 2);
    assert_int_equal(surface.triangles[5], 5);
    pdk_surface_stats stats = measure_first(mesh);
    assert_near(stats.area_projected, 12, 1e-9);
    assert_int_equal(stats.duplicate_points, 2); /* the shared edge: its points are there twice */
    pdk_close(mesh);
}

/* A corner of 3 is the first point of the next object in the list of all points: it must not become that. */
static void corner_beyond_its_object(void **state)
{
    (void)state;
    uint8_t file[BY_HAND];
    make_by_hand(file);
    put_triangle(file + SECOND - TRIANGLE, 0, 1, 3);
    pdk_document *mesh = open_bytes_or_fail(file, sizeof file);
    assert_int_equal(count_findings(mesh, PDK_CHECK_STRUCTURE, "smx.triangle.corner"), 1);
    assert_true(has_value(mesh, "triangles", "b", 0));
    assert_false(has_value(mesh, "triangles", "c", 0));
    assert_int_equal(measure_first(mesh).triangles_out_of_range, 1);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_output *output = output_or_fail();
    pdk_convert_report report = { 0 };
    pdk_error error = { 0 };
    assert_ok(pdk_convert(mesh, "ply", &options, &report, output, &error), error);
    assert_int_equal(report.triangles, 1);
    pdk_output_close(output);
    pdk_close(mesh);
}

static void refusals(void **state)
{
    (void)state;
    uint8_t file[BY_HAND], odd[BY_HAND];
    make_by_hand(file);
    const struct {
        size_t at;
        uint8_t byte;
        pdk_status status;
        const char *code;
        uint64_t offset;
    } cases[] = {
        { 3, 'X', PDK_E_CORRUPT, "smx.magic", 0 },
        { 8, 1, PDK_E_UNSUPPORTED, "smx.version", 8 },
        { 9, 2, PDK_E_UNSUPPORTED, "smx.dimensions", 9 },
        { 11, 0, PDK_E_UNSUPPORTED, "smx.vertex_colors", 11 },
        { OBJECTS_AT + 3, 0x80, PDK_E_CORRUPT, "smx.object_count", OBJECTS_AT },
        { FIRST + 19, 0x80, PDK_E_CORRUPT, "smx.object.count", FIRST + 16 },
        { FIRST + 23, 0x80, PDK_E_CORRUPT, "smx.object.count", FIRST + 20 },
        { SECOND + 18, 1, PDK_E_TRUNCATED, "smx.object.truncated", BY_HAND },
        { OBJECTS_AT, 3, PDK_E_TRUNCATED, "smx.object.truncated", BY_HAND },
        { BY_HAND - 5, 0x80, PDK_E_CORRUPT, "smx.checkpoints.count", BY_HAND - 8 },
        { BY_HAND - 8, 2, PDK_E_TRUNCATED, "smx.checkpoints.truncated", BY_HAND },
    };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "smx";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        memcpy(odd, file, sizeof odd);
        odd[cases[i].at] = cases[i].byte;
        assert_fails(pdk_open_memory(odd, sizeof odd, &options, &document, &error), error, cases[i].status,
                     cases[i].code, cases[i].offset);
    }
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(file, 20, &options, &document, &error), error, PDK_E_TRUNCATED, "smx.header.truncated",
                 20);
    assert_fails(pdk_open_memory(file, BY_HAND - 6, &options, &document, &error), error, PDK_E_TRUNCATED,
                 "smx.checkpoints.truncated", BY_HAND - 6);
    options.partial = true;
    assert_ok(pdk_open_memory(file, SECOND + 30, &options, &document, &error), error);
    assert_near(property_number(document, "objects"), 1, 0); /* what is whole of a file that was cut */
    pdk_close(document);
}

static void findings(void **state)
{
    (void)state;
    uint8_t file[BY_HAND + 3] = { 0 }, odd[BY_HAND + 3];
    make_by_hand(file);
    const struct {
        size_t size, at;
        uint8_t byte;
        const char *code;
    } cases[] = {
        { BY_HAND + 3, BY_HAND, 7, "smx.trailing" },        { BY_HAND, BY_HAND - 4, 2, "smx.checkpoint.object" },
        { BY_HAND, FIRST + 14, 1, "smx.object.radius" },    { BY_HAND, SECOND - TRIANGLE + 4, 1, "smx.triangle.flat" },
        { BY_HAND, SECOND - 1, 1, "smx.triangle.padding" }, { BY_HAND, 13, 1, "smx.header.padding" },
        { BY_HAND, 55, 1, "smx.header.padding" },           { BY_HAND, 10, 5, "smx.range" },
    };
    pdk_document *mesh = open_bytes_or_fail(file, BY_HAND);
    uint64_t total = 9;
    assert_int_equal(pdk_check(mesh, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
    assert_int_equal(total, 0);
    pdk_close(mesh);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(odd, file, sizeof odd);
        odd[cases[i].at] = cases[i].byte;
        mesh = open_bytes_or_fail(odd, cases[i].size);
        if (count_findings(mesh, PDK_CHECK_FULL, cases[i].code) != 1) fail_msg("%s", cases[i].code);
        pdk_close(mesh);
    }
}

/* The road of the mesh is where a lap of the same seed drives, and faces up. */
static void under_a_lap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 4; seed++) {
        size_t size;
        uint8_t *data = generate(0, seed, &size);
        pdk_document *mesh = open_bytes_or_fail(data, size);
        pdk_track *track = malloc(sizeof *track);
        assert_non_null(track);
        pdk_track_make(track, seed);
        pdk_surface surface = surface_or_fail(mesh, 0);
        pdk_height_index *index = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_height_index_create(&surface, NULL, &index, &error), error);
        for (int i = 0; i < 300; i++) {
            double point[3];
            pdk_surface_hit hit;
            pdk_track_point(track, track->length * i / 300, 5 * sin(i), point);
            assert_true(pdk_surface_query_near(index, point[0], point[1], point[2], NULL, &hit));
            assert_near(hit.z, point[2], 0.05);
            assert_true(hit.normal[2] > 0.9);
        }
        pdk_height_index_close(index);
        free(track);
        uint64_t total = 9;
        assert_int_equal(pdk_check(mesh, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
        assert_int_equal(total, 0);
        pdk_close(mesh);
        free(data);
    }
}

static void robust(void **state)
{
    (void)state;
    uint8_t file[BY_HAND];
    make_by_hand(file);
    sweep_truncation(file, sizeof file, 1, "smx");
    sweep_mutation(file, sizeof file, 0, sizeof file, 1, "smx");
    assert_true(sweep_allocation(file, sizeof file) > 5);
}

/* Sums over the real file, each found by other means before. */
static void real_site(void **state)
{
    (void)state;
    const char *file = real_file("lfs/Autocross_3DH.smx");
    if (file == NULL) skip();
    pdk_document *mesh = open_or_fail(file);
    assert_property_text(mesh, "track", "Autocross");
    assert_property_text(mesh, "ground_color", "#5f5f3c");
    assert_near(property_number(mesh, "objects"), 1666, 0);
    assert_near(property_number(mesh, "points"), 39793, 0);
    assert_near(property_number(mesh, "triangles"), 31124, 0);
    assert_column(mesh, "checkpoints", "object", 6, (const double[]){ 642, 828, 1085, 1086, 1091, 1358 });
    pdk_surface_stats stats = measure_first(mesh);
    assert_near(stats.area, 0.806e6, 500);
    static const double lowest[] = { -334.03, -1214.97, -1.17 }, highest[] = { 1219.63, 1516.77, 29.16 };
    for (int k = 0; k < 3; k++) {
        assert_near(stats.minimum[k], lowest[k], 0.006);
        assert_near(stats.maximum[k], highest[k], 0.006);
    }
    pdk_surface surface = surface_or_fail(mesh, 0);
    uint64_t up = 0, down = 0;
    for (uint64_t i = 0; i < surface.triangle_count; i++) {
        double side[2][3], normal[3];
        const float *a = surface.positions + 3 * surface.triangles[3 * i];
        for (uint64_t s = 0; s < 2; s++) {
            const float *to = surface.positions + 3 * surface.triangles[3 * i + 1 + s];
            for (int k = 0; k < 3; k++) side[s][k] = (double)to[k] - (double)a[k];
        }
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            normal[k] = side[0][l] * side[1][m] - side[0][m] * side[1][l];
        }
        double flat = hypot(normal[0], normal[1]);
        up += normal[2] > flat;
        down += -normal[2] > flat;
    }
    assert_in_range(up, 21590, 21602); /* 21596, except for rounding to floats at just 45 degrees */
    assert_int_equal(down, 50);
    static const char *const names[] = { "red", "green", "blue", "alpha" };
    size_t count = 0;
    double *values[4];
    for (int k = 0; k < 4; k++) values[k] = column_f64(mesh, "points", names[k], &count);
    uint8_t *seen = calloc(1 << 24, 1);
    assert_non_null(seen);
    uint64_t colors = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = (uint32_t)values[0][i] << 16 | (uint32_t)values[1][i] << 8 | (uint32_t)values[2][i];
        assert_near(values[3][i], 255, 0);
        colors += seen[color] == 0;
        seen[color] = 1;
    }
    assert_int_equal(colors, 802);
    assert_int_equal(seen[0x4D4D30], 1); /* 77 77 48: the ratio of the ground's own colour */
    free(seen);
    for (int k = 0; k < 4; k++) free(values[k]);
    uint64_t total = 9;
    assert_int_equal(pdk_check(mesh, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
    assert_int_equal(total, 0);
    pdk_close(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_site), cmocka_unit_test(by_hand),  cmocka_unit_test(corner_beyond_its_object),
        cmocka_unit_test(refusals),  cmocka_unit_test(findings), cmocka_unit_test(under_a_lap),
        cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
