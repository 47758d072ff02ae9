/* The best order to insert points into a triangulation. */
#ifndef PADDOCK_CONVERT_DELAUNAY_ORDER_H
#define PADDOCK_CONVERT_DELAUNAY_ORDER_H

#include "base/memory.h"

/* A number of each point, in rounds of which each is about twice as large as the one before, drawn at random (always
 * the same), and along a Hilbert curve within each: neighbours follow each other, and no order of the file makes it
 * slow. NULL = no memory. */
uint32_t *pdk_delaunay_order(pdk_memory *memory, const uint32_t (*points)[2], uint64_t count);

#endif
