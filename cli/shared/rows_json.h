/* Rows of tables as JSON. */
#ifndef PADDOCK_CLI_ROWS_JSON_H
#define PADDOCK_CLI_ROWS_JSON_H

#include "json/json.h"
#include "paddock/paddock.h"

/* Some rows of a table, in their own order. */
typedef struct cli_row_list {
    const uint64_t *rows;
    size_t count;
} cli_row_list;

/* The member NAME:[{row}...] of a table: all rows, or those wanted. `more` (may be NULL) adds members to the object of
 * a row. */
typedef void (*cli_more_members)(void *user, pdk_json *json, uint64_t row);
int cli_put_rows_json(pdk_json *json, const char *file, const pdk_table *table, const cli_row_list *wanted,
                      cli_more_members more, void *user);

#endif
