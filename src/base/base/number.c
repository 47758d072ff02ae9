/*
 * Numbers as text, exactly and fast.
 *
 * A binary float stands for every real number that is nearer to it than to its neighbours. Among the decimals in that
 * interval we want the one with the fewest digits, and of several the nearest. The way there is Raffaello Giulietti's
 * "Schubfach": scale the interval by a power of ten so that it is between one and ten wide; then only two candidates
 * with a digit less and two with this many need looking at. 128 bits of the power (64 for floats) are proven to be
 * enough, when the bits lost are remembered as one sticky bit.
 */
#include "base/number.h"

#include <math.h>
#include <string.h>

#include "base/load.h"
#include "base/powers_of_ten.h"

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* A number c * 2^q with 4 times the interval it stands for, in units of 2^(q-2). */
typedef struct interval {
    uint64_t lower, value, upper;
    int k;     /* floor(log10(width)) */
    int shift; /* what brings the product with the power of ten to its place */
    bool open; /* ends excluded: ties go to even numbers, this one is odd */
} interval;

static inline interval interval_of(uint64_t c, int q, bool power_of_two)
{
    interval it = { .lower = 4 * c - 2 + power_of_two, .value = 4 * c, .upper = 4 * c + 2, .open = (c & 1) != 0 };
    it.k = (q * 1262611 - (power_of_two ? 524031 : 0)) >> 22; /* floor(log10(2^q)), or of 3/4 of it */
    it.shift = q + ((-it.k * 1741647) >> 19) + 1;             /* q + floor(log2(10^-k)) + 1 */
    return it;
}

/* The shortest of the decimals in lower..upper, which are scaled, 4 to a unit. Written without branches, whose outcomes
 * nobody could predict; a decimal with a digit less comes with a zero after it. */
static inline decimal choose(const interval *it, uint64_t lower, uint64_t value, uint64_t upper)
{
    lower += it->open;
    upper -= it->open;
    uint64_t whole = value / 4, tens = whole / 10 * 10;
    bool tens_below = lower <= 4 * tens, tens_above = 4 * tens + 40 <= upper;
    bool below = lower <= 4 * whole, above = 4 * whole + 4 <= upper;
    uint64_t middle = 4 * whole + 2;
    bool nearer_above = (value > middle) | ((value == middle) & ((whole & 1) != 0));
    bool only_one = below != above;
    uint64_t near = whole + ((only_one & above) | (!only_one & nearer_above));
    uint64_t shorter = tens + (tens_above ? 10 : 0);
    bool is_shorter = (tens_below != tens_above) & (whole >= 10);
    uint64_t mask = UINT64_C(0) - is_shorter;
    return (decimal){ (shorter & mask) | (near & ~mask), it->k };
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
static uint64_t scale_double(const pdk_power_of_ten *power, uint64_t number)
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
    const pdk_power_of_ten *power = &pdk_powers_of_ten[-it.k - PDK_POWER_FIRST];
    return choose(&it, scale_double(power, it.lower << it.shift), scale_double(power, it.value << it.shift),
                  scale_double(power, it.upper << it.shift));
}

static decimal shortest_float(uint32_t fraction, int exponent)
{
    uint32_t c = exponent != 0 ? fraction | UINT32_C(1) << 23 : fraction;
    int q = (exponent != 0 ? exponent : 1) - 150;
    if (exponent != 0 && q <= 0 && q > -24 && (c & ((UINT32_C(1) << -q) - 1)) == 0) return (decimal){ c >> -q, 0 };
    interval it = interval_of(c, q, fraction == 0 && exponent > 1);
    const pdk_power_of_ten *full = &pdk_powers_of_ten[-it.k - PDK_POWER_FIRST];
    uint64_t power = full->high + (full->low != 0);
    return choose(&it, scale_float(power, it.lower << it.shift), scale_float(power, it.value << it.shift),
                  scale_float(power, it.upper << it.shift));
}

/* ------------------------------------------------------------------------------------------------- digits */

/* The eight decimal digits of a number below 10^8, one in a byte, the first in the lowest: halves, quarters and single
 * digits are split off side by side in one word. */
static uint64_t eight_digits(uint32_t value)
{
    uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007F0000007F);
    uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000F000F000F000F);
    return tens | (twos - tens * 10) << 8;
}

static const uint64_t zeros = UINT64_C(0x3030303030303030);

static char *put_eight(char *to, uint32_t value)
{
    pdk_store_u64(to, eight_digits(value) | zeros);
    return to + 8;
}

/* Without leading zeros; writes eight bytes all the same, which is faster than counting them off. */
static char *put_small(char *to, uint32_t value)
{
    uint64_t digits = eight_digits(value);
    int skip = __builtin_ctzll(digits | UINT64_C(1) << 56) / 8;
    pdk_store_u64(to, (digits | zeros) >> skip * 8);
    return to + (8 - skip);
}

enum { EIGHT_DIGITS = 100000000 };

char *pdk_put_natural(char *to, uint64_t value)
{
    if (value < EIGHT_DIGITS) return put_small(to, (uint32_t)value);
    uint64_t high = value / EIGHT_DIGITS;
    to = high < EIGHT_DIGITS
             ? put_small(to, (uint32_t)high)
             : put_eight(put_small(to, (uint32_t)(high / EIGHT_DIGITS)), (uint32_t)(high % EIGHT_DIGITS));
    return put_eight(to, (uint32_t)(value % EIGHT_DIGITS));
}

char *pdk_put_integer(char *to, int64_t value)
{
    if (value >= 0) return pdk_put_natural(to, (uint64_t)value);
    *to = '-';
    return pdk_put_natural(to + 1, UINT64_C(0) - (uint64_t)value);
}

/* ------------------------------------------------------------------------------------------------ decimals */

enum {
    MAX_WHOLE_DIGITS = 21, /* the limits JavaScript prints plainly within */
    MAX_LEADING_ZEROS = 5
};

/* Seventeen digits in words, zeros after the significant ones: they stay in registers until they are where they
 * belong. */
typedef struct long_digits {
    uint64_t first, second; /* as text, eight each */
    char last;
    int significant;
    int point; /* digits before the point */
} long_digits;

static const uint64_t powers_of_ten[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
};

/* Compilers turn `?:` into jumps where they think it pays; here the outcome is a coin's, and a wrong guess costs more
 * than everything else. */
static int choose_int(bool condition, int yes, int no)
{
    int mask = -(int)condition;
    return (yes & mask) | (no & ~mask);
}

/* `number` is between 1 and 10^17 - 1. */
static long_digits spread(decimal number)
{
    int guess = (64 - __builtin_clzll(number.digits)) * 1233 >> 12; /* bits * log10(2) */
    int count = guess + (number.digits >= powers_of_ten[guess]);
    uint64_t seventeen = number.digits * powers_of_ten[17 - count], sixteen = seventeen / 10;
    uint64_t first = eight_digits((uint32_t)(sixteen / EIGHT_DIGITS)),
             second = eight_digits((uint32_t)(sixteen % EIGHT_DIGITS));
    uint64_t last = seventeen - sixteen * 10;
    int in_first = 8 - __builtin_clzll(first) / 8, in_second = 16 - __builtin_clzll(second | 1) / 8;
    int significant = choose_int(last != 0, 17, choose_int(second != 0, in_second, in_first));
    return (long_digits){ .first = first | zeros,
                          .second = second | zeros,
                          .last = (char)('0' + last),
                          .significant = significant,
                          .point = count + number.exponent };
}

/* The digits from `skip` (below 16) on, with what is after them. */
static void put_digits(char *to, const long_digits *digits, int skip)
{
    int shift = skip % 8 * 8;
    if (skip < 8) {
        pdk_store_u64(to, digits->first >> shift | digits->second << 1 << (63 - shift));
        pdk_store_u64(to + 8, digits->second >> shift);
    } else {
        pdk_store_u64(to, digits->second >> shift);
    }
    to[16 - skip] = digits->last;
}

/* 1e-7, 1.25e300 */
static char *put_with_exponent(char *to, const long_digits *digits)
{
    put_digits(to, digits, 0);
    put_digits(to + 2, digits, 1);
    to[1] = '.';
    to += digits->significant > 1 ? digits->significant + 1 : 1;
    *to++ = 'e';
    return pdk_put_integer(to, digits->point - 1);
}

/* Plain between 1e-6 and 1e21, else with an exponent. */
static char *put_decimal(char *to, decimal number)
{
    long_digits digits = spread(number);
    int point = digits.point;
    if (point > MAX_WHOLE_DIGITS || point <= -MAX_LEADING_ZEROS) return put_with_exponent(to, &digits);
    if (point <= 0) {
        memcpy(to, "0.00000", 7);
        put_digits(to + 2 - point, &digits, 0);
        return to + 2 - point + digits.significant;
    }
    put_digits(to, &digits, 0);
    if (point >= digits.significant) {
        pdk_store_u64(to + 17, zeros);
        return to + point;
    }
    if (point < 16) put_digits(to + point + 1, &digits, point);
    else to[17] = digits.last;
    to[point] = '.';
    return to + digits.significant + 1;
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

size_t pdk_format_number(char text[PDK_NUMBER_SIZE], double value, pdk_type type)
{
    char buffer[PDK_NUMBER_SPACE];
    char *end = type == PDK_FLOAT32 ? pdk_put_float(buffer, (float)value) : pdk_put_double(buffer, value);
    size_t length = (size_t)(end - buffer);
    memcpy(text, buffer, PDK_NUMBER_SIZE);
    text[length] = '\0';
    return length;
}

/* Rounds to 0, 1, 2 ... decimals, as long as they are fewer than the double has. */
static bool round_next(double value, int *decimals, double *power, double *rounded)
{
    *power = *decimals == 0 ? 1 : *power * 10;
    if (*decimals > 17 || !(fabs(value) * *power < 0x1p53)) return false;
    *rounded = round(value * *power) / *power;
    ++*decimals;
    return true;
}

double pdk_round_within(double value, double tolerance)
{
    double power = 1, rounded;
    for (int decimals = 0; round_next(value, &decimals, &power, &rounded);) {
        if (fabs(rounded - value) <= tolerance) return rounded;
    }
    return value;
}

double pdk_round_parts(double number, double parts)
{
    return round(number * parts) / parts;
}

double pdk_round_computed(double number)
{
    if (!(fabs(number) < 0x1p53 / 1e6)) return number;
    return pdk_round_parts(number, 1e6) + 0.0; /* not -0 */
}

double pdk_sum_of_float(float value, double origin)
{
    double sum = (double)value + origin, power = 1, rounded;
    for (int decimals = 0; round_next(sum, &decimals, &power, &rounded);) {
        if ((float)(rounded - origin) == value) return rounded;
    }
    return sum;
}
