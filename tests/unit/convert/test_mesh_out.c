/* Surfaces as PLY, STL, LAS and XYZ: every number that comes out is the one that went in. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "target/exporter.h"
#include "mesh.h"

/* A grid large enough for several pieces on several threads. */
static pdk_document *large_grid(uint8_t **bytes)
{
    size_t size;
    *bytes = rld_grid(400, 300, 0.5f, hill, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* ---------------------------------------------------------------------------------------------------- PLY */

static void ply_binary(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = large_grid(&bytes);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_convert_report report;
    pdk_output *output = convert_or_fail(document, "ply", NULL, &report);
    pdk_bytes ply = pdk_output_bytes(output);
    static const char header[] = "ply\nformat binary_little_endian 1.0\ncomment written by Paddock; axes: z up; m\n"
                                 "element vertex 120000\nproperty float x\nproperty float y\nproperty float z\n"
                                 "element face 238602\nproperty list uchar int vertex_indices\nend_header\n";
    assert_int_equal(ply.size, sizeof header - 1 + 12 * 120000 + 13 * 238602);
    assert_memory_equal(ply.data, header, sizeof header - 1);
    const uint8_t *at = ply.data + sizeof header - 1;
    for (size_t i = 0; i < 3 * surface.vertex_count; i++, at += 4) {
        float value = pdk_load_f32(at);
        assert_memory_equal(&value, &surface.positions[i], 4);
    }
    for (size_t i = 0; i < surface.triangle_count; i++, at += 13) {
        assert_int_equal(at[0], 3);
        for (size_t k = 0; k < 3; k++) assert_int_equal(pdk_load_u32(at + 1 + 4 * k), surface.triangles[3 * i + k]);
    }
    assert_int_equal(report.points, 120000);
    assert_int_equal(report.triangles, 238602);
    assert_int_equal(report.dropped, 0);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* As text, turned: read back with the system's own reader of numbers. */
static void ply_text(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = rld_grid(9, 7, 0.7f, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.ply = &(pdk_ply_options){ .struct_size = sizeof(pdk_ply_options), .ascii = true };
    options.axes = "+y-x+z";
    pdk_output *output = convert_or_fail(document, "ply", &options, NULL);
    assert_int_equal(pdk_output_write(output, "", 1, NULL), PDK_OK); /* ends the text */
    char *at = (char *)(uintptr_t)behind(pdk_output_bytes(output), "end_header\n");
    for (size_t i = 0; i < surface.vertex_count; i++) {
        const float *p = surface.positions + 3 * i;
        float turned[3] = { p[1], -p[0], p[2] };
        for (size_t k = 0; k < 3; k++) assert_true(strtof(at, &at) == turned[k]);
        assert_int_equal(*at++, '\n');
    }
    for (size_t i = 0; i < surface.triangle_count; i++) {
        assert_int_equal(strtol(at, &at, 10), 3);
        for (size_t k = 0; k < 3; k++) assert_int_equal(strtol(at, &at, 10), surface.triangles[3 * i + k]);
        assert_int_equal(*at++, '\n');
    }
    assert_int_equal(*at, '\0');
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* Normals and texture coordinates come along and are turned; written without a reader of such files, straight to the
 * exporter. */
static void ply_of_everything(void **state)
{
    (void)state;
    static const float positions[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, normals[] = { 0, 0, 1, 0, 0.6f, 0.8f, 1, 0, 0 },
                       coordinates[] = { 0, 0.25f, 1, 0.5f, -1, 0.75f };
    static const uint32_t triangle[] = { 0, 1, 2 };
    pdk_surface surface = { positions, normals, coordinates, triangle, 3, 1, NULL, 0 };
    size_t size;
    uint8_t *bytes = rld_grid(2, 2, 1, hill, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report = { 0 };
    pdk_memory memory;
    pdk_memory_init(&memory, &(pdk_allocator){ 0 }, 0);
    pdk_error error = { 0 };
    pdk_export job = { .document = document,
                       .options = &options,
                       .report = &report,
                       .memory = &memory,
                       .mesh = pdk_mesh_of_surface(&surface, PDK_FRAME_Z_UP) };
    for (int pass = 0; pass < 3; pass++) { /* floats, doubles, text */
        const pdk_ply_options ply_options = { .struct_size = sizeof ply_options,
                                              .doubles = pass == 1,
                                              .ascii = pass == 2 };
        options.ply = &ply_options;
        job.output = output_or_fail();
        extern const pdk_exporter pdk_exporter_ply;
        assert_ok(pdk_exporter_ply.write(&job, &error), error);
        assert_ok(pdk_output_write(job.output, "", 1, &error), error);
        pdk_bytes ply = pdk_output_bytes(job.output);
        behind(ply, pass == 1 ? "property double z\nproperty float nx\n" : "property float z\nproperty float nx\n");
        const uint8_t *at = behind(
            ply,
            "property float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n");
        if (pass == 2) {
            assert_string_equal((const char *)at,
                                "0 0 0 0 0 1 0 0.25\n1 0 0 0 0.6 0.8 1 0.5\n0 1 0 1 0 0 -1 0.75\n3 0 1 2\n");
        } else {
            size_t wide = pass == 1 ? 8 : 4, record = 3 * wide + 20;
            at += record;
            assert_true((pass == 1 ? pdk_load_f64(at) : (double)pdk_load_f32(at)) == 1);
            assert_true(pdk_load_f32(at + 3 * wide + 4) == 0.6f && pdk_load_f32(at + 3 * wide + 12) == 1);
            assert_int_equal(ply.data + ply.size - at, 2 * record + 13 + 1);
        }
        pdk_output_close(job.output);
    }
    pdk_memory_destroy(&memory);
    pdk_close(document);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------------- STL */

static void stl_facets(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = large_grid(&bytes);
    pdk_surface surface = surface_or_fail(document, 0);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    options.scale = 2; /* so that there are no arrays to take from */
    pdk_output *output = convert_or_fail(document, "stl", &options, NULL);
    pdk_bytes stl = pdk_output_bytes(output);
    assert_int_equal(stl.size, 84 + 50 * surface.triangle_count);
    assert_true(memcmp(stl.data, "solid", 5) != 0);
    assert_int_equal(pdk_load_u32(stl.data + 80), surface.triangle_count);
    assert_true(has_note(&said, "stl.unshared"));
    for (size_t i = 0; i < surface.triangle_count; i++) {
        const uint8_t *facet = stl.data + 84 + 50 * i;
        double sum = 0;
        for (size_t k = 0; k < 9; k++) {
            float wanted = 2 * surface.positions[3 * surface.triangles[3 * i + k / 3] + k % 3];
            assert_true(pdk_load_f32(facet + 12 + 4 * k) == wanted);
        }
        for (size_t k = 0; k < 3; k++) sum += pow((double)pdk_load_f32(facet + 4 * k), 2);
        assert_near(sum, 1, 1e-6);
        assert_true(pdk_load_f32(facet + 8) > 0.9f); /* up */
        assert_int_equal(pdk_load_u16(facet + 48), 0);
    }
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------------- LAS */

static void las_points(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = large_grid(&bytes);
    pdk_surface surface = surface_or_fail(document, 0);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    options.source_origin[0] = 691000.5; /* a projection's metres, which no float holds */
    options.source_origin[1] = 5334000;
    options.source_origin[2] = 512.25;
    pdk_convert_report report;
    pdk_output *output = convert_or_fail(document, "las", &options, &report);
    pdk_bytes las = pdk_output_bytes(output);
    assert_int_equal(las.size, 375 + 20 * surface.vertex_count);
    assert_memory_equal(las.data, "LASF\0\0\0\0", 8);
    assert_int_equal(pdk_load_u16(las.data + 24), 1 | 4 << 8);
    assert_int_equal(pdk_load_u16(las.data + 94), 375);
    assert_int_equal(pdk_load_u32(las.data + 96), 375);
    assert_int_equal(pdk_load_u32(las.data + 100), 0);
    assert_int_equal(las.data[104], 0);
    assert_int_equal(pdk_load_u16(las.data + 105), 20);
    assert_int_equal(pdk_load_u32(las.data + 107), surface.vertex_count);
    assert_int_equal(pdk_load_u32(las.data + 111), surface.vertex_count);
    assert_int_equal(pdk_load_u64(las.data + 247), surface.vertex_count);
    assert_int_equal(pdk_load_u64(las.data + 255), surface.vertex_count);
    double scale[3], offset[3], low[3] = { 1e9, 1e9, 1e9 }, high[3] = { -1e9, -1e9, -1e9 };
    for (int k = 0; k < 3; k++) {
        scale[k] = pdk_load_f64(las.data + 131 + 8 * k);
        offset[k] = pdk_load_f64(las.data + 155 + 8 * k);
        assert_true(scale[k] == 0.00001);
        assert_true(fmod(offset[k], 100) == 0);
    }
    for (size_t i = 0; i < surface.vertex_count; i++) {
        const uint8_t *at = las.data + 375 + 20 * i;
        for (size_t k = 0; k < 3; k++) {
            double value = pdk_load_i32(at + 4 * k) * scale[k] + offset[k];
            assert_near(value, (double)surface.positions[3 * i + k] + options.source_origin[k], 0.000006);
            low[k] = fmin(low[k], value);
            high[k] = fmax(high[k], value);
        }
        assert_int_equal(at[14], 9);
    }
    for (int k = 0; k < 3; k++) {
        assert_true(pdk_load_f64(las.data + 179 + 16 * k) == high[k]);
        assert_true(pdk_load_f64(las.data + 187 + 16 * k) == low[k]);
    }
    assert_false(report.moved);
    assert_int_equal(report.dropped, surface.triangle_count);
    assert_true(has_note(&said, "convert.points_only") && has_note(&said, "las.crs"));
    pdk_output_close(output);

    /* A given origin is the offset; the points mean the same. */
    options.origin = PDK_ORIGIN_GIVEN;
    options.origin_given[0] = 691000;
    output = convert_or_fail(document, "las", &options, &report);
    las = pdk_output_bytes(output);
    assert_true(report.moved && report.keeps_origin);
    assert_true(pdk_load_f64(las.data + 155) == 691000 && pdk_load_f64(las.data + 163) == 0);
    assert_near(pdk_load_i32(las.data + 375) * pdk_load_f64(las.data + 131) + 691000,
                (double)surface.positions[0] + 691000.5, 0.0001);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

static void las_of_a_continent(void **state)
{
    (void)state;
    static const float points[][3] = { { -2e6f, 0, 0 }, { 2e6f, 1, 2 } };
    size_t size;
    uint8_t *bytes = rld_of(points, 2, NULL, 0, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    pdk_output *output = convert_or_fail(document, "las", &options, NULL);
    pdk_bytes las = pdk_output_bytes(output);
    assert_true(pdk_load_f64(las.data + 131) == 0.001);
    assert_true(has_note(&said, "las.scale"));
    assert_near(pdk_load_i32(las.data + 375) * 0.001 + pdk_load_f64(las.data + 155), -2e6, 0.001);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------------- XYZ */

static void xyz_lines(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = large_grid(&bytes);
    pdk_surface surface = surface_or_fail(document, 0);
    for (int pass = 0; pass < 2; pass++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.source_origin[0] = pass * 691000.5;
        pdk_output *output = convert_or_fail(document, "xyz", &options, NULL);
        assert_int_equal(pdk_output_write(output, "", 1, NULL), PDK_OK);
        char *at = (char *)(uintptr_t)pdk_output_bytes(output).data;
        for (size_t i = 0; i < surface.vertex_count; i++) {
            for (size_t k = 0; k < 3; k++) {
                double wanted = (double)surface.positions[3 * i + k] + options.source_origin[k];
                if (pass == 0) assert_true(strtof(at, &at) == (float)wanted);
                else assert_true(strtod(at, &at) == wanted);
            }
            assert_int_equal(*at++, '\n');
        }
        assert_int_equal(*at, '\0');
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ply_binary), cmocka_unit_test(ply_text),   cmocka_unit_test(ply_of_everything),
        cmocka_unit_test(stl_facets), cmocka_unit_test(las_points), cmocka_unit_test(las_of_a_continent),
        cmocka_unit_test(xyz_lines),
    };
    return cmocka_run_group_tests_name("mesh_out", tests, NULL, NULL);
}
