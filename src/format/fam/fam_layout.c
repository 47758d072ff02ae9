/*
 * The containers and pictures of Need for Speed (1995, Special Edition 1996 and later). Little-endian.
 *
 *     wwww: [header][offset of child 0] ... [child n-1]          children are wwww, SHPI or ORIP
 *     SHPI: [header][directory line 0] ... [line n-1][entries]   an entry is a bitmap, a palette or something attached
 *
 * Every offset counts from the tag of the container it is in. docs/formats/fam.md has the whole story.
 */
#include "format/fam/fam_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define LIKELY .certainty = PDK_LIKELY

/* clang-format off */
static const pdk_field wwww_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "wwww" },
    { .name = "child_count", .offset = PDK_WWWW_CHILD_COUNT, .storage = PDK_RAW_U32, SURE, .meaning = "children" },
};
/* clang-format on */
PDK_RECORD(pdk_wwww_header, "wwww.header", "A container; the offsets of its children follow", 8, wwww_fields,
           "nfs-resources-converter and OpenNFS1, checked on a track family and three cars");

/* clang-format off */
static const pdk_field child_fields[] = {
    { .name = "offset", .offset = 0, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "from the tag wwww; the child ends where the next higher offset begins" },
};
/* clang-format on */
PDK_RECORD(pdk_wwww_child, "wwww.child", "One for each child, after the header", 4, child_fields,
           "nfs-resources-converter and OpenNFS1, checked on a track family and three cars");

/* clang-format off */
static const pdk_field shpi_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "SHPI" },
    { .name = "length", .offset = PDK_SHPI_LENGTH, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the whole set; inside a wwww 0 to 3 bytes of padding follow" },
    { .name = "entry_count", .offset = PDK_SHPI_ENTRY_COUNT, .storage = PDK_RAW_U32, SURE,
      .meaning = "directory lines" },
    { .name = "directory", .offset = PDK_SHPI_DIRECTORY, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "LN32, GIMX or WRAP; changes nothing in how entries are read" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_header, "shpi.header", "A set of pictures; its directory follows", 16, shpi_fields,
           "nfs-resources-converter, checked on a track family, cars, four FSH and nine QFS files");

/* clang-format off */
static const pdk_field directory_fields[] = {
    { .name = "name", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "not always unique or printable; !pal and !PAL are palettes for the whole set" },
    { .name = "offset", .offset = PDK_SHPI_LINE_OFFSET, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the entry, from the tag SHPI; lines need not be sorted by offset" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_directory, "shpi.directory", "One line for each entry, after the header", 8, directory_fields,
           "nfs-resources-converter, checked on a track family, cars, four FSH and nine QFS files");

static const pdk_label codes[] = {
    { 0x7B, "8-bit indexed" },
    { 0x78, "RGB 565" },
    { 0x7E, "ARGB 1555" },
    { 0x6D, "ARGB 4444" },
    { 0x7F, "RGB 888" },
    { 0x7D, "ARGB 8888" },
    { 0x7A, "4-bit" },
    { 0x79, "4-bit swapped" },
    { 0x40, "4-bit indexed" },
    { 0x22, "palette RGB 666" },
    { 0x24, "palette RGB 888" },
    { 0x29, "palette RGB 565" },
    { 0x2A, "palette ARGB 8888" },
    { 0x2D, "palette ARGB 1555" },
    { 0x7C, "attachment" },
    { 0x6F, "text" },
    { 0x69, "text" },
    { 0x70, "text" },
    { 0, NULL },
};

/* clang-format off */
static const pdk_field entry_fields[] = {
    { .name = "code", .offset = 0, .storage = PDK_RAW_U8, .bit = 0, .bits = 7, .labels = codes, SURE,
      .meaning = "what follows, and how it is stored" },
    { .name = "packed", .offset = 0, .storage = PDK_RAW_U8, .bit = 7, .bits = 1, LIKELY,
      .meaning = "1 = a RefPack stream follows the header; never seen in a real file" },
    { .name = "attached", .offset = PDK_SHPI_ATTACHED, .storage = PDK_RAW_I24, SURE, .unit = "byte",
      .meaning = "distance from this block to the next one that belongs to it, 0 = none; signed: in cars it leads "
                 "back to the palette" },
    { .name = "width", .offset = PDK_SHPI_WIDTH, .storage = PDK_RAW_U16, SURE,
      .meaning = "pixels; of a palette its number of colours" },
    { .name = "height", .offset = PDK_SHPI_HEIGHT, .storage = PDK_RAW_U16, SURE,
      .meaning = "rows; of a palette 3 (bytes a colour; 1 where they have 4)" },
    { .name = "pivot_x", .offset = PDK_SHPI_PIVOT_X, .storage = PDK_RAW_I16, SURE,
      .meaning = "centre, pixels; published as unsigned, but menus hold small negative numbers; of a palette its "
                 "number of colours again" },
    { .name = "pivot_y", .offset = 10, .storage = PDK_RAW_I16, SURE,
      .meaning = "centre; in horz of open tracks it raises the horizon" },
    { .name = "position_x", .offset = 12, .storage = PDK_RAW_U16, .bit = 0, .bits = 12, .is_signed = true, LIKELY,
      .meaning = "on the screen, pixels (dashboards and menus); signed is a guess from one later file" },
    { .name = "flags_x", .offset = 12, .storage = PDK_RAW_U16, .bit = 12, .bits = 4, .certainty = PDK_UNKNOWN,
      .meaning = "later games; 0 in Special Edition" },
    { .name = "position_y", .offset = 14, .storage = PDK_RAW_U16, .bit = 0, .bits = 12, .is_signed = true, LIKELY,
      .meaning = "on the screen, pixels" },
    { .name = "flags_y", .offset = 14, .storage = PDK_RAW_U16, .bit = 12, .bits = 4, .certainty = PDK_UNKNOWN,
      .meaning = "later games; 0 in Special Edition" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_entry, "shpi.entry",
           "Before the pixels (row by row from the top, no padding) or the colours of a palette", 16, entry_fields,
           "nfs-resources-converter, checked on a track family, cars, four FSH and nine QFS files");

/* clang-format off */
static const pdk_field text_fields[] = {
    { .name = "code", .offset = 0, .storage = PDK_RAW_U8, SURE, .meaning = "6F" },
    { .name = "attached", .offset = PDK_SHPI_ATTACHED, .storage = PDK_RAW_I24, SURE, .unit = "byte",
      .meaning = "as in shpi.entry" },
    { .name = "length", .offset = 4, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of the text that follows" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_text, "shpi.text", "A text attached to a bitmap", 8, text_fields, "three blocks of one later file");

/* clang-format off */
static const pdk_field color_666_fields[] = {
    { .name = "red", .offset = 0, .storage = PDK_RAW_U8, .bits = 6, SURE, .meaning = "0 to 63" },
    { .name = "reserved_red", .offset = 0, .storage = PDK_RAW_U8, .bit = 6, .bits = 2, SURE, .meaning = "zero" },
    { .name = "green", .offset = 1, .storage = PDK_RAW_U8, .bits = 6, SURE, .meaning = "0 to 63" },
    { .name = "reserved_green", .offset = 1, .storage = PDK_RAW_U8, .bit = 6, .bits = 2, SURE, .meaning = "zero" },
    { .name = "blue", .offset = 2, .storage = PDK_RAW_U8, .bits = 6, SURE, .meaning = "0 to 63" },
    { .name = "reserved_blue", .offset = 2, .storage = PDK_RAW_U8, .bit = 6, .bits = 2, SURE, .meaning = "zero" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_666, "shpi.color_666", "Colour of a palette 22", 3, color_666_fields,
           "compared with pictures of Special Edition by eye");

/* clang-format off */
static const pdk_field color_888_fields[] = {
    { .name = "red", .offset = 0, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "green", .offset = 1, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "blue", .offset = 2, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_888, "shpi.color_888", "Colour of a palette 24", 3, color_888_fields,
           "compared with pictures of Special Edition's cars by eye");

/* clang-format off */
static const pdk_field color_565_fields[] = {
    { .name = "red", .offset = 0, .storage = PDK_RAW_U16, .bit = 11, .bits = 5, SURE, .meaning = "0 to 31" },
    { .name = "green", .offset = 0, .storage = PDK_RAW_U16, .bit = 5, .bits = 6, SURE, .meaning = "0 to 63" },
    { .name = "blue", .offset = 0, .storage = PDK_RAW_U16, .bit = 0, .bits = 5, SURE, .meaning = "0 to 31" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_565, "shpi.color_565", "Pixel of a bitmap 78 or colour of a palette 29", 2, color_565_fields,
           "compared with one later file by eye; as a palette only published");

/* clang-format off */
static const pdk_field color_1555_fields[] = {
    { .name = "alpha", .offset = 0, .storage = PDK_RAW_U16, .bit = 15, .bits = 1, SURE, .meaning = "1 = opaque" },
    { .name = "red", .offset = 0, .storage = PDK_RAW_U16, .bit = 10, .bits = 5, SURE, .meaning = "0 to 31" },
    { .name = "green", .offset = 0, .storage = PDK_RAW_U16, .bit = 5, .bits = 5, SURE, .meaning = "0 to 31" },
    { .name = "blue", .offset = 0, .storage = PDK_RAW_U16, .bit = 0, .bits = 5, SURE, .meaning = "0 to 31" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_1555, "shpi.color_1555", "Pixel of a bitmap 7E or colour of a palette 2D", 2,
           color_1555_fields, "compared with one later file by eye; as a palette only published");

/* clang-format off */
static const pdk_field color_4444_fields[] = {
    { .name = "alpha", .offset = 0, .storage = PDK_RAW_U16, .bit = 12, .bits = 4, LIKELY, .meaning = "15 = opaque" },
    { .name = "red", .offset = 0, .storage = PDK_RAW_U16, .bit = 8, .bits = 4, LIKELY, .meaning = "0 to 15" },
    { .name = "green", .offset = 0, .storage = PDK_RAW_U16, .bit = 4, .bits = 4, LIKELY, .meaning = "0 to 15" },
    { .name = "blue", .offset = 0, .storage = PDK_RAW_U16, .bit = 0, .bits = 4, LIKELY, .meaning = "0 to 15" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_4444, "shpi.color_4444", "Pixel of a bitmap 6D", 2, color_4444_fields,
           "nfs-resources-converter; no real file was available");

/* clang-format off */
static const pdk_field color_bgr_fields[] = {
    { .name = "blue", .offset = 0, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "green", .offset = 1, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "red", .offset = 2, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_bgr, "shpi.color_bgr", "Pixel of a bitmap 7F", 3, color_bgr_fields,
           "nfs-resources-converter; looked at in one CRP of a later game");

/* clang-format off */
static const pdk_field color_bgra_fields[] = {
    { .name = "blue", .offset = 0, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "green", .offset = 1, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "red", .offset = 2, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "0 to 255" },
    { .name = "alpha", .offset = 3, .storage = PDK_RAW_U8, .bits = 8, SURE, .meaning = "255 = opaque" },
};
/* clang-format on */
PDK_RECORD(pdk_shpi_color_bgra, "shpi.color_bgra", "Pixel of a bitmap 7D or colour of a palette 2A", 4,
           color_bgra_fields, "compared with two later files by eye; as a palette only published");

const pdk_record *const pdk_wwww_records[] = {
    &pdk_wwww_header,     &pdk_wwww_child,      &pdk_shpi_header,     &pdk_shpi_directory,
    &pdk_shpi_entry,      &pdk_shpi_text,       &pdk_shpi_color_666,  &pdk_shpi_color_888,
    &pdk_shpi_color_565,  &pdk_shpi_color_1555, &pdk_shpi_color_4444, &pdk_shpi_color_bgr,
    &pdk_shpi_color_bgra, &pdk_orip_header,     &pdk_orip_polygon,    &pdk_orip_vertex,
    &pdk_orip_uv,         &pdk_orip_texture,    &pdk_orip_hinge,      &pdk_orip_group,
    &pdk_orip_label,      &pdk_orip_swap,       &pdk_orip_index,      NULL,
};

const pdk_record *const pdk_shpi_records[] = {
    &pdk_shpi_header,     &pdk_shpi_directory, &pdk_shpi_entry,      &pdk_shpi_text,
    &pdk_shpi_color_666,  &pdk_shpi_color_888, &pdk_shpi_color_565,  &pdk_shpi_color_1555,
    &pdk_shpi_color_4444, &pdk_shpi_color_bgr, &pdk_shpi_color_bgra, NULL,
};
