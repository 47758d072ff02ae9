/* Images of documents as PNG: one to an output, many to files, and PNG back into the file. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "png/png.h"
#include "failing.h"
#include "fam_look.h"
#include "png/png_read.h"
#include "picture.h"
#include "sink.h"

/* ---------------------------------------------------------------------------------------------------- one */

static pdk_document *generated(const char *format, uint8_t **data, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    *data = synth_or_fail(format, &options, size);
    return open_bytes_or_fail(*data, *size);
}

/* Kinds of pixel a PNG has in its header. */
enum { COLOR_TYPE = 25, RGB = 2, RGBA = 6 };

static void assert_shows(pdk_bytes png, const uint8_t *rgba, uint32_t width, uint32_t height)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_picture picture;
    pdk_error error;
    assert_ok(pdk_png_read(png.data, png.size, &memory, &picture, &error), error);
    assert_int_equal(picture.width, width);
    assert_int_equal(picture.height, height);
    assert_memory_equal(picture.rgba, rgba, (size_t)width * height * 4);
    size_t clear = 0;
    for (size_t i = 0; i < (size_t)width * height; i++) clear += rgba[i * 4 + 3] != 255;
    assert_int_equal(png.data[COLOR_TYPE], clear > 0 ? RGBA : RGB); /* alpha only where it says something */
    pdk_memory_destroy(&memory);
}

static void every_image_is_written(void **state)
{
    (void)state;
    static const char *const formats[] = { "wwww", "shpi" };
    for (size_t f = 0; f < 2; f++) {
        uint8_t *data;
        size_t size;
        pdk_document *document = generated(formats[f], &data, &size);
        for (size_t i = 0; i < pdk_document_image_count(document); i++) {
            const pdk_image_info *info = pdk_document_image_at(document, i);
            uint8_t *rgba = image_or_fail(document, info->name, info->width, info->height);
            pdk_output *output = output_or_fail();
            pdk_error error = { 0 };
            assert_ok(pdk_image_write_png(document, i, output, &error), error);
            assert_shows(pdk_output_bytes(output), rgba, info->width, info->height);
            pdk_output_close(output);
            free(rgba);
        }
        pdk_close(document);
        free(data);
    }
}

static void wrong_calls(void **state)
{
    (void)state;
    uint8_t *data;
    size_t size;
    pdk_document *document = generated("shpi", &data, &size);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_image_write_png(document, 10, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_image_write_png(NULL, 0, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_image_write_png(document, 0, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_images_write_png(NULL, NULL, 0, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_images_write_png(document, NULL, 1, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_ok(pdk_images_write_png(document, NULL, 0, NULL, NULL, &error), error);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
    pdk_close(document);
    free(data);
}

/* --------------------------------------------------------------------------------------------------- files */

enum { FILES = 10, PATH = 256, MANY = 400 };

typedef struct folder {
    char name[64];
    char paths[FILES][PATH];
    pdk_image_file files[FILES];
} folder;

static void make_folder(folder *to)
{
    snprintf(to->name, sizeof to->name, "/tmp/paddock-pictures-XXXXXX");
    assert_non_null(mkdtemp(to->name));
    for (size_t i = 0; i < FILES; i++) {
        snprintf(to->paths[i], PATH, "%s/%zu.png", to->name, i);
        to->files[i] = (pdk_image_file){ .image = i, .path = to->paths[i] };
    }
}

static void drop_folder(const folder *from)
{
    for (size_t i = 0; i < FILES; i++) remove(from->paths[i]);
    assert_int_equal(rmdir(from->name), 0); /* nothing half-written is left */
}

static void files_are_written(void **state)
{
    (void)state;
    uint8_t *data;
    size_t size;
    pdk_document *document = generated("shpi", &data, &size);
    folder to;
    make_folder(&to);
    assert_int_equal(mkdir(to.paths[3], 0777), 0); /* in the way */
    to.files[5].image = 77;                        /* no such image */
    pdk_error error = { 0 };
    assert_fails(pdk_images_write_png(document, to.files, FILES, NULL, NULL, &error), error, PDK_E_IO, "io.directory",
                 PDK_NO_OFFSET);
    for (size_t i = 0; i < FILES; i++) {
        struct stat about;
        pdk_status wanted = i == 3 ? PDK_E_IO : i == 5 ? PDK_E_ARGUMENT : PDK_OK;
        assert_int_equal(to.files[i].error.status, wanted);
        assert_true((stat(to.paths[i], &about) == 0 && S_ISREG(about.st_mode)) == (wanted == PDK_OK));
        if (wanted != PDK_OK) continue;
        size_t length;
        uint8_t *png = read_file(to.paths[i], &length);
        uint8_t *rgba = image_or_fail(document, pdk_document_image_at(document, i)->name, 32, 32);
        assert_shows((pdk_bytes){ png, length }, rgba, 32, 32);
        free(rgba);
        free(png);
    }
    drop_folder(&to);
    pdk_close(document);
    free(data);
}

/* So many that the caller's thread, which asks, gets one of them on a busy machine, too. */
static void writing_can_be_stopped(void **state)
{
    (void)state;
    uint8_t *data;
    size_t size, written = 0;
    pdk_document *document = generated("shpi", &data, &size);
    folder to;
    make_folder(&to);
    static char paths[MANY][PATH];
    static pdk_image_file files[MANY];
    for (size_t i = 0; i < MANY; i++) {
        snprintf(paths[i], PATH, "%s/%zu.png", to.name, i);
        files[i] = (pdk_image_file){ .image = i % FILES, .path = paths[i] };
    }
    pdk_error error = { 0 };
    int calls = 0;
    assert_fails(pdk_images_write_png(document, files, MANY, stop_at_once, &calls, &error), error, PDK_E_CANCELLED,
                 "cancelled", PDK_NO_OFFSET);
    assert_int_equal(calls, 1);
    for (size_t i = 0; i < MANY; i++) {
        struct stat about;
        assert_true((stat(paths[i], &about) == 0) == (files[i].error.status == PDK_OK));
        if (files[i].error.status != PDK_OK) assert_int_equal(files[i].error.status, PDK_E_CANCELLED);
        else written += remove(paths[i]) == 0;
    }
    assert_true(written < MANY);
    drop_folder(&to);
    pdk_close(document);
    free(data);
}

/* ----------------------------------------------------------------------------------------------------- back */

static void png_goes_in(void **state)
{
    (void)state;
    maker made = small_set();
    pdk_document *document = open_bytes_or_fail(made.bytes, made.size);
    pdk_edit *edit = NULL;
    pdk_output *png = NULL, *wide = NULL, *written = NULL;
    pdk_error error = { 0 };
    uint8_t *rgba = image_or_fail(document, "aaaa", 2, 2), swapped[16], none[64] = { 0 };
    for (size_t i = 0; i < 4; i++) memcpy(swapped + i * 4, rgba + (3 - i) * 4, 4);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    png = output_or_fail();
    wide = output_or_fail();
    written = output_or_fail();
    assert_ok(pdk_png_write(PDK_PNG_RGBA, swapped, (pdk_png_shape){ 2, 2, 9 }, &memory, png, &error), error);
    assert_ok(pdk_png_write(PDK_PNG_RGBA, none, (pdk_png_shape){ 4, 4, 9 }, &memory, wide, &error), error);
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    pdk_bytes bytes = pdk_output_bytes(png), other = pdk_output_bytes(wide);
    const char *path = "entry[aaaa].image";
    assert_fails(pdk_edit_set_image_png(edit, path, other.data, other.size, &error), error, PDK_E_ARGUMENT,
                 "set.image.size", PDK_NO_OFFSET);
    assert_fails(pdk_edit_set_image_png(edit, path, bytes.data, bytes.size - 3, &error), error, PDK_E_TRUNCATED,
                 "png.truncated", bytes.size - 3);
    assert_fails(pdk_edit_set_image_png(edit, path, "no PNG at all", 13, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "png.signature", 0);
    assert_fails(pdk_edit_set_image_png(edit, "entry[aaab].image", bytes.data, bytes.size, &error), error,
                 PDK_E_ARGUMENT, "set.unknown", PDK_NO_OFFSET);
    assert_fails(pdk_edit_set_image_png(edit, path, NULL, 0, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_ok(pdk_edit_set_image_png(edit, path, bytes.data, bytes.size, &error), error);
    assert_ok(pdk_edit_write(edit, written, &error), error);
    for (uint8_t i = 0; i < 4; i++) made.bytes[0x30 + i] = (uint8_t)(3 - i);
    assert_memory_equal(pdk_output_bytes(written).data, made.bytes, made.size);
    pdk_output_close(png);
    pdk_output_close(wide);
    pdk_output_close(written);
    pdk_edit_close(edit);
    pdk_close(document);
    pdk_memory_destroy(&memory);
    free(rgba);
}

/* --------------------------------------------------------------------------------------------------- memory */

/* Out as PNG and back in, with the n-th allocation failing. */
static pdk_status out_and_in(const maker *made, failing *memory, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = failing_allocator(memory);
    pdk_document *document = NULL;
    pdk_edit *edit = NULL;
    pdk_output *png = output_or_fail();
    pdk_status status = pdk_open_memory(made->bytes, made->size, &options, &document, error);
    if (status == PDK_OK) status = pdk_image_write_png(document, 0, png, error);
    if (status == PDK_OK) status = pdk_edit_open(document, &edit, error);
    pdk_bytes bytes = pdk_output_bytes(png);
    if (status == PDK_OK) status = pdk_edit_set_image_png(edit, "entry[aaaa].image", bytes.data, bytes.size, error);
    pdk_edit_close(edit);
    pdk_close(document);
    pdk_output_close(png);
    return status;
}

static void memory_may_fail_anywhere(void **state)
{
    (void)state;
    maker made = small_set();
    for (size_t fail_at = 1;; fail_at++) {
        failing memory = { .fail_at = fail_at };
        pdk_error error = { 0 };
        pdk_status status = out_and_in(&made, &memory, &error);
        assert_int_equal(memory.live, 0);
        if (status == PDK_OK) {
            assert_true(fail_at > 41);
            return;
        }
        assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_image_is_written),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(files_are_written),
        cmocka_unit_test(writing_can_be_stopped),
        cmocka_unit_test(png_goes_in),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
