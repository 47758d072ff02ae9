/* The lines of a track as GeoJSON: line strings with numbers for each point. Coordinates are metres from the track's
 * own origin, not longitude and latitude as RFC 7946 wants them: a track of a game is nowhere on the globe. */
#include "target/scene_view.h"
#include "json/json.h"

static void put_points(pdk_json *json, const pdk_scene_view *view, const pdk_scene_line *line)
{
    pdk_member_begin(json, "coordinates", '[');
    for (size_t i = 0; i < line->point_count; i++) {
        double from[3] = { (double)line->points[i][0], (double)line->points[i][1], (double)line->points[i][2] }, to[3];
        pdk_scene_view_point(view, from, to);
        pdk_json_begin(json, '[');
        for (int k = 0; k < 3; k++) pdk_json_float(json, (float)to[k]);
        pdk_json_end(json, ']');
    }
    pdk_json_end(json, ']');
}

static void put_values(pdk_json *json, const pdk_scene_line *line)
{
    for (size_t v = 0; v < line->value_count; v++) {
        pdk_member_floats(json, line->values[v].name, line->values[v].values, line->point_count);
    }
    if (line->value_count == 0) return;
    pdk_member_begin(json, "units", '{');
    for (size_t v = 0; v < line->value_count; v++) pdk_member_text(json, line->values[v].name, line->values[v].unit);
    pdk_json_end(json, '}');
}

static void put_line(pdk_json *json, const pdk_scene_view *view, const pdk_scene_line *line)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "type", "Feature");
    pdk_member_begin(json, "properties", '{');
    pdk_member_text(json, "name", line->name);
    pdk_member_boolean(json, "closed", line->closed);
    put_values(json, line);
    pdk_json_end(json, '}');
    pdk_member_begin(json, "geometry", '{');
    pdk_member_text(json, "type", "LineString");
    put_points(json, view, line);
    pdk_json_end(json, '}');
    pdk_json_end(json, '}');
}

/* The member of before RFC 7946, which GDAL and QGIS still heed: otherwise metres are degrees to them. */
static void put_crs(pdk_json *json)
{
    pdk_member_begin(json, "crs", '{');
    pdk_member_text(json, "type", "name");
    pdk_member_begin(json, "properties", '{');
    pdk_member_text(json, "name", "LOCAL_CS[\"local metres\",UNIT[\"metre\",1]]");
    pdk_json_end(json, '}');
    pdk_json_end(json, '}');
}

static pdk_status write_geojson(pdk_export *job, pdk_error *error)
{
    pdk_scene_view view;
    pdk_convert_options silent = *job->options;
    silent.note = NULL; /* about props and pictures, which are not asked for */
    silent.art = NULL;
    pdk_export quiet = *job;
    quiet.options = &silent;
    pdk_status status = pdk_scene_view_open(&quiet, &view, error);
    if (status != PDK_OK) return status;
    if (view.scene.lines.count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "geojson.none",
                        "there are no lines in %s files, and GeoJSON has no meshes", job->document->info->id);
    }
    pdk_json json = { .output = job->output };
    job->report->points = job->report->triangles = job->report->dropped = 0;
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "type", "FeatureCollection");
    pdk_member_text(&json, "name", job->document->file_name);
    pdk_member_text(&json, "coordinate_reference",
                    "local: metres, x right, y forward at the start, z up; not longitude and latitude");
    put_crs(&json);
    pdk_member_begin(&json, "features", '[');
    for (size_t i = 0; i < view.scene.lines.count; i++) {
        const pdk_scene_line *line = pdk_scene_line_at(&view.scene, i);
        put_line(&json, &view, line);
        job->report->points += line->point_count;
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    return pdk_output_write(job->output, "\n", 1, error);
}

const pdk_exporter pdk_exporter_geojson = {
    .info = { .id = "geojson",
              .title = "GeoJSON: the lines of a track, in local metres",
              .extensions = ".geojson",
              .frame = PDK_FRAME_TRACK },
    .accept = pdk_scene_view_accept,
    .write = write_geojson,
};
