/* Delaunay triangulation of points in a plane, exact on whole numbers. */
#ifndef PADDOCK_CONVERT_DELAUNAY_H
#define PADDOCK_CONVERT_DELAUNAY_H

#include "base/memory.h"

enum { PDK_DELAUNAY_BITS = 29 }; /* coordinates are 0 .. 2^29 - 1: then no test overflows 128 bits */

typedef struct pdk_delaunay {
    const uint32_t (*points)[2];
    uint64_t point_count;
    pdk_memory *memory;
    pdk_progress progress;
    void *progress_user;
    uint32_t (*triangles)[3]; /* the result, counter-clockwise; of the memory */
    uint64_t triangle_count;
    uint64_t equal; /* points at the place of an earlier one: they are corners of no triangle */
} pdk_delaunay;

/* Fails with "convert.triangulate" where there are no three points off a line. */
pdk_status pdk_delaunay_run(pdk_delaunay *job, pdk_error *error);

#endif
