/* Polygons into triangles: the area stays, nothing folds. */
#include <math.h>
#include <stdlib.h>

#include "mesh/polygon.h"
#include "support.h"

static double area_of(const double (*points)[3], const uint16_t triangle[3], int axis)
{
    const double *a = points[triangle[0]], *b = points[triangle[1]], *c = points[triangle[2]];
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u])) / 2;
}

/* Every triangle faces the way wanted, and together they have the polygon's area. */
static void splits(const double (*points)[3], uint32_t count, int axis, double area, pdk_split wanted)
{
    uint16_t(*triangles)[3] = calloc(count, sizeof *triangles);
    assert_non_null(triangles);
    assert_int_equal(pdk_polygon_split(points, count, triangles), wanted);
    double sum = 0;
    for (uint32_t i = 0; i + 2 < count; i++) {
        double one = area_of(points, triangles[i], axis);
        if (wanted != PDK_SPLIT_TANGLED) assert_true(area < 0 ? one <= 0 : one >= 0);
        sum += one;
    }
    if (wanted != PDK_SPLIT_TANGLED) assert_near(sum, area, fabs(area) * 1e-12);
    free(triangles);
}

static void shapes(void **state)
{
    (void)state;
    const double square[][3] = { { 0, 0, 5 }, { 1, 0, 5 }, { 1, 1, 5 }, { 0, 1, 5 } };
    splits(square, 4, 2, 1, PDK_SPLIT_FAN);
    const double below[][3] = { { 0, 0, 5 }, { 0, 1, 5 }, { 1, 1, 5 }, { 1, 0, 5 } };
    splits(below, 4, 2, -1, PDK_SPLIT_FAN);
    const double upright[][3] = { { 3, 0, 0 }, { 3, 2, 0 }, { 3, 2, 2 }, { 3, 0, 2 } };
    splits(upright, 4, 0, 4, PDK_SPLIT_FAN);
    /* An arrow whose notch is the second corner: a fan from the first folds. */
    const double arrow[][3] = { { 0, 0, 0 }, { 1, 1, 0 }, { 2, 0, 0 }, { 1, 3, 0 } };
    splits(arrow, 4, 2, 2, PDK_SPLIT_EARS);
    /* The same begun at the notch: fine as a fan. */
    const double notch[][3] = { { 1, 1, 0 }, { 2, 0, 0 }, { 1, 3, 0 }, { 0, 0, 0 } };
    splits(notch, 4, 2, 2, PDK_SPLIT_FAN);
    const double comb[][3] = { { 0, 0, 0 }, { 5, 0, 0 }, { 5, 3, 0 }, { 4, 3, 0 }, { 4, 1, 0 }, { 3, 1, 0 },
                               { 3, 3, 0 }, { 2, 3, 0 }, { 2, 1, 0 }, { 1, 1, 0 }, { 1, 3, 0 }, { 0, 3, 0 } };
    splits(comb, 12, 2, 11, PDK_SPLIT_EARS);
    const double bow[][3] = { { 0, 0, 0 }, { 2, 2, 0 }, { 2, 0, 0 }, { 0, 2, 0 } };
    splits(bow, 4, 2, 0, PDK_SPLIT_TANGLED);
    const double nothing[][3] = { { NAN, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
    splits(nothing, 4, 2, 0, PDK_SPLIT_TANGLED);
    /* A five-pointed star drawn in one go winds twice about its middle: every fan triangle is fine, all of them are
     * not. */
    double star[5][3] = { 0 };
    for (int i = 0; i < 5; i++) {
        star[i][0] = cos(i * 4 * acos(-1) / 5);
        star[i][1] = sin(i * 4 * acos(-1) / 5);
    }
    splits((const double(*)[3])star, 5, 2, 0, PDK_SPLIT_TANGLED);
}

/* Wheels, and saw teeth, of many corners: the work stays small. */
static void many_corners(void **state)
{
    (void)state;
    double(*points)[3] = calloc(PDK_POLYGON_MAX_CORNERS, sizeof *points);
    assert_non_null(points);
    double area = 0;
    for (int i = 0; i < PDK_POLYGON_MAX_CORNERS; i++) {
        double angle = 2 * acos(-1) * i / PDK_POLYGON_MAX_CORNERS;
        points[i][0] = cos(angle);
        points[i][1] = sin(angle);
        area += sin(2 * acos(-1) / PDK_POLYGON_MAX_CORNERS) / 2;
    }
    splits((const double(*)[3])points, PDK_POLYGON_MAX_CORNERS, 2, area, PDK_SPLIT_FAN);
    /* Teeth: along a line up and down, and back below. */
    int teeth = 200, n = 0;
    for (int i = 0; i <= teeth; i++) {
        points[n][0] = teeth - i;
        points[n++][1] = i % 2 == 0 ? 1 : 3;
    }
    points[n][0] = 0;
    points[n++][1] = 0;
    points[n][0] = teeth;
    points[n++][1] = 0;
    splits((const double(*)[3])points, (uint32_t)n, 2, 2.0 * teeth, PDK_SPLIT_EARS);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(shapes), cmocka_unit_test(many_corners) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
