/* Where a triangle counts as being. */
#ifndef PADDOCK_SURFACE_CHANGE_SURFACE_CROP_H
#define PADDOCK_SURFACE_CHANGE_SURFACE_CROP_H

#include "surface/change/surface_change.h"

/* The middle of its corners, which must be there, seen from above. */
void pdk_triangle_middle(const pdk_surface *surface, uint64_t triangle, int up, double middle[2]);

#endif
