/* Lines of one height over a raster. */
#ifndef PADDOCK_PLOT_CONTOURS_H
#define PADDOCK_PLOT_CONTOURS_H

#include "plot/map_page.h"

/* One level, and how it is drawn: its number, and the room that a label needs in tenths of words. */
typedef struct pdk_contour_level {
    double level;
    const pdk_draw_path *style;
    size_t number;
    int32_t room;
} pdk_contour_level;

/* Every `step`th pixel of a raster, whose values lie at the pixels' centres. */
typedef struct pdk_contour_grid {
    const pdk_raster_info *raster;
    double west, north; /* of its corner, in metres */
    uint32_t step;
} pdk_contour_grid;

/* A place where a label may stand: on a line of this level, where it runs flat. */
typedef struct pdk_contour_place {
    int32_t x, y, length; /* tenths; of the whole line */
    size_t level;         /* the caller's number */
} pdk_contour_place;

/* Draws where the values are `level`, as lines from edge to edge and closed rings, in one path; pixels without a value
 * have no lines. `places` gets one for each line that has room for `room` tenths of words. */
pdk_status pdk_contour_draw(pdk_plot_work *work, const pdk_panel *panel, const pdk_contour_grid *grid,
                            pdk_contour_level of, pdk_vector *places, pdk_error *error);

/* Writes `texts` of the levels where there is room, the longest lines first, those of `strong` levels before all. */
void pdk_contour_put_labels(pdk_plot_work *work, pdk_vector *places, const char (*texts)[PDK_LABEL_SIZE],
                            const bool *strong);

#endif
