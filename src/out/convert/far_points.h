/* Points so far from all others that the target's numbers cannot hold both: what becomes of them. */
#ifndef PADDOCK_CONVERT_FAR_POINTS_H
#define PADDOCK_CONVERT_FAR_POINTS_H

#include "convert/transformed_mesh.h"
#include "target/exporter.h"

/* Where whole numbers of 32 bits (LAS) or the grid of a triangulation would be too coarse for all others, leaves them
 * out: placing->mesh becomes a mesh without them, with a note (convert.far). Before the origin is chosen. */
pdk_status pdk_export_drop_far(const pdk_exporter *exporter, pdk_export *job, pdk_mesh_transform *placing,
                               pdk_error *error);
/* With the origin: leaves out what no float can hold, and notes by how much the others are off (surface.precision). */
pdk_status pdk_export_to_floats(const pdk_exporter *exporter, pdk_export *job, pdk_mesh_transform *placing,
                                pdk_error *error);

#endif
