#include "sql/sha256.h"

#include <stdio.h>
#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the
 * first 8. */
static const uint32_t rounds[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};
static const uint32_t start[8] = { 0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19 };

static uint32_t turn(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static void put_block(uint32_t state[8], const uint8_t *bytes)
{
    uint32_t w[64], s[8];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *at = bytes + 4 * i;
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                       rounds[i] + w[i];
        uint32_t two =
            (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + one;
        s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++) state[i] += s[i];
}

void sql_sha256_begin(sql_sha256 *hash)
{
    *hash = (sql_sha256){ .size = 0 };
    memcpy(hash->state, start, sizeof start);
}

void sql_sha256_put(sql_sha256 *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    size_t held = (size_t)(hash->size % 64);
    hash->size += size;
    if (held > 0) {
        size_t more = size < 64 - held ? size : 64 - held;
        memcpy(hash->rest + held, bytes, more);
        bytes += more;
        size -= more;
        if (held + more < 64) return;
        put_block(hash->state, hash->rest);
    }
    for (; size >= 64; bytes += 64, size -= 64) put_block(hash->state, bytes);
    if (size > 0) memcpy(hash->rest, bytes, size);
}

void sql_sha256_end(sql_sha256 *hash, char hex[65])
{
    static const uint8_t padding[64] = { 0x80 };
    uint64_t bits = hash->size * 8;
    uint8_t length[8];
    for (unsigned i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    size_t held = (size_t)(hash->size % 64);
    sql_sha256_put(hash, padding, held < 56 ? 56 - held : 120 - held);
    sql_sha256_put(hash, length, sizeof length);
    for (unsigned i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", (unsigned)hash->state[i]);
}
