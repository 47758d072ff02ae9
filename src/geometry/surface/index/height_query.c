/* Asking the index: a tile, a cell, and the few triangles it names. Nothing is allocated, nothing is written except
 * what is the caller's. */
#include <string.h>

#include "surface/rasterise.h"
#include "surface/index/height_candidates.h"
#include "surface/index/lattice.h"

static const leaf none;

/* The hint's rectangle: a cell, less what rounding could make of its borders. */
static void shrink_hint(pdk_surface_hint *hint, const pdk_cells *cells, uint64_t cell)
{
    double width = 1 / cells->per_x, depth = 1 / cells->per_y, margin = PDK_RASTERISE_MARGIN;
    double left = cells->x + width * (double)(cell % cells->columns),
           low = cells->y + depth * (double)(cell / cells->columns);
    hint->low[0] = pdk_max(hint->low[0], left + margin * width);
    hint->low[1] = pdk_max(hint->low[1], low + margin * depth);
    hint->high[0] = pdk_min(hint->high[0], left + (1 - margin) * width);
    hint->high[1] = pdk_min(hint->high[1], low + (1 - margin) * depth);
}

static void begin_hint(pdk_surface_hint *hint, const pdk_height_index *index, uint64_t tile)
{
    const pdk_height_index_info *info = &index->info;
    *hint = (pdk_surface_hint){ .low = { info->minimum[0], info->minimum[1] },
                                .high = { info->maximum[0], info->maximum[1] } };
    shrink_hint(hint, &index->tiles, tile);
}

/* A hint of this index that has no cell. */
static void begin_empty_hint(pdk_surface_hint *hint, const pdk_height_index *index)
{
    *hint = (pdk_surface_hint){ .index = index->number, .low = { INFINITY, INFINITY } };
}

/* Is the point in the cell of the hint, and is that of this index? */
static inline bool is_in_cell(const pdk_surface_hint *hint, const pdk_height_index *index, double x, double y)
{
    return hint->index == index->number && x > hint->low[0] && x < hint->high[0] && y > hint->low[1] &&
           y < hint->high[1];
}

/* Remembers the only triangle at a point, for the next one inside it. */
static void remember(pdk_surface_hint *hint, const pdk_triangle_corners *corners, const pdk_surface_hit *hit)
{
    hint->has_triangle = true;
    hint->triangle = hit->triangle;
    memcpy(hint->corners, corners->at, sizeof hint->corners);
    memcpy(hint->normal, hit->normal, sizeof hint->normal);
}

/* The hint's triangle, if the point is strictly inside it, and there are no others. */
static inline bool find_remembered(const pdk_height_index *index, double x, double y, const pdk_surface_hint *hint,
                                   pdk_surface_hit *hit)
{
    if (hint->index != index->number || !hint->has_triangle) return false;
    if (index->lattice == NULL && !is_in_cell(hint, index, x, y)) return false;
    pdk_triangle_corners corners;
    memcpy(corners.at, hint->corners, sizeof corners.at);
    if (pdk_ray_intersect(&corners, x, y, &hit->z) != PDK_RAY_INSIDE) return false;
    memcpy(hit->normal, hint->normal, sizeof hit->normal);
    hit->triangle = hint->triangle;
    return true;
}

/* The only triangle at a point, where that is quickly known. */
static inline bool find_only(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                             pdk_surface_hit *hit)
{
    if (hint != NULL && find_remembered(index, x, y, hint, hit)) return true;
    pdk_triangle_corners corners;
    if (index->lattice == NULL || !pdk_lattice_find(index->lattice, x, y, &corners, hit)) return false;
    pdk_corners_normal(&corners, hit->normal);
    if (hint == NULL) return true;
    if (hint->index != index->number) begin_empty_hint(hint, index);
    remember(hint, &corners, hit);
    return true;
}

static inline leaf find_leaf(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint)
{
    if (hint != NULL && is_in_cell(hint, index, x, y)) {
        return (leaf){ hint->first, hint->last };
    }
    const pdk_height_index_info *info = &index->info;
    if (index->grids == NULL ||
        !(x >= info->minimum[0] && x <= info->maximum[0] && y >= info->minimum[1] && y <= info->maximum[1])) {
        return none;
    }
    uint64_t tile = pdk_cell_of(&index->tiles, x, y);
    const pdk_grid *grid = &index->grids[tile];
    if (hint != NULL) begin_hint(hint, index, tile);
    while (grid->starts != NULL) {
        const pdk_cells *cells = &grid->cells;
        uint64_t cell = pdk_cell_of(cells, x, y);
        const uint32_t *numbers = grid->starts + (uint64_t)cells->columns * cells->rows + 1;
        uint32_t start = grid->starts[cell], end = grid->starts[cell + 1] & ~PDK_CELL_HAS_GRID;
        if (hint != NULL) shrink_hint(hint, cells, cell);
        if ((start & PDK_CELL_HAS_GRID) != 0) {
            memcpy(&grid, numbers + (start & ~PDK_CELL_HAS_GRID), sizeof grid);
            continue;
        }
        if (index->packed) pdk_fetch_block(numbers + start, numbers + end);
        if (hint != NULL) {
            hint->index = index->number;
            hint->first = numbers + start;
            hint->last = numbers + end;
        }
        return (leaf){ numbers + start, numbers + end };
    }
    return none;
}

/* Until it is complete a hit has the place of its triangle. */
static inline void complete_hit(pdk_surface_hit *hit, const candidates *chosen, bool block,
                                const pdk_height_index *index)
{
    pdk_triangle_corners corners = corners_at(chosen, block, index, (size_t)hit->triangle);
    pdk_corners_normal(&corners, hit->normal);
    hit->triangle = chosen->numbers[hit->triangle];
}

/* Hits on edges and corners, of which neighbours have the same. */
enum { MAX_TOUCHES = 64 };
typedef struct edge_hits {
    size_t count;
    struct {
        double z;
        size_t place;
    } at[MAX_TOUCHES];
} edge_hits;

/* Keeps one touch of each height: neighbours that share their corners agree exactly; where a corner is on another's
 * edge, to within the precision of floats. The triangle with the least number is named, with its height, whatever the
 * order they come in. False when there is no room. */
static bool add_edge_hit(edge_hits *edges, const uint32_t *numbers, double z, size_t place)
{
    double near = 0x1p-22 * fabs(z) + 1e-30;
    for (size_t i = 0; i < edges->count; i++) {
        if (fabs(edges->at[i].z - z) > near) continue;
        if (numbers[place] < numbers[edges->at[i].place]) {
            edges->at[i].z = z;
            edges->at[i].place = place;
        }
        return true;
    }
    if (edges->count == MAX_TOUCHES) return false;
    edges->at[edges->count].z = z;
    edges->at[edges->count].place = place;
    edges->count++;
    return true;
}

/* Hits while they are collected; they are completed last, those that stay. */
typedef struct hit_list {
    pdk_surface_hit *hits;
    size_t capacity, count;
    const uint32_t *numbers;
} hit_list;

/* Highest first, of equal height the least number first; the lowest fall out when there is no room. */
static inline void insert_hit(hit_list *all, double z, size_t place)
{
    pdk_surface_hit *hits = all->hits;
    size_t kept = all->count < all->capacity ? all->count : all->capacity, at = kept;
    all->count++;
    while (at > 0 &&
           (hits[at - 1].z < z || (hits[at - 1].z <= z && all->numbers[hits[at - 1].triangle] > all->numbers[place])))
        at--;
    if (at == all->capacity) return;
    size_t moved = (kept < all->capacity ? kept : all->capacity - 1) - at;
    if (moved > 0) memmove(hits + at + 1, hits + at, moved * sizeof hits[0]);
    hits[at].z = z;
    hits[at].triangle = place;
}

typedef struct query_place {
    double x, y;
} query_place;

static inline size_t intersect_all(const candidates *chosen, bool block, const pdk_height_index *index, query_place at,
                                   pdk_surface_hit *hits, size_t capacity)
{
    hit_list all = { hits, capacity, 0, chosen->numbers };
    edge_hits edges;
    edges.count = 0;
    for (size_t i = 0; i < chosen->count; i++) {
        size_t place = place_of(chosen, block, i);
        pdk_triangle_corners corners = corners_at(chosen, block, index, place);
        double z;
        pdk_ray_hit hit = pdk_ray_intersect(&corners, at.x, at.y, &z);
        if (hit == PDK_RAY_MISS || (hit == PDK_RAY_ON_EDGE && add_edge_hit(&edges, chosen->numbers, z, place)))
            continue;
        insert_hit(&all, z, place);
    }
    for (size_t i = 0; i < edges.count; i++) insert_hit(&all, edges.at[i].z, edges.at[i].place);
    for (size_t i = 0; i < all.count && i < capacity; i++) complete_hit(&hits[i], chosen, block, index);
    return all.count;
}

/* Of triangles side by side, the one that the point is strictly inside of. False where it may be on an edge. */
static inline bool find_inside(const candidates *chosen, double x, double y, pdk_surface_hint *hint,
                               pdk_surface_hit *hit, const pdk_height_index *index)
{
    for (size_t i = 0; i < chosen->count; i++) {
        size_t place = place_of(chosen, true, i);
        pdk_triangle_corners corners = corners_at(chosen, true, index, place);
        pdk_ray_hit how = pdk_ray_intersect(&corners, x, y, &hit->z);
        if (how == PDK_RAY_MISS) continue;
        if (how != PDK_RAY_INSIDE) return false;
        pdk_corners_normal(&corners, hit->normal);
        hit->triangle = chosen->numbers[place];
        if (hint != NULL) remember(hint, &corners, hit);
        return true;
    }
    return false;
}

size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                         pdk_surface_hit *hits, size_t capacity)
{
    candidates chosen;
    pdk_surface_hit unwanted, *only = capacity > 0 ? hits : &unwanted;
    if (find_only(index, x, y, hint, only)) return 1;
    find_candidates(&chosen, index, find_leaf(index, x, y, hint), x, y);
    if (chosen.disjoint && find_inside(&chosen, x, y, hint, only, index)) return 1;
    return chosen.points != NULL ? intersect_all(&chosen, true, index, (query_place){ x, y }, hits, capacity)
                                 : intersect_all(&chosen, false, index, (query_place){ x, y }, hits, capacity);
}

static inline bool intersect_nearest(const candidates *chosen, bool block, const pdk_height_index *index,
                                     const double at[3], pdk_surface_hit *hit)
{
    double best = INFINITY;
    bool any = false;
    for (size_t i = 0; i < chosen->count; i++) {
        size_t place = place_of(chosen, block, i);
        pdk_triangle_corners corners = corners_at(chosen, block, index, place);
        double height;
        if (pdk_ray_intersect(&corners, at[0], at[1], &height) == PDK_RAY_MISS) continue;
        double distance = fabs(height - at[2]);
        bool nearer =
            !any || distance < best || (!(distance > best) && chosen->numbers[place] < chosen->numbers[hit->triangle]);
        if (!nearer) continue; /* infinity is as far from all */
        any = true;
        best = distance;
        hit->z = height;
        hit->triangle = place;
    }
    if (!any) return false;
    complete_hit(hit, chosen, block, index);
    return true;
}

bool pdk_surface_query_near(const pdk_height_index *index, double x, double y, double z, pdk_surface_hint *hint,
                            pdk_surface_hit *hit)
{
    const double at[3] = { x, y, z };
    candidates chosen;
    if (find_only(index, x, y, hint, hit)) return true;
    find_candidates(&chosen, index, find_leaf(index, x, y, hint), x, y);
    if (chosen.disjoint && find_inside(&chosen, x, y, hint, hit, index)) return true;
    return chosen.points != NULL ? intersect_nearest(&chosen, true, index, at, hit)
                                 : intersect_nearest(&chosen, false, index, at, hit);
}
