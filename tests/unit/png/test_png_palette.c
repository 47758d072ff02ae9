/* Pictures of few colours as PNG: smaller, and the same pixels when read. */
#include <stdlib.h>

#include "png/png.h"
#include "png/png_read.h"
#include "support.h"

enum { WIDTH = 67, HEIGHT = 41, PIXELS = WIDTH * HEIGHT };

/* Pixel i has colour i modulo `colors`; every third colour is not opaque when `holes`. */
static void paint(uint8_t *rgba, uint32_t colors, bool holes)
{
    for (uint32_t i = 0; i < PIXELS; i++) {
        uint32_t color = i % colors;
        rgba[4 * i] = (uint8_t)color;
        rgba[4 * i + 1] = (uint8_t)(color * 7);
        rgba[4 * i + 2] = (uint8_t)(color >> 8);
        rgba[4 * i + 3] = holes && color % 3 == 0 ? (uint8_t)(color * 5) : 255;
    }
}

/* PNG's colour type. */
static int write_and_read(const uint8_t *rgba)
{
    pdk_memory memory;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_picture picture;
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_png_write_compact(rgba, (pdk_png_shape){ WIDTH, HEIGHT, 1 }, &memory, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_ok(pdk_png_read(bytes.data, bytes.size, &memory, &picture, &error), error);
    assert_int_equal(picture.width, WIDTH);
    assert_int_equal(picture.height, HEIGHT);
    assert_memory_equal(picture.rgba, rgba, 4 * PIXELS);
    int kind = bytes.data[25];
    pdk_output_close(output);
    pdk_memory_destroy(&memory);
    return kind;
}

static void the_same_pixels_come_back(void **state)
{
    (void)state;
    static const struct {
        uint32_t colors;
        int kind;
    } cases[] = { { 1, 3 }, { 2, 3 }, { 255, 3 }, { 256, 3 }, { 257, 6 }, { 2000, 6 } };
    uint8_t *rgba = malloc(4 * PIXELS);
    assert_non_null(rgba);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int holes = 0; holes < 2; holes++) {
            paint(rgba, cases[i].colors, holes != 0);
            assert_int_equal(write_and_read(rgba), cases[i].kind);
        }
    }
    free(rgba);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_same_pixels_come_back) };
    return cmocka_run_group_tests_name("png_palette", tests, NULL, NULL);
}
