/* The lines above the rows: facts, beacons, segments, names and units. */
#include <string.h>

#include "format/aim_csv/aim_csv.h"

char pdk_aim_csv_separator(pdk_csv_span line)
{
    return pdk_csv_separator(line, "Format", "AiM CSV File");
}

static const pdk_csv_fact facts[] = {
    { "Venue", "track", "the venue", NULL },
    { "Session", "session", "Race Studio 3 has the track here", NULL },
    { "Vehicle", "vehicle", NULL, NULL },
    { "Racer", "driver", NULL, NULL },
    { "User", "driver", NULL, NULL },
    { "Championship", "championship", NULL, NULL },
    { "Data Source", "device", "the logger", NULL },
    { "Comment", "comment", NULL, NULL },
    { "Date", "date", "where it was logged", NULL },
    { "Time", "time_of_day", "where it was logged", NULL },
    { "Sample Rate", "sample_rate", "of the export", "Hz" },
    { "Duration", "stated_duration", "as the head says", "s" },
    { "Segment", "segment", "the part of the log that was exported", NULL },
};
enum { FACTS = sizeof facts / sizeof facts[0] };

/* --------------------------------------------------------------------------------------------------- segments */

/* "Lap 2 - 1:59.814": the rows are that lap, and nothing else. */
static void read_segment(pdk_aim_csv *aim, pdk_csv_span value)
{
    if (!pdk_csv_begins(value, "Lap ")) return;
    aim->one_lap = true;
    for (const char *at = value.end; at > value.at + 2; at--) {
        if (memcmp(at - 2, "- ", 2) != 0) continue;
        pdk_csv_span time = { at, value.end };
        double seconds;
        if (pdk_aim_csv_lap_time(time, aim->csv.separator, &seconds)) aim->lap_time = seconds;
        return;
    }
}

/* "Segment Times","0:09.500","0:09.750": they must agree with the beacons. */
static pdk_status read_segments(pdk_aim_csv *aim, pdk_csv_span line, pdk_error *error)
{
    pdk_csv_span cell;
    pdk_logged_fault words = { 0 };
    size_t most = pdk_document_most_of_kind(aim->csv.document);
    pdk_csv_next_cell(&line, aim->csv.separator, &cell);
    while (pdk_csv_next_cell(&line, aim->csv.separator, &cell)) {
        double seconds;
        if (cell.at == cell.end || aim->segments.count == most) continue;
        if (!pdk_aim_csv_lap_time(cell, aim->csv.separator, &seconds)) {
            pdk_logged_fault_add(&words, pdk_logged_csv_offset(&aim->csv, cell.at));
            continue;
        }
        double *added = pdk_vector_push(&aim->segments);
        if (added == NULL) return pdk_fail_memory(error, &aim->csv.document->memory, "the segments");
        *added = seconds;
    }
    pdk_logged_fault_tell(aim->csv.document, PDK_WARNING, "aim-csv.segments.value", words, "aim-csv",
                          "times of segments that are no times are left out");
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------- facts */

static bool has_odd_quotes(pdk_csv_span line)
{
    bool odd = false;
    for (const char *at = line.at; at < line.end; at++) odd ^= *at == '"';
    return odd;
}

/* A comment may have several lines. The last of them ends with its quote; a line that begins with one is another
 * fact. */
static pdk_csv_span whole_value(const pdk_aim_csv *aim, pdk_csv_span line, pdk_csv_span value, const char **at)
{
    enum { MOST_LINES = 100 };
    const char *end = (const char *)aim->csv.bytes.data + aim->csv.bytes.size, *next = *at;
    pdk_csv_span more;
    if (!has_odd_quotes(line)) return value;
    for (int lines = 0; lines < MOST_LINES && pdk_csv_next_line(&next, end, &more); lines++) {
        if (pdk_csv_begins(more, "\"")) break;
        if (!has_odd_quotes(more)) continue;
        const char *quote = memchr(more.at, '"', (size_t)(more.end - more.at));
        *at = next;
        return (pdk_csv_span){ value.at, quote };
    }
    return value;
}

static void add_text(pdk_aim_csv *aim, const char *property, const char *text)
{
    pdk_document *document = aim->csv.document;
    if (pdk_document_find_property(document, property) != NULL) return;
    const char *kept = pdk_keep(&document->memory, text);
    if (kept == NULL) document->failed = true;
    else pdk_document_add_text(document, property, kept, strlen(kept), "where it was logged", PDK_LIKELY);
}

static pdk_status take_fact(pdk_aim_csv *aim, pdk_csv_span line, const char **at, pdk_error *error)
{
    pdk_csv_span rest = line, name, value = { NULL, NULL };
    char text[PDK_AIM_CSV_CLOCK];
    if (!pdk_csv_next_cell(&rest, aim->csv.separator, &name)) return PDK_OK;
    if (pdk_csv_is(name, "Beacon Markers")) return pdk_logged_csv_read_beacons(&aim->csv, line, error);
    if (pdk_csv_is(name, "Segment Times")) return read_segments(aim, line, error);
    if (!pdk_csv_next_cell(&rest, aim->csv.separator, &value)) return PDK_OK;
    value = whole_value(aim, line, value, at);
    if (pdk_csv_is(name, "Segment")) read_segment(aim, value);
    if (pdk_csv_is(name, "Date") && pdk_aim_csv_date(value, text)) add_text(aim, "date", text);
    if (pdk_csv_is(name, "Time") && pdk_aim_csv_time_of_day(value, text)) add_text(aim, "time_of_day", text);
    pdk_logged_csv_add_fact(&aim->csv, facts, FACTS, name, value);
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------------- columns */

/* "Time","GPS Speed": not "Time","10:03:24 AM". */
static bool names_columns(const pdk_aim_csv *aim, pdk_csv_span line)
{
    pdk_csv_span name, next;
    if (!pdk_csv_next_cell(&line, aim->csv.separator, &name) || !pdk_csv_is(name, "Time")) return false;
    if (!pdk_csv_next_cell(&line, aim->csv.separator, &next) || next.at == next.end) return false;
    return *next.at < '0' || *next.at > '9';
}

/* "","","1","2": the numbers of the channels. */
static bool numbers_channels(const pdk_aim_csv *aim, pdk_csv_span line)
{
    pdk_csv_span cell = { NULL, NULL };
    for (size_t i = 0; pdk_csv_next_cell(&line, aim->csv.separator, &cell) && cell.at == cell.end; i++)
        if (i == 2) return false;
    return pdk_csv_is(cell, "1");
}

/* What a line below the names is. */
typedef enum line_kind { LINE_NAMES, LINE_UNITS, LINE_NUMBERS, LINE_ROW } line_kind;

static line_kind kind_of(const pdk_aim_csv *aim, pdk_csv_span line)
{
    pdk_csv_span rest = line, cell = { NULL, NULL };
    double number;
    if (names_columns(aim, line)) return LINE_NAMES;
    pdk_csv_next_cell(&rest, aim->csv.separator, &cell);
    if (cell.at == cell.end && numbers_channels(aim, line)) return LINE_NUMBERS;
    if (pdk_csv_number(cell, aim->csv.separator, &number)) return LINE_ROW;
    return pdk_csv_is(cell, "s") || pdk_csv_is(cell, "sec") ? LINE_UNITS : LINE_ROW;
}

/* The lines between the names and the first row. */
static pdk_status read_columns(pdk_aim_csv *aim, const char *at, pdk_error *error)
{
    pdk_logged_csv *csv = &aim->csv;
    const char *end = (const char *)csv->bytes.data + csv->bytes.size;
    pdk_csv_span units = { NULL, NULL }, line;
    csv->data_at = pdk_logged_csv_offset(csv, at);
    while (pdk_csv_next_line(&at, end, &line)) {
        line_kind kind = pdk_csv_is_blank(line, csv->separator) ? LINE_NUMBERS : kind_of(aim, line);
        if (kind == LINE_ROW) break;
        if (kind == LINE_UNITS && units.at == NULL) units = line;
        csv->data_at = pdk_logged_csv_offset(csv, at);
    }
    if (units.at == NULL) pdk_logged_csv_tell_no_units(csv);
    return pdk_logged_csv_name_columns(csv, units, error);
}

pdk_status pdk_aim_csv_read_head(pdk_aim_csv *aim, pdk_error *error)
{
    pdk_logged_csv *csv = &aim->csv;
    const char *at = pdk_csv_begin(csv->bytes), *end = (const char *)csv->bytes.data + csv->bytes.size;
    pdk_csv_span line;
    if (pdk_csv_next_line(&at, end, &line)) csv->separator = pdk_aim_csv_separator(line);
    if (csv->separator == '\0')
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "aim-csv.format", "aim-csv",
                              "the first line is not \"Format\",\"AiM CSV File\"");
    csv->first_words = pdk_csv_begins(line, "\"") ? "\"Format\"" : "Format";
    while (pdk_csv_next_line(&at, end, &line)) {
        if (names_columns(aim, line)) {
            csv->names = line;
            return read_columns(aim, at, error);
        }
        pdk_status status = take_fact(aim, line, &at, error);
        if (status != PDK_OK) return status;
    }
    return pdk_fail_where(error, PDK_E_CORRUPT, csv->bytes.size, "aim-csv.columns.time", "aim-csv",
                          "no line of names begins with \"Time\"");
}
