/* Files that are databases: Le Mans Ultimate writes its telemetry as a DuckDB database.
 *
 * DuckDB reads it: the part paddock-duckdb (format.h), or a reader that the program gives:
 *
 *     static const pdk_database_reader reader = { NULL, open_database, column_at, read_numbers, read_texts,
 *                                                 close_database };
 *     pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
 *     options.databases = &reader;
 *
 * Without both, opening such a file fails with PDK_E_UNSUPPORTED, "database.reader". sql/sql_database.c is the reader
 * of the part and of the command.
 */
#ifndef PADDOCK_DATABASE_H
#define PADDOCK_DATABASE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A column of a table that is stored in the database. Views are not listed: they could ask for other files. */
typedef struct pdk_database_column {
    const char *table, *name; /* as long as the database is open */
    pdk_type type;            /* PDK_TEXT, or any type of numbers; PDK_TYPE_NONE = it cannot be read */
    uint64_t rows;            /* of its table */
} pdk_database_column;

/* Gets a text of row `row`; it is valid during the call only. False = stop. */
typedef bool (*pdk_database_text)(void *user, uint64_t row, pdk_text text);

/* What the library calls. Functions that return a status fill `error` when they fail. Calls for one database come one
 * at a time, on any thread. What they may call: see "callbacks" in core.h. */
typedef struct pdk_database_reader {
    void *user; /* for `open` */
    /* Opens the file for reading: not a byte of it may change. On success *database is closed once, with the document.
     */
    pdk_status (*open)(void *user, const char *path, void **database, pdk_error *error);
    /* Columns of one table follow each other, in their order. NULL past the end. */
    const pdk_database_column *(*column_at)(void *database, size_t index);
    /* All rows of a column, in the order in which they were written. True is 1; where a row has no number, C's NAN. */
    pdk_status (*read_numbers)(void *database, size_t column, double *values, pdk_error *error);
    /* The same of texts. A missing one has no call of `take`. */
    pdk_status (*read_texts)(void *database, size_t column, pdk_database_text take, void *take_user, pdk_error *error);
    void (*close)(void *database);
} pdk_database_reader;

#ifdef __cplusplus
}
#endif
#endif
