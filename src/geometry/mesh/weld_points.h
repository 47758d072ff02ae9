/* Points that are exactly equal become one. */
#ifndef PADDOCK_MESH_WELD_POINTS_H
#define PADDOCK_MESH_WELD_POINTS_H

#include "base/memory.h"

typedef struct pdk_weld {
    pdk_memory *memory;
    double (*points)[3];
    uint64_t count, capacity;
    uint32_t *table; /* number of a point + 1, 0 = free; twice as many places as points or more */
    uint64_t places;
    uint64_t seed;
} pdk_weld;

/* `seed` keeps makers of files from choosing which points collide; any number will do, and no result depends on it. */
void pdk_weld_init(pdk_weld *weld, pdk_memory *memory, uint64_t seed);
/* The number of the point, an old or a new one; false when memory or numbers run out. 0 and -0 are equal, NaN is equal
 * to nothing. */
bool pdk_weld_point(pdk_weld *weld, const double point[3], uint32_t *number);

#endif
