/* What `paddock sql` does with its arguments. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dataset/dataset.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "parquet.h"
#include "platform/console.h"
#include "platform/signals.h"
#include "sql.h"

static int choose_style(const cli_arguments *arguments, const cli_out *out, sql_style *style)
{
    const char *name = arguments->values[CLI_FORMAT], *output = arguments->values[CLI_OUTPUT];
    bool excel = cli_given(arguments, CLI_EXCEL), json = cli_given(arguments, CLI_JSON);
    bool lines = output != NULL && (cli_is_named(output, ".jsonl") || cli_is_named(output, ".ndjson"));
    if (name != NULL && strcmp(name, "csv") != 0 && strcmp(name, "jsonl") != 0)
        return cli_usage("there is no table format \"%s\"; there are csv, jsonl", name);
    if (name != NULL) lines = strcmp(name, "jsonl") == 0;
    if (excel + json + lines > 1) return cli_usage("--excel, --json and JSON lines exclude each other");
    *style = excel                                                       ? SQL_EXCEL
             : json || (output != NULL && cli_is_named(output, ".json")) ? SQL_JSON
             : lines                                                     ? SQL_JSON_LINES
                                                                         : SQL_CSV;
    if (*style == SQL_CSV && name == NULL && (out->is_terminal || (output != NULL && cli_is_named(output, ".txt"))))
        *style = SQL_ALIGNED;
    return CLI_FINE;
}

/* The rows of one query. */
static int write_parquet(cli_sql *sql, const char *query, const char *path)
{
    sql_session *session = &sql->session;
    size_t size = strlen(query);
    while (size > 0 && strchr(" \t\r\n;", query[size - 1]) != NULL) size--;
    char *one = malloc(size + 1);
    if (one == NULL) return cli_no_memory("Parquet");
    memcpy(one, query, size);
    one[size] = '\0';
    duckdb_extracted_statements statements = NULL;
    idx_t count = duckdb_extract_statements(session->connection, one, &statements);
    const char *message = duckdb_extract_statements_error(statements);
    int status = CLI_FINE;
    if (count == 0 && message != NULL)
        status = cli_sql_end(session, sql_fail_query(session, message, DUCKDB_ERROR_PARSER));
    else if (count != 1) status = cli_usage("one query makes a Parquet file, and here are %d", (int)count);
    duckdb_destroy_extracted(&statements);
    if (status == CLI_FINE) status = cli_sql_end(session, sql_query_to_parquet(session, one, NULL, path));
    free(one);
    return status;
}

static int run_query(cli_sql *sql, const cli_arguments *arguments, const char *query)
{
    cli_out out;
    sql_style style = SQL_CSV;
    const char *output = arguments->values[CLI_OUTPUT];
    pdk_catch_interrupts();
    int status = cli_sql_add_inputs(sql, query, output);
    if (status != CLI_FINE) return status;
    if (output != NULL && cli_is_named(output, ".parquet")) return write_parquet(sql, query, output);
    status = cli_open_out(&out, output);
    if (status != CLI_FINE) return status;
    status = choose_style(arguments, &out, &style);
    if (status == CLI_FINE) status = cli_sql_run(sql, query, &out, style);
    return cli_close_out(&out, status);
}

/* What comes through standard input, as a string; *text is malloc'd. */
static int read_query(char **text)
{
    cli_input input;
    int status = cli_read(&input, "-");
    if (status != CLI_FINE) return status;
    if (input.size > 0 && memchr(input.bytes, 0, input.size) != NULL) {
        cli_close(&input);
        return cli_usage("the query has a zero byte in it: it is no text");
    }
    *text = malloc(input.size + 1);
    if (*text != NULL) {
        if (input.size > 0) memcpy(*text, input.bytes, input.size);
        (*text)[input.size] = '\0';
    }
    cli_close(&input);
    return *text != NULL ? CLI_FINE : cli_no_memory("a query");
}

static int answer(cli_sql *sql, const cli_arguments *arguments)
{
    const char *query = arguments->count > 0 ? arguments->operands[0] : NULL;
    if (query == NULL && pdk_stream_is_terminal(PDK_STANDARD_INPUT)) {
        cli_out out;
        int status = cli_open_out(&out, NULL);
        return status == CLI_FINE ? cli_close_out(&out, cli_sql_prompt(sql, &out)) : status;
    }
    if (query != NULL && strcmp(query, "-") != 0) return run_query(sql, arguments, query);
    char *text = NULL;
    int status = read_query(&text);
    if (status == CLI_FINE) status = run_query(sql, arguments, text);
    free(text);
    return status;
}

int cli_run_sql(const cli_arguments *arguments)
{
    cli_sql sql;
    int status = cli_sql_open(&sql, arguments);
    if (status == CLI_FINE) status = cli_sql_end(&sql.session, dataset_register(&sql.session));
    if (status == CLI_FINE) status = answer(&sql, arguments);
    cli_sql_close(&sql);
    return status;
}
