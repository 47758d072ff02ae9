/* The lines above the rows: facts in two columns, beacons, names and units. */
#include "format/motec_csv/motec_csv.h"

char pdk_motec_csv_separator(pdk_csv_span line)
{
    return pdk_csv_separator(line, "Format", "MoTeC CSV File");
}

static const pdk_csv_fact facts[] = {
    { "Venue", "track", "the venue", NULL },
    { "Vehicle", "vehicle", NULL, NULL },
    { "Vehicle Desc", "vehicle_comment", NULL, NULL },
    { "Driver", "driver", NULL, NULL },
    { "Engine ID", "engine", NULL, NULL },
    { "Device", "device", "the logger", NULL },
    { "Comment", "comment", NULL, NULL },
    { "Session", "session", NULL, NULL },
    { "Log Date", "date", "dd/mm/yyyy, where it was logged", NULL },
    { "Log Time", "time_of_day", "HH:MM:SS, where it was logged", NULL },
    { "Range", "range", "the part of the log that was exported", NULL },
    { "Sample Rate", "sample_rate", "of the export", "Hz" },
    { "Duration", "stated_duration", "as the head says", "s" },
    { "Start Time", "export_start", "where the exported part begins in the log", "s" },
};

enum { FACTS = sizeof facts / sizeof facts[0] };

static pdk_status take_line(pdk_logged_csv *csv, pdk_csv_span line, pdk_error *error)
{
    enum { FACT_CELLS = 7 };
    pdk_csv_span cells[FACT_CELLS], rest = line;
    size_t count = 0;
    while (count < FACT_CELLS && pdk_csv_next_cell(&rest, csv->separator, &cells[count])) count++;
    if (count > 0 && pdk_csv_is(cells[0], "Beacon Markers")) return pdk_logged_csv_read_beacons(csv, line, error);
    if (count > 1) pdk_logged_csv_add_fact(csv, facts, FACTS, cells[0], cells[1]);
    if (count > 5) pdk_logged_csv_add_fact(csv, facts, FACTS, cells[4], cells[5]);
    return PDK_OK;
}

/* Units are in the first line with cells below the names. Where that is a row already there are none. */
static pdk_status read_columns(pdk_logged_csv *csv, const char *at, const char *end, pdk_error *error)
{
    pdk_csv_span line = { NULL, NULL }, cell;
    const char *rows = at;
    double number;
    do {
        rows = at;
        if (!pdk_csv_next_line(&at, end, &line)) line = (pdk_csv_span){ NULL, NULL };
    } while (line.at != NULL && line.at == line.end);
    csv->data_at = pdk_logged_csv_offset(csv, rows);
    pdk_csv_span units = line;
    bool is_row = pdk_csv_next_cell(&line, csv->separator, &cell) && pdk_csv_number(cell, csv->separator, &number);
    if (is_row) {
        pdk_logged_csv_tell_no_units(csv);
        units.at = NULL;
    } else {
        csv->data_at = pdk_logged_csv_offset(csv, at);
    }
    return pdk_logged_csv_name_columns(csv, units, error);
}

pdk_status pdk_motec_csv_read_head(pdk_logged_csv *csv, pdk_error *error)
{
    const char *at = pdk_csv_begin(csv->bytes), *end = (const char *)csv->bytes.data + csv->bytes.size;
    pdk_csv_span line, rest, cell;
    if (pdk_csv_next_line(&at, end, &line)) csv->separator = pdk_motec_csv_separator(line);
    if (csv->separator == '\0')
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "motec-csv.format", "motec-csv",
                              "the first line is not \"Format\",\"MoTeC CSV File\"");
    while (pdk_csv_next_line(&at, end, &line)) {
        rest = line;
        pdk_csv_next_cell(&rest, csv->separator, &cell);
        if (pdk_csv_is(cell, "Time")) {
            csv->names = line;
            return read_columns(csv, at, end, error);
        }
        pdk_status status = take_line(csv, line, error);
        if (status != PDK_OK) return status;
    }
    return pdk_fail_where(error, PDK_E_CORRUPT, csv->bytes.size, "motec-csv.columns.time", "motec-csv",
                          "no line of names begins with \"Time\"");
}
