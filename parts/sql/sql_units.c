/* Which unit a column of a result has: DuckDB itself keeps track of it, by its types. The statement is prepared again,
 * never run, with types that have a separate name for each unit. DuckDB passes such a type on with the values (a
 * column, min, lag, CASE, UNION ...), while what computes (x * 2, sum, round) takes the plain type, by casts that are
 * registered here. As DuckDB prefers types with names where it joins two, each unit found is tried once more, the other
 * way round: everything else has a name, and the column must be plain. So a column that mixes units has none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_rows.h"

enum { COLLECT, NAME_UNITS, NAME_OTHERS, NAME = 40 };
static const char other_name[] = "paddock_other";

static bool is_number(duckdb_type type)
{
    return type >= DUCKDB_TYPE_TINYINT && type <= DUCKDB_TYPE_DOUBLE;
}

static void name_of(char name[NAME], size_t unit)
{
    snprintf(name, NAME, "paddock_unit_%zu", unit);
}

/* The number of a unit; a new one gets the next. SIZE_MAX when out of memory. */
static size_t number_of(sql_units *units, const char *unit)
{
    for (size_t i = 0; i < units->names.count; i++) {
        if (strcmp(units->names.paths[i], unit) == 0) return i;
    }
    char *copy = malloc(strlen(unit) + 1);
    if (copy != NULL) strcpy(copy, unit);
    if (sql_paths_add(&units->names, copy)) return units->names.count - 1;
    units->failed = true;
    return SIZE_MAX;
}

static void mark(void *user, const char *unit, duckdb_logical_type type)
{
    sql_units *units = user;
    char name[NAME];
    duckdb_type id = duckdb_get_type_id(type);
    bool is_float = id == DUCKDB_TYPE_FLOAT || id == DUCKDB_TYPE_DOUBLE;
    if (!is_number(id) || (unit == NULL && !is_float)) return; /* names of others may be numbers of something */
    size_t number = unit != NULL ? number_of(units, unit) : SIZE_MAX;
    units->bases[id] = true;
    if (units->mode == NAME_UNITS && number != SIZE_MAX) {
        name_of(name, number);
        duckdb_logical_type_set_alias(type, name);
    } else if (units->mode == NAME_OTHERS && number != units->plain) {
        duckdb_logical_type_set_alias(type, other_name);
    }
}

void sql_units_begin(sql_units *units, sql_session *session)
{
    *units = (sql_units){ .session = session, .mode = COLLECT };
    session->context.mark_user = units;
    session->context.mark_type = mark;
}

void sql_units_end(sql_units *units)
{
    units->session->context.mark_type = NULL;
    units->session->context.only_types = false;
}

void sql_units_free(sql_units *units)
{
    sql_paths_free(&units->names);
}

/* ------------------------------------------------------------------------------------------------------- casts */

/* Constants could be cast while a query is prepared; types with our names are only those of columns. */
static bool refuse(duckdb_function_info info, idx_t count, duckdb_vector input, duckdb_vector output)
{
    (void)count, (void)input, (void)output;
    duckdb_cast_function_set_error(info, "a query that is prepared for its units does not run");
    return false;
}

/* A larger cost for each step up: DuckDB then takes the function that it takes for the plain type. */
static bool add_cast(duckdb_connection connection, const char *name, int from, int to)
{
    duckdb_logical_type source = duckdb_create_logical_type((duckdb_type)from);
    duckdb_logical_type target = duckdb_create_logical_type((duckdb_type)to);
    duckdb_cast_function cast = duckdb_create_cast_function();
    duckdb_logical_type_set_alias(source, name);
    duckdb_cast_function_set_source_type(cast, source);
    duckdb_cast_function_set_target_type(cast, target);
    duckdb_cast_function_set_implicit_cast_cost(cast, 1 + 10 * (to - from));
    duckdb_cast_function_set_function(cast, refuse);
    bool good = duckdb_register_cast_function(connection, cast) == DuckDBSuccess;
    duckdb_destroy_cast_function(&cast);
    duckdb_destroy_logical_type(&source);
    duckdb_destroy_logical_type(&target);
    return good;
}

static bool add_casts(const sql_units *units, const char *name)
{
    bool good = true;
    for (int from = DUCKDB_TYPE_TINYINT; from <= DUCKDB_TYPE_DOUBLE; from++) {
        for (int to = from; to <= DUCKDB_TYPE_DOUBLE && units->bases[from]; to++)
            good = good && add_cast(units->session->connection, name, from, to);
    }
    return good;
}

/* --------------------------------------------------------------------------------------------------- preparing */

/* The last statement, prepared again; NULL where it cannot be. */
static duckdb_prepared_statement prepare(sql_units *units, const char *query)
{
    duckdb_connection connection = units->session->connection;
    duckdb_extracted_statements statements = NULL;
    duckdb_prepared_statement statement = NULL;
    units->session->context.mark_type = mark;
    units->session->context.only_types = true;
    idx_t count = duckdb_extract_statements(connection, query, &statements);
    if (count > 0 && duckdb_prepare_extracted_statement(connection, statements, count - 1, &statement) != DuckDBSuccess)
        duckdb_destroy_prepare(&statement);
    duckdb_destroy_extracted(&statements);
    sql_units_end(units);
    return statement;
}

/* The number of a column's unit by the name of its type, `count` for "paddock_other"; SIZE_MAX for a plain type. */
static size_t unit_at(const sql_units *units, duckdb_prepared_statement statement, size_t column)
{
    duckdb_logical_type type = units->session->statement_column_type(statement, column);
    char *name = type != NULL ? duckdb_logical_type_get_alias(type) : NULL;
    size_t found = SIZE_MAX;
    char expected[NAME];
    for (size_t i = 0; i < units->names.count && name != NULL && found == SIZE_MAX; i++) {
        name_of(expected, i);
        if (strcmp(name, expected) == 0) found = i;
    }
    if (name != NULL && strcmp(name, other_name) == 0) found = units->names.count;
    if (name != NULL) duckdb_free(name);
    if (type != NULL) duckdb_destroy_logical_type(&type);
    return found;
}

/* Leaves out what is of this unit and of something else. */
static void try_other_way(sql_units *units, const char *query, size_t unit, size_t count, size_t *numbers)
{
    units->mode = NAME_OTHERS;
    units->plain = unit;
    duckdb_prepared_statement statement = prepare(units, query);
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == unit && (statement == NULL || unit_at(units, statement, i) != SIZE_MAX))
            numbers[i] = SIZE_MAX;
    }
    duckdb_destroy_prepare(&statement);
}

static void find_numbers(sql_units *units, const char *query, size_t count, size_t *numbers)
{
    units->mode = NAME_UNITS;
    duckdb_prepared_statement statement = prepare(units, query);
    for (size_t i = 0; i < count; i++) numbers[i] = statement != NULL ? unit_at(units, statement, i) : SIZE_MAX;
    duckdb_destroy_prepare(&statement);
    for (size_t unit = 0; unit < units->names.count; unit++) {
        bool is_there = false;
        for (size_t i = 0; i < count; i++) is_there |= numbers[i] == unit;
        if (is_there) try_other_way(units, query, unit, count, numbers);
    }
}

bool sql_units_find(sql_units *units, const char *query, size_t count, const char **found)
{
    char name[NAME];
    size_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers == NULL || units->failed) {
        free(numbers);
        return false;
    }
    for (size_t i = 0; i < count; i++) numbers[i] = SIZE_MAX;
    bool good = units->session->statement_column_type != NULL && units->names.count > 0 && add_casts(units, other_name);
    for (size_t i = 0; i < units->names.count && good; i++) {
        name_of(name, i);
        good = add_casts(units, name);
    }
    if (good) find_numbers(units, query, count, numbers);
    for (size_t i = 0; i < count; i++)
        found[i] = numbers[i] < units->names.count ? units->names.paths[numbers[i]] : NULL;
    free(numbers);
    return !units->failed;
}
