/* Tables: columns of values over records that stay where they are in the file. */
#ifndef PADDOCK_MODEL_TABLE_H
#define PADDOCK_MODEL_TABLE_H

#include <stdatomic.h>

#include "layout/layout.h"

/* Rows are handled in batches of at most this many, so that a batch's records stay in cache while its columns are read.
 */
enum { PDK_BATCH = 256 };

/* Where a row's record is, and one number that the table's locator passes to its computed columns (a slice, a
 * frame). */
typedef struct pdk_row {
    const uint8_t *at;
    uint64_t context;
} pdk_row;

typedef struct pdk_column pdk_column;

/* Fills rows[0..count) for table rows first.. . Cannot fail: opening has checked whatever it walks over. */
typedef void (*pdk_locate)(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows);
/* Rows that are no neighbours have no number. */
#define PDK_NO_ROW UINT64_MAX
/* What a computed column fills: table rows first .. first+count-1, count <= PDK_BATCH. */
typedef struct pdk_batch {
    const pdk_table *table;
    const pdk_column *column;
    const pdk_row *rows; /* rows[i] is table row first+i */
    uint64_t first;      /* PDK_NO_ROW: of a table with a locator, rows here and there */
    size_t count;
    uint8_t *validity; /* a bit for each row, all set at first; NULL where the column is not nullable */
    pdk_error *error;
} pdk_batch;

/* Fills values[0..count) of column->info.type; calls pdk_batch_miss for rows that have no value. Thread-safe. Memory
 * comes from batch->table->document->memory, which any thread may ask: pdk_keep for the texts it hands out, which live
 * as long as the document, pdk_alloc and pdk_free for what it needs meanwhile. Fails with *batch->error filled; rows of
 * other columns are then not read. */
typedef pdk_status (*pdk_compute)(const pdk_batch *batch, void *values);

/* The least and greatest of some values that are not NaN; least > greatest = there are none. */
typedef struct pdk_value_span {
    double least, greatest;
} pdk_value_span;

/* What the values of rows first .. first+count-1 lie between, where that is known without reading them: the span may be
 * too wide, never too narrow. Thread-safe. */
typedef pdk_value_span (*pdk_find_span)(const pdk_table *table, uint64_t first, uint64_t count);

struct pdk_column {
    pdk_column_info info;
    const pdk_field *field; /* gathered: element `element` at row.at + shift; NULL = computed */
    uint32_t element;
    uint64_t shift;
    pdk_compute compute;
    const void *data;  /* the computed column's own */
    uint64_t number;   /*   and a number for it: which wheel, which axis */
    bool has_sentinel; /* numbers in this range, or empty texts, mean "none" */
    double sentinel_from, sentinel_to;
    pdk_find_span find_span;                  /* NULL = values are read to know it */
    _Atomic(struct pdk_table_block *) blocks; /* what is known about blocks of rows; made on first use */
};

struct pdk_table {
    pdk_document *document;
    pdk_memory *memory; /* what the table is made of is here; the document's, or an answer's */
    bool *failed;       /* memory ran out while it was made; the document's, or its own: */
    bool incomplete;
    const char *name, *meaning;
    uint64_t rows;
    const uint8_t *base; /* without a locator: row i is at base + i * stride */
    uint64_t stride;
    pdk_locate locate;
    const void *state; /* the locator's own */
    pdk_column *columns;
    size_t column_count, column_capacity;
    uint32_t *by_name; /* of wide tables: 1 + a column, at the places that its name's hash says; otherwise NULL */
    size_t by_name_size;
    const uint8_t *drivers; /* of each row: what the column of PDK_ROLE_DRIVER has; NULL = it must be read */
    const char *sorted_by;  /* the name of a column whose values never fall from row to row; NULL = none is promised */
};

/* Row `index` of the batch has no value. What is at values[index] is overwritten: 0, NaN or an empty text. */
static inline void pdk_batch_miss(const pdk_batch *batch, size_t index)
{
    batch->validity[index / 8] &= (uint8_t) ~(1u << (index % 8));
}

/* Rows at a fixed stride. */
void pdk_table_set_strided(pdk_table *table, const uint8_t *base, uint64_t stride);
/* Rows found by a function. */
void pdk_table_set_located(pdk_table *table, pdk_locate locate, const void *state);
/* Rows without bytes in the file: they are computed. */
void pdk_table_set_unlocated(pdk_table *table);

/* What a field says about its column. */
pdk_column_info pdk_column_of_field(const pdk_field *field);
/* The columns. `name` NULL takes the field's own. Names must live as long as the document. A NULL table (memory ran
 * out) is fine everywhere. */
void pdk_table_add_field(pdk_table *table, const char *name, const pdk_field *field, uint32_t element, uint64_t shift);
/* Every field of a record that makes a column: numbers and opaque bytes, except those called reserved*. Arrays become
 * direction_x, direction_y ..., or name_0, name_1 ... where elements have no names. */
void pdk_table_add_record(pdk_table *table, const pdk_record *record, uint64_t shift);
pdk_column *pdk_table_add_computed(pdk_table *table, pdk_column_info info, pdk_compute compute, const void *data,
                                   uint64_t number);
/* What was just added can miss values: numbers that are `sentinel` (NaN: those that are NaN). */
void pdk_table_set_sentinel(pdk_table *table, double sentinel);
/* The same for every number from .. to, both included. */
void pdk_table_set_sentinel_range(pdk_table *table, double from, double to);
/* What was just added can miss values: texts and bytes that are empty. */
void pdk_table_set_empty_missing(pdk_table *table);
/* What was just added plays this role, in this frame. */
void pdk_table_set_role(pdk_table *table, pdk_role role, pdk_frame frame);
/* How it is known what this column lies between. */
void pdk_table_set_span(pdk_table *table, const char *column, pdk_find_span find_span);
/* The column just added is left out unless it is named. */
void pdk_table_set_hidden(pdk_table *table);

/* The roles of a table's columns by name, ended by column == NULL: one list serves every dialect, names that this table
 * lacks are skipped. */
typedef struct pdk_column_role {
    const char *column;
    pdk_role role;
    pdk_frame frame;
} pdk_column_role;
void pdk_table_set_roles(pdk_table *table, const pdk_column_role *roles);

/* Rows are in ascending order of this column. */
void pdk_table_set_sorted(pdk_table *table, const char *column);
/* A column that is an array in memory, one value of info.type a row; it must live as long as the document. */
void pdk_table_add_array(pdk_table *table, pdk_column_info info, const void *values);

/* --- table_read.c: rows that are found once and read in parts --- */

/* Where rows first .. first+count-1 are. */
void pdk_table_locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows);
/* Whether the column needs no more than where a row is: then any rows that were located may be read together. */
bool pdk_table_reads_anywhere(const pdk_table *table, size_t column);
/* As pdk_table_read, of rows that were located, at most PDK_BATCH. `first` = the number of rows[0] where they are
 * neighbours, else PDK_NO_ROW, which columns that read anywhere allow. The reads are taken to fit the table. */
pdk_status pdk_table_read_located(const pdk_table *table, const pdk_row *rows, uint64_t first, size_t count,
                                  const pdk_column_read *reads, size_t read_count, pdk_error *error);

#endif
