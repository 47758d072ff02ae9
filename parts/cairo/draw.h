/* A drawing on any surface of cairo. */
#ifndef PADDOCK_PARTS_CAIRO_DRAW_H
#define PADDOCK_PARTS_CAIRO_DRAW_H

#include <cairo.h>

#include "parts/cairo_part.h"

/* In pixels; the surface is as large as the drawing. */
void pdk_cairo_draw(cairo_t *cairo, const pdk_drawing *drawing);

pdk_cairo_result pdk_cairo_png(pdk_cairo_host *host, const pdk_drawing *drawing);
pdk_cairo_result pdk_cairo_pdf(pdk_cairo_host *host, const pdk_drawing *drawing);

#endif
