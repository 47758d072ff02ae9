/* Comma-separated values after RFC 4180, but with LF: a header line, quotes where a cell needs them. Also as Excel
 * reads it where the decimal point is a comma. */
#include <string.h>

#include "base/formula_text.h"
#include "base/number.h"
#include "export/table/rows.h"

static bool needs_quotes(const char *text, size_t size, char separator)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == separator || text[i] == '"' || text[i] == '\r' || text[i] == '\n') return true;
    }
    return false;
}

/* `alone` is a line's only cell: empty, it would be taken for no line at all. */
static void put_text(pdk_text_buffer *lines, const pdk_rows *rows, const char *text, size_t size, bool alone)
{
    const char *before = rows->for_excel && pdk_is_formula_text(text, size) ? "'" : "";
    if (needs_quotes(text, size, rows->separator) || (alone && size == 0)) {
        pdk_text_buffer_put_quoted(lines, before, text, size);
        return;
    }
    pdk_text_buffer_put(lines, before, strlen(before));
    pdk_text_buffer_put(lines, text, size);
}

static void end_line(pdk_text_buffer *lines, const pdk_rows *rows)
{
    pdk_text_buffer_put(lines, rows->crlf ? "\r\n" : "\n", rows->crlf ? 2 : 1);
}

static bool put_header(pdk_text_buffer *lines, const pdk_rows *rows, pdk_memory *memory,
                       const pdk_table_options *options)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (options->csv == PDK_CSV_EXCEL) pdk_text_buffer_put(lines, mark, sizeof mark - 1);
    if (options->label != NULL) {
        const char *name = options->label_name != NULL ? options->label_name : "";
        put_text(lines, rows, name, strlen(name), false);
        pdk_text_buffer_put(lines, &rows->separator, 1);
    }
    for (size_t i = 0; i < rows->column_count; i++) {
        const pdk_column_info *info = rows->columns[i].info;
        const char *unit = options->units && info != NULL ? info->unit : NULL, *name = info != NULL ? info->name : "";
        char *title = unit != NULL ? pdk_text_printf(memory, "%s [%s]", name, unit) : pdk_strdup(memory, name);
        if (title == NULL) return false;
        if (i > 0) pdk_text_buffer_put(lines, &rows->separator, 1);
        put_text(lines, rows, title, strlen(title), false);
    }
    if (options->last_label != NULL) {
        const char *name = options->last_label_name != NULL ? options->last_label_name : "";
        pdk_text_buffer_put(lines, &rows->separator, 1);
        put_text(lines, rows, name, strlen(name), false);
    }
    end_line(lines, rows);
    return true;
}

/* Labels as cells with their separators, made once, in `lines` while it is empty. */
static bool make_labels(pdk_text_buffer *lines, pdk_rows *rows, pdk_memory *memory, const pdk_table_options *options)
{
    const char *label = options->label, *last = options->last_label;
    if (label != NULL) {
        put_text(lines, rows, label, strlen(label), false);
        pdk_text_buffer_put(lines, &rows->separator, 1);
        if (!pdk_rows_keep(lines, memory, &rows->label, &rows->label_size)) return false;
    }
    if (last == NULL) return true;
    pdk_text_buffer_put(lines, &rows->separator, 1);
    put_text(lines, rows, last, strlen(last), false);
    return pdk_rows_keep(lines, memory, &rows->end, &rows->end_size);
}

static bool begin(pdk_text_buffer *lines, pdk_rows *rows, pdk_memory *memory, const pdk_table_options *options)
{
    bool excel = options->csv == PDK_CSV_EXCEL;
    rows->for_excel = excel;
    rows->separator = excel ? ';' : ',';
    rows->point = excel ? ',' : '.';
    rows->crlf = options->csv != PDK_CSV_PLAIN;
    for (size_t i = 0; i < rows->column_count; i++) {
        rows->columns[i].key = excel ? ";" : ",";
        rows->columns[i].key_size = i > 0;
    }
    return make_labels(lines, rows, memory, options) &&
           (options->no_header || put_header(lines, rows, memory, options));
}

/* The decimal point of a number that has just been written. */
static void change_point(char *from, const char *end, char point)
{
    char *found = memchr(from, '.', (size_t)(end - from));
    if (found != NULL) *found = point;
}

static void put_row(pdk_text_buffer *lines, const pdk_rows *rows, size_t row)
{
    if (rows->label_size > 0) pdk_text_buffer_put(lines, rows->label, rows->label_size);
    bool alone = rows->column_count == 1 && rows->label_size == 0 && rows->end_size == 0;
    for (size_t i = 0; i < rows->column_count; i++) {
        const pdk_row_column *column = &rows->columns[i];
        char *to = pdk_text_buffer_reserve(lines, 1 + PDK_NUMBER_SPACE);
        *to = rows->separator;
        lines->at = to += column->key_size;
        if (pdk_row_is_missing(column, row)) {
            put_text(lines, rows, "", 0, alone);
        } else if (column->info->type == PDK_TEXT) {
            pdk_text text = ((const pdk_text *)column->values)[row];
            put_text(lines, rows, text.data, text.size, alone);
        } else if (column->info->type == PDK_BYTES) {
            pdk_text_buffer_put_hex(lines, ((const pdk_bytes *)column->values)[row]);
        } else {
            lines->at = pdk_rows_put_scalar(to, column, row);
            if (rows->point != '.') change_point(to, lines->at, rows->point);
        }
    }
    if (rows->end_size > 0) pdk_text_buffer_put(lines, rows->end, rows->end_size);
    end_line(lines, rows);
}

static void batch(pdk_text_buffer *lines, const pdk_rows *rows)
{
    for (size_t row = 0; row < rows->count; row++) {
        if (rows->keep == NULL || rows->keep[row] != 0) put_row(lines, rows, row);
    }
}

const pdk_rows_writer pdk_csv_writer = { begin, batch };
