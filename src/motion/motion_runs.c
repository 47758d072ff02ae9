/* Runs: which rows of the table are whose. The column is read once, on all processors; then rows are counted, and their
 * numbers written down. */
#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "model/row_trim.h"
#include "motion/motion.h"

enum { ROWS = 2048 };
#define NOBODY UINT32_MAX

/* A driver while rows are counted. */
typedef struct whose {
    uint64_t driver, count;
} whose;

static pdk_status fail_rows(const pdk_motion *motion, pdk_error *error)
{
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "table %s has more rows than a motion can hold",
                    motion->table->name);
}

/* Drivers are few: looked for in a list sorted by number. */
static size_t find(const pdk_vector *all, uint64_t driver)
{
    const whose *list = all->items;
    size_t low = 0, high = all->count;
    if (driver < high && list[driver].driver == driver) return (size_t)driver; /* most often slots are 0, 1, 2 ... */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].driver < driver) low = middle + 1;
        else high = middle;
    }
    return low;
}

static whose *find_or_add(pdk_vector *all, uint64_t driver)
{
    size_t at = find(all, driver);
    if (at < all->count && ((whose *)all->items)[at].driver == driver) return (whose *)all->items + at;
    if (pdk_vector_push(all) == NULL) return NULL;
    whose *list = all->items;
    memmove(list + at + 1, list + at, (all->count - 1 - at) * sizeof *list);
    list[at] = (whose){ driver, 0 };
    return list + at;
}

/* Whose each row is, read by all threads. */
typedef struct numbering {
    const pdk_motion *motion;
    size_t column;
    uint32_t *numbers;  /* of each row: the driver's number, or NOBODY */
    _Atomic int failed; /* 0, or 1 + the thread whose error counts */
    pdk_error errors[PDK_MAX_THREADS];
} numbering;

static void number_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    numbering *work = user;
    double drivers[ROWS];
    uint8_t validity[ROWS / 8];
    for (uint64_t at = first; at < first + count; at += ROWS) {
        size_t rows = first + count - at < ROWS ? (size_t)(first + count - at) : ROWS;
        pdk_read read = { .column = work->column, .type = PDK_FLOAT64, .values = drivers, .validity = validity };
        if (atomic_load_explicit(&work->failed, memory_order_relaxed) != 0) return;
        if (pdk_table_read(work->motion->table, at, rows, &read, 1, &work->errors[thread]) != PDK_OK) {
            int none = 0;
            atomic_compare_exchange_strong(&work->failed, &none, 1 + (int)thread);
            return;
        }
        for (size_t i = 0; i < rows; i++) {
            bool known = (validity[i / 8] >> (i % 8) & 1) != 0 && drivers[i] >= 0 && drivers[i] < NOBODY;
            work->numbers[at + i] = known ? (uint32_t)drivers[i] : NOBODY;
        }
    }
}

static pdk_status number_all(numbering *work, const pdk_motion_options *options, pdk_error *error)
{
    /* The pages do not count as memory that it takes. */
    pdk_row_trim trim = { .document = work->motion->document,
                          .progress = options->progress,
                          .progress_user = options->progress_user };
    pdk_parallel job = { .count = work->motion->table->rows,
                         .piece = 16 * ROWS,
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

/* Names from the table of drivers, where the format has one. */
static pdk_status read_names(pdk_motion *motion, pdk_error *error)
{
    const char *name = motion->document->services->motion->drivers;
    const pdk_table *table = name != NULL ? pdk_document_find_table(motion->document, name) : NULL;
    if (table == NULL) return PDK_OK;
    size_t number = pdk_table_find_role(table, PDK_ROLE_DRIVER),
           text = pdk_table_find_role(table, PDK_ROLE_DRIVER_NAME);
    if (number == PDK_NO_COLUMN || text == PDK_NO_COLUMN) return PDK_OK;
    for (uint64_t row = 0; row < table->rows; row++) {
        double driver;
        pdk_text found;
        pdk_read reads[] = { { .column = number, .type = PDK_FLOAT64, .values = &driver },
                             { .column = text, .values = &found } };
        pdk_status status = pdk_table_read(table, row, 1, reads, 2, error);
        if (status != PDK_OK) return status;
        for (size_t run = 0; run < motion->run_count; run++) {
            bool same = driver >= 0 && (uint64_t)driver == motion->runs[run].driver;
            if (same) motion->runs[run].name = found; /* of several in one slot the last, as everywhere */
        }
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
    if (who != NULL && who->value.type == PDK_TEXT) motion->runs[0].name = who->value.as.text;
    motion->run_count = 1;
    return PDK_OK;
}

/* How many rows each driver has. */
static pdk_status count_rows(const pdk_motion *motion, const uint32_t *numbers, pdk_vector *all, pdk_error *error)
{
    for (uint64_t row = 0; row < motion->table->rows; row++) {
        whose *found = numbers[row] != NOBODY ? find_or_add(all, numbers[row]) : NULL;
        if (found != NULL) found->count++;
        else if (numbers[row] != NOBODY) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    }
    return PDK_OK;
}

static pdk_status list_rows(pdk_motion *motion, const uint32_t *numbers, const pdk_vector *all, pdk_error *error)
{
    motion->runs = pdk_alloc_array(&motion->memory, all->count, sizeof *motion->runs);
    motion->rows = pdk_alloc_array(&motion->memory, all->count, sizeof *motion->rows);
    if (motion->runs == NULL || motion->rows == NULL) return pdk_fail_memory(error, &motion->memory, "runs");
    for (size_t i = 0; i < all->count; i++) {
        const whose *one = (const whose *)all->items + i;
        motion->runs[i] = (pdk_motion_run){ .driver = one->driver, .name = { "", 0 } };
        motion->rows[i] = pdk_alloc_raw(&motion->memory, (size_t)one->count * sizeof *motion->rows[i]);
        if (motion->rows[i] == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    }
    motion->run_count = all->count;
    for (uint64_t row = 0; row < motion->table->rows; row++) {
        if (numbers[row] == NOBODY) continue;
        size_t run = find(all, numbers[row]);
        motion->rows[run][motion->runs[run].samples++] = (uint32_t)row;
    }
    return PDK_OK;
}

pdk_status pdk_motion_find_runs(pdk_motion *motion, const pdk_motion_options *options, pdk_error *error)
{
    size_t column = motion->driver_column = pdk_table_find_role(motion->table, PDK_ROLE_DRIVER);
    if (column == PDK_NO_COLUMN) return make_single(motion, error);
    if (motion->table->rows > UINT32_MAX) return fail_rows(motion, error);
    numbering *work = pdk_alloc(&motion->memory, sizeof *work);
    if (work == NULL) return pdk_fail_memory(error, &motion->memory, "runs");
    work->motion = motion;
    work->column = column;
    work->numbers = pdk_alloc_raw(&motion->memory, (size_t)motion->table->rows * sizeof *work->numbers);
    if (work->numbers == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    pdk_vector all = pdk_vector_of(&motion->memory, sizeof(whose));
    pdk_status status = number_all(work, options, error);
    if (status == PDK_OK) status = count_rows(motion, work->numbers, &all, error);
    if (status == PDK_OK) status = list_rows(motion, work->numbers, &all, error);
    pdk_free(&motion->memory, all.items);
    pdk_free(&motion->memory, work->numbers);
    pdk_free(&motion->memory, work);
    return status == PDK_OK ? read_names(motion, error) : status;
}
