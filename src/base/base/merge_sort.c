#include "base/merge_sort.h"

#include <string.h>

static bool is_sorted(const char *items, size_t count, size_t size, pdk_compare compare, void *user)
{
    for (size_t i = 1; i < count; i++) {
        if (compare(items + (i - 1) * size, items + i * size, user) > 0) return false;
    }
    return true;
}

/* Two sorted halves, in items and their size. */
typedef struct halves {
    size_t middle, end, size;
} halves;

/* Two neighbouring runs that are sorted become one. */
static void merge(const char *from, char *to, halves of, pdk_compare compare, void *user)
{
    size_t left = 0, right = of.middle;
    for (size_t i = 0; i < of.end; i++) {
        bool take_left =
            left < of.middle && (right >= of.end || compare(from + left * of.size, from + right * of.size, user) <= 0);
        memcpy(to + i * of.size, from + (take_left ? left++ : right++) * of.size, of.size);
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
            merge(from + first * size, to + first * size, (halves){ left, both, size }, compare, user);
        }
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != items) memcpy(items, from, count * size);
    pdk_free(memory, room);
    return true;
}
