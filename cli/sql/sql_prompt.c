/* The prompt of `paddock sql`. Lines are edited by libedit, which is loaded for it; without it the terminal's own
 * editing has to do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "output.h"
#include "platform/console.h"
#include "sql.h"
#include "standard_output.h"

/* What libedit exports under GNU Readline's names. */
typedef struct line_editor {
    char *(*read)(const char *prompt);
    int (*remember)(const char *line);
} line_editor;

static const char first_prompt[] = "sql> ", next_prompt[] = "...> ";

static line_editor load_editor(void)
{
    static const char *const names[] = { "libedit.so.2", "libedit.so.0" };
    line_editor editor = { NULL, NULL };
    char reason[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0] && editor.read == NULL; i++) {
        pdk_library *library = pdk_library_find(names[i], reason, sizeof reason);
        if (library == NULL) continue;
        const void *read = pdk_library_object(library, "readline"), *add = pdk_library_object(library, "add_history");
        memcpy(&editor.read, &read, sizeof read);
        memcpy(&editor.remember, &add, sizeof add);
    }
    return editor;
}

/* As an editor reads it. */
static char *plain_line(const char *prompt)
{
    fputs(prompt, stdout);
    fflush(stdout);
    return pdk_console_read_line();
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n;")] == '\0';
}

/* Is the statement complete: does it end in a semicolon? */
static bool is_ended(const char *text)
{
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r\n", text[size - 1]) != NULL) size--;
    return size > 0 && text[size - 1] == ';';
}

static bool is_command(const char *text, const char *name)
{
    size_t size = strlen(name);
    return strncmp(text, name, size) == 0 && is_blank(text + size);
}

static void put_help(cli_out *out)
{
    cli_print(out, "A query ends with ';' and may have several lines. .exit or .quit ends.\n"
                   "  SELECT * FROM 'race.vcr' LIMIT 5;\n"
                   "  FROM paddock_tables('race.vcr');\n"
                   "  FROM paddock('race.vcr', 'laps') ORDER BY lap_time;\n"
                   "  SELECT file, error FROM paddock_files('season') WHERE error IS NOT NULL;\n");
}

/* False when the session ends. */
static bool take_line(cli_sql *sql, cli_out *out, sql_text *query, const char *line)
{
    if (query->size == 0 && (is_command(line, ".exit") || is_command(line, ".quit") || is_command(line, "exit")))
        return false;
    if (query->size == 0 && (is_command(line, ".help") || is_command(line, "help"))) {
        put_help(out);
        return true;
    }
    if (query->size == 0 && is_blank(line)) return true;
    sql_put_bytes(query, line, strlen(line));
    sql_put_bytes(query, "\n", 1);
    if (!is_ended(line) || query->failed) return !query->failed;
    sql_put_bytes(query, "", 1);
    if (!query->failed && cli_sql_add_inputs(sql, query->data, NULL) == CLI_FINE)
        cli_sql_run(sql, query->data, out, out->is_terminal ? SQL_ALIGNED : SQL_CSV);
    query->size = 0;
    return !query->failed;
}

int cli_sql_prompt(cli_sql *sql, cli_out *out)
{
    line_editor editor = load_editor();
    sql_text query = { 0 };
    bool goes_on = true;
    cli_print(out, "SQL over paddock's files; .help shows examples, .exit ends.\n");
    while (goes_on) {
        const char *prompt = query.size == 0 ? first_prompt : next_prompt;
        cli_flush_out();
        char *line = editor.read != NULL ? editor.read(prompt) : plain_line(prompt);
        if (line == NULL) break;
        if (editor.remember != NULL && !is_blank(line)) editor.remember(line);
        goes_on = take_line(sql, out, &query, line);
        free(line);
    }
    cli_print(out, "\n");
    int status = query.failed ? cli_no_memory("a query") : CLI_FINE;
    free(query.data);
    return status;
}
