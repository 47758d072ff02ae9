/* Finding the points of a line that are near a place. */
#ifndef PADDOCK_TRACK_TRACK_GRID_H
#define PADDOCK_TRACK_TRACK_GRID_H

#include "track/track_model.h"

/* False when out of memory. */
bool pdk_track_grid_make(pdk_track_model *model);
void pdk_track_grid_free(pdk_track_model *model);
/* The nearest point of the line (z counts too, so that a bridge and the road below it are distinct) that is within
 * `reach` metres seen from above, and at which the line does not run against `heading` (NaN = any); SIZE_MAX = none.
 * `place` is from the line's origin; reach at most two cells of 32 m. */
size_t pdk_track_grid_nearest(const pdk_track_model *model, const double place[3], double heading, double reach);

#endif
