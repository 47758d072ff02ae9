/* Simple packers for tests and benchmarks: right, not good. Results are malloc'd; *packed_size says how long. */
#ifndef PADDOCK_TESTS_PACK_H
#define PADDOCK_TESTS_PACK_H

#include <stddef.h>
#include <stdint.h>

uint8_t *pack_refpack(const uint8_t *plain, size_t size, size_t *packed_size);
/* `method` is 0x30, 0x32 or 0x34. */
uint8_t *pack_huffman(uint8_t method, const uint8_t *plain, size_t size, size_t *packed_size);
/* Pairs are made while byte values are free. */
uint8_t *pack_bytepair(const uint8_t *plain, size_t size, size_t *packed_size);

/* Bytes as art and tables have them: runs, repeats with small changes, noise. The same for the same size and seed. */
uint8_t *plain_sample(size_t size, uint64_t seed);

#endif
