/* Numbers from whole numbers: no locale, no rounding of printf. */
#include "plot/plot_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char minus[] = "\xE2\x88\x92";

void pdk_fixed_text(char text[PDK_LABEL_SIZE], int64_t value, int decimals)
{
    uint64_t power = 1, size = value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value;
    if (decimals < 0) decimals = 0;
    if (decimals > 12) decimals = 12;
    for (int i = 0; i < decimals; i++) power *= 10;
    const char *sign = value < 0 ? minus : "";
    unsigned long long whole = size / power, part = size % power;
    if (decimals == 0) snprintf(text, PDK_LABEL_SIZE, "%s%llu", sign, whole);
    else snprintf(text, PDK_LABEL_SIZE, "%s%llu.%0*llu", sign, whole, decimals, part);
}

void pdk_number_text(char text[PDK_LABEL_SIZE], double value, int decimals)
{
    text[0] = '\0';
    if (isnan(value)) return;
    double scaled = round(value * pow(10, decimals));
    if (fabs(scaled) < 1e15) {
        pdk_fixed_text(text, (int64_t)scaled, decimals);
        return;
    }
    char exact[PDK_NUMBER_SPACE];
    double power = floor(log10(fabs(value)));
    *pdk_put_double(exact, isfinite(value) ? round(value / pow(10, power) * 100) / 100 : value) = '\0';
    if (isfinite(value)) snprintf(text, PDK_LABEL_SIZE, "%.12se%+.0f", exact, power);
    else snprintf(text, PDK_LABEL_SIZE, "%.12s", exact);
}

void pdk_signed_text(char text[PDK_LABEL_SIZE], double value, int decimals)
{
    char plain[PDK_LABEL_SIZE];
    pdk_number_text(plain, value, decimals);
    bool zero = strspn(plain, "0.") == strlen(plain);
    bool negative = strncmp(plain, minus, sizeof minus - 1) == 0;
    snprintf(text, PDK_LABEL_SIZE, "%s%.38s", zero || negative || plain[0] == '\0' ? "" : "+", plain);
}

void pdk_clock_text(char text[PDK_LABEL_SIZE], double seconds, int decimals)
{
    char plain[PDK_TIME_SIZE];
    pdk_format_time(plain, seconds, decimals);
    bool negative = plain[0] == '-';
    snprintf(text, PDK_LABEL_SIZE, "%s%s", negative ? minus : "", plain + negative);
}
