/*
 * TRI, a track of Need for Speed: Special Edition (1996). Little-endian, not packed, no checksum.
 *
 *     0x00000 header | 0x0002C offsets, 600 | 0x0098C nodes, 2400 | 0x15B0C speeds, 600 |
 *     0x16214 prop header | 0x16228 prop types, D | props, P | 0x1A4A8 scenery records, R, to the end
 *
 * Axes: x right, y forward, z up at the start line; every vector on disk is x, z, y. Angles on disk run clockwise seen
 * from above; here they run anticlockwise like everywhere in Paddock. docs/formats/tri.md has the whole story.
 */
#include "format/tri/tri_layout.h"

#define TURN 6.283185307179586476925286766559
#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY
#define KEPT .certainty = PDK_UNKNOWN

#define SOURCE "the unofficial NFS SE format notes 0.2, corrected from AL1.TRI, TR1.TRI and public readers"

static const pdk_label modes[] = {
    { PDK_TRI_LANE_SPLIT, "lane split" },
    { 1, "wide part" },
    { PDK_TRI_LANE_MERGE, "lane merge" },
    { PDK_TRI_USUAL, "usual" },
    { 4, "tunnel" },
    { 5, "cobbled road" },
    { PDK_TRI_ROOF_2_10, "roof 2-10" },
    { PDK_TRI_ROOF_4_7, "roof 4-7" },
    { PDK_TRI_ROOF_4_9, "roof 4-9" },
    { PDK_TRI_ROOF_5_9, "roof 5-9" },
    { 14, "waterfall left" },
    { 15, "waterfall right" },
    { 16, "wide lane" },
    { 17, "water or city noise" },
    { 18, "water or city noise" },
    { PDK_TRI_CRASH, "crashes the game" },
    { 0, NULL },
};
static const pdk_label barriers[] = { { 0, "no crash sound" }, { 1, "crash sound" }, { 0, NULL } };
static const pdk_label surfaces[] = { { 0, "as in tunnels" }, { 2, "usual" }, { 0, NULL } };
static const pdk_label kinds[] = {
    { PDK_TRI_MODEL, "model" }, { PDK_TRI_BITMAP, "bitmap" }, { PDK_TRI_CORNER, "two bitmaps" }, { 0, NULL }
};
static const pdk_label type_flags[] = { { PDK_TRI_ANIMATED, "animated" }, { 0, NULL } };

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "version", .offset = 0x00, .storage = PDK_RAW_U32, SURE, .meaning = "17; other games have others" },
    { .name = "loop_record", .offset = 0x04, .storage = PDK_RAW_U16, SURE,
      .meaning = "0 = open road; otherwise the number of records, after which a closed track continues with record 0" },
    { .name = "record_count", .offset = 0x06, .storage = PDK_RAW_U32, SURE, .minimum = 1, .maximum = 600,
      .meaning = "R: scenery records; 4 R nodes are used" },
    { .name = "unknown_10", .offset = 0x0A, .storage = PDK_RAW_U16, KEPT, .meaning = "6 in every file" },
    { .name = "start_x", .offset = 0x0C, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "of node 0" },
    { .name = "start_z", .offset = 0x10, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "of node 0" },
    { .name = "start_y", .offset = 0x14, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "of node 0" },
    { .name = "reserved_24", .offset = 0x18, .storage = PDK_RAW_OPAQUE, .count = 12, SURE, .meaning = "zero" },
    { .name = "scenery_size", .offset = 0x24, .storage = PDK_RAW_U32, SURE, .unit = "byte", .meaning = "288 R" },
    { .name = "rail_texture", .offset = 0x28, .storage = PDK_RAW_U32, SURE,
      .meaning = "texture number of the default fence" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_header, "tri.header", "At 0. The note's 8 unknown bytes at 4 are loop, record count and a 6", 44,
           header_fields, SOURCE);

/* clang-format off */
static const pdk_field offset_fields[] = {
    { .name = "offset", .offset = 0, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "288 times the number of the entry, in all 600 entries, on open and closed tracks alike" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_offset, "tri.offset",
           "600 from 0x2C: offsets of the records in the scenery; reading does not need them", 4, offset_fields,
           SOURCE);

#define WIDTH .storage = PDK_RAW_U8, .divisor = 8, SURE, .unit = "m"
#define ANGLE .storage = PDK_RAW_U16, .bits = 14, .is_signed = true, .divisor = 16384, SURE, .unit = "rad"
#define SPARE .storage = PDK_RAW_U16, .bit = 14, .bits = 2, SURE, .meaning = "zero"
#define UNIT_VECTOR .storage = PDK_RAW_I16, .divisor = 32767, SURE, .minimum = -1.001, .maximum = 1.001
/* clang-format off */
static const pdk_field node_fields[] = {
    { .name = "left_verge", .offset = 0x00, WIDTH, .meaning = "to the left edge of the road" },
    { .name = "right_verge", .offset = 0x01, WIDTH, .meaning = "to the right edge of the road" },
    { .name = "left_barrier", .offset = 0x02, WIDTH, .meaning = "to where cars cannot pass on the left" },
    { .name = "right_barrier", .offset = 0x03, WIDTH, .meaning = "to where cars cannot pass on the right" },
    { .name = "lanes", .offset = 0x04, .storage = PDK_RAW_U8, .bit = 0, .bits = 4, LIKELY,
      .meaning = "lanes in one's own direction" },
    { .name = "oncoming_lanes", .offset = 0x04, .storage = PDK_RAW_U8, .bit = 4, .bits = 4, LIKELY,
      .meaning = "lanes in the other direction, on the left" },
    { .name = "right_barrier_kind", .offset = 0x05, .storage = PDK_RAW_U8, .bit = 0, .bits = 4, LIKELY,
      .labels = barriers,
      .meaning = "0 or 1; not 0 means another bounce and a crash sound" },
    { .name = "left_barrier_kind", .offset = 0x05, .storage = PDK_RAW_U8, .bit = 4, .bits = 4, LIKELY,
      .labels = barriers,
      .meaning = "0 or 1; not 0 means another bounce and a crash sound" },
    { .name = "right_surface", .offset = 0x06, .storage = PDK_RAW_U8, .bit = 0, .bits = 4, LIKELY, .minimum = 0, .maximum = 3,
      .labels = surfaces,
      .meaning = "beyond the right verge; 2 = usual, 0 in tunnels; the game is unstable above 3" },
    { .name = "left_surface", .offset = 0x06, .storage = PDK_RAW_U8, .bit = 4, .bits = 4, LIKELY, .minimum = 0, .maximum = 3,
      .labels = surfaces,
      .meaning = "beyond the left verge; 2 = usual, 0 in tunnels; the game is unstable above 3" },
    { .name = "mode", .offset = 0x07, .storage = PDK_RAW_U8, .labels = modes, LIKELY,
      .meaning = "special feature of the road here; 0 to 4 and 16 are confirmed, the others published" },
    { .name = "x", .offset = 0x08, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "right (east) of the start" },
    { .name = "z", .offset = 0x0C, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m", .meaning = "height" },
    { .name = "y", .offset = 0x10, .storage = PDK_RAW_I32, .divisor = 65536, SURE, .unit = "m",
      .meaning = "forward (north) of the start" },
    { .name = "slope", .offset = 0x14, ANGLE, .multiplier = TURN,
      .meaning = "toward the next node, up positive; 0 in the last node used. The note's dz/152 is an approximation" },
    { .name = "reserved_slope", .offset = 0x14, SPARE },
    { .name = "slant", .offset = 0x16, ANGLE, .multiplier = TURN,
      .meaning = "cross slope, positive = the right side is lower" },
    { .name = "reserved_slant", .offset = 0x16, SPARE },
    { .name = "heading", .offset = 0x18, ANGLE, .multiplier = -TURN,
      .meaning = "toward the next node: anticlockwise, 0 along +y (stored clockwise); 0 in the last node used" },
    { .name = "reserved_heading", .offset = 0x18, SPARE },
    { .name = "unknown_26", .offset = 0x1A, .storage = PDK_RAW_U16, KEPT,
      .meaning = "0 except for seven small numbers in AL1" },
    { .name = "right_x", .offset = 0x1C, UNIT_VECTOR,
      .meaning = "unit vector to the right of the road; meaningless in the last node used" },
    { .name = "right_z", .offset = 0x1E, UNIT_VECTOR, .meaning = "-sin(slant); the note calls it slant-B" },
    { .name = "right_y", .offset = 0x20, UNIT_VECTOR,
      .meaning = "unit vector to the right of the road; the note calls it x-orientation" },
    { .name = "reserved_34", .offset = 0x22, .storage = PDK_RAW_OPAQUE, .count = 2, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_node, "tri.node",
           "2400 from 0x98C, the first 4 R used: the virtual road that cars follow, a node about every 6 m", 36,
           node_fields, SOURCE);

#define SPEED .storage = PDK_RAW_U8, LIKELY, .unit = "m/s"
/* clang-format off */
static const pdk_field speed_fields[] = {
    { .name = "opponent_speed", .offset = 0, SPEED, .meaning = "most opponents that drive here" },
    { .name = "legal_speed", .offset = 1, SPEED, .meaning = "speed above which the police react" },
    { .name = "traffic_speed", .offset = 2, SPEED, .meaning = "safe speed, used by traffic" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_speed, "tri.speed", "600 from 0x15B0C, one for each scenery record; 20, 18, 16 after the last", 3,
           speed_fields, SOURCE);

/* clang-format off */
static const pdk_field prop_header_fields[] = {
    { .name = "prop_type_count", .offset = 0x00, .storage = PDK_RAW_U32, SURE, .meaning = "D: 64 in every file" },
    { .name = "prop_capacity", .offset = 0x04, .storage = PDK_RAW_U32, SURE, .meaning = "P: 1000 in every file" },
    { .name = "magic", .offset = 0x08, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "SJBO (the note prints SJOB)" },
    { .name = "chunk_size", .offset = 0x0C, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "12 + 16 D + 16 P, counted from the tag" },
    { .name = "reserved_16", .offset = 0x10, .storage = PDK_RAW_OPAQUE, .count = 4, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop_header, "tri.prop_header", "At 0x16214", 20, prop_header_fields, SOURCE);

#define TYPE_HEAD                                                                  \
    { .name = "flags",                                                             \
      .offset = 0,                                                                 \
      .storage = PDK_RAW_U8,                                                       \
      .labels = type_flags,                                                        \
      .is_flags = true,                                                            \
      SURE,                                                                        \
      .meaning = "bit 2 = animated" },                                             \
    {                                                                              \
        .name = "kind", .offset = 1, .storage = PDK_RAW_U8, .labels = kinds, SURE, \
        .meaning = "1 model, 4 bitmap, 6 two bitmaps"                              \
    }

/* clang-format off */
static const pdk_field prop_type_fields[] = {
    TYPE_HEAD,
    { .name = "resource", .offset = 2, .storage = PDK_RAW_U8, SURE,
      .meaning = "bitmaps: 4 times the number; models: the number" },
    { .name = "second_resource", .offset = 3, .storage = PDK_RAW_U8, SURE,
      .meaning = "two bitmaps: 4 times the second's number" },
    { .name = "payload", .offset = 4, .storage = PDK_RAW_OPAQUE, .count = 12, SURE,
      .meaning = "by kind: tri.prop_model, tri.prop_bitmap, tri.prop_corner" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop_type, "tri.prop_type",
           "64 from 0x16228: what props refer to. The note calls them records of unknown purpose", 16, prop_type_fields,
           SOURCE);

#define SIZE .storage = PDK_RAW_I32, .divisor = 65536, .unit = "m"
/* clang-format off */
static const pdk_field prop_model_fields[] = {
    TYPE_HEAD,
    { .name = "model", .offset = 2, .storage = PDK_RAW_U8, SURE, .meaning = "number of the model in the FAM" },
    { .name = "second_resource", .offset = 3, .storage = PDK_RAW_U8, KEPT, .meaning = "the same number again" },
    { .name = "unknown_4", .offset = 4, SIZE, KEPT, .meaning = "1.5 in every file: not a size" },
    { .name = "unknown_8", .offset = 8, SIZE, KEPT, .meaning = "1.5 in every file: not a size" },
    { .name = "unknown_12", .offset = 12, SIZE, KEPT, .meaning = "3 in every file: not a size" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop_model, "tri.prop_model", "A prop type of kind 1: a model of the FAM", 16, prop_model_fields,
           SOURCE);

/* clang-format off */
static const pdk_field prop_bitmap_fields[] = {
    TYPE_HEAD,
    { .name = "resource", .offset = 2, .storage = PDK_RAW_U8, SURE, .meaning = "4 times the bitmap's number" },
    { .name = "second_resource", .offset = 3, .storage = PDK_RAW_U8, KEPT, .meaning = "mostly the same number again" },
    { .name = "width", .offset = 4, SIZE, SURE, .meaning = "of the card" },
    { .name = "frame_count", .offset = 8, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "animated: bitmaps n, n+1 ...; otherwise meaningless" },
    { .name = "frame_interval", .offset = 9, .storage = PDK_RAW_U8, .divisor = 60, LIKELY, .unit = "s",
      .meaning = "animated: time for which each frame is shown" },
    { .name = "unknown_10", .offset = 10, .storage = PDK_RAW_U8, KEPT, .meaning = "kept" },
    { .name = "unknown_11", .offset = 11, .storage = PDK_RAW_U8, KEPT, .meaning = "kept" },
    { .name = "height", .offset = 12, SIZE, SURE, .meaning = "of the card" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop_bitmap, "tri.prop_bitmap", "A prop type of kind 4: a bitmap on a card", 16, prop_bitmap_fields,
           SOURCE);

/* clang-format off */
static const pdk_field prop_corner_fields[] = {
    TYPE_HEAD,
    { .name = "resource", .offset = 2, .storage = PDK_RAW_U8, SURE, .meaning = "4 times the bitmap's number" },
    { .name = "second_resource", .offset = 3, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "4 times the second bitmap's number" },
    { .name = "width", .offset = 4, SIZE, SURE, .meaning = "of the first card" },
    { .name = "second_width", .offset = 8, SIZE, LIKELY,
      .meaning = "of the second card, which starts at the right edge of the first and goes away from the viewer" },
    { .name = "height", .offset = 12, SIZE, SURE, .meaning = "of both cards" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop_corner, "tri.prop_corner",
           "A prop type of kind 6: two bitmaps at a right angle, which look solid", 16, prop_corner_fields, SOURCE);

/* clang-format off */
static const pdk_field prop_fields[] = {
    { .name = "node", .offset = 0x00, .storage = PDK_RAW_I32, SURE,
      .meaning = "the node where the prop is; the first -1 ends the list" },
    { .name = "prop_type", .offset = 0x04, .storage = PDK_RAW_U8, SURE,
      .meaning = "number of its type (not of a bitmap, as in the note)" },
    { .name = "yaw", .offset = 0x05, .storage = PDK_RAW_I8, .multiplier = -TURN, .divisor = 256, SURE, .unit = "rad",
      .meaning = "added to the heading of the node: anticlockwise (stored clockwise); 0 faces the traffic that comes "
                 "along the road" },
    { .name = "flags", .offset = 0x06, .storage = PDK_RAW_U32, KEPT,
      .meaning = "kept; AL1 mostly 0x01010000, TR1 0x0401E0A2" },
    { .name = "offset_x", .offset = 0x0A, .storage = PDK_RAW_I16, .divisor = 256, SURE, .unit = "m",
      .meaning = "from the node, along the world's axis" },
    { .name = "offset_z", .offset = 0x0C, .storage = PDK_RAW_I16, .divisor = 256, SURE, .unit = "m",
      .meaning = "from the node, along the world's axis" },
    { .name = "offset_y", .offset = 0x0E, .storage = PDK_RAW_I16, .divisor = 256, SURE, .unit = "m",
      .meaning = "from the node, along the world's axis" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_prop, "tri.prop", "1000 after the prop types, sorted by node; leftover bytes follow the first -1",
           16, prop_fields, SOURCE);

/* clang-format off */
static const pdk_field point_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_I16, .divisor = 128, SURE, .unit = "m",
      .meaning = "from the point before" },
    { .name = "z", .offset = 2, .storage = PDK_RAW_I16, .divisor = 128, SURE, .unit = "m",
      .meaning = "from the point before" },
    { .name = "y", .offset = 4, .storage = PDK_RAW_I16, .divisor = 128, SURE, .unit = "m",
      .meaning = "from the point before" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_point, "tri.point", "A scenery point inside a record", 6, point_fields, SOURCE);

/* A row: point 0 starts at the node, 1 to 5 follow to the right of it, 6 to 10 to the left. */
#define ROW(first) \
    -1, first, first + 1, first + 2, first + 3, first + 4, first, first + 6, first + 7, first + 8, first + 9
static const int8_t chain[PDK_TRI_POINTS] = { ROW(0), ROW(11), ROW(22), ROW(33) };

/* clang-format off */
static const pdk_field record_fields[] = {
    { .name = "magic", .offset = 0x00, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "TRKD" },
    { .name = "length", .offset = 0x04, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "276: size of the record after its first 12 bytes" },
    { .name = "reserved_8", .offset = 0x08, .storage = PDK_RAW_OPAQUE, .count = 5, SURE, .meaning = "zero" },
    { .name = "fence_texture", .offset = 0x0D, .storage = PDK_RAW_U8, .bit = 0, .bits = 6, LIKELY,
      .meaning = "texture number of the fence; 16 in AL1 has no bitmap and means texture 48" },
    { .name = "right_fence", .offset = 0x0D, .storage = PDK_RAW_U8, .bit = 6, .bits = 1, .type = PDK_BOOL, SURE,
      .meaning = "a fence is drawn along the right barrier" },
    { .name = "left_fence", .offset = 0x0D, .storage = PDK_RAW_U8, .bit = 7, .bits = 1, .type = PDK_BOOL, SURE,
      .meaning = "a fence is drawn along the left barrier" },
    { .name = "textures", .offset = 0x0E, .storage = PDK_RAW_U8, .count = PDK_TRI_STRIPS, SURE,
      .meaning = "of the strips 0-1, 1-2 ... 4-5, then 0-6, 6-7 ... 9-10" },
    { .name = "points", .offset = 0x18, .storage = PDK_RAW_RECORD, .count = PDK_TRI_POINTS,
      .record = &pdk_tri_point, .chain = chain, SURE, .unit = "m",
      .meaning = "rows A to D of 11 points. Differences: 0 from the node, 6 from 0, every other from the point "
                 "before. The reference point and row E of the note do not exist" },
};
/* clang-format on */
PDK_RECORD(pdk_tri_record, "tri.record", "R from 0x1A4A8 to the end of the file: the scenery along four nodes", 288,
           record_fields, SOURCE);

const pdk_record *const pdk_tri_records[] = {
    &pdk_tri_header,
    &pdk_tri_offset,
    &pdk_tri_node,
    &pdk_tri_speed,
    &pdk_tri_prop_header,
    &pdk_tri_prop_type,
    &pdk_tri_prop_model,
    &pdk_tri_prop_bitmap,
    &pdk_tri_prop_corner,
    &pdk_tri_prop,
    &pdk_tri_record,
    &pdk_tri_point,
    NULL,
};

/* clang-format off */
static const pdk_variant prop_kinds[] = {
    { .type_first = PDK_TRI_MODEL, .type_last = PDK_TRI_MODEL, .size_first = 16, .size_last = 16, .dialects = 1,
      .record = &pdk_tri_prop_model },
    { .type_first = PDK_TRI_BITMAP, .type_last = PDK_TRI_BITMAP, .size_first = 16, .size_last = 16, .dialects = 1,
      .record = &pdk_tri_prop_bitmap },
    { .type_first = PDK_TRI_CORNER, .type_last = PDK_TRI_CORNER, .size_first = 16, .size_last = 16, .dialects = 1,
      .record = &pdk_tri_prop_corner },
    { .record = NULL },
};
/* clang-format on */

const pdk_record *pdk_tri_prop_kind(unsigned kind)
{
    const pdk_variant *variant = pdk_variant_find(prop_kinds, 1, 0, kind, 16);
    return variant != NULL ? variant->record : NULL;
}
