/* gMotor replays put together byte by byte from the published descriptions, without our layout tables: a generator that
 * shares a mistake with the reader would not notice. */
#ifndef PADDOCK_TESTS_VCR_HAND_H
#define PADDOCK_TESTS_VCR_HAND_H

#include "support.h"

typedef struct hand {
    uint8_t bytes[65536];
    size_t fill;
} hand;

/* At the end: bytes, zeros, a number of `size` bytes, a float, a text after its length of `prefix` bytes. */
void raw(hand *to, const void *bytes, size_t size);
void zeros(hand *to, size_t count);
void little(hand *to, uint64_t value, size_t size);
void f32(hand *to, float value);
void text(hand *to, const char *text, size_t prefix);
/* Inside a payload that is being put together at `at`. */
void set(hand *to, size_t at, uint64_t value, size_t size);
void set_f32(hand *to, size_t at, float value);
/* An event's header and the byte after it, and zeros for its payload, whose place is returned. */
size_t event(hand *to, uint32_t header, size_t size);
/* What a file begins with. */
void banner(hand *to, uint32_t version);
uint32_t bits_of(float value);
/* 40 bits: x in the lowest 14, y in the next 12, z in the highest 14. */
uint64_t velocity(int x, int y, int z);
/* Where a car is, and that the first pose says so. */
void place(hand *to, size_t at);
void assert_place(const pdk_document *document);

void assert_value(const pdk_document *document, const char *table, const char *column, uint64_t row, double wanted,
                  double tolerance);
/* A check of the structure finds nothing. */
void assert_sound_structure(const pdk_document *document);

#endif
