/* Simplifying: attempts (simplify.c), each of some rounds over tiles (simplify_rounds.c); one tile
 * (simplify_tile.c); measuring the result (simplify_verify.c). Slivers are swapped away (simplify_slivers.c). */
#ifndef PADDOCK_SURFACE_CHANGE_SIMPLIFY_PARTS_H
#define PADDOCK_SURFACE_CHANGE_SIMPLIFY_PARTS_H

#include "parts/mesh_part.h"
#include "surface/change/surface_change.h"

typedef struct pdk_simplifying {
    const pdk_mesh_part_table *mesh_part;
    pdk_surface_change *change;
    const pdk_simplify_options *how;
    uint32_t *triangles;           /* as they are now, naming the source's points */
    uint64_t count, min_triangles; /* of triangles; where to stop */
    _Atomic uint8_t *frozen;       /* bits: points that must stay */
    _Atomic uint8_t *used;         /* bits: points of the source's valid triangles */
    bool upright;                  /* no triangle of the source faces down */
    bool measured;                 /* somebody wants to know how far points are off, not only that none is too far */
    double error;                  /* metres a round may take */
} pdk_simplifying;

/* Where no triangle may face down, heights are scaled down by this factor. meshoptimizer then sees a triangle turn
 * over when it turns over seen from above, not only when its normal turns by a right angle, as slivers on rough
 * ground often do. Errors become errors of height, which are never smaller than distances. */
#define PDK_FLATTENING (1.0 / 64)

/* A tile being simplified: all numbers but `points` are local. */
typedef struct pdk_simplify_tile {
    uint32_t *points;    /* of the source, by local number */
    const float *source; /* the source's positions ... */
    float *positions;    /*   ... and the tile's own, relative to its first */
    uint32_t *indices;   /* 3 a triangle; the result is stored here too */
    uint32_t *result;
    uint32_t *locked; /* local numbers */
    uint8_t *marks;   /* by point: temporary marks */
    void *scratch;    /* 24 bytes a triangle */
    size_t point_count, triangle_count, locked_count;
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

/* Returns how many triangles remain at the front of tile->indices: the same number as before when nothing could be
 * done, or when memory ran out (tile->out_of_memory). */
size_t pdk_simplify_run_tile(pdk_simplify_tile *tile, double error, size_t min_triangles);
/* Twice the area of a triangle of local points, seen from above. Computed from the source's points, because slivers
 * may turn over in the tile's floats. */
double pdk_simplify_area_from_above(const pdk_simplify_tile *tile, uint32_t a, uint32_t b, uint32_t c);
/* Removes slivers among the first triangles of the result; returns how many remain. `upright`: triangles exactly on
 * edge do not count as slivers. */
size_t pdk_simplify_swap_slivers(pdk_simplify_tile *tile, size_t triangles, bool upright);
/* Rounds over all triangles until they bring little. */
pdk_status pdk_simplify_rounds(pdk_simplifying *all, double share, pdk_error *error);

typedef struct pdk_deviation {
    double max, squares;     /* metres; sum of squared metres */
    uint64_t points, beyond; /* measured; of these, how many are further away than allowed, plus triangles turned over.
                                The points concerned are already frozen */
} pdk_deviation;
pdk_status pdk_simplify_verify(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error);

#endif
