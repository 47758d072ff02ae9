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

void pdk_clock_text(char text[PDK_LABEL_SIZE], int64_t milliseconds, int decimals)
{
    static const int64_t steps[] = { 1000, 100, 10, 1 };
    if (decimals < 0 || decimals > 3) decimals = 3;
    int64_t step = steps[decimals], size = milliseconds < 0 ? -milliseconds : milliseconds;
    size = (size + step / 2) / step * step;
    const char *sign = milliseconds < 0 && size > 0 ? minus : "";
    long long hours = (long long)(size / 3600000), minutes = (long long)(size / 60000 % 60),
              seconds = (long long)(size / 1000 % 60), part = (long long)(size % 1000 / step);
    char tail[16] = "";
    if (decimals > 0) snprintf(tail, sizeof tail, ".%0*lld", decimals, part);
    if (hours > 0) snprintf(text, PDK_LABEL_SIZE, "%s%lld:%02lld:%02lld%s", sign, hours, minutes, seconds, tail);
    else snprintf(text, PDK_LABEL_SIZE, "%s%lld:%02lld%s", sign, minutes, seconds, tail);
}

void pdk_lap_time_text(char text[PDK_LABEL_SIZE], double seconds)
{
    text[0] = '\0';
    if (fabs(seconds) < 1e12) pdk_clock_text(text, (int64_t)llround(seconds * 1000), 3);
}
