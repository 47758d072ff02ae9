/* Tables of a document: read into arrays, written as CSV and JSON lines. */
#ifndef PADDOCK_TABLE_H
#define PADDOCK_TABLE_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_table pdk_table;

typedef struct pdk_column_info {
    const char *name;
    pdk_type type;
    const char *unit;    /* NULL = none */
    const char *meaning; /* NULL = the name says it */
    pdk_certainty certainty;
} pdk_column_info;

#define PDK_NO_COLUMN SIZE_MAX

PDK_API size_t pdk_document_table_count(const pdk_document *document);
/* The first table is the format's main one. */
PDK_API const pdk_table *pdk_document_table(const pdk_document *document, size_t index);
PDK_API const pdk_table *pdk_document_find_table(const pdk_document *document, const char *name);

PDK_API const char *pdk_table_name(const pdk_table *table);
PDK_API const char *pdk_table_meaning(const pdk_table *table);
PDK_API uint64_t pdk_table_rows(const pdk_table *table);
PDK_API size_t pdk_table_columns(const pdk_table *table);
PDK_API const pdk_column_info *pdk_table_column(const pdk_table *table, size_t column);
/* PDK_NO_COLUMN when there is none of that name. */
PDK_API size_t pdk_table_find_column(const pdk_table *table, const char *name);

/* One column of a read: its number, the type wanted, and room for `count` values of that type.
 * PDK_TYPE_NONE asks for the column's own type; PDK_FLOAT64 is possible for every number. */
typedef struct pdk_read {
    size_t column;
    pdk_type type;
    void *values;
} pdk_read;

/* Reads rows first .. first+count-1 of several columns in one walk over the file.
 * Any thread, any order. PDK_E_ARGUMENT when the range, a column or a type does not fit. */
PDK_API pdk_status pdk_table_read(const pdk_table *table, uint64_t first, size_t count, const pdk_read *reads,
                                  size_t read_count, pdk_error *error);
/* One column in its own type: `values` has room for count * pdk_type_size(type). */
PDK_API pdk_status pdk_table_read_column(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                         void *values, pdk_error *error);
/* One column of numbers as doubles. */
PDK_API pdk_status pdk_table_read_f64(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                      double *values, pdk_error *error);

/* ------------------------------------------------------------------------------------------- table export */

typedef enum pdk_table_format { PDK_CSV = 0, PDK_JSON_LINES = 1 } pdk_table_format;

typedef struct pdk_table_options {
    size_t struct_size;    /* PDK_TABLE_OPTIONS_INIT sets it */
    const size_t *columns; /* column numbers in the order wanted; NULL = all */
    size_t column_count;
    uint64_t first;        /* the first row wanted */
    bool has_count;        /* `count` is used; false = to the end */
    bool units;            /* CSV: header cells say "speed [m/s]" */
    uint64_t count;        /* how many rows, if there are as many */
    pdk_progress progress; /* in rows */
    void *progress_user;
} pdk_table_options;

#define PDK_TABLE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_table_options)

/* Streams rows as CSV (RFC 4180, a header line, CR LF) or as JSON lines (an object a row). Floats read back to the same
 * value; bytes are hex; NaN and infinities are NaN, Inf, -Inf in CSV and null in JSON. Memory does not grow with rows.
 * Large tables are formatted on several threads; output and progress are called on the caller's only. */
PDK_API pdk_status pdk_table_write(const pdk_table *table, pdk_table_format format, const pdk_table_options *options,
                                   pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
