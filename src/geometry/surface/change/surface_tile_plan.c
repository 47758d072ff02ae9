/* Runs of triangles in the same tile, and points in no triangle, sorted by tile. Where the order in the file follows
 * the terrain there are few runs; at worst each triangle is one. */
#include "surface/key_sort.h"
#include "surface/change/surface_tile_plan.h"

/* More than there are. */
static const uint64_t no_tile = UINT32_MAX;
/* With more rows or columns than this, file names would become too long. */
static const double max_tiles = 1e9;

static pdk_status lay_out(pdk_tile_plan *tiling, pdk_error *error)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    int axes[2] = { 0, 3 - tiling->change->work.up };
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        const float *p = surface->positions + 3 * i;
        if (!pdk_is_finite3(p)) continue;
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], (double)p[axes[k]]);
            high[k] = fmax(high[k], (double)p[axes[k]]);
        }
    }
    for (int k = 0; k < 2; k++) {
        if (!(low[k] <= high[k])) low[k] = high[k] = 0;
        double origin = tiling->change->options.origin[axes[k]];
        low[k] += origin;
        high[k] += origin;
        double first = floor(low[k] / tiling->size), last = floor(high[k] / tiling->size);
        if (fmax(fabs(first), fabs(last)) > max_tiles || (last - first + 1) > 65535) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "tile.size",
                            "tiles of %g m are too small for a surface %g m wide", tiling->size, high[k] - low[k]);
        }
        tiling->low[k] = (int64_t)first;
        tiling->high[k] = (int64_t)last;
    }
    tiling->across = (uint64_t)(tiling->high[0] - tiling->low[0]) + 1;
    return PDK_OK;
}

static uint64_t tile_of(const pdk_tile_plan *tiling, double x, double y)
{
    const double *origin = tiling->change->options.origin;
    double at[2] = { x + origin[0], y + origin[3 - tiling->change->work.up] };
    uint64_t place[2];
    for (int k = 0; k < 2; k++) { /* a middle may be rounded over the last edge */
        double number = floor(at[k] / tiling->size), low = (double)tiling->low[k], high = (double)tiling->high[k];
        place[k] = (uint64_t)(fmin(fmax(number, low), high) - low);
    }
    return place[1] * tiling->across + place[0];
}

/* The tile of a triangle, or no_tile. */
static uint64_t tile_of_triangle(const pdk_tile_plan *tiling, uint64_t triangle)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    pdk_triangle_kind kind = pdk_triangle_kind_of(surface, triangle);
    if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) return no_tile;
    double middle[2];
    pdk_triangle_middle(surface, triangle, tiling->change->work.up, middle);
    return tile_of(tiling, middle[0], middle[1]);
}

static uint64_t piece_end(const pdk_tile_plan *tiling, uint64_t triangle)
{
    uint64_t end = (triangle / PDK_SURFACE_PIECE + 1) * PDK_SURFACE_PIECE,
             all = tiling->change->whole.surface.triangle_count;
    return end < all ? end : all;
}

/* Counts the piece's runs, or writes them once there is an array for them. */
static void find_runs(void *user, size_t thread, uint64_t first, uint64_t count)
{
    pdk_tile_plan *tiling = user;
    uint64_t piece = first / PDK_SURFACE_PIECE, last = no_tile, runs = 0, unsound = 0;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t tile = tile_of_triangle(tiling, i);
        unsound += tile == no_tile;
        if (tile != last && tile != no_tile) {
            if (tiling->runs != NULL) tiling->runs[tiling->first_runs[piece] + runs] = tile << 32 | i;
            runs++;
        }
        last = tile;
    }
    if (tiling->runs != NULL) return;
    tiling->first_runs[piece + 1] = runs;
    atomic_fetch_add(&tiling->unsound, unsound);
}

static void mark_used(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const pdk_tile_plan *tiling = user;
    const pdk_surface *surface = &tiling->change->whole.surface;
    (void)thread;
    for (uint64_t i = 3 * first; i < 3 * (first + count); i++) {
        if (surface->triangles[i] < surface->vertex_count) pdk_atomic_set_bit(tiling->used, surface->triangles[i]);
    }
}

static unsigned bits_of(const pdk_tile_plan *tiling)
{
    uint64_t tiles = tiling->across * (uint64_t)(tiling->high[1] - tiling->low[1] + 1);
    unsigned bits = 32;
    while (tiles >> (bits - 32) > 0) bits++;
    return bits;
}

static pdk_status sort_triangles(pdk_tile_plan *tiling, pdk_error *error)
{
    pdk_surface_work *work = &tiling->change->work;
    uint64_t triangles = tiling->change->whole.surface.triangle_count, pieces = pdk_surface_pieces(triangles);
    tiling->first_runs = pdk_surface_alloc(work, pieces + 1, sizeof *tiling->first_runs);
    if (tiling->first_runs == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ 0.06, triangles, PDK_SURFACE_PIECE }, mark_used, tiling, error);
    if (status == PDK_OK)
        status =
            pdk_surface_run(work, (pdk_surface_pass){ 0.07, triangles, PDK_SURFACE_PIECE }, find_runs, tiling, error);
    if (status != PDK_OK) return status;
    for (uint64_t i = 0; i < pieces; i++) tiling->first_runs[i + 1] += tiling->first_runs[i];
    tiling->run_count = (size_t)tiling->first_runs[pieces];
    tiling->change->report.triangles_unsound = atomic_load(&tiling->unsound);
    tiling->runs = pdk_surface_alloc(work, tiling->run_count, sizeof *tiling->runs);
    if (tiling->runs == NULL) return pdk_surface_fail_memory(work, error);
    status = pdk_surface_run(work, (pdk_surface_pass){ 0.07, triangles, PDK_SURFACE_PIECE }, find_runs, tiling, error);
    if (status == PDK_OK) pdk_sort_keys(tiling->runs, tiling->run_count, bits_of(tiling));
    return status;
}

/* Those in no triangle: first counted, then sorted. */
static pdk_status sort_points(pdk_tile_plan *tiling, pdk_error *error)
{
    pdk_surface_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    uint64_t unused = surface->vertex_count - pdk_count_bits(tiling->used, surface->vertex_count);
    tiling->points = pdk_surface_alloc(&change->work, unused, sizeof *tiling->points);
    if (tiling->points == NULL) return pdk_surface_fail_memory(&change->work, error);
    int across = 3 - change->work.up;
    for (uint64_t i = 0; i < surface->vertex_count && unused > 0; i++) {
        const float *p = surface->positions + 3 * i;
        if (pdk_atomic_has_bit(tiling->used, i)) continue;
        unused--;
        if (!pdk_is_finite3(p)) change->report.points_outside++;
        else tiling->points[tiling->point_count++] = tile_of(tiling, (double)p[0], (double)p[across]) << 32 | i;
    }
    pdk_sort_keys(tiling->points, tiling->point_count, bits_of(tiling));
    return PDK_OK;
}

uint64_t pdk_tile_run_end(const pdk_tile_plan *tiling, uint64_t tile, uint64_t first)
{
    uint64_t end = first + 1, last = piece_end(tiling, first);
    while (end < last && tile_of_triangle(tiling, end) == tile) end++;
    return end;
}

pdk_status pdk_tile_plan_make(pdk_tile_plan *tiling, pdk_error *error)
{
    pdk_surface_work *work = &tiling->change->work;
    const pdk_surface *surface = &tiling->change->whole.surface;
    pdk_status status = lay_out(tiling, error);
    if (status != PDK_OK) return status;
    tiling->used = pdk_surface_alloc(work, surface->vertex_count / 8 + 1, 1);
    tiling->numbers = pdk_surface_alloc(work, surface->vertex_count, sizeof *tiling->numbers);
    if (tiling->used == NULL || tiling->numbers == NULL) return pdk_surface_fail_memory(work, error);
    status = sort_triangles(tiling, error);
    return status == PDK_OK ? sort_points(tiling, error) : status;
}
