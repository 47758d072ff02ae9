/* A part of a mesh as a mesh: some points in a row, and the triangles between them. */
#ifndef PADDOCK_SCENE_SCENE_SLICE_H
#define PADDOCK_SCENE_SCENE_SLICE_H

#include "model/mesh.h"

typedef struct pdk_scene_range {
    uint64_t first_point, point_count, first_triangle, triangle_count;
} pdk_scene_range;

/* `whole` and the slice live as long as `memory`. A corner outside of the points becomes UINT32_MAX. Normals that are
 * all zero are none. Attributes of triangles are left out: runs have their materials. */
pdk_status pdk_scene_slice(pdk_memory *memory, const pdk_mesh *whole, const pdk_scene_range *range, pdk_mesh *slice,
                           pdk_error *error);

#endif
