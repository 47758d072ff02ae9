/* Parts of points that are packed together ("items"), and what their decoders share. */
#ifndef PADDOCK_FORMAT_LAS_LAZ_ITEMS_H
#define PADDOCK_FORMAT_LAS_LAZ_ITEMS_H

#include "format/las/laz/laz_coder.h"

/* ------------------------------------------------------------------------------------------- running median */

/* The middle of the last few differences, roughly. */
typedef struct pdk_laz_median {
    int32_t values[5]; /* ascending */
    bool low;          /* the next one replaces the lowest; otherwise the highest */
} pdk_laz_median;

static inline int32_t pdk_laz_smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t pdk_laz_larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline void pdk_laz_median_add(pdk_laz_median *median, int32_t value)
{
    const int32_t *kept = median->values + (median->low ? 1 : 0);
    int32_t a = kept[0], b = kept[1], c = kept[2], d = kept[3], middle = median->values[2];
    median->values[0] = pdk_laz_smaller(a, value);
    median->values[1] = pdk_laz_larger(a, pdk_laz_smaller(b, value));
    median->values[2] = pdk_laz_larger(b, pdk_laz_smaller(c, value));
    median->values[3] = pdk_laz_larger(c, pdk_laz_smaller(d, value));
    median->values[4] = pdk_laz_larger(d, value);
    median->low = median->low ? value > middle : value >= middle;
}

/* ----------------------------------------------------------------------------------------------------- time */

enum { PDK_LAZ_SEQUENCES = 4 };

/* The last times of four sequences of points that alternate, as 64-bit numbers. */
typedef struct pdk_laz_times {
    uint64_t last[PDK_LAZ_SEQUENCES];
    int32_t step[PDK_LAZ_SEQUENCES];
    uint32_t far[PDK_LAZ_SEQUENCES]; /* steps that were too different, since the last usual one */
    uint32_t current, next;
} pdk_laz_times;

typedef struct pdk_laz_time_models {
    pdk_laz_model same, multiple;
    pdk_laz_number number;
} pdk_laz_time_models;

/* Items of points with layers have no symbol for "unchanged": they have a bit elsewhere. */
enum { PDK_LAZ_TIME_MULTIPLES = 511, PDK_LAZ_TIME_CONTEXTS = 9, PDK_LAZ_TIME_SAME = 5 };

void pdk_laz_times_place(pdk_laz_time_models *models, bool layered, pdk_laz_room *room);
void pdk_laz_times_begin(pdk_laz_time_models *models, pdk_laz_times *times, uint64_t first, uint32_t age);

static inline uint64_t pdk_laz_time_far(pdk_laz_times *times, int32_t change)
{
    uint32_t i = times->current;
    if (++times->far[i] > 3) {
        times->step[i] = change;
        times->far[i] = 0;
    }
    return times->last[i] += (uint64_t)(int64_t)change;
}

/* The guess is so many times the last step. */
typedef struct pdk_laz_time_guess {
    int32_t factor;
    uint32_t context;
    bool far;
} pdk_laz_time_guess;

static inline pdk_laz_time_guess pdk_laz_time_multiple(uint32_t symbol)
{
    enum { USUAL = 10, MOST = 500, NEGATIVE = 510 };
    if (symbol == 0) return (pdk_laz_time_guess){ 0, 7, true };
    if (symbol == 1) return (pdk_laz_time_guess){ 1, 1, false };
    if (symbol < MOST) return (pdk_laz_time_guess){ (int32_t)symbol, symbol < USUAL ? 2 : 3, false };
    if (symbol == MOST) return (pdk_laz_time_guess){ MOST, 4, true };
    return (pdk_laz_time_guess){ MOST - (int32_t)symbol, symbol < NEGATIVE ? 5 : 6, symbol == NEGATIVE };
}

/* A time that no sequence predicts begins a new sequence. */
static inline uint64_t pdk_laz_time_new(pdk_laz_coder *coder, pdk_laz_time_models *models, pdk_laz_times *times,
                                        uint32_t age)
{
    uint32_t guess = (uint32_t)(times->last[times->current] >> 32);
    uint64_t high = pdk_laz_get(coder, &models->number, guess, PDK_LAZ_TIME_CONTEXTS - 1, 32, age);
    uint32_t low = pdk_laz_raw(coder, 32);
    uint32_t i = times->current = times->next = (times->next + 1) % PDK_LAZ_SEQUENCES;
    times->step[i] = 0;
    times->far[i] = 0;
    return times->last[i] = high << 32 | low;
}

static PDK_LAZ_INLINE uint64_t pdk_laz_time(pdk_laz_coder *coder, pdk_laz_time_models *models, pdk_laz_times *times,
                                            bool layered, uint32_t age)
{
    for (bool changed = false;; changed = true) {
        uint32_t i = times->current, step = (uint32_t)times->step[i], symbol;
        if (step == 0) {
            symbol = pdk_laz_symbol(coder, &models->same, PDK_LAZ_SMALL);
            if (!layered && symbol == 0) return times->last[i];
            symbol -= layered ? 0U : 1U;
            if (symbol == 0) {
                times->step[i] = (int32_t)pdk_laz_get(coder, &models->number, 0, 0, 32, age);
                times->far[i] = 0;
                return times->last[i] += (uint64_t)(int64_t)times->step[i];
            }
        } else {
            symbol = pdk_laz_symbol(coder, &models->multiple, PDK_LAZ_WIDE);
            if (symbol < PDK_LAZ_TIME_MULTIPLES) {
                pdk_laz_time_guess guess = pdk_laz_time_multiple(symbol);
                uint32_t product = (uint32_t)guess.factor * step;
                int32_t change = (int32_t)pdk_laz_get(coder, &models->number, product, guess.context, 32, age);
                if (guess.far) return pdk_laz_time_far(times, change);
                if (symbol == 1) times->far[i] = 0;
                return times->last[i] += (uint64_t)(int64_t)change;
            }
            if (!layered && symbol == PDK_LAZ_TIME_MULTIPLES) return times->last[i];
            symbol -= PDK_LAZ_TIME_MULTIPLES - (layered ? 1U : 0U);
        }
        if (symbol == 1) return pdk_laz_time_new(coder, models, times, age);
        if (changed) {
            coder->bad = 1; /* once a point is all that writers do */
            return times->last[i];
        }
        times->current = (i + symbol - 1) % PDK_LAZ_SEQUENCES;
    }
}

/* -------------------------------------------------------------------------------------------------- colours */

enum { PDK_LAZ_COLOR_HALVES = 6 };

typedef struct pdk_laz_color_models {
    pdk_laz_model used, halves[PDK_LAZ_COLOR_HALVES];
} pdk_laz_color_models;

void pdk_laz_color_place(pdk_laz_color_models *models, pdk_laz_room *room);
void pdk_laz_color_begin(pdk_laz_color_models *models, uint32_t age);

static inline int pdk_laz_byte(int value)
{
    return value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : value;
}

/* Red, green and blue, from the last ones to new ones. */
static inline void pdk_laz_color(pdk_laz_coder *coder, pdk_laz_color_models *models, uint16_t color[3], uint32_t age)
{
    int old[3][2], now[3][2]; /* low and high halves */
    for (int k = 0; k < 3; k++) {
        now[k][0] = old[k][0] = color[k] & UINT8_MAX;
        now[k][1] = old[k][1] = color[k] >> 8;
    }
#define HALF(number) ((int)pdk_laz_rare_symbol(coder, &models->halves[number], PDK_LAZ_MIDDLE, age))
    uint32_t used = pdk_laz_symbol(coder, &models->used, PDK_LAZ_MIDDLE);
    if (used & 1) now[0][0] = (old[0][0] + HALF(0)) & UINT8_MAX;
    if (used & 2) now[0][1] = (old[0][1] + HALF(1)) & UINT8_MAX;
    if (used & 64) {
        int change = now[0][0] - old[0][0];
        if (used & 4) now[1][0] = (HALF(2) + pdk_laz_byte(change + old[1][0])) & UINT8_MAX;
        change = (change + now[1][0] - old[1][0]) / 2;
        if (used & 16) now[2][0] = (HALF(4) + pdk_laz_byte(change + old[2][0])) & UINT8_MAX;
        change = now[0][1] - old[0][1];
        if (used & 8) now[1][1] = (HALF(3) + pdk_laz_byte(change + old[1][1])) & UINT8_MAX;
        change = (change + now[1][1] - old[1][1]) / 2;
        if (used & 32) now[2][1] = (HALF(5) + pdk_laz_byte(change + old[2][1])) & UINT8_MAX;
        for (int k = 0; k < 3; k++) color[k] = (uint16_t)(now[k][0] | now[k][1] << 8);
    } else {
        color[0] = color[1] = color[2] = (uint16_t)(now[0][0] | now[0][1] << 8);
    }
#undef HALF
}

/* -------------------------------------------------------------------------------------------- wave packets */

enum { PDK_LAZ_WAVE_KINDS = 4, PDK_LAZ_WAVE_SIZE = 29 };

typedef struct pdk_laz_wave_models {
    pdk_laz_model index, kinds[PDK_LAZ_WAVE_KINDS];
    pdk_laz_number offset, size, point, xyz;
    uint32_t kind, difference; /* of the last offset that they decoded */
} pdk_laz_wave_models;

typedef struct pdk_laz_wave {
    uint8_t index;
    uint32_t size, point, xyz[3];
    uint64_t offset;
} pdk_laz_wave;

void pdk_laz_wave_place(pdk_laz_wave_models *models, pdk_laz_room *room);
void pdk_laz_wave_begin(pdk_laz_wave_models *models, uint32_t age);
pdk_laz_wave pdk_laz_wave_load(const uint8_t *record);
void pdk_laz_wave_store(const pdk_laz_wave *wave, uint8_t *record);
void pdk_laz_wave_decode(pdk_laz_coder *coder, pdk_laz_wave_models *models, pdk_laz_wave *wave, uint32_t age);

#endif
