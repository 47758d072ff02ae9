/* Incidents on a map. */
#ifndef PADDOCK_PLOT_MAP_INCIDENTS_H
#define PADDOCK_PLOT_MAP_INCIDENTS_H

#include "plot/map_line.h"

typedef struct pdk_map_laps {
    const pdk_plot_lap *laps;
    const pdk_map_line *lines;
    size_t count;
} pdk_map_laps;

/* Marks the incidents of the recording that the laps are of, each with the number that it has among all of them, and
 * says what the colours mean. If every lap was requested by driver, those of these drivers; if by number or time, those
 * in these times; otherwise all. Nothing if a recording has none. `taken` are places of other words. */
pdk_status pdk_map_draw_incidents(pdk_plot_work *work, const pdk_panel *panel, pdk_map_laps map, pdk_vector *taken,
                                  pdk_error *error);

#endif
