/* What the poses show about a contact: how two cars met, and what it did to each. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_MEETING_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_MEETING_H

#include "motion/paths.h"

/* Cars are taken to be so long and wide: recordings do not say. */
#define PDK_INCIDENT_CAR_LENGTH 4.5 /* m */
#define PDK_INCIDENT_CAR_WIDTH 2.0  /* m */

/* What is not known is NaN. */
typedef struct pdk_meeting {
    double closing_speed; /* m/s at which the centres came nearer: the median from 0.5 to 0.05 s before; 0 = they did
                             not */
    double impact_speed;  /* m/s, the same between the last two moments before */
    double ahead;         /* m that the second car is ahead, in the direction both travel, 0.5 s before */
    double overlap;       /* m by which cars of usual length are beside each other, at the last moment before */
    double place[3];      /* half way between the cars then */
} pdk_meeting;

/* Nothing is known. */
extern const pdk_meeting pdk_no_meeting;
/* Between the outlines of two cars, of which the second is taken to point as the first; negative where they overlap. */
double pdk_outline_gap(const pdk_path_state *first, const pdk_path_state *second);
/* How two cars met that touched at `time`, as the first record of the contact shows. Where there is a record of one car
 * only, `alone`, it may be the later one of the two. */
void pdk_meeting_of(const pdk_paths *paths, const pdk_path *first, const pdk_path *second, double time, bool alone,
                    pdk_meeting *meeting);

typedef struct pdk_upset {
    double speed_before, speed_after; /* m/s: 0.05 s before the first touch, 0.5 s after the last */
    double throttle, brake;           /* 0 .. 1, 0.05 s before */
    double heading_change;            /* rad, anticlockwise, from then to then; more than a half turn where it spins */
} pdk_upset;

/* What happened to one car between two times. */
void pdk_upset_of(const pdk_paths *paths, const pdk_path *path, double from, double to, pdk_upset *upset);

/* The last sample that is not later than `time` and at most 0.3 s earlier; SIZE_MAX = there is none. */
size_t pdk_sample_before(const pdk_path *path, double time, size_t *segment);

#endif
