/* Rows into text on several threads, text to the output in order. Small tables are done without workers. */
#include "base/callback.h"
#include "base/pipeline.h"
#include "base/parallel.h"
#include "export/table/rows.h"
#include "model/document.h"

#include <string.h>

enum {
    CELLS_IN_BATCH = 1 << 15,
    MAX_ROWS_IN_BATCH = 1 << 13,
    BATCHES_WORTH_A_WORKER = 4,
    MAX_WORKERS = 8,
    SLOTS_A_WORKER = 2
};

/* File pages are returned to the system after about this much of the file. */
static const uint64_t trim_every = UINT64_C(16) << 20;

typedef struct batch_slot {
    pdk_rows rows;
    pdk_column_read *reads;
    size_t read_count;
    uint8_t *keep; /* of the filter */
    pdk_text_buffer lines;
    pdk_status status;
    pdk_error error;
} batch_slot;

typedef struct row_writer {
    const pdk_rows_job *job;
    size_t batch_rows;
    uint64_t batches;
    batch_slot *slots;
    size_t slot_count;
    uint64_t batch_share, walked; /* bytes of the file: of a batch, and since pages were returned */
    pdk_status status;
} row_writer;

/* ------------------------------------------------------------------------------------------------ a batch */

static bool prepare_slot(batch_slot *slot, const row_writer *shared)
{
    const pdk_rows_job *job = shared->job;
    pdk_rows *rows = &slot->rows;
    rows->column_count = job->column_count;
    rows->columns = pdk_alloc_array(job->memory, rows->column_count, sizeof *rows->columns);
    slot->reads = pdk_alloc_array(job->memory, rows->column_count, sizeof *slot->reads);
    if (rows->columns == NULL || slot->reads == NULL) return false;
    if (job->options->filter != NULL) {
        rows->keep = slot->keep = pdk_alloc(job->memory, shared->batch_rows);
        if (slot->keep == NULL) return false;
    }
    for (size_t i = 0; i < rows->column_count; i++) {
        size_t column = job->columns[i];
        if (column == PDK_NO_COLUMN) {
            rows->columns[i] = (pdk_row_column){ .info = NULL };
            continue;
        }
        const pdk_column_info *info = pdk_table_column_at(job->table, column);
        void *values = pdk_alloc_array(job->memory, shared->batch_rows, pdk_type_size(info->type));
        uint8_t *validity = info->nullable ? pdk_alloc(job->memory, shared->batch_rows / 8 + 1) : NULL;
        if (values == NULL || (info->nullable && validity == NULL)) return false;
        rows->columns[i] = (pdk_row_column){ .info = info, .values = values, .validity = validity };
        slot->reads[slot->read_count++] = (pdk_column_read){ .column = column, .values = values, .validity = validity };
    }
    return pdk_text_buffer_init(&slot->lines, job->memory);
}

/* False when there is nothing to read: none are wanted, or asking failed. */
static bool choose_rows(batch_slot *slot, const pdk_rows_job *job, uint64_t first)
{
    size_t count = slot->rows.count;
    memset(slot->keep, 1, count);
    pdk_callback_enter();
    slot->status = job->options->filter(job->options->filter_user, first, count, slot->keep, &slot->error);
    pdk_callback_leave();
    return slot->status == PDK_OK && memchr(slot->keep, 1, count) != NULL;
}

static void fill_slot(void *user, size_t number, uint64_t batch)
{
    const row_writer *shared = user;
    const pdk_rows_job *job = shared->job;
    batch_slot *slot = &shared->slots[number];
    uint64_t first = batch * shared->batch_rows, left = job->count - first;
    slot->rows.count = left < shared->batch_rows ? (size_t)left : shared->batch_rows;
    if (slot->keep != NULL && !choose_rows(slot, job, job->first + first)) return;
    slot->status =
        pdk_table_read(job->table, job->first + first, slot->rows.count, slot->reads, slot->read_count, &slot->error);
    if (slot->status == PDK_OK) job->writer->batch(&slot->lines, &slot->rows);
    if (slot->lines.failed) slot->status = pdk_fail_memory(&slot->error, job->memory, "the text of a batch");
}

static pdk_status write_slot(batch_slot *slot, const row_writer *shared)
{
    const pdk_rows_job *job = shared->job;
    if (slot->status != PDK_OK) {
        if (job->error != NULL) *job->error = slot->error;
        return slot->status;
    }
    pdk_text_buffer *lines = &slot->lines;
    pdk_status status = pdk_output_write(job->output, lines->buffer, (size_t)(lines->at - lines->buffer), job->error);
    lines->at = lines->buffer;
    return status;
}

static size_t wanted_workers(uint64_t batches)
{
    size_t count = pdk_processors();
    if (count > MAX_WORKERS) count = MAX_WORKERS;
    if (count > batches / BATCHES_WORTH_A_WORKER) count = (size_t)(batches / BATCHES_WORTH_A_WORKER);
    return count > 1 ? count : 0;
}

/* ----------------------------------------------------------------------------------------- the caller's part */

static bool take_slot(void *user, size_t number, uint64_t batch)
{
    row_writer *shared = user;
    const pdk_rows_job *job = shared->job;
    const pdk_document *document = job->table->document;
    const pdk_table_options *options = job->options;
    shared->status = write_slot(&shared->slots[number], shared);
    if (shared->status != PDK_OK) return false;
    shared->walked += shared->batch_share;
    if (shared->walked >= trim_every && document->content.size >= trim_every) {
        pdk_trim(document); /* also after the first batch: opening may have touched every page */
        shared->walked = 0;
    }
    uint64_t done = batch + 1 < shared->batches ? (batch + 1) * shared->batch_rows : job->count;
    if (!pdk_tell_progress(options->progress, options->progress_user, done, job->count)) {
        shared->status = pdk_fail_cancelled(job->error);
    }
    return shared->status == PDK_OK;
}

/* The slots; the first one has what is written before the first row, the others take over its columns' keys. */
static pdk_status prepare(row_writer *shared)
{
    const pdk_rows_job *job = shared->job;
    shared->slots = pdk_alloc_array(job->memory, shared->slot_count, sizeof *shared->slots);
    bool good = shared->slots != NULL;
    for (size_t i = 0; good && i < shared->slot_count; i++) good = prepare_slot(&shared->slots[i], shared);
    if (!good) return pdk_fail_memory(job->error, job->memory, "batches of rows");
    batch_slot *first = &shared->slots[0];
    bool begun = job->writer->begin(&first->lines, &first->rows, job->memory, job->options);
    if (!begun || first->lines.failed) return pdk_fail_memory(job->error, job->memory, "the names of columns");
    for (size_t i = 1; i < shared->slot_count; i++) {
        pdk_rows *rows = &shared->slots[i].rows;
        rows->label = first->rows.label;
        rows->label_size = first->rows.label_size;
        rows->end = first->rows.end;
        rows->end_size = first->rows.end_size;
        rows->separator = first->rows.separator;
        rows->point = first->rows.point;
        rows->crlf = first->rows.crlf;
        for (size_t c = 0; c < job->column_count; c++) {
            shared->slots[i].rows.columns[c].key = first->rows.columns[c].key;
            shared->slots[i].rows.columns[c].key_size = first->rows.columns[c].key_size;
        }
    }
    return write_slot(first, shared);
}

pdk_status pdk_rows_write(const pdk_rows_job *job)
{
    size_t columns = job->column_count > 0 ? job->column_count : 1, rows = CELLS_IN_BATCH / columns;
    row_writer shared = { .job = job, .walked = trim_every };
    shared.batch_rows = rows < PDK_BATCH ? PDK_BATCH : rows > MAX_ROWS_IN_BATCH ? MAX_ROWS_IN_BATCH : rows;
    if (job->count < shared.batch_rows)
        shared.batch_rows = job->count > 0 ? (size_t)job->count : 1; /* no room for more */
    shared.batches = job->count / shared.batch_rows + (job->count % shared.batch_rows != 0);
    shared.batch_share =
        (job->table->document->content.size / (pdk_table_rows(job->table) + 1) + 1) * shared.batch_rows;
    size_t workers = wanted_workers(shared.batches);
    shared.slot_count = workers > 0 ? workers * SLOTS_A_WORKER : 1;
    pdk_status status = prepare(&shared);
    if (status != PDK_OK) return status;
    pdk_pipeline_run(&(pdk_pipeline){ .count = shared.batches,
                                      .threads = workers,
                                      .slots = shared.slot_count,
                                      .make = fill_slot,
                                      .take = take_slot,
                                      .user = &shared });
    return shared.status;
}
