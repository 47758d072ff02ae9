/* Numbers as text: that they read back, that no shorter text would, and that the table behind them is right. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/powers_of_ten.h"
#include "support.h"
#include "synth/sim.h"

/* ------------------------------------------------------------------------ the table, against long arithmetic */

enum { WORDS = 48 }; /* 1536 bits: 10^324 times a 128-bit number fits */

typedef struct big {
    uint32_t word[WORDS]; /* lowest first */
} big;

static void multiply(big *number, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)number->word[i] * factor;
        number->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_int_equal(carry, 0);
}

static void add_shifted(big *sum, const big *number, int words, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i + words < WORDS; i++) {
        carry += (uint64_t)number->word[i] * factor + sum->word[i + words];
        sum->word[i + words] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_int_equal(carry, 0);
}

static big times_power(const big *number, uint64_t high, uint64_t low)
{
    big product = { { 0 } };
    add_shifted(&product, number, 0, (uint32_t)low);
    add_shifted(&product, number, 1, (uint32_t)(low >> 32));
    add_shifted(&product, number, 2, (uint32_t)high);
    add_shifted(&product, number, 3, (uint32_t)(high >> 32));
    return product;
}

static big power_of_two(int exponent)
{
    big number = { { 0 } };
    number.word[exponent / 32] = UINT32_C(1) << (exponent % 32);
    return number;
}

static int compare(const big *a, const big *b)
{
    for (int i = WORDS - 1; i >= 0; i--) {
        if (a->word[i] != b->word[i]) return a->word[i] > b->word[i] ? 1 : -1;
    }
    return 0;
}

static big power_of_ten(int exponent)
{
    big number = power_of_two(0);
    for (int i = 0; i < exponent; i++) multiply(&number, 10);
    return number;
}

/* Entry g for 10^k is the least number with g * 2^e >= 10^k, where the top bit of g is bit 127. */
static void powers(void **state)
{
    (void)state;
    for (int k = PDK_POWER_FIRST; k <= PDK_POWER_LAST; k++) {
        pdk_power_of_ten g = pdk_powers_of_ten[k - PDK_POWER_FIRST];
        assert_true(g.high >> 63 == 1);
        pdk_power_of_ten less = { g.high - (g.low == 0), g.low - 1 };
        int e = ((k * 1741647) >> 19) - 127;
        big one = power_of_two(0), ten = power_of_ten(abs(k)), two = power_of_two(abs(e)), left, below, right;
        if (k < 0) { /* g * 10^-k >= 2^-e */
            left = times_power(&ten, g.high, g.low);
            below = times_power(&ten, less.high, less.low);
            right = two;
        } else if (e < 0) { /* g >= 10^k * 2^-e */
            left = times_power(&one, g.high, g.low);
            below = times_power(&one, less.high, less.low);
            right = ten;
            for (int i = 0; i < -e; i++) multiply(&right, 2);
        } else { /* g * 2^e >= 10^k */
            left = times_power(&two, g.high, g.low);
            below = times_power(&two, less.high, less.low);
            right = ten;
        }
        assert_true(compare(&left, &right) >= 0);
        assert_true(compare(&below, &right) < 0);
    }
}

/* ------------------------------------------------------------------------------------------- random numbers */

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The digits of a number's text, without point, sign, exponent and the zeros around. */
static int significant(const char *text, char digits[32])
{
    int count = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) digits[count++] = *text;
    }
    while (count > 1 && digits[count - 1] == '0') count--;
    digits[count] = '\0';
    return count;
}

/* Digit for digit what printf gives with as many, and with one less it is another number. */
static void assert_shortest(double value, pdk_type type, const char *text)
{
    char ours[32], theirs[32], other[64];
    int count = significant(text, ours);
    snprintf(other, sizeof other, "%.*e", count - 1, value);
    significant(other, theirs);
    if (strcmp(ours, theirs) != 0) fail_msg("%s: the nearest with %d digits is %s", text, count, other);
    if (count == 1) return;
    snprintf(other, sizeof other, "%.*e", count - 2, value);
    bool back = type == PDK_FLOAT32 ? strtof(other, NULL) == (float)value : strtod(other, NULL) == value;
    if (back) fail_msg("%s is as good as %s and shorter", other, text);
}

static void check_double(uint64_t bits, bool shortest)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) return;
    char text[PDK_NUMBER_SIZE];
    size_t length = pdk_format_number(text, value, PDK_FLOAT64);
    if (length != strlen(text) || !same_bits(strtod(text, NULL), value)) fail_msg("%.17g came out as %s", value, text);
    /* below a power of two the interval is lopsided: printf's nearest may lie outside, ours inside */
    if (shortest && value != 0 && (bits & ((UINT64_C(1) << 52) - 1)) != 0) assert_shortest(value, PDK_FLOAT64, text);
}

static void check_float(uint32_t bits, bool shortest)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) return;
    char text[PDK_NUMBER_SIZE];
    size_t length = pdk_format_number(text, (double)value, PDK_FLOAT32);
    if (length != strlen(text) || !same_bits((double)strtof(text, NULL), (double)value)) {
        fail_msg("%.9g came out as %s", (double)value, text);
    }
    if (shortest && value != 0 && (bits & ((UINT32_C(1) << 23) - 1)) != 0)
        assert_shortest((double)value, PDK_FLOAT32, text);
}

/* How many; PADDOCK_NUMBERS=100000000 for a long night. */
static uint64_t wanted(void)
{
    const char *text = getenv("PADDOCK_NUMBERS");
    return text != NULL ? strtoull(text, NULL, 10) : 2000000;
}

static void random_doubles(void **state)
{
    (void)state;
    pdk_random random = { 1 };
    uint64_t count = wanted();
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = pdk_random_next(&random);
        check_double(bits, i % 4 == 0);
        double tame = (double)(int64_t)(bits >> 20) / 65536 / (double)(1 + (bits & 0xFFF));
        memcpy(&bits, &tame, sizeof bits);
        check_double(bits, i % 4 == 0);
    }
}

static void random_floats(void **state)
{
    (void)state;
    pdk_random random = { 2 };
    uint64_t count = wanted();
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = pdk_random_next(&random);
        check_float((uint32_t)bits, i % 4 == 0);
        check_float((uint32_t)(bits >> 32), false);
    }
}

/* Every exponent with fractions at its edges. */
static void edges(void **state)
{
    (void)state;
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        static const uint64_t fractions[] = {
            0, 1, 2, 3, 0x8000000000000, 0x7FFFFFFFFFFFF, 0xFFFFFFFFFFFFE, 0xFFFFFFFFFFFFF
        };
        for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++)
            check_double(exponent << 52 | fractions[i], true);
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        static const uint32_t fractions[] = { 0, 1, 2, 3, 0x400000, 0x3FFFFF, 0x7FFFFE, 0x7FFFFF };
        for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++)
            check_float(exponent << 23 | fractions[i], true);
    }
}

static void spellings(void **state)
{
    (void)state;
    static const struct {
        double value;
        pdk_type type;
        const char *text;
    } cases[] = {
        { 0, PDK_FLOAT64, "0" },
        { -0.0, PDK_FLOAT64, "-0" },
        { 1, PDK_FLOAT64, "1" },
        { -1.5, PDK_FLOAT64, "-1.5" },
        { 0.1, PDK_FLOAT64, "0.1" },
        { (double)0.1f, PDK_FLOAT32, "0.1" },
        { (double)0.1f, PDK_FLOAT64, "0.10000000149011612" },
        { 100000, PDK_FLOAT64, "100000" },
        { 123456789, PDK_FLOAT64, "123456789" },
        { 1e20, PDK_FLOAT64, "100000000000000000000" },
        { 1e21, PDK_FLOAT64, "1e21" },
        { 1.5e21, PDK_FLOAT64, "1.5e21" },
        { 0.00001, PDK_FLOAT64, "0.00001" },
        { 0.000001, PDK_FLOAT64, "1e-6" },
        { 0.0000012, PDK_FLOAT64, "1.2e-6" },
        { 5e-324, PDK_FLOAT64, "5e-324" },
        { 2.2250738585072014e-308, PDK_FLOAT64, "2.2250738585072014e-308" },
        { 1.7976931348623157e308, PDK_FLOAT64, "1.7976931348623157e308" },
        { 9007199254740991, PDK_FLOAT64, "9007199254740991" },
        { 9007199254740992, PDK_FLOAT64, "9007199254740992" },
        { 16777216, PDK_FLOAT32, "16777216" },
        { 3.4028234663852886e38, PDK_FLOAT32, "3.4028235e38" },
        { 1.401298464324817e-45, PDK_FLOAT32, "1e-45" },
        { -0.00012345, PDK_FLOAT64, "-0.00012345" },
        { NAN, PDK_FLOAT64, "NaN" },
        { -NAN, PDK_FLOAT32, "NaN" },
        { INFINITY, PDK_FLOAT64, "Inf" },
        { -INFINITY, PDK_FLOAT32, "-Inf" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PDK_NUMBER_SIZE];
        assert_int_equal(pdk_format_number(text, cases[i].value, cases[i].type), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

static void whole_numbers(void **state)
{
    (void)state;
    pdk_random random = { 3 };
    for (int i = 0; i < 300000; i++) {
        uint64_t value = pdk_random_next(&random) >> (i % 64);
        if (i < 3) value = i == 0 ? 0 : i == 1 ? UINT64_MAX : UINT64_C(1) << 63;
        char text[PDK_NUMBER_SPACE], right[32];
        *pdk_put_natural(text, value) = '\0';
        snprintf(right, sizeof right, "%llu", (unsigned long long)value);
        assert_string_equal(text, right);
        *pdk_put_integer(text, (int64_t)value) = '\0';
        snprintf(right, sizeof right, "%lld", (long long)value);
        assert_string_equal(text, right);
    }
}

/* The fewest decimals, and never another float. */
static void fewest_decimals(void **state)
{
    (void)state;
    static const struct {
        double value, tolerance, wanted;
    } cases[] = {
        { 848535.4300000001, 1e-6, 848535.43 },
        { -0.15000000000000002, 1e-12, -0.15 },
        { 635619.8499755859, 0, 635619.8499755859 },
        { 1234.5678, 1, 1235 },
        { 1e300, 1, 1e300 },
        { 0, 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(pdk_round_within(cases[i].value, cases[i].tolerance) == cases[i].wanted);
    assert_true(isnan(pdk_round_within(NAN, 1)));
    assert_true(pdk_sum_of_float(6.59F, 400) == 406.59);
    assert_true(pdk_sum_of_float((float)(635619.85 - 637300), 637300) == 635619.85);
    assert_true(pdk_sum_of_float(INFINITY, 1) == (double)INFINITY);
    pdk_random random = { 7 };
    for (int i = 0; i < 200000; i++) {
        double origin = (double)(int64_t)(pdk_random_next(&random) % 2000000) - 1000000;
        float value = (float)((double)(int64_t)(pdk_random_next(&random) % 100000000) / 1000 - 50000);
        double sum = pdk_sum_of_float(value, origin);
        assert_true((float)(sum - origin) == value);
        char text[PDK_NUMBER_SIZE];
        assert_true(pdk_format_number(text, sum, PDK_FLOAT64) <= 12); /* -1049999.999 */
    }
}

/* Six decimals at most, and no further off than half of the last. */
static void computed_numbers(void **state)
{
    (void)state;
    assert_true(pdk_round_computed(186.41500000000002) == 186.415);
    assert_true(pdk_round_computed(63.31014633178711) == 63.310146);
    assert_true(pdk_round_computed(971.2109375) == 971.210938);
    assert_true(pdk_round_computed(-1e-13) == 0 && !signbit(pdk_round_computed(-1e-13)));
    assert_true(pdk_round_computed(INFINITY) == (double)INFINITY && isnan(pdk_round_computed(NAN)));
    pdk_random random = { 9 };
    for (int i = 0; i < 200000; i++) {
        double value = (double)(int64_t)(pdk_random_next(&random) >> 11) / 0x1p30 - 4e6,
               rounded = pdk_round_computed(value);
        char text[PDK_NUMBER_SIZE];
        pdk_format_number(text, rounded, PDK_FLOAT64);
        const char *point = strchr(text, '.');
        assert_true(fabs(rounded - value) < 0.501e-6);
        assert_true(point == NULL || strlen(point) <= 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computed_numbers), cmocka_unit_test(powers),
        cmocka_unit_test(spellings),        cmocka_unit_test(edges),
        cmocka_unit_test(whole_numbers),    cmocka_unit_test(random_doubles),
        cmocka_unit_test(random_floats),    cmocka_unit_test(fewest_decimals),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
