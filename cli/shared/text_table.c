#include "text_table.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible_text.h"
#include "exit_status.h"
#include "messages.h"
#include "output.h"
#include "standard_output.h"

enum { INDENT = 2, BETWEEN = 2 };

void cli_text_column_add(cli_text_table *table, const char *heading, bool right, int importance)
{
    if (table->column_count < CLI_TEXT_COLUMNS)
        table->columns[table->column_count++] = (cli_text_column){ heading, right, importance };
}

static cli_text_cell *next_cell(cli_text_table *table)
{
    size_t used = table->rows * table->column_count + table->column;
    if (used == table->capacity) {
        size_t capacity = table->capacity > 0 ? table->capacity * 2 : 256;
        cli_text_cell *cells = realloc(table->cells, capacity * sizeof *cells);
        table->failed |= cells == NULL;
        if (cells == NULL) return NULL;
        table->cells = cells;
        table->capacity = capacity;
    }
    if (++table->column == table->column_count) {
        table->column = 0;
        table->rows++;
    }
    return &table->cells[used];
}

void cli_text_put(cli_text_table *table, cli_style style, const char *format, ...)
{
    cli_text_cell *cell = next_cell(table);
    if (cell == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell->text, sizeof cell->text, format, arguments);
    va_end(arguments);
    cell->style = style;
}

void cli_text_put_name(cli_text_table *table, cli_style style, pdk_text name)
{
    enum { MOST = 40 };
    size_t size = name.size < MOST ? name.size : MOST;
    while (size < name.size && size > 0 && ((unsigned char)name.data[size] & 0xC0) == 0x80) size--;
    cli_text_put(table, style, "%.*s", (int)size, size > 0 ? name.data : "");
}

void cli_text_put_clock(cli_text_table *table, cli_style style, double seconds)
{
    char text[PDK_TIME_SIZE];
    pdk_format_time(text, seconds, 3);
    cli_text_put(table, style, "%s", text);
}

void cli_text_put_part(cli_text_table *table, cli_style style, double seconds)
{
    char text[PDK_TIME_SIZE];
    pdk_format_duration(text, seconds, 3);
    cli_text_put(table, style, "%s", text);
}

int cli_letters(const char *text, size_t size)
{
    return (int)pdk_shown_letters(text, size);
}

static const cli_text_cell *cell_at(const cli_text_table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

/* Widths; 0 = left out. */
static void measure(const cli_text_table *table, int room, int *widths)
{
    int total = INDENT;
    for (size_t c = 0; c < table->column_count; c++) {
        int widest = 0;
        for (size_t row = 0; row < table->rows; row++) {
            const char *text = cell_at(table, row, c)->text;
            int width = cli_letters(text, strlen(text));
            if (width > widest) widest = width;
        }
        int heading = cli_letters(table->columns[c].heading, strlen(table->columns[c].heading));
        widths[c] = widest == 0 ? 0 : widest > heading ? widest : heading;
        total += widths[c] > 0 ? widths[c] + BETWEEN : 0;
    }
    while (total - BETWEEN > room) {
        size_t least = table->column_count;
        for (size_t c = 0; c < table->column_count; c++) {
            bool less = widths[c] > 0 && (least == table->column_count ||
                                          table->columns[c].importance <= table->columns[least].importance);
            if (less) least = c;
        }
        if (least == table->column_count || table->columns[least].importance == INT_MAX) return;
        total -= widths[least] + BETWEEN;
        widths[least] = 0;
    }
}

static void put_padded(const cli_text_table *table, cli_out *out, size_t column, int width, const char *text,
                       cli_style style, bool last)
{
    static const char *const codes[] = { "", "\033[1m", "\033[32m", "\033[35m", "\033[2m" };
    int blanks = width - cli_letters(text, strlen(text));
    bool right = table->columns[column].right, coloured = out->colour && style != CLI_PLAIN_STYLE && text[0] != '\0';
    if (right) cli_print(out, "%*s", blanks > 0 ? blanks : 0, "");
    if (coloured) cli_print(out, "%s", codes[style]);
    cli_put_text(out, text, strlen(text));
    if (coloured) cli_print(out, "\033[0m");
    if (!right && !last) cli_print(out, "%*s", blanks > 0 ? blanks : 0, "");
}

/* Line 0 is the heading. */
static size_t last_filled(const cli_text_table *table, size_t line, const int *widths)
{
    size_t last = 0;
    for (size_t c = 0; c < table->column_count; c++) {
        const char *text = line > 0 ? cell_at(table, line - 1, c)->text : table->columns[c].heading;
        if (widths[c] > 0 && text[0] != '\0') last = c;
    }
    return last;
}

int cli_text_print(cli_text_table *table, cli_out *out)
{
    int widths[CLI_TEXT_COLUMNS], status = table->failed ? cli_no_memory("a table") : CLI_FINE;
    if (status == CLI_FINE) measure(table, out->width, widths);
    for (size_t line = 0; status == CLI_FINE && line <= table->rows && !cli_output_failed(); line++) {
        size_t last = last_filled(table, line, widths); /* no blanks at the ends of lines */
        cli_print(out, "%*s", INDENT, "");
        for (size_t c = 0; c <= last; c++) {
            if (widths[c] == 0) continue;
            const cli_text_cell *cell = line > 0 ? cell_at(table, line - 1, c) : NULL;
            put_padded(table, out, c, widths[c], cell != NULL ? cell->text : table->columns[c].heading,
                       cell != NULL ? cell->style : CLI_BOLD, c == last);
            if (c != last) cli_print(out, "%*s", BETWEEN, "");
        }
        cli_print(out, "\n");
    }
    free(table->cells);
    *table = (cli_text_table){ .column_count = 0 };
    return status;
}
