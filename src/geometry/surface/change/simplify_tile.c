/* One tile through meshoptimizer. It cannot lock single points through this call, but it does not move points where
 * the surface is not a clean manifold. So each point to lock gets two extra triangles that make it non-manifold.
 * They join distant points, so that meshoptimizer neither removes them nor measures errors by them. They come last
 * in the output as in the input. */
#include <math.h>
#include <string.h>

#include "surface/change/simplify_parts.h"

/* With fewer points the extra triangles would coincide. */
enum { LEAST_LOCKED = 15 };

/* Point `number` of a third of the list, which begins again at its end. */
static uint32_t locked_at(const pdk_simplify_tile *tile, size_t third, size_t number, size_t thirds)
{
    return tile->locked[(third * thirds + number % thirds) % tile->locked_count];
}

/* Each point is in one triangle of either kind, with different neighbours. Returns how many were added. */
static size_t add_holds(pdk_simplify_tile *tile)
{
    size_t thirds = (tile->locked_count + 2) / 3;
    uint32_t *to = tile->indices + 3 * tile->triangle_count;
    for (size_t kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < thirds; i++) {
            for (size_t k = 0; k < 3; k++) *to++ = locked_at(tile, k, i + kind * k, thirds);
        }
    }
    return 2 * thirds;
}

/* All points to be kept are still there. */
static bool held(pdk_simplify_tile *tile, size_t triangles)
{
    memset(tile->marks, 0, tile->point_count);
    for (size_t i = 0; i < 3 * triangles; i++) tile->marks[tile->result[i]] = 1;
    for (size_t i = 0; i < tile->locked_count; i++) {
        if (tile->marks[tile->locked[i]] == 0) return false;
    }
    return true;
}

/* Where the source has triangles on edge, the result may have them too. */
static bool has_upright(const pdk_simplify_tile *tile)
{
    for (size_t i = 0; i < tile->triangle_count && tile->up >= 0; i++) {
        const uint32_t *c = tile->indices + 3 * i;
        if (!(pdk_simplify_area_from_above(tile, c[0], c[1], c[2]) > 0)) return true;
    }
    return false;
}

/* Locks the neighbours of triangles that came out facing down, as slivers between points in a line often do. */
static void lock_around_folds(pdk_simplify_tile *tile, size_t triangles, bool upright)
{
    memset(tile->marks, 0, tile->point_count);
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t *corners = tile->result + 3 * i;
        double area = pdk_simplify_area_from_above(tile, corners[0], corners[1], corners[2]);
        if (area > 0 || (upright && area >= 0)) continue;
        for (int k = 0; k < 3; k++) tile->marks[corners[k]] |= 1;
    }
    for (size_t i = 0; i < tile->triangle_count; i++) {
        const uint32_t *corners = tile->indices + 3 * i;
        if (((tile->marks[corners[0]] | tile->marks[corners[1]] | tile->marks[corners[2]]) & 1) == 0) continue;
        for (int k = 0; k < 3; k++) tile->marks[corners[k]] |= 2;
    }
    for (size_t i = 0; i < tile->locked_count; i++) tile->marks[tile->locked[i]] |= 2;
    tile->locked_count = 0;
    for (size_t i = 0; i < tile->point_count; i++) {
        if ((tile->marks[i] & 2) != 0) tile->locked[tile->locked_count++] = (uint32_t)i;
    }
}

/* `all` triangles become `*left`, at least `min_triangles`. False when there is no memory for it. */
static bool simplify(const pdk_simplify_tile *tile, size_t all, size_t min_triangles, float error, size_t *left)
{
    uint64_t bytes = pdk_mesh_simplify_bytes(3 * all, tile->point_count);
    if (!pdk_memory_book(tile->memory, bytes)) return false;
    bool done = tile->mesh_part->simplify(tile->result, tile->indices, 3 * all, tile->positions, tile->point_count,
                                          3 * min_triangles, error, tile->lock_border, left);
    pdk_memory_unbook(tile->memory, bytes);
    *left /= 3;
    return done;
}

/* The number of triangles in tile->result; unchanged when nothing could be done. */
static size_t simplify_once(pdk_simplify_tile *tile, double error, size_t min_triangles)
{
    double scale = (double)tile->mesh_part->scale(tile->positions, tile->point_count);
    if (!(scale > 0) || !isfinite(scale)) return tile->triangle_count;
    size_t holds = tile->locked_count > 0 ? add_holds(tile) : 0;
    size_t bytes = 12 * holds, left = 0;
    tile->out_of_memory =
        !simplify(tile, tile->triangle_count + holds, min_triangles + holds, (float)(error / scale), &left);
    if (tile->out_of_memory) return tile->triangle_count;
    bool whole = left >= holds &&
                 memcmp(tile->result + 3 * (left - holds), tile->indices + 3 * tile->triangle_count, bytes) == 0;
    return whole && left - holds < tile->triangle_count && held(tile, left - holds) ? left - holds
                                                                                    : tile->triangle_count;
}

/* Locking needs a minimum number of points. False when the tile is too small for that. */
static bool enough_locked(pdk_simplify_tile *tile)
{
    enum { SPREAD = 4 * LEAST_LOCKED };
    if (tile->locked_count == 0 || tile->locked_count >= LEAST_LOCKED) return true;
    if (tile->point_count < 2 * SPREAD) return false;
    memset(tile->marks, 0, tile->point_count);
    for (size_t i = 0; i < tile->locked_count; i++) tile->marks[tile->locked[i]] = 1;
    for (size_t i = 0; i < SPREAD && tile->locked_count < LEAST_LOCKED; i++) {
        size_t point = i * tile->point_count / SPREAD;
        if (tile->marks[point] == 0) tile->locked[tile->locked_count++] = (uint32_t)point;
        tile->marks[point] = 1;
    }
    return true;
}

size_t pdk_simplify_run_tile(pdk_simplify_tile *tile, double error, size_t min_triangles)
{
    enum { MOST_TRIES = 10, PATIENCE = 3 };
    bool upright = has_upright(tile);
    for (int attempt = 0; attempt < MOST_TRIES && tile->triangle_count > min_triangles; attempt++) {
        if (!enough_locked(tile)) break;
        size_t left = simplify_once(tile, error, min_triangles);
        if (left == tile->triangle_count) break;
        if (tile->up < 0 || pdk_simplify_swap_slivers(tile, left, upright) == 0) return left;
        lock_around_folds(tile, left, upright);
        if (attempt >= PATIENCE) error *= 0.75;
    }
    memcpy(tile->result, tile->indices, 12 * tile->triangle_count);
    return tile->triangle_count;
}
