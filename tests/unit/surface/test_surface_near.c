/* An index made for some points or a path answers there as the whole index does, to the last bit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heights.h"
#include "random.h"
#include "support.h"

enum { BUFFER_SIZE = 64, MAX_POINTS = 4000 };

static size_t threads; /* that build */

static pdk_height_index *whole_of(const pdk_surface *surface)
{
    return index_in_form(surface, PDK_INDEX_SMALL, threads);
}

static pdk_height_index *near_in_form(const pdk_surface *surface, const double *points, size_t count, size_t stride,
                                      bool along, pdk_height_index_form form)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.form = form;
    options.threads = threads;
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_ok(pdk_height_index_create_near(surface, points, count, stride, along, &options, &index, &error), error);
    return index;
}

static pdk_height_index *near_of(const pdk_surface *surface, const double *points, size_t count, size_t stride,
                                 bool along)
{
    return near_in_form(surface, points, count, stride, along, PDK_INDEX_SMALL);
}

/* All that can be asked of points; returns how many are met. */
static size_t ask_alike(const pdk_surface *surface, const pdk_height_index *whole, double (*points)[3], size_t count)
{
    static pdk_surface_hit many[2][MAX_POINTS];
    static double places[MAX_POINTS][2], heights[MAX_POINTS];
    size_t met = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(places[i], points[i], sizeof places[i]);
        heights[i] = isnan(points[i][2]) ? 0 : points[i][2];
    }
    for (pdk_height_index_form form = PDK_INDEX_FAST; form <= PDK_INDEX_SMALL; form++) {
        pdk_height_index *near = near_in_form(surface, points[0], count, 3, false, form);
        pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
        met = 0;
        for (size_t i = 0; i < count; i++) {
            pdk_surface_hit hits[2][BUFFER_SIZE];
            memset(hits, 0, sizeof hits);
            double x = points[i][0], y = points[i][1];
            size_t want = pdk_surface_query(whole, x, y, NULL, hits[0], BUFFER_SIZE);
            assert_int_equal(pdk_surface_query(near, x, y, i % 2 == 0 ? &hint : NULL, hits[1], BUFFER_SIZE), want);
            assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
            bool any = pdk_surface_query_near(whole, x, y, (double)i - 20, NULL, hits[0]);
            assert_int_equal(pdk_surface_query_near(near, x, y, (double)i - 20, NULL, hits[1]), any);
            assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
            met += want > 0 ? 1 : 0;
        }
        for (int highest = 0; highest < 2; highest++) {
            memset(many, 0, sizeof many);
            const double *asked = highest ? NULL : heights;
            assert_int_equal(pdk_surface_query_many(whole, (const double(*)[2])places, asked, count, many[0]),
                             pdk_surface_query_many(near, (const double(*)[2])places, asked, count, many[1]));
            assert_memory_equal(many[0], many[1], sizeof many[0]);
        }
        pdk_height_index_close(near);
    }
    return met;
}

static size_t follow_alike(const pdk_surface *surface, const pdk_height_index *whole, double (*path)[2], size_t corners,
                           double step)
{
    static pdk_profile_point points[2][MAX_POINTS];
    const pdk_profile_options ways[] = {
        { .struct_size = sizeof(pdk_profile_options), .step = step },
        { .struct_size = sizeof(pdk_profile_options), .step = step, .has_height = true, .height = -4 },
        { .struct_size = sizeof(pdk_profile_options), .step = step, .has_height = true, .height = 4 }
    };
    pdk_height_index *near = near_of(surface, path[0], corners, 2, true);
    size_t met = 0;
    for (size_t n = 0; n < 3; n++) {
        size_t made[2];
        pdk_error error;
        const double(*way)[2] = (const double(*)[2])path;
        memset(points, 0, sizeof points);
        assert_ok(pdk_surface_profile(whole, way, corners, &ways[n], points[0], MAX_POINTS, &made[0], &error), error);
        assert_ok(pdk_surface_profile(near, way, corners, &ways[n], points[1], MAX_POINTS, &made[1], &error), error);
        assert_int_equal(made[0], made[1]);
        assert_memory_equal(points[0], points[1], sizeof points[0]);
        for (size_t i = 0; i < made[0]; i++) met += isnan(points[0][i].z) ? 0 : 1;
    }
    pdk_height_index_close(near);
    return met;
}

/* Soup, sheets near and far, one that was folded so that corners stand on edges, with a corner at the end of the world,
 * and with triangles that are not sound. */
enum { MESHES = 7 };
static mesh mesh_number(int number)
{
    mesh made = number == 0   ? confusion(21, 3000, 100)
                : number == 1 ? confusion(22, 7, 5)
                : number == 2 ? sheet(120, 0.1, 0.3, -300000)
                : number == 3 ? sheet(120, 0.1, 0, 0)
                              : sheet(150, 0.1, 0.7, 1000);
    if (number == 4) {
        for (uint32_t i = 0; i < 60 * 61; i += 3) made.positions[3 * i + 1] = made.positions[3 * i + 4];
    } else if (number == 5) {
        made.positions[0] = made.positions[1] = -3e38f;
    } else if (number == 6) {
        for (uint32_t i = 0; i < 1000; i += 7) made.positions[3 * i + i % 3] = i % 2 == 0 ? NAN : INFINITY;
        for (uint32_t i = 30000; i < 31000; i += 5) made.triangles[i] = UINT32_MAX - i;
        for (uint32_t i = 40000; i < 40300; i += 3) made.triangles[i] = made.triangles[i + 1];
    }
    return made;
}

/* A place on a triangle: inside, on an edge, at a corner. */
static void place_on(const pdk_surface *surface, uint64_t triangle, uint64_t *seed, double place[3])
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    double shares[3] = { uniform(seed, 0, 1), *seed % 3 > 0 ? uniform(seed, 0, 1) : 0,
                         *seed % 3 > 1 ? uniform(seed, 0, 1) : 0 },
           sum = 0;
    for (int k = 0; k < 3; k++) sum += shares[k];
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = 0;
        for (int k = 0; k < 3; k++) {
            const float *at = surface->positions + 3 * (uint64_t)(c[k] < surface->vertex_count ? c[k] : 0);
            place[axis] += shares[k] / sum * (double)at[axis];
        }
    }
}

static void points_are_answered_alike(void **state)
{
    (void)state;
    static double points[MAX_POINTS][3];
    for (int number = 0; number < MESHES; number++) {
        mesh made = mesh_number(number);
        pdk_height_index *whole = whole_of(&made.surface);
        uint64_t seed = 77, all = made.surface.triangle_count;
        size_t met = 0, asked = 0;
        for (size_t count = 1; count <= MAX_POINTS; count = count * 3 + 1) {
            for (int spread = 0; spread < 4;
                 spread++) { /* side by side, everywhere, with one far out, from side to side */
                uint64_t first = random_next(&seed) % all;
                for (size_t i = 0; i < count; i++) {
                    place_on(&made.surface, spread == 0 ? (first + i / 8) % all : random_next(&seed) % all, &seed,
                             points[i]);
                    if (i % 5 == 4) points[i][2] = NAN;
                    if (spread == 1 && i % 50 == 49) points[i][i % 2] = NAN;
                    if (spread == 1 && i % 50 == 48) points[i][0] = INFINITY;
                    if (spread == 3) points[i][1] = points[0][1];
                    if (i % 9 == 8) points[i][i % 2] = nextafter(points[i][i % 2], -1e9);
                }
                if (spread == 2) points[count / 2][0] = count % 2 == 0 ? 1e7 : -1e300;
                met += ask_alike(&made.surface, whole, points, count);
                asked += count;
            }
        }
        assert_in_range(met, asked / 8, asked);
        pdk_height_index_close(whole);
        drop_mesh(&made);
    }
}

static void paths_are_answered_alike(void **state)
{
    (void)state;
    for (int number = 0; number < MESHES; number++) {
        mesh made = mesh_number(number);
        pdk_height_index *whole = whole_of(&made.surface);
        uint64_t seed = 5, all = made.surface.triangle_count;
        size_t met = 0;
        for (size_t corners = 1; corners <= 40; corners += corners < 5 ? 1 : 7) {
            for (int kind = 0; kind < 6; kind++) { /* anywhere, along an axis, or a short way from corner to corner */
                double path[40][2], place[3], length = 0;
                for (size_t i = 0; i < corners; i++) {
                    uint64_t triangle =
                        kind < 3 || i == 0 ? random_next(&seed) % all : (*path[0] > 0 ? i : 2 * i) % all;
                    do place_on(&made.surface, triangle++ % all, &seed, place);
                    while (!(fabs(place[0]) + fabs(place[1]) < 1e6));
                    memcpy(path[i], place, sizeof path[i]);
                    if (kind == 1) path[i][0] = path[0][0];
                    if (kind == 2) path[i][1] = path[0][1];
                    if (i > 0 && kind == 4) path[i][0] = path[i - 1][0] + 1e-3;
                    if (i > 0 && kind == 5) memcpy(path[i], path[i - 1], sizeof path[i]);
                    if (i > 0) length += hypot(path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1]);
                }
                met += follow_alike(&made.surface, whole, path, corners, length > 0 ? length / (MAX_POINTS - 2) : 1);
            }
        }
        assert_true(met > 2000);
        pdk_height_index_close(whole);
        drop_mesh(&made);
    }
}

/* Points beside each other and ways across take little; where all is asked all is indexed. */
static void little_is_indexed(void **state)
{
    (void)state;
    static double points[MAX_POINTS][3];
    mesh made = sheet(400, 0.1, 0.3, 0);
    threads = 1; /* how much memory is taken depends on it */
    pdk_height_index *whole = whole_of(&made.surface);
    uint64_t bytes = pdk_height_index_about(whole)->bytes, seed = 9;
    double three[3][2] = { { 10, 10 }, { 12, 30 }, { -5, 20 } }, far[1][2] = { { -500, 4 } };
    struct {
        double (*points)[2];
        size_t count;
        bool along;
        uint64_t part; /* of the whole, at most */
    } cases[] = { { three, 1, false, 1000 },
                  { three, 3, false, 1000 },
                  { three, 3, true, 250 },
                  { three, 2, true, 800 },
                  { far, 1, false, 5000 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_height_index *near = near_of(&made.surface, cases[i].points[0], cases[i].count, 2, cases[i].along);
        assert_true(pdk_height_index_about(near)->bytes * cases[i].part <= bytes);
        pdk_height_index_close(near);
    }
    for (size_t i = 0; i < MAX_POINTS; i++) {
        const float *at = made.positions + 3 * (random_next(&seed) % made.surface.vertex_count);
        for (int axis = 0; axis < 3; axis++) points[i][axis] = (double)at[axis];
    }
    pdk_height_index *near = near_of(&made.surface, points[0], 40, 3, true);
    assert_true(pdk_height_index_about(near)->bytes < bytes / 2);
    pdk_height_index_close(near);
    near = near_of(&made.surface, points[0], MAX_POINTS, 3, true);
    assert_int_equal(pdk_height_index_about(near)->bytes, bytes);
    pdk_height_index_close(near);
    pdk_height_index_close(whole);
    threads = 0;
    drop_mesh(&made);
}

static void it_tells_of_the_whole(void **state)
{
    (void)state;
    mesh made = mesh_number(6);
    pdk_height_index *whole = whole_of(&made.surface);
    static const double nowhere[][2] = { { -5000, 5000 }, { (double)NAN, 0 } };
    for (size_t i = 0; i < 3; i++) { /* far off, at no place, without a point */
        pdk_height_index *near = near_of(&made.surface, i < 2 ? nowhere[i] : NULL, i < 2, 2, i % 2 == 0);
        pdk_height_index_info want = *pdk_height_index_about(whole), got = *pdk_height_index_about(near);
        assert_true(want.bytes > 0 && want.out_of_range > 0 && want.not_finite > 0 && want.upright > 0);
        want.bytes = got.bytes;
        assert_memory_equal(&want, &got, sizeof want);
        assert_int_equal(got.bytes, 0);
        assert_int_equal(pdk_surface_query(near, 1003, 1010, NULL, NULL, 0), 0);
        pdk_height_index_close(near);
    }
    pdk_height_index_close(whole);
    mesh empty = mesh_of(NULL, 0, NULL, 0);
    static const double origin[2] = { 0, 0 };
    pdk_height_index *near = near_of(&empty.surface, origin, 1, 2, false);
    assert_int_equal(pdk_surface_query(near, 0, 0, NULL, NULL, 0), 0);
    pdk_height_index_close(near);
    drop_mesh(&empty);
    drop_mesh(&made);
}

static bool stop(void *user, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    return --*(int *)user > 0;
}

static void calls_are_checked(void **state)
{
    (void)state;
    mesh made = sheet(100, 0.1, 0.3, 0);
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_height_index *index = NULL;
    pdk_error error;
    static const double path[][2] = { { 1, 1 }, { 5, 8 } };
    assert_fails(pdk_height_index_create_near(&made.surface, NULL, 1, 2, false, NULL, &index, &error), error,
                 PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_height_index_create_near(&made.surface, path[0], 2, 1, false, NULL, &index, &error), error,
                 PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_height_index_create_near(NULL, path[0], 2, 2, false, NULL, &index, &error), error, PDK_E_ARGUMENT,
                 "argument", PDK_NO_OFFSET);
    unsigned refused = 0;
    for (options.limits.memory = 100; options.limits.memory < 200000;
         options.limits.memory += 1000) { /* wherever it runs out */
        pdk_status status = pdk_height_index_create_near(&made.surface, path[0], 2, 2, true, &options, &index, &error);
        if (status != PDK_OK) assert_string_equal(error.code, "memory.limit");
        refused += status != PDK_OK ? 1 : 0;
        pdk_height_index_close(index);
        index = NULL;
    }
    assert_in_range(refused, 20, 190);
    options.limits.memory = 0;
    options.threads = 1;
    options.progress = stop;
    for (int calls = 1; calls <= 4; calls++) {
        int left = calls;
        options.progress_user = &left;
        assert_fails(pdk_height_index_create_near(&made.surface, path[0], 2, 2, true, &options, &index, &error), error,
                     PDK_E_CANCELLED, "cancelled", PDK_NO_OFFSET);
        assert_null(index);
    }
    drop_mesh(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_answered_alike), cmocka_unit_test(paths_are_answered_alike),
        cmocka_unit_test(little_is_indexed),         cmocka_unit_test(it_tells_of_the_whole),
        cmocka_unit_test(calls_are_checked),
    };
    return cmocka_run_group_tests_name("surface_near", tests, NULL, NULL);
}
