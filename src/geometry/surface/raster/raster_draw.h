/* Values for the pixels of a raster, from its surface. */
#ifndef PADDOCK_SURFACE_RASTER_RASTER_DRAW_H
#define PADDOCK_SURFACE_RASTER_RASTER_DRAW_H

#include "model/block_span.h"
#include "surface/index/height_build.h"
#include "surface/raster/raster.h"
#include "surface/surface_work.h"

/* Heights, the highest (or lowest) of each pixel; or, where `heights` are known, the number of the block that is seen
 * there. */
typedef struct pdk_raster_draw {
    bool lowest;
    const float *heights;          /* of each pixel; NULL = these are what is wanted */
    const pdk_block_spans *blocks; /* with `heights` */
    size_t threads;                /* 0 = all processors */
    pdk_steps *steps;              /* NULL = no progress is reported */
} pdk_raster_draw;

/* *values are in the raster's memory: NaN where there is nothing. */
pdk_status pdk_raster_draw_values(const pdk_raster_draw *job, const pdk_surface *surface, pdk_raster *raster,
                                  float **values, pdk_error *error);

#endif
