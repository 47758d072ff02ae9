/*
 * RLD, Racer's lidar surface, version 0. Little-endian, packed; sections carry a tag but no length.
 *
 *     [header: RLD0 HEAD P T] [VERT][point] x P [TRIS][triangle] x T [BLKI B][block_start] x B [block_points] x B
 *
 * All of it is 32 + 12 P + 12 T + 8 B bytes. docs/formats/rld.md has the whole story.
 * Axes: ISO, X forward, Y left, Z up, right-handed, metres.
 */
#include "format/rld/rld_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

static const char source[] = "Racer's lidar file format page, checked on the one file it publishes";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "RLD0; the digit is read as the version" },
    { .name = "head_tag", .offset = PDK_RLD_HEAD_TAG, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "HEAD" },
    { .name = "points", .offset = PDK_RLD_POINTS, .storage = PDK_RAW_I32, SURE,
      .meaning = "P; a negative one is read as unsigned when the file is that large" },
    { .name = "triangles", .offset = PDK_RLD_TRIANGLES, .storage = PDK_RAW_I32, SURE, .meaning = "T; as for points" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_header, "rld.header", "At 0", 16, header_fields, source);

/* clang-format off */
static const pdk_field section_fields[] = {
    { .name = "tag", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "VERT before the points, TRIS before the triangles" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_section, "rld.section", "VERT at 16, TRIS at 20 + 12 P", 4, section_fields, source);

/* clang-format off */
static const pdk_field point_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_F32, SURE, .unit = "m",
      .meaning = "forward; the unit is not documented, the size of the sample fits metres" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_F32, SURE, .unit = "m", .meaning = "left" },
    { .name = "z", .offset = 8, .storage = PDK_RAW_F32, SURE, .unit = "m", .meaning = "up" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_point, "rld.point", "P times at 20", 12, point_fields, source);

/* clang-format off */
static const pdk_field triangle_fields[] = {
    { .name = "a", .offset = 0, .storage = PDK_RAW_I32, SURE, .meaning = "first corner: number of a point, from 0" },
    { .name = "b", .offset = PDK_RLD_CORNER_B, .storage = PDK_RAW_I32, SURE,
      .meaning = "second corner, counter-clockwise seen from outside (above)" },
    { .name = "c", .offset = PDK_RLD_CORNER_C, .storage = PDK_RAW_I32, SURE, .meaning = "third corner" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_triangle, "rld.triangle", "T times at 24 + 12 P", 12, triangle_fields, source);

/* clang-format off */
static const pdk_field blocks_fields[] = {
    { .name = "tag", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "BLKI; some files end before it" },
    { .name = "blocks", .offset = PDK_RLD_BLOCK_COUNT, .storage = PDK_RAW_I32, SURE,
      .meaning = "B; blocks are only for colours in debugging pictures" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_blocks, "rld.blocks", "At 24 + 12 P + 12 T", 8, blocks_fields, source);

/* clang-format off */
static const pdk_field block_start_fields[] = {
    { .name = "start", .offset = 0, .storage = PDK_RAW_I32, LIKELY, .meaning = "number of the block's first point" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_block_start, "rld.block_start", "B times at 32 + 12 P + 12 T", 4, block_start_fields,
           "Racer's lidar file format page; the sample has one block, so the order of both arrays is not confirmed");

/* clang-format off */
static const pdk_field block_points_fields[] = {
    { .name = "points", .offset = 0, .storage = PDK_RAW_I32, LIKELY, .meaning = "number of points in the block" },
};
/* clang-format on */
PDK_RECORD(pdk_rld_block_points, "rld.block_points", "B times at 32 + 12 P + 12 T + 4 B", 4, block_points_fields,
           "Racer's lidar file format page; the sample has one block, so the order of both arrays is not confirmed");

const pdk_record *const pdk_rld_records[] = { &pdk_rld_header,       &pdk_rld_section,
                                              &pdk_rld_point,        &pdk_rld_triangle,
                                              &pdk_rld_blocks,       &pdk_rld_block_start,
                                              &pdk_rld_block_points, NULL };
