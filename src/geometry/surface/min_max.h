/* Minimum and maximum as one instruction each; the result for NaN is unspecified. */
#ifndef PADDOCK_SURFACE_MIN_MAX_H
#define PADDOCK_SURFACE_MIN_MAX_H

static inline double pdk_min(double a, double b)
{
    return a < b ? a : b;
}
static inline double pdk_max(double a, double b)
{
    return a > b ? a : b;
}
static inline double pdk_clamp(double value, double low, double high)
{
    return pdk_min(pdk_max(value, low), high);
}

#endif
