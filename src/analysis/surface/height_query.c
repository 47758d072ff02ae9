/* Asking the index: a tile, a cell, and the few triangles it names. Nothing is allocated, nothing is written but for the
 * caller's. */
#include <string.h>

#include "analysis/surface/column.h"
#include "analysis/surface/cover.h"
#include "analysis/surface/height_index.h"

/* The triangles that may be above a point. */
typedef struct names {
    const uint32_t *first, *last;
} names;

static const names none;

/* The hint's rectangle: a cell, less what rounding could make of its borders. */
static void narrow(pdk_surface_hint *hint, const pdk_cells *cells, uint64_t cell)
{
    double width = 1 / cells->per_x, depth = 1 / cells->per_y, margin = PDK_COVER_MARGIN;
    double left = cells->x + width * (double)(cell % cells->columns), low = cells->y + depth * (double)(cell / cells->columns);
    hint->low[0] = pdk_most(hint->low[0], left + margin * width);
    hint->low[1] = pdk_most(hint->low[1], low + margin * depth);
    hint->high[0] = pdk_least(hint->high[0], left + (1 - margin) * width);
    hint->high[1] = pdk_least(hint->high[1], low + (1 - margin) * depth);
}

static void begin_hint(pdk_surface_hint *hint, const pdk_height_index *index, uint64_t tile)
{
    const pdk_height_index_info *info = &index->info;
    *hint = (pdk_surface_hint){ .low = { info->minimum[0], info->minimum[1] }, .high = { info->maximum[0], info->maximum[1] } };
    narrow(hint, &index->tiles, tile);
}

static inline names look_up(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint)
{
    if (hint != NULL && hint->index == index && x > hint->low[0] && x < hint->high[0] && y > hint->low[1] && y < hint->high[1]) {
        return (names){ hint->first, hint->last };
    }
    const pdk_height_index_info *info = &index->info;
    if (index->grids == NULL || !(x >= info->minimum[0] && x <= info->maximum[0] && y >= info->minimum[1] && y <= info->maximum[1])) {
        return none;
    }
    uint64_t tile = pdk_cell_of(&index->tiles, x, y);
    const pdk_grid *grid = &index->grids[tile];
    if (hint != NULL) begin_hint(hint, index, tile);
    while (grid->starts != NULL) {
        const pdk_cells *cells = &grid->cells;
        uint64_t cell = pdk_cell_of(cells, x, y);
        const uint32_t *numbers = grid->starts + (uint64_t)cells->columns * cells->rows + 1;
        uint32_t start = grid->starts[cell], end = grid->starts[cell + 1] & ~PDK_DEEPER;
        if (hint != NULL) narrow(hint, cells, cell);
        if ((start & PDK_DEEPER) != 0) {
            memcpy(&grid, numbers + (start & ~PDK_DEEPER), sizeof grid);
            continue;
        }
        if (hint != NULL) {
            hint->index = index;
            hint->first = numbers + start;
            hint->last = numbers + end;
        }
        return (names){ numbers + start, numbers + end };
    }
    return none;
}

/* Hits on edges and corners, of which neighbours have the same. */
enum { MOST_TOUCHES = 64 };
typedef struct touches {
    size_t count;
    struct {
        double z;
        uint32_t triangle;
    } at[MOST_TOUCHES];
} touches;

/* Keeps one touch of each height: neighbours that share their corners agree exactly; where a corner stands on another's edge,
 * to within the precision of floats. The triangle with the least number is named. False when there is no room. */
static bool remember_touch(touches *seen, double z, uint32_t triangle)
{
    double near = 0x1p-22 * fabs(z) + 1e-30;
    for (size_t i = 0; i < seen->count; i++) {
        if (fabs(seen->at[i].z - z) > near) continue;
        if (triangle < seen->at[i].triangle) seen->at[i].triangle = triangle;
        return true;
    }
    if (seen->count == MOST_TOUCHES) return false;
    seen->at[seen->count].z = z;
    seen->at[seen->count].triangle = triangle;
    seen->count++;
    return true;
}

/* Hits while they are collected: z and triangle are set, normals come last, for those that stay. */
typedef struct collection {
    pdk_surface_hit *hits;
    size_t room, count;
} collection;

/* Highest first, of equal height the least number first; the lowest fall out when there is no room. */
static inline void collect(collection *all, double z, uint32_t triangle)
{
    size_t kept = all->count < all->room ? all->count : all->room, at = kept;
    all->count++;
    while (at > 0 && (all->hits[at - 1].z < z || (all->hits[at - 1].z <= z && all->hits[at - 1].triangle > triangle))) at--;
    if (at == all->room) return;
    size_t moved = (kept < all->room ? kept : all->room - 1) - at;
    if (moved > 0) memmove(all->hits + at + 1, all->hits + at, moved * sizeof all->hits[0]);
    all->hits[at].z = z;
    all->hits[at].triangle = triangle;
}

size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint, pdk_surface_hit *hits,
                         size_t room)
{
    names named = look_up(index, x, y, hint);
    collection all = { hits, room, 0 };
    touches seen;
    seen.count = 0;
    for (const uint32_t *name = named.first; name < named.last; name++) {
        pdk_corners corners = pdk_corners_of(&index->surface, *name);
        double z;
        pdk_column_hit hit = pdk_column_meet(&corners, x, y, &z);
        if (hit == PDK_COLUMN_OUT || (hit == PDK_COLUMN_TOUCH && remember_touch(&seen, z, *name))) continue;
        collect(&all, z, *name);
    }
    for (size_t i = 0; i < seen.count; i++) collect(&all, seen.at[i].z, seen.at[i].triangle);
    for (size_t i = 0; i < all.count && i < room; i++) {
        pdk_corners corners = pdk_corners_of(&index->surface, hits[i].triangle);
        pdk_corners_normal(&corners, hits[i].normal);
    }
    return all.count;
}

bool pdk_surface_query_near(const pdk_height_index *index, double x, double y, double z, pdk_surface_hint *hint,
                            pdk_surface_hit *hit)
{
    names named = look_up(index, x, y, hint);
    double best = INFINITY;
    for (const uint32_t *name = named.first; name < named.last; name++) {
        pdk_corners corners = pdk_corners_of(&index->surface, *name);
        double height;
        if (pdk_column_meet(&corners, x, y, &height) == PDK_COLUMN_OUT) continue;
        double distance = fabs(height - z);
        if (distance > best || (distance >= best && *name > hit->triangle)) continue;
        best = distance;
        hit->z = height;
        hit->triangle = *name;
    }
    if (!(best < INFINITY)) return false;
    pdk_corners corners = pdk_corners_of(&index->surface, hit->triangle);
    pdk_corners_normal(&corners, hit->normal);
    return true;
}
