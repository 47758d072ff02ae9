/* What is in a dataset, as a document: some queries, each of which is a table. */
#include <stdlib.h>
#include <string.h>

#include "dataset/dataset.h"

/* A column that queries below give, wherever it is. */
typedef struct meaning {
    const char *name, *unit, *meaning;
} meaning;

static const meaning meanings[] = {
    { "file", NULL, "its path as it was given to ingest" },
    { "track", NULL, "as the file spells it" },
    { "layout", NULL, "of the track, as the game calls it: laps of one are ranked together" },
    { "size", "byte", NULL },
    { "bytes", "byte", "of all files" },
    { "rows", NULL, "of the main table" },
    { "findings", NULL, "what a check of its structure found" },
    { "error", NULL, "why it cannot be read" },
    { "error_offset", "byte", "where in the file" },
    { "duplicate_of", NULL, "the file with the same bytes whose rows are in the dataset" },
    { "best_time", "s", "the fastest clean lap" },
    { "clean_laps", NULL, "without a reason against them" },
    { "drivers", NULL, "names that have a clean lap" },
};

/* Queries after `WITH catalogue AS (...), laps AS (...), results AS (...)`. `needs_laps`: only where the dataset has
 * the table. */
typedef struct section {
    const char *name, *meaning;
    bool needs_laps;
    const char *query;
} section;

/* clang-format off */
static const section sections[] = {
    { "best_laps", "the fastest clean lap by layout of a track and car", true,
      "SELECT track, layout, vehicle AS car, min(lap_time)::DOUBLE AS best_time, arg_min(driver, lap_time) AS driver, "
      "arg_min(file, lap_time) AS file, arg_min(lap, lap_time)::BIGINT AS lap, count(DISTINCT driver) AS drivers, "
      "count(*) AS clean_laps FROM laps LEFT JOIN cars USING (file, slot) LEFT JOIN catalogue USING (file) "
      "WHERE clean AND lap_time IS NOT NULL GROUP BY track, layout, car ORDER BY track, layout, best_time, car" },
    { "drivers", "who drove, by name", true,
      "SELECT driver, count(DISTINCT file) AS files, count(*) AS laps, count(*) FILTER (clean) AS clean_laps, "
      "count(DISTINCT coalesce(layout, track)) AS tracks FROM laps LEFT JOIN catalogue USING (file) WHERE driver IS NOT NULL "
      "GROUP BY driver ORDER BY laps DESC, driver" },
    { "files", "every file that was met", false,
      "SELECT file, format, dialect, track, size::BIGINT AS size, rows::BIGINT AS rows, findings::BIGINT AS findings, "
      "error, error_code, error_offset::BIGINT AS error_offset, duplicate_of FROM catalogue ORDER BY file" },
    { "formats", "how many files of which format", false,
      "SELECT coalesce(format, CASE WHEN error_code LIKE 'detect.%' THEN 'none' ELSE 'broken' END) AS format, "
      "count(*) AS files, sum(size)::BIGINT AS bytes, count(duplicate_of) AS duplicates, count(error) AS errors, "
      "sum(findings)::BIGINT AS findings, sum(rows)::BIGINT AS rows FROM catalogue GROUP BY 1 ORDER BY files DESC, 1" },
    { "problems", "files that cannot be read, or have findings", false,
      "SELECT file, format, error_code, error_offset::BIGINT AS error_offset, error, findings::BIGINT AS findings "
      "FROM catalogue WHERE error IS NOT NULL OR findings > 0 ORDER BY error IS NULL, findings DESC, file" },
};
/* clang-format on */
enum { SECTIONS = sizeof sections / sizeof sections[0], NUMBERS = 8, FINDINGS = 200 };

static const char numbers_query[] =
    "SELECT count(*) AS files, sum(size)::BIGINT AS bytes, count(DISTINCT format) AS formats, count(DISTINCT "
    "coalesce(layout, track)) AS tracks, count(duplicate_of) AS duplicates, count(*) FILTER (error_code LIKE "
    "'detect.%') AS unknown_files, count(*) FILTER (error IS NOT NULL AND error_code NOT LIKE 'detect.%') AS "
    "broken_files, sum(findings)::BIGINT AS findings FROM catalogue";

/* Values of a query's column as they come. */
typedef struct filling {
    duckdb_type type;
    char *values;
    uint8_t *validity;
} filling;

typedef struct answer {
    pdk_made_table table;
    pdk_made_column *columns;
    filling *fillings;
    uint64_t room;
} answer;

typedef struct work {
    sql_session *session;
    const char *root;
    bool has_laps, has_results;
    sql_text text;
} work;

/* ------------------------------------------------------------------------------------------------- rows to arrays */

static pdk_type type_of(duckdb_type type)
{
    if (type == DUCKDB_TYPE_VARCHAR) return PDK_TEXT;
    return type == DUCKDB_TYPE_DOUBLE ? PDK_FLOAT64 : type == DUCKDB_TYPE_BOOLEAN ? PDK_BOOL : PDK_INT64;
}

static void forget(answer *made)
{
    for (size_t i = 0; i < made->table.column_count && made->fillings != NULL; i++) {
        pdk_text *texts = made->columns[i].type == PDK_TEXT ? (pdk_text *)(void *)made->fillings[i].values : NULL;
        for (uint64_t row = 0; row < made->table.rows && texts != NULL; row++) free((char *)(uintptr_t)texts[row].data);
        free(made->fillings[i].values);
        free(made->fillings[i].validity);
    }
    free(made->columns);
    free(made->fillings);
    *made = (answer){ 0 };
}

static bool begin(answer *made, duckdb_result *result)
{
    size_t count = duckdb_column_count(result);
    made->columns = calloc(count + 1, sizeof *made->columns);
    made->fillings = calloc(count + 1, sizeof *made->fillings);
    if (made->columns == NULL || made->fillings == NULL) return false;
    made->table.columns = made->columns;
    made->table.column_count = count;
    for (size_t i = 0; i < count; i++) {
        duckdb_logical_type type = duckdb_column_logical_type(result, i);
        pdk_made_column *column = &made->columns[i];
        column->name = duckdb_column_name(result, i);
        made->fillings[i].type = duckdb_get_type_id(type);
        column->type = type_of(made->fillings[i].type);
        duckdb_destroy_logical_type(&type);
        for (size_t k = 0; k < sizeof meanings / sizeof meanings[0]; k++) {
            if (strcmp(meanings[k].name, column->name) != 0) continue;
            column->unit = meanings[k].unit;
            column->meaning = meanings[k].meaning;
        }
    }
    return true;
}

static bool make_room(answer *made, uint64_t rows)
{
    if (rows <= made->room) return true;
    uint64_t room = 2 * rows + 64;
    for (size_t i = 0; i < made->table.column_count; i++) {
        filling *to = &made->fillings[i];
        size_t size = pdk_type_size(made->columns[i].type);
        char *values = realloc(to->values, room * size);
        if (values != NULL) {
            memset(values + made->room * size, 0, (room - made->room) * size); /* no texts yet */
            to->values = values;
        }
        uint8_t *validity = realloc(to->validity, room / 8 + 1);
        if (validity != NULL) to->validity = validity;
        if (values == NULL || validity == NULL) return false;
        memset(validity + made->room / 8, 0, room / 8 + 1 - made->room / 8);
        made->columns[i].values = values;
        made->columns[i].validity = validity;
    }
    made->room = room - room % 8; /* whole bytes are clear */
    return true;
}

static bool put_value(answer *made, size_t column, duckdb_vector vector, idx_t from, uint64_t row)
{
    filling *to = &made->fillings[column];
    pdk_value value = { .as.integer = 0 };
    bool is_null = sql_is_null(vector, from);
    if (!is_null) to->validity[row / 8] |= (uint8_t)(1u << (row % 8));
    if (made->columns[column].type == PDK_TEXT) {
        sql_text text = { 0 };
        if (!is_null) {
            duckdb_string_t string = ((const duckdb_string_t *)duckdb_vector_get_data(vector))[from];
            sql_put_bytes(&text, duckdb_string_t_data(&string), duckdb_string_t_length(string));
        }
        ((pdk_text *)(void *)to->values)[row] = (pdk_text){ text.data, text.size };
        return !text.failed;
    }
    if (!is_null) sql_plain_value(vector, to->type, from, &value);
    if (made->columns[column].type == PDK_FLOAT64) ((double *)(void *)to->values)[row] = value.as.number;
    else if (made->columns[column].type == PDK_BOOL) ((uint8_t *)to->values)[row] = value.as.boolean;
    else ((int64_t *)(void *)to->values)[row] = value.as.integer;
    return true;
}

static bool put_chunk(answer *made, duckdb_data_chunk chunk)
{
    idx_t rows = duckdb_data_chunk_get_size(chunk);
    bool good = make_room(made, made->table.rows + rows);
    for (idx_t row = 0; row < rows && good; row++) {
        made->table.rows++; /* before its texts: forget() frees those that are there */
        for (size_t i = 0; i < made->table.column_count && good; i++)
            good = put_value(made, i, duckdb_data_chunk_get_vector(chunk, i), row, made->table.rows - 1);
    }
    return good;
}

/* ------------------------------------------------------------------------------------------------------- queries */

static void put(work *about, const char *text)
{
    sql_put(&about->text, text);
}

typedef struct source {
    const char *table, *columns; /* those that queries use: files of a dataset may have others */
    const char *types;           /* the same as columns without rows, for what it lacks */
} source;

/* Older versions have neither. */
static const source catalogue_source = { "files", "*", "NULL::VARCHAR AS track, NULL::VARCHAR AS layout" };
static const source laps_source = { "laps", "file, driver, slot, lap, lap_time, clean",
                                    "NULL::VARCHAR AS file, NULL::VARCHAR AS driver, NULL::UINTEGER AS slot, "
                                    "NULL::UINTEGER AS lap, NULL::DOUBLE AS lap_time, NULL::BOOLEAN AS clean" };
static const source results_source = { "results", "file, slot, vehicle",
                                       "NULL::VARCHAR AS file, NULL::UINTEGER AS slot, NULL::VARCHAR AS vehicle" };

/* FROM paddock(ROOT, 'laps'), or a table without rows where the dataset has none. */
static void put_source(work *about, const source *from, bool there)
{
    put(about, "(SELECT ");
    put(about, from->columns);
    put(about, " FROM (SELECT ");
    put(about, from->types);
    put(about, " WHERE false");
    if (there) {
        put(about, " UNION ALL BY NAME SELECT * FROM paddock(");
        sql_put_literal(&about->text, about->root);
        put(about, ", ");
        sql_put_literal(&about->text, from->table);
        put(about, ")");
    }
    put(about, "))");
}

static void put_query(work *about, const char *query)
{
    put(about, "WITH catalogue AS ");
    put_source(about, &catalogue_source, true);
    put(about, ", laps AS ");
    put_source(about, &laps_source, about->has_laps);
    put(about, ", cars AS (SELECT file, slot, any_value(vehicle) AS vehicle FROM ");
    put_source(about, &results_source, about->has_results);
    put(about, " GROUP BY file, slot) ");
    put(about, query);
}

/* The result's names are in *made: it is destroyed after it. */
static pdk_status ask(work *about, const char *query, duckdb_result *result, answer *made)
{
    *made = (answer){ 0 };
    put_query(about, query);
    pdk_status status = sql_query(about->session, sql_take_text(&about->text), result);
    if (status != PDK_OK) return status;
    bool good = begin(made, result);
    for (duckdb_data_chunk chunk; good && (chunk = duckdb_fetch_chunk(*result)) != NULL;) {
        good = put_chunk(made, chunk);
        duckdb_destroy_data_chunk(&chunk);
    }
    return good ? PDK_OK : sql_fail_memory(about->session, "what is in a dataset");
}

/* Does it have this table? Anything else that is wrong with it is a failure. */
static pdk_status look_for(work *about, const char *table, bool *there)
{
    const sql_failure *failure = &about->session->failure;
    put(about, "SELECT 1 FROM paddock(");
    sql_put_literal(&about->text, about->root);
    put(about, ", ");
    sql_put_literal(&about->text, table);
    put(about, ") LIMIT 0");
    pdk_status status = sql_query(about->session, sql_take_text(&about->text), NULL);
    *there = status == PDK_OK;
    bool is_missing = status == PDK_E_ARGUMENT && strcmp(failure->error.code, "argument.table") == 0;
    return is_missing ? PDK_OK : status;
}

static size_t take_numbers(const answer *made, pdk_property *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < made->table.column_count && made->table.rows == 1; i++) {
        const pdk_made_column *column = &made->columns[i];
        numbers[count++] = (pdk_property){
            .name = column->name,
            .unit = column->unit,
            .value = { .type = PDK_INT64, .as.integer = ((const int64_t *)column->values)[0] },
            .certainty = PDK_CONFIRMED,
        };
    }
    return count;
}

static pdk_text text_of(const answer *made, const char *column, uint64_t row)
{
    for (size_t i = 0; i < made->table.column_count; i++) {
        if (strcmp(made->columns[i].name, column) == 0) return ((const pdk_text *)made->columns[i].values)[row];
    }
    return (pdk_text){ 0 };
}

static char *text_from(pdk_text text)
{
    char *made = malloc(text.size + 1);
    if (made == NULL) return NULL;
    if (text.size > 0) memcpy(made, text.data, text.size);
    made[text.size] = '\0';
    return made;
}

/* A file that cannot be read is a finding of the dataset; one of no format is none. At most as many as there is room
 * for: the table `problems` has all. */
static size_t take_findings(const answer *problems, pdk_finding *findings)
{
    size_t count = 0;
    for (uint64_t row = 0; row < problems->table.rows && count < FINDINGS; row++) {
        pdk_text code = text_of(problems, "error_code", row);
        if (code.size == 0 || (code.size > 7 && memcmp(code.data, "detect.", 7) == 0)) continue;
        char *texts[] = { text_from(code), text_from(text_of(problems, "file", row)),
                          text_from(text_of(problems, "error", row)) };
        findings[count++] = (pdk_finding){ .severity = PDK_ERROR,
                                           .code = texts[0],
                                           .offset = PDK_NO_OFFSET, /* of the file, not of the dataset */
                                           .where = texts[1],
                                           .message = texts[2] };
    }
    return count;
}

static void forget_findings(pdk_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free((char *)(uintptr_t)findings[i].code);
        free((char *)(uintptr_t)findings[i].where);
        free((char *)(uintptr_t)findings[i].message);
    }
}

static pdk_status gather(work *about, pdk_document **document)
{
    duckdb_result results[SECTIONS + 1] = { 0 };
    answer answers[SECTIONS + 1] = { 0 };
    pdk_made_table tables[SECTIONS];
    pdk_property numbers[NUMBERS];
    pdk_finding findings[FINDINGS];
    pdk_made_options options = PDK_MADE_OPTIONS_INIT;
    size_t count = 0, asked = 0;
    pdk_status status = look_for(about, "laps", &about->has_laps);
    if (status == PDK_OK) status = look_for(about, "results", &about->has_results);
    if (status == PDK_OK) status = ask(about, numbers_query, &results[asked], &answers[asked]), asked++;
    if (status == PDK_OK) options.property_count = take_numbers(&answers[0], numbers);
    for (size_t i = 0; i < SECTIONS && status == PDK_OK; i++) {
        if (sections[i].needs_laps && !about->has_laps) continue;
        status = ask(about, sections[i].query, &results[asked], &answers[asked]);
        tables[count] = answers[asked++].table;
        tables[count].name = sections[i].name;
        tables[count++].meaning = sections[i].meaning;
    }
    if (status == PDK_OK) options.finding_count = take_findings(&answers[asked - 1], findings); /* the last section */
    options.findings = findings;
    options.title = "Dataset of Parquet files";
    options.properties = numbers;
    options.limits = about->session->context.limits;
    pdk_error error;
    if (status == PDK_OK && pdk_document_from_tables(tables, count, &options, document, &error) != PDK_OK)
        status = sql_fail_file(about->session, about->root, &error);
    forget_findings(findings, options.finding_count);
    for (size_t i = 0; i < asked; i++) {
        forget(&answers[i]);
        duckdb_destroy_result(&results[i]);
    }
    return status;
}

pdk_status dataset_document(sql_session *session, const char *root, pdk_document **document)
{
    work about = { .session = session, .root = root };
    *document = NULL;
    pdk_status status = gather(&about, document);
    free(about.text.data);
    return status;
}
