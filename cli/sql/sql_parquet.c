/* Parquet: rows go from Arrow through DuckDB, in their order, packed with zstd. Units and meanings are in the file's
 * metadata, as JSON under `columns`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/files.h"
#include "platform/path.h"
#include "platform/scratch.h"
#include "platform/signals.h"
#include "sql.h"

static int fail_memory(void)
{
    return cli_no_memory("Parquet");
}

/* -------------------------------------------------------------------------------------------------- a statement */

/* {"time":{"unit":"s","meaning":"...","certainty":"confirmed","role":"time"}, ...}; malloc'd */
static char *describe_columns(const pdk_table *table)
{
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, NULL) != PDK_OK) return NULL;
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        pdk_member_begin(&json, info->name, '{');
        if (info->unit != NULL) pdk_member_text(&json, "unit", info->unit);
        if (info->meaning != NULL) pdk_member_text(&json, "meaning", info->meaning);
        pdk_member_text(&json, "certainty", pdk_certainty_name(info->certainty));
        if (info->role != PDK_ROLE_NONE) pdk_member_text(&json, "role", pdk_role_name(info->role));
        if (info->frame != PDK_FRAME_NONE) pdk_member_text(&json, "frame", pdk_frame_text(info->frame));
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, '}');
    pdk_bytes bytes = pdk_output_bytes(output);
    char *text = malloc(bytes.size + 1);
    if (text != NULL) {
        memcpy(text, bytes.data, bytes.size);
        text[bytes.size] = '\0';
    }
    pdk_output_close(output);
    return text;
}

/* What the schema of a stream says of the document, and what each column is. `file` NULL = rows of several. */
static void put_metadata(sql_text *text, const char *file, const pdk_document *document, const pdk_table *table)
{
    char *columns = describe_columns(table), *name = file != NULL ? sql_shown_name(file) : NULL;
    const char *const pairs[][2] = { { "'made_by': ", "paddock" },
                                     { ", 'table': ", pdk_table_name(table) },
                                     { ", 'meaning': ", pdk_table_meaning(table) },
                                     { ", 'columns': ", columns },
                                     { ", 'path': ", name },
                                     { ", 'format': ", pdk_document_format(document)->id },
                                     { ", 'dialect': ", pdk_document_dialect(document) } };
    enum { OF_ALL = 4, OF_ONE = sizeof pairs / sizeof pairs[0] };
    cli_sql_put(text, ", KV_METADATA {");
    for (size_t i = 0; i < (file != NULL ? OF_ONE : OF_ALL); i++) {
        cli_sql_put(text, pairs[i][0]);
        cli_sql_put_literal(text, pairs[i][1] != NULL ? pairs[i][1] : "");
    }
    cli_sql_put(text, "}");
    if (columns == NULL || (file != NULL && name == NULL)) text->failed = true;
    free(columns);
    free(name);
}

static pdk_status pour(pdk_file from, const char *name, pdk_output *output, pdk_error *error)
{
    enum { AT_ONCE = 1 << 20 };
    pdk_status status = PDK_OK;
    char *buffer = malloc(AT_ONCE);
    size_t got = 1;
    if (buffer == NULL) return PDK_E_MEMORY;
    while (status == PDK_OK && got > 0) {
        pdk_failure failure;
        if (!pdk_file_read(from, buffer, AT_ONCE, &got, &failure)) {
            cli_complain("%s: cannot read what was written: %s", name, failure.reason);
            status = PDK_E_IO;
        } else if (pdk_interrupted()) {
            status = PDK_E_CANCELLED;
        } else {
            status = pdk_output_write(output, buffer, got, error);
        }
    }
    free(buffer);
    return status;
}

/* What DuckDB wrote becomes the file at `path`, as every output of ours does: links stay, nothing is half there. */
static int put_in_place(const char *part, const char *path)
{
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    pdk_failure failure;
    pdk_file from = pdk_file_open(part, PDK_DO_NOT_WAIT, &failure);
    if (!pdk_file_is_open(from)) {
        cli_complain("%s: cannot read what was written: %s", path, failure.reason);
        return CLI_IO;
    }
    pdk_status status = cli_open_output_file(path, &output, &error);
    if (status == PDK_OK) status = pour(from, path, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    int result = CLI_FINE;
    if (status == PDK_E_CANCELLED) result = CLI_INTERRUPTED;
    else if (status != PDK_OK) result = error.message[0] != '\0' ? cli_fail(path, &error) : CLI_IO;
    pdk_output_close(output);
    pdk_file_close(from);
    return result;
}

/* Runs `COPY (query) TO path`, by way of a file that vanishes with the program. */
static int copy_to(sql_session *session, const char *query, const char *path, const char *file,
                   const pdk_document *document, const pdk_table *table)
{
    pdk_file_info there;
    pdk_failure failure;
    if (pdk_file_look(path, &there, NULL) && there.kind != PDK_FILE_REGULAR)
        return cli_usage("%s is no file on a disk; Parquet needs one: -o rows.parquet", path);
    pdk_scratch *part = pdk_scratch_begin(path, &failure);
    sql_text text = { 0 };
    if (part == NULL) {
        cli_complain("%s: cannot create a file in its folder: %s (io.write)", path, failure.reason);
        return CLI_IO;
    }
    cli_sql_put(&text, "COPY (");
    cli_sql_put(&text, query);
    cli_sql_put(&text, "\n) TO ");
    cli_sql_put_literal(&text, pdk_scratch_path(part));
    cli_sql_put(&text, " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false");
    if (table != NULL) put_metadata(&text, file, document, table);
    cli_sql_put(&text, ")");
    cli_sql_text_put(&text, "", 1);
    int status = text.failed ? fail_memory() : cli_sql_do(session, text.data);
    if (status == CLI_FINE) status = put_in_place(pdk_scratch_path(part), path);
    pdk_scratch_close(part);
    free(text.data);
    return status;
}

/* -------------------------------------------------------------------------------------------------- the rows of a
 * query */

int cli_sql_to_parquet(sql_session *session, const char *query, const char *path)
{
    size_t size = strlen(query);
    while (size > 0 && strchr(" \t\r\n;", query[size - 1]) != NULL) size--;
    char *one = malloc(size + 1);
    if (one == NULL) return fail_memory();
    memcpy(one, query, size);
    one[size] = '\0';
    duckdb_extracted_statements statements = NULL;
    idx_t count = duckdb_extract_statements(session->connection, one, &statements);
    const char *message = duckdb_extract_statements_error(statements);
    int status = CLI_FINE;
    if (count == 0 && message != NULL) status = cli_sql_fail(session, message, DUCKDB_ERROR_PARSER);
    else if (count != 1) status = cli_usage("one query makes a Parquet file, and here are %d", (int)count);
    duckdb_destroy_extracted(&statements);
    if (status == CLI_FINE) status = copy_to(session, one, path, NULL, NULL, NULL);
    free(one);
    return status;
}

/* -------------------------------------------------------------------------------------------------- a table, by Arrow
 */

static int write_table(sql_session *session, const char *file, const pdk_document *document, const pdk_table *table,
                       const pdk_table_options *options, const char *path)
{
    sql_lent lent;
    if (session->arrow_scan == NULL) {
        cli_complain("this DuckDB takes no Arrow streams; 1.2 to 1.5 do");
        return CLI_UNKNOWN_FORMAT;
    }
    int status = cli_sql_lend(&lent, session, file, table, options);
    if (status != CLI_FINE) return status;
    if (session->arrow_scan(session->connection, "paddock_rows", (duckdb_arrow_stream)&lent.stream) != DuckDBSuccess)
        status = cli_sql_fail(session, "DuckDB does not take the rows", DUCKDB_ERROR_INVALID);
    if (status == CLI_FINE) status = copy_to(session, lent.query, path, file, document, table);
    cli_sql_do(session, "DROP VIEW IF EXISTS paddock_rows");
    cli_sql_take_back(&lent);
    return status;
}

int cli_table_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                         const pdk_table *table, const pdk_table_options *options, const char *path)
{
    sql_session session;
    pdk_catch_interrupts();
    int status = cli_sql_open(&session, arguments);
    if (status == CLI_FINE) status = write_table(&session, file, document, table, options, path);
    cli_sql_close(&session);
    return status;
}

/* -------------------------------------------------------------------------------------------------- several */

/* Columns mean what they mean in the first file. */
int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path)
{
    sql_session session;
    sql_text text = { 0 };
    cli_input first = { 0 };
    const pdk_table *found = NULL;
    pdk_catch_interrupts();
    int status = cli_open(&first, arguments, arguments->operands[0]);
    if (status == CLI_FINE) status = cli_find_table(first.document, arguments->operands[0], table, &found);
    if (status != CLI_FINE) {
        cli_close(&first);
        return status;
    }
    status = cli_sql_open(&session, arguments);
    cli_sql_put(&text, "SELECT * FROM paddock(");
    cli_sql_put_list(&text, arguments->operands, (size_t)arguments->count);
    cli_sql_put(&text, ", ");
    cli_sql_put_literal(&text, table);
    cli_sql_put(&text, cli_given(arguments, CLI_ALL) ? ", hidden := true)" : ")");
    cli_sql_text_put(&text, "", 1);
    if (status == CLI_FINE && text.failed) status = fail_memory();
    if (status == CLI_FINE) status = copy_to(&session, text.data, path, NULL, first.document, found);
    cli_sql_close(&session);
    cli_close(&first);
    free(text.data);
    return status;
}

static int write_into(sql_session *session, const char *file, const pdk_document *document, const pdk_table *table,
                      const cli_arguments *arguments, const char *folder)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.hidden = true; /* a copy of the file's tables: nothing is left out */
    char *name = cli_file_stem(pdk_table_name(table));
    if (name == NULL) return fail_memory();
    char *path = pdk_path_join(folder, strcat(name, ".parquet"));
    free(name);
    if (path == NULL) return fail_memory();
    int status = cli_check_clobber(arguments, path);
    if (status == CLI_FINE) status = write_table(session, file, document, table, &options, path);
    free(path);
    return status;
}

int cli_document_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                            const char *folder)
{
    sql_session session;
    pdk_catch_interrupts();
    int status = cli_make_folder(folder, "for Parquet files");
    if (status != CLI_FINE) return status;
    status = cli_sql_open(&session, arguments);
    int worst = status; /* a table that fails leaves the others as they are */
    for (size_t i = 0; i < pdk_document_table_count(document) && status == CLI_FINE && worst != CLI_INTERRUPTED; i++)
        worst = cli_worse(worst,
                          write_into(&session, file, document, pdk_document_table_at(document, i), arguments, folder));
    for (size_t i = 0; pdk_answer_name(i) != NULL && status == CLI_FINE && worst != CLI_INTERRUPTED; i++) {
        const pdk_table *table;
        pdk_error error;
        pdk_status found = pdk_answer(document, pdk_answer_name(i), &table, &error);
        if (found == PDK_OK) worst = cli_worse(worst, write_into(&session, file, document, table, arguments, folder));
        else if (found != PDK_E_UNSUPPORTED) worst = cli_worse(worst, cli_fail(file, &error));
    }
    cli_sql_close(&session);
    return worst;
}
