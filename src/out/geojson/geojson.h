/* What GeoJSON files have in common, whatever their lines are. */
#ifndef PADDOCK_GEOJSON_GEOJSON_H
#define PADDOCK_GEOJSON_GEOJSON_H

#include "json/json.h"
#include "target/exporter.h"

/* The collection, up to where its features begin, or where members of the caller's come before pdk_geojson_features.
 * `reference` says what coordinates are. */
void pdk_geojson_begin(pdk_json *json, const pdk_export *job, const char *reference);
void pdk_geojson_features(pdk_json *json);
pdk_status pdk_geojson_end(pdk_json *json, const pdk_export *job, pdk_error *error);

/* A feature with its name, up to its other properties; then its line, up to its coordinates. */
void pdk_geojson_feature_begin(pdk_json *json, const char *name);
void pdk_geojson_line_begin(pdk_json *json);
void pdk_geojson_feature_end(pdk_json *json);

/* pdk_exporter.write_recording (geojson_laps.c): longitude, latitude and height, with time and speed of each point. */
pdk_status pdk_geojson_write_laps(pdk_export *job, pdk_error *error);

#endif
