/* Writes RefPack commands. Literals are written before a copy or the stop; the caller provides enough space. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_WRITE_H
#define PADDOCK_CODEC_REFPACK_REFPACK_WRITE_H

#include "codec/refpack/refpack_copy.h"

typedef struct pdk_refpack_writer {
    const uint8_t *plain;
    uint8_t *to;
    uint32_t said; /* of `plain` */
} pdk_refpack_writer;

/* No commands that each save what they cost need more for `size` bytes: runs, what they carry and the stop. */
static inline uint64_t pdk_refpack_room(uint64_t size)
{
    return size + size / PDK_REFPACK_MAX_LITERALS + 2;
}

/* The literals up to `at` and a copy there. */
void pdk_refpack_write_copy(pdk_refpack_writer *writer, uint32_t at, uint32_t length, uint32_t distance);
/* The literals up to the end and the stop. */
void pdk_refpack_write_stop(pdk_refpack_writer *writer, uint32_t size);

#endif
