/*
 * Generated families and sets. The pictures are drawn by rule; the ways palettes are kept differ from set to set on
 * purpose (listed in front, listed after, unlisted in the gap, attached by a negative distance), as in real files.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/fam/fam_layout.h"
#include "format/fam/fam_paint.h"
#include "format/fam/fam_plan.h"
#include "format/fam/fam_synth.h"
#include "format/fam/fam_writer.h"

enum { TEXTURES = 48, RAIL = 48, SCENERY = 16, MAX_DETAIL = 16, GROUP = 3 };

/* What a terrain texture number shows. Generated tracks use 3 for asphalt, then 6 verge, 9 grass, 12 wood, 15 hills,
 * and 18 to 20 in tunnels; the numbers real tracks use besides are there as well. */
static int theme_of(uint32_t texture)
{
    static const int themes[TEXTURES / GROUP] = {
        PDK_PAINT_ASPHALT, PDK_PAINT_ASPHALT, PDK_PAINT_VERGE, PDK_PAINT_GRASS,  PDK_PAINT_FOREST, PDK_PAINT_ROCK,
        PDK_PAINT_WALL,    PDK_PAINT_VERGE,   PDK_PAINT_GRASS, PDK_PAINT_ROCK,   PDK_PAINT_WALL,   PDK_PAINT_GRASS,
        PDK_PAINT_FOREST,  PDK_PAINT_ROCK,    PDK_PAINT_WALL,  PDK_PAINT_FOREST,
    };
    return texture < TEXTURES ? themes[texture / GROUP] : PDK_PAINT_RAIL;
}

/* The same for scenery: tree, sign and board, three frames of a flag, two sides of a house. */
static int scenery_theme(uint32_t number)
{
    static const int themes[SCENERY] = {
        PDK_PAINT_BANNER,    PDK_PAINT_TREE,   PDK_PAINT_SIGN,  PDK_PAINT_BANNER, PDK_PAINT_FLAG, PDK_PAINT_FLAG + 1,
        PDK_PAINT_LAST_FLAG, PDK_PAINT_HOUSE,  PDK_PAINT_HOUSE, PDK_PAINT_TREE,   PDK_PAINT_TREE, PDK_PAINT_SIGN,
        PDK_PAINT_TREE,      PDK_PAINT_BANNER, PDK_PAINT_TREE,  PDK_PAINT_TREE,
    };
    return themes[number % SCENERY];
}

static size_t put_texture(const pdk_fam_plan *plan, uint32_t number)
{
    uint32_t height = theme_of(number) == PDK_PAINT_ASPHALT ? 2 * PDK_FAM_SIDE : PDK_FAM_SIDE;
    return pdk_fam_plan_picture(plan, theme_of(number), number, PDK_FAM_SIDE, height);
}

/* ------------------------------------------------------------------------------------------------ terrain */

/* An open road's: a set for every three textures. The place of the palette goes through what real files do. */
static void put_group(const pdk_fam_plan *plan, uint32_t group)
{
    static const char *const names[] = { "A000", "B000", "C000" };
    pdk_fam_writer *writer = plan->writer;
    uint32_t first = group * GROUP, count = first + GROUP <= TEXTURES ? GROUP : 1, kind = group % 3;
    size_t set = pdk_fam_begin_set(writer, kind == 2 ? "GIMX" : "LN32", kind == 2 ? count : count + 1);
    uint32_t line = 0;
    if (kind == 0) pdk_fam_line(writer, set, line++, "!pal");
    if (kind != 1) pdk_fam_put_palette(writer, 0x22); /* without a line it is one of the hidden palettes */
    for (uint32_t i = 0; i < count; i++) {
        pdk_fam_line(writer, set, line++, names[i]);
        size_t block = put_texture(plan, first + i);
        pdk_fam_put_attachment(writer, block);
    }
    if (kind == 1) {
        pdk_fam_line(writer, set, line, "!pal");
        pdk_fam_put_palette(writer, 0x22);
    }
    pdk_fam_end_set(writer, set);
}

static void put_open_terrain(const pdk_fam_plan *plan)
{
    uint32_t groups = TEXTURES / GROUP + 1; /* the last one is the rail */
    size_t family = pdk_fam_begin_family(plan->writer, groups);
    for (uint32_t group = 0; group < groups; group++) {
        pdk_fam_child(plan->writer, family, group);
        put_group(plan, group);
    }
}

/* One set for all: a closed track's terrain or scenery. */
static void put_closed_set(const pdk_fam_plan *plan, uint32_t count, bool scenery)
{
    pdk_fam_writer *writer = plan->writer;
    size_t family = pdk_fam_begin_family(writer, 1);
    pdk_fam_child(writer, family, 0);
    size_t set = pdk_fam_begin_set(writer, "LN32", count + 1);
    pdk_fam_line(writer, set, 0, "!pal");
    pdk_fam_put_palette(writer, 0x22);
    for (uint32_t i = 0; i < count; i++) {
        char name[8];
        if (scenery) snprintf(name, sizeof name, "%02u00", (unsigned)(i % 100));
        else if (i == RAIL) snprintf(name, sizeof name, "GA00");
        else snprintf(name, sizeof name, "%02u%c0", (unsigned)(i / GROUP % 100), "ABC"[i % GROUP]);
        pdk_fam_line(writer, set, i + 1, name);
        size_t block = scenery ? pdk_fam_plan_picture(plan, scenery_theme(i), 100 + i, PDK_FAM_SIDE, PDK_FAM_SIDE)
                               : put_texture(plan, i);
        pdk_fam_put_attachment(writer, block);
    }
    pdk_fam_end_set(writer, set);
}

static void put_open_scenery(const pdk_fam_plan *plan)
{
    pdk_fam_writer *writer = plan->writer;
    size_t family = pdk_fam_begin_family(writer, SCENERY);
    for (uint32_t i = 0; i < SCENERY; i++) {
        pdk_fam_child(writer, family, i);
        size_t set = pdk_fam_begin_set(writer, "LN32", 2);
        pdk_fam_line(writer, set, 0, "0000");
        size_t block = pdk_fam_plan_picture(plan, scenery_theme(i), 100 + i, PDK_FAM_SIDE, PDK_FAM_SIDE);
        pdk_fam_put_attachment(writer, block);
        pdk_fam_line(writer, set, 1, "!pal");
        pdk_fam_put_palette(writer, 0x22);
        pdk_fam_end_set(writer, set);
    }
}

static void put_horizon(const pdk_fam_plan *plan)
{
    size_t set = pdk_fam_begin_set(plan->writer, "LN32", 2);
    pdk_fam_line(plan->writer, set, 0, "!pal");
    pdk_fam_put_palette(plan->writer, 0x22);
    pdk_fam_line(plan->writer, set, 1, "horz");
    size_t block = pdk_fam_plan_picture(plan, PDK_PAINT_HORIZON, 200, 8 * PDK_FAM_SIDE, PDK_FAM_SIDE);
    pdk_fam_put(plan->writer, &pdk_shpi_entry, block, "pivot_y", PDK_FAM_SIDE);
    pdk_fam_put_attachment(plan->writer, block);
    pdk_fam_end_set(plan->writer, set);
}

/* ------------------------------------------------------------------------------------------------ families */

static void put_track_family(const pdk_fam_plan *plan, bool closed)
{
    size_t top = pdk_fam_begin_family(plan->writer, 4);
    pdk_fam_child(plan->writer, top, 0);
    if (closed) put_closed_set(plan, TEXTURES + 1, false);
    else put_open_terrain(plan);
    pdk_fam_child(plan->writer, top, 1);
    if (closed) put_closed_set(plan, SCENERY, true);
    else put_open_scenery(plan);
    pdk_fam_child(plan->writer, top, 2);
    put_horizon(plan);
    pdk_fam_child(plan->writer, top, 3);
    pdk_fam_plan_arch(plan);
}

/* A bitmap of every kind, then the unused palettes. */
static void put_all_kinds(const pdk_fam_plan *plan)
{
    static const struct {
        const char *name;
        uint8_t code;
        int theme;
    } bitmaps[] = {
        { "road", 0x7B, PDK_PAINT_ASPHALT }, { "tree", 0x7B, PDK_PAINT_TREE },   { "sign", 0x7E, PDK_PAINT_SIGN },
        { "horz", 0x78, PDK_PAINT_HORIZON }, { "bann", 0x7D, PDK_PAINT_BANNER }, { "wall", 0x7F, PDK_PAINT_WALL },
        { "rail", 0x6D, PDK_PAINT_RAIL },    { "dots", 0x7A, PDK_PAINT_SHADES }, { "swap", 0x79, PDK_PAINT_SHADES },
        { "four", 0x40, PDK_PAINT_SHADES },
    };
    static const struct {
        const char *name;
        uint8_t code;
    } palettes[] = { { "pal4", 0x24 }, { "pal9", 0x29 }, { "palA", 0x2A }, { "palD", 0x2D } };
    enum { BITMAPS = sizeof bitmaps / sizeof bitmaps[0], PALETTES = sizeof palettes / sizeof palettes[0] };
    pdk_fam_writer *writer = plan->writer;
    size_t set = pdk_fam_begin_set(writer, "LN32", 1 + BITMAPS + PALETTES);
    uint32_t line = 0;
    pdk_fam_line(writer, set, line++, "!pal");
    pdk_fam_put_palette(writer, 0x22);
    size_t blocks[BITMAPS];
    for (uint32_t i = 0; i < BITMAPS; i++) {
        pdk_fam_picture picture = { .code = bitmaps[i].code,
                                    .theme = bitmaps[i].theme,
                                    .seed = plan->seed * 1000003 + i,
                                    .width = PDK_FAM_SIDE * plan->detail,
                                    .height = PDK_FAM_SIDE * plan->detail };
        pdk_fam_line(writer, set, line++, bitmaps[i].name);
        blocks[i] = pdk_fam_put_bitmap(writer, &picture);
    }
    for (uint32_t i = 0; i < PALETTES; i++) {
        pdk_fam_line(writer, set, line++, palettes[i].name);
        size_t palette = pdk_fam_put_palette(writer, palettes[i].code);
        if (i == 0) pdk_fam_attach(writer, blocks[1], palette); /* the tree has its own */
    }
    pdk_fam_end_set(writer, set);
}

/* ----------------------------------------------------------------------------------------------- the calls */

/* Size grows with the square of the detail. */
static uint32_t detail_for(uint64_t size, double bytes_at_one)
{
    double detail = size > 0 ? floor(sqrt((double)size / bytes_at_one) + 0.5) : 1;
    return detail < 1 ? 1 : detail > MAX_DETAIL ? MAX_DETAIL : (uint32_t)detail;
}

static pdk_status finish(pdk_fam_writer *writer, pdk_output *output, pdk_error *error)
{
    pdk_status status = writer->failed ? pdk_fail_memory(error, writer->memory, "the generated file")
                                       : pdk_output_write(output, writer->data, writer->size, error);
    pdk_memory_destroy(writer->memory);
    return status;
}

pdk_status pdk_fam_synth_wwww(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    const char *dialect = options->dialect != NULL ? options->dialect : "track family";
    bool open = strcmp(dialect, "track family") == 0 || strcmp(dialect, "open") == 0;
    bool closed = strcmp(dialect, "closed") == 0, car = strcmp(dialect, "car") == 0;
    if (!open && !closed && !car) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                        "there is no dialect \"%s\"; there are \"track family\" (or \"open\"), \"closed\" and \"car\"",
                        dialect);
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_fam_writer writer = { .memory = &memory };
    pdk_fam_plan plan = { &writer, options->seed, detail_for(options->size, car ? 10e3 : 100e3) };
    if (car) pdk_fam_plan_car(&plan);
    else put_track_family(&plan, closed);
    return finish(&writer, output, error);
}

pdk_status pdk_fam_synth_shpi(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    if (options->dialect != NULL && strcmp(options->dialect, "LN32") != 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                        "there is no dialect \"%s\"; there is \"LN32\"", options->dialect);
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_fam_writer writer = { .memory = &memory };
    pdk_fam_plan plan = { &writer, options->seed, detail_for(options->size, 20e3) };
    put_all_kinds(&plan);
    return finish(&writer, output, error);
}
