/* Parquet: rows go from Arrow through DuckDB, in their order, packed with zstd. Units and meanings are in the file's
 * metadata, as JSON under `columns`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/files.h"
#include "platform/path.h"
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
        const pdk_column_info *info = pdk_table_column(table, i);
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

/* What the schema of a stream says of the document, and what each column is. */
static void put_metadata(sql_text *text, const char *file, const pdk_document *document, const pdk_table *table)
{
    char *columns = describe_columns(table);
    const char *const pairs[][2] = { { "'path': ", file },
                                     { ", 'format': ", pdk_document_format(document)->id },
                                     { ", 'dialect': ", pdk_document_dialect(document) },
                                     { ", 'table': ", pdk_table_name(table) },
                                     { ", 'meaning': ", pdk_table_meaning(table) },
                                     { ", 'columns': ", columns },
                                     { ", 'made_by': ", "paddock" } };
    cli_sql_put(text, ", KV_METADATA {");
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        cli_sql_put(text, pairs[i][0]);
        cli_sql_put_literal(text, pairs[i][1] != NULL ? pairs[i][1] : "");
    }
    cli_sql_put(text, "}");
    if (columns == NULL) text->failed = true;
    free(columns);
}

/* Runs `COPY (query) TO path`, by way of a file beside it, which takes the name when it is complete. */
static int copy_to(sql_session *session, const char *query, const char *path, const char *file,
                   const pdk_document *document, const pdk_table *table)
{
    size_t size = strlen(path) + 8;
    char *part = malloc(size);
    sql_text text = { 0 };
    if (part == NULL) return fail_memory();
    snprintf(part, size, "%s.part", path);
    cli_sql_put(&text, "COPY (");
    cli_sql_put(&text, query);
    cli_sql_put(&text, "\n) TO ");
    cli_sql_put_literal(&text, part);
    cli_sql_put(&text, " (FORMAT parquet, COMPRESSION zstd");
    if (table != NULL) put_metadata(&text, file, document, table);
    cli_sql_put(&text, ")");
    cli_sql_text_put(&text, "", 1);
    int status = text.failed ? fail_memory() : cli_sql_do(session, text.data);
    if (status == CLI_FINE && rename(part, path) != 0) {
        cli_complain("%s: it cannot be put in place", path);
        status = CLI_IO;
    }
    if (status != CLI_FINE) pdk_file_remove(part, NULL);
    free(text.data);
    free(part);
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

/* A stream whose schema is ours to release: DuckDB asks for it at each scan, and forgets it. */
typedef struct lent_stream {
    struct ArrowArrayStream stream; /* what DuckDB gets */
    struct ArrowArrayStream rows;
    struct ArrowSchema schema;
} lent_stream;

static void release_nothing(struct ArrowSchema *schema)
{
    (void)schema;
}

static int lend_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
    const lent_stream *lent = stream->private_data;
    *schema = lent->schema;
    schema->release = release_nothing;
    return 0;
}

static int next_rows(struct ArrowArrayStream *stream, struct ArrowArray *array)
{
    lent_stream *lent = stream->private_data;
    if (pdk_interrupted()) return 4; /* EINTR: DuckDB has nobody else to ask */
    return lent->rows.get_next(&lent->rows, array);
}

static const char *last_error(struct ArrowArrayStream *stream)
{
    lent_stream *lent = stream->private_data;
    return lent->rows.get_last_error(&lent->rows);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    stream->release = NULL;
}

static int lend(lent_stream *lent, const char *file, const pdk_table *table, const pdk_table_options *options)
{
    pdk_arrow_options arrow = PDK_ARROW_OPTIONS_INIT;
    pdk_error error;
    arrow.columns = options->columns;
    arrow.column_count = options->column_count;
    arrow.hidden = options->hidden;
    arrow.first = options->first;
    arrow.has_count = options->has_count;
    arrow.count = options->count;
    if (pdk_table_arrow_stream(table, &arrow, &lent->rows, &error) != PDK_OK) return cli_fail(file, &error);
    if (lent->rows.get_schema(&lent->rows, &lent->schema) != 0) {
        lent->rows.release(&lent->rows);
        return fail_memory();
    }
    lent->stream = (struct ArrowArrayStream){ .get_schema = lend_schema,
                                              .get_next = next_rows,
                                              .get_last_error = last_error,
                                              .release = release_stream,
                                              .private_data = lent };
    return CLI_FINE;
}

static int write_table(sql_session *session, const char *file, const pdk_document *document, const pdk_table *table,
                       const pdk_table_options *options, const char *path)
{
    lent_stream lent;
    if (session->arrow_scan == NULL) {
        cli_complain("this DuckDB takes no Arrow streams; 1.2 to 1.5 do");
        return CLI_UNKNOWN_FORMAT;
    }
    int status = lend(&lent, file, table, options);
    if (status != CLI_FINE) return status;
    if (session->arrow_scan(session->connection, "paddock_rows", (duckdb_arrow_stream)&lent.stream) != DuckDBSuccess)
        status = cli_sql_fail(session, "DuckDB does not take the rows", DUCKDB_ERROR_INVALID);
    if (status == CLI_FINE) status = copy_to(session, "SELECT * FROM paddock_rows", path, file, document, table);
    cli_sql_do(session, "DROP VIEW IF EXISTS paddock_rows");
    lent.schema.release(&lent.schema);
    lent.rows.release(&lent.rows);
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

int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path)
{
    sql_session session;
    sql_text text = { 0 };
    pdk_catch_interrupts();
    int status = cli_sql_open(&session, arguments);
    cli_sql_put(&text, "SELECT * FROM paddock([");
    for (int i = 0; i < arguments->count; i++) {
        cli_sql_put(&text, i > 0 ? ", " : "");
        cli_sql_put_literal(&text, arguments->operands[i]);
    }
    cli_sql_put(&text, "], ");
    cli_sql_put_literal(&text, table);
    cli_sql_put(&text, cli_given(arguments, CLI_ALL) ? ", hidden := true)" : ")");
    cli_sql_text_put(&text, "", 1);
    if (status == CLI_FINE && text.failed) status = fail_memory();
    if (status == CLI_FINE) status = copy_to(&session, text.data, path, NULL, NULL, NULL);
    cli_sql_close(&session);
    free(text.data);
    return status;
}

static int write_into(sql_session *session, const char *file, const pdk_document *document, const pdk_table *table,
                      const cli_arguments *arguments, const char *folder)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    char name[256];
    options.hidden = true; /* a copy of the file's tables: nothing is left out */
    snprintf(name, sizeof name, "%s.parquet", pdk_table_name(table));
    char *path = pdk_path_join(folder, name);
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
    for (size_t i = 0; i < pdk_document_table_count(document) && status == CLI_FINE; i++)
        status = write_into(&session, file, document, pdk_document_table(document, i), arguments, folder);
    for (size_t i = 0; pdk_answer_name(i) != NULL && status == CLI_FINE; i++) {
        const pdk_table *table;
        pdk_error error;
        pdk_status found = pdk_answer(document, pdk_answer_name(i), &table, &error);
        if (found == PDK_OK) status = write_into(&session, file, document, table, arguments, folder);
        else if (found != PDK_E_UNSUPPORTED) status = cli_fail(file, &error);
    }
    cli_sql_close(&session);
    return status;
}
