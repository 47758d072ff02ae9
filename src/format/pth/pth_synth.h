#ifndef PADDOCK_FORMAT_PTH_PTH_SYNTH_H
#define PADDOCK_FORMAT_PTH_PTH_SYNTH_H

#include "layout/layout.h"
#include "paddock/paddock.h"
#include "synth/track.h"

/* Half the width of the generated road, and of what counts as on it; m. */
#define PDK_PTH_SYNTH_ROAD 6.0
#define PDK_PTH_SYNTH_LIMIT 10.0

/* The path of the generated track; with `points` of that many nodes. A lap of the same seed (`synth raf`) drives along
 * it. */
pdk_status pdk_pth_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

/* Where a node is on the generated track: so far along, `aside` to the right of the middle; and half its widths, m. */
typedef struct pdk_pth_synth_place {
    double distance, aside, road, limit;
} pdk_pth_synth_place;

/* How many nodes there are, and one of them: a node of either kind of path file. False where a value does not fit. */
uint64_t pdk_pth_synth_count(const pdk_synth_options *options, const pdk_track *track);
bool pdk_pth_synth_node(const pdk_record *record, uint8_t *node, const pdk_track *track,
                        const pdk_pth_synth_place *place);

#endif
