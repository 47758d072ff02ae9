/* Ticks, their words, and numbers for people. */
#include <math.h>
#include <string.h>

#include "plot/scale.h"
#include "plot/ticks.h"
#include "random.h"
#include "support.h"

static void expect(const pdk_ticks *ticks, const char *const *labels)
{
    size_t i = 0;
    for (; labels[i] != NULL; i++) {
        assert_true(i < ticks->count);
        assert_string_equal(ticks->labels[i], labels[i]);
    }
    assert_int_equal(ticks->count, i);
}

static void steps_are_1_2_5(void **state)
{
    (void)state;
    pdk_ticks ticks;
    pdk_ticks_make(&ticks, 0, 1, 5);
    expect(&ticks, (const char *const[]){ "0.0", "0.2", "0.4", "0.6", "0.8", "1.0", NULL });
    pdk_ticks_make(&ticks, 8.1, 14.1, 4);
    expect(&ticks, (const char *const[]){ "10", "12", "14", NULL });
    pdk_ticks_make(&ticks, -0.386, 0, 3);
    expect(&ticks, (const char *const[]){ "\xE2\x88\x92"
                                          "0.3",
                                          "\xE2\x88\x92"
                                          "0.2",
                                          "\xE2\x88\x92"
                                          "0.1",
                                          "0.0", NULL });
    pdk_ticks_make(&ticks, 0, 2777, 5);
    expect(&ticks, (const char *const[]){ "0", "500", "1000", "1500", "2000", "2500", NULL });
    pdk_ticks_make(&ticks, 0, 3e300, 3);
    expect(&ticks, (const char *const[]){ "0", "1e300", "2e300", "3e300", NULL });
    pdk_ticks_make(&ticks, 0, 3e-20, 3);
    expect(&ticks, (const char *const[]){ "0", "1e-20", "2e-20", "3e-20", NULL });
    pdk_ticks_whole(&ticks, 1, 3, 12);
    expect(&ticks, (const char *const[]){ "1", "2", "3", NULL });
}

static void clocks_have_human_steps(void **state)
{
    (void)state;
    pdk_ticks ticks;
    pdk_ticks_clock(&ticks, 0, 63, 5);
    expect(&ticks, (const char *const[]){ "0:00", "0:15", "0:30", "0:45", "1:00", NULL });
    pdk_ticks_clock(&ticks, 61.2, 61.9, 4);
    expect(&ticks, (const char *const[]){ "1:01.2", "1:01.4", "1:01.6", "1:01.8", NULL });
    pdk_ticks_clock(&ticks, 3500, 7300, 4);
    expect(&ticks, (const char *const[]){ "1:00:00", "1:15:00", "1:30:00", "1:45:00", "2:00:00", NULL });
    pdk_ticks_clock(&ticks, -20, 20, 4);
    expect(&ticks, (const char *const[]){ "\xE2\x88\x92"
                                          "0:20",
                                          "\xE2\x88\x92"
                                          "0:10",
                                          "0:00", "0:10", "0:20", NULL });
    pdk_ticks_clock(&ticks, 0, 1e300, 4); /* no clock goes there */
    assert_true(ticks.count > 0 && ticks.count <= PDK_MOST_TICKS);
}

/* Whatever the range: at most as many as there is room for, within it, rising, each a multiple of the step. */
static void any_range_has_ticks_within(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        double size = pow(10, (double)(random_next(&seed) % 600) - 300),
               low = ((double)(int64_t)random_next(&seed) / 0x1p63) * size;
        double high =
            low + (double)(random_next(&seed) >> 11) / 0x1p53 * size * pow(10, -(double)(random_next(&seed) % 12));
        int wanted = (int)(random_next(&seed) % 20);
        pdk_range_widen(&low, &high);
        assert_true(isfinite(low) && isfinite(high) && low < high);
        pdk_ticks ticks;
        for (int kind = 0; kind < 3; kind++) {
            if (kind == 0) pdk_ticks_make(&ticks, low, high, wanted);
            else if (kind == 1) pdk_ticks_whole(&ticks, low, high, wanted);
            else pdk_ticks_clock(&ticks, low, high, wanted);
            assert_true(ticks.count <= PDK_MOST_TICKS);
            double room = fmax((high / 2 - low / 2) * 1e-6, fmax(fabs(low), fabs(high)) * 1e-12) + 2e-9 * ticks.step;
            for (size_t i = 0; i < ticks.count; i++) {
                assert_true(ticks.values[i] >= low - room && ticks.values[i] <= high + room);
                assert_true(i == 0 || ticks.values[i] > ticks.values[i - 1]);
                assert_true(strlen(ticks.labels[i]) > 0 && strlen(ticks.labels[i]) < PDK_LABEL_SIZE);
            }
        }
    }
}

static void odd_ranges_can_be_drawn(void **state)
{
    (void)state;
    static const double ranges[][2] = {
        { 1, 0 },           { 5, 5 },   { 0, 0 },    { -HUGE_VAL, HUGE_VAL }, { -1e308, 1e308 }, { 1e300, 1e300 },
        { 4e-324, 4e-324 }, { -7, -7 }, { NAN, NAN }
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        double low = ranges[i][0], high = ranges[i][1];
        pdk_range_widen(&low, &high);
        assert_true(isfinite(low) && isfinite(high) && low < high);
        pdk_scale scale = { low, high, 1000, 200 };
        assert_int_equal(pdk_scale_at(&scale, low), 1000);
        assert_int_equal(pdk_scale_at(&scale, high), 200);
        int32_t far = pdk_scale_at(&scale, 1e308);
        assert_true(far >= -10000000 && far <= 10000000);
    }
}

static void numbers_need_no_locale(void **state)
{
    (void)state;
    char text[PDK_LABEL_SIZE];
    pdk_fixed_text(text, -5, 2);
    assert_string_equal(text, "\xE2\x88\x92"
                              "0.05");
    pdk_fixed_text(text, INT64_MIN, 0);
    assert_string_equal(text, "\xE2\x88\x92"
                              "9223372036854775808");
    pdk_signed_text(text, 0.3864, 3);
    assert_string_equal(text, "+0.386");
    pdk_signed_text(text, -0.0001, 3);
    assert_string_equal(text, "0.000");
    pdk_signed_text(text, NAN, 3);
    assert_string_equal(text, "");
    pdk_number_text(text, 3.1e300, 3);
    assert_string_equal(text, "3.1e+300");
    pdk_clock_text(text, 63.02, 3);
    assert_string_equal(text, "1:03.020");
    pdk_clock_text(text, 3723.9996, 3);
    assert_string_equal(text, "1:02:04.000");
    pdk_clock_text(text, NAN, 3);
    assert_string_equal(text, "");
    pdk_clock_text(text, -0.001, 0);
    assert_string_equal(text, "0:00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_1_2_5),
        cmocka_unit_test(clocks_have_human_steps),
        cmocka_unit_test(any_range_has_ticks_within),
        cmocka_unit_test(odd_ranges_can_be_drawn),
        cmocka_unit_test(numbers_need_no_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
