/* Palettes made from pictures: what is reserved stays, what fits is exact, and who else uses a palette is asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fam_look.h"
#include "picture.h"

enum { SIDE = 8, PIXELS = SIDE * SIDE };

/* A set of up to three bitmaps of 8 x 8, aaaa, bbbb and cccc, and a palette that they share. */
typedef struct shared {
    maker made;
    size_t palette; /* of its block */
    size_t pixels[3];
} shared;

static shared shared_of(const uint8_t *codes, uint32_t count, uint8_t palette_code, unsigned colors)
{
    static const char *const names[] = { "aaaa", "bbbb", "cccc" };
    shared all = { .made = set_of(count + 1, 0x40 + count * (16 + PIXELS) + 16 + colors * 4) };
    size_t at = 0x40;
    for (uint32_t i = 0; i < count; i++) {
        put_line(&all.made, i, names[i], (uint32_t)at);
        put_block(&all.made, at, codes[i], 0, SIDE, SIDE);
        all.pixels[i] = at + 16;
        at += 16 + PIXELS;
    }
    put_line(&all.made, count, "!pal", (uint32_t)at);
    put_block(&all.made, at, palette_code, 0, colors, 3);
    store_u16(all.made.bytes + at + 8, colors);
    all.palette = at;
    for (size_t i = 0; i < colors * 4; i++) all.made.bytes[at + 16 + i] = (uint8_t)(i * 37 + 11);
    return all;
}

/* Opaque pixels of `colors` colours that no other `first` has. */
static void paint(uint8_t rgba[PIXELS * 4], uint8_t first, unsigned colors)
{
    for (size_t i = 0; i < PIXELS; i++) {
        uint8_t color = (uint8_t)(first + i % colors);
        memcpy(rgba + i * 4, (uint8_t[]){ color, (uint8_t)(255 - color), (uint8_t)(color * 29), 255 }, 4);
    }
}

static pdk_palette_image image_of(const char *path, const uint8_t *rgba)
{
    return (pdk_palette_image){ .path = path, .rgba = rgba, .width = SIDE, .height = SIDE };
}

/* The file after the call, malloc'd; NULL where it failed, which changes nothing. */
static uint8_t *after(const maker *made, pdk_palette_image *images, size_t count, pdk_error *error)
{
    pdk_document *document = open_bytes_or_fail(made->bytes, made->size);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_edit_open(document, &edit, error), *error);
    pdk_status status = pdk_edit_set_palettes(edit, images, count, error);
    pdk_error trouble = { 0 };
    assert_ok(pdk_edit_write(edit, output, &trouble), trouble);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.size, made->size);
    uint8_t *copy = NULL;
    if (status == PDK_OK) {
        copy = malloc(bytes.size);
        assert_non_null(copy);
        memcpy(copy, bytes.data, bytes.size);
    } else {
        assert_memory_equal(bytes.data, made->bytes, made->size);
    }
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    return copy;
}

static void assert_shows(const uint8_t *bytes, size_t size, const char *name, const uint8_t *rgba)
{
    pdk_document *document = open_bytes_or_fail(bytes, size);
    uint8_t *got = image_or_fail(document, name, SIDE, SIDE);
    assert_memory_equal(got, rgba, PIXELS * 4);
    free(got);
    pdk_close(document);
}

/* Four bits reach 16 of the colours only; the others get what those leave. */
static void two_kinds_of_indices(void **state)
{
    (void)state;
    shared all = shared_of((uint8_t[]){ 0x7B, 0x40 }, 2, 0x24, 46);
    uint8_t eight[PIXELS * 4], four[PIXELS * 4];
    paint(eight, 0, 30);
    paint(four, 100, 10);
    pdk_error error = { 0 };
    pdk_palette_image images[] = { image_of("entry[aaaa].image", eight), image_of("entry[bbbb].image", four) };
    uint8_t *bytes = after(&all.made, images, 2, &error);
    assert_non_null(bytes);
    assert_shows(bytes, all.made.size, "aaaa", eight);
    assert_shows(bytes, all.made.size, "bbbb", four);
    for (size_t i = 0; i < 2; i++) {
        assert_true(images[i].has_palette);
        assert_int_equal(images[i].loss.pixels, PIXELS);
        assert_int_equal(images[i].loss.inexact, 0);
        assert_true(images[i].rms == 0);
    }
    free(bytes);

    paint(four, 100, 17); /* one too many: near, and the other picture still exact */
    bytes = after(&all.made, images, 2, &error);
    assert_non_null(bytes);
    assert_shows(bytes, all.made.size, "aaaa", eight);
    assert_int_equal(images[0].loss.inexact, 0);
    assert_true(images[1].loss.inexact > 0 && images[1].loss.largest < 60 && images[1].rms > 0);
    free(bytes);
}

static void opacity_is_stored_if_it_was(void **state)
{
    (void)state;
    uint8_t rgba[PIXELS * 4];
    pdk_error error = { 0 };
    pdk_palette_image image = image_of("entry[aaaa].image", rgba);
    shared all = shared_of((uint8_t[]){ 0x7B }, 1, 0x2A, 6);
    paint(rgba, 7, 5);
    for (size_t i = 0; i < PIXELS; i++) {
        if (i % 5 == 2) rgba[i * 4 + 3] = 140;
        if (i % 5 == 3) memset(rgba + i * 4, 0, 4);
    }
    for (size_t i = 0; i < 6; i++) all.made.bytes[all.palette + 16 + i * 4 + 3] = (uint8_t)(200 + i);
    uint8_t *bytes = after(&all.made, &image, 1, &error);
    assert_non_null(bytes);
    assert_shows(bytes, all.made.size, "aaaa", rgba);
    free(bytes);

    for (size_t i = 0; i < 6; i++) all.made.bytes[all.palette + 16 + i * 4 + 3] = 0; /* all zeros: means nothing */
    assert_null(after(&all.made, &image, 1, &error));
    assert_string_equal(error.code, "set.image.alpha");
    assert_string_equal(error.where, "entry[aaaa].image");
    paint(rgba, 7, 6);
    bytes = after(&all.made, &image, 1, &error);
    assert_non_null(bytes);
    assert_shows(bytes, all.made.size, "aaaa", rgba);
    for (size_t i = 0; i < 6; i++) assert_int_equal(bytes[all.palette + 16 + i * 4 + 3], 0);
    free(bytes);
}

/* Colours that are there stay in their places, and what nobody needs is not touched. */
static void old_colors_stay(void **state)
{
    (void)state;
    shared all = shared_of((uint8_t[]){ 0x7B }, 1, 0x24, 16);
    uint8_t *colors = all.made.bytes + all.palette + 16, rgba[PIXELS * 4];
    for (size_t i = 0; i < PIXELS; i++) {
        memcpy(rgba + i * 4, colors + (i % 2 == 0 ? 9 : 4) * 3, 3);
        rgba[i * 4 + 3] = 255;
    }
    memcpy(rgba, (uint8_t[]){ 1, 2, 3, 255 }, 4);
    pdk_error error = { 0 };
    pdk_palette_image image = image_of("entry[aaaa].image", rgba);
    uint8_t *bytes = after(&all.made, &image, 1, &error);
    assert_non_null(bytes);
    assert_shows(bytes, all.made.size, "aaaa", rgba);
    assert_memory_equal(bytes + all.palette + 16, ((uint8_t[]){ 1, 2, 3 }), 3);
    assert_memory_equal(bytes + all.palette + 16 + 3, colors + 3, 15 * 3);
    assert_int_equal(bytes[all.pixels[0]], 0);
    assert_int_equal(bytes[all.pixels[0] + 2], 9);
    assert_int_equal(bytes[all.pixels[0] + 3], 4);
    free(bytes);
}

/* All pictures of a car in colours at random. */
static void lights_keep_their_colors(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size, count, given = 0;
    uint8_t *data = synth_or_fail("wwww", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    count = pdk_document_image_count(document);
    pdk_palette_image *images = calloc(count, sizeof *images);
    char(*paths)[96] = calloc(count, sizeof *paths);
    assert_true(images != NULL && paths != NULL);
    uint32_t seed = 5;
    for (size_t i = 0; i < count; i++) {
        const pdk_image_info *info = pdk_document_image_at(document, i);
        uint8_t *rgba = image_or_fail(document, info->name, info->width, info->height);
        for (size_t k = 0; k < (size_t)info->width * info->height * 4; k++)
            rgba[k] = k % 4 == 3 ? 255 : (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
        snprintf(paths[i], sizeof paths[i], "entry[%s].image", info->name);
        images[given++] =
            (pdk_palette_image){ .path = paths[i], .rgba = rgba, .width = info->width, .height = info->height };
    }
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_ok(pdk_edit_set_palettes(edit, images, given, &error), error);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    const uint8_t *got = pdk_output_bytes(output).data;
    for (size_t i = 0; i < count; i++) {
        const pdk_image_info *info = pdk_document_image_at(document, i);
        pdk_text palette = text_at(document, "entries", "palette", row_of(document, "entries", info->name));
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)palette.size, palette.data);
        size_t colors = (size_t)number_of(document, "entries", name, "offset") + 16;
        size_t at = (size_t)number_of(document, "entries", info->name, "offset") + 16;
        assert_memory_equal(got + colors + 250 * 3, data + colors + 250 * 3, 6 * 3); /* 255 as well */
        assert_memory_not_equal(got + colors, data + colors, 250 * 3);
        for (size_t k = 0; k < (size_t)info->width * info->height; k++) {
            if (got[at + k] < 250 || got[at + k] == 255) continue;
            for (size_t c = 0; c < 3; c++) { /* a light: for its exact colour only */
                uint8_t stored = data[colors + got[at + k] * 3 + c];
                uint8_t shown = data[colors - 16] == 0x22 ? (uint8_t)(stored << 2 | stored >> 4) : stored;
                assert_int_equal(images[i].rgba[k * 4 + c], shown);
            }
        }
        free((void *)(uintptr_t)images[i].rgba);
    }
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    free(images);
    free(paths);
    free(data);
}

static void refusals(void **state)
{
    (void)state;
    shared all = shared_of((uint8_t[]){ 0x7B, 0x7B, 0x7A }, 3, 0x24, 40);
    uint8_t one[PIXELS * 4], two[PIXELS * 4];
    paint(one, 0, 9);
    paint(two, 20, 9);
    pdk_error error = { 0 };
    pdk_palette_image images[] = { image_of("entry[aaaa].image", one), image_of("entry[bbbb].image", two),
                                   image_of("entry[aaaa].image", two) };
    assert_null(after(&all.made, images, 0, &error));
    assert_string_equal(error.code, "argument");
    assert_null(after(&all.made, images, 1, &error));
    assert_string_equal(error.code, "set.palette.shared");
    assert_string_equal(error.message, "\"aaaa\" has the same palette as \"bbbb\": give a picture for each of them");
    assert_null(after(&all.made, images, 3, &error));
    assert_string_equal(error.code, "set.palette.twice");
    images[2].rgba = one; /* twice, and the same */
    free(after(&all.made, images, 3, &error));
    assert_int_equal(images[2].loss.inexact, 0);
    memset(one, 255, sizeof one);
    images[2].path = "entry[cccc].image";
    assert_null(after(&all.made, &images[2], 1, &error));
    assert_string_equal(error.code, "set.palette.none");
    free(after(&all.made, images, 3, &error)); /* with others it is just put in */
    assert_false(images[2].has_palette);
    images[1].height = 7;
    assert_null(after(&all.made, images, 2, &error));
    assert_string_equal(error.code, "set.image.size");
    images[1].height = SIDE;
    images[1].png = "no";
    images[1].png_size = 2;
    assert_null(after(&all.made, images, 2, &error));
    assert_string_equal(error.where, "entry[bbbb].image");
    images[1].png = NULL;

    put_line(&all.made, 1, "bbbb", (uint32_t)all.pixels[0] - 16); /* two names for one bitmap */
    images[1].rgba = one;
    free(after(&all.made, images, 1, &error));
    assert_int_equal(images[0].loss.pixels, PIXELS);
    put_line(&all.made, 1, "bbbb", (uint32_t)all.pixels[1] - 16);
    put_block(&all.made, all.pixels[1] - 16, 0x7B, 0, SIDE, SIDE * 4); /* runs into the palette */
    assert_null(after(&all.made, images, 1, &error));
    assert_string_equal(error.code, "set.palette.overlap");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_kinds_of_indices),
        cmocka_unit_test(opacity_is_stored_if_it_was),
        cmocka_unit_test(old_colors_stay),
        cmocka_unit_test(lights_keep_their_colors),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
