#include "format/fam/fam_paint.h"

#include <math.h>

enum { CLEAR = 255, SHADES = 16 };

/* The ramps, darkest to brightest are shades of these. */
enum { GREY, WHITE, YELLOW, GREEN, LEAF, EARTH, STONE, BRICK, WOOD, SKY, SNOW, RED, BLUE, STEEL, GLASS };

static const uint8_t ramps[SHADES][3] = {
    { 150, 150, 155 }, { 255, 255, 255 }, { 250, 205, 40 }, { 110, 160, 60 },  { 50, 110, 40 },   { 150, 115, 75 },
    { 165, 155, 140 }, { 170, 80, 60 },   { 140, 95, 55 },  { 135, 185, 235 }, { 235, 240, 250 }, { 215, 35, 30 },
    { 40, 70, 190 },   { 190, 195, 205 }, { 60, 80, 105 },  { 255, 0, 255 },
};

void pdk_fam_ramp(uint8_t index, uint8_t rgba[4])
{
    uint32_t shade = index % SHADES + 1;
    for (size_t i = 0; i < 3; i++) rgba[i] = (uint8_t)(ramps[index / SHADES][i] * shade / SHADES);
    rgba[3] = index == CLEAR ? 0 : 255;
}

/* --------------------------------------------------------------------------------------------------- noise */

static double hash(uint64_t seed, uint32_t x, uint32_t y)
{
    uint64_t z = seed ^ (uint64_t)x * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)y * UINT64_C(0xC2B2AE3D27D4EB4F);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Smooth over cells of `cell` pixels, repeating over the picture so that tiles join. */
static double smooth(const pdk_fam_picture *picture, uint32_t x, uint32_t y, uint32_t cell)
{
    uint32_t across = picture->width / cell > 0 ? picture->width / cell : 1;
    uint32_t down = picture->height / cell > 0 ? picture->height / cell : 1;
    uint32_t cx = x / cell % across, cy = y / cell % down;
    double fx = (double)(x % cell) / cell, fy = (double)(y % cell) / cell;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    double top = hash(picture->seed, cx, cy) * (1 - fx) + hash(picture->seed, (cx + 1) % across, cy) * fx;
    double bottom = hash(picture->seed, cx, (cy + 1) % down) * (1 - fx) +
                    hash(picture->seed, (cx + 1) % across, (cy + 1) % down) * fx;
    return top * (1 - fy) + bottom * fy;
}

static double speckle(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    return 0.6 * smooth(picture, x, y, 8) + 0.4 * hash(picture->seed + 1, x, y);
}

static uint8_t shade(int ramp, double brightness)
{
    double level = brightness < 0 ? 0 : brightness > 1 ? 1 : brightness;
    return (uint8_t)(ramp * SHADES + (int)(level * (SHADES - 1)));
}

/* -------------------------------------------------------------------------------------------------- themes */

static uint8_t asphalt(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double v = (double)y / picture->height;
    if (v > 0.06 && v < 0.11) return shade(WHITE, 0.8 + 0.2 * speckle(picture, x, y));
    if (v > 0.95 && x < picture->width / 2) return shade(YELLOW, 0.8 + 0.2 * speckle(picture, x, y));
    return shade(GREY, 0.4 + 0.25 * speckle(picture, x, y));
}

static uint8_t wall(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    uint32_t row = y / 8, shift = row % 2 * 8;
    bool joint = y % 8 == 7 || (x + shift) % 16 == 15;
    return joint ? shade(GREY, 0.7) : shade(BRICK, 0.5 + 0.4 * speckle(picture, x, y));
}

static uint8_t rail(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double v = (double)y / picture->height;
    bool post = x % 32 < 4;
    if (v > 0.15 && v < 0.6) return shade(STEEL, 0.5 + 0.5 * fabs(sin(v * 14)));
    return post ? shade(WOOD, 0.5 + 0.3 * speckle(picture, x, y)) : CLEAR;
}

static uint8_t tree(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double u = 2 * (x + 0.5) / picture->width - 1, v = (y + 0.5) / picture->height;
    double edge = v * 0.95 + 0.15 * (speckle(picture, x, y) - 0.5);
    if (v < 0.85 && fabs(u) < edge) return shade(LEAF, 0.3 + 0.6 * speckle(picture, x, y));
    return v >= 0.85 && fabs(u) < 0.12 ? shade(WOOD, 0.5) : CLEAR;
}

static uint8_t sign(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double u = 2 * (x + 0.5) / picture->width - 1, v = 2 * (y + 0.5) / picture->height - 0.8;
    double r = sqrt(u * u + v * v);
    if (r < 0.55)
        return shade(fabs(u) < 0.12 && fabs(v) < 0.35 ? GREY : WHITE, fabs(u) < 0.12 && fabs(v) < 0.35 ? 0 : 1);
    if (r < 0.8) return shade(RED, 0.9);
    return v > 0.6 && fabs(u) < 0.1 ? shade(STEEL, 0.6) : CLEAR;
}

static uint8_t banner(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double v = (double)y / picture->height, u = (double)x / picture->width;
    if (u < 0.06 || u > 0.94) return shade(STEEL, 0.6);
    if (v > 0.4) return CLEAR;
    bool light = (x * 8 / picture->width + y * 16 / picture->height) % 2 == 0;
    return v < 0.125 || v > 0.29 ? shade(light ? WHITE : GREY, light ? 1 : 0) : shade(BLUE, 0.9);
}

static uint8_t flag(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double u = (double)x / picture->width, v = (double)y / picture->height;
    double wave = 0.05 * sin(9 * u - 2.1 * (picture->theme - PDK_PAINT_FLAG));
    if (u < 0.08) return shade(STEEL, 0.7);
    if (v + wave < 0.08 || v + wave > 0.45) return CLEAR;
    return shade(fabs(v + wave - 0.265) < 0.06 ? WHITE : BLUE, 0.85 + 3 * wave);
}

static uint8_t house(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double u = (double)x / picture->width, v = (double)y / picture->height;
    if (v < 0.35) return fabs(u - 0.5) < 0.15 + v ? shade(RED, 0.4 + 0.2 * speckle(picture, x, y)) : CLEAR;
    bool pane = v > 0.5 && v < 0.7 && fmod(u, 0.25) > 0.08 && fmod(u, 0.25) < 0.18;
    return pane ? shade(GLASS, 0.8) : wall(picture, x, y);
}

static uint8_t horizon(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double turn = 6.283185307179586 * x / picture->width, v = (double)y / picture->height;
    double ridge = 0.5 + 0.13 * sin(2 * turn) + 0.08 * sin(5 * turn + 1) + 0.04 * sin(13 * turn);
    if (v < ridge) return shade(SKY, 0.6 + 0.4 * v / ridge);
    if (v < ridge + 0.12) return shade(SNOW, 0.7 + 0.3 * speckle(picture, x, y));
    return shade(STONE, 0.3 + 0.4 * speckle(picture, x, y));
}

static uint8_t body(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double v = (double)y / picture->height, u = (double)x / picture->width;
    if (v < 0.35 && u > 0.1 && u < 0.9) return shade(GLASS, 0.5 + 0.4 * u);
    if (v > 0.8) return shade(GREY, 0.2);
    return shade(RED, 0.95 - 0.4 * v);
}

uint8_t pdk_fam_paint(const pdk_fam_picture *picture, uint32_t x, uint32_t y)
{
    double grain = speckle(picture, x, y);
    switch (picture->theme) {
    case PDK_PAINT_ASPHALT: return asphalt(picture, x, y);
    case PDK_PAINT_VERGE: return shade(EARTH, 0.4 + 0.5 * grain);
    case PDK_PAINT_GRASS: return shade(grain > 0.75 ? YELLOW : GREEN, 0.4 + 0.5 * grain);
    case PDK_PAINT_ROCK: return shade(STONE, 0.2 + 0.7 * grain);
    case PDK_PAINT_FOREST: return shade(LEAF, 0.2 + 0.8 * grain);
    case PDK_PAINT_WALL: return wall(picture, x, y);
    case PDK_PAINT_RAIL: return rail(picture, x, y);
    case PDK_PAINT_TREE: return tree(picture, x, y);
    case PDK_PAINT_SIGN: return sign(picture, x, y);
    case PDK_PAINT_BANNER: return banner(picture, x, y);
    case PDK_PAINT_FLAG:
    case PDK_PAINT_FLAG + 1:
    case PDK_PAINT_LAST_FLAG: return flag(picture, x, y);
    case PDK_PAINT_HOUSE: return house(picture, x, y);
    case PDK_PAINT_HORIZON: return horizon(picture, x, y);
    case PDK_PAINT_BODY: return body(picture, x, y);
    case PDK_PAINT_GLASS: return shade(GLASS, 0.5 + 0.5 * grain);
    default: return (uint8_t)((x + y) % SHADES);
    }
}
