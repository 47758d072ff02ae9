#ifndef PADDOCK_FORMAT_RAF_RAF_SYNTH_H
#define PADDOCK_FORMAT_RAF_RAF_SYNTH_H

#include "paddock/paddock.h"

/* One lap of the simulated drive as a RAF file; with `seconds` or `size` as many blocks as that takes, lap after lap.
 */
pdk_status pdk_raf_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
