/* FAM, CFM and FSH: expected values of the real files (docs/formats/fam.md). */
#include <stdio.h>
#include <stdlib.h>

#include "digest.h"
#include "fam_look.h"

/* -------------------------------------------------------------------------------------------- real: a track */

static void real_track_structure(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1_001.FAM");
    if (path == NULL) skip();
    pdk_document *family = open_or_fail(path);
    assert_string_equal(pdk_document_format(family)->id, "wwww");
    assert_string_equal(pdk_document_dialect(family), "track family");
    assert_null(pdk_document_packed(family));
    assert_int_equal(number_of(family, "parts", "0", "offset"), 0x18);
    assert_int_equal(number_of(family, "parts", "1", "offset"), 0xAF9C0);
    assert_int_equal(number_of(family, "parts", "2", "offset"), 0xE8DAC);
    assert_int_equal(number_of(family, "parts", "3", "offset"), 0xFA3F4);
    assert_int_equal(number_of(family, "parts", "0", "children"), 17);
    assert_int_equal(number_of(family, "parts", "1", "children"), 32);
    assert_int_equal(number_of(family, "parts", "3", "children"), 1);
    assert_true(property_number(family, "picture_sets") == 51);
    assert_true(property_number(family, "bitmaps") == 162);
    assert_true(property_number(family, "palettes") == 49);
    assert_true(property_number(family, "unlisted_palettes") == 6);
    assert_true(property_number(family, "models") == 1);
    assert_int_equal(count_text(family, "parts", "kind", "shpi"), 51);
    assert_int_equal(count_text(family, "parts", "name", "LN32"), 44);
    assert_int_equal(count_text(family, "parts", "name", "GIMX"), 6);
    assert_int_equal(count_text(family, "parts", "name", "WRAP"), 1);
    assert_int_equal(count_text(family, "entries", "storage", "8-bit indexed"), 162);
    assert_int_equal(count_text(family, "entries", "storage", "palette RGB 666"), 55);
    assert_int_equal(pdk_document_image_count(family), 162);
    assert_int_equal(all_findings(family), 0);
    pdk_close(family);
}

/* The same pixels by hand: indices and palette from the file, both ways to widen six bits. */
static void real_track_texture(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1_001.FAM");
    if (path == NULL) skip();
    enum { PIXELS = 128 * 256, BLOCK = 0x26F4C };
    pdk_document *family = open_or_fail(path);
    assert_int_equal(number_of(family, "entries", "0/1/A000", "offset"), BLOCK);
    assert_int_equal(number_of(family, "entries", "0/1/A000", "size"), 16 + PIXELS);
    assert_int_equal(number_of(family, "entries", "0/1/A000", "attached"), 16 + PIXELS);
    const uint8_t *indices = pdk_document_content(family).data + BLOCK + 16;
    static const uint8_t first[] = { 95, 95, 95, 96 };
    assert_memory_equal(indices, first, sizeof first);
    char hex[PDK_SHA256_HEX];
    digest(indices, PIXELS, hex);
    assert_string_equal(hex, "e7acb0c6c3d500765367787513608ff869e5f91deaf8888c37140902e019c019");

    uint8_t *rgba = image_or_fail(family, "0/1/A000", 128, 256);
    uint8_t *full = malloc(PIXELS * 3), *shifted = malloc(PIXELS * 3);
    assert_true(full != NULL && shifted != NULL);
    for (size_t i = 0; i < PIXELS; i++) {
        for (size_t k = 0; k < 3; k++) {
            full[i * 3 + k] = rgba[i * 4 + k];
            shifted[i * 3 + k] = rgba[i * 4 + k] & 0xFC; /* v << 2, as other readers do */
        }
    }
    digest(full, PIXELS * 3, hex);
    assert_string_equal(hex, "46f5868b1d1dcfa229be65fb8194e32fdd50b1d098791d4ae462d4993734d9de");
    digest(shifted, PIXELS * 3, hex);
    assert_string_equal(hex, "a7a774027d53f46cf3a70d36523059e06369582da49fe9ca314f81023e26e881");
    assert_int_equal(count_clear(rgba, PIXELS), 0);
    free(rgba);
    free(full);
    free(shifted);
    pdk_close(family);
}

/* The family of AL1.TRI: of its 27 texture numbers only 44 has no picture. */
static void real_track_textures_used(void **state)
{
    (void)state;
    char first[1024];
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    snprintf(first, sizeof first, "%s", path);
    path = real_file("nfs/AL1_001.FAM");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(first), *family = open_or_fail(path);
    bool used[TEXTURE_NUMBERS];
    assert_int_equal(textures_of(track, used), 27);
    for (unsigned texture = 0; texture < TEXTURE_NUMBERS; texture++) {
        char name[32];
        snprintf(name, sizeof name, "0/%u/%c000", texture / 3, "ABC"[texture % 3]);
        if (used[texture]) assert_int_equal(has_image(family, name), texture != 44);
    }
    pdk_close(track);
    pdk_close(family);
}

/* The speed limit sign has no listed palette: its set hides one in front of it. */
static void real_track_palettes(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1_001.FAM");
    if (path == NULL) skip();
    pdk_document *family = open_or_fail(path);
    uint64_t sign = row_of(family, "entries", "1/2/0000");
    assert_text(text_at(family, "entries", "palette_rule", sign), "unlisted");
    assert_text(text_at(family, "entries", "palette", sign), "1/2/@0x18");
    assert_int_equal(number_of(family, "entries", "1/2/@0x18", "listed"), 0);
    assert_int_equal(number_of(family, "entries", "1/23/@0x22", "width"), 256);
    assert_int_equal(count_text(family, "entries", "palette_rule", "unlisted"), 2);
    assert_int_equal(count_text(family, "entries", "palette_rule", "listed"), 160);
    /* where 255 is used */
    uint8_t *banner = image_or_fail(family, "1/31/0000", 128, 128);
    assert_true(count_clear(banner, 128 * 128) > 128 * 64);
    free(banner);
    uint8_t *horizon = image_or_fail(family, "2/horz", 640, 110);
    assert_int_equal(count_clear(horizon, 640 * 110), 0);
    free(horizon);
    assert_int_equal(number_of(family, "entries", "2/horz", "pivot_x"), 317);
    assert_int_equal(number_of(family, "entries", "2/horz", "pivot_y"), 75);
    assert_int_equal(number_of(family, "entries", "2/horz", "position_x"), 0);
    assert_int_equal(number_of(family, "entries", "2/horz", "position_y"), 345);
    assert_int_equal(number_of(family, "entries", "1/16/0000", "pivot_y"), -287);
    for (unsigned set = 0; set < 32; set++) {
        char name[16];
        snprintf(name, sizeof name, "1/%u/0000", set);
        const pdk_image_info *info = pdk_document_image_at(family, find_image(family, name));
        uint8_t *rgba = image_or_fail(family, name, info->width, info->height);
        bool dummy = set >= 24 && set <= 30;
        if (dummy) assert_int_equal(info->width, 2);
        assert_true(count_clear(rgba, (size_t)info->width * info->height) > 0);
        free(rgba);
    }
    pdk_close(family);
}

static void real_trestle(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1_001.FAM");
    if (path == NULL) skip();
    pdk_document *family = open_or_fail(path);
    assert_text(text_at(family, "parts", "name", row_of(family, "parts", "3/0/0")), "_TRESTLE");
    assert_int_equal(number_of(family, "parts", "3/0/0", "size"), 708);
    assert_int_equal(number_of(family, "parts", "3/0/0", "vertices"), 14);
    assert_int_equal(number_of(family, "parts", "3/0/0", "polygons"), 5);
    assert_int_equal(number_of(family, "parts", "3/0/0", "textures"), 2);
    free(image_or_fail(family, "3/0/1/J001", 65, 76));
    free(image_or_fail(family, "3/0/1/J000", 126, 18));
    pdk_surface trestle = surface_named(family, "3/0/0");
    assert_int_equal(trestle.vertex_count, 20);
    assert_int_equal(trestle.triangle_count, 10);
    assert_int_equal(trestle.group_count, 2);
    assert_string_equal(trestle.groups[0].name, "J001");
    assert_string_equal(trestle.groups[0].image, "3/0/1/J001");
    assert_string_equal(trestle.groups[1].image, "3/0/1/J000");
    assert_int_equal(trestle.groups[1].first_triangle, 8);
    assert_int_equal(trestle.groups[1].triangle_count, 2);
    float low[3] = { 1e9f, 1e9f, 1e9f }, high[3] = { -1e9f, -1e9f, -1e9f };
    for (size_t i = 0; i < trestle.vertex_count * 3; i++) {
        if (trestle.positions[i] < low[i % 3]) low[i % 3] = trestle.positions[i];
        if (trestle.positions[i] > high[i % 3]) high[i % 3] = trestle.positions[i];
    }
    assert_near(high[0] - low[0], 19.5, 1e-6); /* 312 / 16 wide, 155 / 16 high */
    assert_near(high[2] - low[2], 9.6875, 1e-6);
    /* the first corner of the sign's beam is at pixel (0, 18) of 126 x 18 */
    const float *uv = trestle.coordinates + 2 * trestle.triangles[3 * 8];
    assert_near(uv[0], 0, 1e-6);
    assert_near(uv[1], 1, 1e-6);
    pdk_close(family);
}

/* ---------------------------------------------------------------------------------------------- real: a car */

static void real_car(void **state)
{
    (void)state;
    const char *path = real_file("nfs/JEEP.CFM");
    if (path == NULL) skip();
    pdk_document *jeep = open_or_fail(path);
    assert_string_equal(pdk_document_format(jeep)->id, "wwww");
    assert_string_equal(pdk_document_dialect(jeep), "car");
    assert_text(text_at(jeep, "parts", "name", row_of(jeep, "parts", "0")), "_jeep");
    assert_int_equal(number_of(jeep, "parts", "0", "vertices"), 40);
    assert_int_equal(number_of(jeep, "parts", "0", "polygons"), 19);
    assert_int_equal(number_of(jeep, "parts", "1", "children"), 8);
    assert_int_equal(number_of(jeep, "parts", "2", "vertices"), 12);
    assert_int_equal(number_of(jeep, "parts", "2", "polygons"), 4);
    uint64_t front = row_of(jeep, "entries", "1/frnt");
    assert_int_equal(number_of(jeep, "entries", "1/frnt", "attached"), -784);
    assert_int_equal(number_of(jeep, "entries", "1/frnt", "offset"), 0x894 + 0x360);
    assert_text(text_at(jeep, "entries", "palette", front), "1/!PAL");
    assert_text(text_at(jeep, "entries", "palette_rule", front), "attached");
    assert_text(text_at(jeep, "entries", "storage", row_of(jeep, "entries", "1/!PAL")), "palette RGB 888");
    assert_int_equal(number_of(jeep, "entries", "1/!PAL", "offset"), 0x894 + 0x50);
    assert_int_equal(pdk_document_surface_count(jeep), 2);
    pdk_surface body = surface_named(jeep, "0");
    assert_int_equal(body.vertex_count, 76);
    assert_int_equal(body.triangle_count, 50); /* 13 polygons make 2 triangles, 6 two-sided ones 4 */
    assert_true(volume(&body) > 1);            /* cubic metres: outside is outside, flip bits included */
    pdk_surface rough = surface_named(jeep, "2");
    assert_true(volume(&rough) > 1);
    assert_string_equal(rough.groups[0].image, "3/frnt");
    assert_int_equal(all_findings(jeep), 0);
    read_everything(jeep);
    pdk_close(jeep);
}

/* ---------------------------------------------------------------------------------------------- real: sets */

static void real_sets(void **state)
{
    (void)state;
    static const struct {
        const char *file, *first;
        uint32_t width, height;
        int64_t offset, palette_offset;
        size_t entries;
    } sets[] = {
        { "nfs/AL1.FSH", "0000", 318, 447, 0x330, 0x20, 2 },
        { "nfs/GTITLE.FSH", "bgnd", 640, 480, 0x220, 0x4B238, 2 },
        { "nfs/GRAPHICS.FSH", "bgnd", 640, 480, 0x1D8, 0x79902, 57 },
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const char *path = real_file(sets[i].file);
        if (path == NULL) skip();
        pdk_document *set = open_or_fail(path);
        assert_string_equal(pdk_document_format(set)->id, "shpi");
        assert_string_equal(pdk_document_dialect(set), "LN32");
        assert_int_equal(pdk_table_rows(pdk_document_find_table(set, "entries")), sets[i].entries);
        assert_int_equal(number_of(set, "entries", sets[i].first, "offset"), sets[i].offset);
        assert_int_equal(number_of(set, "entries", "!pal", "offset"), sets[i].palette_offset);
        free(image_or_fail(set, sets[i].first, sets[i].width, sets[i].height));
        assert_int_equal(all_findings(set), 0);
        read_everything(set);
        pdk_close(set);
    }
}

static void real_menu(void **state)
{
    (void)state;
    const char *path = real_file("nfs/GRAPHICS.FSH");
    if (path == NULL) skip();
    pdk_document *set = open_or_fail(path);
    assert_text(text_at(set, "entries", "path", 0), "bgnd");
    assert_int_equal(number_of(set, "entries", "640d", "pivot_x"), -3); /* published as unsigned: 65533 */
    assert_int_equal(number_of(set, "entries", "640d", "pivot_y"), -2);
    assert_int_equal(number_of(set, "entries", "canl", "position_x"), 521);
    assert_int_equal(number_of(set, "entries", "canl", "position_y"), 442);
    pdk_close(set);
}

/* Packed sets need their codec; the picture of AL1.QFS is that of AL1.FSH. */
static void real_packed(void **state)
{
    (void)state;
    static const struct {
        const char *file, *dialect;
        size_t images;
        const char *storage;
    } sets[] = {
        { "nfs/AL1.QFS", "LN32", 1, "8-bit indexed" },    { "nfs/AL3.QFS", "LN32", 1, "8-bit indexed" },
        { "nfs/TR000.QFS", "GIMX", 176, "ARGB 1555" },    { "nfs/5go.qfs", "GIMX", 16, "ARGB 8888" },
        { "nfs/CIRCUIT.qFS", "GIMX", 12, "ARGB 8888" },   { "nfs/AL2.QFS", "LN32", 1, "8-bit indexed" },
        { "nfs/GTITLE.QFS", "LN32", 1, "8-bit indexed" },
    };
    if (pdk_codec_count() < 2) {
        printf("SKIPPED: this build unpacks nothing but gzip\n");
        skip();
    }
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const char *path = real_file(sets[i].file);
        if (path == NULL) skip();
        pdk_document *set = open_or_fail(path);
        assert_string_equal(pdk_document_format(set)->id, "shpi");
        assert_string_equal(pdk_document_dialect(set), sets[i].dialect);
        assert_non_null(pdk_document_packed(set));
        assert_int_equal(pdk_document_image_count(set), sets[i].images);
        assert_string_equal(pdk_document_image_at(set, 0)->storage, sets[i].storage);
        assert_int_equal(all_findings(set), 0);
        pdk_close(set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_track_structure),
        cmocka_unit_test(real_track_texture),
        cmocka_unit_test(real_track_textures_used),
        cmocka_unit_test(real_track_palettes),
        cmocka_unit_test(real_trestle),
        cmocka_unit_test(real_car),
        cmocka_unit_test(real_sets),
        cmocka_unit_test(real_menu),
        cmocka_unit_test(real_packed),
    };
    return cmocka_run_group_tests_name("fam", tests, NULL, NULL);
}
