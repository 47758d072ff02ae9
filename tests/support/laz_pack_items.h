/* Items of packed points that both kinds of chunks have, for tests. */
#ifndef PADDOCK_TESTS_LAZ_PACK_ITEMS_H
#define PADDOCK_TESTS_LAZ_PACK_ITEMS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "laz_encoder.h"
#include "laz_maker.h"

typedef struct laz_median {
    int32_t values[5];
    bool not_high;
} laz_median;
int32_t laz_median_of(const laz_median *median);
void laz_median_push(laz_median *median, int32_t value);

typedef struct laz_time {
    uint64_t last[4];
    int32_t step[4];
    uint32_t far[4], current, next;
    laz_model same, multiple;
    laz_number number;
} laz_time;
void laz_put_time(laz_stream *stream, laz_time *time, uint64_t value, bool layered);
void laz_time_free(laz_time *time);

typedef struct laz_color {
    laz_model used, halves[6];
} laz_color;
void laz_put_color(laz_stream *stream, laz_color *color, const uint8_t *last, const uint8_t *now);
void laz_color_free(laz_color *color);

typedef struct laz_wave {
    laz_model index, kinds[4];
    laz_number offset, size, point, xyz;
} laz_wave;
/* What is remembered besides the last record. */
typedef struct laz_wave_last {
    uint32_t kind, difference;
} laz_wave_last;
void laz_put_wave(laz_stream *stream, laz_wave *wave, laz_wave_last *memory, const uint8_t *last, const uint8_t *now);
void laz_wave_free(laz_wave *wave);

#endif
