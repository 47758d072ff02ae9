/*
 * SPR and MPR, replays of Live for Speed: of a single player, and of several. Little-endian.
 *
 *     SPR: [header, 192 bytes][what is not public]
 *     MPR: [header, 80 bytes][result, 80 bytes] x NF [what is not public]
 *
 * docs/formats/spr.md has the whole story.
 */
#include "format/spr/spr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define SOURCE "Live for Speed's published pages on the headers of SPR and MPR files"
#define NUMBER(name_, offset_, storage_, meaning_)                                         \
    {                                                                                      \
        .name = name_, .offset = offset_, .storage = storage_, LIKELY, .meaning = meaning_ \
    }
#define TEXT(name_, offset_, size_, meaning_)                                                                     \
    {                                                                                                             \
        .name = name_, .offset = offset_, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = size_, \
        LIKELY, .meaning = meaning_                                                                               \
    }
#define BYTES(name_, offset_, size_, meaning_)                                                                   \
    {                                                                                                            \
        .name = name_, .offset = offset_, .storage = PDK_RAW_OPAQUE, .count = size_, LIKELY, .meaning = meaning_ \
    }

static const pdk_label skills[] = { { 0, "0" }, { 1, "1" }, { 2, "2" }, { 3, "3" }, { 4, "4" }, { 0, NULL } };
static const pdk_label winds[] = { { 0, "off" }, { 1, "weak" }, { 2, "strong" }, { 0, NULL } };
static const pdk_label hotlaps[] = { { 0, "no" }, { 1, "yes" }, { 2, "custom" }, { 3, "invalid" }, { 0, NULL } };
static const pdk_label player_flags[] = {
    { 1, "driver on the left" }, { 2, "reserved" },      { 4, "reserved" },      { 8, "auto shift" }, { 16, "shifter" },
    { 32, "reserved" },          { 64, "braking help" }, { 128, "axis clutch" }, { 0, NULL },
};
static const pdk_label confirmations[] = {
    { 1, "mentioned" },     { 2, "confirmed" },     { 4, "drive-through" }, { 8, "stop and go" },
    { 16, "30 s penalty" }, { 32, "45 s penalty" }, { 64, "did not pit" },  { 0, NULL },
};
static const char laps_meaning[] =
    "0 practice; 1 to 99 laps; 100 to 190: (code - 100) * 10 + 100 laps; 191 to 238: code - 190 hours";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, LIKELY,
      .meaning = PDK_SPR_MAGIC },
    BYTES("reserved_6", 6, 5, "to be ignored"),
    { .name = "qualifying_minutes", .offset = 11, .storage = PDK_RAW_U8, LIKELY, .unit = "min",
      .meaning = "0 = none" },
    NUMBER("laps_code", 12, PDK_RAW_U8, laps_meaning),
    { .name = "skill", .offset = 13, .storage = PDK_RAW_U8, .labels = skills, LIKELY,
      .meaning = "of the computer's drivers" },
    { .name = "wind", .offset = 14, .storage = PDK_RAW_U8, .labels = winds, LIKELY, .meaning = "wind" },
    { .name = "hotlap", .offset = 15, .storage = PDK_RAW_U8, .labels = hotlaps, LIKELY,
      .meaning = "whether the game counts the lap for its tables" },
    { .name = "lfs_version", .offset = 16, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, LIKELY,
      .meaning = "version of the game" },
    { .name = "track_code", .offset = 24, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "short track name, as in RAF files" },
    { .name = "added_mass", .offset = 28, .storage = PDK_RAW_U8, LIKELY, .unit = "kg", .meaning = "handicap" },
    { .name = "intake_restriction", .offset = 29, .storage = PDK_RAW_U8, LIKELY, .unit = "%",
      .meaning = "of the engine: handicap" },
    NUMBER("abs", 30, PDK_RAW_U8, "of hotlaps: not 0 = the car has ABS"),
    NUMBER("reserved_31", 31, PDK_RAW_U8, "zero"),
    TEXT("track", 32, 32, "track"),
    TEXT("user", 64, 32, "name of the player's licence"),
    TEXT("car", 96, 32, "car"),
    NUMBER("configuration", 128, PDK_RAW_U8, "of the track, from 1"),
    NUMBER("reversed", 129, PDK_RAW_U8, "1 = the track is driven the other way"),
    NUMBER("weather_number", 130, PDK_RAW_U8, "of the track, from 0"),
    NUMBER("driver_count", 131, PDK_RAW_U8, "on the track, with those of the computer"),
    { .name = "player_flags", .offset = 132, .storage = PDK_RAW_U16, .labels = player_flags, .is_flags = true, LIKELY,
      .meaning = "where the driver sits, and aids" },
    NUMBER("lap", 134, PDK_RAW_U8, "the lap that the split times are of"),
    { .name = "split_count", .offset = 135, .storage = PDK_RAW_U8, LIKELY, .maximum = PDK_SPR_SPLITS,
      .meaning = "with the lap itself" },
    { .name = "splits", .offset = 136, .storage = PDK_RAW_RECORD, .count = PDK_SPR_SPLITS, .record = &pdk_spr_split, LIKELY,
      .meaning = "times since the start of the lap; the last used one is the lap time" },
    NUMBER("flags", 152, PDK_RAW_I32, "not explained"),
    { .name = "duration", .offset = 156, .storage = PDK_RAW_I32, .divisor = 100, LIKELY, .minimum = 0, .maximum = 1e7, .unit = "s",
      .meaning = "of the replay; 0 = not known" },
    TEXT("player", 160, 32, "driver"),
};
static const pdk_field split_fields[] = {
    { .name = "minutes", .offset = 0, .storage = PDK_RAW_U8, LIKELY, .unit = "min", .meaning = "whole minutes" },
    { .name = "seconds", .offset = 1, .storage = PDK_RAW_U8, LIKELY, .maximum = 59, .unit = "s",
      .meaning = "whole seconds" },
    { .name = "hundredths", .offset = 2, .storage = PDK_RAW_U8, LIKELY, .maximum = 99, .meaning = "of a second" },
    { .name = "thousandths", .offset = 3, .storage = PDK_RAW_U8, LIKELY, .maximum = 9,
      .meaning = "of a second, beyond the hundredths" },
};
static const pdk_field mpr_header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, LIKELY,
      .meaning = PDK_MPR_MAGIC },
    BYTES("reserved_6", 6, 3, "to be ignored"),
    NUMBER("joined_late", 9, PDK_RAW_U8, "1 = the recording begins in a game that was running"),
    BYTES("reserved_10", 10, 2, "not explained"),
    NUMBER("rules", 12, PDK_RAW_I32, "bits that are not explained"),
    NUMBER("flags", 16, PDK_RAW_I32, "bits that are not explained"),
    NUMBER("laps_code", 20, PDK_RAW_U8, laps_meaning),
    { .name = "skill", .offset = 21, .storage = PDK_RAW_U8, .labels = skills, LIKELY,
      .meaning = "of the computer's drivers" },
    { .name = "wind", .offset = 22, .storage = PDK_RAW_U8, .labels = winds, LIKELY, .meaning = "wind" },
    NUMBER("starters", 23, PDK_RAW_U8, "players at the start"),
    { .name = "lfs_version", .offset = 24, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, LIKELY,
      .meaning = "version of the game" },
    { .name = "track_code", .offset = 32, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "short track name, as in RAF files" },
    { .name = "unix_time", .offset = 36, .storage = PDK_RAW_I32, LIKELY, .unit = "s",
      .meaning = "the start, since 1970 in UTC" },
    TEXT("track", 40, 32, "track"),
    NUMBER("configuration", 72, PDK_RAW_U8, "of the track, from 1"),
    NUMBER("reversed", 73, PDK_RAW_U8, "1 = the track is driven the other way"),
    NUMBER("weather_number", 74, PDK_RAW_U8, "of the track, from 0"),
    NUMBER("result_count", 75, PDK_RAW_U8, "NF; 0 if the race did not end"),
    NUMBER("reserved_76", 76, PDK_RAW_I32, "zero"),
};
static const pdk_field result_fields[] = {
    TEXT("name", 0, 24, "player"),
    TEXT("plate", 24, 8, "of the car"),
    { .name = "car", .offset = 32, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "code of the car: XFG" },
    TEXT("user", 36, 24, "name of the player's licence"),
    NUMBER("laps", 60, PDK_RAW_U16, "complete"),
    { .name = "player_flags", .offset = 62, .storage = PDK_RAW_U16, .labels = player_flags, .is_flags = true, LIKELY,
      .meaning = "where the driver sits, and aids" },
    { .name = "confirmation", .offset = 64, .storage = PDK_RAW_U8, .labels = confirmations, .is_flags = true, LIKELY,
      .meaning = "whether the result counts, and penalties" },
    NUMBER("pit_stops", 65, PDK_RAW_U8, "how many"),
    { .name = "penalty", .offset = 66, .storage = PDK_RAW_U16, LIKELY, .unit = "s",
      .meaning = "seconds of penalties" },
    { .name = "finish_time", .offset = 68, .storage = PDK_RAW_I32, .divisor = 1000, LIKELY, .minimum = 0, .maximum = 1e6, .unit = "s",
      .meaning = "over the race; 0 = none" },
    { .name = "best_lap_time", .offset = 72, .storage = PDK_RAW_I32, .divisor = 1000, LIKELY, .minimum = 0, .maximum = 1e6, .unit = "s",
      .meaning = "0 = none" },
    NUMBER("reserved_76", 76, PDK_RAW_U8, "zero"),
    NUMBER("grid_position", 77, PDK_RAW_U8, "from 1; 0 = not known"),
    { .name = "added_mass", .offset = 78, .storage = PDK_RAW_U8, LIKELY, .unit = "kg", .meaning = "handicap" },
    { .name = "intake_restriction", .offset = 79, .storage = PDK_RAW_U8, LIKELY, .unit = "%",
      .meaning = "of the engine: handicap" },
};
/* clang-format on */
PDK_RECORD(pdk_spr_split, "spr.split", "4 times in spr.header", 4, split_fields, SOURCE);
PDK_RECORD(pdk_spr_header, "spr.header", "At the start of an SPR", 192, header_fields, SOURCE);
PDK_RECORD(pdk_mpr_header, "spr.mpr_header", "At the start of an MPR", 80, mpr_header_fields, SOURCE);
PDK_RECORD(pdk_mpr_result, "spr.result", "NF times after spr.mpr_header", 80, result_fields, SOURCE);

const pdk_record *const pdk_spr_records[] = { &pdk_spr_header, &pdk_spr_split, &pdk_mpr_header, &pdk_mpr_result, NULL };
