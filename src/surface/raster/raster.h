/* A raster from the inside, for those that fill and change it. */
#ifndef PADDOCK_SURFACE_RASTER_RASTER_H
#define PADDOCK_SURFACE_RASTER_RASTER_H

#include "base/memory.h"

struct pdk_raster {
    pdk_memory memory;
    pdk_raster_info info;
    float *values; /* info.values */
};

/* Least, greatest and number of values, after they have changed. */
void pdk_raster_summarise(pdk_raster *raster);

#endif
