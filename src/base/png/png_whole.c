/* Whole pictures, by way of the rows. */
#include "png/png.h"

pdk_status pdk_png_write(pdk_png_pixel pixel, const void *pixels, uint32_t width, uint32_t height, int level,
                         pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_png_writer *writer;
    const uint8_t *row = pixels;
    pdk_status status = pdk_png_begin(pixel, width, height, level, memory, output, &writer, error);
    for (uint32_t y = 0; y < height && status == PDK_OK; y++, row += width * pdk_png_pixel_size(pixel)) {
        status = pdk_png_row(writer, row, error);
    }
    if (status == PDK_OK) status = pdk_png_end(writer, error);
    pdk_png_close(writer);
    return status;
}
