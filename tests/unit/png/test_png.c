/* PNG out and in: every kind libpng knows, what is refused and why, memory that fails. */
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "png/png.h"
#include "failing.h"
#include "png/png_read.h"
#include "sink.h"
#include "support.h"

/* libpng itself as the other side: pictures of kinds we never write. */
typedef struct kind {
    const char *name;
    int color, depth, interlace;
} kind;

static const kind kinds[] = {
    { "grey 1", PNG_COLOR_TYPE_GRAY, 1, PNG_INTERLACE_NONE },
    { "grey 8", PNG_COLOR_TYPE_GRAY, 8, PNG_INTERLACE_ADAM7 },
    { "grey 16", PNG_COLOR_TYPE_GRAY, 16, PNG_INTERLACE_NONE },
    { "grey and alpha", PNG_COLOR_TYPE_GRAY_ALPHA, 8, PNG_INTERLACE_NONE },
    { "palette 2", PNG_COLOR_TYPE_PALETTE, 2, PNG_INTERLACE_NONE },
    { "palette 8", PNG_COLOR_TYPE_PALETTE, 8, PNG_INTERLACE_ADAM7 },
    { "colours 8", PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_ADAM7 },
    { "colours 16", PNG_COLOR_TYPE_RGB, 16, PNG_INTERLACE_NONE },
    { "colours and alpha 16", PNG_COLOR_TYPE_RGB_ALPHA, 16, PNG_INTERLACE_ADAM7 },
};

enum { WIDTH = 13, HEIGHT = 9 };

static void append(png_structp png, png_bytep data, size_t size)
{
    assert_int_equal(pdk_output_write(png_get_io_ptr(png), data, size, NULL), PDK_OK);
}

static void no_flush(png_structp png)
{
    (void)png;
}

/* Every sample byte of row y, byte i is y * 29 + i * 7. */
static pdk_output *make(const kind *what)
{
    pdk_output *output = output_or_fail();
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_int_equal(setjmp(png_jmpbuf(png)), 0);
    png_set_write_fn(png, output, append, no_flush);
    png_set_IHDR(png, info, WIDTH, HEIGHT, what->depth, what->color, what->interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_color colors[256];
    png_byte alphas[1] = { 0 };
    for (int i = 0; i < 256; i++) colors[i] = (png_color){ (png_byte)i, (png_byte)(255 - i), (png_byte)(i / 2) };
    if (what->color == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, colors, 1 << what->depth);
        png_set_tRNS(png, info, alphas, 1, NULL);
    }
    png_write_info(png, info);
    int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < HEIGHT; y++) {
            png_byte row[WIDTH * 8];
            for (int i = 0; i < (int)sizeof row; i++) row[i] = (png_byte)(y * 29 + i * 7);
            png_write_row(png, row);
        }
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return output;
}

/* What the pixel comes to in RGBA, from the same rule. */
static void expect(const kind *what, int x, int y, uint8_t rgba[4])
{
    int channels = what->color == PNG_COLOR_TYPE_RGB          ? 3
                   : what->color == PNG_COLOR_TYPE_RGB_ALPHA  ? 4
                   : what->color == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                                              : 1;
    uint8_t values[4];
    for (int c = 0; c < channels; c++) {
        int sample = x * channels + c, depth = what->depth;
        if (depth == 16) {
            unsigned wide = (unsigned)(uint8_t)(y * 29 + sample * 14) << 8 | (uint8_t)(y * 29 + (sample * 2 + 1) * 7);
            values[c] = (uint8_t)((wide * 255 + 32767) / 65535);
        } else {
            int bit = sample * depth;
            uint8_t byte = (uint8_t)(y * 29 + bit / 8 * 7);
            values[c] = (uint8_t)(byte >> (8 - depth - bit % 8) & ((1 << depth) - 1));
        }
    }
    if (what->color == PNG_COLOR_TYPE_PALETTE) {
        uint8_t i = values[0];
        memcpy(rgba, (uint8_t[]){ i, (uint8_t)(255 - i), (uint8_t)(i / 2), i == 0 ? 0 : 255 }, 4);
    } else if (channels <= 2) {
        uint8_t grey = what->depth == 1 ? (uint8_t)(values[0] * 255) : values[0];
        memcpy(rgba, (uint8_t[]){ grey, grey, grey, channels == 2 ? values[1] : 255 }, 4);
    } else {
        memcpy(rgba, (uint8_t[]){ values[0], values[1], values[2], channels == 4 ? values[3] : 255 }, 4);
    }
}

static void reads_every_kind(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        pdk_output *made = make(&kinds[k]);
        pdk_bytes bytes = pdk_output_bytes(made);
        pdk_memory memory;
        pdk_memory_init(&memory, NULL, 0);
        pdk_picture picture;
        pdk_error error;
        assert_ok(pdk_png_read(bytes.data, bytes.size, &memory, &picture, &error), error);
        assert_int_equal(picture.width, WIDTH);
        assert_int_equal(picture.height, HEIGHT);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                uint8_t wanted[4];
                expect(&kinds[k], x, y, wanted);
                if (memcmp(picture.rgba + (y * WIDTH + x) * 4, wanted, 4) != 0)
                    fail_msg("%s at %d, %d", kinds[k].name, x, y);
            }
        }
        pdk_memory_destroy(&memory);
        pdk_output_close(made);
    }
}

/* A picture with every value of a byte in it. */
static void fill(uint8_t *pixels, size_t size)
{
    for (size_t i = 0; i < size; i++) pixels[i] = (uint8_t)(i * 37 + i / 251);
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    uint8_t pixels[40 * 30 * 4], wanted[sizeof pixels];
    fill(pixels, sizeof pixels);
    for (int pixel = PDK_PNG_GRAY8; pixel <= PDK_PNG_RGBA; pixel++) {
        for (int level = 0; level <= 9; level += 3) {
            pdk_memory memory;
            pdk_memory_init(&memory, NULL, 0);
            pdk_output *output = output_or_fail();
            pdk_picture picture;
            pdk_error error;
            assert_ok(
                pdk_png_write((pdk_png_pixel)pixel, pixels, (pdk_png_shape){ 40, 30, level }, &memory, output, &error),
                error);
            assert_int_equal(memory.used, 0);
            pdk_bytes bytes = pdk_output_bytes(output);
            assert_ok(pdk_png_size(bytes.data, bytes.size, &memory, &picture, &error), error);
            assert_true(picture.width == 40 && picture.height == 30 && picture.rgba == NULL);
            assert_ok(pdk_png_read(bytes.data, bytes.size, &memory, &picture, &error), error);
            for (size_t i = 0; i < 40 * 30; i++) {
                const uint8_t *from = pixels + i * pdk_png_pixel_size((pdk_png_pixel)pixel);
                uint8_t grey = from[0];
                if (pixel == PDK_PNG_GRAY16) { /* from the machine's order, rounded */
                    uint16_t wide;
                    memcpy(&wide, from, 2);
                    grey = (uint8_t)((wide * 255U + 32767) / 65535);
                }
                bool colored = pixel >= PDK_PNG_RGB;
                memcpy(wanted + i * 4,
                       (uint8_t[]){ grey, colored ? from[1] : grey, colored ? from[2] : grey,
                                    pixel == PDK_PNG_RGBA ? from[3] : 255 },
                       4);
            }
            assert_memory_equal(picture.rgba, wanted, sizeof wanted);
            pdk_output_close(output);
            pdk_memory_destroy(&memory);
        }
    }
}

/* The same picture by rows gives the same bytes. */
static void writes_by_rows(void **state)
{
    (void)state;
    uint16_t gray[300 * 20];
    fill((uint8_t *)gray, sizeof gray);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_output *whole = NULL, *rows = NULL;
    pdk_error error;
    whole = output_or_fail();
    rows = output_or_fail();
    assert_ok(pdk_png_write(PDK_PNG_GRAY16, gray, (pdk_png_shape){ 300, 20, 0 }, &memory, whole, &error), error);
    pdk_png_writer *writer;
    assert_ok(pdk_png_begin(PDK_PNG_GRAY16, (pdk_png_shape){ 300, 20, 6 }, &memory, rows, &writer, &error), error);
    for (size_t y = 0; y < 20; y++) assert_ok(pdk_png_row(writer, gray + y * 300, &error), error);
    assert_ok(pdk_png_end(writer, &error), error);
    pdk_png_close(writer);
    assert_int_equal(memory.used, 0);
    assert_int_equal(pdk_output_bytes(whole).size, pdk_output_bytes(rows).size);
    assert_memory_equal(pdk_output_bytes(whole).data, pdk_output_bytes(rows).data, pdk_output_bytes(whole).size);
    pdk_output_close(whole);
    pdk_output_close(rows);
    pdk_memory_destroy(&memory);
}

static void passes_failures_on(void **state)
{
    (void)state;
    static uint8_t rgb[1024 * 512 * 3]; /* more than an output holds back */
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof rgb; i++) rgb[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_output *output = NULL;
    pdk_error error;
    assert_ok(pdk_output_callback(refuse_write, NULL, &output, &error), error);
    assert_fails(pdk_png_write(PDK_PNG_RGB, rgb, (pdk_png_shape){ 1024, 512, 1 }, &memory, output, &error), error,
                 PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_fails(pdk_png_write(PDK_PNG_RGB, rgb, (pdk_png_shape){ 0, 512, 1 }, &memory, output, &error), error,
                 PDK_E_ARGUMENT, "png.write", PDK_NO_OFFSET);
    assert_int_equal(memory.used, 0);
    pdk_output_close(output);
    memory.limit = 100000;
    output = output_or_fail();
    assert_fails(pdk_png_write(PDK_PNG_RGB, rgb, (pdk_png_shape){ 1024, 512, 1 }, &memory, output, &error), error,
                 PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
    assert_int_equal(memory.used, 0);
    pdk_output_close(output);
    pdk_memory_destroy(&memory);
}

/* -------------------------------------------------------------------------------------------------- refusals */

static pdk_status read_png(const void *data, size_t size, uint64_t limit, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, limit);
    pdk_picture picture;
    pdk_status status = pdk_png_read(data, size, &memory, &picture, error);
    assert_true((status == PDK_OK) == (picture.rgba != NULL));
    if (status != PDK_OK) assert_int_equal(memory.used, 0);
    pdk_memory_destroy(&memory);
    return status;
}

static void refuses_every_prefix(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k += 5) {
        pdk_output *made = make(&kinds[k]);
        pdk_bytes bytes = pdk_output_bytes(made);
        pdk_error error;
        for (size_t size = 0; size < bytes.size; size++) {
            uint8_t *exact = malloc(size > 0 ? size : 1);
            memcpy(exact, bytes.data, size);
            bool signed_off = size >= 8;
            assert_fails(read_png(exact, size, 0, &error), error, signed_off ? PDK_E_TRUNCATED : PDK_E_UNKNOWN_FORMAT,
                         signed_off ? "png.truncated" : "png.signature", signed_off ? size : 0);
            free(exact);
        }
        pdk_output_close(made);
    }
}

static void survives_every_byte(void **state)
{
    (void)state;
    pdk_output *made = make(&kinds[5]);
    pdk_bytes bytes = pdk_output_bytes(made);
    uint8_t *copy = malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    size_t refused = 0;
    for (size_t at = 0; at < bytes.size; at++) {
        pdk_error error;
        copy[at] ^= 0x41;
        refused += read_png(copy, bytes.size, 1 << 24, &error) != PDK_OK;
        copy[at] ^= 0x41;
    }
    assert_true(refused > bytes.size * 4 / 5); /* checksums see to it, except for bytes that are not needed */
    free(copy);
    pdk_output_close(made);
}

static uint32_t checksum(const uint8_t *data, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
    }
    return ~sum;
}

static void put_u32be(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void refuses_what_cannot_be(void **state)
{
    (void)state;
    pdk_output *made = make(&kinds[6]);
    pdk_bytes bytes = pdk_output_bytes(made);
    uint8_t *copy = malloc(bytes.size);
    pdk_error error;
    memcpy(copy, bytes.data, bytes.size);
    put_u32be(copy + 16, 2000000000);
    put_u32be(copy + 20, 2000000000);
    put_u32be(copy + 29, checksum(copy + 12, 17));
    assert_fails(read_png(copy, bytes.size, 0, &error), error, PDK_E_CORRUPT, "png.size", 8);
    put_u32be(copy + 16, 0);
    put_u32be(copy + 29, checksum(copy + 12, 17));
    assert_fails(read_png(copy, bytes.size, 0, &error), error, PDK_E_CORRUPT, "png.damaged", 33);
    memcpy(copy, bytes.data, bytes.size);
    copy[30] ^= 1; /* the header's checksum */
    assert_fails(read_png(copy, bytes.size, 0, &error), error, PDK_E_CORRUPT, "png.damaged", 33);
    assert_fails(read_png(bytes.data, bytes.size, 1000, &error), error, PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
    assert_fails(read_png("GIF89a, not this", 16, 0, &error), error, PDK_E_UNKNOWN_FORMAT, "png.signature", 0);
    free(copy);
    pdk_output_close(made);
}

/* ---------------------------------------------------------------------------------------------------- memory */

static void lives_with_every_failed_allocation(void **state)
{
    (void)state;
    uint8_t pixels[40 * 30 * 4];
    fill(pixels, sizeof pixels);
    for (size_t fail_at = 1;; fail_at++) {
        failing heap = { .fail_at = fail_at };
        pdk_allocator allocator = failing_allocator(&heap);
        pdk_memory memory;
        pdk_memory_init(&memory, &allocator, 0);
        pdk_output *output = output_or_fail();
        pdk_picture picture;
        pdk_error error;
        pdk_status status = pdk_png_write(PDK_PNG_RGBA, pixels, (pdk_png_shape){ 40, 30, 0 }, &memory, output, &error);
        pdk_bytes bytes = pdk_output_bytes(output);
        if (status == PDK_OK) status = pdk_png_read(bytes.data, bytes.size, &memory, &picture, &error);
        if (status != PDK_OK) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
        pdk_output_close(output);
        pdk_memory_destroy(&memory);
        assert_int_equal(heap.live, 0);
        if (status == PDK_OK) {
            assert_true(fail_at > 11);
            return;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_kind),       cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(writes_by_rows),         cmocka_unit_test(passes_failures_on),
        cmocka_unit_test(refuses_every_prefix),   cmocka_unit_test(survives_every_byte),
        cmocka_unit_test(refuses_what_cannot_be), cmocka_unit_test(lives_with_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
