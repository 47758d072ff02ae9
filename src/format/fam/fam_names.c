/* Names for people: paths of entries, places for findings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

static const char *kind_name(pdk_fam_kind kind)
{
    static const char *const names[] = { "wwww", "shpi", "orip", "unknown" };
    return names[kind];
}

const char *pdk_fam_where(char buffer[PDK_FAM_WHERE], const pdk_fam_part *part)
{
    if (part->depth == 0) snprintf(buffer, PDK_FAM_WHERE, "%s", kind_name(part->kind));
    else snprintf(buffer, PDK_FAM_WHERE, "%s[%.48s]", kind_name(part->kind), part->path);
    return buffer;
}

const char *pdk_fam_where_in(char buffer[PDK_FAM_WHERE], const pdk_fam_part *part, const char *item, uint32_t number,
                             const char *field)
{
    pdk_fam_where(buffer, part);
    size_t at = strlen(buffer);
    at += (size_t)snprintf(buffer + at, PDK_FAM_WHERE - at, ".%s", item);
    if (number != PDK_FAM_NONE) at += (size_t)snprintf(buffer + at, PDK_FAM_WHERE - at, "[%u]", (unsigned)number);
    if (field != NULL) snprintf(buffer + at, PDK_FAM_WHERE - at, ".%s", field);
    return buffer;
}

/* Trailing NULs and blanks do not distinguish names on a disk: drop them. */
static size_t name_length(const uint8_t name[4])
{
    size_t length = 4;
    while (length > 0 && (name[length - 1] == 0 || name[length - 1] == ' ')) length--;
    return length;
}

/* What could not be typed, would leave a folder, hide a file or be taken for our own marks becomes %XX. */
static void escape(char buffer[16], const uint8_t name[4])
{
    static const char digits[] = "0123456789ABCDEF";
    size_t at = 0;
    for (size_t i = 0; i < name_length(name); i++) {
        uint8_t letter = name[i];
        bool plain = letter >= 0x20 && letter < 0x7F && strchr("/\\%#:*?\"<>|", letter) == NULL;
        if (plain && !(letter == '.' && i == 0)) {
            buffer[at++] = (char)letter;
        } else {
            buffer[at++] = '%';
            buffer[at++] = digits[letter >> 4];
            buffer[at++] = digits[letter & 15];
        }
    }
    if (at == 0) memcpy(buffer, "%00", at = 3);
    buffer[at] = '\0';
}

typedef struct name_order {
    uint32_t key, index;
} name_order;

static int compare(const void *left, const void *right)
{
    const name_order *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

static uint32_t key_of(const uint8_t name[4])
{
    uint32_t key = 0;
    for (size_t i = 0; i < name_length(name); i++) key |= (uint32_t)name[i] << (24 - 8 * i);
    return key;
}

/* The second A000 of a set is A000#2. An entry without a line in the directory is named by its offset in the set. */
static char *make_path(pdk_memory *memory, const pdk_fam_part *part, const pdk_fam_entry *entry, uint32_t repeat)
{
    char name[32];
    if (entry->number == PDK_FAM_NONE) {
        snprintf(name, sizeof name, "@0x%llX", (unsigned long long)(entry->offset - part->offset));
    } else {
        escape(name, entry->name);
        if (repeat > 1) snprintf(name + strlen(name), sizeof name - strlen(name), "#%u", (unsigned)repeat);
    }
    if (part->depth == 0) return pdk_keep(memory, name);
    return pdk_keep_printf(memory, "%s/%s", part->path, name);
}

pdk_status pdk_fam_name_entries(pdk_document *document, const pdk_fam_part *part, uint32_t first, uint32_t count,
                                pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    pdk_fam *fam = document->state;
    name_order *order = pdk_alloc_array(memory, count, sizeof *order);
    if (order == NULL) return pdk_fail_memory(error, memory, "the names of entries");
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (name_order){ key_of(pdk_fam_entry_at(fam, first + i)->name), first + i };
    }
    qsort(order, count, sizeof *order, compare);
    uint32_t repeat = 0;
    for (uint32_t i = 0; i < count; i++) {
        pdk_fam_entry *entry = pdk_fam_entry_at(fam, order[i].index);
        repeat = i > 0 && order[i].key == order[i - 1].key ? repeat + 1 : 1;
        entry->path = make_path(memory, part, entry, repeat);
        if (entry->path == NULL) return pdk_fail_memory(error, memory, "the names of entries");
    }
    pdk_free(memory, order);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------ found by their names */

bool pdk_fam_has_header(const pdk_fam_entry *entry)
{
    return entry->offset != 0 && entry->whole && (entry->use == PDK_FAM_BITMAP || entry->use == PDK_FAM_PALETTE);
}

const char *pdk_fam_kind_of_entry(const pdk_fam_entry *entry)
{
    static const char *const uses[] = { "bitmap", "palette", "attachment", "text", "unknown" };
    return entry->offset != 0 ? uses[entry->use] : "lost";
}

bool pdk_fam_find_entry(const pdk_document *document, const char *path, pdk_picture_entry *found)
{
    const pdk_fam *fam = document->state;
    size_t at = 0;
    while (at < fam->entries.count && strcmp(pdk_fam_entry_at(fam, at)->path, path) != 0) at++;
    if (at == fam->entries.count) return false;
    const pdk_fam_entry *entry = pdk_fam_entry_at(fam, at);
    *found = (pdk_picture_entry){ .kind = pdk_fam_kind_of_entry(entry), .pivot = { NAN, NAN } };
    if (!pdk_fam_has_header(entry)) return true;
    const uint8_t *header = document->content.data + entry->offset;
    found->pivot[0] = pdk_get_f64(pdk_record_field(&pdk_shpi_entry, "pivot_x"), 0, header);
    found->pivot[1] = pdk_get_f64(pdk_record_field(&pdk_shpi_entry, "pivot_y"), 0, header);
    return true;
}
