/* Runs laid over each other, and the spans that remain. */
#include "model/block_span.h"

#include <stdlib.h>

static int by_first(const void *a, const void *b)
{
    const pdk_block_run *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

void pdk_block_runs_sort(pdk_block_run *runs, size_t count)
{
    bool ascending = true;
    for (size_t i = 1; i < count && ascending; i++) ascending = by_first(&runs[i - 1], &runs[i]) <= 0;
    if (!ascending) qsort(runs, count, sizeof *runs, by_first);
}

static void add_span(pdk_block_spans *spans, uint64_t first, int32_t block)
{
    spans->items[spans->count++] = (pdk_block_span){ (uint32_t)first, block };
}

/* In the order they begin. `covering` holds those that have begun and may still show, the latest on top. Adds at most
 * two spans a run, and one. */
static void lay_out(pdk_block_spans *spans, const pdk_block_run *runs, size_t count, uint64_t points,
                    uint32_t *covering)
{
    size_t depth = 0;
    uint64_t at = 0;
    for (size_t i = 0; i <= count; i++) {
        uint64_t begin = i < count ? runs[i].first : points;
        for (; depth > 0 && runs[covering[depth - 1]].end <= begin; depth--) {
            const pdk_block_run *top = &runs[covering[depth - 1]];
            if (top->end <= at) continue;
            add_span(spans, at, top->block);
            at = top->end;
        }
        if (begin > at) {
            add_span(spans, at, depth > 0 ? runs[covering[depth - 1]].block : -1);
            at = begin;
        }
        if (i < count) covering[depth++] = (uint32_t)i;
    }
}

bool pdk_block_spans_make(pdk_memory *memory, const pdk_block_run *runs, size_t count, uint64_t points,
                          pdk_block_spans *spans)
{
    uint32_t *covering = pdk_alloc_array(memory, count, sizeof *covering);
    *spans = (pdk_block_spans){ .items = pdk_alloc_array(memory, 2 * (uint64_t)count + 1, sizeof *spans->items) };
    bool all = covering != NULL && spans->items != NULL;
    if (all) lay_out(spans, runs, count, points, covering);
    pdk_free(memory, covering);
    return all;
}

int32_t pdk_block_spans_find(const pdk_block_spans *spans, uint32_t point, size_t *hint)
{
    const pdk_block_span *items = spans->items;
    size_t low = *hint, high = spans->count;
    if (low + 1 < high && items[low + 1].first <= point) low++; /* the neighbour, as when walking */
    bool here = items[low].first <= point && (low + 1 == high || point < items[low + 1].first);
    if (!here) low = 0;
    while (!here && high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (items[middle].first <= point) low = middle;
        else high = middle;
    }
    *hint = low;
    return items[low].block;
}
