/* Rows within bounds: the same as reading every row and comparing, whatever the values are, and few rows are read. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "bounds_look.h"
#include "model/document.h"
#include "random.h"
#include "support.h"

enum { ROWS = 50021, BLOCK = 4096, ASKED = 400 };

/* How the times of a table go. */
typedef enum times_kind { RISING, FALLING, EQUAL, JUMBLED, WITH_GAPS, HUGE_TIMES, NO_TIMES, KINDS } times_kind;

typedef struct world {
    pdk_document document;
    pdk_table *table;
    float times[ROWS];
    double decimals[ROWS]; /* of the times, as they are written */
    double numbers[ROWS];
    uint8_t drivers[ROWS];
    atomic_ulong times_read; /* rows whose time was requested */
} world;

static world *of_column(const pdk_column *column)
{
    return (world *)column->data;
}

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    world *it = of_column(batch->column);
    memcpy(values, it->times + batch->first, batch->count * sizeof(float));
    atomic_fetch_add(&it->times_read, batch->count);
    return PDK_OK;
}

static float time_at(times_kind kind, size_t row, uint64_t *seed)
{
    uint64_t drawn = random_next(seed);
    switch (kind) {
    case RISING: return (float)row * 0.02F;
    case FALLING: return 5000 - (float)row * 0.02F;
    case EQUAL: return 10864.92F;
    case JUMBLED: return (float)(drawn % 100000) * 0.01F;
    case WITH_GAPS: return drawn % 7 == 0 ? NAN : drawn % 7 == 1 ? -1 : (float)(row / 100) * 2;
    case HUGE_TIMES: return drawn % 5 == 0 ? INFINITY : drawn % 5 == 1 ? -3e38F : (float)row * 1e30F;
    default: return NAN;
    }
}

static world *new_world(times_kind kind)
{
    world *it = calloc(1, sizeof *it);
    assert_non_null(it);
    uint64_t seed = 5 + (uint64_t)kind;
    pdk_document *document = &it->document;
    pdk_memory_init(&document->memory, NULL, 0);
    document->tables = pdk_vector_of(&document->memory, sizeof(pdk_table *));
    pdk_owned_lock_init(&document->lock);
    for (size_t i = 0; i < ROWS; i++) {
        it->times[i] = time_at(kind, i, &seed);
        it->decimals[i] = decimals_of(it->times[i]);
        it->numbers[i] = (double)(random_next(&seed) % 1000) / 8;
        it->drivers[i] = (uint8_t)(i < ROWS / 2 ? random_next(&seed) % 4 : 7);
    }
    it->table = pdk_document_add_table(document, "rows", "", ROWS, 4);
    pdk_table_add_computed(it->table, (pdk_column_info){ .name = "time", .type = PDK_FLOAT32 }, compute_time, it, 0);
    pdk_table_set_role(it->table, PDK_ROLE_TIME, PDK_FRAME_NONE);
    pdk_table_set_sentinel(it->table, -1); /* a missing time */
    pdk_table_add_array(it->table, (pdk_column_info){ .name = "number", .type = PDK_FLOAT64 }, it->numbers);
    pdk_table_add_array(it->table, (pdk_column_info){ .name = "driver", .type = PDK_UINT8 }, it->drivers);
    pdk_table_set_role(it->table, PDK_ROLE_DRIVER, PDK_FRAME_NONE);
    it->table->drivers = it->drivers;
    return it;
}

static void end_world(world *it)
{
    pdk_owned_lock_destroy(&it->document.lock);
    pdk_memory_destroy(&it->document.memory);
    free(it);
}

static bool row_is_within(const world *it, size_t row, const pdk_row_bounds *within)
{
    for (size_t i = 0; i < within->count; i++) {
        const pdk_column_bounds *bounds = &within->columns[i];
        double time = it->times[row];
        bool good = bounds->column == 0   ? time != -1 && is_within(time, it->decimals[row], bounds)
                    : bounds->column == 1 ? is_within(it->numbers[row], it->numbers[row], bounds)
                                          : is_within(it->drivers[row], it->drivers[row], bounds);
        if (!good) return false;
    }
    return true;
}

/* A bound near what the rows have: a time itself, its decimals, one beside it, none. */
static double draw_bound(const world *it, uint64_t *seed, double none)
{
    size_t row = random_next(seed) % ROWS;
    float time = it->times[row];
    switch (random_next(seed) % 6) {
    case 0: return time;
    case 1: return it->decimals[row];
    case 2: return nextafter(it->decimals[row], INFINITY);
    case 3: return nextafterf(time, -INFINITY);
    case 4: return none;
    default: return it->decimals[row] + 0.001;
    }
}

/* No cmocka in here: threads call it. */
static bool is_right(const world *it, const pdk_row_bounds *within, uint64_t first, size_t count)
{
    uint8_t *keep = malloc(count + 1);
    if (keep == NULL) return false;
    for (size_t i = 0; i < count; i++) keep[i] = i % 11 != 3; /* what is left out before stays so */
    bool right = pdk_table_within(it->table, within, first, count, keep, NULL) == PDK_OK;
    for (size_t i = 0; i < count && right; i++) {
        bool wanted = i % 11 != 3 && row_is_within(it, (size_t)first + i, within);
        right = (keep[i] != 0) == wanted;
    }
    free(keep);
    return right;
}

static void check_call(const world *it, const pdk_row_bounds *within, uint64_t first, size_t count)
{
    assert_true(is_right(it, within, first, count));
}

static void as_reading_all(void **unused)
{
    (void)unused;
    for (times_kind kind = RISING; kind < KINDS; kind++) {
        world *it = new_world(kind);
        uint64_t seed = 99 + (uint64_t)kind;
        for (int k = 0; k < ASKED; k++) {
            pdk_column_bounds bounds[3] = {
                { .column = 0, .from = draw_bound(it, &seed, -INFINITY), .to = draw_bound(it, &seed, INFINITY) },
                { .column = 2, .from = (double)(random_next(&seed) % 9), .to = 7 },
                { .column = 1, .from = 3, .to = (double)(random_next(&seed) % 125) },
            };
            if (k % 5 == 0) bounds[0].to = bounds[0].from; /* one very time */
            for (int i = 0; i < 3; i++) {
                bounds[i].without_from = random_next(&seed) % 4 == 0;
                bounds[i].without_to = random_next(&seed) % 4 == 0;
            }
            uint64_t first = random_next(&seed) % ROWS;
            size_t count = (size_t)(random_next(&seed) % (k % 4 == 0 ? ROWS : 600));
            if (count > ROWS - first) count = (size_t)(ROWS - first);
            check_call(it, &(pdk_row_bounds){ bounds, (size_t)(k % 4) }, first, count);
        }
        end_world(it);
    }
}

/* A tenth of a second of a thousand: the first question reads each time once, and one block again; later ones read
 * that block alone. */
static void few_rows_are_read(void **unused)
{
    (void)unused;
    world *it = new_world(RISING);
    pdk_column_bounds time = { .column = 0, .from = 500, .to = 500.1 };
    pdk_row_bounds within = { &time, 1 };
    check_call(it, &within, 0, ROWS);
    unsigned long first = atomic_load(&it->times_read);
    assert_true(first >= ROWS && first <= ROWS + BLOCK);
    check_call(it, &within, 0, ROWS);
    assert_true(atomic_load(&it->times_read) - first <= BLOCK);
    first = atomic_load(&it->times_read);
    time.from = 1e6;
    time.to = 2e6;
    check_call(it, &within, 0, ROWS);
    assert_true(atomic_load(&it->times_read) == first); /* beyond the end: nothing is read */
    end_world(it);
}

/* A driver who is not in a block has no times there that are read. */
static void drivers_that_come_and_go(void **unused)
{
    (void)unused;
    world *it = new_world(RISING);
    pdk_column_bounds bounds[2] = { { .column = 0, .from = 0, .to = INFINITY }, { .column = 2, .from = 7, .to = 7 } };
    pdk_row_bounds within = { bounds, 2 };
    check_call(it, &within, 0, ROWS);
    unsigned long before = atomic_load(&it->times_read);
    check_call(it, &within, 0, ROWS);
    unsigned long again = atomic_load(&it->times_read) - before;
    assert_true(again >= ROWS / 2 && again <= ROWS / 2 + BLOCK);
    end_world(it);
}

static void what_does_not_fit(void **unused)
{
    (void)unused;
    world *it = new_world(RISING);
    uint8_t keep[4] = { 1, 1, 1, 1 };
    pdk_error error = { 0 };
    pdk_column_bounds bounds = { .column = 3, .from = 0, .to = 1 };
    pdk_row_bounds within = { &bounds, 1 };
    assert_int_equal(pdk_table_within(it->table, &within, 0, 4, keep, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.column");
    bounds.column = 0;
    assert_int_equal(pdk_table_within(it->table, &within, ROWS - 3, 4, keep, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.rows");
    assert_int_equal(pdk_table_within(it->table, &within, 0, 4, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_table_within(it->table, NULL, 0, 4, keep, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_table_within(NULL, &within, 0, 4, keep, &error), PDK_E_ARGUMENT);
    assert_ok(pdk_table_within(it->table, &within, ROWS, 0, NULL, &error), error);
    static const pdk_text texts[ROWS];
    pdk_table_add_array(it->table, (pdk_column_info){ .name = "text", .type = PDK_TEXT }, texts);
    bounds.column = 3;
    assert_int_equal(pdk_table_within(it->table, &within, 0, 4, keep, &error), PDK_E_ARGUMENT);
    end_world(it);
}

/* Without memory to keep what is known, the answer is the same. */
static void without_memory(void **unused)
{
    (void)unused;
    world *it = new_world(JUMBLED);
    it->document.memory.limit = 1; /* all of it is in use */
    pdk_column_bounds time = { .column = 0, .from = 100, .to = 200 };
    check_call(it, &(pdk_row_bounds){ &time, 1 }, 0, ROWS);
    end_world(it);
}

typedef struct asking {
    world *it;
    atomic_bool wrong;
} asking;

static void ask(void *user, size_t thread, uint64_t first, uint64_t count)
{
    asking *all = user;
    (void)thread;
    for (uint64_t k = first; k < first + count; k++) {
        pdk_column_bounds time = { .column = 0, .from = (double)(k % 8) * 125, .to = (double)(k % 8) * 125 + 5 };
        if (!is_right(all->it, &(pdk_row_bounds){ &time, 1 }, k * 100, ROWS - k * 200)) atomic_store(&all->wrong, true);
    }
}

/* Threads that find a block unknown at once. */
static void many_threads(void **unused)
{
    (void)unused;
    for (int round = 0; round < 4; round++) {
        asking all = { .it = new_world(round % 2 == 0 ? RISING : JUMBLED) };
        assert_true(
            pdk_parallel_run(&(pdk_parallel){ .count = 32, .piece = 1, .threads = 8, .work = ask, .user = &all }));
        assert_false(atomic_load(&all.wrong));
        end_world(all.it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_reading_all),           cmocka_unit_test(few_rows_are_read),
        cmocka_unit_test(drivers_that_come_and_go), cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(without_memory),           cmocka_unit_test(many_threads),
    };
    return cmocka_run_group_tests_name("within", tests, NULL, NULL);
}
