/* The place of a number among the cells never falls as the number grows: a point in a box is in one of the box's cells,
 * whatever is rounded. Samples of a path lie beside its lines by what rounding makes of them, so lines are drawn that
 * much wider. */
#include <float.h>
#include <math.h>

#include "base/whole.h"
#include "surface/index/height_near.h"
#include "surface/min_max.h"

enum {
    CELLS_A_TRIANGLE = 4,
    MIN_CELLS = 1 << 8,
    MAX_CELLS = 1 << 28,
    LONGEST_SIDE = 1 << 18,
    COARSE = 16,        /* cells along the side of a larger one: four of them are a word */
    MAX_WORK = 1 << 26, /* rows and words to draw */
    MAX_ROWS = 64       /* of a triangle that is looked at closely, and columns */
};

static const double MAX_COORDINATE = 1e12; /* m: paths that far out are not drawn */

static const double *place_at(const pdk_near_places *places, size_t i)
{
    return places->points + i * places->stride;
}

/* Can this be on a surface? What is not a number is not, nor what no float reaches. */
static bool is_on_any_surface(const double *point)
{
    return fabs(point[0]) <= (double)FLT_MAX && fabs(point[1]) <= (double)FLT_MAX;
}

/* Bounds, and the greatest number among them. */
static double find_bounds(pdk_near_map *map, const pdk_near_places *places)
{
    double largest = 0;
    for (int axis = 0; axis < 2; axis++) {
        map->low[axis] = INFINITY;
        map->high[axis] = -INFINITY;
    }
    for (size_t i = 0; i < places->count; i++) {
        const double *point = place_at(places, i);
        if (!is_on_any_surface(point)) continue;
        for (int axis = 0; axis < 2; axis++) {
            map->low[axis] = pdk_min(map->low[axis], point[axis]);
            map->high[axis] = pdk_max(map->high[axis], point[axis]);
            largest = pdk_max(largest, fabs(point[axis]));
        }
    }
    return largest;
}

/* Square cells over the bounds, finer where there are many triangles. */
static void choose_cells(pdk_near_map *map, double largest, uint64_t triangles)
{
    double wanted = pdk_clamp((double)triangles * CELLS_A_TRIANGLE, MIN_CELLS, MAX_CELLS);
    double width = map->high[0] - map->low[0], depth = map->high[1] - map->low[1];
    double size = pdk_max(sqrt(width * depth / wanted), pdk_max(width, depth) / pdk_min(wanted, LONGEST_SIDE));
    size = pdk_max(size, pdk_max(1e-12 * largest, 1e-30));
    map->cells = (pdk_cells){ map->low[0],
                              map->low[1],
                              1 / size,
                              1 / size,
                              (uint32_t)pdk_whole_i32(width / size) + 1,
                              (uint32_t)pdk_whole_i32(depth / size) + 1 };
    map->row_words = map->cells.columns / 64 + 1;
    map->coarse_columns = (map->cells.columns - 1) / COARSE + 1;
}

static void draw_point(pdk_near_map *map, const double *point)
{
    const pdk_cells *cells = &map->cells;
    uint32_t column = pdk_cell_along(cells->x, cells->per_x, cells->columns, point[0]);
    uint64_t row = pdk_cell_along(cells->y, cells->per_y, cells->rows, point[1]);
    map->bits[row * map->row_words + column / 64] |= UINT64_C(1) << column % 64;
}

/* Those of the 64 columns from `word` * 64 on that are in first .. last. */
static uint64_t column_mask(uint32_t word, uint32_t first, uint32_t last)
{
    uint64_t from = word == first / 64 ? UINT64_MAX << first % 64 : UINT64_MAX;
    return word == last / 64 ? from & UINT64_MAX >> (63 - last % 64) : from;
}

/* What a line has between two heights, in cells. */
static void draw_row(pdk_near_map *map, uint32_t row, const double from[2], const double to[2], double margin)
{
    double along[2] = { to[0] - from[0], to[1] - from[1] }, enter = 0, leave = 1;
    if (fabs(along[1]) > margin) {
        double low = (row - margin - from[1]) / along[1], high = (row + 1 + margin - from[1]) / along[1];
        enter = pdk_clamp(pdk_min(low, high), 0, 1);
        leave = pdk_clamp(pdk_max(low, high), 0, 1);
    }
    double ends[2] = { from[0] + enter * along[0], from[0] + leave * along[0] };
    uint32_t first = pdk_cell_along(0, 1, map->cells.columns, pdk_min(ends[0], ends[1]) - margin);
    uint32_t last = pdk_cell_along(0, 1, map->cells.columns, pdk_max(ends[0], ends[1]) + margin);
    for (uint32_t word = first / 64; word <= last / 64; word++) {
        map->bits[(uint64_t)row * map->row_words + word] |= column_mask(word, first, last);
    }
}

/* Returns what it took. */
static uint64_t draw_line(pdk_near_map *map, const double *from, const double *to, double beside)
{
    const pdk_cells *cells = &map->cells;
    double begin[2] = { (from[0] - cells->x) * cells->per_x, (from[1] - cells->y) * cells->per_y };
    double end[2] = { (to[0] - cells->x) * cells->per_x, (to[1] - cells->y) * cells->per_y },
           margin = 1e-6 + beside * cells->per_x;
    uint32_t first = pdk_cell_along(0, 1, cells->rows, pdk_min(begin[1], end[1]) - margin);
    uint32_t last = pdk_cell_along(0, 1, cells->rows, pdk_max(begin[1], end[1]) + margin);
    for (uint32_t row = first; row <= last; row++) draw_row(map, row, begin, end, margin);
    return (uint64_t)(last - first) + 1 + (uint64_t)(fabs(end[0] - begin[0]) / 64);
}

static pdk_near_map_status draw(pdk_near_map *map, const pdk_near_places *places, double beside)
{
    uint64_t work = 0;
    const double *before = NULL;
    for (size_t i = 0; i < places->count && work <= MAX_WORK; i++) {
        const double *point = place_at(places, i);
        work++;
        if (!is_on_any_surface(point)) {
            before = NULL;
        } else if (places->along) {
            work += draw_line(map, before != NULL ? before : point, point, beside);
            before = point;
        } else {
            draw_point(map, point);
        }
    }
    return work <= MAX_WORK ? PDK_NEAR_MADE : PDK_NEAR_TOO_MANY;
}

/* Is a larger cell asked in? */
static bool any_in(const pdk_near_map *map, uint32_t coarse_column, uint32_t coarse_row)
{
    uint32_t first = coarse_column * COARSE, row = coarse_row * COARSE;
    uint64_t any = 0;
    for (uint32_t end = row + COARSE; row < end && row < map->cells.rows; row++)
        any |= map->bits[(uint64_t)row * map->row_words + first / 64];
    return (any >> first % 64 & UINT16_MAX) != 0;
}

static bool sum_cells(pdk_near_map *map, pdk_memory *memory)
{
    uint32_t columns = map->coarse_columns, rows = (map->cells.rows - 1) / COARSE + 1;
    uint64_t wide = (uint64_t)columns + 1;
    map->sums = pdk_alloc_array(memory, wide * ((uint64_t)rows + 1), sizeof *map->sums);
    if (map->sums == NULL) return false;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t *below = map->sums + row * wide, *above = below + wide, sum = 0;
        for (uint32_t column = 0; column < columns; column++) {
            sum += any_in(map, column, row);
            above[column + 1] = below[column + 1] + sum;
        }
    }
    return true;
}

pdk_near_map_status pdk_near_map_make(pdk_near_map *map, pdk_memory *memory, const pdk_near_places *places,
                                      uint64_t triangles)
{
    *map = (pdk_near_map){ .bits = NULL };
    if (places->count > MAX_WORK) return PDK_NEAR_TOO_MANY;
    double largest = find_bounds(map, places), beside = places->along ? 16 * DBL_EPSILON * largest : 0;
    if (!(map->low[0] <= map->high[0])) return PDK_NEAR_MADE;
    if (places->along && largest > MAX_COORDINATE) return PDK_NEAR_TOO_MANY;
    choose_cells(map, largest, triangles);
    map->bits = pdk_alloc_array(memory, (uint64_t)map->row_words * map->cells.rows, sizeof *map->bits);
    if (map->bits == NULL) return PDK_NEAR_NO_MEMORY;
    if (draw(map, places, beside) != PDK_NEAR_MADE) return PDK_NEAR_TOO_MANY;
    for (int axis = 0; axis < 2; axis++) {
        map->low[axis] -= beside;
        map->high[axis] += beside;
    }
    return sum_cells(map, memory) ? PDK_NEAR_MADE : PDK_NEAR_NO_MEMORY;
}

void pdk_near_map_free(pdk_near_map *map, pdk_memory *memory)
{
    pdk_free(memory, map->bits);
    pdk_free(memory, map->sums);
    *map = (pdk_near_map){ .bits = NULL };
}

static bool overlaps_cells(const pdk_near_map *map, uint32_t left, uint32_t right, uint32_t low, uint32_t high)
{
    for (uint32_t row = low; row <= high; row++) {
        const uint64_t *bits = map->bits + (uint64_t)row * map->row_words;
        for (uint32_t word = left / 64; word <= right / 64; word++) {
            if ((bits[word] & column_mask(word, left, right)) != 0) return true;
        }
    }
    return false;
}

bool pdk_near_map_overlaps(const pdk_near_map *map, const double low[2], const double high[2])
{
    if (high[0] < map->low[0] || high[1] < map->low[1] || low[0] > map->high[0] || low[1] > map->high[1]) return false;
    const pdk_cells *cells = &map->cells;
    uint32_t left = pdk_cell_along(cells->x, cells->per_x, cells->columns, low[0]);
    uint32_t right = pdk_cell_along(cells->x, cells->per_x, cells->columns, high[0]);
    uint32_t bottom = pdk_cell_along(cells->y, cells->per_y, cells->rows, low[1]);
    uint32_t top = pdk_cell_along(cells->y, cells->per_y, cells->rows, high[1]);
    uint64_t wide = (uint64_t)map->coarse_columns + 1;
    const uint32_t *below = map->sums + bottom / COARSE * wide, *above = map->sums + (top / COARSE + 1) * wide;
    uint32_t first = left / COARSE, last = right / COARSE + 1;
    if (above[last] - above[first] == below[last] - below[first]) return false;
    return right - left >= MAX_ROWS || top - bottom >= MAX_ROWS || overlaps_cells(map, left, right, bottom, top);
}
