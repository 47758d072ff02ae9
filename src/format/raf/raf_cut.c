/* A part of a lap. Blocks carry no time: the part begins at 0 again. What the header says about the lap as a lap would
 * be untrue of it, so it has one split of 0, which is no lap time, and its legality is unknown; what it says about car
 * and track stays. */
#include "format/raf/raf_cut.h"

#include <math.h>
#include <string.h>

#include "format/raf/raf_shape.h"

enum { PIECE = 16 << 20 }; /* bytes between words of progress */

static pdk_cut_driver player(const pdk_document *document, size_t index)
{
    const pdk_property *name = pdk_document_find_property(document, "player");
    return index == 0 && name != NULL ? (pdk_cut_driver){ 0, name->value.as.text } : (pdk_cut_driver){ 0 };
}

/* The blocks whose time is in the range: one run, as time only rises. */
typedef struct blocks_kept {
    uint64_t first, count;
} blocks_kept;

static double time_of(uint64_t block, uint64_t interval)
{
    return (double)(block * interval) / 1000;
}

static blocks_kept find_blocks(const pdk_cut_part *part, uint64_t blocks, uint64_t interval)
{
    uint64_t first = 0, end = blocks;
    while (first < end && time_of(first, interval) < part->from) first++;
    while (end > first && time_of(end - 1, interval) > part->to) end--;
    return (blocks_kept){ first, end - first };
}

static bool put(uint8_t *header, const char *name, uint32_t element, uint64_t value)
{
    return pdk_put_i64(pdk_record_field(&pdk_raf_header, name), element, header, (int64_t)value);
}

/* The header of a part; false when a number does not fit. */
static bool change_header(uint8_t *header, const blocks_kept *kept)
{
    const pdk_field *splits = pdk_record_field(&pdk_raf_header, "splits");
    bool fits =
        put(header, "block_count", 0, kept->count) && put(header, "split_count", 0, 1) && put(header, "legality", 0, 0);
    for (uint32_t split = 0; split < splits->count; split++) fits = fits && put(header, "splits", split, 0);
    return fits;
}

static pdk_status write_blocks(const pdk_cut_part *part, const uint8_t *data, uint64_t size, pdk_output *output,
                               pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (uint64_t at = 0; at < size && status == PDK_OK; at += PIECE) {
        uint64_t piece = size - at < PIECE ? size - at : PIECE;
        status = pdk_output_write(output, data + at, (size_t)piece, error);
        if (status == PDK_OK) status = pdk_cut_progress(part, at + piece, size, error);
    }
    return status;
}

static pdk_status write_part(const pdk_document *document, const pdk_cut_part *part, pdk_memory *memory,
                             pdk_output *output, pdk_error *error)
{
    (void)memory;
    const uint8_t *data = document->content.data;
    const pdk_record *record = &pdk_raf_header;
    uint64_t head = (uint64_t)pdk_get_i64(pdk_record_field(record, "header_size"), 0, data);
    uint64_t size = (uint64_t)pdk_get_i64(pdk_record_field(record, "block_size"), 0, data);
    uint64_t interval = pdk_raf_interval(document->content);
    uint64_t announced = (uint64_t)pdk_get_i64(pdk_record_field(record, "block_count"), 0, data);
    uint64_t blocks = pdk_table_rows(pdk_document_own_table(document, "telemetry"));
    blocks_kept kept = find_blocks(part, blocks, interval);
    if (kept.count == 0 && (isfinite(part->from) || isfinite(part->to))) {
        return pdk_cut_fail_empty(part, 0, blocks > 0 ? time_of(blocks - 1, interval) : -1, error);
    }
    uint8_t header[512];
    memcpy(header, data, record->size);
    if (kept.count != announced && !change_header(header, &kept)) {
        return pdk_fail(error, PDK_E_LIMIT, 172, "raf.cut.length",
                        "a part of %llu blocks is more than the header can count", (unsigned long long)kept.count);
    }
    pdk_status status = pdk_output_write(output, header, record->size, error);
    if (status == PDK_OK) status = pdk_output_write(output, data + record->size, (size_t)(head - record->size), error);
    if (status == PDK_OK)
        status = write_blocks(part, data + head + kept.first * size, kept.count * size, output, error);
    if (status != PDK_OK || blocks != announced) return status; /* the rest of a file that ends early is half a block */
    uint64_t end = head + blocks * size;
    return pdk_output_write(output, data + end, document->content.size - (size_t)end, error);
}

const pdk_cutter pdk_raf_cut = { .person = "driver", .numbers = 1, .driver = player, .write = write_part };
