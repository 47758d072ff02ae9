/* A table on a terminal: aligned columns, as many as fit, times as clocks show them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "output.h"
#include "platform/signals.h"
#include "standard_output.h"
#include "table.h"
#include "text_table.h"
#include "value_text.h"

enum { ROWS = 512, CELL = 64, MAX_COLUMNS = 400 };

typedef struct view_column {
    size_t number;
    const pdk_column_info *info;
    int width;
    bool is_clock, right;
    void *values;
    uint8_t *validity;
} view_column;

typedef struct view {
    cli_out *out;
    const pdk_table *table;
    const pdk_table_options *options;
    view_column columns[MAX_COLUMNS];
    size_t count, fitting;
    int label; /* width of the label, 0 = none */
} view;

static void copy_text(char cell[CELL], const char *text, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < size && length + 4 < CELL; i++) {
        unsigned char letter = (unsigned char)text[i];
        cell[length++] = letter < 0x20 || letter == 0x7F ? '?' : text[i];
    }
    while (length > 0 && length + 4 >= CELL && ((unsigned char)cell[length - 1] & 0xC0) == 0x80) length--;
    cell[length] = '\0';
}

static void format_cell(const view_column *column, size_t row, char cell[CELL])
{
    cell[0] = '\0';
    if ((column->validity[row / 8] >> (row % 8) & 1) == 0) return;
    pdk_value value = cli_value_at(column->info->type, column->values, row);
    if (value.type == PDK_TEXT) copy_text(cell, value.as.text.data, value.as.text.size);
    else if (value.type == PDK_BYTES) snprintf(cell, CELL, "%zu bytes", value.as.bytes.size);
    else if (column->is_clock) pdk_format_time(cell, value.as.number, 3);
    else cli_value_text(cell, &value, true);
}

static bool add_column(view *shown, size_t number)
{
    view_column *column = &shown->columns[shown->count++];
    const pdk_column_info *info = pdk_table_column_at(shown->table, number);
    *column = (view_column){ .number = number, .info = info };
    bool is_real = info->type == PDK_FLOAT32 || info->type == PDK_FLOAT64;
    column->is_clock = is_real && info->unit != NULL && strcmp(info->unit, "s") == 0;
    column->right = info->type != PDK_TEXT && info->type != PDK_BYTES;
    column->values = malloc(ROWS * sizeof(pdk_text)); /* the widest */
    column->validity = malloc(ROWS / 8 + 1);
    return column->values != NULL && column->validity != NULL;
}

static bool add_columns(view *shown)
{
    const pdk_table_options *options = shown->options;
    size_t all = options->columns != NULL ? options->column_count : pdk_table_columns(shown->table);
    bool good = true;
    for (size_t i = 0; i < all && good && shown->count < MAX_COLUMNS; i++) {
        size_t number = options->columns != NULL ? options->columns[i] : i;
        if (options->columns == NULL && !options->hidden && pdk_table_column_at(shown->table, number)->hidden) continue;
        good = add_column(shown, number);
    }
    return good;
}

/* Only where the filter keeps any of them. */
static pdk_status read_rows(view *shown, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    pdk_column_read reads[MAX_COLUMNS];
    pdk_status status = PDK_OK;
    memset(keep, 1, count);
    if (shown->options->filter != NULL)
        status = shown->options->filter(shown->options->filter_user, first, count, keep, error);
    if (status != PDK_OK || memchr(keep, 1, count) == NULL) return status;
    for (size_t i = 0; i < shown->count; i++) {
        view_column *column = &shown->columns[i];
        reads[i] = (pdk_column_read){ column->number, column->info->type, column->values, column->validity };
    }
    return pdk_table_read(shown->table, first, count, reads, shown->count, error);
}

/* Widths by the names and the rows that were read first; then the columns that fit. */
static void measure(view *shown, size_t count, const uint8_t *keep)
{
    char cell[CELL];
    int capacity = shown->out->width;
    if (shown->options->label != NULL) {
        shown->label = cli_letters(shown->options->label, strlen(shown->options->label));
        if (shown->label < 4) shown->label = 4;
        capacity -= shown->label + 2;
    }
    for (size_t i = 0; i < shown->count; i++) {
        view_column *column = &shown->columns[i];
        column->width = (int)strlen(column->info->name);
        for (size_t row = 0; row < count; row++) {
            if (keep[row] == 0) continue;
            format_cell(column, row, cell);
            int width = cli_letters(cell, strlen(cell));
            if (width > column->width) column->width = width;
        }
        capacity -= column->width + (i > 0 ? 2 : 0);
        if (capacity >= 0 || i == 0) shown->fitting = i + 1;
        else return;
    }
}

static void put_cell(view *shown, size_t number, const char *text)
{
    const view_column *column = &shown->columns[number];
    int blanks = column->width - cli_letters(text, strlen(text));
    bool last = number + 1 == shown->fitting;
    if (number > 0 || shown->label > 0) cli_print(shown->out, "  ");
    if (column->right) cli_print(shown->out, "%*s", blanks > 0 ? blanks : 0, "");
    cli_put_text(shown->out, text, strlen(text));
    if (!column->right && !last) cli_print(shown->out, "%*s", blanks > 0 ? blanks : 0, "");
}

static void put_label(view *shown, const char *text)
{
    if (shown->label == 0) return;
    cli_put_text(shown->out, text, strlen(text));
    cli_print(shown->out, "%*s", shown->label - cli_letters(text, strlen(text)), "");
}

static void put_header(view *shown)
{
    cli_print(shown->out, "%s", shown->out->colour ? "\033[1m" : "");
    put_label(shown, shown->options->label_name != NULL ? shown->options->label_name : "");
    for (size_t i = 0; i < shown->fitting; i++) put_cell(shown, i, shown->columns[i].info->name);
    cli_print(shown->out, "%s\n", shown->out->colour ? "\033[0m" : "");
}

static void put_rows(view *shown, size_t count, const uint8_t *keep)
{
    char cell[CELL];
    for (size_t row = 0; row < count; row++) {
        if (keep[row] == 0) continue;
        if (shown->label > 0) put_label(shown, shown->options->label);
        for (size_t i = 0; i < shown->fitting; i++) {
            format_cell(&shown->columns[i], row, cell);
            put_cell(shown, i, cell);
        }
        cli_print(shown->out, "\n");
    }
}

static int walk(view *shown, const char *file)
{
    const pdk_table_options *options = shown->options;
    uint64_t rows = pdk_table_rows(shown->table), left = rows - options->first, first = options->first;
    if (options->has_count && options->count < left) left = options->count;
    uint8_t keep[ROWS];
    pdk_error error;
    bool headed = false;
    do {
        size_t count = left < ROWS ? (size_t)left : ROWS;
        if (read_rows(shown, first, count, keep, &error) != PDK_OK) return cli_fail(file, &error);
        if (!headed) measure(shown, count, keep);
        if (!headed && !options->no_header) put_header(shown);
        headed = true;
        put_rows(shown, count, keep);
        first += count;
        left -= count;
    } while (left > 0 && !pdk_interrupted() && !cli_output_failed());
    return CLI_FINE;
}

int cli_view_table(cli_out *out, const char *file, const pdk_table *table, const pdk_table_options *options)
{
    view *shown = calloc(1, sizeof *shown);
    if (shown == NULL) return cli_no_memory("a table");
    shown->out = out;
    shown->table = table;
    shown->options = options;
    int status = add_columns(shown) ? walk(shown, file) : cli_no_memory("rows of a table");
    if (status == CLI_FINE && shown->fitting < shown->count && !options->no_header) {
        cli_note("%zu of %zu columns fit on the terminal; --columns chooses others", shown->fitting, shown->count);
    }
    for (size_t i = 0; i < shown->count; i++) {
        free(shown->columns[i].values);
        free(shown->columns[i].validity);
    }
    free(shown);
    return status;
}
