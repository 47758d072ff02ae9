/* What SHA-256 does with whole blocks of 64 bytes: in plain C, and with the instructions that some processors have. */
#ifndef PADDOCK_BASE_SHA256_BLOCKS_H
#define PADDOCK_BASE_SHA256_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum { PDK_SHA256_ROUNDS = 64 };

extern const uint32_t pdk_sha256_round_constants[PDK_SHA256_ROUNDS];

/* Takes `count` blocks into the eight words of the state. */
typedef void pdk_sha256_take(uint32_t state[], const uint8_t *blocks, size_t count);

pdk_sha256_take pdk_sha256_take_blocks;

/* sha256_x86.c: with the instructions of this processor if it has some, otherwise pdk_sha256_take_blocks. */
pdk_sha256_take *pdk_sha256_fastest(void);

#endif
