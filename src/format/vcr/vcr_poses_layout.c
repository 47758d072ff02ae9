/* gMotor replays: where a car is and what it does. By far the most common payload; its event type is the gear plus 8.
 * In all three dialects position and rotation are the last 24 bytes. */
#include "format/vcr/vcr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED
#define UNKNOWN .certainty = PDK_UNKNOWN

#define BITS(name_, offset_, bit_, bits_, sure_, ...)                                                             \
    {                                                                                                             \
        .name = name_, .offset = offset_, .storage = PDK_RAW_U32, .bit = bit_, .bits = bits_, .certainty = sure_, \
        __VA_ARGS__                                                                                               \
    }
#define PLACE(name_, offset_, meaning_)                                                                    \
    {                                                                                                      \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, LIKELY, .minimum = -1e5, .maximum = 1e5, \
        .unit = "m", .meaning = meaning_                                                                   \
    }
#define ANGLE(name_, offset_, meaning_)                                                                           \
    {                                                                                                             \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, GUESSED, .minimum = -6.2840, .maximum = 6.2840, \
        .unit = "rad", .meaning = meaning_                                                                        \
    }
#define PLACES(first)                                                                    \
    PLACE("x", first, "in the track's frame"), PLACE("y", first + 4, "height"),          \
        PLACE("z", first + 8, "in the track's frame"),                                   \
        ANGLE("pitch", first + 12, "sources disagree on the order of the three angles"), \
        ANGLE("yaw", first + 16, "sources disagree on the order of the three angles"),   \
        ANGLE("roll", first + 20, "sources disagree on the order of the three angles")

static const pdk_label parts[] = {
    { 1, "front left wheel" },
    { 2, "front right wheel" },
    { 4, "rear left wheel" },
    { 8, "rear right wheel" },
    { 16, "front wing" },
    { 32, "rear wing" },
    { 0, NULL },
};

#define RPM_TO_RADIANS .multiplier = 0.10471975511965977 /* pi / 30 */
#define SECOND_WORD                                                                                             \
    BITS("detached_parts", 4, 0, 6, PDK_LIKELY, .labels = parts, .is_flags = true,                              \
         .meaning = "bits of wheels and wings; whether set means lost is not known"),                           \
        BITS("debris", 4, 6, 12, PDK_LIKELY, .meaning = "bits of twelve small parts, as detached_parts"),       \
        BITS("current_driver", 4, 18, 2, PDK_LIKELY, .meaning = "which driver of the car"),                     \
        BITS("headlights", 4, 20, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "on"),                            \
        BITS("driver_visible", 4, 21, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "a driver sits in the car"),  \
        BITS("warning_light", 4, 22, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "on"),                         \
        BITS("following", 4, 23, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "properly following (formation)"), \
        BITS("acceleration_raw", 4, 24, 8, PDK_UNKNOWN, .meaning = "called acceleration; scale not known")

/* The velocity of R2 and L: one little-endian number of 40 bits. */
#define VELOCITY_AT(at)                                                                                       \
    { .name = "velocity_x",                                                                                   \
      .offset = at,                                                                                           \
      .storage = PDK_RAW_U40,                                                                                 \
      .bit = 0,                                                                                               \
      .bits = 14,                                                                                             \
      .is_signed = true,                                                                                      \
      .divisor = 32,                                                                                          \
      LIKELY,                                                                                                 \
      .unit = "m/s",                                                                                          \
      .meaning = "scale from one reader; whether world or car axes is not known" },                           \
        { .name = "velocity_y",                                                                               \
          .offset = at,                                                                                       \
          .storage = PDK_RAW_U40,                                                                             \
          .bit = 14,                                                                                          \
          .bits = 12,                                                                                         \
          .is_signed = true,                                                                                  \
          .divisor = 20,                                                                                      \
          GUESSED,                                                                                            \
          .unit = "m/s",                                                                                      \
          .meaning = "upward; scale from one reader, hardly tested" },                                        \
    {                                                                                                         \
        .name = "velocity_z", .offset = at, .storage = PDK_RAW_U40, .bit = 26, .bits = 14, .is_signed = true, \
        .divisor = 32, LIKELY, .unit = "m/s",                                                                 \
        .meaning = "scale from one reader; whether world or car axes is not known"                            \
    }

static const pdk_field velocity_fields[] = { VELOCITY_AT(0) };
PDK_RECORD(pdk_vcr_velocity, "vcr.velocity", "R2, L: inside a pose, at 8", 5, velocity_fields,
           "a picture in the published note and a decoder agree bit by bit");

/* clang-format off */
static const pdk_field r2_pose_fields[] = {
    BITS("steer", 0, 0, 10, PDK_GUESSED, .bias = -1, .divisor = 512,
      .meaning = "fraction of half lock, -1 to 1, as in L; programs use 7 of the 10 bits"),
    BITS("horn", 0, 10, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "sounds"),
    BITS("throttle", 0, 11, 6, PDK_LIKELY, .divisor = 63, .minimum = 0, .maximum = 1, .meaning = "pedal"),
    BITS("in_pit", 0, 17, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "in the pit lane"),
    BITS("engine_speed_raw", 0, 18, 14, PDK_LIKELY, .meaning = "as stored; the unit is uncertain"),
    BITS("engine_speed", 0, 18, 14, PDK_GUESSED, RPM_TO_RADIANS, .unit = "rad/s",
      .meaning = "the stored number read as revolutions per minute, as two programs do"),
    SECOND_WORD,
    VELOCITY_AT(8),
    { .name = "unknown_13", .offset = 13, .storage = PDK_RAW_OPAQUE, .count = 23, UNKNOWN, .meaning = "not known" },
    { .name = "brake", .offset = 36, .storage = PDK_RAW_U8, .bit = 0, .bits = 6, .divisor = 63, GUESSED, .minimum = 0, .maximum = 1,
      .meaning = "pedal; at 36 or at 38, whichever behaves like one in the file" },
    { .name = "traction_control_level", .offset = 36, .storage = PDK_RAW_U8, .bit = 6, .bits = 2, GUESSED,
      .meaning = "in the byte of the brake" },
    { .name = "unknown_37", .offset = 37, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "status", .offset = 38, .storage = PDK_RAW_U8, UNKNOWN,
      .meaning = "not known; the brake if that is here, and this is then at 36" },
    PLACES(39),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_pose, "vcr.r2.pose", "R2: class 0, types 7 to 16", 63, r2_pose_fields,
           "the published note and three programs, which disagree on the brake");

/* clang-format off */
static const pdk_field l_pose_fields[] = {
    BITS("word_0", 0, 0, 32, PDK_UNKNOWN, .meaning = "not identified; bits 18 to 31 are not engine speed"),
    BITS("in_pit", 0, 17, 1, PDK_GUESSED, .type = PDK_BOOL, .meaning = "one reader uses it so; compare pit_lane"),
    BITS("steer", 4, 0, 10, PDK_LIKELY, .bias = -1, .divisor = 512,
      .meaning = "fraction of half lock, -1 to 1, 0 in the middle"),
    BITS("throttle", 4, 10, 6, PDK_GUESSED, .divisor = 62, .minimum = 0, .maximum = 1.02,
      .meaning = "pedal; 62 = full"),
    BITS("unknown_6", 4, 16, 5, PDK_UNKNOWN, .meaning = "not known"),
    BITS("engine_speed_raw", 4, 21, 10, PDK_LIKELY, .meaning = "as stored; stops at 1023"),
    BITS("engine_speed", 4, 21, 10, PDK_LIKELY, .multiplier = 1.1438329412030198, .unit = "rad/s",
      .meaning = "10.9228 rpm a step, compared with telemetry by one reader"),
    BITS("unknown_7", 4, 31, 1, PDK_UNKNOWN, .meaning = "not known"),
    VELOCITY_AT(8),
    { .name = "unknown_13", .offset = 13, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "lateral_raw", .offset = 14, .storage = PDK_RAW_I8, GUESSED,
      .meaning = "follows the lateral g, a little early, with the sign turned; scale not known" },
    { .name = "unknown_15", .offset = 15, .storage = PDK_RAW_OPAQUE, .count = 21, UNKNOWN, .meaning = "not known" },
    { .name = "brake", .offset = 36, .storage = PDK_RAW_U8, .bit = 0, .bits = 6, .divisor = 63, LIKELY, .minimum = 0, .maximum = 1,
      .meaning = "pedal" },
    { .name = "abs_active", .offset = 36, .storage = PDK_RAW_U8, .bit = 6, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "anti-lock brakes active" },
    { .name = "traction_control_active", .offset = 36, .storage = PDK_RAW_U8, .bit = 7, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "traction control active" },
    { .name = "unknown_37", .offset = 37, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "off_track", .offset = 38, .storage = PDK_RAW_U8, .bit = 0, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "off the track" },
    { .name = "unknown_38", .offset = 38, .storage = PDK_RAW_U8, .bit = 1, .bits = 1, UNKNOWN, .meaning = "not known" },
    { .name = "pit_limiter", .offset = 38, .storage = PDK_RAW_U8, .bit = 2, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "on" },
    { .name = "unknown_38_3", .offset = 38, .storage = PDK_RAW_U8, .bit = 3, .bits = 4, UNKNOWN,
      .meaning = "not known" },
    { .name = "pit_lane", .offset = 38, .storage = PDK_RAW_U8, .bit = 7, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "in the pit lane" },
    { .name = "unknown_39", .offset = 39, .storage = PDK_RAW_OPAQUE, .count = 2, UNKNOWN, .meaning = "not known" },
    PLACES(41),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_pose, "vcr.l.pose", "L: types 7 to 15, size 65", 65, l_pose_fields,
           "one reader, compared with telemetry and results of the same sessions");

#define R1_SPIN(name_, offset_)                                           \
    {                                                                     \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I16, LIKELY, \
        .meaning = "turning of the wheel; scale not known"                \
    }
#define R1_VELOCITY(name_, offset_)                                                                    \
    {                                                                                                  \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I16, LIKELY, .meaning = "scale not known" \
    }

/* clang-format off */
static const pdk_field r1_pose_fields[] = {
    BITS("steer_raw", 0, 0, 7, PDK_LIKELY, .meaning = "steering, 0 to 127; the middle is not known"),
    BITS("pit_limiter", 0, 7, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "on"),
    BITS("traction_control_level", 0, 8, 2, PDK_LIKELY, .meaning = "level"),
    BITS("horn", 0, 10, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "sounds"),
    BITS("brake_light", 0, 11, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "on: there is no brake pedal in R1"),
    BITS("throttle", 0, 12, 5, PDK_LIKELY, .divisor = 31, .minimum = 0, .maximum = 1, .meaning = "pedal"),
    BITS("in_pit", 0, 17, 1, PDK_LIKELY, .type = PDK_BOOL, .meaning = "in the pit lane"),
    BITS("engine_speed_raw", 0, 18, 14, PDK_LIKELY, .meaning = "as stored; called RPS, the unit is not settled"),
    BITS("engine_speed", 0, 18, 14, PDK_GUESSED, RPM_TO_RADIANS, .unit = "rad/s",
      .meaning = "the stored number read as revolutions per minute"),
    SECOND_WORD,
    R1_SPIN("front_left_spin_raw", 8), R1_SPIN("front_right_spin_raw", 10),
    R1_SPIN("rear_left_spin_raw", 12), R1_SPIN("rear_right_spin_raw", 14),
    R1_VELOCITY("velocity_x_raw", 16), R1_VELOCITY("velocity_y_raw", 18), R1_VELOCITY("velocity_z_raw", 20),
    { .name = "unknown_22", .offset = 22, .storage = PDK_RAW_OPAQUE, .count = 4, UNKNOWN, .meaning = "not known" },
    PLACES(26),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_pose, "vcr.r1.pose", "R1: class 0, types 7 to 15", 50, r1_pose_fields,
           "the developer's list of events for rFactor, and one program");
