/* Triangle by triangle, all threads into one picture: a pixel keeps the highest height it is offered, and which comes
 * first makes no difference. Most triangles of a dense scan lie between the centres of pixels and cost no more than
 * their box. */
#include "surface/raster/raster.h"
#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"

#include <stdatomic.h>
#include <string.h>

#include "surface/vertical_ray.h"
#include "surface/rasterise.h"
#include "surface/index/height_build.h"

enum { PIECE = 1 << 14, PIXELS_AT_ONCE = 1 << 16, LONGEST_SIDE = 1000000 };

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
    const pdk_surface *surface;
    const pdk_raster_info *info;
    _Atomic uint32_t *ranks;
    float *values;
    bool lowest;
    _Atomic uint64_t tested; /* pixels, of all triangles */
    uint64_t most_tested;    /* before it is too much */
} drawing;

/* So many layers on every pixel, and so many pixels a triangle besides. Any surface of the real world has far less. */
enum { MOST_LAYERS = 64, MOST_BESIDES = 2048 };

static inline void keep_higher(drawing *work, uint64_t pixel, double z)
{
    uint32_t rank = rank_of((float)z, work->lowest),
             there = atomic_load_explicit(&work->ranks[pixel], memory_order_relaxed);
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

static void draw_row(drawing *work, const pdk_corners *corners, int64_t row, int64_t first, int64_t last)
{
    const pdk_raster_info *info = work->info;
    double y = info->north - ((double)row + 0.5) * info->size;
    for (int64_t column = first; column <= last; column++) {
        double x = info->west + ((double)column + 0.5) * info->size, z;
        if (pdk_ray_intersect(corners, x, y, &z) == PDK_RAY_MISS) continue;
        keep_higher(work, (uint64_t)row * info->width + (uint64_t)column, z);
    }
}

/* In units of pixels, centres being whole numbers. */
static void draw_triangle(drawing *work, const pdk_corners *corners)
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
        draw_row(work, corners, row, first, last);
        tested += (uint64_t)(last - first) + 1;
    }
    if (tested >= SEVERAL) atomic_fetch_add_explicit(&work->tested, tested, memory_order_relaxed);
}

static void draw_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    drawing *work = user;
    pdk_survey ignored = { .triangles = 0 };
    pdk_corners corners;
    for (uint64_t i = first; i < first + count; i++) {
        if (atomic_load_explicit(&work->tested, memory_order_relaxed) > work->most_tested) return;
        if (pdk_survey_check_triangle(work->surface, i, &corners, &ignored)) draw_triangle(work, &corners);
    }
}

static void finish_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    drawing *work = user;
    for (uint64_t i = first; i < first + count; i++) {
        work->values[i] = height_of(atomic_load_explicit(&work->ranks[i], memory_order_relaxed), work->lowest);
    }
}

static pdk_status choose_pixels(pdk_raster_info *info, const pdk_survey *survey, const pdk_raster_options *options,
                                pdk_error *error)
{
    if (options->like != NULL) {
        const pdk_raster_info *like = &options->like->info;
        *info = (pdk_raster_info){
            .width = like->width, .height = like->height, .size = like->size, .west = like->west, .north = like->north
        };
        return PDK_OK;
    }
    if (survey->triangles == 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "raster.empty",
                        "the surface has no triangle that is visible from above");
    }
    double width = survey->high[0] - survey->low[0], height = survey->high[1] - survey->low[1], size = options->size;
    if (options->width > 0 && options->height > 0) size = pdk_max(width / options->width, height / options->height);
    if (!(size > 0) || !isfinite(size)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "raster.size",
                        "a raster needs a pixel size above 0, or a number of pixels");
    }
    /* a pixel less where rounding alone asks for one more */
    double columns = pdk_max(ceil(width / size - 1e-9), 1), rows = pdk_max(ceil(height / size - 1e-9), 1);
    if (columns > LONGEST_SIDE || rows > LONGEST_SIDE) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "raster.large",
                        "%.0f x %.0f pixels are too many: a side has at most %d, so choose larger pixels", columns,
                        rows, LONGEST_SIDE);
    }
    *info = (pdk_raster_info){ .width = (uint32_t)columns,
                               .height = (uint32_t)rows,
                               .size = size,
                               .west = survey->low[0],
                               .north = survey->high[1] };
    return PDK_OK;
}

static pdk_status draw(pdk_raster *raster, const pdk_surface *surface, const pdk_raster_options *options,
                       pdk_error *error)
{
    pdk_survey survey = { .triangles = 0 };
    pdk_steps steps = { options->progress, options->progress_user, 0, 1, 3 };
    if (options->like == NULL && !pdk_survey_run(surface, options->threads, &steps, &survey))
        return pdk_fail_cancelled(error);
    pdk_status status = choose_pixels(&raster->info, &survey, options, error);
    if (status != PDK_OK) return status;
    uint64_t pixels = (uint64_t)raster->info.width * raster->info.height;
    drawing work = { .surface = surface, .info = &raster->info, .lowest = options->lowest };
    work.most_tested = MOST_LAYERS * pixels + MOST_BESIDES * surface->triangle_count;
    work.ranks = pdk_alloc_array(&raster->memory, pixels, sizeof *work.ranks);
    if (work.ranks == NULL) return pdk_fail_memory(error, &raster->memory, "the pixels of a raster");
    work.values = raster->values = (float *)(void *)work.ranks; /* each pixel's height takes the place of its rank */
    raster->info.values = raster->values;
    steps.before = 1;
    steps.share = 2;
    pdk_parallel job = { .count = surface->triangle_count,
                         .piece = PIECE,
                         .threads = options->threads,
                         .work = draw_piece,
                         .user = &work,
                         .progress = pdk_steps_progress,
                         .progress_user = &steps };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    if (atomic_load(&work.tested) > work.most_tested) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "raster.layers",
                        "the surface covers the raster more than %d times over: choose larger pixels, or a part of it",
                        MOST_LAYERS);
    }
    job = (pdk_parallel){
        .count = pixels, .piece = PIXELS_AT_ONCE, .threads = options->threads, .work = finish_piece, .user = &work
    };
    pdk_parallel_run(&job);
    pdk_raster_summarise(raster);
    return PDK_OK;
}

void pdk_raster_summarise(pdk_raster *raster)
{
    pdk_raster_info *info = &raster->info;
    float low = INFINITY, high = -INFINITY;
    info->covered = 0;
    for (uint64_t i = 0; i < (uint64_t)info->width * info->height; i++) {
        float value = raster->values[i];
        if (isnan(value)) continue;
        info->covered++;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    info->minimum = (double)low;
    info->maximum = (double)high;
}

pdk_status pdk_raster_create(const pdk_surface *surface, const pdk_raster_options *given, pdk_raster **result,
                             pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (surface == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a raster needs a surface and a pointer for the raster");
    }
    pdk_raster_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_RASTER_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    PDK_HOLD_RASTER(options.like);
    pdk_allocator allocator = pdk_allocator_of(&options.allocator);
    pdk_raster *raster = pdk_allocator_take(&allocator, sizeof *raster);
    if (raster == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a raster");
    memset(raster, 0, sizeof *raster);
    atomic_init(&raster->holders, 1);
    pdk_memory_init(&raster->memory, &allocator, options.limits.memory);
    status = draw(raster, surface, &options, error);
    if (status == PDK_OK) *result = raster;
    else pdk_raster_close(raster);
    return status;
}

const pdk_raster_info *pdk_raster_about(const pdk_raster *raster)
{
    return &raster->info;
}

static void destroy(pdk_raster *raster)
{
    pdk_allocator allocator = raster->memory.allocator;
    pdk_memory_destroy(&raster->memory);
    pdk_allocator_give_back(&allocator, raster, sizeof *raster);
}

void pdk_raster_close(pdk_raster *raster)
{
    if (raster != NULL && !pdk_in_allocator() && pdk_leaves_last(&raster->holders)) destroy(raster);
}

pdk_raster *pdk_raster_hold(const pdk_raster *raster)
{
    pdk_raster *held = (pdk_raster *)(uintptr_t)raster; /* the same to whoever reads it */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

void pdk_raster_let_go(pdk_raster *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}
