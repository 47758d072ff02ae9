/*
 * Numbers as text, exactly and fast.
 *
 * A binary float stands for every real number that is nearer to it than to its neighbours. Among the decimals in that
 * interval we want the one with the fewest digits, and of several the nearest. The way there is Raffaello Giulietti's
 * "Schubfach": scale the interval by a power of ten so that it is between one and ten wide; then only two candidates with
 * a digit less and two with this many need looking at. 128 bits of the power (64 for floats) are proven to be enough, when
 * the bits lost are remembered as one sticky bit.
 */
#include "base/number.h"

#include <math.h>
#include <string.h>

#include "base/powers.h"

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* A number c * 2^q with 4 times the interval it stands for, in units of 2^(q-2). */
typedef struct interval {
    uint64_t lower, value, upper;
    int k;          /* floor(log10(width)) */
    int shift;      /* what brings the product with the power of ten to its place */
    bool open;      /* ends excluded: ties go to even numbers, this one is odd */
} interval;

static interval interval_of(uint64_t c, int q, bool power_of_two)
{
    interval it = { .lower = 4 * c - 2 + power_of_two, .value = 4 * c, .upper = 4 * c + 2, .open = (c & 1) != 0 };
    it.k = (q * 1262611 - (power_of_two ? 524031 : 0)) >> 22; /* floor(log10(2^q)), or of 3/4 of it */
    it.shift = q + ((-it.k * 1741647) >> 19) + 1;             /* q + floor(log2(10^-k)) + 1 */
    return it;
}

/* The shortest of the decimals in lower..upper, which are scaled, 4 to a unit. */
static decimal choose(const interval *it, uint64_t lower, uint64_t value, uint64_t upper)
{
    lower += it->open;
    upper -= it->open;
    uint64_t whole = value / 4;
    if (whole >= 10) {
        uint64_t shorter = whole / 10;
        bool below = lower <= 40 * shorter, above = 40 * shorter + 40 <= upper;
        if (below != above) return (decimal){ shorter + above, it->k + 1 };
    }
    bool below = lower <= 4 * whole, above = 4 * whole + 4 <= upper;
    if (below != above) return (decimal){ whole + above, it->k };
    uint64_t middle = 4 * whole + 2;
    bool up = value > middle || (value == middle && (whole & 1) != 0);
    return (decimal){ whole + up, it->k };
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}
#else
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low_product = a0 * b0, middle = a1 * b0 + (low_product >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    *low = other << 32 | (uint32_t)low_product;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

/* power * number / 2^128, with a sticky bit for what was cut off. */
static uint64_t scale_double(const pdk_power *power, uint64_t number)
{
    uint64_t unused, middle;
    uint64_t carry = multiply(power->low, number, &unused);
    uint64_t high = multiply(power->high, number, &middle);
    middle += carry;
    high += middle < carry;
    return high | (middle > 1);
}

static uint64_t scale_float(uint64_t power, uint64_t number)
{
    uint64_t high = (power >> 32) * number + ((uint64_t)(uint32_t)power * number >> 32);
    return high >> 32 | ((uint32_t)high > 1);
}

static decimal shortest_double(uint64_t fraction, int exponent)
{
    uint64_t c = exponent != 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int q = (exponent != 0 ? exponent : 1) - 1075;
    if (exponent != 0 && q <= 0 && q > -53 && (c & ((UINT64_C(1) << -q) - 1)) == 0) return (decimal){ c >> -q, 0 };
    interval it = interval_of(c, q, fraction == 0 && exponent > 1);
    const pdk_power *power = &pdk_powers[-it.k - PDK_POWER_FIRST];
    return choose(&it, scale_double(power, it.lower << it.shift), scale_double(power, it.value << it.shift),
                  scale_double(power, it.upper << it.shift));
}

static decimal shortest_float(uint32_t fraction, int exponent)
{
    uint32_t c = exponent != 0 ? fraction | UINT32_C(1) << 23 : fraction;
    int q = (exponent != 0 ? exponent : 1) - 150;
    if (exponent != 0 && q <= 0 && q > -24 && (c & ((UINT32_C(1) << -q) - 1)) == 0) return (decimal){ c >> -q, 0 };
    interval it = interval_of(c, q, fraction == 0 && exponent > 1);
    const pdk_power *full = &pdk_powers[-it.k - PDK_POWER_FIRST];
    uint64_t power = full->high + (full->low != 0);
    return choose(&it, scale_float(power, it.lower << it.shift), scale_float(power, it.value << it.shift),
                  scale_float(power, it.upper << it.shift));
}

/* ------------------------------------------------------------------------------------------------- digits */

static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                            "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

static void put_pair(char *to, unsigned value) { memcpy(to, pairs + (size_t)value * 2, 2); }

static void put_eight(char *to, uint32_t value)
{
    uint32_t high = value / 10000, low = value % 10000;
    put_pair(to, high / 100);
    put_pair(to + 2, high % 100);
    put_pair(to + 4, low / 100);
    put_pair(to + 6, low % 100);
}

/* Digits of a number below 10^8. */
static size_t count_digits(uint32_t value)
{
    static const uint32_t powers[] = { 0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
    unsigned guess = (unsigned)(32 - __builtin_clz(value | 1)) * 1233 >> 12; /* bits * log10(2) */
    return guess + (value >= powers[guess]);
}

/* Up to eight digits without leading zeros; writes eight bytes all the same, which is faster than counting them off. */
static char *put_small(char *to, uint32_t value)
{
    char digits[16] = { 0 };
    size_t count = count_digits(value);
    put_eight(digits, value);
    memcpy(to, digits + 8 - count, 8);
    return to + count;
}

char *pdk_put_natural(char *to, uint64_t value)
{
    if (value < 100000000) {
        if (value < 10) {
            *to = (char)('0' + value);
            return to + 1;
        }
        return put_small(to, (uint32_t)value);
    }
    to = pdk_put_natural(to, value / 100000000);
    put_eight(to, (uint32_t)(value % 100000000));
    return to + 8;
}

char *pdk_put_integer(char *to, int64_t value)
{
    if (value >= 0) return pdk_put_natural(to, (uint64_t)value);
    *to = '-';
    return pdk_put_natural(to + 1, UINT64_C(0) - (uint64_t)value);
}

enum { MOST_WHOLE_DIGITS = 21, MOST_LEADING_ZEROS = 5 }; /* the limits JavaScript prints plainly within */

/* Behind the first digit: e-7, e300. */
static char *put_exponent(char *to, int exponent)
{
    *to++ = 'e';
    return pdk_put_integer(to, exponent);
}

/* Plain between 1e-6 and 1e21, else with an exponent. */
static char *put_decimal(char *to, decimal number)
{
    char digits[24];
    int count = (int)(pdk_put_natural(digits, number.digits) - digits);
    int point = count + number.exponent; /* digits before the point */
    while (count > 1 && digits[count - 1] == '0') count--;
    size_t length = (size_t)count;
    if (point > MOST_WHOLE_DIGITS || point <= -MOST_LEADING_ZEROS) {
        *to++ = digits[0];
        if (count > 1) {
            *to++ = '.';
            memcpy(to, digits + 1, length - 1);
            to += count - 1;
        }
        return put_exponent(to, point - 1);
    }
    if (point >= count) {
        memcpy(to, digits, length);
        memset(to + count, '0', (size_t)(point - count));
        return to + point;
    }
    if (point <= 0) {
        memcpy(to, "0.00000", 7);
        memcpy(to + 2 - point, digits, length);
        return to + 2 - point + count;
    }
    memcpy(to, digits, (size_t)point);
    to[point] = '.';
    memcpy(to + point + 1, digits + point, length - (size_t)point);
    return to + count + 1;
}

static char *put_special(char *to, bool is_nan)
{
    memcpy(to, is_nan ? "NaN" : "Inf", 3);
    return to + 3;
}

char *pdk_put_double(char *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7FF);
    bool is_nan = exponent == 0x7FF && fraction != 0;
    if (bits >> 63 != 0 && !is_nan) *to++ = '-';
    if (exponent == 0x7FF) return put_special(to, is_nan);
    if (exponent == 0 && fraction == 0) return pdk_put_natural(to, 0);
    return put_decimal(to, shortest_double(fraction, exponent));
}

char *pdk_put_float(char *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    int exponent = (int)(bits >> 23 & 0xFF);
    bool is_nan = exponent == 0xFF && fraction != 0;
    if (bits >> 31 != 0 && !is_nan) *to++ = '-';
    if (exponent == 0xFF) return put_special(to, is_nan);
    if (exponent == 0 && fraction == 0) return pdk_put_natural(to, 0);
    return put_decimal(to, shortest_float(fraction, exponent));
}

size_t pdk_format_number(char text[PDK_NUMBER_ROOM], double value, pdk_type type)
{
    char *end = type == PDK_FLOAT32 ? pdk_put_float(text, (float)value) : pdk_put_double(text, value);
    *end = '\0';
    return (size_t)(end - text);
}
