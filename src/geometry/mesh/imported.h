/* The end of every import: the mesh becomes the document's surface. */
#ifndef PADDOCK_MESH_IMPORTED_H
#define PADDOCK_MESH_IMPORTED_H

#include "model/mesh.h"

/* The layouts of a format that has none: text, or a header that says its own. */
extern const pdk_record *const pdk_no_records[];

/* The surface is as certain as its format. Coordinates beyond the reach of floats: the document's surface leaves an
 * origin out, which is told as properties; the mesh keeps them whole. For it `reach` will do, a good guess; without one
 * (NULL), and where the mesh is not measured, the points are looked at, all of them, unless they are floats. What is
 * known not to be finite is told. Ends with pdk_document_built. */
pdk_status pdk_document_imported(pdk_document *document, pdk_mesh *mesh, const pdk_extent *reach, pdk_error *error);

#endif
