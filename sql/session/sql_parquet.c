/* Parquet: rows go from Arrow through DuckDB, in their order, packed with zstd. Units and meanings are in the file's
 * metadata, as JSON under `columns`. */
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "platform/files.h"
#include "platform/scratch.h"
#include "sql/session/sql_session.h"

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

/* What the schema of a stream says about the document, and what each column is. */
static void put_metadata(sql_text *text, const sql_origin *from)
{
    char *columns = describe_columns(from->table), *name = from->file != NULL ? sql_shown_name(from->file) : NULL;
    const char *const pairs[][2] = { { "'made_by': ", "paddock" },
                                     { ", 'table': ", pdk_table_name(from->table) },
                                     { ", 'meaning': ", pdk_table_meaning(from->table) },
                                     { ", 'columns': ", columns },
                                     { ", 'path': ", name },
                                     { ", 'format': ", pdk_document_format(from->document)->id },
                                     { ", 'dialect': ", pdk_document_dialect(from->document) } };
    enum { OF_ALL = 4, OF_ONE = sizeof pairs / sizeof pairs[0] };
    sql_put(text, ", KV_METADATA {");
    for (size_t i = 0; i < (from->file != NULL ? OF_ONE : OF_ALL); i++) {
        sql_put(text, pairs[i][0]);
        sql_put_literal(text, pairs[i][1] != NULL ? pairs[i][1] : "");
    }
    sql_put(text, "}");
    if (columns == NULL || (from->file != NULL && name == NULL)) text->failed = true;
    free(columns);
    free(name);
}

static pdk_status fail_read(sql_session *session, const char *path, const pdk_failure *failure)
{
    return sql_fail_text(session, PDK_E_IO, "%s: cannot read what was written: %s", path, failure->reason);
}

static pdk_status pour(sql_session *session, pdk_file from, const char *path, pdk_output *output)
{
    enum { AT_ONCE = 1 << 20 };
    pdk_status status = PDK_OK;
    pdk_failure failure;
    pdk_error error;
    char *buffer = malloc(AT_ONCE);
    size_t got = 1;
    if (buffer == NULL) return sql_fail_memory(session, "Parquet");
    while (status == PDK_OK && got > 0) {
        if (!pdk_file_read(from, buffer, AT_ONCE, &got, &failure)) status = fail_read(session, path, &failure);
        else if (sql_stops(&session->context)) status = sql_fail_stop(session);
        else if (pdk_output_write(output, buffer, got, &error) != PDK_OK) status = sql_fail_file(session, path, &error);
    }
    free(buffer);
    return status;
}

/* What DuckDB wrote becomes the file at `path`, as every output of ours does: links stay, nothing is half there. */
static pdk_status put_in_place(sql_session *session, const char *part, const char *path)
{
    pdk_output *output = NULL;
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    pdk_error error;
    pdk_failure failure;
    pdk_file from = pdk_file_open(part, PDK_DO_NOT_WAIT, &failure);
    if (!pdk_file_is_open(from)) return fail_read(session, path, &failure);
    pdk_status status = PDK_OK;
    options.inputs = session->context.inputs;
    if (pdk_output_file_with(path, &options, &output, &error) != PDK_OK) status = sql_fail_file(session, path, &error);
    if (status == PDK_OK) status = pour(session, from, path, output);
    if (status == PDK_OK && pdk_output_finish(output, &error) != PDK_OK) status = sql_fail_file(session, path, &error);
    pdk_output_close(output);
    pdk_file_close(from);
    return status;
}

static pdk_status copy(sql_session *session, const char *query, const sql_origin *from, const char *path)
{
    sql_text text = { 0 };
    sql_put(&text, "COPY (");
    sql_put(&text, query);
    sql_put(&text, "\n) TO ");
    sql_put_literal(&text, path);
    sql_put(&text, " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false");
    if (from != NULL) put_metadata(&text, from);
    sql_put(&text, ")");
    pdk_status status = sql_query(session, sql_take_text(&text), NULL);
    free(text.data);
    return status;
}

/* By way of a file that vanishes with the program. */
pdk_status sql_query_to_parquet(sql_session *session, const char *query, const sql_origin *from, const char *path)
{
    pdk_file_info there;
    pdk_failure failure;
    if (pdk_file_look(path, &there, NULL) && there.kind != PDK_FILE_REGULAR)
        return sql_fail_text(session, PDK_E_ARGUMENT, "%s is no file on a disk; Parquet needs one: -o rows.parquet",
                             path);
    pdk_scratch *part = pdk_scratch_begin(path, &failure);
    if (part == NULL)
        return sql_fail_text(session, PDK_E_IO, "%s: cannot create a file in its folder: %s (io.write)", path,
                             failure.reason);
    pdk_status status = copy(session, query, from, pdk_scratch_path(part));
    if (status == PDK_OK) status = put_in_place(session, pdk_scratch_path(part), path);
    pdk_scratch_close(part);
    return status;
}

pdk_status sql_table_to_parquet(sql_session *session, const sql_origin *from, const pdk_table_options *options,
                                const char *path)
{
    sql_lent lent;
    if (session->arrow_scan == NULL)
        return sql_fail_text(session, PDK_E_UNSUPPORTED, "this DuckDB takes no Arrow streams; 1.2 to 1.5 do");
    pdk_status status = sql_lend(&lent, session, from->file, from->table, options);
    if (status != PDK_OK) return status;
    if (session->arrow_scan(session->connection, "paddock_rows", (duckdb_arrow_stream)&lent.stream) != DuckDBSuccess)
        status = sql_fail_query(session, "DuckDB does not take the rows", DUCKDB_ERROR_INVALID);
    if (status == PDK_OK) status = sql_query_to_parquet(session, lent.query, from, path);
    duckdb_query(session->connection, "DROP VIEW IF EXISTS paddock_rows", NULL); /* what failed stays known */
    sql_take_back(&lent);
    return status;
}
