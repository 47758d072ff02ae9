/* Which part of which recording is drawn. */
#ifndef PADDOCK_PLOT_PLOT_LAPS_H
#define PADDOCK_PLOT_PLOT_LAPS_H

#include "plot/plot_work.h"

typedef struct pdk_plot_lap {
    const pdk_document *document;
    const char *file; /* without folders; "" if no name was given */
    pdk_text driver;
    uint64_t slot;
    uint32_t lap;      /* 0 = the recording or a part of it, not a lap */
    double start, end; /* s of the session's clock, both included */
    double lap_time;
    char label[96]; /* what distinguishes it from the others */
} pdk_plot_lap;

/* What the references mean. A file without laps (or with options.from and .to, and no lap named) gives the recording
 * of each driver, or of the one who is named. */
pdk_status pdk_plot_find_laps(pdk_plot_work *work, pdk_plot_lap **laps, size_t *count, pdk_error *error);
/* "lap.raf: B. Okafor, lap of 1:03.020" and the like, into the work's title; `what` is put before, NULL = nothing. */
void pdk_plot_name_laps(pdk_plot_work *work, const char *what, const pdk_plot_lap *laps, size_t count);
#endif
