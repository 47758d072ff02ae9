/* Times as people write them. The same rules are in web/src/base/format.ts. */
#include <math.h>
#include <stdio.h>

#include "base/number.h"

/* `plus` is the sign of what is not negative; below a minute there are seconds alone unless minutes are wanted always.
 */
static size_t put(char text[PDK_TIME_SIZE], const char *plus, double seconds, int decimals, bool minutes_always)
{
    static const double scales[] = { 1, 10, 100, 1000 };
    text[0] = '\0';
    if (decimals < 0 || decimals > 3) decimals = 3;
    if (!isfinite(seconds) || fabs(seconds) > 1e12) return 0;
    unsigned long long scale = (unsigned long long)scales[decimals],
                       parts = (unsigned long long)llround(fabs(seconds) * scales[decimals]), whole = parts / scale;
    const char *sign = seconds < 0 && parts > 0 ? "-" : plus;
    char tail[8] = "";
    if (decimals > 0) snprintf(tail, sizeof tail, ".%0*u", decimals, (unsigned)(parts % scale));
    int length;
    if (whole >= 3600)
        length = snprintf(text, PDK_TIME_SIZE, "%s%llu:%02u:%02u%s", sign, whole / 3600, (unsigned)(whole / 60 % 60),
                          (unsigned)(whole % 60), tail);
    else if (minutes_always || whole >= 60)
        length =
            snprintf(text, PDK_TIME_SIZE, "%s%u:%02u%s", sign, (unsigned)(whole / 60), (unsigned)(whole % 60), tail);
    else length = snprintf(text, PDK_TIME_SIZE, "%s%u%s", sign, (unsigned)whole, tail);
    return (size_t)length;
}

size_t pdk_format_time(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put(text, "", seconds, decimals, true);
}

size_t pdk_format_duration(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put(text, "", seconds, decimals, false);
}

size_t pdk_format_gap(char text[PDK_TIME_SIZE], double seconds, int decimals)
{
    return put(text, "+", seconds, decimals, false);
}
