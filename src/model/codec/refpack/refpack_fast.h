/* The part of RefPack decoding that makes it fast. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_FAST_H
#define PADDOCK_CODEC_REFPACK_REFPACK_FAST_H

#include <stddef.h>
#include <stdint.h>

/* All a decoder needs to know about a command by its first byte, so that no branch depends on its kind. */
typedef struct pdk_refpack_entry {
    uint32_t distance; /* + (the command's first four bytes, big-endian, & distance_mask) >> shift */
    uint32_t distance_mask;
    uint16_t length; /* + the fourth byte & length_mask */
    uint8_t length_mask;
    uint8_t shift;
    uint8_t size;
    uint8_t literals; /* + bits 22 and 23 of the four bytes, where literals_mask has them */
    uint8_t literals_mask;
} pdk_refpack_entry;

enum { PDK_REFPACK_ENTRIES = 256 };

void pdk_refpack_fill_table(pdk_refpack_entry table[PDK_REFPACK_ENTRIES]);

typedef struct pdk_refpack_state {
    const uint8_t *in, *in_end;
    uint8_t *start, *out, *out_end;
} pdk_refpack_state;

/* Executes commands while both buffers have room to spare and nothing is unusual; leaves state at the first command
 * that the careful decoder has to look at. Copies reach over their end into bytes that later commands write. */
void pdk_refpack_run_fast(pdk_refpack_state *state, const pdk_refpack_entry table[PDK_REFPACK_ENTRIES]);

#endif
