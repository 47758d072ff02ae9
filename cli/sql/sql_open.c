/* A session of DuckDB for a verb, and what it says when something fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dataset/dataset.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "parquet.h"
#include "platform/signals.h"
#include "sql.h"
#include "sql/session/sql_duckdb.h"

static void note(void *user, const char *file, const pdk_error *error)
{
    (void)user;
    char *text = sql_failure_text(file, error);
    cli_note("left out: %s", text != NULL ? text : file);
    free(text);
}

static bool goes_on(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    (void)done;
    (void)total;
    return !pdk_interrupted();
}

static int read_options(sql_context *context, const cli_arguments *arguments)
{
    const char *on_error = arguments->values[CLI_ON_ERROR];
    if (on_error != NULL && strcmp(on_error, "skip") != 0 && strcmp(on_error, "stop") != 0)
        return cli_usage("--on-error is skip or stop, not \"%s\"", on_error);
    context->skip = on_error != NULL && strcmp(on_error, "skip") == 0;
    context->note = note;
    context->inputs = cli_inputs();
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &context->limits.memory);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_RECORD_LIMIT, 0, &context->limits.records);
    context->guard = cli_guard("a file of this query");
    context->progress = goes_on;
    return status;
}

int cli_sql_open(cli_sql *sql, const cli_arguments *arguments)
{
    sql->outputs = (sql_paths){ 0 };
    sql_session_begin(&sql->session);
    int status = read_options(&sql->session.context, arguments);
    return status == CLI_FINE ? cli_sql_end(&sql->session, sql_session_open(&sql->session)) : status;
}

void cli_sql_close(cli_sql *sql)
{
    sql_session_close(&sql->session);
    sql_paths_free(&sql->outputs);
}

/* DuckDB's message has several lines: where in the query, with an arrow below. A tab of the query is one place wide, as
 * the arrow counts it; the CR of a query with CR LF is no part of the line. */
static void complain_in_lines(const char *message)
{
    size_t size = strcspn(message, "\r\n");
    cli_complain("%.*s", (int)size, message);
    for (message += size; *message != '\0'; message += size) {
        message++;
        size = strcspn(message, "\r\n");
        if (size == 0) continue;
        for (size_t i = 0; i < size; i++) {
            unsigned char letter = (unsigned char)message[i];
            bool shown = letter >= 0x20 && letter != 0x7F;
            fputc(shown ? letter : letter == '\t' ? ' ' : '?', stderr);
        }
        fputc('\n', stderr);
    }
    fflush(stderr);
}

int cli_sql_end(const sql_session *session, pdk_status status)
{
    const sql_failure *failure = &session->failure;
    if (status == PDK_OK || status == PDK_E_CANCELLED) return cli_status_of(status);
    if (failure->is_of_file) return cli_fail(failure->file, &failure->error);
    if (failure->is_duckdbs) complain_in_lines(failure->text);
    else cli_complain("%s", failure->text);
    return cli_status_of(status);
}

bool cli_sql_is_here(char *reason, size_t size)
{
    return sql_is_here(reason, size);
}

int cli_dataset_document(const cli_arguments *arguments, const char *path, pdk_document **document)
{
    cli_sql sql;
    sql_session *session = &sql.session;
    *document = NULL;
    int status = cli_sql_open(&sql, arguments);
    if (status == CLI_FINE) status = cli_sql_end(session, dataset_register(session));
    if (status == CLI_FINE) status = cli_sql_end(session, dataset_document(session, path, document));
    cli_sql_close(&sql);
    return status;
}

const pdk_database_reader *cli_sql_databases(void)
{
    static pdk_database_reader reader;
    reader = sql_loading_reader();
    return &reader;
}
