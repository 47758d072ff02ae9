/* Triangles for points that have none: those of Delaunay, seen from above. */
#ifndef PADDOCK_CONVERT_TRIANGULATE_H
#define PADDOCK_CONVERT_TRIANGULATE_H

#include "target/exporter.h"

/* Gives job->mesh and job->source triangles instead of those they have. What was done is noted. */
pdk_status pdk_export_triangulate(pdk_export *job, pdk_error *error);

#endif
