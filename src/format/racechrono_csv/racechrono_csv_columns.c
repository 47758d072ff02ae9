/* Which column is what. In version 3 names, units and sensors have a line each; titles of the versions before have all
 * three: "Speed (m/s) *calc". */
#include <string.h>

#include "base/nocase.h"
#include "format/racechrono_csv/racechrono_csv.h"

bool pdk_racechrono_csv_names(pdk_racechrono_csv *chrono, pdk_csv_span line)
{
    static const char *const clocks[] = { "timestamp", "Timestamp (s)", "Time (s)" };
    pdk_csv_span cell;
    for (size_t c = 0; c < 2 && pdk_csv_next_cell(&line, chrono->csv.separator, &cell); c++) {
        for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
            if (!pdk_csv_is(cell, clocks[i])) continue;
            chrono->titled = i > 0;
            chrono->csv.time_column = c;
            return true;
        }
    }
    return false;
}

static pdk_csv_span trimmed(pdk_csv_span span)
{
    while (span.at < span.end && *span.at == ' ') span.at++;
    while (span.end > span.at && span.end[-1] == ' ') span.end--;
    return span;
}

/* "Speed (m/s) *calc": takes the sensor and the unit off the name. */
static void split_title(pdk_csv_span *name, pdk_csv_span *unit, pdk_csv_span *sensor)
{
    for (const char *at = name->end; at > name->at + 1; at--) {
        if (at[-1] != '*' || at[-2] != ' ') continue;
        *sensor = trimmed((pdk_csv_span){ at, name->end });
        *name = trimmed((pdk_csv_span){ name->at, at - 1 });
        break;
    }
    if (name->end == name->at || name->end[-1] != ')') return;
    for (const char *at = name->end; at > name->at; at--) {
        if (at[-1] != '(') continue;
        *unit = trimmed((pdk_csv_span){ at, name->end - 1 });
        *name = trimmed((pdk_csv_span){ name->at, at - 1 });
        return;
    }
}

/* "100: gps" is the sensor gps. */
static pdk_csv_span without_number(pdk_csv_span sensor)
{
    const char *at = sensor.at;
    while (at < sensor.end && *at >= '0' && *at <= '9') at++;
    return at > sensor.at && at < sensor.end && *at == ':' ? trimmed((pdk_csv_span){ at + 1, sensor.end }) : sensor;
}

static bool is_called(const char *name, const char *one, const char *other)
{
    return pdk_compare_nocase(name, one) == 0 || pdk_compare_nocase(name, other) == 0;
}

static void find_column(pdk_racechrono_csv *chrono, size_t index)
{
    pdk_logged_csv_column *column = &chrono->csv.columns[index];
    if (chrono->lap == SIZE_MAX && is_called(column->name, "lap_number", "Lap #")) chrono->lap = index;
    if (chrono->fragment == SIZE_MAX && is_called(column->name, "fragment_id", "Session fragment #"))
        chrono->fragment = index;
    if (chrono->elapsed == SIZE_MAX && is_called(column->name, "elapsed_time", "Elapsed time")) chrono->elapsed = index;
    column->words = is_called(column->name, "trap_name", "Trap name");
}

/* Has the motion this column? Others are called by their sensor, too: names repeat from sensor to sensor. */
static bool is_first_of_kind(const pdk_logged_csv_column *column, bool taken[PDK_LOGGED_IDS])
{
    size_t rank;
    pdk_si_unit si;
    pdk_logged_id id = pdk_logged_find(column->name, column->unit, &rank, &si);
    if (id == PDK_LOGGED_IDS || taken[id]) return false;
    taken[id] = true;
    return true;
}

static void name_column(pdk_racechrono_csv *chrono, size_t index, const pdk_csv_span cells[3], bool *taken)
{
    pdk_logged_csv *csv = &chrono->csv;
    pdk_logged_csv_column *column = &csv->columns[index];
    pdk_csv_span sensor = without_number(cells[2]);
    column->name = pdk_logged_csv_keep(csv, cells[0]);
    column->unit = pdk_logged_csv_keep(csv, cells[1]);
    find_column(chrono, index);
    if (is_first_of_kind(column, taken) || sensor.at == sensor.end) return;
    const char *kept = pdk_logged_csv_keep(csv, sensor);
    char *both = pdk_keep_printf(&csv->document->memory, "%s %s", column->name, kept);
    if (both == NULL) csv->document->failed = true;
    else column->name = both;
}

pdk_status pdk_racechrono_csv_name_columns(pdk_racechrono_csv *chrono, pdk_error *error)
{
    pdk_logged_csv *csv = &chrono->csv;
    pdk_status status = pdk_logged_csv_name_columns(csv, (pdk_csv_span){ NULL, NULL }, error);
    pdk_csv_span lines[] = { csv->names, chrono->units, chrono->sensors };
    bool taken[PDK_LOGGED_IDS] = { false };
    chrono->lap = chrono->fragment = chrono->elapsed = SIZE_MAX;
    for (size_t i = 0; status == PDK_OK && i < csv->column_count && !csv->document->failed; i++) {
        pdk_csv_span cells[3];
        for (size_t k = 0; k < 3; k++)
            if (!pdk_csv_next_cell(&lines[k], csv->separator, &cells[k]))
                cells[k] = (pdk_csv_span){ csv->names.end, csv->names.end };
        if (chrono->titled) split_title(&cells[0], &cells[1], &cells[2]);
        name_column(chrono, i, cells, taken);
    }
    return csv->document->failed ? pdk_document_built(csv->document, error) : status;
}
