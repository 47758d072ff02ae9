/* Queries of the user: prepared, run in steps so that an interrupt ends them, their rows printed as they come. */
#include "exit_status.h"
#include "messages.h"
#include "output.h"
#include "platform/signals.h"
#include "sql.h"
#include "standard_output.h"

static int fail(cli_sql *sql, const char *message, duckdb_error_type type)
{
    return cli_sql_end(&sql->session, sql_fail_query(&sql->session, message, type));
}

static int print_rows(cli_sql *sql, duckdb_result *result, cli_out *out, sql_style style)
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
        status = fail(sql, message, duckdb_result_error_type(result));
    if (!cli_sql_rows_end(rows) && status == CLI_FINE) status = cli_no_memory("rows of a query");
    return status;
}

static int run_pending(cli_sql *sql, duckdb_pending_result pending, cli_out *out, sql_style style)
{
    duckdb_pending_state state;
    do {
        state = duckdb_pending_execute_task(pending);
    } while (!duckdb_pending_execution_is_finished(state));
    if (state == DUCKDB_PENDING_ERROR) return fail(sql, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
    duckdb_result result;
    int status = CLI_FINE;
    if (duckdb_execute_pending(pending, &result) != DuckDBSuccess)
        status = fail(sql, duckdb_result_error(&result), duckdb_result_error_type(&result));
    else if (duckdb_result_return_type(result) == DUCKDB_RESULT_TYPE_QUERY_RESULT)
        status = print_rows(sql, &result, out, style);
    duckdb_destroy_result(&result);
    return status;
}

/* Binding has opened the files of our functions: now it is known what a COPY must not replace. */
static int run_statement(cli_sql *sql, duckdb_prepared_statement statement, cli_out *out, sql_style style)
{
    const sql_session *session = &sql->session;
    duckdb_pending_result pending = NULL;
    bool copies = duckdb_prepared_statement_type(statement) == DUCKDB_STATEMENT_TYPE_COPY;
    int status = copies ? cli_sql_check_outputs(sql) : CLI_FINE;
    if (status != CLI_FINE) return status;
    duckdb_state made = session->pending_streaming != NULL ? session->pending_streaming(statement, &pending)
                                                           : duckdb_pending_prepared(statement, &pending);
    status = made == DuckDBSuccess ? run_pending(sql, pending, out, style)
                                   : fail(sql, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
    duckdb_destroy_pending(&pending);
    return status;
}

int cli_sql_run(cli_sql *sql, const char *query, cli_out *out, sql_style style)
{
    sql_session *session = &sql->session;
    duckdb_extracted_statements statements = NULL;
    int status = CLI_FINE;
    session->context.failed = false;
    sql_paths_free(&session->parts);
    idx_t count = duckdb_extract_statements(session->connection, query, &statements);
    const char *message = duckdb_extract_statements_error(statements);
    if (count == 0 && message != NULL) status = fail(sql, message, DUCKDB_ERROR_PARSER);
    else if (count == 0) status = cli_usage("there is no query in \"%s\"", query);
    for (idx_t i = 0; i < count && status == CLI_FINE; i++) {
        duckdb_prepared_statement statement = NULL;
        if (duckdb_prepare_extracted_statement(session->connection, statements, i, &statement) == DuckDBSuccess)
            status = run_statement(sql, statement, out, style);
        else status = fail(sql, duckdb_prepare_error(statement), DUCKDB_ERROR_INVALID);
        duckdb_destroy_prepare(&statement);
    }
    duckdb_destroy_extracted(&statements);
    return status;
}
