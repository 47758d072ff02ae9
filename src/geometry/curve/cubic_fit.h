/* Values along a road (heights, widths, angles) as cubic pieces, each beginning with the value and slope that the one
 * before ends with. */
#ifndef PADDOCK_CURVE_CUBIC_FIT_H
#define PADDOCK_CURVE_CUBIC_FIT_H

#include "base/memory.h"

/* factors[0] + factors[1] d + factors[2] d^2 + factors[3] d^3 at d metres after `begin`. */
typedef struct pdk_cubic {
    double begin, factors[4];
} pdk_cubic;

/* Values at places that do not fall, m; what is not a finite number is left out. */
typedef struct pdk_cubic_values {
    const double *places, *values;
    size_t count;
    double length; /* of the road */
    bool closed;   /* at its end comes its beginning again */
} pdk_cubic_values;

typedef struct pdk_cubics {
    pdk_cubic *pieces;
    size_t count;            /* 0 = there is no value */
    double largest, typical; /* from the values: the most, and the root of the mean of the squares */
} pdk_cubics;

/* Pieces as long as keeps the values within `error` of them. Before the first value and after the last, the value stays
 * as it is there. Everything is in `memory`. */
pdk_status pdk_cubic_fit(pdk_memory *memory, const pdk_cubic_values *values, double error, pdk_cubics *cubics,
                         pdk_error *failure);

#endif
