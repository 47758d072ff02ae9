#include <math.h>
#include <string.h>

#include "base/number.h"
#include "format/gpx/gpx.h"

/* `count` digits at *at. */
static bool digits(const char **at, const char *end, int count, int *value)
{
    *value = 0;
    for (int i = 0; i < count; i++, ++*at) {
        if (*at == end || **at < '0' || **at > '9') return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool letter(const char **at, const char *end, const char *any)
{
    if (*at == end || **at == '\0' || strchr(any, **at) == NULL) return false;
    ++*at;
    return true;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool is_day(int year, int month, int day)
{
    static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (year < 1 || month < 1 || month > 12 || day < 1) return false;
    return day <= days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

/* Days from 1970-01-01, by the calendar of today. */
static int64_t days_of(int year, int month, int day)
{
    static const int before[12] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
    int64_t last = year - 1;
    int64_t days = 365 * last + last / 4 - last / 100 + last / 400 + before[month - 1] + day - 1;
    return days + (month > 2 && is_leap(year) ? 1 : 0) - 719162;
}

/* "Z", "+02:00", "-0330", or nothing. */
static bool read_zone(const char *at, const char *end, int64_t *seconds)
{
    int hours, minutes = 0;
    *seconds = 0;
    if (at == end) return true;
    if (letter(&at, end, "Zz")) return at == end;
    int sign = *at == '-' ? -1 : 1;
    if (!letter(&at, end, "+-") || !digits(&at, end, 2, &hours)) return false;
    letter(&at, end, ":");
    if (at < end && !digits(&at, end, 2, &minutes)) return false;
    *seconds = (int64_t)sign * (hours * 3600 + minutes * 60);
    return at == end && hours < 24 && minutes < 60;
}

bool pdk_gpx_read_time(pdk_xml_span text, pdk_gpx_time *time)
{
    text = pdk_xml_trim(text);
    const char *at = text.at, *end = text.end;
    int year, month, day, hours, minutes, seconds;
    bool read = digits(&at, end, 4, &year) && letter(&at, end, "-") && digits(&at, end, 2, &month) &&
                letter(&at, end, "-") && digits(&at, end, 2, &day) && letter(&at, end, "Tt ") &&
                digits(&at, end, 2, &hours) && letter(&at, end, ":") && digits(&at, end, 2, &minutes) &&
                letter(&at, end, ":") && digits(&at, end, 2, &seconds);
    if (!read || !is_day(year, month, day)) return false;
    if (hours > 24 || minutes > 59 || seconds > 60) return false;
    double fraction = 0, part = 0.1;
    if (letter(&at, end, ".,"))
        for (; at < end && *at >= '0' && *at <= '9'; at++, part /= 10) fraction += part * (*at - '0');
    int64_t zone;
    if (!read_zone(at, end, &zone)) return false;
    *time = (pdk_gpx_time){ days_of(year, month, day) * 86400 + hours * 3600 + minutes * 60 + seconds - zone,
                            pdk_round_computed(fraction) };
    return true;
}
