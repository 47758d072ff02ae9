/*
 * SRPATH, the path of a track in Live for Speed 0.8, revision 252. Little-endian.
 *
 *     [header, 56 bytes][main path: M nodes of 44 bytes][pit lane: P nodes][second pit lane: Q nodes]
 *
 * docs/formats/srpath.md has the whole story. A node is that of PTH with flags before it.
 */
#include "format/srpath/srpath_layout.h"

#include "format/pth/pth_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY
#define SOURCE "the game's manual and a public program that reads them; a file of the game (AS1)"

static const pdk_label path_flags[] = {
    { 1, "loop" }, { 2, "rect" }, { 4, "route" }, { 8, "allow flip" }, { 0, NULL },
};
static const pdk_label node_flags[] = {
    { 1, "left" }, { 2, "right" }, { 4, "high" }, { 8, "walled" }, { 0, NULL },
};

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, SURE,
      .meaning = "SRPATH" },
    { .name = "version", .offset = 6, .storage = PDK_RAW_U8, SURE, .meaning = "0" },
    { .name = "revision", .offset = 7, .storage = PDK_RAW_U8, SURE, .meaning = "252" },
    { .name = "path_flags", .offset = 8, .storage = PDK_RAW_U32, .labels = path_flags, .is_flags = true, LIKELY,
      .meaning = "what kind of path it is" },
    { .name = "mini_revision", .offset = 12, .storage = PDK_RAW_U8, LIKELY, .meaning = "9" },
    { .name = "reserved_13", .offset = 13, .storage = PDK_RAW_OPAQUE, .count = 3, SURE, .meaning = "zero" },
    { .name = "node_count", .offset = 16, .storage = PDK_RAW_U16, SURE, .meaning = "M: nodes of the main path" },
    { .name = "pit_lane_node_count", .offset = 18, .storage = PDK_RAW_U16, SURE, .meaning = "P: nodes of the pit lane" },
    { .name = "second_pit_lane_node_count", .offset = 20, .storage = PDK_RAW_U16, LIKELY,
      .meaning = "Q: nodes of the second pit lane" },
    { .name = "reserved_22", .offset = 22, .storage = PDK_RAW_OPAQUE, .count = 2, SURE, .meaning = "zero" },
    { .name = "split_nodes", .offset = 24, .storage = PDK_RAW_I32, .count = 4, LIKELY,
      .meaning = "nodes at the finish line and at splits 1, 2 and 3; -1 = there is none" },
    { .name = "pole", .offset = 40, .storage = PDK_RAW_I32, .divisor = 65536, .count = 3, .elements = "x y z", LIKELY,
      .unit = "m", .meaning = "pole position; its height is not that of the road" },
    { .name = "pole_heading", .offset = 52, .storage = PDK_RAW_F32, LIKELY, .minimum = -6.3, .maximum = 6.3,
      .unit = "rad", .meaning = "of a car there, anticlockwise from forward on the map" },
};
/* clang-format on */
PDK_RECORD(pdk_srpath_header, "srpath.header", "At the start of the file", 56, header_fields, SOURCE);

/* clang-format off */
static const pdk_field node_fields[] = {
    { .name = "flags", .offset = 0, .storage = PDK_RAW_U8, .labels = node_flags, .is_flags = true, LIKELY,
      .meaning = "what is beside the node" },
    { .name = "reserved_1", .offset = 1, .storage = PDK_RAW_OPAQUE, .count = 3, SURE, .meaning = "zero" },
    PDK_PTH_NODE_FIELDS(4),
};
/* clang-format on */
PDK_RECORD(pdk_srpath_node, "srpath.node", "M + P + Q times at 56", 44, node_fields, SOURCE);

const pdk_record *const pdk_srpath_records[] = { &pdk_srpath_header, &pdk_srpath_node, NULL };
