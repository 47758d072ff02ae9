/* Triangles that occur twice. They are compared in portions by their lowest corner, each small enough for memory,
 * and sorted: no choice of numbers makes that slow, as it would a table of hashes. A portion is collected from where
 * its corners are: in a scan that is written in its order one stretch of the file, in a shuffled one all of it, at most
 * PORTIONS times. */
#include <stdlib.h>

#include "base/load.h"
#include "format/rld/rld_repair.h"

enum { RANGES = 4096, PORTION = 1 << 22, PORTIONS = 16, STRETCH = 1 << 16 };

/* What is known about the triangles that stay: how many there are by range, and the ranges in each stretch of them. */
typedef struct summary {
    uint64_t counts[RANGES];
    struct {
        uint16_t lowest, highest; /* lowest above highest = none */
    } * stretches;
} summary;

typedef struct entry {
    uint32_t corners[3]; /* the lowest first, in their order round */
    uint32_t number;     /* of the triangle */
} entry;

static int by_corners(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    for (int i = 0; i < 3; i++) {
        if (x->corners[i] != y->corners[i]) return x->corners[i] < y->corners[i] ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

static entry entry_of(const pdk_rld *rld, uint64_t number)
{
    uint32_t corners[3];
    for (int i = 0; i < 3; i++) corners[i] = pdk_load_u32(rld->triangles + 12 * number + 4 * i);
    int lowest = 0;
    for (int i = 1; i < 3; i++) {
        if (corners[i] < corners[lowest]) lowest = i;
    }
    return (entry){ { corners[lowest], corners[(lowest + 1) % 3], corners[(lowest + 2) % 3] }, (uint32_t)number };
}

static size_t range_of(const pdk_rld *rld, const entry *triangle)
{
    return (size_t)(triangle->corners[0] * (uint64_t)RANGES / rld->point_count);
}

static uint64_t stretch_end(const pdk_rld *rld, uint64_t first)
{
    return rld->triangle_count - first < STRETCH ? rld->triangle_count : first + STRETCH;
}

static pdk_status summarise_stretches(pdk_rld_repair *repair, summary *all, pdk_error *error)
{
    uint64_t total = repair->rld->triangle_count;
    all->stretches = pdk_alloc_array(repair->memory, total / STRETCH + 1, sizeof *all->stretches);
    if (all->stretches == NULL) return pdk_fail_memory(error, repair->memory, "an overview of the triangles");
    repair->total += 12 * total;
    for (uint64_t first = 0; first < total; first += STRETCH) {
        uint64_t end = stretch_end(repair->rld, first);
        size_t lowest = RANGES, highest = 0;
        for (uint64_t i = first; i < end; i++) {
            if (!pdk_rld_is_kept(&repair->triangles, i)) continue;
            entry triangle = entry_of(repair->rld, i);
            size_t range = range_of(repair->rld, &triangle);
            all->counts[range]++;
            if (range < lowest) lowest = range;
            if (range > highest) highest = range;
        }
        all->stretches[first / STRETCH].lowest = (uint16_t)lowest;
        all->stretches[first / STRETCH].highest = (uint16_t)highest;
        if (!pdk_rld_repair_step(repair, 12 * (end - first))) return pdk_fail_cancelled(error);
    }
    return PDK_OK;
}

/* The triangles of ranges first to last that stay. */
static pdk_status collect(pdk_rld_repair *repair, const summary *all, size_t first, size_t last, entry *entries,
                          pdk_error *error)
{
    size_t collected = 0;
    for (uint64_t begin = 0; begin < repair->rld->triangle_count; begin += STRETCH) {
        if (all->stretches[begin / STRETCH].lowest > last || all->stretches[begin / STRETCH].highest < first) continue;
        uint64_t end = stretch_end(repair->rld, begin);
        repair->total += 12 * (end - begin);
        if (!pdk_rld_repair_step(repair, 12 * (end - begin))) return pdk_fail_cancelled(error);
        for (uint64_t i = begin; i < end; i++) {
            if (!pdk_rld_is_kept(&repair->triangles, i)) continue;
            entry triangle = entry_of(repair->rld, i);
            size_t range = range_of(repair->rld, &triangle);
            if (range >= first && range <= last) entries[collected++] = triangle;
        }
    }
    return PDK_OK;
}

static uint64_t drop_repeated(pdk_rld_repair *repair, entry *entries, size_t count)
{
    uint64_t dropped = 0;
    qsort(entries, count, sizeof *entries, by_corners);
    for (size_t i = 1; i < count; i++) {
        const uint32_t *a = entries[i - 1].corners, *b = entries[i].corners;
        if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) continue;
        pdk_rld_drop(&repair->triangles, entries[i].number);
        dropped++;
    }
    return dropped;
}

static pdk_status drop_portions(pdk_rld_repair *repair, const summary *all, uint64_t *dropped, pdk_error *error)
{
    uint64_t portion = repair->rld->triangle_count / PORTIONS;
    if (portion < PORTION) portion = PORTION;
    pdk_status status = PDK_OK;
    for (size_t first = 0; first < RANGES && status == PDK_OK;) {
        uint64_t count = all->counts[first];
        size_t last = first;
        while (last + 1 < RANGES && count + all->counts[last + 1] <= portion) count += all->counts[++last];
        if (count > 1) {
            entry *entries = pdk_alloc_array(repair->memory, count, sizeof *entries);
            if (entries == NULL) return pdk_fail_memory(error, repair->memory, "triangles to compare");
            status = collect(repair, all, first, last, entries, error);
            if (status == PDK_OK) *dropped += drop_repeated(repair, entries, (size_t)count);
            pdk_free(repair->memory, entries);
        }
        first = last + 1;
    }
    return status;
}

pdk_status pdk_rld_drop_duplicates(pdk_rld_repair *repair, uint64_t *dropped, pdk_error *error)
{
    *dropped = 0;
    summary *all = pdk_alloc(repair->memory, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, repair->memory, "an overview of the triangles");
    pdk_status status = summarise_stretches(repair, all, error);
    if (status == PDK_OK) status = drop_portions(repair, all, dropped, error);
    pdk_free(repair->memory, all->stretches);
    pdk_free(repair->memory, all);
    return status;
}
