/* Verbs whose output is Parquet. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "file_names.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "parquet.h"
#include "platform/path.h"
#include "platform/signals.h"
#include "sql.h"

int cli_table_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                         const pdk_table *table, const pdk_table_options *options, const char *path)
{
    cli_sql sql;
    const sql_origin from = { file, document, table };
    pdk_catch_interrupts();
    int status = cli_sql_open(&sql, arguments);
    if (status == CLI_FINE)
        status = cli_sql_end(&sql.session, sql_table_to_parquet(&sql.session, &from, options, path));
    cli_sql_close(&sql);
    return status;
}

static pdk_status write_rows(sql_session *session, const cli_arguments *arguments, const char *table,
                             const sql_origin *from, const char *path)
{
    sql_text text = { 0 };
    sql_put(&text, "SELECT * FROM paddock(");
    sql_put_list(&text, arguments->operands, (size_t)arguments->count);
    sql_put(&text, ", ");
    sql_put_literal(&text, table);
    sql_put(&text, cli_given(arguments, CLI_ALL) ? ", hidden := true)" : ")");
    const char *query = sql_take_text(&text);
    pdk_status status =
        query != NULL ? sql_query_to_parquet(session, query, from, path) : sql_fail_memory(session, "Parquet");
    free(text.data);
    return status;
}

/* Columns mean what they mean in the first file. */
int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path)
{
    cli_sql sql;
    cli_input first = { 0 };
    const pdk_table *found = NULL;
    pdk_catch_interrupts();
    int status = cli_open(&first, arguments, arguments->operands[0]);
    if (status == CLI_FINE) status = cli_find_table(first.document, arguments->operands[0], table, &found);
    if (status == CLI_FINE) {
        const sql_origin from = { NULL, first.document, found };
        status = cli_sql_open(&sql, arguments);
        if (status == CLI_FINE)
            status = cli_sql_end(&sql.session, write_rows(&sql.session, arguments, table, &from, path));
        cli_sql_close(&sql);
    }
    cli_close(&first);
    return status;
}

static int write_into(sql_session *session, const sql_origin *from, const cli_arguments *arguments, const char *folder)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.hidden = true; /* a copy of the file's tables: nothing is left out */
    char *name = cli_file_stem(pdk_table_name(from->table));
    char *path = name != NULL ? pdk_path_join(folder, strcat(name, ".parquet")) : NULL;
    int status = path != NULL ? cli_check_clobber(arguments, path) : cli_no_memory("Parquet");
    if (status == CLI_FINE) status = cli_sql_end(session, sql_table_to_parquet(session, from, &options, path));
    free(name);
    free(path);
    return status;
}

int cli_document_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                            const char *folder)
{
    cli_sql sql;
    sql_origin from = { file, document, NULL };
    pdk_catch_interrupts();
    int status = cli_make_folder(folder, "for Parquet files");
    if (status != CLI_FINE) return status;
    status = cli_sql_open(&sql, arguments);
    int worst = status; /* a table that fails leaves the others as they are */
    for (size_t i = 0; i < pdk_document_table_count(document) && status == CLI_FINE && worst != CLI_INTERRUPTED; i++) {
        from.table = pdk_document_table_at(document, i);
        worst = cli_worse(worst, write_into(&sql.session, &from, arguments, folder));
    }
    for (size_t i = 0; pdk_answer_name(i) != NULL && status == CLI_FINE && worst != CLI_INTERRUPTED; i++) {
        pdk_error error;
        pdk_status found = pdk_answer(document, pdk_answer_name(i), &from.table, &error);
        if (found == PDK_OK) worst = cli_worse(worst, write_into(&sql.session, &from, arguments, folder));
        else if (found != PDK_E_UNSUPPORTED) worst = cli_worse(worst, cli_fail(file, &error));
    }
    cli_sql_close(&sql);
    return worst;
}
