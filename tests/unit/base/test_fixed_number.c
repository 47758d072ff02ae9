/* Numbers with fixed decimals. */
#include "base/fixed_number.h"

#include <math.h>
#include <stdio.h>

#include "support.h"

static void check(double value, int decimals, const char *wanted)
{
    char text[PDK_NUMBER_SPACE];
    assert_string_equal(pdk_decimal_text(text, value, decimals), wanted);
}

static void test_decimals(void **state)
{
    (void)state;
    check(0, 0, "0");
    check(0, 3, "0.000");
    check(-0.0004, 3, "0.000"); /* a zero has no sign */
    check(-0.0005, 3, "-0.001");
    check(1.005, 2, "1.00"); /* which is below 1.005 */
    check(12.3456, 2, "12.35");
    check(-12.3456, 2, "-12.35");
    check(999.9996, 3, "1000.000");
    check(45.00000266, 7, "45.0000027");
    check(1e15, 3, "1000000000000000"); /* more digits than a double has */
    check(1e300, 2, "1e300");
    check(NAN, 2, "");
    check(INFINITY, 2, "");
}

static void test_padding(void **state)
{
    (void)state;
    char text[PDK_NUMBER_SPACE];
    *pdk_put_padded(text, 7.5, 3, 2) = '\0';
    assert_string_equal(text, "007.50");
    *pdk_put_padded(text, 59.9996, 2, 3) = '\0';
    assert_string_equal(text, "60.000");
    *pdk_put_padded(text, 0, 2, 0) = '\0';
    assert_string_equal(text, "00");
}

/* What printf would have written. */
static void test_as_printf(void **state)
{
    (void)state;
    for (int i = -2000; i <= 2000; i++) {
        char text[PDK_NUMBER_SPACE], wanted[64];
        double value = i * 0.37 + 0.0001;
        snprintf(wanted, sizeof wanted, "%.3f", value);
        assert_string_equal(pdk_decimal_text(text, value, 3), wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_decimals), cmocka_unit_test(test_padding),
                                        cmocka_unit_test(test_as_printf) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
