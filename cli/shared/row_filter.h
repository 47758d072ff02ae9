/* --where and --time: which rows of a table. */
#ifndef PADDOCK_CLI_ROW_FILTER_H
#define PADDOCK_CLI_ROW_FILTER_H

#include "arguments.h"
#include "paddock/paddock.h"

enum { CLI_MAX_TESTS = 64 };

typedef enum cli_comparison { CLI_EQUAL, CLI_UNEQUAL, CLI_LESS, CLI_AT_MOST, CLI_MORE, CLI_AT_LEAST } cli_comparison;

/* One test of one column. */
typedef struct cli_test {
    size_t column;
    cli_comparison comparison;
    bool missing; /* is there a value at all? */
    double number;
    const char *text; /* of a text column */
    size_t size;
} cli_test;

/* What --where and --time ask of the rows of one table. */
typedef struct cli_filter {
    const pdk_table *table;
    cli_test tests[CLI_MAX_TESTS];
    size_t count;
} cli_filter;

/* Reads --where and --time. CLI_FINE, or CLI_USAGE after saying why. `file` is for messages. */
int cli_filter_of(cli_filter *filter, const cli_arguments *arguments, const char *file, const pdk_table *table);
/* Lets the options choose these rows, if there is a test. If rows are chosen by time, options->first and ->count leave
 * out most rows before the first and after the last one that passes. The filter must live as long as the options. */
void cli_filter_apply(const cli_filter *filter, pdk_table_options *options);
/* A pdk_row_filter; `user` is a cli_filter. */
pdk_status cli_filter_rows(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error);

#endif
