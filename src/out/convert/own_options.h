/* The options of a conversion, those of single targets among them. */
#ifndef PADDOCK_CONVERT_OWN_OPTIONS_H
#define PADDOCK_CONVERT_OWN_OPTIONS_H

#include "paddock/convert.h"

/* Each is complete: what was not given has its defaults. */
typedef struct pdk_all_options {
    pdk_convert_options shared; /* its pointers point to the others */
    pdk_recording_options recording;
    pdk_scene_options scene;
    pdk_glb_options glb;
    pdk_ply_options ply;
    pdk_crg_options crg;
    pdk_rld_options rld;
    pdk_srt_options srt;
    pdk_opendrive_options opendrive;
    uint32_t given; /* a bit for each of the eight */
} pdk_all_options;

/* Copies the options of a caller, of any edition; `given` may be NULL. */
pdk_status pdk_options_take(pdk_all_options *all, const pdk_convert_options *given, pdk_error *error);
/* Refuses (convert.options) those that the target does not have. */
pdk_status pdk_options_check_target(const pdk_all_options *all, const pdk_target_info *target, pdk_error *error);

#endif
