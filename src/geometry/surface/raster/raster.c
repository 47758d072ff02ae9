/* Rasters: made of a surface, kept, closed. */
#include "surface/raster/raster.h"
#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "surface/raster/raster_draw.h"
#include "surface/min_max.h"

enum { LONGEST_SIDE = 1000000 };

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
    if (options->epsg != 0 && (options->epsg < 1024 || options->epsg > 32766))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "raster.crs",
                        "a GeoTIFF cannot state EPSG:%llu: projected coordinate systems are 1024 to 32766",
                        (unsigned long long)options->epsg);
    raster->info.epsg = (uint32_t)options->epsg;
    raster->lowest = options->lowest;
    steps.before = 1;
    steps.share = 2;
    pdk_raster_draw job = { .lowest = options->lowest, .threads = options->threads, .steps = &steps };
    status = pdk_raster_draw_values(&job, surface, raster, &raster->values, error);
    if (status != PDK_OK) return status;
    raster->info.values = raster->values;
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
    pdk_raster *held = (pdk_raster *)(uintptr_t)raster; /* the same for all readers */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

void pdk_raster_let_go(pdk_raster *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}
