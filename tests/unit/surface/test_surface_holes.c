/* Holes of surfaces, found and filled: cells left out of a flat grid, whose areas and edges can be counted by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { ACROSS = 12, POINTS = (ACROSS + 1) * (ACROSS + 1) };

/* A square of ACROSS x ACROSS cells of 0.5 m; `cells` has a '.' for each that is missing. */
typedef struct grid {
    float points[2 * POINTS][3];
    uint32_t corners[2 * ACROSS * ACROSS][3];
    pdk_surface surface;
} grid;

static bool is_missing(const char *const cells[ACROSS], int row, int column)
{
    return cells != NULL && cells[row] != NULL && cells[row][column] == '.';
}

static void lay(grid *made, const char *const cells[ACROSS])
{
    *made = (grid){ .surface = { .positions = made->points[0], .vertex_count = POINTS } };
    for (int i = 0; i < POINTS; i++) {
        made->points[i][0] = 0.5f * (float)(i % (ACROSS + 1));
        made->points[i][1] = 0.5f * (float)(i / (ACROSS + 1));
        made->points[i][2] = 3;
    }
    uint64_t count = 0;
    for (int row = 0; row < ACROSS; row++) {
        for (int column = 0; column < ACROSS; column++) {
            if (is_missing(cells, row, column)) continue;
            uint32_t a = (uint32_t)(row * (ACROSS + 1) + column), b = a + 1, c = a + ACROSS + 1, d = c + 1;
            memcpy(made->corners[count++], (uint32_t[]){ a, b, d }, sizeof made->corners[0]);
            memcpy(made->corners[count++], (uint32_t[]){ a, d, c }, sizeof made->corners[0]);
        }
    }
    made->surface.triangles = made->corners[0];
    made->surface.triangle_count = count;
}

static pdk_surface_holes find(const pdk_surface *surface, pdk_surface_hole *holes, size_t capacity)
{
    pdk_surface_holes found;
    pdk_error error;
    assert_ok(pdk_surface_find_holes(surface, NULL, holes, capacity, &found, &error), error);
    return found;
}

/* One of two cells, one of six in the shape of an L, and one that touches it at a corner only. What is open to the edge
 * is no hole. */
static const char *const three_holes[ACROSS] = {
    "............", "x.xxxxxxxxxx", "xxxxxxxxxxxx", "xx..xxxxxxxx", "xxxxxxxxxxxx", "xxxxx.xxxxxx",
    "xxxxx.xxxxxx", "xxxxx....xxx", "xxxxxxxxx.xx", "xxxxxxxxxxxx", "xxxxxxxxxxxx", "xxxxxxxxxxxx",
};

static void holes_are_listed(void **state)
{
    (void)state;
    static grid made;
    pdk_surface_hole holes[8];
    lay(&made, three_holes);
    pdk_surface_holes found = find(&made.surface, holes, 8);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.outer, 1);
    assert_int_equal(found.open_sides, 0);
    assert_near(found.area, 9 * 0.25, 1e-12);
    static const double areas[] = { 1.5, 0.5, 0.25 }, around[] = { 7, 3, 2 };
    for (int i = 0; i < 3; i++) {
        assert_near(holes[i].area, areas[i], 1e-12);
        assert_near(holes[i].perimeter, around[i], 1e-12);
        assert_near((double)holes[i].sides, around[i] / 0.5, 0);
        assert_near(holes[i].middle[2], 3, 1e-12);
    }
    assert_near(holes[1].middle[0], 1.5, 1e-12); /* cells 2 and 3 of row 3 */
    assert_near(holes[1].middle[1], 1.75, 1e-12);
    assert_near(holes[2].minimum[0], 4.5, 1e-12);
    assert_near(holes[2].maximum[1], 4.5, 1e-12);
    assert_int_equal(find(&made.surface, NULL, 0).count, 3);
    assert_int_equal(find(&made.surface, holes, 1).count, 3);
}

/* Turned over, upright, moved: a hole stays one. */
static void holes_do_not_depend_on_the_way_a_surface_faces(void **state)
{
    (void)state;
    static grid made;
    pdk_surface_hole holes[8];
    lay(&made, three_holes);
    for (uint64_t i = 0; i < made.surface.triangle_count; i++) {
        uint32_t swap = made.corners[i][1];
        made.corners[i][1] = made.corners[i][2];
        made.corners[i][2] = swap;
    }
    assert_int_equal(find(&made.surface, holes, 8).count, 3);
    for (int i = 0; i < POINTS; i++) {
        float y = made.points[i][1];
        made.points[i][1] = made.points[i][2];
        made.points[i][2] = y;
    }
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.frame = PDK_FRAME_Y_UP;
    options.origin[0] = 1000;
    pdk_surface_holes found;
    pdk_error error;
    assert_ok(pdk_surface_find_holes(&made.surface, &options, holes, 8, &found, &error), error);
    assert_int_equal(found.count, 3);
    assert_near(holes[1].middle[0], 1001.5, 1e-9);
    assert_near(holes[1].middle[1], 3, 1e-9);
}

/* As exporters write it: points along a seam twice, at the same place. */
static void a_seam_is_no_hole(void **state)
{
    (void)state;
    static grid made;
    lay(&made, NULL);
    memcpy(made.points[POINTS], made.points[0], sizeof made.points / 2);
    for (uint64_t i = 0; i < made.surface.triangle_count; i += 2) { /* each cell's second triangle has its own points */
        for (int k = 0; k < 3; k++) made.corners[i][k] += POINTS;
    }
    made.surface.vertex_count = 2 * POINTS;
    pdk_surface_holes found = find(&made.surface, NULL, 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.outer, 1);
}

/* A ring around an island: the ring has a hole, the island none. */
static const char *const island[ACROSS] = {
    NULL,           NULL,           NULL, "xxx......xxx", "xxx.xxxx.xxx", "xxx.xxxx.xxx",
    "xxx.xx.x.xxx", "xxx......xxx", NULL, NULL,           NULL,           NULL,
};

static pdk_document *document_of(const grid *made, uint8_t **bytes)
{
    const pdk_surface *surface = &made->surface;
    size_t size = 80 + 4 + 50 * (size_t)surface->triangle_count;
    uint8_t *to = calloc(1, size);
    assert_non_null(to);
    uint32_t count = (uint32_t)surface->triangle_count;
    memcpy(to + 80, &count, 4);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) memcpy(to + 84 + 50 * i + 12 + 12 * k, made->points[made->corners[i][k]], 12);
    }
    *bytes = to;
    return open_bytes_or_fail(to, size);
}

static pdk_surface_stats stats_of(const pdk_document *document)
{
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_surface_stats stats;
    pdk_error error;
    assert_ok(pdk_surface_measure(&surface, NULL, &stats, &error), error);
    return stats;
}

static pdk_document *fill(const pdk_document *document, double area, pdk_surface_report *report)
{
    pdk_document *made = NULL;
    pdk_error error;
    assert_ok(pdk_surface_fill(document, NULL, area, &made, report, &error), error);
    return made;
}

/* What was missing is there once: its area is, no edge has a third triangle, none faces down or has no area. */
static void holes_are_filled(void **state)
{
    (void)state;
    static grid laid;
    uint8_t *bytes;
    lay(&laid, three_holes);
    pdk_document *document = document_of(&laid, &bytes), *made;
    pdk_surface_report report;
    double area = stats_of(document).area;
    made = fill(document, 100, &report);
    pdk_surface_stats stats = stats_of(made);
    assert_int_equal(report.holes_filled, 3);
    assert_near(report.area_filled, 2.25, 1e-9);
    assert_near(report.area_left, 0, 0);
    assert_near(stats.area, area + 2.25, 1e-9);
    assert_int_equal(stats.boundary_loops, 1);
    assert_int_equal(stats.edges.non_manifold + stats.edges.inconsistent + stats.flipped + stats.degenerate, 0);
    assert_int_equal(stats.euler, 1);
    assert_int_equal(stats.triangles, report.triangles);
    pdk_close(made);
    made = fill(document, 0.5, &report);
    assert_int_equal(report.holes_filled, 2);
    assert_int_equal(report.holes_large, 1);
    assert_near(report.area_left, 1.5, 1e-9);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

static void islands_are_not_covered(void **state)
{
    (void)state;
    static grid laid;
    uint8_t *bytes;
    lay(&laid, island);
    pdk_document *document = document_of(&laid, &bytes);
    pdk_surface_report report;
    pdk_document *made = fill(document, 100, &report);
    assert_int_equal(report.holes_filled, 0); /* the gap in the island is open to the ring's hole */
    assert_int_equal(report.holes_around, 1);
    assert_near(report.area_left, 6 * 5 * 0.25, 1e-9);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

/* A circle with a star for a hole: corners that no ear but the right one may cut. */
static void jagged_holes_are_filled(void **state)
{
    (void)state;
    enum { TEETH = 700, RING = 2 * TEETH };
    static float points[2 * RING][3];
    static uint32_t corners[2 * RING][3];
    double hole = 0, twice;
    for (int i = 0; i < RING; i++) {
        double angle = 6.283185307179586 * i / RING, inner = i % 2 == 0 ? 1 : 1.9 + 0.05 * sin(40.0 * i);
        for (int k = 0; k < 2; k++) {
            points[i][k] = (float)(inner * (k == 0 ? cos(angle) : sin(angle)));
            points[RING + i][k] = (float)(3 * (k == 0 ? cos(angle) : sin(angle)));
        }
        points[i][2] = 0.01f * (float)sin(3 * angle);
        uint32_t a = (uint32_t)i, b = (uint32_t)((i + 1) % RING);
        memcpy(corners[2 * i], (uint32_t[]){ a, a + RING, b + RING }, sizeof corners[0]);
        memcpy(corners[2 * i + 1], (uint32_t[]){ a, b + RING, b }, sizeof corners[0]);
    }
    for (int i = 0; i < RING; i++) {
        const float *p = points[i], *q = points[(i + 1) % RING];
        twice = (double)p[0] * (double)q[1] - (double)p[1] * (double)q[0];
        hole += twice / 2;
    }
    const pdk_surface surface = {
        .positions = points[0], .triangles = corners[0], .vertex_count = 2 * RING, .triangle_count = 2 * RING
    };
    pdk_surface_hole found;
    assert_int_equal(find(&surface, &found, 1).count, 1);
    assert_near(found.area, hole, 0.001 * hole);
    uint8_t *bytes = calloc(1, 84 + 50 * 2 * RING);
    assert_non_null(bytes);
    uint32_t count = 2 * RING;
    memcpy(bytes + 80, &count, 4);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) memcpy(bytes + 84 + 50 * i + 12 + 12 * k, points[corners[i][k]], 12);
    }
    pdk_document *document = open_bytes_or_fail(bytes, 84 + 50 * (size_t)count);
    pdk_surface_report report;
    pdk_document *made = fill(document, 100, &report);
    assert_int_equal(report.holes_filled, 1);
    pdk_surface_stats stats = stats_of(made);
    assert_near(stats.area_projected, stats_of(document).area_projected + hole, 1e-5);
    assert_int_equal(stats.boundary_loops, 1);
    assert_int_equal(stats.flipped + stats.degenerate + stats.edges.non_manifold, 0);
    pdk_close(made);
    pdk_close(document);
    free(bytes);
}

static bool count_holes(void *user, const pdk_finding *finding)
{
    size_t *count = user;
    *count += strcmp(finding->code, "surface.hole") == 0;
    return true;
}

static void checking_tells_holes(void **state)
{
    (void)state;
    static grid made;
    size_t count = 0;
    pdk_error error;
    lay(&made, three_holes);
    assert_ok(pdk_surface_check(&made.surface, NULL, count_holes, &count, NULL, NULL, &error), error);
    assert_int_equal(count, 3);
}

/* Triangles that are wound against each other leave edges that run nowhere; points that are many. */
static void odd_edges_are_counted(void **state)
{
    (void)state;
    static grid made;
    lay(&made, NULL);
    uint32_t swap = made.corners[0][1];
    made.corners[0][1] = made.corners[0][2];
    made.corners[0][2] = swap;
    assert_true(find(&made.surface, NULL, 0).open_sides > 0);
    enum { WINGS = 200 };
    static float points[2 * WINGS + 1][3];
    static uint32_t corners[WINGS][3];
    for (uint32_t i = 0; i < WINGS; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            double angle = 6.283185307179586 * (2 * i + k) / (2 * WINGS);
            points[1 + 2 * i + k][0] = (float)cos(angle);
            points[1 + 2 * i + k][1] = (float)sin(angle);
        }
        memcpy(corners[i], (uint32_t[]){ 0, 1 + 2 * i, 2 + 2 * i }, sizeof corners[0]);
    }
    const pdk_surface star = {
        .positions = points[0], .triangles = corners[0], .vertex_count = 2 * WINGS + 1, .triangle_count = WINGS
    };
    pdk_surface_holes found = find(&star, NULL, 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.open_sides, 0);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    static grid laid;
    uint8_t *bytes;
    pdk_error error;
    pdk_document *made = NULL;
    pdk_surface_holes found;
    lay(&laid, NULL);
    pdk_document *document = document_of(&laid, &bytes);
    assert_fails(pdk_surface_find_holes(&laid.surface, NULL, NULL, 1, &found, &error), error, PDK_E_ARGUMENT,
                 "argument", PDK_NO_OFFSET);
    assert_fails(pdk_surface_find_holes(&laid.surface, NULL, NULL, 0, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    static const double areas[] = { 0, -1, NAN, INFINITY };
    for (size_t i = 0; i < 4; i++) {
        assert_fails(pdk_surface_fill(document, NULL, areas[i], &made, NULL, &error), error, PDK_E_ARGUMENT,
                     "fill.area", PDK_NO_OFFSET);
        assert_null(made);
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_are_listed),
        cmocka_unit_test(holes_do_not_depend_on_the_way_a_surface_faces),
        cmocka_unit_test(a_seam_is_no_hole),
        cmocka_unit_test(holes_are_filled),
        cmocka_unit_test(islands_are_not_covered),
        cmocka_unit_test(jagged_holes_are_filled),
        cmocka_unit_test(checking_tells_holes),
        cmocka_unit_test(odd_edges_are_counted),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("surface_holes", tests, NULL, NULL);
}
