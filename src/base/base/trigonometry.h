/* Sines, angles and lengths with the same bits on every machine: those of the C libraries differ in the last place, and
 * answers would with them. Errors are below 1.5 units in the last place. What is not finite gives NaN, but of lengths.
 */
#ifndef PADDOCK_BASE_TRIGONOMETRY_H
#define PADDOCK_BASE_TRIGONOMETRY_H

#include <math.h>

double pdk_sin(double angle);
double pdk_cos(double angle);
/* Both at once, the same as one by one. */
void pdk_sin_cos(double angle, double *sin, double *cos);
double pdk_tan(double angle);
double pdk_asin(double sine);
double pdk_atan(double slope);
/* The angle of a vector, as in pdk_angles: a zero of either sign counts as +0 in x. */
double pdk_atan2(double y, double x);

/* Of two numbers whose squares do not fit a double. */
double pdk_hypot_scaled(double x, double y);

/* sqrt(x * x + y * y) */
static inline double pdk_hypot(double x, double y)
{
    double squares = x * x + y * y;
    return squares > 1e-280 && squares < 1e300 ? sqrt(squares) : pdk_hypot_scaled(x, y);
}

/* The same direction between -pi and pi: remainder(angle, 2 * pi), which is slow. Up to one turn too far, the
 * difference is exact, so that it is the same. */
static inline double pdk_wrap_angle(double angle)
{
    const double half_turn = 3.14159265358979323846, size = fabs(angle), rest = size - 2 * half_turn;
    if (size <= half_turn) return angle;
    return size < 9 ? copysign(1, angle) * rest : remainder(angle, 2 * half_turn);
}

#endif
