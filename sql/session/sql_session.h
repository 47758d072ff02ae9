/* DuckDB as a library that is loaded: a database in memory with our functions, queries of it, and Parquet from it.
 *
 * A function that can fail returns a status; what it has to say is in session->failure until the next one fails.
 * Nothing here prints, and nothing ends the program: the caller gets progress and interrupts by what it puts into
 * session->context before the session is opened. */
#ifndef PADDOCK_SQL_SESSION_H
#define PADDOCK_SQL_SESSION_H

#include "platform/library.h"
#include "sql/sql_functions.h"

#define SQL_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* --- sql_text.c: a text that grows --- */

typedef struct sql_text {
    char *data; /* malloc'd */
    size_t size, room;
    bool failed; /* out of memory */
} sql_text;

void sql_put_bytes(sql_text *text, const char *data, size_t size);
void sql_put(sql_text *text, const char *data);
void sql_put_number(sql_text *text, uint64_t number);
/* 'text' with its quotes doubled */
void sql_put_literal(sql_text *text, const char *data);
/* ['one', 'two'] */
void sql_put_list(sql_text *text, const char *const *items, size_t count);
/* Ends it with a NUL; from then on it is empty, for the next one. NULL when out of memory. */
const char *sql_take_text(sql_text *text);

/* --- sql_library.c: DuckDB, loaded --- */

/* Looks for interrupts and passes them to DuckDB, which does not look for them. */
typedef struct sql_watcher {
    pdk_thread thread;
    pdk_mutex lock; /* of what follows */
    duckdb_connection connections[2];
    bool runs, ends;
    const sql_context *context; /* the one whose progress function is called */
} sql_watcher;

/* What failed last: the error of a file, or a sentence. */
typedef struct sql_failure {
    bool is_of_file; /* `error`, of `file`; otherwise `text` says it */
    char file[SQL_PATH];
    pdk_error error;
    char text[2 * SQL_PATH]; /* a sentence, or what DuckDB says */
    bool is_duckdbs;         /* it is, and may have several lines */
} sql_failure;

typedef struct sql_session {
    pdk_library *library;
    duckdb_database database;
    duckdb_connection connection;
    sql_context context;
    sql_failure failure;
    sql_watcher watcher;
    sql_paths parts; /* Parquet files of datasets that queries read */
    /* Not in the stable interface: NULL where this DuckDB has none. */
    duckdb_state (*pending_streaming)(duckdb_prepared_statement, duckdb_pending_result *);
    duckdb_state (*arrow_scan)(duckdb_connection, const char *, duckdb_arrow_stream);
    duckdb_logical_type (*statement_column_type)(duckdb_prepared_statement, idx_t);
} sql_session;

/* Empty, with a context that the caller fills. */
void sql_session_begin(sql_session *session);
/* Loads DuckDB and opens a database in memory with our functions. PDK_E_UNSUPPORTED where there is no DuckDB. */
pdk_status sql_session_open(sql_session *session);
/* Also after a failure. */
void sql_session_close(sql_session *session);

/* --- sql_interrupts.c --- */

/* Does the caller want to stop? */
bool sql_stops(const sql_context *context);
/* From here on an interrupt ends what the connection does. */
void sql_watcher_begin(sql_watcher *watcher, const sql_context *context, duckdb_connection connection);
/* Watches a second connection, too; NULL = no longer. */
void sql_watcher_beside(sql_watcher *watcher, duckdb_connection connection);
void sql_watcher_end(sql_watcher *watcher);

/* --- sql_query.c --- */

/* Statements, one after the other; `result` (NULL = not wanted) is that of the last one, which the caller destroys
 * where it is PDK_OK. */
pdk_status sql_query(sql_session *session, const char *query, duckdb_result *result);
/* All cells of a query's rows as texts, "" for NULL; added to those that are there. Only texts, whole numbers and bools
 * have one. */
pdk_status sql_ask(sql_session *session, const char *query, sql_paths *cells);

/* --- sql_values.c --- */

bool sql_is_null(duckdb_vector vector, idx_t row);
/* As a value, if JSON has a type for it: numbers, bools; otherwise false. */
bool sql_plain_value(duckdb_vector vector, duckdb_type type, idx_t row, pdk_value *value);

/* --- sql_spelled.c --- */

/* Appends a value as DuckDB spells it. */
void sql_put_spelled(sql_text *text, duckdb_vector vector, duckdb_logical_type type, idx_t row);

/* --- sql_failures.c: all keep what failed, and return its status --- */

pdk_status sql_fail_file(sql_session *session, const char *file, const pdk_error *error);
pdk_status sql_fail_text(sql_session *session, pdk_status status, const char *format, ...) SQL_PRINTF(3, 4);
pdk_status sql_fail_memory(sql_session *session, const char *what);
pdk_status sql_fail_stop(sql_session *session);
/* By DuckDB's message: a file that we read, a Parquet file of a dataset that is broken, or the query. `type` is
 * DUCKDB_ERROR_INVALID where only the text is known. */
pdk_status sql_fail_query(sql_session *session, const char *message, duckdb_error_type type);
/* The first line of DuckDB's message; one that is too long ends after a word, with " ...". */
void sql_put_first_line(char *to, size_t size, const char *message);
/* Keeps `parts` in mind: where a query fails because one of them is broken, that one is named. False when out of
 * memory. */
bool sql_add_part(sql_session *session, const char *path);
/* Is a Parquet file the cause of this message of DuckDB's? Then it is in *error, and remembered as the context's
 * failure. */
bool sql_is_broken_part(sql_session *session, const char *message, pdk_error *error);

/* --- sql_lend.c --- */

/* Rows of a table as an Arrow stream for one scan by DuckDB. */
typedef struct sql_lent {
    struct ArrowArrayStream stream; /* what DuckDB gets */
    const char *query;              /* of the rows wanted, FROM paddock_rows, the name that the stream must get */
    /* Private. */
    sql_session *session;
    const char *file;
    const pdk_table_options *options;
    uint64_t at;                  /* the row that comes next */
    struct ArrowArrayStream rows; /* all of them, without what the filter says */
    struct ArrowSchema schema, keep, **columns;
    pdk_error error;
} sql_lent;

/* With the columns, the range and the filter of the options, which must outlive it. */
pdk_status sql_lend(sql_lent *lent, sql_session *session, const char *file, const pdk_table *table,
                    const pdk_table_options *options);
void sql_take_back(sql_lent *lent);

/* --- sql_parquet.c --- */

/* What the metadata of a Parquet file says: of `file` (NULL = rows of several), and what each column is. */
typedef struct sql_origin {
    const char *file;
    const pdk_document *document;
    const pdk_table *table;
} sql_origin;

/* The rows of one query as Parquet; `from` may be NULL. The file appears when it is complete. */
pdk_status sql_query_to_parquet(sql_session *session, const char *query, const sql_origin *from, const char *path);
/* Rows of a table as Parquet; the options as pdk_table_write takes them. */
pdk_status sql_table_to_parquet(sql_session *session, const sql_origin *from, const pdk_table_options *options,
                                const char *path);

#endif
