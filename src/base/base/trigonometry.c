#include "base/trigonometry.h"

#include "base/angle.h"

static const double two_pi = 0x1.921fb54442d18p+2;

/* Angles above this many right angles are first taken into one turn. Below, a whole number times the first and second
 * part of a right angle is exact. */
enum { MOST_RIGHT_ANGLES = 1 << 20 };
static const double right_angle_inverse = 0x1.45f306dc9c883p-1;
static const double right_angle[3] = { 0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69 };

/* What is left of an angle when the nearest multiple of a right angle is taken off, at most pi/4; *quarter gets which
 * of the four quarters of a turn that is. */
static double reduce(double angle, int *quarter)
{
    if (!(fabs(angle) < MOST_RIGHT_ANGLES)) angle = remainder(angle, two_pi);
    double count = floor(angle * right_angle_inverse + 0.5);
    *quarter = (int)(count - 4 * floor(count / 4));
    return ((angle - count * right_angle[0]) - count * right_angle[1]) - count * right_angle[2];
}

/* Both interpolated at the Chebyshev nodes of 0 to (pi/4)^2 with 60 digits; what they leave out is below 1e-17. */
static double sine(double angle) /* (sin(r) - r) / r^3 as a polynomial of r^2 */
{
    static const double terms[] = { -0x1.5555555555555p-3, 0x1.1111111111110p-7,   -0x1.a01a01a019933p-13,
                                    0x1.71de3a54600cap-19, -0x1.ae645411d76a9p-26, 0x1.61217e4ef55f8p-33,
                                    -0x1.ab1764e7b2047p-41 };
    double square = angle * angle, sum = terms[6];
    for (int i = 5; i >= 0; i--) sum = sum * square + terms[i];
    return angle + angle * square * sum;
}

static double cosine(double angle) /* (cos(r) - 1 + r^2 / 2) / r^4 as a polynomial of r^2 */
{
    static const double terms[] = { 0x1.5555555555555p-5,   -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d08p-16,
                                    -0x1.27e4fb7712996p-22, 0x1.1eed8deb2dd23p-29,  -0x1.9394b9651e761p-37,
                                    0x1.ab77f828b3725p-45 };
    double square = angle * angle, sum = terms[6];
    for (int i = 5; i >= 0; i--) sum = sum * square + terms[i];
    double half = square / 2, most = 1 - half;
    return most + (((1 - most) - half) + square * square * sum);
}

static double sine_in(int quarter, double rest)
{
    double value = quarter % 2 == 0 ? sine(rest) : cosine(rest);
    return quarter >= 2 ? -value : value;
}

static double cosine_in(int quarter, double rest)
{
    double value = quarter % 2 == 0 ? cosine(rest) : sine(rest);
    return quarter == 1 || quarter == 2 ? -value : value;
}

double pdk_sin(double angle)
{
    int quarter;
    if (!isfinite(angle)) return NAN;
    double rest = reduce(angle, &quarter);
    return sine_in(quarter, rest);
}

double pdk_cos(double angle)
{
    int quarter;
    if (!isfinite(angle)) return NAN;
    double rest = reduce(angle, &quarter);
    return cosine_in(quarter, rest);
}

void pdk_sin_cos(double angle, double *sin, double *cos)
{
    int quarter;
    *sin = *cos = NAN;
    if (!isfinite(angle)) return;
    double rest = reduce(angle, &quarter);
    *sin = sine_in(quarter, rest);
    *cos = cosine_in(quarter, rest);
}

double pdk_tan(double angle)
{
    return pdk_sin(angle) / pdk_cos(angle);
}

double pdk_atan2(double y, double x)
{
    if (isinf(y) || isinf(x)) return NAN;
    double angle;
    pdk_angles(&y, &x, 1, &angle);
    return angle;
}

double pdk_atan(double slope)
{
    return pdk_atan2(slope, 1);
}

double pdk_asin(double sine_of)
{
    return sine_of >= -1 && sine_of <= 1 ? pdk_atan2(sine_of, sqrt((1 - sine_of) * (1 + sine_of))) : NAN;
}

double pdk_hypot_scaled(double x, double y)
{
    double low = fabs(x), high = fabs(y);
    if (isinf(low) || isinf(high)) return INFINITY;
    if (isnan(low) || isnan(high)) return NAN;
    if (low > high) {
        double other = low;
        low = high;
        high = other;
    }
    if (!(high > 0)) return 0;
    double part = low / high;
    return high * sqrt(1 + part * part);
}
