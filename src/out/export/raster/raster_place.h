/* Where a raster is and what its grey means, for every kind of file. */
#ifndef PADDOCK_EXPORT_RASTER_RASTER_PLACE_H
#define PADDOCK_EXPORT_RASTER_RASTER_PLACE_H

#include "paddock/paddock.h"

/* Edges with the origin added. */
typedef struct pdk_raster_place {
    double west, north, south, height; /* what is to be added to heights */
} pdk_raster_place;
/* `origin` may be NULL. */
pdk_raster_place pdk_raster_place_of(const pdk_raster_info *info, const double origin[3]);

/* How values become 16-bit grey: value = offset + scale * (grey - 1), 0 = none. */
typedef struct pdk_raster_grey {
    double offset, scale;
} pdk_raster_grey;
pdk_raster_grey pdk_raster_grey_of(const pdk_raster_info *info, const pdk_raster_place *place);

#endif
