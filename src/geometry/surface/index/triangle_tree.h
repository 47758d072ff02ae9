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

/* A small tree, built by the calling thread alone in the caller's arrays: there must be room for this many boxes, and
 * for as many numbers and keys as there are triangles. Nothing to be freed. */
typedef struct pdk_tree_room {
    pdk_box3 *boxes;
    uint32_t *order;
    uint64_t *keys;
} pdk_tree_room;
uint64_t pdk_tree_boxes(uint64_t triangles);
void pdk_tree_build_in(pdk_triangle_tree *tree, pdk_tree_room room, pdk_triangle_list list);

/* The squared distance to the nearest triangle, which goes to *nearest. That holds a guess beforehand, UINT32_MAX =
 * none; and so afterwards, with an infinite distance, where there is none. */
double pdk_tree_nearest(const pdk_triangle_tree *tree, const double point[3], uint32_t *nearest);
/* The same for up to PDK_TREE_GROUP points at once, which should be near each other and near the triangles in leaf
 * `leaf`: the search begins there, and they go through the tree together. */
enum { PDK_TREE_GROUP = 32 };
void pdk_tree_nearest_of(const pdk_triangle_tree *tree, uint64_t leaf, const double (*points)[3], size_t count,
                         double *squares);
/* True when some triangle is no further than the root of `square`; its number goes to *near, which holds a guess
 * beforehand, UINT32_MAX = none. It need not be the nearest. */
bool pdk_tree_within(const pdk_triangle_tree *tree, const double point[3], double square, uint32_t *near);
/* The squared distance to one. */
double pdk_tree_distance(const pdk_triangle_tree *tree, uint32_t triangle, const double point[3]);

#endif
