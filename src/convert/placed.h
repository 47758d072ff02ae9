/* A mesh seen through a turn, a scale and an origin. */
#ifndef PADDOCK_CONVERT_PLACED_H
#define PADDOCK_CONVERT_PLACED_H

#include "model/mesh.h"

typedef struct pdk_placing {
    const pdk_mesh *mesh; /* must live as long */
    pdk_turn turn;
    double scale;
    double before[3]; /* added to the source's points, in its axes */
    double origin[3]; /* subtracted at the end, in the target's axes */
} pdk_placing;

/* The mesh in its new place; the same mesh when nothing is to be done to it. `placing` must live as long. */
pdk_mesh pdk_mesh_placed(const pdk_placing *placing, pdk_frame frame);

static inline bool pdk_is_zero(const double vector[3])
{
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

#endif
