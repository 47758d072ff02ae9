/* LFSPIN, where the minimap of a Live for Speed 0.8 site lies: 32 bytes. Little-endian. docs/formats/pin.md. */
#include "format/pin/pin_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define SIDE(name_, offset_, meaning_)                                                                 \
    {                                                                                                  \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m", \
        .meaning = meaning_                                                                            \
    }

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, SURE,
      .meaning = "LFSPIN" },
    { .name = "version", .offset = 6, .storage = PDK_RAW_U8, SURE, .meaning = "0" },
    { .name = "revision", .offset = 7, .storage = PDK_RAW_U8, SURE, .meaning = "0" },
    { .name = "reserved_8", .offset = 8, .storage = PDK_RAW_OPAQUE, .count = 4, SURE, .meaning = "zero" },
    { .name = "configuration_count", .offset = 12, .storage = PDK_RAW_U8, SURE,
      .meaning = "configurations of the site" },
    { .name = "reserved_13", .offset = 13, .storage = PDK_RAW_OPAQUE, .count = 3, SURE, .meaning = "zero" },
    SIDE("minimum_x", 16, "left side of the map"),
    SIDE("maximum_x", 20, "right side of the map"),
    SIDE("minimum_y", 24, "lower side of the map"),
    SIDE("maximum_y", 28, "upper side of the map"),
};
/* clang-format on */
PDK_RECORD(pdk_pin_header, "pin.header", "The whole file", 32, header_fields,
           "a public program that reads them; a file of the game (AS)");

const pdk_record *const pdk_pin_records[] = { &pdk_pin_header, NULL };
