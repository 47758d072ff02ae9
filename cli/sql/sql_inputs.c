/* The files that a query names, found before it runs. Our functions add the files that they open. DuckDB does not say
 * which files its own functions open, so each text of a query that is a path, or a pattern, counts as an input, and
 * each name after TO (COPY ... TO 'file') is an output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "platform/files.h"
#include "platform/signals.h"
#include "sql.h"
#include "sql/session/sql_tokens.h"

/* The text of a token, malloc'd; NULL when out of memory. */
static char *text_of(const sql_token *from)
{
    char *text = malloc(from->size + 1), *to = text;
    if (text == NULL) return NULL;
    for (size_t i = 0; i < from->size; i++) {
        *to++ = from->at[i];
        bool doubled = from->quote != '$' && from->kind == SQL_TEXT && from->at[i] == from->quote;
        if (doubled) i++;
    }
    *to = '\0';
    return text;
}

/* Of a path: DuckDB knows ~ and file: in front of one. Malloc'd; NULL when out of memory. */
static char *path_of(const sql_token *from)
{
    char *text = text_of(from);
    const char *home = text != NULL && strncmp(text, "~/", 2) == 0 ? getenv("HOME") : NULL;
    if (text != NULL && strncmp(text, "file:", 5) == 0) {
        size_t scheme = strncmp(text + 5, "//", 2) == 0 ? 7 : 5;
        memmove(text, text + scheme, strlen(text + scheme) + 1);
    }
    if (home == NULL) return text;
    size_t size = strlen(home) + strlen(text);
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s%s", home, text + 1);
    free(text);
    return path;
}

static bool has_text(const sql_paths *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->paths[i], text) == 0) return true;
    }
    return false;
}

/* Takes the text over. */
static int keep_text(sql_paths *list, char *text)
{
    return sql_paths_add(list, text) ? CLI_FINE : cli_no_memory("the files of a query");
}

static int add_input(const cli_sql *sql, const char *text, bool patterns)
{
    sql_paths files = { 0 };
    char reason[128];
    if (!sql_is_pattern(text) || pdk_file_exists(text)) return cli_add_input(text);
    if (!patterns) return CLI_FINE;
    int status = CLI_FINE; /* what is wrong with a pattern is DuckDB's to say */
    const sql_watch watch = { .progress = sql->session.context.progress };
    if (sql_find_files(text, false, &watch, &files, reason, sizeof reason)) {
        for (size_t i = 0; i < files.count && status == CLI_FINE; i++) status = cli_add_input(files.paths[i]);
    }
    sql_paths_free(&files);
    return pdk_interrupted() ? CLI_INTERRUPTED : status;
}

/* One statement: its texts, and the names after COPY ... TO. Moves *at after it. */
static int split(const char **at, sql_paths *inputs, sql_paths *outputs)
{
    sql_token next;
    bool copies = false, to = false;
    int status = CLI_FINE;
    for (*at = sql_next_token(*at, &next); status == CLI_FINE && next.kind != SQL_END && next.kind != SQL_SEMICOLON;
         *at = sql_next_token(*at, &next)) {
        bool is_output = to && (next.kind == SQL_TEXT || next.kind == SQL_WORD);
        if (is_output || next.kind == SQL_TEXT) status = keep_text(is_output ? outputs : inputs, path_of(&next));
        to = !is_output && copies && sql_is_word(&next, "to");
        copies = copies || sql_is_word(&next, "copy");
    }
    return status;
}

int cli_sql_check_outputs(const cli_sql *sql)
{
    int status = CLI_FINE;
    for (size_t i = 0; i < sql->outputs.count && status == CLI_FINE; i++)
        status = cli_check_apart(sql->outputs.paths[i]);
    return status;
}

/* Is anything there that could be replaced? Otherwise patterns need not be looked up. */
static int look_for_outputs(const char *query, const char *output, bool *there)
{
    sql_paths inputs = { 0 }, outputs = { 0 };
    int status = CLI_FINE;
    for (const char *at = query; *at != '\0' && status == CLI_FINE;) status = split(&at, &inputs, &outputs);
    *there = output != NULL && pdk_file_exists(output);
    for (size_t i = 0; i < outputs.count && !*there; i++) *there = pdk_file_exists(outputs.paths[i]);
    sql_paths_free(&inputs);
    sql_paths_free(&outputs);
    return status;
}

/* The texts of a statement, except files that an earlier statement has made. */
static int add_inputs(const cli_sql *sql, const sql_paths *inputs, const sql_paths *made, bool patterns)
{
    int status = CLI_FINE;
    for (size_t i = 0; i < inputs->count && status == CLI_FINE; i++) {
        if (!has_text(made, inputs->paths[i])) status = add_input(sql, inputs->paths[i], patterns);
    }
    return status;
}

int cli_sql_add_inputs(cli_sql *sql, const char *query, const char *output)
{
    bool there;
    int status = look_for_outputs(query, output, &there);
    for (const char *at = query; *at != '\0' && status == CLI_FINE;) {
        sql_paths inputs = { 0 }, made = sql->outputs;
        status = split(&at, &inputs, &sql->outputs);
        made.paths = sql->outputs.paths; /* the list may have moved; `made` is its beginning */
        if (status == CLI_FINE) status = add_inputs(sql, &inputs, &made, there);
        sql_paths_free(&inputs);
        if (status == CLI_FINE) status = cli_sql_check_outputs(sql);
    }
    return status == CLI_FINE ? cli_check_apart(output) : status;
}
