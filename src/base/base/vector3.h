/* Products of vectors of three numbers. */
#ifndef PADDOCK_BASE_VECTOR3_H
#define PADDOCK_BASE_VECTOR3_H

static inline double pdk_dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void pdk_cross3(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
