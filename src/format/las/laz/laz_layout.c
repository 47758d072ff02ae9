/*
 * LAZ, which is LAS with its points packed. Little-endian, packed.
 *
 *     as LAS up to the points, with a record of user "laszip encoded", number 22204: [record] [item] x N
 *     [pointer] [chunk] x C [table, its numbers coded as points are]
 *
 * A chunk is its first point as it is, then what its decoder reads. Chunks that have layers say their sizes before
 * them.
 */
#include "format/las/laz/laz_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

static const char source[] = "read from LAZ files of several programs beside LAS files of the same points";

/* clang-format off */
static const pdk_field record_fields[] = {
    { .name = "compressor", .offset = 0, .storage = PDK_RAW_U16, SURE,
      .meaning = "1: points one after the other, in one piece; 2: the same in chunks; 3: chunks of layers" },
    { .name = "coder", .offset = 2, .storage = PDK_RAW_U16, SURE, .meaning = "0: arithmetic" },
    { .name = "version_major", .offset = 4, .storage = PDK_RAW_U8, LIKELY, .meaning = "of the program that packed it" },
    { .name = "version_minor", .offset = 5, .storage = PDK_RAW_U8, LIKELY, .meaning = "the same" },
    { .name = "version_revision", .offset = 6, .storage = PDK_RAW_U16, LIKELY, .meaning = "the same" },
    { .name = "options", .offset = 8, .storage = PDK_RAW_U32, LIKELY, .meaning = "0" },
    { .name = "chunk_points", .offset = 12, .storage = PDK_RAW_U32, SURE,
      .meaning = "points of each chunk but the last; 4294967295, or 0 in chunks: the table says" },
    { .name = "special_records", .offset = 16, .storage = PDK_RAW_U64, LIKELY, .meaning = "all bits set" },
    { .name = "special_offset", .offset = 24, .storage = PDK_RAW_U64, LIKELY, .meaning = "all bits set" },
    { .name = "items", .offset = 32, .storage = PDK_RAW_U16, SURE, .meaning = "parts of a point that follow" },
};
static const pdk_field item_fields[] = {
    { .name = "type", .offset = 0, .storage = PDK_RAW_U16, SURE,
      .meaning = "of formats 0 to 5: 6 point, 7 time, 8 colour, 9 wave packet, 0 extra bytes; of 6 to 10: 10 point, "
                 "11 colour, 12 colour and infrared, 13 wave packet, 14 extra bytes" },
    { .name = "size", .offset = 2, .storage = PDK_RAW_U16, SURE, .meaning = "bytes of it in a point" },
    { .name = "version", .offset = 4, .storage = PDK_RAW_U16, SURE, .meaning = "1 or 2; of types from 10 on 3 or 4" },
};
static const pdk_field pointer_fields[] = {
    { .name = "table_offset", .offset = 0, .storage = PDK_RAW_U64, SURE,
      .meaning = "where the table of chunks is; all bits set: the last 8 bytes of the file say it" },
};
static const pdk_field table_fields[] = {
    { .name = "version", .offset = 0, .storage = PDK_RAW_U32, SURE, .meaning = "0" },
    { .name = "chunks", .offset = 4, .storage = PDK_RAW_U32, SURE,
      .meaning = "chunks whose sizes follow, coded; where their points vary, these are before each size" },
};
/* clang-format on */
PDK_RECORD(pdk_laz_record, "las.packing", "In a record 22204 of \"laszip encoded\": how the points of a LAZ are packed",
           PDK_LAZ_RECORD, record_fields, source);
PDK_RECORD(pdk_laz_item, "las.packing_item", "After it: the parts of a point, in order", PDK_LAZ_ITEM, item_fields,
           source);
PDK_RECORD(pdk_laz_pointer, "las.chunk_pointer", "In a LAZ: where the points would be", PDK_LAZ_POINTER, pointer_fields,
           source);
PDK_RECORD(pdk_laz_table, "las.chunk_table", "In a LAZ: after the chunks", PDK_LAZ_TABLE, table_fields, source);
