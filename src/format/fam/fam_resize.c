/* Bitmaps with other widths and heights, in a new file. */
#include "format/fam/fam_resize.h"

#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"
#include "paddock/output.h"

/* ------------------------------------------------------------------------------------------------- what may change */

static pdk_status check_whole(const pdk_document *document, const char *picture, pdk_error *error)
{
    const pdk_finding *findings = document->findings.items;
    bool all_known = !document->partial || document->findings_made == document->findings.count;
    if (!all_known)
        return pdk_fail_where(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "set.image.incomplete", picture,
                              "too much is wrong with this file: it cannot be laid out again");
    for (size_t i = 0; i < document->findings.count; i++) {
        if (findings[i].severity != PDK_ERROR) continue;
        return pdk_fail_where(error, PDK_E_CORRUPT, findings[i].offset, "set.image.incomplete", picture,
                              "parts of this file are missing or damaged: it cannot be laid out again");
    }
    return PDK_OK;
}

/* Texture coordinates of 3D parts are in pixels. */
static bool has_model(const pdk_fam_resizing *all, const pdk_fam_entry *entry)
{
    for (size_t i = 0; i < all->fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(all->fam, i);
        if (part->kind == PDK_FAM_ORIP && part->pictures == entry->part) return true;
    }
    return false;
}

static bool has_size(const pdk_fam_resizing *all, const pdk_new_size *size)
{
    const uint8_t *block = all->document->content.data + ((const pdk_fam_entry *)size->state)->offset;
    return pdk_load_u16(block + PDK_SHPI_WIDTH) == size->width && pdk_load_u16(block + PDK_SHPI_HEIGHT) == size->height;
}

static pdk_status check_entry(const pdk_fam_resizing *all, const pdk_fam_entry *entry)
{
    pdk_image_place place;
    pdk_status status = pdk_fam_image_place(all->document, entry, &place, all->error);
    if (status != PDK_OK) return status;
    if (!has_model(all, entry)) return PDK_OK;
    return pdk_fam_fail_resize(all, entry, "set.image.model",
                               "%s belongs to a 3D part, whose texture coordinates are in pixels: it must keep its "
                               "size");
}

static int by_place(const void *left, const void *right)
{
    const pdk_fam_entry *a = ((const pdk_new_size *)left)->state, *b = ((const pdk_new_size *)right)->state;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* By place, without those that keep their size. Several lines of a directory may lead to one bitmap. */
static pdk_status sort_sizes(const pdk_fam_resizing *all, pdk_new_size *sizes, size_t *count, pdk_new_size *kept_sizes)
{
    size_t kept = 0;
    qsort(sizes, *count, sizeof *sizes, by_place);
    for (size_t i = 0; i < *count; i++) {
        const pdk_new_size *one = &sizes[i], *before = i > 0 ? &sizes[i - 1] : NULL;
        bool again = before != NULL && by_place(before, one) == 0;
        if (again && (before->width != one->width || before->height != one->height))
            return pdk_fam_fail_resize(all, one->state, "set.image.size",
                                       "%s is the same picture as another one that gets another size");
        if (again || has_size(all, one)) continue;
        pdk_status status = check_entry(all, one->state);
        if (status != PDK_OK) return status;
        kept_sizes[kept++] = *one;
    }
    *count = kept;
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- the new file */

static size_t smaller(uint64_t a, uint64_t b)
{
    return (size_t)(a < b ? a : b);
}

/* Rows and columns that both sizes have; `to` is zeros. */
static void copy_pixels(const pdk_fam_resizing *all, const pdk_fam_splice *splice, uint8_t *to)
{
    const uint8_t *block = all->document->content.data + splice->entry->offset;
    const uint8_t *from = block + pdk_shpi_entry.size;
    uint32_t height = pdk_load_u16(block + PDK_SHPI_HEIGHT);
    uint64_t before = pdk_fam_stored_size(splice->entry, pdk_load_u16(block + PDK_SHPI_WIDTH), 1);
    uint64_t after = pdk_fam_stored_size(splice->entry, splice->width, 1);
    for (uint32_t row = 0; row < height && row < splice->height; row++)
        memcpy(to + row * after, from + row * before, smaller(before, after));
}

/* `to` is where the replaced bytes are now. */
static void fill_splice(const pdk_fam_resizing *all, const pdk_fam_splice *splice, uint8_t *to)
{
    uint64_t size = splice->entry != NULL ? pdk_fam_stored_size(splice->entry, splice->width, splice->height) : 0;
    const uint8_t *filling = all->document->content.data + splice->at + splice->removed - splice->filling;
    if (splice->entry != NULL) {
        copy_pixels(all, splice, to);
        uint8_t *header = to - pdk_shpi_entry.size;
        pdk_store_u16(header + PDK_SHPI_WIDTH, (uint16_t)splice->width);
        pdk_store_u16(header + PDK_SHPI_HEIGHT, (uint16_t)splice->height);
    }
    memcpy(to + size, filling, smaller(splice->filling, splice->added - size));
}

static void copy_file(const pdk_fam_resizing *all, uint8_t *file)
{
    pdk_bytes content = all->document->content;
    uint64_t from = 0, to = 0;
    for (size_t i = 0; i < all->splice_count; i++) {
        const pdk_fam_splice *splice = &all->splices[i];
        memcpy(file + to, content.data + from, (size_t)(splice->at - from));
        to += splice->at - from;
        fill_splice(all, splice, file + to);
        to += splice->added;
        from = splice->at + splice->removed;
    }
    memcpy(file + to, content.data + from, content.size - (size_t)from);
}

static pdk_status write_file(const pdk_fam_resizing *all, pdk_output *output)
{
    uint64_t size = all->document->content.size + (uint64_t)all->growth[all->splice_count];
    if (size > UINT32_MAX)
        return pdk_fail_where(all->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.image.far", all->splices[0].entry->path,
                              "the file would have %llu bytes, but offsets of 32 bits reach 4294967295",
                              (unsigned long long)size);
    uint8_t *file = pdk_alloc(all->memory, (size_t)size);
    if (file == NULL) return pdk_fail_memory(all->error, all->memory, "the new file");
    copy_file(all, file);
    pdk_status status = pdk_fam_move_references(all, file);
    return status == PDK_OK ? pdk_output_write(output, file, (size_t)size, all->error) : status;
}

static pdk_status resize(pdk_fam_resizing *all, const pdk_new_size *sizes, size_t count, pdk_output *output)
{
    pdk_new_size *sorted = pdk_alloc_array(all->memory, count, sizeof *sorted);
    pdk_new_size *kept = pdk_alloc_array(all->memory, count, sizeof *kept);
    if (sorted == NULL || kept == NULL) return pdk_fail_memory(all->error, all->memory, "pictures");
    memcpy(sorted, sizes, count * sizeof *sorted);
    all->links = pdk_vector_of(all->memory, sizeof(pdk_fam_link));
    pdk_status status = check_whole(all->document, ((const pdk_fam_entry *)sizes[0].state)->path, all->error);
    if (status == PDK_OK) status = sort_sizes(all, sorted, &count, kept);
    if (status == PDK_OK) status = pdk_fam_plan_resize(all, kept, count);
    return status == PDK_OK ? write_file(all, output) : status;
}

pdk_status pdk_fam_resize(const pdk_document *document, const pdk_new_size *sizes, size_t count, pdk_output *output,
                          pdk_error *error)
{
    pdk_memory memory; /* of this call alone */
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_fam_resizing all = { .document = document, .fam = document->state, .memory = &memory, .error = error };
    pdk_status status = resize(&all, sizes, count, output);
    pdk_memory_destroy(&memory);
    return status;
}
