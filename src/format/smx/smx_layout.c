/*
 * SMX, Simple Mesh Export: the mesh of a Live for Speed track, version 0. Little-endian.
 *
 *     [header, 64 bytes][object 0][its points][its triangles] ... [object N-1] ... [K][object number] x K
 *
 * docs/formats/smx.md has the whole story. Axes are those of RAF files: X right and Y forward on the map, Z up.
 */
#include "format/smx/smx_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY
#define SOURCE "Live for Speed's published note on SMX files; the file of the site Autocross"

static const pdk_label resolutions[] = { { 0, "high" }, { 1, "low" }, { 0, NULL } };

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, SURE,
      .meaning = PDK_SMX_MAGIC },
    { .name = "game_version", .offset = 6, .storage = PDK_RAW_U8, LIKELY, .meaning = "of no use: 0" },
    { .name = "game_revision", .offset = 7, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "of no use: 246, as in every RAF" },
    { .name = "smx_version", .offset = 8, .storage = PDK_RAW_U8, SURE, .meaning = "layout version, 0" },
    { .name = "dimensions", .offset = 9, .storage = PDK_RAW_U8, SURE, .meaning = "3" },
    { .name = "resolution", .offset = 10, .storage = PDK_RAW_U8, .labels = resolutions, SURE,
      .meaning = "two were published of each site; \"H\" in the file's name is high" },
    { .name = "vertex_colors", .offset = 11, .storage = PDK_RAW_U8, SURE, .meaning = "1: points have colours" },
    { .name = "reserved_12", .offset = 12, .storage = PDK_RAW_OPAQUE, .count = 4, SURE, .meaning = "zero" },
    { .name = "track", .offset = 16, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_LFS, .count = 32, SURE,
      .meaning = "site, as RAF files name it" },
    { .name = "ground_color", .offset = 48, .storage = PDK_RAW_U8, .count = 3, .elements = "red green blue", SURE,
      .meaning = "of the ground around the site" },
    { .name = "reserved_51", .offset = 51, .storage = PDK_RAW_OPAQUE, .count = 9, SURE, .meaning = "zero" },
    { .name = "object_count", .offset = 60, .storage = PDK_RAW_I32, SURE, .meaning = "N" },
};
/* clang-format on */
PDK_RECORD(pdk_smx_header, "smx.header", "At the start of the file", 64, header_fields, SOURCE);

#define PLACE(name_, offset_, certainty_, meaning_)                                                                 \
    {                                                                                                               \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I32, .divisor = PDK_SMX_UNIT, .unit = "m", certainty_, \
        .meaning = meaning_                                                                                         \
    }

/* clang-format off */
static const pdk_field object_fields[] = {
    PLACE("x", 0, SURE, "of the centre: map, right"),
    PLACE("y", PDK_SMX_Y, SURE, "map, forward"),
    PLACE("z", PDK_SMX_Z, SURE, "up"),
    PLACE("radius", PDK_SMX_RADIUS, SURE, "of a ball around the centre that has all points in it"),
    { .name = "points", .offset = PDK_SMX_POINTS, .storage = PDK_RAW_I32, SURE, .meaning = "how many" },
    { .name = "triangles", .offset = PDK_SMX_TRIANGLES, .storage = PDK_RAW_I32, SURE, .meaning = "how many" },
};
static const pdk_field point_fields[] = {
    PLACE("x", 0, SURE, "map, right"),
    PLACE("y", PDK_SMX_Y, SURE, "map, forward"),
    PLACE("z", PDK_SMX_Z, SURE, "up"),
    { .name = "blue", .offset = PDK_SMX_BLUE, .storage = PDK_RAW_U8, SURE, .meaning = "0 to 255" },
    { .name = "green", .offset = PDK_SMX_GREEN, .storage = PDK_RAW_U8, SURE, .meaning = "0 to 255" },
    { .name = "red", .offset = PDK_SMX_RED, .storage = PDK_RAW_U8, SURE, .meaning = "0 to 255" },
    { .name = "alpha", .offset = PDK_SMX_ALPHA, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "opacity: 255 in every point of the real file" },
};
static const pdk_field triangle_fields[] = {
    { .name = "a", .offset = 0, .storage = PDK_RAW_U16, SURE,
      .meaning = "number of a point of this object; counter-clockwise seen from above" },
    { .name = "b", .offset = PDK_SMX_CORNER_B, .storage = PDK_RAW_U16, SURE, .meaning = "second corner" },
    { .name = "c", .offset = PDK_SMX_CORNER_C, .storage = PDK_RAW_U16, SURE, .meaning = "third corner" },
    { .name = "reserved_6", .offset = PDK_SMX_PADDING, .storage = PDK_RAW_U16, SURE, .meaning = "zero" },
};
static const pdk_field checkpoints_fields[] = {
    { .name = "count", .offset = 0, .storage = PDK_RAW_I32, SURE, .meaning = "K" },
};
static const pdk_field checkpoint_fields[] = {
    { .name = "object", .offset = 0, .storage = PDK_RAW_I32, SURE, .meaning = "number of an object that is a checkpoint" },
};
/* clang-format on */
PDK_RECORD(pdk_smx_object, "smx.object", "N times, each followed by its points and triangles", 24, object_fields,
           SOURCE);
PDK_RECORD(pdk_smx_point, "smx.point", "After its object", 16, point_fields, SOURCE);
PDK_RECORD(pdk_smx_triangle, "smx.triangle", "After the points of its object", 8, triangle_fields, SOURCE);
PDK_RECORD(pdk_smx_checkpoints, "smx.checkpoints", "After the last object", 4, checkpoints_fields, SOURCE);
PDK_RECORD(pdk_smx_checkpoint, "smx.checkpoint", "K times after that", 4, checkpoint_fields, SOURCE);

const pdk_record *const pdk_smx_records[] = {
    &pdk_smx_header, &pdk_smx_object, &pdk_smx_point, &pdk_smx_triangle, &pdk_smx_checkpoints, &pdk_smx_checkpoint, NULL
};
