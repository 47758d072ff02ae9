/* What maps and surfaces share: one scale for both axes, a bar that shows it, a bar of colours. */
#ifndef PADDOCK_PLOT_MAP_PAGE_H
#define PADDOCK_PLOT_MAP_PAGE_H

#include "plot/panel.h"

/* What is seen, in metres. Begin with PDK_MAP_EMPTY. */
typedef struct pdk_map_bounds {
    double low[2], high[2];
} pdk_map_bounds;
#define PDK_MAP_EMPTY \
    {                 \
        { 1, 1 },     \
        {             \
            0, 0      \
        }             \
    }
void pdk_map_take(pdk_map_bounds *bounds, double x, double y);
bool pdk_map_is_empty(const pdk_map_bounds *bounds);

/* Settles the size, as high as the shape asks where nobody says, and gives scales that fit the bounds in, x to the
 * right and y up. */
pdk_status pdk_map_settle(pdk_plot_work *work, const pdk_map_bounds *bounds, pdk_panel *panel, pdk_error *error);
/* Tenths of a pixel in a metre. */
double pdk_map_per_metre(const pdk_panel *panel);
/* How far down the data and their words may go; below are the scale and what colours mean. */
int32_t pdk_map_bottom(const pdk_plot_work *work);
/* Right of the scale, where there is room for words. */
int32_t pdk_map_scale_end(const pdk_plot_work *work);
/* A bar of 1, 2 or 5 times a power of ten metres in the lower left. */
void pdk_map_put_scale(pdk_plot_work *work, const pdk_panel *panel);
/* A bar with the colours from low to high beside the title, and what they are. `diverging`: of the delta, from -high
 * to high. `whole`: numbers of gears. */
typedef struct pdk_map_colours {
    const char *name, *unit;
    double low, high;
    bool diverging, whole;
} pdk_map_colours;
void pdk_map_put_colours(pdk_plot_work *work, const pdk_map_colours *colours);
/* Of a value, in a class of its own where there are PDK_RAMP_COLOURS. */
size_t pdk_map_class(const pdk_map_colours *colours, double value);
uint32_t pdk_map_class_colour(const pdk_plot_work *work, const pdk_map_colours *colours, size_t number);

#endif
