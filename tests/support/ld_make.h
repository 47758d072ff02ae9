/* MoTeC logs for tests, made from the facts about the format: it shares nothing with the reader. */
#ifndef PADDOCK_TESTS_LD_MAKE_H
#define PADDOCK_TESTS_LD_MAKE_H

#include "support.h"

typedef struct made_channel {
    const char *name, *unit;
    unsigned id, sample_class, size, rate;
    int shift, multiplier, scale, decimals;
    const double *values; /* as stored; NULL = zeros */
    uint32_t count;
} made_channel;

/* Where things are in such a file. */
enum {
    MADE_HEADER = 1762,
    MADE_CHANNELS_AT = 2000,
    MADE_CHANNEL = 124,
    MADE_NEXT = 4,
    MADE_DATA = 8,
    MADE_SAMPLES = 12,
    MADE_CLASS = 18,
    MADE_RATE = 22,
    MADE_DECIMALS = 30
};

/* A log with these channels, one after the other, and their samples after them: malloc'd, exactly *size bytes. */
uint8_t *make_ld(const made_channel *channels, size_t count, size_t *size);
/* Of channel `index`. */
static inline size_t made_at(size_t index, size_t field)
{
    return MADE_CHANNELS_AT + index * MADE_CHANNEL + field;
}
void put_u16(uint8_t *at, uint32_t value);
void put_u32(uint8_t *at, uint32_t value);

#endif
