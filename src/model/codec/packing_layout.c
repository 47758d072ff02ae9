/*
 * EA's packed files. Sizes are big-endian.
 *
 *     [pack code: flags and method, 0xFB][a size that is skipped, with bit 8 only][size of the plain data][packed data]
 *
 * The methods: 10 RefPack, 30 32 34 Huffman, 46 byte pairs. docs/formats/packing.md has the whole story.
 */
#include "codec/packing_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

static const pdk_label methods[] = {
    { 8, "RefPack (10FB)" },
    { 24, "Huffman (30FB)" },
    { 25, "Huffman with differences (32FB)" },
    { 26, "Huffman with differences of differences (34FB)" },
    { 35, "byte pairs (46FB)" },
    { 0, NULL },
};

#define PACK_CODE(sure)                                                              \
    { .name = "has_skipped_size",                                                    \
      .offset = 0,                                                                   \
      .storage = PDK_RAW_U8,                                                         \
      .bit = 0,                                                                      \
      .bits = 1,                                                                     \
      sure,                                                                          \
      .meaning = "an extra size field (bit 8 of the pack code)" },                   \
        { .name = "method",                                                          \
          .offset = 0,                                                               \
          .storage = PDK_RAW_U8,                                                     \
          .bit = 1,                                                                  \
          .bits = 6,                                                                 \
          .labels = methods,                                                         \
          sure,                                                                      \
          .meaning = "of packing" },                                                 \
        { .name = "has_long_sizes",                                                  \
          .offset = 0,                                                               \
          .storage = PDK_RAW_U8,                                                     \
          .bit = 7,                                                                  \
          .bits = 1,                                                                 \
          sure,                                                                      \
          .meaning = "size fields are four bytes long (bit 15)" },                   \
    {                                                                                \
        .name = "magic", .offset = 1, .storage = PDK_RAW_U8, sure, .meaning = "0xFB" \
    }
#define SKIPPED "skipped: published as the size of the whole composite, or of the packed data; no real file has it"
#define PLAIN "size of the unpacked data"

/* clang-format off */
static const pdk_field header_fields[] = {
    PACK_CODE(SURE),
    { .name = "unpacked_size", .offset = 2, .storage = PDK_RAW_U24BE, SURE, .unit = "byte", .meaning = PLAIN },
};
/* clang-format on */
PDK_RECORD(pdk_packed_header, "packed.header", "At the start of a file packed by EA's tools; the packed data follow", 5,
           header_fields, "checked on eighteen real files of several games");

/* clang-format off */
static const pdk_field header_extra_fields[] = {
    PACK_CODE(LIKELY),
    { .name = "skipped_size", .offset = 2, .storage = PDK_RAW_U24BE, LIKELY, .unit = "byte", .meaning = SKIPPED },
    { .name = "unpacked_size", .offset = 5, .storage = PDK_RAW_U24BE, LIKELY, .unit = "byte", .meaning = PLAIN },
};
/* clang-format on */
PDK_RECORD(pdk_packed_header_extra, "packed.header_extra", "The same header with bit 8 of the pack code set", 8,
           header_extra_fields, "EA's decoder of 2001; never seen in a real file");

/* clang-format off */
static const pdk_field header_long_fields[] = {
    PACK_CODE(LIKELY),
    { .name = "unpacked_size", .offset = 2, .storage = PDK_RAW_U32BE, LIKELY, .unit = "byte", .meaning = PLAIN },
};
/* clang-format on */
PDK_RECORD(pdk_packed_header_long, "packed.header_long",
           "The same header with bit 15 set, for more than 16777215 bytes", 6, header_long_fields,
           "EA's decoder of 2001; never seen in a real file");

/* clang-format off */
static const pdk_field header_extra_long_fields[] = {
    PACK_CODE(LIKELY),
    { .name = "skipped_size", .offset = 2, .storage = PDK_RAW_U32BE, LIKELY, .unit = "byte", .meaning = SKIPPED },
    { .name = "unpacked_size", .offset = 6, .storage = PDK_RAW_U32BE, LIKELY, .unit = "byte", .meaning = PLAIN },
};
/* clang-format on */
PDK_RECORD(pdk_packed_header_extra_long, "packed.header_extra_long", "The same header with bits 8 and 15 set", 10,
           header_extra_long_fields, "EA's decoder of 2001; never seen in a real file");

/* clang-format off */
static const pdk_field wrapper_fields[] = {
    { .name = "packed_size", .offset = 0, .storage = PDK_RAW_U32, LIKELY, .unit = "byte",
      .meaning = "of everything, these four bytes included; little-endian" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_wrapper, "packed.wrapper", "Before packed.header in entries of DBPF archives (Maxis games)", 4,
           wrapper_fields, "several public readers agree; we have no real file");

/* clang-format off */
static const pdk_field refpack_short_fields[] = {
    { .name = "prefix", .offset = 0, .storage = PDK_RAW_U16BE, .bit = 15, .bits = 1, SURE,
      .meaning = "0: marks this command" },
    { .name = "distance_high", .offset = 0, .storage = PDK_RAW_U16BE, .bit = 13, .bits = 2, .multiplier = 256, SURE,
      .unit = "byte",
      .meaning = "upper part of the distance; the published sample code gets this wrong" },
    { .name = "length", .offset = 0, .storage = PDK_RAW_U16BE, .bit = 10, .bits = 3, .bias = 3, SURE, .unit = "byte",
      .meaning = "bytes to copy: 3 to 10" },
    { .name = "literals", .offset = 0, .storage = PDK_RAW_U16BE, .bit = 8, .bits = 2, SURE, .unit = "byte",
      .meaning = "bytes after the command, which are written first" },
    { .name = "distance", .offset = 0, .storage = PDK_RAW_U16BE, .bit = 0, .bits = 8, .bias = 1, SURE, .unit = "byte",
      .meaning = "back from the end of the output so far: 1 to 1024 with its upper part" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_refpack_short, "packed.refpack_short", "RefPack command, first byte 00 to 7F", 2,
           refpack_short_fields, "checked on nine real files");

/* clang-format off */
static const pdk_field refpack_middle_fields[] = {
    { .name = "prefix", .offset = 0, .storage = PDK_RAW_U24BE, .bit = 22, .bits = 2, SURE,
      .meaning = "binary 10: marks this command" },
    { .name = "length", .offset = 0, .storage = PDK_RAW_U24BE, .bit = 16, .bits = 6, .bias = 4, SURE, .unit = "byte",
      .meaning = "bytes to copy: 4 to 67" },
    { .name = "literals", .offset = 0, .storage = PDK_RAW_U24BE, .bit = 14, .bits = 2, SURE, .unit = "byte",
      .meaning = "bytes after the command, which are written first" },
    { .name = "distance", .offset = 0, .storage = PDK_RAW_U24BE, .bit = 0, .bits = 14, .bias = 1, SURE, .unit = "byte",
      .meaning = "back: 1 to 16384" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_refpack_middle, "packed.refpack_middle", "RefPack command, first byte 80 to BF", 3,
           refpack_middle_fields, "checked on nine real files");

/* clang-format off */
static const pdk_field refpack_long_fields[] = {
    { .name = "prefix", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 29, .bits = 3, SURE,
      .meaning = "binary 110: marks this command" },
    { .name = "distance_high", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 28, .bits = 1, .multiplier = 65536, SURE,
      .unit = "byte",
      .meaning = "upper part of the distance" },
    { .name = "length_high", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 26, .bits = 2, .multiplier = 256, SURE,
      .unit = "byte",
      .meaning = "upper part of the length" },
    { .name = "literals", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 24, .bits = 2, SURE, .unit = "byte",
      .meaning = "bytes after the command, which are written first" },
    { .name = "distance", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 8, .bits = 16, .bias = 1, SURE, .unit = "byte",
      .meaning = "back from the end of the output: 1 to 131072 with its upper part" },
    { .name = "length", .offset = 0, .storage = PDK_RAW_U32BE, .bit = 0, .bits = 8, .bias = 5, SURE, .unit = "byte",
      .meaning = "bytes to copy: 5 to 1028 with its upper part" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_refpack_long, "packed.refpack_long", "RefPack command, first byte C0 to DF", 4,
           refpack_long_fields, "checked on nine real files");

/* clang-format off */
static const pdk_field refpack_run_fields[] = {
    { .name = "prefix", .offset = 0, .storage = PDK_RAW_U8, .bit = 5, .bits = 3, SURE,
      .meaning = "binary 111: marks this command" },
    { .name = "literals", .offset = 0, .storage = PDK_RAW_U8, .bit = 0, .bits = 5, .multiplier = 4, .bias = 4, .type = PDK_UINT8,
      .minimum = 4, .maximum = 112, SURE, .unit = "byte",
      .meaning = "bytes after the command, which are written: 4, 8 .. 112" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_refpack_run, "packed.refpack_run", "RefPack command, first byte E0 to FB: literals only", 1,
           refpack_run_fields, "checked on nine real files");

/* clang-format off */
static const pdk_field refpack_stop_fields[] = {
    { .name = "prefix", .offset = 0, .storage = PDK_RAW_U8, .bit = 2, .bits = 6, SURE,
      .meaning = "all ones: marks this command" },
    { .name = "literals", .offset = 0, .storage = PDK_RAW_U8, .bit = 0, .bits = 2, SURE, .unit = "byte",
      .meaning = "bytes after the command, which are written last" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_refpack_stop, "packed.refpack_stop", "RefPack command, first byte FC to FF: the end", 1,
           refpack_stop_fields, "checked on nine real files");

/* clang-format off */
static const pdk_field pair_fields[] = {
    { .name = "node", .offset = 0, .storage = PDK_RAW_U8, SURE, .meaning = "the byte that stands for the pair" },
    { .name = "left", .offset = 1, .storage = PDK_RAW_U8, SURE,
      .meaning = "first half of the pair: a byte or another node" },
    { .name = "right", .offset = 2, .storage = PDK_RAW_U8, SURE, .meaning = "second half of the pair" },
};
/* clang-format on */
PDK_RECORD(pdk_packed_pair, "packed.pair",
           "Byte pairs: after the header come the escape byte, the number of pairs and the pairs, then the data", 3,
           pair_fields, "checked on one real file");

const pdk_record *const pdk_packed_records[] = {
    &pdk_packed_header,      &pdk_packed_header_extra,  &pdk_packed_header_long,    &pdk_packed_header_extra_long,
    &pdk_packed_wrapper,     &pdk_packed_refpack_short, &pdk_packed_refpack_middle, &pdk_packed_refpack_long,
    &pdk_packed_refpack_run, &pdk_packed_refpack_stop,  &pdk_packed_pair,           NULL,
};
