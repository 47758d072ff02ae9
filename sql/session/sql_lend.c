/* Rows of a table on their way to DuckDB, as Arrow. If a filter selects among them, an extra column says which: DuckDB
 * leaves the others out, so that nothing is copied here. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sql/session/sql_session.h"

#define KEEP "paddock keep" /* no column of a file has a blank */

/* A batch with an extra column. */
typedef struct kept_batch {
    struct ArrowArray rows, keep, **columns;
    const void *buffers[2];
    uint8_t *bits;
} kept_batch;

static void release_schema(struct ArrowSchema *schema)
{
    schema->release = NULL; /* it is ours to release: DuckDB asks for it at each scan, and forgets it */
}

static int lend_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
    const sql_lent *lent = stream->private_data;
    *schema = lent->schema;
    if (lent->columns != NULL) {
        schema->children = lent->columns;
        schema->n_children++;
    }
    schema->release = release_schema;
    return 0;
}

static void release_column(struct ArrowArray *array)
{
    array->release = NULL; /* it is freed with its batch */
}

static void free_batch(kept_batch *batch)
{
    if (batch->rows.release != NULL) batch->rows.release(&batch->rows);
    free(batch->columns);
    free(batch->bits);
    free(batch);
}

static void release_batch(struct ArrowArray *array)
{
    free_batch(array->private_data);
    array->release = NULL;
}

/* Takes over *array. */
static int add_keep(sql_lent *lent, struct ArrowArray *array)
{
    size_t rows = (size_t)array->length, columns = (size_t)array->n_children;
    kept_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        array->release(array);
        return ENOMEM;
    }
    batch->rows = *array;
    array->release = NULL;
    uint8_t *keep = malloc(rows + 1);
    batch->columns = malloc((columns + 1) * sizeof *batch->columns);
    batch->bits = calloc(rows / 8 + 1, 1);
    bool has_room = keep != NULL && batch->columns != NULL && batch->bits != NULL;
    pdk_status status = PDK_OK;
    if (has_room) {
        memset(keep, 1, rows + 1);
        status = lent->options->filter(lent->options->filter_user, lent->at, rows, keep, &lent->error);
        for (size_t i = 0; i < rows && status == PDK_OK; i++)
            batch->bits[i / 8] |= (uint8_t)((keep[i] != 0) << (i % 8));
        memcpy(batch->columns, batch->rows.children, columns * sizeof *batch->columns);
        batch->columns[columns] = &batch->keep;
    }
    free(keep);
    if (!has_room || status != PDK_OK) {
        if (status != PDK_OK) sql_remember_failure(&lent->session->context, lent->file, &lent->error);
        free_batch(batch);
        return has_room ? EIO : ENOMEM;
    }
    batch->buffers[1] = batch->bits;
    batch->keep = (struct ArrowArray){
        .length = (int64_t)rows, .n_buffers = 2, .buffers = batch->buffers, .release = release_column
    };
    *array = batch->rows;
    array->children = batch->columns;
    array->n_children++;
    array->release = release_batch;
    array->private_data = batch;
    return 0;
}

static int next_rows(struct ArrowArrayStream *stream, struct ArrowArray *array)
{
    sql_lent *lent = stream->private_data;
    if (sql_stops(&lent->session->context)) return EINTR; /* DuckDB has nobody else to ask */
    int result = lent->rows.get_next(&lent->rows, array);
    if (result != 0 || array->release == NULL || lent->columns == NULL) return result;
    uint64_t count = (uint64_t)array->length;
    result = add_keep(lent, array);
    lent->at += count;
    return result;
}

static const char *last_error(struct ArrowArrayStream *stream)
{
    sql_lent *lent = stream->private_data;
    return lent->error.status != PDK_OK ? lent->error.code : lent->rows.get_last_error(&lent->rows);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    stream->release = NULL;
}

static bool add_keep_column(sql_lent *lent)
{
    size_t columns = (size_t)lent->schema.n_children;
    lent->columns = malloc((columns + 1) * sizeof *lent->columns);
    if (lent->columns == NULL) return false;
    memcpy(lent->columns, lent->schema.children, columns * sizeof *lent->columns);
    lent->keep = (struct ArrowSchema){ .format = "b", .name = KEEP, .release = release_schema };
    lent->columns[columns] = &lent->keep;
    return true;
}

pdk_status sql_lend(sql_lent *lent, sql_session *session, const char *file, const pdk_table *table,
                    const pdk_table_options *options)
{
    pdk_arrow_options arrow = PDK_ARROW_OPTIONS_INIT;
    *lent = (sql_lent){ .session = session, .file = file, .options = options, .at = options->first };
    arrow.columns = options->columns;
    arrow.column_count = options->column_count;
    arrow.hidden = options->hidden;
    arrow.first = options->first;
    arrow.has_count = options->has_count;
    arrow.count = options->count;
    if (pdk_table_arrow_stream(table, &arrow, &lent->rows, &lent->error) != PDK_OK)
        return sql_fail_file(session, file, &lent->error);
    bool good = lent->rows.get_schema(&lent->rows, &lent->schema) == 0;
    if (good && options->filter != NULL) good = add_keep_column(lent);
    lent->query = "SELECT * FROM paddock_rows";
    if (options->filter != NULL) lent->query = "SELECT * EXCLUDE (\"" KEEP "\") FROM paddock_rows WHERE \"" KEEP "\"";
    lent->stream = (struct ArrowArrayStream){ .get_schema = lend_schema,
                                              .get_next = next_rows,
                                              .get_last_error = last_error,
                                              .release = release_stream,
                                              .private_data = lent };
    if (good) return PDK_OK;
    sql_take_back(lent);
    return sql_fail_memory(session, "rows for DuckDB");
}

void sql_take_back(sql_lent *lent)
{
    if (lent->schema.release != NULL) lent->schema.release(&lent->schema);
    if (lent->rows.release != NULL) lent->rows.release(&lent->rows);
    free(lent->columns);
}
