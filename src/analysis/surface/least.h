/* The lesser and the greater of two numbers, as one instruction each: what NaN does is of no interest here. */
#ifndef PADDOCK_ANALYSIS_SURFACE_LEAST_H
#define PADDOCK_ANALYSIS_SURFACE_LEAST_H

static inline double pdk_least(double a, double b)
{
    return a < b ? a : b;
}
static inline double pdk_most(double a, double b)
{
    return a > b ? a : b;
}
static inline double pdk_within(double value, double low, double high)
{
    return pdk_least(pdk_most(value, low), high);
}

#endif
