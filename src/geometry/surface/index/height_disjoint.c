/* Two triangles are apart when a side of one has all of the other on its right. A point strictly inside one of disjoint
 * triangles is in no other, and a query that finds it is done. */
#include "surface/index/height_disjoint.h"

#include <string.h>

#include "surface/vertical_ray.h"

/* All pairs are compared. */
enum { MAX_TRIANGLES = 32 };

typedef struct flat_triangle {
    double at[3][2]; /* counter-clockwise */
    uint8_t points[3];
} flat_triangle;

/* Is p left of the line from a to b, exactly? */
static bool is_left(const double a[2], const double b[2], const double p[2])
{
    double left = (b[0] - a[0]) * (p[1] - a[1]), right = (b[1] - a[1]) * (p[0] - a[0]);
    double unsure = 2 * PDK_ORIENTATION_ROUNDING * (fabs(left) + fabs(right));
    if (fabs(left - right) > unsure) return left > right;
    return pdk_orientation(a, b, p) > 0;
}

/* Does one side of `one` have all of `other` on its right, or on its line? */
static bool is_separated(const flat_triangle *one, const flat_triangle *other)
{
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        bool any_left = false;
        for (int k = 0; k < 3 && !any_left; k++) {
            uint8_t point = other->points[k];
            if (point == one->points[i] || point == one->points[next]) continue;
            any_left = is_left(one->at[i], one->at[next], other->at[k]);
        }
        if (!any_left) return true;
    }
    return false;
}

static void read_triangle(flat_triangle *triangle, const uint32_t *x, const uint32_t *y, const uint8_t *corners)
{
    for (int i = 0; i < 3; i++) {
        float at[2];
        memcpy(&at[0], x + corners[i], sizeof at[0]);
        memcpy(&at[1], y + corners[i], sizeof at[1]);
        for (int axis = 0; axis < 2; axis++) triangle->at[i][axis] = (double)at[axis];
        triangle->points[i] = corners[i];
    }
    if (is_left(triangle->at[0], triangle->at[1], triangle->at[2])) return;
    flat_triangle turned = *triangle;
    for (int i = 0; i < 3; i++) {
        memcpy(triangle->at[i], turned.at[2 - i], sizeof triangle->at[i]);
        triangle->points[i] = turned.points[2 - i];
    }
}

bool pdk_triangles_are_disjoint(const uint32_t *x, const uint32_t *y, const uint8_t *corners, size_t count)
{
    flat_triangle triangles[MAX_TRIANGLES];
    if (count > MAX_TRIANGLES) return false;
    for (size_t i = 0; i < count; i++) {
        read_triangle(&triangles[i], x, y, corners + 3 * i);
        for (size_t k = 0; k < i; k++) {
            if (!is_separated(&triangles[i], &triangles[k]) && !is_separated(&triangles[k], &triangles[i]))
                return false;
        }
    }
    return true;
}
