/* Sorting keys in place, in linear time whatever they are. */
#ifndef PADDOCK_ANALYSIS_SURFACE_KEY_SORT_H
#define PADDOCK_ANALYSIS_SURFACE_KEY_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Ascending; all keys agree in the bits from `bits` on. */
void pdk_sort_keys(uint64_t *keys, size_t count, unsigned bits);

#endif
