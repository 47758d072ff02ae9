/* All objects as one mesh, read where it is in the file. Points stay as they are: those that objects have in common are
 * there once for each, with its colour. */
#include <stdio.h>

#include "base/load.h"
#include "format/smx/smx.h"

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_smx *smx = mesh->state;
    size_t object = pdk_smx_object_of(smx, smx->first_point, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= smx->first_point[object + 1]) object++;
        const uint8_t *at =
            pdk_smx_points_of(smx, object) + (first + i - smx->first_point[object]) * pdk_smx_point.size;
        points[i][0] = (double)pdk_load_i32(at) / PDK_SMX_UNIT;
        points[i][1] = (double)pdk_load_i32(at + PDK_SMX_Y) / PDK_SMX_UNIT;
        points[i][2] = (double)pdk_load_i32(at + PDK_SMX_Z) / PDK_SMX_UNIT;
    }
    return PDK_OK;
}

/* A corner that its object does not have must not become a point of the next one: it becomes one that no mesh has. */
static void take_corners(const pdk_smx *smx, size_t object, const uint8_t *at, uint32_t corners[3])
{
    uint64_t first = smx->first_point[object], points = smx->first_point[object + 1] - first;
    const uint16_t own[3] = { pdk_load_u16(at), pdk_load_u16(at + PDK_SMX_CORNER_B),
                              pdk_load_u16(at + PDK_SMX_CORNER_C) };
    for (int k = 0; k < 3; k++) corners[k] = own[k] < points ? (uint32_t)(first + own[k]) : UINT32_MAX;
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    (void)error;
    const pdk_smx *smx = mesh->state;
    size_t object = pdk_smx_object_of(smx, smx->first_triangle, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= smx->first_triangle[object + 1]) object++;
        uint64_t number = first + i - smx->first_triangle[object];
        take_corners(smx, object, pdk_smx_triangles_of(smx, object) + number * pdk_smx_triangle.size, corners[i]);
    }
    return PDK_OK;
}

static pdk_status read_colors(const pdk_attribute *color, uint64_t first, size_t count, void *values, pdk_error *error)
{
    (void)error;
    const pdk_smx *smx = color->state;
    uint8_t(*rgba)[4] = values;
    size_t object = pdk_smx_object_of(smx, smx->first_point, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= smx->first_point[object + 1]) object++;
        const uint8_t *at =
            pdk_smx_points_of(smx, object) + (first + i - smx->first_point[object]) * pdk_smx_point.size;
        rgba[i][0] = at[PDK_SMX_RED];
        rgba[i][1] = at[PDK_SMX_GREEN];
        rgba[i][2] = at[PDK_SMX_BLUE];
        rgba[i][3] = at[PDK_SMX_ALPHA];
    }
    return PDK_OK;
}

/* Triangles with a corner that is not there, and the first of them. */
static uint64_t count_unsound(const pdk_smx *smx, uint64_t *first, uint64_t *at)
{
    uint64_t unsound = 0;
    for (size_t object = 0; object < smx->object_count; object++) {
        uint64_t points = smx->first_point[object + 1] - smx->first_point[object];
        const uint8_t *triangle = pdk_smx_triangles_of(smx, object);
        for (uint64_t i = smx->first_triangle[object]; i < smx->first_triangle[object + 1];
             i++, triangle += pdk_smx_triangle.size) {
            bool sound = pdk_load_u16(triangle) < points && pdk_load_u16(triangle + PDK_SMX_CORNER_B) < points &&
                         pdk_load_u16(triangle + PDK_SMX_CORNER_C) < points;
            if (sound || unsound++ > 0) continue;
            *first = i;
            *at = (uint64_t)(triangle - smx->bytes.data);
        }
    }
    return unsound;
}

static pdk_mesh_block *name_blocks(pdk_memory *memory, const pdk_smx *smx)
{
    pdk_mesh_block *blocks = pdk_alloc_array(memory, smx->object_count, sizeof *blocks);
    for (size_t i = 0; blocks != NULL && i < smx->object_count; i++) {
        uint64_t first = smx->first_point[i];
        const char *name = pdk_keep_printf(memory, "object %zu", i);
        if (name == NULL) return NULL;
        blocks[i] = (pdk_mesh_block){ name, first, smx->first_point[i + 1] - first };
    }
    return blocks;
}

pdk_status pdk_smx_make_mesh(pdk_document *document, pdk_smx *smx, pdk_error *error)
{
    uint64_t first = 0, at = 0, unsound = count_unsound(smx, &first, &at);
    if (unsound > 0) {
        char where[48];
        snprintf(where, sizeof where, "smx.triangle[%llu]", (unsigned long long)first);
        pdk_document_add_finding(
            document, PDK_ERROR, "smx.triangle.corner", at, where,
            "triangles with a corner that their object does not have: %llu, first this one; answers and "
            "conversions leave them out",
            (unsigned long long)unsound);
    }
    pdk_mesh_block *blocks = name_blocks(&document->memory, smx);
    if (blocks == NULL && smx->object_count > 0) return pdk_fail_memory(error, &document->memory, "objects");
    smx->color = (pdk_attribute){ .name = "color",
                                  .role = PDK_ATTRIBUTE_COLOR,
                                  .type = PDK_UINT8,
                                  .components = 4,
                                  .state = smx,
                                  .read = read_colors };
    smx->mesh = (pdk_mesh){ .point_count = smx->first_point[smx->object_count],
                            .triangle_count = smx->first_triangle[smx->object_count],
                            .frame = PDK_FRAME_Z_UP,
                            .sound = unsound == 0,
                            .blocks = smx->object_count > 0 ? blocks : NULL,
                            .block_count = (size_t)smx->object_count,
                            .state = smx,
                            .read_points = read_points,
                            .read_triangles = read_triangles,
                            .attributes = &smx->color,
                            .attribute_count = 1 };
    return PDK_OK;
}
