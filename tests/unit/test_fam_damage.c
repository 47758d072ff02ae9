/* FAM, CFM and FSH that lie: every error with its offset, every finding, sweeps, and files built to explode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* ------------------------------------------------------------------------------------- files by hand */

typedef struct maker {
    uint8_t bytes[4096];
    size_t size;
} maker;

static void put_u16(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static void put_u32(uint8_t *to, uint32_t value)
{
    put_u16(to, value & 0xFFFF);
    put_u16(to + 2, value >> 16);
}

static maker family_of(uint32_t count, const uint32_t *offsets, size_t size)
{
    maker made = { .size = size };
    memcpy(made.bytes, "wwww", 4);
    put_u32(made.bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) put_u32(made.bytes + 8 + 4 * i, offsets[i]);
    return made;
}

/* An empty set with room for `count` lines. */
static maker set_of(uint32_t count, size_t size)
{
    maker made = { .size = size };
    memcpy(made.bytes, "SHPI", 4);
    put_u32(made.bytes + 4, (uint32_t)size);
    put_u32(made.bytes + 8, count);
    memcpy(made.bytes + 12, "LN32", 4);
    return made;
}

static void put_line(maker *made, uint32_t number, const char name[4], uint32_t offset)
{
    memcpy(made->bytes + 16 + 8 * number, name, 4);
    put_u32(made->bytes + 20 + 8 * number, offset);
}

static void put_block(maker *made, size_t offset, uint8_t code, int32_t attached, unsigned width, unsigned height)
{
    put_u32(made->bytes + offset, (uint32_t)attached << 8);
    made->bytes[offset] = code;
    put_u16(made->bytes + offset + 4, width);
    put_u16(made->bytes + offset + 6, height);
}

/* A set with one 2 x 2 bitmap at 0x20 and its palette of four colours, !pal, at 0x34. */
static maker small_set(void)
{
    maker made = set_of(2, 0x50);
    put_line(&made, 0, "aaaa", 0x20);
    put_line(&made, 1, "!pal", 0x34);
    put_block(&made, 0x20, 0x7B, 0, 2, 2);
    put_block(&made, 0x34, 0x22, 0, 4, 3);
    for (uint8_t i = 0; i < 4; i++) made.bytes[0x30 + i] = i;
    for (uint8_t i = 0; i < 12; i++) made.bytes[0x44 + i] = (uint8_t)(i * 5);
    return made;
}

static pdk_status open_made(const maker *made, const char *format, bool partial, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = format;
    options.partial = partial;
    return pdk_open_memory(made->bytes, made->size, &options, document, error);
}

/* Fails with this; with `partial` it opens and says the same in a finding. */
static void assert_damage(const maker *made, const char *format, pdk_status status, const char *code, uint64_t offset)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(open_made(made, format, false, &document, &error), error, status, code, offset);
    assert_ok(open_made(made, format, true, &document, &error), error);
    assert_true(count_findings(document, PDK_CHECK_STRUCTURE, code) >= 1);
    read_everything(document);
    pdk_close(document);
}

typedef struct wanted_finding {
    const char *code;
    uint64_t offset;
    const char *where;
    bool seen;
} wanted_finding;

static bool look_for(void *user, const pdk_finding *finding)
{
    wanted_finding *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0 && finding->offset == wanted->offset &&
        strcmp(finding->where, wanted->where) == 0) {
        wanted->seen = true;
    }
    return true;
}

static void assert_finding(const maker *made, const char *code, uint64_t offset, const char *where)
{
    pdk_document *document = open_bytes_or_fail(made->bytes, made->size);
    wanted_finding wanted = { code, offset, where, false };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, look_for, &wanted, NULL, &error), error);
    if (!wanted.seen) fail_msg("no finding %s at 0x%llX in %s", code, (unsigned long long)offset, where);
    read_everything(document);
    pdk_close(document);
}

/* ----------------------------------------------------------------------------------------------- families */

static void wrong_tags(void **state)
{
    (void)state;
    maker set = small_set();
    uint32_t offsets[] = { 12 };
    maker family = family_of(1, offsets, 12 + 16);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(open_made(&set, "wwww", false, &document, &error), error, PDK_E_CORRUPT, "wwww.magic", 0);
    assert_fails(open_made(&family, "shpi", false, &document, &error), error, PDK_E_CORRUPT, "shpi.magic", 0);
    set.size = 0;
    assert_fails(open_made(&set, "shpi", false, &document, &error), error, PDK_E_CORRUPT, "shpi.magic", 0);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = "art.fsh";
    assert_fails(pdk_open_memory("hello, world", 12, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.doubtful", 0);
    options.name = "TRACK.FAM";
    assert_fails(pdk_open_memory("hello, world", 12, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.doubtful", 0);
}

static void broken_families(void **state)
{
    (void)state;
    maker cut = family_of(0, NULL, 6);
    assert_damage(&cut, "wwww", PDK_E_TRUNCATED, "wwww.truncated", 6);
    maker many = family_of(0, NULL, 12);
    put_u32(many.bytes + 4, 1000);
    assert_damage(&many, NULL, PDK_E_TRUNCATED, "wwww.children", 4);
    uint32_t inside[] = { 4 };
    maker back = family_of(1, inside, 32);
    assert_damage(&back, NULL, PDK_E_CORRUPT, "wwww.child.offset", 8);
    uint32_t itself[] = { 0 };
    maker cycle = family_of(1, itself, 32);
    assert_damage(&cycle, NULL, PDK_E_CORRUPT, "wwww.child.offset", 8);
    uint32_t beyond[] = { 32 };
    maker behind = family_of(1, beyond, 32);
    assert_damage(&behind, NULL, PDK_E_TRUNCATED, "wwww.child.offset", 8);
    uint32_t twice[] = { 16, 16 };
    maker twins = family_of(2, twice, 64);
    memcpy(twins.bytes + 16, "wwww", 4);
    assert_damage(&twins, NULL, PDK_E_CORRUPT, "wwww.child.repeated", 12);
    /* a child that reaches past its container into its sister is damage, though the file goes on */
    uint32_t sisters[] = { 16, 32 };
    maker nested = family_of(2, sisters, 64);
    memcpy(nested.bytes + 16, "wwww", 4);
    put_u32(nested.bytes + 20, 1);
    put_u32(nested.bytes + 24, 20);
    assert_damage(&nested, NULL, PDK_E_CORRUPT, "wwww.child.offset", 24);
}

static void unknown_children(void **state)
{
    (void)state;
    uint32_t offsets[] = { 16, 24 };
    maker family = family_of(2, offsets, 26);
    memcpy(family.bytes + 16, "wwww", 4);
    assert_finding(&family, "wwww.child.tag", 24, "unknown[1]");
    pdk_document *document = open_bytes_or_fail(family.bytes, family.size);
    assert_string_equal(pdk_document_dialect(document), "family");
    pdk_close(document);
}

static void sets_inside(void **state)
{
    (void)state;
    uint32_t offsets[] = { 12 };
    maker family = family_of(1, offsets, 12 + 0x50 + 40);
    maker set = small_set();
    memcpy(family.bytes + 12, set.bytes, set.size);
    assert_finding(&family, "shpi.trailing", 12 + 0x50, "shpi[0].header.length");
    family.size = 12 + 0x50 + 3; /* padding is no finding */
    pdk_document *document = open_bytes_or_fail(family.bytes, family.size);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.trailing"), 0);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------------- sets */

static void broken_sets(void **state)
{
    (void)state;
    maker cut = small_set();
    cut.size = 10;
    assert_damage(&cut, NULL, PDK_E_TRUNCATED, "shpi.truncated", 10);
    maker longer = small_set();
    put_u32(longer.bytes + 4, 0x51);
    assert_damage(&longer, NULL, PDK_E_TRUNCATED, "shpi.length", 4);
    maker shorter = small_set();
    put_u32(shorter.bytes + 4, 8);
    assert_damage(&shorter, NULL, PDK_E_CORRUPT, "shpi.length", 4);
    maker many = small_set();
    put_u32(many.bytes + 8, 0xFFFFFFFF);
    assert_damage(&many, NULL, PDK_E_TRUNCATED, "shpi.entries", 8);
    maker back = small_set();
    put_line(&back, 0, "aaaa", 0x1F);
    assert_damage(&back, NULL, PDK_E_CORRUPT, "shpi.entry.offset", 20);
    maker beyond = small_set();
    put_line(&beyond, 1, "!pal", 0x50);
    assert_damage(&beyond, NULL, PDK_E_TRUNCATED, "shpi.entry.offset", 28);
    maker large = small_set();
    put_block(&large, 0x20, 0x7B, 0, 2000, 2000);
    assert_damage(&large, NULL, PDK_E_TRUNCATED, "shpi.entry.truncated", 0x20);
    maker header = small_set();
    put_line(&header, 1, "!pal", 0x44); /* 12 bytes are left for a header of 16 */
    header.bytes[0x44] = 0x22;
    assert_damage(&header, NULL, PDK_E_TRUNCATED, "shpi.entry.truncated", 0x44);
}

/* With partial a lost entry keeps its row. */
static void lost_entries(void **state)
{
    (void)state;
    maker made = small_set();
    put_line(&made, 1, "!pal", 0x1000);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(open_made(&made, NULL, true, &document, &error), error);
    const pdk_table *entries = pdk_document_find_table(document, "entries");
    assert_int_equal(pdk_table_rows(entries), 2);
    pdk_text kinds[2];
    assert_ok(pdk_table_read_column(entries, pdk_table_find_column(entries, "kind"), 0, 2, kinds, &error), error);
    assert_memory_equal(kinds[0].data, "bitmap", 6);
    assert_memory_equal(kinds[1].data, "lost", 4);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "shpi.palette.missing"), 1);
    uint8_t rgba[16]; /* without a palette: greys */
    assert_ok(pdk_document_image(document, 0, rgba, sizeof rgba, &error), error);
    assert_int_equal(rgba[0], 0);
    assert_int_equal(rgba[12], 3);
    assert_int_equal(rgba[15], 255);
    pdk_close(document);
}

static void odd_entries(void **state)
{
    (void)state;
    maker unknown = small_set();
    unknown.bytes[0x20] = 0x11;
    assert_finding(&unknown, "shpi.entry.code", 0x20, "shpi.entry[0]");
    maker overlap = small_set();
    put_block(&overlap, 0x20, 0x7B, 0, 4, 2); /* 24 bytes where 20 are free */
    assert_finding(&overlap, "shpi.entry.overlap", 0x20, "shpi.entry[0]");
    maker empty = small_set();
    put_block(&empty, 0x20, 0x7B, 0, 0, 2);
    assert_finding(&empty, "shpi.entry.empty", 0x24, "shpi.entry[0]");
    maker away = small_set();
    put_block(&away, 0x20, 0x7B, -0x11, 2, 2);
    assert_finding(&away, "shpi.entry.attached", 0x21, "shpi.entry[0].attached");
    put_block(&away, 0x20, 0x7B, 0x2D, 2, 2);
    assert_finding(&away, "shpi.entry.attached", 0x21, "shpi.entry[0].attached");
    maker circle = small_set();
    put_block(&circle, 0x20, 0x7B, 0x10, 2, 2); /* to its own pixels, which lead back */
    put_u32(circle.bytes + 0x30, 0xFFFFF07Cu);
    assert_finding(&circle, "shpi.entry.attached", 0x21, "shpi.entry[0].attached");
    maker colors = small_set();
    colors.bytes[0x31] = 4; /* of four */
    assert_finding(&colors, "shpi.pixel.range", 0x31, "shpi.entry[0].pixels");
    maker wide = small_set();
    wide.bytes[0x45] = 64;
    assert_finding(&wide, "shpi.palette.range", 0x45, "shpi.entry[1].colors");
    maker orphan = set_of(1, 0x30);
    put_line(&orphan, 0, "aaaa", 0x18);
    put_block(&orphan, 0x18, 0x7B, 0, 2, 2);
    assert_finding(&orphan, "shpi.palette.missing", 0x18, "shpi.entry[0]");
}

static void texts_and_attachments(void **state)
{
    (void)state;
    maker made = set_of(2, 0x40);
    put_line(&made, 0, "text", 0x20);
    put_line(&made, 1, "note", 0x30);
    put_u32(made.bytes + 0x20, 0x6F);
    put_u32(made.bytes + 0x24, 8);
    memcpy(made.bytes + 0x28, "comment", 7);
    put_u32(made.bytes + 0x30, 0x7C);
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.entry.overlap"), 0);
    size_t count;
    double *sizes = column_f64(document, "entries", "size", &count);
    assert_near(sizes[0], 16, 0);
    assert_near(sizes[1], 8, 0);
    free(sizes);
    read_everything(document);
    pdk_close(document);
    put_u32(made.bytes + 0x34, 2); /* 8 + 16 bytes where 16 are left */
    assert_damage(&made, NULL, PDK_E_TRUNCATED, "shpi.entry.truncated", 0x30);
}

/* ------------------------------------------------------------------------------------------------ palettes */

/* 2 x 2 pixels with the colours 0 .. 3 of each kind of palette. */
static void palette_kinds(void **state)
{
    (void)state;
    static const struct {
        uint8_t code, colors[16];
        uint8_t rgba[16];
    } kinds[] = {
        { 0x22, { 0, 31, 63, 1, 2, 3, 63, 63, 63, 0, 0, 0 }, { 0, 125, 255, 255, 4, 8, 12, 255, 255, 255, 255, 255, 0, 0, 0, 255 } },
        { 0x24, { 0, 31, 63, 1, 2, 3, 255, 254, 253, 0, 0, 0 }, { 0, 31, 63, 255, 1, 2, 3, 255, 255, 254, 253, 255, 0, 0, 0, 255 } },
        { 0x29, { 0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF }, { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255 } },
        { 0x2A, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 255 }, { 3, 2, 1, 4, 7, 6, 5, 8, 11, 10, 9, 0, 0, 0, 0, 255 } },
        { 0x2D, { 0x00, 0xFC, 0xE0, 0x83, 0x1F, 0x80, 0xFF, 0x7F }, { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0 } },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        maker made = small_set();
        made.size = 0x60;
        put_u32(made.bytes + 4, 0x60);
        made.bytes[0x34] = kinds[i].code;
        memcpy(made.bytes + 0x44, kinds[i].colors, 16);
        pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
        uint8_t rgba[16];
        pdk_error error = { 0 };
        assert_ok(pdk_document_image(document, 0, rgba, sizeof rgba, &error), error);
        assert_memory_equal(rgba, kinds[i].rgba, 16);
        pdk_close(document);
    }
    maker opaque = small_set(); /* an alpha of nothing but zeros means opaque */
    opaque.size = 0x60;
    put_u32(opaque.bytes + 4, 0x60);
    opaque.bytes[0x34] = 0x2A;
    for (size_t i = 3; i < 16; i += 4) opaque.bytes[0x44 + i] = 0;
    pdk_document *document = open_bytes_or_fail(opaque.bytes, opaque.size);
    uint8_t rgba[16];
    pdk_error error = { 0 };
    assert_ok(pdk_document_image(document, 0, rgba, sizeof rgba, &error), error);
    assert_int_equal(rgba[3], 255);
    assert_int_equal(rgba[15], 255);
    assert_fails(pdk_document_image(document, 0, rgba, 15, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_close(document);
}

/* A palette behind the pixels that no line names, found by the chain; two bitmaps share it. */
static void attached_palette(void **state)
{
    (void)state;
    maker made = set_of(2, 0x70);
    put_line(&made, 0, "aaaa", 0x20);
    put_line(&made, 1, "bbbb", 0x34);
    put_block(&made, 0x20, 0x7B, 0x28, 2, 2);
    put_block(&made, 0x34, 0x7B, 0x14, 2, 2);
    put_block(&made, 0x48, 0x24, 0, 4, 3);
    memset(made.bytes + 0x58, 77, 12);
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    const pdk_table *entries = pdk_document_find_table(document, "entries");
    assert_int_equal(pdk_table_rows(entries), 3);
    pdk_text palettes[3];
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(entries, pdk_table_find_column(entries, "palette"), 0, 3, palettes, &error), error);
    assert_memory_equal(palettes[0].data, "@0x48", 5);
    assert_memory_equal(palettes[1].data, "@0x48", 5);
    assert_true(property_number(document, "unlisted_palettes") == 1);
    uint8_t rgba[16];
    assert_ok(pdk_document_image(document, 1, rgba, sizeof rgba, &error), error);
    assert_int_equal(rgba[0], 77);
    pdk_close(document);
}

/* Inside a family a set without any palette uses the last one before it. */
static void inherited_palette(void **state)
{
    (void)state;
    uint32_t offsets[] = { 16, 16 + 0x50 };
    maker family = family_of(2, offsets, 16 + 0x50 + 0x30);
    maker first = small_set(), second = set_of(1, 0x30);
    put_line(&second, 0, "next", 0x18);
    put_block(&second, 0x18, 0x7B, 0, 2, 2);
    memcpy(family.bytes + 16, first.bytes, first.size);
    memcpy(family.bytes + 16 + 0x50, second.bytes, second.size);
    pdk_document *document = open_bytes_or_fail(family.bytes, family.size);
    const pdk_table *entries = pdk_document_find_table(document, "entries");
    pdk_text texts[3];
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(entries, pdk_table_find_column(entries, "palette"), 0, 3, texts, &error), error);
    assert_memory_equal(texts[2].data, "0/!pal", 6);
    assert_ok(pdk_table_read_column(entries, pdk_table_find_column(entries, "palette_rule"), 0, 3, texts, &error), error);
    assert_memory_equal(texts[2].data, "inherited", 9);
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------- packed pixels */

/* 10FB, four literals, stop: 2 x 2 pixels; then a byte of padding. */
static void packed_pixels(void **state)
{
    (void)state;
    static const uint8_t stream[] = { 0x10, 0xFB, 0, 0, 4, 0xE0, 3, 2, 1, 0, 0xFC, 0 };
    maker made = set_of(2, 0x60);
    put_line(&made, 0, "aaaa", 0x20);
    put_line(&made, 1, "!pal", 0x40);
    put_block(&made, 0x20, 0xFB, 0, 2, 2);
    memcpy(made.bytes + 0x30, stream, sizeof stream);
    put_block(&made, 0x40, 0x24, 0, 4, 3);
    for (uint8_t i = 0; i < 12; i++) made.bytes[0x50 + i] = i;
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(pdk_document_image_count(document), 1);
    uint8_t rgba[16];
    pdk_error error = { 0 };
    pdk_status status = pdk_document_image(document, 0, rgba, sizeof rgba, &error);
    bool can_unpack = pdk_codec_count() > 1;
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.entry.packed"), can_unpack ? 0 : 1);
    if (can_unpack) {
        assert_ok(status, error);
        assert_int_equal(rgba[0], 9);
        assert_int_equal(rgba[12], 0);
    } else {
        assert_fails(status, error, PDK_E_UNSUPPORTED, "shpi.entry.packed", 0x30);
    }
    pdk_close(document);

    memset(made.bytes + 0x30, 0x55, 16); /* packed with nothing we know */
    document = open_bytes_or_fail(made.bytes, made.size);
    assert_fails(pdk_document_image(document, 0, rgba, sizeof rgba, &error), error, PDK_E_UNSUPPORTED, "shpi.entry.packed", 0x30);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.entry.packed"), 1);
    pdk_close(document);

    if (!can_unpack) return;
    memcpy(made.bytes + 0x30, stream, sizeof stream);
    put_block(&made, 0x20, 0xFB, 0, 3, 2); /* more pixels than come out */
    document = open_bytes_or_fail(made.bytes, made.size);
    assert_fails(pdk_document_image(document, 0, rgba, 16, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    uint8_t more[24];
    assert_fails(pdk_document_image(document, 0, more, sizeof more, &error), error, PDK_E_CORRUPT, "shpi.entry.packed", 0x30);
    pdk_close(document);

    put_block(&made, 0x20, 0xFB, 0, 2, 2);
    made.bytes[0x35] = 0x05; /* a copy from before the start: the codec's error, counted in the file */
    document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(pdk_document_image(document, 0, rgba, sizeof rgba, &error), PDK_E_CORRUPT);
    assert_int_equal(error.offset, 0x35);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- names */

static void entry_names(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *path;
    } names[] = {
        { "ab\0\0", "ab" },     { "ab\0\0", "ab#2" },  { "ab  ", "ab#3" },   { "..\0\0", "%2E." },    { "a/b\\", "a%2Fb%5C" },
        { "\x01\xE9z#", "%01%E9z%23" }, { "\0\0\0\0", "%00" }, { "a b%", "a b%25" },
    };
    enum { COUNT = sizeof names / sizeof names[0] };
    maker made = set_of(COUNT, 16 + 8 * COUNT + 20 * COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        put_line(&made, i, names[i].raw, 16 + 8 * COUNT + 20 * i);
        put_block(&made, 16 + 8 * COUNT + 20 * i, 0x7E, 0, 2, 1);
    }
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(pdk_document_image_count(document), COUNT);
    for (size_t i = 0; i < COUNT; i++) assert_string_equal(pdk_document_image_info(document, i)->name, names[i].path);
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------------ 3D parts */

/* A generated car: its first part stands at 0x18. */
enum { PART = 0x18, POLYGON = PART + 0x70 };

static maker car(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    maker made = { .size = 0 };
    uint32_t first = bytes[12] | (uint32_t)bytes[13] << 8; /* where the pictures begin: the part alone is enough */
    memcpy(made.bytes, bytes, first);
    put_u32(made.bytes + 4, 1);
    made.size = first;
    free(bytes);
    return made;
}

static void broken_models(void **state)
{
    (void)state;
    maker cut = car();
    cut.size = PART + 0x6F;
    assert_damage(&cut, NULL, PDK_E_TRUNCATED, "orip.truncated", PART + 0x6F);
    maker longer = car();
    put_u32(longer.bytes + PART + 4, (uint32_t)longer.size);
    assert_damage(&longer, NULL, PDK_E_TRUNCATED, "orip.size", PART + 4);
    maker shorter = car();
    put_u32(shorter.bytes + PART + 4, 0x6F);
    assert_damage(&shorter, NULL, PDK_E_CORRUPT, "orip.size", PART + 4);
    static const uint32_t counts[] = { 0x10, 0x1C, 0x24, 0x38 };
    for (size_t i = 0; i < 4; i++) {
        maker many = car();
        put_u32(many.bytes + PART + counts[i], 0x10000000);
        assert_damage(&many, NULL, PDK_E_TRUNCATED, "orip.list", PART + counts[i]);
    }
}

static void odd_models(void **state)
{
    (void)state;
    maker corners = car();
    corners.bytes[POLYGON] = 0x82;
    assert_finding(&corners, "orip.polygon.corners", POLYGON, "orip[0].polygon[0].corners");
    maker texture = car();
    texture.bytes[POLYGON + 12 + 2] = 200;
    assert_finding(&texture, "orip.polygon.texture", POLYGON + 12 + 2, "orip[0].polygon[1].texture");
    maker place = car();
    put_u32(place.bytes + POLYGON + 4, 0xFFFFFFFF);
    assert_finding(&place, "orip.polygon.vertices", POLYGON + 4, "orip[0].polygon[0].vertices");
    maker uv = car();
    put_u32(uv.bytes + POLYGON + 8, 0x7FFFFFFF);
    assert_finding(&uv, "orip.polygon.uvs", POLYGON + 8, "orip[0].polygon[0].uvs");
    maker number = car(); /* the first number of the vmap: a vertex of polygon 0 */
    uint32_t index = number.bytes[PART + 0x50] | (uint32_t)number.bytes[PART + 0x51] << 8;
    put_u32(number.bytes + PART + index, 12);
    assert_finding(&number, "orip.polygon.vertices", POLYGON + 4, "orip[0].polygon[0].vertices");
    maker group = car();
    uint32_t groups = group.bytes[PART + 0x4C] | (uint32_t)group.bytes[PART + 0x4D] << 8;
    put_u32(group.bytes + PART + groups + 20, 1000);
    assert_finding(&group, "orip.group", PART + groups + 16, "orip[0].group[0].first");
    maker label = car(); /* polygon 1 read as a named polygon */
    put_u32(label.bytes + PART + 0x54, 1);
    put_u32(label.bytes + PART + 0x58, 0x70 + 12);
    assert_finding(&label, "orip.label", POLYGON + 12 + 8, "orip[0].label[0].polygon");
    put_u32(label.bytes + PART + 0x54, 0x10000000);
    assert_finding(&label, "orip.list", PART + 0x54, "orip[0].header.label_count");
}

/* A texture that is not there leaves its group without an image and its coordinates in pixels. */
static void missing_pictures(void **state)
{
    (void)state;
    maker alone = car();
    pdk_document *document = open_bytes_or_fail(alone.bytes, alone.size);
    pdk_surface surface;
    pdk_error error = { 0 };
    assert_ok(pdk_document_surface(document, 0, &surface, &error), error);
    assert_int_equal(surface.group_count, 4);
    assert_string_equal(surface.groups[0].name, "frnt");
    assert_null(surface.groups[0].image);
    float most = 0;
    for (uint64_t i = 0; i < surface.vertex_count * 2; i++) most = surface.coordinates[i] > most ? surface.coordinates[i] : most;
    assert_near(most, 32, 1e-6);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- bombs */

static uint8_t *fill(size_t size)
{
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    return bytes;
}

static void deep_nesting(void **state)
{
    (void)state;
    enum { LEVELS = 200000 };
    uint8_t *bytes = fill((size_t)LEVELS * 12);
    for (size_t i = 0; i < LEVELS; i++) {
        memcpy(bytes + i * 12, "wwww", 4);
        put_u32(bytes + i * 12 + 4, i + 1 < LEVELS);
        put_u32(bytes + i * 12 + 8, 12);
    }
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(bytes, (size_t)LEVELS * 12, NULL, &document, &error), error, PDK_E_LIMIT, "wwww.depth", 8 * 12);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    assert_ok(pdk_open_memory(bytes, (size_t)LEVELS * 12, &options, &document, &error), error);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "parts")), 9);
    pdk_close(document);
    options.partial = false;
    options.limits.depth = 500;
    assert_fails(pdk_open_memory(bytes, (size_t)LEVELS * 12, &options, &document, &error), error, PDK_E_LIMIT, "wwww.depth", 500 * 12);
    free(bytes);
}

/* Every container lists the same places: however they are read, each byte belongs to one container a level. */
static void crowded_children(void **state)
{
    (void)state;
    enum { WORDS = 60000 };
    uint8_t *bytes = fill((size_t)WORDS * 4);
    for (size_t i = 0; i < WORDS; i += 4) {
        memcpy(bytes + i * 4, "wwww", 4);
        put_u32(bytes + i * 4 + 4, 2);
        put_u32(bytes + i * 4 + 8, 16);
        put_u32(bytes + i * 4 + 12, 32);
    }
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(bytes, (size_t)WORDS * 4, &options, &document, &error), error);
    assert_true(pdk_table_rows(pdk_document_find_table(document, "parts")) < 100);
    pdk_close(document);
    /* as many children as there can be: one a word */
    memset(bytes, 0, (size_t)WORDS * 4);
    memcpy(bytes, "wwww", 4);
    uint32_t count = WORDS / 2 - 2;
    put_u32(bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) put_u32(bytes + 8 + 4 * i, (WORDS / 2 + i) * 4);
    assert_ok(pdk_open_memory(bytes, (size_t)WORDS * 4, &options, &document, &error), error);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "parts")), count + 1);
    pdk_close(document);
    free(bytes);
}

/* Many lines that lead to one bitmap: its pixels would be handed out again and again. */
static void shared_pixels(void **state)
{
    (void)state;
    enum { LINES = 30000, SIDE = 256, BLOCK = 16 + 8 * LINES, SIZE = BLOCK + 16 + SIDE * SIDE };
    uint8_t *bytes = fill(SIZE);
    memcpy(bytes, "SHPI", 4);
    put_u32(bytes + 4, SIZE);
    put_u32(bytes + 8, LINES);
    for (size_t i = 0; i < LINES; i++) {
        memcpy(bytes + 16 + 8 * i, "same", 4);
        put_u32(bytes + 20 + 8 * i, BLOCK);
    }
    bytes[BLOCK] = 0x7B;
    put_u16(bytes + BLOCK + 4, SIDE);
    put_u16(bytes + BLOCK + 6, SIDE);
    pdk_document *document = open_bytes_or_fail(bytes, SIZE);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "entries")), LINES);
    assert_int_equal(pdk_document_image_count(document), (size_t)SIZE * 16 / (16 + SIDE * SIDE));
    assert_string_equal(pdk_document_image_info(document, 1)->name, "same#2");
    assert_true(count_findings(document, PDK_CHECK_STRUCTURE, "shpi.palette.missing") > 0);
    pdk_close(document);
    free(bytes);
}

/* -------------------------------------------------------------------------------------------------- sweeps */

static void sweep(const char *format, const char *dialect, size_t truncation_step, size_t mutation_step)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    uint8_t *bytes = synth_or_fail(format, &options, &size);
    sweep_truncation(bytes, size, truncation_step, format);
    sweep_mutation(bytes, size, 0, size, mutation_step, format);
    free(bytes);
}

static void sweeps(void **state)
{
    (void)state;
    sweep("wwww", "car", 211, 13);
    sweep("shpi", NULL, 499, 97);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    sweep_mutation(bytes, size, 0, 0x18 + 0x70 + 24, 1, "wwww"); /* family, part header, two polygons */
    free(bytes);
    bytes = synth_or_fail("shpi", NULL, &size);
    sweep_mutation(bytes, size, 0, 16 + 8 * 15 + 16, 1, "shpi"); /* header, directory, a palette's header */
    free(bytes);
    bytes = synth_or_fail("wwww", NULL, &size); /* an open track */
    sweep_mutation(bytes, size, 0, size, 3001, "wwww");
    free(bytes);
}

static void allocations(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    assert_true(sweep_allocation(bytes, size) > 50);
    free(bytes);
    bytes = synth_or_fail("shpi", NULL, &size);
    assert_true(sweep_allocation(bytes, size) > 30);
    free(bytes);
}

static void real_sweeps(void **state)
{
    (void)state;
    const char *path = real_file("nfs/JEEP.CFM");
    if (path == NULL) skip();
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    sweep_mutation(bytes, size, 0, 0x18 + 2172, 11, "wwww");
    sweep_mutation(bytes, size, 0x894, 0x60, 3, "wwww");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_tags),       cmocka_unit_test(broken_families),  cmocka_unit_test(unknown_children),
        cmocka_unit_test(sets_inside),      cmocka_unit_test(broken_sets),      cmocka_unit_test(lost_entries),
        cmocka_unit_test(odd_entries),      cmocka_unit_test(texts_and_attachments), cmocka_unit_test(palette_kinds),
        cmocka_unit_test(attached_palette), cmocka_unit_test(inherited_palette), cmocka_unit_test(packed_pixels),
        cmocka_unit_test(entry_names),      cmocka_unit_test(broken_models),    cmocka_unit_test(odd_models),
        cmocka_unit_test(missing_pictures), cmocka_unit_test(deep_nesting),     cmocka_unit_test(crowded_children),
        cmocka_unit_test(shared_pixels),    cmocka_unit_test(sweeps),           cmocka_unit_test(allocations),
        cmocka_unit_test(real_sweeps),
    };
    return cmocka_run_group_tests_name("fam damage", tests, NULL, NULL);
}
