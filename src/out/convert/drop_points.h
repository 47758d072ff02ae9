/* A mesh without some of its points, and without the triangles at them. */
#ifndef PADDOCK_CONVERT_DROP_POINTS_H
#define PADDOCK_CONVERT_DROP_POINTS_H

#include "model/mesh.h"

typedef struct pdk_left_out {
    uint64_t points, triangles;
} pdk_left_out;

/* Keeps what is in this box, ends included. */
typedef struct pdk_kept_box {
    const pdk_mesh *placed; /* the same points where the box is meant; NULL = where they are */
    double minimum[3], maximum[3];
} pdk_kept_box;

/* Drops the points that are not finite; with a box, those outside of it, too. *to is *from itself where all points
 * stay. What it needs is in `memory`: a bit a point, and a little more. */
pdk_status pdk_mesh_drop_points(pdk_memory *memory, const pdk_mesh *from, const pdk_kept_box *box, pdk_mesh *to,
                                pdk_left_out *left_out, pdk_error *error);

#endif
