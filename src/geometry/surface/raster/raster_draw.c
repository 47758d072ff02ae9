/* Triangle by triangle, all threads into one picture: a pixel keeps the highest height it is offered, and which comes
 * first makes no difference. Most triangles of a dense scan lie between the centres of pixels and cost no more than
 * their box. */
#include "surface/raster/raster_draw.h"

#include <stdatomic.h>
#include <string.h>

#include "surface/vertical_ray.h"
#include "surface/rasterise.h"
#include "surface/index/height_build.h"

enum { PIECE = 1 << 14, PIXELS_AT_ONCE = 1 << 16 };

/* Heights as numbers whose order is that of the heights: 0 stands for none, as no height but -NaN does. */
static inline uint32_t rank_of(float height, bool lowest)
{
    uint32_t bits;
    memcpy(&bits, &height, sizeof bits);
    uint32_t rank = (bits & 0x80000000) != 0 ? ~bits : bits | 0x80000000;
    return lowest ? ~rank : rank;
}

static inline float height_of(uint32_t rank, bool lowest)
{
    if (rank == 0) return NAN;
    if (lowest) rank = ~rank;
    uint32_t bits = (rank & 0x80000000) != 0 ? rank & 0x7FFFFFFF : ~rank;
    float height;
    memcpy(&height, &bits, sizeof height);
    return height;
}

typedef struct drawing {
    const pdk_raster_draw *job;
    const pdk_surface *surface;
    const pdk_raster_info *info;
    _Atomic uint32_t *ranks;
    float *values;
    _Atomic uint64_t tested; /* pixels, of all triangles */
    uint64_t most_tested;    /* before it is too much */
} drawing;

/* So many layers on every pixel, and so many pixels a triangle besides. Any surface of the real world has far less. */
enum { MOST_LAYERS = 64, MOST_BESIDES = 2048 };

/* Where blocks are drawn: of those seen at the height that is known, the first. */
static inline uint32_t rank_at(const drawing *work, uint64_t pixel, double z, uint32_t block)
{
    const float *heights = work->job->heights;
    if (heights == NULL) return rank_of((float)z, work->job->lowest);
    return (float)z >= heights[pixel] && (float)z <= heights[pixel] ? UINT32_MAX - block : 0;
}

static inline void keep_higher(drawing *work, uint64_t pixel, uint32_t rank)
{
    uint32_t there = atomic_load_explicit(&work->ranks[pixel], memory_order_relaxed);
    while (rank > there && !atomic_compare_exchange_weak_explicit(&work->ranks[pixel], &there, rank,
                                                                  memory_order_relaxed, memory_order_relaxed)) {
    }
}

/* The whole numbers in a range, a little widened, and cut to 0 .. count-1. */
static inline bool whole_numbers(double low, double high, uint32_t count, int64_t *first, int64_t *last)
{
    low = pdk_max(low - PDK_RASTERISE_MARGIN, 0);
    high = pdk_min(high + PDK_RASTERISE_MARGIN, (double)count - 1);
    if (!(low <= high)) return false;
    *first = (int64_t)low + ((double)(int64_t)low < low);
    *last = (int64_t)high;
    return *first <= *last;
}

static void draw_row(drawing *work, const pdk_triangle_corners *corners, uint32_t block, int64_t row, int64_t first,
                     int64_t last)
{
    const pdk_raster_info *info = work->info;
    double y = info->north - ((double)row + 0.5) * info->size;
    for (int64_t column = first; column <= last; column++) {
        double x = info->west + ((double)column + 0.5) * info->size, z;
        if (pdk_ray_intersect(corners, x, y, &z) == PDK_RAY_MISS) continue;
        uint64_t pixel = (uint64_t)row * info->width + (uint64_t)column;
        keep_higher(work, pixel, rank_at(work, pixel, z, block));
    }
}

/* In units of pixels, centres being whole numbers. */
static void draw_triangle(drawing *work, const pdk_triangle_corners *corners, uint32_t block)
{
    const pdk_raster_info *info = work->info;
    pdk_rasterise cover;
    double per_metre = 1 / info->size;
    for (int i = 0; i < 3; i++) {
        cover.u[i] = (corners->at[i][0] - info->west) * per_metre - 0.5;
        cover.v[i] = (info->north - corners->at[i][1]) * per_metre - 0.5;
    }
    const double *u = cover.u, *v = cover.v;
    int64_t left, right, top, bottom;
    if (!whole_numbers(pdk_min(u[0], pdk_min(u[1], u[2])), pdk_max(u[0], pdk_max(u[1], u[2])), info->width, &left,
                       &right) ||
        !whole_numbers(pdk_min(v[0], pdk_min(v[1], v[2])), pdk_max(v[0], pdk_max(v[1], v[2])), info->height, &top,
                       &bottom)) {
        return;
    }
    enum { SEVERAL = 64 }; /* a dense scan has a few pixels a triangle, which need not be counted */
    uint64_t tested = 0;
    for (int64_t row = top; row <= bottom; row++) {
        int64_t first = left, last = right;
        if (right - left > 3) {
            double from, to;
            if (!pdk_rasterise_span(&cover, (double)row - PDK_RASTERISE_MARGIN, (double)row + PDK_RASTERISE_MARGIN,
                                    &from, &to))
                continue;
            if (!whole_numbers(from, to, info->width, &first, &last)) continue;
        }
        draw_row(work, corners, block, row, first, last);
        tested += (uint64_t)(last - first) + 1;
    }
    if (tested >= SEVERAL) atomic_fetch_add_explicit(&work->tested, tested, memory_order_relaxed);
}

static void draw_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    drawing *work = user;
    pdk_survey ignored = { .triangles = 0 };
    pdk_triangle_corners corners;
    size_t hint = 0;
    for (uint64_t i = first; i < first + count; i++) {
        if (atomic_load_explicit(&work->tested, memory_order_relaxed) > work->most_tested) return;
        if (!pdk_survey_check_triangle(work->surface, i, &corners, &ignored)) continue;
        int32_t block = work->job->blocks == NULL
                            ? 0
                            : pdk_block_spans_find(work->job->blocks, work->surface->triangles[3 * i], &hint);
        if (block >= 0) draw_triangle(work, &corners, (uint32_t)block);
    }
}

static void finish_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    drawing *work = user;
    for (uint64_t i = first; i < first + count; i++) {
        uint32_t rank = atomic_load_explicit(&work->ranks[i], memory_order_relaxed);
        if (work->job->heights == NULL) work->values[i] = height_of(rank, work->job->lowest);
        else work->values[i] = rank == 0 ? NAN : (float)(UINT32_MAX - rank);
    }
}

pdk_status pdk_raster_draw_values(const pdk_raster_draw *job, const pdk_surface *surface, pdk_raster *raster,
                                  float **values, pdk_error *error)
{
    uint64_t pixels = (uint64_t)raster->info.width * raster->info.height;
    drawing work = { .job = job, .surface = surface, .info = &raster->info };
    work.most_tested = MOST_LAYERS * pixels + MOST_BESIDES * surface->triangle_count;
    work.ranks = pdk_alloc_array(&raster->memory, pixels, sizeof *work.ranks);
    if (work.ranks == NULL) return pdk_fail_memory(error, &raster->memory, "the pixels of a raster");
    work.values = *values = (float *)(void *)work.ranks; /* each pixel's value takes the place of its rank */
    pdk_parallel run = { .count = surface->triangle_count,
                         .piece = PIECE,
                         .threads = job->threads,
                         .work = draw_piece,
                         .user = &work,
                         .progress = job->steps != NULL ? pdk_steps_progress : NULL,
                         .progress_user = job->steps };
    if (!pdk_parallel_run(&run)) return pdk_fail_cancelled(error);
    if (atomic_load(&work.tested) > work.most_tested) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "raster.layers",
                        "the surface covers the raster more than %d times over: choose larger pixels, or a part of it",
                        MOST_LAYERS);
    }
    run = (pdk_parallel){
        .count = pixels, .piece = PIXELS_AT_ONCE, .threads = job->threads, .work = finish_piece, .user = &work
    };
    pdk_parallel_run(&run);
    return PDK_OK;
}
