/* Small tables that people keep in a spreadsheet and save as CSV. */
#ifndef PADDOCK_CLI_CSV_TABLE_H
#define PADDOCK_CLI_CSV_TABLE_H

#include "open.h"

/* Cells are UTF-8, without quotes and without blanks around them; short rows have "" at their end. */
typedef struct cli_csv_table {
    const char *path;
    cli_input input;
    char *text; /* malloc'd; the cells are in it */
    const char **cells;
    size_t *lines;        /* of the file, from 1: where each row begins */
    size_t rows, columns; /* without the header */
} cli_csv_table;

/* Reads the requested columns, in any order in the file, separated by commas or semicolons: cell (row, i) is that of
 * names[i]. `names` ends with NULL; all must be there, but a name with a ? before it: "?x" is "" in each row where
 * there is no column x. Empty lines are left out. Says what is wrong. Give it to cli_forget_csv in any case. */
int cli_read_csv(cli_csv_table *table, const char *path, const char *const *names);
static inline const char *cli_csv_cell(const cli_csv_table *table, size_t row, size_t column)
{
    return table->cells[row * table->columns + column];
}
static inline size_t cli_csv_line(const cli_csv_table *table, size_t row)
{
    return table->lines[row];
}
void cli_forget_csv(cli_csv_table *table);

#endif
