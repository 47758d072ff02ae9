/* Reads bits from bytes, most significant first. Zeros are read past the end: callers check the position. */
#ifndef PADDOCK_CODEC_BITS_H
#define PADDOCK_CODEC_BITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/load.h"

typedef struct pdk_bits {
    const uint8_t *data;
    size_t size;
    uint64_t position; /* in bits */
} pdk_bits;

/* Eight bytes, the first the most significant. */
static inline uint64_t pdk_load_u64be(const uint8_t *from)
{
    return (uint64_t)pdk_load_u32be(from) << 32 | pdk_load_u32be(from + 4);
}

/* The next bits at the top of a word; at least 57 are right. */
static inline uint64_t pdk_bits_peek(const pdk_bits *bits)
{
    uint64_t at = bits->position >> 3;
    if (at < bits->size && bits->size - at >= 8) return pdk_load_u64be(bits->data + at) << (bits->position & 7);
    uint64_t word = 0;
    for (uint64_t i = at; i < at + 8; i++) word = word << 8 | (i < bits->size ? bits->data[i] : 0u);
    return word << (bits->position & 7);
}

/* 1 to 32 bits. */
static inline uint32_t pdk_bits_take(pdk_bits *bits, unsigned count)
{
    uint32_t value = (uint32_t)(pdk_bits_peek(bits) >> (64 - count));
    bits->position += count;
    return value;
}

/* More was taken than there is. */
static inline bool pdk_bits_overrun(const pdk_bits *bits)
{
    return bits->position > (uint64_t)bits->size * 8;
}

#endif
