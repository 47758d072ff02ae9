/* The lines above the rows: facts in two columns, beacons, names and units. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "format/motec_csv/motec_csv.h"
#include "text/encoding.h"

static const char *keep(pdk_motec_csv *csv, pdk_csv_span span)
{
    pdk_memory *memory = &csv->document->memory;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, span.at, (size_t)(span.end - span.at));
    char *kept = text.data != NULL ? pdk_keep_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    if (kept == NULL) {
        csv->document->failed = true;
        return "";
    }
    char *to = kept; /* two quotes are one */
    for (const char *from = kept; *from != '\0'; from++) {
        *to++ = *from;
        if (from[0] == '"' && from[1] == '"') from++;
    }
    *to = '\0';
    return kept;
}

/* ------------------------------------------------------------------------------------------------------- facts */

static const struct {
    const char *name, *property, *meaning;
    const char *unit; /* NULL = it is a text */
} facts[] = {
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

static void add_number(pdk_motec_csv *csv, size_t index, pdk_csv_span value)
{
    double number;
    if (!pdk_csv_number(value, csv->separator, &number)) {
        pdk_document_add_finding(csv->document, PDK_WARNING, "motec-csv.fact", pdk_motec_csv_offset(csv, value.at),
                                 "motec-csv", "\"%s\" is no number: it is left out", facts[index].name);
        return;
    }
    if (strcmp(facts[index].name, "Duration") == 0) csv->duration = number;
    pdk_document_add_number(csv->document, facts[index].property, number, facts[index].unit, facts[index].meaning,
                            PDK_LIKELY);
}

static void add_fact(pdk_motec_csv *csv, pdk_csv_span name, pdk_csv_span value)
{
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (!pdk_csv_is(name, facts[i].name) || value.at == value.end) continue;
        if (pdk_document_find_property(csv->document, facts[i].property) != NULL) return;
        if (facts[i].unit != NULL) {
            add_number(csv, i, value);
            return;
        }
        const char *text = keep(csv, value);
        pdk_document_add_text(csv->document, facts[i].property, text, strlen(text), facts[i].meaning, PDK_LIKELY);
    }
}

/* One of the times in a cell: blanks are between them, or commas, which are not taken for decimal ones. */
static bool next_time(pdk_csv_span *cell, char separator, pdk_csv_span *word)
{
    const char *between = separator == ';' ? " \t;" : " \t,;";
    while (cell->at < cell->end && memchr(between, *cell->at, strlen(between)) != NULL) cell->at++;
    *word = (pdk_csv_span){ cell->at, cell->at };
    while (word->end < cell->end && memchr(between, *word->end, strlen(between)) == NULL) word->end++;
    cell->at = word->end;
    if (word->end > word->at + 1 && word->end[-1] == ',') word->end--;
    return word->at < word->end;
}

/* "Beacon Markers","65.1 128.8": in one cell, or a cell for each. */
static pdk_status read_beacons(pdk_motec_csv *csv, pdk_csv_span line, pdk_error *error)
{
    pdk_csv_span cell, word;
    pdk_logged_fault words = { 0 };
    size_t most = pdk_document_most_of_kind(csv->document);
    pdk_csv_next_cell(&line, csv->separator, &cell);
    while (pdk_csv_next_cell(&line, csv->separator, &cell)) {
        while (next_time(&cell, csv->separator, &word)) {
            double time;
            if (!pdk_csv_number(word, csv->separator, &time)) {
                pdk_logged_fault_add(&words, pdk_motec_csv_offset(csv, word.at));
                continue;
            }
            if (csv->beacons.count == most)
                return pdk_fail_where(error, PDK_E_LIMIT, pdk_motec_csv_offset(csv, word.at), "motec-csv.beacons.many",
                                      "motec-csv", "more than %zu beacons: no more are read of a file of this size",
                                      most);
            double *added = pdk_vector_push(&csv->beacons);
            if (added == NULL) return pdk_fail_memory(error, &csv->document->memory, "the beacons");
            *added = time;
        }
    }
    pdk_logged_fault_tell(csv->document, PDK_WARNING, "motec-csv.beacons.value", words, "motec-csv",
                          "beacons whose time is no number are left out");
    return PDK_OK;
}

static pdk_status take_line(pdk_motec_csv *csv, pdk_csv_span line, pdk_error *error)
{
    enum { FACT_CELLS = 7 };
    pdk_csv_span cells[FACT_CELLS], rest = line;
    size_t count = 0;
    while (count < FACT_CELLS && pdk_csv_next_cell(&rest, csv->separator, &cells[count])) count++;
    if (count > 0 && pdk_csv_is(cells[0], "Beacon Markers")) return read_beacons(csv, line, error);
    if (count > 1) add_fact(csv, cells[0], cells[1]);
    if (count > 5) add_fact(csv, cells[4], cells[5]);
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------------- columns */

static pdk_status name_columns(pdk_motec_csv *csv, pdk_csv_span units, pdk_error *error)
{
    pdk_csv_span rest = csv->names, cell, unit;
    size_t most = pdk_document_most_of_kind(csv->document);
    for (size_t i = 1; pdk_csv_next_cell(&rest, csv->separator, &cell); i++)
        if (cell.at < cell.end) csv->column_count = i; /* blank cells at the end are none */
    if (csv->column_count > most)
        return pdk_fail_where(error, PDK_E_LIMIT, pdk_motec_csv_offset(csv, csv->names.at), "motec-csv.columns.many",
                              "motec-csv", "%zu columns; at most %zu are read of a file of this size",
                              csv->column_count, most);
    csv->columns = pdk_alloc_array(&csv->document->memory, csv->column_count + 1, sizeof *csv->columns);
    if (csv->columns == NULL) return pdk_fail_memory(error, &csv->document->memory, "the columns");
    rest = csv->names;
    for (size_t i = 0; i < csv->column_count && !csv->document->failed; i++) {
        pdk_csv_next_cell(&rest, csv->separator, &cell);
        bool has_unit = pdk_csv_next_cell(&units, csv->separator, &unit);
        csv->columns[i] = (pdk_motec_column){ .name = keep(csv, cell),
                                              .unit = has_unit ? keep(csv, unit) : "",
                                              .id = PDK_LOGGED_IDS };
    }
    return csv->document->failed ? pdk_document_built(csv->document, error) : PDK_OK;
}

/* Units are in the first line with cells below the names. Where that is a row already there are none. */
static pdk_status read_columns(pdk_motec_csv *csv, const char *at, const char *end, pdk_error *error)
{
    pdk_csv_span line = { NULL, NULL }, cell;
    const char *rows = at;
    double number;
    do {
        rows = at;
        if (!pdk_csv_next_line(&at, end, &line)) line = (pdk_csv_span){ NULL, NULL };
    } while (line.at != NULL && line.at == line.end);
    csv->data_at = pdk_motec_csv_offset(csv, rows);
    pdk_csv_span units = line;
    bool is_row = pdk_csv_next_cell(&line, csv->separator, &cell) && pdk_csv_number(cell, csv->separator, &number);
    if (is_row) {
        pdk_document_add_finding(csv->document, PDK_WARNING, "motec-csv.units", csv->data_at, "motec-csv",
                                 "no line of units is below the names: what the columns are measured in is not known");
        units.at = NULL;
    } else {
        csv->data_at = pdk_motec_csv_offset(csv, at);
    }
    return name_columns(csv, units, error);
}

pdk_status pdk_motec_csv_read_head(pdk_motec_csv *csv, pdk_error *error)
{
    const char *at = (const char *)csv->bytes.data, *end = at + csv->bytes.size;
    pdk_csv_span line, rest, cell;
    csv->duration = NAN;
    csv->beacons = pdk_vector_of(&csv->document->memory, sizeof(double));
    if (csv->bytes.size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
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
