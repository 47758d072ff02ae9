/* A drawing as SVG. */
#ifndef PADDOCK_PLOT_SVG_H
#define PADDOCK_PLOT_SVG_H

#include "base/memory.h"
#include "parts/cairo_part.h"

/* The same bytes on every machine: no fonts are asked, no floating-point number is printed. */
pdk_status pdk_svg_write(const pdk_drawing *drawing, pdk_memory *memory, pdk_output *output, pdk_error *error);

/* Bytes on their way out, and a failure that stays. */
typedef struct pdk_svg_text {
    pdk_output *output;
    pdk_status status;
    pdk_error failure;
    size_t used;
    char room[8192];
} pdk_svg_text;

void pdk_svg_put(pdk_svg_text *to, const char *text);
/* Hands what is in the buffer to the output. */
void pdk_svg_drain(pdk_svg_text *to);
void pdk_svg_put_bytes(pdk_svg_text *to, const char *bytes, size_t size);

/* --- svg_image.c --- */

/* The picture as <image> with the PNG in it; PDK_E_MEMORY when out of memory. */
pdk_status pdk_svg_put_image(pdk_svg_text *to, const pdk_draw_picture *image, pdk_memory *memory, pdk_error *error);
/* Tenths of a pixel as "12.3". */
void pdk_svg_put_tenths(pdk_svg_text *to, int32_t tenths);

#endif
