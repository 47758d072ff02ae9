/* Whose rows of the table are: any sample of any run is found, whatever the number of runs and of rows. */
#include <stdlib.h>

#include "motion/motion.h"
#include "support.h"

/* Rows of `runs` drivers with numbers 7, 14, 21 ..., some of nobody's; the last driver has rows at both ends only. */
static void fill(pdk_motion_rows *rows, uint16_t *run_of, uint32_t seed)
{
    for (size_t run = 0; run < rows->runs; run++) run_of[7 * (run + 1)] = (uint16_t)run;
    for (uint64_t row = 0; row < rows->count; row++) {
        seed = seed * 1664525 + 1013904223;
        size_t run = seed / 65536 % (rows->runs + 1);
        bool last = run + 1 == rows->runs, at_end = row < 3 || row + 3 >= rows->count;
        rows->owner[row] = at_end                      ? (uint16_t)(7 * rows->runs)
                           : run == rows->runs || last ? PDK_MOTION_NOBODY
                                                       : (uint16_t)(7 * (run + 1));
    }
}

static void check_all(uint64_t count, size_t runs)
{
    static uint16_t run_of[PDK_MOTION_NOBODY];
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_motion_rows rows = { .count = count, .runs = runs };
    rows.owner = pdk_alloc_array(&memory, count, sizeof *rows.owner);
    uint64_t *samples = pdk_alloc_array(&memory, runs, sizeof *samples),
             *seen = pdk_alloc_array(&memory, runs, sizeof *seen);
    fill(&rows, run_of, (uint32_t)count);
    assert_true(pdk_motion_count_rows(&rows, NULL, run_of, &memory, samples));
    uint64_t step = count > 20000 ? 13 : 1; /* each search looks through a piece */
    for (uint64_t row = 0; row < count; row++) {
        uint16_t run = rows.owner[row];
        if (run == PDK_MOTION_NOBODY) continue;
        assert_true(run < runs);
        if (row % step == 0 || row + 4 > count) assert_int_equal(pdk_motion_row_of(&rows, run, seen[run]), row);
        seen[run]++;
    }
    for (size_t run = 0; run < runs; run++) {
        assert_int_equal(samples[run], seen[run]);
        assert_int_equal(pdk_motion_row_of(&rows, run, seen[run]), count); /* there is no such sample */
    }
    pdk_memory_destroy(&memory);
}

/* Numbers of drivers in a byte each, as some tables have them, and in rows->owner: the same owners come of them. */
static void counts_bytes_alike(void **state)
{
    enum { ROWS = 2 * PDK_MOTION_PIECE + 5, RUNS = 11 };
    static uint16_t run_of[PDK_MOTION_NOBODY], owner[2][ROWS];
    static uint8_t drivers[ROWS];
    uint64_t samples[2][RUNS];
    pdk_memory memory;
    (void)state;
    pdk_memory_init(&memory, NULL, 0);
    for (uint16_t i = 0; i < RUNS; i++) run_of[7 * i] = i;
    for (size_t i = 0; i < ROWS; i++) owner[0][i] = drivers[i] = (uint8_t)(7 * (i * i % RUNS));
    for (size_t i = 0; i < 2; i++) {
        pdk_motion_rows rows = { .owner = owner[i], .count = ROWS, .runs = RUNS };
        assert_true(pdk_motion_count_rows(&rows, i == 0 ? NULL : drivers, run_of, &memory, samples[i]));
    }
    assert_memory_equal(owner[0], owner[1], sizeof owner[0]);
    assert_memory_equal(samples[0], samples[1], sizeof samples[0]);
    pdk_memory_destroy(&memory);
}

static void finds_every_sample(void **state)
{
    (void)state;
    check_all(7, 1);
    check_all(PDK_MOTION_PIECE, 3);
    check_all(3 * PDK_MOTION_PIECE + 100, 20);
    check_all(100001, 5000); /* more runs than rows in an ordinary piece for each */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(finds_every_sample), cmocka_unit_test(counts_bytes_alike) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
