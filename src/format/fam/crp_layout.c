/*
 * CRP: models of Need for Speed: Porsche Unleashed (2000) and their pictures. Little-endian; packed with RefPack.
 *
 *     [header][article 0] ... [article n-1][part 0] ... [part m-1]    these parts belong to the file
 *     [parts of article 0] ...                                        at the offset of the article
 *     [what the parts hold]                                           at the offset of the part
 *
 * Names are numbers of 32 bits, whose characters therefore come backwards. docs/formats/fam.md has the whole story.
 */
#include "format/fam/crp_layout.h"

#include "format/fam/fam_layout.h"

#define SURE .certainty = PDK_CONFIRMED
#define GUESSED .certainty = PDK_GUESSED
#define UNKNOWN .certainty = PDK_UNKNOWN
#define SOURCE "a published description of the format, checked on one real file"

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "backwards: \" raC\" is a car, \"karT\" a track" },
    { .name = "unknown_4", .offset = PDK_CRP_COUNT, .storage = PDK_RAW_U32, .bit = 0, .bits = 5, UNKNOWN,
      .meaning = "26" },
    { .name = "article_count", .offset = PDK_CRP_COUNT, .storage = PDK_RAW_U32, .bit = PDK_CRP_COUNT_BIT, .bits = 27, SURE,
      .meaning = "articles: models, or other things with their own parts" },
    { .name = "part_count", .offset = PDK_CRP_PART_COUNT, .storage = PDK_RAW_U32, SURE,
      .meaning = "parts of the file itself, right after the articles" },
    { .name = "article_offset", .offset = PDK_CRP_ARTICLES, .storage = PDK_RAW_U32, SURE,
      .meaning = "of the first article, in 16 bytes; 1" },
};
/* clang-format on */
PDK_RECORD(pdk_crp_header, "crp.header", "The file", 16, header_fields, SOURCE);

/* clang-format off */
static const pdk_field article_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "\"itrA\": Arti backwards" },
    { .name = "unknown_4", .offset = PDK_CRP_COUNT, .storage = PDK_RAW_U32, UNKNOWN, .meaning = "26" },
    { .name = "part_count", .offset = PDK_CRP_ARTICLE_PARTS, .storage = PDK_RAW_U32, SURE, .meaning = "its parts" },
    { .name = "part_offset", .offset = PDK_CRP_ARTICLE_OFFSET, .storage = PDK_RAW_U32, SURE,
      .meaning = "of its first part, in 16 bytes, from this article" },
};
/* clang-format on */
PDK_RECORD(pdk_crp_article, "crp.article", "A model", 16, article_fields, SOURCE);

/* clang-format off */
static const pdk_field part_fields[] = {
    { .name = "id", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, SURE,
      .meaning = "backwards: \"emaN\" is Name; with a number, that (u16) and two letters" },
    { .name = "has_number", .offset = PDK_CRP_PART_KIND, .storage = PDK_RAW_U32, .bit = 0, .bits = 1, GUESSED,
      .meaning = "1 = the id begins with a number; true of each part of the real file" },
    { .name = "unknown_4", .offset = PDK_CRP_PART_KIND, .storage = PDK_RAW_U32, .bit = 1, .bits = 2, UNKNOWN,
      .meaning = "1" },
    { .name = "level", .offset = PDK_CRP_PART_KIND, .storage = PDK_RAW_U32, .bit = 3, .bits = 5, GUESSED,
      .meaning = "1, 2 ...: of what detail, it seems; 29 and 31 in parts that have none" },
    { .name = "size", .offset = PDK_CRP_PART_SIZE, .storage = PDK_RAW_U32, .bit = PDK_CRP_SIZE_BIT, .bits = 24, SURE, .unit = "byte",
      .meaning = "of what it holds" },
    { .name = "count", .offset = PDK_CRP_PART_COUNT_FIELD, .storage = PDK_RAW_U32, SURE,
      .meaning = "of what it holds: points, corners ...; 1 of pictures" },
    { .name = "offset", .offset = PDK_CRP_PART_OFFSET, .storage = PDK_RAW_U32, SURE, .unit = "byte",
      .meaning = "of what it holds, from this line" },
};
/* clang-format on */
PDK_RECORD(pdk_crp_part, "crp.part", "A part: a name, points, corners, a material, pictures", 16, part_fields, SOURCE);

const pdk_record *const pdk_crp_records[] = { &pdk_crp_header,     &pdk_crp_article,     &pdk_crp_part,
                                              &pdk_shpi_header,    &pdk_shpi_directory,  &pdk_shpi_entry,
                                              &pdk_shpi_text,      &pdk_shpi_color_666,  &pdk_shpi_color_888,
                                              &pdk_shpi_color_565, &pdk_shpi_color_1555, &pdk_shpi_color_4444,
                                              &pdk_shpi_color_bgr, &pdk_shpi_color_bgra, NULL };
