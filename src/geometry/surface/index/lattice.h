/* The grid of a surface whose vertices lie in rows and columns, straight or along a bend, with or without gaps, as in
 * OpenCRG and in scans made from it. A map from x, y to row and column leads to a cell, and its two triangles are
 * tried. It finds only what is strictly inside a triangle. Everything else is left to the index of tiles: points on
 * edges, in gaps, or beside a cell that the map missed. */
#ifndef PADDOCK_SURFACE_INDEX_LATTICE_H
#define PADDOCK_SURFACE_INDEX_LATTICE_H

#include "surface/index/height_index.h"
#include "surface/vertical_ray.h"

/* A triangle's number, and above it which of a cell's four nodes are its corners, two bits each: bit 0 = the next
 * column, bit 1 = the next row. */
enum { PDK_LATTICE_NUMBER_BITS = 26, PDK_LATTICE_MAX_TRIANGLES = 1 << PDK_LATTICE_NUMBER_BITS };
#define PDK_LATTICE_NONE UINT32_MAX

/* A node and the cell of which it is the low corner, in one place, as both are needed at once. */
typedef struct pdk_lattice_node {
    float at[3]; /* NaN where there is no vertex */
    uint32_t triangles[2];
} pdk_lattice_node;

/* Rows and columns near one node: a point is at row + to_row . (point - node), and so for columns. */
typedef struct pdk_lattice_map {
    double x, y, row, column; /* NaN: there is no node near */
    double to_row[2], to_column[2];
} pdk_lattice_map;

typedef struct pdk_lattice {
    uint32_t rows, columns;
    pdk_lattice_node *nodes; /* row by row */
    pdk_cells buckets;       /* squares of some cells, with a map each */
    pdk_lattice_map *maps;
} pdk_lattice;

/* *lattice = NULL where vertices are not in rows and columns, or few triangles would be found. `area` is that of all
 * triangles, seen from above. */
pdk_status pdk_lattice_make(pdk_memory *memory, const pdk_surface *surface, const pdk_height_index_info *info,
                            double area, const pdk_lattice **lattice, pdk_error *error);

static inline const pdk_lattice_map *pdk_lattice_map_at(const pdk_lattice *lattice, double x, double y)
{
    return &lattice->maps[pdk_cell_of(&lattice->buckets, x, y)];
}

/* The node at the low corner of the cell where the map expects the point, or PDK_LATTICE_NONE. */
static inline uint32_t pdk_lattice_guess(const pdk_lattice *lattice, const pdk_lattice_map *map, double x, double y)
{
    double dx = x - map->x, dy = y - map->y;
    double row = map->row + map->to_row[0] * dx + map->to_row[1] * dy;
    double column = map->column + map->to_column[0] * dx + map->to_column[1] * dy;
    if (!(row >= 0 && row < (double)(lattice->rows - 1) && column >= 0 && column < (double)(lattice->columns - 1)))
        return PDK_LATTICE_NONE;
    return (uint32_t)row * lattice->columns + (uint32_t)column;
}

/* How many cells further a point is, from its cells from the low corner. */
static inline int pdk_lattice_step(double cells)
{
    return cells < 0 ? -1 : cells >= 1;
}

/* A cell, and where in it a point is: 0 to 1 from its low corner to the next row and column, where the map is right. */
typedef struct pdk_lattice_spot {
    uint32_t node;
    double row, column;
} pdk_lattice_spot;

/* In the same cell, or the one next to it where the node says that the map was off. */
static inline pdk_lattice_spot pdk_lattice_correct(const pdk_lattice *lattice, const pdk_lattice_map *map,
                                                   uint32_t node, double x, double y)
{
    const float *at = lattice->nodes[node].at;
    double dx = x - (double)at[0], dy = y - (double)at[1];
    pdk_lattice_spot spot = { node, map->to_row[0] * dx + map->to_row[1] * dy,
                              map->to_column[0] * dx + map->to_column[1] * dy };
    int up = pdk_lattice_step(spot.row), right = pdk_lattice_step(spot.column);
    int64_t moved = (int64_t)node + up * (int64_t)lattice->columns + right;
    int64_t end = (int64_t)(lattice->rows - 1) * lattice->columns - 1; /* the last cell with four nodes, + 1 */
    if (moved < 0 || moved >= end) return spot;
    return (pdk_lattice_spot){ (uint32_t)moved, spot.row - up, spot.column - right };
}

/* Is the point rather in this triangle of the cell than in the other? One corner of the cell is not the triangle's: the
 * point is nearer to the one across from it. */
static inline bool pdk_lattice_prefers(uint32_t triangle, const pdk_lattice_spot *spot)
{
    enum { ALL_CORNERS = 0 + 1 + 2 + 3 };
    uint32_t pattern = triangle >> PDK_LATTICE_NUMBER_BITS;
    uint32_t missing = ALL_CORNERS - (pattern & 3) - (pattern >> 2 & 3) - (pattern >> 4);
    double row = (missing & 2) != 0 ? spot->row : 1 - spot->row;
    double column = (missing & 1) != 0 ? spot->column : 1 - spot->column;
    return row + column < 1;
}

static inline pdk_triangle_corners pdk_lattice_corners(const pdk_lattice *lattice, uint32_t node, uint32_t triangle)
{
    pdk_triangle_corners corners;
    uint32_t pattern = triangle >> PDK_LATTICE_NUMBER_BITS;
    for (int i = 0; i < 3; i++, pattern >>= 2) {
        const float *at = lattice->nodes[node + (pattern & 1) + (pattern >> 1 & 1) * lattice->columns].at;
        for (int axis = 0; axis < 3; axis++) corners.at[i][axis] = (double)at[axis];
    }
    return corners;
}

/* The triangle that the point is strictly inside of, its corners and its height there. False where it may be in none or
 * in several. */
static inline bool pdk_lattice_find(const pdk_lattice *lattice, double x, double y, pdk_triangle_corners *corners,
                                    pdk_surface_hit *hit)
{
    const pdk_lattice_map *map = pdk_lattice_map_at(lattice, x, y);
    uint32_t node = pdk_lattice_guess(lattice, map, x, y);
    if (node == PDK_LATTICE_NONE) return false;
    __builtin_prefetch(&lattice->nodes[node + lattice->columns]);
    pdk_lattice_spot spot = pdk_lattice_correct(lattice, map, node, x, y);
    const uint32_t *triangles = lattice->nodes[spot.node].triangles;
    uint32_t first = pdk_lattice_prefers(triangles[0], &spot) ? 0 : 1;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t triangle = triangles[first ^ i];
        if (triangle == PDK_LATTICE_NONE) continue;
        *corners = pdk_lattice_corners(lattice, spot.node, triangle);
        if (pdk_ray_intersect(corners, x, y, &hit->z) != PDK_RAY_INSIDE) continue;
        hit->triangle = triangle & (PDK_LATTICE_MAX_TRIANGLES - 1);
        return true;
    }
    return false;
}

#endif
