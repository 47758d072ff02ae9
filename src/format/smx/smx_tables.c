/* The tables of an SMX: objects, points, triangles, checkpoints. */
#include "base/load.h"
#include "format/smx/smx.h"

static void locate_objects(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_smx *smx = table->state;
    for (size_t i = 0; i < count; i++) rows[i] = (pdk_row){ smx->bytes.data + smx->offsets[first + i], first + i };
}

static void locate_points(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_smx *smx = table->state;
    size_t object = pdk_smx_object_of(smx, smx->first_point, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= smx->first_point[object + 1]) object++;
        uint64_t number = first + i - smx->first_point[object];
        rows[i] = (pdk_row){ pdk_smx_points_of(smx, object) + number * pdk_smx_point.size, object };
    }
}

static void locate_triangles(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_smx *smx = table->state;
    size_t object = pdk_smx_object_of(smx, smx->first_triangle, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= smx->first_triangle[object + 1]) object++;
        uint64_t number = first + i - smx->first_triangle[object];
        rows[i] = (pdk_row){ pdk_smx_triangles_of(smx, object) + number * pdk_smx_triangle.size, object };
    }
}

static pdk_status compute_object(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)batch->rows[i].context;
    return PDK_OK;
}

static pdk_status compute_first(const pdk_batch *batch, void *values)
{
    const uint64_t *firsts = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)firsts[batch->rows[i].context];
    return PDK_OK;
}

static pdk_status compute_checkpoint(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)(batch->first + i);
    return PDK_OK;
}

/* Corners as numbers of the table `points`; missing where there is no such point. */
static pdk_status compute_corner(const pdk_batch *batch, void *values)
{
    const pdk_smx *smx = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t object = batch->rows[i].context, first = smx->first_point[object];
        uint16_t own = pdk_load_u16(batch->rows[i].at + batch->column->number);
        ((uint32_t *)values)[i] = (uint32_t)(first + own);
        if (own >= smx->first_point[object + 1] - first) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static void add_object_number(pdk_table *table, const char *meaning)
{
    pdk_table_add_computed(
        table,
        (pdk_column_info){ .name = "object", .type = PDK_UINT32, .meaning = meaning, .certainty = PDK_CONFIRMED },
        compute_object, NULL, 0);
}

static const pdk_column_role places[] = {
    { "x", PDK_ROLE_X, PDK_FRAME_Z_UP },
    { "y", PDK_ROLE_Y, PDK_FRAME_Z_UP },
    { "z", PDK_ROLE_Z, PDK_FRAME_Z_UP },
    { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
};

static void add_objects(pdk_document *document, const pdk_smx *smx)
{
    pdk_table *table =
        pdk_document_add_table(document, "objects", "a row for each object of the mesh", smx->object_count, 9);
    pdk_table_set_located(table, locate_objects, smx);
    add_object_number(table, "number of the object");
    pdk_table_add_record(table, &pdk_smx_object, 0);
    pdk_column_info first = { .name = "first_point",
                              .type = PDK_UINT32,
                              .meaning = "row of its first point in the table points",
                              .certainty = PDK_CONFIRMED };
    pdk_table_add_computed(table, first, compute_first, smx->first_point, 0);
    first.name = "first_triangle";
    first.meaning = "row of its first triangle in the table triangles";
    pdk_table_add_computed(table, first, compute_first, smx->first_triangle, 0);
    pdk_table_set_roles(table, places);
    pdk_table_set_sorted(table, "object");
}

static void add_points(pdk_document *document, const pdk_smx *smx)
{
    pdk_table *table =
        pdk_document_add_table(document, "points", "a row for each point of each object", smx->mesh.point_count, 8);
    pdk_table_set_located(table, locate_points, smx);
    add_object_number(table, "the object that the point belongs to");
    pdk_table_add_record(table, &pdk_smx_point, 0);
    pdk_table_set_roles(table, places);
    pdk_table_set_sorted(table, "object");
}

static void add_triangles(pdk_document *document, const pdk_smx *smx)
{
    static const char *const names[] = { "a", "b", "c" };
    static const uint64_t at[] = { 0, PDK_SMX_CORNER_B, PDK_SMX_CORNER_C };
    pdk_table *table =
        pdk_document_add_table(document, "triangles", "a row for each triangle", smx->mesh.triangle_count, 4);
    pdk_table_set_located(table, locate_triangles, smx);
    add_object_number(table, "the object that the triangle belongs to");
    for (int k = 0; k < 3; k++) {
        pdk_column_info corner = { .name = names[k],
                                   .type = PDK_UINT32,
                                   .nullable = true,
                                   .meaning = "row of the corner in the table points; missing if its object has no "
                                              "such point",
                                   .certainty = PDK_CONFIRMED };
        pdk_table_add_computed(table, corner, compute_corner, smx, at[k]);
    }
    pdk_table_set_sorted(table, "object");
}

static void add_checkpoints(pdk_document *document, const pdk_smx *smx)
{
    pdk_table *table = pdk_document_add_table(document, "checkpoints", "a row for each object that is a checkpoint",
                                              smx->checkpoint_count, 2);
    const uint8_t *first = smx->bytes.data;
    if (smx->checkpoint_count > 0) first += smx->checkpoints_at + pdk_smx_checkpoints.size;
    pdk_table_set_strided(table, first, pdk_smx_checkpoint.size);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "checkpoint", .type = PDK_UINT32, .meaning = "its number", .certainty = PDK_CONFIRMED },
        compute_checkpoint, NULL, 0);
    pdk_table_add_record(table, &pdk_smx_checkpoint, 0);
    pdk_table_set_sorted(table, "checkpoint");
}

void pdk_smx_add_tables(pdk_document *document, const pdk_smx *smx)
{
    add_objects(document, smx);
    add_points(document, smx);
    add_triangles(document, smx);
    add_checkpoints(document, smx);
}
