/* Runs: which rows of the table are whose. The column is read once, on all processors; then rows are counted. */
#include <stdatomic.h>

#include "base/parallel.h"
#include "model/row_trim.h"
#include "motion/motion.h"

enum { ROWS = 2048, PIECE = 16 * ROWS, NUMBERS = PDK_MOTION_NOBODY };

static pdk_status fail_rows(const pdk_motion *motion, pdk_error *error)
{
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "table %s has more rows than a motion can hold",
                    motion->table->name);
}

/* Whose each row is, found by all threads. */
typedef struct numbering {
    pdk_motion *motion;
    size_t column;
    pdk_motion_rows *rows;     /* owner: the driver's number, or none */
    atomic_bool seen[NUMBERS]; /* there is a row of this driver */
    uint16_t run_of[NUMBERS];
    _Atomic int failed; /* 0, or 1 + the thread whose error counts */
    pdk_error errors[PDK_MAX_THREADS];
} numbering;

static void fail(numbering *work, size_t thread)
{
    int none = 0;
    atomic_compare_exchange_strong(&work->failed, &none, 1 + (int)thread);
}

/* Which drivers there are, of a table that has them in memory. */
static void see_drivers(numbering *work, const uint8_t *drivers, uint64_t count)
{
    bool seen[UINT8_MAX + 1] = { false };
    for (uint64_t i = 0; i < count; i++) seen[drivers[i]] = true;
    for (size_t i = 0; i <= UINT8_MAX; i++) {
        if (seen[i]) atomic_store_explicit(&work->seen[i], true, memory_order_relaxed);
    }
}

/* Numbers of drivers that were read; false if one is too large. */
static bool take_numbers(numbering *work, const double *drivers, const uint8_t *validity, size_t count, uint16_t *owner)
{
    for (size_t i = 0; i < count; i++) {
        bool known = (validity[i / 8] >> (i % 8) & 1) != 0 && drivers[i] >= 0;
        if (known && drivers[i] >= NUMBERS) return false;
        uint16_t number = owner[i] = known ? (uint16_t)drivers[i] : PDK_MOTION_NOBODY;
        if (number == PDK_MOTION_NOBODY || atomic_load_explicit(&work->seen[number], memory_order_relaxed)) continue;
        atomic_store_explicit(&work->seen[number], true, memory_order_relaxed);
    }
    return true;
}

static void number_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    numbering *work = user;
    const pdk_table *table = work->motion->table;
    pdk_error *error = &work->errors[thread];
    double drivers[ROWS];
    uint8_t validity[ROWS / 8];
    if (table->drivers != NULL) {
        see_drivers(work, table->drivers + first, count);
        return;
    }
    for (uint64_t at = first; at < first + count; at += ROWS) {
        size_t rows = first + count - at < ROWS ? (size_t)(first + count - at) : ROWS;
        pdk_column_read read = { .column = work->column, .type = PDK_FLOAT64, .values = drivers, .validity = validity };
        if (atomic_load_explicit(&work->failed, memory_order_relaxed) != 0) return;
        if (pdk_table_read(table, at, rows, &read, 1, error) != PDK_OK) {
            fail(work, thread);
            return;
        }
        if (take_numbers(work, drivers, validity, rows, work->rows->owner + at)) continue;
        pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "table %s has a driver or car of a number above %d",
                 table->name, NUMBERS - 1);
        fail(work, thread);
        return;
    }
}

static pdk_status number_all(numbering *work, const pdk_motion_options *options, pdk_error *error)
{
    /* The pages do not count as memory that it takes. */
    pdk_row_trim trim = { .document = work->motion->document,
                          .progress = options->progress,
                          .progress_user = options->progress_user };
    pdk_parallel job = { .count = work->motion->table->rows,
                         .piece = PIECE,
                         .work = number_rows,
                         .user = work,
                         .progress = pdk_row_trim_step,
                         .progress_user = &trim };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    int failed = atomic_load(&work->failed);
    if (failed == 0) return PDK_OK;
    if (error != NULL) *error = work->errors[failed - 1];
    return work->errors[failed - 1].status;
}

static void name_run(pdk_motion_run *run, pdk_text name)
{
    run->name = name;
    run->has_name = name.size > 0;
}

/* Names from the table of drivers, where the format has one. */
static pdk_status read_names(pdk_motion *motion, pdk_error *error)
{
    const char *name = motion->document->services->motion->drivers;
    const pdk_table *table = name != NULL ? pdk_document_own_table(motion->document, name) : NULL;
    if (table == NULL) return PDK_OK;
    size_t number = pdk_table_find_role(table, PDK_ROLE_DRIVER),
           text = pdk_table_find_role(table, PDK_ROLE_DRIVER_NAME);
    if (number == PDK_NO_COLUMN || text == PDK_NO_COLUMN) return PDK_OK;
    for (uint64_t row = 0; row < table->rows; row++) {
        double driver;
        pdk_text found;
        pdk_column_read reads[] = { { .column = number, .type = PDK_FLOAT64, .values = &driver },
                                    { .column = text, .values = &found } };
        pdk_status status = pdk_table_read(table, row, 1, reads, 2, error);
        if (status != PDK_OK) return status;
        size_t run = driver >= 0 ? pdk_motion_find_run(motion, (uint64_t)driver) : PDK_NO_RUN;
        if (run != PDK_NO_RUN) name_run(&motion->runs[run], found); /* of several in one slot the last, as everywhere */
    }
    return PDK_OK;
}

/* One car: all rows are its. */
static pdk_status make_single(pdk_motion *motion, pdk_error *error)
{
    motion->runs = pdk_alloc_array(&motion->memory, 1, sizeof *motion->runs);
    if (motion->runs == NULL) return pdk_fail_memory(error, &motion->memory, "a run");
    const char *name = motion->document->services->motion->name;
    const pdk_property *who = name != NULL ? pdk_document_find_property(motion->document, name) : NULL;
    motion->runs[0] = (pdk_motion_run){ .name = { "", 0 }, .samples = motion->table->rows };
    if (who != NULL && who->value.type == PDK_TEXT) name_run(&motion->runs[0], who->value.as.text);
    motion->run_count = 1;
    return PDK_OK;
}

/* The numbers that occur, in order, and the run of each. */
static void list_drivers(numbering *work)
{
    for (uint32_t i = 0; i < NUMBERS; i++) {
        work->run_of[i] = (uint16_t)work->rows->runs;
        if (atomic_load_explicit(&work->seen[i], memory_order_relaxed)) work->rows->runs++;
    }
}

static pdk_status make_runs(numbering *work, pdk_error *error)
{
    pdk_motion *motion = work->motion;
    list_drivers(work);
    size_t runs = work->rows->runs, run = 0;
    motion->runs = pdk_alloc_array(&motion->memory, runs, sizeof *motion->runs);
    uint64_t *samples = pdk_alloc_array(&motion->memory, runs, sizeof *samples);
    bool made = motion->runs != NULL && samples != NULL &&
                pdk_motion_count_rows(work->rows, motion->table->drivers, work->run_of, &motion->memory, samples);
    if (!made) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    for (uint32_t i = 0; i < NUMBERS; i++) {
        if (!atomic_load_explicit(&work->seen[i], memory_order_relaxed)) continue;
        motion->runs[run] = (pdk_motion_run){ .slot = i, .name = { "", 0 }, .samples = samples[run] };
        run++;
    }
    pdk_free(&motion->memory, samples);
    motion->run_count = runs;
    motion->rows = work->rows;
    return PDK_OK;
}

pdk_status pdk_motion_find_runs(pdk_motion *motion, const pdk_motion_options *options, pdk_error *error)
{
    size_t column = motion->driver_column = pdk_table_find_role(motion->table, PDK_ROLE_DRIVER);
    if (column == PDK_NO_COLUMN) return make_single(motion, error);
    if (motion->table->rows > UINT32_MAX) return fail_rows(motion, error);
    numbering *work = pdk_alloc(&motion->memory, sizeof *work);
    pdk_motion_rows *rows = pdk_alloc(&motion->memory, sizeof *rows);
    if (work == NULL || rows == NULL) return pdk_fail_memory(error, &motion->memory, "runs");
    work->motion = motion;
    work->column = column;
    work->rows = rows;
    rows->count = motion->table->rows;
    rows->owner = pdk_alloc_raw(&motion->memory, (size_t)rows->count * sizeof *rows->owner);
    if (rows->owner == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    pdk_status status = number_all(work, options, error);
    if (status == PDK_OK) status = make_runs(work, error);
    pdk_free(&motion->memory, work);
    return status == PDK_OK ? read_names(motion, error) : status;
}
