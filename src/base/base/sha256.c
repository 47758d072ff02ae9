/* SHA-256 as FIPS 180-4 writes it down: a hash of bytes that come in pieces. Its start is the first 32 bits of the
 * fractional parts of the square roots of the first primes. */
#include "base/sha256.h"
#include "base/sha256_blocks.h"

#include <string.h>

enum { BLOCK = PDK_SHA256_BLOCK, LENGTH = 8, WORDS = PDK_SHA256_SIZE / 4 };

static const uint32_t start[WORDS] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

static void store(uint8_t *to, uint32_t word)
{
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(word >> (24 - 8 * k));
}

void pdk_sha256_begin(pdk_sha256 *sha)
{
    *sha = (pdk_sha256){ .take = pdk_sha256_fastest() };
    memcpy(sha->state, start, sizeof start);
}

void pdk_sha256_put(pdk_sha256 *sha, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t held = (size_t)(sha->size % BLOCK), left = size;
    if (size == 0) return; /* `bytes` may be NULL */
    sha->size += size;
    if (held > 0) {
        size_t more = left < BLOCK - held ? left : BLOCK - held;
        memcpy(sha->rest + held, at, more);
        at += more;
        left -= more;
        if (held + more < BLOCK) return;
        sha->take(sha->state, sha->rest, 1);
    }
    if (left >= BLOCK) sha->take(sha->state, at, left / BLOCK);
    memcpy(sha->rest, at + (left - left % BLOCK), left % BLOCK);
}

/* A bit 1, zeros up to LENGTH bytes before the end of a block, and there the length in bits. */
void pdk_sha256_end(pdk_sha256 *sha, uint8_t hash[PDK_SHA256_SIZE])
{
    static const uint8_t padding[BLOCK] = { 0x80 };
    uint64_t bits = sha->size * 8;
    uint8_t length[LENGTH];
    store(length, (uint32_t)(bits >> 32));
    store(length + 4, (uint32_t)bits);
    size_t held = (size_t)(sha->size % BLOCK), room = BLOCK - LENGTH;
    pdk_sha256_put(sha, padding, held < room ? room - held : room + BLOCK - held);
    pdk_sha256_put(sha, length, sizeof length);
    for (int k = 0; k < WORDS; k++) store(hash + 4 * k, sha->state[k]);
}

void pdk_sha256_of(const void *bytes, size_t size, uint8_t hash[PDK_SHA256_SIZE])
{
    pdk_sha256 sha;
    pdk_sha256_begin(&sha);
    pdk_sha256_put(&sha, bytes, size);
    pdk_sha256_end(&sha, hash);
}

void pdk_sha256_to_hex(const uint8_t hash[PDK_SHA256_SIZE], char hex[PDK_SHA256_HEX])
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < PDK_SHA256_SIZE; i++) {
        hex[2 * i] = digits[hash[i] >> 4];
        hex[2 * i + 1] = digits[hash[i] & 15];
    }
    hex[2 * PDK_SHA256_SIZE] = '\0';
}
