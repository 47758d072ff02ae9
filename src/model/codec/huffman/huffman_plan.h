/* Lengths of codes, and how each byte is written: the decisions of packing to Huffman. */
#ifndef PADDOCK_CODEC_HUFFMAN_HUFFMAN_PLAN_H
#define PADDOCK_CODEC_HUFFMAN_HUFFMAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of the number code: z zeros, a one, z + 2 bits. */
unsigned pdk_huffman_number_zeros(uint32_t number);

typedef struct pdk_huffman_plan {
    uint8_t escape;
    uint64_t counts[256];
    uint8_t lengths[256]; /* of the codes; 0 = the byte has none */
} pdk_huffman_plan;

enum { PDK_HUFFMAN_MAX_RUN = 30000 /* repeats in one run */ };

/* Counts the bytes, chooses the escape and the lengths as EA's packer does. */
void pdk_huffman_make_plan(pdk_huffman_plan *plan, const uint8_t *data, size_t size);

/* Is a run of `repeats` more of a byte said as a run, rather than byte by byte? */
bool pdk_huffman_says_run(const pdk_huffman_plan *plan, uint8_t byte, uint32_t repeats);

/* How many more times the byte before `at` comes from there on. The last byte of the file, and the one after
 * PDK_HUFFMAN_MAX_RUN, are never part of a run: each run is followed by a byte said by its code. */
uint32_t pdk_huffman_repeats(const uint8_t *data, size_t size, size_t at);

#endif
