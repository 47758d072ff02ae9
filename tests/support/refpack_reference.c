#include "refpack_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASHES = 1 << 16, LONGEST = 1028, HEADER = 5 };

/* All earlier places that may have the same three bytes, by following `before`; 0 ends, places are positions + 1. */
typedef struct places {
    size_t *last, *before;
} places;

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory != NULL) return memory;
    fputs("out of memory\n", stderr);
    exit(1);
}

static size_t enter(places *all, const uint8_t *plain, size_t at)
{
    size_t hash = (plain[at] * 31337u + plain[at + 1] * 257u + plain[at + 2]) % HASHES, before = all->last[hash];
    all->before[at] = before;
    all->last[hash] = at + 1;
    return before;
}

static size_t common(const uint8_t *plain, size_t size, size_t from, size_t at)
{
    size_t length = 0;
    while (length < LONGEST && at + length < size && plain[from + length] == plain[at + length]) length++;
    return length;
}

/* The longest copy at `at` from within a window. */
static size_t longest_within(const places *all, const uint8_t *plain, size_t size, size_t at, size_t window)
{
    size_t best = 0;
    for (size_t place = all->before[at]; place != 0 && at + 1 - place <= window; place = all->before[place - 1]) {
        size_t length = common(plain, size, place - 1, at);
        if (length > best) best = length;
    }
    return best;
}

static void relax(size_t *cost, size_t at, size_t price)
{
    cost[at] = price < cost[at] ? price : cost[at];
}

size_t refpack_minimum(const uint8_t *plain, size_t size)
{
    static const size_t windows[] = { 1024, 16384, 131072 }, minimum[] = { 3, 4, 5 }, maximum[] = { 10, 67, LONGEST };
    places all = { allocate(HASHES, sizeof(size_t)), allocate(size, sizeof(size_t)) };
    size_t *cost = allocate(size + 1, sizeof *cost), best = SIZE_MAX;
    for (size_t at = 1; at <= size; at++) cost[at] = SIZE_MAX / 2;
    for (size_t at = 0; at < size; at++) {
        for (size_t run = 4; run <= 112 && at + run <= size; run += 4) relax(cost, at + run, cost[at] + 1 + run);
        if (at + 3 > size) continue;
        size_t ready = SIZE_MAX;
        for (size_t carried = 0; carried <= 3 && carried <= at; carried++) {
            if (cost[at - carried] + carried < ready) ready = cost[at - carried] + carried;
        }
        enter(&all, plain, at);
        for (int kind = 0; kind < 3; kind++) {
            size_t length = longest_within(&all, plain, size, at, windows[kind]);
            for (size_t l = minimum[kind]; l <= length && l <= maximum[kind]; l++) {
                relax(cost, at + l, ready + 2 + (size_t)kind);
            }
        }
    }
    for (size_t carried = 0; carried <= 3 && carried <= size; carried++) {
        if (cost[size - carried] + carried + 1 < best) best = cost[size - carried] + carried + 1;
    }
    free(cost);
    free(all.last);
    free(all.before);
    return best + HEADER;
}

static uint8_t *put_literals(uint8_t *to, const uint8_t *plain, size_t *said, size_t end)
{
    while (end - *said >= 4) {
        size_t run = end - *said < 112 ? (end - *said) / 4 * 4 : 112;
        *to++ = (uint8_t)(0xDF + run / 4);
        memcpy(to, plain + *said, run);
        to += run;
        *said += run;
    }
    return to;
}

static size_t price(size_t length, size_t distance)
{
    if (length <= 10 && distance <= 1024) return 2;
    return length <= 67 && distance <= 16384 ? 3 : 4;
}

static uint8_t *put_copy(uint8_t *to, size_t literals, size_t length, size_t distance)
{
    size_t back = distance - 1, size = price(length, distance);
    size_t first = size == 2   ? (back >> 8 << 5) + ((length - 3) << 2) + literals
                   : size == 3 ? 0x80 + (length - 4)
                               : 0xC0 + (back >> 16 << 4) + ((length - 5) >> 8 << 2) + literals;
    *to++ = (uint8_t)first;
    if (size == 3) *to++ = (uint8_t)((literals << 6) + (back >> 8));
    if (size == 4) *to++ = (uint8_t)(back >> 8);
    *to++ = (uint8_t)back;
    if (size == 4) *to++ = (uint8_t)(length - 5);
    return to;
}

uint8_t *refpack_ea1998(const uint8_t *plain, size_t size, size_t *packed_size)
{
    places all = { allocate(HASHES, sizeof(size_t)), allocate(size, sizeof(size_t)) };
    uint8_t *packed = allocate(size + size / 64 + 64, 1), *to = packed;
    size_t said = 0;
    memcpy(to, (uint8_t[]){ 0x10, 0xFB, (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size }, HEADER);
    to += HEADER;
    for (size_t at = 0; at + 3 <= size; at++) {
        size_t place = enter(&all, plain, at), length = 2, distance = 0, cost = 2;
        if (at < said) continue;
        for (; place != 0 && at + 1 - place <= 131071 && length < LONGEST; place = all.before[place - 1]) {
            size_t found = common(plain, size, place - 1, at), asked = price(found, at + 1 - place);
            if (found <= length || found < 3 || found + cost <= length + asked) continue;
            length = found;
            distance = at + 1 - place;
            cost = asked;
        }
        if (cost >= length) continue;
        to = put_literals(to, plain, &said, at);
        size_t literals = at - said;
        to = put_copy(to, literals, length, distance);
        memcpy(to, plain + said, literals);
        to += literals;
        said = at + length;
    }
    to = put_literals(to, plain, &said, size);
    *to++ = (uint8_t)(0xFC + (size - said));
    memcpy(to, plain + said, size - said);
    *packed_size = (size_t)(to - packed) + (size - said);
    free(all.last);
    free(all.before);
    return packed;
}
