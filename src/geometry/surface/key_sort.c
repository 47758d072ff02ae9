/* American flag sort: by the highest digit in place, then each run by the next; short runs by insertion. */
#include "surface/key_sort.h"

enum { FIRST_DIGIT = 11, DIGIT = 8, MANY = 1 << 13, SHORT = 24 };

static void insert(uint64_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* Puts keys into the order of `width` bits from `shift` on; ends[d] becomes where those of digit d end. `heads` has
 * room for as many. */
static void partition(uint64_t *keys, size_t count, unsigned shift, unsigned width, size_t *heads, size_t *ends)
{
    size_t digits = (size_t)1 << width, sum = 0;
    uint64_t mask = digits - 1;
    for (size_t d = 0; d < digits; d++) ends[d] = 0;
    for (size_t i = 0; i < count; i++) ends[keys[i] >> shift & mask]++;
    for (size_t d = 0; d < digits; d++) {
        heads[d] = sum;
        sum += ends[d];
        ends[d] = sum;
    }
    for (size_t d = 0; d < digits; d++) {
        while (heads[d] < ends[d]) {
            uint64_t key = keys[heads[d]];
            for (size_t to = (size_t)(key >> shift & mask); to != d; to = (size_t)(key >> shift & mask)) {
                uint64_t other = keys[heads[to]];
                keys[heads[to]++] = key;
                key = other;
            }
            keys[heads[d]++] = key;
        }
    }
}

/* On its own, so that its 16 KiB are not on the stack of what is sorted then. */
__attribute__((noinline)) static void partition_first(uint64_t *keys, size_t count, unsigned shift, unsigned width,
                                                      size_t *ends)
{
    size_t heads[1 << FIRST_DIGIT];
    partition(keys, count, shift, width, heads, ends);
}

/* The depth is bits / DIGIT at most, so each level has room for its own digits only. */
static void sort(uint64_t *keys, size_t count, unsigned bits)
{
    if (count <= SHORT) {
        insert(keys, count);
        return;
    }
    unsigned width = bits < DIGIT ? bits : DIGIT, shift = bits - width;
    size_t heads[1 << DIGIT], ends[1 << DIGIT], from = 0;
    partition(keys, count, shift, width, heads, ends);
    if (shift == 0) return;
    for (size_t d = 0; d < (size_t)1 << width; d++) {
        if (ends[d] - from > 1) sort(keys + from, ends[d] - from, shift);
        from = ends[d];
    }
}

static void sort_many(uint64_t *keys, size_t count, unsigned bits)
{
    unsigned width = bits < FIRST_DIGIT ? bits : FIRST_DIGIT, shift = bits - width;
    size_t ends[1 << FIRST_DIGIT], from = 0;
    partition_first(keys, count, shift, width, ends);
    for (size_t d = 0; d < (size_t)1 << width && shift > 0; d++) {
        if (ends[d] - from > 1) sort(keys + from, ends[d] - from, shift);
        from = ends[d];
    }
}

void pdk_sort_keys(uint64_t *keys, size_t count, unsigned bits)
{
    if (count <= SHORT) insert(keys, count); /* by the million: without the room that sorting takes on the stack */
    else if (bits > 0 && count < MANY) sort(keys, count, bits);
    else if (bits > 0) sort_many(keys, count, bits);
}

void pdk_sort_split(pdk_key_runs *runs, uint64_t *keys, size_t count, unsigned bits)
{
    unsigned width = bits < FIRST_DIGIT ? bits : FIRST_DIGIT;
    runs->keys = keys;
    runs->bits = bits - width;
    partition_first(keys, count, bits - width, width, runs->ends);
    for (size_t i = (size_t)1 << width; i < PDK_KEY_RUNS; i++) runs->ends[i] = count;
}

void pdk_sort_run(const pdk_key_runs *runs, size_t number)
{
    size_t from = number > 0 ? runs->ends[number - 1] : 0;
    pdk_sort_keys(runs->keys + from, runs->ends[number] - from, runs->bits);
}
