/* The corners of faces as a table: which point each is at, and its own texture coordinates. */
#include <math.h>

#include "format/obj/obj_reader.h"

typedef enum corner_part { FACE, POINT, U, V } corner_part;

static const pdk_obj_corner *corners_of(const pdk_batch *batch)
{
    return (const pdk_obj_corner *)((const pdk_obj *)batch->column->data)->corners.items + batch->first;
}

/* The last face that begins at or before a corner. */
static size_t face_at(const pdk_obj *obj, uint64_t corner)
{
    const pdk_obj_face *faces = obj->faces.items;
    size_t low = 0, high = obj->faces.count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (faces[middle].first <= corner) low = middle;
        else high = middle;
    }
    return low;
}

static pdk_status compute_face(const pdk_batch *batch, void *values)
{
    const pdk_obj *obj = batch->column->data;
    const pdk_obj_face *faces = obj->faces.items;
    size_t face = face_at(obj, batch->first);
    for (size_t i = 0; i < batch->count; i++) {
        while (face + 1 < obj->faces.count && faces[face + 1].first <= batch->first + i) face++;
        ((uint32_t *)values)[i] = (uint32_t)face;
    }
    return PDK_OK;
}

static pdk_status compute_point(const pdk_batch *batch, void *values)
{
    const pdk_obj_corner *corners = corners_of(batch);
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = corners[i].point;
    return PDK_OK;
}

static pdk_status compute_coordinate(const pdk_batch *batch, void *values)
{
    const pdk_obj *obj = batch->column->data;
    const pdk_obj_corner *corners = corners_of(batch);
    const float(*coordinates)[2] = obj->coordinates.items;
    for (size_t i = 0; i < batch->count; i++) {
        uint32_t number = corners[i].coordinate;
        bool there = number < obj->coordinates.count;
        ((float *)values)[i] = there ? coordinates[number][batch->column->number == V] : NAN;
    }
    return PDK_OK;
}

static void add(pdk_table *table, pdk_obj *obj, pdk_column_info info, pdk_compute compute, corner_part part)
{
    info.certainty = PDK_CONFIRMED;
    pdk_table_add_computed(table, info, compute, obj, part);
}

void pdk_obj_add_corners(pdk_obj *obj)
{
    pdk_table *table = pdk_document_add_table(obj->document, "corners", "a row for each corner of a line \"f\"",
                                              obj->corners.count, V + 1);
    pdk_table_set_unlocated(table);
    add(table, obj, (pdk_column_info){ .name = "face", .type = PDK_UINT32, .meaning = "number of the face" },
        compute_face, FACE);
    add(table, obj, (pdk_column_info){ .name = "point", .type = PDK_UINT32, .meaning = "number of the point" },
        compute_point, POINT);
    add(table, obj, (pdk_column_info){ .name = "u", .type = PDK_FLOAT32, .meaning = "across the picture" },
        compute_coordinate, U);
    add(table, obj,
        (pdk_column_info){ .name = "v", .type = PDK_FLOAT32, .meaning = "across the picture; 0 is its bottom row" },
        compute_coordinate, V);
}
