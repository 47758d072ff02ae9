/* Blocks, and a grid's lists made into blocks. */
#include <string.h>

#include "surface/index/height_block.h"
#include "surface/index/height_build.h"
#include "surface/index/height_disjoint.h"

/* The distinct points of a block. */
typedef struct point_set {
    uint32_t count, at[3][PDK_BLOCK_MAX];
} point_set;

/* The point's number in the block, or PDK_BLOCK_MAX when the block is full. Points are the same when their bits are
 * equal, also those of triangles that share no vertices. */
static uint32_t find_point(point_set *points, const float position[3])
{
    uint32_t bits[3], i = 0;
    memcpy(bits, position, sizeof bits);
    while (i < points->count &&
           (points->at[0][i] != bits[0] || points->at[1][i] != bits[1] || points->at[2][i] != bits[2]))
        i++;
    if (i < points->count || i == PDK_BLOCK_MAX) return i;
    for (int axis = 0; axis < 3; axis++) points->at[axis][i] = bits[axis];
    return points->count++;
}

/* Makes a block of at most `max_size` words; returns its size, or 0 when it does not fit. */
static uint32_t make_block(const pdk_surface *surface, const uint32_t *triangles, uint32_t count, uint32_t max_size,
                           uint32_t words[PDK_BLOCK_MAX_WORDS])
{
    uint8_t corners[3 * PDK_BLOCK_MAX];
    point_set points;
    points.count = 0;
    if (count > PDK_BLOCK_MAX) return 0;
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t vertex = surface->triangles[3 * (uint64_t)triangles[i / 3] + i % 3];
        uint32_t point = find_point(&points, surface->positions + 3 * (uint64_t)vertex);
        if (point == PDK_BLOCK_MAX) return 0;
        corners[i] = (uint8_t)point;
    }
    uint32_t size = 1 + 3 * points.count + count + (3 * count + 3) / 4, *to = words + 1;
    if (size > max_size) return 0;
    words[0] = points.count | count << 8;
    for (int axis = 0; axis < 3; axis++, to += points.count) memcpy(to, points.at[axis], points.count * sizeof *to);
    memcpy(to, triangles, count * sizeof *to);
    words[size - 1] = 0;
    memcpy(to + count, corners, 3 * (size_t)count);
    return size;
}

/* Appends words to a thread's buffer; NULL when memory ran out. */
static uint32_t *grow_words(pdk_grid_workspace *workspace, uint64_t count)
{
    if (workspace->word_count + count > workspace->word_capacity) {
        uint64_t capacity = workspace->word_capacity * 2 + count + 4096;
        uint32_t *more = pdk_realloc(workspace->memory, workspace->words, (size_t)capacity * sizeof *more);
        if (more == NULL) return NULL;
        workspace->words = more;
        workspace->word_capacity = capacity;
    }
    workspace->word_count += count;
    return workspace->words + workspace->word_count - count;
}

static bool is_disjoint(const uint32_t *block)
{
    size_t points = pdk_block_points(block), triangles = pdk_block_triangles(block);
    const uint32_t *x = block + 1, *numbers = x + 3 * points;
    return pdk_triangles_are_disjoint(x, x + points, (const uint8_t *)(numbers + triangles), triangles);
}

/* A block, or a list where a block does not fit. */
static bool pack_list(pdk_grid_workspace *workspace, const pdk_surface *surface, const uint32_t *numbers,
                      uint32_t count, int64_t *word_budget)
{
    uint32_t block[PDK_BLOCK_MAX_WORDS];
    uint32_t size =
        *word_budget > 0
            ? make_block(surface, numbers, count,
                         *word_budget < PDK_BLOCK_MAX_WORDS ? (uint32_t)*word_budget : PDK_BLOCK_MAX_WORDS, block)
            : 0;
    uint32_t *to = grow_words(workspace, size > 0 ? size : (uint64_t)count + 1);
    if (to == NULL) return false;
    *word_budget -= size;
    if (size > 0 && is_disjoint(block)) block[0] |= PDK_BLOCK_DISJOINT;
    else workspace->overlapping = true;
    if (size > 0) {
        memcpy(to, block, size * sizeof *to);
    } else {
        to[0] = 0;
        memcpy(to + 1, numbers, count * sizeof *to);
    }
    return true;
}

bool pdk_grid_pack(pdk_grid_workspace *workspace, const pdk_surface *surface, pdk_grid *grid, int64_t *word_budget)
{
    enum { ADDRESS = sizeof(pdk_grid *) / sizeof(uint32_t) };
    uint64_t cells = (uint64_t)grid->cells.columns * grid->cells.rows;
    const uint32_t *numbers = grid->starts + cells + 1;
    workspace->word_count = 0;
    if (grow_words(workspace, cells + 1) == NULL) return false;
    for (uint64_t cell = 0; cell <= cells; cell++) {
        uint64_t place = workspace->word_count - (cells + 1);
        if (place >= PDK_CELL_HAS_GRID) return false;
        workspace->words[cell] = (uint32_t)place;
        if (cell == cells) break;
        uint32_t start = grid->starts[cell] & ~PDK_CELL_HAS_GRID,
                 count = (grid->starts[cell + 1] & ~PDK_CELL_HAS_GRID) - start;
        if ((grid->starts[cell] & PDK_CELL_HAS_GRID) != 0) {
            workspace->words[cell] |= PDK_CELL_HAS_GRID;
            uint32_t *to = grow_words(workspace, ADDRESS);
            if (to == NULL) return false;
            memcpy(to, numbers + start, sizeof(pdk_grid *));
        } else if (count > 0 && !pack_list(workspace, surface, numbers + start, count, word_budget)) {
            return false;
        }
    }
    size_t size = (size_t)workspace->word_count * sizeof(uint32_t);
    uint32_t *packed = pdk_arena_allocate(workspace->arena, size);
    if (packed == NULL) return false;
    memcpy(packed, workspace->words, size);
    pdk_free(workspace->memory, grid->starts);
    grid->starts = packed;
    return true;
}
