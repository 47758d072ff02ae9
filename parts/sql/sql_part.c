/* A query from beginning to end: a session, its statements, the rows of the last one. */
#include "sql_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/dataset.h"
#include "platform/threads.h"
#include "sql/session/sql_tokens.h"
#include "sql_rows.h"

static pdk_mutex loading; /* of DuckDB */

/* When the system has loaded this. */
__attribute__((constructor)) static void begin(void)
{
    pdk_mutex_init(&loading);
}

typedef struct work {
    sql_session session;
    sql_left_out left;
    const pdk_sql_settings *settings;
    const char *query;
    pdk_document **rows;
} work;

static bool goes_on(void *user, uint64_t done, uint64_t total)
{
    const work *about = user;
    (void)done, (void)total;
    return about->settings->stop == NULL || __atomic_load_n(about->settings->stop, __ATOMIC_RELAXED) == 0;
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

/* A file is left out: one call at a time. */
static void note(void *user, const char *file, const pdk_error *error)
{
    sql_left_out *left = &((work *)user)->left;
    if (left->count == left->room) {
        size_t room = 2 * left->room + 16;
        pdk_finding *larger = realloc(left->findings, room * sizeof *larger);
        left->failed = left->failed || larger == NULL;
        if (larger == NULL) return;
        left->findings = larger;
        left->room = room;
    }
    pdk_finding finding = { .severity = PDK_ERROR,
                            .code = copy_text(error->code),
                            .offset = PDK_NO_OFFSET, /* of the file, not of the rows */
                            .where = copy_text(file),
                            .message = copy_text(error->message) };
    left->failed = left->failed || finding.code == NULL || finding.where == NULL || finding.message == NULL;
    left->findings[left->count++] = finding;
}

static void forget_left(sql_left_out *left)
{
    for (size_t i = 0; i < left->count; i++) {
        free((char *)(uintptr_t)left->findings[i].code);
        free((char *)(uintptr_t)left->findings[i].where);
        free((char *)(uintptr_t)left->findings[i].message);
    }
    free(left->findings);
}

/* --------------------------------------------------------------------------------------------------- statements */

static pdk_status fail_duckdb(work *about, const char *message, duckdb_error_type type)
{
    return sql_fail_query(&about->session, message, type);
}

static pdk_status run(work *about, duckdb_prepared_statement statement, duckdb_result *result)
{
    duckdb_pending_result pending = NULL;
    duckdb_pending_state state;
    pdk_status status = PDK_OK;
    if (duckdb_pending_prepared(statement, &pending) != DuckDBSuccess) {
        status = fail_duckdb(about, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
        duckdb_destroy_pending(&pending);
        return status;
    }
    do {
        state = duckdb_pending_execute_task(pending);
    } while (!duckdb_pending_execution_is_finished(state));
    if (state == DUCKDB_PENDING_ERROR) status = fail_duckdb(about, duckdb_pending_error(pending), DUCKDB_ERROR_INVALID);
    else if (duckdb_execute_pending(pending, result) != DuckDBSuccess) {
        status = fail_duckdb(about, duckdb_result_error(result), duckdb_result_error_type(result));
        duckdb_destroy_result(result);
    }
    duckdb_destroy_pending(&pending);
    return status;
}

/* Rows, then their units: files that are left out are noted once. */
static pdk_status run_last(work *about, sql_units *units, duckdb_prepared_statement statement)
{
    duckdb_result result = { 0 };
    pdk_status status = run(about, statement, &result);
    if (status != PDK_OK) return status;
    size_t columns =
        duckdb_result_return_type(result) == DUCKDB_RESULT_TYPE_QUERY_RESULT ? duckdb_column_count(&result) : 0;
    const char **found = calloc(columns + 1, sizeof *found);
    about->session.context.note = NULL;
    bool good = found != NULL && sql_units_find(units, about->query, columns, found);
    status = good ? sql_gather(&about->session, &result, found, &about->left, about->rows)
                  : sql_fail_memory(&about->session, "the rows of a query");
    free(found);
    duckdb_destroy_result(&result);
    return status;
}

static pdk_status fail_output(work *about)
{
    return sql_fail_text(&about->session, PDK_E_ARGUMENT,
                         "a query gives rows and writes no files: COPY, EXPORT and ATTACH are not possible here");
}

static pdk_status refuse_output(work *about, duckdb_prepared_statement statement)
{
    duckdb_statement_type type = duckdb_prepared_statement_type(statement);
    bool writes = type == DUCKDB_STATEMENT_TYPE_COPY || type == DUCKDB_STATEMENT_TYPE_EXPORT ||
                  type == DUCKDB_STATEMENT_TYPE_ATTACH;
    return writes ? fail_output(about) : PDK_OK;
}

/* Preparing this statement makes its folder: it is looked for before. */
static bool has_export(const char *query)
{
    sql_token next;
    bool begins = true;
    for (const char *at = sql_next_token(query, &next); next.kind != SQL_END; at = sql_next_token(at, &next)) {
        if (begins && sql_is_word(&next, "export")) return true;
        begins = next.kind == SQL_SEMICOLON;
    }
    return false;
}

static pdk_status run_at(work *about, duckdb_extracted_statements statements, idx_t at, bool last)
{
    sql_session *session = &about->session;
    duckdb_prepared_statement statement = NULL;
    duckdb_result result = { 0 };
    sql_units units;
    sql_units_begin(&units, session);
    duckdb_state state = duckdb_prepare_extracted_statement(session->connection, statements, at, &statement);
    sql_units_end(&units);
    pdk_status status = state == DuckDBSuccess
                            ? refuse_output(about, statement)
                            : fail_duckdb(about, duckdb_prepare_error(statement), DUCKDB_ERROR_INVALID);
    if (status == PDK_OK && last) status = run_last(about, &units, statement);
    else if (status == PDK_OK) {
        status = run(about, statement, &result);
        if (status == PDK_OK) duckdb_destroy_result(&result);
    }
    duckdb_destroy_prepare(&statement);
    sql_units_free(&units);
    return status;
}

static pdk_status run_all(work *about)
{
    sql_session *session = &about->session;
    duckdb_extracted_statements statements = NULL;
    if (has_export(about->query)) return fail_output(about);
    idx_t count = duckdb_extract_statements(session->connection, about->query, &statements);
    const char *message = duckdb_extract_statements_error(statements);
    pdk_status status = PDK_OK;
    if (count == 0 && message != NULL) status = fail_duckdb(about, message, DUCKDB_ERROR_PARSER);
    else if (count == 0) status = sql_fail_text(session, PDK_E_ARGUMENT, "there is no statement in the query");
    for (idx_t i = 0; i < count && status == PDK_OK; i++) status = run_at(about, statements, i, i + 1 == count);
    duckdb_destroy_extracted(&statements);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ the call */

static void put_failure(const sql_failure *from, pdk_status status, pdk_sql_failure *to)
{
    *to = (pdk_sql_failure){ .error = from->error };
    to->error.status = status;
    snprintf(to->file, sizeof to->file, "%s", from->is_of_file ? from->file : "");
    snprintf(to->text, sizeof to->text, "%s", from->is_of_file ? "" : from->text);
}

static pdk_status open_session(work *about)
{
    sql_session *session = &about->session;
    sql_session_begin(session);
    session->context.skip = about->settings->skip;
    session->context.limits.memory = about->settings->memory;
    session->context.unmapped = true; /* a page that is missing would end the whole program */
    session->context.note = note;
    session->context.user = about;
    session->context.progress = goes_on;
    session->context.progress_user = about;
    pdk_mutex_lock(&loading);
    pdk_status status = sql_session_open(session);
    pdk_mutex_unlock(&loading);
    return status == PDK_OK ? dataset_register(session) : status;
}

/* `text`: a query, or a dataset's folder. */
static pdk_status answer(const char *text, const pdk_sql_settings *settings, pdk_status (*give)(work *about),
                         pdk_document **document, pdk_sql_failure *failure)
{
    *document = NULL;
    work *about = calloc(1, sizeof *about);
    if (about == NULL) {
        const sql_failure none = { .text = "out of memory: no space for a query" };
        put_failure(&none, PDK_E_MEMORY, failure);
        return PDK_E_MEMORY;
    }
    about->settings = settings;
    about->query = text;
    about->rows = document;
    pdk_status status = open_session(about);
    if (status == PDK_OK) status = give(about);
    if (status != PDK_OK) put_failure(&about->session.failure, status, failure);
    sql_session_close(&about->session);
    forget_left(&about->left);
    free(about);
    return status;
}

pdk_status pdk_sql_query(const char *query, const pdk_sql_settings *settings, pdk_document **rows,
                         pdk_sql_failure *failure)
{
    return answer(query, settings, run_all, rows, failure);
}

static pdk_status describe_dataset(work *about)
{
    if (dataset_is(about->query)) return dataset_document(&about->session, about->query, about->rows);
    pdk_error error = { .status = PDK_E_ARGUMENT, .offset = PDK_NO_OFFSET, .code = "argument.dataset" };
    snprintf(error.message, sizeof error.message, "is no dataset; `paddock ingest FOLDER --to DATASET` makes one");
    return sql_fail_file(&about->session, about->query, &error);
}

pdk_status pdk_sql_dataset(const char *root, const pdk_sql_settings *settings, pdk_document **document,
                           pdk_sql_failure *failure)
{
    return answer(root, settings, describe_dataset, document, failure);
}

pdk_sql_version pdk_sql_library_version(void)
{
    return (pdk_sql_version){ PDK_VERSION_MAJOR, PDK_VERSION_MINOR, PDK_VERSION_PATCH };
}
