/* Several series in one picture: which is which. A legend in columns below the data, never over them; with more series
 * than colours each has a number, in the legend and at its line. */
#ifndef PADDOCK_PLOT_PLOT_LEGEND_H
#define PADDOCK_PLOT_PLOT_LEGEND_H

#include "plot/panel.h"

typedef struct pdk_legend {
    const char *const *names;
    size_t count;
    bool has_reference; /* the first is what the others are measured against: pdk_compared_colour */
    bool filled;        /* bars and dots: samples are not lines */
} pdk_legend;

/* Keeps room for it at the bottom: pdk_plot_height is less by that. Before the size is settled; `width` is the usual
 * one, px, where none is requested. */
void pdk_legend_reserve(pdk_plot_work *work, const pdk_legend *legend, uint32_t width);
/* Into that room; and the numbers into the data. After all other texts in the data. */
void pdk_legend_put(pdk_plot_work *work, const pdk_legend *legend);

/* The colour of a lap that is compared: 0 is the reference; the others keep clear of the colours of faster and slower
 * as long as they can. */
uint32_t pdk_compared_colour(const pdk_theme *theme, size_t lap, int32_t dash[2]);
/* How the line of a series is drawn. */
void pdk_legend_style(const pdk_plot_work *work, const pdk_legend *legend, size_t series, pdk_line_style *style);
/* More than there are colours. */
bool pdk_legend_is_numbered(const pdk_legend *legend);
/* The number of a series in a circle, near this place; nothing where series have no numbers. pdk_legend_put draws it.
 */
void pdk_legend_mark(pdk_plot_work *work, const pdk_legend *legend, size_t series, int32_t x, int32_t y);
/* On its line, which has these points in pixels: each series at another part of it, where no other number is, if there
 * is such a place. */
void pdk_legend_mark_line(pdk_plot_work *work, const pdk_legend *legend, size_t series, const pdk_draw_point *points,
                          size_t count);
/* The same in a panel, for values of which some are NaN. */
typedef struct pdk_legend_values {
    size_t series, count;
    const double *x, *y;
} pdk_legend_values;
void pdk_legend_mark_values(pdk_plot_work *work, const pdk_legend *legend, const pdk_panel *panel,
                            const pdk_legend_values *values);

#endif
