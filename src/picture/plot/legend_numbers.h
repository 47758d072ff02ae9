/* The numbers of series in circles, as the legend draws them. */
#ifndef PADDOCK_PLOT_LEGEND_NUMBERS_H
#define PADDOCK_PLOT_LEGEND_NUMBERS_H

#include "plot/plot_legend.h"

void pdk_legend_put_number(pdk_plot_work *work, const pdk_legend *legend, size_t series, pdk_draw_point at);
/* All that pdk_legend_mark and the others asked for: each where it is wanted or as near as there is room, none on
 * another or on a text, with a line to its place. After all other texts in the data. */
void pdk_legend_put_numbers(pdk_plot_work *work, const pdk_legend *legend);

#endif
