/* SHA-256 of whole blocks in plain C. The constants of the rounds are the first 32 bits of the fractional parts of the
 * cube roots of the first primes. */
#include "base/sha256_blocks.h"
#include "base/sha256.h"

enum { ROUNDS = PDK_SHA256_ROUNDS, WORDS = PDK_SHA256_SIZE / 4 };

const uint32_t pdk_sha256_round_constants[PDK_SHA256_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t word, int bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t load(const uint8_t *from)
{
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static void schedule(const uint8_t *block, uint32_t words[ROUNDS])
{
    for (int i = 0; i < 16; i++) words[i] = load(block + 4 * i);
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] =
            words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

/* One round. What FIPS 180-4 moves from letter to letter stays where it is: the caller turns the letters instead. */
static inline void step(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                        uint32_t *h, uint32_t input)
{
    uint32_t first = *h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + input;
    *d += first;
    *h = first + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void take_block(uint32_t state[WORDS], const uint8_t *block)
{
    uint32_t words[ROUNDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6],
             h = state[7];
    schedule(block, words);
    for (int i = 0; i < ROUNDS; i++) words[i] += pdk_sha256_round_constants[i];
    for (const uint32_t *at = words; at < words + ROUNDS; at += WORDS) {
        step(a, b, c, &d, e, f, g, &h, at[0]);
        step(h, a, b, &c, d, e, f, &g, at[1]);
        step(g, h, a, &b, c, d, e, &f, at[2]);
        step(f, g, h, &a, b, c, d, &e, at[3]);
        step(e, f, g, &h, a, b, c, &d, at[4]);
        step(d, e, f, &g, h, a, b, &c, at[5]);
        step(c, d, e, &f, g, h, a, &b, at[6]);
        step(b, c, d, &e, f, g, h, &a, at[7]);
    }
    const uint32_t after[WORDS] = { a, b, c, d, e, f, g, h };
    for (int k = 0; k < WORDS; k++) state[k] += after[k];
}

void pdk_sha256_take_blocks(uint32_t state[], const uint8_t *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++) take_block(state, blocks + i * PDK_SHA256_BLOCK);
}
