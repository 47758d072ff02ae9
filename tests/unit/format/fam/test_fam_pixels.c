/* Sets of pictures made by hand: every kind of palette and how it is found, packed pixels, names. */
#include <string.h>

#include "fam_maker.h"

/* ------------------------------------------------------------------------------------------------ palettes */

/* 2 x 2 pixels with the colours 0 .. 3 of each kind of palette. */
static void palette_kinds(void **state)
{
    (void)state;
    static const struct {
        uint8_t code, colors[16];
        uint8_t rgba[16];
    } kinds[] = {
        { 0x22,
          { 0, 31, 63, 1, 2, 3, 63, 63, 63, 0, 0, 0 },
          { 0, 125, 255, 255, 4, 8, 12, 255, 255, 255, 255, 255, 0, 0, 0, 255 } },
        { 0x24,
          { 0, 31, 63, 1, 2, 3, 255, 254, 253, 0, 0, 0 },
          { 0, 31, 63, 255, 1, 2, 3, 255, 255, 254, 253, 255, 0, 0, 0, 255 } },
        { 0x29,
          { 0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF },
          { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255 } },
        { 0x2A,
          { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 255 },
          { 3, 2, 1, 4, 7, 6, 5, 8, 11, 10, 9, 0, 0, 0, 0, 255 } },
        { 0x2D,
          { 0x00, 0xFC, 0xE0, 0x83, 0x1F, 0x80, 0xFF, 0x7F },
          { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0 } },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        maker made = small_set();
        made.size = 0x60;
        store_u32(made.bytes + 4, 0x60);
        made.bytes[0x34] = kinds[i].code;
        memcpy(made.bytes + 0x44, kinds[i].colors, 16);
        pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
        uint8_t rgba[16];
        pdk_error error = { 0 };
        assert_ok(pdk_document_image_read(document, 0, rgba, sizeof rgba, &error), error);
        assert_memory_equal(rgba, kinds[i].rgba, 16);
        pdk_close(document);
    }
    maker opaque = small_set(); /* an alpha of nothing but zeros means opaque */
    opaque.size = 0x60;
    store_u32(opaque.bytes + 4, 0x60);
    opaque.bytes[0x34] = 0x2A;
    for (size_t i = 3; i < 16; i += 4) opaque.bytes[0x44 + i] = 0;
    pdk_document *document = open_bytes_or_fail(opaque.bytes, opaque.size);
    uint8_t rgba[16];
    pdk_error error = { 0 };
    assert_ok(pdk_document_image_read(document, 0, rgba, sizeof rgba, &error), error);
    assert_int_equal(rgba[3], 255);
    assert_int_equal(rgba[15], 255);
    assert_fails(pdk_document_image_read(document, 0, rgba, 15, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_close(document);
}

/* A palette after the pixels that no line names, found by the chain; two bitmaps share it. */
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
    assert_ok(pdk_document_image_read(document, 1, rgba, sizeof rgba, &error), error);
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
    assert_ok(pdk_table_read_column(entries, pdk_table_find_column(entries, "palette_rule"), 0, 3, texts, &error),
              error);
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
    pdk_status status = pdk_document_image_read(document, 0, rgba, sizeof rgba, &error);
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
    assert_fails(pdk_document_image_read(document, 0, rgba, sizeof rgba, &error), error, PDK_E_UNSUPPORTED,
                 "shpi.entry.packed", 0x30);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "shpi.entry.packed"), 1);
    pdk_close(document);

    if (!can_unpack) return;
    memcpy(made.bytes + 0x30, stream, sizeof stream);
    put_block(&made, 0x20, 0xFB, 0, 3, 2); /* more pixels than come out */
    document = open_bytes_or_fail(made.bytes, made.size);
    assert_fails(pdk_document_image_read(document, 0, rgba, 16, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    uint8_t more[24];
    assert_fails(pdk_document_image_read(document, 0, more, sizeof more, &error), error, PDK_E_CORRUPT,
                 "shpi.entry.packed", 0x30);
    pdk_close(document);

    put_block(&made, 0x20, 0xFB, 0, 2, 2);
    made.bytes[0x35] = 0x05; /* a copy from before the start: the codec's error, counted in the file */
    document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(pdk_document_image_read(document, 0, rgba, sizeof rgba, &error), PDK_E_CORRUPT);
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
        { "ab\0\0", "ab" },      { "ab\0\0", "ab#2" },           { "ab  ", "ab#3" },    { "..\0\0", "%2E." },
        { "a/b\\", "a%2Fb%5C" }, { "\x01\xE9z#", "%01%E9z%23" }, { "\0\0\0\0", "%00" }, { "a b%", "a b%25" },
    };
    enum { COUNT = sizeof names / sizeof names[0] };
    maker made = set_of(COUNT, 16 + 8 * COUNT + 20 * COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        put_line(&made, i, names[i].raw, 16 + 8 * COUNT + 20 * i);
        put_block(&made, 16 + 8 * COUNT + 20 * i, 0x7E, 0, 2, 1);
    }
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    assert_int_equal(pdk_document_image_count(document), COUNT);
    for (size_t i = 0; i < COUNT; i++) assert_string_equal(pdk_document_image_at(document, i)->name, names[i].path);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palette_kinds), cmocka_unit_test(attached_palette), cmocka_unit_test(inherited_palette),
        cmocka_unit_test(packed_pixels), cmocka_unit_test(entry_names),
    };
    return cmocka_run_group_tests_name("fam pixels", tests, NULL, NULL);
}
