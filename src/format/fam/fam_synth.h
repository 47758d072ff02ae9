/* Generated families and sets of pictures. */
#ifndef PADDOCK_FORMAT_FAM_FAM_SYNTH_H
#define PADDOCK_FORMAT_FAM_FAM_SYNTH_H

#include "paddock/paddock.h"

/* Dialects: "track family" (also "open"), "closed", "car". */
pdk_status pdk_fam_synth_wwww(const pdk_synth_options *options, pdk_output *output, pdk_error *error);
/* One bitmap of each kind. */
pdk_status pdk_fam_synth_shpi(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
