#ifndef PADDOCK_FORMAT_CAR_INFO_CAR_INFO_SYNTH_H
#define PADDOCK_FORMAT_CAR_INFO_CAR_INFO_SYNTH_H

#include "paddock/paddock.h"

/* The generated car at rest, as generated laps (`synth raf`) drive it. */
pdk_status pdk_car_info_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
