/* Work in pieces: each thing once, whatever the sizes, and an end when somebody wants one. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "sink.h"
#include "support.h"

typedef struct tally {
    _Atomic uint8_t *times; /* each thing was done */
    size_t threads;
    _Atomic uint64_t done;
} tally;

static void count_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    tally *all = user;
    if (thread >= all->threads) abort();
    for (uint64_t i = first; i < first + count; i++) atomic_fetch_add(&all->times[i], 1);
    atomic_fetch_add(&all->done, count);
}

static void each_thing_once(void **state)
{
    (void)state;
    for (uint64_t count = 0; count < 5000; count = count * 2 + 1) {
        for (uint64_t piece = 1; piece < 10000; piece *= 7) {
            for (size_t threads = 1; threads <= 9; threads += 4) {
                tally all = { .times = calloc(count + 1, 1), .threads = threads };
                assert_non_null(all.times);
                pdk_parallel job = {
                    .count = count, .piece = piece, .threads = threads, .work = count_piece, .user = &all
                };
                assert_true(pdk_parallel_run(&job));
                for (uint64_t i = 0; i < count; i++) assert_int_equal(all.times[i], 1);
                assert_int_equal(all.times[count], 0);
                free(all.times);
            }
        }
    }
    assert_in_range(pdk_processors(), 1, PDK_MAX_THREADS);
}

static void stops_when_told(void **state)
{
    (void)state;
    int calls = 0;
    tally all = { .times = calloc(1000, 1), .threads = 1 };
    assert_non_null(all.times);
    pdk_parallel job = { .count = 1000,
                         .piece = 10,
                         .threads = 1,
                         .work = count_piece,
                         .user = &all,
                         .progress = stop_at_once,
                         .progress_user = &calls };
    assert_false(pdk_parallel_run(&job));
    assert_int_equal(calls, 1);
    assert_int_equal(all.done, 10);
    free(all.times);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_thing_once), cmocka_unit_test(stops_when_told) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
