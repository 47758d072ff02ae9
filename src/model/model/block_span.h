/* Which block a point is in, where blocks are runs of points that may overlap or leave gaps. */
#ifndef PADDOCK_MODEL_BLOCK_SPAN_H
#define PADDOCK_MODEL_BLOCK_SPAN_H

#include "base/memory.h"

/* Points from `first` on, up to and without `end`. */
typedef struct pdk_block_run {
    uint32_t first, end;
    int32_t block;
} pdk_block_run;

/* Points from `first` to the next span's first belong to `block`; -1 = to none. */
typedef struct pdk_block_span {
    uint32_t first;
    int32_t block;
} pdk_block_span;

/* Ascending, from point 0. */
typedef struct pdk_block_spans {
    pdk_block_span *items;
    size_t count;
} pdk_block_spans;

/* In the order of their first points, then of their numbers. */
void pdk_block_runs_sort(pdk_block_run *runs, size_t count);
/* Of sorted runs that have points; where they overlap, the one that begins last counts. False when out of memory. */
bool pdk_block_spans_make(pdk_memory *memory, const pdk_block_run *runs, size_t count, uint64_t points,
                          pdk_block_spans *spans);
/* The block of a point, -1 = none. *hint is where the last search ended; begin with 0. */
int32_t pdk_block_spans_find(const pdk_block_spans *spans, uint32_t point, size_t *hint);

#endif
