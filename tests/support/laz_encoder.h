/* The arithmetic encoder of LAZ for tests, written separately: plain and slow, it shares nothing with the decoder. */
#ifndef PADDOCK_TESTS_LAZ_ENCODER_H
#define PADDOCK_TESTS_LAZ_ENCODER_H

#include <stddef.h>
#include <stdint.h>

typedef struct laz_stream {
    uint32_t base, length;
    uint8_t *bytes;
    size_t size, capacity;
} laz_stream;

/* A model of symbols; zeroed, it is made when it is first used. */
typedef struct laz_model {
    uint32_t *counts, *sums;
    uint32_t total, cycle, left;
} laz_model;

typedef struct laz_number {
    laz_model classes[64], values[33];
    uint32_t zeros, zeros_total, zeros_share, zeros_cycle, zeros_left;
    uint32_t size; /* of the last correction, in bits */
} laz_number;

void laz_stream_begin(laz_stream *stream);
/* The bytes are complete. */
void laz_stream_end(laz_stream *stream);
void laz_stream_free(laz_stream *stream);
void laz_put_symbol(laz_stream *stream, laz_model *model, uint32_t symbols, uint32_t symbol);
void laz_put_raw(laz_stream *stream, uint32_t bits, uint32_t value);
void laz_put_raw_long(laz_stream *stream, uint64_t value);
void laz_put_number(laz_stream *stream, laz_number *number, uint32_t bits, uint32_t context, uint32_t guess,
                    uint32_t value);
void laz_model_free(laz_model *model);
void laz_number_free(laz_number *number);

#endif
