/* Asking the index: a tile, a cell, and the few triangles it names. Nothing is allocated, nothing is written but for
 * the caller's. */
#include <string.h>

#include "surface/rasterise.h"
#include "surface/index/height_block.h"
#include "surface/index/height_index.h"

/* A cell's list of triangle numbers, or its block. */
typedef struct leaf {
    const uint32_t *first, *last;
} leaf;

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

static inline leaf find_leaf(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint)
{
    if (hint != NULL && hint->index == index->number && x > hint->low[0] && x < hint->high[0] && y > hint->low[1] &&
        y < hint->high[1]) {
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

/* The triangles of a leaf that are to be asked, by their places in it. */
typedef struct candidates {
    const uint32_t *numbers;
    const uint32_t *points; /* of a block, NULL = the surface's */
    size_t point_count;
    const uint8_t *corners;
    size_t count;
    uint8_t places[PDK_BLOCK_MAX];
} candidates;

typedef float float4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));
enum { LEFT_OF = 1, RIGHT_OF = 2, BELOW = 4, ABOVE = 8 };

/* Where the points of a block are for sure, seen from x, y. Fours, of which the last may have what stands behind the
 * points. */
static inline void classify_points(const uint32_t *points, size_t count, double x, double y,
                                   int32_t outside[PDK_BLOCK_MAX + 4])
{
    double margin_x = 0x1p-23 * fabs(x) + 1e-40,
           margin_y = 0x1p-23 * fabs(y) + 1e-40; /* more than floats may round by */
    float left = (float)(x - margin_x), right = (float)(x + margin_x), low = (float)(y - margin_y),
          high = (float)(y + margin_y);
    for (size_t i = 0; i < count; i += 4) {
        float4 px, py;
        memcpy(&px, points + i, sizeof px);
        memcpy(&py, points + count + i, sizeof py);
        int4 where = ((px < left) & LEFT_OF) | ((px > right) & RIGHT_OF) | ((py < low) & BELOW) | ((py > high) & ABOVE);
        memcpy(outside + i, &where, sizeof where);
    }
}

/* Of a block only the triangles whose box the point is in. */
static inline void choose_from_block(candidates *chosen, const uint32_t *block, double x, double y)
{
    size_t points = *block & 255, triangles = *block >> 8, count = 0;
    int32_t outside[PDK_BLOCK_MAX + 4];
    chosen->points = block + 1;
    chosen->point_count = points;
    chosen->numbers = chosen->points + 3 * points;
    chosen->corners = (const uint8_t *)(chosen->numbers + triangles);
    classify_points(chosen->points, points, x, y, outside);
    const uint8_t *corners = chosen->corners;
    for (size_t i = 0; i < triangles; i++, corners += 3) {
        chosen->places[count] = (uint8_t)i;
        count += (outside[corners[0]] & outside[corners[1]] & outside[corners[2]]) == 0;
    }
    chosen->count = count;
}

static inline void find_candidates(candidates *chosen, const pdk_height_index *index, leaf at, double x, double y)
{
    chosen->points = NULL;
    chosen->numbers = at.first;
    chosen->count = (size_t)(at.last - at.first);
    if (!index->packed || at.first == at.last) return;
    if (*at.first != 0) {
        choose_from_block(chosen, at.first, x, y);
        return;
    }
    chosen->numbers++;
    chosen->count--;
}

/* `block` says where they are, in constants, so that each of both has its own loop. */
static inline size_t place_of(const candidates *chosen, bool block, size_t i)
{
    return block ? chosen->places[i] : i;
}

static inline pdk_corners corners_at(const candidates *chosen, bool block, const pdk_height_index *index, size_t place)
{
    if (!block) return pdk_corners_of(&index->surface, chosen->numbers[place]);
    pdk_corners corners;
    for (int i = 0; i < 3; i++) {
        const uint32_t *point = chosen->points + chosen->corners[3 * place + (size_t)i];
        for (int axis = 0; axis < 3; axis++, point += chosen->point_count) {
            float position;
            memcpy(&position, point, sizeof position);
            corners.at[i][axis] = (double)position;
        }
    }
    return corners;
}

/* Until it is complete a hit has the place of its triangle. */
static inline void complete_hit(pdk_surface_hit *hit, const candidates *chosen, bool block,
                                const pdk_height_index *index)
{
    pdk_corners corners = corners_at(chosen, block, index, (size_t)hit->triangle);
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

/* Keeps one touch of each height: neighbours that share their corners agree exactly; where a corner stands on another's
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

static inline size_t intersect_all(const candidates *chosen, bool block, const pdk_height_index *index, double x,
                                   double y, pdk_surface_hit *hits, size_t room)
{
    hit_list all = { hits, room, 0, chosen->numbers };
    edge_hits edges;
    edges.count = 0;
    for (size_t i = 0; i < chosen->count; i++) {
        size_t place = place_of(chosen, block, i);
        pdk_corners corners = corners_at(chosen, block, index, place);
        double z;
        pdk_ray_hit hit = pdk_ray_intersect(&corners, x, y, &z);
        if (hit == PDK_RAY_MISS || (hit == PDK_RAY_ON_EDGE && add_edge_hit(&edges, chosen->numbers, z, place)))
            continue;
        insert_hit(&all, z, place);
    }
    for (size_t i = 0; i < edges.count; i++) insert_hit(&all, edges.at[i].z, edges.at[i].place);
    for (size_t i = 0; i < all.count && i < room; i++) complete_hit(&hits[i], chosen, block, index);
    return all.count;
}

size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                         pdk_surface_hit *hits, size_t room)
{
    candidates chosen;
    find_candidates(&chosen, index, find_leaf(index, x, y, hint), x, y);
    return chosen.points != NULL ? intersect_all(&chosen, true, index, x, y, hits, room)
                                 : intersect_all(&chosen, false, index, x, y, hits, room);
}

static inline bool intersect_nearest(const candidates *chosen, bool block, const pdk_height_index *index,
                                     const double at[3], pdk_surface_hit *hit)
{
    double best = INFINITY;
    bool any = false;
    for (size_t i = 0; i < chosen->count; i++) {
        size_t place = place_of(chosen, block, i);
        pdk_corners corners = corners_at(chosen, block, index, place);
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
    find_candidates(&chosen, index, find_leaf(index, x, y, hint), x, y);
    return chosen.points != NULL ? intersect_nearest(&chosen, true, index, at, hit)
                                 : intersect_nearest(&chosen, false, index, at, hit);
}
