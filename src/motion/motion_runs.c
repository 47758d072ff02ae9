/* Runs: which rows of the table are whose. The column is read once; then the rows of each driver are counted in pieces
 * of the table, and their numbers written down. All three on all processors. */
#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "model/row_trim.h"
#include "motion/motion.h"

enum { ROWS = 2048, PIECE = 16 * ROWS, SMALL_NUMBERS = 256 };
#define NOBODY UINT32_MAX

static pdk_status fail_rows(const pdk_motion *motion, pdk_error *error)
{
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "table %s has more rows than a motion can hold",
                    motion->table->name);
}

/* Drivers are few: looked for in a list sorted by number. */
static size_t find(const pdk_vector *all, uint32_t driver)
{
    const uint32_t *list = all->items;
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle] < driver) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool add(pdk_vector *all, uint32_t driver)
{
    size_t at = find(all, driver);
    if (at < all->count && ((uint32_t *)all->items)[at] == driver) return true;
    if (pdk_vector_push(all) == NULL) return false;
    uint32_t *list = all->items;
    memmove(list + at + 1, list + at, (all->count - 1 - at) * sizeof *list);
    list[at] = driver;
    return true;
}

/* Whose each row is, found by all threads. */
typedef struct numbering {
    pdk_motion *motion;
    size_t column;
    uint32_t *numbers;                /* of each row: the driver's number, or NOBODY */
    atomic_bool small[SMALL_NUMBERS]; /* there is a row of this driver */
    atomic_bool large;                /* there are drivers of larger numbers */
    pdk_vector drivers;               /* uint32_t, ascending */
    size_t run_of[SMALL_NUMBERS];     /* where they are in it */
    uint64_t piece;                   /* rows that are counted together */
    uint32_t *counts;   /* of each piece and driver: how many rows; then how many there are before the piece */
    _Atomic int failed; /* 0, or 1 + the thread whose error counts */
    pdk_error errors[PDK_MAX_THREADS];
} numbering;

static void number_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    numbering *work = user;
    double drivers[ROWS];
    uint8_t validity[ROWS / 8];
    bool seen[SMALL_NUMBERS] = { false }, large = false;
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
            uint32_t number = known ? (uint32_t)drivers[i] : NOBODY;
            work->numbers[at + i] = number;
            if (number < SMALL_NUMBERS) seen[number] = true;
            else if (number != NOBODY) large = true;
        }
    }
    for (size_t i = 0; i < SMALL_NUMBERS; i++) {
        if (seen[i]) atomic_store_explicit(&work->small[i], true, memory_order_relaxed);
    }
    if (large) atomic_store_explicit(&work->large, true, memory_order_relaxed);
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

/* ------------------------------------------------------------------------------------------ rows by driver */

static bool list_drivers(numbering *work)
{
    bool good = true;
    for (uint32_t i = 0; i < SMALL_NUMBERS && good; i++) {
        if (atomic_load(&work->small[i])) good = add(&work->drivers, i);
    }
    uint64_t rows = atomic_load(&work->large) ? work->motion->table->rows : 0;
    for (uint64_t row = 0; row < rows && good; row++) {
        bool large = work->numbers[row] >= SMALL_NUMBERS && work->numbers[row] != NOBODY;
        if (large) good = add(&work->drivers, work->numbers[row]);
    }
    for (uint32_t i = 0; i < SMALL_NUMBERS; i++) work->run_of[i] = find(&work->drivers, i);
    return good;
}

static size_t run_of(const numbering *work, uint32_t number)
{
    return number < SMALL_NUMBERS ? work->run_of[number] : find(&work->drivers, number);
}

static void count_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    numbering *work = user;
    uint32_t *counts = work->counts + first / work->piece * work->drivers.count;
    for (uint64_t row = first; row < first + count; row++) {
        if (work->numbers[row] != NOBODY) counts[run_of(work, work->numbers[row])]++;
    }
}

static void list_rows(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    numbering *work = user;
    uint32_t *before = work->counts + first / work->piece * work->drivers.count;
    for (uint64_t row = first; row < first + count; row++) {
        if (work->numbers[row] == NOBODY) continue;
        size_t run = run_of(work, work->numbers[row]);
        work->motion->rows[run][before[run]++] = (uint32_t)row;
    }
}

/* What each driver has in the pieces before, and in all. */
static pdk_status make_runs(numbering *work, uint64_t pieces, pdk_error *error)
{
    pdk_motion *motion = work->motion;
    size_t runs = work->drivers.count;
    motion->runs = pdk_alloc_array(&motion->memory, runs, sizeof *motion->runs);
    motion->rows = pdk_alloc_array(&motion->memory, runs, sizeof *motion->rows);
    if (motion->runs == NULL || motion->rows == NULL) return pdk_fail_memory(error, &motion->memory, "runs");
    for (size_t i = 0; i < runs; i++) {
        uint32_t all = 0;
        for (uint64_t piece = 0; piece < pieces; piece++) {
            uint32_t *count = &work->counts[piece * runs + i], own = *count;
            *count = all;
            all += own;
        }
        motion->runs[i] =
            (pdk_motion_run){ .driver = ((const uint32_t *)work->drivers.items)[i], .name = { "", 0 }, .samples = all };
        motion->rows[i] = pdk_alloc_raw(&motion->memory, (size_t)all * sizeof *motion->rows[i]);
        if (motion->rows[i] == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    }
    motion->run_count = runs;
    return PDK_OK;
}

/* Pieces are so large that the counts of all of them are no more than the numbers of all rows. */
static pdk_status sort_rows(numbering *work, pdk_error *error)
{
    pdk_motion *motion = work->motion;
    uint64_t rows = motion->table->rows;
    if (!list_drivers(work)) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    work->piece = work->drivers.count > PIECE ? work->drivers.count : PIECE;
    uint64_t pieces = (rows + work->piece - 1) / work->piece;
    work->counts = pdk_alloc_array(&motion->memory, pieces * work->drivers.count, sizeof *work->counts);
    if (work->counts == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    pdk_parallel job = { .count = rows, .piece = work->piece, .work = count_rows, .user = work };
    pdk_parallel_run(&job);
    pdk_status status = make_runs(work, pieces, error);
    job.work = list_rows;
    if (status == PDK_OK) pdk_parallel_run(&job);
    return status;
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
    work->drivers = pdk_vector_of(&motion->memory, sizeof(uint32_t));
    pdk_status status = number_all(work, options, error);
    if (status == PDK_OK) status = sort_rows(work, error);
    pdk_free(&motion->memory, work->counts);
    pdk_free(&motion->memory, work->drivers.items);
    pdk_free(&motion->memory, work->numbers);
    pdk_free(&motion->memory, work);
    return status == PDK_OK ? read_names(motion, error) : status;
}
