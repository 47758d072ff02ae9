/* The parts of `paddock sql`, and of what else DuckDB does for the command: arguments, rows printed, failures said. */
#ifndef PADDOCK_CLI_SQL_H
#define PADDOCK_CLI_SQL_H

#include "arguments.h"
#include "output.h"
#include "paddock/paddock.h"
#include "sql/session/sql_session.h"

typedef struct cli_sql {
    sql_session session;
    sql_paths outputs; /* files that queries name after TO: COPY ... TO 'file' */
} cli_sql;

/* --- sql_open.c --- */

/* A session as the options want it. CLI_FINE, or a status after saying what is missing. */
int cli_sql_open(cli_sql *sql, const cli_arguments *arguments);
void cli_sql_close(cli_sql *sql);
/* The exit status of a call of the session, after saying what failed. */
int cli_sql_end(const sql_session *session, pdk_status status);

/* --- sql_run.c: queries --- */

typedef enum sql_style { SQL_ALIGNED, SQL_CSV, SQL_EXCEL, SQL_JSON_LINES, SQL_JSON } sql_style;

/* Runs statements one after the other and prints the rows they have. */
int cli_sql_run(cli_sql *sql, const char *query, cli_out *out, sql_style style);

/* --- sql_inputs.c: files that a query names --- */

/* Before it runs: its texts are inputs from now on, and neither `output` (NULL = none) nor what it copies to may be
 * one. CLI_FINE, or a status after saying why. */
int cli_sql_add_inputs(cli_sql *sql, const char *query, const char *output);
/* The same of what it copies to, once its statement is bound and has opened its files. */
int cli_sql_check_outputs(const cli_sql *sql);

/* --- sql_print.c: rows --- */

typedef struct sql_rows sql_rows;
/* NULL when out of memory. */
sql_rows *cli_sql_rows_begin(duckdb_result *result, cli_out *out, sql_style style);
bool cli_sql_rows_put(sql_rows *rows, duckdb_data_chunk chunk);
/* Prints what was kept back, and forgets. False when out of memory. */
bool cli_sql_rows_end(sql_rows *rows);

/* --- sql_cells.c --- */

/* Appends a value of a vector as text: the exact value of numbers, hex of bytes, DuckDB's own spelling of the rest;
 * nothing for NULL. */
void cli_sql_put_cell(sql_text *text, duckdb_vector vector, duckdb_logical_type type, idx_t row);

/* --- sql_prompt.c --- */

int cli_sql_prompt(cli_sql *sql, cli_out *out);

#endif
