/* What the makers of paths share. */
#ifndef PADDOCK_MOTION_PATHS_PARTS_H
#define PADDOCK_MOTION_PATHS_PARTS_H

#include "motion/paths.h"

/* --- paths_segments.c --- */
/* Samples as read (time NaN where there is no place, new_start where something before it was none) become segments;
 * what is not stored comes from the positions. False when out of memory. Any thread. */
bool pdk_path_finish(const pdk_paths *paths, pdk_path *path);

/* --- paths_sample.c --- */
/* A moment as read: doubles, place from the paths' origin; time NaN where there is no place. */
typedef struct pdk_path_reading {
    double time, x, y, z, speed, heading, throttle, brake, gear;
} pdk_path_reading;
pdk_path_sample pdk_path_sample_of(const pdk_path_reading *reading);
/* A coordinate so far off that floats cannot hold metres is no place. */
#define PDK_PATH_FARTHEST 1e6 /* m from the origin */

#endif
