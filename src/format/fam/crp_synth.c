/* Generated CRP files: two articles of a name and an empty base, and two sets of pictures of 24 and 32 bits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/crp.h"
#include "format/fam/crp_layout.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_paint.h"
#include "format/fam/fam_plan.h"

enum { ARTICLES = 2, ARTICLE_PARTS = 2, SETS = 2, LINE = 16, BASE_SIZE = 0x70, MAX_DETAIL = 16 };
enum { NAMED = 31, BASE = 29 }; /* levels of parts that have none */

static const char *const names[ARTICLES] = { "Body", "Floor" };

/* Writes a part's line. */
static void put_part(pdk_fam_writer *writer, size_t line, const char *id, unsigned level, size_t size, uint32_t count,
                     size_t at)
{
    pdk_fam_put_name(writer, &pdk_crp_part, line, "id", id);
    pdk_fam_put(writer, &pdk_crp_part, line, "unknown_4", 1);
    pdk_fam_put(writer, &pdk_crp_part, line, "level", level);
    pdk_fam_put(writer, &pdk_crp_part, line, "size", (double)size);
    pdk_fam_put(writer, &pdk_crp_part, line, "count", count);
    pdk_fam_put(writer, &pdk_crp_part, line, "offset", (double)(at - line));
}

/* Set number `number`: "\0\0fs" with it in front. */
static void put_set_line(pdk_fam_writer *writer, size_t line, uint32_t number, size_t size, size_t at)
{
    put_part(writer, line, "", NAMED, size, 1, at);
    pdk_fam_put(writer, &pdk_crp_part, line, "has_number", 1);
    if (writer->failed) return;
    writer->data[line] = (uint8_t)number;
    memcpy(writer->data + line + 2, "fs", 2);
}

static void put_articles(pdk_fam_writer *writer, size_t lines)
{
    for (uint32_t i = 0; i < ARTICLES; i++) {
        size_t article = pdk_crp_header.size + (size_t)i * LINE, table = lines + (size_t)i * ARTICLE_PARTS * LINE;
        pdk_fam_put_name(writer, &pdk_crp_article, article, "magic", "itrA");
        pdk_fam_put(writer, &pdk_crp_article, article, "unknown_4", PDK_CRP_KIND);
        pdk_fam_put(writer, &pdk_crp_article, article, "part_count", ARTICLE_PARTS);
        pdk_fam_put(writer, &pdk_crp_article, article, "part_offset", (double)((table - article) / PDK_CRP_UNIT));
        size_t base = pdk_fam_append(writer, BASE_SIZE), name = pdk_fam_append(writer, LINE);
        size_t length = strlen(names[i]) + 1;
        if (!writer->failed) memcpy(writer->data + name, names[i], length);
        put_part(writer, table, "esaB", BASE, BASE_SIZE, 0, base);
        put_part(writer, table + LINE, "emaN", NAMED, length, 0, name);
    }
}

/* One of 24 bits, and one of 32. */
static void put_set(pdk_fam_writer *writer, const pdk_synth_options *options, uint32_t number, uint32_t side,
                    size_t line)
{
    static const struct {
        const char *name;
        uint8_t code;
        int theme;
    } pictures[SETS][2] = { { { "BODY", 0x7F, PDK_PAINT_BODY }, { "WALL", 0x7F, PDK_PAINT_WALL } },
                            { { "GLAS", 0x7D, PDK_PAINT_GLASS }, { "ROCK", 0x7F, PDK_PAINT_ROCK } } };
    size_t set = pdk_fam_begin_set(writer, "GIMX", 2);
    for (uint32_t i = 0; i < 2; i++) {
        pdk_fam_picture picture = { .code = pictures[number][i].code,
                                    .theme = pictures[number][i].theme,
                                    .seed = options->seed * 1000003 + number * 2 + i,
                                    .width = side,
                                    .height = side };
        pdk_fam_line(writer, set, i, pictures[number][i].name);
        pdk_fam_put_bitmap(writer, &picture);
    }
    pdk_fam_end_set(writer, set);
    size_t size = writer->failed ? 0 : pdk_load_u32(writer->data + set + PDK_SHPI_LENGTH);
    put_set_line(writer, line, number, size, set);
    pdk_fam_append(writer, (LINE - writer->size % LINE) % LINE);
}

static void put_file(pdk_fam_writer *writer, const pdk_synth_options *options, bool car, uint32_t side)
{
    size_t own = pdk_crp_header.size + (size_t)ARTICLES * LINE, lines = own + (size_t)SETS * LINE;
    pdk_fam_append(writer, lines + (size_t)ARTICLES * ARTICLE_PARTS * LINE);
    pdk_fam_put_name(writer, &pdk_crp_header, 0, "magic", car ? " raC" : "karT");
    pdk_fam_put(writer, &pdk_crp_header, 0, "unknown_4", PDK_CRP_KIND);
    pdk_fam_put(writer, &pdk_crp_header, 0, "article_count", ARTICLES);
    pdk_fam_put(writer, &pdk_crp_header, 0, "part_count", SETS);
    pdk_fam_put(writer, &pdk_crp_header, 0, "article_offset", 1);
    put_articles(writer, lines);
    for (uint32_t i = 0; i < SETS; i++) put_set(writer, options, i, side, own + (size_t)i * LINE);
}

/* Size grows with the square of the detail. */
static uint32_t side_for(uint64_t size)
{
    double detail = size > 0 ? floor(sqrt((double)size / 14e3) + 0.5) : 1;
    return PDK_FAM_SIDE * (detail < 1 ? 1 : detail > MAX_DETAIL ? MAX_DETAIL : (uint32_t)detail);
}

pdk_status pdk_crp_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    const char *dialect = options->dialect != NULL ? options->dialect : "car";
    bool car = strcmp(dialect, "car") == 0 || strcmp(dialect, "models of a car") == 0;
    if (!car && strcmp(dialect, "track") != 0 && strcmp(dialect, "models of a track") != 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                        "there is no dialect \"%s\"; there are \"car\" and \"track\"", dialect);
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_fam_writer writer = { .memory = &memory };
    put_file(&writer, options, car, side_for(options->size));
    pdk_status status = writer.failed ? pdk_fail_memory(error, &memory, "the generated file")
                                      : pdk_output_write(output, writer.data, writer.size, error);
    pdk_memory_destroy(&memory);
    return status;
}
