/* What `paddock sql` does with its arguments. */
#include <stdlib.h>
#include <string.h>

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

static int run_query(sql_session *session, const cli_arguments *arguments, const char *query)
{
    cli_out out;
    sql_style style;
    const char *output = arguments->values[CLI_OUTPUT];
    pdk_catch_interrupts();
    int status = cli_sql_add_inputs(session, query, output);
    if (status != CLI_FINE) return status;
    if (output != NULL && cli_is_named(output, ".parquet")) return cli_sql_to_parquet(session, query, output);
    status = cli_open_out(&out, output);
    if (status != CLI_FINE) return status;
    status = choose_style(arguments, &out, &style);
    if (status == CLI_FINE) status = cli_sql_run(session, query, &out, style);
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

static int answer(sql_session *session, const cli_arguments *arguments)
{
    const char *query = arguments->count > 0 ? arguments->operands[0] : NULL;
    if (query == NULL && pdk_stream_is_terminal(PDK_STANDARD_INPUT)) {
        cli_out out;
        int status = cli_open_out(&out, NULL);
        return status == CLI_FINE ? cli_close_out(&out, cli_sql_prompt(session, &out)) : status;
    }
    if (query != NULL && strcmp(query, "-") != 0) return run_query(session, arguments, query);
    char *text = NULL;
    int status = read_query(&text);
    if (status == CLI_FINE) status = run_query(session, arguments, text);
    free(text);
    return status;
}

int cli_run_sql(const cli_arguments *arguments)
{
    sql_session session;
    int status = cli_sql_open(&session, arguments);
    if (status == CLI_FINE) status = cli_sql_take_datasets(&session);
    if (status == CLI_FINE) status = answer(&session, arguments);
    cli_sql_close(&session);
    return status;
}
