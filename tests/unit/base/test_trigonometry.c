/* Sines, angles, lengths: compared with the C library's, and with bits written here, which every machine must give. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "support.h"

#include "base/trigonometry.h"

static uint64_t bits(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* How many doubles are between two. */
static uint64_t apart(double a, double b)
{
    int64_t first = (int64_t)bits(a), second = (int64_t)bits(b);
    if (first < 0) first = INT64_MIN - first;
    if (second < 0) second = INT64_MIN - second;
    return first > second ? (uint64_t)first - (uint64_t)second : (uint64_t)second - (uint64_t)first;
}

static uint64_t state = 88172645463325252;
static double any(double low, double high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * ((double)(state >> 11) * 0x1p-53);
}

/* The same as the C library's within 2 units in the last place: ours is off by up to 1.5, and so may theirs be. */
static void near_the_library(void **test)
{
    (void)test;
    static const double ranges[] = { 1e-300, 1e-8, 0.7, 3.2, 100, 1e6 };
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (int i = 0; i < 20000; i++) {
            double angle = any(-ranges[r], ranges[r]), other = any(-ranges[r], ranges[r]);
            double sine, cosine;
            pdk_sin_cos(angle, &sine, &cosine);
            assert_true(sine == pdk_sin(angle) && cosine == pdk_cos(angle));
            assert_true(apart(pdk_sin(angle), sin(angle)) <= 2);
            assert_true(apart(pdk_cos(angle), cos(angle)) <= 2);
            assert_true(apart(pdk_tan(angle), tan(angle)) <= 4);
            assert_true(apart(pdk_atan2(angle, other), atan2(angle, other)) <= 2);
            assert_true(apart(pdk_atan(angle), atan(angle)) <= 2);
            assert_true(apart(pdk_hypot(angle, other), hypot(angle, other)) <= 2);
            double part = any(-1, 1);
            assert_true(apart(pdk_asin(part), asin(part)) <= 4);
        }
    }
}

/* Close to multiples of a right angle, where little is left. */
static void near_zeros(void **test)
{
    (void)test;
    for (int n = -2000; n <= 2000; n++) {
        double angle = n * 1.5707963267948966;
        for (int step = 0; step < 3; step++, angle = nextafter(angle, 1e9)) {
            assert_true(apart(pdk_sin(angle), sin(angle)) <= 2);
            assert_true(apart(pdk_cos(angle), cos(angle)) <= 2);
        }
    }
}

/* On every machine: any other bits are a mistake there. */
static void same_bits(void **test)
{
    (void)test;
    uint64_t digest = 14695981039346656037u;
    state = 88172645463325252;
    for (int i = 0; i < 50000; i++) {
        double angle = any(-700, 700), x = any(-5000, 5000), y = any(-5000, 5000), part = any(-1, 1);
        double values[] = { pdk_sin(angle), pdk_cos(angle),  pdk_tan(angle),         pdk_asin(part),
                            pdk_atan(x),    pdk_atan2(y, x), pdk_hypot(x, y),        pdk_sin(angle * 1e12),
                            pdk_cos(part),  pdk_sin(part),   pdk_atan2(part, -part), pdk_hypot(x * 1e200, y) };
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
            digest = (digest ^ bits(values[k])) * 1099511628211u;
    }
    assert_int_equal(digest, UINT64_C(0x77265D8CD0A65088));
}

static void limits(void **test)
{
    (void)test;
    assert_true(isnan(pdk_sin(INFINITY)) && isnan(pdk_cos(-INFINITY)) && isnan(pdk_tan(NAN)));
    assert_true(isnan(pdk_asin(1.0000000000000002)) && isnan(pdk_asin(NAN)) && isnan(pdk_atan2(NAN, 1)));
    assert_true(isnan(pdk_atan2(INFINITY, 1)) && isnan(pdk_atan2(1, -INFINITY)) && isnan(pdk_atan2(1, NAN)));
    assert_true(fabs(pdk_sin(1e300)) <= 1 && fabs(pdk_cos(-1e300)) <= 1);
    assert_true(pdk_asin(1) == 1.5707963267948966 && pdk_asin(-1) == -1.5707963267948966 && pdk_asin(0) == 0);
    assert_true(pdk_sin(0) == 0 && pdk_sin(-0.0) == 0 && pdk_cos(0) == 1);
    assert_true(pdk_hypot(0, 0) == 0 && pdk_hypot(-3, 4) == 5);
    assert_true(pdk_hypot(1e200, 1e200) < 1.414213562373096e200 && pdk_hypot(1e200, 1e200) > 1.414213562373094e200);
    assert_true(pdk_hypot(3e-200, 4e-200) > 4.9999e-200 && pdk_hypot(3e-200, 4e-200) < 5.0001e-200);
    assert_true(isinf(pdk_hypot(INFINITY, NAN)) && isnan(pdk_hypot(NAN, 1)) && isinf(pdk_hypot(1, -INFINITY)));
}

/* The same bits as remainder(), also at the ends of what is subtracted instead. */
static void wrapped(void **test)
{
    (void)test;
    const double turn = 6.28318530717958647692, ends[] = { turn / 2, turn, 1.5 * turn, 9, 0 };
    for (int i = 0; i < 300000; i++) {
        double angle = any(-12, 12);
        if (i % 10 == 0) angle = (i % 20 == 0 ? -1 : 1) * ends[i / 20 % 5];
        if (i % 30 == 0) angle = nextafter(angle, i % 60 == 0 ? 100 : -100);
        double expected = fabs(angle) <= turn / 2 ? angle : remainder(angle, turn);
        assert_true(bits(pdk_wrap_angle(angle)) == bits(expected));
    }
    assert_true(isnan(pdk_wrap_angle(INFINITY)) && isnan(pdk_wrap_angle(NAN)));
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(near_the_library), cmocka_unit_test(near_zeros),
                                      cmocka_unit_test(same_bits), cmocka_unit_test(limits),
                                      cmocka_unit_test(wrapped) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
