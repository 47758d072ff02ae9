/* Lines of one height over a raster. */
#ifndef PADDOCK_PLOT_CONTOURS_H
#define PADDOCK_PLOT_CONTOURS_H

#include "plot/map_page.h"

/* Adds to the path under way where the values of a raster are `level`: between the centres of four pixels, by straight
 * lines. `step` pixels are taken at a time. Pixels without a value have no lines. */
void pdk_contour_add(pdk_plot_work *work, const pdk_panel *panel, const pdk_raster_info *raster, const double origin[3],
                     double level, uint32_t step);

#endif
