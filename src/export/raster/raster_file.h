/* The kinds of files a raster becomes. */
#ifndef PADDOCK_EXPORT_RASTER_RASTER_FILE_H
#define PADDOCK_EXPORT_RASTER_RASTER_FILE_H

#include "base/memory.h"

/* Edges with the origin added. */
typedef struct pdk_raster_place {
    double west, north, south, height; /* what is to be added to heights */
} pdk_raster_place;

pdk_status pdk_raster_write_png(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error);
pdk_status pdk_raster_write_asc(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error);
pdk_status pdk_raster_write_tiff(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                 pdk_error *error);

/* How 16-bit grey stands for values: value = offset + scale * (grey - 1), 0 = none. */
typedef struct pdk_raster_grey {
    double offset, scale;
} pdk_raster_grey;
pdk_raster_grey pdk_raster_grey_of(const pdk_raster_info *info, const pdk_raster_place *place);

#endif
