/* Pictures put into files: unchanged ones change nothing, changed ones are stored as near as their storage allows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fam_look.h"
#include "picture.h"

/* ------------------------------------------------------------------------------------------------ round trips */

/* Takes each image out and puts it back; colours under full transparency are lost on the way, as some editors do. */
static void put_all_back(const pdk_document *document, pdk_edit *edit)
{
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        const pdk_image_info *info = pdk_document_image_at(document, i);
        uint8_t *rgba = image_or_fail(document, info->name, info->width, info->height);
        for (size_t k = 0; k < (size_t)info->width * info->height; k++) {
            if (rgba[k * 4 + 3] == 0 && i % 2 == 1) memset(rgba + k * 4, 7, 3);
        }
        char path[128];
        pdk_error error = { 0 };
        snprintf(path, sizeof path, "entry[%s].image", info->name);
        assert_ok(pdk_edit_set_image(edit, path, rgba, info->width, info->height, &error), error);
        free(rgba);
    }
}

static void assert_same_content(const pdk_document *document, const pdk_edit *edit)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_bytes content = pdk_document_content(document);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    assert_int_equal(pdk_output_bytes(output).size, content.size);
    assert_memory_equal(pdk_output_bytes(output).data, content.data, content.size);
    pdk_output_close(output);
}

static void assert_round_trip(pdk_document *document)
{
    pdk_edit *edit = NULL;
    pdk_error error = { 0 };
    assert_true(pdk_document_image_count(document) > 0);
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    put_all_back(document, edit);
    assert_same_content(document, edit);
    pdk_edit_close(edit);
    pdk_close(document);
}

static void real_pictures_come_back(void **state)
{
    (void)state;
    static const char *const names[] = { "AL1_001.FAM", "JEEP.CFM",     "AL1.FSH",     "AL1.QFS",
                                         "AL2.QFS",     "AL3.QFS",      "GTITLE.FSH",  "GTITLE.QFS",
                                         "5go.qfs",     "GRAPHICS.FSH", "CIRCUIT.qFS", "TR000.QFS" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char place[64];
        snprintf(place, sizeof place, "nfs/%s", names[i]);
        const char *path = real_file(place);
        if (path == NULL) skip();
        assert_round_trip(open_or_fail(path));
    }
}

static void generated_pictures_come_back(void **state)
{
    (void)state;
    static const struct {
        const char *format, *dialect;
    } kinds[] = { { "wwww", "open" }, { "wwww", "closed" }, { "wwww", "car" }, { "shpi", NULL } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.dialect = kinds[i].dialect;
        size_t size;
        uint8_t *data = synth_or_fail(kinds[i].format, &options, &size);
        assert_round_trip(open_bytes_or_fail(data, size));
        free(data);
    }
}

/* Every storage full of every byte, among them hidden colours and the key of 565. */
static void every_storage_comes_back(void **state)
{
    (void)state;
    static const uint8_t codes[] = { 0x7B, 0x78, 0x7E, 0x6D, 0x7F, 0x7D, 0x7A, 0x79, 0x40 };
    for (size_t i = 0; i < sizeof codes; i++) {
        for (unsigned count = 0; count <= 256; count += 64) {
            size_t colors;
            maker made = bitmap_of(codes[i], 31, 17, count, &colors);
            uint32_t seed = 7;
            for (size_t at = 0x30; at < made.size; at++) {
                if (at >= colors - 16 && at < colors && count > 0) continue;
                made.bytes[at] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
            }
            store_u16(made.bytes + 0x30, 0x07C0);
            assert_round_trip(open_bytes_or_fail(made.bytes, made.size));
        }
    }
}

/* ---------------------------------------------------------------------------------------------------- indices */

static void set_color(maker *made, size_t colors, unsigned index, uint8_t red, uint8_t green, uint8_t blue)
{
    memcpy(made->bytes + colors + index * 3, (uint8_t[]){ red, green, blue }, 3);
}

static void indices_are_chosen(void **state)
{
    (void)state;
    size_t colors;
    maker made = bitmap_of(0x7B, 4, 2, 256, &colors);
    set_color(&made, colors, 0, 9, 9, 9);
    for (unsigned i = 1; i < 256; i++) set_color(&made, colors, i, 0, 0, 0);
    set_color(&made, colors, 5, 200, 0, 0);
    set_color(&made, colors, 6, 200, 0, 0);
    set_color(&made, colors, 7, 0, 120, 0);
    set_color(&made, colors, 8, 0, 0, 250);
    set_color(&made, colors, 255, 255, 0, 255);
    memcpy(made.bytes + 0x30, (uint8_t[]){ 6, 0, 255, 0, 0, 0, 255, 0 }, 8);
    static const uint8_t rgba[] = {
        200, 0,   0,   255, /* as it was: 6 stays, though 5 is the same colour */
        200, 0,   0,   255, /* new: the lowest */
        1,   2,   3,   0,   /* transparent as it was */
        1,   2,   3,   127, /* transparent now */
        255, 0,   255, 255, /* opaque, in the colour of the transparent index, which it must not get */
        0,   118, 6,   255, /* near the green */
        0,   0,   0,   255, /* opaque now: the lowest black */
        20,  20,  200, 128, /* opaque enough; near the blue */
    };
    put_picture(&made, "aaaa", rgba, 4, 2, 0x30, 0x38);
    const uint8_t *got = made.bytes + 0x30;
    assert_int_equal(got[0], 6);
    assert_int_equal(got[1], 5);
    assert_int_equal(got[2], 255);
    assert_int_equal(got[3], 255);
    assert_true(got[4] == 8 || got[4] == 5); /* between the two, and not 255 */
    assert_int_equal(got[5], 7);
    assert_int_equal(got[6], 1);
    assert_int_equal(got[7], 8);
}

/* Of random colours no index is nearer in plain distance by far than the one chosen. */
static void the_choice_is_near(void **state)
{
    (void)state;
    size_t colors;
    maker made = bitmap_of(0x7B, 40, 20, 256, &colors);
    uint32_t seed = 3;
    for (unsigned i = 0; i < 768; i++) made.bytes[colors + i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    uint8_t rgba[40 * 20 * 4];
    for (size_t i = 0; i < sizeof rgba; i++)
        rgba[i] = i % 4 == 3 ? 255 : (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    put_picture(&made, "aaaa", rgba, 40, 20, 0x30, 0x30 + 800);
    for (size_t i = 0; i < 800; i++) {
        long chosen = 0, minimum = 1000000;
        for (unsigned k = 0; k < 255; k++) {
            long sum = 0;
            for (size_t c = 0; c < 3; c++) {
                long difference = made.bytes[colors + k * 3 + c] - rgba[i * 4 + c];
                sum += difference * difference;
            }
            if (sum < minimum) minimum = sum;
            if (k == made.bytes[0x30 + i]) chosen = sum;
        }
        assert_int_not_equal(made.bytes[0x30 + i], 255);
        assert_true(chosen <= minimum * 3); /* the weights of the metric are between 2 and 4 */
    }
}

/* 250 to 254 of a car shine in the dark. */
static void lights_are_not_met_by_chance(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *data = synth_or_fail("wwww", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    const pdk_image_info *info = pdk_document_image_at(document, 0);
    size_t pixels = (size_t)info->width * info->height;
    const pdk_table *entries = pdk_document_find_table(document, "entries");
    uint64_t row = row_of(document, "entries", info->name);
    pdk_text palette = text_at(document, "entries", "palette", row);
    char name[64], path[128];
    snprintf(name, sizeof name, "%.*s", (int)palette.size, palette.data);
    size_t colors = (size_t)number_of(document, "entries", name, "offset") + 16;
    size_t at = (size_t)number_of(document, "entries", info->name, "offset") + 16;
    assert_non_null(entries);
    assert_int_equal(number_of(document, "entries", name, "width"), 256);
    snprintf(path, sizeof path, "entry[%s].image", info->name);
    pdk_close(document); /* and with it what `info` is */

    for (unsigned i = 0; i < 256; i++) memset(data + colors + i * 3, i < 250 ? 0 : 60, 3);
    memset(data + colors + 252 * 3, 62, 3);
    document = open_bytes_or_fail(data, size);
    info = pdk_document_image_at(document, 0);
    uint8_t *rgba = image_or_fail(document, info->name, info->width, info->height);
    for (size_t i = 0; i < pixels * 4; i++) rgba[i] = i % 4 == 3 ? 255 : 241;
    uint8_t exact = data[colors - 16] == 0x22 ? 62 << 2 | 62 >> 4 : 62;
    memset(rgba, exact, 3);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_ok(pdk_edit_set_image(edit, path, rgba, info->width, info->height, &error), error);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    const uint8_t *got = pdk_output_bytes(output).data + at;
    assert_int_equal(got[0], 252); /* asked for by its exact colour */
    assert_true(got[1] < 250);     /* the lights are nearer, but lights */
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    free(rgba);
    free(data);
}

/* Palettes with their own alpha, in shades. */
static void shades_of_transparency(void **state)
{
    (void)state;
    size_t colors;
    maker made = bitmap_of(0x7B, 2, 2, 4, &colors);
    made.bytes[colors - 16] = 0x2A;
    made.size = colors + 16;
    store_u32(made.bytes + 4, (uint32_t)made.size);
    static const uint8_t bgra[] = { 0, 0, 250, 255, 0, 0, 250, 120, 250, 0, 0, 255, 0, 0, 0, 0 };
    memcpy(made.bytes + colors, bgra, sizeof bgra);
    memset(made.bytes + 0x30, 2, 4);
    static const uint8_t rgba[] = { 250, 0, 0, 255, 250, 0, 0, 110, 9, 9, 9, 0, 0, 0, 240, 255 };
    put_picture(&made, "aaaa", rgba, 2, 2, 0x30, 0x34);
    assert_memory_equal(made.bytes + 0x30, ((uint8_t[]){ 0, 1, 3, 2 }), 4);
}

static void four_bits(void **state)
{
    (void)state;
    size_t colors;
    maker made = bitmap_of(0x40, 3, 2, 16, &colors);
    for (unsigned i = 0; i < 16; i++) set_color(&made, colors, i, (uint8_t)(i * 16), 0, 0);
    uint8_t rgba[3 * 2 * 4] = { 0 };
    static const uint8_t reds[] = { 33, 255, 0, 1, 100, 47 };
    for (size_t i = 0; i < 6; i++) {
        rgba[i * 4] = reds[i];
        rgba[i * 4 + 3] = 255;
    }
    memset(made.bytes + 0x30, 0xA0, 4); /* the last nibbles of rows belong to nobody */
    put_picture(&made, "aaaa", rgba, 3, 2, 0x30, 0x34);
    assert_memory_equal(made.bytes + 0x30, ((uint8_t[]){ 0xF2, 0xA0, 0x60, 0xA3 }), 4);
    rgba[3] = 0;
    pdk_error error = { 0 };
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 3, 2, &error), error, PDK_E_ARGUMENT, "set.image.alpha",
                 0x20);
    assert_string_equal(error.where, "aaaa");

    made = bitmap_of(0x7A, 3, 2, 0, NULL); /* opacity alone, the left pixel high */
    memset(rgba, 255, sizeof rgba);
    rgba[3] = 0x44;
    memset(rgba + 4, 0, 4); /* black where it is invisible */
    put_picture(&made, "aaaa", rgba, 3, 2, 0x30, 0x34);
    assert_memory_equal(made.bytes + 0x30, ((uint8_t[]){ 0x40, 0xF0, 0xFF, 0xF0 }), 4);
    rgba[5 * 4] = 250;
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 3, 2, &error), error, PDK_E_ARGUMENT, "set.image.mask",
                 0x20);
    assert_non_null(strstr(error.message, "pixel 2, 1"));
}

/* --------------------------------------------------------------------------------------------------- colours */

static void colors_are_packed(void **state)
{
    (void)state;
    static const uint8_t rgba[] = { 255, 128, 8, 255, 16, 32, 64, 100 };
    static const struct {
        uint8_t code;
        uint8_t stored[8];
    } kinds[] = {
        /* 31 32 1: F800 | 0400 | 0001; then the key of "nothing" */
        { 0x78, { 0x01, 0xFC, 0xC0, 0x07 } },
        /* opaque 31 16 1; transparent 2 4 8 */
        { 0x7E, { 0x01, 0xFE, 0x88, 0x08 } },
        /* 15 15 8 0; 100 * 15 / 255 = 6, 1 2 4 */
        { 0x6D, { 0x80, 0xFF, 0x24, 0x61 } },
        { 0x7D, { 8, 128, 255, 255, 64, 32, 16, 100 } },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t size = kinds[i].code == 0x7D ? 8 : 4;
        maker made = bitmap_of(kinds[i].code, 2, 1, 0, NULL);
        memset(made.bytes + 0x30, 0xB5, size);
        put_picture(&made, "aaaa", rgba, 2, 1, 0x30, 0x30 + size);
        assert_memory_equal(made.bytes + 0x30, kinds[i].stored, size);
    }
    maker made = bitmap_of(0x7F, 2, 1, 0, NULL);
    pdk_error error = { 0 };
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 2, 1, &error), error, PDK_E_ARGUMENT, "set.image.alpha",
                 0x20);
    uint8_t opaque[8];
    memcpy(opaque, rgba, 8);
    opaque[7] = 255;
    put_picture(&made, "aaaa", opaque, 2, 1, 0x30, 0x36);
    assert_memory_equal(made.bytes + 0x30, ((uint8_t[]){ 8, 128, 255, 64, 32, 16 }), 6);
}

/* The green that means "nothing" is not given to an opaque pixel; its neighbours are free. */
static void the_key_of_565_is_kept_free(void **state)
{
    (void)state;
    maker made = bitmap_of(0x78, 3, 1, 0, NULL);
    static const uint8_t rgba[] = { 0, 251, 0, 255, 0, 247, 0, 255, 9, 9, 9, 0 };
    put_picture(&made, "aaaa", rgba, 3, 1, 0x30, 0x36);
    assert_memory_equal(made.bytes + 0x30, ((uint8_t[]){ 0xE0, 0x07, 0xA0, 0x07, 0xC0, 0x07 }), 6);
}

/* -------------------------------------------------------------------------------------------------- refusals */

static void refusals(void **state)
{
    (void)state;
    static const uint8_t rgba[4 * 4 * 4];
    maker made = small_set();
    pdk_error error = { 0 };
    assert_fails(try_picture(&made, "entry[aaab].image", rgba, 2, 2, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_string_equal(error.message, "this file has no picture \"aaab\"; did you mean \"aaaa\"?");
    assert_fails(try_picture(&made, "entry[!pal].image", rgba, 2, 2, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_string_equal(error.message, "\"!pal\" is not a picture that Paddock can read or write (its kind: palette)");
    assert_fails(try_picture(&made, "entry[aaaa].picture", rgba, 2, 2, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_fails(try_picture(&made, "entry[].image", rgba, 2, 2, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_fails(try_picture(&made, "shpi.entry[aaaa].image", rgba, 4, 4, &error), error, PDK_E_ARGUMENT,
                 "set.image.size", PDK_NO_OFFSET);
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 4, 1, &error), error, PDK_E_ARGUMENT, "set.image.size",
                 PDK_NO_OFFSET);
    assert_string_equal(error.message, "the picture has 4 x 1 pixels, but aaaa has 2 x 2: both must be the same");
    assert_fails(try_picture(&made, "entry[aaaa].image", NULL, 2, 2, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);

    store_u16(made.bytes + 0x24, 0); /* no pixel left */
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 2, 2, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_string_equal(error.message, "this file has no pictures");

    made = small_set();
    made.bytes[0x20] |= 0x80;
    assert_fails(try_picture(&made, "entry[aaaa].image", rgba, 2, 2, &error), error, PDK_E_UNSUPPORTED,
                 "set.image.packed", 0x20);
}

static void losses_are_known(void **state)
{
    (void)state;
    size_t colors;
    maker made = bitmap_of(0x7B, 2, 2, 256, &colors);
    set_color(&made, colors, 1, 100, 0, 0);
    memset(made.bytes + 0x30, 255, 4);
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    pdk_edit *edit = NULL;
    pdk_error error = { 0 };
    assert_int_equal(pdk_edit_image_loss(NULL).pixels, 0);
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_int_equal(pdk_edit_image_loss(edit).pixels, 0);
    static const uint8_t exact[] = { 100, 0, 0, 255, 0, 0, 0, 255, 7, 7, 7, 0, 100, 0, 0, 255 };
    assert_ok(pdk_edit_set_image(edit, "entry[aaaa].image", exact, 2, 2, &error), error);
    pdk_image_loss loss = pdk_edit_image_loss(edit);
    assert_true(loss.pixels == 4 && loss.inexact == 0 && loss.mean == 0 && loss.largest == 0);
    static const uint8_t near[] = { 106, 1, 0, 255, 0, 0, 2, 255, 200, 7, 7, 55, 100, 0, 0, 255 };
    assert_ok(pdk_edit_set_image(edit, "entry[aaaa].image", near, 2, 2, &error), error);
    loss = pdk_edit_image_loss(edit);
    assert_true(loss.pixels == 4 && loss.inexact == 3 && loss.largest == 55);
    assert_near(loss.mean, (6 + 2 + 55) / 3.0, 1e-12);
    pdk_edit_close(edit);
    pdk_close(document);
}

/* Together with fields: what was set before is there, and headers that say how to read pixels cannot change under them.
 */
static void pictures_and_fields(void **state)
{
    (void)state;
    maker made = small_set();
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    uint8_t *rgba = image_or_fail(document, "aaaa", 2, 2);
    memcpy(rgba, rgba + 12, 4);
    assert_ok(pdk_edit_set(edit, "color_666[1].red", "63", &error), error);
    memcpy(rgba + 4, (uint8_t[]){ 255, rgba[5], rgba[6], 255 }, 4); /* the new colour: not even another index */
    assert_ok(pdk_edit_set_image(edit, "entry[aaaa].image", rgba, 2, 2, &error), error);
    assert_fails(pdk_edit_set(edit, "entry[aaaa].image", "art.png", &error), error, PDK_E_ARGUMENT, "set.value",
                 PDK_NO_OFFSET);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    made.bytes[0x30] = 3;
    made.bytes[0x47] = 63;
    assert_memory_equal(pdk_output_bytes(output).data, made.bytes, made.size);

    assert_ok(pdk_edit_set(edit, "entry[0].width", "1", &error), error);
    assert_fails(pdk_edit_set_image(edit, "entry[aaaa].image", rgba, 2, 2, &error), error, PDK_E_ARGUMENT,
                 "set.image.header", 0x20);
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    free(rgba);
}

static void other_formats_have_no_pictures(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 1;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    pdk_edit *edit = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_fails(pdk_edit_set_image(edit, "entry[a].image", data, 1, 1, &error), error, PDK_E_ARGUMENT, "set.unknown",
                 PDK_NO_OFFSET);
    assert_fails(pdk_edit_set_image(NULL, "entry[a].image", data, 1, 1, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_edit_close(edit);
    pdk_close(document);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_pictures_come_back),
        cmocka_unit_test(generated_pictures_come_back),
        cmocka_unit_test(every_storage_comes_back),
        cmocka_unit_test(indices_are_chosen),
        cmocka_unit_test(the_choice_is_near),
        cmocka_unit_test(lights_are_not_met_by_chance),
        cmocka_unit_test(shades_of_transparency),
        cmocka_unit_test(four_bits),
        cmocka_unit_test(colors_are_packed),
        cmocka_unit_test(the_key_of_565_is_kept_free),
        cmocka_unit_test(refusals),
        cmocka_unit_test(losses_are_known),
        cmocka_unit_test(pictures_and_fields),
        cmocka_unit_test(other_formats_have_no_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
