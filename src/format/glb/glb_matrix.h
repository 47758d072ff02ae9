/* Where a node of a glTF is. */
#ifndef PADDOCK_FORMAT_GLB_GLB_MATRIX_H
#define PADDOCK_FORMAT_GLB_GLB_MATRIX_H

#include "json/json_read.h"

/* Columns one after the other, as glTF has them; the last row is 0 0 0 1. */
typedef struct pdk_glb_matrix {
    double m[4][3];
} pdk_glb_matrix;

extern const pdk_glb_matrix pdk_glb_unmoved;

/* A node's own matrix, or the one its translation, rotation and scale make. */
pdk_glb_matrix pdk_glb_matrix_of(pdk_json_found node);
pdk_glb_matrix pdk_glb_matrix_multiply(const pdk_glb_matrix *a, const pdk_glb_matrix *b);
void pdk_glb_matrix_apply(const pdk_glb_matrix *place, const double from[3], double to[3]);
/* For normals: they stay at right angles to their triangles, and of length 1. A zero stays one. */
void pdk_glb_matrix_turn_normal(const pdk_glb_matrix *place, const double from[3], float to[3]);
double pdk_glb_matrix_determinant(const pdk_glb_matrix *place);

#endif
