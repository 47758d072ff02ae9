/* JSON lines: an object a row. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "export/table/rows.h"

/* The keys with their punctuation are made once: `{"time":`, `,"speed":`. Column names are plain words. */
static bool begin(pdk_text_buffer *lines, pdk_rows *rows, pdk_memory *memory, const pdk_table_options *options)
{
    char before = '{';
    if (options->label != NULL) {
        const char *name = options->label_name != NULL ? options->label_name : "";
        pdk_text_buffer_put(lines, "{", 1);
        pdk_text_buffer_put_json(lines, name, strlen(name));
        pdk_text_buffer_put(lines, ":", 1);
        pdk_text_buffer_put_json(lines, options->label, strlen(options->label));
        if (!pdk_rows_keep(lines, memory, &rows->label, &rows->label_size)) return false;
        before = ',';
    }
    for (size_t i = 0; i < rows->column_count; i++) {
        pdk_row_column *column = &rows->columns[i];
        if (column->info == NULL) continue;
        column->key = pdk_text_printf(memory, "%c\"%s\":", before, column->info->name);
        if (column->key == NULL) return false;
        column->key_size = strlen(column->key);
        before = ',';
    }
    if (options->last_label == NULL) return true;
    const char *name = options->last_label_name != NULL ? options->last_label_name : "";
    pdk_text_buffer_put(lines, &before, 1);
    pdk_text_buffer_put_json(lines, name, strlen(name));
    pdk_text_buffer_put(lines, ":", 1);
    pdk_text_buffer_put_json(lines, options->last_label, strlen(options->last_label));
    return pdk_rows_keep(lines, memory, &rows->end, &rows->end_size);
}

static bool is_finite(const pdk_row_column *column, size_t row)
{
    if (column->info->type == PDK_FLOAT32) return isfinite(((const float *)column->values)[row]);
    return column->info->type != PDK_FLOAT64 || isfinite(((const double *)column->values)[row]);
}

static void put_cell(pdk_text_buffer *lines, const pdk_row_column *column, size_t row)
{
    if (column->info == NULL) return;
    pdk_text_buffer_put(lines, column->key, column->key_size);
    if (pdk_row_is_missing(column, row)) {
        pdk_text_buffer_put(lines, "null", 4);
    } else if (column->info->type == PDK_TEXT) {
        pdk_text text = ((const pdk_text *)column->values)[row];
        pdk_text_buffer_put_json(lines, text.data, text.size);
    } else if (column->info->type == PDK_BYTES) {
        pdk_text_buffer_put(lines, "\"", 1);
        pdk_text_buffer_put_hex(lines, ((const pdk_bytes *)column->values)[row]);
        pdk_text_buffer_put(lines, "\"", 1);
    } else if (is_finite(column, row)) {
        lines->at = pdk_rows_put_scalar(pdk_text_buffer_reserve(lines, PDK_NUMBER_SPACE), column, row);
    } else {
        pdk_text_buffer_put(lines, "null", 4);
    }
}

static void batch(pdk_text_buffer *lines, const pdk_rows *rows)
{
    for (size_t row = 0; row < rows->count; row++) {
        if (rows->keep != NULL && rows->keep[row] == 0) continue;
        if (rows->label_size > 0) pdk_text_buffer_put(lines, rows->label, rows->label_size);
        else if (rows->column_count == 0 && rows->end_size == 0) pdk_text_buffer_put(lines, "{", 1);
        for (size_t i = 0; i < rows->column_count; i++) put_cell(lines, &rows->columns[i], row);
        if (rows->end_size > 0) pdk_text_buffer_put(lines, rows->end, rows->end_size);
        pdk_text_buffer_put(lines, "}\n", 2);
    }
}

const pdk_rows_writer pdk_jsonl_writer = { begin, batch };
