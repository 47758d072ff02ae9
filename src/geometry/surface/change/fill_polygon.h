/* The edge of a hole as triangles. */
#ifndef PADDOCK_SURFACE_CHANGE_FILL_POLYGON_H
#define PADDOCK_SURFACE_CHANGE_FILL_POLYGON_H

#include "base/memory.h"

enum { PDK_FILL_MAX_CORNERS = 16384 };

typedef enum pdk_fill_split {
    PDK_FILL_SPLIT,
    PDK_FILL_TANGLED, /* no way without folding was found */
    PDK_FILL_NO_MEMORY
} pdk_fill_split;

/* The count - 2 triangles of a polygon seen counter-clockwise, as numbers into `at`, each with an area above 0. Time
 * grows with the corners alone, as the work for each is limited. */
pdk_fill_split pdk_fill_polygon(pdk_memory *memory, const double (*at)[2], uint32_t count, uint32_t (*triangles)[3]);
/* Is a place inside of a polygon? */
bool pdk_is_in_polygon(const double (*at)[2], uint32_t count, const double place[2]);

#endif
