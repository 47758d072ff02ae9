/* How fast a good driver goes at each place of the track: grip in the bends, engine and brakes between them. */
#ifndef PADDOCK_SYNTH_SPEED_PROFILE_H
#define PADDOCK_SYNTH_SPEED_PROFILE_H

#include "synth/track.h"

enum { PDK_PROFILE_STEPS = 1024 };

typedef struct pdk_profile {
    double length;
    double speed[PDK_PROFILE_STEPS]; /* m/s, round the track */
} pdk_profile;

void pdk_profile_make(pdk_profile *profile, const pdk_track *track);
double pdk_profile_at(const pdk_profile *profile, double distance);

#endif
