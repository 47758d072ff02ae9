/* The folder of a dataset: made, recognised, cleaned. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "platform/signals.h"

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
    if (pdk_interrupted()) return CLI_INTERRUPTED;
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
    pdk_member_natural(&json, "naming", DATASET_NAMING); /* of files: dataset_parts.h */
    pdk_member_text(&json, "made_by", "paddock");
    pdk_member_text(&json, "tables", tables != NULL ? tables : "");
    pdk_json_end(&json, '}');
    cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}

/* version, naming, tables; earlier versions had these names, and said nothing about them */
static bool read_members(sql_session *session, const char *path, sql_paths *cells)
{
    sql_text text = { 0 };
    cli_sql_put(&text, "SELECT version, coalesce(naming, 1), tables FROM read_json(");
    cli_sql_put_literal(&text, path);
    cli_sql_put(&text, ", columns = {version: 'BIGINT', naming: 'BIGINT', tables: 'VARCHAR'})");
    cli_sql_text_put(&text, "", 1);
    bool good = !text.failed && cli_sql_list(session, text.data, cells) && cells->count == 3;
    free(text.data);
    return good;
}

static bool fail_marker(pdk_error *error, pdk_status status, const char *code)
{
    error->status = status;
    error->offset = PDK_NO_OFFSET;
    error->where[0] = '\0';
    snprintf(error->code, sizeof error->code, "%s", code);
    return false;
}

static bool check_versions(long version, long naming, pdk_error *error)
{
    if (version < 1 || naming < 1) {
        snprintf(error->message, sizeof error->message,
                 "its paddock.json cannot be read: this is no dataset of paddock");
        return fail_marker(error, PDK_E_CORRUPT, "dataset.version");
    }
    if (version <= DATASET_VERSION && naming <= DATASET_NAMING) return true;
    bool names = version <= DATASET_VERSION;
    snprintf(error->message, sizeof error->message, "a newer paddock made this dataset (%s %ld, and this one knows %d)",
             names ? "naming" : "version", names ? naming : version,
             names ? (int)DATASET_NAMING : (int)DATASET_VERSION);
    return fail_marker(error, PDK_E_UNSUPPORTED, "dataset.version");
}

/* Names in it become paths: odd ones are nobody's. */
static bool check_names(const char *tables, pdk_error *error)
{
    const char *odd = cli_dataset_odd_table(tables);
    if (odd == NULL) return true;
    size_t size = strcspn(odd, ",");
    snprintf(error->message, sizeof error->message,
             "its paddock.json names a table \"%.*s\", and tables have small letters, digits and _, a letter first",
             size < 60 ? (int)size : 60, odd);
    return fail_marker(error, PDK_E_CORRUPT, "dataset.table");
}

bool cli_dataset_read_marker(sql_session *session, const char *root, char **tables, pdk_error *error)
{
    sql_paths cells = { 0 };
    char *path = pdk_path_join(root, "paddock.json");
    bool good = path != NULL && read_members(session, path, &cells);
    bool short_of_memory = !good && strncmp(session->said, "Out of Memory Error: ", 21) == 0;
    if (short_of_memory) snprintf(error->message, sizeof error->message, "%.200s", session->said);
    good = short_of_memory ? fail_marker(error, PDK_E_MEMORY, "memory.out")
                           : check_versions(good ? atol(cells.paths[0]) : 0, good ? atol(cells.paths[1]) : 0, error) &&
                                 check_names(cells.paths[2], error);
    if (good && tables != NULL) {
        *tables = cells.paths[2];
        cells.paths[2] = NULL;
    }
    sql_paths_free(&cells);
    free(path);
    return good;
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

bool cli_dataset_put_catalogue(const dataset *data, sql_text *text, size_t *count)
{
    dataset_parts parts = { 0 };
    bool good = cli_dataset_find_parts(data->root, "files", &parts);
    *count = 0;
    cli_sql_put(text, "[");
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.items[i].temporary) continue;
        cli_sql_put(text, *count > 0 ? ", " : "");
        cli_sql_put_literal(text, parts.items[i].path);
        good = good && cli_sql_add_part(data->session, parts.items[i].path);
        *count += 1;
    }
    cli_sql_put(text, "]");
    cli_dataset_parts_free(&parts);
    return good;
}

/* The catalogue as tables: `seen`, and `latest` with the newest row of each path. */
static int read_catalogue(dataset *data)
{
    sql_text files = { 0 };
    size_t count = 0;
    bool good = cli_dataset_put_catalogue(data, &files, &count);
    cli_sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE seen (path VARCHAR, size UBIGINT, modified BIGINT, sha256 VARCHAR, "
        "format VARCHAR, dialect VARCHAR, track VARCHAR, layout VARCHAR, version VARCHAR, rows UBIGINT, findings UBIGINT, "
        "error VARCHAR, error_code VARCHAR, error_offset UBIGINT, duplicate_of VARCHAR, replaces BIGINT[], batch BIGINT);");
    if (count > 0) { /* by name: earlier versions wrote other columns, and times before 1970 as huge numbers */
        cli_sql_put(
            &data->text,
            "INSERT INTO seen BY NAME SELECT * REPLACE (try_cast(modified AS BIGINT) AS modified) FROM (SELECT "
            "COLUMNS(c -> c IN ('path', 'size', 'modified', 'sha256', 'format', "
            "'dialect', 'track', 'layout', 'version', 'rows', 'findings', 'error', 'error_code', 'error_offset', "
            "'duplicate_of', 'replaces', 'batch')) FROM read_parquet(");
        cli_sql_text_put(&data->text, files.data, files.size);
        cli_sql_put(&data->text, ", union_by_name = true));");
    }
    cli_sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE latest AS SELECT * FROM seen QUALIFY row_number() OVER (PARTITION BY path ORDER BY "
        "batch DESC) = 1;");
    good = good && !files.failed;
    free(files.data);
    if (good) return cli_dataset_do(data);
    data->text.size = 0;
    return cli_sql_no_answer(data->session, "a catalogue");
}

static int by_number(const void *a, const void *b)
{
    uint64_t first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    return (first > second) - (first < second);
}

/* Files whose batch is one of `batches`, which are sorted, or, with `others`, is none of them. The catalogue has a say
 * of its own: of it, as of all, only what was being written is removed. */
static bool remove_of(dataset *data, const uint64_t *batches, size_t count, bool others)
{
    dataset_parts parts = { 0 };
    bool good = cli_dataset_find_parts(data->root, NULL, &parts);
    for (size_t i = 0; good && i < parts.count; i++) {
        const dataset_part *part = &parts.items[i];
        bool found = count > 0 && bsearch(&part->batch, batches, count, sizeof *batches, by_number) != NULL;
        bool goes = strcmp(part->table, "files") != 0 && found != others;
        if (goes || (part->temporary && others)) pdk_file_remove(part->path, NULL);
    }
    cli_dataset_parts_free(&parts);
    return good;
}

int cli_dataset_drop(dataset *data, uint64_t *batches, size_t count)
{
    if (count == 0) return CLI_FINE;
    qsort(batches, count, sizeof *batches, by_number);
    for (size_t i = 0; i < count; i++) {
        char *catalogue = cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)batches[i]);
        if (catalogue != NULL && cli_dataset_is_own_file(catalogue)) pdk_file_remove(catalogue, NULL);
        free(catalogue);
    }
    return remove_of(data, batches, count, false) ? CLI_FINE : cli_sql_no_answer(data->session, "a catalogue");
}

/* Of one job. */
static bool adopt_from(dataset *data, const char *job)
{
    char **names = cli_dataset_names(job);
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) {
        uint64_t number;
        if (!cli_dataset_number(*name, "batch_plan-", ".parquet", &number)) continue;
        char *result = pdk_path_join(job, *name);
        char *catalogue = cli_dataset_path(data, "files/b%06llu.parquet", (unsigned long long)number);
        good = result != NULL && catalogue != NULL;
        /* A batch of that number that is there is another run's. */
        if (good && cli_dataset_is_own_file(result) && !pdk_file_exists(catalogue))
            good = pdk_file_rename(result, catalogue, NULL);
        free(result);
        free(catalogue);
    }
    cli_dataset_names_free(names);
    return good;
}

int cli_dataset_adopt(dataset *data)
{
    char *run = cli_dataset_path(data, ".run");
    char **jobs = run != NULL ? cli_dataset_names(run) : NULL;
    bool good = jobs != NULL;
    for (char **job = jobs; good && *job != NULL; job++) {
        char *folder = pdk_path_join(run, *job);
        good = folder != NULL && adopt_from(data, folder);
        free(folder);
    }
    cli_dataset_names_free(jobs);
    free(run);
    if (good) return CLI_FINE;
    cli_complain("%s: batches that an earlier run finished cannot be put in place", data->root);
    return CLI_IO;
}

int cli_dataset_refuse_link(const char *path)
{
    pdk_file_info info;
    if (!pdk_file_look_at_name(path, &info, NULL) || info.kind != PDK_FILE_LINK) return CLI_FINE;
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "dataset.link" };
    snprintf(error.message, sizeof error.message, "is a link, and in a dataset none is followed");
    return cli_fail(path, &error);
}

int cli_dataset_make_folder(const char *path, const char *what)
{
    int status = cli_dataset_refuse_link(path);
    return status == CLI_FINE ? cli_make_folder(path, what) : status;
}

int cli_dataset_put_in_place(const char *from, const char *to)
{
    pdk_failure failure;
    if (pdk_file_rename(from, to, &failure)) return CLI_FINE;
    cli_complain("%s: it cannot be put in place: %s", to, failure.reason);
    return CLI_IO;
}

static void remove_empty_formats(const char *table)
{
    char **names = cli_dataset_names(table);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = strncmp(*name, "format=", 7) == 0 ? pdk_path_join(table, *name) : NULL;
        if (path != NULL) pdk_folder_remove(path, NULL);
        free(path);
    }
    cli_dataset_names_free(names);
}

void cli_dataset_remove_empty(dataset *data)
{
    pdk_folder *open = pdk_folder_open(data->root, NULL);
    for (const char *name; open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        char *table = cli_dataset_is_table(name, strlen(name)) ? pdk_path_join(data->root, name) : NULL;
        if (table != NULL && cli_dataset_is_own_folder(table)) {
            remove_empty_formats(table);
            pdk_folder_remove(table, NULL);
        }
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
    good = good && remove_of(data, numbers, known.count, true);
    sql_paths_free(&known);
    free(numbers);
    return good ? CLI_FINE : cli_sql_no_answer(data->session, "a catalogue");
}

static int hold(dataset *data)
{
    pdk_failure failure;
    char *path = cli_dataset_path(data, ".lock");
    if (path == NULL) return cli_sql_no_answer(NULL, "a path");
    if (cli_dataset_refuse_link(path) != CLI_FINE) {
        free(path);
        return CLI_IO;
    }
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
    if (marker == NULL) return cli_sql_no_answer(NULL, "a path");
    int status = cli_dataset_refuse_link(marker);
    if (status != CLI_FINE) {
        /* that has been said */
    } else if (pdk_file_exists(marker)) {
        status = read_marker(data, tables);
    } else if (!make || !is_empty(data->root)) {
        status =
            cli_usage("%s is no dataset of paddock: it has no paddock.json; nothing in it was touched", data->root);
    } else {
        status = hold(data);
        if (status == CLI_FINE) status = write_marker(marker, tables);
        data->tables = calloc(1, (tables != NULL ? strlen(tables) : 0) + 1);
        if (data->tables != NULL && tables != NULL) strcpy(data->tables, tables);
        if (data->tables == NULL) status = cli_sql_no_answer(NULL, "names of tables");
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
    if (files != NULL) status = cli_dataset_make_folder(files, "for a catalogue");
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
