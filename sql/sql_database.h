/* DuckDB as the library's reader of databases (paddock/database.h). */
#ifndef PADDOCK_SQL_SQL_DATABASE_H
#define PADDOCK_SQL_SQL_DATABASE_H

#include "paddock/paddock.h"

/* Reads with the functions of duckdb_api.h, which are there already: in the extension, and in a session. */
extern const pdk_database_reader sql_database_reader;

#endif
