/* Runs: which rows of the table are whose. One pass counts, a second one writes the row numbers down. */
#include <string.h>

#include "motion/motion.h"

enum { ROWS = 2048 };

/* A driver while rows are counted. */
typedef struct whose {
    uint64_t driver, count;
} whose;

static pdk_status fail_rows(const pdk_motion *motion, pdk_error *error)
{
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "table %s has more rows than a motion can hold",
                    motion->table->name);
}

/* Drivers are few: the one of the row before, else looked for in a list sorted by number. */
static size_t find(const pdk_vector *all, uint64_t driver)
{
    const whose *list = all->items;
    size_t low = 0, high = all->count;
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

/* Calls `take` for every row that has a driver. */
typedef bool (*row_visit)(void *user, uint64_t driver, uint32_t row);

static pdk_status each_row(const pdk_motion *motion, size_t column, const pdk_motion_options *options, bool second,
                           row_visit take, void *user, pdk_error *error)
{
    double drivers[ROWS];
    uint8_t validity[ROWS / 8];
    uint64_t rows = motion->table->rows;
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_read read = { .column = column, .type = PDK_FLOAT64, .values = drivers, .validity = validity };
        pdk_status status = pdk_table_read(motion->table, first, count, &read, 1, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            if ((validity[i / 8] >> (i % 8) & 1) == 0 || !(drivers[i] >= 0)) continue;
            if (!take(user, (uint64_t)drivers[i], (uint32_t)(first + i)))
                return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
        }
        bool go_on = options->progress == NULL ||
                     options->progress(options->progress_user, (second ? rows : 0) + first + count, 2 * rows);
        if (!go_on) return pdk_fail_cancelled(error);
    }
    return PDK_OK;
}

static bool count_row(void *user, uint64_t driver, uint32_t row)
{
    (void)row;
    whose *found = find_or_add(user, driver);
    if (found != NULL) found->count++;
    return found != NULL;
}

typedef struct writing {
    pdk_motion *motion;
    pdk_vector *all;
} writing;

static bool write_row(void *user, uint64_t driver, uint32_t row)
{
    writing *work = user;
    size_t run = find(work->all, driver);
    work->motion->rows[run][work->motion->runs[run].samples++] = row;
    return true;
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

pdk_status pdk_motion_find_runs(pdk_motion *motion, const pdk_motion_options *options, pdk_error *error)
{
    size_t column = motion->driver_column = pdk_table_find_role(motion->table, PDK_ROLE_DRIVER);
    if (column == PDK_NO_COLUMN) return make_single(motion, error);
    if (motion->table->rows > UINT32_MAX) return fail_rows(motion, error);
    pdk_vector all = pdk_vector_of(&motion->memory, sizeof(whose));
    pdk_status status = each_row(motion, column, options, false, count_row, &all, error);
    if (status != PDK_OK) return status;
    motion->runs = pdk_alloc_array(&motion->memory, all.count, sizeof *motion->runs);
    motion->rows = pdk_alloc_array(&motion->memory, all.count, sizeof *motion->rows);
    if (motion->runs == NULL || motion->rows == NULL) return pdk_fail_memory(error, &motion->memory, "runs");
    for (size_t i = 0; i < all.count; i++) {
        const whose *one = (const whose *)all.items + i;
        motion->runs[i] = (pdk_motion_run){ .driver = one->driver, .name = { "", 0 } };
        motion->rows[i] = pdk_alloc_array(&motion->memory, one->count, sizeof *motion->rows[i]);
        if (motion->rows[i] == NULL) return pdk_fail_memory(error, &motion->memory, "the rows of each driver");
    }
    motion->run_count = all.count;
    writing work = { motion, &all };
    status = each_row(motion, column, options, true, write_row, &work, error);
    return status == PDK_OK ? read_names(motion, error) : status;
}
