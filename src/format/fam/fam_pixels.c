/* Bitmaps into RGBA, a row at a time. */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

/* ------------------------------------------------------------------------------------------------- pixels */

static uint8_t nibble(uint8_t code, const uint8_t *row, size_t x)
{
    bool high = (x & 1) == 0; /* the left pixel of a byte is in its high half */
    if (code != 0x7A) high = !high;
    return high ? row[x / 2] >> 4 : row[x / 2] & 15;
}

static void decode_indexed(const pdk_fam_entry *entry, const uint8_t *colors, const uint8_t *pixels, uint32_t width,
                           uint32_t height, uint8_t *rgba)
{
    uint8_t palette[PDK_FAM_COLORS * 4];
    size_t stride = ((size_t)width * pdk_fam_bits(entry->code) + 7) / 8;
    pdk_fam_expand_palette(colors, pdk_fam_index_limit(entry->code), palette);
    for (uint32_t y = 0; y < height; y++, pixels += stride) {
        for (uint32_t x = 0; x < width; x++, rgba += 4) {
            uint8_t index = entry->code == 0x7B ? pixels[x] : nibble(entry->code, pixels, x);
            memcpy(rgba, palette + (size_t)index * 4, 4);
        }
    }
}

/* Fonts and small marks: white, of the opacity stored. */
static void decode_mask(uint8_t code, const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *rgba)
{
    size_t stride = ((size_t)width * 4 + 7) / 8;
    for (uint32_t y = 0; y < height; y++, pixels += stride) {
        for (uint32_t x = 0; x < width; x++, rgba += 4) {
            memset(rgba, 255, 3);
            rgba[3] = (uint8_t)(nibble(code, pixels, x) * 17);
        }
    }
}

/* One green stands for "nothing" in 565, which has no room for alpha. */
static void clear_key(const uint8_t *pixels, size_t count, uint8_t *rgba)
{
    for (size_t i = 0; i < count; i++) {
        if (pdk_load_u16(pixels + i * 2) == PDK_FAM_KEY_565) rgba[i * 4 + 3] = 0;
    }
}

void pdk_fam_decode_pixels(const pdk_fam_entry *entry, const uint8_t *colors, const uint8_t *pixels, uint32_t width,
                           uint32_t height, uint8_t *rgba)
{
    const pdk_record *color = pdk_fam_color(entry->code);
    if (pdk_fam_is_indexed(entry->code)) {
        decode_indexed(entry, colors, pixels, width, height, rgba);
    } else if (color == NULL) {
        decode_mask(entry->code, pixels, width, height, rgba);
    } else {
        pdk_fam_decode_colors(color, pixels, (size_t)width * height, rgba);
        if (entry->code == 0x78) clear_key(pixels, (size_t)width * height, rgba);
    }
}

const uint8_t *pdk_fam_colors_of(const pdk_document *document, const pdk_fam_entry *bitmap)
{
    if (bitmap->palette == PDK_FAM_NONE) return NULL;
    return document->content.data + pdk_fam_entry_at(document->state, bitmap->palette)->offset;
}

uint64_t pdk_fam_pixel_bytes(const pdk_fam_entry *entry, const uint8_t *block)
{
    uint64_t row = (uint64_t)pdk_load_u16(block + PDK_SHPI_WIDTH) * pdk_fam_bits(entry->code);
    return (row + 7) / 8 * pdk_load_u16(block + PDK_SHPI_HEIGHT);
}
