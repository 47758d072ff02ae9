/* What kind of block an entry leads to, and whether it is whole. */
#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

static pdk_fam_use use_of(uint8_t code)
{
    switch (code) {
    case 0x22:
    case 0x24:
    case 0x29:
    case 0x2A:
    case 0x2D: return PDK_FAM_PALETTE;
    case 0x40:
    case 0x6D:
    case 0x78:
    case 0x79:
    case 0x7A:
    case 0x7B:
    case 0x7D:
    case 0x7E:
    case 0x7F: return PDK_FAM_BITMAP;
    case 0x7C: return PDK_FAM_ATTACHMENT;
    case 0x69:
    case 0x6F:
    case 0x70: return PDK_FAM_TEXT;
    default: return PDK_FAM_UNKNOWN;
    }
}

/* Bytes a block takes by its own header; UINT64_MAX when that does not say. `capacity` are those to the set's end: the
 * next block may begin inside the header, which then still says what it says. */
static uint64_t own_size(const pdk_fam_entry *entry, const uint8_t *block, uint64_t capacity)
{
    if (entry->use == PDK_FAM_BITMAP || entry->use == PDK_FAM_PALETTE) {
        if (capacity < pdk_shpi_entry.size) return pdk_shpi_entry.size;
        if (entry->packed) return entry->end - entry->offset < pdk_shpi_entry.size ? pdk_shpi_entry.size : UINT64_MAX;
        uint64_t width = pdk_load_u16(block + PDK_SHPI_WIDTH),
                 height = entry->use == PDK_FAM_BITMAP ? pdk_load_u16(block + PDK_SHPI_HEIGHT) : 1;
        return pdk_shpi_entry.size + (width * pdk_fam_bits(entry->code) + 7) / 8 * height;
    }
    if (entry->code == 0x6F || entry->code == 0x7C) {
        if (capacity < pdk_shpi_text.size) return pdk_shpi_text.size;
        uint64_t count = pdk_load_u32(block + PDK_SHPI_WIDTH);
        return pdk_shpi_text.size + (entry->code == 0x7C ? 8 * count : count);
    }
    return UINT64_MAX;
}

pdk_status pdk_fam_classify(pdk_document *document, pdk_fam_entry *entry, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    const pdk_fam_part *part = pdk_fam_part_at(document->state, entry->part);
    const uint8_t *block = document->content.data + entry->offset;
    entry->packed = (block[0] & 0x80) != 0;
    entry->code = block[0] & 0x7F;
    entry->use = use_of(entry->code);
    uint64_t in_set = part->end - entry->offset, size = own_size(entry, block, in_set),
             available = entry->end - entry->offset;
    bool overlaps = size != UINT64_MAX && size > available && size <= in_set;
    entry->whole = size == UINT64_MAX || size <= in_set;
    entry->size = size == UINT64_MAX || !entry->whole ? available : size;
    pdk_fam_where_in(where, part, "entry", entry->number, NULL);
    if (entry->use == PDK_FAM_UNKNOWN) {
        pdk_document_add_finding(document, PDK_NOTE, "shpi.entry.code", entry->offset, where,
                                 "the block has the unknown code 0x%02X; it is kept, but not read", block[0]);
    } else if (overlaps) {
        pdk_document_add_finding(document, PDK_WARNING, "shpi.entry.overlap", entry->offset, where,
                                 "the block needs %llu bytes, but the next one begins after %llu",
                                 (unsigned long long)size, (unsigned long long)available);
    } else if (!entry->whole) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, entry->offset, "shpi.entry.truncated", where,
                                   "the block needs %llu bytes, but its set ends after %llu", (unsigned long long)size,
                                   (unsigned long long)(part->end - entry->offset));
    } else if (entry->use == PDK_FAM_BITMAP &&
               (pdk_load_u16(block + PDK_SHPI_WIDTH) == 0 || pdk_load_u16(block + PDK_SHPI_HEIGHT) == 0)) {
        pdk_document_add_finding(document, PDK_WARNING, "shpi.entry.empty", entry->offset + PDK_SHPI_WIDTH, where,
                                 "a bitmap of %u x %u pixels has no pixels to show",
                                 (unsigned)pdk_load_u16(block + PDK_SHPI_WIDTH),
                                 (unsigned)pdk_load_u16(block + PDK_SHPI_HEIGHT));
    }
    return PDK_OK;
}
