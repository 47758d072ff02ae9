/* Where points are, and what floats would lose there. */
#include <math.h>

#include "model/mesh.h"

pdk_extent pdk_extent_none(void)
{
    return (pdk_extent){ { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY }, 0 };
}

void pdk_extent_add(pdk_extent *extent, const double point[3])
{
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) {
        extent->not_finite++;
        return;
    }
    for (int k = 0; k < 3; k++) {
        if (point[k] < extent->minimum[k]) extent->minimum[k] = point[k];
        if (point[k] > extent->maximum[k]) extent->maximum[k] = point[k];
    }
}

void pdk_extent_join(pdk_extent *extent, const pdk_extent *more)
{
    for (int k = 0; k < 3; k++) {
        if (more->minimum[k] < extent->minimum[k]) extent->minimum[k] = more->minimum[k];
        if (more->maximum[k] > extent->maximum[k]) extent->maximum[k] = more->maximum[k];
    }
    extent->not_finite += more->not_finite;
}

double pdk_float_cost(double coordinate)
{
    int exponent;
    frexp(coordinate, &exponent);
    return isfinite(coordinate) ? ldexp(0.5, exponent - 24) : INFINITY; /* half a step */
}

void pdk_round_origin(const pdk_extent *extent, double origin[3])
{
    for (int k = 0; k < 3; k++) {
        double middle = extent->minimum[k] / 2 + extent->maximum[k] / 2;
        origin[k] = extent->minimum[k] <= extent->maximum[k] ? floor(middle / 100) * 100 : 0;
    }
}
