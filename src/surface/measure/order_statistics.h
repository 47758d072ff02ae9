/* The values at some places in order, of values that stay where they are. */
#ifndef PADDOCK_SURFACE_MEASURE_ORDER_STATISTICS_H
#define PADDOCK_SURFACE_MEASURE_ORDER_STATISTICS_H

#include "base/memory.h"

enum { PDK_MOST_PLACES = 16 };

/* Place 0 is the least; NaN does not count. found[i] is the value at places[i], NaN when there are not so many. False
 * when there is no room for counting. */
bool pdk_order_statistics(pdk_memory *memory, const float *values, uint64_t count, const uint64_t *places,
                          size_t place_count, float *found);

#endif
