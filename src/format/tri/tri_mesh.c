/* Surfaces of a track: counted when the file is opened, built when asked for. */
#include "format/tri/tri_mesh.h"

#include <string.h>

#include "model/frame.h"

/* The groups in use, in the order of their numbers; their triangles follow each other. False when out of memory. */
static bool make_groups(pdk_document *document, const pdk_tri_part *part, pdk_tri_mesh *mesh, pdk_surface *surface)
{
    size_t used = 0;
    for (uint32_t i = 0; i < PDK_TRI_GROUPS; i++) used += mesh->group_size[i] > 0;
    pdk_surface_group *groups = pdk_alloc_array(&document->memory, used, sizeof *groups);
    if (groups == NULL) return false;
    surface->groups = groups;
    uint32_t start = 0;
    for (uint32_t i = 0; i < PDK_TRI_GROUPS; i++) {
        if (mesh->group_size[i] == 0) continue;
        pdk_surface_group *group = &groups[surface->group_count++];
        group->name = pdk_text_printf(&document->memory, "%s %u", part->group, (unsigned)i);
        group->image = part->image(&document->memory, document->state, i);
        group->first_triangle = start;
        group->triangle_count = mesh->group_size[i];
        if (group->name == NULL || group->image == NULL) return false;
        mesh->group_start[i] = start;
        start += mesh->group_size[i];
    }
    return true;
}

static pdk_status build(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error)
{
    const pdk_tri_part *part = state;
    pdk_tri_mesh mesh = { 0 };
    part->fill(document->state, &mesh);
    *surface = (pdk_surface){ .vertex_count = mesh.vertex_count, .triangle_count = mesh.triangle_count };
    mesh.positions = pdk_alloc_array(&document->memory, mesh.vertex_count, 3 * sizeof(float));
    mesh.coordinates = pdk_alloc_array(&document->memory, mesh.vertex_count, 2 * sizeof(float));
    mesh.triangles = pdk_alloc_array(&document->memory, mesh.triangle_count, 3 * sizeof(uint32_t));
    if (mesh.positions == NULL || mesh.coordinates == NULL || mesh.triangles == NULL ||
        !make_groups(document, part, &mesh, surface)) {
        return pdk_fail_memory(error, &document->memory, "a surface of the track");
    }
    mesh.vertex_count = mesh.triangle_count = 0;
    memset(mesh.group_size, 0, sizeof mesh.group_size);
    part->fill(document->state, &mesh);
    surface->positions = mesh.positions;
    surface->coordinates = mesh.coordinates;
    surface->triangles = mesh.triangles;
    return PDK_OK;
}

void pdk_tri_add_surfaces(pdk_document *document, const pdk_tri_track *track)
{
    static const pdk_tri_part *const parts[] = { &pdk_tri_road, &pdk_tri_fences, &pdk_tri_props };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        pdk_tri_mesh counted = { 0 };
        parts[i]->fill(track, &counted);
        pdk_document_add_surface(document, &(pdk_surface_entry){
                                               .info = { .name = parts[i]->name,
                                                         .frame = PDK_FRAME_TRACK,
                                                         .vertices = counted.vertex_count,
                                                         .triangles = counted.triangle_count,
                                                         .certainty = parts[i]->certainty },
                                               .build = build,
                                               .state = parts[i],
                                           });
    }
}
