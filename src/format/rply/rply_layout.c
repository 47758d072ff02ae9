/*
 * RPLY, Racer's replay. Little-endian, packed.
 *
 *     [header][car name, 64 bytes] * cars ["DATA"][frame][frame] ... to the end of the file
 *     frame:   [length u16, itself included][time i32][command][command] ...
 *     command: [id u16][payload, whose size follows from the id]
 *     state:   [start, 32 bytes][height f32 * n][angle f32 * n][speed f32 * n][end: 8 bytes in 1.x, 20 in 2.x]
 *
 * n, the number of the car's wheels, is not in the file. docs/formats/rply.md has the whole story.
 * World axes: X left, Y up, Z forward, metres; body axes the same seen from the driver.
 */
#include "format/rply/rply_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED

#define SOURCE_BOTH "Racer's published format page and notes on its version 1.1 recorder"
#define SOURCE_PAGE "Racer's published format page"

#define HEADER_START                                                                                                \
    { .name = "magic",                                                                                              \
      .offset = 0,                                                                                                  \
      .storage = PDK_RAW_CHARS,                                                                                     \
      .encoding = PDK_ENCODING_ASCII,                                                                               \
      .count = 4,                                                                                                   \
      LIKELY,                                                                                                       \
      .meaning = "RPLY" },                                                                                          \
        { .name = "version_minor", .offset = 4, .storage = PDK_RAW_I16, LIKELY, .meaning = "1 in 1.1 and 2.1" },    \
        { .name = "version_major",                                                                                  \
          .offset = 6,                                                                                              \
          .storage = PDK_RAW_I16,                                                                                   \
          LIKELY,                                                                                                   \
          .meaning = "1 or 2: how a car state ends" },                                                              \
    {                                                                                                               \
        .name = "track", .offset = 8, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_WINDOWS_1252, .count = 64, \
        LIKELY, .meaning = "directory of the track"                                                                 \
    }

/* clang-format off */
static const pdk_field header_fields[] = {
    HEADER_START,
    { .name = "interval", .offset = 72, .storage = PDK_RAW_I32, .divisor = 1000, LIKELY, .minimum = 0.001, .maximum = 60, .unit = "s",
      .meaning = "between frames, usually 0.1; the published page leaves this field out" },
    { .name = "cars", .offset = 76, .storage = PDK_RAW_I32, LIKELY, .minimum = 0, .maximum = 32767,
      .meaning = "cars in the scene when the replay was saved" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_header, "rply.header", "At the start of the file, when DATA is at 80 + 64 * cars", 80,
           header_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field header_without_interval_fields[] = {
    HEADER_START,
    { .name = "cars", .offset = 72, .storage = PDK_RAW_I32, LIKELY, .minimum = 0, .maximum = 32767,
      .meaning = "cars in the scene when the replay was saved" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_header_without_interval, "rply.header_without_interval",
           "At the start of the file, when DATA is at 76 + 64 * cars: the header as the published page prints it", 76,
           header_without_interval_fields, SOURCE_PAGE);

/* clang-format off */
static const pdk_field car_name_fields[] = {
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_WINDOWS_1252, .count = 64, LIKELY,
      .meaning = "directory of the car; a longer one is cut off and has no NUL" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_car_name, "rply.car_name", "One for each car after the header; the first is car 0", 64,
           car_name_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field frame_fields[] = {
    { .name = "size", .offset = 0, .storage = PDK_RAW_U16, LIKELY, .unit = "byte",
      .meaning = "of the whole frame, with these two bytes and the time; Racer reads it as signed, so sizes over "
                 "32767 fail in the game" },
    { .name = "time", .offset = PDK_RPLY_FRAME_TIME, .storage = PDK_RAW_I32, .divisor = 1000, LIKELY, .minimum = 0, .maximum = 2147483.647, .unit = "s",
      .meaning = "simulated time; the first frame need not be at 0, because old ones are dropped" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_frame, "rply.frame", "Each frame begins with this; commands follow until its size is used up", 6,
           frame_fields, SOURCE_BOTH);

static const pdk_label command_names[] = {
    { 0, "set car" },    { 1, "position" },   { 2, "car state" }, { 3, "end" },         { 4, "smoke" },
    { 5, "skid start" }, { 6, "skid point" }, { 7, "skid end" },  { 8, "skid volume" }, { 9, "car enters" },
    { 10, "lap" },       { 11, "timeline" },  { 0, NULL },
};
/* clang-format off */
static const pdk_field command_fields[] = {
    { .name = "id", .offset = 0, .storage = PDK_RAW_U16, .labels = command_names, LIKELY,
      .meaning = "what follows; 3, 8, 10 and 11 were never written, their content is unknown" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_command, "rply.command", "Each command begins with this", 2, command_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field set_car_fields[] = {
    { .name = "car", .offset = 0, .storage = PDK_RAW_I16, LIKELY, .minimum = 0, .maximum = 32767,
      .meaning = "index of the car that the next commands are about; valid to the end of the frame" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_set_car, "rply.set_car", "Payload of command 0", 2, set_car_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field position_fields[] = {
    { .name = "position", .offset = 0, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", LIKELY, .unit = "m",
      .meaning = "of the car, obsolete; on the published page this command has no payload" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_position, "rply.position", "Payload of command 1", 12, position_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field smoke_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "left" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "up" },
    { .name = "z", .offset = 8, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "forward" },
    { .name = "velocity_x", .offset = 12, .storage = PDK_RAW_F32, LIKELY, .unit = "m/s", .meaning = "left" },
    { .name = "velocity_y", .offset = 16, .storage = PDK_RAW_F32, LIKELY, .unit = "m/s", .meaning = "up" },
    { .name = "velocity_z", .offset = 20, .storage = PDK_RAW_F32, LIKELY, .unit = "m/s", .meaning = "forward" },
    { .name = "lifetime", .offset = 24, .storage = PDK_RAW_F32, LIKELY, .minimum = 0, .maximum = 3600, .unit = "s",
      .meaning = "how long the puff is visible" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_smoke, "rply.smoke", "Payload of command 4: a puff of smoke", 28, smoke_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field skid_strip_fields[] = {
    { .name = "strip", .offset = 0, .storage = PDK_RAW_I16, LIKELY, .minimum = 0, .maximum = 99,
      .meaning = "number of the skid strip" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_skid_strip, "rply.skid_strip", "Payload of commands 5 and 7: a skid strip begins, ends", 2,
           skid_strip_fields, SOURCE_BOTH);

#define SKID_POINT                                                                                    \
    { .name = "strip",                                                                                \
      .offset = 0,                                                                                    \
      .storage = PDK_RAW_I16,                                                                         \
      LIKELY,                                                                                         \
      .minimum = 0,                                                                                   \
      .maximum = 99,                                                                                  \
      .meaning = "number of the skid strip" },                                                        \
        { .name = "x", .offset = 2, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "left" }, \
        { .name = "y", .offset = 6, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "up" },   \
    {                                                                                                 \
        .name = "z", .offset = 10, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "forward"  \
    }

static const pdk_field skid_point_fields[] = { SKID_POINT };
PDK_RECORD(pdk_rply_skid_point, "rply.skid_point", "Payload of command 6 as version 1.1 recorders wrote it", 14,
           skid_point_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field skid_point_transparent_fields[] = {
    SKID_POINT,
    { .name = "transparency", .offset = 14, .storage = PDK_RAW_F32, LIKELY, .meaning = "of the mark" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_skid_point_transparent, "rply.skid_point_transparent",
           "Payload of command 6 as the published page prints it", 18, skid_point_transparent_fields, SOURCE_PAGE);

/* clang-format off */
static const pdk_field car_entry_fields[] = {
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_WINDOWS_1252, .count = 64, LIKELY,
      .meaning = "directory of the car" },
    { .name = "car", .offset = PDK_RPLY_ENTRY_CAR, .storage = PDK_RAW_I32, LIKELY, .minimum = 0, .maximum = 32767,
      .meaning = "its index; Racer itself takes the low 16 bits" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_car_entry, "rply.car_entry", "Payload of command 9: a car enters", 68, car_entry_fields,
           SOURCE_BOTH);

/* clang-format off */
static const pdk_field state_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "centre of gravity, left" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "centre of gravity, up" },
    { .name = "z", .offset = 8, .storage = PDK_RAW_F32, LIKELY, .unit = "m", .meaning = "centre of gravity, forward" },
    { .name = "orientation", .offset = PDK_RPLY_STATE_ORIENTATION, .storage = PDK_RAW_F32, .count = 4, LIKELY, .minimum = -1.1, .maximum = 1.1,
      .meaning = "quaternion w, x, y, z, body to world; the body's +z is the nose. Recorders before 17 November 2001 "
                 "wrote x, y, z, w" },
    { .name = "steer", .offset = 28, .storage = PDK_RAW_F32, LIKELY, .minimum = -100, .maximum = 100, .unit = "rad",
      .meaning = "of the steering wheel; positive to the left" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_state, "rply.state", "Start of the payload of command 2; the wheels follow at 32", 32, state_fields,
           SOURCE_BOTH);

/* clang-format off */
static const pdk_field wheel_y_fields[] = {
    { .name = "wheel_y", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .minimum = -20, .maximum = 20, .unit = "m",
      .meaning = "height of the wheel's centre in the body; moves with the suspension" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_wheel_y, "rply.wheel_y", "In a car state from 32, one for each of the n wheels", 4, wheel_y_fields,
           SOURCE_BOTH);

/* clang-format off */
static const pdk_field wheel_angle_fields[] = {
    { .name = "wheel_angle", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .unit = "rad",
      .meaning = "angle turned so far, 0 to 2 pi" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_wheel_angle, "rply.wheel_angle", "In a car state from 32 + 4 n, one for each of the n wheels", 4,
           wheel_angle_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field wheel_speed_fields[] = {
    { .name = "wheel_speed", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .minimum = -1e4, .maximum = 1e4,
      .unit = "rad/s",
      .meaning = "positive when rolling forward" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_wheel_speed, "rply.wheel_speed", "In a car state from 32 + 8 n, one for each of the n wheels", 4,
           wheel_speed_fields, SOURCE_BOTH);

#define ENGINE_SPEED                                                                                            \
    {                                                                                                           \
        .name = "engine_speed", .offset = 0, .storage = PDK_RAW_F32, .multiplier = 3.14159265358979323846,      \
        .divisor = 30, LIKELY, .minimum = -1e4, .maximum = 1e4, .unit = "rad/s", .meaning = "stored in rev/min" \
    }

/* clang-format off */
static const pdk_field state_end_1_fields[] = {
    ENGINE_SPEED,
    { .name = "speed", .offset = PDK_RPLY_END_VELOCITY, .storage = PDK_RAW_F32, LIKELY, .minimum = 0, .maximum = 1000,
      .unit = "m/s",
      .meaning = "length of the velocity in the world" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_state_end_1, "rply.state_end_1", "In a car state of version 1.x from 32 + 12 n", 8,
           state_end_1_fields, SOURCE_BOTH);

/* clang-format off */
static const pdk_field state_end_2_fields[] = {
    ENGINE_SPEED,
    { .name = "velocity_x", .offset = PDK_RPLY_END_VELOCITY, .storage = PDK_RAW_F32, LIKELY, .minimum = -1000, .maximum = 1000,
      .unit = "m/s",
      .meaning = "left; the frame is not published, world is likely" },
    { .name = "velocity_y", .offset = 8, .storage = PDK_RAW_F32, LIKELY, .minimum = -1000, .maximum = 1000,
      .unit = "m/s",
      .meaning = "up" },
    { .name = "velocity_z", .offset = 12, .storage = PDK_RAW_F32, LIKELY, .minimum = -1000, .maximum = 1000,
      .unit = "m/s",
      .meaning = "forward" },
    { .name = "brake_light_and_skid", .offset = 16, .storage = PDK_RAW_U16, GUESSED,
      .meaning = "brake light and skid factor in one number; how they are packed is unknown" },
    { .name = "gear", .offset = 18, .storage = PDK_RAW_I16, GUESSED,
      .meaning = "as stored; how gears are numbered is unknown" },
};
/* clang-format on */
PDK_RECORD(pdk_rply_state_end_2, "rply.state_end_2", "In a car state of version 2.x from 32 + 12 n", 20,
           state_end_2_fields, SOURCE_PAGE);

const pdk_record *const pdk_rply_records[] = {
    &pdk_rply_header,
    &pdk_rply_header_without_interval,
    &pdk_rply_car_name,
    &pdk_rply_frame,
    &pdk_rply_command,
    &pdk_rply_set_car,
    &pdk_rply_position,
    &pdk_rply_state,
    &pdk_rply_wheel_y,
    &pdk_rply_wheel_angle,
    &pdk_rply_wheel_speed,
    &pdk_rply_state_end_1,
    &pdk_rply_state_end_2,
    &pdk_rply_smoke,
    &pdk_rply_skid_strip,
    &pdk_rply_skid_point,
    &pdk_rply_skid_point_transparent,
    &pdk_rply_car_entry,
    NULL,
};
