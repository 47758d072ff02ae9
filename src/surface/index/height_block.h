/* The triangles of a cell with their corners, in one piece of memory, so that a query waits for memory once. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H

#include "surface/vertical_ray.h"

/* A block in words of 32 bits: the number of points (lowest 8 bits) and triangles (from bit 8 on), all x, all y, all
 * z, the triangles' numbers, and for each triangle its three points as a byte each. If there are no points, the
 * words that follow are triangle numbers only. */
enum {
    PDK_BLOCK_MAX = 255, /* points, and triangles */
    PDK_BLOCK_MAX_WORDS = 1 + 4 * PDK_BLOCK_MAX + (3 * PDK_BLOCK_MAX + 3) / 4
};

#endif
