/* Units that people use instead of SI's, by choice. */
#include "plot/shown_unit.h"

#include <stdio.h>
#include <string.h>

/* What is requested, from which unit, and how that is written. */
static const struct {
    const char *wanted, *from;
    pdk_shown_unit shown;
} units[] = {
    { "kmh", "m/s", { "km/h", 3.6, 0 } },
    { "ms", "m/s", { "m/s", 1, 0 } },
    { "mph", "m/s", { "mph", 3600 / 1609.344, 0 } },
    { "deg", "rad", { "\xC2\xB0", 57.29577951308232, 0 } },
    { "deg", "rad/s", { "\xC2\xB0/s", 57.29577951308232, 0 } },
    { "rpm", "rad/s", { "rpm", 9.549296585513721, 0 } },
    { "mm", "m", { "mm", 1000, 0 } },
    { "mm", "m/s", { "mm/s", 1000, 0 } },
    { "kN", "N", { "kN", 0.001, 0 } },
    { "F",
      "degC",
      { "\xC2\xB0"
        "F",
        1.8, 32 } },
};
enum { UNITS = sizeof units / sizeof units[0] };

pdk_status pdk_shown_units_check(const char *const *wanted, pdk_error *error)
{
    for (; wanted != NULL && *wanted != NULL; wanted++) {
        size_t at = 0;
        while (at < UNITS && strcmp(units[at].wanted, *wanted) != 0) at++;
        if (at < UNITS) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.unit",
                        "units can be kmh, ms, mph, deg, rpm, mm, kN, F; there is no \"%.40s\"", *wanted);
    }
    return PDK_OK;
}

static bool is_wanted(const char *const *wanted, const char *unit)
{
    while (wanted != NULL && *wanted != NULL) {
        if (strcmp(*wanted++, unit) == 0) return true;
    }
    return false;
}

/* An engine turns in revolutions; a body in degrees. */
static bool fits(size_t at, pdk_role role)
{
    bool turns = role == PDK_ROLE_ENGINE_SPEED;
    if (strcmp(units[at].wanted, "deg") == 0 && strcmp(units[at].from, "rad/s") == 0) return !turns;
    if (strcmp(units[at].wanted, "mm") == 0) /* not of places on earth, nor of speeds of cars */
        return role == PDK_ROLE_NONE;
    return true;
}

pdk_shown_unit pdk_shown_unit_of(const char *const *wanted, const char *unit, pdk_role role)
{
    bool pedal =
        role == PDK_ROLE_THROTTLE || role == PDK_ROLE_BRAKE || role == PDK_ROLE_CLUTCH || role == PDK_ROLE_HANDBRAKE;
    if (pedal && (unit == NULL || unit[0] == '\0')) return (pdk_shown_unit){ "%", 100, 0 };
    if (unit == NULL) return (pdk_shown_unit){ "", 1, 0 };
    for (size_t i = 0; i < UNITS; i++) {
        if (strcmp(units[i].from, unit) == 0 && is_wanted(wanted, units[i].wanted) && fits(i, role))
            return units[i].shown;
    }
    /* Speeds of cars as people say them; of dampers, as they are recorded. */
    if (role == PDK_ROLE_SPEED && strcmp(unit, "m/s") == 0) return (pdk_shown_unit){ "km/h", 3.6, 0 };
    if (strcmp(unit, "degC") == 0)
        return (pdk_shown_unit){ "\xC2\xB0"
                                 "C",
                                 1, 0 };
    return (pdk_shown_unit){ unit, 1, 0 };
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    return size >= length && strcmp(text + size - length, end) == 0;
}

static bool is_share(const char *name)
{
    static const char *const ends[] = { "_share", "_ratio", "_balance" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (ends_with(name, ends[i])) return true;
    }
    return false;
}

pdk_shown_unit pdk_shown_unit_of_column(const char *const *wanted, const pdk_column_info *column)
{
    pdk_shown_unit shown = pdk_shown_unit_of(wanted, column->unit, column->role);
    bool whole = column->type < PDK_FLOAT32;
    if (shown.name[0] != '\0' || column->role == PDK_ROLE_GEAR)
        return shown; /* a gear's name says that it is a number */
    if (column->role == PDK_ROLE_STEER) return (pdk_shown_unit){ "% of lock", 100, 0 };
    if (!whole && is_share(column->name)) return (pdk_shown_unit){ "%", 100, 0 };
    shown.name = column->type == PDK_BOOL               ? "1 = yes"
                 : ends_with(column->name, "_fraction") ? "of 255"
                 : whole                                ? "number"
                                                        : "no unit";
    return shown;
}
