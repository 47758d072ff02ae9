/* A mesh seen through a turn, a scale and an origin. */
#ifndef PADDOCK_CONVERT_TRANSFORMED_MESH_H
#define PADDOCK_CONVERT_TRANSFORMED_MESH_H

#include "model/mesh.h"

typedef struct pdk_mesh_transform {
    const pdk_mesh *mesh; /* must live as long */
    pdk_turn turn;
    double scale;
    double before[3]; /* added to the source's points, in its axes */
    double origin[3]; /* subtracted at the end, in the target's axes */
} pdk_mesh_transform;

/* The mesh in its new place; the same mesh when nothing is to be done to it. `placing` must live as long. */
pdk_mesh pdk_mesh_transformed(const pdk_mesh_transform *placing, pdk_frame frame);

static inline bool pdk_is_zero(const double vector[3])
{
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

#endif
