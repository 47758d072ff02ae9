/* Are triangles side by side, seen from above? */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_DISJOINT_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_DISJOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Corners are numbers of points, three for each triangle; x and y of the points are the bits of floats. True when no
 * two triangles overlap, which exact signs prove. Large numbers of triangles are not looked at, and count as
 * overlapping. */
bool pdk_triangles_are_disjoint(const uint32_t *x, const uint32_t *y, const uint8_t *corners, size_t triangles);

#endif
