/* Surfaces of a track: counted when the file is opened, built when asked for. */
#include "format/tri/tri_mesh.h"

#include <string.h>

#include "model/frame.h"

uint32_t pdk_tri_mesh_vertex(pdk_tri_mesh *mesh, const double place[3], double u, double v)
{
    uint32_t number = mesh->vertex_count++;
    if (mesh->positions != NULL) {
        for (uint32_t axis = 0; axis < 3; axis++) mesh->positions[(size_t)number * 3 + axis] = (float)place[axis];
        mesh->coordinates[(size_t)number * 2] = (float)u;
        mesh->coordinates[(size_t)number * 2 + 1] = (float)v;
    }
    return number;
}

void pdk_tri_mesh_triangle(pdk_tri_mesh *mesh, uint32_t group, uint32_t a, uint32_t b, uint32_t c)
{
    mesh->triangle_count++;
    mesh->group_size[group]++;
    if (mesh->triangles != NULL) {
        uint32_t *corners = mesh->triangles + (size_t)mesh->group_start[group]++ * 3;
        corners[0] = a;
        corners[1] = b;
        corners[2] = c;
    }
}

char *pdk_tri_texture_path(pdk_memory *memory, const pdk_tri_track *track, uint32_t texture)
{
    unsigned group = texture / 3;
    char letter = (char)('A' + texture % 3);
    return track->closed ? pdk_text_printf(memory, "0/0/%02u%c0", group, letter)
                         : pdk_text_printf(memory, "0/%u/%c000", group, letter);
}

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
