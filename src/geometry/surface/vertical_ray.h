/* A triangle and a vertical line: is the point inside, seen from above, and how high is the triangle there. The one
 * place where this is decided, for queries and pictures alike, so that they agree to the last bit. */
#ifndef PADDOCK_SURFACE_VERTICAL_RAY_H
#define PADDOCK_SURFACE_VERTICAL_RAY_H

#include <math.h>
#include <stdbool.h>

#include "base/vector3.h"
#include "surface/min_max.h"
#include "surface/orientation.h"
#include "paddock/paddock.h"

typedef struct pdk_triangle_corners {
    double at[3][3]; /* corner; x, y, z */
} pdk_triangle_corners;

typedef enum pdk_ray_hit {
    PDK_RAY_MISS = 0,
    PDK_RAY_INSIDE, /* strictly inside */
    PDK_RAY_ON_EDGE /* exactly on an edge or corner: the neighbour there gives the same height, to the last bit */
} pdk_ray_hit;

static inline pdk_triangle_corners pdk_corners_of(const pdk_surface *surface, uint64_t triangle)
{
    const uint32_t *numbers = surface->triangles + 3 * triangle;
    pdk_triangle_corners corners;
    for (int i = 0; i < 3; i++) {
        const float *position = surface->positions + 3 * (uint64_t)numbers[i];
        for (int axis = 0; axis < 3; axis++) corners.at[i][axis] = (double)position[axis];
    }
    return corners;
}

/* For points so near an edge that rounding could decide. */
pdk_ray_hit pdk_ray_intersect_exactly(const pdk_triangle_corners *corners, double x, double y, double *z);

/* Where the vertical line at x, y meets the triangle. Upright triangles are never met. Free of branches except for the
 * miss, which is the usual case. */
static inline pdk_ray_hit pdk_ray_intersect(const pdk_triangle_corners *corners, double x, double y, double *z)
{
    const double(*at)[3] = corners->at;
    double ax = at[0][0] - x, ay = at[0][1] - y, bx = at[1][0] - x, by = at[1][1] - y, cx = at[2][0] - x,
           cy = at[2][1] - y;
    double a = bx * cy - by * cx, b = cx * ay - cy * ax, c = ax * by - ay * bx;
    double wide = pdk_max(fabs(ax), pdk_max(fabs(bx), fabs(cx))), deep = pdk_max(fabs(ay), pdk_max(fabs(by), fabs(cy)));
    double unsure = 2 * PDK_ORIENTATION_ROUNDING * wide * deep;
    double low = pdk_min(a, pdk_min(b, c)), high = pdk_max(a, pdk_max(b, c));
    if (low < -unsure && high > unsure) return PDK_RAY_MISS;
    if (!(low > unsure || high < -unsure)) return pdk_ray_intersect_exactly(corners, x, y, z);
    *z = at[0][2] + (b * (at[1][2] - at[0][2]) + c * (at[2][2] - at[0][2])) / (a + b + c);
    return PDK_RAY_INSIDE;
}

/* Of unit length; up for a triangle that is counter-clockwise seen from above. */
static inline void pdk_corners_normal(const pdk_triangle_corners *corners, double normal[3])
{
    double u[3], v[3], n[3];
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = corners->at[1][axis] - corners->at[0][axis];
        v[axis] = corners->at[2][axis] - corners->at[0][axis];
    }
    pdk_cross3(u, v, n);
    double length = sqrt(pdk_dot3(n, n));
    for (int axis = 0; axis < 3; axis++) normal[axis] = length > 0 ? n[axis] / length : axis == 2;
}

#endif
