/* Fixed decimals, by whole numbers: printf asks the locale for its point. */
#include "base/fixed_number.h"

#include <math.h>

static const double powers[PDK_MOST_DECIMALS + 1] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };

static char *put_digits(char *to, uint64_t number, int least)
{
    char reversed[24];
    int count = 0;
    for (; number > 0 || count < least; number /= 10) reversed[count++] = (char)('0' + number % 10);
    while (count > 0) *to++ = reversed[--count];
    return to;
}

char *pdk_put_padded(char *to, double value, int digits, int decimals)
{
    double scaled = round(fabs(value) * powers[decimals]);
    if (!isfinite(value)) return to;
    if (!(scaled < 9e15)) return pdk_put_double(to, value);
    uint64_t whole = (uint64_t)scaled, unit = (uint64_t)powers[decimals];
    if (value < 0 && whole > 0) *to++ = '-';
    to = put_digits(to, whole / unit, digits);
    if (decimals == 0) return to;
    *to++ = '.';
    return put_digits(to, whole % unit, decimals);
}

char *pdk_put_fixed(char *to, double value, int decimals)
{
    return pdk_put_padded(to, value, 1, decimals);
}

const char *pdk_decimal_text(char *to, double value, int decimals)
{
    *pdk_put_fixed(to, value, decimals) = '\0';
    return to;
}
