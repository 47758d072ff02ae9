/* The kinds of files a raster becomes. */
#ifndef PADDOCK_EXPORT_RASTER_RASTER_FILE_H
#define PADDOCK_EXPORT_RASTER_RASTER_FILE_H

#include "base/memory.h"
#include "export/raster/raster_place.h"

pdk_status pdk_raster_write_png(const pdk_raster *raster, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error);
pdk_status pdk_raster_write_asc(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error);
pdk_status pdk_raster_write_tiff(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                 pdk_error *error);

#endif
