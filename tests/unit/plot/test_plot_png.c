/* PNG and PDF of a drawing, by cairo: colours where they belong, the same bytes again, failures of the output. */
#include <stdlib.h>
#include <string.h>

#include "plot/cairo_files.h"
#include "plot/draw_list.h"
#include "png/png_read.h"
#include "support.h"

typedef struct page {
    pdk_memory memory;
    pdk_draw_list list;
    pdk_drawing drawing;
} page;

/* A red square, a blue line, a green dot, a picture of two colours, a text with a halo. */
static void begin(page *made)
{
    enum { SIDE = 40 };
    static uint8_t pixels[SIDE * SIDE]; /* four squares: the upper right one is transparent */
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = i % SIDE < SIDE / 2 ? (i < sizeof pixels / 2 ? 1 : 2) : (i < sizeof pixels / 2 ? 0 : 1);
    static uint32_t palette[256] = { 0, 0x112233, 0xFFEEDD };
    pdk_memory_init(&made->memory, NULL, 0);
    pdk_draw_list_init(&made->list, &made->memory);
    pdk_draw_rectangle(&made->list, (pdk_draw_box){ 100, 100, 300, 300 }, 0xD00000, 100);
    pdk_draw_rectangle(&made->list, (pdk_draw_box){ 400, 100, 600, 300 }, 0x000000, 50);
    pdk_draw_line(&made->list, (pdk_draw_span){ 0, 500, 2000, 500 }, 0x0000C0, 40);
    pdk_draw_dot(&made->list, 800, 200, 0x00A000, 120);
    pdk_draw_picture picture = { 1000, 100, 400, 400, SIDE, SIDE, pixels, palette };
    pdk_draw_image(&made->list, &picture);
    pdk_draw_label label = { .x = 1000,
                             .y = 900,
                             .size = 300,
                             .anchor = PDK_ANCHOR_MIDDLE,
                             .colour = 0xFFFFFF,
                             .has_halo = true,
                             .halo = 0x000000,
                             .behind = "b",
                             .behind_colour = 0xFFFFFF };
    pdk_draw_text(&made->list, "HHHH", &label);
    made->drawing =
        (pdk_drawing){ .width = 200, .height = 120, .background = 0xFAFAFA, .title = "a title", .description = "d" };
    pdk_draw_list_finish(&made->list, &made->drawing);
}

static uint8_t *written(page *made, pdk_plot_format format, size_t *size)
{
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_cairo_write(&made->drawing, &made->memory, format, output, &error), error);
    return take_bytes(output, size);
}

static void expect_colour(const pdk_picture *picture, uint32_t x, uint32_t y, uint32_t colour)
{
    const uint8_t *at = picture->rgba + 4 * ((size_t)y * picture->width + x);
    for (int i = 0; i < 3; i++) assert_near(at[i], (double)(colour >> (16 - 8 * i) & 0xFF), 2);
}

static void colours_are_where_they_belong(void **state)
{
    (void)state;
    page made;
    pdk_picture picture;
    pdk_error error;
    size_t size;
    begin(&made);
    uint8_t *png = written(&made, PDK_PLOT_PNG, &size);
    assert_ok(pdk_png_read(png, size, &made.memory, &picture, &error), error);
    assert_int_equal(picture.width, 200);
    assert_int_equal(picture.height, 120);
    expect_colour(&picture, 2, 2, 0xFAFAFA);
    expect_colour(&picture, 20, 20, 0xD00000);
    expect_colour(&picture, 50, 20, 0x7D7D7D);
    expect_colour(&picture, 20, 50, 0x0000C0);
    expect_colour(&picture, 20, 46, 0xFAFAFA); /* the line is 4 pixels wide */
    expect_colour(&picture, 80, 20, 0x00A000);
    expect_colour(&picture, 109, 19, 0x112233);
    expect_colour(&picture, 138, 12, 0xFAFAFA); /* transparent */
    expect_colour(&picture, 109, 40, 0xFFEEDD);
    size_t dark = 0, light = 0; /* texts, and what is around them */
    for (uint32_t y = 62; y < 95; y++) {
        for (uint32_t x = 40; x < 160; x++) {
            const uint8_t *at = picture.rgba + 4 * ((size_t)y * picture.width + x);
            dark += at[0] < 40;
            light += at[0] > 252;
        }
    }
    assert_true(dark > 100 && light > 100);
    free(png);
    pdk_memory_destroy(&made.memory);
}

static void files_are_the_same_again(void **state)
{
    (void)state;
    page made;
    begin(&made);
    for (int format = PDK_PLOT_PNG; format <= PDK_PLOT_PDF; format++) {
        size_t one_size, two_size;
        uint8_t *one = written(&made, (pdk_plot_format)format, &one_size),
                *two = written(&made, (pdk_plot_format)format, &two_size);
        assert_int_equal(one_size, two_size);
        assert_memory_equal(one, two, one_size);
        if (format == PDK_PLOT_PDF) assert_memory_equal(one, "%PDF-", 5);
        free(one);
        free(two);
    }
    pdk_memory_destroy(&made.memory);
}

static pdk_status refuse(void *user, const void *data, size_t size)
{
    size_t *left = user;
    (void)data;
    if (size > *left) return PDK_E_IO;
    *left -= size;
    return PDK_OK;
}

static void a_failing_output_fails_the_picture(void **state)
{
    (void)state;
    page made;
    begin(&made);
    for (int format = PDK_PLOT_PNG; format <= PDK_PLOT_PDF; format++) {
        for (size_t room = 0; room < 1000; room += 333) {
            size_t left = room;
            pdk_output *output = NULL;
            pdk_error error;
            assert_ok(pdk_output_callback(refuse, &left, &output, &error), error);
            pdk_status status = pdk_cairo_write(&made.drawing, &made.memory, (pdk_plot_format)format, output, &error);
            if (status == PDK_OK) status = pdk_output_finish(output, &error); /* what it held back */
            assert_int_equal(status, PDK_E_IO);
            pdk_output_close(output);
        }
    }
    pdk_memory_destroy(&made.memory);
}

typedef struct kept_bytes {
    uint8_t *bytes;
    size_t size;
} kept_bytes;

static bool keep_bytes(void *user, const void *data, size_t size)
{
    kept_bytes *kept = user;
    kept->bytes = realloc(kept->bytes, kept->size + size);
    assert_non_null(kept->bytes);
    memcpy(kept->bytes + kept->size, data, size);
    kept->size += size;
    return true;
}

/* PNG of two runs as the part draws them, one letter after the other. */
static uint8_t *drawn_from_the_left(page *made, const char *first, const char *second, size_t *size)
{
    pdk_part part;
    pdk_error error;
    assert_ok(pdk_part_open(&part, PDK_PART_CAIRO, "plot.absent", "drawing PNG", &error), error);
    const pdk_cairo_part_table *cairo = part.table;
    pdk_draw_item item = { .kind = PDK_DRAW_TEXT,
                           .as.text = { .x = 100,
                                        .y = 600,
                                        .size = 300,
                                        .halo = PDK_NO_COLOUR,
                                        .runs = { { .text = first }, { .text = second } },
                                        .run_count = 2 } };
    pdk_drawing drawing = made->drawing;
    drawing.items = &item;
    drawing.item_count = 1;
    kept_bytes kept = { 0 };
    pdk_cairo_host host = { .user = &kept, .write = keep_bytes };
    assert_int_equal(cairo->png(&host, &drawing), PDK_CAIRO_DONE);
    pdk_part_close(&part);
    *size = kept.size;
    return kept.bytes;
}

/* Names from right to left are drawn in the order in which they are read, and Arabic letters are joined. */
static void names_from_the_right_are_turned(void **state)
{
    (void)state;
    page made;
    size_t size, expected_size;
    begin(&made);
    pdk_draw_list list;
    pdk_draw_list_init(&list, &made.memory);
    pdk_draw_label label = { .x = 100, .y = 600, .size = 300, .behind = "\xD9\x85\xD8\xB1" };
    pdk_draw_text(&list, "\xD7\x90\xD7\x91 12", &label);
    uint8_t *expected = drawn_from_the_left(&made, "\xD7\x91\xD7\x90 12", "\xEF\xBA\xAE\xEF\xBB\xA3", &expected_size);
    pdk_draw_list_finish(&list, &made.drawing);
    uint8_t *png = written(&made, PDK_PLOT_PNG, &size);
    assert_int_equal(size, expected_size);
    assert_memory_equal(png, expected, size);
    free(png);
    free(expected);
    pdk_memory_destroy(&made.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_where_they_belong),
        cmocka_unit_test(files_are_the_same_again),
        cmocka_unit_test(names_from_the_right_are_turned),
        cmocka_unit_test(a_failing_output_fails_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
