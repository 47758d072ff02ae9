/* A session: DuckDB, a database in memory, our functions in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "sql/session/sql_session.h"
#include "sql/session/sql_duckdb.h"

/* What only some have. */
static void take_more(sql_session *session)
{
    sql_take(session->library, "duckdb_pending_prepared_streaming", &session->pending_streaming);
    sql_take(session->library, "duckdb_arrow_scan", &session->arrow_scan);
    sql_take(session->library, "duckdb_prepared_statement_column_logical_type", &session->statement_column_type);
}

/* What DuckDB puts on the disk when memory is short goes where temporary files go, not into the current folder. It
 * makes this folder when it needs one. */
static void choose_temporary(const sql_session *session, char path[SQL_PATH])
{
    static const char *const names[] = { "TMPDIR", "TEMP", "TMP" };
    const char *folder = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && (folder == NULL || folder[0] == '\0'); i++)
        folder = getenv(names[i]);
    if (folder == NULL || folder[0] == '\0') folder = "/tmp";
    uint64_t mark = (uint64_t)(pdk_clock_seconds() * 1e9) ^ (uint64_t)(uintptr_t)session; /* its own, beside others */
    int size = snprintf(path, SQL_PATH, "%s/paddock-sql-%llx", folder, (unsigned long long)mark);
    if (size < 0 || size >= SQL_PATH) path[0] = '\0';
}

/* Nothing is fetched from anywhere: not by name, not because a query needs it. The limit of what a file may take is
 * that of DuckDB, too; without one, DuckDB takes its own. */
static bool open_database(sql_session *session, char **message)
{
    char temporary[SQL_PATH], memory[32];
    uint64_t limit = session->context.limits.memory;
    choose_temporary(session, temporary);
    snprintf(memory, sizeof memory, "%llu KiB", (unsigned long long)(limit / 1024));
    const char *const settings[][2] = { { "autoinstall_known_extensions", "false" },
                                        { "autoload_known_extensions", "false" },
                                        { "temp_directory", temporary },
                                        { limit > 0 ? "memory_limit" : NULL, memory } };
    duckdb_config config;
    if (duckdb_create_config(&config) != DuckDBSuccess) return false;
    bool good = true;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        good &= settings[i][0] == NULL || duckdb_set_config(config, settings[i][0], settings[i][1]) == DuckDBSuccess;
    good = good && duckdb_open_ext(NULL, &session->database, config, message) == DuckDBSuccess;
    duckdb_destroy_config(&config);
    good = good && duckdb_connect(session->database, &session->connection) == DuckDBSuccess;
    if (good) sql_watcher_begin(&session->watcher, &session->context, session->connection);
    return good;
}

void sql_session_begin(sql_session *session)
{
    *session = (sql_session){ 0 };
    sql_context_init(&session->context);
}

pdk_status sql_session_open(sql_session *session)
{
    char reason[1024];
    session->library = sql_load_duckdb(reason, sizeof reason);
    if (session->library == NULL)
        return sql_fail_text(session, PDK_E_UNSUPPORTED, "SQL and Parquet need DuckDB: %s", reason);
    take_more(session);
    char *message = NULL;
    pdk_status status = PDK_OK;
    if (!open_database(session, &message) || !sql_register(session->database, session->connection, &session->context))
        status = sql_fail_text(session, PDK_E_IO, "DuckDB cannot be started: %s",
                               message != NULL ? message : "out of memory");
    if (message != NULL) duckdb_free(message);
    return status;
}

void sql_session_close(sql_session *session)
{
    sql_watcher_end(&session->watcher);
    if (session->connection != NULL) duckdb_disconnect(&session->connection);
    if (session->database != NULL) duckdb_close(&session->database);
    sql_context_end(&session->context);
    sql_paths_free(&session->parts);
    /* The library stays: C++ that has started threads cannot be unloaded safely, and the program ends. */
}
