/* A surface along a line: heights, and how rough they are. */
#ifndef PADDOCK_PLOT_PLOT_ROUGHNESS_H
#define PADDOCK_PLOT_PLOT_ROUGHNESS_H

#include "plot/plot_work.h"

/* Along options.path, or straight the long way of options.surface. */
pdk_status pdk_plot_roughness(pdk_plot_work *work, pdk_error *error);

#endif
