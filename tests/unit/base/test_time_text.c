/* Times as text: the cases that the page and Python are tested with, too. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static void times_are_written_by_one_rule(void **state)
{
    (void)state;
    FILE *cases = fopen(PADDOCK_FILES "/texts/times.txt", "r");
    assert_non_null(cases);
    char line[200], want[3][40], text[PDK_TIME_SIZE];
    int count = 0, decimals;
    double seconds;
    while (fgets(line, sizeof line, cases) != NULL) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%lf %d %39s %39s %39s", &seconds, &decimals, want[0], want[1], want[2]), 5);
        assert_int_equal(pdk_format_time(text, seconds, decimals), strlen(want[0]));
        assert_string_equal(text, want[0]);
        pdk_format_duration(text, seconds, decimals);
        assert_string_equal(text, want[1]);
        pdk_format_gap(text, seconds, decimals);
        assert_string_equal(text, want[2]);
        count++;
    }
    fclose(cases);
    assert_true(count > 10);
}

static void measures_are_written_by_one_rule(void **state)
{
    (void)state;
    FILE *cases = fopen(PADDOCK_FILES "/texts/measures.txt", "r");
    assert_non_null(cases);
    char line[200], want[3][40], text[PDK_TIME_SIZE];
    int count = 0, decimals;
    double value;
    while (fgets(line, sizeof line, cases) != NULL) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%lf %d %39[^;];%39[^;];%39[^\n]", &value, &decimals, want[0], want[1], want[2]),
                         5);
        assert_int_equal(pdk_format_fixed(text, value, decimals), strlen(want[0]));
        assert_string_equal(text, want[0]);
        assert_int_equal(pdk_format_speed(text, value, decimals), strlen(want[1]));
        assert_string_equal(text, want[1]);
        pdk_format_distance(text, value, decimals);
        assert_string_equal(text, want[2]);
        count++;
    }
    fclose(cases);
    assert_true(count > 10);
}

static void what_is_no_time_is_empty(void **state)
{
    (void)state;
    static const double none[] = { NAN, INFINITY, -INFINITY, 1e13 };
    char text[PDK_TIME_SIZE];
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(pdk_format_time(text, none[i], 3), 0);
        assert_string_equal(text, "");
        assert_int_equal(pdk_format_gap(text, none[i], 3), 0);
        assert_int_equal(pdk_format_speed(text, none[i], 0), 0);
        assert_string_equal(text, "");
    }
    assert_int_equal(pdk_format_time(text, -9e11, 3), strlen("-250000000:00:00.000"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_written_by_one_rule),
        cmocka_unit_test(measures_are_written_by_one_rule),
        cmocka_unit_test(what_is_no_time_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
