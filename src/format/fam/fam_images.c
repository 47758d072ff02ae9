/* The bitmaps of a set as images of the document. */

#include "base/load.h"
#include "codec/codec.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

enum { GENEROUS = 16 };

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
    pdk_status status = pdk_codec_unpack(codec, (pdk_bytes){ document->content.data + at, (size_t)size }, &packing,
                                         &memory, &plain, error);
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
                              .recolor = pdk_fam_recolor,
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
