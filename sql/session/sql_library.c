/* DuckDB, loaded when it is asked for: what does without it does not pay for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/path.h"
#include "sql/session/sql_session.h"
#include "sql/sql_database.h"

#ifdef _WIN32
#define LIBRARY "duckdb.dll"
#define WHERE_FROM \
    "it belongs beside paddock.exe: that of DuckDB 1.4.4 is in paddock's .zip, and any from 1.2 on will do"
#define DOES_NOT_LOAD \
    LIBRARY " does not load: %s; it needs Microsoft's Visual C++ runtime for x64, which vc_redist.x64.exe installs"
static const char *const beside[] = { "" };
#else
#ifdef __APPLE__
#define LIBRARY "libduckdb.dylib"
#else
#define LIBRARY "libduckdb.so"
#endif
#define WHERE_FROM "DUCKDB_PREFIX says where it is"
#define DOES_NOT_LOAD "%s"
static const char *const beside[] = { "lib/paddock/", "../lib/paddock/", "" };
#endif

#define NOT_USABLE "this " LIBRARY " is none that paddock can use: it has no %s; DuckDB 1.2 or later does"

typedef struct taking {
    pdk_library *library;
    const char *missing; /* a function that it does not have */
} taking;

/* ISO C has no conversion from objects to functions. */
static void take(taking *from, const char *name, void *function, bool needed)
{
    const void *object = pdk_library_object(from->library, name);
    memcpy(function, &object, sizeof object);
    if (object == NULL && needed) from->missing = name;
}

static const char *take_all(pdk_library *library)
{
    taking from = { .library = library };
#define FUNCTION(name) take(&from, "duckdb_" #name, &duckdb_##name, true);
#include "sql/session/sql_functions.def"
#undef FUNCTION
    return from.missing;
}

/* What only some have. */
static void take_more(sql_session *session)
{
    taking from = { .library = session->library };
    take(&from, "duckdb_pending_prepared_streaming", &session->pending_streaming, false);
    take(&from, "duckdb_arrow_scan", &session->arrow_scan, false);
}

/* NULL where there is none at this place; a reason where there is one that does not load. */
static pdk_library *load_from(const char *folder, const char *below, char *reason, size_t size)
{
    char path[4096], said[512];
    int length = snprintf(path, sizeof path, "%s%s%s", folder, below, LIBRARY);
    if (length < 0 || (size_t)length >= sizeof path) return NULL;
    pdk_library *library = pdk_library_open(path, said, sizeof said);
    if (said[0] != '\0') snprintf(reason, size, DOES_NOT_LOAD, said);
    return library;
}

/* Where DUCKDB_PREFIX says, else beside the command, else where the system's loader looks. */
static pdk_library *load(char *reason, size_t size)
{
    static const char *const below_prefix[] = { "/lib/", "/" };
    static const char here = 0;
    char own[2048];
    reason[0] = '\0';
    const char *prefix = getenv("DUCKDB_PREFIX");
    if (prefix != NULL && prefix[0] != '\0') {
        for (size_t i = 0; i < 2; i++) {
            pdk_library *library = load_from(prefix, below_prefix[i], reason, size);
            if (library != NULL || reason[0] != '\0') return library;
        }
        snprintf(reason, size, "DUCKDB_PREFIX is %.200s, where neither lib/" LIBRARY " nor " LIBRARY " is", prefix);
        return NULL;
    }
    if (pdk_library_path_of(&here, own, sizeof own)) {
        own[pdk_path_folder_size(own)] = '\0';
        for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
            pdk_library *library = load_from(own, beside[i], reason, size);
            if (library != NULL || reason[0] != '\0') return library;
        }
    }
    pdk_library *library = pdk_library_find(LIBRARY, reason, size);
    if (library == NULL)
        snprintf(reason, size, LIBRARY " is neither beside paddock nor among the system's libraries; " WHERE_FROM);
    return library;
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
    session->library = load(reason, sizeof reason);
    if (session->library == NULL)
        return sql_fail_text(session, PDK_E_UNSUPPORTED, "SQL and Parquet need DuckDB: %s", reason);
    const char *missing = take_all(session->library);
    if (missing != NULL) return sql_fail_text(session, PDK_E_UNSUPPORTED, NOT_USABLE, missing);
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
    /* The library stays: unloading C++ with threads of its own is asking for trouble, and the program ends. */
}

bool sql_is_here(char *reason, size_t size)
{
    pdk_library *library = load(reason, size);
    return library != NULL; /* it stays loaded: the program ends soon */
}

/* ---------------------------------------------------------------------------------------------- files of others */

static pdk_status open_database_file(void *user, const char *path, void **database, pdk_error *error)
{
    char reason[1024];
    pdk_library *library = load(reason, sizeof reason);
    const char *missing = library != NULL ? take_all(library) : NULL;
    if (missing != NULL) snprintf(reason, sizeof reason, NOT_USABLE, missing);
    if (library != NULL && missing == NULL) return sql_database_reader.open(user, path, database, error);
    *error = (pdk_error){ .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "database.reader" };
    snprintf(error->message, sizeof error->message, "reading this database needs DuckDB: %.200s", reason);
    return PDK_E_UNSUPPORTED;
}

pdk_database_reader sql_loading_reader(void)
{
    pdk_database_reader reader = sql_database_reader;
    reader.open = open_database_file;
    return reader;
}
