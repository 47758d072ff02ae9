/* gMotor replays: payloads of Le Mans Ultimate alone. Nearly all is from one reader, whose author compared it with
 * results files and telemetry of the same sessions. */
#include "format/vcr/vcr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED
#define UNKNOWN .certainty = PDK_UNKNOWN

#define ONE_READER "one reader, compared with results files"
#define TELEMETRY "one reader, compared with the game's telemetry"

#define U8(name_, offset_, ...)                                              \
    {                                                                        \
        .name = name_, .offset = offset_, .storage = PDK_RAW_U8, __VA_ARGS__ \
    }
#define F32(name_, offset_, ...)                                              \
    {                                                                         \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, __VA_ARGS__ \
    }
#define OPAQUE(name_, offset_, count_, meaning_)                                                                   \
    {                                                                                                              \
        .name = name_, .offset = offset_, .storage = PDK_RAW_OPAQUE, .count = count_, UNKNOWN, .meaning = meaning_ \
    }

/* ------------------------------------------------------------------------------------------------ contacts */

/* clang-format off */
static const pdk_field contact_fields[] = {
    { .name = "unknown_0", .offset = 0, .storage = PDK_RAW_I16, .count = 4, UNKNOWN, .meaning = "four numbers that vary" },
    F32("impact", 8, LIKELY, .meaning = "magnitude, as in the game's results file; no unit is known"),
    { .name = "object_kind", .offset = 12, .storage = PDK_RAW_OPAQUE, .count = 16, LIKELY,
      .meaning = "hash that names the kind of the other object; constant for a kind within a session" },
    { .name = "object_number", .offset = 28, .storage = PDK_RAW_U32, LIKELY,
      .meaning = "small number of the other object; not a number of the contact" },
    U8("other", 32, LIKELY,
       .meaning = "slot of the other car, or an object: 105 cone, 106 post, 107 sign, 108 wheel, 109 wing, 112 immovable"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_contact, "vcr.l.contact", "L: type 17, 33 bytes; each car of a pair sends one", 33, contact_fields,
           ONE_READER);

/* ----------------------------------------------------------------------------------------------------- pit */

static const pdk_label pit_codes[] = {
    { 16, "left the pits from the garage" },
    { 18, "stopped in the stall" },
    { 20, "service begins" },
    { 21, "into the garage; in a race also out of the box" },
    { 32, "left the pit lane" },
    { 33, "requested a pit stop" },
    { 34, "entered the pit lane" },
    { 35, "on the jacks" },
    { 36, "on the jacks" },
    { 37, "service done" },
    { 0, NULL },
};
#define PIT_CODE U8("code", 0, LIKELY, .labels = pit_codes, .meaning = "what happened")
static const pdk_field pit_fields[] = { PIT_CODE };
PDK_RECORD(pdk_vcr_l_pit, "vcr.l.pit", "L: flag 0 type 2, 1 byte", 1, pit_fields, ONE_READER);
/* clang-format off */
static const pdk_field pit_service_fields[] = {
    PIT_CODE,
    U8("status", 1, GUESSED, .meaning = "not known"),
    F32("fuel_added", 2, GUESSED, .unit = "L", .meaning = "with code 37"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_pit_service, "vcr.l.pit_service", "L: flag 0 type 2, 6 bytes", 6, pit_service_fields, ONE_READER);

static const pdk_field lane_fields[] = {
    U8("lane", 0, GUESSED, .meaning = "3 in every replay; beside codes 34 and 18 in races, beside 21 in practice"),
};
PDK_RECORD(pdk_vcr_l_lane, "vcr.l.pit_lane", "L: type 49, 1 byte; not shown to mean the pit lane or the garage", 1,
           lane_fields, ONE_READER);
/* clang-format off */
static const pdk_field escape_fields[] = {
    U8("escape", 0, UNKNOWN, .meaning = "0, 1, 4, 6 and 9 are reported; it is R2's number of the escape to the garage"),
    F32("escape_distance", 1, GUESSED, .unit = "m", .meaning = "perhaps along the lap"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_escape, "vcr.l.escape", "L: type 15, 5 bytes; what it means is not known", 5, escape_fields,
           ONE_READER);

/* ------------------------------------------------------------------------------------------------- weather */

#define RAMP(name_, offset_) \
    F32(name_, offset_, UNKNOWN, .meaning = "rises evenly, by some 0.0016 a second; perhaps an angle of the sun")

/* clang-format off */
static const pdk_field weather_fields[] = {
    F32("clock", 0, LIKELY, .unit = "s", .meaning = "of the simulation, in steps of 10/3 s; not shown to be the time of day"),
    OPAQUE("unknown_4", 4, 2, "not known"),
    RAMP("ramp_1", 6), RAMP("ramp_2", 10),
    OPAQUE("unknown_14", 14, 24, "not known"),
    U8("ambient_temperature", 38, .divisor = 8, .bias = 5.9, LIKELY, .unit = "degC",
       .meaning = "one reader's fit, 0.003 degrees at most beside the results"),
    U8("unknown_39", 39, UNKNOWN, .meaning = "81 in every replay reported"),
    OPAQUE("unknown_40", 40, 2, "not known"),
    U8("rain", PDK_VCR_L_RAIN_AT, .divisor = 255, LIKELY, .meaning = "of the whole track; it is stored nine times"),
    OPAQUE("unknown_43", 43, 35, "the rain twice more and a 0, then eight times the rain thrice and a 0"),
    OPAQUE("unknown_78", 78, 2, "not known"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_weather, "vcr.l.weather", "L: type 10, 80 bytes, every 1.5 to 2 s", 80, weather_fields,
           ONE_READER);

/* --------------------------------------------------------------------------------------------- every car's */

/* clang-format off */
static const pdk_field brake_fields[] = {
    OPAQUE("unknown_0", 0, 16, "not known; not temperatures or wear of tyres"),
    OPAQUE("unknown_16", 16, 6, "counters"),
    U8("unknown_22", 22, UNKNOWN, .meaning = "low byte of the next; no disc of its own"),
    U8("brake_temperature", 23, .multiplier = 5.86, .bias = -269.86, LIKELY, .unit = "degC",
       .meaning = "one for the car, of the front discs; rounded, and never below 20" ),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_brakes, "vcr.l.brakes", "L: type 15, 24 bytes, seldom 37: of every car", 24, brake_fields,
           TELEMETRY);

/* clang-format off */
static const pdk_field progress_fields[] = {
    U8("state", 0, UNKNOWN, .meaning = "0 or 1"),
    U8("progress", 1, .divisor = 260, GUESSED,
       .meaning = "of an unknown quantity: it rises by 0.05 every 2.3 to 2.4 laps"),
    OPAQUE("unknown_2", 2, 2, "0"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_progress, "vcr.l.progress", "L: flag 3 type 33, 4 bytes: of every car but the local player's", 4,
           progress_fields, ONE_READER);

#define CODE(name_, at)    \
    U8(name_, at, GUESSED, \
       .meaning = "of a wheel, in an order that is not known: 0 or 3 medium, 2 wet, 1 while the grid is set")
static const pdk_field compound_fields[] = { CODE("code_1", 0), CODE("code_2", 1), CODE("code_3", 2),
                                             CODE("code_4", 3) };
PDK_RECORD(pdk_vcr_l_compounds, "vcr.l.compounds", "L: flag 3 type 32, 4 bytes", 4, compound_fields, ONE_READER);

/* ---------------------------------------------------------------------------------------- the local player */

/* clang-format off */
static const pdk_field energy_fields[] = {
    U8("virtual_energy", 0, .divisor = 255, LIKELY, .meaning = "what is left, 0 to 1; null where the car has no such system"),
    U8("unknown_1", 1, UNKNOWN, .meaning = "2 at the begin of practice and qualifying, in the garage; otherwise 0"),
    U8("pit_request", 2, GUESSED,
       .meaning = "state of the request for a stop, 0 = none: 4, 8, 13, 16, 64 and 128 are reported; what they mean is open"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_energy, "vcr.l.energy", "L: type 51, 3 bytes", 3, energy_fields, TELEMETRY);

enum { WHEEL_BLOCK = 10, RADIUS_AT = 6 };
#define PER_METRE 4000 /* quarters of a millimetre */
#define RADIUS(name_, wheel)                                                                                    \
    {                                                                                                           \
        .name = name_, .offset = wheel * WHEEL_BLOCK + RADIUS_AT, .storage = PDK_RAW_U16, .divisor = PER_METRE, \
        GUESSED, .unit = "m",                                                                                   \
        .meaning = "radius of the tyre, which grows with the square of the speed; the unit is a guess"          \
    }
#define REST(wheel)                                          \
    OPAQUE("unknown_" #wheel, wheel *WHEEL_BLOCK, RADIUS_AT, \
           "the bytes at 0 and 8 follow the acceleration along the car, those at 3 and 9 the sign of torque")
#define TAIL(wheel) OPAQUE("unknown_tail_" #wheel, wheel *WHEEL_BLOCK + RADIUS_AT + 2, 2, "not known")
static const pdk_field wheel_fields[] = {
    REST(0), RADIUS("front_left_tyre_radius", 0), TAIL(0), REST(1), RADIUS("front_right_tyre_radius", 1), TAIL(1),
    REST(2), RADIUS("rear_left_tyre_radius", 2),  TAIL(2), REST(3), RADIUS("rear_right_tyre_radius", 3),  TAIL(3),
};
PDK_RECORD(pdk_vcr_l_wheels, "vcr.l.wheels", "L: flag 1 type 24, 40 bytes: a block of ten for each wheel", 40,
           wheel_fields, TELEMETRY);

static const pdk_label sounds[] = {
    { 52, "gear up" }, { 55, "gear down" }, { 88, "limiter" }, { 97, "unknown 97" }, { 0, NULL },
};
/* clang-format off */
static const pdk_field sound_fields[] = {
    U8("unknown_0", 0, UNKNOWN, .meaning = "93 to 110"),
    U8("unknown_1", 1, UNKNOWN, .meaning = "even, 5C to 7E"),
    { .name = "sound_kind", .offset = 2, .storage = PDK_RAW_OPAQUE, .count = 16, LIKELY,
      .meaning = "hash that names the sound" },
    { .name = "sound", .offset = 18, .storage = PDK_RAW_U32, .labels = sounds, LIKELY,
      .meaning = "a gear change or the limiter, switching on or off" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_sound, "vcr.l.sound", "L: flag 1 type 11, 22 bytes", 22, sound_fields, TELEMETRY);
