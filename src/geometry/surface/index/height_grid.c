/* One grid, and the finer grids below it. A tile has a budget of list entries. A finer grid that would exceed it is
 * not made, and the longer list stays. */
#include <string.h>

#include "surface/vertical_ray.h"
#include "surface/rasterise.h"
#include "surface/index/height_build.h"

enum {
    MAX_LEAF = 8,  /* triangles: a list this short needs no grid */
    MAX_LIST = 24, /* triangles: a cell with more gets a grid */
    MAX_CELLS = 1 << 20,
    MAX_DEPTH = 48,            /* floats span 277 binary orders of magnitude, a grid some 6 of them and usually more */
    ENTRIES_PER_TRIANGLE = 16, /* entries a tile may have for each of its triangles */
    WORDS_PER_TRIANGLE = 48    /* words of blocks it may have for each */
};

static bool add_pair(pdk_grid_workspace *workspace, uint32_t cell, uint32_t triangle)
{
    if (workspace->pair_count == workspace->pair_capacity) {
        uint64_t capacity = workspace->pair_capacity > 0 ? workspace->pair_capacity * 2 : 4096;
        uint32_t *more = pdk_realloc(workspace->memory, workspace->pairs, (size_t)capacity * 8);
        if (more == NULL) return false;
        workspace->pairs = more;
        workspace->pair_capacity = capacity;
    }
    uint32_t *pair = workspace->pairs + 2 * workspace->pair_count++;
    pair[0] = cell;
    pair[1] = triangle;
    return true;
}

/* What all grids of a tile share while they are made. */
typedef struct tile_build {
    pdk_grid_workspace *workspace;
    const pdk_grid_plan *plan;
    int64_t entry_budget; /* entries that may still be used */
    int64_t word_budget;  /* words of blocks */
} tile_build;

static void to_cells(pdk_rasterise *footprint, const pdk_cells *cells, const pdk_triangle_corners *corners)
{
    for (int i = 0; i < 3; i++) {
        footprint->u[i] = (corners->at[i][0] - cells->x) * cells->per_x;
        footprint->v[i] = (corners->at[i][1] - cells->y) * cells->per_y;
    }
    pdk_rasterise_begin(footprint, cells->columns, cells->rows);
}

/* The part of the rectangle that the triangles reach into; sums of their widths, depths and boxes there. */
static void measure(const tile_build *all, const uint32_t *triangles, uint32_t count, double rectangle[4],
                    double sums[3])
{
    double content[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    sums[0] = sums[1] = sums[2] = 0;
    for (uint32_t i = 0; i < count; i++) {
        pdk_triangle_corners corners = pdk_corners_of(all->plan->surface, triangles[i]);
        double size[2];
        for (int axis = 0; axis < 2; axis++) {
            double a = corners.at[0][axis], b = corners.at[1][axis], c = corners.at[2][axis];
            double low = pdk_max(pdk_min(a, pdk_min(b, c)), rectangle[axis]);
            double high = pdk_min(pdk_max(a, pdk_max(b, c)), rectangle[2 + axis]);
            content[axis] = pdk_min(content[axis], low);
            content[2 + axis] = pdk_max(content[2 + axis], high);
            size[axis] = pdk_max(high - low, 0);
        }
        sums[0] += size[0];
        sums[1] += size[1];
        sums[2] += size[0] * size[1];
    }
    for (int axis = 0; axis < 2; axis++) {
        if (!(content[2 + axis] > content[axis])) continue;
        rectangle[axis] = content[axis];
        rectangle[2 + axis] = content[2 + axis];
    }
}

/* Cells over the rectangle, about `wanted` of them, nearly square. */
static pdk_cells lay_out(const double rectangle[4], double wanted)
{
    double width = rectangle[2] - rectangle[0], depth = rectangle[3] - rectangle[1];
    double smallest = 1e-30 + 1e-12 * (width + depth);
    width = pdk_max(width, smallest);
    depth = pdk_max(depth, smallest);
    wanted = pdk_clamp(wanted, 1, MAX_CELLS);
    double columns = floor(pdk_clamp(sqrt(wanted * (width / depth)) + 0.5, 1, wanted));
    double rows = floor(pdk_clamp(wanted / columns + 0.5, 1, wanted));
    return (pdk_cells){ rectangle[0], rectangle[1], columns / width, rows / depth, (uint32_t)columns, (uint32_t)rows };
}

/* The finest grid whose entries are within the budget: a triangle has at most one in each cell that its box reaches
 * into. */
static pdk_cells choose_cells(const tile_build *all, uint32_t count, const double rectangle[4], const double sums[3])
{
    double wanted = count > MAX_LEAF ? count / all->plan->triangles_per_cell : 1;
    for (;;) {
        pdk_cells cells = lay_out(rectangle, wanted);
        double entries = sums[2] * cells.per_x * cells.per_y + sums[0] * cells.per_x + sums[1] * cells.per_y + count;
        if (wanted <= 1 || entries <= (double)all->entry_budget) return cells;
        wanted /= 2;
    }
}

static bool add_pairs(tile_build *all, const pdk_cells *cells, const uint32_t *triangles, uint32_t count)
{
    all->workspace->pair_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        pdk_triangle_corners corners = pdk_corners_of(all->plan->surface, triangles[i]);
        pdk_rasterise footprint;
        to_cells(&footprint, cells, &corners);
        for (int64_t row = footprint.first_row; row <= footprint.last_row; row++) {
            int64_t first, last;
            if (!pdk_rasterise_row(&footprint, row, &first, &last)) continue;
            for (int64_t cell = row * cells->columns + first; cell <= row * cells->columns + last; cell++) {
                if (!add_pair(all->workspace, (uint32_t)cell, triangles[i])) return false;
            }
        }
    }
    return true;
}

/* Lists of triangles by cell, in their original order. They stay there, or until they are packed. */
static bool sort_pairs(pdk_grid_workspace *workspace, bool packed, const pdk_cells *cells, pdk_grid *grid)
{
    uint64_t cell_count = (uint64_t)cells->columns * cells->rows, pairs = workspace->pair_count;
    if (pairs >= PDK_CELL_HAS_GRID) return false;
    size_t size = (size_t)(cell_count + 1 + pairs) * sizeof(uint32_t);
    uint32_t *starts = packed ? pdk_alloc_raw(workspace->memory, size) : pdk_arena_allocate(workspace->arena, size);
    if (starts == NULL) return false;
    *grid = (pdk_grid){ *cells, starts };
    uint32_t *numbers = starts + cell_count + 1;
    memset(starts, 0, (size_t)(cell_count + 1) * sizeof *starts);
    for (uint64_t i = 0; i < pairs; i++) starts[workspace->pairs[2 * i]]++;
    uint32_t end = 0; /* every cell's end; filling from the end makes it the start */
    for (uint64_t i = 0; i <= cell_count; i++) {
        end += starts[i];
        starts[i] = end;
    }
    for (uint64_t i = pairs; i-- > 0;) numbers[--starts[workspace->pairs[2 * i]]] = workspace->pairs[2 * i + 1];
    return true;
}

static bool make(tile_build *all, const double rectangle[4], const uint32_t *triangles, uint32_t count, int depth,
                 pdk_grid *grid);

/* Replaces the list of a crowded cell by a finer grid, unless the budget forbids it. */
static bool refine_cell(tile_build *all, pdk_grid *grid, uint64_t cell, int depth)
{
    const pdk_cells *cells = &grid->cells;
    uint32_t *numbers = grid->starts + (uint64_t)cells->columns * cells->rows + 1;
    uint32_t start = grid->starts[cell], count = (grid->starts[cell + 1] & ~PDK_CELL_HAS_GRID) - start;
    double width = 1 / cells->per_x, height = 1 / cells->per_y;
    double x = cells->x + width * (double)(cell % cells->columns),
           y = cells->y + height * (double)(cell / cells->columns);
    double margin = 2 * PDK_RASTERISE_MARGIN;
    double rectangle[4] = { x - margin * width, y - margin * height, x + (1 + margin) * width,
                            y + (1 + margin) * height };
    /* Floats cannot resolve finer cells. */
    double size = pdk_max(pdk_max(fabs(x), fabs(y)), 1e-30);
    if (pdk_min(width, height) < 4 * 0x1p-23 * size) return true;
    all->entry_budget += count; /* the old list is no longer used */
    pdk_grid *finer = pdk_arena_allocate(all->workspace->arena, sizeof *finer);
    if (finer == NULL || !make(all, rectangle, numbers + start, count, depth + 1, finer)) return false;
    memcpy(numbers + start, &finer, sizeof finer);
    grid->starts[cell] |= PDK_CELL_HAS_GRID;
    return true;
}

/* Makes finer grids for crowded cells. */
static bool refine(tile_build *all, pdk_grid *grid, int depth)
{
    uint64_t cell_count = (uint64_t)grid->cells.columns * grid->cells.rows;
    if (cell_count == 1 || depth == MAX_DEPTH) return true;
    for (uint64_t cell = 0; cell < cell_count; cell++) {
        int64_t entries =
            (int64_t)(grid->starts[cell + 1] & ~PDK_CELL_HAS_GRID) - (int64_t)(grid->starts[cell] & ~PDK_CELL_HAS_GRID);
        if (entries <= MAX_LIST || 2 * entries > all->entry_budget) continue;
        if (!refine_cell(all, grid, cell, depth)) return false;
    }
    return true;
}

static bool make(tile_build *all, const double rectangle[4], const uint32_t *triangles, uint32_t count, int depth,
                 pdk_grid *grid)
{
    double content[4], sums[3];
    memcpy(content, rectangle, sizeof content);
    measure(all, triangles, count, content, sums);
    pdk_cells cells = choose_cells(all, count, content, sums);
    if (!add_pairs(all, &cells, triangles, count) || !sort_pairs(all->workspace, all->plan->packed, &cells, grid))
        return false;
    all->entry_budget -= (int64_t)all->workspace->pair_count;
    if (!refine(all, grid, depth)) return false;
    return !all->plan->packed || pdk_grid_pack(all->workspace, all->plan->surface, grid, &all->word_budget);
}

bool pdk_grid_make(pdk_grid_workspace *workspace, const pdk_grid_plan *plan, const double rectangle[4],
                   const uint32_t *triangles, uint32_t count, pdk_grid *grid)
{
    tile_build all = { workspace, plan, (int64_t)ENTRIES_PER_TRIANGLE * count + 64,
                       (int64_t)WORDS_PER_TRIANGLE * count + 64 };
    return make(&all, rectangle, triangles, count, 0, grid);
}
