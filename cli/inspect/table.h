/* The parts of `paddock table`. */
#ifndef PADDOCK_CLI_TABLE_H
#define PADDOCK_CLI_TABLE_H

#include "arguments.h"
#include "output.h"
#include "paddock/paddock.h"
#include "row_filter.h"

/* --- table_choice.c: which columns and rows --- */

/* --columns as column numbers; *columns is malloc'd, NULL when not given. */
int cli_columns_of(const char *text, const char *file, const pdk_table *table, size_t **columns, size_t *count);
/* --rows; says when they lie after the end. */
int cli_rows_of(const char *text, const char *file, const pdk_table *table, pdk_table_options *options);

/* --- table_view.c: for people --- */

/* Rows in aligned columns, as many columns as fit; the options as pdk_table_write takes them. */
int cli_view_table(cli_out *out, const char *file, const pdk_table *table, const pdk_table_options *options);

#endif
