/* A mesh without the points that are no finite numbers, and without the triangles at them. */
#ifndef PADDOCK_CONVERT_DROP_NONFINITE_H
#define PADDOCK_CONVERT_DROP_NONFINITE_H

#include "model/mesh.h"

typedef struct pdk_left_out {
    uint64_t points, triangles;
} pdk_left_out;

/* *to is *from itself where all points are finite. What it needs is in `memory`: a bit a point, and a little more. */
pdk_status pdk_mesh_drop_nonfinite(pdk_memory *memory, const pdk_mesh *from, pdk_mesh *to, pdk_left_out *left_out,
                                   pdk_error *error);

#endif
