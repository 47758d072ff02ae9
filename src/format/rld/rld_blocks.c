/* Blocks: runs of points with no function but colour. The published page puts all starts before all counts; with one
 * block, as in the only published file, that looks the same as start and count side by side. */
#include <inttypes.h>
#include <stdio.h>

#include "base/load.h"
#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"

static void set_arrays(pdk_rld *rld, const uint8_t *bytes, bool pairs)
{
    rld->block_pairs = pairs;
    rld->starts = bytes;
    rld->counts = bytes + (pairs ? 4 : 4 * rld->block_count);
    rld->block_stride = pairs ? 8 : 4;
}

/* Both as unsigned: what is negative as the published int32 is then beyond any number of points. */
static uint64_t start_of(const pdk_rld *rld, uint64_t block)
{
    return pdk_load_u32(rld->starts + block * rld->block_stride);
}
static uint64_t count_of(const pdk_rld *rld, uint64_t block)
{
    return pdk_load_u32(rld->counts + block * rld->block_stride);
}

static bool in_range(const pdk_rld *rld, uint64_t block)
{
    return start_of(rld, block) + count_of(rld, block) <= rld->point_count;
}

/* How well a reading fits: 2 = the blocks cut the points into consecutive runs, 1 = all are in range, 0 = some are not.
 */
static int fit(const pdk_rld *rld)
{
    uint64_t next = 0;
    bool consecutive = true;
    for (uint64_t i = 0; i < rld->block_count; i++) {
        if (!in_range(rld, i)) return 0;
        consecutive = consecutive && start_of(rld, i) == next;
        next = start_of(rld, i) + count_of(rld, i);
    }
    return consecutive && next == rld->point_count ? 2 : 1;
}

static void choose_reading(pdk_document *document, pdk_rld *rld)
{
    const uint8_t *bytes = document->content.data + rld->blocks_at + pdk_rld_blocks.size;
    set_arrays(rld, bytes, false);
    if (rld->block_count == 1) {
        pdk_document_add_evidence(document, "one block: both readings of BLKI are the same bytes");
    }
    if (rld->block_count < 2) return;
    int published = fit(rld);
    set_arrays(rld, bytes, true);
    int pairs = fit(rld);
    if (pairs > published) {
        pdk_document_add_finding(
            document, PDK_WARNING, "rld.blki.pairs", rld->blocks_at, "rld.blocks",
            "as published, starts before counts, the blocks %s; as pairs of start and count they %s",
            published == 0 ? "reach beyond the points" : "overlap or leave gaps",
            pairs == 2 ? "follow each other" : "do not");
        pdk_document_add_evidence(document,
                                  "BLKI is read as pairs of start and count, because its numbers make sense only so");
        return;
    }
    set_arrays(rld, bytes, false);
    pdk_document_add_evidence(document,
                              "BLKI is read as published, all starts, then all counts; no real file with more "
                              "than one block has confirmed it");
}

/* ---------------------------------------------------------------------------------------------- which block */

static void report_blocks(pdk_document *document, const pdk_rld *rld, const char *code, uint64_t block, uint64_t count,
                          const char *what)
{
    char where[64];
    if (count == 0) return;
    snprintf(where, sizeof where, "rld.block_start[%" PRIu64 "]", block);
    uint64_t offset = rld->blocks_at + pdk_rld_blocks.size + block * rld->block_stride;
    pdk_document_add_finding(document, PDK_WARNING, code, offset, where,
                             "blocks that %s: %" PRIu64 " of %" PRIu64 ", first this one; blocks are only for colours",
                             what, count, rld->block_count);
}

/* Fills the runs, ascending; returns how many have points. */
static size_t collect_runs(pdk_document *document, const pdk_rld *rld, pdk_block_run *runs)
{
    uint64_t outside = 0, first_outside = 0, overlapping = 0, first_overlapping = 0;
    size_t count = 0;
    for (uint64_t i = 0; i < rld->block_count; i++) {
        uint64_t start = start_of(rld, i), end = start + count_of(rld, i);
        if (!in_range(rld, i) && outside++ == 0) first_outside = i;
        if (end > rld->point_count) end = rld->point_count;
        if (start >= end) continue;
        runs[count] = (pdk_block_run){ (uint32_t)start, (uint32_t)end, (int32_t)i };
        count++;
    }
    pdk_block_runs_sort(runs, count);
    uint32_t reach = 0;
    for (size_t i = 0; i < count; i++) {
        if (runs[i].first < reach && overlapping++ == 0) first_overlapping = (uint64_t)runs[i].block;
        if (runs[i].end > reach) reach = runs[i].end;
    }
    report_blocks(document, rld, "rld.block.range", first_outside, outside, "reach beyond the points");
    report_blocks(document, rld, "rld.block.overlap", first_overlapping, overlapping, "overlap others");
    return count;
}

static void report_gaps(pdk_document *document, const pdk_rld *rld)
{
    uint64_t points = 0;
    for (size_t i = 0; i < rld->spans.count; i++) {
        if (rld->spans.items[i].block >= 0) continue;
        points +=
            (i + 1 < rld->spans.count ? rld->spans.items[i + 1].first : rld->point_count) - rld->spans.items[i].first;
    }
    if (points == 0 || rld->block_count == 0) return;
    pdk_document_add_finding(document, PDK_WARNING, "rld.block.gap", rld->blocks_at, "rld.blocks",
                             "points in no block: %" PRIu64 " of %" PRIu64 "; blocks are only for colours", points,
                             rld->point_count);
}

static void index_blocks(pdk_document *document, pdk_rld *rld)
{
    pdk_memory *memory = &document->memory;
    pdk_block_run *runs = pdk_alloc_array(memory, rld->block_count, sizeof *runs);
    size_t count = runs != NULL ? collect_runs(document, rld, runs) : 0;
    if (runs == NULL || !pdk_block_spans_make(memory, runs, count, rld->point_count, &rld->spans))
        document->failed = true;
    pdk_free(memory, runs);
}

void pdk_rld_read_blocks(pdk_document *document, pdk_rld *rld)
{
    choose_reading(document, rld);
    index_blocks(document, rld);
    if (!document->failed) report_gaps(document, rld);
}

void pdk_rld_assume_block(pdk_document *document, pdk_rld *rld)
{
    uint32_t start_size = pdk_rld_block_start.size; /* a start, then how many points */
    uint8_t *bytes = pdk_alloc(&document->memory, start_size + pdk_rld_block_points.size);
    if (bytes == NULL) {
        document->failed = true;
        return;
    }
    pdk_store_u32(bytes + start_size, (uint32_t)rld->point_count);
    rld->block_count = 1;
    set_arrays(rld, bytes, false);
    index_blocks(document, rld);
}

pdk_status pdk_rld_list_blocks(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error)
{
    const pdk_rld *rld = document->state;
    pdk_mesh_block *blocks = pdk_alloc_array(memory, rld->block_count, sizeof *blocks);
    if (blocks == NULL) return pdk_fail_memory(error, memory, "blocks");
    for (uint64_t i = 0; i < rld->block_count; i++) {
        int64_t start = pdk_get_i64(&pdk_rld_block_start.fields[0], 0, rld->starts + i * rld->block_stride);
        int64_t points = pdk_get_i64(&pdk_rld_block_points.fields[0], 0, rld->counts + i * rld->block_stride);
        bool fits = start >= 0 && points >= 0 && (uint64_t)start <= mesh->point_count &&
                    (uint64_t)points <= mesh->point_count - (uint64_t)start;
        if (!fits) return PDK_OK; /* of no use, and no harm */
        blocks[i] = (pdk_mesh_block){ NULL, (uint64_t)start, (uint64_t)points };
    }
    mesh->blocks = rld->block_count > 0 ? blocks : NULL;
    mesh->block_count = (size_t)rld->block_count;
    return PDK_OK;
}
