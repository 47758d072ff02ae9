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

static const pdk_field node_fields[] = { PDK_PTH_NODE_FIELDS(0) };
PDK_RECORD(pdk_pth_node, "pth.node", "N times at 16, about 0.2 s of driving apart", 40, node_fields, SOURCE);

const pdk_record *const pdk_pth_records[] = { &pdk_pth_header, &pdk_pth_node, NULL };
