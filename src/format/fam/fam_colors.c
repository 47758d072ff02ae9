/* Colours and palettes into RGBA. What a pixel or colour consists of comes from its layout table. */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

typedef struct code_facts {
    uint8_t code;
    uint8_t bits;
    const pdk_record *color; /* NULL: an index, or a mask of 4 bits */
    pdk_certainty certainty;
} code_facts;

static const code_facts facts[] = {
    { 0x7B, 8, NULL, PDK_CONFIRMED },
    { 0x7E, 16, &pdk_shpi_color_1555, PDK_CONFIRMED },
    { 0x7D, 32, &pdk_shpi_color_bgra, PDK_CONFIRMED },
    { 0x78, 16, &pdk_shpi_color_565, PDK_CONFIRMED },
    { 0x6D, 16, &pdk_shpi_color_4444, PDK_LIKELY },
    { 0x7F, 24, &pdk_shpi_color_bgr, PDK_CONFIRMED },
    { 0x7A, 4, NULL, PDK_LIKELY },
    { 0x79, 4, NULL, PDK_LIKELY },
    { 0x40, 4, NULL, PDK_GUESSED },
    { 0x22, 24, &pdk_shpi_color_666, PDK_CONFIRMED },
    { 0x24, 24, &pdk_shpi_color_888, PDK_CONFIRMED },
    { 0x29, 16, &pdk_shpi_color_565, PDK_LIKELY },
    { 0x2A, 32, &pdk_shpi_color_bgra, PDK_LIKELY },
    { 0x2D, 16, &pdk_shpi_color_1555, PDK_LIKELY },
};

static const code_facts *facts_of(uint8_t code)
{
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (facts[i].code == code) return &facts[i];
    }
    return NULL;
}

uint32_t pdk_fam_bits(uint8_t code)
{
    const code_facts *known = facts_of(code);
    return known != NULL ? known->bits : 0;
}

const pdk_record *pdk_fam_color(uint8_t code)
{
    const code_facts *known = facts_of(code);
    return known != NULL ? known->color : NULL;
}

bool pdk_fam_is_indexed(uint8_t code)
{
    return code == 0x7B || code == 0x40;
}

pdk_certainty pdk_fam_certainty(uint8_t code)
{
    return facts_of(code)->certainty;
}

/* ------------------------------------------------------------------------------------------------ colours */

uint8_t pdk_fam_shrink(uint8_t value, uint32_t bits)
{
    uint32_t maximum = (1U << bits) - 1;
    return (uint8_t)((value * maximum + 127) / 255);
}

uint8_t pdk_fam_expand(uint8_t value, uint32_t bits)
{
    switch (bits) {
    case 1: return value != 0 ? 255 : 0;
    case 4: return (uint8_t)(value * 17);
    case 5: return (uint8_t)(value << 3 | value >> 2);
    case 6: return (uint8_t)(value << 2 | value >> 4);
    default: return value;
    }
}

void pdk_fam_decode_colors(const pdk_record *color, const uint8_t *from, size_t count, uint8_t *rgba)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    uint8_t values[PDK_FAM_COLORS];
    for (size_t channel = 0; channel < 4; channel++) {
        const pdk_field *field = pdk_record_field(color, channels[channel]);
        for (size_t first = 0; first < count; first += PDK_FAM_COLORS) {
            size_t batch = count - first < PDK_FAM_COLORS ? count - first : PDK_FAM_COLORS;
            if (field != NULL) pdk_gather(field, 0, from + first * color->size, color->size, batch, PDK_UINT8, values);
            for (size_t i = 0; i < batch; i++) {
                rgba[(first + i) * 4 + channel] = field != NULL ? pdk_fam_expand(values[i], field->bits) : 255;
            }
        }
    }
}

/* Some palettes carry an alpha that is nothing but zeros: they mean opaque colours. */
static void mend_alpha(uint8_t palette[PDK_FAM_COLORS * 4], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (palette[i * 4 + 3] != 0) return;
    }
    for (size_t i = 0; i < count; i++) palette[i * 4 + 3] = 255;
}

void pdk_fam_expand_palette(const uint8_t *block, size_t greys, uint8_t palette[PDK_FAM_COLORS * 4])
{
    for (size_t i = 0; i < PDK_FAM_COLORS; i++) {
        uint8_t grey = block == NULL ? (uint8_t)(i < greys ? i * 255 / (greys - 1) : 255) : 0;
        memset(palette + i * 4, grey, 3);
        palette[i * 4 + 3] = 255;
    }
    if (block == NULL) return;
    const pdk_record *color = pdk_fam_color(block[0] & 0x7F);
    size_t count = pdk_load_u16(block + PDK_SHPI_WIDTH);
    pdk_fam_decode_colors(color, block + pdk_shpi_entry.size, count < PDK_FAM_COLORS ? count : PDK_FAM_COLORS, palette);
    if (pdk_record_field(color, "alpha") != NULL) mend_alpha(palette, count < PDK_FAM_COLORS ? count : PDK_FAM_COLORS);
    if (count >= PDK_FAM_COLORS) palette[PDK_FAM_CLEAR * 4 + 3] = 0;
}
