/* Labels next to lines: as near to their line as there is room, none over another. */
#ifndef PADDOCK_PLOT_PLACE_LABELS_H
#define PADDOCK_PLOT_PLACE_LABELS_H

#include "base/error.h"

typedef struct pdk_placed_label {
    double wanted; /* where its line ends */
    double at;     /* where it goes */
    size_t number; /* the caller's */
} pdk_placed_label;

/* Moves labels apart to `spacing`, within low .. high, the sum of squared ways being least; they come back sorted by
 * place. Where they do not all fit they are spread evenly. */
void pdk_place_labels(pdk_placed_label *labels, size_t count, double spacing, double low, double high);

#endif
