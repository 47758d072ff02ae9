/* Why DuckDB failed, for people: a file that we read, a Parquet file of a dataset that is broken, or the query. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/signals.h"
#include "sql.h"

/* ------------------------------------------------------------------------------------- Parquet files that are broken
 */

bool cli_sql_add_part(sql_session *session, const char *path)
{
    sql_paths *parts = &session->parts;
    if (parts->count == parts->room) {
        size_t room = parts->room * 2 + 16;
        char **larger = realloc(parts->paths, room * sizeof *larger);
        if (larger == NULL) return false;
        parts->paths = larger;
        parts->room = room;
    }
    size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL) return false;
    memcpy(copy, path, size);
    parts->paths[parts->count++] = copy;
    return true;
}

/* Does DuckDB read what the file says of itself, or with `whole` all of it? */
static bool is_sound(duckdb_connection connection, const char *path, bool whole)
{
    sql_text query = { 0 };
    duckdb_result result;
    cli_sql_put(&query,
                whole ? "SELECT count(COLUMNS(*)) FROM read_parquet(" : "SELECT count(*) FROM parquet_metadata(");
    cli_sql_put_literal(&query, path);
    cli_sql_put(&query, ")");
    cli_sql_text_put(&query, "", 1);
    bool sound = true;
    if (!query.failed) {
        sound = duckdb_query(connection, query.data, &result) == DuckDBSuccess;
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

/* By name, then by what each says of itself, then by all that is in it. */
static const char *broken_part(sql_session *session, const char *message)
{
    const sql_paths *parts = &session->parts;
    const char *found = NULL;
    for (size_t i = 0; i < parts->count && found == NULL; i++) {
        if (is_named(message, parts->paths[i])) found = parts->paths[i];
    }
    duckdb_connection beside;
    if (found != NULL || parts->count == 0 || duckdb_connect(session->database, &beside) != DuckDBSuccess) return found;
    for (size_t i = 0; i < 2 * parts->count && found == NULL && !pdk_interrupted(); i++) {
        const char *part = parts->paths[i % parts->count];
        if (!is_sound(beside, part, i >= parts->count)) found = part;
    }
    duckdb_disconnect(&beside);
    return found;
}

bool cli_sql_is_broken_part(sql_session *session, const char *message, pdk_error *error)
{
    if (message == NULL || !may_be_of_a_file(message) || pdk_interrupted()) return false;
    const char *part = broken_part(session, message);
    if (part == NULL) return false;
    const char *reason = strstr(message, ": ") + 2;
    *error = (pdk_error){ .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "dataset.parquet" };
    snprintf(error->message, sizeof error->message, "DuckDB cannot read this Parquet file: %.*s",
             (int)strcspn(reason, "\n"), reason);
    sql_remember_failure(&session->context, part, error);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- what is said */

/* DuckDB's message has several lines: where in the query, with an arrow below. */
static void complain_in_lines(const char *message)
{
    size_t size = strcspn(message, "\n");
    cli_complain("%.*s", (int)size, message);
    for (message += size; *message != '\0'; message += size) {
        message++;
        size = strcspn(message, "\n");
        if (size == 0) continue;
        for (size_t i = 0; i < size; i++) {
            unsigned char letter = (unsigned char)message[i];
            fputc(letter < 0x20 || letter == 0x7F ? '?' : letter, stderr);
        }
        fputc('\n', stderr);
    }
    fflush(stderr);
}

static int status_of(const char *message, duckdb_error_type type)
{
    static const char *const io[] = { "IO Error", "Out of Memory", "INTERNAL" };
    if (type == DUCKDB_ERROR_INTERRUPT) return CLI_INTERRUPTED;
    if (type == DUCKDB_ERROR_IO || type == DUCKDB_ERROR_OUT_OF_MEMORY) return CLI_IO;
    for (size_t i = 0; i < sizeof io / sizeof io[0]; i++) {
        if (strncmp(message, io[i], strlen(io[i])) == 0) return CLI_IO;
    }
    return CLI_USAGE;
}

int cli_sql_fail(sql_session *session, const char *message, duckdb_error_type type)
{
    sql_context *context = &session->context;
    if (pdk_interrupted()) return CLI_INTERRUPTED;
    if (message == NULL) message = "DuckDB does not say why";
    if (context->failed && strstr(message, context->error.code) != NULL) {
        context->failed = false;
        return cli_fail(context->failed_file, &context->error);
    }
    pdk_error error;
    if (cli_sql_is_broken_part(session, message, &error)) {
        context->failed = false;
        return cli_fail(context->failed_file, &error);
    }
    int status = status_of(message, type);
    if (status != CLI_INTERRUPTED) complain_in_lines(message);
    return status;
}

int cli_sql_no_answer(sql_session *session, const char *what)
{
    if (pdk_interrupted()) return CLI_INTERRUPTED;
    if (session != NULL && session->said[0] != '\0') return cli_sql_fail(session, session->said, DUCKDB_ERROR_INVALID);
    return cli_no_memory(what);
}
