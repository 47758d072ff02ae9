/* What hangs together: sets of points, joined by any number of threads at once. */
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

/* A parent's number is always lower than its child's, so that there are no rings whoever writes first. Paths are halved
 * on the way, by a plain store: it only goes to points that have a parent, which they keep for good, and what another
 * thread wrote there meanwhile leads to the same set. */
static inline uint32_t pdk_set_of(_Atomic uint32_t *parents, uint32_t point)
{
    for (;;) {
        uint32_t parent = atomic_load_explicit(&parents[point], memory_order_relaxed);
        uint32_t above = atomic_load_explicit(&parents[parent], memory_order_relaxed);
        if (parent == above) return parent;
        atomic_store_explicit(&parents[point], above, memory_order_relaxed);
        point = above;
    }
}

/* True when they were apart until now: exactly as often as there are sets fewer, however many threads are at it. */
static inline bool pdk_sets_join(_Atomic uint32_t *parents, uint32_t a, uint32_t b)
{
    for (;;) {
        a = pdk_set_of(parents, a);
        b = pdk_set_of(parents, b);
        if (a == b) return false;
        uint32_t high = a > b ? a : b, low = a > b ? b : a, expected = high;
        if (atomic_compare_exchange_strong_explicit(&parents[high], &expected, low, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            return true;
        }
    }
}

#endif
