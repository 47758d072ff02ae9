/* Every byte of a file, in order: records where a format knows them, plain bytes between. */
#include <stdlib.h>

#include "format/format.h"

static void hand_out(pdk_walker *walker, const pdk_span *span)
{
    if (walker->stopped || walker->failed) return;
    if (!walker->handler(walker->user, span)) walker->stopped = true;
    walker->at = span->offset + span->size;
}

/* The plain bytes up to `offset`. */
static void hand_out_bytes(pdk_walker *walker, uint64_t offset)
{
    if (offset <= walker->at) return;
    pdk_span span = { .offset = walker->at, .size = offset - walker->at, .count = 1 };
    hand_out(walker, &span);
}

void pdk_walk_records(pdk_walker *walker, const char *name, const pdk_record *record, uint64_t offset, uint64_t count)
{
    uint64_t size = walker->document->content.size;
    if (offset < walker->at || offset > size || count == 0 || count > (size - offset) / record->size) return;
    hand_out_bytes(walker, offset);
    pdk_span span = { .record = record, .name = name, .offset = offset, .size = count * record->size, .count = count };
    hand_out(walker, &span);
}

uint64_t pdk_walk_placed(pdk_walker *walker, const char *name, const pdk_record *record, uint64_t offset)
{
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    uint64_t end;
    if (offset < walker->at || record->field_count > PDK_MAX_PLACED_FIELDS ||
        pdk_record_place(record, walker->document->content, offset, places, &end, NULL) != PDK_OK) {
        return offset;
    }
    hand_out_bytes(walker, offset);
    pdk_span span = { .record = record, .name = name, .offset = offset, .size = end - offset, .count = 1 };
    hand_out(walker, &span);
    return end;
}

/* ------------------------------------------------------------------------------------------------ regions */

static int by_offset(const void *left, const void *right)
{
    const pdk_region *a = *(const pdk_region *const *)left, *b = *(const pdk_region *const *)right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return (a->count < b->count) - (a->count > b->count); /* the longer one first */
}

/* Does `inner` stand inside each record of `outer`, as the wheels of a block do? */
static bool is_inside(const pdk_region *outer, const pdk_region *inner)
{
    return inner->stride == outer->stride && inner->count == outer->count && inner->record->size <= outer->stride &&
           inner->offset - outer->offset <= outer->stride - inner->record->size; /* sorted: it is not before */
}

/* A region whose records leave room between them, with the regions that are in it. Returns how many were used. */
static size_t walk_interleaved(pdk_walker *walker, const pdk_region *const *regions, size_t count)
{
    enum { MAX_INSETS = 64 };
    const pdk_region *outer = regions[0];
    pdk_inset insets[MAX_INSETS];
    size_t used = 1;
    for (; used < count && used <= MAX_INSETS && is_inside(outer, regions[used]); used++) {
        insets[used - 1] = (pdk_inset){ regions[used]->name, regions[used]->record,
                                        (uint32_t)(regions[used]->offset - outer->offset) };
    }
    const pdk_record *whole =
        pdk_record_compose(walker->memory, outer->record, (uint32_t)outer->stride, insets, used - 1);
    if (whole == NULL) walker->failed = true;
    else pdk_walk_records(walker, outer->name, whole, outer->offset, outer->count);
    return used;
}

void pdk_walk_regions(pdk_walker *walker)
{
    const pdk_vector *regions = &walker->document->regions;
    const pdk_region *all = regions->items;
    const pdk_region **sorted = pdk_alloc_array(walker->memory, regions->count, sizeof *sorted);
    if (sorted == NULL) {
        walker->failed = true;
        return;
    }
    for (size_t i = 0; i < regions->count; i++) sorted[i] = &all[i];
    qsort(sorted, regions->count, sizeof *sorted, by_offset);
    for (size_t i = 0; i < regions->count && !walker->stopped && !walker->failed;) {
        const pdk_region *region = sorted[i];
        bool has_room = region->stride > region->record->size && region->stride <= UINT32_MAX;
        if (has_room) {
            i += walk_interleaved(walker, sorted + i, regions->count - i);
        } else {
            pdk_walk_records(walker, region->name, region->record, region->offset, region->count);
            i++;
        }
    }
    pdk_free(walker->memory, sorted);
}

pdk_status pdk_document_walk(const pdk_document *document, pdk_memory *memory, pdk_span_handler handler, void *user,
                             pdk_error *error)
{
    pdk_walker walker = { .document = document, .memory = memory, .handler = handler, .user = user };
    const pdk_format *format = pdk_format_of(document);
    if (format->walk != NULL) format->walk(&walker);
    else pdk_walk_regions(&walker);
    hand_out_bytes(&walker, document->content.size);
    return walker.failed ? pdk_fail_memory(error, memory, "the layout of records") : PDK_OK;
}
