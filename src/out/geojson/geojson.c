/* Lines as GeoJSON: line strings, with numbers for each point where a scene has them. Coordinates are metres from the
 * file's own origin, not longitude and latitude as RFC 7946 requires: a track of a game is nowhere on the globe. */
#include "geojson/geojson.h"
#include "target/scene_view.h"

static void put_point(pdk_json *json, const pdk_scene_view *view, const double from[3], bool single)
{
    double to[3];
    pdk_scene_view_point(view, from, to);
    pdk_json_begin(json, '[');
    for (int k = 0; k < 3; k++) {
        if (single) pdk_json_float(json, (float)to[k]);
        else pdk_json_number(json, to[k]);
    }
    pdk_json_end(json, ']');
}

static void put_points(pdk_json *json, const pdk_scene_view *view, const pdk_scene_line *line)
{
    pdk_member_begin(json, "coordinates", '[');
    for (size_t i = 0; i < line->point_count; i++) {
        double from[3] = { (double)line->points[i][0], (double)line->points[i][1], (double)line->points[i][2] };
        put_point(json, view, from, true);
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
    pdk_geojson_feature_begin(json, line->name);
    pdk_member_boolean(json, "closed", line->closed);
    put_values(json, line);
    pdk_geojson_line_begin(json);
    put_points(json, view, line);
    pdk_geojson_feature_end(json);
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

static void begin(pdk_json *json, const pdk_export *job, const char *reference)
{
    pdk_geojson_begin(json, job, reference);
    put_crs(json);
    pdk_geojson_features(json);
}

/* Lines that come with a scene have numbers for each point. */
static pdk_status write_scene(pdk_export *job, pdk_error *error)
{
    pdk_scene_view view;
    pdk_convert_options silent = *job->options;
    silent.note = NULL; /* about props and pictures, which are not asked for */
    pdk_export quiet = *job;
    quiet.options = &silent;
    pdk_status status = pdk_scene_view_open(&quiet, &view, error);
    if (status != PDK_OK) return status;
    pdk_json json = { .output = job->output };
    job->report->points = job->report->triangles = job->report->dropped = 0;
    begin(&json, job, "local: metres, x right, y forward at the start, z up; not longitude and latitude");
    for (size_t i = 0; i < view.scene.lines.count; i++) {
        const pdk_scene_line *line = pdk_scene_line_at(&view.scene, i);
        put_line(&json, &view, line);
        job->report->points += line->point_count;
    }
    return pdk_geojson_end(&json, job, error);
}

/* A closed line ends with its first point. */
static pdk_status put_document_line(pdk_json *json, const pdk_scene_view *view, size_t number, pdk_error *error)
{
    enum { RUN = 512 };
    const pdk_export *job = view->job;
    const pdk_line_info *line = pdk_document_line_at(job->document, number);
    uint64_t count = line->points + (line->closed && line->points > 0 ? 1 : 0);
    pdk_status status = PDK_OK;
    pdk_geojson_feature_begin(json, line->name);
    pdk_member_boolean(json, "closed", line->closed);
    pdk_geojson_line_begin(json);
    pdk_member_begin(json, "coordinates", '[');
    for (uint64_t first = 0; first < count && status == PDK_OK;) {
        double points[RUN][3];
        uint64_t from = first < line->points ? first : 0, left = first < line->points ? line->points - first : 1;
        size_t some = left < RUN ? (size_t)left : RUN;
        status = pdk_document_line_read(job->document, number, from, some, points, error);
        for (size_t i = 0; i < some && status == PDK_OK; i++) put_point(json, view, points[i], false);
        first += some;
    }
    pdk_json_end(json, ']');
    pdk_geojson_feature_end(json);
    job->report->points += count;
    return status;
}

static pdk_status write_lines(pdk_export *job, pdk_error *error)
{
    pdk_scene_view view;
    pdk_json json = { .output = job->output };
    pdk_scene_view_begin(job, &view);
    job->report->points = job->report->triangles = 0;
    begin(&json, job, "local: metres, z up; not longitude and latitude");
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < pdk_document_line_count(job->document) && status == PDK_OK; i++) {
        status = put_document_line(&json, &view, i, error);
    }
    return status == PDK_OK ? pdk_geojson_end(&json, job, error) : status;
}

static pdk_status write_geojson(pdk_export *job, pdk_error *error)
{
    const pdk_services *services = job->document->services;
    return services != NULL && services->scene != NULL ? write_scene(job, error) : write_lines(job, error);
}

static pdk_status accept_lines(const pdk_export *job, pdk_error *error)
{
    if (pdk_document_line_count(job->document) > 0) return pdk_scene_view_accept(job, error);
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "geojson.none",
                    "this %s file has no lines, and GeoJSON cannot hold meshes", job->document->info->id);
}

const pdk_exporter pdk_exporter_geojson = {
    .info = { .id = "geojson",
              .title = "GeoJSON: lines of a track or road, in local metres; laps, in degrees",
              .extensions = ".geojson",
              .frame = PDK_FRAME_TRACK,
              .recordings = true },
    .doubles = true,
    .lines = true,
    .accept = accept_lines,
    .write = write_geojson,
    .write_recording = pdk_geojson_write_laps,
};
