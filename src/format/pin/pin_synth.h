#ifndef PADDOCK_FORMAT_PIN_PIN_SYNTH_H
#define PADDOCK_FORMAT_PIN_PIN_SYNTH_H

#include "paddock/paddock.h"

/* Where a map of the generated track lies, with the sides at multiples of 64 m. */
pdk_status pdk_pin_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
