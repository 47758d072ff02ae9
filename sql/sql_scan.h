/* The parts of sql_scan.c and sql_bind.c. */
#ifndef PADDOCK_SQL_SQL_SCAN_H
#define PADDOCK_SQL_SQL_SCAN_H

#include "sql/sql_functions.h"

typedef struct sql_extra {
    const sql_kind *kind;
    sql_context *context;
} sql_extra;

/* --- sql_bind.c --- */
void sql_bind(duckdb_bind_info info);
void sql_bound_free(void *user);

/* --- sql_scan.c --- */
void sql_init(duckdb_init_info info);
void sql_local_init(duckdb_init_info info);
void sql_scan(duckdb_function_info info, duckdb_data_chunk output);

#endif
