/* The code of a Huffman-packed file: read from its head, and made into tables. */
#ifndef PADDOCK_CODEC_HUFFMAN_HUFFMAN_CODE_H
#define PADDOCK_CODEC_HUFFMAN_HUFFMAN_CODE_H

#include "base/error.h"
#include "codec/bits.h"

enum { PDK_HUFFMAN_LONGEST = 16, PDK_HUFFMAN_TABLE_BITS = 12 };

typedef struct pdk_huffman_code {
    uint8_t escape;
    uint32_t count;                           /* of symbols */
    uint8_t symbols[256];                     /* in the order of their codes */
    uint32_t counts[PDK_HUFFMAN_LONGEST + 1]; /* codes of each length */
    unsigned escape_length;                   /* 0 = the escape has no code: the stream cannot end */
    uint32_t escape_code;
} pdk_huffman_code;

/* z zero bits, a one, z + 2 bits: 0 to 3, 4 to 11, 12 to 27 ... */
pdk_status pdk_huffman_read_number(pdk_bits *bits, uint32_t *number, pdk_error *error);

/* Escape, lengths and symbols, from the position of `bits`; the data follow. */
pdk_status pdk_huffman_read_code(pdk_bits *bits, pdk_huffman_code *code, pdk_error *error);

/* The symbol of the next bits, and the length of its code. */
uint8_t pdk_huffman_find(const pdk_huffman_code *code, uint32_t next16, unsigned *length);

/* By the next 12 bits: up to three symbols at once. 0 = look closer: the escape, or a longer code.
 * Bits 0-5 the length of their codes together, 6-7 how many, 8-31 the symbols. */
void pdk_huffman_fill_table(const pdk_huffman_code *code, uint32_t table[1 << PDK_HUFFMAN_TABLE_BITS]);

#endif
