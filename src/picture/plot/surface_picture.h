/* A surface from above, as light and shadow, beneath what is drawn on it. */
#ifndef PADDOCK_PLOT_SURFACE_PICTURE_H
#define PADDOCK_PLOT_SURFACE_PICTURE_H

#include "plot/map_page.h"

/* Draws options.surface faintly at its place in the panel; nothing if there is none. */
pdk_status pdk_surface_picture_draw(pdk_plot_work *work, const pdk_panel *panel, pdk_error *error);

/* Where options.surface is, seen from above. */
pdk_status pdk_surface_bounds(const pdk_plot_work *work, pdk_map_bounds *bounds, pdk_error *error);
/* The raster of options.surface, a pixel of the picture in size where it fills the panel. To be closed. */
pdk_status pdk_surface_raster(const pdk_plot_work *work, double metres, pdk_raster **raster, pdk_error *error);

/* How a value of a raster is shown: a number of a palette, 0 = not at all. */
typedef uint8_t (*pdk_pixel_of)(const void *user, float value, size_t pixel);
/* Draws a raster at its place, from its values. */
pdk_status pdk_raster_draw(pdk_plot_work *work, const pdk_panel *panel, const pdk_raster *raster,
                           const uint32_t palette[256], pdk_pixel_of pixel_of, const void *user, pdk_error *error);

#endif
