#include "sha256.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

/* The first 32 bits of the fractional part of a prime's root. */
static uint32_t fraction(long double root)
{
    return (uint32_t)((root - floorl(root)) * 4294967296.0L);
}

static void constants(uint32_t start[8], uint32_t round[64])
{
    unsigned found = 0;
    for (unsigned n = 2; found < 64; n++) {
        unsigned divisor = 2;
        while (n % divisor != 0) divisor++;
        if (divisor < n) continue;
        if (found < 8) start[found] = fraction(sqrtl(n));
        round[found++] = fraction(cbrtl(n));
    }
}

static void block(uint32_t state[8], const uint32_t round[64], const uint8_t bytes[64])
{
    uint32_t w[64], s[8];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *at = bytes + 4 * i;
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] =
            w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + round[i] + w[i];
        uint32_t t2 =
            (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++) state[i] += s[i];
}

void sha256(const void *data, size_t size, char hex[65])
{
    uint32_t state[8], round[64];
    constants(state, round);
    const uint8_t *bytes = data;
    size_t whole = size / 64 * 64;
    for (size_t i = 0; i < whole; i += 64) block(state, round, bytes + i);
    uint8_t tail[128] = { 0 };
    size_t left = size - whole, length = left < 56 ? 64 : 128;
    if (left > 0) memcpy(tail, bytes + whole, left);
    tail[left] = 0x80;
    for (unsigned i = 0; i < 8; i++) tail[length - 1 - i] = (uint8_t)((uint64_t)size * 8 >> (8 * i));
    for (size_t i = 0; i < length; i += 64) block(state, round, tail + i);
    for (unsigned i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", (unsigned)state[i]);
}
