#ifndef PADDOCK_FORMAT_SRPATH_SRPATH_SYNTH_H
#define PADDOCK_FORMAT_SRPATH_SRPATH_SYNTH_H

#include "paddock/paddock.h"

/* The path of the generated track, with a pit lane beside its start line; with `points` of that many nodes. A lap of
 * the same seed (`synth raf`) drives along it. */
pdk_status pdk_srpath_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
