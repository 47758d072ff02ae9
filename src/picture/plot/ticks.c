/* Ticks are whole multiples of their step: no sums that drift, and labels without rounding. */
#include "plot/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

static const double largest = 1e300;

static double limited(double value)
{
    return fmax(-largest, fmin(largest, value));
}

void pdk_range_widen(double *low, double *high)
{
    if (!(*low <= *high)) {
        *low = 0;
        *high = 1;
    }
    *low = limited(*low);
    *high = limited(*high);
    double size = fmax(fabs(*low), fabs(*high)), least = size * 1e-9;
    if (*high - *low > least && *high - *low > 1e-300) return;
    double middle = *low / 2 + *high / 2, room = size > 1e-290 ? size * 0.05 : 1;
    *low = limited(middle - room);
    *high = limited(middle + room);
}

/* Multiples first .. of `mantissa` * 10^exponent. */
static void fill(pdk_ticks *ticks, double low, double high, int mantissa, int exponent)
{
    double power = pow(10, abs(exponent)), step = exponent < 0 ? mantissa / power : mantissa * power;
    double first = ceil(low / step - 1e-9), last = floor(high / step + 1e-9);
    ticks->step = step;
    ticks->count = 0;
    for (double at = first; at <= last && ticks->count < PDK_MOST_TICKS; at++) {
        double numerator = at * mantissa;
        char *label = ticks->labels[ticks->count];
        ticks->values[ticks->count] = exponent < 0 ? numerator / power : numerator * power;
        if (exponent <= 0 && exponent >= -9 && fabs(numerator) < 1e15)
            pdk_fixed_text(label, (int64_t)numerator, -exponent);
        else if (exponent > 0 && exponent < 7 && fabs(numerator * power) < 1e15)
            pdk_fixed_text(label, (int64_t)(numerator * power), 0);
        else if (numerator == 0) strcpy(label, "0");
        else {
            char digits[PDK_LABEL_SIZE];
            pdk_number_text(digits, numerator, 0);
            snprintf(label, PDK_LABEL_SIZE, "%.24se%d", digits, exponent);
        }
        ticks->count++;
    }
}

void pdk_ticks_make(pdk_ticks *ticks, double low, double high, int wanted)
{
    if (wanted < 1) wanted = 1;
    double rough = (high - low) / wanted;
    if (!(rough > 0) || !isfinite(rough)) {
        ticks->count = 0;
        ticks->step = 0;
        return;
    }
    int exponent = (int)floor(log10(rough)), mantissa = 1;
    double rest = rough / pow(10, exponent);
    if (rest >= 7.0710678) exponent++;
    else if (rest >= 3.1622777) mantissa = 5;
    else if (rest >= 1.4142136) mantissa = 2;
    while (floor(high / (mantissa * pow(10, exponent))) - ceil(low / (mantissa * pow(10, exponent))) >=
           PDK_MOST_TICKS) {
        mantissa = mantissa == 1 ? 2 : mantissa == 2 ? 5 : 1;
        exponent += mantissa == 1;
    }
    fill(ticks, low, high, mantissa, exponent);
}

void pdk_ticks_whole(pdk_ticks *ticks, double low, double high, int wanted)
{
    if (high - low < wanted && high - low < PDK_MOST_TICKS) fill(ticks, low, high, 1, 0);
    else pdk_ticks_make(ticks, low, high, wanted);
}

void pdk_ticks_clock(pdk_ticks *ticks, double low, double high, int wanted)
{
    static const int64_t steps[] = {
        1,      2,      5,       10,      20,      50,       100,      200,      500,
        1000,   2000,   5000,    10000,   15000,   30000,    60000,    120000,   300000,
        600000, 900000, 1800000, 3600000, 7200000, 10800000, 21600000, 43200000, 86400000
    };
    enum { STEPS = sizeof steps / sizeof steps[0] };
    ticks->count = 0;
    ticks->step = 0;
    if (!(high > low) || fabs(low) > 1e9 || fabs(high) > 1e9) {
        pdk_ticks_make(ticks, low, high, wanted);
        return;
    }
    double rough = (high - low) * 1000 / (wanted > 0 ? wanted : 1);
    size_t chosen = 0;
    while (chosen + 1 < STEPS && (double)steps[chosen] * (double)steps[chosen + 1] < rough * rough) chosen++;
    int64_t step = steps[chosen];
    while ((high - low) * 1000 / (double)step >= PDK_MOST_TICKS - 1) step *= 2;
    ticks->step = (double)step / 1000;
    int64_t first = pdk_whole(ceil(low * 1000 / (double)step - 1e-9)),
            last = pdk_whole(floor(high * 1000 / (double)step + 1e-9));
    int decimals = step % 1000 == 0 ? 0 : step % 100 == 0 ? 1 : step % 10 == 0 ? 2 : 3;
    for (int64_t at = first; at <= last && ticks->count < PDK_MOST_TICKS; at++) {
        ticks->values[ticks->count] = (double)(at * step) / 1000;
        pdk_clock_text(ticks->labels[ticks->count], ticks->values[ticks->count], decimals);
        ticks->count++;
    }
}

void pdk_ticks_add_unit(pdk_ticks *ticks, const char *unit)
{
    for (size_t i = 0; i < ticks->count; i++) {
        size_t used = strlen(ticks->labels[i]);
        if (used + strlen(unit) + 1 < PDK_LABEL_SIZE)
            snprintf(ticks->labels[i] + used, PDK_LABEL_SIZE - used, " %s", unit);
    }
}
