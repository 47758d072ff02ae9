/*
 * Decimal text into doubles.
 *
 * Up to 2^53 and 22 powers of ten, one multiplication or division of exact numbers rounds once, and so rightly. Beyond,
 * the digits (up to 19 of them) are multiplied by the power of ten to 128 bits, once rounded down and once up; where
 * both ends of that interval are the same double it is the answer, which is nearly always. What remains goes to strtod.
 */
#include "base/read_number.h"

#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/powers_of_ten.h"
#include "base/nocase.h"

static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static inline bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* What is written: digits * 10^exponent, with more digits after when `cut`. */
typedef struct written {
    uint64_t digits;
    int64_t exponent;
    bool cut;
} written;

enum { MAX_DIGITS = 19 }; /* that always fit 64 bits */

/* The digits before and after the point, any number of them; NULL when there is none. */
static const char *read_many_digits(const char *at, const char *end, written *number)
{
    int significant = 0;
    bool any = false, behind = false;
    for (; at < end; at++) {
        if (*at == '.' && !behind) {
            behind = true;
            continue;
        }
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9) break;
        any = true;
        if (significant < MAX_DIGITS) {
            number->digits = number->digits * 10 + digit;
            significant += number->digits != 0;
            number->exponent -= behind;
        } else {
            number->cut = number->cut || digit != 0;
            number->exponent += !behind;
        }
    }
    return any ? at : NULL;
}

/* Behind a run of digits. Beyond MAX_DIGITS of them *value is of no use. */
static inline const char *read_run(const char *at, const char *end, uint64_t *value)
{
    uint64_t sum = *value;
    for (; at < end; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9) break;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return at;
}

/* The same as read_many_digits, faster where there are no more digits than fit. */
static inline const char *read_digits(const char *at, const char *end, written *number)
{
    uint64_t digits = 0;
    const char *point = read_run(at, end, &digits), *behind = point;
    if (point < end && *point == '.') behind = read_run(point + 1, end, &digits);
    ptrdiff_t fraction = behind > point ? behind - point - 1 : 0, all = point - at + fraction;
    if (all == 0) return NULL;
    if (all > MAX_DIGITS) return read_many_digits(at, end, number);
    number->digits = digits;
    number->exponent = -fraction;
    return behind;
}

static const char *read_exponent(const char *at, const char *end, int64_t *exponent)
{
    if (at == end || (*at != 'e' && *at != 'E' && *at != 'd' && *at != 'D')) return at;
    const char *digit = at + 1;
    bool negative = false;
    if (digit < end && (*digit == '+' || *digit == '-')) negative = *digit++ == '-';
    if (digit == end || !is_digit(*digit)) return at; /* the number ends before the letter */
    int64_t value = 0;
    for (; digit < end && is_digit(*digit); digit++) {
        if (value < 1000000) value = value * 10 + (*digit - '0');
    }
    *exponent += negative ? -value : value;
    return digit;
}

/* The double nearest to m * 2^e, where m has its top bit set; sticky = a little more than m. Halves go to even. Numbers
 * whose doubles are not normal are left to strtod. */
static bool round_up(uint64_t m, int e, bool sticky, double *value)
{
    uint64_t kept = m >> 11, rest = m & 0x7FF;
    if (rest > 0x400 || (rest == 0x400 && (sticky || (kept & 1) != 0))) kept++;
    if (e < -1022 - 63 || e > 1023 - 64) return false;
    *value = ldexp((double)kept, e + 11);
    return true;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* digits * power, as 192 bits: the upper 64 with the top bit set, whether anything is below, and the exponent. */
static bool scaled(uint64_t digits, pdk_power_of_ten power, int power_exponent, double *value)
{
    int shift = __builtin_clzll(digits);
    digits <<= shift;
    wide high = (wide)digits * power.high, low = (wide)digits * power.low;
    high += (uint64_t)(low >> 64);
    uint64_t top = (uint64_t)(high >> 64);
    bool sticky = (uint64_t)high != 0 || (uint64_t)low != 0;
    int exponent = power_exponent - shift + 128;
    if (top >> 63 == 0) {
        top = top << 1 | (uint64_t)high >> 63;
        sticky = ((uint64_t)high << 1) != 0 || (uint64_t)low != 0;
        exponent--;
    }
    return round_up(top, exponent, sticky, value);
}

static bool read_wide(const written *number, double *value)
{
    if (number->exponent < PDK_POWER_FIRST || number->exponent > PDK_POWER_LAST || number->digits == UINT64_MAX)
        return false;
    pdk_power_of_ten above = pdk_powers_of_ten[number->exponent - PDK_POWER_FIRST], below = above;
    bool exact = number->exponent >= 0 && number->exponent <= 55; /* 5^55 has 128 bits: what the table rounds is none */
    if (!exact) below.high -= below.low-- == 0;
    /* floor(log2(10^k)) - 127 */
    int exponent = (int)((number->exponent * 1741647) >> 19) - 127;
    double minimum, maximum;
    bool done = scaled(number->digits, below, exponent, &minimum) &&
                scaled(number->digits + number->cut, above, exponent, &maximum);
    *value = minimum;
    return done && minimum == maximum;
}
#else
static bool read_wide(const written *number, double *value)
{
    (void)number;
    (void)value;
    return false;
}
#endif

/* The C library's, over a copy that ends and has the decimal point it needs. A text of thousands of digits is cut where
 * the value can no longer change by more than the smallest step towards the cut digits: one digit 1 in their place
 * keeps it on its side. */
static double read_slowly(const char *from, const char *end)
{
    enum { BUFFER_SIZE = 1100 }; /* 767 digits decide any double */
    char copy[BUFFER_SIZE + 64];
    size_t length = 0, digits = 0;
    int64_t left_out = 0;
    bool point = false, significant = false, more = false;
    const char *at = from;
    if (*at == '+' || *at == '-') copy[length++] = *at++;
    for (; at < end && (is_digit(*at) || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        left_out -= point;
        significant = significant || *at != '0';
        if (!significant) continue;
        if (digits < 800) {
            copy[length++] = *at;
            digits++;
        } else {
            more = more || *at != '0';
            left_out++;
        }
    }
    if (digits == 0) copy[length++] = '0';
    if (more) {
        copy[length++] = '1';
        left_out--;
    }
    read_exponent(at, end, &left_out);
    if (left_out > 100000) left_out = 100000;
    if (left_out < -100000) left_out = -100000;
    copy[length++] = 'e';
    if (left_out < 0) copy[length++] = '-';
    char reversed[8];
    int count = 0;
    for (int64_t rest = left_out < 0 ? -left_out : left_out; rest > 0 || count == 0; rest /= 10)
        reversed[count++] = (char)('0' + rest % 10);
    while (count > 0) copy[length++] = reversed[--count];
    copy[length] = '\0';
    return strtod(copy, NULL); /* without a point in it the locale has no say */
}

static bool read_word(const char **at, const char *end, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = { { "infinity", INFINITY }, { "inf", INFINITY }, { "nan", NAN } };
    bool negative = false;
    const char *from = *at;
    if (from < end && (*from == '+' || *from == '-')) negative = *from++ == '-';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(end - from) < length || pdk_compare_nocase_n(from, words[i].word, length) != 0) continue;
        *value = negative ? -words[i].value : words[i].value;
        *at = from + length;
        return true;
    }
    return false;
}

bool pdk_read_double(const char **at, const char *end, double *value)
{
    const char *from = *at;
    bool negative = false;
    if (from < end && (*from == '+' || *from == '-')) negative = *from++ == '-';
    written number = { 0 };
    const char *behind = read_digits(from, end, &number);
    if (behind == NULL) return read_word(at, end, value);
    behind = read_exponent(behind, end, &number.exponent);
    double result;
    if (number.digits == 0) {
        result = 0;
    } else if (!number.cut && number.digits <= UINT64_C(1) << 53 && number.exponent >= -22 && number.exponent <= 22) {
        double whole = (double)number.digits;
        result = number.exponent < 0 ? whole / tens[-number.exponent] : whole * tens[number.exponent];
    } else if (!read_wide(&number, &result)) {
        result = read_slowly(from, behind);
    }
    *value = negative ? -result : result;
    *at = behind;
    return true;
}

enum { MAX_SAFE = 18 }; /* digits that never exceed 63 bits */

bool pdk_read_integer(const char **at, const char *end, int64_t *value)
{
    const char *from = *at;
    bool negative = false;
    if (from < end && (*from == '+' || *from == '-')) negative = *from++ == '-';
    if (from == end || !is_digit(*from)) return false;
    uint64_t number = 0;
    const char *safe = end - from > MAX_SAFE ? from + MAX_SAFE : end;
    for (; from < safe && is_digit(*from); from++) number = number * 10 + (unsigned)(*from - '0');
    for (; from < end && is_digit(*from); from++) {
        unsigned digit = (unsigned)(*from - '0');
        if (number > ((uint64_t)INT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    *value = negative ? -(int64_t)number : (int64_t)number;
    *at = from;
    return true;
}
