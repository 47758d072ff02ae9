/* Where everyone was at a moment, and the ground around: for pictures of incidents. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_SCENE_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_SCENE_H

#include "base/memory.h"
#include "paddock/analysis.h"

/* Metres and radians in the frame of pdk_motion. */
typedef struct pdk_scene_car {
    pdk_text name;
    uint32_t slot;
    bool repeats; /* another car of the recording has the name */
    double x, y, heading, speed;
    double speed_before; /* of the last pose 0.05 s before, or earlier, as the texts of incidents have it */
} pdk_scene_car;

/* Across the track: where the lines of laps are furthest to the left and to the right. */
typedef struct pdk_scene_edge {
    double left[2], right[2];
    bool begins; /* not joined with the one before */
} pdk_scene_edge;

/* Cars are so long and wide: recordings do not say. */
#define PDK_SCENE_CAR_LENGTH 4.5 /* m */
#define PDK_SCENE_CAR_WIDTH 2.0  /* m */

/* Every car that was somewhere at `time`, in `memory`. */
pdk_status pdk_scene_cars(const pdk_document *document, double time, pdk_memory *memory, pdk_scene_car **cars,
                          size_t *count, pdk_error *error);
typedef struct pdk_scene_ground {
    pdk_scene_edge *edges;
    size_t count;
} pdk_scene_ground;
/* The track within `reach` of a place; none where there is no track. */
pdk_status pdk_scene_track(const pdk_document *document, const double place[2], double reach, pdk_memory *memory,
                           pdk_scene_ground *ground, pdk_error *error);

#endif
