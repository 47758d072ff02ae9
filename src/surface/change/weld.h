/* Points that are at the same place, or as good as. */
#ifndef PADDOCK_SURFACE_CHANGE_WELD_H
#define PADDOCK_SURFACE_CHANGE_WELD_H

#include "surface/surface_work.h"

/* For each point the first one it is no further from than `distance` metres, and which is itself not joined to another:
 * its own number for most. Points that are not finite stay alone. */
pdk_status pdk_weld(pdk_surface_work *work, const float *positions, uint64_t points, double distance, uint32_t *same_as,
                    pdk_error *error);

#endif
