#include "base/angle.h"

#include <math.h>

/* (atan(t) - t) / t^3 as a polynomial of t^2, for |t| up to tan(pi/8): interpolated at the Chebyshev nodes with 60
 * digits. What it leaves out is below 7e-18 of the angle. */
static inline double polynomial(double square)
{
    static const double terms[] = { -0x1.5555555555555p-2, 0x1.999999999934cp-3,  -0x1.2492492436201p-3,
                                    0x1.c71c71853d7c8p-4,  -0x1.745d0b28a7649p-4, 0x1.3b12630643e8ap-4,
                                    -0x1.10fa77b104ae8p-4, 0x1.dfe6497394f40p-5,  -0x1.a0999c2994d42p-5,
                                    0x1.4162bf84bf0bfp-5,  -0x1.3a31b0297d745p-6 };
    double sum = terms[10];
    for (int i = 9; i >= 0; i--) sum = sum * square + terms[i];
    return sum;
}

/* pi/4 and pi/2 in two parts: a double, and what it lacks. */
static const double eighth = 0x1.921fb54442d18p-1, eighth_rest = 0x1.1a62633145c07p-55;
static const double quarter = 0x1.921fb54442d18p+0, quarter_rest = 0x1.1a62633145c07p-54;

void pdk_angles(const double *y, const double *x, size_t count, double *restrict angles)
{
    for (size_t i = 0; i < count; i++) {
        double up = fabs(y[i]), along = fabs(x[i]);
        double low = up < along ? up : along, high = up < along ? along : up;
        /* atan(low / high), above tan(pi/8) as pi/4 + atan((low - high) / (low + high)) */
        double above = low > 0.41421356237309503 * high ? 1 : 0;
        double over = low - above * high, under = high + above * low;
        double tangent = over / (under > 0 ? under : 1);
        double square = tangent * tangent;
        double angle = tangent + (tangent * square * polynomial(square) + above * eighth_rest);
        angle += above * eighth;
        double turned = quarter - (angle - quarter_rest);
        angle = up > along ? turned : angle;
        turned = 2 * quarter - (angle - 2 * quarter_rest);
        angle = x[i] < 0 ? turned : angle;
        angles[i] = copysign(angle, y[i]);
    }
}
