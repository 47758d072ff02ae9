/* Rows of many files on many threads: files are opened one after the other, and their rows handed out in ranges. */
#include "sql/sql_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANGE = 16 * SQL_VECTOR, /* rows a thread takes at once */
    MAX_THREADS = 64,
    TRIM_EVERY = 32 /* ranges */
};

/* A file under way. */
typedef struct running {
    sql_piece piece;
    uint64_t next, end; /* rows that nobody has taken */
    size_t users;       /* threads with a range of it */
    uint64_t taken;     /* ranges */
    char *name;         /* its path as DuckDB can have it */
    struct running *below;
} running;

typedef struct scan {
    sql_bound *bound;
    size_t *columns; /* that the query wants, in its order */
    size_t column_count;
    bool *wanted;   /* the same by number, without `file` */
    pdk_mutex lock; /* of what follows */
    pdk_condition changed;
    running *files;
    size_t next_file, opening;
    bool stopped;
} scan;

typedef struct local {
    scan *all;
    running *file; /* NULL = none */
    uint64_t at, end;
    uint64_t chosen, chosen_end; /* rows that keep[] is about */
    uint8_t keep[SQL_VECTOR];
    sql_worker worker;
} local;

/* ------------------------------------------------------------------------------------------------ beginning */

static void close_file(running *file)
{
    if (file->piece.bound->kind->close != NULL) file->piece.bound->kind->close(&file->piece);
    pdk_close(file->piece.document);
    free(file->name);
    free(file);
}

static void scan_free(void *user)
{
    scan *all = user;
    while (all->files != NULL) {
        running *file = all->files;
        all->files = file->below;
        close_file(file);
    }
    pdk_condition_destroy(&all->changed);
    pdk_mutex_destroy(&all->lock);
    free(all->columns);
    free(all->wanted);
    free(all);
}

void sql_init(duckdb_init_info info)
{
    scan *all = calloc(1, sizeof *all);
    size_t count = duckdb_init_get_column_count(info);
    size_t *columns = malloc((count + 1) * sizeof *columns);
    const sql_bound *bound = duckdb_init_get_bind_data(info);
    bool *wanted = calloc(bound->column_count + 1, sizeof *wanted);
    if (all == NULL || columns == NULL || wanted == NULL) {
        free(all);
        free(columns);
        free(wanted);
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    all->bound = duckdb_init_get_bind_data(info);
    all->columns = columns;
    all->column_count = count;
    all->wanted = wanted;
    for (size_t i = 0; i < count; i++) {
        columns[i] = duckdb_init_get_column_index(info, i);
        if (columns[i] < bound->column_count && columns[i] >= bound->has_file)
            wanted[columns[i] - bound->has_file] = true;
    }
    pdk_mutex_init(&all->lock);
    pdk_condition_init(&all->changed);
    duckdb_init_set_max_threads(info, MAX_THREADS);
    duckdb_init_set_init_data(info, all, scan_free);
}

static void local_free(void *user)
{
    local *own = user;
    free(own->worker.wanted);
    free(own->worker.reads);
    free(own->worker.targets);
    free(own->worker.validity);
    free(own->worker.scratch);
    free(own);
}

/* The functions above have set the scan as the init data; DuckDB gives it to sql_scan, where the rest is filled. */
void sql_local_init(duckdb_init_info info)
{
    local *own = calloc(1, sizeof *own);
    if (own == NULL) duckdb_init_set_error(info, "out of memory");
    else duckdb_init_set_init_data(info, own, local_free);
}

static bool prepare(local *own, scan *all)
{
    if (own->all != NULL) return true;
    size_t count = all->column_count + 1;
    own->worker = (sql_worker){ .wanted = calloc(count, sizeof *own->worker.wanted),
                                .reads = calloc(count, sizeof *own->worker.reads),
                                .targets = calloc(count, sizeof *own->worker.targets),
                                .validity = calloc(count, SQL_VECTOR / 8),
                                .scratch = calloc(count, SQL_VECTOR * sizeof(pdk_text)) };
    own->all = all;
    return own->worker.wanted != NULL && own->worker.reads != NULL && own->worker.targets != NULL &&
           own->worker.validity != NULL && own->worker.scratch != NULL;
}

/* ------------------------------------------------------------------------------------------------- which rows */

static running *open_file(const scan *all, size_t index, pdk_error *error)
{
    const sql_bound *bound = all->bound;
    running *file = calloc(1, sizeof *file);
    if (file != NULL) file->name = sql_shown_name(bound->files[index]);
    if (file == NULL || file->name == NULL) {
        free(file);
        *error = (pdk_error){ .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out" };
        snprintf(error->message, sizeof error->message, "out of memory");
        return NULL;
    }
    file->piece = (sql_piece){ .bound = bound, .path = bound->files[index], .wanted = all->wanted };
    pdk_error failure = { .status = PDK_OK };
    pdk_status status = PDK_OK;
    if (bound->kind->needs_document == NULL || bound->kind->needs_document(all->wanted))
        status = sql_open_bound(bound, bound->files[index], &file->piece.document, &failure);
    *error = failure;
    if (status == PDK_OK || (bound->kind->takes_failures && status != PDK_E_CANCELLED))
        status = bound->kind->open(&file->piece, status != PDK_OK ? &failure : NULL, error);
    if (status != PDK_OK) {
        pdk_close(file->piece.document);
        free(file->name);
        free(file);
        return NULL;
    }
    uint64_t rows = file->piece.rows;
    file->next = bound->first < rows ? bound->first : rows;
    file->end = bound->count < rows - file->next ? file->next + bound->count : rows;
    return file;
}

/* Left out with a note, or the end of the query. Call with the lock held. */
static bool leave_out(scan *all, size_t index, const pdk_error *error)
{
    sql_context *context = all->bound->context;
    if (!all->bound->skip || error->status == PDK_E_MEMORY || error->status == PDK_E_CANCELLED) return false;
    pdk_mutex_lock(&context->lock);
    if (context->note != NULL) context->note(context->user, all->bound->files[index], error);
    pdk_mutex_unlock(&context->lock);
    return true;
}

static bool take_range(scan *all, local *own)
{
    for (running *file = all->files; file != NULL; file = file->below) {
        if (file->next == file->end) continue;
        uint64_t left = file->end - file->next;
        own->file = file;
        own->at = file->next;
        own->end = file->next += left < RANGE ? left : RANGE;
        own->chosen = own->chosen_end = own->at;
        file->users++;
        file->taken++;
        return true;
    }
    return false;
}

/* A range of rows for this thread; false when there are no more, or *error says why it ends. */
static bool next_range(scan *all, local *own, const char **path, pdk_error *error)
{
    bool found = false;
    pdk_mutex_lock(&all->lock);
    while (!all->stopped && !(found = take_range(all, own))) {
        if (all->next_file < all->bound->file_count) {
            size_t index = all->next_file++;
            all->opening++;
            pdk_mutex_unlock(&all->lock);
            running *file = open_file(all, index, error);
            pdk_mutex_lock(&all->lock);
            all->opening--;
            if (file != NULL && file->next < file->end) {
                file->below = all->files;
                all->files = file;
            } else if (file != NULL) {
                close_file(file); /* no rows */
            } else if (!leave_out(all, index, error)) {
                all->stopped = true;
                *path = all->bound->files[index];
            }
            pdk_condition_broadcast(&all->changed);
        } else if (all->opening > 0) {
            pdk_condition_wait(&all->changed, &all->lock);
        } else {
            break;
        }
    }
    pdk_mutex_unlock(&all->lock);
    return found;
}

/* The thread has done its range. The last of a file closes it. */
static pdk_status finish_range(scan *all, local *own, pdk_error *error)
{
    running *file = own->file, **at = &all->files;
    pdk_status status = PDK_OK;
    own->file = NULL;
    if (file == NULL) return PDK_OK;
    if (file->piece.document != NULL) status = pdk_document_unchanged(file->piece.document, error);
    pdk_mutex_lock(&all->lock);
    bool trim = file->taken % TRIM_EVERY == 0 && file->piece.document != NULL;
    bool last = --file->users == 0 && file->next == file->end;
    while (last && *at != file) at = &(*at)->below;
    if (last) *at = file->below;
    if (trim && !last) pdk_trim(file->piece.document);
    pdk_mutex_unlock(&all->lock);
    if (last) close_file(file);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- chunks */

void sql_set_null(sql_wanted *wanted, size_t row)
{
    if (wanted->nulls == NULL) {
        duckdb_vector_ensure_validity_writable(wanted->vector);
        wanted->nulls = duckdb_vector_get_validity(wanted->vector);
    }
    duckdb_validity_set_row_invalid(wanted->nulls, row);
}

void sql_set_text(const sql_wanted *wanted, size_t row, const char *text, size_t size)
{
    duckdb_vector_assign_string_element_len(wanted->vector, row, text, size);
}

static void put_path(duckdb_vector vector, const char *path, size_t count)
{
    size_t size = strlen(path);
    for (size_t row = 0; row < count; row++) duckdb_vector_assign_string_element_len(vector, row, path, size);
}

static pdk_status fill_chunk(local *own, duckdb_data_chunk output, size_t count, pdk_error *error)
{
    const scan *all = own->all;
    const sql_bound *bound = all->bound;
    own->worker.wanted_count = 0;
    for (size_t i = 0; i < all->column_count; i++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(output, i);
        size_t column = all->columns[i];
        if (column >= bound->column_count) continue; /* a row's number, which is not given */
        if (bound->has_file && column == 0) put_path(vector, own->file->name, count);
        else
            own->worker.wanted[own->worker.wanted_count++] = (sql_wanted){ .column = column - bound->has_file,
                                                                           .vector = vector,
                                                                           .values = duckdb_vector_get_data(vector) };
    }
    return bound->kind->fill(&own->worker, &own->file->piece, own->at, count, error);
}

/* Moves to the next rows of the range that are wanted: neighbours, at most `most`, as many as *count; 0 = none are
 * left.
 */
static pdk_status next_rows(local *own, size_t most, size_t *count, pdk_error *error)
{
    const sql_bound *bound = own->all->bound;
    *count = own->end - own->at < most ? (size_t)(own->end - own->at) : most;
    if (!bound->by_time) return PDK_OK;
    for (*count = 0; own->at < own->end && *count == 0;) {
        if (own->at == own->chosen_end) {
            size_t left = own->end - own->at < most ? (size_t)(own->end - own->at) : most;
            memset(own->keep, 1, left);
            own->chosen = own->at;
            own->chosen_end = own->at + left;
            pdk_status status = bound->kind->choose(&own->file->piece, own->at, left, own->keep, error);
            if (status != PDK_OK) return status;
        }
        while (own->at < own->chosen_end && own->keep[own->at - own->chosen] == 0) own->at++;
        while (own->at + *count < own->chosen_end && own->keep[own->at - own->chosen + *count] != 0) ++*count;
    }
    return PDK_OK;
}

static void fail(duckdb_function_info info, const scan *all, const char *path, const pdk_error *error)
{
    sql_remember_failure(all->bound->context, path, error);
    char *text = sql_failure_text(path, error);
    duckdb_function_set_error(info, text != NULL ? text : "out of memory");
    free(text);
}

void sql_scan(duckdb_function_info info, duckdb_data_chunk output)
{
    scan *all = duckdb_function_get_init_data(info);
    local *own = duckdb_function_get_local_init_data(info);
    pdk_error error = { .status = PDK_OK };
    const char *path = NULL;
    duckdb_data_chunk_set_size(output, 0);
    if (!prepare(own, all)) {
        duckdb_function_set_error(info, "out of memory");
        return;
    }
    size_t most = duckdb_vector_size() < SQL_VECTOR ? duckdb_vector_size() : SQL_VECTOR, count = 0;
    while (count == 0) {
        if (own->file != NULL && own->at == own->end) {
            path = own->file->piece.path;
            if (finish_range(all, own, &error) != PDK_OK) {
                fail(info, all, path, &error);
                return;
            }
        }
        path = NULL;
        if (own->file == NULL && !next_range(all, own, &path, &error)) {
            if (path != NULL) fail(info, all, path, &error);
            return;
        }
        path = own->file->piece.path;
        if (next_rows(own, most, &count, &error) != PDK_OK) {
            fail(info, all, path, &error);
            return;
        }
    }
    if (fill_chunk(own, output, count, &error) != PDK_OK) {
        fail(info, all, own->file->piece.path, &error);
        return;
    }
    own->at += count;
    duckdb_data_chunk_set_size(output, count);
}
