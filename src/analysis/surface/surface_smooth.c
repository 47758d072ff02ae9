/* A surface again, with smooth normals. */
#include <string.h>

#include "analysis/surface/change.h"

static pdk_status smooth(pdk_change *change, pdk_document **made, pdk_error *error)
{
    const pdk_surface *surface = &change->whole.surface;
    pdk_made new_surface;
    pdk_status status = pdk_made_begin(&new_surface, &change->whole, &change->options, surface->vertex_count,
                                       surface->triangle_count, true, surface->coordinates != NULL, change->whole.block_count, error);
    if (status == PDK_OK) status = pdk_surface_normals(surface, &change->options, new_surface.normals, error);
    if (status == PDK_OK) {
        size_t points = (size_t)surface->vertex_count, triangles = (size_t)surface->triangle_count;
        if (points > 0) memcpy(new_surface.positions, surface->positions, 12 * points);
        if (triangles > 0) memcpy(new_surface.triangles, surface->triangles, 12 * triangles);
        if (points > 0 && new_surface.coordinates != NULL) memcpy(new_surface.coordinates, surface->coordinates, 8 * points);
        for (size_t i = 0; i < change->whole.block_count; i++) {
            const pdk_mesh_block *block = &change->whole.blocks[i];
            pdk_made_add_block(&new_surface, block->name, block->first_point, block->point_count);
        }
        change->report = (pdk_surface_report){ .points = points, .triangles = triangles };
        status = pdk_made_end(&new_surface, made, error);
    }
    if (status != PDK_OK) pdk_made_drop(&new_surface);
    return status;
}

pdk_status pdk_surface_smooth(const pdk_document *document, const pdk_surface_options *options, pdk_document **made,
                              pdk_surface_report *report, pdk_error *error)
{
    pdk_change change;
    pdk_status status = pdk_change_begin(&change, document, options, made, error);
    if (status == PDK_OK) status = smooth(&change, made, error);
    return pdk_change_end(&change, status, made, report, error);
}
