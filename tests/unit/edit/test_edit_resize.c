/* Pictures of other sizes: where every byte is afterwards, and what is refused. */
#include <string.h>

#include "base/load.h"
#include "fam_look.h"
#include "fam_maker.h"

static pdk_status resized(const maker *made, const char *name, uint32_t width, uint32_t height, pdk_output **output,
                          pdk_error *error)
{
    pdk_document *document = open_bytes_or_fail(made->bytes, made->size);
    const pdk_image_resize wanted = { .name = name, .width = width, .height = height };
    *output = output_or_fail();
    pdk_status status = pdk_images_resize(document, &wanted, 1, *output, error);
    if (status != PDK_OK) assert_int_equal(pdk_output_bytes(*output).size, 0);
    pdk_close(document);
    return status;
}

/* Directory, bitmap and palette follow each other without filling: so they do afterwards. */
static void every_byte(void **state)
{
    (void)state;
    const size_t colors = 0x36;
    maker made = set_of(2, 0x52);
    put_line(&made, 0, "aaaa", 0x20);
    put_line(&made, 1, "!pal", 0x36);
    put_block(&made, 0x20, 0x7B, 0, 3, 2);
    put_block(&made, 0x36, 0x24, 0, 4, 3);
    for (uint8_t i = 0; i < 6; i++) made.bytes[0x30 + i] = (uint8_t)(i % 4);
    pdk_output *output;
    pdk_error error = { 0 };
    assert_ok(resized(&made, "aaaa", 5, 3, &output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.size, made.size + 15 - 6);
    assert_int_equal(pdk_load_u32(bytes.data + 4), pdk_load_u32(made.bytes + 4) + 9);
    assert_memory_equal(bytes.data + 0x30, ((uint8_t[]){ 0, 1, 2, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0 }), 15);
    assert_int_equal(pdk_load_u16(bytes.data + 0x24), 5);
    assert_int_equal(pdk_load_u16(bytes.data + 0x26), 3);
    assert_memory_equal(bytes.data + colors + 9, made.bytes + colors, made.size - colors);
    pdk_output_close(output);
}

/* A set whose blocks begin at multiples of four: a, b and its palette, to which both lead, b backwards by way of a. */
static maker filled_set(void)
{
    maker made = set_of(3, 0x7C);
    put_line(&made, 0, "aaaa", 0x28);
    put_line(&made, 1, "!pal", 0x3C);
    put_line(&made, 2, "bbbb", 0x58);
    put_block(&made, 0x28, 0x7B, 0x14, 3, 1); /* 19 bytes, and one of filling */
    put_block(&made, 0x3C, 0x24, 0, 4, 3);    /* 28 bytes */
    put_block(&made, 0x58, 0x7B, -0x30, 5, 4);
    return made;
}

static void filling_and_distances(void **state)
{
    (void)state;
    maker made = filled_set();
    pdk_output *output;
    pdk_error error = { 0 };
    assert_ok(resized(&made, "aaaa", 2, 3, &output, &error), error); /* 22 bytes, and two of filling */
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.size, made.size + 4);
    assert_int_equal(pdk_load_u32(bytes.data + 4), 0x80);
    assert_int_equal(pdk_load_u32(bytes.data + 0x14), 0x28);
    assert_int_equal(pdk_load_u32(bytes.data + 0x1C), 0x40);
    assert_int_equal(pdk_load_u32(bytes.data + 0x24), 0x5C);
    assert_int_equal(pdk_load_i24(bytes.data + 0x29), 0x18);
    assert_int_equal(pdk_load_i24(bytes.data + 0x5D), -0x34);
    assert_memory_equal(bytes.data + 0x40, made.bytes + 0x3C, 0x1C);
    assert_memory_equal(bytes.data + 0x60, made.bytes + 0x5C, made.size - 0x5C);
    pdk_output_close(output);
    assert_ok(resized(&made, "bbbb", 1, 1, &output, &error), error); /* the last: no filling */
    assert_int_equal(pdk_output_bytes(output).size, made.size - 19);
    assert_int_equal(pdk_load_u32(pdk_output_bytes(output).data + 4), 0x7C - 19);
    pdk_output_close(output);
}

static void expect_refused(const maker *made, const char *name, uint32_t width, uint32_t height, pdk_status status,
                           const char *code)
{
    pdk_output *output;
    pdk_error error = { 0 };
    assert_int_equal(resized(made, name, width, height, &output, &error), status);
    assert_string_equal(error.code, code);
    assert_string_equal(error.where, name);
    pdk_output_close(output);
}

static void refused(void **state)
{
    (void)state;
    maker made = filled_set();
    expect_refused(&made, "cccc", 1, 1, PDK_E_ARGUMENT, "set.unknown");
    expect_refused(&made, "!pal", 1, 1, PDK_E_ARGUMENT, "set.unknown");
    expect_refused(&made, "aaaa", 0, 1, PDK_E_ARGUMENT, "set.image.size");
    expect_refused(&made, "aaaa", 1, 65536, PDK_E_ARGUMENT, "set.image.size");
    expect_refused(&made, "aaaa", 65535, 200, PDK_E_ARGUMENT, "set.image.far"); /* 13 MB */
    maker packed = filled_set();
    packed.bytes[0x28] |= 0x80;
    expect_refused(&packed, "aaaa", 2, 2, PDK_E_UNSUPPORTED, "set.image.packed");
    maker shared = filled_set();
    store_u32(shared.bytes + 0x1C, 0x3A); /* the palette begins within the pixels of a */
    shared.bytes[0x3A] = 0x24;
    store_u16(shared.bytes + 0x3E, 1);
    expect_refused(&shared, "aaaa", 2, 2, PDK_E_ARGUMENT, "set.image.overlap");
    maker endless = filled_set();
    endless.bytes[0x3D] = 0x1C; /* from the palette to b, and back */
    expect_refused(&endless, "aaaa", 2, 2, PDK_E_ARGUMENT, "set.image.overlap");
    maker outside = filled_set();
    outside.bytes[0x29] = 0x7F;
    expect_refused(&outside, "aaaa", 2, 2, PDK_E_ARGUMENT, "set.image.overlap");
}

static void wrong_calls(void **state)
{
    (void)state;
    maker made = filled_set();
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    pdk_output *output = output_or_fail();
    const pdk_image_resize twice[] = { { .name = "aaaa", .width = 2, .height = 2 },
                                       { .name = "aaaa", .width = 2, .height = 3 } },
                           nameless = { .width = 2, .height = 2 },
                           no_png = { .name = "aaaa", .png = "no PNG at all", .png_size = 13 };
    pdk_error error = { 0 };
    assert_fails(pdk_images_resize(NULL, twice, 1, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_images_resize(document, NULL, 1, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_images_resize(document, twice, 0, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_images_resize(document, twice, 1, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_images_resize(document, &nameless, 1, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_images_resize(document, twice, 2, output, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "set.image.size");
    assert_int_equal(pdk_images_resize(document, &no_png, 1, output, &error), PDK_E_UNKNOWN_FORMAT);
    assert_string_equal(error.code, "png.signature");
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);
    pdk_close(document);
}

/* Other formats, cars, and files of which a part is missing. */
static void wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *format, *dialect, *code;
        size_t size; /* 0 = all */
    } files[] = { { "tri", NULL, "edit.unsupported", 0 },
                  { "wwww", "car", "set.image.model", 0 },
                  { "shpi", NULL, "set.image.incomplete", 3000 } };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        pdk_synth_options making = PDK_SYNTH_OPTIONS_INIT;
        pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
        pdk_output *made = output_or_fail(), *output = output_or_fail();
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        making.dialect = files[i].dialect;
        opening.partial = files[i].size > 0;
        assert_ok(pdk_synth(files[i].format, &making, made, &error), error);
        pdk_bytes bytes = pdk_output_bytes(made);
        size_t size = files[i].size > 0 ? files[i].size : bytes.size;
        assert_ok(pdk_open_memory(bytes.data, size, &opening, &document, &error), error);
        const pdk_image_info *image = pdk_document_image_at(document, 0);
        const pdk_image_resize wanted = { .name = image != NULL ? image->name : "aaaa", .width = 2, .height = 2 };
        assert_true(pdk_images_resize(document, &wanted, 1, output, &error) != PDK_OK);
        assert_string_equal(error.code, files[i].code);
        assert_int_equal(pdk_output_bytes(output).size, 0);
        pdk_output_close(output);
        pdk_output_close(made);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte),  cmocka_unit_test(filling_and_distances), cmocka_unit_test(refused),
        cmocka_unit_test(wrong_calls), cmocka_unit_test(wrong_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
