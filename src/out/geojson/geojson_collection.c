/* What GeoJSON files have in common (RFC 7946, section 3). */
#include "geojson/geojson.h"

#include "io/output.h"

void pdk_geojson_begin(pdk_json *json, const pdk_export *job, const char *reference)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "type", "FeatureCollection");
    pdk_member_text(json, "name", job->document->file_name);
    pdk_member_text(json, "coordinate_reference", reference);
}

void pdk_geojson_features(pdk_json *json)
{
    pdk_member_begin(json, "features", '[');
}

pdk_status pdk_geojson_end(pdk_json *json, const pdk_export *job, pdk_error *error)
{
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
    return pdk_output_write(job->output, "\n", 1, error);
}

void pdk_geojson_feature_begin(pdk_json *json, const char *name)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "type", "Feature");
    pdk_member_begin(json, "properties", '{');
    pdk_member_text(json, "name", name);
}

void pdk_geojson_line_begin(pdk_json *json)
{
    pdk_json_end(json, '}'); /* of the properties */
    pdk_member_begin(json, "geometry", '{');
    pdk_member_text(json, "type", "LineString");
}

void pdk_geojson_feature_end(pdk_json *json)
{
    pdk_json_end(json, '}'); /* of the line */
    pdk_json_end(json, '}');
}
