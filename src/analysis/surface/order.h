/* The value at a place in order, of values that stay where they are. */
#ifndef PADDOCK_ANALYSIS_SURFACE_ORDER_H
#define PADDOCK_ANALYSIS_SURFACE_ORDER_H

#include <stdint.h>

/* Place 0 is the least; NaN does not count. NaN when there are not so many. */
float pdk_value_in_order(const float *values, uint64_t count, uint64_t place);

#endif
