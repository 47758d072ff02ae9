/* Rows of a query: CSV, JSON, or aligned for people. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula_text.h"
#include "json/json.h"
#include "messages.h"
#include "output.h"
#include "platform/signals.h"
#include "sql.h"
#include "text_table.h"

enum { LOOKED_AT = 200 /* rows that say how wide columns are */, WIDEST = 48 /* letters */ };

struct sql_rows {
    cli_out *out;
    sql_style style;
    idx_t columns;
    duckdb_logical_type *types;
    char **names;
    int *widths;
    sql_text cells; /* of the row under way; when aligned, of all rows that are kept back */
    size_t *ends;   /* in cells.data, one a cell */
    size_t kept;    /* rows kept back */
    bool is_headed; /* widths are settled */
    idx_t fitting;  /* columns on the terminal */
    pdk_json json;
};

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    return made != NULL ? strcpy(made, text) : NULL;
}

static void forget(sql_rows *rows)
{
    for (idx_t i = 0; i < rows->columns && rows->types != NULL; i++) {
        if (rows->types[i] != NULL) duckdb_destroy_logical_type(&rows->types[i]);
    }
    for (idx_t i = 0; i < rows->columns && rows->names != NULL; i++) free(rows->names[i]);
    free(rows->types);
    free(rows->names);
    free(rows->widths);
    free(rows->cells.data);
    free(rows->ends);
    free(rows);
}

static void put_quoted(cli_out *out, const char *before, const char *text, size_t size)
{
    cli_print(out, "\"%s", before);
    for (const char *at = text, *end = text + size; at < end;) {
        const char *quote = memchr(at, '"', (size_t)(end - at)), *stop = quote != NULL ? quote + 1 : end;
        pdk_output_write(out->output, at, (size_t)(stop - at), NULL);
        if (quote != NULL) pdk_output_write(out->output, "\"", 1, NULL);
        at = stop;
    }
    pdk_output_write(out->output, "\"", 1, NULL);
}

/* A cell of CSV. Excel calculates what looks like a formula, except numbers, which are as they look. */
static void put_csv_cell(const sql_rows *rows, const char *text, size_t size, bool is_text)
{
    bool excel = rows->style == SQL_EXCEL, quotes = rows->columns == 1 && size == 0;
    const char *before = excel && is_text && pdk_is_formula_text(text, size) ? "'" : "";
    char separator = excel ? ';' : ',';
    for (size_t i = 0; i < size && !quotes; i++)
        quotes = text[i] == separator || text[i] == '"' || text[i] == '\r' || text[i] == '\n';
    if (quotes) {
        put_quoted(rows->out, before, text, size);
        return;
    }
    cli_print(rows->out, "%s", before);
    pdk_output_write(rows->out->output, text, size, NULL);
}

static void begin_csv(sql_rows *rows)
{
    bool excel = rows->style == SQL_EXCEL;
    if (excel) cli_print(rows->out, "\xEF\xBB\xBF");
    for (idx_t i = 0; i < rows->columns; i++) {
        if (i > 0) cli_print(rows->out, "%c", excel ? ';' : ',');
        put_csv_cell(rows, rows->names[i], strlen(rows->names[i]), true);
    }
    cli_print(rows->out, excel ? "\r\n" : "\n");
}

static void begin_json(sql_rows *rows)
{
    rows->json = (pdk_json){ .output = rows->out->output };
    if (rows->style != SQL_JSON) return;
    pdk_json_begin(&rows->json, '{');
    pdk_member_begin(&rows->json, "columns", '[');
    for (idx_t i = 0; i < rows->columns; i++) pdk_json_text(&rows->json, rows->names[i]);
    pdk_json_end(&rows->json, ']');
    pdk_member_begin(&rows->json, "rows", '[');
}

sql_rows *cli_sql_rows_begin(duckdb_result *result, cli_out *out, sql_style style)
{
    sql_rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL) return NULL;
    *rows = (sql_rows){ .out = out, .style = style, .columns = duckdb_column_count(result) };
    size_t kept = style == SQL_ALIGNED ? LOOKED_AT : 1;
    rows->types = calloc(rows->columns + 1, sizeof *rows->types);
    rows->names = calloc(rows->columns + 1, sizeof *rows->names);
    rows->widths = calloc(rows->columns + 1, sizeof *rows->widths);
    rows->ends = calloc(rows->columns * kept + 1, sizeof *rows->ends);
    bool good = rows->types != NULL && rows->names != NULL && rows->widths != NULL && rows->ends != NULL;
    for (idx_t i = 0; i < rows->columns && good; i++) {
        rows->types[i] = duckdb_column_logical_type(result, i);
        rows->names[i] = copy(duckdb_column_name(result, i));
        good = rows->names[i] != NULL;
    }
    if (!good) {
        forget(rows);
        return NULL;
    }
    if (style == SQL_CSV || style == SQL_EXCEL) begin_csv(rows);
    if (style == SQL_JSON || style == SQL_JSON_LINES) begin_json(rows);
    return rows;
}

/* ------------------------------------------------------------------------------------------------ for programs */

static bool is_number(duckdb_type type)
{
    return (type >= DUCKDB_TYPE_TINYINT && type <= DUCKDB_TYPE_DOUBLE) || type == DUCKDB_TYPE_HUGEINT ||
           type == DUCKDB_TYPE_UHUGEINT || type == DUCKDB_TYPE_DECIMAL;
}

static bool is_real(duckdb_type type)
{
    return type == DUCKDB_TYPE_FLOAT || type == DUCKDB_TYPE_DOUBLE || type == DUCKDB_TYPE_DECIMAL;
}

static void put_csv_row(sql_rows *rows, duckdb_data_chunk chunk, idx_t row)
{
    bool excel = rows->style == SQL_EXCEL;
    char separator = excel ? ';' : ',';
    for (idx_t i = 0; i < rows->columns; i++) {
        rows->cells.size = 0;
        cli_sql_put_cell(&rows->cells, duckdb_data_chunk_get_vector(chunk, i), rows->types[i], row);
        char *point = excel && is_real(duckdb_get_type_id(rows->types[i])) && rows->cells.size > 0
                          ? memchr(rows->cells.data, '.', rows->cells.size)
                          : NULL;
        if (point != NULL) *point = ',';
        if (i > 0) pdk_output_write(rows->out->output, &separator, 1, NULL);
        put_csv_cell(rows, rows->cells.data, rows->cells.size, !is_number(duckdb_get_type_id(rows->types[i])));
    }
    cli_print(rows->out, excel ? "\r\n" : "\n");
}

static void put_json_row(sql_rows *rows, duckdb_data_chunk chunk, idx_t row)
{
    pdk_json_begin(&rows->json, '{');
    for (idx_t i = 0; i < rows->columns; i++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, i);
        pdk_value value;
        pdk_json_key(&rows->json, rows->names[i]);
        if (sql_is_null(vector, row)) {
            pdk_json_text(&rows->json, NULL);
        } else if (sql_plain_value(vector, duckdb_get_type_id(rows->types[i]), row, &value)) {
            pdk_json_value(&rows->json, &value);
        } else {
            rows->cells.size = 0;
            cli_sql_put_cell(&rows->cells, vector, rows->types[i], row);
            value = (pdk_value){ .type = PDK_TEXT, .as.text = { rows->cells.data, rows->cells.size } };
            if (rows->cells.size == 0) value.as.text.data = "";
            pdk_json_value(&rows->json, &value);
        }
    }
    pdk_json_end(&rows->json, '}');
    if (rows->style == SQL_JSON_LINES) {
        cli_print(rows->out, "\n");
        rows->json = (pdk_json){ .output = rows->out->output };
    }
}

/* -------------------------------------------------------------------------------------------------- for people */

static void put_aligned(const sql_rows *rows, idx_t column, const char *text, size_t size)
{
    int width = rows->widths[column], length = cli_letters(text, size);
    size_t shown = size;
    while (length > width && shown > 0) {
        do shown--;
        while (shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80);
        length--;
    }
    bool last = column + 1 == rows->fitting, right = is_number(duckdb_get_type_id(rows->types[column]));
    if (column > 0) cli_print(rows->out, "  ");
    if (right) cli_print(rows->out, "%*s", width - length, "");
    cli_put_text(rows->out, text, shown);
    if (!right && !last) cli_print(rows->out, "%*s", width - length, "");
}

static void put_kept(sql_rows *rows)
{
    size_t at = 0;
    for (size_t row = 0; row < rows->kept && !pdk_interrupted(); row++) {
        for (idx_t i = 0; i < rows->columns; i++) {
            size_t end = rows->ends[row * rows->columns + i];
            if (i < rows->fitting) put_aligned(rows, i, rows->cells.data + at, end - at);
            at = end;
        }
        cli_print(rows->out, "\n");
    }
    rows->kept = 0;
    rows->cells.size = 0;
}

/* Widths by the names and the rows so far; then the columns that fit, and the header. */
static void put_header(sql_rows *rows)
{
    int left = rows->out->width;
    size_t at = 0;
    for (idx_t i = 0; i < rows->columns; i++) rows->widths[i] = cli_letters(rows->names[i], strlen(rows->names[i]));
    for (size_t cell = 0; cell < rows->kept * rows->columns; cell++) {
        int *width = &rows->widths[cell % rows->columns],
            length = cli_letters(rows->cells.data + at, rows->ends[cell] - at);
        if (length > *width) *width = length < WIDEST ? length : *width < WIDEST ? WIDEST : *width;
        at = rows->ends[cell];
    }
    for (rows->fitting = 0; rows->fitting < rows->columns; rows->fitting++) {
        left -= rows->widths[rows->fitting] + (rows->fitting > 0 ? 2 : 0);
        if (left < 0 && rows->fitting > 0) break;
    }
    cli_print(rows->out, "%s", rows->out->colour ? "\033[1m" : "");
    for (idx_t i = 0; i < rows->fitting; i++) put_aligned(rows, i, rows->names[i], strlen(rows->names[i]));
    cli_print(rows->out, "%s\n", rows->out->colour ? "\033[0m" : "");
    rows->is_headed = true;
}

/* Nine digits of numbers are enough for people. */
static void put_cell_for_people(sql_rows *rows, duckdb_vector vector, idx_t column, idx_t row)
{
    pdk_value value;
    duckdb_type type = duckdb_get_type_id(rows->types[column]);
    char digits[32];
    if (type == DUCKDB_TYPE_DOUBLE && !sql_is_null(vector, row) && sql_plain_value(vector, type, row, &value) &&
        isfinite(value.as.number)) {
        int size = snprintf(digits, sizeof digits, "%.9g", value.as.number);
        sql_put_bytes(&rows->cells, digits, (size_t)size);
    } else {
        cli_sql_put_cell(&rows->cells, vector, rows->types[column], row);
    }
}

static void keep_row(sql_rows *rows, duckdb_data_chunk chunk, idx_t row)
{
    for (idx_t i = 0; i < rows->columns; i++) {
        put_cell_for_people(rows, duckdb_data_chunk_get_vector(chunk, i), i, row);
        rows->ends[rows->kept * rows->columns + i] = rows->cells.size;
    }
    rows->kept++;
    if (rows->kept < LOOKED_AT && !rows->is_headed) return;
    if (!rows->is_headed) put_header(rows);
    put_kept(rows);
}

/* ------------------------------------------------------------------------------------------------------- both */

bool cli_sql_rows_put(sql_rows *rows, duckdb_data_chunk chunk)
{
    idx_t count = duckdb_data_chunk_get_size(chunk);
    for (idx_t row = 0; row < count && !rows->cells.failed; row++) {
        if (rows->style == SQL_ALIGNED) keep_row(rows, chunk, row);
        else if (rows->style == SQL_CSV || rows->style == SQL_EXCEL) put_csv_row(rows, chunk, row);
        else put_json_row(rows, chunk, row);
    }
    return !rows->cells.failed;
}

bool cli_sql_rows_end(sql_rows *rows)
{
    bool good = !rows->cells.failed;
    if (rows->style == SQL_ALIGNED && good) {
        if (!rows->is_headed) put_header(rows);
        put_kept(rows);
        if (rows->fitting < rows->columns)
            cli_note("%llu of %llu columns fit on the terminal; name those you want, or give -o FILE.csv",
                     (unsigned long long)rows->fitting, (unsigned long long)rows->columns);
    }
    if (rows->style == SQL_JSON) {
        pdk_json_end(&rows->json, ']');
        pdk_json_end(&rows->json, '}');
        cli_print(rows->out, "\n");
    }
    forget(rows);
    return good;
}
