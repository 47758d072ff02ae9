/* Aligned columns for people: cells are collected, then printed as wide as they are. Columns that do not fit the
 * terminal are left out, the least important first. */
#ifndef PADDOCK_CLI_TEXT_TABLE_H
#define PADDOCK_CLI_TEXT_TABLE_H

#include "messages.h"
#include "output.h"
#include "paddock/paddock.h"

enum { CLI_TEXT_COLUMNS = 64, CLI_TEXT_CELL = 96 };

typedef enum cli_style { CLI_PLAIN_STYLE, CLI_BOLD, CLI_GREEN, CLI_MAGENTA, CLI_DIM } cli_style;

typedef struct cli_text_column {
    const char *heading;
    bool right;
    int importance; /* those with less are left out first; the same for several = from the right */
} cli_text_column;

typedef struct cli_text_cell {
    char text[CLI_TEXT_CELL];
    cli_style style;
} cli_text_cell;

typedef struct cli_text_table {
    cli_text_column columns[CLI_TEXT_COLUMNS];
    size_t column_count;
    cli_text_cell *cells; /* row by row; malloc'd */
    size_t rows, capacity;
    size_t column; /* the next cell's */
    bool failed;
} cli_text_table;

void cli_text_column_add(cli_text_table *table, const char *heading, bool right, int importance);
/* Cells come from left to right; a row begins by itself behind the last column. */
void cli_text_put(cli_text_table *table, cli_style style, const char *format, ...) CLI_PRINTF(3, 4);
/* The text of a file, cut where it is too long. */
void cli_text_put_name(cli_text_table *table, cli_style style, pdk_text name);
/* A lap time, 1:20.500; "" for NaN. */
void cli_text_put_clock(cli_text_table *table, cli_style style, double seconds);
/* A part of a lap: 25.859, from a minute on 1:02.345. */
void cli_text_put_part(cli_text_table *table, cli_style style, double seconds);
/* Prints and forgets it; columns that are empty in all rows are left out. CLI_FINE, or CLI_IO for want of memory. */
int cli_text_print(cli_text_table *table, cli_out *out);
/* Letters, not bytes, of UTF-8: how wide a text of the usual scripts is. */
int cli_letters(const char *text, size_t size);

#endif
