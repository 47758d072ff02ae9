/* The scales of stacked panels: what groups share, and what single spikes are left out of. */
#ifndef PADDOCK_PLOT_STACKED_SCALE_H
#define PADDOCK_PLOT_STACKED_SCALE_H

#include "plot/stacked.h"

/* Sets shown_low, shown_high, values and beyond of all panels. Values beyond a scale are moved to its edge, in copies
 * that belong to the plot. */
pdk_status pdk_stacked_scale(const pdk_plot_work *work, const pdk_stacked *stacked, pdk_error *error);

#endif
