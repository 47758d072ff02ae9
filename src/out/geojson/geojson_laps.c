/* GeoJSON of a recording: a feature for each lap of each driver. */
#include "geojson/geojson.h"

#include <math.h>

#include "base/number.h"
#include "io/output.h"
#include "recording/recorded_lines.h"

/* No more digits than are known: 1 mm on the ground. */
enum { DEGREES, METRES, SECONDS, SPEED };
static const double steps[] = { 1e8, 1e3, 1e3, 1e3 };

static void put_number(pdk_json *json, double value, int kind)
{
    pdk_json_number(json, round(value * steps[kind]) / steps[kind]);
}

typedef void (*put_one)(pdk_json *json, const pdk_recorded_points *points, size_t i);

static void put_place(pdk_json *json, const pdk_recorded_points *points, size_t i)
{
    pdk_geographic place = pdk_recorded_place_of(points->x[i], points->y[i]);
    pdk_json_begin(json, '[');
    put_number(json, place.longitude, DEGREES);
    put_number(json, place.latitude, DEGREES);
    put_number(json, points->z[i], METRES);
    pdk_json_end(json, ']');
}

static void put_time(pdk_json *json, const pdk_recorded_points *points, size_t i)
{
    put_number(json, points->times[i], SECONDS);
}

static void put_speed(pdk_json *json, const pdk_recorded_points *points, size_t i)
{
    put_number(json, points->speeds[i], SPEED);
}

/* An array with something of each point. */
static pdk_status put_points(pdk_json *json, const char *name, const pdk_recording *recording,
                             const pdk_recorded_line *line, pdk_recorded_points *points, put_one put, pdk_error *error)
{
    pdk_status status = PDK_OK;
    pdk_member_begin(json, name, '[');
    for (uint64_t first = 0; first < line->points && status == PDK_OK; first += PDK_LINE_RUN) {
        uint64_t left = line->points - first;
        size_t some = left < PDK_LINE_RUN ? (size_t)left : PDK_LINE_RUN;
        status = pdk_recorded_line_read(recording, line, first, some, points, error);
        for (size_t i = 0; i < some && status == PDK_OK; i++)
            if (isfinite(points->x[i]) && isfinite(points->y[i])) put(json, points, i);
    }
    pdk_json_end(json, ']');
    return status;
}

static pdk_status put_line(pdk_json *json, const pdk_recording *recording, const pdk_recorded_line *line,
                           pdk_recorded_points *points, pdk_error *error)
{
    const char *name = pdk_recorded_line_name(recording, line), *driver = pdk_recording_driver(recording, line->run);
    if (name == NULL || driver == NULL) return pdk_fail_memory(error, recording->job->memory, "a line");
    pdk_geojson_feature_begin(json, name);
    pdk_member_text(json, "driver", driver);
    pdk_member_natural(json, "slot", pdk_motion_run_at(recording->motion, line->run)->slot);
    if (line->lap != NULL) {
        pdk_member_natural(json, "lap", line->lap->number);
        pdk_member_text(json, "kind", line->lap->kind);
        if (isfinite(line->lap->time)) pdk_member_number(json, "lap_time", line->lap->time);
    }
    pdk_status status = put_points(json, "time", recording, line, points, put_time, error);
    if (status == PDK_OK) status = put_points(json, "speed", recording, line, points, put_speed, error);
    pdk_member_begin(json, "units", '{');
    pdk_member_text(json, "lap_time", "s");
    pdk_member_text(json, "time", "s");
    pdk_member_text(json, "speed", "m/s");
    pdk_json_end(json, '}');
    pdk_geojson_line_begin(json);
    if (status == PDK_OK) status = put_points(json, "coordinates", recording, line, points, put_place, error);
    pdk_geojson_feature_end(json);
    recording->job->report->points += line->points;
    return status;
}

static pdk_status put_lines(pdk_recording *recording, pdk_error *error)
{
    pdk_export *job = recording->job;
    pdk_vector lines;
    pdk_json json = { .output = job->output };
    pdk_status status = pdk_recorded_lines(recording, &lines, error);
    pdk_recorded_points *points = pdk_alloc(job->memory, sizeof *points);
    if (status == PDK_OK && points == NULL) status = pdk_fail_memory(error, job->memory, "a line");
    pdk_geojson_begin(&json, job, pdk_recorded_origin_text);
    const double origin[2] = { pdk_recorded_origin.longitude, pdk_recorded_origin.latitude };
    pdk_member_numbers(&json, "origin", origin, 2);
    pdk_geojson_features(&json);
    for (size_t i = 0; i < lines.count && status == PDK_OK; i++) {
        status = put_line(&json, recording, (const pdk_recorded_line *)lines.items + i, points, error);
        if (status == PDK_OK) status = pdk_export_progress(job, i, lines.count, error);
    }
    return status == PDK_OK ? pdk_geojson_end(&json, job, error) : status;
}

pdk_status pdk_geojson_write_laps(pdk_export *job, pdk_error *error)
{
    pdk_recording recording;
    pdk_status status = pdk_recording_open(job, false, &recording, error);
    if (status == PDK_OK) status = put_lines(&recording, error);
    pdk_recording_close(&recording);
    return status == PDK_OK ? pdk_output_failure(job->output, error) : status;
}
