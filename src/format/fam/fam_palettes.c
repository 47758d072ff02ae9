/*
 * Which palette colours a bitmap. In this order: the one its chain of attached blocks leads to; !pal or !PAL of its
 * set, or else the first palette listed there; one hidden between directory and first entry; the last one of an earlier
 * set.
 */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

enum { MAX_STEPS = 8, FULL = 256 };

static bool is_palette_code(uint8_t code)
{
    return code == 0x22 || code == 0x24 || code == 0x29 || code == 0x2A || code == 0x2D;
}

static pdk_status add_unlisted(pdk_document *document, uint32_t index, uint64_t offset, uint64_t end, pdk_error *error)
{
    pdk_fam *fam = document->state;
    pdk_fam_entry *entry = pdk_vector_push(&fam->entries);
    if (entry == NULL) return pdk_fail_memory(error, &document->memory, "the list of palettes");
    *entry =
        (pdk_fam_entry){ .part = index, .number = PDK_FAM_NONE, .palette = PDK_FAM_NONE, .offset = offset, .end = end };
    pdk_fam_part_at(fam, index)->entry_count++;
    return pdk_fam_classify(document, entry, error);
}

/* A palette without a line in the directory is believed when it is full and says so twice. */
static bool looks_like_palette(const uint8_t *block, uint64_t capacity)
{
    if (capacity < pdk_shpi_entry.size || !is_palette_code(block[0])) return false;
    if (pdk_load_u16(block + PDK_SHPI_WIDTH) != FULL || pdk_load_u16(block + PDK_SHPI_PIVOT_X) != FULL) return false;
    return pdk_shpi_entry.size + FULL * pdk_fam_bits(block[0]) / 8 <= capacity;
}

pdk_status pdk_fam_find_unlisted(pdk_document *document, uint32_t index, uint64_t from, uint64_t to, pdk_error *error)
{
    for (uint64_t at = from; at + pdk_shpi_entry.size <= to;) {
        const uint8_t *block = document->content.data + at;
        if (!looks_like_palette(block, to - at)) {
            at++;
            continue;
        }
        pdk_status status = add_unlisted(document, index, at, to, error);
        if (status != PDK_OK) return status;
        at += pdk_shpi_entry.size + FULL * pdk_fam_bits(block[0]) / 8;
    }
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------- the chain */

/* Follows the signed distances from block to block; 0 when they lead to no palette. */
static uint64_t follow_chain(pdk_document *document, const pdk_fam_part *part, const pdk_fam_entry *entry)
{
    char where[PDK_FAM_WHERE];
    uint64_t at = entry->offset;
    for (int step = 0; step < MAX_STEPS; step++) {
        int64_t distance = pdk_load_i24(document->content.data + at + PDK_SHPI_ATTACHED);
        if (distance == 0) return 0;
        int64_t next = (int64_t)at + distance;
        if (next < (int64_t)(part->offset + pdk_shpi_header.size) || next > (int64_t)part->end - 4) {
            pdk_document_add_finding(document, PDK_WARNING, "shpi.entry.attached", at + PDK_SHPI_ATTACHED,
                                     pdk_fam_where_in(where, part, "entry", entry->number, "attached"),
                                     "the next attached block, %lld bytes from here, is outside the set",
                                     (long long)distance);
            return 0;
        }
        at = (uint64_t)next;
        const uint8_t *block = document->content.data + at;
        if (!is_palette_code(block[0])) continue;
        uint64_t available = part->end - at;
        bool whole =
            available >= pdk_shpi_entry.size &&
            pdk_shpi_entry.size + (uint64_t)pdk_load_u16(block + PDK_SHPI_WIDTH) * pdk_fam_bits(block[0]) / 8 <=
                available;
        if (whole) return at;
    }
    pdk_document_add_finding(document, PDK_WARNING, "shpi.entry.attached", entry->offset + PDK_SHPI_ATTACHED,
                             pdk_fam_where_in(where, part, "entry", entry->number, "attached"),
                             "the list of attached blocks does not end after %d; the rest is ignored", MAX_STEPS);
    return 0;
}

/* ---------------------------------------------------------------------------------- palettes by place */

typedef struct spot {
    uint64_t offset;
    uint32_t entry; /* the palette there, or PDK_FAM_NONE while it has no entry */
    uint32_t user;  /* a bitmap that needs it */
} spot;

static int by_place(const void *left, const void *right)
{
    const spot *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    if (a->entry != b->entry) return a->entry < b->entry ? -1 : 1; /* palettes before the bitmaps that use them */
    return a->user < b->user ? -1 : a->user > b->user;
}

static pdk_status push_spot(pdk_document *document, pdk_vector *spots, spot value, pdk_error *error)
{
    spot *place = pdk_vector_push(spots);
    if (place == NULL) return pdk_fail_memory(error, &document->memory, "the list of palettes");
    *place = value;
    return PDK_OK;
}

/* Brings bitmaps and the palettes they are attached to together by sorting both by offset. */
static pdk_status join(pdk_document *document, uint32_t index, pdk_vector *spots, pdk_error *error)
{
    pdk_fam *fam = document->state;
    spot *list = spots->items;
    uint64_t end = pdk_fam_part_at(fam, index)->end;
    if (spots->count > 0) qsort(list, spots->count, sizeof *list, by_place);
    for (size_t i = 0; i < spots->count; i++) {
        if (list[i].user == PDK_FAM_NONE) continue;
        if (i > 0 && list[i - 1].offset == list[i].offset) list[i].entry = list[i - 1].entry;
        if (list[i].entry == PDK_FAM_NONE) { /* a palette only the chain knows */
            list[i].entry = (uint32_t)fam->entries.count;
            pdk_status status = add_unlisted(document, index, list[i].offset, end, error);
            if (status != PDK_OK) return status;
        }
        pdk_fam_entry *user = pdk_fam_entry_at(fam, list[i].user);
        user->palette = list[i].entry;
        user->rule = PDK_FAM_ATTACHED;
    }
    return PDK_OK;
}

static pdk_status follow_chains(pdk_document *document, uint32_t index, pdk_error *error)
{
    pdk_fam *fam = document->state;
    const pdk_fam_part *part = pdk_fam_part_at(fam, index);
    pdk_vector spots = pdk_vector_of(&document->memory, sizeof(spot));
    pdk_status status = PDK_OK;
    for (uint32_t i = 0; i < part->entry_count && status == PDK_OK; i++) {
        uint32_t number = part->first_entry + i;
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, number);
        bool has_header = entry->whole && entry->offset != 0;
        if (has_header && entry->use == PDK_FAM_PALETTE) {
            status = push_spot(document, &spots, (spot){ entry->offset, number, PDK_FAM_NONE }, error);
        } else if (has_header && entry->use == PDK_FAM_BITMAP && pdk_fam_is_indexed(entry->code)) {
            uint64_t offset = follow_chain(document, part, entry);
            if (offset != 0) status = push_spot(document, &spots, (spot){ offset, PDK_FAM_NONE, number }, error);
        }
    }
    if (status == PDK_OK) status = join(document, index, &spots, error);
    pdk_free(&document->memory, spots.items);
    return status;
}

/* --------------------------------------------------------------------------------- palettes of the set */

/* The set's own palette: !pal or !PAL, otherwise the first listed, otherwise the first unlisted one. */
static uint32_t set_palette(const pdk_fam *fam, const pdk_fam_part *part, pdk_fam_rule *rule)
{
    uint32_t listed = PDK_FAM_NONE, unlisted = PDK_FAM_NONE;
    *rule = PDK_FAM_LISTED;
    for (uint32_t i = part->first_entry; i < part->first_entry + part->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, i);
        if (entry->use != PDK_FAM_PALETTE || !entry->whole || entry->packed) continue;
        bool named = memcmp(entry->name, "!pal", 4) == 0 || memcmp(entry->name, "!PAL", 4) == 0;
        if (named) return i;
        if (entry->number != PDK_FAM_NONE && listed == PDK_FAM_NONE) listed = i;
        if (entry->number == PDK_FAM_NONE && unlisted == PDK_FAM_NONE) unlisted = i;
    }
    if (listed != PDK_FAM_NONE) return listed;
    *rule = PDK_FAM_UNLISTED;
    return unlisted;
}

/* The rail of one track (Autumn Valley) is known to be wrong with the palette attached to it. */
static bool ignores_attached(const pdk_document *document, const pdk_fam_entry *entry)
{
    return memcmp(entry->name, "ga00", 4) == 0 && strcmp(document->file_name, "TR2_001.FAM") == 0;
}

static void give_palette(pdk_document *document, pdk_fam_entry *entry, uint32_t own, pdk_fam_rule rule)
{
    const pdk_fam *fam = document->state;
    if (entry->use != PDK_FAM_BITMAP || !entry->whole || entry->offset == 0 || !pdk_fam_is_indexed(entry->code)) return;
    if (entry->rule == PDK_FAM_ATTACHED && !(own != PDK_FAM_NONE && ignores_attached(document, entry))) return;
    entry->palette = own;
    entry->rule = rule;
    if (own != PDK_FAM_NONE) return;
    entry->palette = fam->last_palette;
    entry->rule = fam->last_palette != PDK_FAM_NONE ? PDK_FAM_INHERITED : PDK_FAM_NO_PALETTE;
    if (entry->rule == PDK_FAM_NO_PALETTE) {
        char where[PDK_FAM_WHERE];
        const pdk_fam_part *part = pdk_fam_part_at(fam, entry->part);
        pdk_document_add_finding(document, PDK_WARNING, "shpi.palette.missing", entry->offset,
                                 pdk_fam_where_in(where, part, "entry", entry->number, NULL),
                                 "there is no palette for this bitmap; it is shown in greys");
    }
}

pdk_status pdk_fam_choose_palettes(pdk_document *document, uint32_t index, pdk_error *error)
{
    pdk_fam *fam = document->state;
    const pdk_fam_part *part = pdk_fam_part_at(fam, index);
    pdk_fam_rule rule;
    uint32_t own = set_palette(fam, part, &rule); /* before palettes that belong to one bitmap only are added */
    uint32_t last = part->first_entry + part->entry_count;
    pdk_status status = follow_chains(document, index, error);
    if (status != PDK_OK) return status;
    for (uint32_t i = part->first_entry; i < last; i++) give_palette(document, pdk_fam_entry_at(fam, i), own, rule);
    if (own != PDK_FAM_NONE) fam->last_palette = own;
    else if (part->first_entry + part->entry_count > last)
        fam->last_palette = part->first_entry + part->entry_count - 1;
    return PDK_OK;
}
