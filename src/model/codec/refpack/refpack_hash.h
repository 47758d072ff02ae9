/* Hashes of the next bytes, for the tables of positions, and the entries of those tables. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_HASH_H
#define PADDOCK_CODEC_REFPACK_REFPACK_HASH_H

#include "base/load.h"

static inline uint32_t pdk_refpack_hash_three(const uint8_t *at, unsigned bits)
{
    return (pdk_load_u24(at) * UINT32_C(506832829)) >> (32 - bits);
}

static inline uint32_t pdk_refpack_hash_four(const uint8_t *at, unsigned bits)
{
    return (pdk_load_u32(at) * UINT32_C(2654435761)) >> (32 - bits);
}

/* Of six bytes; eight are read. */
static inline uint32_t pdk_refpack_hash_six(const uint8_t *at, unsigned bits)
{
    return (uint32_t)((pdk_load_u64(at) << 16) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - bits));
}

static inline uint32_t pdk_refpack_hash_sixteen(const uint8_t *at, unsigned bits)
{
    uint64_t mixed =
        pdk_load_u64(at) * UINT64_C(0x9E3779B97F4A7C15) ^ pdk_load_u64(at + 8) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - bits));
}

/* How far back a place that is kept as one more than its position is; 0 = there is none within the window. */
static inline uint32_t pdk_refpack_distance(uint32_t place, uint32_t at, uint32_t window)
{
    return place != 0 && at + 1 - place <= window ? at + 1 - place : 0;
}

#endif
