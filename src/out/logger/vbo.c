/* Racelogic's VBO: text with CR LF, in sections. Latitude is in minutes, longitude in minutes to the west. */
#include <math.h>
#include <string.h>

#include "base/fixed_number.h"
#include "io/output.h"
#include "logger/row_text.h"

static const pdk_log_column columns[] = {
    { PDK_LOG_LATITUDE, "lat", 60, 0, 5, 6, true },
    { PDK_LOG_LONGITUDE, "long", -60, 0, 5, 6, true },
    { PDK_LOG_SPEED, "velocity", 3.6, 0, 3, 3, false },
    { PDK_LOG_COURSE, "heading", 180 / 3.141592653589793, 0, 3, 2, false },
    { PDK_LOG_Z, "height", 1, 0, 5, 3, true },
    { PDK_LOG_LONGITUDINAL, "Longitudinal_acceleration", 1, 0, 1, 4, true },
    { PDK_LOG_LATERAL, "Lateral_acceleration", 1, 0, 1, 4, true },
    { PDK_LOG_THROTTLE, "Throttle", 100, 0, 1, 2, true },
    { PDK_LOG_BRAKE, "Brake", 100, 0, 1, 2, true },
    { PDK_LOG_CLUTCH, "Clutch", 100, 0, 1, 2, true },
    { PDK_LOG_STEER_ANGLE, "Steering_angle", 180 / 3.141592653589793, 0, 1, 2, true },
    { PDK_LOG_STEER, "Steering", 100, 0, 1, 2, true },
    { PDK_LOG_GEAR, "Gear", 1, 0, 1, 0, true },
    { PDK_LOG_ENGINE_SPEED, "Engine_speed", 30 / 3.141592653589793, 0, 1, 1, true },
    { PDK_LOG_LAP, "Lap", 1, 0, 1, 0, true },
    { PDK_LOG_LAP_DISTANCE, "Lap_distance", 1, 0, 1, 2, true },
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* How VBO calls its own channels in [header], and the units of those it does not know. */
static const struct {
    pdk_log_id id;
    const char *title, *unit;
} titles[] = {
    { PDK_LOG_LATITUDE, "latitude", NULL },
    { PDK_LOG_LONGITUDE, "longitude", NULL },
    { PDK_LOG_SPEED, "velocity kmh", NULL },
    { PDK_LOG_COURSE, "heading", NULL },
    { PDK_LOG_Z, "height", NULL },
    { PDK_LOG_LONGITUDINAL, "Longitudinal_acceleration", "g" },
    { PDK_LOG_LATERAL, "Lateral_acceleration", "g" },
    { PDK_LOG_THROTTLE, "Throttle", "%" },
    { PDK_LOG_BRAKE, "Brake", "%" },
    { PDK_LOG_CLUTCH, "Clutch", "%" },
    { PDK_LOG_STEER_ANGLE, "Steering_angle", "deg" },
    { PDK_LOG_STEER, "Steering", "%" },
    { PDK_LOG_GEAR, "Gear", "-" },
    { PDK_LOG_ENGINE_SPEED, "Engine_speed", "rpm" },
    { PDK_LOG_LAP, "Lap", "-" },
    { PDK_LOG_LAP_DISTANCE, "Lap_distance", "m" },
};

static void put(pdk_output *output, const char *text)
{
    pdk_output_write(output, text, strlen(text), NULL); /* the output reports failures at the end */
}

static void put_sections(pdk_output *output, const pdk_log_column *const *kept, size_t count)
{
    put(output, "File created on 01/01/2000 at 00:00:00\r\n\r\n[header]\r\ntime\r\n");
    for (size_t c = 0; c < count; c++) {
        for (size_t t = 0; t < sizeof titles / sizeof titles[0]; t++) {
            if (titles[t].id != kept[c]->id) continue;
            put(output, titles[t].title);
            put(output, "\r\n");
        }
    }
    put(output, "\r\n[channel units]\r\n");
    for (size_t c = 0; c < count; c++) {
        for (size_t t = 0; t < sizeof titles / sizeof titles[0]; t++) {
            if (titles[t].id != kept[c]->id || titles[t].unit == NULL) continue;
            put(output, titles[t].unit);
            put(output, "\r\n");
        }
    }
}

static void put_comment(pdk_output *output, const char *name, const char *text)
{
    if (text[0] == '\0') return;
    put(output, name);
    put(output, text);
    put(output, "\r\n");
}

static void put_comments(const pdk_recorded_facts *facts, pdk_output *output)
{
    put(output, "\r\n[comments]\r\nWritten by Paddock ");
    put(output, pdk_version());
    put(output, "\r\n");
    put_comment(output, "Driver : ", facts->driver);
    put_comment(output, "Vehicle : ", facts->vehicle);
    put_comment(output, "Track : ", facts->track);
    put_comment(output, "", pdk_recorded_origin_text);
    put_comment(output, "", "Date and time of day are not recorded: the time is that of the session's clock.");
}

/* The start line, from its left end to its right end, as Racelogic's own programs store it: longitude first. */
static void put_start_line(const pdk_log *log, pdk_output *output)
{
    static const pdk_log_column latitude = { .factor = 60, .digits = 5, .decimals = 6, .sign = true },
                                longitude = { .factor = -60, .digits = 5, .decimals = 6, .sign = true };
    pdk_timing_line line;
    char row[256], *to = row;
    if (log->recording->track == NULL || !pdk_driven_track_timing_line_at(log->recording->track, 0, &line)) return;
    const pdk_geographic ends[2] = { pdk_recorded_place_of(line.x1, line.y1), pdk_recorded_place_of(line.x2, line.y2) };
    put(output, "\r\n[laptiming]\r\nStart ");
    for (int i = 0; i < 2; i++) {
        *to++ = ' ';
        to = pdk_row_put(to, &longitude, ends[i].longitude);
        *to++ = ' ';
        to = pdk_row_put(to, &latitude, ends[i].latitude);
    }
    pdk_output_write(output, row, (size_t)(to - row), NULL);
    put(output, " Start / Finish\r\n");
}

/* HHMMSS.sss of the session's clock; it starts again after a day. */
static char *put_clock(char *to, double time)
{
    double milliseconds = fmod(round(time * 1000), 24 * 3600 * 1000.0);
    if (milliseconds < 0) milliseconds += 24 * 3600 * 1000.0;
    double minutes = floor(milliseconds / 60000);
    to = pdk_put_padded(to, floor(minutes / 60), 2, 0);
    to = pdk_put_padded(to, fmod(minutes, 60), 2, 0);
    return pdk_put_padded(to, (milliseconds - minutes * 60000) / 1000, 2, 3);
}

static pdk_status put_rows(const pdk_log *log, const pdk_log_column *const *kept, const double *const *values,
                           size_t count, pdk_error *error)
{
    pdk_export *job = log->recording->job;
    const pdk_log_channel *x = pdk_log_find(log, PDK_LOG_X);
    put(job->output, "\r\n[column names]\r\ntime");
    for (size_t c = 0; c < count; c++) {
        put(job->output, " ");
        put(job->output, kept[c]->name);
    }
    put(job->output, "\r\n\r\n[data]\r\n");
    for (uint64_t i = 0; i < log->count; i++) {
        char row[(COLUMNS + 1) * 64], *to = row;
        if (x != NULL && !isfinite(x->values[i])) continue;
        to = put_clock(to, pdk_log_time(log, i));
        for (size_t c = 0; c < count; c++) {
            *to++ = ' ';
            to = pdk_row_put(to, kept[c], values[c][i]);
        }
        memcpy(to, "\r\n", 2);
        pdk_status status = pdk_output_write(job->output, row, (size_t)(to + 2 - row), error);
        if (status == PDK_OK && i % 4096 == 0) status = pdk_export_progress(job, i, log->count, error);
        if (status != PDK_OK) return status;
        job->report->points++;
    }
    return PDK_OK;
}

static pdk_status write_file(const pdk_log *log, pdk_error *error)
{
    pdk_output *output = log->recording->job->output;
    const pdk_log_column *kept[COLUMNS];
    const double *values[COLUMNS];
    pdk_recorded_facts facts;
    pdk_status status = pdk_recording_facts(log->recording, log->run, &facts, error);
    if (status != PDK_OK) return status;
    size_t count = pdk_row_columns(log, columns, COLUMNS, kept, values);
    put_sections(output, kept, count);
    put_comments(&facts, output);
    put_start_line(log, output);
    return put_rows(log, kept, values, count, error);
}

static pdk_status write_vbo(pdk_export *job, pdk_error *error)
{
    static const pdk_log_form form = { .accelerations = true, .write = write_file };
    return pdk_log_export(job, &form, error);
}

const pdk_exporter pdk_exporter_vbo = {
    .info = { .id = "vbo",
              .title = "Racelogic's VBO",
              .extensions = ".vbo",
              .recordings = true,
              .recordings_only = true,
              .one_driver = true },
    .write_recording = write_vbo,
};
