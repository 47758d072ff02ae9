/* The points of a mesh as a table. */
#ifndef PADDOCK_MESH_POINTS_TABLE_H
#define PADDOCK_MESH_POINTS_TABLE_H

#include "model/mesh.h"

/* The table "points": x, y, z as doubles, then normals, texture coordinates and attributes of points where the mesh has
 * them. `mesh` must live as long as the document, and reading it must not be able to fail. */
void pdk_document_add_points_table(pdk_document *document, const pdk_mesh *mesh, const char *meaning);

#endif
