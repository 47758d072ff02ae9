/* The position of a number among ascending ones. */
#ifndef PADDOCK_BASE_BINARY_SEARCH_H
#define PADDOCK_BASE_BINARY_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* The last of `count` numbers that is not above `wanted`: of pieces that begin at them, the one it is in. 0 when all
 * are above it, or there are none. */
static inline size_t pdk_last_not_above(const uint64_t *numbers, size_t count, uint64_t wanted)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (numbers[middle] <= wanted) low = middle;
        else high = middle;
    }
    return low;
}

/* The same among doubles. */
static inline size_t pdk_last_double_not_above(const double *numbers, size_t count, double wanted)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (numbers[middle] <= wanted) low = middle;
        else high = middle;
    }
    return low;
}

/* The first of `count` doubles that is not below `wanted`; `count` when all are. */
static inline size_t pdk_first_double_not_below(const double *numbers, size_t count, double wanted)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (numbers[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}

#endif
