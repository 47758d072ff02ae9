/* Points that are at the same place, or as good as. */
#ifndef PADDOCK_SURFACE_CHANGE_JOIN_POINTS_H
#define PADDOCK_SURFACE_CHANGE_JOIN_POINTS_H

#include "surface/surface_work.h"

/* For each point, the first point within `distance` metres that is not itself joined to another: its own number for
 * most. Points that are not finite are never joined. */
pdk_status pdk_join_near_points(pdk_surface_work *work, const float *positions, uint64_t points, double distance,
                                uint32_t *same_as, pdk_error *error);

#endif
