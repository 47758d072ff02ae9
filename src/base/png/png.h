/* Pictures as PNG, whole or row by row. Without the part for PNG every call fails with PDK_E_UNSUPPORTED, "png.absent".
 */
#ifndef PADDOCK_PNG_PNG_H
#define PADDOCK_PNG_PNG_H

#include "base/memory.h"

/* Of a picture, and how hard it is packed: 0 to 9. */
typedef struct pdk_png_shape {
    uint32_t width, height;
    int level;
} pdk_png_shape;

/* What a pixel is: samples in this order, 8 bits each unless the name says 16 (those in the machine's byte order). */
typedef enum pdk_png_pixel { PDK_PNG_GRAY8, PDK_PNG_GRAY16, PDK_PNG_RGB, PDK_PNG_RGBA } pdk_png_pixel;

/* Bytes of one. */
static inline size_t pdk_png_pixel_size(pdk_png_pixel pixel)
{
    static const uint8_t sizes[] = { 1, 2, 3, 4 };
    return sizes[pixel];
}

/* Row by row, for pictures that are not in memory as a whole. `level` is 1 (fast) to 9 (small), 0 = 6. What it needs
 * comes from `memory`, some 300 KB and a few rows. */
typedef struct pdk_png_writer pdk_png_writer;

pdk_status pdk_png_begin(pdk_png_pixel pixel, pdk_png_shape size, pdk_memory *memory, pdk_output *output,
                         pdk_png_writer **writer, pdk_error *error);
/* A line of text about the picture, Latin-1, before the first row: "Description", "z = ...". */
pdk_status pdk_png_text(pdk_png_writer *writer, const char *key, const char *text, pdk_error *error);
/* The next row from the top. */
pdk_status pdk_png_row(pdk_png_writer *writer, const void *row, pdk_error *error);
/* After the last row. */
pdk_status pdk_png_end(pdk_png_writer *writer, pdk_error *error);
/* Frees; accepts NULL. */
void pdk_png_close(pdk_png_writer *writer);

/* Pixels are numbers of colours: one byte each. At most 256 colours, R G B A each. */
typedef struct pdk_png_palette {
    uint8_t colors[256][4];
    uint32_t count;
} pdk_png_palette;
pdk_status pdk_png_begin_indexed(const pdk_png_palette *palette, pdk_png_shape size, pdk_memory *memory,
                                 pdk_output *output, pdk_png_writer **writer, pdk_error *error);
/* The same picture in fewer bytes and less time where it has at most 256 colours, as old art has; otherwise as RGBA. */
pdk_status pdk_png_write_compact(const uint8_t *rgba, pdk_png_shape size, pdk_memory *memory, pdk_output *output,
                                 pdk_error *error);

/* Whole pictures: rows from the top, no padding. Nothing is finished: that is the output's owner's. */
pdk_status pdk_png_write(pdk_png_pixel pixel, const void *pixels, pdk_png_shape size, pdk_memory *memory,
                         pdk_output *output, pdk_error *error);

#endif
