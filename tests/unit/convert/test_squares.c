/* Blocks of squares: points and triangles in another order, and nothing else changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh.h"

static float hills(float x, float y)
{
    return 0.5f * sinf(x) + 0.25f * cosf(y);
}

/* The RLD of a document in squares, opened. */
static pdk_document *in_squares(const pdk_document *document, double size, notes *said, uint8_t **bytes)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    options.rld = &(pdk_rld_options){ .struct_size = sizeof(pdk_rld_options), .block_size = size };
    options.note = take_note;
    options.note_user = said;
    pdk_output *output = convert_or_fail(document, "rld", &options, &report);
    size_t made;
    *bytes = take_bytes(output, &made);
    return open_bytes_or_fail(*bytes, made);
}

/* Nine numbers a triangle, its corners as they come. */
static int by_numbers(const void *a, const void *b)
{
    return memcmp(a, b, 9 * sizeof(float));
}

static float (*places_of(const pdk_surface *surface))[9]
{
    float(*all)[9] = malloc(surface->triangle_count * sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            memcpy(all[i] + 3 * k, surface->positions + 3 * (size_t)surface->triangles[3 * i + (uint64_t)k], 12);
    }
    qsort(all, surface->triangle_count, sizeof *all, by_numbers);
    return all;
}

static void assert_same_shape(const pdk_document *one, const pdk_document *other)
{
    pdk_surface a = surface_or_fail(one, 0), b = surface_or_fail(other, 0);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_int_equal(a.triangle_count, b.triangle_count);
    float(*left)[9] = places_of(&a), (*right)[9] = places_of(&b);
    assert_memory_equal(left, right, a.triangle_count * sizeof *left);
    free(left);
    free(right);
}

/* 101 by 61 points a metre apart in squares of 10 m: 11 by 7, as the last column and row begin others. */
static void a_grid(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *bytes = rld_grid(101, 61, 1, hills, &size), *made;
    notes said = { 0 };
    pdk_document *document = open_bytes_or_fail(bytes, size), *back = in_squares(document, 10, &said, &made);
    assert_true(has_note(&said, "convert.blocks"));
    assert_same_shape(document, back);
    assert_int_equal(count_findings(back, PDK_CHECK_FULL, NULL), 0);
    double *starts = column_f64(back, "blocks", "start", &count),
           *points = column_f64(back, "blocks", "points", &count);
    assert_int_equal(count, 11 * 7);
    pdk_surface surface = surface_or_fail(back, 0);
    double next = 0;
    for (size_t i = 0; i < count; i++) { /* row by row; in a square points come as they did: again row by row */
        assert_true(starts[i] == next && points[i] > 0);
        next += points[i];
        for (size_t p = (size_t)starts[i]; p < (size_t)next; p++) {
            assert_int_equal((int)(surface.positions[3 * p] / 10), i % 11);
            assert_int_equal((int)(surface.positions[3 * p + 1] / 10), i / 11);
            if (p == (size_t)starts[i]) continue;
            float before = surface.positions[3 * p - 3] + 1000 * surface.positions[3 * p - 2];
            assert_true(before < surface.positions[3 * p] + 1000 * surface.positions[3 * p + 1]);
        }
    }
    assert_true(next == 101 * 61);
    double *blocks = column_f64(back, "triangles", "block", &count);
    for (size_t i = 1; i < count; i++) assert_true(blocks[i - 1] <= blocks[i]);
    free(blocks);
    free(starts);
    free(points);
    pdk_close(back);
    pdk_close(document);
    free(made);
    free(bytes);
}

/* Through text, below zero, and turned: what counts are the coordinates that are written. */
static void of_other_programs(void **state)
{
    (void)state;
    static const char text[] =
        "o left\nv -1 5 -30\nv -2 5 -31\nv -3 5 -30\nf 1 2 3\no right\nv 20 5 9\nv 21 5 9\nv -1 6 -29\nf 4 5 6\n";
    notes said = { 0 };
    uint8_t *made;
    size_t count;
    pdk_document *document = open_bytes_or_fail((const uint8_t *)text, sizeof text - 1),
                 *back = in_squares(document, 10, &said, &made);
    assert_true(has_note(&said, "convert.blocks"));
    double *points = column_f64(back, "blocks", "points", &count);
    /* z, forward, becomes x: from -40 there is -31; from -30 -30 twice and -29; from 0 9 twice, further to the left */
    assert_int_equal(count, 3);
    assert_true(points[0] == 1 && points[1] == 3 && points[2] == 2);
    assert_int_equal(surface_or_fail(back, 0).triangle_count, 2);
    free(points);
    pdk_close(back);
    pdk_close(document);
    free(made);
}

/* What is nowhere comes last; triangles at points that are not there are left out, as ever. */
static void what_is_wrong(void **state)
{
    (void)state;
    static const float points[][3] = { { NAN, 0, 0 }, { 15, 0, 1 }, { 1, INFINITY, 2 }, { 1, 1, 3 }, { 2, 2, NAN } };
    static const uint32_t triangles[][3] = { { 0, 1, 2 }, { 7, 3, 1 }, { 1, 3, 4 }, { 3, 1, UINT32_MAX } };
    size_t size, count;
    uint8_t *bytes = rld_of(points, 5, triangles, 4, &size), *made;
    notes said = { 0 };
    pdk_document *document = open_bytes_or_fail(bytes, size), *back = in_squares(document, 10, &said, &made);
    assert_true(has_note(&said, "convert.index") && has_note(&said, "convert.not_finite"));
    pdk_surface surface = surface_or_fail(back, 0);
    assert_int_equal(surface.vertex_count, 5);
    assert_int_equal(surface.triangle_count, 2);
    assert_true(surface.positions[2] == 3 && isnan(surface.positions[5]) && surface.positions[6] == 15);
    assert_true(isnan(surface.positions[9]) && isinf(surface.positions[13]));
    assert_memory_equal(surface.triangles, ((const uint32_t[]){ 2, 0, 1, 3, 2, 4 }), 24);
    double *of_blocks = column_f64(back, "blocks", "points", &count);
    assert_int_equal(count, 3);
    assert_true(of_blocks[0] == 2 && of_blocks[1] == 1 && of_blocks[2] == 2);
    free(of_blocks);
    pdk_close(back);
    pdk_close(document);
    free(made);
    free(bytes);

    bytes = rld_of(NULL, 0, NULL, 0, &size);
    document = open_bytes_or_fail(bytes, size);
    back = in_squares(document, 10, &said, &made);
    assert_int_equal(surface_or_fail(back, 0).vertex_count, 0);
    pdk_close(back);
    pdk_close(document);
    free(made);
    free(bytes);
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        double size;
    } cases[] = { { "ply", 10 },       { "glb", 10 },    { "rld", -1 },    { "rld", NAN },
                  { "rld", INFINITY }, { "rld", 0.001 }, { "rld", 5e-324 } };
    size_t size;
    uint8_t *bytes = rld_grid(101, 61, 1, hills, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        const pdk_rld_options blocks = { .struct_size = sizeof blocks, .block_size = cases[i].size };
        options.rld = &blocks;
        assert_fails(pdk_convert(document, cases[i].target, &options, NULL, output, &error), error, PDK_E_ARGUMENT,
                     strcmp(cases[i].target, "rld") == 0 ? "convert.blocks" : "convert.options", PDK_NO_OFFSET);
        assert_int_equal(pdk_output_bytes(output).size, 0);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid),
        cmocka_unit_test(of_other_programs),
        cmocka_unit_test(what_is_wrong),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("squares", tests, NULL, NULL);
}
