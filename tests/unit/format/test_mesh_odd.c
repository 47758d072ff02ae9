/* Surfaces that are damaged, empty or far away, and conversions that fail on the way: counts say what is written, what
 * cannot be held is left out and said, and nothing is added that floats could not hold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "mesh.h"

/* ------------------------------------------------------------------------------------------ damaged surfaces */

/* Where faces and counts of a target are. */
typedef struct written {
    uint64_t triangles, points;
    const uint8_t *corners;
    size_t stride;
} written;

static written read_written(const char *target, pdk_bytes bytes)
{
    written all = { 0 };
    if (strcmp(target, "rld") == 0) {
        all.points = pdk_load_u32(bytes.data + 8);
        all.triangles = pdk_load_u32(bytes.data + 12);
        all.corners = bytes.data + 24 + 12 * all.points;
        all.stride = 12;
        assert_memory_equal(all.corners - 4, "TRIS", 4);
        assert_memory_equal(all.corners + 12 * all.triangles, "BLKI", 4);
    } else {
        all.points = strtoull((const char *)behind(bytes, "element vertex "), NULL, 10);
        all.triangles = strtoull((const char *)behind(bytes, "element face "), NULL, 10);
        all.corners = behind(bytes, "end_header\n") + 12 * all.points + 1;
        all.stride = 13;
        assert_ptr_equal(all.corners - 1 + 13 * all.triangles, bytes.data + bytes.size);
    }
    return all;
}

static void missing_points(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = rld_grid(400, 300, 0.5f, hill, &size);
    uint8_t *triangles = bytes + 24 + 12 * 120000;
    pdk_store_u32(triangles + 12 * 0 + 4, 120000); /* the first, one in the middle, the last */
    pdk_store_u32(triangles + 12 * 100000, UINT32_MAX);
    pdk_store_u32(triangles + 12 * 238601 + 8, 0x7FFFFFFF);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_surface surface = surface_or_fail(document, 0);
    static const char *const targets[] = { "rld", "ply", "stl" };
    for (size_t t = 0; t < 3; t++) {
        notes said = { 0 };
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.note = take_note;
        options.note_user = &said;
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, targets[t], &options, &report);
        assert_int_equal(report.dropped, 3);
        assert_int_equal(report.triangles, 238599);
        assert_true(has_note(&said, "convert.index"));
        pdk_bytes result = pdk_output_bytes(output);
        if (t == 2) {
            assert_int_equal(pdk_load_u32(result.data + 80), 238599);
            assert_int_equal(result.size, 84 + 50 * 238599);
        } else {
            written all = read_written(targets[t], result);
            assert_int_equal(all.points, 120000);
            assert_int_equal(all.triangles, 238599);
            for (uint64_t i = 0; i < all.triangles; i++) {
                uint64_t from = i + 1 + (i + 1 >= 100000);
                for (size_t k = 0; k < 3; k++) {
                    assert_int_equal(pdk_load_u32(all.corners + i * all.stride + 4 * k),
                                     surface.triangles[3 * from + k]);
                }
            }
        }
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

static void points_that_are_none(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = rld_grid(300, 200, 0.5f, hill, &size);
    pdk_store_u32(bytes + 20 + 12 * 7, 0x7FC00000);         /* NaN */
    pdk_store_u32(bytes + 20 + 12 * 59999 + 8, 0xFF800000); /* -Inf */
    pdk_document *document = open_bytes_or_fail(bytes, size);
    static const struct {
        const char *target;
        uint64_t points;
    } cases[] = {
        { "rld", 60000 }, { "ply", 60000 }, { "stl", 3 * 2 * 299 * 199 }, { "las", 59998 }, { "xyz", 59998 }
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (int turned = 0; turned < 2; turned++) {
            notes said = { 0 };
            pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
            options.note = take_note;
            options.note_user = &said;
            options.axes = turned ? "-y+x+z" : NULL;
            pdk_convert_report report;
            pdk_output *output = convert_or_fail(document, cases[c].target, &options, &report);
            assert_true(has_note(&said, "convert.not_finite"));
            assert_int_equal(report.points, cases[c].points);
            pdk_bytes result = pdk_output_bytes(output);
            if (c == 0) assert_int_equal(result.size, size);
            if (c == 3) assert_int_equal(pdk_load_u64(result.data + 247), 59998);
            if (c == 3) assert_int_equal(result.size, 375 + 20 * 59998);
            if (c == 3)
                assert_true(isfinite(pdk_load_f64(result.data + 179)) && pdk_load_f64(result.data + 195 + 8) < 1e6);
            pdk_output_close(output);
        }
    }
    pdk_close(document);
    free(bytes);
}

static void points_alone_and_nothing(void **state)
{
    (void)state;
    static const float points[][3] = { { 1, 2, 3 }, { -1, 0.5f, 0 } };
    for (uint32_t count = 0; count <= 2; count += 2) {
        size_t size;
        uint8_t *bytes = rld_of(points, count, NULL, 0, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        static const char *const targets[] = { "rld", "ply", "las", "xyz" };
        for (size_t t = 0; t < (count > 0 ? 4 : 3); t++) {
            pdk_convert_report report;
            pdk_output *output = convert_or_fail(document, targets[t], NULL, &report);
            pdk_bytes result = pdk_output_bytes(output);
            assert_int_equal(report.points, count);
            assert_int_equal(report.dropped, 0);
            if (t == 0) assert_memory_equal(result.data, bytes, size);
            if (t == 1) assert_null(strstr((const char *)result.data, "face"));
            if (t == 2) assert_int_equal(result.size, 375 + 20 * count);
            if (t == 3) assert_int_equal(result.size, strlen("1 2 3\n-1 0.5 0\n"));
            if (t == 3) assert_memory_equal(result.data, "1 2 3\n-1 0.5 0\n", result.size);
            pdk_output_close(output);
        }
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_fails(pdk_convert(document, "stl", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                     "stl.triangles", PDK_NO_OFFSET);
        assert_fails(pdk_convert(document, "crg", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                     "crg.triangles", PDK_NO_OFFSET);
        if (count == 0) { /* as text nothing is no file that can be read */
            assert_fails(pdk_convert(document, "xyz", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                         "convert.empty", PDK_NO_OFFSET);
        }
        assert_int_equal(pdk_output_bytes(output).size, 0);
        pdk_output_close(output);
        pdk_close(document);
        free(bytes);
    }
}

/* ------------------------------------------------------------------------------------------------- origins */

/* What a surface of floats lacks stays missing in floats, and its points stay as they are. */
static void origins_stay(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = rld_grid(30, 20, 0.5f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.source_origin[0] = 691000.5;
    options.source_origin[1] = 5334000.25;
    options.source_origin[2] = 512;
    pdk_convert_report report;
    pdk_output *output = convert_or_fail(document, "rld", &options, &report);
    assert_memory_equal(pdk_output_bytes(output).data, bytes, size);
    assert_true(report.moved && !report.keeps_origin);
    assert_true(report.origin[0] == 691000.5 && report.origin[1] == 5334000.25 && report.origin[2] == 512);
    pdk_output_close(output);

    options.axes = "+y-x+z"; /* the origin turns with the points */
    output = convert_or_fail(document, "ply", &options, &report);
    assert_true(report.origin[0] == 5334000.25 && report.origin[1] == -691000.5);
    behind(pdk_output_bytes(output), "comment origin 5334000.25 -691000.5 512 (to be added to the points)\n");
    pdk_output_close(output);

    options.axes = NULL;
    options.origin = PDK_ORIGIN_NONE; /* whatever it costs */
    output = convert_or_fail(document, "rld", &options, &report);
    assert_false(report.moved);
    assert_true(pdk_load_f32(pdk_output_bytes(output).data + 20) == 691000.5f);
    pdk_output_close(output);

    options.origin = PDK_ORIGIN_NEEDED;
    options.ply = &(pdk_ply_options){ .struct_size = sizeof(pdk_ply_options), .doubles = true };
    output = convert_or_fail(document, "ply", &options, &report);
    assert_false(report.moved);
    const uint8_t *at = behind(pdk_output_bytes(output), "end_header\n");
    assert_true(pdk_load_f64(at + 8) == 5334000.25);
    assert_true(pdk_load_f64(at + 24) == 691001);
    pdk_output_close(output);

    options.ply = NULL;
    options.origin = PDK_ORIGIN_AUTO; /* another one: what was missing comes back first */
    output = convert_or_fail(document, "rld", &options, &report);
    assert_true(report.origin[0] == 691000 && report.origin[1] == 5334000 && report.origin[2] == 500);
    assert_true(pdk_load_f32(pdk_output_bytes(output).data + 20) == 0.5f);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* -------------------------------------------------------------------------------------------------- sweeps */

static void everything_may_fail(void **state)
{
    (void)state;
    static const char *const targets[] = { "rld", "ply", "stl", "las", "xyz", "crg" };
    for (int large = 0; large < 2; large++) {
        size_t size;
        uint8_t *bytes = large ? rld_grid(300, 300, 0.5f, hill, &size) : rld_grid(6, 5, 0.5f, hill, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        for (size_t t = 0; t < sizeof targets / sizeof targets[0]; t++) sweep_convert(document, targets[t]);
        pdk_close(document);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_points),           cmocka_unit_test(points_that_are_none),
        cmocka_unit_test(points_alone_and_nothing), cmocka_unit_test(origins_stay),
        cmocka_unit_test(everything_may_fail),
    };
    return cmocka_run_group_tests_name("mesh_odd", tests, NULL, NULL);
}
