#include "analysis/ruling/rulings_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"

typedef enum ruling_column { DRIVER, KIND, VALUE, LAP, INCIDENT, FILE_NAME, REASON, COLUMNS } ruling_column;
static const char *const column_names[COLUMNS] = { "driver", "kind", "value", "lap", "incident", "file", "reason" };

const char *pdk_ruling_kind_name(pdk_ruling_kind kind)
{
    static const char *const names[] = { "",           "time",        "laps",      "positions", "points",
                                         "disqualify", "lap_invalid", "lap_valid", "note" };
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "";
}

enum { MOST_CELLS = 64 };

/* A table while it is read. */
typedef struct ruling_table {
    const char *at, *end;
    char between; /* ',' or ';' */
    uint64_t line;
    int columns[MOST_CELLS]; /* what each cell of a row is; COLUMNS = nothing, -1 = there is no such column */
    size_t column_count;
    pdk_memory *memory;
    pdk_error *error;
} ruling_table;

static pdk_status fail(const ruling_table *table, const char *code, const char *format, ...) PDK_PRINTF(3, 4);

static pdk_status fail(const ruling_table *table, const char *code, const char *format, ...)
{
    char reason[220];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    pdk_status status = pdk_fail(table->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, "line %llu: %s",
                                 (unsigned long long)table->line, reason);
    if (table->error != NULL)
        snprintf(table->error->where, sizeof table->error->where, "line %llu", (unsigned long long)table->line);
    return status;
}

/* --------------------------------------------------------------------------------------------------- cells */

static bool ends_row(const ruling_table *table)
{
    return table->at == table->end || *table->at == '\n' || *table->at == '\r';
}

static void skip_line_end(ruling_table *table)
{
    if (table->at < table->end && *table->at == '\r') table->at++;
    if (table->at < table->end && *table->at == '\n') table->at++;
    table->line++;
}

/* What is between quotes; two of them are one. Lines may end in it. */
static pdk_status read_quoted(ruling_table *table, uint64_t *lines, pdk_text *cell)
{
    const char *begin = ++table->at;
    size_t quotes = 0;
    for (;; table->at++) {
        if (table->at == table->end) return fail(table, "rulings.cells", "a quote does not end");
        *lines += *table->at == '\n';
        if (*table->at != '"') continue;
        if (table->at + 1 == table->end || table->at[1] != '"') break;
        table->at++;
        quotes++;
    }
    size_t size = (size_t)(table->at++ - begin), made = 0;
    char *text = pdk_keep_room(table->memory, size - quotes + 1);
    if (text == NULL) return pdk_fail_memory(table->error, table->memory, "rulings");
    for (size_t i = 0; i < size; i++) {
        text[made++] = begin[i];
        if (begin[i] == '"') i++;
    }
    text[made] = '\0';
    *cell = (pdk_text){ text, made };
    while (!ends_row(table) && (*table->at == ' ' || *table->at == '\t')) table->at++;
    if (!ends_row(table) && *table->at != table->between)
        return fail(table, "rulings.cells", "text follows a quote's end");
    return PDK_OK;
}

static pdk_status read_plain(ruling_table *table, pdk_text *cell)
{
    const char *begin = table->at;
    while (!ends_row(table) && *table->at != table->between) table->at++;
    pdk_text text = pdk_text_trim((pdk_text){ begin, (size_t)(table->at - begin) });
    char *kept = pdk_keep_room(table->memory, text.size + 1);
    if (kept == NULL) return pdk_fail_memory(table->error, table->memory, "rulings");
    memcpy(kept, text.data, text.size);
    kept[text.size] = '\0';
    *cell = (pdk_text){ kept, text.size };
    return PDK_OK;
}

/* The cells of a row, and the end of its line. */
static pdk_status read_row(ruling_table *table, pdk_text *cells, size_t *count)
{
    uint64_t lines = 0;
    *count = 0;
    for (;;) {
        pdk_text cell = { "", 0 };
        while (!ends_row(table) && (*table->at == ' ' || *table->at == '\t')) table->at++;
        bool quoted = !ends_row(table) && *table->at == '"';
        pdk_status status = quoted ? read_quoted(table, &lines, &cell) : read_plain(table, &cell);
        if (status != PDK_OK) return status;
        if (*count == MOST_CELLS) return fail(table, "rulings.cells", "a row has more than %d cells", MOST_CELLS);
        cells[(*count)++] = pdk_text_trim(cell);
        if (ends_row(table)) break;
        table->at++;
    }
    table->line += lines;
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- header */

static bool is_named(pdk_text cell, const char *name)
{
    bool same = cell.size == strlen(name);
    for (size_t i = 0; i < cell.size && same; i++) {
        char letter = cell.data[i];
        same = (letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) == name[i];
    }
    return same;
}

static pdk_status read_header(ruling_table *table)
{
    pdk_text cells[MOST_CELLS];
    bool found[COLUMNS] = { false };
    pdk_status status = read_row(table, cells, &table->column_count);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < table->column_count; i++) {
        int column = 0;
        while (column < COLUMNS && !is_named(cells[i], column_names[column])) column++;
        table->columns[i] = column;
        if (column == COLUMNS && cells[i].size == 0) continue;
        if (column == COLUMNS)
            return fail(table, "rulings.column",
                        "there is no column \"%.40s\"; there are: driver, kind, value, lap, incident, file, reason",
                        cells[i].data);
        if (found[column]) return fail(table, "rulings.column", "the column %s is there twice", column_names[column]);
        found[column] = true;
    }
    if (!found[DRIVER] || !found[KIND])
        return fail(table, "rulings.column", "the first line has no column %s",
                    column_names[found[DRIVER] ? KIND : DRIVER]);
    skip_line_end(table);
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- rulings */

static pdk_status read_kind(const ruling_table *table, pdk_text cell, pdk_ruling *ruling)
{
    for (int kind = PDK_RULING_TIME; kind <= PDK_RULING_NOTE; kind++) {
        if (!is_named(cell, pdk_ruling_kind_name((pdk_ruling_kind)kind))) continue;
        ruling->kind = (pdk_ruling_kind)kind;
        return PDK_OK;
    }
    return fail(table, "rulings.kind",
                "there is no kind \"%.40s\"; there are: time, laps, positions, points, disqualify, lap_invalid, "
                "lap_valid, note",
                cell.data);
}

/* Decimal commas are where semicolons part the cells. */
static pdk_status read_value(const ruling_table *table, pdk_text cell, pdk_ruling *ruling)
{
    char text[64];
    ruling->value = NAN;
    if (cell.size > 0 && cell.size < sizeof text) {
        memcpy(text, cell.data, cell.size);
        text[cell.size] = '\0';
        char *comma = table->between == ';' ? strchr(text, ',') : NULL;
        if (comma != NULL) *comma = '.';
        const char *at = text;
        if (!pdk_read_double(&at, text + cell.size, &ruling->value) || *at != '\0') ruling->value = NAN;
    }
    bool whole = ruling->kind == PDK_RULING_LAPS || ruling->kind == PDK_RULING_POSITIONS;
    bool good = fabs(ruling->value) <= 1e6 && (!whole || (ruling->value >= 1 && floor(ruling->value) >= ruling->value));
    ruling->has_value = good;
    if (good) return PDK_OK;
    return fail(table, "rulings.value", "%s takes %s, not \"%.40s\"", pdk_ruling_kind_name(ruling->kind),
                ruling->kind == PDK_RULING_TIME   ? "seconds, such as 5 or -2.5"
                : ruling->kind == PDK_RULING_LAPS ? "how many laps are taken away, from 1"
                : whole                           ? "how many places are lost, from 1"
                                                  : "a number",
                cell.data);
}

static pdk_status read_lap(const ruling_table *table, pdk_text cell, pdk_ruling *ruling)
{
    uint64_t lap = 0;
    for (size_t i = 0; i < cell.size && lap < 1000000; i++)
        lap = cell.data[i] >= '0' && cell.data[i] <= '9' ? 10 * lap + (uint64_t)(cell.data[i] - '0') : 1000000;
    ruling->lap = (uint32_t)lap;
    ruling->has_lap = lap > 0 && lap < 1000000;
    if (ruling->has_lap) return PDK_OK;
    return fail(table, "rulings.lap", "lap takes the number of a lap, from 1, not \"%.40s\"", cell.data);
}

static pdk_status read_ruling(const ruling_table *table, const pdk_text *given, pdk_ruling *ruling)
{
    *ruling = (pdk_ruling){ .driver = given[DRIVER],
                            .incident = given[INCIDENT],
                            .file = given[FILE_NAME],
                            .reason = given[REASON],
                            .line = table->line,
                            .has_incident = given[INCIDENT].size > 0,
                            .has_file = given[FILE_NAME].size > 0,
                            .has_reason = given[REASON].size > 0 };
    if (given[DRIVER].size == 0) return fail(table, "rulings.driver", "no driver is named");
    pdk_status status = read_kind(table, given[KIND], ruling);
    if (status != PDK_OK) return status;
    bool of_lap = ruling->kind == PDK_RULING_LAP_INVALID || ruling->kind == PDK_RULING_LAP_VALID;
    bool valued = ruling->kind <= PDK_RULING_POINTS;
    if (valued || given[VALUE].size > 0) status = read_value(table, given[VALUE], ruling);
    if (status == PDK_OK && !valued && ruling->has_value)
        return fail(table, "rulings.value", "%s takes no value", pdk_ruling_kind_name(ruling->kind));
    if (status == PDK_OK && (of_lap || given[LAP].size > 0)) status = read_lap(table, given[LAP], ruling);
    return status;
}

static bool is_empty(const pdk_text *cells, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) size += cells[i].size;
    return size == 0;
}

static pdk_status add_row(ruling_table *table, uint64_t most, pdk_vector *all)
{
    pdk_text cells[MOST_CELLS], given[COLUMNS + 1];
    size_t count;
    uint64_t line = table->line;
    for (size_t i = 0; i <= COLUMNS; i++) given[i] = (pdk_text){ "", 0 };
    pdk_status status = read_row(table, cells, &count);
    if (status != PDK_OK || is_empty(cells, count)) return status;
    uint64_t last = table->line;
    table->line = line; /* messages name the line that a row begins in */
    for (size_t i = 0; i < count; i++) {
        if (i >= table->column_count && cells[i].size > 0)
            return fail(table, "rulings.cells", "the row has more cells than the first line has columns");
        if (i < table->column_count) given[table->columns[i]] = cells[i];
        if (given[COLUMNS].size > 0) return fail(table, "rulings.cells", "a cell is in a column without a name");
    }
    if (all->count >= most)
        return pdk_fail(table->error, PDK_E_LIMIT, PDK_NO_OFFSET, "rulings.most", "there are more than %llu rulings",
                        (unsigned long long)most);
    pdk_ruling *ruling = pdk_vector_push(all);
    if (ruling == NULL) return pdk_fail_memory(table->error, table->memory, "rulings");
    status = read_ruling(table, given, ruling);
    table->line = last;
    return status;
}

pdk_status pdk_rulings_read_table(pdk_text text, uint64_t most, pdk_vector *all, pdk_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    ruling_table table = {
        .at = text.data, .end = text.data + text.size, .line = 1, .memory = all->memory, .error = error
    };
    if (text.size >= 3 && memcmp(text.data, mark, 3) == 0) table.at += 3;
    bool good = pdk_is_utf8(text.data, text.size) && (text.size == 0 || memchr(text.data, '\0', text.size) == NULL);
    if (!good)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.text",
                        "this is not UTF-8 text; in a spreadsheet, save as \"CSV UTF-8\"");
    const char *at = table.at;
    while (at < table.end && *at != '\n' && *at != ',' && *at != ';') at++;
    table.between = at < table.end && *at == ';' ? ';' : ',';
    pdk_status status = read_header(&table);
    while (status == PDK_OK && table.at < table.end) {
        status = add_row(&table, most, all);
        if (status == PDK_OK) skip_line_end(&table);
    }
    return status;
}
