/* Skid marks that appear when they are laid, and smoke that drifts and vanishes. */
#ifndef PADDOCK_ANIMATION_SKID_SHAPES_H
#define PADDOCK_ANIMATION_SKID_SHAPES_H

#include "recording/recording.h"
#include "scene/scene_build.h"

/* Adds what the recording has of them between the scene's first moment and `end`; nothing where it has none. */
pdk_status pdk_add_skid_shapes(const pdk_recording *recording, double end, pdk_scene *scene, pdk_error *error);

#endif
