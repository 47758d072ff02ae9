/* A mesh whose points and triangles are held in memory, as doubles. */
#ifndef PADDOCK_MESH_MESH_ARRAYS_H
#define PADDOCK_MESH_MESH_ARRAYS_H

#include "model/mesh.h"

typedef struct pdk_mesh_arrays {
    const double (*points)[3];
    const uint32_t (*triangles)[3];
    const float (*normals)[3];     /* NULL = none */
    const float (*coordinates)[2]; /* NULL = none */
} pdk_mesh_arrays;

/* `arrays`, and what it names, must live as long as the mesh. */
pdk_mesh pdk_mesh_of_arrays(const pdk_mesh_arrays *arrays, uint64_t points, uint64_t triangles, pdk_frame frame);

/* The table "blocks" of a mesh that has some: name, start, points. */
void pdk_document_add_blocks(pdk_document *document, const pdk_mesh *mesh, const char *meaning);

#endif
