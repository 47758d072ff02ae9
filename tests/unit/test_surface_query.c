/* Heights under points: published values, every answer against the plain search through all triangles, and the cases that
 * rounding decides: edges, corners, walls, far away and huge. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/surface/column.h"
#include "random.h"
#include "sink.h"
#include "support.h"

typedef struct mesh {
    pdk_surface surface;
    float *positions;
    uint32_t *triangles;
} mesh;

static mesh mesh_of(const float *positions, uint64_t vertices, const uint32_t *triangles, uint64_t count)
{
    mesh made = { .positions = malloc(12 * vertices + 1), .triangles = malloc(12 * count + 1) };
    assert_non_null(made.positions);
    assert_non_null(made.triangles);
    if (vertices > 0) memcpy(made.positions, positions, 12 * vertices);
    if (count > 0) memcpy(made.triangles, triangles, 12 * count);
    made.surface = (pdk_surface){ .positions = made.positions, .triangles = made.triangles, .vertex_count = vertices,
                                  .triangle_count = count };
    return made;
}

static void drop(mesh *made)
{
    free(made->positions);
    free(made->triangles);
}

/* What all tests are run for. */
static pdk_height_index_form form;

static pdk_height_index *index_in_form(const pdk_surface *surface, pdk_height_index_form asked, size_t threads)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.form = asked;
    options.threads = threads;
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_ok(pdk_height_index_create(surface, &options, &index, &error), error);
    return index;
}

static pdk_height_index *index_of(const pdk_surface *surface) { return index_in_form(surface, form, 0); }

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
    static const double known[][3] = { { -8, 0, 169.81818662828707 }, { -10, 0, 169.7730112213351 }, { -5, -2, 169.89078594371387 },
                                       { -12, 3, 169.70264334089637 }, { -3, -3, 169.9541947699554 } };
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
    static const double known[][3] = { { -0.471586602, 1.177705859, 2.052673340 }, { -4.169226883, 2.746966153, 2.078176737 },
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
    assert_true(pdk_height_index_about(index)->bytes < surface.triangle_count * (form == PDK_INDEX_FAST ? 64 : 24));
    pdk_height_index_close(index);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------- against plain search */

static size_t search_all(const pdk_surface *surface, double x, double y, double *heights, size_t room)
{
    size_t count = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        pdk_corners corners = pdk_corners_of(surface, i);
        double z;
        if (pdk_column_meet(&corners, x, y, &z) == PDK_COLUMN_OUT) continue;
        size_t at = count < room ? count : room - 1;
        for (; at > 0 && heights[at - 1] < z; at--) heights[at] = heights[at - 1];
        heights[at] = z;
        count++;
    }
    return count;
}

static double uniform(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* Triangles without order: all sizes, any direction, many layers. */
static mesh confusion(uint64_t seed, uint32_t triangles, double size)
{
    mesh made = { .positions = malloc(36 * (size_t)triangles), .triangles = malloc(12 * (size_t)triangles) };
    for (uint32_t i = 0; i < triangles; i++) {
        double reach = size * pow(2, uniform(&seed, -12, 0));
        double centre[3] = { uniform(&seed, -size, size), uniform(&seed, -size, size), uniform(&seed, -5, 5) };
        for (int k = 0; k < 9; k++) made.positions[9 * i + (uint32_t)k] = (float)(centre[k % 3] + uniform(&seed, -reach, reach));
        for (uint32_t k = 0; k < 3; k++) made.triangles[3 * i + k] = 3 * i + k;
    }
    made.surface = (pdk_surface){ .positions = made.positions, .triangles = made.triangles, .vertex_count = 3 * (uint64_t)triangles,
                                  .triangle_count = triangles };
    return made;
}

static void finds_what_plain_search_finds(void **state)
{
    (void)state;
    enum { ROOM = 4096 };
    static double heights[ROOM];
    static pdk_surface_hit hits[ROOM];
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
            size_t want = search_all(&made.surface, x, y, heights, ROOM);
            assert_int_equal(pdk_surface_query(index, x, y, &hint, hits, ROOM), want);
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
        drop(&made);
    }
}

static void many_at_once_are_as_one_by_one(void **state)
{
    (void)state;
    enum { COUNT = 3001 };
    static double points[COUNT][3];
    static pdk_surface_hit hits[COUNT];
    mesh made = confusion(9, 2000, 100);
    pdk_height_index *index = index_of(&made.surface);
    uint64_t seed = 6;
    for (int i = 0; i < COUNT; i++) {
        points[i][0] = i % 50 == 0 ? NAN : uniform(&seed, -250, 250);
        points[i][1] = uniform(&seed, -250, 250);
        points[i][2] = i % 3 == 0 ? NAN : uniform(&seed, -20, 20);
    }
    size_t met = pdk_surface_query_many(index, (const double(*)[3])points, COUNT, hits), want_met = 0;
    for (int i = 0; i < COUNT; i++) {
        pdk_surface_hit want;
        bool any = isnan(points[i][2]) ? pdk_surface_query(index, points[i][0], points[i][1], NULL, &want, 1) > 0
                                       : pdk_surface_query_near(index, points[i][0], points[i][1], points[i][2], NULL, &want);
        want_met += any;
        if (any) assert_memory_equal(&hits[i], &want, sizeof want);
        else assert_true(hits[i].triangle == PDK_NO_TRIANGLE);
    }
    assert_int_equal(met, want_met);
    assert_in_range(met, 500, COUNT - 100);
    pdk_height_index_close(index);
    pdk_surface nothing = { .vertex_count = 0 };
    index = index_of(&nothing);
    assert_int_equal(pdk_surface_query_many(index, (const double(*)[3])points, 40, hits), 0);
    pdk_height_index_close(index);
    drop(&made);
}

/* --------------------------------------------------------------------------------------------- edges and corners */

/* A sheet of n x n squares, turned and bent so that its edges lie in all directions, cut along alternating diagonals. */
static mesh sheet(uint32_t n, double step, double turn, double far)
{
    uint32_t side = n + 1;
    mesh made = { .positions = malloc(12 * (size_t)side * side), .triangles = malloc(24 * (size_t)n * n) };
    for (uint32_t i = 0; i < side * side; i++) {
        double u = step * (i % side), v = step * (i / side);
        made.positions[3 * i] = (float)(far + u * cos(turn) - v * sin(turn) + 0.2 * step * sin(5 * v));
        made.positions[3 * i + 1] = (float)(far + u * sin(turn) + v * cos(turn) + 0.2 * step * sin(7 * u));
        made.positions[3 * i + 2] = (float)(sin(u) + cos(1.3 * v));
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t a = i / n * side + i % n, b = a + 1, c = a + side, d = c + 1, *to = made.triangles + 6 * i;
        uint32_t one[6] = { a, b, d, a, d, c }, other[6] = { a, b, c, b, d, c };
        memcpy(to, (i + i / n) % 2 == 0 ? one : other, sizeof one);
    }
    made.surface = (pdk_surface){ .positions = made.positions, .triangles = made.triangles, .vertex_count = (uint64_t)side * side,
                                  .triangle_count = 2 * (uint64_t)n * n };
    return made;
}

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
            double x = (double)a[0] + part * ((double)b[0] - (double)a[0]), y = (double)a[1] + part * ((double)b[1] - (double)a[1]);
            if (n % 7 == 1) x = nextafter(x, 1e9);
            if (n % 7 == 2) y = nextafter(y, -1e9);
            assert_int_equal(pdk_surface_query(index, x, y, NULL, hits, 8), 1);
            double z = (double)a[2] + part * ((double)b[2] - (double)a[2]);
            assert_near(hits[0].z, z, 1e-6);
        }
        pdk_height_index_close(index);
        drop(&made);
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
    static const double points[][3] = { { 0, 0, 1 },   { 1, 0, 2 },    { 1, 1, 3 },   { 0, 1, 4 },  { 0.5, 0, 1.5 },
                                        { 1, 0.5, 2.5 }, { 0, 0.5, 2.5 }, { 0.5, 1, 3.5 }, { 0.5, 0.5, 2 } };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) assert_near(height(index, points[i][0], points[i][1]), points[i][2], 1e-15);
    assert_true(isnan(height(index, nextafter(0, -1), 0.5)));
    assert_true(isnan(height(index, 0.5, nextafter(1, 2))));
    assert_true(isnan(height(index, NAN, 0.5)));
    assert_true(isnan(height(index, 0.5, INFINITY)));
    pdk_surface_hit hit;
    assert_int_equal(pdk_surface_query(index, 0.5, 0.5, NULL, &hit, 1), 1);
    assert_int_equal(hit.triangle, 0); /* of both on the diagonal the first */
    pdk_height_index_close(index);
    drop(&made);
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
    drop(&made);
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
    const double anywhere[][3] = { { 5, 4, INFINITY }, { 5, 4, -INFINITY } }; /* no layer is nearer than another, but there are some */
    for (int i = 0; i < 2; i++) {
        hits[i].triangle = 0; /* what stood there before does not matter */
        assert_true(pdk_surface_query_near(index, 5, 4, anywhere[i][2], NULL, &hits[i]));
        assert_int_equal(hits[i].triangle, 0);
    }
    assert_int_equal(pdk_surface_query_many(index, anywhere, 2, hits), 2);
    pdk_height_index_close(index);
    drop(&made);
}

static void what_cannot_be_met_is_counted(void **state)
{
    (void)state;
    float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 5, NAN, 0, 0, 0.25f, 0.25f, 7, INFINITY, 1, 1 };
    static const uint32_t triangles[] = { 0, 1, 2, 0, 1, 4, 0, 4, 3, 0, 1, 5, 0, 1, 8, 6, 6, 6, 7, 0, 1, UINT32_MAX, 0, 1 };
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
    drop(&made);
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
    drop(&made);
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
        drop(&made);
    }
}

/* What would make a plain grid explode: thousands of triangles over everything, fans of needles, copies of one triangle. */
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
            float needle[9] = { 0, 0, 1, (float)(100 * cos(turn)), (float)(100 * sin(turn)), 2, (float)(100 * cos(next)), (float)(100 * sin(next)), 2 };
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
        drop(&made);
    }
    free(points);
    free(triangles);
}

/* ------------------------------------------------------------------------------------------- memory and threads */

static void answers_do_not_depend_on_threads(void **state)
{
    (void)state;
    mesh made = sheet(200, 0.1, 0.7, 0);
    pdk_height_index *indices[3];
    for (size_t i = 0; i < 3; i++) indices[i] = index_in_form(&made.surface, form, 1 + 2 * i);
    uint64_t seed = 8;
    for (int n = 0; n < 5000; n++) {
        double x = uniform(&seed, -15, 20), y = uniform(&seed, 0, 30);
        pdk_surface_hit hits[3];
        memset(hits, 0, sizeof hits);
        for (int i = 0; i < 3; i++) pdk_surface_query(indices[i], x, y, NULL, &hits[i], 1);
        assert_memory_equal(&hits[0], &hits[1], sizeof hits[0]);
        assert_memory_equal(&hits[0], &hits[2], sizeof hits[0]);
    }
    for (int i = 0; i < 3; i++) pdk_height_index_close(indices[i]);
    drop(&made);
}

/* Both forms give the same bits: inside, on edges, at corners; of soup, of sheets, where corners stand on edges, and where a
 * block would be too large. */
static void answers_do_not_depend_on_form(void **state)
{
    (void)state;
    enum { ROOM = 32 };
    mesh meshes[] = { confusion(21, 3000, 100), sheet(60, 0.1, 0.3, 1000), sheet(300, 0.01, 0, 0), confusion(22, 900, 1) };
    for (uint32_t i = 0; i < 60 * 61; i += 3) meshes[1].positions[3 * i + 1] = meshes[1].positions[3 * i + 4]; /* folds, and corners on edges */
    for (size_t m = 0; m < sizeof meshes / sizeof meshes[0]; m++) {
        const pdk_surface *surface = &meshes[m].surface;
        pdk_height_index *fast = index_in_form(surface, PDK_INDEX_FAST, 3), *small = index_in_form(surface, PDK_INDEX_SMALL, 1);
        pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
        uint64_t seed = 31, met = 0;
        for (int n = 0; n < 20000; n++) {
            const uint32_t *corners = surface->triangles + 3 * (random_next(&seed) % surface->triangle_count);
            const float *a = surface->positions + 3 * corners[0], *b = surface->positions + 3 * corners[1], *c = surface->positions + 3 * corners[2];
            double p = n % 3 > 0 ? uniform(&seed, 0, 1) : 0, q = n % 3 > 1 ? uniform(&seed, 0, 1 - p) : 0, r = 1 - p - q;
            double x = r * (double)a[0] + p * (double)b[0] + q * (double)c[0], y = r * (double)a[1] + p * (double)b[1] + q * (double)c[1];
            pdk_surface_hit some[ROOM], others[ROOM];
            memset(some, 0, sizeof some);
            memset(others, 0, sizeof others);
            size_t room = 1 + (size_t)n % ROOM, got = pdk_surface_query(fast, x, y, n % 2 == 0 ? &hint : NULL, some, room);
            assert_int_equal(got, pdk_surface_query(small, x, y, NULL, others, room));
            assert_memory_equal(some, others, sizeof some);
            if (got > 0) met++;
            double near = uniform(&seed, -6, 6);
            assert_int_equal(pdk_surface_query_near(fast, x, y, near, NULL, some), pdk_surface_query_near(small, x, y, near, NULL, others));
            assert_memory_equal(some, others, sizeof some);
        }
        assert_in_range(met, 15000, 20000);
        pdk_height_index_close(fast);
        pdk_height_index_close(small);
        drop(&meshes[m]);
    }
}

/* The usual form is the fast one, here; what memory it takes, and that a limit holds for it. */
static void forms_take_what_they_say(void **state)
{
    (void)state;
    mesh made = sheet(400, 0.1, 0.3, 0);
    uint64_t bytes[3];
    for (int i = 0; i < 3; i++) {
        pdk_height_index *index = index_in_form(&made.surface, (pdk_height_index_form)i, 1);
        bytes[i] = pdk_height_index_about(index)->bytes / made.surface.triangle_count;
        pdk_height_index_close(index);
    }
    assert_true(bytes[PDK_INDEX_USUAL] == bytes[PDK_INDEX_FAST]);
    assert_in_range(bytes[PDK_INDEX_FAST], 40, 64);
    assert_in_range(bytes[PDK_INDEX_SMALL], 12, 24);
    drop(&made);
}

static void calls_are_checked(void **state)
{
    (void)state;
    mesh made = sheet(100, 0.1, 0.3, 0);
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_fails(pdk_height_index_create(NULL, NULL, &index, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_height_index_create(&made.surface, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    options.struct_size = 1;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    options.struct_size = sizeof options;
    options.form = (pdk_height_index_form)3;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    options.form = form;
    options.limits.memory = 10000;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
    for (options.limits.memory = 20000; options.limits.memory < 600000; options.limits.memory += 20000) { /* wherever it runs out */
        pdk_status status = pdk_height_index_create(&made.surface, &options, &index, &error);
        if (status != PDK_OK) assert_string_equal(error.code, "memory.limit");
        pdk_height_index_close(index);
        index = NULL;
    }
    options.limits.memory = 0;
    for (int calls = 1; calls <= 4; calls++) {
        int left = calls;
        options.threads = 1;
        options.progress = stop_later;
        options.progress_user = &left;
        assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_CANCELLED, "cancelled", PDK_NO_OFFSET);
    }
    pdk_surface large = made.surface;
    large.triangle_count = UINT64_C(1) << 32;
    assert_fails(pdk_height_index_create(&large, NULL, &index, &error), error, PDK_E_LIMIT, "surface.large", PDK_NO_OFFSET);
    assert_null(index);
    drop(&made);
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
        cmocka_unit_test(answers_do_not_depend_on_threads),
        cmocka_unit_test(calls_are_checked),
    };
    const struct CMUnitTest of_both[] = {
        cmocka_unit_test(answers_do_not_depend_on_form),
        cmocka_unit_test(forms_take_what_they_say),
    };
    int failed = cmocka_run_group_tests_name("surface_query of both forms", of_both, NULL, NULL);
    static const pdk_height_index_form forms[] = { PDK_INDEX_FAST, PDK_INDEX_SMALL };
    for (size_t i = 0; i < 2; i++) {
        form = forms[i];
        failed += cmocka_run_group_tests_name(form == PDK_INDEX_FAST ? "surface_query, fast" : "surface_query, small", tests, NULL, NULL);
    }
    return failed;
}
