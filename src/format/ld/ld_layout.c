/*
 * MoTeC's log files (.ld). Little-endian, packed. Texts end with NUL where they are shorter than their field.
 *
 *     [header] ... [event] ... [venue] ... [vehicle] ... [channel] x N [samples of channel 0] [of channel 1] ...
 *
 * There is no description by MoTeC: this is what public readers and writers agree on, and what a log of an ADL has.
 * What is unknown is zero in that log, unless its meaning says otherwise. A sample's value is (stored / scale *
 * 10^-decimals + shift) * multiplier.
 */
#include "format/ld/ld_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY
#define LETTERS .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_WINDOWS_1252

#define UNKNOWN(at, bytes)                                                                                         \
    {                                                                                                              \
        .name = "unknown_" #at, .offset = (at), .storage = PDK_RAW_U8, .count = (bytes), .certainty = PDK_UNKNOWN, \
        .meaning = "0"                                                                                             \
    }

static const char source[] = "five public readers and writers, and a log of an ADL";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "marker", .offset = 0, .storage = PDK_RAW_U32, SURE, .meaning = "0x40" },
    UNKNOWN(4, 4),
    { .name = "channels_at", .offset = 8, .storage = PDK_RAW_U32, SURE, .meaning = "where the first channel is" },
    { .name = "data_at", .offset = 12, .storage = PDK_RAW_U32, SURE, .meaning = "where the first sample is" },
    UNKNOWN(16, 20),
    { .name = "event_at", .offset = 36, .storage = PDK_RAW_U32, SURE, .meaning = "where the event is; 0 = none" },
    UNKNOWN(40, 26),
    { .name = "unknown_66", .offset = 66, .storage = PDK_RAW_U16, .certainty = PDK_UNKNOWN, .meaning = "0x4240" },
    { .name = "unknown_68", .offset = 68, .storage = PDK_RAW_U16, .certainty = PDK_UNKNOWN, .meaning = "0x000F" },
    { .name = "device_serial", .offset = 70, .storage = PDK_RAW_U32, LIKELY, .meaning = "serial number of the logger" },
    { .name = "device_type", .offset = 74, LETTERS, .count = 8, LIKELY, .meaning = "ADL" },
    { .name = "device_version", .offset = 82, .storage = PDK_RAW_U16, LIKELY, .meaning = "420" },
    { .name = "unknown_84", .offset = 84, .storage = PDK_RAW_U16, .certainty = PDK_UNKNOWN, .meaning = "0x0080" },
    { .name = "channel_count", .offset = 86, .storage = PDK_RAW_U32, SURE, .meaning = "number of channels" },
    { .name = "unknown_90", .offset = 90, .storage = PDK_RAW_U32, .certainty = PDK_UNKNOWN, .meaning = "0x00010064" },
    { .name = "date", .offset = 94, LETTERS, .count = 16, SURE, .meaning = "dd/mm/yyyy" },
    UNKNOWN(110, 16),
    { .name = "time", .offset = 126, LETTERS, .count = 16, SURE, .meaning = "HH:MM:SS" },
    UNKNOWN(142, 16),
    { .name = "driver", .offset = 158, LETTERS, .count = 64, SURE, .meaning = "driver" },
    { .name = "vehicle", .offset = 222, LETTERS, .count = 64, SURE, .meaning = "vehicle" },
    UNKNOWN(286, 64),
    { .name = "venue", .offset = 350, LETTERS, .count = 64, SURE, .meaning = "track" },
    UNKNOWN(414, 1088),
    { .name = "pro", .offset = 1502, .storage = PDK_RAW_U32, LIKELY,
      .meaning = "a number that says the logger has the licence for i2 Pro; 0 = it has none" },
    UNKNOWN(1506, 2),
    { .name = "session", .offset = 1508, LETTERS, .count = 64, LIKELY, .meaning = "session" },
    { .name = "comment", .offset = 1572, LETTERS, .count = 64, LIKELY, .meaning = "short comment" },
    UNKNOWN(1636, 126),
};
/* clang-format on */
PDK_RECORD(pdk_ld_header, "ld.header", "At 0", PDK_LD_HEADER, header_fields, source);

/* clang-format off */
static const pdk_field event_fields[] = {
    { .name = "name", .offset = 0, LETTERS, .count = 64, LIKELY, .meaning = "event" },
    { .name = "session", .offset = 64, LETTERS, .count = 64, LIKELY, .meaning = "session" },
    { .name = "comment", .offset = 128, LETTERS, .count = 1024, LIKELY, .meaning = "long comment" },
    { .name = "venue_at", .offset = 1152, .storage = PDK_RAW_U16, SURE, .meaning = "where the venue is" },
};
/* clang-format on */
PDK_RECORD(pdk_ld_event, "ld.event", "Where the header says", PDK_LD_EVENT, event_fields, source);

/* clang-format off */
static const pdk_field venue_fields[] = {
    { .name = "name", .offset = 0, LETTERS, .count = 64, SURE, .meaning = "track" },
    UNKNOWN(64, 1034),
    { .name = "vehicle_at", .offset = 1098, .storage = PDK_RAW_U16, SURE, .meaning = "where the vehicle is" },
};
/* clang-format on */
PDK_RECORD(pdk_ld_venue, "ld.venue", "Where the event says", PDK_LD_VENUE, venue_fields, source);

/* clang-format off */
static const pdk_field vehicle_fields[] = {
    { .name = "id", .offset = 0, LETTERS, .count = 64, SURE, .meaning = "vehicle" },
    UNKNOWN(64, 128),
    { .name = "weight", .offset = 192, .storage = PDK_RAW_U32, .unit = "kg", LIKELY, .meaning = "weight" },
    { .name = "type", .offset = 196, LETTERS, .count = 32, LIKELY, .meaning = "kind of vehicle" },
    { .name = "comment", .offset = 228, LETTERS, .count = 32, LIKELY, .meaning = "comment" },
};
/* clang-format on */
PDK_RECORD(pdk_ld_vehicle, "ld.vehicle", "Where the venue says", PDK_LD_VEHICLE, vehicle_fields, source);

/* clang-format off */
static const pdk_field channel_fields[] = {
    { .name = "previous_at", .offset = 0, .storage = PDK_RAW_U32, SURE, .meaning = "the previous channel; 0 = none" },
    { .name = "next_at", .offset = 4, .storage = PDK_RAW_U32, SURE, .meaning = "the next channel; 0 = none" },
    { .name = "data_at", .offset = 8, .storage = PDK_RAW_U32, SURE, .meaning = "where its samples are" },
    { .name = "samples", .offset = 12, .storage = PDK_RAW_U32, SURE, .meaning = "number of samples" },
    { .name = "id", .offset = 16, .storage = PDK_RAW_U16, LIKELY, .meaning = "a number of its own" },
    { .name = "class", .offset = 18, .storage = PDK_RAW_U16, SURE, .meaning = "3 and 5: whole numbers; 7: floats" },
    { .name = "sample_size", .offset = 20, .storage = PDK_RAW_U16, .unit = "byte", SURE, .meaning = "2 or 4" },
    { .name = "rate", .offset = 22, .storage = PDK_RAW_U16, .unit = "Hz", SURE, .meaning = "samples a second" },
    { .name = "shift", .offset = 24, .storage = PDK_RAW_I16, SURE, .meaning = "added before multiplying" },
    { .name = "multiplier", .offset = 26, .storage = PDK_RAW_I16, SURE, .meaning = "never 0" },
    { .name = "scale", .offset = 28, .storage = PDK_RAW_I16, SURE, .meaning = "never 0" },
    { .name = "decimals", .offset = 30, .storage = PDK_RAW_I16, SURE, .meaning = "decimal places" },
    { .name = "name", .offset = 32, LETTERS, .count = 32, SURE, .meaning = "name" },
    { .name = "short_name", .offset = 64, LETTERS, .count = 8, SURE, .meaning = "short name" },
    { .name = "unit", .offset = 72, LETTERS, .count = 12, SURE, .meaning = "unit" },
    { .name = "maximum", .offset = 84, .storage = PDK_RAW_I32, SURE, .meaning = "largest stored number" },
    { .name = "minimum", .offset = 88, .storage = PDK_RAW_I32, SURE, .meaning = "smallest stored number" },
    UNKNOWN(92, 32),
};
/* clang-format on */
PDK_RECORD(pdk_ld_channel, "ld.channel", "Each channel; a list linked both ways", PDK_LD_CHANNEL, channel_fields,
           source);

const pdk_record *const pdk_ld_records[] = { &pdk_ld_header,  &pdk_ld_event,   &pdk_ld_venue,
                                             &pdk_ld_vehicle, &pdk_ld_channel, NULL };
