/* Positions among ascending numbers: against a walk over all of them. */
#include "base/binary_search.h"
#include "support.h"

enum { MOST = 9 };

/* Each number may be followed by an equal one, so that runs of equals of all lengths occur. */
static void fill(uint64_t *numbers, double *doubles, size_t count, unsigned pattern)
{
    uint64_t value = 4;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (pattern >> i & 1) == 0) value += 2;
        numbers[i] = value;
        doubles[i] = (double)value;
    }
}

static void as_a_walk_finds_them(void **state)
{
    (void)state;
    for (size_t count = 0; count <= MOST; count++) {
        for (unsigned pattern = 0; pattern < 1u << count; pattern++) {
            uint64_t numbers[MOST];
            double doubles[MOST];
            fill(numbers, doubles, count, pattern);
            for (uint64_t wanted = 0; wanted < 2 * MOST + 6; wanted++) {
                size_t last = 0, first = 0;
                for (size_t i = 0; i < count; i++) {
                    if (numbers[i] <= wanted) last = i;
                    if (numbers[i] < wanted) first = i + 1;
                }
                assert_int_equal(pdk_last_not_above(numbers, count, wanted), last);
                assert_int_equal(pdk_last_double_not_above(doubles, count, (double)wanted), last);
                assert_int_equal(pdk_first_double_not_below(doubles, count, (double)wanted), first);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_a_walk_finds_them) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
