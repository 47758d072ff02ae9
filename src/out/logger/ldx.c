/* Beacons of a MoTeC log: a marker at each crossing of the line, in microseconds from the log's start. Lap k is what
 * lies between marker k and k + 1. */
#include "logger/ldx.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fixed_number.h"
#include "io/output.h"
#include "logger/motec_channels.h"
#include "model/setup.h"

/* The fastest lap between two beacons: its number from 1, 0 = none, and its time. */
static size_t find_fastest(const pdk_log *log, double *time)
{
    size_t fastest = 0;
    for (size_t i = 0; i < log->lap_count; i++) {
        const pdk_recorded_lap *lap = &log->laps[i];
        if (!lap->from_line || !lap->to_line || (fastest > 0 && !(lap->time < *time))) continue;
        for (size_t b = 0; b + 1 < log->beacon_count; b++) {
            bool here = fabs(log->beacons[b] - lap->start) < 0.002 && fabs(log->beacons[b + 1] - lap->end) < 0.002;
            if (!here) continue;
            fastest = b + 1;
            *time = lap->time;
        }
    }
    return fastest;
}

static void put_line(pdk_output *output, const char *text)
{
    pdk_output_write(output, text, strlen(text), NULL); /* failures are reported when the file is finished */
}

/* 62800000 as 6.28000000000000000e+07, as MoTeC writes it; a whole number, 0 or more. */
static const char *scientific(char text[PDK_NUMBER_SPACE], double number)
{
    enum { DECIMALS = 17 };
    char digits[PDK_NUMBER_SPACE];
    int count = (int)(pdk_put_fixed(digits, number, 0) - digits);
    text[0] = digits[0];
    text[1] = '.';
    for (int i = 0; i < DECIMALS; i++) text[2 + i] = i + 1 < count ? digits[i + 1] : '0';
    snprintf(text + 2 + DECIMALS, PDK_NUMBER_SPACE - 2 - DECIMALS, "e+%02d", count - 1);
    return text;
}

static void put_markers(const pdk_log *log, pdk_output *output)
{
    char line[240], time[PDK_NUMBER_SPACE];
    snprintf(line, sizeof line, "    <MarkerGroup Name=\"Beacons\" Index=\"3\">\n");
    put_line(output, line);
    for (size_t b = 0; b < log->beacon_count; b++) {
        snprintf(line, sizeof line,
                 "     <Marker Version=\"100\" ClassName=\"BCN\" Name=\"Manual.%zu\" Flags=\"77\" Time=\"%s\"/>\n",
                 b + 1, scientific(time, round((log->beacons[b] - log->start) * 1e6)));
        put_line(output, line);
    }
    put_line(output, "    </MarkerGroup>\n");
}

/* The car's set-up, a line for each value: MoTeC shows them with the log. */
static pdk_status put_setup(const pdk_log *log, pdk_output *output, pdk_error *error)
{
    pdk_export *job = log->recording->job;
    pdk_vector values = pdk_vector_of(job->memory, sizeof(pdk_setup_value));
    pdk_status status = pdk_setup_read(job->document, &values, error);
    const pdk_setup_value *all = values.items;
    for (size_t i = 0; i < values.count && status == PDK_OK; i++) {
        char name[80], title[80], line[240], number[PDK_NUMBER_SIZE];
        bool of_wheel = all[i].wheel.data != NULL;
        snprintf(name, sizeof name, "%.*s%s%s", of_wheel ? (int)all[i].wheel.size : 0,
                 of_wheel ? all[i].wheel.data : "", of_wheel ? "_" : "", all[i].name);
        pdk_motec_title(title, sizeof title, name);
        number[pdk_format_number(number, all[i].value, PDK_FLOAT64)] = '\0';
        bool text = all[i].text.data != NULL;
        snprintf(line, sizeof line, "   <String Id=\"%s\" Value=\"%s%s%s\"/>\n", title,
                 text ? all[i].text.data : number, all[i].unit != NULL ? " " : "",
                 all[i].unit != NULL ? all[i].unit : "");
        if (text || isfinite(all[i].value)) put_line(output, line);
    }
    return status;
}

static void put_details(const pdk_log *log, pdk_output *output)
{
    char line[120];
    double time = 0;
    size_t fastest = find_fastest(log, &time);
    snprintf(line, sizeof line, "   <String Id=\"Total Laps\" Value=\"%zu\"/>\n", log->beacon_count - 1);
    put_line(output, line);
    if (fastest == 0 || !(time < 1e9)) return;
    char clock[PDK_TIME_SIZE];
    pdk_format_time(clock, time, 3);
    snprintf(line, sizeof line, "   <String Id=\"Fastest Time\" Value=\"%s\"/>\n", clock);
    put_line(output, line);
    snprintf(line, sizeof line, "   <String Id=\"Fastest Lap\" Value=\"%zu\"/>\n", fastest);
    put_line(output, line);
}

pdk_status pdk_ldx_write(const pdk_log *log, pdk_error *error)
{
    pdk_export *job = log->recording->job;
    if (log->beacon_count == 0) {
        pdk_export_note(job, PDK_NOTE, "logger.beacons", "the line is never crossed: the log has no laps and no .ldx");
        return PDK_OK;
    }
    if (job->companion == NULL) {
        job->report->left_out++;
        pdk_export_note(job, PDK_NOTE, "convert.left_out.ldx",
                        "laps are in an .ldx beside a log, and here is only one output");
        return PDK_OK;
    }
    pdk_output *output = job->companion(job, ".ldx", NULL, error);
    if (output == NULL) return error != NULL ? error->status : PDK_E_IO;
    put_line(output, "<?xml version=\"1.0\"?>\n"
                     "<LDXFile Locale=\"English_United Kingdom.1252\" DefaultLocale=\"C\" Version=\"1.6\">\n"
                     " <Layers>\n  <Layer>\n   <MarkerBlock>\n");
    put_markers(log, output);
    put_line(output, "   </MarkerBlock>\n   <RangeBlock/>\n  </Layer>\n  <Details>\n");
    put_details(log, output);
    pdk_status status = put_setup(log, output, error);
    put_line(output, "  </Details>\n </Layers>\n</LDXFile>\n");
    return status == PDK_OK ? pdk_output_failure(output, error) : status;
}
