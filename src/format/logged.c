#include "format/logged.h"

#include <string.h>

#include "base/nocase.h"

/* ------------------------------------------------------------------------------------------------------- units */

static const struct {
    const char *text;
    pdk_si_unit si;
} units[] = {
    { "km/h", { "m/s", 1, 3.6 } },
    { "kmh", { "m/s", 1, 3.6 } },
    { "kph", { "m/s", 1, 3.6 } },
    { "mph", { "m/s", 0.44704, 1 } },
    { "knots", { "m/s", 1852, 3600 } },
    { "deg", { "rad", 3.14159265358979323846, 180 } },
    { "\xC2\xB0", { "rad", 3.14159265358979323846, 180 } },
    { "deg/s", { "rad/s", 3.14159265358979323846, 180 } },
    { "mm", { "m", 1, 1000 } },
    { "cm", { "m", 1, 100 } },
    { "ft", { "m", 0.3048, 1 } },
    { "in", { "m", 0.0254, 1 } },
    { "ms", { "s", 1, 1000 } },
    { "rpm", { "1/min", 1, 1 } },
    { "C", { "degC", 1, 1 } },
    { ".C", { "degC", 1, 1 } },
    { "\xC2\xB0"
      "C",
      { "degC", 1, 1 } },
};

pdk_si_unit pdk_si_unit_of(const char *unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        bool capital = strcmp(units[i].text, "C") == 0; /* "c" is something else */
        if (capital ? strcmp(units[i].text, unit) == 0 : pdk_compare_nocase(units[i].text, unit) == 0)
            return units[i].si;
    }
    return (pdk_si_unit){ unit[0] != '\0' ? unit : NULL, 1, 1 };
}

/* ------------------------------------------------------------------------------------------------------- kinds */

typedef enum unit_kind { ANY_UNIT, DEGREES, LENGTH, SPEED, PART, ANGLE_OR_PART, G, ROTATION } unit_kind;

static const struct {
    const char *column;
    pdk_role role;
    pdk_frame frame;
    unit_kind unit;
    bool held;
    const char *meaning;
} kinds[PDK_LOGGED_IDS] = {
    [PDK_LOGGED_LATITUDE] = { "latitude", PDK_ROLE_NONE, PDK_FRAME_NONE, DEGREES, false, "positive to the north" },
    [PDK_LOGGED_LONGITUDE] = { "longitude", PDK_ROLE_NONE, PDK_FRAME_NONE, DEGREES, false, "positive to the east" },
    [PDK_LOGGED_EAST] = { "x", PDK_ROLE_X, PDK_FRAME_ENU, LENGTH, false, "to the east" },
    [PDK_LOGGED_NORTH] = { "y", PDK_ROLE_Y, PDK_FRAME_ENU, LENGTH, false, "to the north" },
    [PDK_LOGGED_HEIGHT] = { "z", PDK_ROLE_Z, PDK_FRAME_ENU, LENGTH, false, "height" },
    [PDK_LOGGED_SPEED] = { "speed", PDK_ROLE_SPEED, PDK_FRAME_NONE, SPEED, false, NULL },
    [PDK_LOGGED_THROTTLE] = { "throttle", PDK_ROLE_THROTTLE, PDK_FRAME_NONE, PART, false, "0 to 1" },
    [PDK_LOGGED_BRAKE] = { "brake", PDK_ROLE_BRAKE, PDK_FRAME_NONE, PART, false, "0 to 1" },
    [PDK_LOGGED_CLUTCH] = { "clutch", PDK_ROLE_CLUTCH, PDK_FRAME_NONE, PART, false, "0 to 1" },
    [PDK_LOGGED_HANDBRAKE] = { "handbrake", PDK_ROLE_HANDBRAKE, PDK_FRAME_NONE, PART, false, "0 to 1" },
    [PDK_LOGGED_STEER] = { "steer", PDK_ROLE_STEER, PDK_FRAME_NONE, ANGLE_OR_PART, false, "positive to the left" },
    [PDK_LOGGED_GEAR] = { "gear", PDK_ROLE_GEAR, PDK_FRAME_NONE, ANY_UNIT, true, "-1 reverse, 0 neutral, 1 first" },
    [PDK_LOGGED_ENGINE_SPEED] = { "engine_speed", PDK_ROLE_ENGINE_SPEED, PDK_FRAME_NONE, ROTATION, false, NULL },
    [PDK_LOGGED_LONGITUDINAL] = { "longitudinal_g", PDK_ROLE_ACCELERATION_LONGITUDINAL, PDK_FRAME_ROAD, G, false,
                                  "positive forward" },
    [PDK_LOGGED_LATERAL] = { "lateral_g", PDK_ROLE_ACCELERATION_LATERAL, PDK_FRAME_ROAD, G, false,
                             "positive to the left" },
    [PDK_LOGGED_VERTICAL] = { "upward_g", PDK_ROLE_ACCELERATION_VERTICAL, PDK_FRAME_ROAD, G, false, "positive upward" },
};

/* In small letters, blanks between words. The first of a kind that a file has is taken. */
static const struct {
    const char *name;
    pdk_logged_id id;
} names[] = {
    { "gps latitude", PDK_LOGGED_LATITUDE },
    { "latitude", PDK_LOGGED_LATITUDE },
    { "gps longitude", PDK_LOGGED_LONGITUDE },
    { "longitude", PDK_LOGGED_LONGITUDE },
    { "position x", PDK_LOGGED_EAST },
    { "position y", PDK_LOGGED_NORTH },
    { "altitude", PDK_LOGGED_HEIGHT },
    { "gps altitude", PDK_LOGGED_HEIGHT },
    { "height", PDK_LOGGED_HEIGHT },
    { "ground speed", PDK_LOGGED_SPEED },
    { "speed", PDK_LOGGED_SPEED },
    { "velocity", PDK_LOGGED_SPEED },
    { "vehicle speed", PDK_LOGGED_SPEED },
    { "gps speed", PDK_LOGGED_SPEED },
    { "speed over ground", PDK_LOGGED_SPEED },
    { "drive speed", PDK_LOGGED_SPEED },
    { "throttle pos", PDK_LOGGED_THROTTLE },
    { "throttle position", PDK_LOGGED_THROTTLE },
    { "throttle", PDK_LOGGED_THROTTLE },
    { "accelerator pos", PDK_LOGGED_THROTTLE },
    { "brake pos", PDK_LOGGED_BRAKE },
    { "brake position", PDK_LOGGED_BRAKE },
    { "brake", PDK_LOGGED_BRAKE },
    { "clutch pos", PDK_LOGGED_CLUTCH },
    { "clutch", PDK_LOGGED_CLUTCH },
    { "handbrake pos", PDK_LOGGED_HANDBRAKE },
    { "steered angle", PDK_LOGGED_STEER },
    { "steering angle", PDK_LOGGED_STEER },
    { "steering pos", PDK_LOGGED_STEER },
    { "steering", PDK_LOGGED_STEER },
    { "gear", PDK_LOGGED_GEAR },
    { "engine rpm", PDK_LOGGED_ENGINE_SPEED },
    { "engine speed", PDK_LOGGED_ENGINE_SPEED },
    { "rpm", PDK_LOGGED_ENGINE_SPEED },
    { "g force long", PDK_LOGGED_LONGITUDINAL },
    { "longitudinal acceleration", PDK_LOGGED_LONGITUDINAL },
    { "longitudinal acc", PDK_LOGGED_LONGITUDINAL },
    { "gps lonacc", PDK_LOGGED_LONGITUDINAL },
    { "g force lat", PDK_LOGGED_LATERAL },
    { "lateral acceleration", PDK_LOGGED_LATERAL },
    { "lateral acc", PDK_LOGGED_LATERAL },
    { "gps latacc", PDK_LOGGED_LATERAL },
    { "g force vert", PDK_LOGGED_VERTICAL },
};

/* AiM's: positive to the right. */
static const char to_the_right[] = "gps latacc";

/* Words with other characters between them are the same name: "GPS.Latitude", "GPS_Latitude". */
static bool is_name(const char *name, const char *known)
{
    for (; *known != '\0'; known++, name++) {
        char letter = *name;
        if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
        if (letter == '.' || letter == '_') letter = ' ';
        if (letter != *known) return false;
    }
    return *name == '\0';
}

static bool takes_unit(unit_kind kind, const char *unit, pdk_si_unit *si)
{
    const char *own = si->unit != NULL ? si->unit : "";
    bool percent = strcmp(unit, "%") == 0;
    switch (kind) {
    case DEGREES:
        *si = (pdk_si_unit){ "deg", 1, 1 }; /* as every map has them */
        return unit[0] == '\0' || pdk_compare_nocase(unit, "deg") == 0 || strcmp(unit, "\xC2\xB0") == 0;
    case LENGTH: return strcmp(own, "m") == 0;
    case SPEED: return strcmp(own, "m/s") == 0;
    case ROTATION: return strcmp(own, "1/min") == 0 || strcmp(own, "rad/s") == 0;
    case G: *si = (pdk_si_unit){ "g", 1, 1 }; return pdk_compare_nocase(unit, "g") == 0;
    case PART: *si = (pdk_si_unit){ NULL, 1, 100 }; return percent;
    case ANGLE_OR_PART:
        if (percent) *si = (pdk_si_unit){ NULL, 1, 100 };
        return percent || strcmp(own, "rad") == 0;
    case ANY_UNIT: break;
    }
    *si = (pdk_si_unit){ NULL, 1, 1 };
    return true;
}

pdk_logged_id pdk_logged_find(const char *name, const char *unit, size_t *rank, pdk_si_unit *si)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!is_name(name, names[i].name)) continue;
        *rank = i;
        *si = pdk_si_unit_of(unit);
        if (!takes_unit(kinds[names[i].id].unit, unit, si)) return PDK_LOGGED_IDS;
        if (is_name(name, to_the_right)) si->multiplier = -si->multiplier;
        return names[i].id;
    }
    return PDK_LOGGED_IDS;
}

pdk_column_info pdk_logged_column(pdk_logged_id id, const pdk_si_unit *si, pdk_certainty certainty)
{
    return (pdk_column_info){ .name = kinds[id].column,
                              .type = PDK_FLOAT64,
                              .nullable = true,
                              .unit = si->unit,
                              .meaning = kinds[id].meaning,
                              .role = kinds[id].role,
                              .frame = kinds[id].frame,
                              .certainty = certainty };
}

bool pdk_logged_is_held(pdk_logged_id id)
{
    return kinds[id].held;
}

void pdk_logged_name(char *to, size_t size, const char *name)
{
    size_t length = 0;
    for (; *name != '\0' && length + 1 < size; name++) {
        char letter = *name;
        if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
        bool plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (!plain && (length == 0 || to[length - 1] == '_')) continue;
        to[length++] = plain ? letter : '_';
    }
    while (length > 0 && to[length - 1] == '_') length--;
    to[length] = '\0';
    if (to[0] >= '0' && to[0] <= '9') to[0] = '\0';
}
