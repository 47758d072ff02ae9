/* MoTeC i2's CSV: two columns of facts, then names, units and rows, everything in quotes. */
#include <math.h>
#include <string.h>

#include "base/fixed_number.h"
#include "logger/motec_channels.h"
#include "logger/row_text.h"

static void put(pdk_output *output, const char *text)
{
    pdk_output_write(output, text, strlen(text), NULL);
}

static void put_cell(pdk_output *output, const char *before, const char *text)
{
    put(output, before);
    put(output, "\"");
    pdk_row_text(output, text);
    put(output, "\"");
}

/* "Venue","Ring",,,"Worksheet","" */
static void put_fact(pdk_output *output, const char *name, const char *value, const char *unit, const char *other,
                     const char *other_value, const char *other_unit)
{
    put_cell(output, "", name);
    put_cell(output, ",", value);
    if (unit[0] != '\0') put_cell(output, ",", unit);
    else if (other[0] != '\0') put(output, ",");
    if (other[0] != '\0') {
        put_cell(output, ",,", other);
        put_cell(output, ",", other_value);
        if (other_unit[0] != '\0') put_cell(output, ",", other_unit);
    }
    put(output, "\r\n");
}

static void put_beacons(const pdk_log *log, pdk_output *output)
{
    put_cell(output, "", "Beacon Markers");
    put(output, ",\"");
    for (size_t b = 0; b < log->beacon_count; b++) {
        char text[PDK_NUMBER_SPACE];
        if (b > 0) put(output, " ");
        put(output, pdk_decimal_text(text, log->beacons[b] - log->start, 3));
    }
    put(output, "\"\r\n");
}

static void put_facts(const pdk_log *log, const pdk_recorded_facts *facts, const char *comment, pdk_output *output)
{
    char rate[PDK_NUMBER_SPACE], duration[PDK_NUMBER_SPACE];
    pdk_decimal_text(rate, log->rate, 3);
    pdk_decimal_text(duration, pdk_log_duration(log), 3);
    put_fact(output, "Format", "MoTeC CSV File", "", "Workbook", "", "");
    put_fact(output, "Venue", facts->track, "", "Worksheet", "", "");
    put_fact(output, "Vehicle", facts->vehicle, "", "Vehicle Desc", "", "");
    put_fact(output, "Driver", facts->driver, "", "Engine ID", "", "");
    put_fact(output, "Device", "ADL", "", "", "", "");
    put_fact(output, "Comment", comment, "", "Session", facts->session, "");
    put_fact(output, "Log Date", PDK_MOTEC_DATE, "", "Origin Time", "0.000", "s");
    put_fact(output, "Log Time", PDK_MOTEC_CLOCK, "", "Start Time", "0.000", "s");
    put_fact(output, "Sample Rate", rate, "Hz", "End Time", duration, "s");
    put_fact(output, "Duration", duration, "s", "", "", "");
    put_fact(output, "Range", "entire outing", "", "", "", "");
    put_beacons(log, output);
    put(output, "\r\n\r\n");
}

static void put_names(const pdk_motec_channel *channels, size_t count, pdk_output *output)
{
    put_cell(output, "", "Time");
    for (size_t c = 0; c < count; c++) put_cell(output, ",", channels[c].name);
    put(output, "\r\n");
    put_cell(output, "", "s");
    for (size_t c = 0; c < count; c++) put_cell(output, ",", channels[c].unit);
    put(output, "\r\n\r\n\r\n");
}

static pdk_status put_rows(const pdk_log *log, const pdk_motec_channel *channels, char *row, pdk_error *error)
{
    pdk_export *job = log->recording->job;
    for (uint64_t i = 0; i < log->count; i++) {
        char *to = row;
        *to++ = '"';
        to = pdk_put_fixed(to, (double)i / log->rate, 3);
        for (size_t c = 0; c < log->channels.count; c++) {
            memcpy(to, "\",\"", 3);
            int decimals = channels[c].decimals < PDK_MOST_DECIMALS ? channels[c].decimals : PDK_MOST_DECIMALS;
            to = pdk_put_fixed(to + 3, channels[c].values[i], decimals);
        }
        memcpy(to, "\"\r\n", 3);
        pdk_status status = pdk_output_write(job->output, row, (size_t)(to + 3 - row), error);
        if (status == PDK_OK && i % 4096 == 0) status = pdk_export_progress(job, i, log->count, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static pdk_status write_rows(const pdk_log *log, pdk_error *error)
{
    pdk_motec_channel *channels;
    pdk_export *job = log->recording->job;
    pdk_status status = pdk_motec_channels(log, &channels, error);
    pdk_recorded_facts facts;
    if (status == PDK_OK) status = pdk_recording_facts(log->recording, log->run, &facts, error);
    if (status != PDK_OK) return status;
    const char *comment = pdk_motec_comment(log, &facts);
    char *row = pdk_alloc_array(job->memory, log->channels.count + 2, PDK_NUMBER_SPACE);
    if (comment == NULL || row == NULL) return pdk_fail_memory(error, job->memory, "rows");
    put_facts(log, &facts, comment, job->output);
    put_names(channels, log->channels.count, job->output);
    job->report->points = log->count;
    return put_rows(log, channels, row, error);
}

static pdk_status write_motec_csv(pdk_export *job, pdk_error *error)
{
    static const pdk_log_form form = { .accelerations = true, .columns = true, .write = write_rows };
    return pdk_log_export(job, &form, error);
}

const pdk_exporter pdk_exporter_motec_csv = {
    .info = { .id = "motec-csv",
              .title = "MoTeC i2's CSV",
              .extensions = "",
              .recordings = true,
              .recordings_only = true,
              .one_driver = true },
    .write_recording = write_motec_csv,
};
