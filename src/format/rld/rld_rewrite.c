/* Writing what stays of a surface, section by section: runs go out as they are in the file, triangles get the new
 * numbers of their points, blocks theirs. */
#include "base/load.h"
#include "format/rld/rld_layout.h"
#include "format/rld/rld_repair.h"

enum { PART = 1024, TRIPLE = 12 };

static pdk_status write_header(const pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    uint8_t header[16];
    pdk_put_string(&pdk_rld_header, header, "magic", "RLD0");
    pdk_put_string(&pdk_rld_header, header, "head_tag", "HEAD");
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "points"), 0, header, (int32_t)(uint32_t)repair->points.count);
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "triangles"), 0, header, (int32_t)(uint32_t)repair->triangles.count);
    return pdk_output_write(output, header, sizeof header, error);
}

static pdk_status write_tag(pdk_output *output, const char *tag, pdk_error *error)
{
    uint8_t section[4];
    pdk_put_string(&pdk_rld_section, section, "tag", tag);
    return pdk_output_write(output, section, sizeof section, error);
}

/* From the first that stays, at or after `from`, to the first that does not, in at most a part. */
static bool next_run(const pdk_rld_kept *kept, uint64_t *from, uint64_t *end)
{
    while (*from < kept->total && !pdk_rld_is_kept(kept, *from)) {
        *from += kept->words[*from / 64] >> *from % 64 == 0 ? 64 - *from % 64 : 1;
    }
    if (*from >= kept->total) return false;
    uint64_t maximum = kept->total - *from < PART ? kept->total : *from + PART;
    *end = *from;
    while (*end < maximum && pdk_rld_is_kept(kept, *end)) *end += 1;
    return true;
}

/* Triangles from `first` on with the new numbers of their points. */
static const uint8_t *renumbered(const pdk_rld_repair *repair, uint64_t first, size_t count,
                                 uint8_t buffer[PART * TRIPLE])
{
    const uint8_t *triangles = repair->rld->triangles + TRIPLE * first;
    if (repair->points.count == repair->points.total) return triangles;
    for (size_t i = 0; i < 3 * count; i++) {
        pdk_store_u32(buffer + 4 * i, pdk_rld_rank(&repair->points, pdk_load_u32(triangles + 4 * i)));
    }
    return buffer;
}

/* The points or the triangles. */
static pdk_status write_triples(pdk_rld_repair *repair, const pdk_rld_kept *kept, pdk_output *output, pdk_error *error)
{
    uint8_t buffer[PART * TRIPLE];
    bool points = kept == &repair->points;
    pdk_status status = PDK_OK;
    for (uint64_t at = 0, end; status == PDK_OK && next_run(kept, &at, &end); at = end) {
        size_t count = (size_t)(end - at);
        const uint8_t *bytes = points ? repair->rld->points + TRIPLE * at : renumbered(repair, at, count, buffer);
        status = pdk_output_write(output, bytes, TRIPLE * count, error);
        if (!pdk_rld_repair_step(repair, TRIPLE * count)) return pdk_fail_cancelled(error);
    }
    return status;
}

/* --------------------------------------------------------------------------------------------------- blocks */

/* The i-th block as it may be written, in new numbers: those of the file when they are sound, otherwise the stretches
 * they cut the points into. One without points is not written. */
static uint64_t source_count(const pdk_rld_repair *repair)
{
    return repair->blocks_sound ? repair->rld->block_count : repair->rld->spans.count;
}

static uint32_t block_at(const pdk_rld_repair *repair, uint64_t i, uint32_t *start)
{
    const pdk_rld *rld = repair->rld;
    uint64_t first, end;
    if (repair->blocks_sound) {
        first = pdk_load_u32(rld->starts + 4 * i);
        end = first + pdk_load_u32(rld->counts + 4 * i);
    } else {
        first = rld->spans.items[i].first;
        end = i + 1 < rld->spans.count ? rld->spans.items[i + 1].first : rld->point_count;
    }
    *start = pdk_rld_rank(&repair->points, first);
    return pdk_rld_rank(&repair->points, end) - *start;
}

uint64_t pdk_rld_new_block_count(const pdk_rld_repair *repair)
{
    uint64_t count = 0;
    uint32_t start;
    for (uint64_t i = 0; i < source_count(repair); i++) count += block_at(repair, i, &start) > 0;
    return count > 0 ? count : 1; /* Racer's own files have at least one */
}

static pdk_status write_numbers(const pdk_rld_repair *repair, bool starts, pdk_output *output, pdk_error *error)
{
    const pdk_record *record = starts ? &pdk_rld_block_start : &pdk_rld_block_points;
    uint8_t number[4] = { 0 };
    pdk_status status = PDK_OK;
    bool any = false;
    for (uint64_t i = 0; i < source_count(repair) && status == PDK_OK; i++) {
        uint32_t start, count = block_at(repair, i, &start);
        if (count == 0) continue;
        any = true;
        pdk_put_i64(&record->fields[0], 0, number, (int32_t)(starts ? start : count));
        status = pdk_output_write(output, number, sizeof number, error);
    }
    return any || status != PDK_OK ? status : pdk_output_write(output, number, sizeof number, error);
}

static pdk_status write_new_blocks(const pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    uint8_t head[8];
    pdk_put_string(&pdk_rld_blocks, head, "tag", "BLKI");
    pdk_put_i64(pdk_record_field(&pdk_rld_blocks, "blocks"), 0, head, (int32_t)pdk_rld_new_block_count(repair));
    pdk_status status = pdk_output_write(output, head, sizeof head, error);
    if (status == PDK_OK) status = write_numbers(repair, true, output, error);
    return status == PDK_OK ? write_numbers(repair, false, output, error) : status;
}

static pdk_status write_blocks(const pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    const pdk_rld *rld = repair->rld;
    const uint8_t *content = repair->document->content.data;
    bool as_they_are = repair->blocks_sound && repair->points.count == repair->points.total;
    if (!as_they_are) return write_new_blocks(repair, output, error);
    return pdk_output_write(output, content + rld->blocks_at, pdk_rld_blocks.size + 8 * (size_t)rld->block_count,
                            error);
}

static pdk_status write_unknown(const pdk_rld_repair *repair, uint64_t from, uint64_t to, pdk_output *output,
                                pdk_error *error)
{
    if (!repair->keeps_unknown || from >= to) return PDK_OK;
    return pdk_output_write(output, repair->document->content.data + from, (size_t)(to - from), error);
}

pdk_status pdk_rld_rewrite(pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    const pdk_rld *rld = repair->rld;
    uint64_t size = repair->document->content.size, blocks_at = rld->blocks_at;
    uint64_t blocks_end = blocks_at + pdk_rld_blocks.size + 8 * rld->block_count;
    pdk_status status = write_header(repair, output, error);
    if (status == PDK_OK) status = write_tag(output, "VERT", error);
    if (status == PDK_OK) status = write_triples(repair, &repair->points, output, error);
    if (status == PDK_OK) status = write_tag(output, "TRIS", error);
    if (status == PDK_OK) status = write_triples(repair, &repair->triangles, output, error);
    if (status == PDK_OK) status = write_unknown(repair, repair->triangles_end, blocks_at, output, error);
    if (status == PDK_OK) status = write_blocks(repair, output, error);
    return status == PDK_OK ? write_unknown(repair, blocks_end, size, output, error) : status;
}
