/* SQL for bindings: a shared library of its own beside the library's parts, "paddock-sql", which has the functions of
 * `paddock sql` and loads DuckDB. It is made with one version of the library and gives documents of it; its interface
 * may change with each version. bindings/python calls it. */
#ifndef PADDOCK_PARTS_SQL_PART_H
#define PADDOCK_PARTS_SQL_PART_H

#include "paddock/paddock.h"

/* The version of the library that it belongs to, by the numbers of core.h. */
typedef struct pdk_sql_version {
    unsigned major, minor, patch;
} pdk_sql_version;

typedef struct pdk_sql_settings {
    bool skip;           /* files that cannot be read are left out, and are findings of the result */
    uint64_t memory;     /* what DuckDB may take, and each file that is opened, bytes; 0 = the usual limits */
    const uint8_t *stop; /* another thread sets it to 1 to end the query; NULL = nobody does */
} pdk_sql_settings;

enum { PDK_SQL_TEXT = 8192 };

typedef struct pdk_sql_failure {
    pdk_error error;         /* of a file: with its code and offset; otherwise only the status is used */
    char file[PDK_SQL_TEXT]; /* "" = the query */
    char text[PDK_SQL_TEXT]; /* what is wrong with the query; DuckDB's messages have several lines */
} pdk_sql_failure;

#ifdef PADDOCK_PART_MODULE
#define PDK_SQL_EXPORT __attribute__((visibility("default")))
#else
#define PDK_SQL_EXPORT
#endif

PDK_SQL_EXPORT pdk_sql_version pdk_sql_library_version(void);

/* Runs statements one after the other, in a separate database in memory. *rows: a document with the table "rows", those
 * of the last statement (a table without columns where it has none), which the caller closes. Its columns have units
 * where they come from a column of a file as it is. Numbers have DuckDB's type; HUGEINT and DECIMAL are int64 if all
 * values fit, otherwise float64; texts are texts, bytes are bytes; all other values are texts as DuckDB spells them.
 * Statements that write files (COPY, EXPORT, ATTACH) are refused. Any thread may call. */
PDK_SQL_EXPORT pdk_status pdk_sql_query(const char *query, const pdk_sql_settings *settings, pdk_document **rows,
                                        pdk_sql_failure *failure);

/* What is in the dataset at `root`, as a document of tables: its files, the best laps, drivers, what is wrong. */
PDK_SQL_EXPORT pdk_status pdk_sql_dataset(const char *root, const pdk_sql_settings *settings, pdk_document **document,
                                          pdk_sql_failure *failure);

#endif
