/* CSV for RaceRender: places in plain metres, which it takes where longitude and latitude are expected. */
#include <math.h>
#include <string.h>

#include "logger/row_text.h"

static const pdk_log_column columns[] = {
    { PDK_LOG_X, "Longitude", 1, 0, 1, 3, false },
    { PDK_LOG_Y, "Latitude", 1, 0, 1, 3, false },
    { PDK_LOG_Z, "Altitude", 1, 0, 1, 3, false },
    { PDK_LOG_SPEED, "Speed (m/s)", 1, 0, 1, 3, false },
    { PDK_LOG_COURSE, "Heading", 180 / 3.141592653589793, 0, 1, 2, false },
    { PDK_LOG_LONGITUDINAL, "X", 1, 0, 1, 4, false },
    { PDK_LOG_LATERAL, "Y", 1, 0, 1, 4, false },
    { PDK_LOG_VERTICAL, "Z", 1, 0, 1, 4, false },
    { PDK_LOG_LAP, "Lap", 1, 0, 1, 0, false },
    { PDK_LOG_ENGINE_SPEED, "RPM", 30 / 3.141592653589793, 0, 1, 1, false },
    { PDK_LOG_GEAR, "Gear", 1, 0, 1, 0, false },
    { PDK_LOG_THROTTLE, "Throttle (%)", 100, 0, 1, 2, false },
    { PDK_LOG_BRAKE, "Brake (%)", 100, 0, 1, 2, false },
    { PDK_LOG_CLUTCH, "Clutch (%)", 100, 0, 1, 2, false },
    { PDK_LOG_STEER_ANGLE, "Steering Angle (deg)", 180 / 3.141592653589793, 0, 1, 2, false },
    { PDK_LOG_STEER, "Steering (%)", 100, 0, 1, 2, false },
    { PDK_LOG_LAP_DISTANCE, "Lap Distance (m)", 1, 0, 1, 2, false },
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const pdk_log_column time_column = { .name = "Time", .factor = 1, .digits = 1, .decimals = 3 };

/* Moments without a place are left out: the program draws a line from one to the next. */
static pdk_status put_rows(const pdk_log *log, pdk_error *error)
{
    const pdk_log_column *kept[COLUMNS];
    const double *values[COLUMNS];
    pdk_export *job = log->recording->job;
    size_t count = pdk_row_columns(log, columns, COLUMNS, kept, values);
    pdk_output_write(job->output, "Time", 4, NULL);
    for (size_t c = 0; c < count; c++) {
        pdk_output_write(job->output, ",", 1, NULL);
        pdk_output_write(job->output, kept[c]->name, strlen(kept[c]->name), NULL);
    }
    pdk_output_write(job->output, "\n", 1, NULL);
    const pdk_log_channel *x = pdk_log_find(log, PDK_LOG_X);
    for (uint64_t i = 0; i < log->count; i++) {
        char row[(COLUMNS + 1) * 64], *to = row;
        if (x != NULL && !isfinite(x->values[i])) continue;
        to = pdk_row_put(to, &time_column, (double)i / (double)log->rate);
        for (size_t c = 0; c < count; c++) {
            *to++ = ',';
            to = pdk_row_put(to, kept[c], values[c][i]);
        }
        *to++ = '\n';
        pdk_status status = pdk_output_write(job->output, row, (size_t)(to - row), error);
        if (status == PDK_OK && i % 4096 == 0) status = pdk_export_progress(job, i, log->count, error);
        if (status != PDK_OK) return status;
        job->report->points++;
    }
    return PDK_OK;
}

static pdk_status write_racerender(pdk_export *job, pdk_error *error)
{
    static const pdk_log_form form = { .accelerations = true, .write = put_rows };
    return pdk_log_export(job, &form, error);
}

const pdk_exporter pdk_exporter_racerender = {
    .info = { .id = "racerender",
              .title = "CSV for RaceRender",
              .extensions = "",
              .recordings = true,
              .recordings_only = true,
              .one_driver = true },
    .write_recording = write_racerender,
};
