/*
 * What is replaced. Behind the pixels of a bitmap up to the next block there may be filling, and behind a set up to the
 * next child of its family. Where that is just what brings the next one to a multiple of a power of two, it does so
 * again; otherwise it stays, with zeros so that everything moves by such a multiple.
 */
#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"
#include "format/fam/fam_resize.h"

pdk_status pdk_fam_fail_resize(const pdk_fam_resizing *all, const pdk_fam_entry *entry, const char *code,
                               const char *why)
{
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, entry->offset, code, entry->path, why, entry->path);
}

uint64_t pdk_fam_stored_size(const pdk_fam_entry *entry, uint32_t width, uint32_t height)
{
    return ((uint64_t)width * pdk_fam_bits(entry->code) + 7) / 8 * height;
}

/* How much of `alignment` is missing after `size`. */
static uint64_t missing(uint64_t size, uint32_t alignment)
{
    return (0 - size) & (alignment - 1);
}

/* The filling after something that ended at `end` and now ends `growth` later: `next` was the next thing, and `place`
 * is the offset from which multiples count. */
static uint64_t new_filling(uint64_t end, uint64_t next, uint64_t place, int64_t growth, uint32_t alignment)
{
    uint64_t filling = next - end;
    if (filling < alignment && missing(next - place, alignment) == 0)
        return missing(end - place + (uint64_t)growth, alignment);
    return filling + missing((uint64_t)growth, alignment);
}

/* The first block after a bitmap, or the end of its set. */
static pdk_status find_next(const pdk_fam_resizing *all, const pdk_fam_entry *entry, uint64_t *next)
{
    static const char *const shared = "%s shares bytes with another block: it cannot get another size";
    size_t low = 0, high = all->start_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->starts[middle].offset < entry->offset) low = middle + 1;
        else high = middle;
    }
    *next = low + 1 < all->start_count ? all->starts[low + 1].offset : pdk_fam_part_at(all->fam, entry->part)->end;
    bool fine = all->starts[low].reach <= entry->offset && *next >= entry->offset + entry->size;
    return fine ? PDK_OK : pdk_fam_fail_resize(all, entry, "set.image.overlap", shared);
}

static pdk_status plan_bitmap(pdk_fam_resizing *all, const pdk_new_size *size)
{
    const pdk_fam_entry *entry = size->state;
    const pdk_fam_part *part = pdk_fam_part_at(all->fam, entry->part);
    uint64_t next, end = entry->offset + entry->size;
    pdk_status status = find_next(all, entry, &next);
    if (status != PDK_OK) return status;
    uint64_t before = entry->size - pdk_shpi_entry.size;
    uint64_t after = pdk_fam_stored_size(entry, size->width, size->height);
    int64_t growth = (int64_t)after - (int64_t)before;
    bool last = next == part->end && next == end;
    uint64_t filling = last ? 0 : new_filling(end, next, part->offset, growth, all->set_alignment);
    all->splices[all->splice_count++] = (pdk_fam_splice){ .at = entry->offset + pdk_shpi_entry.size,
                                                          .removed = before + (next - end),
                                                          .added = after + filling,
                                                          .entry = entry,
                                                          .part = entry->part,
                                                          .width = size->width,
                                                          .height = size->height,
                                                          .filling = next - end };
    return PDK_OK;
}

/* Where the next container or part begins; parts are few for each container, and looked at once for each set. */
static uint64_t part_after(const pdk_fam_resizing *all, uint64_t end)
{
    uint64_t next = all->document->content.size;
    for (size_t i = 0; i < all->fam->parts.count; i++) {
        uint64_t offset = pdk_fam_part_at(all->fam, i)->offset;
        if (offset >= end && offset < next) next = offset;
    }
    return next;
}

/* What follows a set that has grown. `moved` is by how much its own beginning moves. */
static void plan_padding(pdk_fam_resizing *all, uint32_t number, int64_t growth, int64_t moved)
{
    const pdk_fam_part *part = pdk_fam_part_at(all->fam, number);
    if (part->parent == PDK_FAM_NONE) return;
    uint64_t next = part_after(all, part->end);
    uint64_t filling = new_filling(part->end, next, 0, growth + moved, all->family_alignment);
    if (next == all->document->content.size && next == part->end) filling = 0;
    all->splices[all->splice_count++] = (pdk_fam_splice){
        .at = part->end, .removed = next - part->end, .added = filling, .part = number, .filling = next - part->end
    };
}

/* Children of families begin at multiples of this: 4, as far as known. */
static uint32_t family_alignment(const pdk_fam_resizing *all)
{
    uint64_t together = 4;
    for (size_t i = 0; i < all->fam->parts.count; i++) together |= pdk_fam_part_at(all->fam, i)->offset;
    return pdk_fam_alignment(together);
}

static void sum_growth(pdk_fam_resizing *all)
{
    all->growth[0] = 0;
    for (size_t i = 0; i < all->splice_count; i++)
        all->growth[i + 1] = all->growth[i] + (int64_t)all->splices[i].added - (int64_t)all->splices[i].removed;
}

static pdk_status fail_endless(const pdk_fam_resizing *all, const pdk_fam_entry *entry)
{
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, all->endless->offset, "set.image.overlap", entry->path,
                          "%s cannot get another size: the list of blocks attached to %s does not end inside its set",
                          entry->path, all->endless->path);
}

pdk_status pdk_fam_plan_resize(pdk_fam_resizing *all, const pdk_new_size *sizes, size_t count)
{
    all->splices = pdk_alloc_array(all->memory, 2 * (uint64_t)count, sizeof *all->splices);
    all->growth = pdk_alloc_array(all->memory, 2 * (uint64_t)count + 1, sizeof *all->growth);
    if (all->splices == NULL || all->growth == NULL) return pdk_fail_memory(all->error, all->memory, "a layout");
    all->family_alignment = family_alignment(all);
    int64_t moved = 0;
    pdk_status status = pdk_fam_find_alignment(all);
    for (size_t i = 0; i < count && status == PDK_OK;) {
        uint32_t part = ((const pdk_fam_entry *)sizes[i].state)->part;
        size_t first = all->splice_count;
        status = pdk_fam_find_blocks(all, part);
        if (status == PDK_OK && all->endless != NULL) status = fail_endless(all, sizes[i].state);
        for (; i < count && ((const pdk_fam_entry *)sizes[i].state)->part == part && status == PDK_OK; i++)
            status = plan_bitmap(all, &sizes[i]);
        if (status != PDK_OK) return status;
        int64_t growth = 0;
        for (size_t k = first; k < all->splice_count; k++)
            growth += (int64_t)all->splices[k].added - (int64_t)all->splices[k].removed;
        plan_padding(all, part, growth, moved);
        sum_growth(all);
        moved = all->growth[all->splice_count];
    }
    return status;
}
