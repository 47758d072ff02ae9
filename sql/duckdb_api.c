/* What the command calls of DuckDB. The extension has it from the macro of its entry point (extension.c). */
#include "sql/duckdb_api.h"

DUCKDB_EXTENSION_GLOBAL
