/* SHA-256 (FIPS 180-4): of bytes that come in pieces, or of all at once. */
#ifndef PADDOCK_BASE_SHA256_H
#define PADDOCK_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { PDK_SHA256_SIZE = 32, PDK_SHA256_BLOCK = 64, PDK_SHA256_HEX = 2 * PDK_SHA256_SIZE + 1 };

typedef struct pdk_sha256 {
    uint32_t state[PDK_SHA256_SIZE / 4];
    uint64_t size;                  /* bytes so far */
    uint8_t rest[PDK_SHA256_BLOCK]; /* the size % PDK_SHA256_BLOCK last ones of them */
    void (*take)(uint32_t state[], const uint8_t *blocks, size_t count);
} pdk_sha256;

void pdk_sha256_begin(pdk_sha256 *sha);
void pdk_sha256_put(pdk_sha256 *sha, const void *bytes, size_t size);
void pdk_sha256_end(pdk_sha256 *sha, uint8_t hash[PDK_SHA256_SIZE]);

void pdk_sha256_of(const void *bytes, size_t size, uint8_t hash[PDK_SHA256_SIZE]);
/* A hash as people write it: 64 small hex digits and a zero. */
void pdk_sha256_to_hex(const uint8_t hash[PDK_SHA256_SIZE], char hex[PDK_SHA256_HEX]);

#endif
