/* On which side of a line is a point? Answered without error. */
#ifndef PADDOCK_SURFACE_ORIENTATION_H
#define PADDOCK_SURFACE_ORIENTATION_H

/* The sign of twice the area of a, b, p seen from above: 1 = counter-clockwise, p left of the line from a to b; -1 =
 * right of it; 0 = on it. Exact for coordinates up to 1e150 and not below 1e-150 other than 0. Slow: ask when rounding
 * may have decided. */
int pdk_orientation(const double a[2], const double b[2], const double p[2]);

/* What rounding can do to the two-dimensional cross product of differences, relative to the sum of its two products'
 * magnitudes: (3 + 16 u) u with u = 2^-53. Below it the sign is unsure. */
#define PDK_ORIENTATION_ROUNDING 3.3306690738754716e-16

#endif
