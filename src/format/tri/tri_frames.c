/* The table frames: the bitmaps that an animated prop type shows one after the other. */
#include "format/tri/tri_frames.h"

#include <string.h>

#include "format/tri/tri_mesh.h"

uint32_t pdk_tri_frame_count(const uint8_t *type)
{
    bool animated = (pdk_tri_number(&pdk_tri_prop_type, "flags", type) & PDK_TRI_ANIMATED) != 0 &&
                    pdk_tri_number(&pdk_tri_prop_type, "kind", type) == PDK_TRI_BITMAP;
    uint32_t count = animated ? (uint32_t)pdk_tri_number(&pdk_tri_prop_bitmap, "frame_count", type) : 1;
    bool plays = count > 1 && pdk_tri_number(&pdk_tri_prop_bitmap, "frame_interval", type) > 0;
    return plays ? count : 1;
}

/* A row of the table. */
typedef struct frame {
    uint32_t type, number, count, bitmap;
    double interval;
    const char *image;
} frame;

enum { TYPE, NUMBER, COUNT, BITMAP };

static const frame *frame_at(const pdk_batch *batch, size_t i)
{
    return (const frame *)batch->column->data + batch->first + i;
}

static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const frame *at = frame_at(batch, i);
        const uint32_t numbers[] = { at->type, at->number, at->count, at->bitmap };
        ((uint32_t *)values)[i] = numbers[batch->column->number];
    }
    return PDK_OK;
}

static pdk_status compute_interval(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = frame_at(batch, i)->interval;
    return PDK_OK;
}

static pdk_status compute_image(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const char *image = frame_at(batch, i)->image;
        ((pdk_text *)values)[i] = (pdk_text){ image, strlen(image) };
    }
    return PDK_OK;
}

/* How many rows a type has. Types that no prop uses are leftovers, and so may be what they say: in AL1 one calls four
 * different road signs its frames. */
static uint32_t rows_of(const pdk_tri_track *track, uint32_t type, const uint32_t *uses)
{
    uint32_t count = uses[type] > 0 ? pdk_tri_frame_count(pdk_tri_type_at(track, type)) : 1;
    return count > 1 ? count : 0;
}

static bool fill(const pdk_tri_track *track, const uint32_t *uses, pdk_memory *memory, frame *rows)
{
    for (uint32_t i = 0; i < track->type_count; i++) {
        const uint8_t *type = pdk_tri_type_at(track, i);
        uint32_t count = rows_of(track, i, uses),
                 first = (uint32_t)pdk_tri_number(&pdk_tri_prop_bitmap, "resource", type) / 4;
        for (uint32_t k = 0; k < count; k++, rows++) {
            char *image = pdk_tri_props.image(memory, track, first + k);
            if (image == NULL) return false;
            *rows = (frame){ i,    k + 1, count, first + k, pdk_tri_value(&pdk_tri_prop_bitmap, "frame_interval", type),
                             image };
        }
    }
    return true;
}

static void add_column(pdk_table *table, const frame *rows, pdk_column_info info, pdk_certainty certainty,
                       uint64_t number)
{
    info.certainty = certainty;
    pdk_table_add_computed(table, info,
                           info.type == PDK_TEXT      ? compute_image
                           : info.type == PDK_FLOAT64 ? compute_interval
                                                      : compute_number,
                           rows, number);
}

void pdk_tri_add_frames(pdk_document *document, const pdk_tri_track *track, const uint32_t *uses)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < track->type_count; i++) count += rows_of(track, i, uses);
    frame *rows = pdk_alloc_array(&document->memory, count, sizeof *rows);
    if (rows == NULL || !fill(track, uses, &document->memory, rows)) {
        document->failed = true;
        return;
    }
    pdk_table *table = pdk_document_add_table(
        document, "frames",
        "a row for each bitmap of each animated prop type in use, in the order in which they are shown", count, 6);
    add_column(table, rows,
               (pdk_column_info){ .name = "prop_type", .type = PDK_UINT32, .meaning = "number of the type" },
               PDK_CONFIRMED, TYPE);
    add_column(table, rows, (pdk_column_info){ .name = "frame", .type = PDK_UINT32, .meaning = "from 1" }, PDK_LIKELY,
               NUMBER);
    add_column(table, rows,
               (pdk_column_info){ .name = "frames", .type = PDK_UINT32, .meaning = "how many the type has" },
               PDK_LIKELY, COUNT);
    add_column(table, rows,
               (pdk_column_info){ .name = "bitmap", .type = PDK_UINT32, .meaning = "number of the bitmap in the FAM" },
               PDK_LIKELY, BITMAP);
    add_column(
        table, rows,
        (pdk_column_info){ .name = "interval", .type = PDK_FLOAT64, .unit = "s", .meaning = "for which it is shown" },
        PDK_LIKELY, 0);
    add_column(table, rows,
               (pdk_column_info){ .name = "image", .type = PDK_TEXT, .meaning = "path of the bitmap in the FAM" },
               PDK_LIKELY, 0);
}
