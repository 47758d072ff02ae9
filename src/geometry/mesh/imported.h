/* The end of every import: the mesh becomes the document's surface. */
#ifndef PADDOCK_MESH_IMPORTED_H
#define PADDOCK_MESH_IMPORTED_H

#include "model/mesh.h"

/* The layouts of a format that has none: text, or a header that says its own. */
extern const pdk_record *const pdk_no_records[];

/* The surface is as certain as its format. Coordinates beyond the reach of floats: an origin is subtracted in the
 * document's surface, and stored as properties; the mesh has them as they are. For it `reach` will do, a good guess;
 * without one (NULL), and where the mesh is not measured, the points are looked at, all of them, unless they are
 * floats. Values that are known not to be finite are reported. Ends with pdk_document_built. */
pdk_status pdk_document_imported(pdk_document *document, pdk_mesh *mesh, const pdk_extent *reach, pdk_error *error);

#endif
