/* Pixels and colours: from the file's bytes to RGBA and back. */
#ifndef PADDOCK_FORMAT_FAM_FAM_PIXELS_H
#define PADDOCK_FORMAT_FAM_FAM_PIXELS_H

#include "format/fam/fam_index.h"

enum {
    PDK_FAM_COLORS = 256,
    PDK_FAM_CLEAR = 255,      /* the transparent index, where a palette has that many colours */
    PDK_FAM_KEY_565 = 0x07C0, /* the transparent green of 565 */
};

/* --- fam_colors.c --- */

/* How sure we are of pixels or colours of this code, which must be one of either. */
pdk_certainty pdk_fam_certainty(uint8_t code);
/* A channel of 8 bits as the nearest of its 2^bits steps; full stays full. */
uint8_t pdk_fam_shrink(uint8_t value, uint32_t bits);
/* And back: its own top bits fill the bottom, so that full is 255. */
uint8_t pdk_fam_expand(uint8_t value, uint32_t bits);
/* `count` pixels or colours of one record into RGBA; without a field alpha they are opaque. */
void pdk_fam_decode_colors(const pdk_record *color, const uint8_t *from, size_t count, uint8_t *rgba);
/* 256 colours of the palette at `block`. Those it does not have are opaque black; without a palette (NULL) there are
 * `greys` greys. */
void pdk_fam_expand_palette(const uint8_t *block, size_t greys, uint8_t palette[PDK_FAM_COLORS * 4]);
/* Indices an indexed bitmap can hold. */
static inline size_t pdk_fam_index_limit(uint8_t code)
{
    return code == 0x7B ? 256 : 16;
}

/* --- fam_pixels.c --- */

/* The block of the palette that colours a bitmap; NULL = none does. */
const uint8_t *pdk_fam_colors_of(const pdk_document *document, const pdk_fam_entry *bitmap);
/* Bytes a bitmap's pixels come to when they are not packed. */
uint64_t pdk_fam_pixel_bytes(const pdk_fam_entry *entry, const uint8_t *block);
/* Pixels that are not packed; `colors` is the block of their palette or NULL. */
void pdk_fam_decode_pixels(const pdk_fam_entry *entry, const uint8_t *colors, const uint8_t *pixels, uint32_t width,
                           uint32_t height, uint8_t *rgba);

/* --- fam_encode.c --- */

/* The calls of pdk_image_entry. */
pdk_status pdk_fam_image_place(const pdk_document *document, const void *state, pdk_image_place *place,
                               pdk_error *error);
pdk_status pdk_fam_image_encode(const pdk_document *document, const void *state, const uint8_t *colors,
                                const uint8_t *rgba, uint8_t *stored, pdk_memory *memory, pdk_error *error);
void pdk_fam_image_show(const void *state, const uint8_t *colors, const uint8_t *stored, uint8_t *rgba);
/* set.image.header: the edit has changed how the pixels are read. */
pdk_status pdk_fam_fail_header(const pdk_fam_entry *entry, pdk_error *error);

/* --- fam_recolor.c --- */

/* Also a call of pdk_image_entry. */
pdk_status pdk_fam_recolor(const pdk_document *document, const pdk_palette_user *users, size_t count, uint8_t *colors,
                           pdk_memory *memory, pdk_error *error);

/* --- fam_match.c --- */

/* Finds indices for colours. */
typedef struct pdk_fam_matcher {
    uint8_t palette[PDK_FAM_COLORS * 4];
    uint32_t count; /* colours that may be chosen */
    bool graded;    /* the palette has shades of transparency, not just all or nothing */
    bool car;       /* 250 to 254 shine in the dark: chosen for their exact colour only */
    int clear;      /* the index that is transparent, -1 = none */
    struct {
        uint32_t color;
        int16_t index;
    } known[4096];
} pdk_fam_matcher;

/* The police and tail lights of cars. */
bool pdk_fam_is_light(bool car, uint32_t index);
/* Squared distance of two colours R, G, B, A. Red, green and blue are weighed as they differ for eyes: red more in
 * bright, blue more in dark colours ("redmean"). Where two are nearly transparent their colours matter less. */
static inline uint64_t pdk_fam_distance(const uint8_t a[4], const uint8_t b[4])
{
    int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2], alpha = a[3] - b[3], mean = (a[0] + b[0]) / 2;
    int32_t color = (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue;
    uint32_t minimum = a[3] < b[3] ? a[3] : b[3];
    uint64_t seen = minimum == 255 ? (uint64_t)color : (uint64_t)color * minimum / 255;
    return seen + (uint64_t)(2048 * alpha * alpha);
}
/* Is that distance `minimum` at least, by green alone? A quick look that need not find out. */
static inline bool pdk_fam_is_far(const uint8_t a[4], const uint8_t b[4], uint64_t minimum)
{
    int32_t green = a[1] - b[1];
    return (a[3] & b[3]) == 255 && (uint64_t)(1024 * green * green) >= minimum;
}
/* `colors` is the palette's block or NULL, `limit` the indices there are. The answers found so far must be empty: all
 * zeros. */
void pdk_fam_matcher_begin(pdk_fam_matcher *matcher, const uint8_t *colors, size_t limit, bool car);
/* The index whose colour is nearest to R, G, B, A; -1 when that is transparent and the palette has nothing of the kind.
 */
int pdk_fam_match(pdk_fam_matcher *matcher, const uint8_t rgba[4]);

#endif
