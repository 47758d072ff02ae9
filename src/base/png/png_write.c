/* PNG out, by the part for PNG: rows go to it, and what it makes of them to the output. */
#include <string.h>

#include "parts/png_part.h"
#include "png/png.h"

struct pdk_png_writer {
    pdk_memory *memory;
    pdk_output *output;
    pdk_part part;
    const pdk_png_part_table *png;
    pdk_png_host host;
    pdk_png_encoder *encoder;
    uint32_t width, height;
    pdk_error failure; /* of the output */
};

static void *allocate(void *user, size_t size)
{
    const pdk_png_writer *writer = user;
    return pdk_alloc_raw(writer->memory, size);
}

static void release(void *user, void *block)
{
    const pdk_png_writer *writer = user;
    pdk_free(writer->memory, block);
}

static bool pass_on(void *user, const void *data, size_t size)
{
    pdk_png_writer *writer = user;
    return pdk_output_write(writer->output, data, size, &writer->failure) == PDK_OK;
}

static pdk_status report(const pdk_png_writer *writer, pdk_png_result result, pdk_error *error)
{
    if (result == PDK_PNG_DONE) return PDK_OK;
    if (result == PDK_PNG_NO_MEMORY) return pdk_fail_memory(error, writer->memory, "a PNG");
    if (result == PDK_PNG_NO_OUTPUT) {
        if (error != NULL) *error = writer->failure;
        return writer->failure.status;
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "png.write", "%u x %u pixels cannot become a PNG: %s",
                    (unsigned)writer->width, (unsigned)writer->height, writer->host.reason);
}

static pdk_status begin(const pdk_png_image *image, pdk_memory *memory, pdk_output *output, pdk_png_writer **result,
                        pdk_error *error)
{
    *result = NULL;
    pdk_png_writer *writer = pdk_alloc(memory, sizeof *writer);
    if (writer == NULL) return pdk_fail_memory(error, memory, "a PNG");
    writer->memory = memory;
    writer->output = output;
    writer->host = (pdk_png_host){ .user = writer, .allocate = allocate, .release = release, .write = pass_on };
    writer->width = image->width;
    writer->height = image->height;
    pdk_status status = pdk_part_open(&writer->part, PDK_PART_PNG, "png.absent", "PNG", error);
    if (status == PDK_OK) {
        writer->png = writer->part.table;
        status = report(writer, writer->png->write_begin(&writer->host, image, &writer->encoder), error);
    }
    if (status == PDK_OK) *result = writer;
    else pdk_png_close(writer);
    return status;
}

static int level_of(int level)
{
    return level > 0 ? level : 6;
}

pdk_status pdk_png_begin(pdk_png_pixel pixel, pdk_png_shape size, pdk_memory *memory, pdk_output *output,
                         pdk_png_writer **result, pdk_error *error)
{
    static const int channels[] = { 1, 1, 3, 4 };
    pdk_png_image image = {
        .width = size.width, .height = size.height, .channels = channels[pixel], .level = level_of(size.level)
    };
    image.bits = pixel == PDK_PNG_GRAY16 ? 16 : 8;
    return begin(&image, memory, output, result, error);
}

pdk_status pdk_png_begin_indexed(const pdk_png_palette *palette, pdk_png_shape size, pdk_memory *memory,
                                 pdk_output *output, pdk_png_writer **result, pdk_error *error)
{
    pdk_png_image image = {
        .width = size.width, .height = size.height, .channels = 1, .bits = 8, .level = level_of(size.level)
    };
    image.palette = palette->colors;
    image.palette_count = palette->count;
    return begin(&image, memory, output, result, error);
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
    return report(writer, writer->png->write_text(writer->encoder, chunk, size), error);
}

pdk_status pdk_png_row(pdk_png_writer *writer, const void *row, pdk_error *error)
{
    return report(writer, writer->png->write_row(writer->encoder, row), error);
}

pdk_status pdk_png_end(pdk_png_writer *writer, pdk_error *error)
{
    return report(writer, writer->png->write_end(writer->encoder), error);
}

void pdk_png_close(pdk_png_writer *writer)
{
    if (writer == NULL) return;
    if (writer->png != NULL) writer->png->write_close(writer->encoder);
    pdk_part_close(&writer->part);
    pdk_free(writer->memory, writer);
}
