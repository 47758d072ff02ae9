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

/* The half at which `place` is reached, which becomes the place within it; HALF when it is not. */
static uint32_t reach(const uint64_t *counts, uint64_t *place)
{
    uint32_t half = 0;
    for (; half < HALF && counts[half] <= *place; half++) *place -= counts[half];
    return half;
}

static float value_of(uint32_t rank)
{
    uint32_t bits = (rank & 0x80000000) != 0 ? rank & 0x7FFFFFFF : ~rank;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Counts by upper half, and for each upper half that has one of the places in it, by lower half. */
typedef struct counting {
    uint64_t *uppers, *lowers;
    uint8_t *slots; /* of an upper half: which HALF of the lowers is its; 0 = none */
} counting;

static void count_uppers(const counting *counts, const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!isnan(values[i])) counts->uppers[rank_of(values[i]) >> 16]++;
    }
}

static void count_lowers(const counting *counts, const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = rank_of(values[i]);
        size_t slot = counts->slots[rank >> 16];
        if (slot != 0 && !isnan(values[i])) counts->lowers[(slot - 1) * HALF + (rank & 0xFFFF)]++;
    }
}

static void find(const counting *counts, const float *values, uint64_t count, const uint64_t *places,
                 size_t place_count, float *found)
{
    uint32_t uppers[PDK_MOST_PLACES];
    uint64_t within[PDK_MOST_PLACES];
    uint8_t slots = 0;
    count_uppers(counts, values, count);
    for (size_t i = 0; i < place_count; i++) {
        within[i] = places[i];
        uppers[i] = reach(counts->uppers, &within[i]);
        if (uppers[i] < HALF && counts->slots[uppers[i]] == 0) counts->slots[uppers[i]] = ++slots;
    }
    count_lowers(counts, values, count);
    for (size_t i = 0; i < place_count; i++) {
        found[i] = NAN;
        if (uppers[i] == HALF) continue;
        const uint64_t *lowers = counts->lowers + (size_t)(counts->slots[uppers[i]] - 1) * HALF;
        found[i] = value_of(uppers[i] << 16 | reach(lowers, &within[i]));
    }
}

bool pdk_order_statistics(pdk_memory *memory, const float *values, uint64_t count, const uint64_t *places,
                          size_t place_count, float *found)
{
    counting counts = { .uppers = pdk_alloc_array(memory, HALF, sizeof *counts.uppers),
                        .lowers = pdk_alloc_array(memory, (uint64_t)HALF * place_count, sizeof *counts.lowers),
                        .slots = pdk_alloc_array(memory, HALF, 1) };
    bool room = counts.uppers != NULL && counts.lowers != NULL && counts.slots != NULL;
    if (room) find(&counts, values, count, places, place_count, found);
    pdk_free(memory, counts.uppers);
    pdk_free(memory, counts.lowers);
    pdk_free(memory, counts.slots);
    return room;
}
