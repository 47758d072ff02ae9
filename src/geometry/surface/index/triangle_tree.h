/* The nearest triangle to a point, of any number of them: a tree of boxes over triangles in the order of a
 * space-filling curve. Built and asked in time that does not depend on how they lie. */
#ifndef PADDOCK_SURFACE_INDEX_TRIANGLE_TREE_H
#define PADDOCK_SURFACE_INDEX_TRIANGLE_TREE_H

#include "surface/surface_work.h"

typedef struct pdk_triangle_list {
    const float *positions;
    const uint32_t *triangles;
    uint64_t count;
} pdk_triangle_list;

enum { PDK_TREE_LEAF = 4 };

typedef struct pdk_box3 {
    float low[3], high[3];
} pdk_box3;

typedef struct pdk_triangle_tree {
    const float *positions;
    const uint32_t *triangles; /* sound ones */
    uint32_t *order;           /* triangles as they are in the leaves */
    uint64_t count;
    pdk_box3 *boxes; /* a complete binary tree, 1 the root, the leaves' from `leaves` on */
    uint64_t leaves; /* a power of two */
} pdk_triangle_tree;

/* In the work's memory; every corner must be there and finite. Worth `share` of what there is to do. */
pdk_status pdk_tree_build(pdk_triangle_tree *tree, pdk_surface_work *work, double share, pdk_triangle_list list,
                          pdk_error *error);
void pdk_tree_free(pdk_triangle_tree *tree, pdk_surface_work *work);

/* The squared distance to the nearest triangle, which goes to *nearest. That holds a guess beforehand, UINT32_MAX =
 * none; and so afterwards, with an infinite distance, where there is none. */
double pdk_tree_nearest(const pdk_triangle_tree *tree, const double point[3], uint32_t *nearest);
/* The squared distance to one. */
double pdk_tree_distance(const pdk_triangle_tree *tree, uint32_t triangle, const double point[3]);

#endif
