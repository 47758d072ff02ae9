/* Which triangles may be above a point: a grid of tiles; each tile has a grid that fits what is in it, and where many
 * triangles meet in a cell, a grid for that cell, and so on. A cell has a block (height_block.h) with all that a query
 * needs: two waits for memory, the cell's place and the block. In the small form triangles are only named: a road scan
 * of 200 million takes 13 bytes each beside the mapped file, and their corners are two waits more. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_INDEX_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_INDEX_H

#include "base/callback.h"
#include "base/memory.h"

/* Cells over a rectangle, x running fastest. Points outside belong to the nearest cell. */
typedef struct pdk_cells {
    double x, y;         /* the low corner */
    double per_x, per_y; /* cells per metre */
    uint32_t columns, rows;
} pdk_cells;

/* Triangle numbers or blocks by cell. starts[i] .. starts[i + 1] are places in the words after starts[columns * rows].
 * With PDK_CELL_HAS_GRID set, the address of a finer grid is at that place instead. */
typedef struct pdk_grid {
    pdk_cells cells;
    uint32_t *starts; /* NULL = nothing there */
} pdk_grid;

#define PDK_CELL_HAS_GRID UINT32_C(0x80000000)

struct pdk_height_index {
    atomic_size_t holders;
    uint64_t number; /* that no other index of this process has or had; never 0 */
    pdk_memory memory;
    pdk_surface surface; /* arrays stay where they are */
    pdk_height_index_info info;
    bool packed; /* grids name blocks (height_block.h) instead of triangles */
    pdk_cells tiles;
    pdk_grid *grids;                   /* one for each tile; NULL when no triangle can be met */
    const struct pdk_lattice *lattice; /* of a surface in rows and columns that has one layer everywhere; otherwise
                                        * NULL */
};

/* While a call works on an index, the caller's functions that it calls may close it. */
pdk_height_index *pdk_height_index_hold(const pdk_height_index *index);
void pdk_height_index_let_go(pdk_height_index *const *held);
#define PDK_HOLD_INDEX(index)                                                                      \
    pdk_height_index *const held_index __attribute__((cleanup(pdk_height_index_let_go), unused)) = \
        pdk_height_index_hold(index)

/* Numbers of a cell along one axis; NaN gives 0. */
static inline uint32_t pdk_cell_along(double from, double per_metre, uint32_t count, double at)
{
    double place = (at - from) * per_metre, last = (double)(count - 1);
    place = place > 0 ? place : 0;
    place = place < last ? place : last;
    return (uint32_t)place;
}

static inline uint64_t pdk_cell_of(const pdk_cells *cells, double x, double y)
{
    uint64_t column = pdk_cell_along(cells->x, cells->per_x, cells->columns, x);
    return pdk_cell_along(cells->y, cells->per_y, cells->rows, y) * (uint64_t)cells->columns + column;
}

/* All lines of a block at once, or the first of a very large one. */
static inline void pdk_fetch_block(const uint32_t *first, const uint32_t *last)
{
    enum { LINE = 64 / sizeof *first, MAX_LINES = 8 };
    if (last - first > LINE * MAX_LINES) last = first + LINE * MAX_LINES;
    for (const uint32_t *at = first; at < last; at += LINE) __builtin_prefetch(at);
}

#endif
