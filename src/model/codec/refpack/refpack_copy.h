/* The copy that RefPack's packers pass from the search to the plan to the writer. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_COPY_H
#define PADDOCK_CODEC_REFPACK_REFPACK_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The three commands that copy, by their size less two: how short, how long and how far they reach. */
enum { PDK_REFPACK_SHORT, PDK_REFPACK_MIDDLE, PDK_REFPACK_LONG, PDK_REFPACK_KINDS };
enum {
    PDK_REFPACK_WINDOW_SHORT = 1024,
    PDK_REFPACK_WINDOW_MIDDLE = 16384,
    PDK_REFPACK_WINDOW = 131072,
    PDK_REFPACK_MAX_SHORT = 10,
    PDK_REFPACK_MAX_MIDDLE = 67,
    PDK_REFPACK_MAX_COPY = 1028,
    PDK_REFPACK_MAX_LITERALS = 112, /* of one command; always a multiple of four */
    PDK_REFPACK_MAX_CARRIED = 3     /* literals that ride on a copy or on the stop */
};

/* `length` bytes from `distance` bytes before. */
typedef struct pdk_refpack_copy {
    uint32_t length;
    uint32_t distance;
} pdk_refpack_copy;

/* The longest copy each kind of command can make from one position: where it ends << 32 | its pdk_refpack_put; 0 = none
 * that reaches further than a cheaper kind. Every shorter one, down to the kind's least, can be made from the same
 * place. */
typedef struct pdk_refpack_reach {
    uint64_t kinds[PDK_REFPACK_KINDS];
} pdk_refpack_reach;

/* Length and distance in one number of 28 bits. */
static inline uint32_t pdk_refpack_put(uint32_t length, uint32_t distance)
{
    return (distance - 1) << 11 | length;
}
static inline uint32_t pdk_refpack_length_of(uint32_t put)
{
    return put & 0x7FF;
}
static inline uint32_t pdk_refpack_distance_of(uint32_t put)
{
    return (put >> 11 & 0x1FFFF) + 1;
}

/* A copy as one kind of command can make it. */
static inline uint64_t pdk_refpack_reach_by(uint32_t at, pdk_refpack_copy copy, uint32_t maximum)
{
    uint32_t length = copy.length < maximum ? copy.length : maximum;
    return (uint64_t)(at + length) << 32 | pdk_refpack_put(length, copy.distance);
}

/* A copy from `at` that is longer than all before, and farther. */
static inline void pdk_refpack_reach_add(pdk_refpack_reach *reach, uint32_t at, pdk_refpack_copy copy)
{
    bool is_near = copy.distance <= PDK_REFPACK_WINDOW_SHORT, is_far = copy.distance > PDK_REFPACK_WINDOW_MIDDLE;
    uint32_t middle = is_near ? PDK_REFPACK_MAX_SHORT : 3, maximum = is_far ? 4 : PDK_REFPACK_MAX_MIDDLE;
    if (is_near) reach->kinds[PDK_REFPACK_SHORT] = pdk_refpack_reach_by(at, copy, PDK_REFPACK_MAX_SHORT);
    if (!is_far && copy.length > middle) {
        reach->kinds[PDK_REFPACK_MIDDLE] = pdk_refpack_reach_by(at, copy, PDK_REFPACK_MAX_MIDDLE);
    }
    if (copy.length > maximum) reach->kinds[PDK_REFPACK_LONG] = pdk_refpack_reach_by(at, copy, PDK_REFPACK_MAX_COPY);
}

/* The size of the cheapest command for a copy. It must have one: see the kinds. */
static inline uint32_t pdk_refpack_cost(uint32_t length, uint32_t distance)
{
    if (length <= PDK_REFPACK_MAX_SHORT && distance <= PDK_REFPACK_WINDOW_SHORT) return 2;
    return length <= PDK_REFPACK_MAX_MIDDLE && distance <= PDK_REFPACK_WINDOW_MIDDLE ? 3 : 4;
}

/* How many bytes at `a` and `b` are the same, of `limit`, when the first `known` are. Reads nothing after `limit`. */
static inline uint32_t pdk_refpack_common(const uint8_t *a, const uint8_t *b, uint32_t known, uint32_t limit)
{
    while (known + 8 <= limit) {
        uint64_t x, y;
        memcpy(&x, a + known, 8);
        memcpy(&y, b + known, 8);
        if (x != y) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            return known + (uint32_t)(__builtin_clzll(x ^ y) >> 3);
#else
            return known + (uint32_t)(__builtin_ctzll(x ^ y) >> 3);
#endif
        }
        known += 8;
    }
    while (known < limit && a[known] == b[known]) known++;
    return known;
}

#endif
