/* What the parts of a table function share: sql_bind.c, sql_numbering.c, sql_scan.c. */
#ifndef PADDOCK_SQL_SQL_SCAN_H
#define PADDOCK_SQL_SQL_SCAN_H

#include "sql/sql_functions.h"
#include "sql/sql_walk.h"

typedef struct sql_extra {
    const sql_kind *kind;
    sql_context *context;
} sql_extra;

/* --- sql_numbering.c --- */
/* Before the first table whose rows have numbers of corners is read. *failed: the file where it ended. */
pdk_status sql_number_corners(sql_bound *bound, const sql_watch *watch, size_t *failed, pdk_error *error);
/* A file of the call, with the corners of its track. The caller closes it. */
pdk_status sql_open_bound(const sql_bound *bound, const char *path, pdk_document **document, pdk_error *error);

/* --- sql_scan.c --- */
void sql_init(duckdb_init_info info);
void sql_local_init(duckdb_init_info info);
void sql_scan(duckdb_function_info info, duckdb_data_chunk output);

#endif
