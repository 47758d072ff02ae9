/* What there is to know about files, a few rows each: paddock_files, paddock_tables, paddock_columns,
 * paddock_properties, paddock_findings. Their rows are made when a file is opened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "platform/files.h"
#include "sql/sql_functions.h"

typedef struct list_column {
    const char *name;
    duckdb_type type; /* VARCHAR, UBIGINT, BIGINT, DOUBLE or BOOLEAN */
} list_column;

typedef struct cell {
    bool there;
    char *text; /* malloc'd */
    uint64_t number;
    double real;
} cell;

typedef struct list {
    cell *cells;
    size_t columns, count, room; /* cells */
    bool failed;
} list;

static cell *next_cell(list *rows)
{
    static cell nowhere;
    if (rows->count == rows->room) {
        size_t room = rows->room * 2 + 64;
        cell *larger = rows->failed ? NULL : realloc(rows->cells, room * sizeof *larger);
        if (larger == NULL) {
            rows->failed = true;
            return &nowhere;
        }
        rows->cells = larger;
        rows->room = room;
    }
    cell *next = &rows->cells[rows->count++];
    *next = (cell){ .there = false };
    return next;
}

static void put_nothing(list *rows)
{
    next_cell(rows);
}

static void put_bytes(list *rows, const char *text, size_t size)
{
    cell *to = next_cell(rows);
    char *copy = rows->failed ? NULL : malloc(size + 1);
    if (copy == NULL) {
        rows->failed = true;
        return;
    }
    if (size > 0) memcpy(copy, text, size);
    copy[size] = '\0';
    to->there = true;
    to->text = copy;
    to->number = size;
}

/* NULL is a missing value. */
static void put_text(list *rows, const char *text)
{
    if (text != NULL) put_bytes(rows, text, strlen(text));
    else put_nothing(rows);
}

static void put_number(list *rows, uint64_t number)
{
    cell *to = next_cell(rows);
    to->there = !rows->failed;
    to->number = number;
}

static void put_real(list *rows, double real)
{
    cell *to = next_cell(rows);
    to->there = !rows->failed;
    to->real = real;
}

/* -------------------------------------------------------------------------------------------- what is in a file */

enum { FILE_SIZE, FILE_MODIFIED, FILE_SHA256, FILE_OF_DOCUMENT, FILE_FINDINGS = 13, FILE_OF_FAILURE };
static const list_column file_columns[] = {
    { "size", DUCKDB_TYPE_UBIGINT },         { "modified", DUCKDB_TYPE_BIGINT },
    { "sha256", DUCKDB_TYPE_VARCHAR },       { "format", DUCKDB_TYPE_VARCHAR },
    { "dialect", DUCKDB_TYPE_VARCHAR },      { "track", DUCKDB_TYPE_VARCHAR },
    { "layout", DUCKDB_TYPE_VARCHAR },       { "packed", DUCKDB_TYPE_VARCHAR },
    { "main_table", DUCKDB_TYPE_VARCHAR },   { "rows", DUCKDB_TYPE_UBIGINT },
    { "tables", DUCKDB_TYPE_UBIGINT },       { "surfaces", DUCKDB_TYPE_UBIGINT },
    { "images", DUCKDB_TYPE_UBIGINT },       { "findings", DUCKDB_TYPE_UBIGINT },
    { "error", DUCKDB_TYPE_VARCHAR },        { "error_code", DUCKDB_TYPE_VARCHAR },
    { "error_offset", DUCKDB_TYPE_UBIGINT }, { NULL, DUCKDB_TYPE_INVALID },
};

/* Where it was driven, as the file spells it: what it calls the track, otherwise the scene that the game loads. */
static void put_track(list *rows, const pdk_document *document)
{
    static const char *const names[] = { "track", "scn" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const pdk_property *track = pdk_document_find_property(document, names[i]);
        if (track == NULL || track->value.type != PDK_TEXT || track->value.as.text.size == 0) continue;
        put_bytes(rows, track->value.as.text.data, track->value.as.text.size);
        return;
    }
    put_nothing(rows);
}

/* Which of the track's layouts: laps are ranked with those of the same one. */
static void put_layout(list *rows, const pdk_document *document)
{
    char name[128];
    size_t size = pdk_document_track_name(document, name, sizeof name);
    if (size > 0) put_text(rows, name);
    else put_nothing(rows);
}

static void put_document(list *rows, const pdk_document *document, bool checks)
{
    const pdk_table *main = pdk_document_table_at(document, 0);
    uint64_t findings = 0;
    put_text(rows, pdk_document_format(document)->id);
    put_text(rows, pdk_document_dialect(document));
    put_track(rows, document);
    put_layout(rows, document);
    put_text(rows, pdk_document_packed(document));
    put_text(rows, main != NULL ? pdk_table_name(main) : NULL);
    if (main != NULL) put_number(rows, pdk_table_rows(main));
    else put_nothing(rows);
    put_number(rows, pdk_document_table_count(document));
    put_number(rows, pdk_document_surface_count(document));
    put_number(rows, pdk_document_image_count(document));
    if (checks) pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &findings, NULL);
    put_number(rows, findings);
    for (int i = 0; i < 3; i++) put_nothing(rows);
}

/* For files that are not opened, only what the file system knows and the hash are shown. */
static bool needs_document(const bool *wanted)
{
    bool needs = false;
    for (size_t i = FILE_OF_DOCUMENT; file_columns[i].name != NULL; i++) needs |= wanted[i];
    return needs;
}

static bool goes_on(const sql_context *context)
{
    return context->progress == NULL || context->progress(context->progress_user, 0, 0);
}

/* As many bytes as the file has now: one that grows has an end, and so have those of /proc. */
static bool hash_file(const sql_context *context, pdk_file file, uint8_t *hash)
{
    enum { CHUNK = 1 << 18 };
    pdk_sha256 sha;
    pdk_file_info info;
    uint8_t *buffer = malloc(CHUNK);
    bool good = buffer != NULL && pdk_file_look_into(file, &info, NULL) && info.kind == PDK_FILE_REGULAR;
    uint64_t left = good ? info.size : 0;
    pdk_sha256_begin(&sha);
    while (good && left > 0) {
        size_t got = 0;
        good = goes_on(context) && pdk_file_read(file, buffer, left < CHUNK ? (size_t)left : CHUNK, &got, NULL);
        good = good && got > 0; /* none is left of a file that was cut */
        if (good) pdk_sha256_put(&sha, buffer, got);
        left -= good ? got : 0;
    }
    pdk_sha256_end(&sha, hash);
    free(buffer);
    return good;
}

/* Of the bytes on the disk. Nothing where they cannot be read. */
static void put_hash(list *rows, const sql_piece *piece)
{
    char hex[PDK_SHA256_HEX];
    uint8_t hash[PDK_SHA256_SIZE];
    pdk_file file = pdk_file_open(piece->path, PDK_DO_NOT_WAIT, NULL);
    const sql_context *context = piece->bound->context;
    bool good = pdk_file_is_open(file);
    if (good && context->inputs != NULL) good = pdk_inputs_add(context->inputs, piece->path, NULL) == PDK_OK;
    good = good && hash_file(context, file, hash);
    if (!good) memset(hash, 0, sizeof hash);
    pdk_sha256_to_hex(hash, hex);
    put_text(rows, good ? hex : NULL);
    pdk_file_close(file);
}

static void list_files(list *rows, const sql_piece *piece, const pdk_error *failure)
{
    pdk_file_info info;
    bool regular = pdk_file_look(piece->path, &info, NULL) && info.kind == PDK_FILE_REGULAR;
    if (regular) put_number(rows, info.size);
    else put_nothing(rows);
    if (regular) put_number(rows, (uint64_t)info.modified);
    else put_nothing(rows);
    if (regular && piece->wanted[FILE_SHA256]) put_hash(rows, piece);
    else put_nothing(rows);
    if (piece->document != NULL) {
        put_document(rows, piece->document, piece->wanted[FILE_FINDINGS]);
        return;
    }
    for (int i = FILE_OF_DOCUMENT; i < FILE_OF_FAILURE; i++) put_nothing(rows);
    put_text(rows, failure != NULL ? failure->message : NULL);
    put_text(rows, failure != NULL ? failure->code : NULL);
    if (failure != NULL && failure->offset != PDK_NO_OFFSET) put_number(rows, failure->offset);
    else put_nothing(rows);
}

static const list_column table_columns[] = {
    { "name", DUCKDB_TYPE_VARCHAR },    { "computed", DUCKDB_TYPE_BOOLEAN }, { "rows", DUCKDB_TYPE_UBIGINT },
    { "columns", DUCKDB_TYPE_UBIGINT }, { "meaning", DUCKDB_TYPE_VARCHAR },  { NULL, DUCKDB_TYPE_INVALID },
};

/* Computed tables are named, not computed: how many rows they have is not known before. */
static void list_tables(list *rows, const sql_piece *piece, const pdk_error *failure)
{
    (void)failure;
    for (size_t i = 0; i < pdk_document_table_count(piece->document); i++) {
        const pdk_table *table = pdk_document_table_at(piece->document, i);
        put_text(rows, pdk_table_name(table));
        put_number(rows, 0);
        put_number(rows, pdk_table_rows(table));
        put_number(rows, pdk_table_columns(table));
        put_text(rows, pdk_table_meaning(table));
    }
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        if (pdk_answer_available(piece->document, pdk_answer_name(i), NULL) != PDK_OK) continue;
        put_text(rows, pdk_answer_name(i));
        put_number(rows, 1);
        put_nothing(rows);
        put_nothing(rows);
        put_text(rows, pdk_answer_meaning(i));
    }
}

static const list_column column_columns[] = {
    { "table", DUCKDB_TYPE_VARCHAR },    { "name", DUCKDB_TYPE_VARCHAR },    { "type", DUCKDB_TYPE_VARCHAR },
    { "unit", DUCKDB_TYPE_VARCHAR },     { "meaning", DUCKDB_TYPE_VARCHAR }, { "certainty", DUCKDB_TYPE_VARCHAR },
    { "nullable", DUCKDB_TYPE_BOOLEAN }, { "role", DUCKDB_TYPE_VARCHAR },    { "frame", DUCKDB_TYPE_VARCHAR },
    { "hidden", DUCKDB_TYPE_BOOLEAN },   { NULL, DUCKDB_TYPE_INVALID },
};

static void put_columns(list *rows, const pdk_table *table)
{
    for (size_t k = 0; k < pdk_table_columns(table); k++) {
        const pdk_column_info *info = pdk_table_column_at(table, k);
        put_text(rows, pdk_table_name(table));
        put_text(rows, info->name);
        put_text(rows, pdk_type_name(info->type));
        put_text(rows, info->unit);
        put_text(rows, info->meaning);
        put_text(rows, pdk_certainty_name(info->certainty));
        put_number(rows, info->nullable);
        put_text(rows, info->role != PDK_ROLE_NONE ? pdk_role_name(info->role) : NULL);
        put_text(rows, info->frame != PDK_FRAME_NONE ? pdk_frame_text(info->frame) : NULL);
        put_number(rows, info->hidden);
    }
}

static void list_columns(list *rows, const sql_piece *piece, const pdk_error *failure)
{
    (void)failure;
    const pdk_table *table;
    const sql_context *context = piece->bound->context;
    for (size_t i = 0; i < pdk_document_table_count(piece->document); i++)
        put_columns(rows, pdk_document_table_at(piece->document, i));
    for (size_t i = 0; pdk_answer_name(i) != NULL && goes_on(context); i++) {
        if (pdk_answer_with_progress(piece->document, pdk_answer_name(i), context->progress, context->progress_user,
                                     &table, NULL) == PDK_OK)
            put_columns(rows, table);
    }
}

static const list_column property_columns[] = {
    { "name", DUCKDB_TYPE_VARCHAR },      { "value", DUCKDB_TYPE_VARCHAR }, { "number", DUCKDB_TYPE_DOUBLE },
    { "unit", DUCKDB_TYPE_VARCHAR },      { "label", DUCKDB_TYPE_VARCHAR }, { "meaning", DUCKDB_TYPE_VARCHAR },
    { "certainty", DUCKDB_TYPE_VARCHAR }, { NULL, DUCKDB_TYPE_INVALID },
};

/* As text, and as a number where it is one. */
static void put_value(list *rows, const pdk_value *value)
{
    char text[PDK_NUMBER_SIZE + 1];
    switch (value->type) {
    case PDK_TEXT:
        put_bytes(rows, value->as.text.data, value->as.text.size);
        put_nothing(rows);
        return;
    case PDK_BYTES:
    case PDK_TYPE_NONE:
        put_nothing(rows);
        put_nothing(rows);
        return;
    case PDK_BOOL:
        put_text(rows, value->as.boolean ? "true" : "false");
        put_real(rows, value->as.boolean ? 1 : 0);
        return;
    case PDK_FLOAT32:
    case PDK_FLOAT64:
        text[pdk_format_number(text, value->as.number, value->type)] = '\0';
        put_text(rows, text);
        put_real(rows, value->as.number);
        return;
    case PDK_UINT8:
    case PDK_UINT16:
    case PDK_UINT32:
    case PDK_UINT64:
        snprintf(text, sizeof text, "%llu", (unsigned long long)value->as.natural);
        put_text(rows, text);
        put_real(rows, (double)value->as.natural);
        return;
    default:
        snprintf(text, sizeof text, "%lld", (long long)value->as.integer);
        put_text(rows, text);
        put_real(rows, (double)value->as.integer);
        return;
    }
}

static void list_properties(list *rows, const sql_piece *piece, const pdk_error *failure)
{
    (void)failure;
    for (size_t i = 0; i < pdk_document_property_count(piece->document); i++) {
        const pdk_property *property = pdk_document_property_at(piece->document, i);
        put_text(rows, property->name);
        put_value(rows, &property->value);
        put_text(rows, property->unit);
        put_text(rows, property->label);
        put_text(rows, property->meaning);
        put_text(rows, pdk_certainty_name(property->certainty));
    }
}

static const list_column finding_columns[] = {
    { "severity", DUCKDB_TYPE_VARCHAR }, { "code", DUCKDB_TYPE_VARCHAR },    { "offset", DUCKDB_TYPE_UBIGINT },
    { "where", DUCKDB_TYPE_VARCHAR },    { "message", DUCKDB_TYPE_VARCHAR }, { NULL, DUCKDB_TYPE_INVALID },
};

static bool put_finding(void *user, const pdk_finding *finding)
{
    list *rows = user;
    put_text(rows, pdk_severity_name(finding->severity));
    put_text(rows, finding->code);
    if (finding->offset != PDK_NO_OFFSET) put_number(rows, finding->offset);
    else put_nothing(rows);
    put_text(rows, finding->where);
    put_text(rows, finding->message);
    return !rows->failed;
}

/* Of a file that does not open, why not. */
static void list_findings(list *rows, const sql_piece *piece, const pdk_error *failure)
{
    if (failure == NULL) {
        pdk_check(piece->document, PDK_CHECK_FULL, put_finding, rows, NULL, NULL);
        return;
    }
    pdk_finding finding = { PDK_ERROR, failure->code, failure->offset, failure->where, failure->message };
    put_finding(rows, &finding);
}

/* ----------------------------------------------------------------------------------------------- the functions */

typedef struct list_kind {
    const sql_kind *kind;
    const list_column *columns;
    void (*make)(list *rows, const sql_piece *piece, const pdk_error *failure);
} list_kind;

static const list_kind kinds[] = {
    { &sql_kind_files, file_columns, list_files },          { &sql_kind_tables, table_columns, list_tables },
    { &sql_kind_columns, column_columns, list_columns },    { &sql_kind_properties, property_columns, list_properties },
    { &sql_kind_findings, finding_columns, list_findings },
};

static const list_kind *kind_of(const sql_bound *bound)
{
    const list_kind *kind = kinds;
    while (kind->kind != bound->kind) kind++;
    return kind;
}

static pdk_status fail_memory(pdk_error *error)
{
    *error = (pdk_error){ .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out" };
    snprintf(error->message, sizeof error->message, "out of memory for what is in a file");
    return PDK_E_MEMORY;
}

static pdk_status fail_stopped(pdk_error *error)
{
    *error = (pdk_error){ .status = PDK_E_CANCELLED, .offset = PDK_NO_OFFSET, .code = "cancelled" };
    snprintf(error->message, sizeof error->message, "interrupted");
    return PDK_E_CANCELLED;
}

static pdk_status bind_list(sql_bound *bound, const pdk_document *document, pdk_error *error)
{
    (void)document;
    for (const list_column *column = kind_of(bound)->columns; column->name != NULL; column++) {
        if (!sql_add_column(bound, column->name, NULL, column->type)) return fail_memory(error);
    }
    return PDK_OK;
}

static void close_list(sql_piece *piece)
{
    list *rows = piece->state;
    for (size_t i = 0; rows != NULL && i < rows->count; i++) free(rows->cells[i].text);
    if (rows != NULL) free(rows->cells);
    free(rows);
}

static pdk_status open_list(sql_piece *piece, const pdk_error *failure, pdk_error *error)
{
    list *rows = calloc(1, sizeof *rows);
    if (rows == NULL) return fail_memory(error);
    const list_kind *kind = kind_of(piece->bound);
    while (kind->columns[rows->columns].name != NULL) rows->columns++;
    piece->state = rows;
    kind->make(rows, piece, failure);
    piece->rows = rows->count / rows->columns;
    bool stopped = !goes_on(piece->bound->context); /* then what was found is not all */
    if (!rows->failed && !stopped) return PDK_OK;
    bool failed = rows->failed;
    close_list(piece);
    piece->state = NULL;
    return failed ? fail_memory(error) : fail_stopped(error);
}

static pdk_status fill_list(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count, pdk_error *error)
{
    (void)error;
    const list *rows = piece->state;
    for (size_t i = 0; i < worker->wanted_count; i++) {
        sql_wanted *wanted = &worker->wanted[i];
        duckdb_type type = kind_of(piece->bound)->columns[wanted->column].type;
        for (size_t row = 0; row < count; row++) {
            const cell *from = &rows->cells[(first + row) * rows->columns + wanted->column];
            if (!from->there) sql_set_null(wanted, row);
            else if (type == DUCKDB_TYPE_VARCHAR) sql_set_text(wanted, row, from->text, from->number);
            else if (type == DUCKDB_TYPE_UBIGINT || type == DUCKDB_TYPE_BIGINT)
                ((uint64_t *)wanted->values)[row] = from->number;
            else if (type == DUCKDB_TYPE_DOUBLE) ((double *)wanted->values)[row] = from->real;
            else ((bool *)wanted->values)[row] = from->number != 0;
        }
    }
    return PDK_OK;
}

#define LIST(variable, function, failures)                  \
    const sql_kind variable = { .name = function,           \
                                .always_file = true,        \
                                .takes_failures = failures, \
                                .bind = bind_list,          \
                                .open = open_list,          \
                                .close = close_list,        \
                                .fill = fill_list }
const sql_kind sql_kind_files = { .name = "paddock_files",
                                  .always_file = true,
                                  .takes_failures = true,
                                  .needs_document = needs_document,
                                  .bind = bind_list,
                                  .open = open_list,
                                  .close = close_list,
                                  .fill = fill_list };
LIST(sql_kind_tables, "paddock_tables", false);
LIST(sql_kind_columns, "paddock_columns", false);
LIST(sql_kind_properties, "paddock_properties", false);
LIST(sql_kind_findings, "paddock_findings", true);
