/*
 * RAF, Live for Speed's replay analyser file, version 2. Little-endian.
 *
 *     [header, A bytes: 512 + 128 per wheel, zero to A][block 0, B bytes] ... [block N-1]
 *     block: [car, 64 bytes][zero to D][wheel 0, C bytes] ... [zero to B]
 *
 * A, B, C, D, N are in the header and may grow without a new version. docs/formats/raf.md has the whole story.
 * Axes: X right, Y forward, Z up, metres; steer and rotation positive to the left.
 */
#include "format/raf/raf_layout.h"

static const pdk_label player_flags[] = {
    { 1, "driver on the left" }, { 2, "reserved" },      { 4, "reserved (set in 0.5V0)" },
    { 8, "auto shift" },         { 16, "shifter" },      { 32, "reserved" },
    { 64, "braking help" },      { 128, "axis clutch" }, { 0, NULL },
};
static const pdk_label legality[] = { { 0, "unknown" }, { 1, "legal" }, { 2, "illegal" }, { 0, NULL } };
static const pdk_label tyre_types[] = {
    { 0, "race R1" },     { 1, "race R2" }, { 2, "race R3" }, { 3, "race R4" }, { 4, "road super" },
    { 5, "road normal" }, { 6, "hybrid" },  { 7, "knobbly" }, { 0, NULL },
};

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, SURE,
      .meaning = "LFSRAF" },
    { .name = "game_version", .offset = 6, .storage = PDK_RAW_U8, LIKELY, .meaning = "of no use: 0 in every file" },
    { .name = "game_revision", .offset = 7, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "of no use: 246 from 0.5V0 to 0.7G alike" },
    { .name = "raf_version", .offset = 8, .storage = PDK_RAW_U8, SURE, .minimum = 1, .maximum = 2,
      .meaning = "layout version, 2" },
    { .name = "interval", .offset = 9, .storage = PDK_RAW_U8, .divisor = 1000, SURE, .unit = "s",
      .meaning = "time between blocks: 0.1 in HLVC output; before 0.5Z stored as 0, which means 0.01" },
    { .name = "reserved_10", .offset = 10, .storage = PDK_RAW_OPAQUE, .count = 2, SURE, .meaning = "zero" },
    { .name = "header_size", .offset = 12, .storage = PDK_RAW_U16, SURE, .unit = "byte",
      .meaning = "A: where block 0 starts" },
    { .name = "block_size", .offset = 14, .storage = PDK_RAW_U16, SURE, .unit = "byte", .meaning = "B" },
    { .name = "wheel_size", .offset = 16, .storage = PDK_RAW_U16, SURE, .unit = "byte",
      .meaning = "C: one wheel inside a block" },
    { .name = "wheel_offset", .offset = 18, .storage = PDK_RAW_U16, SURE, .unit = "byte",
      .meaning = "D: where wheels start inside a block" },
    { .name = "block_count", .offset = 20, .storage = PDK_RAW_I32, SURE, .meaning = "N" },
    { .name = "track_code", .offset = 24, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "short track name, e.g. BL1; empty before 0.5X; R at the end: reversed, X: open, Y: both" },
    { .name = "track_length", .offset = 28, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e6, .unit = "m",
      .meaning = "length of the track ruler (index distance)" },
    { .name = "player", .offset = 32, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 32, SURE,
      .meaning = "driver" },
    { .name = "car", .offset = 64, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 32, SURE,
      .meaning = "car" },
    { .name = "track", .offset = 96, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 32, SURE,
      .meaning = "track" },
    { .name = "config", .offset = 128, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 16, SURE,
      .meaning = "track configuration" },
    { .name = "weather", .offset = 144, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 16, SURE,
      .meaning = "in the player's language, truncated at 15 characters" },
    { .name = "lfs_version", .offset = 160, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, SURE,
      .meaning = "version of the game" },
    { .name = "player_flags", .offset = 168, .storage = PDK_RAW_U8, .labels = player_flags, .is_flags = true, LIKELY,
      .meaning = "where the driver sits, and aids" },
    { .name = "wheel_count", .offset = 169, .storage = PDK_RAW_U8, SURE, .minimum = 1, .maximum = 16,
      .meaning = "number of wheels: 4 in 18 of 18 files" },
    { .name = "legality", .offset = 170, .storage = PDK_RAW_U8, .labels = legality, SURE,
      .meaning = "HLVC: hot lap validity" },
    { .name = "split_count", .offset = 171, .storage = PDK_RAW_U8, SURE, .minimum = 1, .maximum = 4,
      .meaning = "number of splits, with the lap itself" },
    { .name = "splits", .offset = 172, .storage = PDK_RAW_I32, .count = 4, .divisor = 1000, SURE, .minimum = 0, .maximum = 1e6, .unit = "s",
      .meaning = "cumulative; the last used one is the lap time; in a part of a lap those of the lap before" },
    { .name = "mass", .offset = 188, .storage = PDK_RAW_F32, SURE, .minimum = 1, .maximum = 1e5, .unit = "kg",
      .meaning = "with driver, and fuel at the start of the lap" },
    { .name = "sprung_mass", .offset = 192, .storage = PDK_RAW_F32, SURE, .minimum = 1, .maximum = 1e5, .unit = "kg",
      .meaning = "the part that the springs carry" },
    { .name = "rear_anti_roll", .offset = 196, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8,
      .unit = "N/m",
      .meaning = "rear anti-roll bar" },
    { .name = "front_anti_roll", .offset = 200, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8,
      .unit = "N/m",
      .meaning = "front anti-roll bar" },
    { .name = "final_drive", .offset = 204, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 100,
      .meaning = "final drive ratio" },
    { .name = "gear_count", .offset = 208, .storage = PDK_RAW_U8, SURE, .minimum = 0, .maximum = 7,
      .meaning = "forward gears" },
    { .name = "reserved_209", .offset = 209, .storage = PDK_RAW_OPAQUE, .count = 3, SURE, .meaning = "zero" },
    { .name = "gear_ratios", .offset = 212, .storage = PDK_RAW_F32, .count = 7, SURE, .minimum = 0, .maximum = 100,
      .meaning = "number of forward gears; unused ones are 0" },
    { .name = "reserved_240", .offset = 240, .storage = PDK_RAW_OPAQUE, .count = 272, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_raf_header, "raf.header", "At the start of the file; zero between the static wheels and A", 512,
           header_fields, "Live for Speed's RAF note, checked on 18 files of 0.5V0 to 0.7G");

/* clang-format off */
static const pdk_field static_wheel_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_F32, SURE, .minimum = -20, .maximum = 20, .unit = "m",
      .meaning = "right of the car's reference point; separates left from right" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_F32, SURE, .minimum = -20, .maximum = 20, .unit = "m",
      .meaning = "forward of it; separates front from rear" },
    { .name = "z", .offset = 8, .storage = PDK_RAW_F32, SURE, .minimum = -20, .maximum = 20, .unit = "m",
      .meaning = "above it" },
    { .name = "radius", .offset = 12, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 5, .unit = "m",
      .meaning = "unloaded" },
    { .name = "width", .offset = 16, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 5, .unit = "m",
      .meaning = "at the widest point" },
    { .name = "maximum_deflection", .offset = 20, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 5, .unit = "m",
      .meaning = "suspension travel" },
    { .name = "reserved_24", .offset = 24, .storage = PDK_RAW_OPAQUE, .count = 5, SURE, .meaning = "zero" },
    { .name = "tyre_type", .offset = 29, .storage = PDK_RAW_U8, .labels = tyre_types, SURE,
      .meaning = "front and rear may differ" },
    { .name = "reserved_30", .offset = 30, .storage = PDK_RAW_OPAQUE, .count = 2, SURE, .meaning = "zero" },
    { .name = "spring", .offset = 32, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8, .unit = "N/m",
      .meaning = "spring constant" },
    { .name = "damping_compression", .offset = 36, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8,
      .unit = "N s/m",
      .meaning = "damper, compression" },
    { .name = "damping_rebound", .offset = 40, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8,
      .unit = "N s/m",
      .meaning = "damper, rebound" },
    { .name = "brake_torque", .offset = 44, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e8, .unit = "N m",
      .meaning = "at full pedal" },
    { .name = "reserved_48", .offset = 48, .storage = PDK_RAW_OPAQUE, .count = 80, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_raf_static_wheel, "raf.static_wheel", "One for each wheel, from 512; the order is the car's own", 128,
           static_wheel_fields, "Live for Speed's RAF note, checked on 18 files of 0.5V0 to 0.7G");

/* clang-format off */
static const pdk_field block_fields[] = {
    { .name = "throttle", .offset = 0, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1, .meaning = "pedal" },
    { .name = "brake", .offset = 4, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1, .meaning = "pedal" },
    { .name = "steer", .offset = 8, .storage = PDK_RAW_F32, SURE, .minimum = -20, .maximum = 20, .unit = "rad",
      .meaning = "input; positive to the left" },
    { .name = "clutch", .offset = 12, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1,
      .meaning = "pedal; 1 = disengaged (0.5V0 stores 1 for engaged: the column has the newer sense)" },
    { .name = "handbrake", .offset = 16, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1, .meaning = "lever" },
    { .name = "gear", .offset = 20, .storage = PDK_RAW_U8, .bias = -1, .type = PDK_INT8, SURE, .minimum = -1, .maximum = 7,
      .meaning = "-1 reverse, 0 neutral, 1 first (stored plus one)" },
    { .name = "lateral_g", .offset = 21, .storage = PDK_RAW_I8, .divisor = 20, SURE, .minimum = -6, .maximum = 6,
      .unit = "g",
      .meaning = "to the right, gravity included, steps of 0.05; not recorded before 0.5Z" },
    { .name = "forward_g", .offset = 22, .storage = PDK_RAW_I8, .divisor = 20, SURE, .minimum = -6, .maximum = 6,
      .unit = "g",
      .meaning = "forward, gravity included; not recorded before 0.5Z" },
    { .name = "upward_g", .offset = 23, .storage = PDK_RAW_I8, .divisor = 20, SURE, .minimum = -6, .maximum = 6,
      .unit = "g",
      .meaning = "upward, gravity included: about 1 at rest; not recorded before 0.5Z" },
    { .name = "speed", .offset = 24, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 500, .unit = "m/s",
      .meaning = "length of the velocity in space" },
    { .name = "distance", .offset = 28, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e7, .unit = "m",
      .meaning = "travelled by the car; 0 in the first block" },
    { .name = "x", .offset = 32, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m", .meaning = "map, right" },
    { .name = "y", .offset = 36, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "map, forward" },
    { .name = "z", .offset = 40, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m", .meaning = "height" },
    { .name = "engine_speed", .offset = 44, .storage = PDK_RAW_F32, SURE, .minimum = 0, .maximum = 1e4, .unit = "rad/s",
      .meaning = "times 30/pi = rpm" },
    { .name = "index_distance", .offset = 48, .storage = PDK_RAW_F32, SURE, .minimum = -1e6, .maximum = 1e6,
      .unit = "m",
      .meaning = "along the track ruler: compare laps on this" },
    { .name = "right", .offset = 52, .storage = PDK_RAW_I16, .count = 3, .elements = "x y z", .divisor = 32767, SURE, .minimum = -1.001, .maximum = 1.001,
      .meaning = "unit vector to the right of the car" },
    { .name = "forward", .offset = 58, .storage = PDK_RAW_I16, .count = 3, .elements = "x y z", .divisor = 32767, SURE, .minimum = -1.001, .maximum = 1.001,
      .meaning = "unit vector ahead of the car" },
};
/* clang-format on */
PDK_RECORD(pdk_raf_block, "raf.block", "At every interval, from A; its wheels are at D inside it", 64, block_fields,
           "Live for Speed's RAF note, checked on 18 files of 0.5V0 to 0.7G");

/* clang-format off */
static const pdk_field wheel_fields[] = {
    { .name = "deflection", .offset = 0, .storage = PDK_RAW_F32, SURE, .minimum = -5, .maximum = 5, .unit = "m",
      .meaning = "suspension, compression from unloaded" },
    { .name = "steer", .offset = 4, .storage = PDK_RAW_F32, SURE, .minimum = -4, .maximum = 4, .unit = "rad",
      .meaning = "with Ackermann and toe; positive to the left" },
    { .name = "x_force", .offset = 8, .storage = PDK_RAW_F32, SURE, .minimum = -1e6, .maximum = 1e6, .unit = "N",
      .meaning = "to the right; the note prints offset 12, the files prove 8" },
    { .name = "y_force", .offset = 12, .storage = PDK_RAW_F32, SURE, .minimum = -1e6, .maximum = 1e6, .unit = "N",
      .meaning = "forward; the note prints 16, the files prove 12" },
    { .name = "load", .offset = 16, .storage = PDK_RAW_F32, SURE, .minimum = -1e6, .maximum = 1e6, .unit = "N",
      .meaning = "vertical, through the suspension (may be negative); the note prints 8, the files prove 16" },
    { .name = "angular_velocity", .offset = 20, .storage = PDK_RAW_F32, SURE, .minimum = -1e4, .maximum = 1e4,
      .unit = "rad/s",
      .meaning = "0 = locked" },
    { .name = "lean", .offset = 24, .storage = PDK_RAW_F32, SURE, .minimum = -4, .maximum = 4, .unit = "rad",
      .meaning = "to the road, anticlockwise seen from the rear" },
    { .name = "air_temperature", .offset = 28, .storage = PDK_RAW_U8, SURE, .unit = "degC",
      .meaning = "of the air in the tyre" },
    { .name = "slip_fraction", .offset = 29, .storage = PDK_RAW_U8, SURE,
      .meaning = "0 to 254 towards the best slip, 255 = past it; not recorded before 0.5Z" },
    { .name = "reserved_30", .offset = 30, .storage = PDK_RAW_OPAQUE, .count = 2, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_raf_wheel, "raf.wheel", "Inside a block, at D + C * wheel", 32, wheel_fields,
           "Live for Speed's RAF note with its force offsets corrected from 18 files of 0.5V0 to 0.7G");

const pdk_record *const pdk_raf_records[] = { &pdk_raf_header, &pdk_raf_static_wheel, &pdk_raf_block, &pdk_raf_wheel,
                                              NULL };
