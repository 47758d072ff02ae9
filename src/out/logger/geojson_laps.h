/* Laps as lines of GeoJSON. */
#ifndef PADDOCK_LOGGER_GEOJSON_LAPS_H
#define PADDOCK_LOGGER_GEOJSON_LAPS_H

#include "target/exporter.h"

/* pdk_exporter.write_recording of GeoJSON: longitude, latitude and height, with time and speed of each point. */
pdk_status pdk_geojson_write_laps(pdk_export *job, pdk_error *error);

#endif
