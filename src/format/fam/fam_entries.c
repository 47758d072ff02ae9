/* A set of pictures: its directory, and what kind of block each line leads to. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "text/encoding.h"
#include "text/shown_text.h"

enum { PADDING = 3 }; /* bytes a set inside wwww may be shorter than its room */

/* The header's length against the room there is; the smaller of both becomes the end. */
static pdk_status check_length(pdk_document *document, pdk_fam_part *part, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    uint64_t available = part->end - part->offset;
    if (available < pdk_shpi_header.size) {
        return pdk_document_damage(
            document, error, PDK_E_TRUNCATED, part->end, "shpi.truncated", pdk_fam_where(where, part),
            "a set of pictures needs 16 bytes, but only %llu are left", (unsigned long long)available);
    }
    const uint8_t *header = document->content.data + part->offset;
    uint64_t length = pdk_load_u32(header + PDK_SHPI_LENGTH);
    const pdk_field *directory = pdk_record_field(&pdk_shpi_header, "directory");
    part->name =
        pdk_text_read_padded(&document->memory, directory->encoding, header + directory->offset, directory->count);
    if (part->name.data == NULL) return pdk_fail_memory(error, &document->memory, "the name of a set of pictures");
    pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, "length");
    if (length > available || length < pdk_shpi_header.size) {
        return pdk_document_damage(document, error, length > available ? PDK_E_TRUNCATED : PDK_E_CORRUPT,
                                   part->offset + PDK_SHPI_LENGTH, "shpi.length", where,
                                   "the set says it has %llu bytes, but only %llu are left", (unsigned long long)length,
                                   (unsigned long long)available);
    }
    if (available - length > PADDING) {
        pdk_document_add_finding(document, PDK_NOTE, "shpi.trailing", part->offset + length, where,
                                 "%llu bytes follow the set; they are kept and ignored",
                                 (unsigned long long)(available - length));
    }
    part->end = part->offset + length;
    return PDK_OK;
}

/* One line of the directory into an entry. A line that leads nowhere keeps its entry, which then has no size. */
static pdk_status read_line(pdk_document *document, uint32_t part_index, uint32_t number, uint64_t directory_end,
                            pdk_error *error)
{
    pdk_fam *fam = document->state;
    const pdk_fam_part *part = pdk_fam_part_at(fam, part_index);
    uint64_t at = part->offset + pdk_shpi_header.size + (uint64_t)pdk_shpi_directory.size * number;
    const uint8_t *line = document->content.data + at;
    uint64_t offset = pdk_load_u32(line + PDK_SHPI_LINE_OFFSET);
    pdk_fam_entry *entry = pdk_vector_push(&fam->entries);
    if (entry == NULL) return pdk_fail_memory(error, &document->memory, "the directory");
    *entry = (pdk_fam_entry){ .part = part_index, .number = number, .palette = PDK_FAM_NONE, .use = PDK_FAM_UNKNOWN };
    memcpy(entry->name, line, sizeof entry->name);
    entry->offset = part->offset + offset;
    if (entry->offset >= directory_end && entry->offset < part->end) return PDK_OK;
    char where[PDK_FAM_WHERE], name[16];
    entry->offset = 0; /* never a real one: the file's first tag is there */
    pdk_text_show(name, sizeof name, entry->name, sizeof entry->name);
    return pdk_document_damage(
        document, error, part->offset + offset >= document->content.size ? PDK_E_TRUNCATED : PDK_E_CORRUPT,
        at + PDK_SHPI_LINE_OFFSET, "shpi.entry.offset", pdk_fam_where_in(where, part, "directory", number, "offset"),
        "entry %s at 0x%llX is outside its set, whose entries are from 0x%llX to 0x%llX", name,
        (unsigned long long)offset, (unsigned long long)(directory_end - part->offset),
        (unsigned long long)(part->end - part->offset));
}

static int by_offset(const void *left, const void *right)
{
    const pdk_fam_entry *const *a = left, *const *b = right;
    if ((*a)->offset != (*b)->offset) return (*a)->offset < (*b)->offset ? -1 : 1;
    return (*a)->number < (*b)->number ? -1 : (*a)->number > (*b)->number;
}

/* An entry may use the bytes up to the next one. Returns where the first begins. */
static pdk_status set_ends(pdk_document *document, const pdk_fam_part *part, uint64_t *first_offset, pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    const pdk_fam_entry **order = pdk_alloc_array(memory, part->entry_count, sizeof *order);
    if (order == NULL) return pdk_fail_memory(error, memory, "the directory");
    for (uint32_t i = 0; i < part->entry_count; i++)
        order[i] = pdk_fam_entry_at(document->state, part->first_entry + i);
    qsort(order, part->entry_count, sizeof *order, by_offset);
    uint64_t end = part->end, next = part->end;
    for (uint32_t i = part->entry_count; i-- > 0;) {
        pdk_fam_entry *entry = (pdk_fam_entry *)(uintptr_t)order[i];
        if (entry->offset == 0) continue;
        if (entry->offset < next) {
            end = next;
            next = entry->offset;
        }
        entry->end = end;
    }
    *first_offset = next;
    pdk_free(memory, order);
    return PDK_OK;
}

static pdk_status classify_all(pdk_document *document, uint32_t first, uint32_t count, pdk_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        pdk_fam_entry *entry = pdk_fam_entry_at(document->state, first + i);
        pdk_status status = entry->offset != 0 ? pdk_fam_classify(document, entry, error) : PDK_OK;
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static pdk_status announce_entries(pdk_document *document, const pdk_fam_part *part, uint64_t *count, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, "entry_count");
    return pdk_fam_announce(document, count, part->offset + PDK_SHPI_ENTRY_COUNT, where, error);
}

pdk_status pdk_fam_read_entries(pdk_document *document, uint32_t index, pdk_error *error)
{
    pdk_fam *fam = document->state;
    pdk_fam_part *part = pdk_fam_part_at(fam, index);
    pdk_status status = check_length(document, part, error);
    part->first_entry = (uint32_t)fam->entries.count;
    uint64_t available = part->end - part->offset;
    if (status != PDK_OK || available < pdk_shpi_header.size) return status;
    uint64_t count = pdk_load_u32(document->content.data + part->offset + PDK_SHPI_ENTRY_COUNT);
    uint64_t possible = (available - pdk_shpi_header.size) / pdk_shpi_directory.size;
    if (count > possible) {
        char where[PDK_FAM_WHERE];
        status =
            pdk_document_damage(document, error, PDK_E_TRUNCATED, part->offset + PDK_SHPI_ENTRY_COUNT, "shpi.entries",
                                pdk_fam_where_in(where, part, "header", PDK_FAM_NONE, "entry_count"),
                                "the set says it has %llu entries, but its directory has space for %llu",
                                (unsigned long long)count, (unsigned long long)possible);
        if (status != PDK_OK) return status;
        count = possible;
    }
    uint64_t directory_end = part->offset + pdk_shpi_header.size + pdk_shpi_directory.size * count,
             first_offset = directory_end;
    status = announce_entries(document, part, &count, error);
    part->children = part->entry_count = (uint32_t)count;
    for (uint32_t i = 0; i < count && status == PDK_OK; i++)
        status = read_line(document, index, i, directory_end, error);
    if (status == PDK_OK) status = set_ends(document, part, &first_offset, error);
    if (status == PDK_OK) status = classify_all(document, part->first_entry, part->entry_count, error);
    if (status == PDK_OK) status = pdk_fam_find_unlisted(document, index, directory_end, first_offset, error);
    if (status == PDK_OK) status = pdk_fam_choose_palettes(document, index, error);
    if (status != PDK_OK) return status;
    return pdk_fam_name_entries(document, part, part->first_entry, part->entry_count, error);
}

pdk_status pdk_fam_announce(pdk_document *document, uint64_t *count, uint64_t offset, const char *where,
                            pdk_error *error)
{
    pdk_fam *fam = document->state;
    uint64_t left = document->max_records - fam->listed, wanted = *count;
    if (wanted > left) *count = left;
    fam->listed += *count;
    if (wanted <= left) return PDK_OK;
    return pdk_document_damage(
        document, error, PDK_E_LIMIT, offset, "records.limit", where,
        "%llu more containers and pictures follow, but only %llu of the limit of %llu records are left",
        (unsigned long long)wanted, (unsigned long long)document->max_records, (unsigned long long)left);
}
