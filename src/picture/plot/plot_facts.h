/* What a subtitle says about the recordings that are drawn: game, track, car. */
#ifndef PADDOCK_PLOT_PLOT_FACTS_H
#define PADDOCK_PLOT_PLOT_FACTS_H

#include "plot/plot_work.h"

/* Format, track and car, as far as the documents have them: "Live for Speed RAF telemetry; Blackwood; XF GTI". Where
 * documents differ, "several tracks" and the like. */
void pdk_plot_describe(const pdk_plot_work *work, char *text, size_t size);
/* One picture shows one track: fails where the documents are of several, by their names or their lines. A document
 * without a whole lap has no line to compare. */
pdk_status pdk_plot_check_tracks(const pdk_plot_work *work, pdk_error *error);

#endif
