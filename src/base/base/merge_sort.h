/* Sorting that keeps the order of what is equal, with a pointer of the caller for the comparison. */
#ifndef PADDOCK_BASE_MERGE_SORT_H
#define PADDOCK_BASE_MERGE_SORT_H

#include "base/memory.h"

/* Below 0: a before b. */
typedef int (*pdk_compare)(const void *a, const void *b, void *user);

/* n log n comparisons, n where the items are in order already; takes room for as many items meanwhile. False when out
 * of memory: the items are as they were. */
bool pdk_merge_sort(pdk_memory *memory, void *items, size_t count, size_t size, pdk_compare compare, void *user);

#endif
