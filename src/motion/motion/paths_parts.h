/* What the makers of paths share. */
#ifndef PADDOCK_MOTION_PATHS_PARTS_H
#define PADDOCK_MOTION_PATHS_PARTS_H

#include "motion/paths.h"

/* --- paths_segments.c --- */
/* Samples as read (time NaN where there is no place, new_start where something before it was none) become segments;
 * what is not stored comes from the positions. False for want of memory. Any thread. */
bool pdk_path_finish(const pdk_paths *paths, pdk_path *path);

#endif
