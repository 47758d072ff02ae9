/* PNG out: rows go to libpng, what it makes of them to the output. */
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "png/png.h"

struct pdk_png_writer {
    pdk_memory *memory;
    pdk_output *output;
    png_structp png;
    png_infop info;
    uint32_t width, height;
    bool no_memory;
    pdk_error failure; /* of the output */
    char reason[128];  /* libpng's */
    jmp_buf out;       /* where libpng's failures lead: every call into it is made with this set */
};

static void *allocate(png_structp png, png_alloc_size_t size)
{
    pdk_png_writer *writer = png_get_mem_ptr(png);
    void *block = pdk_alloc_raw(writer->memory, size);
    writer->no_memory = writer->no_memory || block == NULL;
    return block;
}

static void release(png_structp png, void *block)
{
    pdk_free(((pdk_png_writer *)png_get_mem_ptr(png))->memory, block);
}

static _Noreturn void give_up(png_structp png, png_const_charp reason)
{
    pdk_png_writer *writer = png_get_error_ptr(png);
    snprintf(writer->reason, sizeof writer->reason, "%s", reason);
    longjmp(writer->out, 1);
}

static void ignore(png_structp png, png_const_charp warning)
{
    (void)png;
    (void)warning;
}

static void pass_on(png_structp png, png_bytep data, size_t size)
{
    pdk_png_writer *writer = png_get_io_ptr(png);
    if (pdk_output_write(writer->output, data, size, &writer->failure) != PDK_OK) png_error(png, "the output failed");
}

static void flush(png_structp png)
{
    (void)png;
}

static pdk_status fail(pdk_png_writer *writer, pdk_error *error)
{
    if (writer->failure.status != PDK_OK) {
        if (error != NULL) *error = writer->failure;
        return writer->failure.status;
    }
    if (writer->no_memory) return pdk_fail_memory(error, writer->memory, "a PNG");
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "png.write", "%u x %u pixels cannot become a PNG: %s",
                    (unsigned)writer->width, (unsigned)writer->height, writer->reason);
}

/* Colours, and how opaque they are as far as that is not fully. */
static void put_palette(pdk_png_writer *writer, const pdk_png_palette *palette)
{
    png_color colors[256] = { { 0, 0, 0 } };
    png_byte alphas[256] = { 0 };
    int see_through = 0;
    for (uint32_t i = 0; i < palette->count; i++) {
        const uint8_t *color = palette->colors[i];
        colors[i] = (png_color){ color[0], color[1], color[2] };
        alphas[i] = color[3];
        if (color[3] != 255) see_through = (int)i + 1;
    }
    png_set_PLTE(writer->png, writer->info, colors, (int)palette->count);
    if (see_through > 0) png_set_tRNS(writer->png, writer->info, alphas, see_through, NULL);
}

/* `palette` NULL = pixels are colours themselves. */
static pdk_status start(pdk_png_writer *writer, pdk_png_pixel pixel, const pdk_png_palette *palette, int level,
                        pdk_error *error)
{
    static const int colors[] = { PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA };
    if (setjmp(writer->out) != 0) return fail(writer, error);
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, give_up, ignore, writer, allocate, release);
    if (writer->png == NULL) return fail(writer, error);
    writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL) return fail(writer, error);
    png_set_write_fn(writer->png, writer, pass_on, flush);
    png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_compression_level(writer->png, level > 0 ? level : 6);
    png_set_IHDR(writer->png, writer->info, writer->width, writer->height, pixel == PDK_PNG_GRAY16 ? 16 : 8,
                 palette != NULL ? PNG_COLOR_TYPE_PALETTE : colors[pixel], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (palette != NULL) put_palette(writer, palette);
    png_write_info(writer->png, writer->info);
    const uint16_t one = 1;
    if (pixel == PDK_PNG_GRAY16 && *(const uint8_t *)&one == 1) png_set_swap(writer->png); /* PNG is big-endian */
    return PDK_OK;
}

static pdk_status begin(pdk_png_pixel pixel, const pdk_png_palette *palette, uint32_t width, uint32_t height, int level,
                        pdk_memory *memory, pdk_output *output, pdk_png_writer **result, pdk_error *error)
{
    *result = NULL;
    pdk_png_writer *writer = pdk_alloc(memory, sizeof *writer);
    if (writer == NULL) return pdk_fail_memory(error, memory, "a PNG");
    writer->memory = memory;
    writer->output = output;
    writer->width = width;
    writer->height = height;
    pdk_status status = start(writer, pixel, palette, level, error);
    if (status == PDK_OK) *result = writer;
    else pdk_png_close(writer);
    return status;
}

pdk_status pdk_png_begin(pdk_png_pixel pixel, uint32_t width, uint32_t height, int level, pdk_memory *memory,
                         pdk_output *output, pdk_png_writer **result, pdk_error *error)
{
    return begin(pixel, NULL, width, height, level, memory, output, result, error);
}

pdk_status pdk_png_begin_indexed(const pdk_png_palette *palette, uint32_t width, uint32_t height, int level,
                                 pdk_memory *memory, pdk_output *output, pdk_png_writer **result, pdk_error *error)
{
    return begin(PDK_PNG_GRAY8, palette, width, height, level, memory, output, result, error);
}

pdk_status pdk_png_text(pdk_png_writer *writer, const char *key, const char *text, pdk_error *error)
{
    uint8_t chunk[512];
    size_t key_size = strlen(key) + 1, size = key_size + strlen(text);
    if (key_size > 80 || size > sizeof chunk) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "png.text",
                        "a PNG's text \"%.79s\" of %zu bytes is too long", key, size);
    }
    memcpy(chunk, key, key_size);
    memcpy(chunk + key_size, text, size - key_size);
    if (setjmp(writer->out) != 0) return fail(writer, error);
    png_write_chunk(writer->png, (png_const_bytep) "tEXt", chunk, size);
    return PDK_OK;
}

pdk_status pdk_png_row(pdk_png_writer *writer, const void *row, pdk_error *error)
{
    if (setjmp(writer->out) != 0) return fail(writer, error);
    png_write_row(writer->png, row);
    return PDK_OK;
}

pdk_status pdk_png_end(pdk_png_writer *writer, pdk_error *error)
{
    if (setjmp(writer->out) != 0) return fail(writer, error);
    png_write_end(writer->png, NULL);
    return PDK_OK;
}

void pdk_png_close(pdk_png_writer *writer)
{
    if (writer == NULL) return;
    png_destroy_write_struct(writer->png != NULL ? &writer->png : NULL, &writer->info);
    pdk_free(writer->memory, writer);
}

bool pdk_has_png(void)
{
    return true;
}
