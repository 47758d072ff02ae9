/* The rim of a surface: its boundary edges, each with the surface to its left, and the loops that they form. */
#ifndef PADDOCK_SURFACE_MEASURE_RIM_H
#define PADDOCK_SURFACE_MEASURE_RIM_H

#include "surface/measure/measure.h"

/* Boundary edges whose ends have equal places are one edge; where two such edges run against each other, the surface
 * continues beyond a seam, and there is no boundary. */
typedef struct pdk_rim {
    pdk_surface_work *work;
    const uint64_t *keys; /* boundary edges as numbers of points, ascending */
    size_t key_count;
    uint32_t *slots; /* a table of places: number of a rim point + 1 */
    uint64_t mask;
    uint32_t *points;     /* of each rim point: the number of the surface's first point there */
    double (*normals)[3]; /* and the sum of its triangles' at the boundary */
    uint32_t point_count;
    uint64_t *sides; /* lower rim point << 33 | higher << 1 | runs upwards; in the end one for each edge */
    size_t side_count;
} pdk_rim;

typedef struct pdk_rim_loop {
    uint64_t first, count; /* of its corners */
    bool is_hole;          /* the surface is outside of it */
    double normal[3];      /* which way the surface around it faces, of unit length; 0 if it has no area */
    double middle[3], minimum[3], maximum[3], area, perimeter;
} pdk_rim_loop;

typedef struct pdk_rim_loops {
    uint32_t *corners; /* numbers of points, loop after loop */
    pdk_rim_loop *loops;
    size_t count, capacity;
    uint64_t open; /* edges that are in no closed loop */
} pdk_rim_loops;

/* --- rim.c --- */
/* Needs the boundary edges of `measuring`, which stay. */
pdk_status pdk_rim_find(pdk_measuring *measuring, pdk_rim *rim, pdk_error *error);

/* --- rim_loops.c --- */
pdk_status pdk_rim_trace(const pdk_rim *rim, pdk_rim_loops *made, pdk_error *error);
/* Holes first, the largest first; *holes = how many. */
void pdk_rim_sort_holes(pdk_rim_loops *loops, size_t *holes);

static inline void pdk_rim_place(const pdk_surface *surface, uint32_t point, double place[3])
{
    for (uint64_t axis = 0; axis < 3; axis++) place[axis] = (double)surface->positions[3 * (uint64_t)point + axis];
}

#endif
