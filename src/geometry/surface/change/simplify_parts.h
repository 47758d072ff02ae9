/* Simplifying: rounds over tiles (simplify_rounds.c), one round (simplify_round.c), one tile of it (simplify_work.c)
 * through meshoptimizer (simplify_tile.c), whose slivers are swapped away (simplify_slivers.c) and whose result is
 * checked (simplify_check.c, simplify_edges.c). At the end of each round every point of the source is within the error
 * of the surface as it is then. simplify_measure.c measures how far. */
#ifndef PADDOCK_SURFACE_CHANGE_SIMPLIFY_PARTS_H
#define PADDOCK_SURFACE_CHANGE_SIMPLIFY_PARTS_H

#include "parts/mesh_part.h"
#include "surface/change/surface_change.h"
#include "surface/index/triangle_tree.h"

#define PDK_NO_CARRIER UINT32_MAX

typedef struct pdk_simplifying {
    const pdk_mesh_part_table *mesh_part;
    pdk_surface_change *change;
    const pdk_simplify_options *how;
    uint32_t *triangles;           /* as they are now, naming the source's points */
    uint64_t count, min_triangles; /* of triangles; where to stop */
    uint32_t *carriers;            /* by point: a triangle that it is within the error of; PDK_NO_CARRIER: it is still a
                                      corner, or never was one */
    _Atomic uint8_t *frozen;       /* bits: points that must stay */
    _Atomic uint8_t *used;         /* bits: points of the source's valid triangles */
    bool upright;                  /* no triangle of the source faces down */
} pdk_simplifying;

/* Where no triangle may face down, heights are scaled down by this factor. meshoptimizer then sees a triangle turn
 * over when it turns over seen from above, not only when its normal turns by a right angle, as slivers on rough
 * ground often do. Errors become errors of height, which are never smaller than distances. */
#define PDK_FLATTENING (1.0 / 64)

/* A point that went in an earlier round, and the tile's triangle that carries it: first among `indices`, then in the
 * result. */
typedef struct pdk_carried_point {
    uint32_t point, before, now;
} pdk_carried_point;

/* A tile being simplified: all numbers but points of the source are local. */
typedef struct pdk_simplify_tile {
    uint32_t *points;  /* of the source, by local number */
    float *source;     /* the source's positions, by local number ... */
    float *positions;  /*   ... and those that meshoptimizer gets, relative to the first */
    uint32_t *indices; /* 3 a triangle */
    uint32_t *result;
    uint32_t *locked;   /* local numbers */
    uint32_t *carriers; /* by point: the triangle of the result that carries it; PDK_NO_CARRIER: it is a corner */
    uint8_t *marks;     /* by point: temporary marks */
    void *scratch;      /* 24 bytes a triangle */
    size_t point_count, triangle_count, locked_count;
    pdk_carried_point *carried;
    size_t carried_count;
    pdk_triangle_tree tree; /* of the result; its arrays: */
    pdk_tree_room room;
    bool lock_border;
    const pdk_mesh_part_table *mesh_part;
    pdk_memory *memory;
    bool out_of_memory; /* memory ran out in a call */
    int up;             /* the axis no triangle may face down along; -1 = they may */
} pdk_simplify_tile;

/* Extra triangles a tile's arrays need: those that lock points. */
static inline size_t pdk_simplify_extra_triangles(size_t points)
{
    return 2 * (points / 3 + 2);
}

/* Returns how many triangles tile->result has: as many as before, and the same ones, when nothing could be done or
 * when memory ran out (tile->out_of_memory). */
size_t pdk_simplify_run_tile(pdk_simplify_tile *tile, double error, size_t min_triangles);
/* Twice the area of a triangle of local points, seen from above. Computed from the source's points, because slivers
 * may turn over in the tile's floats. */
double pdk_simplify_area_from_above(const pdk_simplify_tile *tile, uint32_t a, uint32_t b, uint32_t c);
/* Removes slivers among the first triangles of the result; returns how many remain. `upright`: triangles exactly on
 * edge do not count as slivers. */
size_t pdk_simplify_swap_slivers(pdk_simplify_tile *tile, size_t triangles, bool upright);

/* The number of edges that two triangles of the result have in the same direction, and the source has not. Their points
 * are marked. */
size_t pdk_simplify_check_edges(pdk_simplify_tile *tile, size_t triangles);
/* Checks edges, and finds a triangle of the result within the error for each point that is no corner of it. Returns how
 * many edges or points are wrong, after freezing what is around them. */
size_t pdk_simplify_check_tile(pdk_simplifying *all, pdk_simplify_tile *tile, size_t triangles);

/* The arrays of a thread for one tile after the other. */
typedef struct pdk_tile_buffers {
    pdk_simplify_tile tile;
    uint64_t *keys;
    size_t triangles, carried; /* capacity */
} pdk_tile_buffers;

/* Points that went in earlier rounds: place of the triangle that carries it << 32 | point, ascending. */
typedef struct pdk_carried_list {
    uint64_t *keys;
    uint64_t count;
} pdk_carried_list;
/* `places` are those of all triangles in some order. The caller frees the keys, also after a failure. */
pdk_status pdk_simplify_list_carried(const pdk_simplifying *all, const uint32_t *places, double share,
                                     pdk_carried_list *to, pdk_error *error);

typedef struct pdk_simplify_round {
    pdk_simplifying *all;
    pdk_surface now;        /* the triangles as they are */
    double origin[2], cell; /* of the smallest tiles */
    unsigned levels;        /* others are as wide as two of them, or four ... */
    uint64_t *order;        /* tile << 32 | triangle, ascending; afterwards where each triangle of `next` went */
    uint32_t *places;       /* of triangles in `order` */
    uint64_t *firsts;       /* of each tile in `order`; one more at the end */
    uint64_t tile_count;
    pdk_carried_list carried; /* by places */
    uint64_t *carried_firsts; /* of each tile in it; one more at the end */
    _Atomic uint32_t *owners; /* the tile that has a point, by point */
    _Atomic uint8_t *shared;  /* bits: points of several tiles */
    uint32_t *next;           /* remaining triangles, in the places of the original ones */
    uint64_t *left, *starts;  /* by tile: triangles that remain, and where they go */
    uint8_t *tries;           /* by tile: how often it was reverted (simplify_seams.c) */
    double ratio;             /* of triangles to be left; 0 = as few as can be */
    pdk_tile_buffers buffers[PDK_MAX_THREADS];
} pdk_simplify_round;

/* One tile: a step for pdk_surface_run, whose user is a pdk_simplify_round. */
void pdk_simplify_work_on_tile(void *user, size_t thread, uint64_t number, uint64_t count);
void pdk_simplify_free_buffers(pdk_tile_buffers *buffers, pdk_memory *memory);
/* Makes tiles what they were where more than two triangles of several tiles meet at an edge (simplify_seams.c). */
pdk_status pdk_simplify_check_seams(pdk_simplify_round *round, pdk_error *error);
/* Origin, cell, levels and ratio are given. */
pdk_status pdk_simplify_do_round(pdk_simplify_round *round, double share, pdk_error *error);
/* The number of low bits in which keys differ. */
unsigned pdk_simplify_bits_of(const uint64_t *keys, uint64_t count);
/* Rounds over all triangles until they bring little. */
pdk_status pdk_simplify_rounds(pdk_simplifying *all, double share, pdk_error *error);

typedef struct pdk_deviation {
    double max, squares; /* metres; sum of squared metres */
    uint64_t points;     /* measured */
} pdk_deviation;
pdk_status pdk_simplify_measure(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error);

#endif
