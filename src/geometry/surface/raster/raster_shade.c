/* Slope, light and difference of heights in rows. Slopes are Horn's: differences across the pixel in its own row and
 * the two beside it, its own counting twice; where a neighbour is missing the pixel itself is in. */
#include "surface/raster/raster.h"

#include <math.h>

#include "base/parallel.h"
#include "base/trigonometry.h"

enum { ROWS_AT_ONCE = 16 };

typedef struct shading {
    const pdk_raster_info *info;
    const float *heights;
    float *values;
    pdk_raster_of of;
} shading;

static double at(const shading *work, int64_t row, int64_t column)
{
    const pdk_raster_info *info = work->info;
    if (row < 0 || column < 0 || row >= (int64_t)info->height || column >= (int64_t)info->width) return NAN;
    return (double)work->heights[(uint64_t)row * info->width + (uint64_t)column];
}

/* Rise a metre between two neighbours on either side of a place between them, of which any may be missing; *weight is
 * added where there is an answer. */
static double rise(double before, double middle, double after, double size, double share, double *weight)
{
    double way = 2 * size;
    if (isnan(before) || isnan(after)) {
        if (isnan(middle) || (isnan(before) && isnan(after))) return 0;
        if (isnan(before)) before = middle;
        else after = middle;
        way = size;
    }
    *weight += share;
    return share * (after - before) / way;
}

static float shade(const shading *work, int64_t row, int64_t column)
{
    if (isnan(at(work, row, column))) return NAN;
    double size = work->info->size, east = 0, north = 0, east_weight = 0, north_weight = 0;
    for (int64_t k = -1; k <= 1; k++) {
        double share = k == 0 ? 2 : 1;
        east += rise(at(work, row + k, column - 1), at(work, row + k, column), at(work, row + k, column + 1), size,
                     share, &east_weight);
        north += rise(at(work, row + 1, column + k), at(work, row, column + k), at(work, row - 1, column + k), size,
                      share, &north_weight);
    }
    if (east_weight > 0) east /= east_weight;
    if (north_weight > 0) north /= north_weight;
    double length = sqrt(east * east + north * north + 1);
    if (work->of == PDK_RASTER_SLOPE) return (float)(pdk_atan(pdk_hypot(east, north)) * (180 / 3.14159265358979323846));
    /* the sun in the north-west, 45 degrees up: (-1/2, 1/2, sqrt(1/2)) times the normal */
    double light = (0.5 * east - 0.5 * north + 0.70710678118654752) / length;
    return (float)(light > 0 ? 255 * light : 0);
}

static void shade_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    shading *work = user;
    for (uint64_t row = first; row < first + count; row++) {
        for (uint32_t column = 0; column < work->info->width; column++) {
            work->values[row * work->info->width + column] = shade(work, (int64_t)row, column);
        }
    }
}

pdk_status pdk_raster_shade(pdk_raster *raster, pdk_raster_of of, size_t threads, pdk_error *error)
{
    if (raster == NULL || raster->info.of != PDK_RASTER_HEIGHT ||
        (of != PDK_RASTER_SLOPE && of != PDK_RASTER_HILLSHADE)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "slope and hillshade can only be made from heights");
    }
    pdk_raster_info *info = &raster->info;
    float *values = pdk_alloc_array(&raster->memory, (uint64_t)info->width * info->height, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, &raster->memory, "the pixels of a raster");
    shading work = { .info = info, .heights = raster->values, .values = values, .of = of };
    pdk_parallel job = {
        .count = info->height, .piece = ROWS_AT_ONCE, .threads = threads, .work = shade_rows, .user = &work
    };
    pdk_parallel_run(&job);
    pdk_free(&raster->memory, raster->values);
    info->values = raster->values = values;
    info->of = of;
    pdk_raster_summarise(raster);
    return PDK_OK;
}

pdk_status pdk_raster_subtract(pdk_raster *raster, const pdk_raster *other, pdk_error *error)
{
    if (raster == NULL || other == NULL || raster->info.of != PDK_RASTER_HEIGHT ||
        other->info.of != PDK_RASTER_HEIGHT || raster->info.width != other->info.width ||
        raster->info.height != other->info.height) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "only heights of the same pixels can be subtracted");
    }
    for (uint64_t i = 0; i < (uint64_t)raster->info.width * raster->info.height; i++)
        raster->values[i] -= other->values[i];
    raster->info.of = PDK_RASTER_DIFFERENCE;
    pdk_raster_summarise(raster);
    return PDK_OK;
}
