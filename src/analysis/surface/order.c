/* Counting values by the upper, then by the lower half of their bits: two passes, no copy. */
#include "analysis/surface/order.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { HALF = 1 << 16 };

/* Bits whose order is that of the values. */
static uint32_t rank_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x80000000) != 0 ? ~bits : bits | 0x80000000;
}

/* The half at which `place` is reached, which becomes the place within it; HALF when it is not. */
static uint32_t reach(const uint64_t *counts, uint64_t *place)
{
    uint32_t half = 0;
    for (; half < HALF && counts[half] <= *place; half++) *place -= counts[half];
    return half;
}

float pdk_value_in_order(const float *values, uint64_t count, uint64_t place)
{
    uint64_t counts[HALF];
    memset(counts, 0, sizeof counts);
    for (uint64_t i = 0; i < count; i++) if (!isnan(values[i])) counts[rank_of(values[i]) >> 16]++;
    uint32_t upper = reach(counts, &place);
    if (upper == HALF) return NAN;
    memset(counts, 0, sizeof counts);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = rank_of(values[i]);
        if (rank >> 16 == upper && !isnan(values[i])) counts[rank & 0xFFFF]++;
    }
    uint32_t rank = upper << 16 | reach(counts, &place), bits = (rank & 0x80000000) != 0 ? rank & 0x7FFFFFFF : ~rank;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
