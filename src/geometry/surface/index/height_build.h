/* What the steps of building an index share. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_BUILD_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_BUILD_H

#include <stdatomic.h>

#include "surface/index/height_near.h"
#include "base/parallel.h"

/* Progress of several steps as one. */
typedef struct pdk_steps {
    pdk_progress progress;
    void *user;
    uint64_t before, share, total; /* in units of the whole: before this step, and in it */
} pdk_steps;

/* A pdk_progress over a step. */
bool pdk_steps_progress(void *user, uint64_t done, uint64_t total);

/* The triangles that can be met, summed up. */
typedef struct pdk_survey {
    double low[3], high[3];
    double widths, depths, boxes, areas; /* sums over triangles, seen from above */
    uint64_t triangles, upright, not_finite, out_of_range;
} pdk_survey;

/* Can a vertical line meet this triangle? If so, gives its corners; if not, counts the reason. */
typedef struct pdk_triangle_corners pdk_triangle_corners;
bool pdk_survey_check_triangle(const pdk_surface *surface, uint64_t triangle, pdk_triangle_corners *corners,
                               pdk_survey *survey);
/* False when cancelled. */
bool pdk_survey_run(const pdk_surface *surface, size_t threads, pdk_steps *steps, pdk_survey *survey);
/* The same, and a survey of only those triangles that come near a map's places, whose bits are set in `chosen`. */
bool pdk_survey_run_near(const pdk_surface *surface, const pdk_near_map *map, size_t threads, pdk_steps *steps,
                         pdk_survey *all, pdk_survey *near, uint64_t *chosen);

/* Not zeroed, in large pages where the system has them. To be freed by pdk_free. */
void *pdk_alloc_in_large_pages(pdk_memory *memory, size_t size);

/* Memory that lives as long as the index, given in pieces to all threads. */
typedef struct pdk_arena {
    pdk_memory *memory;
    pdk_mutex lock;
    uint8_t *free_bytes;
    size_t left, chunk;
} pdk_arena;

/* About how many bytes will be needed in all. */
void pdk_arena_begin(pdk_arena *arena, pdk_memory *memory, uint64_t expected);
/* What was taken stays. */
void pdk_arena_end(pdk_arena *arena);
/* Aligned to 8 bytes; NULL when memory ran out. */
void *pdk_arena_allocate(pdk_arena *arena, size_t size);

/* Buffers of one thread. */
typedef struct pdk_grid_workspace {
    pdk_arena *arena;
    pdk_memory *memory;
    uint32_t *pairs; /* cell, triangle */
    uint64_t pair_count, pair_capacity;
    uint32_t *words; /* a grid that is being packed */
    uint64_t word_count, word_capacity;
    bool overlapping; /* not all of its blocks are disjoint, or there are lists */
} pdk_grid_workspace;

/* What all grids are made for and with. */
typedef struct pdk_grid_plan {
    const pdk_surface *surface;
    double triangles_per_cell; /* about */
    bool packed;               /* into blocks */
} pdk_grid_plan;

/* The grid for a list of triangles in a rectangle (the low corner, then the high one). False when memory ran out. */
bool pdk_grid_make(pdk_grid_workspace *workspace, const pdk_grid_plan *plan, const double rectangle[4],
                   const uint32_t *triangles, uint32_t count, pdk_grid *grid);
/* Replaces a grid's lists, which are freed, by blocks. `budget` is how many words blocks may still use. */
bool pdk_grid_pack(pdk_grid_workspace *workspace, const pdk_surface *surface, pdk_grid *grid, int64_t *budget);

#endif
