/*
 * ORIP, the 3D part of Need for Speed: a header of counts and offsets, polygons, and lists of numbers ("vmap") that
 * lead from a polygon's corners to vertices and texture coordinates. Little-endian; offsets count from the tag.
 */
#include "format/fam/fam_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define GUESSED .certainty = PDK_GUESSED
#define KEPT .certainty = PDK_UNKNOWN

static const char source[] = "nfs-resources-converter and OpenNFS1, checked on _TRESTLE, _jeep and _SUPRA";

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0x00, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "ORIP" },
    { .name = "size", .offset = PDK_ORIP_SIZE, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the whole part" },
    { .name = "unknown_8", .offset = 0x08, .storage = PDK_RAW_U32, KEPT, .meaning = "0x2BC in every file" },
    { .name = "unknown_12", .offset = 0x0C, .storage = PDK_RAW_U32, KEPT, .meaning = "0" },
    { .name = "vertex_count", .offset = 0x10, .storage = PDK_RAW_U32, SURE, .meaning = "vertices" },
    { .name = "unknown_20", .offset = 0x14, .storage = PDK_RAW_U32, KEPT, .meaning = "at most the number of vertices" },
    { .name = "vertex_offset", .offset = 0x18, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the vertices" },
    { .name = "uv_count", .offset = 0x1C, .storage = PDK_RAW_U32, SURE, .meaning = "texture coordinates" },
    { .name = "uv_offset", .offset = 0x20, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the texture coordinates" },
    { .name = "polygon_count", .offset = 0x24, .storage = PDK_RAW_U32, SURE, .meaning = "polygons" },
    { .name = "polygon_offset", .offset = 0x28, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the polygons, 0x70" },
    { .name = "name", .offset = 0x2C, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 12, SURE,
      .meaning = "of the part" },
    { .name = "texture_count", .offset = 0x38, .storage = PDK_RAW_U32, SURE, .meaning = "textures" },
    { .name = "texture_offset", .offset = 0x3C, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the textures" },
    { .name = "hinge_count", .offset = 0x40, .storage = PDK_RAW_U32, SURE, .meaning = "moving pieces: steered wheels" },
    { .name = "hinge_offset", .offset = 0x44, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the moving pieces" },
    { .name = "group_count", .offset = 0x48, .storage = PDK_RAW_U32, SURE, .meaning = "drawing passes" },
    { .name = "group_offset", .offset = 0x4C, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the drawing passes" },
    { .name = "index_offset", .offset = 0x50, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the vmap, which runs to the end of the part" },
    { .name = "label_count", .offset = 0x54, .storage = PDK_RAW_U32, SURE, .meaning = "named places" },
    { .name = "label_offset", .offset = 0x58, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the named positions" },
    { .name = "swap_count", .offset = 0x5C, .storage = PDK_RAW_U32, SURE,
      .meaning = "polygons whose texture changes while driving" },
    { .name = "swap_offset", .offset = 0x60, .storage = PDK_RAW_U32, SURE, .unit = "byte", .meaning = "of those" },
    { .name = "unknown_100", .offset = 0x64, .storage = PDK_RAW_U32, .count = 3, KEPT, .meaning = "0, 0x70, 0" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_header, "orip.header", "At the start of a 3D part", 0x70, header_fields, source);

static const pdk_label flags[] = { { 1, "two-sided" }, { 2, "flip" }, { 16, "has uv" }, { 0, NULL } };

/* clang-format off */
static const pdk_field polygon_fields[] = {
    { .name = "corners", .offset = 0, .storage = PDK_RAW_U8, .bit = 0, .bits = 3, SURE,
      .meaning = "3 or 4; 2 occurs once in the game and is skipped" },
    { .name = "kind", .offset = 0, .storage = PDK_RAW_U8, .bit = 3, .bits = 5, KEPT, .meaning = "16 and 17 occur" },
    { .name = "flags", .offset = 1, .storage = PDK_RAW_U8, .labels = flags, .is_flags = true, SURE,
      .meaning = "without flip the corners turn counter-clockwise seen from outside; bits 32 and above are unknown" },
    { .name = "texture", .offset = 2, .storage = PDK_RAW_U8, SURE, .meaning = "number in the texture list" },
    { .name = "unknown_3", .offset = 3, .storage = PDK_RAW_U8, KEPT, .meaning = "0 in props, 2 in cars" },
    { .name = "vertices", .offset = PDK_ORIP_POLYGON_VERTICES, .storage = PDK_RAW_U32, SURE,
      .meaning = "position in the vmap where the vertex numbers of the corners begin" },
    { .name = "uvs", .offset = PDK_ORIP_POLYGON_UVS, .storage = PDK_RAW_U32, SURE,
      .meaning = "position in the vmap where their texture coordinates begin, with flag 16" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_polygon, "orip.polygon", "From polygon_offset", 12, polygon_fields, source);

/* clang-format off */
static const pdk_field vertex_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_I32, SURE, .meaning = "right, in 1/128 m (cars) or 1/16 m (props)" },
    { .name = "z", .offset = 4, .storage = PDK_RAW_I32, SURE, .meaning = "up" },
    { .name = "y", .offset = 8, .storage = PDK_RAW_I32, SURE, .meaning = "forward" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_vertex, "orip.vertex", "From vertex_offset", 12, vertex_fields, source);

/* clang-format off */
static const pdk_field uv_fields[] = {
    { .name = "u", .offset = 0, .storage = PDK_RAW_I32, SURE, .meaning = "pixels of the bitmap, from the left" },
    { .name = "v", .offset = PDK_ORIP_UV_V, .storage = PDK_RAW_I32, SURE, .meaning = "pixels, from the top" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_uv, "orip.uv", "From uv_offset", 8, uv_fields, source);

/* clang-format off */
static const pdk_field texture_fields[] = {
    { .name = "use", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, GUESSED,
      .meaning = "mostly empty; pal for a car's !xxx" },
    { .name = "entry", .offset = 8, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "name of a bitmap in the SHPI that follows the part" },
    { .name = "unknown_12", .offset = 12, .storage = PDK_RAW_U32, .count = 2, KEPT, .meaning = "kept" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_texture, "orip.texture", "From texture_offset", 20, texture_fields, source);

/* clang-format off */
static const pdk_field hinge_fields[] = {
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, SURE,
      .meaning = "left_tur, right_tu: the steered wheels" },
    { .name = "count", .offset = 8, .storage = PDK_RAW_U32, GUESSED, .meaning = "8: how many vertices move" },
    { .name = "vertices", .offset = 12, .storage = PDK_RAW_U32, GUESSED,
      .meaning = "position in the vmap where their numbers begin" },
    { .name = "unknown_16", .offset = 16, .storage = PDK_RAW_U32, KEPT, .meaning = "kept" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_hinge, "orip.hinge", "From hinge_offset", 20, hinge_fields, source);

/* clang-format off */
static const pdk_field group_fields[] = {
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 12, SURE,
      .meaning = "NON-SORT, inside, surface, outside; old bytes may follow the NUL" },
    { .name = "unknown_12", .offset = 12, .storage = PDK_RAW_I32, KEPT, .meaning = "0" },
    { .name = "first", .offset = PDK_ORIP_GROUP_FIRST, .storage = PDK_RAW_U32, SURE,
      .meaning = "position in the vmap where the polygon numbers of this pass begin" },
    { .name = "count", .offset = PDK_ORIP_GROUP_COUNT, .storage = PDK_RAW_U32, SURE,
      .meaning = "polygons in this pass" },
    { .name = "unknown_24", .offset = 24, .storage = PDK_RAW_U32, KEPT, .meaning = "0" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_group, "orip.group", "From group_offset", 28, group_fields, source);

/* clang-format off */
#define LABEL_NAME \
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 8, SURE, \
      .meaning = "RR0, smok ...; its end can be missing" }

static const pdk_field label_fields[] = {
    LABEL_NAME,
    { .name = "vertex", .offset = PDK_ORIP_LABEL_NUMBER, .storage = PDK_RAW_U32, SURE,
      .meaning = "number of a vertex: of RR0, RR1, RL0 ... where a tyre touches the ground" },
};
static const pdk_field swap_fields[] = {
    LABEL_NAME,
    { .name = "polygon", .offset = PDK_ORIP_LABEL_NUMBER, .storage = PDK_RAW_U32, SURE,
      .meaning = "number of a polygon" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_label, "orip.label", "From label_offset: named positions", 12, label_fields, source);
PDK_RECORD(pdk_orip_swap, "orip.swap", "From swap_offset: named polygons", 12, swap_fields, source);

/* clang-format off */
static const pdk_field index_fields[] = {
    { .name = "number", .offset = 0, .storage = PDK_RAW_U32, SURE,
      .meaning = "of a vertex, a texture coordinate or a polygon" },
};
/* clang-format on */
PDK_RECORD(pdk_orip_index, "orip.index", "The vmap, from index_offset to the end of the part", 4, index_fields, source);
