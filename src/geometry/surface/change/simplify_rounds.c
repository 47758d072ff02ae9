/* Rounds over square tiles. Tiles are small for four reasons: a tile in which a point is too far off is tried again as
 * a whole; meshoptimizer computes in floats, which cannot resolve millimetres over a wide tile; every processor gets
 * work; memory and time for each triangle do not grow with the surface. Points that several tiles share do not move in
 * a round, so that tiles fit together. In the next round the tiles are larger and in other places. */
#include "surface/min_max.h"
#include "surface/change/simplify_parts.h"

/* Triangles of a tile on average; how much wider tiles become, up to how many triangles; the share of the triangles
 * that remains when another round is not worth it. */
static const double tile_triangles = 1000, growth = 1.4, most_later = 4000, worth = 0.97;
enum { MAX_ROUNDS = 6, LEVELS = 4 };
/* Cells are numbered by 16 bits either way. */
static const double most_cells = 60000;

/* The surface seen from above: its low corner, its longer side, and the area it covers. */
typedef struct surface_footprint {
    double low[2], wide, area;
} surface_footprint;

static pdk_status measure_footprint(const pdk_simplifying *all, double share, surface_footprint *footprint,
                                    pdk_error *error)
{
    const pdk_surface *surface = &all->change->whole.surface;
    pdk_surface_work *work = &all->change->work;
    int axes[2] = { 0, 3 - work->up };
    surface_footprint sum = { .low = { INFINITY, INFINITY } };
    pdk_surface_begin_step(work, share);
    double high[2] = { -INFINITY, -INFINITY };
    for (uint64_t i = 0; i < all->count; i++) {
        if (!pdk_surface_progress_at(work, i, all->count)) return pdk_fail_cancelled(error);
        const uint32_t *c = all->triangles + 3 * i;
        double at[3][2];
        for (int k = 0; k < 6; k++)
            at[k / 2][k % 2] = (double)surface->positions[3 * (uint64_t)c[k / 2] + (uint64_t)axes[k % 2]];
        for (int k = 0; k < 6; k++) {
            sum.low[k % 2] = pdk_min(sum.low[k % 2], at[k / 2][k % 2]);
            high[k % 2] = pdk_max(high[k % 2], at[k / 2][k % 2]);
        }
        sum.area +=
            fabs((at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[1][1] - at[0][1]) * (at[2][0] - at[0][0])) / 2;
    }
    sum.wide = pdk_max(high[0] - sum.low[0], high[1] - sum.low[1]);
    *footprint = sum;
    return PDK_OK;
}

static double tile_size(const surface_footprint *footprint, uint64_t triangles)
{
    double size = sqrt(tile_triangles * footprint->area / (double)triangles);
    size = pdk_max(size, footprint->wide / most_cells);
    return size > 0 ? size : 1;
}

/* The next round's tiles have as many triangles again, or are at least wider, if that takes little time. */
static double larger_tiles(const surface_footprint *footprint, double size, uint64_t triangles)
{
    double each = footprint->area / (double)triangles, wider = pdk_min(size * growth, sqrt(most_later * each));
    return pdk_max(pdk_max(size, wider), sqrt(tile_triangles * each));
}

/* Where there are many triangles, tiles are cut into smaller ones, down to cells. */
static void lay_tiles(pdk_simplify_round *round, const surface_footprint *footprint, double size, int number)
{
    round->cell = pdk_max(size / (1 << LEVELS), footprint->wide / most_cells);
    while (round->levels < LEVELS && round->cell * (1 << round->levels) < size) round->levels++;
    for (int k = 0; k < 2; k++) round->origin[k] = footprint->low[k] - (number % 2 == 0 ? 0.25 : 0.75) * size;
}

static pdk_status run_rounds(pdk_simplify_round *round, double share, pdk_error *error)
{
    pdk_simplifying *all = round->all;
    surface_footprint footprint = { .area = 0 };
    pdk_status status = measure_footprint(all, share * 0.04, &footprint, error);
    double size = tile_size(&footprint, all->count);
    for (int number = 0; number < MAX_ROUNDS && status == PDK_OK && all->count > all->min_triangles; number++) {
        uint64_t before = all->count;
        *round = (pdk_simplify_round){ .all = all };
        lay_tiles(round, &footprint, size, number);
        round->ratio = all->min_triangles > 0 ? (double)all->min_triangles / (double)before : 0;
        status = pdk_simplify_do_round(round, share * 0.96 / MAX_ROUNDS, error);
        if (status == PDK_OK && (double)all->count > worth * (double)before && number > 0) break;
        size = larger_tiles(&footprint, size, all->count);
    }
    return status;
}

/* A round has room for every thread, too much for a small stack. */
pdk_status pdk_simplify_rounds(pdk_simplifying *all, double share, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    pdk_simplify_round *round = pdk_surface_alloc(work, 1, sizeof *round);
    if (round == NULL) return pdk_surface_fail_memory(work, error);
    round->all = all;
    pdk_status status = run_rounds(round, share, error);
    pdk_free(&work->memory, round);
    return status;
}
