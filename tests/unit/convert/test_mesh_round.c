/* There and back through other programs' formats: what comes back is what went. Only where their readers are built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "mesh.h"

static bool can_read(const char *format)
{
    if (pdk_format_find(format) != NULL) return true;
    printf("SKIPPED: nothing here reads %s\n", format);
    return false;
}

static pdk_document *reopen(pdk_output *output, const char *format)
{
    pdk_bytes bytes = pdk_output_bytes(output);
    pdk_document *document = open_bytes_or_fail(bytes.data, bytes.size);
    assert_string_equal(pdk_document_format(document)->id, format);
    return document;
}

/* RLD to PLY and back: the same bytes, in floats, doubles and text, and turned there and back. */
static void ply(void **state)
{
    (void)state;
    if (!can_read("ply")) skip();
    size_t size;
    uint8_t *bytes = rld_grid(300, 200, 0.37f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    for (int way = 0; way < 4; way++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        const pdk_ply_options ply = { .struct_size = sizeof ply, .doubles = way == 1, .ascii = way == 2 };
        options.ply = &ply;
        options.axes = way == 3 ? "+y-x+z" : NULL;
        pdk_output *there = convert_or_fail(document, "ply", &options, NULL);
        pdk_document *between = reopen(there, "ply");
        options.axes = way == 3 ? "-y+x+z" : NULL;
        options.ply = NULL;
        pdk_output *back = convert_or_fail(between, "rld", &options, NULL);
        assert_int_equal(pdk_output_bytes(back).size, size);
        assert_memory_equal(pdk_output_bytes(back).data, bytes, size);
        pdk_output_close(back);
        pdk_close(between);
        pdk_output_close(there);
    }
    pdk_close(document);
    free(bytes);
}

/* Whole coordinates of every point of a LAS file. */
static double *las_points(pdk_bytes las, size_t *count)
{
    *count = (size_t)pdk_load_u64(las.data + 247);
    double *points = malloc(3 * *count * sizeof *points), scale[6];
    assert_non_null(points);
    for (size_t i = 0; i < 6; i++) scale[i] = pdk_load_f64(las.data + 131 + 8 * i);
    for (size_t i = 0; i < 3 * *count; i++)
        points[i] = pdk_load_i32(las.data + 375 + 20 * (i / 3) + 4 * (i % 3)) * scale[i % 3] + scale[3 + i % 3];
    return points;
}

/* A scan in a projection's metres becomes a road of floats with its origin beside it, and a scan again. */
static void las(void **state)
{
    (void)state;
    if (!can_read("las")) skip();
    size_t size, count, again_count;
    uint8_t *bytes = rld_grid(400, 300, 2.5f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT, back = PDK_CONVERT_OPTIONS_INIT;
    options.source_origin[0] = 691000.123;
    options.source_origin[1] = 5334000.456;
    pdk_output *scan = convert_or_fail(document, "las", &options, NULL);
    pdk_document *world = reopen(scan, "las");
    pdk_convert_report report;
    pdk_output *road = convert_or_fail(world, "rld", NULL, &report);
    assert_true(report.moved && !report.keeps_origin);
    pdk_document *floats = reopen(road, "rld");
    memcpy(back.source_origin, report.origin, sizeof report.origin);
    pdk_output *again = convert_or_fail(floats, "las", &back, NULL);
    double *was = las_points(pdk_output_bytes(scan), &count), *is = las_points(pdk_output_bytes(again), &again_count);
    assert_int_equal(count, 120000);
    assert_int_equal(again_count, count);
    for (size_t i = 0; i < 3 * count; i++) assert_near(is[i], was[i], 0.0001);
    free(was);
    free(is);
    pdk_output_close(again);
    pdk_close(floats);
    pdk_output_close(road);
    pdk_close(world);
    pdk_output_close(scan);
    pdk_close(document);
    free(bytes);
}

/* Text holds whole coordinates: nothing is lost on the way. */
static void xyz(void **state)
{
    (void)state;
    if (!can_read("xyz")) skip();
    size_t size;
    uint8_t *bytes = rld_grid(50, 40, 0.37f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.source_origin[0] = 691000.123;
    pdk_output *there = convert_or_fail(document, "xyz", &options, NULL);
    pdk_open_options as = PDK_OPEN_OPTIONS_INIT;
    as.name = "scan.xyz";
    pdk_document *world = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(pdk_output_bytes(there).data, pdk_output_bytes(there).size, &as, &world, &error), error);
    pdk_output *again = convert_or_fail(world, "xyz", NULL, NULL);
    assert_int_equal(pdk_output_bytes(again).size, pdk_output_bytes(there).size);
    assert_memory_equal(pdk_output_bytes(again).data, pdk_output_bytes(there).data, pdk_output_bytes(there).size);
    pdk_output_close(again);
    pdk_close(world);
    pdk_output_close(there);
    pdk_close(document);
    free(bytes);
}

static void stl(void **state)
{
    (void)state;
    if (!can_read("stl")) skip();
    size_t size;
    uint8_t *bytes = rld_grid(50, 40, 0.37f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_output *there = convert_or_fail(document, "stl", NULL, NULL);
    pdk_document *between = reopen(there, "stl");
    pdk_output *again = convert_or_fail(between, "stl", NULL, NULL);
    assert_int_equal(pdk_output_bytes(again).size, pdk_output_bytes(there).size);
    assert_memory_equal(pdk_output_bytes(again).data, pdk_output_bytes(there).data, pdk_output_bytes(there).size);
    pdk_output_close(again);
    pdk_close(between);
    pdk_output_close(there);
    pdk_close(document);
    free(bytes);
}

/* A grid with a bend, far from zero, in binary and as text: points come back where the surface is. */
static void crg(void **state)
{
    (void)state;
    if (!can_read("crg")) skip();
    size_t size;
    uint8_t *bytes = rld_grid(201, 61, 0.5f, hill, &size); /* 100 m by 30 m */
    pdk_document *document = open_bytes_or_fail(bytes, size);
    static const double line[][2] = {
        { 691005, 5334012 }, { 691030, 5334012 }, { 691060, 5334015 }, { 691095, 5334020 }
    };
    for (int way = 0; way < 3; way++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.source_origin[0] = 691000;
        options.source_origin[1] = 5334000;
        options.source_origin[2] = 512;
        const pdk_crg_options crg = {
            .struct_size = sizeof crg, .ascii = way == 1, .step = 0.5, .line = way < 2 ? line : NULL, .line_count = 4
        };
        options.crg = &crg;
        pdk_output *there = convert_or_fail(document, "crg", &options, NULL);
        pdk_document *grid = reopen(there, "crg");
        pdk_convert_options whole = PDK_CONVERT_OPTIONS_INIT;
        whole.ply = &(pdk_ply_options){ .struct_size = sizeof(pdk_ply_options), .doubles = true };
        pdk_output *points = convert_or_fail(grid, "ply", &whole, NULL);
        pdk_bytes ply = pdk_output_bytes(points);
        const char *count = strstr((const char *)ply.data, "element vertex "),
                   *end = strstr((const char *)ply.data, "end_header\n");
        assert_true(count != NULL && end != NULL);
        unsigned long total = strtoul(count + 15, NULL, 10);
        assert_true(total > 5000);
        for (unsigned long i = 0; i < total; i++) {
            double place[3];
            for (size_t k = 0; k < 3; k++) place[k] = pdk_load_f64(end + 11 + 24 * i + 8 * k);
            double x = place[0] - 691000, y = place[1] - 5334000;
            assert_true(x > -0.01 && x < 100.01 && y > -0.01 && y < 30.01);
            assert_near(place[2] - 512, (double)hill((float)x, (float)y),
                        0.001); /* triangles are flat, the hill is not */
        }
        pdk_output_close(points);
        pdk_close(grid);
        pdk_output_close(there);
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(ply), cmocka_unit_test(las), cmocka_unit_test(xyz),
                                        cmocka_unit_test(stl), cmocka_unit_test(crg) };
    return cmocka_run_group_tests_name("mesh_round", tests, NULL, NULL);
}
