/* Recordings as scenes: cars that move along their track. */
#ifndef PADDOCK_ANIMATION_MOVING_SCENE_H
#define PADDOCK_ANIMATION_MOVING_SCENE_H

#include "target/exporter.h"

/* pdk_export.make_scene: a node for each driver, named as the driver, and the track. Axes are those of pdk_motion. */
pdk_status pdk_moving_scene_make(pdk_export *job, struct pdk_scene *scene, pdk_error *error);

#endif
