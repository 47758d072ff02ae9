/* Whole pictures, by way of the rows. */
#include "png/png.h"

pdk_status pdk_png_write(pdk_png_pixel pixel, const void *pixels, pdk_png_shape size, pdk_memory *memory,
                         pdk_output *output, pdk_error *error)
{
    pdk_png_writer *writer;
    const uint8_t *row = pixels;
    pdk_status status =
        pdk_png_begin(pixel, (pdk_png_shape){ size.width, size.height, size.level }, memory, output, &writer, error);
    for (uint32_t y = 0; y < size.height && status == PDK_OK; y++, row += size.width * pdk_png_pixel_size(pixel)) {
        status = pdk_png_row(writer, row, error);
    }
    if (status == PDK_OK) status = pdk_png_end(writer, error);
    pdk_png_close(writer);
    return status;
}
