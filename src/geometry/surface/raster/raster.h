/* A raster from the inside, for those that fill and change it. */
#ifndef PADDOCK_SURFACE_RASTER_RASTER_H
#define PADDOCK_SURFACE_RASTER_RASTER_H

#include "base/callback.h"
#include "base/memory.h"
#include "model/block_color.h"

struct pdk_raster {
    atomic_size_t holders;
    pdk_memory memory;
    pdk_raster_info info;
    float *values;                  /* info.values */
    bool lowest;                    /* of several layers */
    const pdk_block_colors *colors; /* of blocks, where these are shown */
};

/* While a call works on a raster, the caller's functions that it calls may close it. */
pdk_raster *pdk_raster_hold(const pdk_raster *raster);
void pdk_raster_let_go(pdk_raster *const *held);
#define PDK_HOLD_RASTER(raster) \
    pdk_raster *const held_raster __attribute__((cleanup(pdk_raster_let_go), unused)) = pdk_raster_hold(raster)

/* Least, greatest and number of values, after they have changed. */
void pdk_raster_summarise(pdk_raster *raster);

#endif
