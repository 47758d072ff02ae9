/* Why DuckDB failed, for people: a file that we read, a Parquet file of a dataset that is broken, or the query. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/session/sql_session.h"

/* ------------------------------------------------------------------------------------- Parquet files that are broken
 */

bool sql_add_part(sql_session *session, const char *path)
{
    size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, path, size);
    return sql_paths_add(&session->parts, copy);
}

/* Does DuckDB read properties of the file, or with `whole` all of it? */
static bool is_sound(duckdb_connection connection, const char *path, bool whole)
{
    sql_text query = { 0 };
    duckdb_result result;
    sql_put(&query, whole ? "SELECT count(COLUMNS(*)) FROM read_parquet(" : "SELECT count(*) FROM parquet_metadata(");
    sql_put_literal(&query, path);
    sql_put(&query, ")");
    const char *statement = sql_take_text(&query);
    bool sound = true;
    if (statement != NULL) {
        sound = duckdb_query(connection, statement, &result) == DuckDBSuccess;
        duckdb_destroy_result(&result);
    }
    free(query.data);
    return sound;
}

static bool is_named(const char *message, const char *path)
{
    const char *found = strstr(message, path);
    char behind = found != NULL ? found[strlen(path)] : '\0';
    return found != NULL && (behind == '\'' || behind == '"');
}

/* Messages about data name the file or nothing; those about a query cannot come from a broken file. */
static bool may_be_of_a_file(const char *message)
{
    static const char *const kinds[] = { "Invalid Input Error: ", "Invalid Error: ", "IO Error: ",
                                         "Serialization Error: ", "Out of Range Error: " };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(message, kinds[i], strlen(kinds[i])) == 0) return true;
    }
    return false;
}

/* By name, then by what each says about itself, then by all that is in it. */
static const char *broken_part(sql_session *session, const char *message)
{
    const sql_paths *parts = &session->parts;
    const char *found = NULL;
    for (size_t i = 0; i < parts->count && found == NULL; i++) {
        if (is_named(message, parts->paths[i])) found = parts->paths[i];
    }
    duckdb_connection beside;
    if (found != NULL || parts->count == 0 || duckdb_connect(session->database, &beside) != DuckDBSuccess) return found;
    for (size_t i = 0; i < 2 * parts->count && found == NULL && !sql_stops(&session->context); i++) {
        const char *part = parts->paths[i % parts->count];
        if (!is_sound(beside, part, i >= parts->count)) found = part;
    }
    duckdb_disconnect(&beside);
    return found;
}

/* So much of a message as fits: all, or up to the end of a word and " ...". */
static void put_words(char *to, size_t size, const char *message, size_t length)
{
    bool fits = length < size;
    if (!fits) length = size - sizeof " ...";
    while (!fits && length > 0 && message[length] != ' ') length--;
    snprintf(to, size, "%.*s%s", (int)length, message, fits ? "" : " ...");
}

void sql_put_first_line(char *to, size_t size, const char *message)
{
    put_words(to, size, message, strcspn(message, "\r\n"));
}

bool sql_is_broken_part(sql_session *session, const char *message, pdk_error *error)
{
    if (message == NULL || !may_be_of_a_file(message) || sql_stops(&session->context)) return false;
    const char *part = broken_part(session, message);
    if (part == NULL) return false;
    const char *reason = strstr(message, ": ") + 2;
    *error = (pdk_error){ .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "dataset.parquet" };
    int used = snprintf(error->message, sizeof error->message, "DuckDB cannot read this Parquet file: ");
    sql_put_first_line(error->message + used, sizeof error->message - (size_t)used, reason);
    sql_remember_failure(&session->context, part, error);
    return true;
}

/* ------------------------------------------------------------------------------------------------- what is kept */

pdk_status sql_fail_file(sql_session *session, const char *file, const pdk_error *error)
{
    session->failure = (sql_failure){ .is_of_file = true, .error = *error };
    snprintf(session->failure.file, sizeof session->failure.file, "%s", file);
    return error->status;
}

pdk_status sql_fail_text(sql_session *session, pdk_status status, const char *format, ...)
{
    va_list arguments;
    session->failure = (sql_failure){ .error.offset = PDK_NO_OFFSET };
    va_start(arguments, format);
    vsnprintf(session->failure.text, sizeof session->failure.text, format, arguments);
    va_end(arguments);
    return status;
}

pdk_status sql_fail_memory(sql_session *session, const char *what)
{
    return sql_fail_text(session, PDK_E_MEMORY, "out of memory: no space for %s", what);
}

pdk_status sql_fail_stop(sql_session *session)
{
    return sql_fail_text(session, PDK_E_CANCELLED, "interrupted");
}

static pdk_status status_of(const char *message, duckdb_error_type type)
{
    static const char *const io[] = { "IO Error", "Out of Memory", "INTERNAL" };
    if (type == DUCKDB_ERROR_INTERRUPT) return PDK_E_CANCELLED;
    if (type == DUCKDB_ERROR_IO || type == DUCKDB_ERROR_OUT_OF_MEMORY) return PDK_E_IO;
    for (size_t i = 0; i < sizeof io / sizeof io[0]; i++) {
        if (strncmp(message, io[i], strlen(io[i])) == 0) return PDK_E_IO;
    }
    return PDK_E_ARGUMENT;
}

pdk_status sql_fail_query(sql_session *session, const char *message, duckdb_error_type type)
{
    sql_context *context = &session->context;
    pdk_error error;
    if (sql_stops(context)) return sql_fail_stop(session);
    if (message == NULL) message = "DuckDB does not say why";
    bool ours = context->failed && strstr(message, context->error.code) != NULL;
    if (ours) error = context->error;
    if (ours || sql_is_broken_part(session, message, &error)) {
        context->failed = false;
        return sql_fail_file(session, context->failed_file, &error);
    }
    session->failure = (sql_failure){ .error.offset = PDK_NO_OFFSET, .is_duckdbs = true };
    put_words(session->failure.text, sizeof session->failure.text, message, strlen(message));
    return status_of(message, type);
}
