/* Comma-separated values after RFC 4180, but with LF: a header line, quotes where a cell needs them. */
#include <string.h>

#include "base/number.h"
#include "export/table/rows.h"

static bool needs_quotes(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == ',' || text[i] == '"' || text[i] == '\r' || text[i] == '\n') return true;
    }
    return false;
}

/* `alone` is a line's only cell: empty, it would be taken for no line at all. */
static void put_text(pdk_text_buffer *lines, const char *text, size_t size, bool alone)
{
    if (needs_quotes(text, size) || (alone && size == 0)) pdk_text_buffer_put_quoted(lines, text, size);
    else pdk_text_buffer_put(lines, text, size);
}

static void begin(pdk_text_buffer *lines, pdk_rows *rows, pdk_memory *memory, bool units)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        pdk_row_column *column = &rows->columns[i];
        column->key = ",";
        column->key_size = i > 0;
        const char *unit = column->info->unit;
        char *name = units && unit != NULL ? pdk_text_printf(memory, "%s [%s]", column->info->name, unit)
                                           : pdk_strdup(memory, column->info->name);
        if (name == NULL) {
            lines->failed = true;
            return;
        }
        if (i > 0) pdk_text_buffer_put(lines, ",", 1);
        put_text(lines, name, strlen(name), false);
    }
    pdk_text_buffer_put(lines, "\n", 1);
}

static void put_row(pdk_text_buffer *lines, const pdk_rows *rows, size_t row)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        const pdk_row_column *column = &rows->columns[i];
        char *to = pdk_text_buffer_reserve(lines, 1 + PDK_NUMBER_SPACE);
        *to = ',';
        lines->at = to += column->key_size;
        if (pdk_row_is_missing(column, row)) {
            put_text(lines, "", 0, rows->column_count == 1);
        } else if (column->info->type == PDK_TEXT) {
            pdk_text text = ((const pdk_text *)column->values)[row];
            put_text(lines, text.data, text.size, rows->column_count == 1);
        } else if (column->info->type == PDK_BYTES) {
            pdk_text_buffer_put_hex(lines, ((const pdk_bytes *)column->values)[row]);
        } else {
            lines->at = pdk_rows_put_scalar(to, column, row);
        }
    }
    pdk_text_buffer_put(lines, "\n", 1);
}

static void batch(pdk_text_buffer *lines, const pdk_rows *rows)
{
    for (size_t row = 0; row < rows->count; row++) put_row(lines, rows, row);
}

const pdk_rows_writer pdk_csv_writer = { begin, batch };
