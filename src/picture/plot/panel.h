/* A panel: a box with scales, grid, ticks and what is drawn within. */
#ifndef PADDOCK_PLOT_PANEL_H
#define PADDOCK_PLOT_PANEL_H

#include "plot/plot_work.h"
#include "plot/scale.h"
#include "plot/ticks.h"

typedef enum pdk_axis_kind { PDK_AXIS_NUMBER = 0, PDK_AXIS_WHOLE, PDK_AXIS_CLOCK } pdk_axis_kind;

typedef struct pdk_panel {
    pdk_scale x, y; /* y.from is the bottom */
} pdk_panel;

static inline int32_t pdk_panel_left(const pdk_panel *panel)
{
    return panel->x.from;
}
static inline int32_t pdk_panel_right(const pdk_panel *panel)
{
    return panel->x.to;
}
static inline int32_t pdk_panel_top(const pdk_panel *panel)
{
    return panel->y.from < panel->y.to ? panel->y.from : panel->y.to;
}
static inline int32_t pdk_panel_bottom(const pdk_panel *panel)
{
    return panel->y.from < panel->y.to ? panel->y.to : panel->y.from;
}

/* Lines across at the ticks, with labels on the left; lines along at those of x. */
void pdk_panel_grid_y(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks);
void pdk_panel_grid_x(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks);
/* The labels of x below the panel, and what they are: "distance (m)" with an arrow. */
void pdk_panel_labels_x(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks, const char *name);
/* A line at a value of y or x. */
void pdk_panel_rule_y(pdk_plot_work *work, const pdk_panel *panel, double value, uint32_t colour);
/* The ticks of an axis of this many tenths: one each 80 px along, 45 px up. */
void pdk_axis_ticks(pdk_ticks *ticks, pdk_axis_kind kind, double low, double high, int32_t length, bool along);
/* The width of the widest label. */
int32_t pdk_ticks_width(const pdk_ticks *ticks);

/* A line through the points whose x and y are finite, gaps where they are not. x must not fall (see decimate.h). */
typedef struct pdk_line_style {
    uint32_t colour;
    int32_t width;
    int32_t dash[2];
} pdk_line_style;
void pdk_panel_line(pdk_plot_work *work, const pdk_panel *panel, const double *x, const double *y, size_t count,
                    const pdk_line_style *style);
/* As pdk_panel_line with a value held until the next: gears. */
void pdk_panel_steps(pdk_plot_work *work, const pdk_panel *panel, const double *x, const double *y, size_t count,
                     const pdk_line_style *style);

/* The finite range of values, put together with the one there is; begin with low > high. */
void pdk_range_take(double *low, double *high, const double *values, size_t count);

#endif
