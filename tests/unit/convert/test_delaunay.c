/* Delaunay triangulation: against its definition, on points of every kind. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/delaunay.h"
#include "convert/delaunay_test.h"
#include "foreign.h"
#include "random.h"

/* Twice the area of the convex hull, by walking around it (Jarvis): slow, simple, another way than the tested one. */
static int64_t hull_area(const uint32_t (*points)[2], size_t count)
{
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        bool lower =
            points[i][1] < points[first][1] || (points[i][1] == points[first][1] && points[i][0] < points[first][0]);
        if (lower) first = i;
    }
    int64_t area = 0;
    size_t here = first;
    do {
        size_t next = here == 0 ? 1 : 0;
        for (size_t i = 0; i < count; i++) {
            int64_t side = pdk_side(points[here], points[next], points[i]);
            double far = hypot((double)points[i][0] - points[here][0], (double)points[i][1] - points[here][1]);
            double now = hypot((double)points[next][0] - points[here][0], (double)points[next][1] - points[here][1]);
            if (side < 0 || (side == 0 && far > now)) next = i;
        }
        area += (int64_t)points[here][0] * points[next][1] - (int64_t)points[next][0] * points[here][1];
        here = next;
    } while (points[here][0] != points[first][0] || points[here][1] != points[first][1]);
    return area;
}

static void is_delaunay(const uint32_t (*points)[2], size_t count, uint64_t equal)
{
    pdk_memory memory;
    pdk_error error;
    pdk_memory_init(&memory, NULL, 0);
    pdk_delaunay job = { .points = points, .point_count = count, .memory = &memory };
    assert_ok(pdk_delaunay_run(&job, &error), error);
    assert_int_equal(job.equal, equal);
    int64_t area = 0;
    bool *used = calloc(count, sizeof *used);
    assert_non_null(used);
    for (uint64_t t = 0; t < job.triangle_count; t++) {
        const uint32_t *corner = job.triangles[t];
        const uint32_t *a = points[corner[0]], *b = points[corner[1]], *c = points[corner[2]];
        int64_t side = pdk_side(a, b, c);
        assert_true(side > 0);
        area += side;
        for (int k = 0; k < 3; k++) used[corner[k]] = true;
        for (size_t i = 0; i < count; i++) assert_false(pdk_in_circle(a, b, c, points[i]));
    }
    assert_int_equal(area, hull_area(points, count));
    size_t unused = 0;
    for (size_t i = 0; i < count; i++) unused += !used[i];
    assert_int_equal(unused, equal);
    free(used);
    pdk_memory_destroy(&memory);
}

static void random_points(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 60; round++) {
        uint32_t points[200][2];
        size_t count = 3 + random_next(&seed) % 198;
        uint32_t mask = round % 3 == 0 ? (1U << 29) - 1 : round % 3 == 1 ? 1023 : 63;
        uint64_t equal = 0;
        for (size_t i = 0; i < count; i++) {
            points[i][0] = (uint32_t)random_next(&seed) & mask;
            points[i][1] = (uint32_t)random_next(&seed) & mask;
            bool twice = false;
            for (size_t k = 0; k < i; k++)
                twice = twice || (points[k][0] == points[i][0] && points[k][1] == points[i][1]);
            equal += twice;
        }
        is_delaunay((const uint32_t(*)[2])points, count, equal);
    }
}

/* Grids, circles, crosses and combs: everything on lines and circles. */
static void regular_points(void **state)
{
    (void)state;
    uint32_t points[441][2];
    for (uint32_t i = 0; i < 441; i++) {
        points[i][0] = i % 21 * 1000;
        points[i][1] = i / 21 * 1000;
    }
    is_delaunay((const uint32_t(*)[2])points, 441, 0);
    const uint32_t maximum = (1U << 29) - 1;
    for (uint32_t i = 0; i < 441; i++) { /* to the corners of the field */
        points[i][0] = i % 21 * (maximum / 20);
        points[i][1] = i / 21 * (maximum / 20);
    }
    is_delaunay((const uint32_t(*)[2])points, 441, 0);
    for (uint32_t i = 0; i < 200; i++) { /* a cross: two lines that meet */
        points[i][0] = i < 100 ? i * 10 : 500;
        points[i][1] = i < 100 ? 500 : (i - 100) * 10;
    }
    is_delaunay((const uint32_t(*)[2])points, 200, 1);
    for (uint32_t i = 0; i < 100; i++) { /* a line, and one point beside it */
        points[i][0] = i == 99 ? 7 : i * 3;
        points[i][1] = i == 99 ? 1 : 0;
    }
    is_delaunay((const uint32_t(*)[2])points, 100, 0);
    static const int32_t turns[12][2] = { { 0, 5 },  { 0, -5 },  { 5, 0 }, { -5, 0 }, { 3, 4 },  { 3, -4 },
                                          { -3, 4 }, { -3, -4 }, { 4, 3 }, { 4, -3 }, { -4, 3 }, { -4, -3 } };
    for (uint32_t i = 0; i < 12; i++) { /* on a circle, exactly */
        points[i][0] = (uint32_t)(100 + turns[i][0]);
        points[i][1] = (uint32_t)(100 + turns[i][1]);
    }
    is_delaunay((const uint32_t(*)[2])points, 12, 0);
    for (uint32_t i = 0; i < 300; i++) { /* a spiral, by its order far from any curve */
        points[i][0] = (uint32_t)(1000000 + 3000 * i * cos(i * 0.7));
        points[i][1] = (uint32_t)(1000000 + 3000 * i * sin(i * 0.7));
    }
    is_delaunay((const uint32_t(*)[2])points, 300, 0);
}

static void nothing_to_span(void **state)
{
    (void)state;
    static const uint32_t points[5][2] = { { 1, 1 }, { 1, 1 }, { 3, 3 }, { 2, 2 }, { 9, 9 } };
    pdk_memory memory;
    pdk_error error;
    pdk_memory_init(&memory, NULL, 0);
    for (uint64_t count = 0; count <= 5; count++) {
        pdk_delaunay job = { .points = points, .point_count = count, .memory = &memory };
        assert_fails(pdk_delaunay_run(&job, &error), error, PDK_E_UNSUPPORTED, "convert.triangulate", PDK_NO_OFFSET);
    }
    pdk_memory_destroy(&memory);
}

/* ------------------------------------------------------------------------------------------------ convert */

typedef struct notes {
    char codes[16][48];
    size_t count;
} notes;

static bool take(void *user, const pdk_finding *finding)
{
    notes *all = user;
    assert_true(all->count < 16);
    snprintf(all->codes[all->count++], sizeof all->codes[0], "%s", finding->code);
    return true;
}

static bool noted(const notes *all, const char *code)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->codes[i], code) == 0) return true;
    }
    return false;
}

/* Converts text points to RLD and opens it; the notes are kept. */
static pdk_document *triangulated(const char *text, double max_edge, notes *all, pdk_output **output,
                                  pdk_convert_report *report)
{
    pdk_document *document = open_mesh(text, strlen(text), "xyz", false);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_error error;
    *all = (notes){ .count = 0 };
    options.triangulate = true;
    options.max_edge = max_edge;
    options.note = take;
    options.note_user = all;
    assert_ok(pdk_output_memory(output, &error), error);
    assert_ok(pdk_convert(document, "rld", &options, report, *output, &error), error);
    pdk_close(document);
    pdk_bytes rld = pdk_output_bytes(*output);
    return open_bytes_or_fail(rld.data, rld.size);
}

static void converted(void **state)
{
    (void)state;
    notes all;
    pdk_output *output = NULL;
    pdk_convert_report report;
    pdk_document *document =
        triangulated("500000 4000000 1\n500001 4000000 2\n500000 4000001 3\n500001 4000001 4\n500100 4000000 5\n"
                     "nan 4000000 6\n500001 4000001 7\n",
                     0, &all, &output, &report);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.vertex_count, 6);
    assert_int_equal(surface.triangle_count, 3);
    assert_true(report.moved && report.origin[0] == 500000);
    assert_int_equal(report.dropped, 1);
    for (int i = 0; i < 3; i++) { /* normals up */
        const float *a = surface.positions + 3 * surface.triangles[3 * i],
                    *b = surface.positions + 3 * surface.triangles[3 * i + 1],
                    *c = surface.positions + 3 * surface.triangles[3 * i + 2];
        assert_true((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0);
    }
    assert_true(noted(&all, "convert.not_finite") && noted(&all, "convert.triangulate.equal") &&
                noted(&all, "xyz.nan"));
    pdk_close(document);
    pdk_output_close(output);
    document = triangulated("0 0 1\n1 0 2\n0 1 3\n1 1 4\n100 0 5\n", 10, &all, &output, &report);
    surface = surface_or_fail(document, 0);
    assert_int_equal(surface.triangle_count, 2);
    assert_true(noted(&all, "convert.max_edge"));
    pdk_close(document);
    pdk_output_close(output);
}

/* A mesh with holes of NaN all over: points, triangles and blocks keep their order. */
static void what_is_not_finite(void **state)
{
    (void)state;
    size_t capacity = 1 << 20, size = 0, points = 5000;
    char *text = malloc(capacity);
    assert_non_null(text);
    for (size_t i = 0; i < points; i++) {
        if (i == 2500) size += (size_t)snprintf(text + size, capacity - size, "o second\n");
        size += (size_t)snprintf(text + size, capacity - size, i % 7 == 3 ? "v nan 0 0\n" : "v %zu 0 %zu\n", i, i % 10);
    }
    for (size_t i = 0; i + 2 < points; i++)
        size += (size_t)snprintf(text + size, capacity - size, "f %zu %zu %zu\n", i + 1, i + 2, i + 3);
    pdk_document *document = open_mesh(text, size, "obj", false);
    pdk_output *output = output_or_fail();
    pdk_error error;
    pdk_convert_report report;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.axes = "+x+y+z";
    options.origin = PDK_ORIGIN_NONE;
    assert_ok(pdk_convert(document, "rld", &options, &report, output, &error), error);
    pdk_bytes rld = pdk_output_bytes(output);
    pdk_document *written = open_bytes_or_fail(rld.data, rld.size);
    pdk_surface surface = surface_or_fail(written, 0);
    size_t left = 0, triangles = 0;
    for (size_t i = 0; i < points; i++) {
        if (i % 7 == 3) continue;
        assert_true(surface.positions[3 * left] == (float)i);
        left++;
    }
    assert_int_equal(surface.vertex_count, left);
    for (size_t i = 0; i + 2 < points; i++) {
        if (i % 7 <= 3 && i % 7 >= 1) continue;
        for (size_t k = 0; k < 3; k++) {
            assert_true(surface.positions[3 * surface.triangles[3 * triangles + k]] == (float)(i + k));
        }
        triangles++;
    }
    assert_int_equal(surface.triangle_count, triangles);
    assert_int_equal(report.dropped, points - left + points - 2 - triangles);
    size_t count;
    double *starts = column_f64(written, "blocks", "start", &count);
    assert_true(count == 2 && surface.positions[3 * (size_t)starts[1]] == 2500);
    free(starts);
    pdk_close(written);
    pdk_output_close(output);
    pdk_close(document);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_points), cmocka_unit_test(regular_points),     cmocka_unit_test(nothing_to_span),
        cmocka_unit_test(converted),     cmocka_unit_test(what_is_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
