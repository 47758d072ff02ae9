/*
 * PTH, the path of a Live for Speed track, version 0, revision 0. Little-endian.
 *
 *     [header, 16 bytes][node 0, 40 bytes] ... [node N-1]
 *
 * docs/formats/pth.md has the whole story. Axes are those of RAF files: X right and Y forward on the map, Z up.
 */
#include "format/pth/pth_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY
#define SOURCE \
    "Live for Speed's published note on PTH files and three public programs that read them; a file of the game (AS1)"

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, SURE,
      .meaning = "LFSPTH" },
    { .name = "version", .offset = 6, .storage = PDK_RAW_U8, SURE, .meaning = "0" },
    { .name = "revision", .offset = 7, .storage = PDK_RAW_U8, SURE, .meaning = "0" },
    { .name = "node_count", .offset = 8, .storage = PDK_RAW_I32, SURE, .meaning = "N" },
    { .name = "finish_node", .offset = 12, .storage = PDK_RAW_I32, LIKELY, .meaning = "node at the finish line" },
};
/* clang-format on */
PDK_RECORD(pdk_pth_header, "pth.header", "At the start of the file", 16, header_fields, SOURCE);

#define EDGE(name_, offset_, meaning_)                                                                                \
    {                                                                                                                 \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, SURE, .minimum = -1e4, .maximum = 1e4, .unit = "m", \
        .meaning = meaning_                                                                                           \
    }

/* clang-format off */
static const pdk_field node_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "map, right" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "map, forward" },
    { .name = "z", .offset = 8, .storage = PDK_RAW_I32, .divisor = 65536, LIKELY, .unit = "m", .meaning = "height of the path, which is not that of the road" },
    { .name = "direction", .offset = 12, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", SURE,
      .minimum = -1.001, .maximum = 1.001, .meaning = "unit vector along the path" },
    EDGE("limit_left", 24, "to the outer limit, measured to the right: negative on the left side"),
    EDGE("limit_right", 28, "to the outer limit on the right"),
    EDGE("drive_left", 32, "to the edge of the road, measured to the right: negative on the left side"),
    EDGE("drive_right", 36, "to the edge of the road on the right"),
};
/* clang-format on */
PDK_RECORD(pdk_pth_node, "pth.node", "N times at 16, about 0.2 s of driving apart", 40, node_fields, SOURCE);

const pdk_record *const pdk_pth_records[] = { &pdk_pth_header, &pdk_pth_node, NULL };
