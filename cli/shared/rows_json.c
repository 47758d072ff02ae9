/* Rows of a table as JSON objects: for answers that a program reads. */
#include <stdlib.h>

#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "rows_json.h"
#include "value_text.h"

enum { ROWS = 256 };

typedef struct row_reads {
    pdk_column_read *reads;
    size_t count;
} row_reads;

static void forget(row_reads *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->reads[i].values);
        free(rows->reads[i].validity);
    }
    free(rows->reads);
}

static bool prepare(row_reads *rows, const pdk_table *table)
{
    size_t columns = pdk_table_columns(table);
    rows->reads = malloc((columns + 1) * sizeof *rows->reads);
    bool good = rows->reads != NULL;
    for (size_t i = 0; i < columns && good; i++) {
        rows->reads[i] = (pdk_column_read){ .column = i,
                                            .values = malloc(ROWS * pdk_type_size(pdk_table_column_at(table, i)->type)),
                                            .validity = malloc(ROWS / 8) };
        rows->count++;
        good = rows->reads[i].values != NULL && rows->reads[i].validity != NULL;
    }
    return good;
}

static void put_row(pdk_json *json, const pdk_table *table, const row_reads *rows, size_t row)
{
    for (size_t i = 0; i < rows->count; i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        pdk_value value = cli_value_at(info->type, rows->reads[i].values, row);
        bool there = (rows->reads[i].validity[row / 8] >> (row % 8) & 1) != 0;
        if (there) pdk_member_value(json, info->name, &value);
        else pdk_member_text(json, info->name, NULL);
    }
}

int cli_put_rows_json(pdk_json *json, const char *file, const pdk_table *table, const cli_row_list *wanted,
                      cli_more_members more, void *user)
{
    row_reads rows = { .count = 0 };
    pdk_error error;
    int status = prepare(&rows, table) ? CLI_FINE : cli_no_memory("rows of a table");
    uint64_t total = wanted != NULL ? wanted->count : pdk_table_rows(table);
    pdk_member_begin(json, pdk_table_name(table), '[');
    for (uint64_t at = 0; at < total && status == CLI_FINE;) {
        uint64_t first = wanted != NULL ? wanted->rows[at] : at;
        size_t count = 1; /* rows that follow each other are read at once */
        while (count < ROWS && at + count < total && (wanted == NULL || wanted->rows[at + count] == first + count))
            count++;
        if (pdk_table_read(table, first, count, rows.reads, rows.count, &error) != PDK_OK)
            status = cli_fail(file, &error);
        for (size_t row = 0; row < count && status == CLI_FINE; row++) {
            pdk_json_begin(json, '{');
            put_row(json, table, &rows, row);
            if (more != NULL) more(user, json, first + row);
            pdk_json_end(json, '}');
        }
        at += count;
    }
    pdk_json_end(json, ']');
    forget(&rows);
    return status;
}
