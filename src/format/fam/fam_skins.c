/* What the polygons of a 3D part show: the bitmaps of its textures, and where its corners are in lists by texture. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

const float pdk_fam_whole_bitmap[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };

static int by_name(const void *left, const void *right)
{
    const pdk_fam_entry *const *a = left, *const *b = right;
    int order = memcmp((*a)->name, (*b)->name, sizeof(*a)->name);
    if (order != 0) return order;
    return (*a)->number < (*b)->number ? -1 : (*a)->number > (*b)->number;
}

static bool is_shown(const pdk_document *document, const pdk_fam_entry *entry)
{
    const uint8_t *block = document->content.data + entry->offset;
    return entry->use == PDK_FAM_BITMAP && entry->whole && entry->offset != 0 && entry->number != PDK_FAM_NONE &&
           pdk_load_u16(block + PDK_SHPI_WIDTH) > 0 && pdk_load_u16(block + PDK_SHPI_HEIGHT) > 0;
}

/* The first bitmap of this name in a sorted list. */
static const pdk_fam_entry *find_bitmap(const pdk_fam_entry **sorted, size_t count, const uint8_t *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memcmp(sorted[middle]->name, name, 4) < 0) low = middle + 1;
        else high = middle;
    }
    return low < count && memcmp(sorted[low]->name, name, 4) == 0 ? sorted[low] : NULL;
}

static pdk_status sort_bitmaps(const pdk_document *document, const pdk_fam_part *part, pdk_memory *memory,
                               const pdk_fam_entry ***sorted, size_t *count, pdk_error *error)
{
    const pdk_fam *fam = document->state;
    *count = 0;
    const pdk_fam_part *set = part->pictures != PDK_FAM_NONE ? pdk_fam_part_at(fam, part->pictures) : NULL;
    *sorted = pdk_alloc_array(memory, set != NULL ? set->entry_count : 0, sizeof **sorted);
    if (*sorted == NULL) return pdk_fail_memory(error, memory, "the textures of a 3D part");
    for (uint32_t i = 0; set != NULL && i < set->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, set->first_entry + i);
        if (is_shown(document, entry)) (*sorted)[(*count)++] = entry;
    }
    qsort(*sorted, *count, sizeof **sorted, by_name);
    return PDK_OK;
}

const uint8_t *pdk_fam_texture_name(const pdk_document *document, const pdk_fam_part *part, uint32_t texture)
{
    uint64_t list = part->offset + pdk_fam_model_number(document, part, "texture_offset");
    return document->content.data + list + (uint64_t)texture * pdk_orip_texture.size +
           pdk_record_field(&pdk_orip_texture, "entry")->offset;
}

pdk_status pdk_fam_find_bitmaps(const pdk_document *document, const pdk_fam_part *part, const pdk_fam_entry **bitmaps,
                                pdk_memory *memory, pdk_error *error)
{
    const pdk_fam_entry **sorted;
    size_t count;
    pdk_status status = sort_bitmaps(document, part, memory, &sorted, &count, error);
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES && status == PDK_OK; i++)
        bitmaps[i] = i < part->textures ? find_bitmap(sorted, count, pdk_fam_texture_name(document, part, i)) : NULL;
    if (status == PDK_OK) pdk_free(memory, (void *)sorted);
    return status;
}

void pdk_fam_bitmap_size(const pdk_document *document, const pdk_fam_entry *bitmap, double size[2])
{
    const uint8_t *block = bitmap != NULL ? document->content.data + bitmap->offset : NULL;
    size[0] = block != NULL ? pdk_load_u16(block + PDK_SHPI_WIDTH) : 1;
    size[1] = block != NULL ? pdk_load_u16(block + PDK_SHPI_HEIGHT) : 1;
}

void pdk_fam_point(const pdk_document *document, const pdk_fam_part *part, uint32_t number, double place[3])
{
    static const char *const axes[] = { "x", "y", "z" };
    const uint8_t *at = document->content.data + part->offset + pdk_fam_model_number(document, part, "vertex_offset") +
                        (uint64_t)number * pdk_orip_vertex.size;
    for (size_t axis = 0; axis < 3; axis++)
        place[axis] = pdk_get_f64(pdk_record_field(&pdk_orip_vertex, axes[axis]), 0, at) * part->scale;
}

void pdk_fam_first_corners(const pdk_document *document, const pdk_fam_part *part, uint32_t *first)
{
    uint32_t next[PDK_FAM_TEXTURES] = { 0 }, sum = 0;
    for (uint32_t i = 0; i < part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(document, part, i);
        if (polygon.drawn) next[polygon.texture] += polygon.corners;
    }
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES; i++) {
        uint32_t corners = next[i];
        next[i] = sum;
        sum += corners;
    }
    for (uint32_t i = 0; i < part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(document, part, i);
        first[i] = polygon.drawn ? next[polygon.texture] : PDK_FAM_NONE;
        if (polygon.drawn) next[polygon.texture] += polygon.corners;
    }
}
