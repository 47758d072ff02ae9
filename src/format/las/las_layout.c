/*
 * LAS 1.0 to 1.4, laser scans. Little-endian, packed; laz/laz_layout.c has what is added where the points are packed
 * (LAZ).
 *
 *     [header] [vlr with its bytes] x N ... [point] x P at the header's offset ... [evlr with its bytes] x M (1.4)
 *
 * A coordinate is a whole number times the header's scale plus the header's offset.
 */
#include "format/las/las_layout.h"

#include "format/las/laz/laz_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

static const char source[] =
    "the published LAS specifications 1.0 to 1.4; 1.0, 1.2 and 1.4 checked on files of seven programs";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "LASF" },
    { .name = "file_source", .offset = 4, .storage = PDK_RAW_U16, LIKELY,
      .meaning = "flight line or the like; 0 = none" },
    { .name = "global_encoding", .offset = 6, .storage = PDK_RAW_U16, SURE,
      .meaning = "bit 0: GPS times are adjusted standard time, not seconds of the week; bit 4: the coordinate system "
                 "is given as WKT" },
    { .name = "project_id", .offset = 8, .storage = PDK_RAW_OPAQUE, .count = 16, LIKELY,
      .meaning = "a GUID, or zeros" },
    { .name = "version_major", .offset = 24, .storage = PDK_RAW_U8, SURE, .meaning = "1" },
    { .name = "version_minor", .offset = 25, .storage = PDK_RAW_U8, SURE, .meaning = "0 to 4" },
    { .name = "system", .offset = 26, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE,
      .meaning = "the scanner, or how the points were processed" },
    { .name = "software", .offset = 58, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE,
      .meaning = "the program that wrote the file" },
    { .name = "created_day", .offset = 90, .storage = PDK_RAW_U16, SURE, .meaning = "day of the year, from 1" },
    { .name = "created_year", .offset = 92, .storage = PDK_RAW_U16, SURE, .meaning = "year, four digits" },
    { .name = "header_size", .offset = 94, .storage = PDK_RAW_U16, SURE,
      .meaning = "227, in 1.3 235, in 1.4 375, or more" },
    { .name = "points_offset", .offset = 96, .storage = PDK_RAW_U32, SURE, .meaning = "where the first point is" },
    { .name = "vlr_count", .offset = 100, .storage = PDK_RAW_U32, SURE,
      .meaning = "variable length records after the header" },
    { .name = "point_format", .offset = 104, .storage = PDK_RAW_U8, .bits = 6, SURE, .meaning = "0 to 10" },
    { .name = "packing", .offset = 104, .storage = PDK_RAW_U8, .bit = 6, .bits = 2, SURE,
      .meaning = "of the points: 0 none, 2 LAZ, others before 2011" },
    { .name = "point_size", .offset = 105, .storage = PDK_RAW_U16, SURE,
      .meaning = "bytes of a point; more than its format has are extra bytes" },
    { .name = "legacy_points", .offset = 107, .storage = PDK_RAW_U32, SURE,
      .meaning = "number of points; in 1.4 it is 0 where the count does not fit or the format is above 5" },
    { .name = "legacy_returns", .offset = 111, .storage = PDK_RAW_U32, .count = 5, SURE,
      .meaning = "points by number of return" },
    { .name = "x_scale", .offset = 131, .storage = PDK_RAW_F64, SURE, .meaning = "size of a step in x" },
    { .name = "y_scale", .offset = 139, .storage = PDK_RAW_F64, SURE, .meaning = "size of a step in y" },
    { .name = "z_scale", .offset = 147, .storage = PDK_RAW_F64, SURE, .meaning = "size of a step in z" },
    { .name = "x_offset", .offset = 155, .storage = PDK_RAW_F64, SURE, .meaning = "added to x" },
    { .name = "y_offset", .offset = 163, .storage = PDK_RAW_F64, SURE, .meaning = "added to y" },
    { .name = "z_offset", .offset = 171, .storage = PDK_RAW_F64, SURE, .meaning = "added to z" },
    { .name = "x_maximum", .offset = 179, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
    { .name = "x_minimum", .offset = 187, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
    { .name = "y_maximum", .offset = 195, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
    { .name = "y_minimum", .offset = 203, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
    { .name = "z_maximum", .offset = 211, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
    { .name = "z_minimum", .offset = 219, .storage = PDK_RAW_F64, SURE, .meaning = "of all points" },
};
/* clang-format on */
PDK_RECORD(pdk_las_header, "las.header", "At 0", PDK_LAS_HEADER_13_AT, header_fields, source);

/* clang-format off */
static const pdk_field header_13_fields[] = {
    { .name = "waveform_offset", .offset = 0, .storage = PDK_RAW_U64, LIKELY,
      .meaning = "where wave packets begin; 0 = not in this file" },
};
/* clang-format on */
PDK_RECORD(pdk_las_header_13, "las.header_13", "At 227, from version 1.3", PDK_LAS_HEADER_14_AT - PDK_LAS_HEADER_13_AT,
           header_13_fields, source);

/* clang-format off */
static const pdk_field header_14_fields[] = {
    { .name = "evlr_offset", .offset = 0, .storage = PDK_RAW_U64, SURE,
      .meaning = "where the extended records after the points begin" },
    { .name = "evlr_count", .offset = 8, .storage = PDK_RAW_U32, SURE, .meaning = "number of extended records" },
    { .name = "points", .offset = 12, .storage = PDK_RAW_U64, SURE, .meaning = "number of points" },
    { .name = "returns", .offset = 20, .storage = PDK_RAW_U64, .count = 15, SURE,
      .meaning = "points by number of return" },
};
/* clang-format on */
PDK_RECORD(pdk_las_header_14, "las.header_14", "At 235, from version 1.4",
           PDK_LAS_HEADER_14_SIZE - PDK_LAS_HEADER_14_AT, header_14_fields, source);

/* clang-format off */
static const pdk_field vlr_fields[] = {
    { .name = "reserved", .offset = 0, .storage = PDK_RAW_U16, SURE, .meaning = "0; 0xAABB in old files" },
    { .name = "user", .offset = 2, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 16, SURE,
      .meaning = "who defines the record" },
    { .name = "record", .offset = 18, .storage = PDK_RAW_U16, SURE, .meaning = "which of their records" },
    { .name = "length", .offset = 20, .storage = PDK_RAW_U16, SURE, .meaning = "bytes that follow" },
    { .name = "description", .offset = 22, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE,
      .meaning = "text" },
};
/* clang-format on */
PDK_RECORD(pdk_las_vlr, "las.vlr", "After the header, each with its bytes", 54, vlr_fields, source);

/* clang-format off */
static const pdk_field evlr_fields[] = {
    { .name = "reserved", .offset = 0, .storage = PDK_RAW_U16, SURE, .meaning = "0" },
    { .name = "user", .offset = 2, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 16, SURE,
      .meaning = "who defines the record" },
    { .name = "record", .offset = 18, .storage = PDK_RAW_U16, SURE, .meaning = "which of their records" },
    { .name = "length", .offset = 20, .storage = PDK_RAW_U64, SURE, .meaning = "bytes that follow" },
    { .name = "description", .offset = 28, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE, .meaning = "text" },
};
/* clang-format on */
PDK_RECORD(pdk_las_evlr, "las.evlr", "After the points, from version 1.4", 60, evlr_fields, source);

/* clang-format off */
static const pdk_field key_fields[] = {
    { .name = "key", .offset = 0, .storage = PDK_RAW_U16, SURE,
      .meaning = "what it says; in the first entry a version, then how many follow" },
    { .name = "location", .offset = PDK_LAS_KEY_LOCATION, .storage = PDK_RAW_U16, SURE,
      .meaning = "0: the value is here; otherwise the number of the record with it: 34736 doubles, 34737 text" },
    { .name = "count", .offset = 4, .storage = PDK_RAW_U16, SURE, .meaning = "how many values" },
    { .name = "value", .offset = PDK_LAS_KEY_VALUE, .storage = PDK_RAW_U16, SURE,
      .meaning = "the value, or the number of the first in its record" },
};
/* clang-format on */
PDK_RECORD(pdk_las_key, "las.key", "A record 34735 of LASF_Projection is a list of these: the keys of GeoTIFF",
           PDK_LAS_KEY, key_fields, source);

/* clang-format off */
static const pdk_field extra_fields[] = {
    { .name = "reserved", .offset = 0, .storage = PDK_RAW_U16, SURE, .meaning = "0" },
    { .name = "type", .offset = 2, .storage = PDK_RAW_U8, SURE,
      .meaning = "0: bytes, as many as options says; 1 to 10: uint8, int8, uint16, int16, uint32, int32, uint64, "
                 "int64, "
                 "float32, float64; 11 to 20 two of those, 21 to 30 three" },
    { .name = "options", .offset = 3, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "bits: 0 no_data, 1 minimum, 2 maximum, 3 scale, 4 offset are given" },
    { .name = "name", .offset = 4, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE,
      .meaning = "what the value is" },
    { .name = "reserved_36", .offset = 36, .storage = PDK_RAW_OPAQUE, .count = 4, LIKELY, .meaning = "0" },
    { .name = "no_data", .offset = 40, .storage = PDK_RAW_OPAQUE, .count = 24, LIKELY,
      .meaning = "the value that means no data" },
    { .name = "minimum", .offset = 64, .storage = PDK_RAW_OPAQUE, .count = 24, LIKELY, .meaning = "of all points" },
    { .name = "maximum", .offset = 88, .storage = PDK_RAW_OPAQUE, .count = 24, LIKELY, .meaning = "of all points" },
    { .name = "scale", .offset = 112, .storage = PDK_RAW_F64, .count = 3, LIKELY, .meaning = "size of a step" },
    { .name = "offset", .offset = 136, .storage = PDK_RAW_F64, .count = 3, LIKELY, .meaning = "added to it" },
    { .name = "description", .offset = 160, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 32, SURE, .meaning = "text" },
};
/* clang-format on */
PDK_RECORD(pdk_las_extra, "las.extra", "Each in a record 4 of LASF_Spec: what follows the fields of a point, in order",
           192, extra_fields, source);

/* ---------------------------------------------------------------------------------------------------- points
 * Formats share their parts: 0 to 5 begin alike, 6 to 10 do, and times, colours and wave packets stand somewhere
 * after. */

#define POSITION                                                                                                    \
    { .name = "x",                                                                                                  \
      .offset = 0,                                                                                                  \
      .storage = PDK_RAW_I32,                                                                                       \
      SURE,                                                                                                         \
      .meaning = "in steps: multiply by x_scale and add x_offset" },                                                \
        { .name = "y",                                                                                              \
          .offset = 4,                                                                                              \
          .storage = PDK_RAW_I32,                                                                                   \
          SURE,                                                                                                     \
          .meaning = "in steps: multiply by y_scale and add y_offset" },                                            \
        { .name = "z",                                                                                              \
          .offset = 8,                                                                                              \
          .storage = PDK_RAW_I32,                                                                                   \
          SURE,                                                                                                     \
          .meaning = "in steps: multiply by z_scale and add z_offset" },                                            \
    {                                                                                                               \
        .name = "intensity", .offset = 12, .storage = PDK_RAW_U16, SURE, .meaning = "strength of the echo; no unit" \
    }
#define CORE_OLD                                                                                                      \
    POSITION,                                                                                                         \
        { .name = "return_number",                                                                                    \
          .offset = 14,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bits = 3,                                                                                                  \
          SURE,                                                                                                       \
          .meaning = "which echo of its pulse" },                                                                     \
        { .name = "returns",                                                                                          \
          .offset = 14,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 3,                                                                                                   \
          .bits = 3,                                                                                                  \
          SURE,                                                                                                       \
          .meaning = "echoes of its pulse" },                                                                         \
        { .name = "scan_direction",                                                                                   \
          .offset = 14,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 6,                                                                                                   \
          .bits = 1,                                                                                                  \
          SURE,                                                                                                       \
          .meaning = "1 = the mirror moved from left to right" },                                                     \
        { .name = "flight_line_edge",                                                                                 \
          .offset = 14,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 7,                                                                                                   \
          .bits = 1,                                                                                                  \
          LIKELY,                                                                                                     \
          .meaning = "1 = the last of its scan line" },                                                               \
        { .name = "classification",                                                                                   \
          .offset = 15,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bits = 5,                                                                                                  \
          SURE,                                                                                                       \
          .meaning = "2 = ground, 11 = road surface ..." },                                                           \
        { .name = "synthetic",                                                                                        \
          .offset = 15,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 5,                                                                                                   \
          .bits = 1,                                                                                                  \
          LIKELY,                                                                                                     \
          .meaning = "not scanned" },                                                                                 \
        { .name = "key_point",                                                                                        \
          .offset = 15,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 6,                                                                                                   \
          .bits = 1,                                                                                                  \
          LIKELY,                                                                                                     \
          .meaning = "not to be thinned out" },                                                                       \
        { .name = "withheld",                                                                                         \
          .offset = 15,                                                                                               \
          .storage = PDK_RAW_U8,                                                                                      \
          .bit = 7,                                                                                                   \
          .bits = 1,                                                                                                  \
          LIKELY,                                                                                                     \
          .meaning = "to be left out" },                                                                              \
        { .name = "scan_angle",                                                                                       \
          .offset = 16,                                                                                               \
          .storage = PDK_RAW_I8,                                                                                      \
          SURE,                                                                                                       \
          .unit = "deg",                                                                                              \
          .meaning = "whole degrees from straight down, left is negative" },                                          \
        { .name = "user_data", .offset = 17, .storage = PDK_RAW_U8, SURE, .meaning = "free for the user" },           \
    {                                                                                                                 \
        .name = "point_source", .offset = 18, .storage = PDK_RAW_U16, SURE, .meaning = "the file the point came from" \
    }
#define CORE_NEW                                                                                                   \
    POSITION,                                                                                                      \
        { .name = "return_number",                                                                                 \
          .offset = 14,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bits = 4,                                                                                               \
          SURE,                                                                                                    \
          .meaning = "which echo of its pulse" },                                                                  \
        { .name = "returns",                                                                                       \
          .offset = 14,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 4,                                                                                                \
          .bits = 4,                                                                                               \
          SURE,                                                                                                    \
          .meaning = "echoes of its pulse" },                                                                      \
        { .name = "synthetic", .offset = 15, .storage = PDK_RAW_U8, .bits = 1, LIKELY, .meaning = "not scanned" }, \
        { .name = "key_point",                                                                                     \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 1,                                                                                                \
          .bits = 1,                                                                                               \
          LIKELY,                                                                                                  \
          .meaning = "not to be thinned out" },                                                                    \
        { .name = "withheld",                                                                                      \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 2,                                                                                                \
          .bits = 1,                                                                                               \
          LIKELY,                                                                                                  \
          .meaning = "to be left out" },                                                                           \
        { .name = "overlap",                                                                                       \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 3,                                                                                                \
          .bits = 1,                                                                                               \
          SURE,                                                                                                    \
          .meaning = "in more than one scan line" },                                                               \
        { .name = "scanner_channel",                                                                               \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 4,                                                                                                \
          .bits = 2,                                                                                               \
          LIKELY,                                                                                                  \
          .meaning = "which scanner, of several" },                                                                \
        { .name = "scan_direction",                                                                                \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 6,                                                                                                \
          .bits = 1,                                                                                               \
          SURE,                                                                                                    \
          .meaning = "1 = the mirror moved from left to right" },                                                  \
        { .name = "flight_line_edge",                                                                              \
          .offset = 15,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          .bit = 7,                                                                                                \
          .bits = 1,                                                                                               \
          LIKELY,                                                                                                  \
          .meaning = "1 = the last of its scan line" },                                                            \
        { .name = "classification",                                                                                \
          .offset = 16,                                                                                            \
          .storage = PDK_RAW_U8,                                                                                   \
          SURE,                                                                                                    \
          .meaning = "2 = ground, 11 = road surface ..." },                                                        \
        { .name = "user_data", .offset = 17, .storage = PDK_RAW_U8, LIKELY, .meaning = "free for the user" },      \
        { .name = "scan_angle",                                                                                    \
          .offset = 18,                                                                                            \
          .storage = PDK_RAW_I16,                                                                                  \
          SURE,                                                                                                    \
          .multiplier = 3,                                                                                         \
          .divisor = 500,                                                                                          \
          .unit = "deg",                                                                                           \
          .meaning = "from straight down, left is negative" },                                                     \
        { .name = "point_source",                                                                                  \
          .offset = 20,                                                                                            \
          .storage = PDK_RAW_U16,                                                                                  \
          SURE,                                                                                                    \
          .meaning = "the file the point came from" },                                                             \
        GPS_TIME(22)
#define GPS_TIME(at)                                                                                       \
    {                                                                                                      \
        .name = "gps_time", .offset = at, .storage = PDK_RAW_F64, SURE, .unit = "s",                       \
        .meaning = "seconds of the GPS week, or adjusted standard time: the header's global_encoding says" \
    }
#define COLOUR(at)                                                                                                     \
    {                                                                                                                  \
        .name = "red", .offset = at, .storage = PDK_RAW_U16, SURE, .meaning = "0 to 65535, though some write 0 to 255" \
    },                                                                                                                 \
        { .name = "green", .offset = at + 2, .storage = PDK_RAW_U16, SURE, .meaning = "as red" },                      \
    {                                                                                                                  \
        .name = "blue", .offset = at + 4, .storage = PDK_RAW_U16, SURE, .meaning = "as red"                            \
    }
#define INFRARED(at)                                                                                   \
    {                                                                                                  \
        .name = "near_infrared", .offset = at, .storage = PDK_RAW_U16, LIKELY, .meaning = "0 to 65535" \
    }
#define WAVE(at)                                                                                                     \
    { .name = "wave_descriptor",                                                                                     \
      .offset = at,                                                                                                  \
      .storage = PDK_RAW_U8,                                                                                         \
      LIKELY,                                                                                                        \
      .meaning = "which descriptor; 0 = no wave" },                                                                  \
        { .name = "wave_offset", .offset = at + 1, .storage = PDK_RAW_U64, LIKELY, .meaning = "of its packet" },     \
        { .name = "wave_size", .offset = at + 9, .storage = PDK_RAW_U32, LIKELY, .meaning = "bytes of its packet" }, \
        { .name = "wave_location",                                                                                   \
          .offset = at + 13,                                                                                         \
          .storage = PDK_RAW_F32,                                                                                    \
          LIKELY,                                                                                                    \
          .meaning = "picoseconds from the first sample to this echo" },                                             \
        { .name = "wave_dx",                                                                                         \
          .offset = at + 17,                                                                                         \
          .storage = PDK_RAW_F32,                                                                                    \
          LIKELY,                                                                                                    \
          .meaning = "path of the pulse, in x for each picosecond" },                                                \
        { .name = "wave_dy", .offset = at + 21, .storage = PDK_RAW_F32, LIKELY, .meaning = "the same in y" },        \
    {                                                                                                                \
        .name = "wave_dz", .offset = at + 25, .storage = PDK_RAW_F32, LIKELY, .meaning = "the same in z"             \
    }

static const pdk_field fields_0[] = { CORE_OLD };
static const pdk_field fields_1[] = { CORE_OLD, GPS_TIME(20) };
static const pdk_field fields_2[] = { CORE_OLD, COLOUR(20) };
static const pdk_field fields_3[] = { CORE_OLD, GPS_TIME(20), COLOUR(28) };
static const pdk_field fields_4[] = { CORE_OLD, GPS_TIME(20), WAVE(28) };
static const pdk_field fields_5[] = { CORE_OLD, GPS_TIME(20), COLOUR(28), WAVE(34) };
static const pdk_field fields_6[] = { CORE_NEW };
static const pdk_field fields_7[] = { CORE_NEW, COLOUR(30) };
static const pdk_field fields_8[] = { CORE_NEW, COLOUR(30), INFRARED(36) };
static const pdk_field fields_9[] = { CORE_NEW, WAVE(30) };
static const pdk_field fields_10[] = { CORE_NEW, COLOUR(30), INFRARED(36), WAVE(38) };

static PDK_RECORD(point_0, "las.point_0", "A point of format 0", 20, fields_0, source);
static PDK_RECORD(point_1, "las.point_1", "A point of format 1: with time", 28, fields_1, source);
static PDK_RECORD(point_2, "las.point_2", "A point of format 2: with colour", 26, fields_2, source);
static PDK_RECORD(point_3, "las.point_3", "A point of format 3: with time and colour", 34, fields_3, source);
static PDK_RECORD(point_4, "las.point_4", "A point of format 4: as 1, with a wave packet", 57, fields_4, source);
static PDK_RECORD(point_5, "las.point_5", "A point of format 5: as 3, with a wave packet", 63, fields_5, source);
static PDK_RECORD(point_6, "las.point_6", "A point of format 6, of version 1.4", 30, fields_6, source);
static PDK_RECORD(point_7, "las.point_7", "A point of format 7: as 6, with colour", 36, fields_7, source);
static PDK_RECORD(point_8, "las.point_8", "A point of format 8: as 7, with infrared", 38, fields_8, source);
static PDK_RECORD(point_9, "las.point_9", "A point of format 9: as 6, with a wave packet", 59, fields_9, source);
static PDK_RECORD(point_10, "las.point_10", "A point of format 10: as 8, with a wave packet", 67, fields_10, source);

const pdk_record *const pdk_las_points[PDK_LAS_FORMATS] = { &point_0, &point_1, &point_2, &point_3, &point_4, &point_5,
                                                            &point_6, &point_7, &point_8, &point_9, &point_10 };

const pdk_record *const pdk_las_records[] = { &pdk_las_header,
                                              &pdk_las_header_13,
                                              &pdk_las_header_14,
                                              &pdk_las_vlr,
                                              &pdk_las_evlr,
                                              &pdk_las_key,
                                              &pdk_las_extra,
                                              &pdk_laz_record,
                                              &pdk_laz_item,
                                              &pdk_laz_pointer,
                                              &pdk_laz_table,
                                              &point_0,
                                              &point_1,
                                              &point_2,
                                              &point_3,
                                              &point_4,
                                              &point_5,
                                              &point_6,
                                              &point_7,
                                              &point_8,
                                              &point_9,
                                              &point_10,
                                              NULL };
