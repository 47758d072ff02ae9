/* Do the triangles of a block lie beside each other, seen from above? Then a point strictly inside one of them is in no
 * other, and a query that finds it is done. */
#include <string.h>

#include "surface/index/height_block.h"

/* Pairs are compared: larger blocks, which are rare, count as overlapping. */
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

static void read_triangle(flat_triangle *triangle, const uint32_t *block, size_t number)
{
    size_t points = pdk_block_points(block), triangles = pdk_block_triangles(block);
    const uint8_t *corners = (const uint8_t *)(block + 1 + 3 * points + triangles) + 3 * number;
    for (int i = 0; i < 3; i++) {
        float x, y;
        memcpy(&x, block + 1 + corners[i], sizeof x);
        memcpy(&y, block + 1 + points + corners[i], sizeof y);
        triangle->at[i][0] = (double)x;
        triangle->at[i][1] = (double)y;
        triangle->points[i] = corners[i];
    }
    if (is_left(triangle->at[0], triangle->at[1], triangle->at[2])) return;
    flat_triangle turned = *triangle;
    for (int i = 0; i < 3; i++) {
        memcpy(triangle->at[i], turned.at[2 - i], sizeof triangle->at[i]);
        triangle->points[i] = turned.points[2 - i];
    }
}

bool pdk_block_is_disjoint(const uint32_t *block)
{
    flat_triangle triangles[MAX_TRIANGLES];
    size_t count = pdk_block_triangles(block);
    if (count > MAX_TRIANGLES) return false;
    for (size_t i = 0; i < count; i++) {
        read_triangle(&triangles[i], block, i);
        for (size_t k = 0; k < i; k++) {
            if (!is_separated(&triangles[i], &triangles[k]) && !is_separated(&triangles[k], &triangles[i]))
                return false;
        }
    }
    return true;
}
