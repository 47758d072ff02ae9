/* The triangles of a cell with their corners, in one piece of memory: what a query waits for comes all at once. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H

#include "surface/vertical_ray.h"

/* A block in words of 32 bits: how many points (lowest 8 bits) and triangles (from bit 8 on), the points' x, then y,
 * then z, the triangles' numbers, and for each its three points as a byte each. Without points it is a list: what
 * follows are numbers. */
enum {
    PDK_BLOCK_MOST = 255, /* points, and triangles */
    PDK_BLOCK_ROOM = 1 + 4 * PDK_BLOCK_MOST + (3 * PDK_BLOCK_MOST + 3) / 4
};

#endif
