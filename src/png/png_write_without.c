/* What stands for writing PNG in a Paddock without libpng. */
#include "png/png.h"

pdk_status pdk_png_begin(pdk_png_pixel pixel, uint32_t width, uint32_t height, int level, pdk_memory *memory,
                         pdk_output *output, pdk_png_writer **writer, pdk_error *error)
{
    (void)pixel;
    (void)width;
    (void)height;
    (void)level;
    (void)memory;
    (void)output;
    *writer = NULL;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "png.absent",
                    "this Paddock was built without libpng, which writes PNG");
}

pdk_status pdk_png_begin_indexed(const pdk_png_palette *palette, uint32_t width, uint32_t height, int level,
                                 pdk_memory *memory, pdk_output *output, pdk_png_writer **writer, pdk_error *error)
{
    (void)palette;
    return pdk_png_begin(PDK_PNG_GRAY8, width, height, level, memory, output, writer, error);
}

pdk_status pdk_png_text(pdk_png_writer *writer, const char *key, const char *text, pdk_error *error)
{
    (void)key;
    (void)text;
    return pdk_png_end(writer, error);
}

pdk_status pdk_png_row(pdk_png_writer *writer, const void *row, pdk_error *error)
{
    (void)row;
    return pdk_png_end(writer, error);
}

pdk_status pdk_png_end(pdk_png_writer *writer, pdk_error *error)
{
    (void)writer;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no PNG was begun");
}

void pdk_png_close(pdk_png_writer *writer)
{
    (void)writer;
}

bool pdk_has_png(void)
{
    return false;
}
