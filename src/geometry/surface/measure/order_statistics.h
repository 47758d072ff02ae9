/* Order statistics of values that are not moved. */
#ifndef PADDOCK_SURFACE_MEASURE_ORDER_STATISTICS_H
#define PADDOCK_SURFACE_MEASURE_ORDER_STATISTICS_H

#include "base/memory.h"

enum { PDK_MAX_ORDER_STATISTICS = 16 };

/* Rank 0 is the minimum; NaN is ignored. found[i] is the value of rank ranks[i], NaN when there are not that many
 * values. False when memory ran out. */
bool pdk_order_statistics(pdk_memory *memory, const float *values, uint64_t count, const uint64_t *ranks,
                          size_t rank_count, float *found);

#endif
