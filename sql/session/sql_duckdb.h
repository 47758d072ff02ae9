/* DuckDB as a library that is loaded: for the command's SQL, and for the part that reads databases (parts/duckdb). */
#ifndef PADDOCK_SQL_SESSION_SQL_DUCKDB_H
#define PADDOCK_SQL_SESSION_SQL_DUCKDB_H

#include "paddock/paddock.h"
#include "platform/library.h"

/* Loads DuckDB and fills the functions of duckdb_api.h. NULL with a reason where it cannot be had. One thread at a
 * time. */
pdk_library *sql_load_duckdb(char *reason, size_t size);
/* A function that only some versions have; false = this one has none. */
bool sql_take(pdk_library *library, const char *name, void *function);
/* Can DuckDB be had? Otherwise `reason` says what is missing. */
bool sql_is_here(char *reason, size_t size);
/* The failure of opening a database without it. */
pdk_status sql_no_duckdb(const char *reason, pdk_error *error);
/* A reader of files that are databases, which loads DuckDB when the first is opened. One thread at a time. */
pdk_database_reader sql_loading_reader(void);

#endif
