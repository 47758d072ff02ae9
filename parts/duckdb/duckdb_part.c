/* The table that the library finds. DuckDB is loaded when the first database is opened, and stays. */
#include "parts/duckdb_part.h"
#include "platform/threads.h"
#include "sql/session/sql_duckdb.h"
#include "sql/sql_database.h"

PDK_PART_TABLE pdk_duckdb_part_table pdk_duckdb_part;

static pdk_mutex loading;
static bool is_loaded;

/* When the system has loaded this. */
__attribute__((constructor)) static void begin(void)
{
    pdk_mutex_init(&loading);
}

static bool load(char *reason, size_t size)
{
    pdk_mutex_lock(&loading);
    is_loaded = is_loaded || sql_load_duckdb(reason, size) != NULL;
    bool loaded = is_loaded;
    pdk_mutex_unlock(&loading);
    return loaded;
}

static pdk_status open_database(void *user, const char *path, void **database, pdk_error *error)
{
    char reason[400];
    if (load(reason, sizeof reason)) return sql_database_reader.open(user, path, database, error);
    return sql_no_duckdb(reason, error);
}

static const pdk_database_column *column_at(void *database, size_t index)
{
    return sql_database_reader.column_at(database, index);
}

static pdk_status read_numbers(void *database, size_t column, double *values, pdk_error *error)
{
    return sql_database_reader.read_numbers(database, column, values, error);
}

static pdk_status read_texts(void *database, size_t column, pdk_database_text take, void *take_user, pdk_error *error)
{
    return sql_database_reader.read_texts(database, column, take, take_user, error);
}

static void close_database(void *database)
{
    sql_database_reader.close(database);
}

pdk_duckdb_part_table pdk_duckdb_part = {
    .head = { PDK_PART_VERSION, sizeof pdk_duckdb_part },
    .reader = { NULL, open_database, column_at, read_numbers, read_texts, close_database },
};
