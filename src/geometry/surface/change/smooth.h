/* Smooth normals, as a part of some larger work. */
#ifndef PADDOCK_SURFACE_CHANGE_SMOOTH_H
#define PADDOCK_SURFACE_CHANGE_SMOOTH_H

#include "surface/surface_work.h"

/* Writes three floats a point into `normals`; worth `share` of the whole work. *sound, unless NULL, says whether
 * every triangle is valid. */
pdk_status pdk_make_normals(pdk_surface_work *work, double share, float *normals, bool *sound, pdk_error *error);

#endif
