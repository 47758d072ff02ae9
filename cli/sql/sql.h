/* The parts of `paddock sql`, and of what else DuckDB does for the command. */
#ifndef PADDOCK_CLI_SQL_H
#define PADDOCK_CLI_SQL_H

#include "cli.h"
#include "platform/library.h"
#include "sql/sql_functions.h"

/* --- sql_interrupts.c --- */

/* Looks for interrupts and hands them to DuckDB, which asks nobody. */
typedef struct sql_watcher {
    pdk_thread thread;
    pdk_mutex lock; /* of what follows */
    duckdb_connection connections[2];
    bool runs, ends;
} sql_watcher;
/* From here on an interrupt that is noted ends what the connection does. */
void cli_sql_watch_begin(sql_watcher *watcher, duckdb_connection connection);
/* A second one beside it, for a while; NULL = none any more. */
void cli_sql_watch_beside(sql_watcher *watcher, duckdb_connection connection);
void cli_sql_watch_end(sql_watcher *watcher);
/* For pdk_progress: false once an interrupt is noted. */
bool cli_sql_goes_on(void *user, uint64_t done, uint64_t total);

/* --- sql_library.c: DuckDB, loaded --- */

typedef struct sql_session {
    pdk_library *library;
    duckdb_database database;
    duckdb_connection connection;
    sql_context context;
    sql_paths outputs;        /* files that queries name after TO: COPY ... TO 'file' */
    char temporary[SQL_PATH]; /* the folder of DuckDB's own files, made when it needs one */
    sql_watcher watcher;
    sql_paths parts;    /* Parquet files of datasets that queries read */
    char said[1 << 10]; /* why the last cli_sql_list failed; empty where DuckDB had no part in it */
    /* Not in the stable interface: NULL where this DuckDB has none. */
    duckdb_state (*pending_streaming)(duckdb_prepared_statement, duckdb_pending_result *);
    duckdb_state (*arrow_scan)(duckdb_connection, const char *, duckdb_arrow_stream);
} sql_session;

/* Loads DuckDB and opens a database in memory with our functions. CLI_FINE, or a status after saying what is missing.
 */
int cli_sql_open(sql_session *session, const cli_arguments *arguments);
void cli_sql_close(sql_session *session);

/* A text that grows. */
typedef struct sql_text {
    char *data; /* malloc'd */
    size_t size, room;
    bool failed;
} sql_text;

/* --- sql_run.c: queries --- */

typedef enum sql_style { SQL_ALIGNED, SQL_CSV, SQL_EXCEL, SQL_JSON_LINES, SQL_JSON } sql_style;

/* Runs statements one after the other and prints the rows they have. `out` NULL prints nothing. */
int cli_sql_run(sql_session *session, const char *query, cli_out *out, sql_style style);
/* One statement whose rows nobody wants: what it changes is what counts. */
int cli_sql_do(sql_session *session, const char *statement);
/* The same without a word: false with *error, which is a file's where one failed (session->context.failed_file). The
 * statement is emptied. */
bool cli_sql_try(sql_session *session, sql_text *statement, pdk_error *error);
/* All cells of a query's rows as texts, "" for NULL; added to those that are there. False when it fails. */
bool cli_sql_list(sql_session *session, const char *query, sql_paths *cells);
void cli_sql_put(sql_text *text, const char *data);
void cli_sql_put_literal(sql_text *text, const char *data);
/* ['one', 'two'] */
void cli_sql_put_list(sql_text *text, const char *const *items, size_t count);
/* 'text' with its quotes doubled, malloc'd. */
char *cli_sql_quoted(const char *text);

/* --- sql_failures.c: what DuckDB says when something fails --- */

/* Says what DuckDB or a file said; `type` is DUCKDB_ERROR_INVALID where only the text is known. */
int cli_sql_fail(sql_session *session, const char *message, duckdb_error_type type);
/* Keeps `parts` in mind: where a query fails because one of them is broken, that one is named. False when out of
 * memory. */
bool cli_sql_add_part(sql_session *session, const char *path);
/* Is a Parquet file behind this message of DuckDB's? Then it is in *error and session->context.failed_file. */
bool cli_sql_is_broken_part(sql_session *session, const char *message, pdk_error *error);
/* Why cli_sql_list gave nothing: an interrupt, what DuckDB said, else out of memory for `what`. NULL where no query had
 * a part in it. */
int cli_sql_no_answer(sql_session *session, const char *what);

/* --- sql_inputs.c: files that a query names --- */

/* Before it runs: its texts are inputs from now on, and neither `output` (NULL = none) nor what it copies to may be
 * one. CLI_FINE, or a status after saying why. */
int cli_sql_add_inputs(sql_session *session, const char *query, const char *output);
/* The same of what it copies to, once its statement is bound and has opened its files. */
int cli_sql_check_outputs(const sql_session *session);

/* --- sql_print.c: rows --- */

typedef struct sql_rows sql_rows;
/* NULL when out of memory. */
sql_rows *cli_sql_rows_begin(duckdb_result *result, cli_out *out, sql_style style);
bool cli_sql_rows_put(sql_rows *rows, duckdb_data_chunk chunk);
/* Prints what was kept back, and forgets. False when out of memory. */
bool cli_sql_rows_end(sql_rows *rows);

/* --- sql_cells.c --- */

/* A value of a vector as text: the exact value of numbers, hex of bytes, DuckDB's own spelling of the rest. */
void cli_sql_text_put(sql_text *text, const char *data, size_t size);
bool cli_sql_is_null(duckdb_vector vector, idx_t row);
/* Appends; nothing for NULL. */
void cli_sql_put_cell(sql_text *text, duckdb_vector vector, duckdb_logical_type type, idx_t row);
/* As a value, where JSON has a word for it: numbers, bools; else false. */
bool cli_sql_plain_value(duckdb_vector vector, duckdb_type type, idx_t row, pdk_value *value);

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
int cli_sql_lend(sql_lent *lent, sql_session *session, const char *file, const pdk_table *table,
                 const pdk_table_options *options);
void cli_sql_take_back(sql_lent *lent);

/* --- sql_parquet.c --- */

/* The rows of one query as Parquet. */
int cli_sql_to_parquet(sql_session *session, const char *query, const char *path);

/* --- sql_dataset_tables.c --- */

/* From now on queries take datasets as they take files. */
int cli_sql_take_datasets(sql_session *session);

/* --- sql_prompt.c --- */

int cli_sql_prompt(sql_session *session, cli_out *out);

#endif
