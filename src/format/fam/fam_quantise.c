/*
 * Median cut (Heckbert, 1982), then k-means (Lloyd, 1957). The box that is cut next is the one with the largest squared
 * deviation along one of its channels. Colours are rounded in every round to what the palette can store, so that the
 * rounding takes part in the choice.
 */
#include <stdlib.h>
#include <string.h>

#include "format/fam/fam_quantise.h"

enum { ROUNDS = 32, CHANNELS = 4 };

typedef struct box {
    size_t first, count;
    double spread; /* squared deviation along `channel`; 0 = all shades are equal */
    uint8_t channel;
} box;

/* Sums over shades: channels count as much as they are opaque, unless nothing is. */
typedef struct sums {
    uint64_t count, weight;
    uint64_t of[CHANNELS];
} sums;

/* ------------------------------------------------------------------------------------------------ median cut */

static int compare(const pdk_fam_shade *a, const pdk_fam_shade *b, size_t channel)
{
    if (a->rgba[channel] != b->rgba[channel]) return a->rgba[channel] < b->rgba[channel] ? -1 : 1;
    return memcmp(a->rgba, b->rgba, CHANNELS);
}
static int by_red(const void *left, const void *right)
{
    return compare(left, right, 0);
}
static int by_green(const void *left, const void *right)
{
    return compare(left, right, 1);
}
static int by_blue(const void *left, const void *right)
{
    return compare(left, right, 2);
}
static int by_alpha(const void *left, const void *right)
{
    return compare(left, right, 3);
}

static box measure(const pdk_fam_shade *shades, size_t first, size_t count)
{
    box found = { .first = first, .count = count };
    double pixels = 0, sum[CHANNELS] = { 0 }, squares[CHANNELS] = { 0 };
    for (size_t i = first; i < first + count; i++) {
        double weight = (double)shades[i].count;
        pixels += weight;
        for (size_t c = 0; c < CHANNELS; c++) {
            double value = shades[i].rgba[c];
            sum[c] += weight * value;
            squares[c] += weight * value * value;
        }
    }
    for (size_t c = 0; c < CHANNELS && count > 1; c++) {
        double spread = squares[c] - sum[c] * sum[c] / pixels;
        if (spread <= found.spread) continue;
        found.spread = spread;
        found.channel = (uint8_t)c;
    }
    return found;
}

/* Where half of the pixels are: both sides have a shade. */
static size_t median_of(const pdk_fam_shade *shades, const box *whole)
{
    uint64_t all = 0, seen = 0;
    for (size_t i = 0; i < whole->count; i++) all += shades[whole->first + i].count;
    size_t at = 0;
    while (at < whole->count - 1 && (at == 0 || seen < all / 2)) seen += shades[whole->first + at++].count;
    return at;
}

static size_t cut(pdk_fam_shade *shades, size_t count, box *boxes, size_t limit)
{
    static int (*const orders[CHANNELS])(const void *, const void *) = { by_red, by_green, by_blue, by_alpha };
    size_t made = 1;
    boxes[0] = measure(shades, 0, count);
    while (made < limit) {
        box *widest = &boxes[0];
        for (size_t i = 1; i < made; i++) {
            if (boxes[i].spread > widest->spread) widest = &boxes[i];
        }
        if (widest->count < 2 || widest->spread <= 0) break;
        qsort(shades + widest->first, widest->count, sizeof *shades, orders[widest->channel]);
        size_t left = median_of(shades, widest);
        boxes[made++] = measure(shades, widest->first + left, widest->count - left);
        *widest = measure(shades, widest->first, left);
    }
    return made;
}

/* --------------------------------------------------------------------------------------------------- k-means */

static void add(sums *to, const pdk_fam_shade *shade)
{
    uint64_t weight = shade->count * shade->rgba[3];
    to->count += shade->count;
    to->weight += weight;
    to->of[3] += weight;
    for (size_t c = 0; c < 3; c++) to->of[c] += weight * shade->rgba[c];
}

static void mean_of(const sums *from, pdk_fam_rounding rounding, uint8_t color[4])
{
    for (size_t c = 0; c < CHANNELS; c++) {
        uint64_t over = c == 3 ? from->count : from->weight;
        color[c] = rounding[c][over > 0 ? (from->of[c] + over / 2) / over : 0];
    }
}

static void set_color(uint8_t to[4], const uint8_t from[4], pdk_fam_rounding rounding)
{
    for (size_t c = 0; c < CHANNELS; c++) to[c] = rounding[c][from[c]];
}

/* Puts a shade to the nearest colour, and where two are as near, leaves it where it is. */
static bool settle(pdk_fam_shade *shade, uint8_t (*colors)[4], size_t limit)
{
    uint32_t before = shade->center;
    shade->distance = pdk_fam_distance(shade->rgba, colors[before]);
    for (size_t i = 0; i < limit; i++) {
        if (pdk_fam_is_far(shade->rgba, colors[i], shade->distance)) continue;
        uint64_t found = pdk_fam_distance(shade->rgba, colors[i]);
        if (found >= shade->distance) continue;
        shade->distance = found;
        shade->center = (uint32_t)i;
    }
    return shade->center != before;
}

/* A colour that no shade has taken goes to where pixels are worst off. */
static void reseed(pdk_fam_shade *shades, size_t count, pdk_fam_rounding rounding, uint8_t color[4])
{
    pdk_fam_shade *worst = &shades[0];
    for (size_t i = 1; i < count; i++) {
        if (shades[i].distance * shades[i].count > worst->distance * worst->count) worst = &shades[i];
    }
    if (worst->distance == 0) return;
    set_color(color, worst->rgba, rounding);
    worst->distance = 0;
}

static void move(pdk_fam_shade *shades, size_t count, pdk_fam_rounding rounding, uint8_t (*colors)[4], size_t limit)
{
    sums all[PDK_FAM_COLORS] = { 0 };
    for (size_t i = 0; i < count; i++) add(&all[shades[i].center], &shades[i]);
    for (size_t i = 0; i < limit; i++) {
        if (all[i].count > 0) mean_of(&all[i], rounding, colors[i]);
        else reseed(shades, count, rounding, colors[i]);
    }
}

void pdk_fam_quantise(pdk_fam_shade *shades, size_t count, pdk_fam_rounding rounding, uint8_t (*colors)[4],
                      size_t limit)
{
    box boxes[PDK_FAM_COLORS];
    uint8_t moving[PDK_FAM_COLORS][4] = { 0 };
    size_t made = cut(shades, count, boxes, limit);
    for (size_t i = 0; i < made; i++) {
        for (size_t k = 0; k < boxes[i].count; k++) shades[boxes[i].first + k].center = (uint32_t)i;
    }
    move(shades, count, rounding, moving, limit);
    double least = 0;
    for (int round = 0; round < ROUNDS; round++) {
        bool moved = false;
        double error = 0;
        for (size_t i = 0; i < count; i++) {
            moved = settle(&shades[i], moving, limit) || moved;
            error += (double)shades[i].distance * (double)shades[i].count;
        }
        if (round == 0 || error < least) {
            least = error;
            memcpy(colors, moving, limit * 4);
        }
        if (round > 0 && !moved) return;
        move(shades, count, rounding, moving, limit);
    }
}
