/* What is new in an archive, which files are the same, and how they are taken together. */
#include <stdlib.h>
#include <string.h>

#include "dataset/ingest.h"
#include "platform/path.h"

/* ---------------------------------------------------------------------------------------------------- what is there */

/* Files in the dataset are not part of the archive. */
static pdk_status put_without_dataset(ingest *work)
{
    pdk_status status = PDK_OK;
    char *root = pdk_file_resolve(work->data.root, NULL);
    if (root == NULL) return sql_fail_memory(work->data.session, "paths");
    for (size_t i = 0; i < work->options->folder_count && status == PDK_OK; i++) {
        const char *named = work->options->folders[i];
        char *folder = pdk_file_resolve(named, NULL);
        if (folder != NULL && (strcmp(folder, root) == 0 || pdk_path_is_below(root, folder))) {
            status = sql_fail_text(work->data.session, PDK_E_ARGUMENT,
                                   "%s is the dataset, or within it; name the folders of the archive", named);
        } else if (folder != NULL && pdk_path_is_below(folder, root)) {
            size_t size = strlen(folder);
            const char *rest = root + size + (pdk_path_part_size(root + size) == 0);
            char *path = pdk_path_join(named, rest), *prefix = path != NULL ? pdk_path_join(path, "") : NULL;
            if (prefix == NULL) status = sql_fail_memory(work->data.session, "paths");
            else {
                pdk_path_use_slashes(prefix); /* as in the paths of what is found */
                ingest_put(work, " AND NOT starts_with(file, ");
                ingest_put_literal(work, prefix);
                ingest_put(work, ")");
            }
            free(prefix);
            free(path);
        }
        free(folder);
    }
    free(root);
    return status;
}

/* Nor are files in other datasets there. */
static pdk_status leave_out_datasets(ingest *work)
{
    sql_paths cells = { 0 };
    ingest_put(work, "SELECT path FROM found WHERE ends_with(path, '/paddock.json') ORDER BY path");
    pdk_status status = dataset_ask(&work->data, &cells);
    for (size_t i = 0; i < cells.count && status == PDK_OK; i++) {
        char *folder = cells.paths[i], *name = strrchr(folder, '/');
        pdk_error error;
        name[0] = '\0';
        bool is_one = dataset_read_marker(work->data.session, folder, NULL, &error) ||
                      error.status == PDK_E_UNSUPPORTED; /* of a newer paddock */
        name[0] = '/';
        name[1] = '\0';
        if (!is_one) continue;
        ingest_put(work, "DELETE FROM found WHERE starts_with(path, ");
        ingest_put_literal(work, folder);
        ingest_put(work, ")");
        status = dataset_do(&work->data);
    }
    sql_paths_free(&cells);
    return status;
}

static pdk_status count_of(ingest *work, const char *table, uint64_t *count)
{
    ingest_put(work, "SELECT count(*) FROM ");
    ingest_put(work, table);
    return dataset_ask_number(&work->data, count);
}

/* Files that could not be read from the disk, and now can: nothing about them has changed that a listing shows. */
static pdk_status retry(ingest *work)
{
    sql_paths cells = { 0 };
    ingest_put(work, "SELECT path, batch FROM latest JOIN found USING (path) WHERE starts_with(error_code, 'io.') "
                     "AND batch NOT IN (SELECT batch FROM outdated)");
    pdk_status status = dataset_ask(&work->data, &cells);
    for (size_t i = 0; i + 1 < cells.count && status == PDK_OK; i += 2) {
        pdk_file file = pdk_file_open(cells.paths[i], PDK_DO_NOT_WAIT, NULL);
        if (!pdk_file_is_open(file)) continue;
        pdk_file_close(file);
        ingest_put(work, "INSERT INTO outdated VALUES (");
        ingest_put(work, cells.paths[i + 1]);
        ingest_put(work, ")");
        status = dataset_do(&work->data);
    }
    sql_paths_free(&cells);
    return status;
}

/* If a file changes or disappears, another file may be its copy that is not read: now it must be read. */
static pdk_status find_copies(ingest *work)
{
    uint64_t before, after;
    pdk_status status = count_of(work, "outdated", &before);
    while (status == PDK_OK) {
        ingest_put(
            work, "INSERT INTO outdated SELECT DISTINCT l.batch FROM latest l JOIN latest o ON l.duplicate_of = o.path "
                  "LEFT JOIN found f ON f.path = o.path WHERE o.batch IN (SELECT batch FROM outdated) "
                  "AND (f.path IS NULL OR f.size IS DISTINCT FROM o.size OR f.modified IS DISTINCT FROM o.modified) "
                  "AND l.path IN (SELECT path FROM found) AND l.batch NOT IN (SELECT batch FROM outdated);");
        status = dataset_do(&work->data);
        if (status == PDK_OK) status = count_of(work, "outdated", &after);
        if (status != PDK_OK || after == before) break;
        before = after;
    }
    return status;
}

/* Names that are not text (U+FFFD replaces some of their bytes) cannot be in a table, and open no file. */
static pdk_status leave_out_nameless(ingest *work)
{
    sql_paths cells = { 0 };
    ingest_put(work, "SELECT path FROM found WHERE contains(path, chr(65533)) ORDER BY path");
    pdk_status status = dataset_ask(&work->data, &cells);
    if (cells.count > 0)
        ingest_note(work, "files whose names are not UTF-8 are left out; rename them: %s%s", cells.paths[0],
                    cells.count > 1 ? " and others" : "");
    sql_paths_free(&cells);
    ingest_put(work, "DELETE FROM found WHERE contains(path, chr(65533))");
    return status == PDK_OK ? dataset_do(&work->data) : status;
}

/* If a file of a batch has changed, all files of the batch are read again, because Parquet files are not changed but
 * replaced. Files that have not changed keep their hash. */
pdk_status ingest_find(ingest *work)
{
    ingest_put(work,
               "CREATE OR REPLACE TABLE found AS SELECT DISTINCT file AS path, size, modified FROM paddock_files(");
    sql_put_list(&work->data.text, work->options->folders, work->options->folder_count);
    ingest_put(work, ") WHERE size IS NOT NULL");
    pdk_status status = put_without_dataset(work);
    if (status == PDK_OK) status = dataset_do(&work->data);
    if (status == PDK_OK) status = leave_out_nameless(work);
    if (status == PDK_OK) status = leave_out_datasets(work);
    ingest_put(work,
               "CREATE OR REPLACE TABLE outdated AS SELECT DISTINCT s.batch FROM seen s JOIN found f USING (path) "
               "WHERE s.size IS DISTINCT FROM f.size OR s.modified IS DISTINCT FROM f.modified "
               "UNION SELECT b FROM (SELECT unnest(replaces) AS b FROM seen) WHERE b IN (SELECT batch FROM seen);");
    if (status == PDK_OK) status = dataset_do(&work->data);
    work->data.text.size = 0;
    if (status == PDK_OK) status = retry(work);
    if (status == PDK_OK) status = find_copies(work);
    if (status != PDK_OK) return status;
    ingest_put(work, "CREATE OR REPLACE TABLE todo AS SELECT f.path, f.size, f.modified, "
                     "CASE WHEN l.size = f.size AND l.modified = f.modified THEN l.sha256 END AS sha256 "
                     "FROM found f LEFT JOIN latest l USING (path) WHERE l.path IS NULL "
                     "OR l.size IS DISTINCT FROM f.size OR l.modified IS DISTINCT FROM f.modified "
                     "OR l.batch IN (SELECT batch FROM outdated) ORDER BY f.path;");
    return dataset_do(&work->data);
}

/* -------------------------------------------------------------------------------------------------------- together */

/* Neighbours in the archive, up to that many bytes and files. `size` is what counts. */
static void put_grouped(ingest *work, const char *columns, uint64_t first)
{
    ingest_put(work, ", a AS (SELECT *, coalesce(sum(weight) OVER (ORDER BY path ROWS BETWEEN UNBOUNDED PRECEDING AND "
                     "1 PRECEDING), 0) // ");
    ingest_put_number(work, work->batch_bytes);
    ingest_put(work, " AS part FROM c), b AS (SELECT *, (row_number() OVER (PARTITION BY part ORDER BY path) - 1) // ");
    ingest_put_number(work, INGEST_FILES);
    ingest_put(work, " AS few FROM a) SELECT (dense_rank() OVER (ORDER BY part, few) - 1 + ");
    ingest_put_number(work, first);
    ingest_put(work, ")::BIGINT AS item, ");
    ingest_put(work, columns);
    ingest_put(work, " FROM b ORDER BY item, path;");
}

/* Files are the same only if their sizes are. Most sizes in an archive are met once: those files are hashed when their
 * turn comes, while they are read anyway. */
pdk_status ingest_plan_hashes(ingest *work)
{
    ingest_put(
        work,
        "CREATE OR REPLACE TABLE hashes (path VARCHAR, sha256 VARCHAR);"
        "CREATE OR REPLACE TABLE hash_plan AS WITH sizes AS (SELECT size FROM todo GROUP BY size HAVING count(*) > 1 "
        "UNION SELECT l.size FROM latest l ANTI JOIN todo t ON l.path = t.path WHERE l.sha256 IS NOT NULL), "
        "c AS (SELECT path, size, size AS weight FROM todo WHERE sha256 IS NULL AND size IN (SELECT size FROM sizes))");
    put_grouped(work, "path, size", 0);
    pdk_status status = dataset_do(&work->data);
    return status == PDK_OK ? ingest_list_items(work, "hash_plan") : status;
}

pdk_status ingest_plan_batches(ingest *work)
{
    ingest_put(
        work,
        "CREATE OR REPLACE TABLE batch_plan AS WITH k AS (SELECT sha256, min(path) AS path FROM latest WHERE "
        "duplicate_of IS NULL AND sha256 IS NOT NULL AND batch NOT IN (SELECT batch FROM outdated) "
        "AND path NOT IN (SELECT path FROM todo) GROUP BY sha256), "
        "h AS (SELECT t.path, t.size, t.modified, coalesce(t.sha256, n.sha256) AS sha256 FROM todo t LEFT JOIN "
        "hashes n USING (path)), "
        "d AS (SELECT h.*, coalesce(k.path, CASE WHEN h.sha256 IS NOT NULL AND h.path <> min(h.path) OVER (PARTITION "
        "BY h.sha256) THEN min(h.path) OVER (PARTITION BY h.sha256) END) AS duplicate_of FROM h LEFT JOIN k USING "
        "(sha256)), c AS (SELECT *, CASE WHEN duplicate_of IS NULL THEN size ELSE 0 END AS weight FROM d)");
    put_grouped(work, "path, size, modified, sha256, duplicate_of", work->data.batch);
    pdk_status status = dataset_do(&work->data);
    return status == PDK_OK ? ingest_list_items(work, "batch_plan") : status;
}

pdk_status ingest_list_items(ingest *work, const char *table)
{
    sql_paths cells = { 0 };
    free(work->list.items);
    work->list = (ingest_list){ .name = table };
    work->done = work->total = 0;
    ingest_put(work, "SELECT item, sum(size)::UBIGINT FROM ");
    ingest_put(work, table);
    ingest_put(work, " GROUP BY item ORDER BY 2 DESC, 1");
    pdk_status status = dataset_ask(&work->data, &cells);
    work->list.items = calloc(cells.count / 2 + 1, sizeof *work->list.items);
    if (status == PDK_OK && work->list.items == NULL) status = sql_fail_memory(work->data.session, "a plan");
    for (size_t i = 0; status == PDK_OK && i + 1 < cells.count; i += 2) {
        ingest_item *item = &work->list.items[work->list.count++];
        *item = (ingest_item){ strtoull(cells.paths[i], NULL, 10), strtoull(cells.paths[i + 1], NULL, 10), false };
        work->total += item->bytes;
    }
    sql_paths_free(&cells);
    return status;
}
