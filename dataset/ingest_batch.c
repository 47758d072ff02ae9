/* One batch: its files are opened, its tables written, and its catalogue last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/ingest.h"
#include "platform/path.h"

static pdk_status list_files_of(ingest *work, const ingest_item *item, const char *where, sql_paths *files)
{
    ingest_put(work, "SELECT path FROM ");
    ingest_put(work, work->list.name);
    ingest_put(work, " WHERE item = ");
    ingest_put_number(work, item->number);
    ingest_put(work, where);
    ingest_put(work, " ORDER BY path");
    return dataset_ask(&work->data, files);
}

/* ------------------------------------------------------------------------------------------------ first looks */

/* What is asked of each file of a plan, before batches. */
typedef struct first_look {
    const char *plan, *table, *columns;
} first_look;

static const first_look *look_of(const ingest *work)
{
    static const first_look looks[] = { { "hash_plan", "hashes", "sha256" },
                                        { "track_plan", "tracks", "format, layout" } };
    return strcmp(work->list.name, looks[0].plan) == 0 ? &looks[0] : &looks[1];
}

/* The leader keeps what is found in its database; another rank makes a file of it. */
static void put_look(ingest *work, const sql_paths *files, bool leads)
{
    const first_look *look = look_of(work);
    ingest_put(work, leads ? "INSERT INTO " : "COPY (");
    ingest_put(work, leads ? look->table : "");
    ingest_put(work, " SELECT file AS path, ");
    ingest_put(work, look->columns);
    ingest_put(work, " FROM paddock_files(");
    ingest_put_files(work, files);
    ingest_put(work, leads ? ")" : "))");
}

pdk_status ingest_look(ingest *work, const ingest_item *item)
{
    dataset *data = &work->data;
    sql_paths files = { 0 };
    bool leads = work->ranks.rank == 0;
    sql_context_forget(&data->session->context);
    pdk_status status = list_files_of(work, item, "", &files);
    if (status == PDK_OK) {
        char *result = leads ? NULL : ranks_result(work, work->list.name, item->number);
        put_look(work, &files, leads);
        status = leads ? dataset_do(data) : dataset_copy_to(data, result);
        free(result);
    }
    sql_paths_free(&files);
    return status;
}

/* Plans need them all. */
pdk_status ingest_finish_looks(ingest *work)
{
    const first_look *look = look_of(work);
    pdk_status status = PDK_OK;
    bool others = false;
    char pattern[40];
    for (size_t i = 0; i < work->list.count && status == PDK_OK; i++) {
        ingest_item *item = &work->list.items[i];
        if (!item->done) status = ingest_look(work, item);
        char *result = work->ranks.several ? ranks_result(work, look->plan, item->number) : NULL;
        others |= result != NULL && pdk_file_exists(result);
        free(result);
    }
    if (status != PDK_OK || !others) return status;
    snprintf(pattern, sizeof pattern, "%s-*.parquet", look->plan);
    char *all = pdk_path_join(work->ranks.folder, pattern);
    if (all == NULL) return sql_fail_memory(work->data.session, "paths");
    ingest_put(work, "INSERT INTO ");
    ingest_put(work, look->table);
    ingest_put(work, " SELECT * FROM read_parquet(");
    ingest_put_literal(work, all);
    ingest_put(work, ")");
    free(all);
    return dataset_do(&work->data);
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

/* A file that is left out of a table, reported by any thread, one at a time. That it has no such table is nothing
 * wrong. */
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
static pdk_status mark_bad(ingest *work, const char *path, const pdk_error *error)
{
    ingest_put(work, "UPDATE met SET error = ");
    ingest_put_literal(work, error->message);
    ingest_put(work, ", error_code = ");
    ingest_put_literal(work, error->code);
    ingest_put(work, ", error_offset = ");
    if (error->offset != PDK_NO_OFFSET) ingest_put_number(work, error->offset);
    else ingest_put(work, "NULL");
    ingest_put(work, " WHERE path = ");
    ingest_put_literal(work, path);
    return dataset_do(&work->data);
}

static pdk_status mark_failures(ingest *work)
{
    pdk_status status = PDK_OK;
    for (const ingest_failure *failure = work->failures; failure != NULL && status == PDK_OK; failure = failure->below)
        status = mark_bad(work, failure->path, &failure->error);
    forget_failures(work);
    return status;
}

/* ------------------------------------------------------------------------------------------------------- tables */

/* PDK_OK also where the files have no such table. *bad: one of them cannot be read to its end, and the failure says
 * which. */
static pdk_status copy_rows(ingest *work, const sql_paths *files, const char *table, const char *tmp, bool *there,
                            bool *bad)
{
    sql_session *session = work->data.session;
    ingest_put(work, "COPY (SELECT * FROM paddock(");
    ingest_put_files(work, files);
    ingest_put(work, ", ");
    ingest_put_literal(work, table);
    ingest_put(work, ", on_error := 'skip')) TO ");
    ingest_put_literal(work, tmp);
    ingest_put(work, DATASET_PARQUET);
    pdk_status status = dataset_do(&work->data);
    *there = status == PDK_OK;
    if (sql_stops(&session->context)) return sql_fail_stop(session);
    *bad = !*there && session->failure.is_of_file && strcmp(session->failure.error.code, "duckdb") != 0;
    if (!*bad) return status;
    *bad = status != PDK_E_UNSUPPORTED && status != PDK_E_ARGUMENT;
    return PDK_OK;
}

/* Rows of one table of files of one format and dialect. */
static pdk_status write_part(ingest *work, const ingest_item *item, const sql_paths *files, const char *format,
                             const char *table, bool *bad)
{
    dataset *data = &work->data;
    char *folder = dataset_path(data, "%s", table);
    char *below = dataset_path(data, "%s/format=%s", table, format);
    char *part = dataset_path(data, "%s/format=%s/b%06llu-%zu.parquet", table, format, (unsigned long long)item->number,
                              work->part_count);
    char *tmp = part != NULL ? dataset_tmp_path(part) : NULL;
    bool good = folder != NULL && below != NULL && tmp != NULL && work->part_count < INGEST_PARTS, there = false;
    pdk_status status = good ? PDK_OK : sql_fail_memory(data->session, "paths");
    *bad = false;
    if (status == PDK_OK) status = dataset_make_folder(data, folder, "for a table");
    if (status == PDK_OK) status = dataset_make_folder(data, below, "for a format");
    if (status == PDK_OK) status = dataset_refuse_link(data, tmp);
    if (status == PDK_OK) {
        status = copy_rows(work, files, table, tmp, &there, bad);
        if (there) work->parts[work->part_count++] = part;
        else pdk_file_remove(tmp, NULL); /* its folders may be where another rank is about to write */
    }
    free(folder);
    free(below);
    if (!there) free(part);
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
static pdk_status write_table(ingest *work, const ingest_item *item, sql_paths *files, const char *format,
                              const char *table)
{
    sql_session *session = work->data.session;
    pdk_status status = PDK_OK;
    bool bad = true;
    while (status == PDK_OK && bad && files->count > 0) {
        status = write_part(work, item, files, format, table, &bad);
        sql_failure failed = session->failure;
        if (status == PDK_OK) status = mark_failures(work);
        forget_failures(work);
        if (status == PDK_OK && bad) {
            status = mark_bad(work, failed.file, &failed.error);
            if (status == PDK_OK && !take_out(files, failed.file)) /* it would come again */
                status = sql_fail_file(session, failed.file, &failed.error);
        }
        if (sql_stops(&session->context)) status = sql_fail_stop(session);
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
static pdk_status write_group(ingest *work, const ingest_item *item, const char *format, const char *dialect,
                              const char *main_table, uint64_t bytes)
{
    char name[128];
    sql_paths files = { 0 };
    size_t tables = 0;
    ingest_put(work, "SELECT path FROM met WHERE error IS NULL AND duplicate_of IS NULL AND format = ");
    ingest_put_literal(work, format);
    ingest_put(work, " AND dialect = ");
    ingest_put_literal(work, dialect);
    ingest_put(work, " ORDER BY path");
    pdk_status status = dataset_ask(&work->data, &files);
    while (table_at(work, main_table, tables, name, sizeof name) != NULL) tables++;
    for (size_t i = 0; i < tables && status == PDK_OK; i++) {
        status = write_table(work, item, &files, format, table_at(work, main_table, i, name, sizeof name));
        if (!ingest_step(work, bytes / tables) && status == PDK_OK) status = sql_fail_stop(work->data.session);
    }
    sql_paths_free(&files);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ catalogue */

/* The rows first, the catalogue last. Of a rank that does not lead, the leader puts the catalogue in place. */
static pdk_status commit(ingest *work, const ingest_item *item)
{
    dataset *data = &work->data;
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < work->part_count && status == PDK_OK; i++) {
        char *from = dataset_tmp_path(work->parts[i]);
        status =
            from != NULL ? dataset_put_in_place(data, from, work->parts[i]) : sql_fail_memory(data->session, "paths");
        free(from);
    }
    if (status != PDK_OK) return status;
    char *catalogue = work->ranks.rank == 0
                          ? dataset_path(data, "files/b%06llu.parquet", (unsigned long long)item->number)
                          : ranks_result(work, work->list.name, item->number);
    ingest_put(work, "COPY (SELECT * EXCLUDE main_table, NULL::BIGINT[] AS replaces, ");
    ingest_put_number(work, item->number);
    ingest_put(work, "::BIGINT AS batch FROM met ORDER BY path)");
    status = dataset_copy_to(data, catalogue);
    free(catalogue);
    return status;
}

static void forget_parts(ingest *work, bool remove)
{
    while (work->part_count > 0) {
        char *part = work->parts[--work->part_count], *tmp = remove ? dataset_tmp_path(part) : NULL;
        if (tmp != NULL) pdk_file_remove(tmp, NULL);
        if (remove) pdk_file_remove(part, NULL);
        free(tmp);
        free(part);
    }
}

/* `met`: what each file is. Size and time are those of the listing, which came before reading: of a file that changed
 * in between, the next run sees that it did. A file that went in between was never met. */
static pdk_status meet(ingest *work, const ingest_item *item)
{
    sql_paths files = { 0 }, unknown = { 0 };
    uint64_t count;
    pdk_status status = list_files_of(work, item, "", &files);
    if (status == PDK_OK) status = list_files_of(work, item, " AND sha256 IS NULL", &unknown);
    ingest_put(work,
               "CREATE OR REPLACE TABLE met AS SELECT w.path, w.size, w.modified, coalesce(w.sha256, h.sha256) AS "
               "sha256, p.format, p.dialect, p.track, p.layout, p.main_table, ");
    ingest_put_literal(work, pdk_version());
    ingest_put(work, " AS version, p.rows, p.findings, p.error, p.error_code, p.error_offset, w.duplicate_of FROM "
                     "(SELECT * FROM batch_plan WHERE item = ");
    ingest_put_number(work, item->number);
    ingest_put(work, ") w JOIN paddock_files(");
    ingest_put_files(work, &files);
    ingest_put(work, ") p ON w.path = p.file LEFT JOIN (SELECT file, sha256 FROM paddock_files(");
    ingest_put_files(work, &unknown);
    ingest_put(work, ")) h ON w.path = h.file WHERE p.size IS NOT NULL");
    if (status == PDK_OK) status = dataset_do(&work->data);
    ingest_put(work, "SELECT count(*) FROM met");
    if (status == PDK_OK) status = dataset_ask_number(&work->data, &count);
    if (status == PDK_OK) work->vanished += files.count - count;
    work->data.text.size = 0;
    sql_paths_free(&files);
    sql_paths_free(&unknown);
    return status;
}

pdk_status ingest_batch(ingest *work, const ingest_item *item)
{
    sql_paths groups = { 0 };
    sql_context *context = &work->data.session->context;
    if (work->list.count > 1) sql_context_forget(context); /* a single batch has just been looked at */
    context->note = note_failure;
    context->user = work;
    pdk_status status = meet(work, item);
    ingest_put(work, "SELECT format, dialect, any_value(main_table), sum(size)::UBIGINT FROM met WHERE error IS NULL "
                     "AND duplicate_of IS NULL GROUP BY format, dialect ORDER BY format, dialect");
    if (status == PDK_OK) status = dataset_ask(&work->data, &groups);
    for (size_t i = 0; i + 3 < groups.count && status == PDK_OK; i += 4)
        status = write_group(work, item, groups.paths[i], groups.paths[i + 1], groups.paths[i + 2],
                             strtoull(groups.paths[i + 3], NULL, 10));
    if (status == PDK_OK) status = commit(work, item);
    work->data.text.size = 0;
    sql_paths_free(&groups);
    forget_parts(work, status != PDK_OK); /* of a batch that never was */
    context->note = NULL;
    return status;
}
