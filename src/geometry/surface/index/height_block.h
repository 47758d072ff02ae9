/* The triangles of a cell with their corners, in one piece of memory, so that a query waits for memory once. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_BLOCK_H

#include "surface/vertical_ray.h"

/* A block in words of 32 bits: the number of points (lowest 8 bits), the number of triangles (the next 8) and whether
 * it is disjoint; all x, all y, all z, the triangles' numbers, and for each triangle its three points as a byte each.
 * If there are not points, the words that follow are triangle numbers only. */
enum {
    PDK_BLOCK_MAX = 255, /* points, and triangles */
    PDK_BLOCK_MAX_WORDS = 1 + 4 * PDK_BLOCK_MAX + (3 * PDK_BLOCK_MAX + 3) / 4,
    PDK_BLOCK_DISJOINT = 1 << 16 /* no two of its triangles overlap, seen from above */
};

static inline size_t pdk_block_points(const uint32_t *block)
{
    return *block & 255;
}
static inline size_t pdk_block_triangles(const uint32_t *block)
{
    return *block >> 8 & 255;
}

#endif
