/* paddock(file, table): the rows of a table, its columns read straight into DuckDB's vectors where they have its types.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest_name.h"
#include "sql/sql_functions.h"

typedef struct table_state {
    const pdk_table *table;
    size_t columns[]; /* of this file, for each that was bound; PDK_NO_COLUMN = it has none */
} table_state;

static duckdb_type type_of(pdk_type type)
{
    static const duckdb_type types[] = {
        [PDK_BOOL] = DUCKDB_TYPE_BOOLEAN,    [PDK_INT8] = DUCKDB_TYPE_TINYINT,     [PDK_UINT8] = DUCKDB_TYPE_UTINYINT,
        [PDK_INT16] = DUCKDB_TYPE_SMALLINT,  [PDK_UINT16] = DUCKDB_TYPE_USMALLINT, [PDK_INT32] = DUCKDB_TYPE_INTEGER,
        [PDK_UINT32] = DUCKDB_TYPE_UINTEGER, [PDK_INT64] = DUCKDB_TYPE_BIGINT,     [PDK_UINT64] = DUCKDB_TYPE_UBIGINT,
        [PDK_FLOAT32] = DUCKDB_TYPE_FLOAT,   [PDK_FLOAT64] = DUCKDB_TYPE_DOUBLE,   [PDK_TEXT] = DUCKDB_TYPE_VARCHAR,
        [PDK_BYTES] = DUCKDB_TYPE_BLOB,
    };
    return types[type];
}

static pdk_status fail(pdk_error *error, pdk_status status, const char *code)
{
    error->status = status;
    error->offset = PDK_NO_OFFSET;
    error->where[0] = '\0';
    snprintf(error->code, sizeof error->code, "%s", code);
    return status;
}

/* As many names as there is room for; `more` becomes true where others are left out. */
static size_t put_name(char *text, size_t size, size_t used, const char *name, bool *more)
{
    if (*more || used + strlen(name) + 3 > size) {
        *more = true;
        return used;
    }
    return used + (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ", ", name);
}

/* "there is no table "lapz"; did you mean "laps"?", or where none is near "...; there are poses, drivers and others" */
static pdk_status fail_name(const pdk_document *document, const char *name, pdk_error *error)
{
    char names[160] = "";
    const char *one;
    size_t used = 0;
    bool more = false;
    pdk_nearest_name nearest = { .wanted = name };
    for (size_t i = 0; i < pdk_document_table_count(document); i++) {
        one = pdk_table_name(pdk_document_table_at(document, i));
        pdk_nearest_name_offer(&nearest, one);
        used = put_name(names, sizeof names, used, one, &more);
    }
    for (size_t i = 0; (one = pdk_answer_name(i)) != NULL; i++) {
        if (pdk_answer_available(document, one, NULL) != PDK_OK) continue;
        pdk_nearest_name_offer(&nearest, one);
        used = put_name(names, sizeof names, used, one, &more);
    }
    if (nearest.best != NULL)
        snprintf(error->message, sizeof error->message, "there is no table \"%.40s\"; did you mean \"%.40s\"?", name,
                 nearest.best);
    else
        snprintf(error->message, sizeof error->message, "there is no table \"%.40s\"; there are %s%s", name, names,
                 more ? " and others" : "");
    return fail(error, PDK_E_ARGUMENT, "argument.table");
}

static pdk_status find_table(const sql_bound *bound, const pdk_document *document, const pdk_table **table,
                             pdk_error *error)
{
    const char *name = bound->table;
    const sql_context *context = bound->context;
    *table = name[0] != '\0' ? pdk_document_own_table(document, name) : pdk_document_table_at(document, 0);
    if (*table != NULL) return PDK_OK;
    if (name[0] == '\0') {
        snprintf(error->message, sizeof error->message, "has no tables; paddock_properties('FILE') has what it says");
        return fail(error, PDK_E_UNSUPPORTED, "table.none");
    }
    pdk_status status =
        pdk_answer_with_progress(document, name, context->progress, context->progress_user, table, error);
    return status == PDK_E_ARGUMENT ? fail_name(document, name, error) : status;
}

static pdk_status check_time(const sql_bound *bound, const pdk_table *table, pdk_error *error)
{
    if (!bound->by_time || pdk_table_find_role(table, PDK_ROLE_TIME) != PDK_NO_COLUMN) return PDK_OK;
    snprintf(error->message, sizeof error->message,
             "the rows of %.60s have no time, so time_from and time_to cannot choose them", pdk_table_name(table));
    return fail(error, PDK_E_ARGUMENT, "argument.time");
}

static pdk_status bind_table(sql_bound *bound, const pdk_document *document, pdk_error *error)
{
    const pdk_table *table;
    pdk_status status = find_table(bound, document, &table, error);
    if (status == PDK_OK) status = check_time(bound, table, error);
    for (size_t i = 0; status == PDK_OK && i < pdk_table_columns(table); i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        if (info->hidden && !bound->hidden) continue;
        if (!sql_add_column(bound, info->name, info->unit, type_of(info->type))) {
            snprintf(error->message, sizeof error->message, "out of memory for columns");
            status = fail(error, PDK_E_MEMORY, "memory.out");
        }
    }
    return status;
}

static bool is_number(duckdb_type type)
{
    return type != DUCKDB_TYPE_VARCHAR && type != DUCKDB_TYPE_BLOB;
}

/* The columns of the first file, by name, in this one. */
static pdk_status match(const sql_bound *bound, table_state *state, pdk_error *error)
{
    for (size_t i = bound->has_file; i < bound->column_count; i++) {
        size_t column = pdk_table_find_column(state->table, bound->columns[i].name);
        state->columns[i - bound->has_file] = column;
        if (column == PDK_NO_COLUMN) continue;
        duckdb_type own = type_of(pdk_table_column_at(state->table, column)->type), wanted = bound->columns[i].type;
        if (own == wanted || (is_number(own) && is_number(wanted))) continue;
        snprintf(error->message, sizeof error->message,
                 "column %.60s is of another kind than in the first file, and cannot be put under it",
                 bound->columns[i].name);
        return fail(error, PDK_E_UNSUPPORTED, "table.type");
    }
    return PDK_OK;
}

static pdk_status open_table(sql_piece *piece, const pdk_error *failure, pdk_error *error)
{
    (void)failure;
    const sql_bound *bound = piece->bound;
    const pdk_table *table;
    pdk_status status = find_table(bound, piece->document, &table, error);
    if (status == PDK_OK) status = check_time(bound, table, error);
    if (status == PDK_E_ARGUMENT) status = fail(error, PDK_E_UNSUPPORTED, "table.none"); /* others have it */
    if (status != PDK_OK) return status;
    table_state *state = malloc(sizeof *state + bound->column_count * sizeof state->columns[0]);
    if (state == NULL) {
        snprintf(error->message, sizeof error->message, "out of memory for columns");
        return fail(error, PDK_E_MEMORY, "memory.out");
    }
    state->table = table;
    status = match(bound, state, error);
    if (status != PDK_OK) {
        free(state);
        return status;
    }
    piece->state = state;
    piece->rows = pdk_table_rows(table);
    return PDK_OK;
}

static void close_table(sql_piece *piece)
{
    free(piece->state);
}

/* Where DuckDB's type is another than the file's: by way of doubles. What does not fit is missing. */
static void convert(sql_wanted *wanted, duckdb_type type, const double *from, size_t count)
{
#define CONVERT(as, lowest, highest)                                             \
    for (size_t i = 0; i < count; i++) {                                         \
        bool fits = from[i] >= (double)(lowest) && from[i] <= (double)(highest); \
        ((as *)wanted->values)[i] = fits ? (as)from[i] : 0;                      \
        if (!fits) sql_set_null(wanted, i);                                      \
    }                                                                            \
    break
    switch (type) {
    case DUCKDB_TYPE_BOOLEAN: CONVERT(uint8_t, 0, 1);
    case DUCKDB_TYPE_TINYINT: CONVERT(int8_t, INT8_MIN, INT8_MAX);
    case DUCKDB_TYPE_UTINYINT: CONVERT(uint8_t, 0, UINT8_MAX);
    case DUCKDB_TYPE_SMALLINT: CONVERT(int16_t, INT16_MIN, INT16_MAX);
    case DUCKDB_TYPE_USMALLINT: CONVERT(uint16_t, 0, UINT16_MAX);
    case DUCKDB_TYPE_INTEGER: CONVERT(int32_t, INT32_MIN, INT32_MAX);
    case DUCKDB_TYPE_UINTEGER: CONVERT(uint32_t, 0, UINT32_MAX);
    case DUCKDB_TYPE_BIGINT: CONVERT(int64_t, -9007199254740992.0, 9007199254740992.0);
    case DUCKDB_TYPE_UBIGINT: CONVERT(uint64_t, 0, 9007199254740992.0);
    case DUCKDB_TYPE_FLOAT:
        for (size_t i = 0; i < count; i++) ((float *)wanted->values)[i] = (float)from[i];
        break;
    default: memcpy(wanted->values, from, count * sizeof *from); break;
    }
#undef CONVERT
}

static void put_texts(const sql_wanted *wanted, pdk_type type, const void *values, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        if (type == PDK_TEXT) {
            const pdk_text *text = (const pdk_text *)values + row;
            sql_set_text(wanted, row, text->data, text->size);
        } else {
            const pdk_bytes *bytes = (const pdk_bytes *)values + row;
            sql_set_text(wanted, row, (const char *)bytes->data, bytes->size);
        }
    }
}

static void put_nulls(sql_wanted *wanted, const uint8_t *validity, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        if ((validity[row / 8] >> (row % 8) & 1) == 0) sql_set_null(wanted, row);
    }
}

static pdk_status choose_rows(const sql_piece *piece, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    const table_state *state = piece->state;
    pdk_column_bounds time = { .column = pdk_table_find_role(state->table, PDK_ROLE_TIME),
                               .from = piece->bound->time_from,
                               .to = piece->bound->time_to };
    pdk_row_bounds within = { &time, 1 };
    return pdk_table_within(state->table, &within, first, count, keep, error);
}

static pdk_status fill_table(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count, pdk_error *error)
{
    const table_state *state = piece->state;
    const sql_bound *bound = piece->bound;
    size_t reads = 0;
    for (size_t i = 0; i < worker->wanted_count; i++) {
        sql_wanted *wanted = &worker->wanted[i];
        size_t column = state->columns[wanted->column];
        if (column == PDK_NO_COLUMN) {
            for (size_t row = 0; row < count; row++) sql_set_null(wanted, row);
            continue;
        }
        const pdk_column_info *info = pdk_table_column_at(state->table, column);
        bool text = info->type == PDK_TEXT || info->type == PDK_BYTES;
        bool same = type_of(info->type) == bound->columns[wanted->column + bound->has_file].type;
        worker->targets[reads] = i;
        worker->reads[reads] =
            (pdk_column_read){ .column = column,
                               .type = same ? info->type : PDK_FLOAT64,
                               .values =
                                   same && !text ? wanted->values : worker->scratch + i * SQL_VECTOR * sizeof(pdk_text),
                               .validity = info->nullable ? worker->validity + i * (SQL_VECTOR / 8) : NULL };
        reads++;
    }
    pdk_status status = pdk_table_read(state->table, first, count, worker->reads, reads, error);
    for (size_t r = 0; r < reads && status == PDK_OK; r++) {
        const pdk_column_read *read = &worker->reads[r];
        sql_wanted *wanted = &worker->wanted[worker->targets[r]];
        if (read->type == PDK_TEXT || read->type == PDK_BYTES) put_texts(wanted, read->type, read->values, count);
        else if (read->values != wanted->values)
            convert(wanted, bound->columns[wanted->column + bound->has_file].type, read->values, count);
        if (read->validity != NULL) put_nulls(wanted, read->validity, count);
    }
    return status;
}

const sql_kind sql_kind_table = {
    .name = "paddock",
    .takes_table = true,
    .bind = bind_table,
    .open = open_table,
    .close = close_table,
    .choose = choose_rows,
    .fill = fill_table,
};
