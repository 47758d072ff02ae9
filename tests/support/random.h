/* Repeatable numbers for tests: xorshift64*. */
#ifndef PADDOCK_TESTS_RANDOM_H
#define PADDOCK_TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

static inline void random_bytes(uint64_t *state, uint8_t *to, size_t size)
{
    for (size_t i = 0; i < size; i++) to[i] = (uint8_t)(random_next(state) >> 32);
}

#endif
