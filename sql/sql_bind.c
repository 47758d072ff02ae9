/* What a call of a function asks for: files, a table, options; and which columns that gives. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/files.h"
#include "platform/path.h"
#include "sql/sql_scan.h"

static void drop_columns(sql_bound *bound, size_t left)
{
    while (bound->column_count > left) {
        sql_column *column = &bound->columns[--bound->column_count];
        free(column->name);
        free(column->unit);
    }
}

static void free_bound(void *user)
{
    sql_bound *bound = user;
    if (bound == NULL) return;
    drop_columns(bound, 0);
    for (size_t i = 0; i < bound->file_count; i++) free(bound->files[i]);
    free(bound->columns);
    free(bound->files);
    free(bound->table);
    pdk_corner_numbering_close(bound->numbering);
    free(bound);
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

bool sql_add_column(sql_bound *bound, const char *name, const char *unit, duckdb_type type)
{
    if (bound->column_count == bound->column_room) {
        size_t room = bound->column_room * 2 + 16;
        sql_column *larger = realloc(bound->columns, room * sizeof *larger);
        if (larger == NULL) return false;
        bound->columns = larger;
        bound->column_room = room;
    }
    sql_column column = { copy_text(name), unit != NULL ? copy_text(unit) : NULL, type };
    bound->columns[bound->column_count++] = column; /* the bound frees it, also when it is not whole */
    return column.name != NULL && (unit == NULL || column.unit != NULL);
}

static void fail(duckdb_bind_info info, sql_bound *bound, const char *message)
{
    duckdb_bind_set_error(info, message);
    free_bound(bound);
}

static char *named_text(duckdb_bind_info info, const char *name, bool *cut)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    char *text = sql_value_text(value, cut);
    if (value != NULL) duckdb_destroy_value(&value);
    return text;
}

static bool fail_cut(const sql_bound *bound, char *reason, size_t size)
{
    snprintf(reason, size, "%s was given a text with a NUL in it, which no path and no name has", bound->kind->name);
    return false;
}

static bool named_flag(duckdb_bind_info info, const char *name)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    bool flag = value != NULL && !duckdb_is_null_value(value) && duckdb_get_bool(value);
    if (value != NULL) duckdb_destroy_value(&value);
    return flag;
}

static bool named_number(duckdb_bind_info info, const char *name, uint64_t *number)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    bool given = value != NULL && !duckdb_is_null_value(value);
    if (given) *number = duckdb_get_uint64(value);
    if (value != NULL) duckdb_destroy_value(&value);
    return given;
}

/* One end of the times that are wanted; infinite where it is not given. */
static void named_time(duckdb_bind_info info, const char *name, bool *given, double *time)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    if (value != NULL && !duckdb_is_null_value(value)) {
        *time = duckdb_get_double(value);
        *given = true;
    }
    if (value != NULL) duckdb_destroy_value(&value);
}

/* The first parameter: a path, a pattern, or a list of them. */
static bool find_files(duckdb_bind_info info, sql_bound *bound, const sql_watch *watch, char *reason, size_t size)
{
    duckdb_value value = duckdb_bind_get_parameter(info, 0);
    bool is_list = !duckdb_is_null_value(value) && duckdb_get_type_id(duckdb_get_value_type(value)) == DUCKDB_TYPE_LIST;
    idx_t count = is_list ? duckdb_get_list_size(value) : 1;
    sql_paths paths = { 0 };
    bool good = true;
    reason[0] = '\0';
    for (idx_t i = 0; i < count && good; i++) {
        duckdb_value child = is_list ? duckdb_get_list_child(value, i) : value;
        bool cut = false;
        char *pattern = sql_value_text(child, &cut);
        if (is_list) duckdb_destroy_value(&child);
        if (cut) {
            good = fail_cut(bound, reason, size);
        } else if (pattern == NULL || pattern[0] == '\0') {
            snprintf(reason, size, "%s needs the path of a file", bound->kind->name);
            good = false;
        } else {
            bound->has_file |= is_list || sql_is_pattern(pattern);
            size_t before = paths.count;
            good = sql_find_files(pattern, bound->kind->takes_failures, watch, &paths, reason, size);
            if (good && paths.count == before && !bound->kind->takes_failures) {
                pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.read" };
                snprintf(error.message, sizeof error.message, "no file fits this pattern");
                sql_remember_failure(bound->context, pattern, &error);
                char *text = sql_failure_text(pattern, &error);
                snprintf(reason, size, "%s", text != NULL ? text : error.message);
                free(text);
                good = false;
            }
            if (good && paths.count == 1 && strcmp(paths.paths[0], pattern) == 0 && !is_list) bound->has_file = false;
        }
        free(pattern);
    }
    duckdb_destroy_value(&value);
    if (good && paths.count == 0 && !bound->kind->takes_failures) {
        snprintf(reason, size, "%s needs the path of a file, and the list has none", bound->kind->name);
        good = false;
    }
    bound->files = paths.paths;
    bound->file_count = paths.count;
    bound->has_file |= bound->kind->always_file;
    return good;
}

/* Columns by the first file that has them. */
static pdk_status bind_columns(sql_bound *bound, const sql_watch *watch, size_t *failed, pdk_error *error)
{
    pdk_error first = { .status = PDK_OK };
    if (bound->has_file && !sql_add_column(bound, "file", NULL, DUCKDB_TYPE_VARCHAR)) goto no_memory;
    if (bound->kind->takes_failures) return bound->kind->bind(bound, NULL, error);
    for (size_t i = 0; i < bound->file_count; i++) {
        size_t before = bound->column_count;
        pdk_document *document = NULL;
        if (!sql_watch_goes_on(watch)) return sql_fail_stopped(watch, error);
        pdk_status status = sql_open_bound(bound, bound->files[i], &document, error);
        if (status == PDK_OK) status = bound->kind->bind(bound, document, error);
        pdk_close(document);
        if (status == PDK_OK) return PDK_OK;
        drop_columns(bound, before);
        if (first.status == PDK_OK) {
            first = *error;
            *failed = i;
        }
        if (!bound->skip || status == PDK_E_ARGUMENT || status == PDK_E_CANCELLED) break;
    }
    *error = first;
    return first.status;
no_memory:
    *error = (pdk_error){ .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out" };
    snprintf(error->message, sizeof error->message, "out of memory for columns");
    return PDK_E_MEMORY;
}

static bool read_options(duckdb_bind_info info, sql_bound *bound, char *reason, size_t size)
{
    bound->skip = bound->context->skip;
    bound->hidden = named_flag(info, "hidden");
    bound->count = UINT64_MAX;
    named_number(info, "first", &bound->first);
    named_number(info, "count", &bound->count);
    bound->time_from = -INFINITY;
    bound->time_to = INFINITY;
    named_time(info, "time_from", &bound->by_time, &bound->time_from);
    named_time(info, "time_to", &bound->by_time, &bound->time_to);
    bool cut = false;
    char *on_error = named_text(info, "on_error", &cut);
    bool good = on_error == NULL || strcmp(on_error, "skip") == 0 || strcmp(on_error, "stop") == 0;
    if (!good) snprintf(reason, size, "on_error is 'skip' or 'stop', not '%s'", on_error);
    if (on_error != NULL) bound->skip = strcmp(on_error, "skip") == 0;
    free(on_error);
    if (bound->kind->takes_table && duckdb_bind_get_parameter_count(info) > 1) {
        duckdb_value value = duckdb_bind_get_parameter(info, 1);
        bound->table = sql_value_text(value, &cut);
        duckdb_destroy_value(&value);
    }
    if (cut) return fail_cut(bound, reason, size);
    if (bound->table == NULL) bound->table = calloc(1, 1);
    if (bound->table == NULL) snprintf(reason, size, "out of memory");
    return good && bound->table != NULL;
}

/* What to write instead. In `paddock sql` datasets of tables never come here. */
static void explain_folder(const char *folder, pdk_error *error)
{
    char *marker = pdk_path_join(folder, "paddock.json");
    if (marker != NULL && pdk_file_exists(marker))
        snprintf(error->message, sizeof error->message,
                 "is a dataset: read_parquet('%.60s/laps/**/*.parquet', union_by_name = true) is a table of it, and "
                 "`paddock sql` has paddock('DATASET', 'laps')",
                 folder);
    else
        snprintf(error->message, sizeof error->message,
                 "is a folder; '%.60s/*' are the files in it, '%.60s/**' those below it, too", folder, folder);
    free(marker);
}

static void bind_call(duckdb_bind_info info)
{
    const sql_extra *extra = duckdb_bind_get_extra_info(info);
    sql_bound *bound = calloc(1, sizeof *bound);
    char reason[SQL_PATH + 512];
    pdk_error error;
    size_t failed = 0;
    if (bound == NULL) {
        duckdb_bind_set_error(info, "out of memory");
        return;
    }
    bound->kind = extra->kind;
    bound->context = extra->context;
    sql_watch watch = { bound->context->progress, bound->context->progress_user, 0 };
    if (bound->context->patience > 0) watch.end = pdk_clock_seconds() + bound->context->patience;
    if (!read_options(info, bound, reason, sizeof reason) || !find_files(info, bound, &watch, reason, sizeof reason)) {
        fail(info, bound, reason);
        return;
    }
    pdk_status status = bound->context->only_types ? PDK_OK : sql_number_corners(bound, &watch, &failed, &error);
    if (status == PDK_OK) status = bind_columns(bound, &watch, &failed, &error);
    if (status != PDK_OK) {
        const char *file = bound->file_count > 0 ? bound->files[failed] : "";
        if (strcmp(error.code, "io.directory") == 0) explain_folder(file, &error);
        sql_remember_failure(bound->context, file, &error);
        char *text = sql_failure_text(file, &error);
        fail(info, bound, text != NULL ? text : error.message);
        free(text);
        return;
    }
    for (size_t i = 0; i < bound->column_count; i++) {
        duckdb_logical_type type = duckdb_create_logical_type(bound->columns[i].type);
        if (bound->context->mark_type != NULL)
            bound->context->mark_type(bound->context->mark_user, bound->columns[i].unit, type);
        duckdb_bind_add_result_column(info, bound->columns[i].name, type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_bind_set_bind_data(info, bound, free_bound);
}

static void add_named(duckdb_table_function function, const char *name, duckdb_type type)
{
    duckdb_logical_type logical = duckdb_create_logical_type(type);
    duckdb_table_function_add_named_parameter(function, name, logical);
    duckdb_destroy_logical_type(&logical);
}

/* With `parameters` of the positional ones. */
static bool register_one(duckdb_connection connection, const sql_kind *kind, sql_context *context, size_t parameters)
{
    sql_extra *extra = malloc(sizeof *extra);
    if (extra == NULL) return false;
    *extra = (sql_extra){ kind, context };
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, kind->name);
    for (size_t i = 0; i < parameters; i++) {
        duckdb_logical_type type = duckdb_create_logical_type(i == 0 ? DUCKDB_TYPE_ANY : DUCKDB_TYPE_VARCHAR);
        duckdb_table_function_add_parameter(function, type);
        duckdb_destroy_logical_type(&type);
    }
    add_named(function, "on_error", DUCKDB_TYPE_VARCHAR);
    if (kind->takes_table) {
        add_named(function, "first", DUCKDB_TYPE_UBIGINT);
        add_named(function, "count", DUCKDB_TYPE_UBIGINT);
        add_named(function, "time_from", DUCKDB_TYPE_DOUBLE);
        add_named(function, "time_to", DUCKDB_TYPE_DOUBLE);
        add_named(function, "hidden", DUCKDB_TYPE_BOOLEAN);
    }
    duckdb_table_function_set_extra_info(function, extra, free);
    duckdb_table_function_set_bind(function, bind_call);
    duckdb_table_function_set_init(function, sql_init);
    duckdb_table_function_set_local_init(function, sql_local_init);
    duckdb_table_function_set_function(function, sql_scan);
    duckdb_table_function_supports_projection_pushdown(function, true);
    bool good = duckdb_register_table_function(connection, function) == DuckDBSuccess;
    duckdb_destroy_table_function(&function);
    return good;
}

bool sql_register_kind(duckdb_connection connection, sql_context *context, const sql_kind *kind)
{
    return register_one(connection, kind, context, kind->takes_table ? 2 : 1); /* one name has one list of them */
}
