/* Fences: strips along the barriers. Where they run is in the file; how high they are is not. */
#include "format/tri/tri_mesh.h"

/* Public readers use 0.75 to 2 m. */
static const double height = 1.0;
static const double repeats = 1.5; /* of the bitmap along a panel, as OpenNFS1 has it */
enum { PANELS = 2 };               /* from row A to C to E */

/* AL1 writes 16 where its FAM has the bitmap of the header's rail texture, 48: then three times the number is meant. */
static uint32_t texture_of(const pdk_tri_track *track, const uint8_t *record)
{
    uint32_t number = (uint32_t)pdk_tri_number(&pdk_tri_record, "fence_texture", record);
    return !track->closed && number * 3 == track->rail ? track->rail : number;
}

static void add_post(const pdk_tri_track *track, pdk_tri_mesh *mesh, uint32_t node, bool right, double u)
{
    double foot[3], aside[3];
    pdk_tri_place(track, node, foot);
    pdk_tri_right(track, node, aside);
    double distance = right ? pdk_tri_value(&pdk_tri_node, "right_barrier", pdk_tri_node_at(track, node))
                            : -pdk_tri_value(&pdk_tri_node, "left_barrier", pdk_tri_node_at(track, node));
    for (int axis = 0; axis < 3; axis++) foot[axis] += aside[axis] * distance;
    pdk_tri_mesh_vertex(mesh, foot, u, 1);
    foot[2] += height;
    pdk_tri_mesh_vertex(mesh, foot, u, 0);
}

/* The node at a row 0, 2 or 4 of a record: after the end of an open road, the last there is. */
static uint32_t post_node(const pdk_tri_track *track, uint32_t record, uint32_t row)
{
    uint32_t node = record * PDK_TRI_ROWS + row;
    if (node < track->node_count) return node;
    return track->closed ? node - track->node_count : track->node_count - 1;
}

/* Faces the road. */
static void add_fence(const pdk_tri_track *track, pdk_tri_mesh *mesh, uint32_t record, bool right)
{
    uint32_t texture = texture_of(track, pdk_tri_record_at(track, record)), first = mesh->vertex_count;
    for (uint32_t i = 0; i <= PANELS; i++) add_post(track, mesh, post_node(track, record, i * 2), right, i * repeats);
    for (uint32_t i = 0; i < PANELS; i++) {
        uint32_t near = first + i * 2, far = near + 2;
        uint32_t a = right ? far : near, b = right ? near : far; /* left and right foot as seen from the road */
        pdk_tri_mesh_triangle(mesh, texture, a, b, b + 1);
        pdk_tri_mesh_triangle(mesh, texture, a, b + 1, a + 1);
    }
}

static void fill(const pdk_tri_track *track, pdk_tri_mesh *mesh)
{
    for (uint32_t i = 0; i < track->record_count; i++) {
        const uint8_t *record = pdk_tri_record_at(track, i);
        if (pdk_tri_number(&pdk_tri_record, "left_fence", record) != 0) add_fence(track, mesh, i, false);
        if (pdk_tri_number(&pdk_tri_record, "right_fence", record) != 0) add_fence(track, mesh, i, true);
    }
}

static char *image(pdk_memory *memory, const pdk_tri_track *track, uint32_t group)
{
    if (track->closed && group == track->rail) return pdk_text_printf(memory, "0/0/ga00");
    return pdk_tri_texture_path(memory, track, group);
}

const pdk_tri_part pdk_tri_fences = {
    .name = "fences",
    .group = "texture",
    .certainty = PDK_GUESSED,
    .fill = fill,
    .image = image,
};
