/* What pdk_gather_columns does with a block of records: floats side by side, and writing past the caches. */
#ifndef PADDOCK_LAYOUT_GATHER_BLOCK_H
#define PADDOCK_LAYOUT_GATHER_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "paddock/paddock.h"

enum { PDK_GATHER_BLOCK = 256 /* records */ };

/* Two or four columns of floats that stand side by side from `at` after each record's address, as PDK_FLOAT32 or
 * PDK_FLOAT64. */
void pdk_gather_floats(const uint8_t *const *records, uint64_t at, size_t count, unsigned columns, pdk_type type,
                       void *const *to);

/* memcpy for arrays too large to be wanted in a cache: whole lines go straight to memory, which does not read them
 * first. Call pdk_stream_end before another thread looks. */
void pdk_stream(void *to, const void *from, size_t size);
void pdk_stream_end(void);

#endif
