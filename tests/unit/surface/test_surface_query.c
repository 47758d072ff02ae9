/* Heights under points: published values, every answer against the plain search through all triangles, and the cases
 * that rounding decides: edges, corners, walls, far away and huge. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/vertical_ray.h"
#include "heights.h"
#include "random.h"

/* What all tests are run for. */
static pdk_height_index_form form;

static pdk_height_index *index_of(const pdk_surface *surface)
{
    return index_in_form(surface, form, 0);
}

/* ------------------------------------------------------------------------------------------- published values */

static double height(const pdk_height_index *index, double x, double y)
{
    pdk_surface_hit hits[4];
    size_t count = pdk_surface_query(index, x, y, NULL, hits, 4);
    assert_true(count <= 1);
    return count == 1 ? hits[0].z : NAN;
}

static void sample_has_its_heights(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    static const double known[][3] = { { -8, 0, 169.81818662828707 },
                                       { -10, 0, 169.7730112213351 },
                                       { -5, -2, 169.89078594371387 },
                                       { -12, 3, 169.70264334089637 },
                                       { -3, -3, 169.9541947699554 } };
    static const double outside[][2] = { { 0, 0 }, { -16, -1 }, { 5, 5 } };
    pdk_document *document = open_or_fail(path);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_height_index *index = index_of(&surface);
    assert_int_equal(pdk_height_index_about(index)->triangles, 128);
    for (size_t i = 0; i < 5; i++) assert_near(height(index, known[i][0], known[i][1]), known[i][2], 1e-12);
    for (size_t i = 0; i < 3; i++) assert_true(isnan(height(index, outside[i][0], outside[i][1])));
    pdk_height_index_close(index);
    pdk_close(document);
}

static void belgian_block_agrees_with_opencrg(void **state)
{
    (void)state;
    const char *path = real_file("rld/belgian_block.rld");
    if (path == NULL) skip();
    static const double known[][3] = { { -0.471586602, 1.177705859, 2.052673340 },
                                       { -4.169226883, 2.746966153, 2.078176737 },
                                       { -7.693542238, 4.893875528, 2.116144896 } };
    pdk_document *document = open_or_fail(path);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_height_index *index = index_of(&surface);
    for (size_t i = 0; i < 3; i++) assert_near(height(index, known[i][0], known[i][1]), known[i][2], 2e-6);
    /* The scan is one sheet: at its vertices, where six triangles meet, it is met once, and at the vertex's height. */
    for (uint64_t i = 0; i < surface.vertex_count; i += 7) {
        const float *at = surface.positions + 3 * i;
        pdk_surface_hit hit;
        if (pdk_surface_query(index, (double)at[0], (double)at[1], NULL, &hit, 1) != 1) continue; /* the unused one */
        assert_true(fabs(hit.z - (double)at[2]) <= 0);
    }
    assert_true(pdk_height_index_about(index)->bytes < surface.triangle_count * (form == PDK_INDEX_FAST ? 76 : 24));
    pdk_height_index_close(index);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------- against plain search */

static size_t search_all(const pdk_surface *surface, double x, double y, double *heights, size_t capacity)
{
    size_t count = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        pdk_triangle_corners corners = pdk_corners_of(surface, i);
        double z;
        if (pdk_ray_intersect(&corners, x, y, &z) == PDK_RAY_MISS) continue;
        size_t at = count < capacity ? count : capacity - 1;
        for (; at > 0 && heights[at - 1] < z; at--) heights[at] = heights[at - 1];
        heights[at] = z;
        count++;
    }
    return count;
}

static void finds_what_plain_search_finds(void **state)
{
    (void)state;
    enum { BUFFER_SIZE = 4096 };
    static double heights[BUFFER_SIZE];
    static pdk_surface_hit hits[BUFFER_SIZE];
    for (uint32_t triangles = 1; triangles <= 3000; triangles = triangles * 3 + 1) {
        mesh made = confusion(triangles, triangles, 100);
        pdk_height_index *index = index_of(&made.surface);
        pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
        uint64_t seed = 5;
        double x = 0, y = 0;
        for (int i = 0; i < 1500; i++) {
            bool jump = i % 8 == 0;
            x = jump ? uniform(&seed, -220, 220) : x + uniform(&seed, -0.1, 0.1);
            y = jump ? uniform(&seed, -220, 220) : y + uniform(&seed, -0.1, 0.1);
            size_t want = search_all(&made.surface, x, y, heights, BUFFER_SIZE);
            assert_int_equal(pdk_surface_query(index, x, y, &hint, hits, BUFFER_SIZE), want);
            for (size_t k = 0; k < want; k++) assert_true(fabs(hits[k].z - heights[k]) <= 0);
            assert_int_equal(pdk_surface_query(index, x, y, NULL, hits, 1), want);
            if (want > 0) assert_true(fabs(hits[0].z - heights[0]) <= 0);
            assert_int_equal(pdk_surface_query(index, x, y, NULL, NULL, 0), want);
            double near = uniform(&seed, -60, 60), best = INFINITY;
            for (size_t k = 0; k < want; k++) best = fmin(best, fabs(heights[k] - near));
            assert_int_equal(pdk_surface_query_near(index, x, y, near, &hint, hits), want > 0);
            if (want > 0) assert_true(fabs(fabs(hits[0].z - near) - best) <= 0);
        }
        pdk_height_index_close(index);
        drop_mesh(&made);
    }
}

static void many_at_once_are_as_one_by_one(void **state)
{
    (void)state;
    enum { COUNT = 3001 };
    static double points[COUNT][2], heights[COUNT];
    static pdk_surface_hit hits[COUNT];
    mesh made = confusion(9, 2000, 100);
    pdk_height_index *index = index_of(&made.surface);
    uint64_t seed = 6;
    for (int i = 0; i < COUNT; i++) {
        points[i][0] = i % 50 == 0 ? NAN : uniform(&seed, -250, 250);
        points[i][1] = uniform(&seed, -250, 250);
        heights[i] = uniform(&seed, -20, 20);
    }
    const double(*where)[2] = (const double(*)[2])points;
    for (int highest = 0; highest < 2; highest++) {
        size_t met = pdk_surface_query_many(index, where, highest ? NULL : heights, COUNT, hits), want_met = 0;
        for (int i = 0; i < COUNT; i++) {
            pdk_surface_hit want;
            bool any = highest ? pdk_surface_query(index, where[i][0], where[i][1], NULL, &want, 1) > 0
                               : pdk_surface_query_near(index, where[i][0], where[i][1], heights[i], NULL, &want);
            want_met += any;
            if (any) assert_memory_equal(&hits[i], &want, sizeof want);
            else assert_true(hits[i].triangle == PDK_NO_TRIANGLE);
        }
        assert_int_equal(met, want_met);
        assert_in_range(met, 500, COUNT - 100);
    }
    pdk_height_index_close(index);
    pdk_surface nothing = { .vertex_count = 0 };
    index = index_of(&nothing);
    assert_int_equal(pdk_surface_query_many(index, where, heights, 40, hits), 0);
    pdk_height_index_close(index);
    drop_mesh(&made);
}

/* --------------------------------------------------------------------------------------------- edges and corners */

/* Points on edges, between two floats, at corners, and a hair beside them: inside a sheet always one hit. */
static void a_sheet_has_no_cracks(void **state)
{
    (void)state;
    static const double far[] = { 0, 1000, -300000 };
    for (int f = 0; f < 3; f++) {
        mesh made = sheet(40, f == 2 ? 1 : 0.1, 0.3, far[f]);
        pdk_height_index *index = index_of(&made.surface);
        uint64_t seed = 11;
        pdk_surface_hit hits[8];
        for (uint32_t n = 0; n < 20000; n++) {
            uint32_t row = 1 + (uint32_t)(random_next(&seed) % 38), column = 1 + (uint32_t)(random_next(&seed) % 38);
            const uint32_t *corners = made.triangles + 6 * (row * 40 + column) + 3 * (n % 2);
            const float *a = made.positions + 3 * corners[n % 3], *b = made.positions + 3 * corners[(n + 1) % 3];
            double part = n % 5 == 0 ? 0 : uniform(&seed, 0, 1);
            double x = (double)a[0] + part * ((double)b[0] - (double)a[0]),
                   y = (double)a[1] + part * ((double)b[1] - (double)a[1]);
            if (n % 7 == 1) x = nextafter(x, 1e9);
            if (n % 7 == 2) y = nextafter(y, -1e9);
            assert_int_equal(pdk_surface_query(index, x, y, NULL, hits, 8), 1);
            double z = (double)a[2] + part * ((double)b[2] - (double)a[2]);
            assert_near(hits[0].z, z, 1e-6);
        }
        pdk_height_index_close(index);
        drop_mesh(&made);
    }
}

/* What belongs to the surface: its border too. */
static void borders_belong_to_it(void **state)
{
    (void)state;
    static const float square[] = { 0, 0, 1, 1, 0, 2, 1, 1, 3, 0, 1, 4 };
    static const uint32_t triangles[] = { 0, 1, 2, 0, 2, 3 };
    mesh made = mesh_of(square, 4, triangles, 2);
    pdk_height_index *index = index_of(&made.surface);
    static const double points[][3] = { { 0, 0, 1 },     { 1, 0, 2 },     { 1, 1, 3 },
                                        { 0, 1, 4 },     { 0.5, 0, 1.5 }, { 1, 0.5, 2.5 },
                                        { 0, 0.5, 2.5 }, { 0.5, 1, 3.5 }, { 0.5, 0.5, 2 } };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        assert_near(height(index, points[i][0], points[i][1]), points[i][2], 1e-15);
    assert_true(isnan(height(index, nextafter(0, -1), 0.5)));
    assert_true(isnan(height(index, 0.5, nextafter(1, 2))));
    assert_true(isnan(height(index, NAN, 0.5)));
    assert_true(isnan(height(index, 0.5, INFINITY)));
    pdk_surface_hit hit;
    assert_int_equal(pdk_surface_query(index, 0.5, 0.5, NULL, &hit, 1), 1);
    assert_int_equal(hit.triangle, 0); /* of both on the diagonal the first */
    pdk_height_index_close(index);
    drop_mesh(&made);
}

/* A corner standing on another triangle's edge, as where scans were tiled: no double. */
static void corners_on_edges(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0.1f, 3, 0, 0.4f, 1.5f, -1, 0, 1, 0, 0.2f, 1.5f, 1, 0, 2, 1, 0 };
    static const uint32_t triangles[] = { 0, 2, 1, 0, 3, 4, 3, 1, 5, 3, 5, 4 };
    mesh made = mesh_of(points, 6, triangles, 4);
    pdk_height_index *index = index_of(&made.surface);
    assert_near(height(index, 1, 0), 0.2, 1e-7);
    assert_near(height(index, 0.5, 0), 0.15, 1e-7);
    pdk_height_index_close(index);
    drop_mesh(&made);
}

/* ------------------------------------------------------------------------------------------------- odd surfaces */

static void a_bridge_has_two_layers(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0, 4, -1, 5, 6, -1, 5, 6, 11, 6, 4, 11, 6 };
    static const uint32_t triangles[] = { 0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6 }; /* the bridge upside down */
    mesh made = mesh_of(points, 8, triangles, 4);
    pdk_height_index *index = index_of(&made.surface);
    pdk_surface_hit hits[4];
    assert_int_equal(pdk_surface_query(index, 5, 5, NULL, hits, 4), 2);
    assert_near(hits[0].z, 5.5, 1e-15);
    assert_near(hits[1].z, 0, 0);
    assert_true(hits[0].normal[2] < 0);
    assert_near(hits[1].normal[2], 1, 0);
    assert_near(hypot(hits[0].normal[1], hits[0].normal[2]), 1, 1e-15);
    assert_true(pdk_surface_query_near(index, 5, 5, 2, NULL, hits));
    assert_near(hits[0].z, 0, 0);
    assert_true(pdk_surface_query_near(index, 5, 5, 4, NULL, hits));
    assert_near(hits[0].z, 5.5, 1e-15);
    assert_false(pdk_surface_query_near(index, 11, 5, 4, NULL, hits));
    /* No layer is nearer than another, but there are some. */
    const double anywhere[][2] = { { 5, 4 }, { 5, 4 } }, heights[] = { INFINITY, -INFINITY };
    for (int i = 0; i < 2; i++) {
        hits[i].triangle = 0; /* what stood there before does not matter */
        assert_true(pdk_surface_query_near(index, 5, 4, heights[i], NULL, &hits[i]));
        assert_int_equal(hits[i].triangle, 0);
    }
    assert_int_equal(pdk_surface_query_many(index, anywhere, heights, 2, hits), 2);
    pdk_height_index_close(index);
    drop_mesh(&made);
}

static void what_cannot_be_met_is_counted(void **state)
{
    (void)state;
    float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 5, NAN, 0, 0, 0.25f, 0.25f, 7, INFINITY, 1, 1 };
    static const uint32_t triangles[] = { 0, 1, 2, 0, 1, 4, 0, 4, 3, 0,          1, 5,
                                          0, 1, 8, 6, 6, 6, 7, 0, 1, UINT32_MAX, 0, 1 };
    mesh made = mesh_of(points, 8, triangles, 8);
    pdk_height_index *index = index_of(&made.surface);
    const pdk_height_index_info *info = pdk_height_index_about(index);
    assert_int_equal(info->triangles, 1);
    assert_int_equal(info->upright, 3);
    assert_int_equal(info->not_finite, 2);
    assert_int_equal(info->out_of_range, 2);
    assert_near(info->maximum[2], 0, 0);
    assert_near(height(index, 0.25, 0.25), 0, 0);
    assert_near(height(index, 0.5, 0), 0, 0); /* under the wall */
    pdk_height_index_close(index);
    drop_mesh(&made);
}

static void nothing_at_all(void **state)
{
    (void)state;
    mesh made = mesh_of(NULL, 0, NULL, 0);
    pdk_height_index *index = index_of(&made.surface);
    assert_int_equal(pdk_height_index_about(index)->triangles, 0);
    assert_int_equal(pdk_surface_query(index, 0, 0, NULL, NULL, 0), 0);
    pdk_surface_hit hit;
    assert_false(pdk_surface_query_near(index, 0, 0, 0, NULL, &hit));
    pdk_height_index_close(index);
    pdk_height_index_close(NULL);
    drop_mesh(&made);
}

/* One corner at the end of the world, and coordinates as large as floats go. */
static void huge_coordinates(void **state)
{
    (void)state;
    static const float ends[] = { 1e6f, 1e30f, 3e38f };
    for (int e = 0; e < 3; e++) {
        mesh made = sheet(60, 0.1, 0.3, 0);
        made.positions[0] = -ends[e];
        made.positions[1] = -ends[e];
        pdk_height_index *index = index_of(&made.surface);
        double heights[4];
        pdk_surface_hit hits[4];
        uint64_t seed = 3;
        for (int i = 0; i < 2000; i++) {
            double x = uniform(&seed, -1, 6), y = uniform(&seed, -1, 6);
            size_t want = search_all(&made.surface, x, y, heights, 4);
            assert_int_equal(pdk_surface_query(index, x, y, NULL, hits, 4), want);
            for (size_t k = 0; k < want; k++) assert_true(fabs(hits[k].z - heights[k]) <= 0);
        }
        assert_int_equal(pdk_surface_query(index, -(double)ends[e], -(double)ends[e], NULL, hits, 4), 1);
        pdk_height_index_close(index);
        drop_mesh(&made);
    }
}

/* What would make a plain grid explode: thousands of triangles over everything, fans of needles, copies of one
 * triangle. */
static void hostile_heaps(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    float *points = malloc(36 * COUNT);
    uint32_t *triangles = malloc(12 * COUNT);
    assert_non_null(points);
    assert_non_null(triangles);
    static pdk_surface_hit hits[16];
    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            double turn = i * 6.283185307179586 / COUNT, next = (i + 1) * 6.283185307179586 / COUNT;
            float covering[9] = { -100, -100, (float)i, 200, -100, (float)i, -100, 200, (float)i };
            float needle[9] = { 0,
                                0,
                                1,
                                (float)(100 * cos(turn)),
                                (float)(100 * sin(turn)),
                                2,
                                (float)(100 * cos(next)),
                                (float)(100 * sin(next)),
                                2 };
            float copy[9] = { 0, 0, 1, 1, 0, 2, 0, 1, 3 };
            if (i < 3) copy[0] = -1000;
            memcpy(points + 9 * i, kind == 0 ? covering : kind == 1 ? needle : copy, sizeof copy);
            for (uint32_t k = 0; k < 3; k++) triangles[3 * i + k] = 3 * i + k;
        }
        mesh made = mesh_of(points, 3 * COUNT, triangles, COUNT);
        pdk_height_index *index = index_of(&made.surface);
        assert_true(pdk_height_index_about(index)->bytes < 1000 * COUNT);
        static const size_t want[] = { COUNT, 1, COUNT };
        size_t got = pdk_surface_query(index, 0.3, 0.2, NULL, hits, 16);
        assert_int_equal(got, want[kind]);
        if (kind == 2) assert_int_equal(hits[3].triangle, 3); /* of those alike the first */
        pdk_height_index_close(index);
        drop_mesh(&made);
    }
    free(points);
    free(triangles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_has_its_heights),
        cmocka_unit_test(belgian_block_agrees_with_opencrg),
        cmocka_unit_test(finds_what_plain_search_finds),
        cmocka_unit_test(many_at_once_are_as_one_by_one),
        cmocka_unit_test(a_sheet_has_no_cracks),
        cmocka_unit_test(borders_belong_to_it),
        cmocka_unit_test(corners_on_edges),
        cmocka_unit_test(a_bridge_has_two_layers),
        cmocka_unit_test(what_cannot_be_met_is_counted),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(huge_coordinates),
        cmocka_unit_test(hostile_heaps),
    };
    int failed = 0;
    static const pdk_height_index_form forms[] = { PDK_INDEX_FAST, PDK_INDEX_SMALL };
    for (size_t i = 0; i < 2; i++) {
        form = forms[i];
        failed += cmocka_run_group_tests_name(form == PDK_INDEX_FAST ? "surface_query, fast" : "surface_query, small",
                                              tests, NULL, NULL);
    }
    return failed;
}
