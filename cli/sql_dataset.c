/* The folder of a dataset: made, recognised, cleaned. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "platform/folders.h"
#include "platform/path.h"

char *cli_dataset_path(const dataset *data, const char *format, ...)
{
    char rest[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    return pdk_path_join(data->root, rest);
}

int cli_dataset_do(dataset *data)
{
    pdk_error error;
    if (cli_sql_try(data->session, &data->text, &error)) return CLI_FINE;
    const char *file = strcmp(error.code, "duckdb") == 0 ? data->root : data->session->context.failed_file;
    return cli_fail(file, &error);
}

static bool is_empty(const char *folder)
{
    pdk_folder *open = pdk_folder_open(folder, NULL);
    bool empty = open != NULL;
    for (const char *name; empty && (name = pdk_folder_next(open)) != NULL;)
        empty = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".lock") == 0;
    pdk_folder_close(open);
    return empty;
}

static int write_marker(const char *path, const char *tables)
{
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    pdk_json json = { .output = out.output, .indent = 2 };
    pdk_json_begin(&json, '{');
    pdk_member_natural(&json, "version", DATASET_VERSION);
    pdk_member_text(&json, "made_by", "paddock");
    pdk_member_text(&json, "tables", tables != NULL ? tables : "");
    pdk_json_end(&json, '}');
    cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}

bool cli_dataset_read_marker(sql_session *session, const char *root, char **tables, pdk_error *error)
{
    sql_paths cells = { 0 };
    sql_text text = { 0 };
    char *path = pdk_path_join(root, "paddock.json");
    cli_sql_put(&text, "SELECT version, tables FROM read_json(");
    cli_sql_put_literal(&text, path != NULL ? path : "");
    cli_sql_put(&text, ", columns = {version: 'BIGINT', tables: 'VARCHAR'})");
    cli_sql_text_put(&text, "", 1);
    bool good = path != NULL && !text.failed && cli_sql_list(session, text.data, &cells) && cells.count == 2;
    long version = good ? atol(cells.paths[0]) : 0;
    if (good && tables != NULL) {
        *tables = cells.paths[1];
        cells.paths[1] = NULL;
    }
    sql_paths_free(&cells);
    free(text.data);
    free(path);
    if (version >= 1 && version <= DATASET_VERSION) return true;
    *error = (pdk_error){ .status = version < 1 ? PDK_E_CORRUPT : PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET };
    snprintf(error->code, sizeof error->code, "dataset.version");
    if (version < 1)
        snprintf(error->message, sizeof error->message,
                 "its paddock.json cannot be read: this is no dataset of paddock");
    else
        snprintf(error->message, sizeof error->message,
                 "a newer paddock made this dataset (version %ld, and this one knows %d)", version, DATASET_VERSION);
    return false;
}

/* Is it of our version, and of the tables that are asked for? */
static int read_marker(dataset *data, const char *tables)
{
    pdk_error error;
    if (!cli_dataset_read_marker(data->session, data->root, &data->tables, &error)) return cli_fail(data->root, &error);
    if (tables == NULL || strcmp(tables, data->tables) == 0) return CLI_FINE;
    return cli_usage("%s was made with %s%s; make another dataset for other tables", data->root,
                     data->tables[0] != '\0' ? "--tables " : "all computed tables", data->tables);
}

/* The catalogue as tables: `seen`, and `latest` with the newest row of each path. */
static int read_catalogue(dataset *data)
{
    sql_paths parts = { 0 };
    char reason[128];
    char *pattern = cli_dataset_path(data, "files/b*.parquet");
    if (pattern == NULL || !sql_find_files(pattern, false, &parts, reason, sizeof reason)) {
        free(pattern);
        return cli_no_memory("a catalogue");
    }
    cli_sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE seen (path VARCHAR, size UBIGINT, modified UBIGINT, sha256 VARCHAR, "
        "format VARCHAR, dialect VARCHAR, track VARCHAR, version VARCHAR, rows UBIGINT, findings UBIGINT, "
        "error VARCHAR, error_code VARCHAR, error_offset UBIGINT, duplicate_of VARCHAR, replaces BIGINT[], batch BIGINT);");
    if (parts.count > 0) { /* by name: earlier versions wrote other columns */
        cli_sql_put(
            &data->text,
            "INSERT INTO seen BY NAME SELECT COLUMNS(c -> c IN ('path', 'size', 'modified', 'sha256', 'format', "
            "'dialect', 'track', 'version', 'rows', 'findings', 'error', 'error_code', 'error_offset', "
            "'duplicate_of', 'replaces', 'batch')) FROM read_parquet(");
        cli_sql_put_literal(&data->text, pattern);
        cli_sql_put(&data->text, ", union_by_name = true);");
    }
    cli_sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE latest AS SELECT * FROM seen QUALIFY row_number() OVER (PARTITION BY path ORDER BY "
        "batch DESC) = 1;");
    sql_paths_free(&parts);
    free(pattern);
    return cli_dataset_do(data);
}

uint64_t cli_dataset_batch_of(const char *path)
{
    const char *name = pdk_path_name(path);
    return name[0] == 'b' ? strtoull(name + 1, NULL, 10) : 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    return (first > second) - (first < second);
}

/* Files of a pattern whose batch is one of `batches`, which are sorted, or, with `others`, is none of them. */
static bool remove_of(dataset *data, const char *pattern, const uint64_t *batches, size_t count, bool others)
{
    sql_paths parts = { 0 };
    char reason[128];
    char *path = cli_dataset_path(data, "%s", pattern);
    bool good = path != NULL && sql_find_files(path, false, &parts, reason, sizeof reason);
    for (size_t i = 0; good && i < parts.count; i++) {
        uint64_t number = cli_dataset_batch_of(parts.paths[i]);
        bool found = count > 0 && bsearch(&number, batches, count, sizeof number, by_number) != NULL;
        if (found != others && !sql_is_pattern(parts.paths[i])) pdk_file_remove(parts.paths[i], NULL);
    }
    sql_paths_free(&parts);
    free(path);
    return good;
}

int cli_dataset_drop(dataset *data, uint64_t *batches, size_t count)
{
    if (count == 0) return CLI_FINE;
    qsort(batches, count, sizeof *batches, by_number);
    for (size_t i = 0; i < count; i++) {
        char *catalogue = cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)batches[i]);
        if (catalogue != NULL) pdk_file_remove(catalogue, NULL);
        free(catalogue);
    }
    return remove_of(data, "*/format=*/b*.parquet", batches, count, false) ? CLI_FINE : cli_no_memory("a catalogue");
}

int cli_dataset_adopt(dataset *data)
{
    sql_paths results = { 0 };
    char reason[128];
    char *pattern = cli_dataset_path(data, ".run/*/batch_plan-*.parquet");
    bool good = pattern != NULL && sql_find_files(pattern, false, &results, reason, sizeof reason);
    for (size_t i = 0; good && i < results.count; i++) {
        uint64_t number = strtoull(strrchr(results.paths[i], '-') + 1, NULL, 10);
        char *catalogue = cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)number);
        if (!sql_is_pattern(results.paths[i]) && catalogue != NULL)
            good = pdk_file_rename(results.paths[i], catalogue, NULL);
        free(catalogue);
    }
    sql_paths_free(&results);
    free(pattern);
    if (good) return CLI_FINE;
    cli_complain("%s: batches that an earlier run finished cannot be put in place", data->root);
    return CLI_IO;
}

int cli_dataset_put_in_place(const char *from, const char *to)
{
    pdk_failure failure;
    if (pdk_file_rename(from, to, &failure)) return CLI_FINE;
    cli_complain("%s: it cannot be put in place: %s", to, failure.reason);
    return CLI_IO;
}

void cli_dataset_remove_empty(dataset *data)
{
    pdk_folder *open = pdk_folder_open(data->root, NULL);
    for (const char *name; open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        char *table = name[0] != '.' ? pdk_path_join(data->root, name) : NULL;
        pdk_folder *formats = table != NULL ? pdk_folder_open(table, NULL) : NULL;
        for (const char *below; formats != NULL && (below = pdk_folder_next(formats)) != NULL;) {
            char *path = strncmp(below, "format=", 7) == 0 ? pdk_path_join(table, below) : NULL;
            if (path != NULL) pdk_folder_remove(path, NULL);
            free(path);
        }
        pdk_folder_close(formats);
        if (table != NULL && strcmp(name, "files") != 0) pdk_folder_remove(table, NULL);
        free(table);
    }
    pdk_folder_close(open);
}

/* Files under way, and rows without a catalogue: the batch they belong to never was. */
int cli_dataset_clean(dataset *data)
{
    sql_paths known = { 0 };
    int status = read_catalogue(data);
    if (status != CLI_FINE) return status;
    bool good = cli_sql_list(data->session, "SELECT DISTINCT batch FROM seen", &known);
    uint64_t *numbers = malloc((known.count + 1) * sizeof *numbers);
    good = good && numbers != NULL;
    for (size_t i = 0; good && i < known.count; i++) {
        numbers[i] = strtoull(known.paths[i], NULL, 10);
        if (numbers[i] >= data->batch) data->batch = numbers[i] + 1;
    }
    if (good && known.count > 0) qsort(numbers, known.count, sizeof *numbers, by_number);
    good = good && remove_of(data, "*/format=*/*.tmp", NULL, 0, true) &&
           remove_of(data, "files/*.tmp", NULL, 0, true) &&
           remove_of(data, "*/format=*/b*.parquet", numbers, known.count, true);
    sql_paths_free(&known);
    free(numbers);
    return good ? CLI_FINE : cli_no_memory("a catalogue");
}

static int hold(dataset *data)
{
    pdk_failure failure;
    char *path = cli_dataset_path(data, ".lock");
    if (path == NULL) return cli_no_memory("a path");
    data->lock = pdk_file_hold(path, &failure);
    free(path);
    if (pdk_file_is_open(data->lock)) return CLI_FINE;
    if (failure.kind == PDK_FAILED_EXISTS) cli_complain("%s: another ingest is at work in it", data->root);
    else cli_complain("%s: cannot be written to: %s", data->root, failure.reason);
    return CLI_IO;
}

static int open_marker(dataset *data, const char *tables, bool make)
{
    char *marker = cli_dataset_path(data, "paddock.json");
    if (marker == NULL) return cli_no_memory("a path");
    int status = CLI_FINE;
    if (pdk_file_exists(marker)) {
        status = read_marker(data, tables);
    } else if (!make || !is_empty(data->root)) {
        status =
            cli_usage("%s is no dataset of paddock: it has no paddock.json; nothing in it was touched", data->root);
    } else {
        status = hold(data);
        if (status == CLI_FINE) status = write_marker(marker, tables);
        data->tables = calloc(1, (tables != NULL ? strlen(tables) : 0) + 1);
        if (data->tables != NULL && tables != NULL) strcpy(data->tables, tables);
        if (data->tables == NULL) status = cli_no_memory("names of tables");
    }
    free(marker);
    return status;
}

static int begin(dataset *data, sql_session *session, const char *root)
{
    *data = (dataset){ .session = session, .root = root, .lock = PDK_NO_FILE, .batch = 1 };
    if (sql_is_pattern(root)) return cli_usage("the path of a dataset cannot have *, ? or [ in it");
    return CLI_FINE;
}

int cli_dataset_look(dataset *data, sql_session *session, const char *root)
{
    int status = begin(data, session, root);
    if (status == CLI_FINE && !pdk_file_exists(root)) {
        cli_complain("%s: there is no such folder", root);
        status = CLI_IO;
    }
    if (status == CLI_FINE) status = open_marker(data, NULL, false);
    return status == CLI_FINE ? read_catalogue(data) : status;
}

int cli_dataset_open(dataset *data, sql_session *session, const char *root, const char *tables)
{
    int status = begin(data, session, root);
    if (status == CLI_FINE) status = cli_make_folder(root, "for a dataset");
    if (status == CLI_FINE) status = open_marker(data, tables, true);
    if (status == CLI_FINE && !pdk_file_is_open(data->lock)) status = hold(data);
    char *files = status == CLI_FINE ? cli_dataset_path(data, "files") : NULL;
    if (files != NULL) status = cli_make_folder(files, "for a catalogue");
    free(files);
    return status;
}

int cli_dataset_join(dataset *data, sql_session *session, const char *root)
{
    int status = begin(data, session, root);
    return status == CLI_FINE ? open_marker(data, NULL, false) : status;
}

void cli_dataset_close(dataset *data)
{
    if (pdk_file_is_open(data->lock)) pdk_file_close(data->lock);
    free(data->tables);
    free(data->text.data);
    *data = (dataset){ .lock = PDK_NO_FILE };
}
