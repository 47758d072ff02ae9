/* Which triangles and points go to which tile. */
#ifndef PADDOCK_SURFACE_CHANGE_SURFACE_TILE_PLAN_H
#define PADDOCK_SURFACE_CHANGE_SURFACE_TILE_PLAN_H

#include "surface/change/surface_crop.h"

typedef struct pdk_tile_plan {
    pdk_surface_change *change;
    double size;
    int64_t low[2], high[2]; /* the tiles there are, both included */
    uint64_t across;         /* tiles in a row */
    uint64_t *runs, *points; /* tile << 32 | number of the triangle a run begins with, or of the point; ascending */
    size_t run_count, point_count;
    uint64_t *first_runs;  /* by piece: runs before it; one more at the end. Runs end with their piece. */
    _Atomic uint8_t *used; /* bits: points in any triangle */
    _Atomic uint64_t unsound;
    uint32_t *numbers; /* of points within the current tile, in the order in which they are met, then ascending */
    uint64_t *members; /* points of the tile under way */
    size_t member_count, member_capacity;
} pdk_tile_plan;

/* Fills in every field from `low` on but the members. A fifth of the work. */
pdk_status pdk_tile_plan_make(pdk_tile_plan *tiling, pdk_error *error);
/* Where the run of a tile that begins with this triangle ends. */
uint64_t pdk_tile_run_end(const pdk_tile_plan *tiling, uint64_t tile, uint64_t first);

#endif
