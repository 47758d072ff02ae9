/*
 * Rows into text on several threads, text to the output in order.
 *
 * Batches go round a ring of slots: a worker takes the next batch number, reads and formats it into the slot of that number
 * once the slot is free, and the caller's thread writes the slots out in turn. Small tables are done without workers.
 */
#include <string.h>

#include "base/parallel.h"
#include "export/rows.h"
#include "model/document.h"

enum {
    CELLS_IN_BATCH = 1 << 15,
    MOST_ROWS_IN_BATCH = 1 << 13,
    BATCHES_WORTH_A_WORKER = 4,
    MOST_WORKERS = 8,
    SLOTS_A_WORKER = 2
};

/* File pages are given back after about this much of the file has been walked over. */
static const uint64_t trim_every = UINT64_C(16) << 20;

typedef struct batch_slot {
    pdk_rows rows;
    pdk_read *reads;
    pdk_lines lines;
    pdk_status status;
    pdk_error error;
    bool ready;
} batch_slot;

typedef struct row_team {
    const pdk_rows_job *job;
    size_t batch_rows;
    uint64_t batches;
    batch_slot *slots;
    size_t slot_count;
    pthread_t threads[MOST_WORKERS];
    size_t thread_count;
    pthread_mutex_t lock; /* guards what follows, and `ready` */
    pthread_cond_t some_ready, some_free;
    uint64_t next;    /* the batch to take */
    uint64_t written; /* batches written out: the slots behind them are free */
    bool stop;
} row_team;

/* ------------------------------------------------------------------------------------------------ a batch */

static bool prepare_slot(batch_slot *slot, const row_team *team)
{
    const pdk_rows_job *job = team->job;
    pdk_rows *rows = &slot->rows;
    rows->column_count = job->column_count;
    rows->columns = pdk_alloc_array(job->memory, rows->column_count, sizeof *rows->columns);
    slot->reads = pdk_alloc_array(job->memory, rows->column_count, sizeof *slot->reads);
    if (rows->columns == NULL || slot->reads == NULL) return false;
    for (size_t i = 0; i < rows->column_count; i++) {
        size_t column = job->options->columns != NULL ? job->options->columns[i] : i;
        const pdk_column_info *info = pdk_table_column(job->table, column);
        void *values = pdk_alloc_array(job->memory, team->batch_rows, pdk_type_size(info->type));
        if (values == NULL) return false;
        rows->columns[i] = (pdk_row_column){ .info = info, .values = values };
        slot->reads[i] = (pdk_read){ .column = column, .values = values };
    }
    return pdk_lines_init(&slot->lines, job->memory);
}

static void fill_slot(batch_slot *slot, const row_team *team, uint64_t batch)
{
    const pdk_rows_job *job = team->job;
    uint64_t first = batch * team->batch_rows, left = job->count - first;
    slot->rows.count = left < team->batch_rows ? (size_t)left : team->batch_rows;
    slot->status = pdk_table_read(job->table, job->first + first, slot->rows.count, slot->reads, slot->rows.column_count,
                                  &slot->error);
    if (slot->status == PDK_OK) job->writer->batch(&slot->lines, &slot->rows);
    if (slot->lines.failed) slot->status = pdk_fail_memory(&slot->error, job->memory, "the text of a batch");
}

static pdk_status write_slot(batch_slot *slot, const row_team *team)
{
    const pdk_rows_job *job = team->job;
    if (slot->status != PDK_OK) {
        if (job->error != NULL) *job->error = slot->error;
        return slot->status;
    }
    pdk_lines *lines = &slot->lines;
    pdk_status status = pdk_output_write(job->output, lines->buffer, (size_t)(lines->at - lines->buffer), job->error);
    lines->at = lines->buffer;
    return status;
}

/* ------------------------------------------------------------------------------------------------ workers */

static void *work(void *user)
{
    row_team *team = user;
    pthread_mutex_lock(&team->lock);
    while (!team->stop && team->next < team->batches) {
        if (team->next >= team->written + team->slot_count) {
            pthread_cond_wait(&team->some_free, &team->lock);
            continue;
        }
        uint64_t batch = team->next++;
        batch_slot *slot = &team->slots[batch % team->slot_count];
        pthread_mutex_unlock(&team->lock);
        fill_slot(slot, team, batch);
        pthread_mutex_lock(&team->lock);
        slot->ready = true;
        pthread_cond_signal(&team->some_ready);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

static size_t wanted_workers(uint64_t batches)
{
    size_t count = pdk_processors();
    if (count > MOST_WORKERS) count = MOST_WORKERS;
    if (count > batches / BATCHES_WORTH_A_WORKER) count = (size_t)(batches / BATCHES_WORTH_A_WORKER);
    return count > 1 ? count : 0;
}

/* As many as the system gives us; none is fine too. */
static void start(row_team *team, size_t wanted)
{
    while (team->thread_count < wanted && pthread_create(&team->threads[team->thread_count], NULL, work, team) == 0) {
        team->thread_count++;
    }
}

static void finish(row_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->stop = true;
    pthread_cond_broadcast(&team->some_free);
    pthread_mutex_unlock(&team->lock);
    for (size_t i = 0; i < team->thread_count; i++) pthread_join(team->threads[i], NULL);
}

/* ----------------------------------------------------------------------------------------- the caller's part */

static void await_slot(row_team *team, batch_slot *slot, uint64_t batch)
{
    if (team->thread_count == 0) {
        fill_slot(slot, team, batch);
        return;
    }
    pthread_mutex_lock(&team->lock);
    while (!slot->ready) pthread_cond_wait(&team->some_ready, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

static void free_slot(row_team *team, batch_slot *slot)
{
    pthread_mutex_lock(&team->lock);
    slot->ready = false;
    team->written++;
    pthread_cond_broadcast(&team->some_free);
    pthread_mutex_unlock(&team->lock);
}

static pdk_status write_batches(row_team *team)
{
    const pdk_rows_job *job = team->job;
    const pdk_table_options *options = job->options;
    const pdk_document *document = job->table->document;
    uint64_t batch_share = (document->content.size / (pdk_table_rows(job->table) + 1) + 1) * team->batch_rows;
    uint64_t walked = trim_every;
    for (uint64_t batch = 0; batch < team->batches; batch++) {
        batch_slot *slot = &team->slots[batch % team->slot_count];
        await_slot(team, slot, batch);
        pdk_status status = write_slot(slot, team);
        uint64_t done = batch + 1 < team->batches ? (batch + 1) * team->batch_rows : job->count;
        free_slot(team, slot);
        if (status != PDK_OK) return status;
        walked += batch_share;
        if (walked >= trim_every && document->content.size >= trim_every) {
            pdk_trim(document); /* also after the first batch: opening may have touched every page */
            walked = 0;
        }
        if (options->progress != NULL && !options->progress(options->progress_user, done, job->count)) {
            return pdk_fail_cancelled(job->error);
        }
    }
    return PDK_OK;
}

/* The slots, with what stands before the first row in the first one; the others take over its columns' keys. */
static pdk_status prepare(row_team *team)
{
    const pdk_rows_job *job = team->job;
    team->slots = pdk_alloc_array(job->memory, team->slot_count, sizeof *team->slots);
    bool good = team->slots != NULL;
    for (size_t i = 0; good && i < team->slot_count; i++) good = prepare_slot(&team->slots[i], team);
    if (!good) return pdk_fail_memory(job->error, job->memory, "batches of rows");
    batch_slot *first = &team->slots[0];
    job->writer->begin(&first->lines, &first->rows, job->memory, job->options->units);
    if (first->lines.failed) return pdk_fail_memory(job->error, job->memory, "the names of columns");
    for (size_t i = 1; i < team->slot_count; i++) {
        for (size_t c = 0; c < job->column_count; c++) {
            team->slots[i].rows.columns[c].key = first->rows.columns[c].key;
            team->slots[i].rows.columns[c].key_size = first->rows.columns[c].key_size;
        }
    }
    return write_slot(first, team);
}

pdk_status pdk_rows_write(const pdk_rows_job *job)
{
    size_t columns = job->column_count > 0 ? job->column_count : 1, rows = CELLS_IN_BATCH / columns;
    row_team team = { .job = job };
    team.batch_rows = rows < PDK_BATCH ? PDK_BATCH : rows > MOST_ROWS_IN_BATCH ? MOST_ROWS_IN_BATCH : rows;
    team.batches = job->count / team.batch_rows + (job->count % team.batch_rows != 0);
    size_t workers = wanted_workers(team.batches);
    team.slot_count = workers > 0 ? workers * SLOTS_A_WORKER : 1;
    pthread_mutex_init(&team.lock, NULL);
    pthread_cond_init(&team.some_ready, NULL);
    pthread_cond_init(&team.some_free, NULL);
    pdk_status status = prepare(&team);
    if (status == PDK_OK) {
        start(&team, workers);
        status = write_batches(&team);
        finish(&team);
    }
    pthread_cond_destroy(&team.some_free);
    pthread_cond_destroy(&team.some_ready);
    pthread_mutex_destroy(&team.lock);
    return status;
}
