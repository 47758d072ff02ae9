#include "convert/delaunay_order.h"

typedef struct keyed {
    uint64_t key;
    uint32_t number;
} keyed;

enum { BITS = 29, FIRST_ROUND = 1024 };

/* The place on a Hilbert curve through a square of 2^29. */
static uint64_t hilbert(uint32_t x, uint32_t y)
{
    uint64_t place = 0;
    for (uint32_t side = 1U << (BITS - 1); side > 0; side /= 2) {
        uint32_t right = (x & side) != 0, up = (y & side) != 0;
        place = place << 2 | (3 * right ^ up);
        if (up != 0) continue;
        if (right != 0) {
            x = ~x;
            y = ~y;
        }
        uint32_t other = x;
        x = y;
        y = other;
    }
    return place;
}

/* Half of the points go last, a quarter before them, and so on. */
static uint64_t round_of(uint64_t number, uint64_t rounds)
{
    uint64_t bits = (number + 1) * 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 29) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    uint64_t back = bits == 0 ? 63 : (uint64_t)__builtin_ctzll(bits);
    return back < rounds ? rounds - back : 0;
}

/* By eleven bits at a time; keys have 64. */
static keyed *sort(keyed *from, keyed *to, uint64_t count)
{
    enum { STEP = 11, PLACES = 1 << STEP };
    for (int shift = 0; shift < 64; shift += STEP) {
        uint64_t starts[PLACES + 1] = { 0 };
        for (uint64_t i = 0; i < count; i++) starts[(from[i].key >> shift & (PLACES - 1)) + 1]++;
        bool sorted = false;
        for (int p = 0; p < PLACES; p++) {
            sorted = sorted || starts[p + 1] == count;
            starts[p + 1] += starts[p];
        }
        if (sorted) continue; /* all alike in these bits */
        for (uint64_t i = 0; i < count; i++) to[starts[from[i].key >> shift & (PLACES - 1)]++] = from[i];
        keyed *other = from;
        from = to;
        to = other;
    }
    return from;
}

uint32_t *pdk_delaunay_order(pdk_memory *memory, const uint32_t (*points)[2], uint64_t count)
{
    keyed *keys = pdk_alloc_array(memory, count, sizeof *keys),
          *buffer = pdk_alloc_array(memory, count, sizeof *buffer);
    uint32_t *order = pdk_alloc_array(memory, count, sizeof *order);
    uint64_t rounds = 0;
    while (count >> rounds > FIRST_ROUND) rounds++;
    if (keys != NULL && buffer != NULL && order != NULL) {
        for (uint64_t i = 0; i < count; i++)
            keys[i] = (keyed){ round_of(i, rounds) << 58 | hilbert(points[i][0], points[i][1]), (uint32_t)i };
        const keyed *sorted = sort(keys, buffer, count);
        for (uint64_t i = 0; i < count; i++) order[i] = sorted[i].number;
    }
    bool whole = keys != NULL && buffer != NULL && order != NULL;
    pdk_free(memory, keys);
    pdk_free(memory, buffer);
    if (whole) return order;
    pdk_free(memory, order);
    return NULL;
}
