/* Sorting keys in place, in linear time whatever they are. */
#ifndef PADDOCK_SURFACE_KEY_SORT_H
#define PADDOCK_SURFACE_KEY_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Ascending; all keys agree in the bits from `bits` on. */
void pdk_sort_keys(uint64_t *keys, size_t count, unsigned bits);

/* The same in two steps, of which the second can be shared: first by the highest digit, then each run of keys that have
 * the same. */
enum { PDK_KEY_RUNS = 1 << 11 };
typedef struct pdk_key_runs {
    uint64_t *keys;
    unsigned bits; /* to be sorted by within a run */
    size_t ends[PDK_KEY_RUNS];
} pdk_key_runs;
void pdk_sort_split(pdk_key_runs *runs, uint64_t *keys, size_t count, unsigned bits);
void pdk_sort_run(const pdk_key_runs *runs, size_t number);

#endif
