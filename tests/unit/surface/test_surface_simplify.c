/* Fewer triangles, and how far they are off. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/key_sort.h"
#include "surface/index/triangle_tree.h"
#include "mesh.h"
#include "sink.h"
#include "random.h"
#include "support.h"

static pdk_document *simplify(const pdk_document *document, double error_allowed, double ratio, bool lock,
                              size_t threads, pdk_surface_report *report)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    options.threads = threads;
    how.error = error_allowed;
    how.ratio = ratio;
    how.lock_border = lock;
    pdk_document *made = NULL;
    pdk_error error;
    assert_ok(pdk_surface_simplify(document, &options, &how, &made, report, &error), error);
    return made;
}

/* ------------------------------------------------------------------------------------------- the measuring itself */

/* From a point to a triangle by looking at many of its points: a little too far, never too near. */
static double rough_distance(const float *positions, const uint32_t *c, const double point[3])
{
    enum { STEPS = 60 };
    double best = INFINITY;
    for (int i = 0; i <= STEPS; i++) {
        for (int j = 0; i + j <= STEPS; j++) {
            double sum = 0;
            for (uint64_t axis = 0; axis < 3; axis++) {
                double a = (double)positions[3 * c[0] + axis], b = (double)positions[3 * c[1] + axis];
                double d = (double)positions[3 * c[2] + axis],
                       off = a + (b - a) * i / STEPS + (d - a) * j / STEPS - point[axis];
                sum += off * off;
            }
            best = fmin(best, sum);
        }
    }
    return sqrt(best);
}

static double random_unit(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Points that go through the tree together find what each finds alone, wherever they begin. */
static void nearest_of_groups(const pdk_triangle_tree *tree, uint64_t *seed)
{
    double points[PDK_TREE_GROUP][3], squares[PDK_TREE_GROUP];
    for (size_t count = 1; count <= PDK_TREE_GROUP; count++) {
        for (size_t i = 0; i < count; i++) {
            for (int axis = 0; axis < 3; axis++) points[i][axis] = 10 * random_unit(seed) - 5;
        }
        uint64_t leaf = count % ((tree->count + PDK_TREE_LEAF - 1) / PDK_TREE_LEAF);
        pdk_tree_nearest_of(tree, leaf, (const double(*)[3])points, count, squares);
        for (size_t i = 0; i < count; i++) {
            double least = INFINITY;
            for (uint32_t t = 0; t < tree->count; t++) least = fmin(least, pdk_tree_distance(tree, t, points[i]));
            assert_true(squares[i] == least);
        }
    }
}

static void the_nearest_of_many(void **state)
{
    (void)state;
    enum { TRIANGLES = 37, POINTS = 60 };
    float positions[9 * TRIANGLES];
    uint32_t corners[3 * TRIANGLES];
    uint64_t seed = 5;
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        corners[i] = i;
        for (uint32_t axis = 0; axis < 3; axis++) {
            positions[3 * i + axis] =
                (float)(random_unit(&seed) + 4 * sin(i / 3 + axis)); /* small ones, here and there */
        }
    }
    for (uint32_t axis = 0; axis < 9; axis++)
        positions[axis] = axis % 3 == 0 ? (float)(axis / 3) : 1; /* one without area */
    const pdk_surface surface = {
        .positions = positions, .triangles = corners, .vertex_count = 3 * TRIANGLES, .triangle_count = TRIANGLES
    };
    pdk_surface_work work;
    pdk_error error;
    assert_ok(pdk_surface_work_begin(&work, &surface, NULL, &error), error);
    pdk_triangle_tree tree;
    assert_ok(pdk_tree_build(&tree, &work, 0, (pdk_triangle_list){ positions, corners, TRIANGLES }, &error), error);
    for (int i = 0; i < POINTS; i++) {
        double point[3], best = INFINITY;
        for (int axis = 0; axis < 3; axis++) point[axis] = 10 * random_unit(&seed) - 5;
        for (int t = 0; t < TRIANGLES; t++) best = fmin(best, rough_distance(positions, corners + 3 * t, point));
        uint32_t nearest = i % 2 == 0 ? UINT32_MAX : 3; /* without a guess and with a bad one */
        double got = sqrt(pdk_tree_nearest(&tree, point, &nearest));
        assert_true(got <= best + 1e-12);
        assert_true(got >= best - 0.02);
        assert_near(rough_distance(positions, corners + 3 * nearest, point), got, 0.02);
        uint32_t near = i % 3 == 0 ? UINT32_MAX : 5;
        assert_false(pdk_tree_within(&tree, point, got * got * 0.999, &near));
        assert_true(pdk_tree_within(&tree, point, got * got * 1.001, &near));
        assert_true(rough_distance(positions, corners + 3 * near, point) <= got * 1.001 + 0.02);
        near = i % 3 == 0 ? UINT32_MAX : 5;
        assert_true(pdk_tree_within(&tree, point, 400, &near));
    }
    nearest_of_groups(&tree, &seed);
    pdk_triangle_tree small;
    uint64_t keys[TRIANGLES];
    uint32_t order[TRIANGLES];
    pdk_box3 boxes[4 * TRIANGLES];
    assert_true(pdk_tree_boxes(TRIANGLES) <= 4 * TRIANGLES);
    pdk_tree_build_in(&small, (pdk_tree_room){ boxes, order, keys },
                      (pdk_triangle_list){ positions, corners, TRIANGLES });
    assert_memory_equal(order, tree.order, sizeof order);
    assert_memory_equal(boxes + 1, tree.boxes + 1, (tree.leaves * 2 - 1) * sizeof *boxes); /* 0 is none */
    pdk_tree_free(&tree, &work);
    pdk_surface_work_end(&work);
}

/* The most any point of one surface is off another, each triangle looked at: slow, and sure. */
static double deviation(const pdk_surface *of, const pdk_surface *from)
{
    pdk_surface_work work;
    pdk_error error;
    assert_ok(pdk_surface_work_begin(&work, from, NULL, &error), error);
    pdk_triangle_tree tree;
    assert_ok(pdk_tree_build(&tree, &work, 0,
                             (pdk_triangle_list){ from->positions, from->triangles, from->triangle_count }, &error),
              error);
    double maximum = 0;
    for (uint64_t i = 0; i < of->vertex_count; i++) {
        double point[3];
        for (uint64_t axis = 0; axis < 3; axis++) point[axis] = (double)of->positions[3 * i + axis];
        double minimum = INFINITY;
        for (uint32_t t = 0; t < from->triangle_count; t++) minimum = fmin(minimum, pdk_tree_distance(&tree, t, point));
        maximum = fmax(maximum, minimum);
    }
    pdk_surface_work_end(&work);
    return sqrt(maximum);
}

/* ------------------------------------------------------------------------------------------------ simplifying */

static void a_road_within_its_error(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(8000, &bytes, NULL);
    pdk_surface_stats before = measure_first(document);
    pdk_surface source = surface_or_fail(document, 0);
    uint64_t last = before.triangles;
    static const double errors[] = { 0.002, 0.01, 0.05 };
    for (size_t i = 0; i < 3; i++) {
        pdk_surface_report report;
        pdk_document *made = simplify(document, errors[i], 0, false, 0, &report);
        pdk_surface result = surface_or_fail(made, 0);
        pdk_surface_stats after = measure_first(made);
        assert_true(report.deviation_max <= errors[i]);
        assert_near(deviation(&source, &result), report.deviation_max, 1e-9);
        assert_true(report.deviation_rms <= report.deviation_max);
        assert_true(after.triangles < last);
        last = after.triangles;
        assert_int_equal(after.euler, 1);
        assert_int_equal(after.components, 1);
        assert_int_equal(after.boundary_loops, 1);
        assert_int_equal(after.flipped + after.edges.inconsistent + after.edges.non_manifold + after.unused_points, 0);
        assert_near(after.area_projected, before.area_projected, before.area_projected * 0.002);
        assert_int_equal(report.points + report.points_unused, before.points);
        pdk_close(made);
    }
    assert_true(last < before.triangles / 10);
    pdk_close(document);
    free(bytes);
}

static void borders_stay_when_asked(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(8000, &bytes, NULL);
    pdk_surface_stats before = measure_first(document);
    pdk_document *locked = simplify(document, 0.03, 0, true, 0, NULL),
                 *free_one = simplify(document, 0.03, 0, false, 0, NULL);
    pdk_surface_stats with = measure_first(locked), without = measure_first(free_one);
    assert_int_equal(with.edges.boundary, before.edges.boundary);
    assert_near(with.boundary_length, before.boundary_length, 1e-9);
    assert_true(without.edges.boundary < before.edges.boundary);
    pdk_close(locked);
    pdk_close(free_one);
    pdk_close(document);
    free(bytes);
}

static void a_ratio_is_where_it_stops(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(20000, &bytes, NULL);
    pdk_surface_stats before = measure_first(document);
    pdk_document *made = simplify(document, 0.05, 0.5, false, 0, NULL);
    pdk_surface_stats after = measure_first(made);
    assert_true(after.triangles >= before.triangles * 49 / 100 && after.triangles < before.triangles * 6 / 10);
    pdk_close(made);
    made = simplify(document, 0.05, 1, false, 0, NULL);
    assert_int_equal(measure_first(made).triangles, before.triangles);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

static void assert_same(const pdk_document *one, const pdk_document *other)
{
    pdk_surface a = surface_or_fail(one, 0), b = surface_or_fail(other, 0);
    assert_int_equal(a.triangle_count, b.triangle_count);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_memory_equal(a.positions, b.positions, a.vertex_count * 12);
    assert_memory_equal(a.triangles, b.triangles, a.triangle_count * 12);
}

/* Without one points are measured only as far as it takes. With the small error several attempts are needed. */
static void a_report_changes_nothing(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(20000, &bytes, NULL);
    static const double errors[] = { 0.001, 0.01, 0.5 };
    for (size_t i = 0; i < 3; i++) {
        pdk_surface_report report;
        pdk_document *with = simplify(document, errors[i], 0, false, 0, &report),
                     *without = simplify(document, errors[i], 0, false, 0, NULL);
        assert_same(with, without);
        pdk_close(with);
        pdk_close(without);
    }
    pdk_close(document);
    free(bytes);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(30000, &bytes, NULL);
    pdk_document *one = simplify(document, 0.01, 0, false, 1, NULL),
                 *many = simplify(document, 0.01, 0, false, 5, NULL);
    assert_same(one, many);
    pdk_close(one);
    pdk_close(many);
    pdk_close(document);
    free(bytes);
}

static void a_plane_becomes_two_triangles_or_few(void **state)
{
    (void)state;
    enum { SIDE = 60, CELLS = SIDE - 1 };
    static float positions[SIDE * SIDE][3];
    static uint32_t corners[2 * CELLS * CELLS][3];
    uint8_t *file = malloc(32 + sizeof positions + sizeof corners), *to = file;
    assert_non_null(file);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        positions[i][0] = (float)(i / SIDE);
        positions[i][1] = (float)(i % SIDE);
    }
    for (uint32_t cell = 0, t = 0; cell < CELLS * CELLS; cell++) {
        uint32_t a = cell / CELLS * SIDE + cell % CELLS;
        memcpy(corners[t++], (uint32_t[]){ a, a + SIDE, a + SIDE + 1 }, 12);
        memcpy(corners[t++], (uint32_t[]){ a, a + SIDE + 1, a + 1 }, 12);
    }
    uint32_t counts[] = { SIDE * SIDE, 2 * CELLS * CELLS };
    memcpy(to, "RLD0HEAD", 8);
    memcpy(to + 8, counts, 8);
    memcpy(to + 16, "VERT", 4);
    memcpy(to + 20, positions, sizeof positions);
    to += 20 + sizeof positions;
    memcpy(to, "TRIS", 4);
    memcpy(to + 4, corners, sizeof corners);
    to += 4 + sizeof corners;
    pdk_document *document = open_bytes_or_fail(file, (size_t)(to - file));
    pdk_surface_report report;
    pdk_document *made = simplify(document, 0.001, 0, false, 0, &report);
    assert_true(report.triangles < 200);
    pdk_surface_stats stats = measure_first(made);
    assert_near(stats.area, CELLS * CELLS, 1e-6);
    assert_int_equal(stats.euler, 1);
    pdk_close(made);
    pdk_close(document);
    free(file);
}

static void what_is_wrong_is_left_out(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 3000;
    bytes = synth_or_fail("rld", &options, &size);
    uint32_t points, bad = 0x7FFFFFFF, nan = 0x7FC00000;
    memcpy(&points, bytes + 8, 4);
    memcpy(bytes + 24 + 12 * (size_t)points, &bad, 4);
    memcpy(bytes + 20 + 12 * 1500, &nan, 4);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_surface_report report;
    pdk_document *made = simplify(document, 0.01, 0, false, 0, &report);
    assert_true(report.triangles_unsound >= 5);
    pdk_surface_stats stats = measure_first(made);
    assert_int_equal(stats.triangles_out_of_range + stats.triangles_not_finite + stats.points_not_finite, 0);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

/* A patch smaller than the error would be nothing at all, from which no point has a distance: it stays. */
static void a_patch_smaller_than_the_error(void **state)
{
    (void)state;
    static const float points[][3] = {
        { 300000, 0, 0 }, { 300000.1f, 0, 0 }, { 300000.1f, 0.1f, 0 }, { 300000, 0.1f, 0.05f }
    };
    static const uint32_t corners[][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
    size_t size;
    uint8_t *bytes = rld_of(points, 4, corners, 2, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_surface_report report;
    for (double allowed = 0.01; allowed < 1e6; allowed *= 4) {
        pdk_document *made = simplify(document, allowed, 0, false, 1, &report);
        assert_in_range(report.triangles, 1, 2);
        assert_true(report.deviation_max <= allowed);
        pdk_close(made);
    }
    pdk_close(document);
    free(bytes);
}

/* Keys sorted by all threads are those sorted by one, whichever bits they differ in. */
static void keys_in_order(void **state)
{
    (void)state;
    enum { KEYS = 50000 };
    static uint64_t keys[2][KEYS];
    static const uint32_t corners[3];
    static const float positions[9];
    const pdk_surface surface = {
        .positions = positions, .triangles = corners, .vertex_count = 3, .triangle_count = 1
    };
    static const unsigned bits[] = { 64, 62, 41, 11, 7, 1 };
    uint64_t seed = 3;
    pdk_surface_work work;
    pdk_error error;
    assert_ok(pdk_surface_work_begin(&work, &surface, NULL, &error), error);
    for (size_t b = 0; b < 6; b++) {
        for (size_t count = 0; count <= KEYS; count = count * 9 + 5) {
            for (size_t i = 0; i < count; i++) keys[0][i] = random_next(&seed) >> (64 - bits[b]);
            memcpy(keys[1], keys[0], count * sizeof keys[0][0]);
            pdk_sort_keys(keys[0], count, bits[b]);
            assert_ok(pdk_surface_sort(&work, 0, keys[1], count, bits[b], &error), error);
            for (size_t i = 1; i < count; i++) assert_true(keys[0][i - 1] <= keys[0][i]);
            assert_memory_equal(keys[0], keys[1], count * sizeof keys[0][0]);
        }
    }
    pdk_surface_work_end(&work);
}

/* Nothing to be near to, and numbers so large that there is no distance. */
static void no_nearest(void **state)
{
    (void)state;
    static const float positions[] = { 0, 0, 0, 3e38f, -3e38f, 0, -3e38f, 3e38f, 3e38f };
    static const uint32_t corners[] = { 0, 1, 2 };
    for (uint64_t count = 0; count < 2; count++) {
        const pdk_surface surface = {
            .positions = positions, .triangles = corners, .vertex_count = 3, .triangle_count = count
        };
        pdk_surface_work work;
        pdk_triangle_tree tree;
        pdk_error error;
        assert_ok(pdk_surface_work_begin(&work, &surface, NULL, &error), error);
        assert_ok(pdk_tree_build(&tree, &work, 0, (pdk_triangle_list){ positions, corners, count }, &error), error);
        static const double point[] = { 3e38, 3e38, -3e38 };
        for (uint32_t guess = 0; guess < 1 + count; guess++) {
            uint32_t nearest = guess == 0 ? UINT32_MAX : 0;
            double square = pdk_tree_nearest(&tree, point, &nearest);
            assert_true(!isnan(square));
            assert_int_equal(nearest, isinf(square) ? UINT32_MAX : 0);
        }
        pdk_tree_free(&tree, &work);
        pdk_surface_work_end(&work);
    }
}

static void refusals(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(3000, &bytes, NULL), *made = NULL;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    pdk_error error;
    static const double wrong[][2] = { { -1, 0 }, { NAN, 0 }, { INFINITY, 0 }, { 1, -0.1 }, { 1, 1.1 }, { 1, NAN } };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        how.error = wrong[i][0];
        how.ratio = wrong[i][1];
        assert_fails(pdk_surface_simplify(document, NULL, &how, &made, NULL, &error), error, PDK_E_ARGUMENT,
                     "simplify.error", PDK_NO_OFFSET);
    }
    how.error = 0.01;
    how.ratio = 0;
    options.progress = stop_at_once;
    assert_int_equal(pdk_surface_simplify(document, &options, &how, &made, NULL, &error), PDK_E_CANCELLED);
    assert_null(made);
    pdk_close(document);
    free(bytes);
    static const uint8_t cloud[] = "RLD0HEAD\1\0\0\0\0\0\0\0VERTaaaabbbbccccTRIS";
    document = open_bytes_or_fail(cloud, sizeof cloud - 1);
    assert_fails(pdk_surface_simplify(document, NULL, &how, &made, NULL, &error), error, PDK_E_UNSUPPORTED,
                 "simplify.cloud", PDK_NO_OFFSET);
    pdk_close(document);
}

static void memory_runs_out(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = synth_road(2000, &bytes, NULL), *made = NULL;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    how.error = 0.01;
    pdk_status status = PDK_E_LIMIT;
    for (uint64_t limit = 1000; status != PDK_OK; limit += limit / 2) {
        pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
        options.limits.memory = limit;
        pdk_error error;
        status = pdk_surface_simplify(document, &options, &how, &made, NULL, &error);
        if (status != PDK_OK) assert_true((status == PDK_E_LIMIT || status == PDK_E_MEMORY) && made == NULL);
        assert_true(limit < 100000000);
    }
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_of_many),
        cmocka_unit_test(a_road_within_its_error),
        cmocka_unit_test(borders_stay_when_asked),
        cmocka_unit_test(a_ratio_is_where_it_stops),
        cmocka_unit_test(a_report_changes_nothing),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_plane_becomes_two_triangles_or_few),
        cmocka_unit_test(what_is_wrong_is_left_out),
        cmocka_unit_test(a_patch_smaller_than_the_error),
        cmocka_unit_test(no_nearest),
        cmocka_unit_test(keys_in_order),
        cmocka_unit_test(refusals),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
