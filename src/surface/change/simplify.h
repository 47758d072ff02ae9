/* Simplifying, in parts: attempts (simplify.c), each some rounds over tiles (simplify_rounds.c), a tile
 * (simplify_tile.c), and measuring what came out (simplify_verify.c). Slivers are swapped away (simplify_mend.c). */
#ifndef PADDOCK_SURFACE_CHANGE_SIMPLIFY_H
#define PADDOCK_SURFACE_CHANGE_SIMPLIFY_H

#include "surface/change/surface_change.h"

typedef struct pdk_simplifying {
    pdk_surface_change *change;
    const pdk_simplify_options *how;
    uint32_t *triangles;     /* as they are now, naming the source's points */
    uint64_t count, least;   /* of triangles; where to stop */
    _Atomic uint8_t *frozen; /* bits: points that must stay */
    _Atomic uint8_t *used;   /* bits: points of the source's sound triangles */
    bool upright;            /* no triangle of the source faces down */
    double error;            /* metres a round may take */
} pdk_simplifying;

/* Where nothing may face down, heights are made so much smaller: meshoptimizer then sees a triangle turn over where one
 * sees it from above, and not only when its normal has turned by a right angle, which slivers on rough ground easily
 * do. Errors become those of heights, which are no less than distances. */
#define PDK_FLATTENING (1.0 / 64)

/* A tile on its way: all numbers but `points` are local. */
typedef struct pdk_simplify_tile {
    uint32_t *points;    /* of the source, by local number */
    const float *source; /* the source's positions ... */
    float *positions;    /*   ... and the tile's own, relative to its first */
    uint32_t *indices;   /* 3 a triangle; what comes out stands here too */
    uint32_t *result;
    uint32_t *locked; /* local numbers */
    uint8_t *marks;   /* by point; for looking */
    void *room;       /* 24 bytes a triangle */
    size_t point_count, triangle_count, locked_count;
    bool lock_border;
    pdk_memory *memory;
    bool no_room; /* memory ran out in a call */
    int up;       /* the axis no triangle may face down along; -1 = they may */
} pdk_simplify_tile;

/* Room a tile's result and indices need beside its own triangles: for those that hold points in place. */
static inline size_t pdk_simplify_extra(size_t points)
{
    return 2 * (points / 3 + 2);
}

/* Returns how many triangles are left at the front of tile->indices; the same as before when nothing could be done, or
 * there was no room, which the tile then says. */
size_t pdk_simplify_one(pdk_simplify_tile *tile, double error, size_t least);
/* Twice the area of a triangle of local points, seen from above; calculated from the points as they are in the source,
 * because in floats of the tile slivers may turn over. */
double pdk_simplify_seen(const pdk_simplify_tile *tile, uint32_t a, uint32_t b, uint32_t c);
/* Takes slivers among the first triangles of the result away; returns how many could not be. `upright`: those exactly
 * on edge are no slivers. */
size_t pdk_simplify_mend(pdk_simplify_tile *tile, size_t triangles, bool upright);
/* Rounds over all triangles until they bring little. */
pdk_status pdk_simplify_rounds(pdk_simplifying *all, double share, pdk_error *error);

typedef struct pdk_deviation {
    double most, squares;    /* metres; sum of squared metres */
    uint64_t points, beyond; /* measured; of these further than allowed, and triangles turned over: what is to be
                                frozen has been */
} pdk_deviation;
pdk_status pdk_simplify_verify(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error);

#endif
