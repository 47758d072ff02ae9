/* Values along a line, smoothed around one of them. */
#ifndef PADDOCK_CURVE_LOCAL_FIT_H
#define PADDOCK_CURVE_LOCAL_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* Values at rising places. In a closed row the last value is the first again, `places[count - 1]` after it. */
typedef struct pdk_row_of_values {
    const double *places;
    const double *values[2]; /* the second may be NULL */
    size_t count;
    bool closed;
} pdk_row_of_values;

/* value + slope * (place - places[index]) nearby, for each of the two. */
typedef struct pdk_local_fit {
    double value[2], slope[2];
} pdk_local_fit;

/* From as many neighbours on both sides, or on one side at an end, as a cubic fits within `tolerance`. */
pdk_local_fit pdk_fit_locally(const pdk_row_of_values *row, size_t index, double tolerance);

#endif
