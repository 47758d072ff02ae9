/* What looking for findings needs beyond measuring. */
#ifndef PADDOCK_SURFACE_MEASURE_SURFACE_CHECK_H
#define PADDOCK_SURFACE_MEASURE_SURFACE_CHECK_H

#include "surface/measure/measure.h"

enum { PDK_TRIANGLES_SHOWN = 3 };

/* The first triangles at an edge. */
typedef struct pdk_edge_triangles {
    uint64_t key; /* lower point << 32 | higher point */
    uint64_t triangles[PDK_TRIANGLES_SHOWN];
    size_t count;
} pdk_edge_triangles;

/* Finds the triangles of a few edges. */
pdk_status pdk_find_edge_triangles(pdk_surface_work *work, pdk_edge_triangles *edges, size_t count, pdk_error *error);

/* A boundary point on a boundary edge that it is not an end of. */
typedef struct pdk_junction {
    uint64_t edge; /* key */
    uint32_t point;
    double gap; /* between them, metres */
} pdk_junction;

/* Points nearer to an edge than this, and further from its ends, are on it. */
#define PDK_JUNCTION_TOLERANCE 0.001

/* The first ten by edge; *found is how many there are. */
pdk_status pdk_find_junctions(pdk_measuring *measuring, pdk_junction shown[PDK_DEFECTS_SHOWN], uint64_t *found,
                              pdk_error *error);

#endif
