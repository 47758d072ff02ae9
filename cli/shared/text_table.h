/* Tables for people: cells are collected, then printed aligned, or become a part of what is posted (posted.h). */
#ifndef PADDOCK_CLI_TEXT_TABLE_H
#define PADDOCK_CLI_TEXT_TABLE_H

#include "messages.h"
#include "output.h"
#include "paddock/paddock.h"

enum { CLI_TEXT_COLUMNS = 64, CLI_TEXT_CELL = 96 };

typedef enum cli_style {
    CLI_PLAIN_STYLE = PDK_POSTING_PLAIN,
    CLI_BOLD = PDK_POSTING_BOLD,
    CLI_GREEN = PDK_POSTING_GOOD,
    CLI_MAGENTA = PDK_POSTING_BEST,
    CLI_DIM = PDK_POSTING_DIM
} cli_style;

/* Zeroed, it is empty. */
typedef struct cli_text_table {
    pdk_posting *posting; /* of this table alone */
    size_t column_count;
    bool failed;
} cli_text_table;

/* Columns with less importance are left out first where a terminal is narrow; the same for several = from the right. */
void cli_text_column_add(cli_text_table *table, const char *heading, bool right, int importance);
/* Cells come from left to right; a row begins by itself after the last column. */
void cli_text_put(cli_text_table *table, cli_style style, const char *format, ...) CLI_PRINTF(3, 4);
/* The text of a file. */
void cli_text_put_name(cli_text_table *table, cli_style style, pdk_text name);
/* A lap time, 1:20.500; "" for NaN. */
void cli_text_put_clock(cli_text_table *table, cli_style style, double seconds);
/* A part of a lap: 25.859, from a minute on 1:02.345. */
void cli_text_put_part(cli_text_table *table, cli_style style, double seconds);
/* Adds it to out->posting, or prints it, and forgets it; columns that are empty in all rows are left out. CLI_FINE, or
 * CLI_IO when out of memory. */
int cli_text_print(cli_text_table *table, cli_out *out);
/* Letters, not bytes, of UTF-8: how wide a text of the usual scripts is. */
int cli_letters(const char *text, size_t size);

#endif
