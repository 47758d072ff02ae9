#include "base/merge_sort.h"

#include <string.h>

static bool is_sorted(const char *items, size_t count, size_t size, pdk_compare compare, void *user)
{
    for (size_t i = 1; i < count; i++) {
        if (compare(items + (i - 1) * size, items + i * size, user) > 0) return false;
    }
    return true;
}

/* Two neighbouring runs that are sorted become one. */
static void merge(const char *from, char *to, size_t middle, size_t end, size_t size, pdk_compare compare, void *user)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < end; i++) {
        bool take_left = left < middle && (right >= end || compare(from + left * size, from + right * size, user) <= 0);
        memcpy(to + i * size, from + (take_left ? left++ : right++) * size, size);
    }
}

bool pdk_merge_sort(pdk_memory *memory, void *items, size_t count, size_t size, pdk_compare compare, void *user)
{
    if (is_sorted(items, count, size, compare, user)) return true;
    char *room = pdk_alloc_array(memory, count, size);
    if (room == NULL) return false;
    char *from = items, *to = room;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t first = 0; first < count; first += 2 * run) {
            size_t left = count - first < run ? count - first : run;
            size_t both = count - first < 2 * run ? count - first : 2 * run;
            merge(from + first * size, to + first * size, left, both, size, compare, user);
        }
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != items) memcpy(items, from, count * size);
    pdk_free(memory, room);
    return true;
}
