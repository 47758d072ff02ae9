/* Queries: prepared, run in steps so that an interrupt ends them, their rows printed as they come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/signals.h"
#include "sql.h"

char *cli_sql_quoted(const char *text)
{
    char *made = malloc(2 * strlen(text) + 3), *to = made;
    if (made == NULL) return NULL;
    *to++ = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'') *to++ = '\'';
        *to++ = *text;
    }
    *to++ = '\'';
    *to = '\0';
    return made;
}

void cli_sql_put(sql_text *text, const char *data)
{
    cli_sql_text_put(text, data, strlen(data));
}

void cli_sql_put_literal(sql_text *text, const char *data)
{
    char *quoted = cli_sql_quoted(data);
    if (quoted != NULL) cli_sql_put(text, quoted);
    else text->failed = true;
    free(quoted);
}

void cli_sql_put_list(sql_text *text, const char *const *items, size_t count)
{
    cli_sql_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        cli_sql_put(text, i > 0 ? ", " : "");
        cli_sql_put_literal(text, items[i]);
    }
    cli_sql_put(text, "]");
}

bool cli_sql_try(sql_session *session, sql_text *statement, pdk_error *error)
{
    duckdb_result result;
    sql_context *context = &session->context;
    context->failed = false;
    cli_sql_text_put(statement, "", 1);
    *error = (pdk_error){ .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out" };
    snprintf(error->message, sizeof error->message, "out of memory for a statement");
    bool good = false;
    if (!statement->failed) {
        good = duckdb_query(session->connection, statement->data, &result) == DuckDBSuccess;
        const char *message = good ? NULL : duckdb_result_error(&result);
        if (!good && context->failed) {
            *error = context->error;
        } else if (!good && !cli_sql_is_broken_part(session, message, error)) {
            error->status = PDK_E_IO;
            snprintf(error->code, sizeof error->code, "duckdb");
            snprintf(error->message, sizeof error->message, "%s",
                     message != NULL ? message : "DuckDB does not say why");
        }
        duckdb_destroy_result(&result);
    }
    statement->size = 0;
    return good;
}

bool cli_sql_list(sql_session *session, const char *query, sql_paths *cells)
{
    duckdb_result result;
    duckdb_data_chunk chunk;
    bool good = duckdb_query(session->connection, query, &result) == DuckDBSuccess;
    const char *message = good ? NULL : duckdb_result_error(&result);
    snprintf(session->said, sizeof session->said, "%s", message != NULL ? message : "");
    while (good && (chunk = duckdb_fetch_chunk(result)) != NULL) {
        idx_t columns = duckdb_data_chunk_get_column_count(chunk), rows = duckdb_data_chunk_get_size(chunk);
        char **larger = realloc(cells->paths, (cells->count + rows * columns + 1) * sizeof *larger);
        good = larger != NULL;
        if (good) cells->paths = larger;
        for (idx_t row = 0; good && row < rows; row++) {
            for (idx_t i = 0; good && i < columns; i++) {
                sql_text text = { 0 };
                duckdb_logical_type type = duckdb_column_logical_type(&result, i);
                cli_sql_put_cell(&text, duckdb_data_chunk_get_vector(chunk, i), type, row);
                cli_sql_text_put(&text, "", 1);
                duckdb_destroy_logical_type(&type);
                good = !text.failed && strlen(text.data) + 1 == text.size; /* a NUL is in no path and no name */
                if (good) cells->paths[cells->count++] = text.data;
                else free(text.data);
            }
        }
        duckdb_destroy_data_chunk(&chunk);
    }
    duckdb_destroy_result(&result);
    return good;
}

static int print_rows(sql_session *session, duckdb_result *result, cli_out *out, sql_style style)
{
    sql_rows *rows = cli_sql_rows_begin(result, out, style);
    if (rows == NULL) return cli_no_memory("rows of a query");
    int status = CLI_FINE;
    while (status == CLI_FINE && !cli_output_failed()) {
        duckdb_data_chunk chunk = duckdb_fetch_chunk(*result);
        if (chunk == NULL) break;
        if (duckdb_data_chunk_get_size(chunk) == 0) { /* the end of a stream */
            duckdb_destroy_data_chunk(&chunk);
            break;
        }
        if (!cli_sql_rows_put(rows, chunk)) status = cli_no_memory("rows of a query");
        duckdb_destroy_data_chunk(&chunk);
        if (pdk_interrupted()) status = CLI_INTERRUPTED;
    }
    const char *message = duckdb_result_error(result); /* of a stream that broke off */
    if (status == CLI_FINE && message != NULL && message[0] != '\0')
        status = cli_sql_fail(session, message, duckdb_result_error_type(result));
    if (!cli_sql_rows_end(rows) && status == CLI_FINE) status = cli_no_memory("rows of a query");
    return status;
}

static bool has_rows(duckdb_result *result)
{
    return duckdb_result_return_type(*result) == DUCKDB_RESULT_TYPE_QUERY_RESULT;
}

static int run_pending(sql_session *session, duckdb_pending_result pending, cli_out *out, sql_style style)
{
    duckdb_pending_state state;
    do {
        state = duckdb_pending_execute_task(pending);
    } while (!duckdb_pending_execution_is_finished(state));
    if (state == DUCKDB_PENDING_ERROR)
        return cli_sql_fail(session, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
    duckdb_result result;
    int status = CLI_FINE;
    if (duckdb_execute_pending(pending, &result) != DuckDBSuccess)
        status = cli_sql_fail(session, duckdb_result_error(&result), duckdb_result_error_type(&result));
    else if (out != NULL && has_rows(&result)) status = print_rows(session, &result, out, style);
    duckdb_destroy_result(&result);
    return status;
}

static int run_statement(sql_session *session, duckdb_prepared_statement statement, cli_out *out, sql_style style)
{
    duckdb_pending_result pending = NULL;
    duckdb_state made = session->pending_streaming != NULL && out != NULL
                            ? session->pending_streaming(statement, &pending)
                            : duckdb_pending_prepared(statement, &pending);
    int status = made == DuckDBSuccess ? run_pending(session, pending, out, style)
                                       : cli_sql_fail(session, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
    duckdb_destroy_pending(&pending);
    return status;
}

/* Binding has opened the files of our functions: now it is known what a COPY must not replace. */
static int run_copy_apart(sql_session *session, duckdb_prepared_statement statement, cli_out *out, sql_style style)
{
    bool copies = duckdb_prepared_statement_type(statement) == DUCKDB_STATEMENT_TYPE_COPY;
    int status = copies ? cli_sql_check_outputs(session) : CLI_FINE;
    return status == CLI_FINE ? run_statement(session, statement, out, style) : status;
}

int cli_sql_run(sql_session *session, const char *query, cli_out *out, sql_style style)
{
    duckdb_extracted_statements statements = NULL;
    int status = CLI_FINE;
    session->context.failed = false;
    sql_paths_free(&session->parts);
    idx_t count = duckdb_extract_statements(session->connection, query, &statements);
    const char *message = duckdb_extract_statements_error(statements);
    if (count == 0 && message != NULL) status = cli_sql_fail(session, message, DUCKDB_ERROR_PARSER);
    else if (count == 0) status = cli_usage("there is no query in \"%s\"", query);
    for (idx_t i = 0; i < count && status == CLI_FINE; i++) {
        duckdb_prepared_statement statement = NULL;
        if (duckdb_prepare_extracted_statement(session->connection, statements, i, &statement) == DuckDBSuccess)
            status = run_copy_apart(session, statement, out, style);
        else status = cli_sql_fail(session, duckdb_prepare_error(statement), DUCKDB_ERROR_INVALID);
        duckdb_destroy_prepare(&statement);
    }
    duckdb_destroy_extracted(&statements);
    return status;
}

int cli_sql_do(sql_session *session, const char *statement)
{
    return cli_sql_run(session, statement, NULL, SQL_CSV);
}
