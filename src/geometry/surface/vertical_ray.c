/* Exact signs decide; heights on edges and corners are computed from these alone, so that all triangles there agree. */
#include "surface/vertical_ray.h"

#include <string.h>

/* Between two corners, in an order that does not depend on the triangle. */
static double height_on_edge(const double a[3], const double b[3], double x, double y)
{
    int order = memcmp(a, b, 3 * sizeof *a);
    const double *from = order <= 0 ? a : b, *to = order <= 0 ? b : a;
    double along_x = to[0] - from[0], along_y = to[1] - from[1];
    double part = fabs(along_x) >= fabs(along_y) ? (x - from[0]) / along_x : (y - from[1]) / along_y;
    return from[2] + part * (to[2] - from[2]);
}

/* From areas that rounding has touched: never outside of what the corners span. */
static double height_inside(const pdk_triangle_corners *corners, double x, double y)
{
    const double(*at)[3] = corners->at;
    double height = 0, sum = 0, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const double *b = at[(i + 1) % 3], *c = at[(i + 2) % 3];
        double weight = fabs((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x));
        height += weight * at[i][2];
        sum += weight;
        low = pdk_min(low, at[i][2]);
        high = pdk_max(high, at[i][2]);
    }
    height = sum > 0 ? height / sum : (low + high) / 2;
    return pdk_max(low, pdk_min(high, height));
}

static bool is_upright(const double (*at)[3])
{
    double left = (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]), right = (at[1][1] - at[0][1]) * (at[2][0] - at[0][0]);
    if (fabs(left - right) > PDK_ORIENTATION_ROUNDING * (fabs(left) + fabs(right))) return false;
    return pdk_orientation(at[0], at[1], at[2]) == 0;
}

pdk_ray_hit pdk_ray_intersect_exactly(const pdk_triangle_corners *corners, double x, double y, double *z)
{
    const double(*at)[3] = corners->at;
    for (int i = 0; i < 3; i++) { /* what follows would say the same; two scans of one road ask this of every point */
        if (!(x >= at[i][0] && x <= at[i][0] && y >= at[i][1] && y <= at[i][1])) continue;
        if (is_upright(at)) return PDK_RAY_MISS;
        *z = at[i][2];
        return PDK_RAY_ON_EDGE;
    }
    const double point[2] = { x, y };
    int sides[3], zeros = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        sides[i] = pdk_orientation(at[(i + 1) % 3], at[(i + 2) % 3], point);
        zeros += sides[i] == 0;
        sum += sides[i];
    }
    if (sum != 3 - zeros && sum != zeros - 3) return PDK_RAY_MISS; /* not all on one side */
    if (is_upright(at)) return PDK_RAY_MISS;                       /* or no area at all */
    if (zeros == 0) {
        *z = height_inside(corners, x, y);
        return PDK_RAY_INSIDE;
    }
    for (int i = 0; i < 3; i++) {
        if (zeros == 2 && sides[i] != 0) *z = at[i][2];
        if (zeros == 1 && sides[i] == 0) *z = height_on_edge(at[(i + 1) % 3], at[(i + 2) % 3], x, y);
    }
    return PDK_RAY_ON_EDGE;
}
