/* A result of DuckDB as a document with one table. Columns are copied from DuckDB's vectors, texts are lent by them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_rows.h"

typedef struct gathered {
    sql_session *session;
    duckdb_data_chunk *chunks; /* all, because texts are in them */
    size_t chunk_count, chunk_room;
    uint64_t rows;
    size_t columns;
    pdk_made_column *made;
    duckdb_logical_type *types;
    sql_paths spelled; /* texts that DuckDB has spelled */
} gathered;

/* --------------------------------------------------------------------------------------------- begin and end */

static bool fetch(gathered *all, duckdb_result *result)
{
    for (duckdb_data_chunk chunk; (chunk = duckdb_fetch_chunk(*result)) != NULL;) {
        if (all->chunk_count == all->chunk_room) {
            size_t room = 2 * all->chunk_room + 16;
            duckdb_data_chunk *larger = realloc(all->chunks, room * sizeof *larger);
            if (larger == NULL) {
                duckdb_destroy_data_chunk(&chunk);
                return false;
            }
            all->chunks = larger;
            all->chunk_room = room;
        }
        all->chunks[all->chunk_count++] = chunk;
        all->rows += duckdb_data_chunk_get_size(chunk);
    }
    return true;
}

static void forget(gathered *all)
{
    for (size_t i = 0; i < all->columns && all->made != NULL; i++) {
        free((void *)(uintptr_t)all->made[i].name);
        free((void *)(uintptr_t)all->made[i].values);
        free((void *)(uintptr_t)all->made[i].validity);
    }
    for (size_t i = 0; i < all->columns && all->types != NULL; i++) {
        if (all->types[i] != NULL) duckdb_destroy_logical_type(&all->types[i]);
    }
    for (size_t i = 0; i < all->chunk_count; i++) duckdb_destroy_data_chunk(&all->chunks[i]);
    sql_paths_free(&all->spelled);
    free(all->chunks);
    free(all->made);
    free(all->types);
}

static bool is_taken(const gathered *all, size_t before, const char *name)
{
    for (size_t i = 0; i < before; i++) {
        if (strcmp(all->made[i].name, name) == 0) return true;
    }
    return false;
}

/* Columns of a table have different names: the second "time" is "time_1", as DuckDB calls it in a table. */
static char *own_name(const gathered *all, size_t column, const char *name)
{
    size_t room = strlen(name) + 24;
    char *own = malloc(room);
    if (own == NULL) return NULL;
    snprintf(own, room, "%s", name);
    for (size_t i = 1; is_taken(all, column, own); i++) snprintf(own, room, "%s_%zu", name, i);
    return own;
}

/* ------------------------------------------------------------------------------------------------------ types */

static pdk_type plain_type(duckdb_type type)
{
    static const pdk_type types[] = {
        [DUCKDB_TYPE_BOOLEAN] = PDK_BOOL,    [DUCKDB_TYPE_TINYINT] = PDK_INT8,     [DUCKDB_TYPE_UTINYINT] = PDK_UINT8,
        [DUCKDB_TYPE_SMALLINT] = PDK_INT16,  [DUCKDB_TYPE_USMALLINT] = PDK_UINT16, [DUCKDB_TYPE_INTEGER] = PDK_INT32,
        [DUCKDB_TYPE_UINTEGER] = PDK_UINT32, [DUCKDB_TYPE_BIGINT] = PDK_INT64,     [DUCKDB_TYPE_UBIGINT] = PDK_UINT64,
        [DUCKDB_TYPE_FLOAT] = PDK_FLOAT32,   [DUCKDB_TYPE_DOUBLE] = PDK_FLOAT64,   [DUCKDB_TYPE_BLOB] = PDK_BYTES,
        [DUCKDB_TYPE_VARCHAR] = PDK_TEXT,
    };
    return (size_t)type < sizeof types / sizeof types[0] ? types[type] : PDK_TYPE_NONE;
}

/* What sum() of whole numbers is, and 1.5. */
static double large_number(duckdb_vector vector, duckdb_logical_type type, idx_t row)
{
    const void *values = duckdb_vector_get_data(vector);
    bool decimal = duckdb_get_type_id(type) == DUCKDB_TYPE_DECIMAL;
    double number, scale = 1;
    switch (decimal ? duckdb_decimal_internal_type(type) : DUCKDB_TYPE_HUGEINT) {
    case DUCKDB_TYPE_SMALLINT: number = ((const int16_t *)values)[row]; break;
    case DUCKDB_TYPE_INTEGER: number = ((const int32_t *)values)[row]; break;
    case DUCKDB_TYPE_BIGINT: number = (double)((const int64_t *)values)[row]; break;
    default: number = duckdb_hugeint_to_double(((const duckdb_hugeint *)values)[row]); break;
    }
    for (int i = decimal ? duckdb_decimal_scale(type) : 0; i > 0; i--) scale *= 10; /* exact up to 22 places */
    return number / scale;
}

static bool fits(const gathered *all, size_t column)
{
    pdk_value value;
    for (size_t i = 0; i < all->chunk_count; i++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(all->chunks[i], column);
        for (idx_t row = 0; row < duckdb_data_chunk_get_size(all->chunks[i]); row++) {
            if (!sql_is_null(vector, row) && !sql_plain_value(vector, DUCKDB_TYPE_HUGEINT, row, &value)) return false;
        }
    }
    return true;
}

static pdk_type type_of(const gathered *all, size_t column)
{
    duckdb_type type = duckdb_get_type_id(all->types[column]);
    if (type == DUCKDB_TYPE_DECIMAL) return PDK_FLOAT64;
    if (type == DUCKDB_TYPE_HUGEINT) return fits(all, column) ? PDK_INT64 : PDK_FLOAT64;
    pdk_type plain = plain_type(type);
    return plain != PDK_TYPE_NONE ? plain : PDK_TEXT;
}

/* ----------------------------------------------------------------------------------------------------- values */

static bool put_text(gathered *all, size_t column, duckdb_vector vector, idx_t row, pdk_text *to)
{
    duckdb_type type = duckdb_get_type_id(all->types[column]);
    if (type == DUCKDB_TYPE_VARCHAR || type == DUCKDB_TYPE_BLOB) {
        duckdb_string_t *string = (duckdb_string_t *)duckdb_vector_get_data(vector) + row;
        *to = (pdk_text){ duckdb_string_t_data(string), duckdb_string_t_length(*string) };
        return true;
    }
    sql_text text = { 0 };
    sql_put_spelled(&text, vector, all->types[column], row);
    *to = (pdk_text){ text.data, text.size };
    return !text.failed && (text.data == NULL || sql_paths_add(&all->spelled, text.data));
}

static bool put_value(gathered *all, size_t column, duckdb_vector vector, idx_t row, void *to)
{
    duckdb_type type = duckdb_get_type_id(all->types[column]);
    pdk_value value;
    pdk_text text = { 0 };
    if (all->made[column].type == PDK_TEXT || all->made[column].type == PDK_BYTES) {
        if (!put_text(all, column, vector, row, &text)) return false;
        if (all->made[column].type == PDK_TEXT) *(pdk_text *)to = text;
        else *(pdk_bytes *)to = (pdk_bytes){ (const uint8_t *)text.data, text.size };
        return true;
    }
    if (all->made[column].type == PDK_INT64 && sql_plain_value(vector, type, row, &value))
        *(int64_t *)to = value.as.integer;
    else *(double *)to = large_number(vector, all->types[column], row);
    return true;
}

/* Values whose type is the same in both lie one after the other in both. */
static bool put_chunk(gathered *all, size_t column, duckdb_data_chunk chunk, uint64_t first)
{
    pdk_made_column *made = &all->made[column];
    duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, column);
    duckdb_type type = duckdb_get_type_id(all->types[column]);
    size_t size = pdk_type_size(made->type), rows = duckdb_data_chunk_get_size(chunk);
    char *to = (char *)(uintptr_t)made->values + first * size;
    uint8_t *validity = (uint8_t *)(uintptr_t)made->validity;
    bool whole = made->type != PDK_TEXT && made->type != PDK_BYTES && plain_type(type) == made->type;
    if (whole && rows > 0) memcpy(to, duckdb_vector_get_data(vector), rows * size);
    bool good = true;
    for (idx_t row = 0; row < rows && good; row++) {
        if (sql_is_null(vector, row)) memset(to + row * size, 0, size);
        else validity[(first + row) / 8] |= (uint8_t)(1u << ((first + row) % 8));
        if (!whole && !sql_is_null(vector, row)) good = put_value(all, column, vector, row, to + row * size);
    }
    return good;
}

static bool has_missing(const gathered *all, const uint8_t *validity)
{
    for (uint64_t row = 0; row < all->rows; row++) {
        if ((validity[row / 8] >> (row % 8) & 1) == 0) return true;
    }
    return false;
}

static bool put_column(gathered *all, size_t column)
{
    pdk_made_column *made = &all->made[column];
    made->type = type_of(all, column);
    made->values = calloc(all->rows + 1, pdk_type_size(made->type));
    made->validity = calloc(all->rows / 8 + 1, 1);
    bool good = made->values != NULL && made->validity != NULL;
    uint64_t first = 0;
    for (size_t i = 0; i < all->chunk_count && good; i++) {
        good = put_chunk(all, column, all->chunks[i], first);
        first += duckdb_data_chunk_get_size(all->chunks[i]);
    }
    if (!good || has_missing(all, made->validity)) return good;
    free((void *)(uintptr_t)made->validity);
    made->validity = NULL;
    return true;
}

static bool put_columns(gathered *all, duckdb_result *result, const char *const *units)
{
    all->columns = duckdb_column_count(result);
    all->made = calloc(all->columns + 1, sizeof *all->made);
    all->types = calloc(all->columns + 1, sizeof(duckdb_logical_type));
    bool good = all->made != NULL && all->types != NULL;
    for (size_t i = 0; i < all->columns && good; i++) {
        all->types[i] = duckdb_column_logical_type(result, i);
        all->made[i].name = own_name(all, i, duckdb_column_name(result, i));
        all->made[i].unit = units[i];
        good = all->made[i].name != NULL && put_column(all, i);
    }
    return good;
}

pdk_status sql_gather(sql_session *session, duckdb_result *result, const char *const *units, const sql_left_out *left,
                      pdk_document **document)
{
    gathered all = { .session = session };
    pdk_made_options options = PDK_MADE_OPTIONS_INIT;
    pdk_error error;
    pdk_status status = PDK_OK;
    if (!fetch(&all, result) || !put_columns(&all, result, units) || left->failed)
        status = sql_fail_memory(session, "the rows of a query");
    pdk_made_table table = { .name = "rows", .rows = all.rows, .columns = all.made, .column_count = all.columns };
    options.title = "Rows of a query";
    options.findings = left->findings;
    options.finding_count = left->count;
    options.limits = session->context.limits;
    if (status == PDK_OK && pdk_document_from_tables(&table, 1, &options, document, &error) != PDK_OK)
        status = sql_fail_text(session, error.status, "the rows of a query: %s", error.message);
    forget(&all);
    return status;
}
