/* The movement of one driver: as few keys as tolerances allow. */
#ifndef PADDOCK_ANIMATION_MOVEMENT_H
#define PADDOCK_ANIMATION_MOVEMENT_H

#include "recording/recording.h"
#include "scene/scene.h"

/* A car at a moment. */
typedef struct pdk_moving_pose {
    double time; /* s from the scene's first moment */
    double place[3];
    double heading; /* rad, anticlockwise from x, continuing past a full turn */
    double pitch;   /* rad, the nose upward */
} pdk_moving_pose;

/* simplify_path.c: marks what must stay of `count` poses, the first and last among them, so that between two that stay
 * every other is within 2 cm and 0.5 degrees of the straight way (Douglas and Peucker, in space and time). */
void pdk_simplify_path(const pdk_moving_pose *poses, size_t count, bool *stays);

/* Fills the movement of a run; `start` is the scene's first moment and `end` its last, s of the session's clock. */
pdk_status pdk_movement_make(const pdk_recording *recording, size_t run, double start, double end,
                             pdk_scene_movement *movement, pdk_error *error);

#endif
