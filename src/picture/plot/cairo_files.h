/* A drawing as PNG or PDF, by the part for cairo. */
#ifndef PADDOCK_PLOT_CAIRO_FILES_H
#define PADDOCK_PLOT_CAIRO_FILES_H

#include "base/memory.h"
#include "parts/cairo_part.h"

/* "plot.absent" without the part. */
pdk_status pdk_cairo_write(const pdk_drawing *drawing, pdk_memory *memory, pdk_plot_format format, pdk_output *output,
                           pdk_error *error);

#endif
