/* Times and measures as people write them. The same rules are in web/src/base/format.ts. */
#include <math.h>
#include <stdio.h>

#include "base/number.h"

/* A number cut up for writing. */
typedef struct parts {
    const char *sign;
    unsigned long long whole;
    char tail[8]; /* ".250"; empty without decimals */
} parts;

/* `plus` is the sign of what is not negative. False for what is no number, or beyond 1e12. */
static bool split(double value, int decimals, const char *plus, parts *made)
{
    static const double scales[] = { 1, 10, 100, 1000 };
    if (decimals < 0 || decimals > 3) decimals = 3;
    if (!isfinite(value) || fabs(value) > 1e12) return false;
    unsigned long long scale = (unsigned long long)scales[decimals],
                       units = (unsigned long long)llround(fabs(value) * scales[decimals]);
    *made = (parts){ .sign = value < 0 && units > 0 ? "-" : plus, .whole = units / scale };
    if (decimals > 0) snprintf(made->tail, sizeof made->tail, ".%0*u", decimals, (unsigned)(units % scale));
    return true;
}

/* Below a minute there are seconds alone unless minutes are wanted always. */
static size_t put_time(char text[PDK_TIME_SIZE], const char *plus, double seconds, int decimals, bool minutes_always)
{
    parts made;
    text[0] = '\0';
    if (!split(seconds, decimals, plus, &made)) return 0;
    unsigned long long whole = made.whole;
    unsigned minutes = (unsigned)(whole / 60 % 60), rest = (unsigned)(whole % 60);
    int length;
    if (whole >= 3600)
        length = snprintf(text, PDK_TIME_SIZE, "%s%llu:%02u:%02u%s", made.sign, whole / 3600, minutes, rest, made.tail);
    else if (minutes_always || whole >= 60)
        length = snprintf(text, PDK_TIME_SIZE, "%s%u:%02u%s", made.sign, minutes, rest, made.tail);
    else length = snprintf(text, PDK_TIME_SIZE, "%s%u%s", made.sign, rest, made.tail);
    return (size_t)length;
}

size_t pdk_format_time(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put_time(text, "", seconds, decimals, true);
}

size_t pdk_format_duration(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put_time(text, "", seconds, decimals, false);
}

size_t pdk_format_gap(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put_time(text, "+", seconds, decimals, false);
}

/* `unit` with the space before it. */
static size_t put_measure(char text[PDK_TIME_SIZE], double value, int decimals, const char *unit)
{
    parts made;
    text[0] = '\0';
    if (!split(value, decimals, "", &made)) return 0;
    return (size_t)snprintf(text, PDK_TIME_SIZE, "%s%llu%s%s", made.sign, made.whole, made.tail, unit);
}

size_t pdk_format_fixed(char text[PDK_TIME_SIZE], double value, int decimals)
{
    return put_measure(text, value, decimals, "");
}

size_t pdk_format_speed(char text[PDK_TIME_SIZE], double metres_per_second, int decimals)
{
    return put_measure(text, metres_per_second * 3.6, decimals, " km/h");
}

size_t pdk_format_distance(char text[PDK_TIME_SIZE], double metres, int decimals)
{
    return put_measure(text, metres, decimals, " m");
}
