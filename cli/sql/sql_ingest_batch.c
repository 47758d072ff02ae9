/* One batch: its files are opened, its tables written, and its catalogue last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest.h"
#include "platform/folders.h"
#include "platform/signals.h"

static bool list_files_of(ingest *work, const ingest_item *item, const char *where, sql_paths *files)
{
    cli_ingest_put(work, "SELECT path FROM ");
    cli_ingest_put(work, work->list.name);
    cli_ingest_put(work, " WHERE item = ");
    cli_ingest_put_number(work, item->number);
    cli_ingest_put(work, where);
    cli_ingest_put(work, " ORDER BY path");
    return cli_ingest_list(work, files);
}

static char *with_tmp(const char *path)
{
    size_t size = strlen(path) + 8;
    char *tmp = malloc(size);
    if (tmp != NULL) snprintf(tmp, size, "%s.tmp", path);
    return tmp;
}

/* ------------------------------------------------------------------------------------------------------- hashes */

int cli_ingest_hash(ingest *work, const ingest_item *item)
{
    sql_paths files = { 0 };
    bool leads = work->ranks.rank == 0;
    char *result = leads ? NULL : cli_ranks_result(work, work->list.name, item->number);
    char *tmp = result != NULL ? with_tmp(result) : NULL;
    int status = list_files_of(work, item, "", &files) && (leads || tmp != NULL)
                     ? CLI_FINE
                     : cli_sql_no_answer(work->data.session, "hashes");
    if (status == CLI_FINE) {
        cli_ingest_put(work, leads ? "INSERT INTO hashes " : "COPY (");
        cli_ingest_put(work, "SELECT file AS path, sha256 FROM paddock_files(");
        cli_ingest_put_files(work, &files);
        cli_ingest_put(work, ")");
        if (!leads) {
            cli_ingest_put(work, ") TO ");
            cli_ingest_put_literal(work, tmp);
            cli_ingest_put(work, DATASET_PARQUET);
            status = cli_dataset_refuse_link(tmp);
        }
        if (status == CLI_FINE) status = cli_dataset_do(&work->data);
        work->data.text.size = 0;
    }
    if (status == CLI_FINE && !leads) status = cli_dataset_put_in_place(tmp, result);
    sql_paths_free(&files);
    free(result);
    free(tmp);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ failures */

static void forget_failures(ingest *work)
{
    while (work->failures != NULL) {
        ingest_failure *next = work->failures->below;
        free(work->failures->path);
        free(work->failures);
        work->failures = next;
    }
}

/* A file that is left out of a table, told by any thread, one at a time. That it has no such table is nothing wrong. */
static void note_failure(void *user, const char *file, const pdk_error *error)
{
    ingest *work = user;
    if (error->status == PDK_E_UNSUPPORTED || error->status == PDK_E_ARGUMENT) return;
    ingest_failure *failure = malloc(sizeof *failure);
    char *path = malloc(strlen(file) + 1);
    if (failure == NULL || path == NULL) {
        free(failure);
        free(path);
        return; /* memory is out: what comes next fails, too */
    }
    *failure = (ingest_failure){ strcpy(path, file), *error, work->failures };
    work->failures = failure;
}

/* Its catalogue row says why. */
static int mark_bad(ingest *work, const char *path, const pdk_error *error)
{
    cli_ingest_put(work, "UPDATE met SET error = ");
    cli_ingest_put_literal(work, error->message);
    cli_ingest_put(work, ", error_code = ");
    cli_ingest_put_literal(work, error->code);
    cli_ingest_put(work, ", error_offset = ");
    if (error->offset != PDK_NO_OFFSET) cli_ingest_put_number(work, error->offset);
    else cli_ingest_put(work, "NULL");
    cli_ingest_put(work, " WHERE path = ");
    cli_ingest_put_literal(work, path);
    return cli_dataset_do(&work->data);
}

static int mark_failures(ingest *work)
{
    int status = CLI_FINE;
    for (const ingest_failure *failure = work->failures; failure != NULL && status == CLI_FINE;
         failure = failure->below)
        status = mark_bad(work, failure->path, &failure->error);
    forget_failures(work);
    return status;
}

/* ------------------------------------------------------------------------------------------------------- tables */

/* Rows of one table of files of one format and dialect. CLI_FINE also where they have no such table. *bad is a file
 * that cannot be read to its end. */
static int write_part(ingest *work, const ingest_item *item, const sql_paths *files, const char *format,
                      const char *table, pdk_error *error, bool *bad)
{
    dataset *data = &work->data;
    char *folder = cli_dataset_path(data, "%s", table);
    char *below = cli_dataset_path(data, "%s/format=%s", table, format);
    char *part = cli_dataset_path(data, "%s/format=%s/b%06llu-%zu.parquet", table, format,
                                  (unsigned long long)item->number, work->part_count);
    char *tmp = part != NULL ? with_tmp(part) : NULL;
    int status = folder != NULL && below != NULL && tmp != NULL && work->part_count < INGEST_PARTS
                     ? CLI_FINE
                     : cli_sql_no_answer(NULL, "paths");
    *bad = false;
    if (status == CLI_FINE) status = cli_dataset_make_folder(folder, "for a table");
    if (status == CLI_FINE) status = cli_dataset_make_folder(below, "for a format");
    if (status == CLI_FINE) status = cli_dataset_refuse_link(tmp);
    if (status == CLI_FINE) {
        cli_ingest_put(work, "COPY (SELECT * FROM paddock(");
        cli_ingest_put_files(work, files);
        cli_ingest_put(work, ", ");
        cli_ingest_put_literal(work, table);
        cli_ingest_put(work, ", on_error := 'skip')) TO ");
        cli_ingest_put_literal(work, tmp);
        cli_ingest_put(work, DATASET_PARQUET);
        if (cli_sql_try(data->session, &data->text, error)) {
            work->parts[work->part_count++] = part;
            part = NULL;
        } else if (pdk_interrupted()) {
            status = CLI_INTERRUPTED;
        } else if (error->status != PDK_E_UNSUPPORTED && error->status != PDK_E_ARGUMENT) {
            *bad = strcmp(error->code, "duckdb") != 0;
            if (!*bad) status = cli_fail(data->root, error);
        }
        if (part != NULL) pdk_file_remove(tmp, NULL); /* its folders may be where another rank is about to write */
    }
    free(folder);
    free(below);
    free(part);
    free(tmp);
    return status;
}

/* False when it is not there. */
static bool take_out(sql_paths *files, const char *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->paths[i], path) == 0) free(files->paths[i]);
        else files->paths[kept++] = files->paths[i];
    }
    bool gone = kept < files->count;
    files->count = kept;
    return gone;
}

/* A file that fails in the middle of its rows stops the table, which is written again without it. */
static int write_table(ingest *work, const ingest_item *item, sql_paths *files, const char *format, const char *table)
{
    int status = CLI_FINE;
    bool bad = true;
    while (status == CLI_FINE && bad && files->count > 0) {
        pdk_error error;
        const char *failed = work->data.session->context.failed_file;
        status = write_part(work, item, files, format, table, &error, &bad);
        if (status == CLI_FINE) status = mark_failures(work);
        forget_failures(work);
        if (status == CLI_FINE && bad) {
            char path[SQL_PATH];
            snprintf(path, sizeof path, "%s", failed);
            status = mark_bad(work, path, &error);
            if (status == CLI_FINE && !take_out(files, path)) status = cli_fail(path, &error); /* it would come again */
        }
        if (pdk_interrupted()) status = CLI_INTERRUPTED;
    }
    return status;
}

/* One after the other of the tables that the dataset has; NULL after the last. */
static const char *table_at(const ingest *work, const char *main_table, size_t index, char *name, size_t size)
{
    const char *at = work->data.tables;
    if (at[0] == '\0') {
        if (main_table[0] == '\0') return pdk_answer_name(index);
        return index == 0 ? main_table : pdk_answer_name(index - 1);
    }
    for (; index > 0 && *at != '\0'; index--) {
        at += strcspn(at, ",");
        at += *at == ',';
    }
    snprintf(name, size, "%.*s", (int)strcspn(at, ","), at);
    return *at != '\0' ? name : NULL;
}

/* All files of the batch that have one format and dialect. */
static int write_group(ingest *work, const ingest_item *item, const char *format, const char *dialect,
                       const char *main_table, uint64_t bytes)
{
    char name[128];
    sql_paths files = { 0 };
    size_t tables = 0;
    cli_ingest_put(work, "SELECT path FROM met WHERE error IS NULL AND duplicate_of IS NULL AND format = ");
    cli_ingest_put_literal(work, format);
    cli_ingest_put(work, " AND dialect = ");
    cli_ingest_put_literal(work, dialect);
    cli_ingest_put(work, " ORDER BY path");
    int status = cli_ingest_list(work, &files) ? CLI_FINE : cli_sql_no_answer(work->data.session, "a list of files");
    while (table_at(work, main_table, tables, name, sizeof name) != NULL) tables++;
    for (size_t i = 0; i < tables && status == CLI_FINE; i++) {
        status = write_table(work, item, &files, format, table_at(work, main_table, i, name, sizeof name));
        if (!cli_ingest_step(work, bytes / tables) && status == CLI_FINE) status = CLI_INTERRUPTED;
    }
    sql_paths_free(&files);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ catalogue */

/* The rows first, the catalogue last. Of a rank that does not lead, the leader puts the catalogue in place. */
static int commit(ingest *work, const ingest_item *item)
{
    dataset *data = &work->data;
    int status = CLI_FINE;
    char *catalogue = work->ranks.rank == 0
                          ? cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)item->number)
                          : cli_ranks_result(work, work->list.name, item->number);
    char *tmp = catalogue != NULL ? with_tmp(catalogue) : NULL;
    if (tmp == NULL) status = cli_sql_no_answer(NULL, "paths");
    for (size_t i = 0; i < work->part_count && status == CLI_FINE; i++) {
        char *from = with_tmp(work->parts[i]);
        status = from != NULL ? cli_dataset_put_in_place(from, work->parts[i]) : cli_sql_no_answer(NULL, "paths");
        free(from);
    }
    if (status == CLI_FINE) {
        cli_ingest_put(work, "COPY (SELECT * EXCLUDE main_table, NULL::BIGINT[] AS replaces, ");
        cli_ingest_put_number(work, item->number);
        cli_ingest_put(work, "::BIGINT AS batch FROM met ORDER BY path) TO ");
        cli_ingest_put_literal(work, tmp);
        cli_ingest_put(work, DATASET_PARQUET);
        status = cli_dataset_refuse_link(tmp);
        if (status == CLI_FINE) status = cli_dataset_do(data);
        data->text.size = 0;
    }
    if (status == CLI_FINE) status = cli_dataset_put_in_place(tmp, catalogue);
    free(catalogue);
    free(tmp);
    return status;
}

static void forget_parts(ingest *work, bool remove)
{
    while (work->part_count > 0) {
        char *part = work->parts[--work->part_count], *tmp = remove ? with_tmp(part) : NULL;
        if (tmp != NULL) pdk_file_remove(tmp, NULL);
        if (remove) pdk_file_remove(part, NULL);
        free(tmp);
        free(part);
    }
}

/* `met`: what each file is. Size and time are those of the listing, which came before reading: of a file that changed
 * in between, the next run sees that it did. A file that went in between was never met. */
static int meet(ingest *work, const ingest_item *item)
{
    sql_paths files = { 0 }, unknown = { 0 }, cells = { 0 };
    bool good = list_files_of(work, item, "", &files) && list_files_of(work, item, " AND sha256 IS NULL", &unknown);
    int status = good ? CLI_FINE : cli_sql_no_answer(work->data.session, "a list of files");
    cli_ingest_put(work,
                   "CREATE OR REPLACE TABLE met AS SELECT w.path, w.size, w.modified, coalesce(w.sha256, h.sha256) AS "
                   "sha256, p.format, p.dialect, p.track, p.layout, p.main_table, ");
    cli_ingest_put_literal(work, pdk_version());
    cli_ingest_put(work, " AS version, p.rows, p.findings, p.error, p.error_code, p.error_offset, w.duplicate_of FROM "
                         "(SELECT * FROM batch_plan WHERE item = ");
    cli_ingest_put_number(work, item->number);
    cli_ingest_put(work, ") w JOIN paddock_files(");
    cli_ingest_put_files(work, &files);
    cli_ingest_put(work, ") p ON w.path = p.file LEFT JOIN (SELECT file, sha256 FROM paddock_files(");
    cli_ingest_put_files(work, &unknown);
    cli_ingest_put(work, ")) h ON w.path = h.file WHERE p.size IS NOT NULL");
    if (status == CLI_FINE) status = cli_dataset_do(&work->data);
    cli_ingest_put(work, "SELECT count(*) FROM met");
    if (status == CLI_FINE && !cli_ingest_list(work, &cells))
        status = cli_sql_no_answer(work->data.session, "a list of files");
    if (status == CLI_FINE) work->vanished += files.count - strtoull(cells.paths[0], NULL, 10);
    work->data.text.size = 0;
    sql_paths_free(&files);
    sql_paths_free(&unknown);
    sql_paths_free(&cells);
    return status;
}

int cli_ingest_batch(ingest *work, const ingest_item *item)
{
    sql_paths groups = { 0 };
    sql_context *context = &work->data.session->context;
    sql_context_forget(context);
    context->alone = true; /* what is stored must not depend on batches */
    context->note = note_failure;
    context->user = work;
    int status = meet(work, item);
    cli_ingest_put(work,
                   "SELECT format, dialect, any_value(main_table), sum(size)::UBIGINT FROM met WHERE error IS NULL "
                   "AND duplicate_of IS NULL GROUP BY format, dialect ORDER BY format, dialect");
    if (status == CLI_FINE && !cli_ingest_list(work, &groups))
        status = cli_sql_no_answer(work->data.session, "a list of formats");
    for (size_t i = 0; i + 3 < groups.count && status == CLI_FINE; i += 4)
        status = write_group(work, item, groups.paths[i], groups.paths[i + 1], groups.paths[i + 2],
                             strtoull(groups.paths[i + 3], NULL, 10));
    if (status == CLI_FINE) status = commit(work, item);
    work->data.text.size = 0;
    sql_paths_free(&groups);
    forget_parts(work, status != CLI_FINE); /* of a batch that never was */
    context->note = NULL;
    return status;
}
