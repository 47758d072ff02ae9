/* The lines above the rows: facts, names, units, sensors. */
#include <string.h>

#include "format/racechrono_csv/racechrono_csv.h"

const char pdk_racechrono_csv_words[] = "This file is created using RaceChrono";

static const pdk_csv_fact facts[] = {
    { "Session title", "session", NULL, NULL },
    { "Session type", "kind", NULL, NULL },
    { "Track name", "track", NULL, NULL },
    { "Driver name", "driver", NULL, NULL },
    { "Export scope", "range", "the part of the log that was exported", NULL },
    { "Created", "date", "dd/mm/yyyy, where it was logged", NULL },
    { "Note", "comment", NULL, NULL },
};
enum { FACTS = sizeof facts / sizeof facts[0] };
static const pdk_csv_fact clock_fact = { "Created", "time_of_day", "where it was logged", NULL },
                          version_fact = { "Format", "format_version", "of the table", "" };

/* "This file is created using RaceChrono Pro v10.1.3 ( http://racechrono.com/ )." */
static void add_program(pdk_racechrono_csv *chrono, pdk_csv_span line)
{
    static const char name[] = "RaceChrono";
    pdk_csv_span program = { line.at + strlen(pdk_racechrono_csv_words) - strlen(name), line.end };
    const char *link = memchr(program.at, '(', (size_t)(program.end - program.at));
    if (link != NULL) program.end = link;
    while (program.end > program.at && strchr(" .,;\"", program.end[-1]) != NULL) program.end--;
    const char *text = pdk_logged_csv_keep(&chrono->csv, program);
    pdk_document_add_text(chrono->csv.document, "software", text, strlen(text), "that wrote the file", PDK_LIKELY);
}

static void take_fact(pdk_racechrono_csv *chrono, pdk_csv_span line)
{
    pdk_logged_csv *csv = &chrono->csv;
    pdk_csv_span name, value, more;
    if (!pdk_csv_next_cell(&line, csv->separator, &name) || !pdk_csv_next_cell(&line, csv->separator, &value)) return;
    pdk_logged_csv_add_fact(csv, facts, FACTS, name, value);
    pdk_logged_csv_add_fact(csv, &version_fact, 1, name, value);
    if (pdk_csv_next_cell(&line, csv->separator, &more)) pdk_logged_csv_add_fact(csv, &clock_fact, 1, name, more);
}

static bool is_row(const pdk_racechrono_csv *chrono, pdk_csv_span line)
{
    pdk_csv_span cell;
    double number;
    return pdk_csv_next_cell(&line, chrono->csv.separator, &cell) &&
           pdk_csv_number(cell, chrono->csv.separator, &number);
}

/* Below the names: units and sensors, either of which may be missing. */
static void find_rows(pdk_racechrono_csv *chrono, const char *at)
{
    pdk_logged_csv *csv = &chrono->csv;
    const char *end = (const char *)csv->bytes.data + csv->bytes.size;
    pdk_csv_span *below[] = { &chrono->units, &chrono->sensors }, line;
    size_t found = 0;
    csv->data_at = pdk_logged_csv_offset(csv, at);
    while (!chrono->titled && found < 2 && pdk_csv_next_line(&at, end, &line)) {
        if (!pdk_csv_is_blank(line, csv->separator)) {
            if (is_row(chrono, line)) break;
            *below[found++] = line;
        }
        csv->data_at = pdk_logged_csv_offset(csv, at);
    }
    if (!chrono->titled && chrono->units.at == NULL) pdk_logged_csv_tell_no_units(csv);
}

pdk_status pdk_racechrono_csv_read_head(pdk_racechrono_csv *chrono, pdk_error *error)
{
    pdk_logged_csv *csv = &chrono->csv;
    const char *at = pdk_csv_begin(csv->bytes), *end = (const char *)csv->bytes.data + csv->bytes.size;
    pdk_csv_span line;
    if (!pdk_csv_next_line(&at, end, &line) || !pdk_csv_begins(line, pdk_racechrono_csv_words))
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "racechrono-csv.format", "racechrono-csv",
                              "the first line does not begin with \"%s\"", pdk_racechrono_csv_words);
    add_program(chrono, line);
    csv->separator = ',';
    while (pdk_csv_next_line(&at, end, &line)) {
        if (pdk_racechrono_csv_names(chrono, line)) {
            csv->names = line;
            find_rows(chrono, at);
            return pdk_racechrono_csv_name_columns(chrono, error);
        }
        take_fact(chrono, line);
    }
    return pdk_fail_where(error, PDK_E_CORRUPT, csv->bytes.size, "racechrono-csv.columns.time", "racechrono-csv",
                          "no line of names has \"timestamp\", \"Timestamp (s)\" or \"Time (s)\"");
}
