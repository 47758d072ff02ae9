/* One lap through one corner. */
#ifndef PADDOCK_ANALYSIS_CORNER_CORNER_PASSES_H
#define PADDOCK_ANALYSIS_CORNER_CORNER_PASSES_H

#include "analysis/corner/corners.h"

/* What is not known is NaN. */
typedef struct pdk_corner_pass {
    double time;                                   /* s from start to end */
    double entry_speed, minimum_speed, exit_speed; /* m/s: at the start, between the middles to the corners beside, at
                                                      the end */
    double brake_distance;    /* m along the track: where the brake was put on for this corner, more than 10 % */
    double throttle_distance; /* m along the track: where, after the slowest place, the throttle is 15 % again */
} pdk_corner_pass;

/* A stretch of a path as distances along the track that count on, with what surrounds it. */
typedef struct pdk_drive {
    const pdk_paths *paths;
    const pdk_path_sample *samples;
    double *distance; /* 0 at the start line of the lap */
    double *reached;  /* running maximum */
    size_t count;
    double length; /* of the track */
} pdk_drive;

/* Measures corner `index`; `around` further samples belong to the drive beside the lap itself. False where the lap did
 * not drive through all of it. */
bool pdk_corner_pass_of(const pdk_drive *drive, const pdk_corners *corners, size_t index, bool closed,
                        pdk_corner_pass *pass);

#endif
