/* DuckDB's stable C API, version 1.2.0, as one struct of functions: DuckDB fills it for the extension, the command
 * fills what it uses from the library that it loaded (session/sql_duckdb.c). All of sql/ calls through it. */
#ifndef PADDOCK_SQL_DUCKDB_API_H
#define PADDOCK_SQL_DUCKDB_API_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <duckdb_extension.h>
#pragma GCC diagnostic pop

DUCKDB_EXTENSION_EXTERN

#endif
