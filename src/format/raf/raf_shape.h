/* What the header of a RAF file says, as numbers. */
#ifndef PADDOCK_FORMAT_RAF_RAF_SHAPE_H
#define PADDOCK_FORMAT_RAF_RAF_SHAPE_H

#include "format/raf/raf_layout.h"
#include "model/document.h"

enum { PDK_RAF_DEFAULT_INTERVAL = 10 /* ms, where 0 is stored */ };

typedef struct pdk_raf_shape {
    pdk_bytes bytes;
    uint32_t header_size, block_size, wheel_size, wheel_offset, wheel_count;
    uint32_t interval_ms; /* between blocks: never 0 */
    uint64_t block_count;
} pdk_raf_shape;

static inline int64_t pdk_raf_header_number(pdk_bytes bytes, const char *name)
{
    return pdk_get_i64(pdk_record_field(&pdk_raf_header, name), 0, bytes.data);
}

static inline const uint8_t *pdk_raf_block_at(const pdk_raf_shape *shape, uint64_t block)
{
    return shape->bytes.data + shape->header_size + block * shape->block_size;
}

/* Milliseconds between blocks. Versions before 0.5Z store 0 and mean 10. */
static inline uint32_t pdk_raf_interval(pdk_bytes bytes)
{
    uint32_t stored = (uint32_t)pdk_raf_header_number(bytes, "interval");
    return stored != 0 ? stored : PDK_RAF_DEFAULT_INTERVAL;
}

/* A whole lap has as many blocks as begin in it: 17 of 17 real ones. */
static inline bool pdk_raf_is_whole(uint64_t blocks, uint32_t interval_ms, int64_t lap_ms)
{
    return lap_ms > 0 && blocks == ((uint64_t)lap_ms + interval_ms - 1) / interval_ms;
}

/* How many of the header's splits are used; the last of them is the lap time. */
static inline uint32_t pdk_raf_split_count(pdk_bytes bytes)
{
    uint32_t stored = (uint32_t)pdk_raf_header_number(bytes, "split_count");
    uint32_t most = pdk_record_field(&pdk_raf_header, "splits")->count;
    return stored < most ? stored : most;
}

static inline int64_t pdk_raf_split_ms(pdk_bytes bytes, uint32_t split)
{
    return pdk_get_i64(pdk_record_field(&pdk_raf_header, "splits"), split, bytes.data);
}

#endif
