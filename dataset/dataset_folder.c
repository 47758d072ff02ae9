/* The folder of a dataset: made, recognised, cleaned. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/dataset.h"
#include "json/json.h"
#include "platform/folders.h"
#include "platform/path.h"

char *dataset_path(const dataset *data, const char *format, ...)
{
    char rest[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    return pdk_path_join(data->root, rest);
}

pdk_status dataset_do(dataset *data)
{
    sql_failure *failure = &data->session->failure;
    pdk_status status = sql_query(data->session, sql_take_text(&data->text), NULL);
    if (status == PDK_OK || !failure->is_duckdbs) return status;
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "duckdb" };
    sql_put_first_line(error.message, sizeof error.message, failure->text);
    sql_fail_file(data->session, data->root, &error);
    return PDK_E_IO;
}

pdk_status dataset_ask(dataset *data, sql_paths *cells)
{
    return sql_ask(data->session, sql_take_text(&data->text), cells);
}

pdk_status dataset_ask_number(dataset *data, uint64_t *number)
{
    sql_paths cells = { 0 };
    pdk_status status = dataset_ask(data, &cells);
    *number = status == PDK_OK && cells.count > 0 ? strtoull(cells.paths[0], NULL, 10) : 0;
    sql_paths_free(&cells);
    return status;
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

static pdk_status write_marker(dataset *data, const char *path)
{
    pdk_output *output = NULL;
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    pdk_error error;
    options.inputs = data->session->context.inputs;
    pdk_status status = pdk_output_file_with(path, &options, &output, &error);
    pdk_json json = { .output = output, .indent = 2 };
    if (status == PDK_OK) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "version", DATASET_VERSION);
        pdk_member_natural(&json, "naming", DATASET_NAMING); /* of files: dataset_parts.h */
        pdk_member_text(&json, "made_by", "paddock");
        pdk_member_text(&json, "tables", data->tables);
        pdk_json_end(&json, '}');
        pdk_output_write(output, "\n", 1, NULL);
        status = pdk_output_finish(output, &error);
    }
    pdk_output_close(output);
    return status == PDK_OK ? status : sql_fail_file(data->session, path, &error);
}

/* version, naming, tables; earlier versions had these names, and said nothing about them */
static bool read_members(sql_session *session, const char *path, sql_paths *cells)
{
    sql_text text = { 0 };
    sql_put(&text, "SELECT version, coalesce(naming, 1), tables FROM read_json(");
    sql_put_literal(&text, path);
    sql_put(&text, ", columns = {version: 'BIGINT', naming: 'BIGINT', tables: 'VARCHAR'})");
    bool good = sql_ask(session, sql_take_text(&text), cells) == PDK_OK && cells->count == 3;
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
    const char *odd = dataset_odd_table(tables);
    if (odd == NULL) return true;
    size_t size = strcspn(odd, ",");
    snprintf(error->message, sizeof error->message,
             "its paddock.json names a table \"%.*s\", and tables have small letters, digits and _, a letter first",
             size < 60 ? (int)size : 60, odd);
    return fail_marker(error, PDK_E_CORRUPT, "dataset.table");
}

bool dataset_read_marker(sql_session *session, const char *root, dataset *data, pdk_error *error)
{
    sql_paths cells = { 0 };
    char *path = pdk_path_join(root, "paddock.json");
    bool good = path != NULL && read_members(session, path, &cells);
    bool short_of_memory = !good && strncmp(session->failure.text, "Out of Memory Error: ", 21) == 0;
    if (short_of_memory) sql_put_first_line(error->message, sizeof error->message, session->failure.text);
    good = short_of_memory ? fail_marker(error, PDK_E_MEMORY, "memory.out")
                           : check_versions(good ? atol(cells.paths[0]) : 0, good ? atol(cells.paths[1]) : 0, error) &&
                                 check_names(cells.paths[2], error);
    if (good && data != NULL) {
        data->version = atol(cells.paths[0]);
        data->tables = cells.paths[2];
        cells.paths[2] = NULL;
    }
    sql_paths_free(&cells);
    free(path);
    return good;
}

/* Is it of our version, and of the requested tables? */
static pdk_status read_marker(dataset *data, const char *tables)
{
    pdk_error error;
    if (!dataset_read_marker(data->session, data->root, data, &error))
        return sql_fail_file(data->session, data->root, &error);
    if (tables == NULL || strcmp(tables, data->tables) == 0) return PDK_OK;
    return sql_fail_text(data->session, PDK_E_ARGUMENT, "%s was made with %s%s; make another dataset for other tables",
                         data->root, data->tables[0] != '\0' ? "--tables " : "all computed tables", data->tables);
}

bool dataset_put_catalogue(const dataset *data, sql_text *text, size_t *count)
{
    dataset_parts parts = { 0 };
    bool good = dataset_find_parts(data->root, "files", &parts);
    *count = 0;
    sql_put(text, "[");
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.items[i].temporary) continue;
        sql_put(text, *count > 0 ? ", " : "");
        sql_put_literal(text, parts.items[i].path);
        good = good && sql_add_part(data->session, parts.items[i].path);
        *count += 1;
    }
    sql_put(text, "]");
    dataset_parts_free(&parts);
    return good;
}

/* The catalogue as tables: `seen`, and `latest` with the newest row of each path. */
static pdk_status read_catalogue(dataset *data)
{
    sql_text files = { 0 };
    size_t count = 0;
    bool good = dataset_put_catalogue(data, &files, &count);
    sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE seen (path VARCHAR, size UBIGINT, modified BIGINT, sha256 VARCHAR, "
        "format VARCHAR, dialect VARCHAR, track VARCHAR, layout VARCHAR, version VARCHAR, rows UBIGINT, findings "
        "UBIGINT, error VARCHAR, error_code VARCHAR, error_offset UBIGINT, duplicate_of VARCHAR, replaces BIGINT[], "
        "batch BIGINT);");
    if (count > 0) { /* by name: earlier versions wrote other columns, and times before 1970 as huge numbers */
        sql_put(&data->text,
                "INSERT INTO seen BY NAME SELECT * REPLACE (try_cast(modified AS BIGINT) AS modified) FROM (SELECT "
                "COLUMNS(c -> c IN ('path', 'size', 'modified', 'sha256', 'format', "
                "'dialect', 'track', 'layout', 'version', 'rows', 'findings', 'error', 'error_code', 'error_offset', "
                "'duplicate_of', 'replaces', 'batch')) FROM read_parquet(");
        sql_put_bytes(&data->text, files.data, files.size);
        sql_put(&data->text, ", union_by_name = true));");
    }
    sql_put(
        &data->text,
        "CREATE OR REPLACE TABLE latest AS SELECT * FROM seen QUALIFY row_number() OVER (PARTITION BY path ORDER BY "
        "batch DESC) = 1;");
    good = good && !files.failed;
    free(files.data);
    if (good) return dataset_do(data);
    data->text.size = 0;
    return sql_fail_memory(data->session, "a catalogue");
}

static int by_number(const void *a, const void *b)
{
    uint64_t first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    return (first > second) - (first < second);
}

/* Files whose batch is one of `batches`, which are sorted, or, with `others`, is none of them. The catalogue is no
 * exception: of it, too, only unfinished files are removed. */
static bool remove_of(dataset *data, const uint64_t *batches, size_t count, bool others)
{
    dataset_parts parts = { 0 };
    bool good = dataset_find_parts(data->root, NULL, &parts);
    for (size_t i = 0; good && i < parts.count; i++) {
        const dataset_part *part = &parts.items[i];
        bool found = count > 0 && bsearch(&part->batch, batches, count, sizeof *batches, by_number) != NULL;
        bool goes = strcmp(part->table, "files") != 0 && found != others;
        if (goes || (part->temporary && others)) pdk_file_remove(part->path, NULL);
    }
    dataset_parts_free(&parts);
    return good;
}

pdk_status dataset_drop(dataset *data, uint64_t *batches, size_t count)
{
    if (count == 0) return PDK_OK;
    qsort(batches, count, sizeof *batches, by_number);
    for (size_t i = 0; i < count; i++) {
        char *catalogue = dataset_path(data, "files/b%06llu.parquet", (unsigned long long)batches[i]);
        if (catalogue != NULL && dataset_is_own_file(catalogue)) pdk_file_remove(catalogue, NULL);
        free(catalogue);
    }
    return remove_of(data, batches, count, false) ? PDK_OK : sql_fail_memory(data->session, "a catalogue");
}

/* Of one job. */
static bool adopt_from(dataset *data, const char *job)
{
    char **names = dataset_names(job);
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) {
        uint64_t number;
        if (!dataset_number(*name, "batch_plan-", ".parquet", &number)) continue;
        char *result = pdk_path_join(job, *name);
        char *catalogue = dataset_path(data, "files/b%06llu.parquet", (unsigned long long)number);
        good = result != NULL && catalogue != NULL;
        /* A batch of that number that is there is another run's. */
        if (good && dataset_is_own_file(result) && !pdk_file_exists(catalogue))
            good = pdk_file_rename(result, catalogue, NULL);
        free(result);
        free(catalogue);
    }
    dataset_names_free(names);
    return good;
}

pdk_status dataset_adopt(dataset *data)
{
    char *run = dataset_path(data, ".run");
    char **jobs = run != NULL ? dataset_names(run) : NULL;
    bool good = jobs != NULL;
    for (char **job = jobs; good && *job != NULL; job++) {
        char *folder = pdk_path_join(run, *job);
        good = folder != NULL && adopt_from(data, folder);
        free(folder);
    }
    dataset_names_free(jobs);
    free(run);
    if (good) return PDK_OK;
    return sql_fail_text(data->session, PDK_E_IO, "%s: batches that an earlier run finished cannot be put in place",
                         data->root);
}

pdk_status dataset_refuse_link(dataset *data, const char *path)
{
    pdk_file_info info;
    if (!pdk_file_look_at_name(path, &info, NULL) || info.kind != PDK_FILE_LINK) return PDK_OK;
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "dataset.link" };
    snprintf(error.message, sizeof error.message, "is a link, and in a dataset none is followed");
    return sql_fail_file(data->session, path, &error);
}

static pdk_status make_folder(dataset *data, const char *path, const char *what)
{
    pdk_file_info about;
    pdk_failure failure;
    if (pdk_folder_make(path, &failure)) return PDK_OK;
    bool there = failure.kind == PDK_FAILED_EXISTS && pdk_file_look(path, &about, NULL);
    if (there && about.kind == PDK_FILE_FOLDER) return PDK_OK;
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.folder" };
    snprintf(error.message, sizeof error.message, "cannot make this folder for %s: %s", what,
             there ? "Not a directory" : failure.reason);
    return sql_fail_file(data->session, path, &error);
}

pdk_status dataset_make_folder(dataset *data, const char *path, const char *what)
{
    pdk_status status = dataset_refuse_link(data, path);
    return status == PDK_OK ? make_folder(data, path, what) : status;
}

pdk_status dataset_put_in_place(dataset *data, const char *from, const char *to)
{
    pdk_failure failure;
    if (pdk_file_rename(from, to, &failure)) return PDK_OK;
    return sql_fail_text(data->session, PDK_E_IO, "%s: it cannot be put in place: %s", to, failure.reason);
}

char *dataset_tmp_path(const char *path)
{
    size_t size = strlen(path) + sizeof ".tmp";
    char *tmp = malloc(size);
    if (tmp != NULL) snprintf(tmp, size, "%s.tmp", path);
    return tmp;
}

pdk_status dataset_copy_to(dataset *data, const char *path)
{
    char *tmp = path != NULL ? dataset_tmp_path(path) : NULL;
    pdk_status status = tmp != NULL ? dataset_refuse_link(data, tmp) : sql_fail_memory(data->session, "paths");
    if (status == PDK_OK) {
        sql_put(&data->text, " TO ");
        sql_put_literal(&data->text, tmp);
        sql_put(&data->text, DATASET_PARQUET);
        status = dataset_do(data);
    }
    data->text.size = 0;
    if (status == PDK_OK) status = dataset_put_in_place(data, tmp, path);
    free(tmp);
    return status;
}

static void remove_empty_formats(const char *table)
{
    char **names = dataset_names(table);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = strncmp(*name, "format=", 7) == 0 ? pdk_path_join(table, *name) : NULL;
        if (path != NULL) pdk_folder_remove(path, NULL);
        free(path);
    }
    dataset_names_free(names);
}

void dataset_remove_empty(dataset *data)
{
    pdk_folder *open = pdk_folder_open(data->root, NULL);
    for (const char *name; open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        char *table = dataset_is_table(name, strlen(name)) ? pdk_path_join(data->root, name) : NULL;
        if (table != NULL && dataset_is_own_folder(table)) {
            remove_empty_formats(table);
            pdk_folder_remove(table, NULL);
        }
        free(table);
    }
    pdk_folder_close(open);
}

/* Files under way, and rows without a catalogue: the batch they belong to never was. */
pdk_status dataset_clean(dataset *data)
{
    sql_paths known = { 0 };
    pdk_status status = read_catalogue(data);
    char *tracks = dataset_path(data, "tracks.parquet.tmp");
    if (tracks != NULL && dataset_is_own_file(tracks)) pdk_file_remove(tracks, NULL);
    free(tracks);
    if (status == PDK_OK) status = sql_ask(data->session, "SELECT DISTINCT batch FROM seen", &known);
    uint64_t *numbers = malloc((known.count + 1) * sizeof *numbers);
    bool good = status != PDK_OK || numbers != NULL;
    for (size_t i = 0; good && i < known.count; i++) {
        numbers[i] = strtoull(known.paths[i], NULL, 10);
        if (numbers[i] >= data->batch) data->batch = numbers[i] + 1;
    }
    if (good && known.count > 0) qsort(numbers, known.count, sizeof *numbers, by_number);
    if (status == PDK_OK && !(good && remove_of(data, numbers, known.count, true)))
        status = sql_fail_memory(data->session, "a catalogue");
    sql_paths_free(&known);
    free(numbers);
    return status;
}

static pdk_status hold(dataset *data)
{
    pdk_failure failure;
    char *path = dataset_path(data, ".lock");
    if (path == NULL) return sql_fail_memory(data->session, "a path");
    pdk_status status = dataset_refuse_link(data, path);
    if (status == PDK_OK) data->lock = pdk_file_hold(path, &failure);
    free(path);
    if (status != PDK_OK || pdk_file_is_open(data->lock)) return status;
    if (failure.kind == PDK_FAILED_EXISTS)
        return sql_fail_text(data->session, PDK_E_IO, "%s: another ingest is running in it", data->root);
    return sql_fail_text(data->session, PDK_E_IO, "%s: cannot be written to: %s", data->root, failure.reason);
}

static pdk_status open_marker(dataset *data, const char *tables, bool make)
{
    char *marker = dataset_path(data, "paddock.json");
    if (marker == NULL) return sql_fail_memory(data->session, "a path");
    pdk_status status = dataset_refuse_link(data, marker);
    if (status != PDK_OK) {
        /* it is one */
    } else if (pdk_file_exists(marker)) {
        status = read_marker(data, tables);
    } else if (!make || !is_empty(data->root)) {
        status =
            sql_fail_text(data->session, PDK_E_ARGUMENT,
                          "%s is no dataset of paddock: it has no paddock.json; nothing in it was touched", data->root);
    } else {
        status = hold(data);
        data->version = DATASET_VERSION;
        data->tables = calloc(1, (tables != NULL ? strlen(tables) : 0) + 1);
        if (data->tables != NULL && tables != NULL) strcpy(data->tables, tables);
        if (data->tables == NULL) status = sql_fail_memory(data->session, "names of tables");
        if (status == PDK_OK) status = write_marker(data, marker);
    }
    free(marker);
    return status;
}

static pdk_status begin(dataset *data, sql_session *session, const char *root)
{
    *data = (dataset){ .session = session, .root = root, .lock = PDK_NO_FILE, .batch = 1 };
    if (!sql_is_pattern(root)) return PDK_OK;
    return sql_fail_text(session, PDK_E_ARGUMENT, "the path of a dataset cannot have *, ? or [ in it");
}

pdk_status dataset_look(dataset *data, sql_session *session, const char *root)
{
    pdk_status status = begin(data, session, root);
    if (status == PDK_OK && !pdk_file_exists(root))
        status = sql_fail_text(session, PDK_E_IO, "%s: there is no such folder", root);
    if (status == PDK_OK) status = open_marker(data, NULL, false);
    return status == PDK_OK ? read_catalogue(data) : status;
}

pdk_status dataset_open(dataset *data, sql_session *session, const char *root, const char *tables)
{
    pdk_status status = begin(data, session, root);
    if (status == PDK_OK) status = make_folder(data, root, "for a dataset");
    if (status == PDK_OK) status = open_marker(data, tables, true);
    if (status == PDK_OK && !pdk_file_is_open(data->lock)) status = hold(data);
    char *files = status == PDK_OK ? dataset_path(data, "files") : NULL;
    if (files != NULL) status = dataset_make_folder(data, files, "for a catalogue");
    free(files);
    return status;
}

pdk_status dataset_join(dataset *data, sql_session *session, const char *root)
{
    pdk_status status = begin(data, session, root);
    return status == PDK_OK ? open_marker(data, NULL, false) : status;
}

void dataset_close(dataset *data)
{
    if (pdk_file_is_open(data->lock)) pdk_file_close(data->lock);
    free(data->tables);
    free(data->text.data);
    *data = (dataset){ .lock = PDK_NO_FILE };
}
