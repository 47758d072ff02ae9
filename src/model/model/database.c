#include "model/database.h"

#include <string.h>

#include "base/callback.h"
#include "parts/duckdb_part.h"
#include "text/encoding.h"

/* A function of the reader failed: what it said, or that it said nothing. */
static pdk_status take_failure(pdk_status status, pdk_error *said, pdk_error *error)
{
    if (said->message[0] == '\0')
        return pdk_fail(error, status, PDK_NO_OFFSET, "database.read", "the database cannot be read");
    said->status = status;
    if (error != NULL) *error = *said;
    return status;
}

/* The caller's, else that of the part. */
static pdk_status find_reader(pdk_document *document, pdk_error *error)
{
    pdk_document_database *database = &document->database;
    if (database->reader != NULL) return PDK_OK;
    database->part = pdk_alloc(&document->memory, sizeof *database->part);
    if (database->part == NULL) return pdk_fail_memory(error, &document->memory, "a reader of databases");
    pdk_status status =
        pdk_part_open(database->part, PDK_PART_DUCKDB, "database.reader", "this DuckDB database", error);
    if (status != PDK_OK) return status;
    const pdk_duckdb_part_table *table = database->part->table;
    database->reader = &table->reader;
    return PDK_OK;
}

pdk_status pdk_database_open(pdk_document *document, pdk_error *error)
{
    pdk_document_database *database = &document->database;
    if (database->path == NULL || document->packed != NULL)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "database.path",
                        "DuckDB reads databases from files: a pipe, a packed file and bytes in memory cannot be read");
    pdk_status found = find_reader(document, error);
    if (found != PDK_OK) return found;
    const pdk_database_reader *reader = database->reader;
    pdk_error said = { .offset = PDK_NO_OFFSET };
    pdk_callback_enter();
    pdk_status status = reader->open(reader->user, database->path, &database->handle, &said);
    pdk_callback_leave();
    return status == PDK_OK ? status : take_failure(status, &said, error);
}

const pdk_database_column *pdk_database_column_at(const pdk_document *document, size_t index)
{
    pdk_callback_enter();
    const pdk_database_column *column = document->database.reader->column_at(document->database.handle, index);
    pdk_callback_leave();
    return column;
}

pdk_status pdk_database_numbers(const pdk_document *document, size_t column, pdk_memory *memory, const double **values,
                                pdk_error *error)
{
    const pdk_database_reader *reader = document->database.reader;
    double *room = pdk_alloc_array(memory, pdk_database_column_at(document, column)->rows, sizeof *room);
    if (room == NULL) return pdk_fail_memory(error, memory, "a column of the database");
    pdk_error said = { .offset = PDK_NO_OFFSET };
    pdk_callback_enter();
    pdk_status status = reader->read_numbers(document->database.handle, column, room, &said);
    pdk_callback_leave();
    *values = room;
    if (status == PDK_OK) return status;
    pdk_free(memory, room);
    *values = NULL;
    return take_failure(status, &said, error);
}

typedef struct taken_texts {
    pdk_memory *memory;
    const char **texts;
    uint64_t rows;
    bool failed;
} taken_texts;

static bool take_text(void *user, uint64_t row, pdk_text text)
{
    taken_texts *taken = user;
    if (row >= taken->rows) return true;
    pdk_text readable = pdk_text_read(taken->memory, PDK_ENCODING_UTF8_OR_1252, text.data, text.size);
    taken->texts[row] =
        readable.data != NULL ? pdk_keep_printf(taken->memory, "%.*s", (int)readable.size, readable.data) : NULL;
    taken->failed = taken->failed || taken->texts[row] == NULL;
    return !taken->failed;
}

pdk_status pdk_database_texts(const pdk_document *document, size_t column, pdk_memory *memory,
                              const char *const **texts, pdk_error *error)
{
    const pdk_database_reader *reader = document->database.reader;
    taken_texts taken = { .memory = memory, .rows = pdk_database_column_at(document, column)->rows };
    taken.texts = pdk_alloc_array(memory, taken.rows, sizeof *taken.texts);
    if (taken.texts == NULL) return pdk_fail_memory(error, memory, "texts of the database");
    pdk_error said = { .offset = PDK_NO_OFFSET };
    pdk_callback_enter();
    pdk_status status = reader->read_texts(document->database.handle, column, take_text, &taken, &said);
    pdk_callback_leave();
    if (taken.failed) return pdk_fail_memory(error, memory, "texts of the database");
    if (status != PDK_OK) return take_failure(status, &said, error);
    *texts = taken.texts;
    return PDK_OK;
}

void pdk_database_close(pdk_document *document)
{
    pdk_document_database *database = &document->database;
    pdk_callback_enter();
    if (database->handle != NULL) database->reader->close(database->handle);
    pdk_callback_leave();
    database->handle = NULL;
    pdk_part_close(database->part);
}
