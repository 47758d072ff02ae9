/* Names of columns and the rows of numbers. A row is a line with a number for each column; other lines are reported. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/read_number.h"
#include "format/vbo/vbo.h"
#include "text/encoding.h"

static const double day = 24 * 3600, midnight = 12 * 3600; /* s */

static const char *keep(pdk_vbo *vbo, pdk_vbo_line line)
{
    pdk_memory *memory = &vbo->document->memory;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    const char *kept = text.data != NULL ? pdk_keep_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    if (kept == NULL) vbo->document->failed = true;
    return kept != NULL ? kept : "";
}

static bool is_no_unit(pdk_vbo_line unit)
{
    return pdk_vbo_is(unit, "(null)") || pdk_vbo_is(unit, "-");
}

/* Units are of the last columns: the first are those that every unit has. */
static void name_columns(pdk_vbo *vbo)
{
    const pdk_vbo_line *titles = vbo->titles.items, *units = vbo->units.items;
    pdk_vbo_line line = vbo->names, word;
    size_t count = vbo->column_count, first = count > vbo->units.count ? count - vbo->units.count : 0;
    for (size_t i = 0; i < count && !vbo->document->failed; i++) {
        pdk_vbo_column *column = &vbo->columns[i];
        bool titled = i < vbo->titles.count && vbo->titles.count == count, named = pdk_vbo_next_word(&line, &word);
        column->title = titled ? keep(vbo, titles[i]) : "";
        column->name = named ? keep(vbo, word) : column->title;
        const pdk_vbo_line *unit = i >= first ? &units[i + vbo->units.count - count] : NULL;
        column->unit = unit != NULL && !is_no_unit(*unit) ? keep(vbo, *unit) : "";
    }
}

static size_t find_column(const pdk_vbo *vbo, const char *name, const char *title)
{
    for (size_t i = 0; i < vbo->column_count; i++) {
        const pdk_vbo_column *column = &vbo->columns[i];
        const pdk_vbo_line own = { column->name, column->name + strlen(column->name) };
        if (pdk_vbo_is(own, name) || pdk_vbo_is(own, title)) return i;
    }
    return SIZE_MAX;
}

static pdk_status find_columns(pdk_vbo *vbo, pdk_error *error)
{
    pdk_vbo_line line = vbo->names, word;
    while (pdk_vbo_next_word(&line, &word)) vbo->column_count++;
    if (vbo->names.at == NULL) vbo->column_count = vbo->titles.count;
    if (vbo->names.at != NULL && vbo->titles.count != 0 && vbo->titles.count != vbo->column_count) {
        pdk_document_add_finding(vbo->document, PDK_WARNING, "vbo.columns.count",
                                 (uint64_t)(vbo->names.at - (const char *)vbo->bytes.data), "vbo.column names",
                                 "[column names] has %zu names, [header] %zu titles: the titles are not used",
                                 vbo->column_count, vbo->titles.count);
    }
    size_t most = pdk_document_most_of_kind(vbo->document);
    if (vbo->column_count > most)
        return pdk_fail_where(error, PDK_E_LIMIT, vbo->data_at, "vbo.columns.many", "vbo.column names",
                              "%zu columns; at most %zu are read of a file of this size", vbo->column_count, most);
    vbo->columns = pdk_alloc_array(&vbo->document->memory, vbo->column_count + 1, sizeof *vbo->columns);
    if (vbo->columns == NULL) return pdk_fail_memory(error, &vbo->document->memory, "the columns");
    name_columns(vbo);
    if (vbo->document->failed) return pdk_document_built(vbo->document, error);
    vbo->time = find_column(vbo, "time", "time");
    vbo->latitude = find_column(vbo, "lat", "latitude");
    vbo->longitude = find_column(vbo, "long", "longitude");
    if (vbo->time != SIZE_MAX) return PDK_OK;
    return pdk_fail_where(error, PDK_E_CORRUPT, vbo->data_at, "vbo.columns.time", "vbo.column names",
                          vbo->column_count > 0 ? "no column is called \"time\""
                                                : "neither [column names] nor [header] names columns");
}

/* --------------------------------------------------------------------------------------------------------- rows */

static void add_fault(pdk_logged_fault *to, const pdk_vbo *vbo, const char *at)
{
    pdk_logged_fault_add(to, (uint64_t)(at - (const char *)vbo->bytes.data));
}

/* Does the line have a word for each column? */
static bool is_whole(const pdk_vbo *vbo, pdk_vbo_line line)
{
    pdk_vbo_line word;
    size_t words = 0;
    while (words <= vbo->column_count && pdk_vbo_next_word(&line, &word)) words++;
    return words == vbo->column_count;
}

/* HHMMSS.ss as seconds of the day; NaN = it is none. */
static double seconds_of_day(double clock)
{
    if (!(clock >= 0) || clock >= 250000) return NAN;
    double whole = floor(clock), hours = floor(whole / 10000), minutes = floor(whole / 100) - 100 * hours,
           seconds = whole - 10000 * hours - 100 * minutes;
    if (minutes >= 60 || seconds >= 61) return NAN;
    return hours * 3600 + minutes * 60 + round((seconds + (clock - whole)) * 1e6) / 1e6;
}

/* Reads a line into row vbo->log.rows. A word that is no number is missing. */
static void read_row(pdk_vbo *vbo, pdk_vbo_line line, pdk_logged_fault *words)
{
    pdk_vbo_line word;
    for (size_t c = 0; c < vbo->column_count && pdk_vbo_next_word(&line, &word); c++) {
        const char *at = word.at;
        double value;
        bool number = pdk_read_double(&at, word.end, &value) && at == word.end && isfinite(value);
        if (!number) add_fault(words, vbo, word.at);
        vbo->columns[c].values[vbo->log.rows] = number ? value : NAN;
    }
}

typedef struct walk {
    pdk_logged_fault cells, words, clocks, repeated, back;
    double first, days, last;
} walk;

/* Does the row go on in time? Rows that stand twice, and those that go back, are left out. */
static bool goes_on(pdk_vbo *vbo, walk *at, const char *line)
{
    double time = seconds_of_day(vbo->columns[vbo->time].values[vbo->log.rows]);
    if (isnan(time)) {
        add_fault(&at->clocks, vbo, line);
        return false;
    }
    time += at->days;
    if (vbo->log.rows == 0) at->first = time;
    if (vbo->log.rows > 0 && time < at->last - midnight) {
        at->days += day;
        time += day;
    }
    if (vbo->log.rows > 0 && !(time > at->last)) {
        add_fault(time < at->last ? &at->back : &at->repeated, vbo, line);
        return false;
    }
    at->last = time;
    vbo->log.times[vbo->log.rows] = round((time - at->first) * 1e6) / 1e6;
    return true;
}

static pdk_status allocate(pdk_vbo *vbo, pdk_error *error)
{
    const char *end = (const char *)vbo->bytes.data + vbo->bytes.size,
               *at = (const char *)vbo->bytes.data + vbo->data_at;
    pdk_memory *memory = &vbo->document->memory;
    pdk_vbo_line line;
    uint64_t rows = 0;
    while (pdk_vbo_next_line(&at, end, &line) && !pdk_vbo_is_section(line)) rows += is_whole(vbo, line);
    vbo->log.times = pdk_alloc_array(memory, rows + 1, sizeof *vbo->log.times);
    for (size_t c = 0; c < vbo->column_count; c++) {
        vbo->columns[c].values = pdk_alloc_array(memory, rows + 1, sizeof(double));
        if (vbo->columns[c].values == NULL) return pdk_fail_memory(error, memory, "the rows");
    }
    return vbo->log.times != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the rows");
}

pdk_status pdk_vbo_read_rows(pdk_vbo *vbo, pdk_error *error)
{
    pdk_status status = find_columns(vbo, error);
    if (status == PDK_OK) status = allocate(vbo, error);
    if (status != PDK_OK) return status;
    const char *end = (const char *)vbo->bytes.data + vbo->bytes.size,
               *at = (const char *)vbo->bytes.data + vbo->data_at;
    pdk_vbo_line line;
    walk state = { .first = 0 };
    for (uint64_t lines = 0; pdk_vbo_next_line(&at, end, &line) && !pdk_vbo_is_section(line); lines++) {
        if (lines % 4096 == 0 &&
            !pdk_document_progress(vbo->document, (uint64_t)(line.at - (end - vbo->bytes.size)), vbo->bytes.size))
            return pdk_fail_cancelled(error);
        if (!is_whole(vbo, line)) {
            add_fault(&state.cells, vbo, line.at);
            continue;
        }
        pdk_logged_fault words = state.words; /* those of rows that are left out do not count */
        read_row(vbo, line, &words);
        if (!goes_on(vbo, &state, line.at)) continue;
        state.words = words;
        vbo->log.rows++;
    }
    pdk_logged_fault_tell(vbo->document, PDK_WARNING, "vbo.row.cells", state.cells, "vbo.data",
                          "rows with more or fewer values than there are columns are left out");
    pdk_logged_fault_tell(vbo->document, PDK_WARNING, "vbo.value", state.words, "vbo.data",
                          "values that are no numbers are missing");
    pdk_logged_fault_tell(vbo->document, PDK_WARNING, "vbo.time", state.clocks, "vbo.data",
                          "rows without a time HHMMSS are left out");
    pdk_logged_fault_tell(vbo->document, PDK_NOTE, "vbo.time.repeated", state.repeated, "vbo.data",
                          "rows with the time of the row before are left out");
    pdk_logged_fault_tell(vbo->document, PDK_WARNING, "vbo.time.back", state.back, "vbo.data",
                          "rows that are earlier than the row before are left out");
    return PDK_OK;
}
