/* Simplified surfaces against a slow truth: every point of the source is within the error of the result, which has no
 * cracks and no triangles turned over, and is the same on any number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh.h"
#include "random.h"
#include "support.h"

/* -------------------------------------------------------------------------------------------------------- surfaces */

typedef struct shape {
    float (*points)[3];
    uint32_t (*triangles)[3];
    uint32_t point_count, triangle_count;
    uint64_t seed;
} shape;

static shape new_shape(void)
{
    enum { MOST = 60000 };
    shape made = { .seed = 77 };
    made.points = malloc(MOST * sizeof *made.points);
    made.triangles = malloc(2 * MOST * sizeof *made.triangles);
    assert_true(made.points != NULL && made.triangles != NULL);
    return made;
}

static float noise(shape *to, float most)
{
    return most * ((float)(random_next(&to->seed) >> 40) / 8388608.0f - 1);
}

/* A sheet of columns x rows points. `along` and `across` are one step; `hole` leaves out some squares. */
typedef struct sheet {
    float from[3], along[3], across[3], rough;
    uint32_t columns, rows;
    bool hole;
} sheet;

static void add_sheet(shape *to, const sheet *new)
{
    uint32_t first = to->point_count;
    for (uint32_t i = 0; i < new->columns *new->rows; i++) {
        float column = (float)(i % new->columns), row = (float)(i / new->columns);
        float *point = to->points[to->point_count++];
        for (int axis = 0; axis < 3; axis++)
            point[axis] = new->from[axis] + column *new->along[axis] + row *new->across[axis];
        point[2] += noise(to, new->rough);
    }
    for (uint32_t row = 0; row + 1 < new->rows; row++) {
        for (uint32_t column = 0; column + 1 < new->columns; column++) {
            uint32_t a = first + row * new->columns + column, b = a + new->columns;
            if (new->hole && row % 16 > 8 && column % 16 > 8 && row % 16 < 13 && column % 16 < 13) continue;
            memcpy(to->triangles[to->triangle_count++], (uint32_t[]){ a, a + 1, b + 1 }, 12);
            memcpy(to->triangles[to->triangle_count++], (uint32_t[]){ a, b + 1, b }, 12);
        }
    }
}

static void rough_ground(shape *to)
{
    add_sheet(to, &(sheet){ { 5, 5, 0 }, { 0.1f, 0, 0.01f }, { 0, 0.1f, 0 }, 0.015f, 70, 60, false });
}

static void ground_with_holes(shape *to)
{
    add_sheet(to, &(sheet){ { -3, 9, 2 }, { 0.1f, 0, 0 }, { 0, 0.1f, 0.02f }, 0.004f, 80, 50, true });
}

/* Nearer to each other than the larger errors, and one far away. */
static void several_parts(shape *to)
{
    for (int i = 0; i < 3; i++) {
        float height = 0.006f * (float)i;
        add_sheet(to, &(sheet){ { 0, 0, height }, { 0.1f, 0, 0 }, { 0, 0.1f, 0 }, 0.001f, 40, 40, false });
    }
    add_sheet(to, &(sheet){ { 300, 0, 0 }, { 0.1f, 0, 0 }, { 0, 0.1f, 0 }, 0.01f, 20, 20, false });
}

static void walls(shape *to)
{
    add_sheet(to, &(sheet){ { 0, 0, 0 }, { 0.1f, 0, 0 }, { 0, 0, 0.1f }, 0.005f, 60, 30, false });
    add_sheet(to, &(sheet){ { 0, 1, 0 }, { 0, 0.1f, 0 }, { 0, 0, 0.1f }, 0.02f, 60, 30, true });
    add_sheet(to, &(sheet){ { 0, 0, 3 }, { 0.1f, 0, 0 }, { 0, 0.1f, 0 }, 0.01f, 30, 30, false });
}

static void underside(shape *to)
{
    add_sheet(to, &(sheet){ { 0, 0, 0 }, { 0, 0.1f, 0 }, { 0.1f, 0, 0 }, 0.01f, 60, 60, true });
}

/* Most triangles are in a small part of the surface. */
static void dense_spot(shape *to)
{
    add_sheet(to, &(sheet){ { 0, 0, 0 }, { 20, 0, 0 }, { 0, 20, 0 }, 2, 30, 30, false });
    add_sheet(to, &(sheet){ { 100, 100, 5 }, { 0.02f, 0, 0 }, { 0, 0.02f, 0 }, 0.01f, 130, 100, true });
}

/* ----------------------------------------------------------------------------------------------------------- truth */

typedef struct corner_view {
    const float *a, *b, *c;
    const double *point;
} corner_view;

static double squared_distance_at(const corner_view *view, double s, double t)
{
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double a = (double)view->a[axis], b = (double)view->b[axis], c = (double)view->c[axis];
        double off = a + s * (b - a) + t * (c - a) - view->point[axis];
        sum += off * off;
    }
    return sum;
}

enum { STEPS = 34 }; /* thirds: what remains is a millionth of a triangle's size */

static double least_along(const corner_view *view, double s)
{
    double low = 0, high = 1 - s;
    for (int i = 0; i < STEPS; i++) {
        double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (squared_distance_at(view, s, one) < squared_distance_at(view, s, two)) high = two;
        else low = one;
    }
    return squared_distance_at(view, s, (low + high) / 2);
}

/* The distance is convex over a triangle, so thirds are thrown away until little remains: it needs no cases. */
static double distance_to(const corner_view *view)
{
    double low = 0, high = 1;
    for (int i = 0; i < STEPS; i++) {
        double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (least_along(view, one) < least_along(view, two)) high = two;
        else low = one;
    }
    return sqrt(least_along(view, (low + high) / 2));
}

static bool box_is_near(const corner_view *view, double most)
{
    for (int axis = 0; axis < 3; axis++) {
        float low = fminf(view->a[axis], fminf(view->b[axis], view->c[axis]));
        float high = fmaxf(view->a[axis], fmaxf(view->b[axis], view->c[axis]));
        if ((double)low - most > view->point[axis] || (double)high + most < view->point[axis]) return false;
    }
    return true;
}

static double distance_from(const pdk_surface *surface, const float *position, double enough)
{
    double point[3], least = INFINITY;
    for (int axis = 0; axis < 3; axis++) point[axis] = (double)position[axis];
    for (uint64_t i = 0; i < surface->triangle_count && least > enough; i++) {
        const uint32_t *corners = surface->triangles + 3 * i;
        corner_view view = { surface->positions + 3 * (size_t)corners[0], surface->positions + 3 * (size_t)corners[1],
                             surface->positions + 3 * (size_t)corners[2], point };
        if (box_is_near(&view, enough)) least = fmin(least, distance_to(&view));
    }
    return least;
}

/* Points of the result are the source's, in their order; the others that were in a triangle are looked at one by one.
 */
static void assert_all_within(const pdk_surface *source, const pdk_surface *result, double error_allowed, uint64_t each)
{
    static const double rounding = 1e-6;
    uint64_t kept = 0;
    uint8_t *used = calloc(source->vertex_count, 1);
    assert_non_null(used);
    for (uint64_t i = 0; i < 3 * source->triangle_count; i++) used[source->triangles[i]] = 1;
    for (uint64_t i = 0; i < source->vertex_count; i++) {
        const float *position = source->positions + 3 * i;
        if (kept < result->vertex_count && memcmp(result->positions + 3 * kept, position, 12) == 0) kept++;
        else if (used[i] != 0 && i % each == 0)
            assert_true(distance_from(result, position, error_allowed + rounding) <= error_allowed + rounding);
    }
    free(used);
    assert_int_equal(kept, result->vertex_count);
}

/* ---------------------------------------------------------------------------------------------------------- checks */

static pdk_document *simplify(const pdk_document *document, double error_allowed, bool lock, size_t threads,
                              pdk_surface_report *report)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    options.threads = threads;
    how.error = error_allowed;
    how.lock_border = lock;
    pdk_document *made = NULL;
    pdk_error error;
    assert_ok(pdk_surface_simplify(document, &options, &how, &made, report, &error), error);
    return made;
}

static void assert_same(const pdk_surface *a, const pdk_surface *b)
{
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->positions, b->positions, a->vertex_count * 12);
    assert_memory_equal(a->triangles, b->triangles, a->triangle_count * 12);
}

/* Along a crack there would be more boundary, and more loops of it. */
static void assert_whole(const pdk_surface_stats *before, const pdk_surface_stats *after, bool lock)
{
    assert_int_equal(after->degenerate, 0);
    assert_int_equal(after->edges.inconsistent, 0);
    assert_int_equal(after->edges.non_manifold, 0);
    assert_int_equal(after->duplicate_triangles + after->unused_points, 0);
    assert_true(before->flipped > 0 || after->flipped == 0);
    assert_true(after->boundary_length <= before->boundary_length * 1.001);
    assert_int_equal(after->boundary_loops, before->boundary_loops);
    assert_int_equal(after->components, before->components);
    assert_int_equal(after->euler, before->euler);
    if (!lock) return;
    assert_int_equal(after->edges.boundary, before->edges.boundary);
    assert_near(after->boundary_length, before->boundary_length, 1e-6 * before->boundary_length);
}

static void check_document(const pdk_document *document, double error_allowed, bool lock, uint64_t each)
{
    pdk_surface source = surface_or_fail(document, 0);
    pdk_surface_report report;
    pdk_document *one = simplify(document, error_allowed, lock, 1, &report);
    pdk_surface result = surface_or_fail(one, 0);
    assert_true(report.deviation_max <= error_allowed);
    assert_true(report.deviation_rms <= report.deviation_max);
    assert_all_within(&source, &result, error_allowed, each);
    for (size_t threads = 2; threads <= 4; threads += 2) {
        pdk_document *many = simplify(document, error_allowed, lock, threads, NULL);
        pdk_surface same = surface_or_fail(many, 0);
        assert_same(&result, &same);
        pdk_close(many);
    }
    pdk_close(one);
}

static void check(void (*make)(shape *to), bool whole, double least_error)
{
    shape made = new_shape();
    size_t size;
    make(&made);
    uint8_t *bytes = rld_of((const float(*)[3])made.points, made.point_count, (const uint32_t(*)[3])made.triangles,
                            made.triangle_count, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_surface_stats before = measure_first(document);
    uint64_t last = before.triangles;
    for (double error_allowed = least_error; error_allowed < 60 * least_error; error_allowed *= 7) {
        check_document(document, error_allowed, false, 1);
        for (int lock = 0; lock < 2 && whole; lock++) {
            pdk_document *simpler = simplify(document, error_allowed, lock == 1, 2, NULL);
            pdk_surface_stats after = measure_first(simpler);
            assert_whole(&before, &after, lock == 1);
            if (lock == 0) assert_true(after.triangles < last);
            if (lock == 0) last = after.triangles;
            pdk_close(simpler);
        }
    }
    pdk_close(document);
    free(bytes);
    free(made.points);
    free(made.triangles);
}

static void on_rough_ground(void **state)
{
    (void)state;
    check(rough_ground, true, 0.004);
}

static void around_holes(void **state)
{
    (void)state;
    check(ground_with_holes, true, 0.001);
}

static void parts_near_each_other(void **state)
{
    (void)state;
    check(several_parts, false, 0.0005);
}

static void on_walls(void **state)
{
    (void)state;
    check(walls, false, 0.002);
}

static void from_below(void **state)
{
    (void)state;
    check(underside, true, 0.002);
}

static void where_triangles_crowd(void **state)
{
    (void)state;
    check(dense_spot, false, 0.004);
}

static void real_cobblestones(void **state)
{
    (void)state;
    const char *path = real_file("mesh/crg/belgian_block.crg");
    if (path == NULL) return;
    pdk_document *document = open_or_fail(path);
    check_document(document, 0.002, false, 997);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_rough_ground),   cmocka_unit_test(around_holes), cmocka_unit_test(parts_near_each_other),
        cmocka_unit_test(on_walls),          cmocka_unit_test(from_below),   cmocka_unit_test(where_triangles_crowd),
        cmocka_unit_test(real_cobblestones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
