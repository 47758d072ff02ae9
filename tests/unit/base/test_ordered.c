/* Pieces made anywhere come out in order, each once, and not after somebody had enough. */
#include <stdlib.h>

#include "base/pipeline.h"
#include "support.h"

typedef struct belt {
    uint64_t slots[8]; /* what was made there: piece + 1, 0 = empty */
    uint64_t taken, enough;
    bool wrong;
} belt;

static void make(void *user, size_t slot, uint64_t piece)
{
    belt *all = user;
    if (all->slots[slot] != 0) abort(); /* was not emptied */
    all->slots[slot] = piece + 1;
}

static bool take(void *user, size_t slot, uint64_t piece)
{
    belt *all = user;
    if (piece != all->taken || all->slots[slot] != piece + 1) all->wrong = true;
    all->slots[slot] = 0;
    all->taken++;
    return all->taken != all->enough;
}

static void in_order(void **state)
{
    (void)state;
    for (uint64_t count = 0; count < 3000; count = count * 3 + 1) {
        for (size_t threads = 0; threads <= 5; threads++) {
            for (size_t slots = 1; slots <= 8; slots += 7) {
                belt all = { .enough = UINT64_MAX };
                pdk_pipeline job = {
                    .count = count, .threads = threads, .slots = slots, .make = make, .take = take, .user = &all
                };
                assert_true(pdk_pipeline_run(&job));
                assert_int_equal(all.taken, count);
                assert_false(all.wrong);
            }
        }
    }
}

static void enough_is_enough(void **state)
{
    (void)state;
    for (size_t threads = 0; threads <= 3; threads++) {
        belt all = { .enough = 5 };
        pdk_pipeline job = { .count = 1000, .threads = threads, .slots = 6, .make = make, .take = take, .user = &all };
        assert_false(pdk_pipeline_run(&job));
        assert_int_equal(all.taken, 5);
        assert_false(all.wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_order), cmocka_unit_test(enough_is_enough) };
    return cmocka_run_group_tests_name("ordered", tests, NULL, NULL);
}
