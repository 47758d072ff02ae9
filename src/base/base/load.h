/* Reads and writes numbers in unaligned little-endian (and EA's big-endian) bytes, on any host. */
#ifndef PADDOCK_BASE_LOAD_H
#define PADDOCK_BASE_LOAD_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PDK_LE16(x) __builtin_bswap16(x)
#define PDK_LE32(x) __builtin_bswap32(x)
#define PDK_LE64(x) __builtin_bswap64(x)
#define PDK_HOST_IS_LITTLE 0
#else
#define PDK_LE16(x) (x)
#define PDK_LE32(x) (x)
#define PDK_LE64(x) (x)
#define PDK_HOST_IS_LITTLE 1
#endif

static inline uint16_t pdk_load_u16(const void *from)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return PDK_LE16(value);
}
static inline uint32_t pdk_load_u32(const void *from)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return PDK_LE32(value);
}
static inline uint64_t pdk_load_u64(const void *from)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return PDK_LE64(value);
}
static inline int16_t pdk_load_i16(const void *from)
{
    return (int16_t)pdk_load_u16(from);
}
static inline int32_t pdk_load_i32(const void *from)
{
    return (int32_t)pdk_load_u32(from);
}
static inline float pdk_load_f32(const void *from)
{
    uint32_t bits = pdk_load_u32(from);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t pdk_load_u24(const void *from)
{
    const uint8_t *byte = from;
    return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16;
}
static inline int32_t pdk_load_i24(const void *from)
{
    uint32_t value = pdk_load_u24(from);
    return (int32_t)(value ^ 0x800000u) - 0x800000;
}
static inline uint64_t pdk_load_u40(const void *from)
{
    const uint8_t *byte = from;
    return (uint64_t)pdk_load_u32(byte) | (uint64_t)byte[4] << 32;
}
static inline uint16_t pdk_load_u16be(const void *from)
{
    const uint8_t *byte = from;
    return (uint16_t)(byte[0] << 8 | byte[1]);
}
static inline uint32_t pdk_load_u24be(const void *from)
{
    const uint8_t *byte = from;
    return (uint32_t)byte[0] << 16 | (uint32_t)byte[1] << 8 | byte[2];
}
static inline uint32_t pdk_load_u32be(const void *from)
{
    const uint8_t *byte = from;
    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

static inline double pdk_load_f64(const void *from)
{
    uint64_t bits = pdk_load_u64(from);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void pdk_store_u16(void *to, uint16_t value)
{
    value = PDK_LE16(value);
    memcpy(to, &value, sizeof value);
}
static inline void pdk_store_u32(void *to, uint32_t value)
{
    value = PDK_LE32(value);
    memcpy(to, &value, sizeof value);
}
static inline void pdk_store_u64(void *to, uint64_t value)
{
    value = PDK_LE64(value);
    memcpy(to, &value, sizeof value);
}
static inline void pdk_store_f32(void *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    pdk_store_u32(to, bits);
}
static inline void pdk_store_f64(void *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    pdk_store_u64(to, bits);
}

#endif
