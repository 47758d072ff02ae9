/*
 * RGBA into a bitmap's own pixels. Pixels that look the same keep their bytes: indices of repeated colours, and
 * invisible colours, come back as they were.
 */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

/* One bitmap on its way in. */
typedef struct encoding {
    const pdk_fam_entry *entry;
    const uint8_t *colors; /* the palette's block; NULL = none */
    uint32_t width, height;
    uint8_t *pixels;       /* stored ones: old, then new */
    const uint8_t *before; /* what they looked like, in RGBA */
    const uint8_t *wanted;
    pdk_memory *memory;
    pdk_error *error;
} encoding;

pdk_status pdk_fam_image_place(const pdk_document *document, const void *state, pdk_image_place *place,
                               pdk_error *error)
{
    const pdk_fam_entry *entry = state;
    const uint8_t *block = document->content.data + entry->offset, *colors = pdk_fam_colors_of(document, entry);
    *place =
        (pdk_image_place){ .offset = entry->offset, .size = pdk_shpi_entry.size + pdk_fam_pixel_bytes(entry, block) };
    if (pdk_fam_is_indexed(entry->code) && colors != NULL) {
        const pdk_fam_entry *palette = pdk_fam_entry_at(document->state, entry->palette);
        place->colors_offset = palette->offset;
        place->colors_size =
            pdk_shpi_entry.size + (uint64_t)pdk_load_u16(colors + PDK_SHPI_WIDTH) * pdk_fam_bits(palette->code) / 8;
    }
    if (!entry->packed) return PDK_OK;
    return pdk_fail_where(
        error, PDK_E_UNSUPPORTED, entry->offset, "set.image.packed", entry->path,
        "the pixels of this entry are packed; no file with such an entry has been seen, and Paddock does not "
        "write any");
}

static pdk_status refuse(const encoding *into, uint64_t pixel, const char *code, const char *why)
{
    return pdk_fail_where(into->error, PDK_E_ARGUMENT, into->entry->offset, code, into->entry->path, "pixel %u, %u %s",
                          (unsigned)(pixel % into->width), (unsigned)(pixel / into->width), why);
}

static pdk_status refuse_clear(const encoding *into, uint64_t pixel)
{
    return refuse(into, pixel, "set.image.alpha",
                  "is transparent, but this bitmap cannot store transparency: make the picture opaque");
}

/* All or nothing, for storages without shades. */
static void harden(uint8_t rgba[4])
{
    rgba[3] = rgba[3] < 128 ? 0 : 255;
}

static bool looks_same(const uint8_t a[4], const uint8_t b[4])
{
    return memcmp(a, b, 4) == 0 || (a[3] == 0 && b[3] == 0);
}

/* ----------------------------------------------------------------------------------------------- indices */

static void put_nibble(uint8_t code, uint8_t *row, size_t x, uint8_t value)
{
    bool high = (x & 1) == 0; /* the left pixel of a byte is in its high half */
    if (code != 0x7A) high = !high;
    uint8_t other = high ? row[x / 2] & 0x0F : row[x / 2] & 0xF0;
    row[x / 2] = (uint8_t)(other | (high ? value << 4 : value));
}

static void put_index(const encoding *into, uint64_t pixel, uint8_t value)
{
    size_t stride = ((size_t)into->width * pdk_fam_bits(into->entry->code) + 7) / 8;
    uint8_t *row = into->pixels + pixel / into->width * stride;
    size_t x = (size_t)(pixel % into->width);
    if (into->entry->code == 0x7B) row[x] = value;
    else put_nibble(into->entry->code, row, x, value);
}

static pdk_status encode_indices(const encoding *into, bool car)
{
    pdk_fam_matcher *matcher = pdk_alloc(into->memory, sizeof *matcher);
    if (matcher == NULL) return pdk_fail_memory(into->error, into->memory, "the colours of a palette");
    pdk_fam_matcher_begin(matcher, into->colors, pdk_fam_index_limit(into->entry->code), car);
    pdk_status status = PDK_OK;
    for (uint64_t i = 0; i < (uint64_t)into->width * into->height && status == PDK_OK; i++) {
        uint8_t rgba[4];
        memcpy(rgba, into->wanted + i * 4, 4);
        if (!matcher->graded) harden(rgba);
        if (looks_same(rgba, into->before + i * 4)) continue;
        int index = pdk_fam_match(matcher, rgba);
        if (index >= 0) put_index(into, i, (uint8_t)index);
        else status = refuse_clear(into, i);
    }
    pdk_free(into->memory, matcher);
    return status;
}

/* -------------------------------------------------------------------------------------------------- masks */

static pdk_status encode_mask(const encoding *into)
{
    for (uint64_t i = 0; i < (uint64_t)into->width * into->height; i++) {
        const uint8_t *rgba = into->wanted + i * 4;
        if (rgba[3] != 0 && (rgba[0] & rgba[1] & rgba[2]) != 255) {
            return refuse(
                into, i, "set.image.mask",
                "is not white, but this bitmap stores opacity and no colour: draw in white on a transparent ground");
        }
        if (rgba[3] != into->before[i * 4 + 3]) put_index(into, i, (uint8_t)((rgba[3] * 15 + 127) / 255));
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- colours */

static void put_color(const pdk_field *const channels[4], uint8_t *pixel, const uint8_t rgba[4])
{
    for (size_t i = 0; i < 4; i++) {
        if (channels[i] != NULL) pdk_put_i64(channels[i], 0, pixel, pdk_fam_shrink(rgba[i], channels[i]->bits));
    }
}

/* 565 has one green for "nothing": it is not to be met by chance. */
static void put_565(const pdk_field *const channels[4], uint8_t *pixel, const uint8_t rgba[4])
{
    put_color(channels, pixel, rgba);
    if (rgba[3] == 0) pdk_store_u16(pixel, PDK_FAM_KEY_565);
    else if (pdk_load_u16(pixel) == PDK_FAM_KEY_565) pdk_store_u16(pixel, PDK_FAM_KEY_565 | 1 << 5);
}

static pdk_status encode_colors(const encoding *into)
{
    const pdk_record *color = pdk_fam_color(into->entry->code);
    const pdk_field *channels[] = { pdk_record_field(color, "red"), pdk_record_field(color, "green"),
                                    pdk_record_field(color, "blue"), pdk_record_field(color, "alpha") };
    bool has_key = into->entry->code == 0x78, graded = channels[3] != NULL && channels[3]->bits > 1;
    for (uint64_t i = 0; i < (uint64_t)into->width * into->height; i++) {
        uint8_t rgba[4], *pixel = into->pixels + i * color->size;
        memcpy(rgba, into->wanted + i * 4, 4);
        if (!graded) harden(rgba);
        if (looks_same(rgba, into->before + i * 4)) continue;
        if (rgba[3] == 0 && channels[3] == NULL && !has_key) return refuse_clear(into, i);
        if (has_key) put_565(channels, pixel, rgba);
        else put_color(channels, pixel, rgba);
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- the call */

/* Headers say how all the rest is read: they must be those the image was found by. */
static bool headers_are_old(const pdk_document *document, const encoding *into, const uint8_t *stored)
{
    const uint8_t *colors = pdk_fam_colors_of(document, into->entry);
    size_t size = pdk_shpi_entry.size;
    return memcmp(stored, document->content.data + into->entry->offset, size) == 0 &&
           (into->colors == NULL || memcmp(into->colors, colors, size) == 0);
}

pdk_status pdk_fam_fail_header(const pdk_fam_entry *entry, pdk_error *error)
{
    return pdk_fail_where(
        error, PDK_E_ARGUMENT, entry->offset, "set.image.header", entry->path,
        "the header of this bitmap or of its palette has been changed: write the file first, open it again, then "
        "replace the picture");
}

void pdk_fam_image_show(const void *state, const uint8_t *colors, const uint8_t *stored, uint8_t *rgba)
{
    pdk_fam_decode_pixels(state, colors, stored + pdk_shpi_entry.size, pdk_load_u16(stored + PDK_SHPI_WIDTH),
                          pdk_load_u16(stored + PDK_SHPI_HEIGHT), rgba);
}

pdk_status pdk_fam_image_encode(const pdk_document *document, const void *state, const uint8_t *colors,
                                const uint8_t *rgba, uint8_t *stored, pdk_memory *memory, pdk_error *error)
{
    encoding into = { .entry = state,
                      .colors = colors,
                      .width = pdk_load_u16(stored + PDK_SHPI_WIDTH),
                      .height = pdk_load_u16(stored + PDK_SHPI_HEIGHT),
                      .pixels = stored + pdk_shpi_entry.size,
                      .wanted = rgba,
                      .memory = memory,
                      .error = error };
    if (!headers_are_old(document, &into, stored)) return pdk_fam_fail_header(into.entry, error);
    uint8_t *before = pdk_alloc_array(memory, (uint64_t)into.width * into.height, 4);
    if (before == NULL) return pdk_fail_memory(error, memory, "the pixels of an image");
    pdk_fam_image_show(state, colors, stored, before);
    into.before = before;
    pdk_status status;
    if (pdk_fam_is_indexed(into.entry->code)) status = encode_indices(&into, strcmp(document->dialect, "car") == 0);
    else status = pdk_fam_color(into.entry->code) == NULL ? encode_mask(&into) : encode_colors(&into);
    pdk_free(memory, before);
    return status;
}
