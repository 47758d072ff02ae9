/* Which known name is meant by one that is not known. */
#include "base/nearest_name.h"
#include "support.h"

static const char *nearest(const char *wanted)
{
    static const char *const names[] = { "telemetry", "wheels", "splits", "laps", "states", "gear" };
    pdk_nearest_name found = { .wanted = wanted };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *before = found.best;
        assert_true(pdk_nearest_name_offer(&found, names[i]) == (found.best != before));
    }
    return found.best;
}

static void test_slips(void **state)
{
    (void)state;
    assert_string_equal(nearest("wheel"), "wheels");
    assert_string_equal(nearest("telemettry"), "telemetry");
    assert_string_equal(nearest("spilts"), "splits");
    assert_string_equal(nearest("egar"), "gear"); /* two swapped characters are one slip */
    assert_string_equal(nearest("lpas"), "laps");
    assert_string_equal(nearest("stints"), "splits"); /* two slips; "states" has three */
}

static void test_nothing_near(void **state)
{
    (void)state;
    assert_null(nearest("corners"));
    assert_null(nearest("ggggeeeeaaaarrrrggggeeeeaaaarrrrggggeeeeaaaarrrrggggeeeeaaaarrrrx"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_slips), cmocka_unit_test(test_nothing_near) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
