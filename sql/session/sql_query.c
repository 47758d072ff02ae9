/* Queries whose rows are few, or wanted by nobody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/session/sql_session.h"

pdk_status sql_query(sql_session *session, const char *query, duckdb_result *result)
{
    duckdb_result own;
    pdk_status status = PDK_OK;
    session->context.failed = false;
    if (query == NULL) return sql_fail_memory(session, "a statement");
    if (result == NULL) result = &own;
    bool good = duckdb_query(session->connection, query, result) == DuckDBSuccess;
    if (!good) status = sql_fail_query(session, duckdb_result_error(result), duckdb_result_error_type(result));
    if (!good || result == &own) duckdb_destroy_result(result);
    return status;
}

/* Malloc'd; NULL when out of memory, and for a text with a NUL, which is in no path and no name. */
static char *cell_text(duckdb_vector vector, duckdb_type type, idx_t row)
{
    sql_text text = { 0 };
    pdk_value value;
    char digits[32] = "";
    if (sql_is_null(vector, row)) {
        /* nothing */
    } else if (type == DUCKDB_TYPE_VARCHAR) {
        duckdb_string_t string = ((const duckdb_string_t *)duckdb_vector_get_data(vector))[row];
        sql_put_bytes(&text, duckdb_string_t_data(&string), duckdb_string_t_length(string));
    } else if (sql_plain_value(vector, type, row, &value) && value.type != PDK_FLOAT64) {
        if (value.type == PDK_UINT64) snprintf(digits, sizeof digits, "%llu", (unsigned long long)value.as.natural);
        else if (value.type == PDK_BOOL) snprintf(digits, sizeof digits, "%s", value.as.boolean ? "true" : "false");
        else snprintf(digits, sizeof digits, "%lld", (long long)value.as.integer);
        sql_put(&text, digits);
    }
    sql_put_bytes(&text, "", 1);
    if (!text.failed && strlen(text.data) + 1 == text.size) return text.data;
    free(text.data);
    return NULL;
}

static bool take_cells(duckdb_result *result, duckdb_data_chunk chunk, sql_paths *cells)
{
    idx_t columns = duckdb_data_chunk_get_column_count(chunk), rows = duckdb_data_chunk_get_size(chunk);
    char **larger = realloc(cells->paths, (cells->count + rows * columns + 1) * sizeof *larger);
    bool good = larger != NULL;
    if (good) cells->paths = larger;
    for (idx_t i = 0; good && i < rows * columns; i++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, i % columns);
        char *text = cell_text(vector, duckdb_column_type(result, i % columns), i / columns);
        good = text != NULL;
        if (good) cells->paths[cells->count++] = text;
    }
    return good;
}

pdk_status sql_ask(sql_session *session, const char *query, sql_paths *cells)
{
    duckdb_result result;
    duckdb_data_chunk chunk;
    pdk_status status = sql_query(session, query, &result);
    if (status != PDK_OK) return status;
    while (status == PDK_OK && (chunk = duckdb_fetch_chunk(result)) != NULL) {
        if (!take_cells(&result, chunk, cells)) status = sql_fail_memory(session, "rows of a query");
        duckdb_destroy_data_chunk(&chunk);
    }
    duckdb_destroy_result(&result);
    return status;
}
