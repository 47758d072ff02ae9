/* Blocks of a set: those of its directory, and those that distances lead to. */
#include <stdlib.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_resize.h"

enum { MAX_STEPS = 64, MOST_ALIGNED = 16 };

uint32_t pdk_fam_alignment(uint64_t together)
{
    uint64_t bits = together | MOST_ALIGNED;
    return (uint32_t)(bits & (~bits + 1));
}

static int by_offset(const void *left, const void *right)
{
    const pdk_fam_start *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->reach > b->reach ? -1 : a->reach < b->reach;
}

static int by_place(const void *left, const void *right)
{
    const pdk_fam_start *a = left, *b = right;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* The chain from block to block. */
static pdk_status add_links(pdk_fam_resizing *all, const pdk_fam_part *part, const pdk_fam_entry *entry)
{
    uint64_t at = entry->offset;
    for (int step = 0; step < MAX_STEPS; step++) {
        int64_t distance = pdk_load_i24(all->document->content.data + at + PDK_SHPI_ATTACHED);
        int64_t next = (int64_t)at + distance;
        if (distance == 0) return PDK_OK;
        if (next < (int64_t)(part->offset + pdk_shpi_header.size) || next > (int64_t)part->end - 4) break;
        pdk_fam_link *link = pdk_vector_push(&all->links);
        if (link == NULL) return pdk_fail_memory(all->error, all->memory, "attached blocks");
        *link = (pdk_fam_link){ at, (uint64_t)next };
        at = (uint64_t)next;
    }
    all->endless = entry;
    return PDK_OK;
}

static bool is_block(const pdk_fam_part *part, const pdk_fam_entry *entry)
{
    return entry->offset != 0 && part->end - entry->offset >= 4;
}

/* Sorted, one for each place. */
static void sort_starts(pdk_fam_resizing *all, uint64_t set)
{
    uint64_t reach = 0, together = 0;
    size_t kept = 0;
    if (all->start_count > 0) qsort(all->starts, all->start_count, sizeof *all->starts, by_offset);
    for (size_t i = 0; i < all->start_count; i++) {
        pdk_fam_start start = all->starts[i];
        uint64_t before = reach;
        reach = start.reach > reach ? start.reach : reach;
        together |= start.offset - set;
        if (kept > 0 && all->starts[kept - 1].offset == start.offset) continue;
        all->starts[kept++] = (pdk_fam_start){ start.offset, before };
    }
    all->start_count = kept;
    all->set_alignment = pdk_fam_alignment(together | all->file_alignment);
}

pdk_status pdk_fam_find_blocks(pdk_fam_resizing *all, uint32_t number)
{
    const pdk_fam_part *part = pdk_fam_part_at(all->fam, number);
    size_t first = all->links.count, count = 0;
    all->endless = NULL;
    for (uint32_t i = 0; i < part->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(all->fam, part->first_entry + i);
        pdk_status status =
            is_block(part, entry) && entry->use != PDK_FAM_UNKNOWN ? add_links(all, part, entry) : PDK_OK;
        if (status != PDK_OK) return status;
    }
    pdk_free(all->memory, all->starts);
    all->starts = pdk_alloc_array(all->memory, part->entry_count + (all->links.count - first), sizeof *all->starts);
    if (all->starts == NULL) return pdk_fail_memory(all->error, all->memory, "blocks");
    for (uint32_t i = 0; i < part->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(all->fam, part->first_entry + i);
        if (entry->offset != 0) all->starts[count++] = (pdk_fam_start){ entry->offset, entry->offset + entry->size };
    }
    for (size_t i = first; i < all->links.count; i++) {
        uint64_t to = ((const pdk_fam_link *)all->links.items)[i].to;
        all->starts[count++] = (pdk_fam_start){ to, to };
    }
    all->start_count = count;
    sort_starts(all, part->offset);
    return PDK_OK;
}

/* Filling shows that blocks are aligned, and to what. Where there is none, sizes that happen to be multiples of 16 show
 * nothing. */
static void look_for_filling(pdk_fam_resizing *all, const pdk_fam_part *part, uint64_t *together, bool *found)
{
    for (size_t i = 0; i < part->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(all->fam, part->first_entry + i);
        if (entry->offset == 0 || entry->size == 0) continue;
        pdk_fam_start key = { entry->offset, UINT64_MAX };
        const pdk_fam_start *start = bsearch(&key, all->starts, all->start_count, sizeof key, by_place);
        if (start == NULL || start + 1 == all->starts + all->start_count) continue;
        uint64_t next = start[1].offset, end = entry->offset + entry->size;
        if (next <= end || next - end >= MOST_ALIGNED) continue;
        *together |= next - part->offset;
        *found = true;
    }
}

pdk_status pdk_fam_find_alignment(pdk_fam_resizing *all)
{
    uint64_t together = 0;
    bool found = false;
    all->file_alignment = MOST_ALIGNED;
    for (uint32_t i = 0; i < all->fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(all->fam, i);
        if (part->kind != PDK_FAM_SHPI) continue;
        pdk_status status = pdk_fam_find_blocks(all, i);
        if (status != PDK_OK) return status;
        look_for_filling(all, part, &together, &found);
        all->links.count = 0;
    }
    all->file_alignment = found ? pdk_fam_alignment(together) : 1;
    return PDK_OK;
}
