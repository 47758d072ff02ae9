/* Bitmaps into RGBA. What a pixel or colour consists of comes from its layout table, a row at a time. */
#include <string.h>

#include "base/load.h"
#include "codec/codec.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

enum { COLORS = 256, TRANSPARENT = 255, KEY_565 = 0x07C0, GENEROUS = 16 };

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
    { 0x7F, 24, &pdk_shpi_color_bgr, PDK_LIKELY },
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

bool pdk_fam_is_indexed(uint8_t code) { return code == 0x7B || code == 0x40; }

/* ------------------------------------------------------------------------------------------------ colours */

/* A channel of `bits` to 8: its own top bits fill the bottom, so that full is 255. */
static uint8_t expand(uint8_t value, uint32_t bits)
{
    switch (bits) {
    case 1: return value != 0 ? 255 : 0;
    case 4: return (uint8_t)(value * 17);
    case 5: return (uint8_t)(value << 3 | value >> 2);
    case 6: return (uint8_t)(value << 2 | value >> 4);
    default: return value;
    }
}

/* `count` pixels or colours of one record into RGBA; without a field alpha they are opaque. */
static void decode_colors(const pdk_record *color, const uint8_t *from, size_t count, uint8_t *rgba)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    uint8_t values[COLORS];
    for (size_t channel = 0; channel < 4; channel++) {
        const pdk_field *field = pdk_record_field(color, channels[channel]);
        for (size_t first = 0; first < count; first += COLORS) {
            size_t batch = count - first < COLORS ? count - first : COLORS;
            if (field != NULL) pdk_gather(field, 0, from + first * color->size, color->size, batch, PDK_UINT8, values);
            for (size_t i = 0; i < batch; i++) {
                rgba[(first + i) * 4 + channel] = field != NULL ? expand(values[i], field->bits) : 255;
            }
        }
    }
}

/* Some palettes carry an alpha that is nothing but zeros: they mean opaque colours. */
static void mend_alpha(uint8_t palette[COLORS * 4], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (palette[i * 4 + 3] != 0) return;
    }
    for (size_t i = 0; i < count; i++) palette[i * 4 + 3] = 255;
}

/* 256 colours. Those the palette does not have are opaque black; without a palette there are `greys` greys. */
static void expand_palette(const pdk_document *document, const pdk_fam_entry *bitmap, size_t greys,
                           uint8_t palette[COLORS * 4])
{
    for (size_t i = 0; i < COLORS; i++) {
        uint8_t grey = bitmap->palette == PDK_FAM_NONE ? (uint8_t)(i < greys ? i * 255 / (greys - 1) : 255) : 0;
        memset(palette + i * 4, grey, 3);
        palette[i * 4 + 3] = 255;
    }
    if (bitmap->palette == PDK_FAM_NONE) return;
    const pdk_fam_entry *entry = pdk_fam_entry_at(document->state, bitmap->palette);
    const pdk_record *color = pdk_fam_color(entry->code);
    const uint8_t *block = document->content.data + entry->offset;
    size_t count = pdk_load_u16(block + 4);
    decode_colors(color, block + pdk_shpi_entry.size, count < COLORS ? count : COLORS, palette);
    if (pdk_record_field(color, "alpha") != NULL) mend_alpha(palette, count < COLORS ? count : COLORS);
    if (count >= COLORS) palette[TRANSPARENT * 4 + 3] = 0;
}

/* ------------------------------------------------------------------------------------------------- pixels */

static uint8_t nibble(uint8_t code, const uint8_t *row, size_t x)
{
    bool high = (x & 1) == 0; /* the left pixel of a byte is in its high half */
    if (code != 0x7A) high = !high;
    return high ? row[x / 2] >> 4 : row[x / 2] & 15;
}

static void decode_indexed(const pdk_document *document, const pdk_fam_entry *entry, const uint8_t *pixels,
                           uint32_t width, uint32_t height, uint8_t *rgba)
{
    uint8_t palette[COLORS * 4];
    size_t stride = ((size_t)width * pdk_fam_bits(entry->code) + 7) / 8;
    expand_palette(document, entry, entry->code == 0x7B ? 256 : 16, palette);
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
            rgba[3] = expand(nibble(code, pixels, x), 4);
        }
    }
}

/* One green stands for "nothing" in 565, which has no room for alpha. */
static void clear_key(const uint8_t *pixels, size_t count, uint8_t *rgba)
{
    for (size_t i = 0; i < count; i++) {
        if (pdk_load_u16(pixels + i * 2) == KEY_565) rgba[i * 4 + 3] = 0;
    }
}

static void decode_plain(const pdk_document *document, const pdk_fam_entry *entry, const uint8_t *pixels,
                         uint32_t width, uint32_t height, uint8_t *rgba)
{
    const pdk_record *color = pdk_fam_color(entry->code);
    if (pdk_fam_is_indexed(entry->code)) {
        decode_indexed(document, entry, pixels, width, height, rgba);
    } else if (color == NULL) {
        decode_mask(entry->code, pixels, width, height, rgba);
    } else {
        decode_colors(color, pixels, (size_t)width * height, rgba);
        if (entry->code == 0x78) clear_key(pixels, (size_t)width * height, rgba);
    }
}

/* Bytes a bitmap's pixels come to when they are not packed. */
static uint64_t pixel_bytes(const pdk_fam_entry *entry, const uint8_t *block)
{
    return ((uint64_t)pdk_load_u16(block + 4) * pdk_fam_bits(entry->code) + 7) / 8 * pdk_load_u16(block + 6);
}

/* Where packed pixels end is not written down: at the attached block when that follows, else at the next entry. */
static uint64_t packed_size(const pdk_fam_entry *entry, const uint8_t *block)
{
    int32_t distance = pdk_load_i24(block + 1);
    uint64_t room = entry->end - entry->offset;
    if (distance > (int32_t)pdk_shpi_entry.size && (uint64_t)distance < room) room = (uint64_t)distance;
    return room - pdk_shpi_entry.size;
}

static pdk_status decode_packed(const pdk_document *document, const pdk_fam_entry *entry, uint8_t *rgba,
                                pdk_error *error)
{
    const uint8_t *block = document->content.data + entry->offset;
    pdk_packing packing;
    uint64_t at = entry->offset + pdk_shpi_entry.size, size = packed_size(entry, block);
    const pdk_codec *codec = pdk_codec_of(document->content.data + at, (size_t)size, &packing);
    if (codec == NULL) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, at, "shpi.entry.packed", entry->path,
                              "the pixels are marked as packed, but not with a codec we know");
    }
    if (packing.unpacked_size < pixel_bytes(entry, block)) {
        return pdk_fail_where(error, PDK_E_CORRUPT, at, "shpi.entry.packed", entry->path,
                              "the bitmap needs %llu bytes, its packed pixels come to %llu",
                              (unsigned long long)pixel_bytes(entry, block), (unsigned long long)packing.unpacked_size);
    }
    pdk_memory memory; /* of this call alone: decoding must not change the document */
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_bytes plain = { NULL, 0 };
    pdk_status status =
        pdk_codec_unpack(codec, document->content.data + at, (size_t)size, &packing, &memory, &plain, error);
    if (plain.size >= pixel_bytes(entry, block)) { /* a codec frowns on bytes behind its data; here they are padding */
        decode_plain(document, entry, plain.data, pdk_load_u16(block + 4), pdk_load_u16(block + 6), rgba);
        status = PDK_OK;
    } else if (status == PDK_OK) {
        status =
            pdk_fail_where(error, PDK_E_CORRUPT, at, "shpi.entry.packed", entry->path, "the packed pixels end early");
    } else if (error != NULL && error->offset != PDK_NO_OFFSET) {
        error->offset += at; /* the codec counts from where its data begin */
    }
    pdk_memory_destroy(&memory);
    return status;
}

static pdk_status decode(const pdk_document *document, const void *state, uint8_t *rgba, pdk_error *error)
{
    const pdk_fam_entry *entry = state;
    const uint8_t *block = document->content.data + entry->offset;
    if (entry->packed) return decode_packed(document, entry, rgba, error);
    decode_plain(document, entry, block + pdk_shpi_entry.size, pdk_load_u16(block + 4), pdk_load_u16(block + 6), rgba);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- images */

static pdk_certainty certainty_of(const pdk_document *document, const pdk_fam_entry *entry)
{
    pdk_certainty certainty = entry->packed ? PDK_LIKELY : facts_of(entry->code)->certainty;
    if (!pdk_fam_is_indexed(entry->code)) return certainty;
    if (entry->palette == PDK_FAM_NONE) return PDK_GUESSED;
    pdk_certainty palette = facts_of(pdk_fam_entry_at(document->state, entry->palette)->code)->certainty;
    return palette < certainty ? palette : certainty;
}

static void add_image(pdk_document *document, const pdk_fam_entry *entry)
{
    const uint8_t *block = document->content.data + entry->offset;
    pdk_image_entry image = { .info = { .name = entry->path,
                                        .width = pdk_load_u16(block + 4),
                                        .height = pdk_load_u16(block + 6),
                                        .storage =
                                            pdk_field_label(pdk_record_field(&pdk_shpi_entry, "code"), entry->code),
                                        .certainty = certainty_of(document, entry) },
                              .decode = decode,
                              .state = entry };
    if (image.info.width > 0 && image.info.height > 0) pdk_document_add_image(document, &image);
}

void pdk_fam_add_images(pdk_document *document)
{
    const pdk_fam *fam = document->state;
    uint64_t budget = document->content.size * GENEROUS; /* overlapping blocks could multiply a file without end */
    for (size_t i = 0; i < fam->entries.count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, i);
        if (entry->use != PDK_FAM_BITMAP || !entry->whole || entry->offset == 0) continue;
        if (entry->size > budget) {
            pdk_document_add_finding(document, PDK_WARNING, "shpi.overlaps", entry->offset, entry->path,
                                     "the bitmaps share bytes so often that they come to more than %d times the file; "
                                     "from this one on they are not shown",
                                     GENEROUS);
            return;
        }
        budget -= entry->size;
        add_image(document, entry);
    }
}
