/* Walking a table for export: batches of rows with every wanted column, in bounded memory. */
#ifndef PADDOCK_EXPORT_ROWS_H
#define PADDOCK_EXPORT_ROWS_H

#include "export/lines.h"

/* One wanted column of the batch. */
typedef struct pdk_row_column {
    const pdk_column_info *info;
    void *values; /* of info->type, one for each row of the batch */
    const char *key; /* what stands before the value, made by the writer: "," or "\"speed\":" */
    size_t key_size;
} pdk_row_column;

typedef struct pdk_rows {
    const pdk_table *table;
    pdk_row_column *columns;
    size_t column_count;
    size_t count; /* rows in this batch */
} pdk_rows;

/* How a kind of text writes itself. */
typedef struct pdk_rows_writer {
    /* Before the first row: may set the columns' keys, from `memory`. */
    pdk_status (*begin)(pdk_lines *lines, pdk_rows *rows, pdk_memory *memory, bool units);
    void (*batch)(pdk_lines *lines, const pdk_rows *rows);
} pdk_rows_writer;

extern const pdk_rows_writer pdk_csv_writer;   /* csv.c */
extern const pdk_rows_writer pdk_jsonl_writer; /* jsonl.c */

/* A number or boolean at `to`, which has PDK_NUMBER_SPACE bytes; returns the end. Not for texts and bytes. */
char *pdk_rows_put_scalar(char *to, const pdk_row_column *column, size_t row);

#endif
