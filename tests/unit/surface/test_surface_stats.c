/* Surfaces measured: published values, and small ones made by hand for every count. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A surface of arrays with x, y, z a point and three numbers a triangle. */
#define SURFACE(points, corners)                                                      \
    {                                                                                 \
        .positions = points, .triangles = corners, .vertex_count = COUNT(points) / 3, \
        .triangle_count = COUNT(corners) / 3                                          \
    }

static void published_values_of_the_sample(void **state)
{
    (void)state;
    const char *path = real_file("rld/sample.rld");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_surface_stats stats = measure_or_fail(&surface);
    static const double low[] = { -16.582000732421875, -8.939000129699707, 169.68699645996094 };
    static const double high[] = { 0.4399999976158142, 7.822999954223633, 169.9788055419922 };
    static const double mean[] = { -8.071354314500903, -0.526899984313382, 169.82286241319446 };
    static const double normal[] = { -0.019324159090981965, 0.012025372909723189, 0.9997409500874757 };
    assert_int_equal(stats.points, 81);
    assert_int_equal(stats.triangles, 128);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(stats.minimum[axis], low[axis], 0);
        assert_near(stats.maximum[axis], high[axis], 0);
        assert_near(stats.mean[axis], mean[axis], 1e-12);
        assert_near(stats.normal[axis], normal[axis], 1e-7);
    }
    assert_near(stats.area, 149.48544309415908, 1e-11);
    assert_near(stats.area_projected, 149.44362371051716, 1e-11);
    assert_near(stats.triangle_area_min, 0.1296910414615541, 1e-14);
    assert_near(stats.triangle_area_max, 1.6397484521432444, 1e-14);
    assert_near(stats.slope_min, 0.65698, 5e-6);
    assert_near(stats.slope_max, 1.86689, 5e-6);
    assert_int_equal(stats.edges.total, 208);
    assert_int_equal(stats.edges.shared, 176);
    assert_int_equal(stats.edges.boundary, 32);
    assert_int_equal(stats.edges.non_manifold, 0);
    assert_int_equal(stats.edges.inconsistent, 0);
    assert_near(stats.edge_length_min, 0.18794323943409996, 1e-14);
    assert_near(stats.edge_length_mean, 1.7545773299345993, 1e-14);
    assert_near(stats.edge_length_max, 2.605603684731892, 1e-14);
    assert_int_equal(stats.boundary_loops, 1);
    assert_near(stats.boundary_length, 48.92258846299721, 1e-12);
    assert_int_equal(stats.components, 1);
    assert_int_equal(stats.euler, 1);
    assert_int_equal(stats.degenerate + stats.flipped + stats.unused_points, 0);
    assert_int_equal(stats.duplicate_points + stats.duplicate_triangles, 0);
    pdk_close(document);
}

static void published_values_of_a_scan(void **state)
{
    (void)state;
    const char *path = real_file("rld/belgian_block.rld");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.points, 319113);
    assert_int_equal(stats.triangles, 635468);
    assert_near(stats.area, 33.253326, 5e-7);
    assert_int_equal(stats.edges.boundary, 2754);
    assert_int_equal(stats.edges.shared, 951825);
    assert_int_equal(stats.unused_points, 1);
    assert_near(stats.minimum[0], -9.05873, 5e-6);
    assert_near(stats.maximum[2], 2.18303, 5e-6);
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------- made by hand */

static const float square[] = { 0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0 };
static const uint32_t two[] = { 0, 1, 2, 0, 2, 3 };

static void nothing_at_all(void **state)
{
    (void)state;
    pdk_surface surface = { 0 };
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.points + stats.triangles + stats.edges.total + stats.components + stats.boundary_loops, 0);
    assert_int_equal(stats.euler, 0);
    assert_true(isnan(stats.minimum[0]) && isnan(stats.mean[2]) && isnan(stats.normal[1]) &&
                isnan(stats.edge_length_mean));
    assert_near(stats.area, 0, 0);
}

static void only_points(void **state)
{
    (void)state;
    pdk_surface surface = { .positions = square, .vertex_count = 4 };
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.unused_points, 4);
    assert_int_equal(stats.components, 0);
    assert_near(stats.maximum[1], 2, 0);
    assert_near(stats.mean[0], 1, 0);
}

static void one_triangle(void **state)
{
    (void)state;
    pdk_surface surface = { .positions = square, .triangles = two, .vertex_count = 3, .triangle_count = 1 };
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_near(stats.area, 2, 0);
    assert_int_equal(stats.edges.total, 3);
    assert_int_equal(stats.edges.boundary, 3);
    assert_int_equal(stats.boundary_loops, 1);
    assert_near(stats.boundary_length, 4 + sqrt(8), 1e-15);
    assert_int_equal(stats.components, 1);
    assert_int_equal(stats.euler, 1);
    assert_near(stats.slope_max, 0, 0);
}

static void a_slope_and_a_roof(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 2, 0, 1, 2, 1, 1 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 2, 3, 1, 5, 4, 1, 2, 5 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_near(stats.area, sqrt(2) + 1, 1e-15);
    assert_near(stats.area_projected, 2, 1e-15);
    assert_near(stats.slope_min, 0, 0);
    assert_near(stats.slope_max, 45, 1e-12);
    assert_int_equal(stats.flipped, 2);
    assert_int_equal(stats.edges.shared, 3);
    assert_int_equal(stats.edges.inconsistent, 1); /* where the halves meet */
}

static void a_twisted_band(void **state)
{
    (void)state;
    /* a Moebius band of five triangles: it has no two sides, so somewhere two neighbours must disagree */
    static const float points[] = { 1, 0, 0, 0, 1, 0, -1, 0, 1, 0, -1, 0, 0, 0, -1 };
    static const uint32_t corners[] = { 0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 0, 4, 0, 1 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.edges.total, 10);
    assert_int_equal(stats.edges.boundary, 5);
    assert_int_equal(stats.edges.inconsistent, 1);
    assert_int_equal(stats.boundary_loops, 1);
    assert_int_equal(stats.euler, 0);
}

static void a_fan_of_three_at_one_edge(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 1, 3, 1, 0, 4 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.edges.non_manifold, 1);
    assert_int_equal(stats.edges.boundary, 6);
    assert_int_equal(stats.edges.inconsistent, 0); /* said about shared edges only */
    assert_int_equal(stats.duplicate_triangles, 0);
    assert_int_equal(stats.components, 1);
}

static void two_parts_one_with_a_hole(void **state)
{
    (void)state;
    /* a square ring, and a triangle elsewhere */
    static const float points[] = { 0, 0, 0, 3, 0, 0, 3, 3, 0, 0, 3,  0, 1, 1, 0,  2, 1,
                                    0, 2, 2, 0, 1, 2, 0, 9, 9, 5, 10, 9, 5, 9, 10, 5 };
    static const uint32_t corners[] = {
        0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7, 8, 9, 10
    };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.components, 2);
    assert_int_equal(stats.boundary_loops, 3);
    assert_near(stats.boundary_length, 12 + 4 + 2 + sqrt(2), 1e-14);
    assert_near(stats.area, 8.5, 1e-14);
    assert_int_equal(stats.euler, 0 + 1);
}

static void a_closed_body(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    static const uint32_t corners[] = { 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.edges.shared, 6);
    assert_int_equal(stats.boundary_loops, 0);
    assert_int_equal(stats.euler, 2);
    assert_int_equal(stats.flipped, 1);
    assert_near(stats.slope_max, 90, 1e-6);
}

static void a_point_in_the_middle_of_an_edge(void **state)
{
    (void)state;
    /* one large triangle below, two small ones above: a T-junction at point 3 */
    static const float points[] = { 0, 0, 0, 4, 0, 0, 2, -2, 0, 2, 0, 0, 1, 2, 0, 3, 2, 0 };
    static const uint32_t corners[] = { 0, 2, 1, 0, 3, 4, 3, 1, 5 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.edges.shared, 0);
    assert_int_equal(stats.edges.boundary, 9);
    assert_int_equal(stats.boundary_loops, 1); /* the three touch in points */
    assert_int_equal(stats.components, 1);
}

static void what_is_there_twice(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 2, 2, 0, -0.0f, 0, -0.0f, 7, 7, 7, 2, 2, 0 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 2, 3, 1, 2, 0, 2, 0, 1, 0, 2, 1 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.duplicate_points, 3);
    assert_int_equal(stats.duplicate_triangles, 2); /* the last one faces the other way */
    assert_int_equal(stats.unused_points, 4);
}

static void triangles_without_area(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 1, 1, 0 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 2, 3, 0, 2, 4, 1, 1, 3, 2, 2, 2 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.degenerate, 3);
    assert_int_equal(stats.edges.total, 5 + 2); /* of the three with their own corners */
    assert_int_equal(stats.edges.non_manifold, 1);
    assert_int_equal(stats.unused_points, 0);
    assert_near(stats.triangle_area_min, 2, 0);
}

static void what_cannot_be_measured(void **state)
{
    (void)state;
    static const float points[] = { 0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, NAN, 5, 5, 5, INFINITY, 5, 1, 1, 1 };
    static const uint32_t corners[] = { 0, 1, 2, 0, 2, 3, 0, 1, 4, 1, 2, 5, 0, 1, 7, UINT32_MAX, 1, 6, 6, 4, 4 };
    const pdk_surface surface = SURFACE(points, corners);
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.points_not_finite, 2);
    assert_int_equal(stats.triangles_not_finite, 3);
    assert_int_equal(stats.triangles_out_of_range, 2);
    assert_int_equal(stats.edges.total, 5);
    assert_int_equal(stats.unused_points, 0);
    assert_int_equal(stats.degenerate, 0);
    assert_near(stats.area, 4, 0);
    assert_near(stats.maximum[0], 2, 0);
    assert_near(stats.maximum[2], 1, 0);
    assert_int_equal(stats.euler, 1);
    assert_int_equal(stats.components, 1);
}

/* --------------------------------------------------------------------------------- large, and the odd cases */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* The same surface with its points and triangles in any order. */
static pdk_surface shuffle(const pdk_surface *surface)
{
    uint64_t points = surface->vertex_count, triangles = surface->triangle_count, seed = 88172645463325252u;
    float *positions = malloc(points * 12);
    uint32_t *numbers = malloc(points * 4), *corners = malloc(triangles * 12);
    assert_true(positions != NULL && numbers != NULL && corners != NULL);
    for (uint64_t i = 0; i < points; i++) {
        uint64_t at = next_random(&seed) % (i + 1);
        numbers[i] = numbers[at];
        numbers[at] = (uint32_t)i;
    }
    for (uint64_t i = 0; i < points; i++) memcpy(positions + 3 * (size_t)numbers[i], surface->positions + 3 * i, 12);
    for (uint64_t i = 0; i < triangles; i++) {
        uint64_t at = next_random(&seed) % (i + 1);
        memcpy(corners + 3 * i, corners + 3 * at, 12);
        for (int k = 0; k < 3; k++) corners[3 * at + (uint64_t)k] = numbers[surface->triangles[3 * i + (uint64_t)k]];
    }
    free(numbers);
    return (pdk_surface){
        .positions = positions, .triangles = corners, .vertex_count = points, .triangle_count = triangles
    };
}

static void assert_same_counts(const pdk_surface_stats *a, const pdk_surface_stats *b)
{
    assert_memory_equal(&a->edges, &b->edges, sizeof a->edges);
    assert_int_equal(a->boundary_loops, b->boundary_loops);
    assert_int_equal(a->components, b->components);
    assert_int_equal(a->euler, b->euler);
    assert_int_equal(a->duplicate_points, b->duplicate_points);
    assert_int_equal(a->duplicate_triangles, b->duplicate_triangles);
    assert_int_equal(a->unused_points, b->unused_points);
    assert_near(a->area, b->area, a->area * 1e-12);
    assert_near(a->boundary_length, b->boundary_length, a->boundary_length * 1e-12);
    assert_near(a->edge_length_mean, b->edge_length_mean, a->edge_length_mean * 1e-12);
}

static void the_order_does_not_matter(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(200000, &bytes, NULL);
    pdk_surface surface = surface_or_fail(document, 0), mixed = shuffle(&surface);
    pdk_surface_stats stats = measure_or_fail(&surface), other = measure_or_fail(&mixed);
    assert_same_counts(&stats, &other);
    assert_int_equal(stats.euler, 1);
    assert_int_equal(stats.boundary_loops, 1);
    free((void *)(uintptr_t)mixed.positions);
    free((void *)(uintptr_t)mixed.triangles);
    pdk_close(document);
    free(bytes);
}

static void threads_and_room_do_not_matter(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(150000, &bytes, NULL);
    pdk_surface surface = surface_or_fail(document, 0), mixed = shuffle(&surface);
    const pdk_surface *both[] = { &surface, &mixed };
    for (int i = 0; i < 2; i++) {
        pdk_surface_stats first;
        for (size_t threads = 1; threads <= 7; threads += 3) {
            pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
            options.threads = threads;
            options.document = document;
            pdk_surface_stats stats;
            pdk_error error;
            assert_ok(pdk_surface_measure(both[i], &options, &stats, &error), error);
            if (threads == 1) first = stats;
            assert_memory_equal(&stats, &first, sizeof stats); /* to the last bit */
        }
    }
    free((void *)(uintptr_t)mixed.positions);
    free((void *)(uintptr_t)mixed.triangles);
    pdk_close(document);
    free(bytes);
}

/* Everything at one point, everything the same: what would be slow if anything were quadratic. */
static void the_worst_there_is(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    float *positions = calloc(MANY, 12);
    uint32_t *corners = calloc(MANY, 12);
    assert_true(positions != NULL && corners != NULL);
    for (uint32_t i = 0; i + 2 < MANY; i++) {
        corners[3 * i + 1] = i + 1;
        corners[3 * i + 2] = i + 2;
    }
    pdk_surface surface = {
        .positions = positions, .triangles = corners, .vertex_count = MANY, .triangle_count = MANY
    };
    pdk_surface_stats stats = measure_or_fail(&surface);
    assert_int_equal(stats.duplicate_points, MANY - 1);
    assert_int_equal(stats.degenerate, MANY);
    assert_int_equal(stats.edges.boundary, (MANY - 2) + 2);
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t k = 0; k < 3; k++) corners[3 * i + k] = k;
    }
    stats = measure_or_fail(&surface);
    assert_int_equal(stats.duplicate_triangles, MANY - 1);
    assert_int_equal(stats.edges.non_manifold, 3);
    free(positions);
    free(corners);
}

static void stops_when_told(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(100000, &bytes, NULL);
    pdk_surface surface = surface_or_fail(document, 0);
    for (int after = 1; after < 40; after += 6) {
        int calls = after;
        pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
        options.threads = 1;
        options.progress = stop_later;
        options.progress_user = &calls;
        pdk_surface_stats stats = { .points = 7 };
        pdk_error error;
        pdk_status status = pdk_surface_measure(&surface, &options, &stats, &error);
        assert_int_equal(status, PDK_E_CANCELLED);
        assert_int_equal(stats.points, 7);
    }
    pdk_close(document);
    free(bytes);
}

static void gives_up_at_a_limit(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(30000, &bytes, NULL);
    pdk_surface surface = surface_or_fail(document, 0);
    bool enough = false;
    for (uint64_t limit = 1000; !enough; limit = limit * 3 / 2) {
        pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
        options.limits.memory = limit;
        pdk_surface_stats stats;
        pdk_error error;
        pdk_status status = pdk_surface_measure(&surface, &options, &stats, &error);
        enough = status == PDK_OK;
        if (!enough) assert_int_equal(status, PDK_E_LIMIT);
        assert_true(limit < 64000000);
    }
    pdk_close(document);
    free(bytes);
}

static void refuses_what_is_no_call(void **state)
{
    (void)state;
    pdk_surface_stats stats;
    pdk_error error;
    pdk_surface surface = { .vertex_count = 3 };
    pdk_surface_options options = { 0 };
    assert_fails(pdk_surface_measure(NULL, NULL, &stats, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_surface_measure(&surface, NULL, &stats, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_surface_measure(&surface, &options, &stats, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    surface = (pdk_surface){ .positions = square, .vertex_count = UINT64_C(1) << 33 };
    assert_fails(pdk_surface_measure(&surface, NULL, &stats, &error), error, PDK_E_LIMIT, "surface.size",
                 PDK_NO_OFFSET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values_of_the_sample),
        cmocka_unit_test(published_values_of_a_scan),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(only_points),
        cmocka_unit_test(one_triangle),
        cmocka_unit_test(a_slope_and_a_roof),
        cmocka_unit_test(a_twisted_band),
        cmocka_unit_test(a_fan_of_three_at_one_edge),
        cmocka_unit_test(two_parts_one_with_a_hole),
        cmocka_unit_test(a_closed_body),
        cmocka_unit_test(a_point_in_the_middle_of_an_edge),
        cmocka_unit_test(what_is_there_twice),
        cmocka_unit_test(triangles_without_area),
        cmocka_unit_test(what_cannot_be_measured),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(threads_and_room_do_not_matter),
        cmocka_unit_test(the_worst_there_is),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(gives_up_at_a_limit),
        cmocka_unit_test(refuses_what_is_no_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
