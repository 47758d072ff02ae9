/* Union-find: sets of points, joined by any number of threads at once. */
#ifndef PADDOCK_SURFACE_UNION_FIND_H
#define PADDOCK_SURFACE_UNION_FIND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Each point alone: parents[i] = i for first .. first+count-1. */
static inline void pdk_sets_begin(_Atomic uint32_t *parents, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; i++) atomic_init(&parents[i], (uint32_t)i);
}

/* A parent's number is always lower than its child's, so there are no cycles, whichever thread writes first. Paths
 * are halved by a plain store. It only writes to points that already have a parent, and a value written by another
 * thread meanwhile leads to the same set. */
static inline uint32_t pdk_sets_find(_Atomic uint32_t *parents, uint32_t point)
{
    for (;;) {
        uint32_t parent = atomic_load_explicit(&parents[point], memory_order_relaxed);
        uint32_t above = atomic_load_explicit(&parents[parent], memory_order_relaxed);
        if (parent == above) return parent;
        atomic_store_explicit(&parents[point], above, memory_order_relaxed);
        point = above;
    }
}

/* True when they were in different sets until now: exactly as often as the number of sets decreases, whatever the
 * threads do. */
static inline bool pdk_sets_join(_Atomic uint32_t *parents, uint32_t a, uint32_t b)
{
    for (;;) {
        a = pdk_sets_find(parents, a);
        b = pdk_sets_find(parents, b);
        if (a == b) return false;
        uint32_t high = a > b ? a : b, low = a > b ? b : a, expected = high;
        if (atomic_compare_exchange_strong_explicit(&parents[high], &expected, low, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            return true;
        }
    }
}

#endif
