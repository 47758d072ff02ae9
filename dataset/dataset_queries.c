/* Datasets in queries: where a path is one, paddock(...) and paddock_files(...) become a query of its Parquet files.
 * Both names are macros of the session that hide the functions of the same names: a function in C cannot hand its work
 * to another one, and DuckDB reads its Parquet files itself, with filters pushed down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/dataset.h"
#include "platform/path.h"

/* A dataset that is being looked at, on a separate connection: the user's is in the middle of a query. */
typedef struct look {
    sql_session *session;
    const char *root;
    dataset_parts catalogue; /* of batches that nobody replaced */
    pdk_error error;
} look;

static bool fail(look *at, pdk_status status, const char *code)
{
    at->error.status = status;
    at->error.offset = PDK_NO_OFFSET;
    snprintf(at->error.code, sizeof at->error.code, "%s", code);
    sql_remember_failure(&at->session->context, at->root, &at->error);
    return false;
}

static bool fail_memory(look *at)
{
    snprintf(at->error.message, sizeof at->error.message, "out of memory for a dataset");
    return fail(at, PDK_E_MEMORY, "memory.out");
}

/* --------------------------------------------------------------------------------------------- what is in it */

/* DuckDB reads it. */
static bool add_input(const look *at, const char *path)
{
    pdk_inputs *inputs = at->session->context.inputs;
    return inputs == NULL || pdk_inputs_add(inputs, path, NULL) == PDK_OK;
}

/* Those that are complete; none that a link leads to. */
static bool find_parts(look *at, const char *table, dataset_parts *parts)
{
    if (!dataset_find_parts(at->root, table, parts)) return fail_memory(at);
    size_t kept = 0;
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->items[i].temporary) free(parts->items[i].path);
        else parts->items[kept++] = parts->items[i];
    }
    parts->count = kept;
    bool good = true;
    for (size_t i = 0; i < parts->count && good; i++)
        good = add_input(at, parts->items[i].path) && sql_add_part(at->session, parts->items[i].path);
    return good || fail_memory(at);
}

static void put_parts(sql_text *text, const dataset_parts *parts)
{
    sql_put(text, "[");
    for (size_t i = 0; i < parts->count; i++) {
        sql_put(text, i > 0 ? ", " : "");
        sql_put_literal(text, parts->items[i].path);
    }
    sql_put(text, "]");
}

/* A session with a connection of its own beside the query under way. */
static bool connect_beside(const look *at, sql_session *beside)
{
    *beside = (sql_session){ .database = at->session->database };
    beside->context.progress = at->session->context.progress;
    beside->context.progress_user = at->session->context.progress_user;
    if (duckdb_connect(beside->database, &beside->connection) != DuckDBSuccess) return false;
    sql_watcher_beside(&at->session->watcher, beside->connection);
    return true;
}

static void disconnect(const look *at, sql_session *beside)
{
    sql_watcher_beside(&at->session->watcher, NULL);
    duckdb_disconnect(&beside->connection);
}

/* Cells of a query; the text is emptied. What failed is that of the session. */
static bool ask(look *at, sql_text *text, sql_paths *cells)
{
    sql_session beside;
    const char *query = sql_take_text(text);
    if (!connect_beside(at, &beside)) return false;
    bool good = sql_ask(&beside, query, cells) == PDK_OK;
    at->session->failure = beside.failure;
    disconnect(at, &beside);
    return good;
}

static bool check_version(look *at)
{
    sql_session beside;
    if (!connect_beside(at, &beside)) return fail_memory(at);
    bool good = dataset_read_marker(&beside, at->root, NULL, &at->error);
    disconnect(at, &beside);
    if (!good) sql_remember_failure(&at->session->context, at->root, &at->error);
    char *marker = pdk_path_join(at->root, "paddock.json");
    if (good && (marker == NULL || !add_input(at, marker))) good = fail_memory(at);
    free(marker);
    return good;
}

static bool is_of(const dataset_part *part, const sql_paths *batches)
{
    for (size_t i = 0; i < batches->count; i++) {
        if (part->batch == strtoull(batches->paths[i], NULL, 10)) return true;
    }
    return false;
}

/* Batches that were read again are on their way out. */
static bool leave_out_replaced(look *at, sql_text *text)
{
    sql_paths replaced = { 0 };
    sql_put(text, "SELECT DISTINCT unnest(replaces) FROM read_parquet(");
    put_parts(text, &at->catalogue);
    sql_put(text, ", union_by_name = true)");
    if (!ask(at, text, &replaced)) {
        sql_paths_free(&replaced);
        if (sql_is_broken_part(at->session, at->session->failure.text, &at->error)) return false;
        snprintf(at->error.message, sizeof at->error.message, "its catalogue (files/*.parquet) cannot be read");
        return fail(at, PDK_E_CORRUPT, "dataset.catalogue");
    }
    size_t kept = 0;
    for (size_t i = 0; i < at->catalogue.count; i++) {
        dataset_part *part = &at->catalogue.items[i];
        if (is_of(part, &replaced)) free(part->path);
        else at->catalogue.items[kept++] = *part;
    }
    at->catalogue.count = kept;
    sql_paths_free(&replaced);
    return true;
}

static bool look_at(look *at, sql_text *text)
{
    if (!check_version(at) || !find_parts(at, "files", &at->catalogue)) return false;
    if (at->catalogue.count == 0) {
        snprintf(at->error.message, sizeof at->error.message,
                 "nothing is in this dataset yet; `paddock ingest DIR --to DATASET` fills it");
        return fail(at, PDK_E_UNSUPPORTED, "dataset.empty");
    }
    return leave_out_replaced(at, text);
}

/* ------------------------------------------------------------------------------------------------- as queries */

/* The newest row of each file met. */
static void put_catalogue(const look *at, sql_text *query)
{
    sql_put(query, "(SELECT path AS file, * EXCLUDE (path, replaces, batch) FROM read_parquet(");
    put_parts(query, &at->catalogue);
    sql_put(query, ", union_by_name = true) QUALIFY row_number() OVER (PARTITION BY path ORDER BY batch DESC) = 1 "
                   "ORDER BY file)");
}

static bool fail_name(look *at, const char *table)
{
    dataset_parts parts = { 0 };
    const char *last = "files";
    bool good = find_parts(at, NULL, &parts);
    if (!good) return false;
    int used = snprintf(at->error.message, sizeof at->error.message,
                        "there is no table \"%.40s\" in this dataset; there are files", table);
    size_t room = sizeof at->error.message - 1, size = used > 0 ? (size_t)used : 0;
    for (size_t i = 0; i < parts.count; i++) {
        const char *name = parts.items[i].table;
        if (strcmp(name, last) == 0 || strcmp(name, "files") == 0) continue;
        if (size + strlen(name) + 2 > room) break; /* whole names */
        size += (size_t)snprintf(at->error.message + size, room - size + 1, ", %s", name);
        last = name;
    }
    dataset_parts_free(&parts);
    return fail(at, PDK_E_ARGUMENT, "argument.table");
}

/* Rows of a batch count when its catalogue is there. */
static bool put_table(look *at, sql_text *query, const char *table)
{
    dataset_parts parts = { 0 };
    size_t kept = 0;
    if (!find_parts(at, table, &parts)) return false;
    for (size_t i = 0; i < parts.count; i++) {
        bool counts = false;
        for (size_t k = 0; k < at->catalogue.count && !counts; k++)
            counts = at->catalogue.items[k].batch == parts.items[i].batch;
        if (counts) parts.items[kept++] = parts.items[i];
        else free(parts.items[i].path);
    }
    parts.count = kept;
    if (kept > 0) {
        sql_put(query, "(FROM read_parquet(");
        put_parts(query, &parts);
        sql_put(query, ", union_by_name = true, hive_partitioning = false))");
    }
    dataset_parts_free(&parts);
    return kept > 0 || fail_name(at, table);
}

/* ---------------------------------------------------------------------------------------- the call as a query */

/* Arguments of paddock_query: the function's name, its files, and the rest as texts, NULL where they are not given. */
enum { FUNCTION, FILES, TABLE, FIRST, COUNT, TIME_FROM, TIME_TO, HIDDEN, ON_ERROR, ARGUMENTS };

typedef struct call {
    sql_session *session;
    char *texts[ARGUMENTS]; /* malloc'd */
    bool is_list;
    sql_paths files;
    sql_text query, scratch;
    size_t parts; /* of a union */
    bool cut;     /* one of them had a NUL */
} call;

static void begin_part(call *work)
{
    sql_put(&work->query, work->parts++ > 0 ? " UNION ALL BY NAME SELECT * FROM " : "SELECT * FROM ");
}

static void put_named(call *work, int argument, const char *name, const char *type)
{
    if (work->texts[argument] == NULL) return;
    sql_put(&work->query, ", ");
    sql_put(&work->query, name);
    sql_put(&work->query, " := ");
    sql_put_literal(&work->query, work->texts[argument]);
    sql_put(&work->query, type);
}

/* Files as they were named; DuckDB's own complaints about arguments stay what they are. */
static void put_files(call *work, size_t first, size_t count)
{
    begin_part(work);
    sql_put(&work->query, "system.main.");
    sql_put(&work->query, work->texts[FUNCTION]);
    sql_put(&work->query, "(");
    const char *const *files = (const char *const *)work->files.paths + first;
    if (work->is_list) sql_put_list(&work->query, files, count);
    else if (count == 1) sql_put_literal(&work->query, files[0]);
    else sql_put(&work->query, "NULL");
    if (strcmp(work->texts[FUNCTION], "paddock") == 0) {
        sql_put(&work->query, ", ");
        if (work->texts[TABLE] != NULL) sql_put_literal(&work->query, work->texts[TABLE]);
        else sql_put(&work->query, "''");
    }
    put_named(work, FIRST, "first", "::UBIGINT");
    put_named(work, COUNT, "count", "::UBIGINT");
    put_named(work, TIME_FROM, "time_from", "::DOUBLE");
    put_named(work, TIME_TO, "time_to", "::DOUBLE");
    put_named(work, HIDDEN, "hidden", "::BOOLEAN");
    put_named(work, ON_ERROR, "on_error", "");
    sql_put(&work->query, ")");
}

static bool put_dataset(call *work, const char *root)
{
    look at = { .session = work->session, .root = root };
    const char *table = work->texts[TABLE];
    bool catalogue = strcmp(work->texts[FUNCTION], "paddock") != 0 || table == NULL || table[0] == '\0' ||
                     strcmp(table, "files") == 0;
    for (int of_files = FIRST; of_files <= HIDDEN; of_files++) {
        if (work->texts[of_files] == NULL) continue;
        snprintf(at.error.message, sizeof at.error.message,
                 "first, count, time_from, time_to and hidden are for files; of a dataset LIMIT, OFFSET and WHERE take "
                 "a part");
        return fail(&at, PDK_E_ARGUMENT, "argument.dataset");
    }
    bool good = look_at(&at, &work->scratch);
    if (good) begin_part(work);
    if (good && catalogue) put_catalogue(&at, &work->query);
    else if (good) good = put_table(&at, &work->query, table);
    dataset_parts_free(&at.catalogue);
    return good;
}

static bool put_call(call *work)
{
    size_t first = 0;
    for (size_t i = 0; i < work->files.count; i++) {
        if (!dataset_is(work->files.paths[i])) continue;
        if (i > first) put_files(work, first, i - first);
        if (!put_dataset(work, work->files.paths[i])) return false;
        first = i + 1;
    }
    if (first < work->files.count || work->parts == 0) put_files(work, first, work->files.count - first);
    return true;
}

/* ------------------------------------------------------------------------------------------------- for DuckDB */

/* Malloc'd; NULL for NULL, when out of memory, and for a text with a NUL in it, which is kept as a failure. */
static char *text_at(call *work, duckdb_vector vector, idx_t row)
{
    if (sql_is_null(vector, row)) return NULL;
    duckdb_string_t string = ((const duckdb_string_t *)duckdb_vector_get_data(vector))[row];
    size_t size = duckdb_string_t_length(string);
    const char *data = duckdb_string_t_data(&string);
    char *text = malloc(size + 1);
    if (text == NULL) return NULL;
    memcpy(text, data, size);
    text[size] = '\0';
    if (strlen(text) == size) return text;
    pdk_error error = { .status = PDK_E_ARGUMENT, .offset = PDK_NO_OFFSET, .code = "argument.text" };
    snprintf(error.message, sizeof error.message, "is a text with a NUL after it, which no path and no name has");
    sql_remember_failure(&work->session->context, text, &error);
    work->cut = true;
    free(text);
    return NULL;
}

static bool take_file(call *work, duckdb_vector vector, idx_t row)
{
    char *file = text_at(work, vector, row);
    if (file == NULL) file = calloc(1, 1); /* no path: the function says so */
    if (file != NULL) work->files.paths[work->files.count++] = file;
    return file != NULL;
}

static bool take_files(call *work, duckdb_vector vector, idx_t row)
{
    duckdb_list_entry entry = { .length = 1 };
    if (work->is_list) entry = ((const duckdb_list_entry *)duckdb_vector_get_data(vector))[row];
    bool good = true, is_null = sql_is_null(vector, row);
    work->files.paths = calloc(entry.length + 1, sizeof *work->files.paths);
    if (work->files.paths == NULL) return false;
    for (idx_t i = 0; i < entry.length && good && !is_null; i++)
        good = work->is_list ? take_file(work, duckdb_list_vector_get_child(vector), entry.offset + i)
                             : take_file(work, vector, row);
    work->is_list = work->is_list && !is_null;
    return good;
}

/* True where it is put. */
static bool put_query(sql_session *session, duckdb_data_chunk input, idx_t row, bool is_list, duckdb_vector output)
{
    call work = { .session = session, .is_list = is_list };
    bool good = take_files(&work, duckdb_data_chunk_get_vector(input, FILES), row);
    for (int i = 0; i < ARGUMENTS; i++) {
        if (i != FILES) work.texts[i] = text_at(&work, duckdb_data_chunk_get_vector(input, (idx_t)i), row);
    }
    good = good && !work.cut && work.texts[FUNCTION] != NULL && put_call(&work) && !work.query.failed;
    if (good) duckdb_vector_assign_string_element_len(output, row, work.query.data, work.query.size);
    for (int i = 0; i < ARGUMENTS; i++) free(work.texts[i]);
    sql_paths_free(&work.files);
    free(work.query.data);
    free(work.scratch.data);
    return good;
}

static void make_queries(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output)
{
    sql_session *session = duckdb_scalar_function_get_extra_info(info);
    sql_context *context = &session->context;
    duckdb_logical_type type = duckdb_vector_get_column_type(duckdb_data_chunk_get_vector(input, FILES));
    bool is_list = duckdb_get_type_id(type) == DUCKDB_TYPE_LIST;
    duckdb_destroy_logical_type(&type);
    for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); row++) {
        if (put_query(session, input, row, is_list, output)) continue;
        char *text = context->failed ? sql_failure_text(context->failed_file, &context->error) : NULL;
        duckdb_scalar_function_set_error(info, text != NULL ? text : "out of memory for a query");
        free(text);
        return;
    }
}

static bool register_function(sql_session *session)
{
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type any = duckdb_create_logical_type(DUCKDB_TYPE_ANY);
    duckdb_scalar_function_set_name(function, "paddock_query");
    for (int i = 0; i < ARGUMENTS; i++) duckdb_scalar_function_add_parameter(function, i == FILES ? any : text);
    duckdb_scalar_function_set_return_type(function, text);
    duckdb_scalar_function_set_special_handling(function); /* NULL is "not given" */
    duckdb_scalar_function_set_extra_info(function, session, NULL);
    duckdb_scalar_function_set_function(function, make_queries);
    bool good = duckdb_register_scalar_function(session->connection, function) == DuckDBSuccess;
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_logical_type(&any);
    duckdb_destroy_scalar_function(&function);
    return good;
}

/* FROM 'DATASET': its catalogue. */
static void replace(duckdb_replacement_scan_info info, const char *name, void *user)
{
    (void)user;
    if (!dataset_is(name)) return;
    duckdb_value path = duckdb_create_varchar(name);
    duckdb_replacement_scan_set_function_name(info, "paddock_files");
    duckdb_replacement_scan_add_parameter(info, path);
    duckdb_destroy_value(&path);
}

pdk_status dataset_register(sql_session *session)
{
    static const char macros[] =
        "CREATE MACRO paddock(files, table_name, first := NULL, count := NULL, time_from := NULL, time_to := NULL, "
        "hidden := NULL, on_error := NULL) AS "
        "TABLE FROM query(paddock_query('paddock', files, table_name::VARCHAR, first::VARCHAR, count::VARCHAR, "
        "time_from::VARCHAR, time_to::VARCHAR, hidden::VARCHAR, on_error::VARCHAR));"
        "CREATE MACRO paddock_files(files, on_error := NULL) AS TABLE "
        "FROM query(paddock_query('paddock_files', files, NULL, NULL, NULL, NULL, NULL, NULL, on_error::VARCHAR))";
    if (!register_function(session))
        return sql_fail_query(session, "paddock_query cannot be added", DUCKDB_ERROR_INVALID);
    duckdb_add_replacement_scan(session->database, replace, session, NULL);
    return sql_query(session, macros, NULL);
}
