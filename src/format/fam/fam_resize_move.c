/* Lengths, offsets and distances, which all count from the container or block they are in. */
#include <stdlib.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_resize.h"

/* How many splices begin before `offset`. */
static size_t splices_before(const pdk_fam_resizing *all, uint64_t offset)
{
    size_t low = 0, high = all->splice_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const pdk_fam_splice *splice = &all->splices[middle];
        if (splice->at + splice->removed <= offset) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Where something that began at `offset` begins now. */
static uint64_t moved(const pdk_fam_resizing *all, uint64_t offset)
{
    return offset + (uint64_t)all->growth[splices_before(all, offset)];
}

static pdk_status put_offset(const pdk_fam_resizing *all, uint8_t *file, uint64_t at, uint64_t base)
{
    uint8_t *to = file + moved(all, at);
    pdk_store_u32(to, (uint32_t)(moved(all, base + pdk_load_u32(to)) - moved(all, base)));
    return PDK_OK;
}

static void move_children(const pdk_fam_resizing *all, const pdk_fam_part *part, uint8_t *file)
{
    uint64_t at = part->offset + pdk_wwww_header.size;
    uint32_t count = pdk_load_u32(all->document->content.data + part->offset + PDK_WWWW_CHILD_COUNT);
    for (uint32_t i = 0; i < count; i++) put_offset(all, file, at + (uint64_t)pdk_wwww_child.size * i, part->offset);
}

static void move_lines(const pdk_fam_resizing *all, const pdk_fam_part *part, uint8_t *file)
{
    uint64_t at = part->offset + pdk_shpi_header.size + PDK_SHPI_LINE_OFFSET;
    uint32_t count = part->children;
    for (uint32_t i = 0; i < count; i++)
        put_offset(all, file, at + (uint64_t)pdk_shpi_directory.size * i, part->offset);
}

/* The set's length without what follows it. */
static void put_length(const pdk_fam_resizing *all, const pdk_fam_splice *first, uint8_t *file)
{
    const pdk_fam_part *part = pdk_fam_part_at(all->fam, first->part);
    uint64_t length = part->end - part->offset;
    const pdk_fam_splice *end = all->splices + all->splice_count;
    for (const pdk_fam_splice *splice = first; splice < end && splice->part == first->part; splice++) {
        if (splice->entry != NULL) length += splice->added - splice->removed;
    }
    pdk_store_u32(file + moved(all, part->offset) + PDK_SHPI_LENGTH, (uint32_t)length);
}

static pdk_status move_link(const pdk_fam_resizing *all, const pdk_fam_link *link, uint8_t *file)
{
    enum { FARTHEST = 1 << 23 };
    int64_t distance = (int64_t)moved(all, link->to) - (int64_t)moved(all, link->from);
    if (distance < -FARTHEST || distance >= FARTHEST) {
        return pdk_fail_where(
            all->error, PDK_E_ARGUMENT, link->from, "set.image.far", all->splices[0].entry->path,
            "the block attached to the one at 0x%llX would be %lld bytes away, but at most 8388607 can be "
            "stored",
            (unsigned long long)link->from, (long long)distance);
    }
    uint8_t *to = file + moved(all, link->from) + PDK_SHPI_ATTACHED;
    for (int i = 0; i < 3; i++) to[i] = (uint8_t)((uint64_t)distance >> 8 * i);
    return PDK_OK;
}

pdk_status pdk_fam_move_references(const pdk_fam_resizing *all, uint8_t *file)
{
    for (size_t i = 0; i < all->fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(all->fam, i);
        if (part->kind == PDK_FAM_WWWW) move_children(all, part, file);
        else if (part->kind == PDK_FAM_SHPI) move_lines(all, part, file);
    }
    for (size_t i = 0; i < all->splice_count; i++) {
        if (i == 0 || all->splices[i].part != all->splices[i - 1].part) put_length(all, &all->splices[i], file);
    }
    const pdk_fam_link *links = all->links.items;
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < all->links.count && status == PDK_OK; i++) status = move_link(all, &links[i], file);
    return status;
}
