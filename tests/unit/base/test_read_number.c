/* Numbers out of text: the same double as the C library's, for every kind of text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_number.h"
#include "random.h"
#include "support.h"

static void same_as_strtod(const char *text)
{
    const char *at = text;
    double value = -1;
    char *end;
    double wanted = strtod(text, &end);
    if (!pdk_read_double(&at, text + strlen(text), &value)) fail_msg("\"%s\" was not read", text);
    if (memcmp(&value, &wanted, sizeof value) != 0) fail_msg("\"%s\" gave %.17g, wanted %.17g", text, value, wanted);
    assert_ptr_equal(at, end);
}

static void known_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "-1.5",
        "+2.5",
        ".5",
        "5.",
        "1e3",
        "1E+3",
        "1e-3",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000000000000000000000000001",
        "1e22",
        "1e23",
        "8.5e22",
        "123456789012345678901234567890",
        "0.1",
        "0.30000000000000004",
        "-11.77299976348877",
        "234.56200000000001182",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e400",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "0e99999999999",
        "1e99999999999",
        "1e-99999999999",
        "0.000000000000000000000000000001",
        "100000000000000000000000000000000000000000000000000",
        "1e",
        "1e+",
        "12x",
        "1.2.3",
        "7e5e5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) same_as_strtod(texts[i]);
    char many[2000]; /* halfway, and a digit far back that decides */
    snprintf(many, sizeof many, "9007199254740993.%01000d1", 0);
    same_as_strtod(many);
    snprintf(many, sizeof many, "0.%01000d12345678901234567890123", 0);
    same_as_strtod(many);
    memset(many, '7', 1500);
    memcpy(many + 1500, "e-1400", 7);
    same_as_strtod(many);
}

static void random_numbers(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = random_next(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[64];
        int digits = 1 + (int)(random_next(&random) % 24);
        snprintf(text, sizeof text, "%.*e", digits, value);
        same_as_strtod(text);
        snprintf(text, sizeof text, "%.*f", digits % 12, (double)(int64_t)bits / 1e12);
        same_as_strtod(text);
    }
}

static void words_and_ends(void **state)
{
    (void)state;
    double value;
    const char *at = "nan";
    assert_true(pdk_read_double(&at, at + 3, &value) && isnan(value));
    at = "-Infinity";
    assert_true(pdk_read_double(&at, at + 9, &value) && isinf(value) && value < 0);
    at = "-inf ";
    assert_true(pdk_read_double(&at, at + 5, &value) && isinf(value) && *at == ' ');
    at = "1.5D+02";
    assert_true(pdk_read_double(&at, at + 7, &value) && value == 150);
    at = "12345";
    const char *from = at;
    assert_true(pdk_read_double(&at, at + 3, &value) && value == 123 && at == from + 3);
    static const char *const none[] = { "", "-", ".", "+.", "e5", "x", "na", "in" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        at = none[i];
        assert_false(pdk_read_double(&at, at + strlen(at), &value));
        assert_ptr_equal(at, none[i]);
    }
}

static void integers(void **state)
{
    (void)state;
    int64_t value;
    const char *at = "-9223372036854775807";
    assert_true(pdk_read_integer(&at, at + 20, &value) && value == -INT64_MAX);
    at = "9223372036854775808";
    assert_false(pdk_read_integer(&at, at + 19, &value));
    at = "+12.5";
    assert_true(pdk_read_integer(&at, at + 5, &value) && value == 12 && *at == '.');
    at = "-";
    assert_false(pdk_read_integer(&at, at + 1, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(words_and_ends),
        cmocka_unit_test(integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
