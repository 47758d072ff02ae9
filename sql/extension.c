/* paddock.duckdb_extension: LOAD it in any DuckDB from 1.2 on, and it has the functions of sql_functions.h. */
#define DUCKDB_EXTENSION_NAME paddock
#include "sql/sql_functions.h"

bool paddock_init_c_api(duckdb_extension_info info, struct duckdb_extension_access *access);

/* One for the program: DuckDB says nothing when a database closes, and documents are kept for none. */
static sql_context context;
static bool is_begun;

#pragma GCC diagnostic ignored "-Wpedantic"
DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access)
{
    if (!is_begun) sql_context_init(&context);
    is_begun = true;
    context.keeps = 0;
    context.unmapped = true; /* a page that is missing would end the whole program */
    context.patience = SQL_PATIENCE;
    if (sql_register(*access->get_database(info), connection, &context)) return true;
    access->set_error(info, "paddock's functions cannot be added: are they there already?");
    return false;
}
