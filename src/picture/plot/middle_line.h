/* A line along a surface, if none was named. */
#ifndef PADDOCK_PLOT_MIDDLE_LINE_H
#define PADDOCK_PLOT_MIDDLE_LINE_H

#include "plot/plot_work.h"

/* Along the track that the surface's file knows; otherwise through the middle of a surface that is a band, as roads
 * are. In the surface's own coordinates. *points stays NULL where it is neither. `words` say which it is. */
pdk_status pdk_middle_line_find(const pdk_plot_work *work, double (**points)[2], size_t *count, const char **words,
                                pdk_error *error);

/* The line that was given; otherwise as above; otherwise straight, the long way through the middle of the box. In the
 * surface's own coordinates, in the plot's memory; `words` say which it is. */
pdk_status pdk_surface_line_choose(const pdk_plot_work *work, const pdk_height_index_info *info, double (**path)[2],
                                   size_t *corners, const char **words, pdk_error *error);

#endif
