/*
 * gMotor replays (.Vcr): what is around the slices. Little-endian.
 *
 *     R1, R2  [banner][tag][info][driver count][drivers][counters][slices]
 *     L       [banner][tag][stream][slices][info][driver count][drivers][trailer, 28 bytes]
 *
 * No real file has confirmed any of this to us; docs/formats/vcr-reading.md says where sources disagree.
 */
#include "format/vcr/vcr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED
#define UNKNOWN .certainty = PDK_UNKNOWN
#define NEXT .offset = PDK_FOLLOWS

#define PROGRAMS "several public programs that read such files"
#define ONE_PROGRAM "one public program that reads such files"

/* clang-format off */
static const pdk_field tag_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "IRSR" },
    { .name = "version", .offset = 4, .storage = PDK_RAW_F32, LIKELY, .meaning = "R1, R2: 1.08 is rFactor 2" },
    { .name = "format_word", .offset = 4, .storage = PDK_RAW_U32, LIKELY,
      .meaning = "L: the same bytes, 0x80000007 or 0x80000008" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_tag, "vcr.tag", "After the banner and its line feed, at 45 in every file reported", 8, tag_fields,
           PROGRAMS);

/* clang-format off */
static const pdk_field l_stream_fields[] = {
    { .name = "metadata_offset", .offset = 0, .storage = PDK_RAW_U32, LIKELY, .unit = "byte",
      .meaning = "offset of the info strings, after the slices" },
    { .name = "unknown_4", .offset = 4, .storage = PDK_RAW_U32, UNKNOWN, .meaning = "0 as a rule" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_stream, "vcr.l.stream", "L: after the tag; the slices follow", 8, l_stream_fields, PROGRAMS);

/* ------------------------------------------------------------------------------------------------- session */

static const pdk_label session_types[] = {
    { 0, "test day" },   { 1, "practice" },   { 2, "practice" },   { 3, "practice" },   { 4, "practice" },
    { 5, "qualifying" }, { 6, "qualifying" }, { 7, "qualifying" }, { 8, "qualifying" }, { 9, "warmup" },
    { 10, "race" },      { 11, "race" },      { 12, "race" },      { 13, "race" },      { 0, NULL },
};
static const pdk_label r1_session_types[] = {
    { 0, "test day" },   { 1, "practice" }, { 2, "practice" }, { 3, "practice" }, { 4, "practice" },
    { 5, "qualifying" }, { 6, "warmup" },   { 7, "race" },     { 0, NULL },
};

/* clang-format off */
static const pdk_field session_fields[] = {
    { .name = "session", .offset = 0, .storage = PDK_RAW_U8, .bit = 0, .bits = 4, .labels = session_types, LIKELY,
      .meaning = "what was recorded; numbers in a kind count its sessions" },
    { .name = "unknown_bits", .offset = 0, .storage = PDK_RAW_U8, .bit = 4, .bits = 3, UNKNOWN,
      .meaning = "not known" },
    { .name = "private_session", .offset = 0, .storage = PDK_RAW_U8, .bit = 7, .bits = 1, .type = PDK_BOOL, LIKELY,
      .meaning = "the session was private" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_session, "vcr.session", "R2, L: the session byte", 1, session_fields, PROGRAMS);

/* clang-format off */
static const pdk_field r1_session_fields[] = {
    { .name = "session", .offset = 0, .storage = PDK_RAW_U8, .labels = r1_session_types, LIKELY,
      .meaning = "what was recorded" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_session, "vcr.r1.session", "R1: the session byte", 1, r1_session_fields, ONE_PROGRAM);

/* ---------------------------------------------------------------------------------------------------- info */

/* clang-format off */
static const pdk_field r2_info_fields[] = {
    { .name = "rfm", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "the rules file of the mod" },
    { .name = "unknown_text", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, GUESSED,
      .meaning = "always 0 so far: an empty text, or a number" },
    { .name = "mod_info", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "mod, track, drivers, points as text" },
    { .name = "scn", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "scene file of the track" },
    { .name = "aiw", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "waypoint file of the track" },
    { .name = "mod_name", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "mod" },
    { .name = "mod_version", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "its version" },
    { .name = "mod_id", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_ASCII, LIKELY,
      .meaning = "its unique id, a hash" },
    { .name = "track", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "path of the track" },
    { .name = "unknown_byte", NEXT, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "session_byte", NEXT, .storage = PDK_RAW_RECORD, .record = &pdk_vcr_session, LIKELY,
      .meaning = "kind of session" },
    { .name = "unknown_block", NEXT, .storage = PDK_RAW_OPAQUE, .count = 67, UNKNOWN,
      .meaning = "skipped by every reader; compare the block of L" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_info, "vcr.r2.info", "R2: after the tag", 0, r2_info_fields, PROGRAMS);

/* clang-format off */
static const pdk_field l_info_fields[] = {
    { .name = "event_info", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "JSON: sceneDesc, session; format 8 also eventId, eventTitle, eventType, seriesId, splitNo" },
    { .name = "scn", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "scene file of the track" },
    { .name = "aiw", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "waypoint file of the track" },
    { .name = "track", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "folder of the track" },
    { .name = "track_version", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "version of the track" },
    { .name = "content_hash", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_ASCII, LIKELY,
      .meaning = "64 hexadecimal digits" },
    { .name = "install_path", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "of the game, on the computer that recorded" },
    { .name = "unknown_byte", NEXT, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "session_byte", NEXT, .storage = PDK_RAW_RECORD, .record = &pdk_vcr_session, LIKELY,
      .meaning = "kind of session" },
    { .name = "unknown_block_0", NEXT, .storage = PDK_RAW_OPAQUE, .count = 8, UNKNOWN,
      .meaning = "first of the 67 bytes that follow the session" },
    { .name = "damage_multiplier", NEXT, .storage = PDK_RAW_U32, GUESSED, .unit = "%",
      .meaning = "one reader, compared with results files" },
    { .name = "unknown_block_12", NEXT, .storage = PDK_RAW_OPAQUE, .count = 4, UNKNOWN, .meaning = "not known" },
    { .name = "fuel_multiplier", NEXT, .storage = PDK_RAW_U32, GUESSED,
      .meaning = "one reader, compared with results files" },
    { .name = "tyre_multiplier", NEXT, .storage = PDK_RAW_U32, GUESSED,
      .meaning = "one reader, compared with results files" },
    { .name = "unknown_block_24", NEXT, .storage = PDK_RAW_OPAQUE, .count = 8, UNKNOWN, .meaning = "not known" },
    { .name = "race_time", NEXT, .storage = PDK_RAW_U32, .multiplier = 60, GUESSED, .unit = "s",
      .meaning = "length of the race, stored in minutes" },
    { .name = "unknown_block_36", NEXT, .storage = PDK_RAW_OPAQUE, .count = 31, UNKNOWN,
      .meaning = "last of the 67 bytes" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_info, "vcr.l.info", "L: after the slices, at the offset in the stream record", 0, l_info_fields,
           PROGRAMS);

/* clang-format off */
static const pdk_field r1_info_fields[] = {
    { .name = "rfm", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "the rules file of the mod" },
    { .name = "unknown_text", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, GUESSED,
      .meaning = "always empty so far" },
    { .name = "scn", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "scene file of the track" },
    { .name = "aiw", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "waypoint file of the track" },
    { .name = "unknown_byte", NEXT, .storage = PDK_RAW_U8, UNKNOWN, .meaning = "not known" },
    { .name = "session_byte", NEXT, .storage = PDK_RAW_RECORD, .record = &pdk_vcr_r1_session, LIKELY,
      .meaning = "kind of session" },
    { .name = "race_time", NEXT, .storage = PDK_RAW_U16, GUESSED,
      .meaning = "length of the race; the unit is not known" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_info, "vcr.r1.info", "R1: after the tag", 0, r1_info_fields, ONE_PROGRAM);

/* ------------------------------------------------------------------------------------------------- drivers */

/* clang-format off */
static const pdk_field driver_count_fields[] = {
    { .name = "driver_count", .offset = 0, .storage = PDK_RAW_U32, LIKELY,
      .meaning = "u32 in every program; the published note prints one byte" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_driver_count, "vcr.driver_count", "Before the drivers", 4, driver_count_fields, PROGRAMS);

/* clang-format off */
static const pdk_field driver_count_short_fields[] = {
    { .name = "driver_count", .offset = 0, .storage = PDK_RAW_U8, GUESSED,
      .meaning = "as the published note prints it" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_driver_count_short, "vcr.driver_count_short", "Before the drivers, if the published note is right",
           1, driver_count_short_fields, "the published note");

#define SLOT                                                                                                   \
    {                                                                                                          \
        .name = "slot", NEXT, .storage = PDK_RAW_U8, LIKELY, .meaning = "the number events name the driver by" \
    }
#define NAME                                                                                           \
    {                                                                                                  \
        .name = "name", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY, \
        .meaning = "driver"                                                                            \
    }
#define CO_DRIVER                                                                                           \
    {                                                                                                       \
        .name = "co_driver", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY, \
        .meaning = "second driver"                                                                          \
    }
#define ENTRY                                                                                        \
    {                                                                                                \
        .name = "entry_time", NEXT, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "joined" \
    }
#define EXIT                                                                                      \
    {                                                                                             \
        .name = "exit_time", NEXT, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "left" \
    }
#define VEHICLE_FILE                                                                                                \
    {                                                                                                               \
        .name = "vehicle_file", NEXT, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_UTF8_OR_1252, .count = 32, \
        LIKELY, .meaning = "VEH file"                                                                               \
    }
#define R2_REST                                                                         \
    {                                                                                   \
        .name = "unknown_block", NEXT, .storage = PDK_RAW_OPAQUE, .count = 48, UNKNOWN, \
        .meaning = "probably a skin name and an upgrade pack, by analogy with R1"       \
    }

/* clang-format off */
static const pdk_field r2_driver_fields[] = {
    SLOT, NAME, CO_DRIVER,
    { .name = "vehicle", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "vehicle" },
    { .name = "vehicle_version", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "its version; one source has version and id the other way round" },
    { .name = "vehicle_id", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_ASCII, LIKELY,
      .meaning = "64 hexadecimal digits" },
    VEHICLE_FILE, R2_REST, ENTRY, EXIT,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_driver, "vcr.r2.driver", "R2: one for each driver", 0, r2_driver_fields, PROGRAMS);

/* clang-format off */
static const pdk_field r2_driver_short_id_fields[] = {
    SLOT, NAME, CO_DRIVER,
    { .name = "vehicle", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "vehicle" },
    { .name = "vehicle_version", NEXT, .storage = PDK_RAW_TEXT16, .encoding = PDK_ENCODING_UTF8_OR_1252, LIKELY,
      .meaning = "its version" },
    { .name = "vehicle_id", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_ASCII, GUESSED,
      .meaning = "64 hexadecimal digits; one byte of length as the published note prints it" },
    VEHICLE_FILE, R2_REST, ENTRY, EXIT,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_driver_short_id, "vcr.r2.driver_short_id",
           "R2: one for each driver, if the published note is right", 0, r2_driver_short_id_fields,
           "the published note");

static const pdk_field r2_driver_old_fields[] = { SLOT, NAME, CO_DRIVER, VEHICLE_FILE, R2_REST, ENTRY, EXIT };
PDK_RECORD(pdk_vcr_r2_driver_old, "vcr.r2.driver_old",
           "R2 before 1.08, if the wiki is right: without vehicle, version and id", 0, r2_driver_old_fields,
           "a community wiki");

/* clang-format off */
static const pdk_field r1_driver_fields[] = {
    SLOT, NAME, CO_DRIVER, VEHICLE_FILE,
    { .name = "skin_file", NEXT, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_UTF8_OR_1252, .count = 32, LIKELY,
      .meaning = "skin" },
    { .name = "upgrade_pack", NEXT, .storage = PDK_RAW_OPAQUE, .count = 8, LIKELY,
      .meaning = "chosen upgrades, packed" },
    ENTRY, EXIT,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_driver, "vcr.r1.driver", "R1: one for each driver", 0, r1_driver_fields, PROGRAMS);

/* clang-format off */
static const pdk_field l_driver_fields[] = {
    SLOT, NAME,
    { .name = "vehicle_id", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_ASCII, LIKELY,
      .meaning = "e.g. 32_26_WRT_83524148" },
    { .name = "content_id", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_ASCII, LIKELY,
      .meaning = "empty, or 22 or 24 hexadecimal digits" },
    { .name = "team", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_UTF8, LIKELY, .meaning = "team" },
    { .name = "car_number", NEXT, .storage = PDK_RAW_TEXT8, .encoding = PDK_ENCODING_UTF8, LIKELY,
      .meaning = "as painted on the car" },
    { .name = "unknown_block", NEXT, .storage = PDK_RAW_OPAQUE, .count = 16, UNKNOWN,
      .meaning = "perhaps class, balance of performance, ballast" },
    ENTRY, EXIT,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_driver, "vcr.l.driver", "L: one for each driver", 0, l_driver_fields, PROGRAMS);

/* clang-format off */
static const pdk_field l_separator_fields[] = {
    { .name = "unknown", .offset = 0, .storage = PDK_RAW_OPAQUE, .count = 3, UNKNOWN,
      .meaning = "the third is 0 in what was reported" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_separator, "vcr.l.separator", "L: between one driver and the next", 3, l_separator_fields,
           PROGRAMS);

/* ------------------------------------------------------------------------------------------------ counters */

/* clang-format off */
static const pdk_field r2_counters_fields[] = {
    { .name = "slice_count", .offset = 0, .storage = PDK_RAW_U32, LIKELY, .meaning = "slices that follow" },
    { .name = "event_count", .offset = 4, .storage = PDK_RAW_U32, LIKELY, .meaning = "events in all of them" },
    { .name = "start_time", .offset = 8, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
    { .name = "end_time", .offset = 12, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_counters, "vcr.r2.counters", "R2: between drivers and slices", 16, r2_counters_fields, PROGRAMS);

/* clang-format off */
static const pdk_field r1_playback_fields[] = {
    { .name = "playback_position", .offset = 0, .storage = PDK_RAW_F32, GUESSED, .unit = "s",
      .meaning = "where playing stopped" },
    { .name = "unknown_4", .offset = 4, .storage = PDK_RAW_I32, UNKNOWN, .meaning = "not known" },
    { .name = "has_cameras", .offset = 8, .storage = PDK_RAW_I32, GUESSED, .meaning = "not 0: a camera list follows" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_playback, "vcr.r1.playback", "R1: after the drivers", 12, r1_playback_fields, ONE_PROGRAM);

/* clang-format off */
static const pdk_field r1_camera_list_fields[] = {
    { .name = "unknown_0", .offset = 0, .storage = PDK_RAW_I32, UNKNOWN, .meaning = "1 so far" },
    { .name = "unknown_4", .offset = 4, .storage = PDK_RAW_I32, UNKNOWN, .meaning = "0 so far" },
    { .name = "camera_count", .offset = 8, .storage = PDK_RAW_I32, GUESSED,
      .meaning = "number of cameras that follow" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_camera_list, "vcr.r1.camera_list", "R1: director cameras, only where has_cameras is not 0", 12,
           r1_camera_list_fields, ONE_PROGRAM);

/* clang-format off */
static const pdk_field r1_camera_fields[] = {
    { .name = "word", NEXT, .storage = PDK_RAW_I32, UNKNOWN, .meaning = "not known" },
    { .name = "name", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_UTF8_OR_1252, GUESSED,
      .meaning = "camera" },
    { .name = "driver", NEXT, .storage = PDK_RAW_I32, GUESSED, .meaning = "slot of the driver it shows" },
    { .name = "start_time", NEXT, .storage = PDK_RAW_F32, GUESSED, .unit = "s", .meaning = "in replay time" },
    { .name = "end_time", NEXT, .storage = PDK_RAW_F32, GUESSED, .unit = "s", .meaning = "in replay time" },
    { .name = "start_session_time", NEXT, .storage = PDK_RAW_F32, GUESSED, .unit = "s", .meaning = "in session time" },
    { .name = "end_session_time", NEXT, .storage = PDK_RAW_F32, GUESSED, .unit = "s", .meaning = "in session time" },
    { .name = "value_1", NEXT, .storage = PDK_RAW_F32, UNKNOWN, .meaning = "not known; a float by one source" },
    { .name = "value_2", NEXT, .storage = PDK_RAW_F32, UNKNOWN, .meaning = "not known; a float by one source" },
    { .name = "value_3", NEXT, .storage = PDK_RAW_F32, UNKNOWN, .meaning = "not known; a float by one source" },
    { .name = "flags", NEXT, .storage = PDK_RAW_I32, GUESSED, .meaning = "not known" },
    { .name = "data", NEXT, .storage = PDK_RAW_TEXT32, .encoding = PDK_ENCODING_BYTES, UNKNOWN,
      .meaning = "floats by one source: position, orientation, zoom, field of view, in an unknown order" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_camera, "vcr.r1.camera", "R1: one for each camera", 0, r1_camera_fields, ONE_PROGRAM);

/* clang-format off */
static const pdk_field r1_counters_fields[] = {
    { .name = "slice_count", .offset = 0, .storage = PDK_RAW_U32, LIKELY, .meaning = "slices that follow" },
    { .name = "event_count", .offset = 4, .storage = PDK_RAW_U32, LIKELY, .meaning = "events in all of them" },
    { .name = "unknown_8", .offset = 8, .storage = PDK_RAW_F32, UNKNOWN, .meaning = "not known" },
    { .name = "start_time", .offset = 12, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
    { .name = "end_time", .offset = 16, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
    { .name = "duration", .offset = 20, .storage = PDK_RAW_F32, GUESSED, .unit = "s", .meaning = "of the recording" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_counters, "vcr.r1.counters", "R1: before the slices", 24, r1_counters_fields, PROGRAMS);

/* clang-format off */
static const pdk_field l_trailer_fields[] = {
    { .name = "unknown_0", .offset = 0, .storage = PDK_RAW_U32, UNKNOWN,
      .meaning = "0; at the position of has_cameras of R1" },
    { .name = "slice_count", .offset = 4, .storage = PDK_RAW_U32, LIKELY, .meaning = "slices in the file" },
    { .name = "event_count", .offset = 8, .storage = PDK_RAW_U32, LIKELY, .meaning = "events in all of them" },
    { .name = "start_time", .offset = 12, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
    { .name = "end_time", .offset = 16, .storage = PDK_RAW_F32, LIKELY, .unit = "s", .meaning = "of the recording" },
    { .name = "unknown_20", .offset = 20, .storage = PDK_RAW_OPAQUE, .count = 8, UNKNOWN,
      .meaning = "at the position of two more times" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_trailer, "vcr.l.trailer", "L: the last bytes of the file", 28, l_trailer_fields, ONE_PROGRAM);
