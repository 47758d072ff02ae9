/* A file is opened alone, to be read: nothing that is in it can reach another file, and not a byte of it changes. */
#include "sql/sql_database.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "sql/duckdb_api.h"

typedef struct opened {
    duckdb_database database;
    duckdb_connection connection;
    pdk_database_column *columns;
    size_t count, room;
} opened;

static pdk_status fail(pdk_error *error, pdk_status status, const char *code, const char *format, const char *detail)
{
    *error = (pdk_error){ .status = status, .offset = PDK_NO_OFFSET };
    snprintf(error->code, sizeof error->code, "%s", code);
    snprintf(error->message, sizeof error->message, format, detail);
    return status;
}

static pdk_status fail_memory(pdk_error *error)
{
    return fail(error, PDK_E_MEMORY, "memory.out", "out of memory for %s", "a database");
}

/* The first line of what DuckDB says, as much as a message takes. */
static pdk_status fail_duckdb(pdk_error *error, const char *message)
{
    char line[200];
    const char *text = message != NULL ? message : "";
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    if (strstr(text, "lock on file") != NULL || strstr(text, "being used by another process") != NULL)
        return fail(error, PDK_E_IO, "database.locked",
                    "another program has the database open to write it%s: the game does while it records", "");
    if (strstr(text, "version number") != NULL || strstr(text, "newer version") != NULL)
        return fail(error, PDK_E_UNSUPPORTED, "database.version", "this DuckDB does not read it: %s", line);
    if (strstr(text, "does not match stored checksum") != NULL)
        return fail(error, PDK_E_CORRUPT, "database.damaged", "a block of the database is damaged: %s",
                    strstr(line, " in block") != NULL ? strstr(line, " in block") + 4 : "its checksum does not fit");
    return fail(error, PDK_E_CORRUPT, "database.read", "DuckDB cannot read it: %s", line);
}

/* ------------------------------------------------------------------------------------------------ queries */

typedef bool (*take_row)(void *user, duckdb_vector *vectors, uint64_t at, idx_t row);

static bool take_chunk(duckdb_data_chunk chunk, uint64_t at, take_row take, void *user)
{
    enum { MOST = 3 };
    duckdb_vector vectors[MOST];
    idx_t columns = duckdb_data_chunk_get_column_count(chunk), rows = duckdb_data_chunk_get_size(chunk);
    for (idx_t i = 0; i < columns && i < MOST; i++) vectors[i] = duckdb_data_chunk_get_vector(chunk, i);
    bool goes_on = true;
    for (idx_t row = 0; row < rows && goes_on; row++) goes_on = take(user, vectors, at + row, row);
    return goes_on;
}

/* All rows, in their order, until `take` says to stop. */
static pdk_status ask(const opened *file, const char *query, take_row take, void *user, pdk_error *error)
{
    duckdb_result result;
    duckdb_data_chunk chunk;
    pdk_status status = PDK_OK;
    if (duckdb_query(file->connection, query, &result) != DuckDBSuccess)
        status = fail_duckdb(error, duckdb_result_error(&result));
    bool goes_on = status == PDK_OK;
    for (uint64_t at = 0; goes_on && (chunk = duckdb_fetch_chunk(result)) != NULL;) {
        idx_t rows = duckdb_data_chunk_get_size(chunk);
        goes_on = take_chunk(chunk, at, take, user);
        at += rows;
        duckdb_destroy_data_chunk(&chunk);
    }
    duckdb_destroy_result(&result);
    return status;
}

static bool is_null(duckdb_vector vector, idx_t row)
{
    uint64_t *validity = duckdb_vector_get_validity(vector);
    return validity != NULL && !duckdb_validity_row_is_valid(validity, row);
}

static pdk_text text_at(duckdb_vector vector, idx_t row)
{
    duckdb_string_t *string = (duckdb_string_t *)duckdb_vector_get_data(vector) + row;
    return (pdk_text){ duckdb_string_t_data(string), duckdb_string_t_length(*string) };
}

/* Appends "name" with its quotes doubled; where to go on, NULL when it does not fit. */
static char *put_name(char *to, const char *end, const char *name)
{
    if (to == NULL || end - to < 3) return NULL;
    *to++ = '"';
    for (; *name != '\0'; name++) {
        if (end - to < 4) return NULL;
        if (*name == '"') *to++ = '"';
        *to++ = *name;
    }
    *to++ = '"';
    *to = '\0';
    return to;
}

/* SELECT what FROM the table; malloc'd. */
static char *select_from(const char *before, const char *column, const char *after, const char *table)
{
    size_t room = 2 * strlen(column) + 2 * strlen(table) + strlen(before) + strlen(after) + 32;
    char *query = malloc(room), *end = query + room;
    if (query == NULL) return NULL;
    char *at = query + snprintf(query, room, "%s", before);
    if (column[0] != '\0') at = put_name(at, end, column);
    if (at != NULL) at += snprintf(at, (size_t)(end - at), "%s", after);
    at = at != NULL ? put_name(at, end, table) : NULL;
    if (at != NULL) return query;
    free(query);
    return NULL;
}

/* ------------------------------------------------------------------------------------------------- columns */

static pdk_type type_of(pdk_text name)
{
    static const struct {
        const char *name;
        pdk_type type;
    } types[] = { { "BOOLEAN", PDK_BOOL },    { "TINYINT", PDK_INT8 },     { "UTINYINT", PDK_UINT8 },
                  { "SMALLINT", PDK_INT16 },  { "USMALLINT", PDK_UINT16 }, { "INTEGER", PDK_INT32 },
                  { "UINTEGER", PDK_UINT32 }, { "BIGINT", PDK_INT64 },     { "UBIGINT", PDK_UINT64 },
                  { "FLOAT", PDK_FLOAT32 },   { "DOUBLE", PDK_FLOAT64 },   { "VARCHAR", PDK_TEXT } };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (name.size == strlen(types[i].name) && memcmp(name.data, types[i].name, name.size) == 0)
            return types[i].type;
    return PDK_TYPE_NONE;
}

static char *copy(pdk_text text)
{
    char *copied = memchr(text.data, '\0', text.size) == NULL ? malloc(text.size + 1) : NULL;
    if (copied == NULL) return NULL;
    memcpy(copied, text.data, text.size);
    copied[text.size] = '\0';
    return copied;
}

static bool take_column(void *user, duckdb_vector *vectors, uint64_t at, idx_t row)
{
    (void)at;
    opened *file = user;
    if (file->count == file->room) {
        size_t room = file->room * 2 + 64;
        pdk_database_column *larger = realloc(file->columns, room * sizeof *larger);
        if (larger == NULL) return false;
        file->columns = larger;
        file->room = room;
    }
    char *table = copy(text_at(vectors[0], row)), *name = copy(text_at(vectors[1], row));
    if (table == NULL || name == NULL) {
        free(table);
        free(name);
        return true; /* a name with a NUL is none that anybody asks for; without memory the next call fails */
    }
    file->columns[file->count++] = (pdk_database_column){ table, name, type_of(text_at(vectors[2], row)), 0 };
    return true;
}

static bool take_count(void *user, duckdb_vector *vectors, uint64_t at, idx_t row)
{
    (void)at;
    *(uint64_t *)user = (uint64_t)((const int64_t *)duckdb_vector_get_data(vectors[0]))[row];
    return false;
}

static pdk_status count_rows(opened *file, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < file->count && status == PDK_OK; i++) {
        pdk_database_column *column = &file->columns[i];
        bool same = i > 0 && strcmp(column[-1].table, column->table) == 0;
        if (same) {
            column->rows = column[-1].rows;
            continue;
        }
        char *query = select_from("SELECT count(*)", "", " FROM main.", column->table);
        status = query != NULL ? ask(file, query, take_count, &column->rows, error) : fail_memory(error);
        free(query);
    }
    return status;
}

static const pdk_database_column *column_at(void *database, size_t index)
{
    const opened *file = database;
    return index < file->count ? &file->columns[index] : NULL;
}

/* ---------------------------------------------------------------------------------------------------- rows */

typedef struct taken {
    double *values;
    pdk_database_text take;
    void *user;
    uint64_t expected, rows;
} taken;

static bool take_number(void *user, duckdb_vector *vectors, uint64_t at, idx_t row)
{
    taken *to = user;
    to->rows = at + 1;
    if (at >= to->expected) return false;
    to->values[at] = is_null(vectors[0], row) ? NAN : ((const double *)duckdb_vector_get_data(vectors[0]))[row];
    return true;
}

static bool take_text(void *user, duckdb_vector *vectors, uint64_t at, idx_t row)
{
    taken *to = user;
    to->rows = at + 1;
    if (at >= to->expected) return false;
    return is_null(vectors[0], row) || to->take(to->user, at, text_at(vectors[0], row));
}

static pdk_status read_column(opened *file, size_t index, const char *as, take_row take, taken *to, pdk_error *error)
{
    const pdk_database_column *column = &file->columns[index];
    char after[32];
    snprintf(after, sizeof after, "::%s FROM main.", as);
    char *query = select_from("SELECT ", column->name, after, column->table);
    to->expected = column->rows;
    pdk_status status = query != NULL ? ask(file, query, take, to, error) : fail_memory(error);
    free(query);
    return status;
}

static pdk_status read_numbers(void *database, size_t column, double *values, pdk_error *error)
{
    taken to = { .values = values };
    pdk_status status = read_column(database, column, "DOUBLE", take_number, &to, error);
    if (status != PDK_OK || to.rows == to.expected) return status;
    return fail(error, PDK_E_IO, "io.changed", "another program changed the table \"%.100s\" while it was read",
                column_at(database, column)->table);
}

static pdk_status read_texts(void *database, size_t column, pdk_database_text take, void *take_user, pdk_error *error)
{
    taken to = { .take = take, .user = take_user };
    return read_column(database, column, "VARCHAR", take_text, &to, error);
}

/* --------------------------------------------------------------------------------------------------- files */

static void close_file(void *database)
{
    opened *file = database;
    if (file->connection != NULL) duckdb_disconnect(&file->connection);
    if (file->database != NULL) duckdb_close(&file->database);
    for (size_t i = 0; i < file->count; i++) {
        free((char *)(uintptr_t)file->columns[i].table);
        free((char *)(uintptr_t)file->columns[i].name);
    }
    free(file->columns);
    free(file);
}

/* "md:x" would be asked of a server: a path with a folder in front is always a file. */
static char *plain_path(const char *path)
{
    size_t size = strlen(path) + 3;
    char *plain = malloc(size);
    if (plain != NULL) snprintf(plain, size, "%s%s", pdk_path_folder_size(path) > 0 ? "" : "./", path);
    return plain;
}

static pdk_status connect_file(opened *file, const char *path, pdk_error *error)
{
    static const char *const settings[][2] = { { "access_mode", "READ_ONLY" },
                                               { "enable_external_access", "false" },
                                               { "autoinstall_known_extensions", "false" },
                                               { "autoload_known_extensions", "false" },
                                               { "lock_configuration", "true" } };
    duckdb_config config;
    char *message = NULL;
    if (duckdb_create_config(&config) != DuckDBSuccess) return fail_memory(error);
    bool good = true;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        good = good && duckdb_set_config(config, settings[i][0], settings[i][1]) == DuckDBSuccess;
    good = good && duckdb_open_ext(path, &file->database, config, &message) == DuckDBSuccess;
    duckdb_destroy_config(&config);
    good = good && duckdb_connect(file->database, &file->connection) == DuckDBSuccess;
    pdk_status status = good ? PDK_OK : fail_duckdb(error, message);
    if (message != NULL) duckdb_free(message);
    return status;
}

static pdk_status open_file(void *user, const char *path, void **database, pdk_error *error)
{
    static const char list[] =
        "SELECT t.table_name, c.column_name, c.data_type FROM duckdb_tables() t JOIN duckdb_columns() c USING "
        "(database_oid, table_oid) WHERE NOT t.internal AND t.schema_name = 'main' "
        "ORDER BY t.table_oid, c.column_index";
    (void)user;
    opened *file = calloc(1, sizeof *file);
    char *plain = plain_path(path);
    pdk_status status = file != NULL && plain != NULL ? connect_file(file, plain, error) : fail_memory(error);
    free(plain);
    if (status == PDK_OK) status = ask(file, list, take_column, file, error);
    if (status == PDK_OK) status = count_rows(file, error);
    if (status == PDK_OK) *database = file;
    else if (file != NULL) close_file(file);
    return status;
}

const pdk_database_reader sql_database_reader = { NULL, open_file, column_at, read_numbers, read_texts, close_file };
