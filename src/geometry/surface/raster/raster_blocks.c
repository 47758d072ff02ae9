/* Which block is seen at each pixel. */
#include "model/document_life.h"
#include "surface/raster/raster_draw.h"

enum { MOST_BLOCKS = 1 << 24 }; /* whole numbers up to there are exact as floats */

static pdk_status find_colors(pdk_raster *raster, const pdk_surface *surface, const pdk_document *document,
                              pdk_block_colors *colors, pdk_error *error)
{
    pdk_mesh mesh;
    pdk_status status = pdk_document_mesh(document, &raster->memory, &mesh, error);
    if (status != PDK_OK) return status;
    if (mesh.block_count == 0 || mesh.point_count != surface->vertex_count)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "raster.blocks",
                        "this %s file has no blocks, which an RLD has", document->info->id);
    if (mesh.block_count > MOST_BLOCKS)
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "raster.blocks",
                        "a raster can distinguish at most %d blocks, but there are %zu", MOST_BLOCKS, mesh.block_count);
    return pdk_block_colors_make(&mesh, &raster->memory, colors, error);
}

pdk_status pdk_raster_blocks(pdk_raster *raster, const pdk_surface *surface, const pdk_document *document,
                             size_t threads, pdk_error *error)
{
    PDK_HOLD_RASTER(raster);
    PDK_HOLD(document);
    if (raster == NULL || surface == NULL || document == NULL || raster->info.of != PDK_RASTER_HEIGHT) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "blocks replace heights, and need the surface and its document");
    }
    pdk_block_colors *colors = pdk_alloc(&raster->memory, sizeof *colors);
    if (colors == NULL) return pdk_fail_memory(error, &raster->memory, "colours of blocks");
    pdk_status status = find_colors(raster, surface, document, colors, error);
    if (status != PDK_OK) return status;
    pdk_raster_draw job = {
        .lowest = raster->lowest, .heights = raster->values, .blocks = &colors->spans, .threads = threads
    };
    float *values;
    status = pdk_raster_draw_values(&job, surface, raster, &values, error);
    if (status != PDK_OK) return status;
    pdk_free(&raster->memory, raster->values);
    raster->info.values = raster->values = values;
    raster->info.of = PDK_RASTER_BLOCK;
    raster->colors = colors;
    pdk_raster_summarise(raster);
    return PDK_OK;
}
