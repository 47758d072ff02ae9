/* A drawing as SVG: its numbers, texts and pictures. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "plot/draw_list.h"
#include "plot/svg.h"
#include "random.h"
#include "support.h"

typedef struct page {
    pdk_memory memory;
    pdk_draw_list list;
} page;

static void begin(page *made)
{
    pdk_memory_init(&made->memory, NULL, 0);
    pdk_draw_list_init(&made->list, &made->memory);
}

/* The SVG of what was drawn; to be freed. */
static char *finish(page *made, const char *title)
{
    pdk_drawing drawing = {
        .width = 300, .height = 200, .background = 0xFFFFFF, .title = title, .description = "what it is"
    };
    pdk_output *output = output_or_fail();
    pdk_error error;
    pdk_draw_list_finish(&made->list, &drawing);
    assert_ok(pdk_svg_write(&drawing, &made->memory, output, &error), error);
    char *text = take_text(output);
    pdk_memory_destroy(&made->memory);
    return text;
}

static void paths_are_steps_of_tenths(void **state)
{
    (void)state;
    page made;
    begin(&made);
    pdk_draw_path style = { .stroke = 0x0072B2, .fill = PDK_NO_COLOUR, .width = 15, .dash = { 60, 30 }, .opacity = 7 };
    pdk_draw_path_begin(&made.list, &style);
    pdk_draw_to(&made.list, 100, -5, true);
    pdk_draw_to(&made.list, 103, -5, false);
    pdk_draw_to(&made.list, 103, 25, false);
    pdk_draw_to(&made.list, 113, 24, false);
    pdk_draw_to(&made.list, 118, 34, false);
    pdk_draw_to(&made.list, 2000, 1, true);  /* a dot */
    pdk_draw_path_begin(&made.list, &style); /* without points: is left out */
    pdk_draw_rectangle(&made.list, (pdk_draw_box){ 0, 0, 10, 10 }, 0xFFFFFF, 100);
    char *svg = finish(&made, "t");
    assert_non_null(strstr(svg, "<path fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\" stroke-linecap=\"round\" "
                                "stroke-linejoin=\"round\" stroke-dasharray=\"6 3\" opacity=\".07\" "
                                "d=\"M10-.5h.3v3l1-.1 .5 1M200 .1h0\"/>"));
    assert_non_null(strstr(svg, "<path fill=\"#fff\" d=\"M0 0h1v1h-1z\"/>"));
    const char *second = strstr(strstr(svg, "<path") + 1, "<path");
    assert_null(strstr(second + 1, "<path"));
    free(svg);
}

static void texts_cannot_leave_their_place(void **state)
{
    (void)state;
    page made;
    begin(&made);
    pdk_draw_label label = { .x = 10, .y = 20, .size = 120, .anchor = PDK_ANCHOR_END, .behind = "\"]]>", .bold = true };
    pdk_draw_text(&made.list, "</text><script>alert('1')</script>&amp;\x01", &label);
    char *svg = finish(&made, "</title><script>");
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, "<title id=\"t\">&lt;/title&gt;&lt;script&gt;</title>"));
    assert_non_null(strstr(svg, "&lt;/text&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp; <tspan"));
    assert_non_null(strstr(svg, "&quot;]]&gt;</tspan>"));
    free(svg);
}

/* A name from right to left is kept apart: a number after it stays after it. */
static void names_do_not_turn_what_follows(void **state)
{
    (void)state;
    page made;
    begin(&made);
    pdk_draw_label label = { .size = 120, .behind = "3 km/h" };
    pdk_draw_text(&made.list, "\xD7\x90\xD7\x91, 1:22.9", &label);
    char *svg = finish(&made, "\xD7\x90 12");
    assert_non_null(strstr(svg, ">\xE2\x81\xA8\xD7\x90\xD7\x91\xE2\x81\xA9, 1:22.9 <tspan"));
    assert_non_null(strstr(svg, "<title id=\"t\">\xE2\x81\xA8\xD7\x90\xE2\x81\xA9 12</title>"));
    free(svg);
}

static int value_of(char letter)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(letters, letter);
    return letter != '\0' && at != NULL ? (int)(at - letters) : -1;
}

/* The bytes of the picture in an SVG; malloc'd. */
static uint8_t *picture_of(const char *svg, size_t *size)
{
    const char *at = strstr(svg, "base64,");
    assert_non_null(at);
    at += 7;
    uint8_t *bytes = malloc(strlen(at));
    assert_non_null(bytes);
    uint32_t bits = 0;
    int count = 0;
    for (*size = 0; value_of(*at) >= 0; at++) {
        bits = bits << 6 | (uint32_t)value_of(*at);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes[(*size)++] = (uint8_t)(bits >> count);
    }
    return bytes;
}

static uint32_t number_at(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Unpacked by another's code, with its checks of sums. */
static void check_picture(const uint8_t *png, size_t size, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    assert_true(size > 60);
    assert_memory_equal(png, "\x89PNG\r\n\x1A\n", 8);
    uint8_t *rows = malloc((size_t)height * (width + 1));
    bool seen = false;
    assert_non_null(rows);
    for (size_t at = 8; at + 12 <= size;) {
        uint32_t length = number_at(png + at);
        assert_true(length <= size - at - 12);
        assert_int_equal(libdeflate_crc32(0, png + at + 4, length + 4), number_at(png + at + 8 + length));
        if (memcmp(png + at + 4, "IHDR", 4) == 0) {
            assert_int_equal(number_at(png + at + 8), width);
            assert_int_equal(number_at(png + at + 12), height);
        }
        if (memcmp(png + at + 4, "IDAT", 4) == 0) {
            struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
            size_t got;
            assert_int_equal(
                libdeflate_zlib_decompress(unpacker, png + at + 8, length, rows, (size_t)height * (width + 1), &got),
                LIBDEFLATE_SUCCESS);
            assert_int_equal(got, (size_t)height * (width + 1));
            libdeflate_free_decompressor(unpacker);
            seen = true;
        }
        at += length + 12;
        if (at == size) break;
        assert_true(at < size);
    }
    assert_true(seen);
    for (size_t y = 0; y < height; y++) {
        assert_int_equal(rows[y * (width + 1)], 0);
        assert_memory_equal(rows + y * (width + 1) + 1, pixels + y * width, width);
    }
    free(rows);
}

/* Every length of a run, far and near matches, and noise that does not pack. */
static void pictures_are_whole(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 1, 1 },    { 3, 2 },     { 300, 7 }, { 513, 40 },
                                         { 8000, 9 }, { 40000, 2 }, { 64, 64 } };
    uint64_t seed = 5;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0] * 3; k++) {
        uint32_t width = sizes[k / 3][0], height = sizes[k / 3][1], palette[256];
        uint8_t *pixels = malloc((size_t)width * height);
        assert_non_null(pixels);
        random_bytes(&seed, pixels, (size_t)width * height);
        for (size_t i = 0; i < 256; i++) palette[i] = (uint32_t)(i * 0x010203);
        for (size_t i = 0; i < (size_t)width * height && k % 3 > 0; i++) {
            if (k % 3 == 1) pixels[i] = (uint8_t)(i / 700);                   /* long runs */
            else if (i >= width && i % 11 > 0) pixels[i] = pixels[i - width]; /* rows like the one before */
        }
        page made;
        begin(&made);
        pdk_draw_picture picture = { 10, 20, 500, 300, width, height, pixels, palette };
        pdk_draw_image(&made.list, &picture);
        char *svg = finish(&made, "t");
        assert_non_null(strstr(svg, "<image x=\"1\" y=\"2\" width=\"50\" height=\"30\" preserveAspectRatio=\"none\""));
        size_t size;
        uint8_t *png = picture_of(svg, &size);
        check_picture(png, size, pixels, width, height);
        free(png);
        free(svg);
        free(pixels);
    }
}

static pdk_status refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_E_IO;
}

static void a_failing_output_fails_the_drawing(void **state)
{
    (void)state;
    page made;
    pdk_error error;
    begin(&made);
    for (int i = 0; i < 5000; i++) pdk_draw_dot(&made.list, i, i, 0, 10);
    pdk_drawing drawing = { .width = 300, .height = 200, .title = "t", .description = "" };
    pdk_draw_list_finish(&made.list, &drawing);
    pdk_output *output = NULL;
    assert_ok(pdk_output_callback(refuse, NULL, &output, &error), error);
    pdk_status status = pdk_svg_write(&drawing, &made.memory, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error); /* what it held back */
    assert_int_equal(status, PDK_E_IO);
    pdk_output_close(output);
    pdk_memory_destroy(&made.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_steps_of_tenths),          cmocka_unit_test(texts_cannot_leave_their_place),
        cmocka_unit_test(names_do_not_turn_what_follows),     cmocka_unit_test(pictures_are_whole),
        cmocka_unit_test(a_failing_output_fails_the_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
