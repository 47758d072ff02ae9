/* One tile through meshoptimizer, which has no way to say that a point must stay, but leaves alone whatever is not a clean
 * surface there. Points to be kept get two more triangles each that make them so: between distant points, which it neither
 * removes nor measures anything by. They come out last, as they went in. */
#include <meshoptimizer.h>
#include <string.h>

#include "analysis/surface/simplify.h"

/* With fewer the triangles could not be told apart. */
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

/* All points to be kept are still there. Writes into positions, which nobody needs any more. */
static bool held(pdk_simplify_tile *tile, size_t triangles)
{
    float *there = tile->positions;
    for (size_t i = 0; i < tile->point_count; i++) there[i] = 0;
    for (size_t i = 0; i < 3 * triangles; i++) there[tile->result[i]] = 1;
    for (size_t i = 0; i < tile->locked_count; i++) {
        if (!(there[tile->locked[i]] > 0)) return false;
    }
    return true;
}

size_t pdk_simplify_one(pdk_simplify_tile *tile, double error, size_t least)
{
    if (tile->triangle_count <= least || (tile->locked_count > 0 && tile->locked_count < LEAST_LOCKED)) return tile->triangle_count;
    double scale = (double)meshopt_simplifyScale(tile->positions, tile->point_count, 12);
    if (!(scale > 0) || !isfinite(scale)) return tile->triangle_count;
    size_t holds = tile->locked_count > 0 ? add_holds(tile) : 0, all = tile->triangle_count + holds;
    size_t left = meshopt_simplify(tile->result, tile->indices, 3 * all, tile->positions, tile->point_count, 12,
                                   3 * (least + holds), (float)(error / scale), tile->lock_border ? meshopt_SimplifyLockBorder : 0,
                                   NULL) / 3;
    size_t bytes = 12 * holds;
    bool whole = left >= holds && memcmp(tile->result + 3 * (left - holds), tile->indices + 3 * tile->triangle_count, bytes) == 0;
    if (!whole || left - holds >= tile->triangle_count || !held(tile, left - holds)) return tile->triangle_count;
    memcpy(tile->indices, tile->result, 12 * (left - holds));
    return left - holds;
}
