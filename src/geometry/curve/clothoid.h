/* Curves whose curvature changes evenly with their length: straight lines, arcs and clothoids. Seen from above, metres,
 * headings anticlockwise from x, curvature positive to the left. */
#ifndef PADDOCK_CURVE_CLOTHOID_H
#define PADDOCK_CURVE_CLOTHOID_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pdk_pose {
    double x, y, heading; /* m, rad */
} pdk_pose;

typedef struct pdk_clothoid {
    pdk_pose start;
    double curvature, rate; /* 1/m where it begins, and its change, 1/m^2 */
    double length;          /* m */
} pdk_clothoid;

/* Where the curve is after `distance` metres, and its heading there, which counts whole turns. */
pdk_pose pdk_clothoid_at(const pdk_clothoid *curve, double distance);
static inline double pdk_clothoid_curvature(const pdk_clothoid *curve, double distance)
{
    return curve->curvature + curve->rate * distance;
}
/* The curve from one place and heading to another. False where there is none that turns less than a quarter of a turn
 * or so away from the way between the places. */
bool pdk_clothoid_join(const pdk_pose *from, const pdk_pose *to, pdk_clothoid *joint);
/* Moves *distance along the curve, within its length, to the point nearest to x, y, from a point near it; `at` is the
 * pose at *distance, before and after. Returns how far the point is from there. */
double pdk_clothoid_nearest(const pdk_clothoid *curve, double x, double y, double *distance, pdk_pose *at);

#endif
