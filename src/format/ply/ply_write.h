/* Writing PLY.
 *
 *     ply_export.c          points, faces and what they have
 *     ply_export_header.c   the header
 */
#ifndef PADDOCK_FORMAT_PLY_PLY_WRITE_H
#define PADDOCK_FORMAT_PLY_PLY_WRITE_H

#include "target/exporter.h"

/* How points are written. */
typedef struct pdk_ply_points {
    bool doubles, ascii;
    size_t values[2]; /* bytes of all attributes of a point, and of a triangle */
} pdk_ply_points;

pdk_status pdk_ply_put_header(pdk_export *job, const pdk_ply_points *how, pdk_error *error);

#endif
