/* Bitmaps into RGBA, a row at a time. */
#include <string.h>

#include "base/load.h"
#include "codec/codec.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

enum { GENEROUS = 16 };

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

/* Where packed pixels end is not written down: at the attached block when that follows, else at the next entry. */
static uint64_t packed_size(const pdk_fam_entry *entry, const uint8_t *block)
{
    int32_t distance = pdk_load_i24(block + PDK_SHPI_ATTACHED);
    uint64_t available = entry->end - entry->offset;
    if (distance > (int32_t)pdk_shpi_entry.size && (uint64_t)distance < available) available = (uint64_t)distance;
    return available - pdk_shpi_entry.size;
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
                              "the pixels are marked as packed, but not with a codec that Paddock knows");
    }
    if (packing.unpacked_size < pdk_fam_pixel_bytes(entry, block)) {
        return pdk_fail_where(error, PDK_E_CORRUPT, at, "shpi.entry.packed", entry->path,
                              "the bitmap needs %llu bytes, but its packed pixels hold %llu",
                              (unsigned long long)pdk_fam_pixel_bytes(entry, block),
                              (unsigned long long)packing.unpacked_size);
    }
    pdk_memory memory; /* of this call alone: decoding must not change the document */
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_bytes plain = { NULL, 0 };
    pdk_status status =
        pdk_codec_unpack(codec, document->content.data + at, (size_t)size, &packing, &memory, &plain, error);
    if (plain.size >=
        pdk_fam_pixel_bytes(entry, block)) { /* a codec frowns on bytes after its data; here they are padding */
        pdk_fam_decode_pixels(entry, pdk_fam_colors_of(document, entry), plain.data,
                              pdk_load_u16(block + PDK_SHPI_WIDTH), pdk_load_u16(block + PDK_SHPI_HEIGHT), rgba);
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
    pdk_fam_decode_pixels(entry, pdk_fam_colors_of(document, entry), block + pdk_shpi_entry.size,
                          pdk_load_u16(block + PDK_SHPI_WIDTH), pdk_load_u16(block + PDK_SHPI_HEIGHT), rgba);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- images */

static pdk_certainty certainty_of(const pdk_document *document, const pdk_fam_entry *entry)
{
    pdk_certainty certainty = entry->packed ? PDK_LIKELY : pdk_fam_certainty(entry->code);
    if (!pdk_fam_is_indexed(entry->code)) return certainty;
    if (entry->palette == PDK_FAM_NONE) return PDK_GUESSED;
    pdk_certainty palette = pdk_fam_certainty(pdk_fam_entry_at(document->state, entry->palette)->code);
    return palette < certainty ? palette : certainty;
}

static void add_image(pdk_document *document, const pdk_fam_entry *entry)
{
    const uint8_t *block = document->content.data + entry->offset;
    pdk_image_entry image = { .info = { .name = entry->path,
                                        .width = pdk_load_u16(block + PDK_SHPI_WIDTH),
                                        .height = pdk_load_u16(block + PDK_SHPI_HEIGHT),
                                        .storage =
                                            pdk_field_label(pdk_record_field(&pdk_shpi_entry, "code"), entry->code),
                                        .certainty = certainty_of(document, entry) },
                              .decode = decode,
                              .place = pdk_fam_image_place,
                              .encode = pdk_fam_image_encode,
                              .show = pdk_fam_image_show,
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
            pdk_document_add_finding(
                document, PDK_WARNING, "shpi.overlaps", entry->offset, entry->path,
                "the bitmaps share so many bytes that they add up to more than %d times the file; from this one on "
                "they are not shown",
                GENEROUS);
            return;
        }
        budget -= entry->size;
        add_image(document, entry);
    }
}
