/* Archives to Parquet: what is new is found by its path, size and time, read in batches of many files, and written
 * table by table. A batch is there when its catalogue is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "platform/signals.h"

enum { BATCH_FILES = SQL_KEPT_DOCUMENTS, MOST_PARTS = 4096 };
static const uint64_t batch_bytes = 512 << 20;

typedef struct ingest {
    dataset data;
    sql_paths todo;       /* path, size, path, size ... */
    uint64_t total, done; /* bytes */
    cli_progress progress;
    char *parts[MOST_PARTS]; /* of the batch, without .tmp; malloc'd */
    size_t part_count;
} ingest;

static void put(ingest *work, const char *text)
{
    cli_sql_put(&work->data.text, text);
}

static void put_literal(ingest *work, const char *text)
{
    cli_sql_put_literal(&work->data.text, text);
}

/* Cells of a query that is in data->text. */
static bool list(ingest *work, sql_paths *cells)
{
    cli_sql_text_put(&work->data.text, "", 1);
    bool good = !work->data.text.failed && cli_sql_list(work->data.session, work->data.text.data, cells);
    work->data.text.size = 0;
    return good;
}

/* ---------------------------------------------------------------------------------------------------- what is new */

/* `found`: the archive as it is. `outdated`: batches with a file that has changed since; all of their files are read
 * again, because files of Parquet are not changed but replaced. */
static int find_new(ingest *work, const cli_arguments *arguments)
{
    const char *root = work->data.root;
    put(work, "CREATE OR REPLACE TABLE found AS SELECT file AS path, size, modified FROM paddock_files([");
    for (int i = 0; i < arguments->count; i++) {
        put(work, i > 0 ? ", " : "");
        put_literal(work, arguments->operands[i]);
    }
    put(work, "]) WHERE NOT starts_with(file, ");
    put_literal(work, root);
    put(work,
        " || '/');"
        "CREATE OR REPLACE TABLE outdated AS SELECT DISTINCT s.batch FROM seen s JOIN found f USING (path) "
        "WHERE s.size IS DISTINCT FROM f.size OR s.modified IS DISTINCT FROM f.modified;"
        "CREATE OR REPLACE TABLE todo AS SELECT f.path, f.size FROM found f LEFT JOIN latest l USING (path) WHERE l.path IS NULL "
        "OR l.size IS DISTINCT FROM f.size OR l.modified IS DISTINCT FROM f.modified "
        "OR l.batch IN (SELECT batch FROM outdated) ORDER BY f.path;");
    int status = cli_dataset_do(&work->data);
    put(work, "SELECT path, coalesce(size, 0) FROM todo ORDER BY path");
    if (status == CLI_FINE && !list(work, &work->todo)) status = cli_no_memory("a list of files");
    return status;
}

/* A list of files as an argument of our functions. */
static void put_files(ingest *work, const sql_paths *files, size_t first, size_t count, size_t step)
{
    put(work, "[");
    for (size_t i = 0; i < count; i++) {
        put(work, i > 0 ? ", " : "");
        put_literal(work, files->paths[first + i * step]);
    }
    put(work, "]");
}

/* What has the same bytes as another file is not read: `known` has the hashes. */
static int hash(ingest *work)
{
    size_t count = work->todo.count / 2;
    put(work, "CREATE OR REPLACE TABLE hashed AS WITH h AS (SELECT file AS path, sha256 FROM paddock_files(");
    put_files(work, &work->todo, 0, count, 2);
    put(work,
        ")), k AS (SELECT sha256, min(path) AS path FROM latest WHERE duplicate_of IS NULL AND sha256 IS NOT NULL "
        "AND batch NOT IN (SELECT batch FROM outdated) AND path NOT IN (SELECT path FROM todo) GROUP BY sha256) "
        "SELECT h.path, h.sha256, coalesce(k.path, CASE WHEN h.sha256 IS NOT NULL AND h.path <> min(h.path) OVER (PARTITION BY "
        "h.sha256) THEN min(h.path) OVER (PARTITION BY h.sha256) END) AS duplicate_of FROM h LEFT JOIN k USING (sha256);");
    return cli_dataset_do(&work->data);
}

/* ------------------------------------------------------------------------------------------------------- a batch */

/* Rows of one table of files of one format and dialect. CLI_FINE also where they have no such table. *bad is a file
 * that cannot be read to its end. */
static int write_part(ingest *work, const sql_paths *files, const char *format, const char *table, pdk_error *error,
                      bool *bad)
{
    dataset *data = &work->data;
    char *folder = cli_dataset_path(data, "%s", table);
    char *below = cli_dataset_path(data, "%s/format=%s", table, format);
    char *part = cli_dataset_path(data, "%s/format=%s/b%06llu-%zu.parquet", table, format,
                                  (unsigned long long)data->batch, work->part_count);
    char *tmp = cli_dataset_path(data, "%s/format=%s/b%06llu-%zu.parquet.tmp", table, format,
                                 (unsigned long long)data->batch, work->part_count);
    int status = folder != NULL && below != NULL && part != NULL && tmp != NULL && work->part_count < MOST_PARTS
                     ? CLI_FINE
                     : cli_no_memory("paths");
    *bad = false;
    if (status == CLI_FINE) status = cli_make_folder(folder, "for a table");
    if (status == CLI_FINE) status = cli_make_folder(below, "for a format");
    if (status == CLI_FINE) {
        put(work, "COPY (SELECT * FROM paddock(");
        put_files(work, files, 0, files->count, 1);
        put(work, ", ");
        put_literal(work, table);
        put(work, ", on_error := 'skip')) TO ");
        put_literal(work, tmp);
        put(work, " (FORMAT parquet, COMPRESSION zstd)");
        if (cli_sql_try(data->session, &data->text, error)) {
            work->parts[work->part_count++] = part;
            part = NULL;
        } else if (error->status != PDK_E_UNSUPPORTED && error->status != PDK_E_ARGUMENT) {
            *bad = strcmp(error->code, "duckdb") != 0;
            if (!*bad) status = cli_fail(data->root, error);
        }
        if (part != NULL) { /* and the folders, where nothing else is in them */
            pdk_file_remove(tmp, NULL);
            pdk_folder_remove(below, NULL);
            pdk_folder_remove(folder, NULL);
        }
    }
    free(folder);
    free(below);
    free(part);
    free(tmp);
    return status;
}

/* Its catalogue row says why, and the others of its group go on without it. */
static int mark_bad(ingest *work, const char *path, const pdk_error *error, sql_paths *files)
{
    char offset[32];
    snprintf(offset, sizeof offset, "%llu", (unsigned long long)error->offset);
    put(work, "UPDATE met SET error = ");
    put_literal(work, error->message);
    put(work, ", error_code = ");
    put_literal(work, error->code);
    put(work, ", error_offset = ");
    put(work, error->offset != PDK_NO_OFFSET ? offset : "NULL");
    put(work, " WHERE path = ");
    put_literal(work, path);
    size_t kept = 0;
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->paths[i], path) == 0) free(files->paths[i]);
        else files->paths[kept++] = files->paths[i];
    }
    bool gone = kept < files->count;
    files->count = kept;
    int status = cli_dataset_do(&work->data);
    if (status == CLI_FINE && !gone) status = cli_fail(path, error); /* it would come again */
    return status;
}

static int write_table(ingest *work, sql_paths *files, const char *format, const char *table)
{
    int status = CLI_FINE;
    bool bad = true;
    while (status == CLI_FINE && bad && files->count > 0) {
        pdk_error error;
        status = write_part(work, files, format, table, &error, &bad);
        if (status == CLI_FINE && bad) status = mark_bad(work, work->data.session->context.failed_file, &error, files);
        if (pdk_interrupted()) status = CLI_INTERRUPTED;
    }
    return status;
}

/* All files of the batch that have one format and dialect. */
static int write_group(ingest *work, const char *format, const char *dialect, const char *main_table)
{
    sql_paths files = { 0 };
    put(work, "SELECT path FROM met WHERE error IS NULL AND duplicate_of IS NULL AND format = ");
    put_literal(work, format);
    put(work, " AND dialect = ");
    put_literal(work, dialect);
    put(work, " ORDER BY path");
    int status = list(work, &files) ? CLI_FINE : cli_no_memory("a list of files");
    const char *asked = work->data.tables;
    if (asked[0] == '\0') {
        if (main_table[0] != '\0') status = status == CLI_FINE ? write_table(work, &files, format, main_table) : status;
        for (size_t i = 0; pdk_answer_name(i) != NULL && status == CLI_FINE; i++)
            status = write_table(work, &files, format, pdk_answer_name(i));
    }
    for (const char *at = asked; *at != '\0' && status == CLI_FINE;) {
        char name[128];
        size_t size = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        status = write_table(work, &files, format, name);
        at += size + (at[size] == ',');
    }
    sql_paths_free(&files);
    return status;
}

/* Takes .tmp off a name. */
static int finish_part(const char *part)
{
    size_t size = strlen(part) + 8;
    char *tmp = malloc(size);
    if (tmp == NULL) return cli_no_memory("a path");
    snprintf(tmp, size, "%s.tmp", part);
    int status = CLI_FINE;
    if (rename(tmp, part) != 0) {
        cli_complain("%s: it cannot be put in place", part);
        status = CLI_IO;
    }
    free(tmp);
    return status;
}

/* The rows first, the catalogue last. */
static int commit(ingest *work, bool last)
{
    dataset *data = &work->data;
    int status = CLI_FINE;
    char *catalogue = cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)data->batch), number[32];
    char *tmp = cli_dataset_path(data, "files/b%06llu.parquet.tmp", (unsigned long long)data->batch);
    if (catalogue == NULL || tmp == NULL) status = cli_no_memory("paths");
    for (size_t i = 0; i < work->part_count && status == CLI_FINE; i++) status = finish_part(work->parts[i]);
    if (status == CLI_FINE) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)data->batch);
        put(work, "COPY (SELECT * EXCLUDE main_table, ");
        put(work, last ? "(SELECT list(batch) FROM outdated)" : "NULL::BIGINT[]");
        put(work, " AS replaces, ");
        put(work, number);
        put(work, "::BIGINT AS batch FROM met ORDER BY path) TO ");
        put_literal(work, tmp);
        put(work, " (FORMAT parquet, COMPRESSION zstd)");
        status = cli_dataset_do(data);
    }
    if (status == CLI_FINE) status = finish_part(catalogue);
    free(catalogue);
    free(tmp);
    return status;
}

static void forget_parts(ingest *work)
{
    while (work->part_count > 0) free(work->parts[--work->part_count]);
}

static int run_batch(ingest *work, size_t first, size_t count, bool last)
{
    sql_paths groups = { 0 };
    sql_context_forget(&work->data.session->context);
    put(work,
        "CREATE OR REPLACE TABLE met AS SELECT p.file AS path, p.size, p.modified, h.sha256, p.format, p.dialect, p.track, p.main_table, ");
    put_literal(work, pdk_version());
    put(work,
        " AS version, p.rows, p.findings, p.error, p.error_code, p.error_offset, h.duplicate_of FROM paddock_files(");
    if (count > 0) put_files(work, &work->todo, 2 * first, count, 2);
    else put(work, "[]::VARCHAR[]");
    put(work, ") p LEFT JOIN hashed h ON p.file = h.path");
    int status = cli_dataset_do(&work->data);
    put(work, "SELECT format, dialect, any_value(main_table) FROM met WHERE error IS NULL AND duplicate_of IS NULL "
              "GROUP BY format, dialect ORDER BY format, dialect");
    if (status == CLI_FINE && !list(work, &groups)) status = cli_no_memory("a list of formats");
    for (size_t i = 0; i + 2 < groups.count && status == CLI_FINE; i += 3)
        status = write_group(work, groups.paths[i], groups.paths[i + 1], groups.paths[i + 2]);
    if (status == CLI_FINE) status = commit(work, last);
    sql_paths_free(&groups);
    if (status != CLI_FINE) { /* what is under way goes; the batch never was */
        for (size_t i = 0; i < work->part_count; i++) {
            size_t size = strlen(work->parts[i]) + 8;
            char *tmp = malloc(size);
            if (tmp != NULL) snprintf(tmp, size, "%s.tmp", work->parts[i]);
            if (tmp != NULL) pdk_file_remove(tmp, NULL);
            pdk_file_remove(work->parts[i], NULL);
            free(tmp);
        }
    }
    forget_parts(work);
    work->data.batch++;
    return status;
}

static int run_batches(ingest *work)
{
    size_t files = work->todo.count / 2;
    int status = CLI_FINE;
    for (size_t i = 0; i < files; i++) work->total += strtoull(work->todo.paths[2 * i + 1], NULL, 10);
    for (size_t first = 0; first < files && status == CLI_FINE;) {
        uint64_t bytes = 0;
        size_t count = 0;
        while (first + count < files && count < BATCH_FILES && (count == 0 || bytes < batch_bytes))
            bytes += strtoull(work->todo.paths[2 * (first + count++) + 1], NULL, 10);
        status = run_batch(work, first, count, first + count == files);
        first += count;
        work->done += bytes;
        if (!cli_progress_step(&work->progress, work->done, work->total) && status == CLI_FINE)
            status = CLI_INTERRUPTED;
    }
    return status;
}

/* Batches with files that changed have been read again: they go. */
static int drop_outdated(ingest *work)
{
    sql_paths batches = { 0 };
    put(work, "SELECT batch FROM outdated");
    if (!list(work, &batches)) return cli_no_memory("a list of batches");
    int status = CLI_FINE;
    if (work->todo.count == 0 && batches.count > 0) { /* a run was stopped before it said so */
        put(work, "CREATE OR REPLACE TABLE hashed (path VARCHAR, sha256 VARCHAR, duplicate_of VARCHAR)");
        status = cli_dataset_do(&work->data);
        if (status == CLI_FINE) status = run_batch(work, 0, 0, true);
    }
    for (size_t i = 0; i < batches.count && status == CLI_FINE; i++)
        cli_dataset_drop(&work->data, strtoull(batches.paths[i], NULL, 10));
    sql_paths_free(&batches);
    return status;
}

static int report(ingest *work)
{
    sql_paths cells = { 0 };
    cli_out out;
    put(work,
        "SELECT count(*), count(*) FILTER (path IN (SELECT path FROM todo)), count(*) FILTER (duplicate_of IS NOT NULL), "
        "count(*) FILTER (error_code LIKE 'detect.%'), count(*) FILTER (error IS NOT NULL AND error_code NOT LIKE 'detect.%') "
        "FROM latest");
    int status = list(work, &cells) && cells.count == 5 ? cli_open_out(&out, NULL) : cli_no_memory("a summary");
    if (status == CLI_FINE) {
        cli_print(&out, "%s: %s files, %s read now; %s the same as another, %s of no format, %s that cannot be read\n",
                  work->data.root, cells.paths[0], cells.paths[1], cells.paths[2], cells.paths[3], cells.paths[4]);
        status = cli_close_out(&out, CLI_FINE);
    }
    sql_paths_free(&cells);
    return status;
}

static int set_jobs(ingest *work, const cli_arguments *arguments)
{
    uint64_t jobs;
    char number[64];
    int status = cli_number_of(arguments, CLI_JOBS, 0, &jobs);
    if (status != CLI_FINE) return status;
    if (jobs > 1024) return cli_usage("--jobs is 1 to 1024");
    put(work, "SET preserve_insertion_order = false;"); /* several threads write a file; rows can be sorted by their time */
    snprintf(number, sizeof number, "SET threads = %d", (int)jobs);
    if (jobs > 0) put(work, number);
    return cli_dataset_do(&work->data);
}

static int gather(ingest *work, const cli_arguments *arguments)
{
    work->data.session->context.keeps = BATCH_FILES;
    work->data.session->context.note = NULL; /* a file that lacks a table is no news here */
    cli_progress_begin(&work->progress, "ingesting");
    int status = set_jobs(work, arguments);
    if (status == CLI_FINE) status = find_new(work, arguments);
    if (status == CLI_FINE && work->todo.count > 0) status = hash(work);
    if (status == CLI_FINE) status = run_batches(work);
    if (status == CLI_FINE) status = drop_outdated(work);
    cli_progress_end(&work->progress);
    return status;
}

static int show(const cli_arguments *arguments, sql_session *session, const char *root)
{
    static const char query[] =
        "SELECT coalesce(format, CASE WHEN error_code LIKE 'detect.%' THEN 'none' ELSE 'broken' END) AS format, count(*) AS files, "
        "sum(size)::BIGINT AS bytes, count(*) FILTER (duplicate_of IS NOT NULL) AS duplicates, count(*) FILTER (error IS NOT NULL) AS "
        "errors, sum(findings)::BIGINT AS findings, sum(rows)::BIGINT AS rows FROM latest GROUP BY 1 ORDER BY 1";
    (void)arguments;
    dataset data;
    cli_out out;
    int status = cli_dataset_look(&data, session, root);
    if (status == CLI_FINE) status = cli_open_out(&out, NULL);
    if (status == CLI_FINE)
        status = cli_close_out(&out, cli_sql_run(session, query, &out, out.is_terminal ? SQL_ALIGNED : SQL_CSV));
    cli_dataset_close(&data);
    return status;
}

int cli_run_ingest(const cli_arguments *arguments)
{
    const char *root = arguments->values[CLI_TARGET], *look = arguments->values[CLI_STATUS];
    if (look == NULL && (root == NULL || arguments->count == 0))
        return cli_usage("`paddock ingest` needs folders and a dataset: paddock ingest DIR... --to DATASET");
    if (look != NULL && (root != NULL || arguments->count > 0))
        return cli_usage("--status only looks: paddock ingest --status DATASET");
    for (int i = 0; i < arguments->count; i++) {
        if (pdk_file_exists(arguments->operands[i])) continue;
        cli_complain("%s: there is no such folder", arguments->operands[i]);
        return CLI_IO;
    }
    sql_session session;
    pdk_catch_interrupts();
    int status = cli_sql_open(&session, arguments);
    if (status == CLI_FINE && look != NULL) {
        status = show(arguments, &session, look);
    } else if (status == CLI_FINE) {
        ingest *work = calloc(1, sizeof *work);
        if (work == NULL) status = cli_no_memory("an ingest");
        if (work != NULL) {
            status = cli_dataset_open(&work->data, &session, root, arguments->values[CLI_TABLES]);
            if (status == CLI_FINE) status = gather(work, arguments);
            cli_dataset_close(&work->data);
            if (status == CLI_FINE) status = cli_dataset_look(&work->data, &session, root);
            if (status == CLI_FINE) status = report(work);
            sql_paths_free(&work->todo);
            cli_dataset_close(&work->data);
        }
        free(work);
    }
    cli_sql_close(&session);
    return status;
}
