/* Counting values by the upper, then by the lower half of their bits: two passes for all places, no copy. */
#include "surface/measure/order_statistics.h"

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

/* The upper or lower half that contains `rank`, which becomes the rank within it; HALF when there is none. */
static uint32_t find_half(const uint64_t *counts, uint64_t *rank)
{
    uint32_t half = 0;
    for (; half < HALF && counts[half] <= *rank; half++) *rank -= counts[half];
    return half;
}

static float value_of(uint32_t rank)
{
    uint32_t bits = (rank & 0x80000000) != 0 ? rank & 0x7FFFFFFF : ~rank;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Counts by upper half, and for each upper half that has one of the ranks in it, by lower half. */
typedef struct counting {
    uint64_t *upper_counts, *lower_counts;
    uint8_t *slots; /* of an upper half: which HALF of the lowers is its; 0 = none */
} counting;

static void count_upper_halves(const counting *counts, const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!isnan(values[i])) counts->upper_counts[rank_of(values[i]) >> 16]++;
    }
}

static void count_lower_halves(const counting *counts, const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = rank_of(values[i]);
        size_t slot = counts->slots[rank >> 16];
        if (slot != 0 && !isnan(values[i])) counts->lower_counts[(slot - 1) * HALF + (rank & 0xFFFF)]++;
    }
}

static void find(const counting *counts, const float *values, uint64_t count, const uint64_t *wanted, size_t rank_count,
                 float *found)
{
    uint32_t upper_counts[PDK_MAX_ORDER_STATISTICS];
    uint64_t ranks[PDK_MAX_ORDER_STATISTICS];
    uint8_t slots = 0;
    count_upper_halves(counts, values, count);
    for (size_t i = 0; i < rank_count; i++) {
        ranks[i] = wanted[i];
        upper_counts[i] = find_half(counts->upper_counts, &ranks[i]);
        if (upper_counts[i] < HALF && counts->slots[upper_counts[i]] == 0) counts->slots[upper_counts[i]] = ++slots;
    }
    count_lower_halves(counts, values, count);
    for (size_t i = 0; i < rank_count; i++) {
        found[i] = NAN;
        if (upper_counts[i] == HALF) continue;
        const uint64_t *lower_counts = counts->lower_counts + (size_t)(counts->slots[upper_counts[i]] - 1) * HALF;
        found[i] = value_of(upper_counts[i] << 16 | find_half(lower_counts, &ranks[i]));
    }
}

bool pdk_order_statistics(pdk_memory *memory, const float *values, uint64_t count, const uint64_t *wanted,
                          size_t rank_count, float *found)
{
    counting counts = { .upper_counts = pdk_alloc_array(memory, HALF, sizeof *counts.upper_counts),
                        .lower_counts =
                            pdk_alloc_array(memory, (uint64_t)HALF * rank_count, sizeof *counts.lower_counts),
                        .slots = pdk_alloc_array(memory, HALF, 1) };
    bool fits = counts.upper_counts != NULL && counts.lower_counts != NULL && counts.slots != NULL;
    if (fits) find(&counts, values, count, wanted, rank_count, found);
    pdk_free(memory, counts.upper_counts);
    pdk_free(memory, counts.lower_counts);
    pdk_free(memory, counts.slots);
    return fits;
}
