/* FAM, CFM and FSH that lie about families and sets: every error with its offset, every finding. */
#include <stdlib.h>
#include <string.h>

#include "fam_maker.h"

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
    assert_fails(pdk_open_memory("hello, world", 12, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.doubtful", 0);
    options.name = "TRACK.FAM";
    assert_fails(pdk_open_memory("hello, world", 12, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.doubtful", 0);
}

static void broken_families(void **state)
{
    (void)state;
    maker cut = family_of(0, NULL, 6);
    assert_damage(&cut, "wwww", PDK_E_TRUNCATED, "wwww.truncated", 6);
    maker many = family_of(0, NULL, 12);
    store_u32(many.bytes + 4, 1000);
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
    /* a child that reaches past its container into its sister is damage, though the file continues */
    uint32_t sisters[] = { 16, 32 };
    maker nested = family_of(2, sisters, 64);
    memcpy(nested.bytes + 16, "wwww", 4);
    store_u32(nested.bytes + 20, 1);
    store_u32(nested.bytes + 24, 20);
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
    store_u32(longer.bytes + 4, 0x51);
    assert_damage(&longer, NULL, PDK_E_TRUNCATED, "shpi.length", 4);
    maker shorter = small_set();
    store_u32(shorter.bytes + 4, 8);
    assert_damage(&shorter, NULL, PDK_E_CORRUPT, "shpi.length", 4);
    maker many = small_set();
    store_u32(many.bytes + 8, 0xFFFFFFFF);
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
    assert_ok(pdk_document_image_read(document, 0, rgba, sizeof rgba, &error), error);
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
    store_u32(circle.bytes + 0x30, 0xFFFFF07Cu);
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
    store_u32(made.bytes + 0x20, 0x6F);
    store_u32(made.bytes + 0x24, 8);
    memcpy(made.bytes + 0x28, "comment", 7);
    store_u32(made.bytes + 0x30, 0x7C);
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.entry.overlap"), 0);
    size_t count;
    double *sizes = column_f64(document, "entries", "size", &count);
    assert_near(sizes[0], 16, 0);
    assert_near(sizes[1], 8, 0);
    free(sizes);
    read_everything(document);
    pdk_close(document);
    store_u32(made.bytes + 0x34, 2); /* 8 + 16 bytes where 16 are left */
    assert_damage(&made, NULL, PDK_E_TRUNCATED, "shpi.entry.truncated", 0x30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_tags),  cmocka_unit_test(broken_families),       cmocka_unit_test(unknown_children),
        cmocka_unit_test(sets_inside), cmocka_unit_test(broken_sets),           cmocka_unit_test(lost_entries),
        cmocka_unit_test(odd_entries), cmocka_unit_test(texts_and_attachments),
    };
    return cmocka_run_group_tests_name("fam damage", tests, NULL, NULL);
}
