/* Many points at once. What a query waits for is memory: a tile, a cell of its grid, the names in it, their corners,
 * the places of these, each known only when the one before has come. Here a group of points goes through these steps
 * together, so that the waits of all its points pass at the same time; then each is asked as ever, of what is near by
 * now. */
#include <stdbool.h>

#include "surface/index/lattice.h"

enum { GROUP = 32, MAX_FETCHED = 12 };

/* How far a point has come. */
typedef struct lookup {
    bool inside;
    uint64_t tile, cell;
    const pdk_grid *grid;
    const uint32_t *first, *last;
} lookup;

static void prefetch(const void *place)
{
    __builtin_prefetch(place, 0, 2);
}

static bool is_inside(const pdk_height_index *index, const double point[2])
{
    const pdk_height_index_info *info = &index->info;
    return index->grids != NULL && point[0] >= info->minimum[0] && point[0] <= info->maximum[0] &&
           point[1] >= info->minimum[1] && point[1] <= info->maximum[1];
}

static void find_list(lookup *at, bool packed)
{
    const uint32_t *numbers = at->grid->starts + (uint64_t)at->grid->cells.columns * at->grid->cells.rows + 1;
    uint32_t start = at->grid->starts[at->cell], end = at->grid->starts[at->cell + 1] & ~PDK_CELL_HAS_GRID;
    at->first = numbers + (start & ~PDK_CELL_HAS_GRID);
    at->last =
        (start & PDK_CELL_HAS_GRID) != 0 ? at->first : numbers + end; /* finer grids are rare: they are waited for */
    if (packed) {
        pdk_fetch_block(at->first, numbers + end);
        at->last = at->first;
    }
    if (at->last - at->first > MAX_FETCHED) at->last = at->first + MAX_FETCHED;
    prefetch(at->first);
}

/* Steps that wait for one thing each. */
static void fetch_group(const pdk_height_index *index, const double (*points)[2], size_t count, lookup *progress)
{
    const pdk_surface *surface = &index->surface;
    for (size_t i = 0; i < count; i++) {
        progress[i] = (lookup){ .inside = is_inside(index, points[i]) };
        if (!progress[i].inside) continue;
        progress[i].tile = pdk_cell_of(&index->tiles, points[i][0], points[i][1]);
        prefetch(&index->grids[progress[i].tile]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!progress[i].inside) continue;
        const pdk_grid *grid = &index->grids[progress[i].tile];
        if (grid->starts == NULL) continue;
        progress[i].grid = grid;
        progress[i].cell = pdk_cell_of(&progress[i].grid->cells, points[i][0], points[i][1]);
        prefetch(&progress[i].grid->starts[progress[i].cell]);
    }
    for (size_t i = 0; i < count; i++) {
        if (progress[i].grid != NULL) find_list(&progress[i], index->packed);
    }
    for (size_t i = 0; i < count; i++) {
        for (const uint32_t *number = progress[i].first; number < progress[i].last; number++)
            prefetch(surface->triangles + 3 * (uint64_t)*number);
    }
    for (size_t i = 0; i < count; i++) {
        for (const uint32_t *number = progress[i].first; number < progress[i].last; number++) {
            const uint32_t *corners = surface->triangles + 3 * (uint64_t)*number;
            for (int k = 0; k < 3; k++) prefetch(surface->positions + 3 * (uint64_t)corners[k]);
        }
    }
}

/* Of a lattice: the four nodes of the cell, which are all fetched at once. */
static void fetch_cells(const pdk_lattice *lattice, const double (*points)[2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double x = points[i][0], y = points[i][1];
        uint32_t node = pdk_lattice_guess(lattice, pdk_lattice_map_at(lattice, x, y), x, y);
        if (node == PDK_LATTICE_NONE) continue;
        prefetch(&lattice->nodes[node]);
        prefetch(&lattice->nodes[node + lattice->columns]);
    }
}

size_t pdk_surface_query_many(const pdk_height_index *index, const double (*points)[2], const double *heights,
                              size_t count, pdk_surface_hit *hits)
{
    lookup progress[GROUP];
    size_t met = 0;
    for (size_t at = 0; at < count; at += GROUP) {
        size_t group = count - at < GROUP ? count - at : GROUP;
        if (index->lattice != NULL) fetch_cells(index->lattice, points + at, group);
        else fetch_group(index, points + at, group, progress);
        for (size_t i = at; i < at + group; i++) {
            const double *point = points[i];
            bool any = heights == NULL ? pdk_surface_query(index, point[0], point[1], NULL, &hits[i], 1) > 0
                                       : pdk_surface_query_near(index, point[0], point[1], heights[i], NULL, &hits[i]);
            met += any;
            if (!any) hits[i].triangle = PDK_NO_TRIANGLE;
        }
    }
    return met;
}
