/* Spectra of heights. */
#ifndef PADDOCK_SURFACE_PROFILE_SPECTRUM_H
#define PADDOCK_SURFACE_PROFILE_SPECTRUM_H

#include <stddef.h>

/* The straight line nearest to values at even steps. */
typedef struct pdk_trend {
    double at_start, each;
} pdk_trend;
pdk_trend pdk_trend_of(const double *values, size_t count);

/* The window for this many values: a power of two, so that there are at least three. */
size_t pdk_spectrum_window(size_t count);

#endif
