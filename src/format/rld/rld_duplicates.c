/* Triangles that are there twice. They are looked at in portions by their lowest corner, each small enough for memory, and
 * sorted: no choice of numbers makes that slow, as it would a table of hashes. */
#include <stdlib.h>

#include "base/load.h"
#include "format/rld/rld_repair.h"

enum { RANGES = 4096, PORTION = 1 << 22, STRETCH = 1 << 16 };

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

/* Over all triangles that stay: `entries` NULL counts by range, else collects those of ranges first to last. */
static pdk_status walk(pdk_rld_repair *repair, uint64_t counts[RANGES], entry *entries, size_t first, size_t last,
                       pdk_error *error)
{
    uint64_t total = repair->rld->triangle_count;
    size_t collected = 0;
    repair->total += 12 * total;
    for (uint64_t i = 0; i < total; i++) {
        if (i % STRETCH == 0 && !pdk_rld_repair_step(repair, 12 * STRETCH)) return pdk_fail_cancelled(error);
        if (!pdk_rld_is_kept(&repair->triangles, i)) continue;
        entry triangle = entry_of(repair->rld, i);
        size_t range = range_of(repair->rld, &triangle);
        if (entries == NULL) counts[range]++;
        else if (range >= first && range <= last) entries[collected++] = triangle;
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

pdk_status pdk_rld_drop_duplicates(pdk_rld_repair *repair, uint64_t *dropped, pdk_error *error)
{
    uint64_t counts[RANGES] = { 0 };
    *dropped = 0;
    pdk_status status = walk(repair, counts, NULL, 0, 0, error);
    for (size_t first = 0; first < RANGES && status == PDK_OK;) {
        uint64_t count = counts[first];
        size_t last = first;
        while (last + 1 < RANGES && count + counts[last + 1] <= PORTION) count += counts[++last];
        if (count > 1) {
            entry *entries = pdk_alloc_array(repair->memory, count, sizeof *entries);
            if (entries == NULL) return pdk_fail_memory(error, repair->memory, "triangles to compare");
            status = walk(repair, NULL, entries, first, last, error);
            if (status == PDK_OK) *dropped += drop_repeated(repair, entries, (size_t)count);
            pdk_free(repair->memory, entries);
        }
        first = last + 1;
    }
    return status;
}
