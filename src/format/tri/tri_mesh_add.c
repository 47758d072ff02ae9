/* Points and triangles of a surface that is made from a track. */
#include "format/tri/tri_mesh.h"

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
