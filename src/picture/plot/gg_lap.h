/* The accelerations of a lap. */
#ifndef PADDOCK_PLOT_GG_LAP_H
#define PADDOCK_PLOT_GG_LAP_H

#include "plot/plot_laps.h"

typedef struct pdk_gg_lap {
    double *lateral, *longitudinal; /* g; to the left, forward; NaN where not known */
    size_t count;
    bool derived; /* from how speed and course change; otherwise as recorded */
} pdk_gg_lap;

/* As the file has them; otherwise derived from the motion, 20 times a second. */
pdk_status pdk_gg_read(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_gg_lap *made, pdk_error *error);

#endif
