/* RLD: what the real files hold, measured from the tables and the surface (docs/formats/rld.md). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "model/surface_scan.h"
#include "support.h"

/* ------------------------------------------------------------------------------------------------ geometry */

static void corner(const pdk_surface *surface, uint64_t triangle, int which, double point[3])
{
    const float *at = surface->positions + 3 * (size_t)surface->triangles[3 * triangle + (size_t)which];
    for (int axis = 0; axis < 3; axis++) point[axis] = (double)at[axis];
}

/* Twice the area as a vector: the cross product of two sides. */
static void normal(const pdk_surface *surface, uint64_t triangle, double n[3])
{
    double a[3], b[3], c[3];
    corner(surface, triangle, 0, a);
    corner(surface, triangle, 1, b);
    corner(surface, triangle, 2, c);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
}

static void areas(const pdk_surface *surface, double *in_space, double *from_above, uint64_t *facing_up)
{
    *in_space = *from_above = 0;
    *facing_up = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        double n[3];
        normal(surface, i, n);
        *in_space += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
        *from_above += fabs(n[2]) / 2;
        *facing_up += n[2] > 0;
    }
}

/* The height over (x, y) in the first triangle that has it; NaN when none has. */
static double height(const pdk_surface *surface, double x, double y)
{
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        double p[3][3], weight[3], whole;
        for (int k = 0; k < 3; k++) corner(surface, i, k, p[k]);
        whole = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            const double *b = p[(k + 1) % 3], *c = p[(k + 2) % 3];
            weight[k] = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / whole;
            inside = inside && weight[k] >= -1e-9;
        }
        if (inside) return weight[0] * p[0][2] + weight[1] * p[1][2] + weight[2] * p[2][2];
    }
    return (double)NAN;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Edges by how many triangles have them: uses[1] is the boundary, uses[2] shared, uses[3] more. */
static void count_edges(const pdk_surface *surface, uint64_t uses[4])
{
    size_t sides = (size_t)surface->triangle_count * 3;
    uint64_t *edges = malloc(sides * sizeof *edges);
    assert_non_null(edges);
    for (size_t i = 0; i < sides; i++) {
        uint64_t from = surface->triangles[i], to = surface->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i] = from < to ? from << 32 | to : to << 32 | from;
    }
    qsort(edges, sides, sizeof *edges, by_value);
    memset(uses, 0, 4 * sizeof *uses);
    for (size_t i = 0; i < sides;) {
        size_t same = i;
        while (same < sides && edges[same] == edges[i]) same++;
        uses[same - i > 3 ? 3 : same - i]++;
        i = same;
    }
    free(edges);
}

/* --------------------------------------------------------------------------------------------------- sample */

static void sample_counts(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    pdk_document *scan = open_or_fail(path);
    assert_string_equal(pdk_document_format(scan)->id, "rld");
    assert_string_equal(pdk_document_dialect(scan), "version 0");
    assert_int_equal(pdk_document_size(scan), 2548);
    assert_float_equal(property_number(scan, "points"), 81, 0);
    assert_float_equal(property_number(scan, "triangles"), 128, 0);
    assert_float_equal(property_number(scan, "blocks"), 1, 0);
    assert_property_text(scan, "frame", "x forward, y left, z up; m");
    assert_string_equal(pdk_table_name(pdk_document_table_at(scan, 0)), "points");
    assert_int_equal(pdk_table_rows(pdk_document_find_table(scan, "points")), 81);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(scan, "triangles")), 128);
    const pdk_surface_info *info = pdk_document_surface_at(scan, 0);
    assert_string_equal(info->name, "surface");
    assert_int_equal(info->frame, PDK_FRAME_ROAD);
    assert_int_equal(info->vertices, 81);
    assert_int_equal(info->triangles, 128);
    pdk_bytes bytes = pdk_document_content(scan);
    assert_memory_equal(bytes.data + 0x3E0, "TRIS", 4);
    assert_memory_equal(bytes.data + 0x9E4, "BLKI", 4);
    uint64_t total = 1;
    assert_int_equal(pdk_check(scan, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
    assert_int_equal(total, 0);
    pdk_close(scan);
}

static void sample_columns(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    pdk_document *scan = open_or_fail(path);
    static const char *const axes[] = { "x", "y", "z" };
    static const double first[] = { -11.77299976348877, 5.300000190734863, 169.69090270996094 };
    static const double last[] = { -9.990099906921387, 7.722599983215332, 169.69509887695312 };
    static const double mean[] = { -8.071354314500903, -0.526899984313382, 169.82286241319446 };
    size_t count;
    for (int axis = 0; axis < 3; axis++) {
        double *values = column_f64(scan, "points", axes[axis], &count), sum = 0;
        assert_int_equal(count, 81);
        for (size_t i = 0; i < count; i++) sum += values[i];
        assert_float_equal(values[0], first[axis], 1e-12);
        assert_float_equal(values[80], last[axis], 1e-12);
        assert_float_equal(sum / 81, mean[axis], 1e-11);
        free(values);
    }
    static const char *const corners[] = { "a", "b", "c" };
    static const double triangles[3][3] = { { 56, 7, 56 }, { 57, 1, 62 }, { 7, 56, 42 } }; /* first, second, last */
    for (int k = 0; k < 3; k++) {
        double *values = column_f64(scan, "triangles", corners[k], &count);
        assert_int_equal(count, 128);
        assert_float_equal(values[0], triangles[k][0], 0);
        assert_float_equal(values[1], triangles[k][1], 0);
        assert_float_equal(values[127], triangles[k][2], 0);
        free(values);
    }
    double *start = column_f64(scan, "blocks", "start", &count), *points = column_f64(scan, "blocks", "points", &count);
    assert_int_equal(count, 1);
    assert_float_equal(start[0], 0, 0);
    assert_float_equal(points[0], 81, 0);
    free(start);
    free(points);
    double *block = column_f64(scan, "triangles", "block", &count);
    for (size_t i = 0; i < count; i++) assert_float_equal(block[i], 0, 0);
    free(block);
    read_everything(scan);
    pdk_close(scan);
}

static void sample_shape(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    pdk_document *scan = open_or_fail(path);
    pdk_surface surface = surface_or_fail(scan, 0);
    pdk_bytes bytes = pdk_document_content(scan);
    if (PDK_HOST_IS_LITTLE) { /* in place, not copied */
        assert_ptr_equal(surface.positions, bytes.data + 20);
        assert_ptr_equal(surface.triangles, bytes.data + 0x3E4);
    }

    pdk_bounds bounds = pdk_bounds_empty();
    pdk_bounds_add(&bounds, surface.positions, (size_t)surface.vertex_count);
    static const float low[] = { -16.582000732421875f, -8.939000129699707f, 169.68699645996094f };
    static const float high[] = { 0.4399999976158142f, 7.822999954223633f, 169.9788055419922f };
    for (int axis = 0; axis < 3; axis++) {
        assert_float_equal(bounds.minimum[axis], low[axis], 0);
        assert_float_equal(bounds.maximum[axis], high[axis], 0);
    }
    double in_space, from_above;
    uint64_t facing_up, uses[4];
    areas(&surface, &in_space, &from_above, &facing_up);
    assert_float_equal(in_space, 149.48544309415908, 1e-9);
    assert_float_equal(from_above, 149.44362371051716, 1e-9);
    assert_int_equal(facing_up, 128);
    count_edges(&surface, uses);
    assert_int_equal(uses[1], 32);
    assert_int_equal(uses[2], 176);
    assert_int_equal(uses[3], 0);

    static const double heights[][3] = { { -8, 0, 169.81818662828707 },
                                         { -10, 0, 169.7730112213351 },
                                         { -5, -2, 169.89078594371387 },
                                         { -12, 3, 169.70264334089637 },
                                         { -3, -3, 169.9541947699554 } };
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        assert_float_equal(height(&surface, heights[i][0], heights[i][1]), heights[i][2], 1e-9);
    }
    assert_true(isnan(height(&surface, 0, 0)) && isnan(height(&surface, -16, -1)) && isnan(height(&surface, 5, 5)));
    pdk_close(scan);
}

static void sample_damaged(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    size_t size;
    uint8_t *data = read_file(path, &size);
    sweep_truncation(data, size, 1, "rld");
    sweep_mutation(data, size, 0, 40, 1, "rld");
    sweep_mutation(data, size, 0x3D0, 60, 1, "rld");
    sweep_mutation(data, size, 0x9D8, 28, 1, "rld");
    free(data);
}

/* ---------------------------------------------------------------------------------------------- belgian block */

static void belgian_block(void **state)
{
    (void)state;
    const char *path = real_file("rld/belgian_block.rld");
    if (path == NULL) skip();
    pdk_document *scan = open_or_fail(path);
    assert_float_equal(property_number(scan, "points"), 319113, 0);
    assert_float_equal(property_number(scan, "triangles"), 635468, 0);
    assert_float_equal(property_number(scan, "blocks"), 1, 0);
    pdk_surface surface = surface_or_fail(scan, 0);
    assert_int_equal(pdk_scan_first_beyond(surface.triangles, (size_t)surface.triangle_count * 3, surface.vertex_count),
                     surface.triangle_count * 3);
    pdk_bounds bounds = pdk_bounds_empty();
    pdk_bounds_add(&bounds, surface.positions, (size_t)surface.vertex_count);
    static const double low[] = { -9.05873, -1.50093, 2.03549 }, high[] = { 0.69965, 7.25877, 2.18303 };
    for (int axis = 0; axis < 3; axis++) {
        assert_float_equal((double)bounds.minimum[axis], low[axis], 6e-6);
        assert_float_equal((double)bounds.maximum[axis], high[axis], 6e-6);
    }
    double in_space, from_above;
    uint64_t facing_up, uses[4];
    areas(&surface, &in_space, &from_above, &facing_up);
    assert_float_equal(in_space, 33.253326, 1e-6);
    assert_true(from_above < in_space);
    count_edges(&surface, uses);
    assert_int_equal(uses[1], 2754);
    assert_int_equal(uses[2], 951825);
    assert_int_equal(uses[3], 0);
    /* what OpenCRG's own library says about the road this was made from */
    assert_float_equal(height(&surface, -0.471586602, 1.177705859), 2.052673340, 2e-6);
    assert_float_equal(height(&surface, -4.169226883, 2.746966153), 2.078176737, 2e-6);
    assert_float_equal(height(&surface, -7.693542238, 4.893875528), 2.116144896, 2e-6);
    assert_int_equal(count_findings(scan, PDK_CHECK_FULL, "rld.point.unused"), 1);
    uint64_t total = 0;
    assert_int_equal(pdk_check(scan, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
    assert_int_equal(total, 1);
    pdk_close(scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_counts),  cmocka_unit_test(sample_columns), cmocka_unit_test(sample_shape),
        cmocka_unit_test(sample_damaged), cmocka_unit_test(belgian_block),
    };
    return cmocka_run_group_tests_name("rld", tests, NULL, NULL);
}
