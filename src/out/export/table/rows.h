/* Walking a table for export: batches of rows with every wanted column, in bounded memory, on several threads. */
#ifndef PADDOCK_EXPORT_TABLE_ROWS_H
#define PADDOCK_EXPORT_TABLE_ROWS_H

#include "target/text_buffer.h"

/* One wanted column of the batch. */
typedef struct pdk_row_column {
    const pdk_column_info *info; /* NULL = PDK_NO_COLUMN */
    void *values;                /* of info->type, one for each row of the batch */
    uint8_t *validity;           /* a bit for each row; NULL where the column is not nullable */
    const char *key;             /* what is written before the value, made by the writer: "," or "\"speed\":" */
    size_t key_size;
} pdk_row_column;

typedef struct pdk_rows {
    pdk_row_column *columns;
    size_t column_count;
    size_t count;        /* rows in this batch */
    const uint8_t *keep; /* a byte for each row, 0 = left out; NULL = all are written */
    /* What the writer made before the first row. */
    const char *label; /* begins each row */
    size_t label_size;
    const char *end; /* before the end of each row: a last label, with what is written before it */
    size_t end_size;
    bool for_excel;
    char separator, point; /* of cells, of decimals */
    bool crlf;
} pdk_rows;

static inline bool pdk_row_is_missing(const pdk_row_column *column, size_t row)
{
    if (column->info == NULL) return true;
    return column->validity != NULL && (column->validity[row / 8] >> (row % 8) & 1) == 0;
}

/* How a kind of text writes itself. */
typedef struct pdk_rows_writer {
    /* Before the first row: writes what is there, sets the columns' keys and what all rows share; it lives in
     * `memory`. False = no memory. */
    bool (*begin)(pdk_text_buffer *lines, pdk_rows *rows, pdk_memory *memory, const pdk_table_options *options);
    void (*batch)(pdk_text_buffer *lines, const pdk_rows *rows);
} pdk_rows_writer;

extern const pdk_rows_writer pdk_csv_writer;   /* csv.c */
extern const pdk_rows_writer pdk_jsonl_writer; /* jsonl.c */

/* What is to be written. */
typedef struct pdk_rows_job {
    const pdk_table *table;
    const pdk_rows_writer *writer;
    const pdk_table_options *options;
    uint64_t first, count; /* rows there are */
    const size_t *columns; /* numbers of the columns that are written */
    size_t column_count;
    pdk_output *output;
    pdk_memory *memory;
    pdk_error *error;
} pdk_rows_job;

/* rows_parallel.c: reads and writes batch after batch. The output and the progress callback are called on this thread
 * only. */
pdk_status pdk_rows_write(const pdk_rows_job *job);

/* What all rows share: keeps what is in `lines` and empties it. False = no memory. */
bool pdk_rows_keep(pdk_text_buffer *lines, pdk_memory *memory, const char **text, size_t *size);

/* A number or boolean at `to`, which has PDK_NUMBER_SPACE bytes; returns the end. Not for texts and bytes. */
char *pdk_rows_put_scalar(char *to, const pdk_row_column *column, size_t row);

#endif
