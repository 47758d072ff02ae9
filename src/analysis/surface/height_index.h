/* Which triangles may be above a point: a grid of tiles, each with a grid of its own that fits what is in it, and where
 * many triangles meet in a cell, a grid for that cell, and so on. Triangles are only named: a road scan of 200 million takes
 * 13 bytes each beside the mapped file. */
#ifndef PADDOCK_ANALYSIS_SURFACE_HEIGHT_INDEX_H
#define PADDOCK_ANALYSIS_SURFACE_HEIGHT_INDEX_H

#include "base/memory.h"

/* Cells over a rectangle, x running fastest. Points outside belong to the nearest cell. */
typedef struct pdk_cells {
    double x, y;             /* the low corner */
    double per_x, per_y;     /* cells per metre */
    uint32_t columns, rows;
} pdk_cells;

/* Triangle numbers by cell. starts[i] .. starts[i + 1] are places in the numbers, which begin at starts[columns * rows + 1].
 * With PDK_DEEPER set, the address of a finer grid stands at that place instead. */
typedef struct pdk_grid {
    pdk_cells cells;
    uint32_t *starts; /* NULL = nothing there */
} pdk_grid;

#define PDK_DEEPER UINT32_C(0x80000000)

struct pdk_height_index {
    pdk_memory memory;
    pdk_surface surface; /* arrays stay where they are */
    pdk_height_index_info info;
    pdk_cells tiles;
    pdk_grid *grids; /* one for each tile; NULL when no triangle can be met */
};

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

#endif
