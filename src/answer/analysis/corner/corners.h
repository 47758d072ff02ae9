/* Corners of the track as driven: found once, so that every lap is measured in the same places. */
#ifndef PADDOCK_ANALYSIS_CORNER_CORNERS_H
#define PADDOCK_ANALYSIS_CORNER_CORNERS_H

#include "analysis/analysis.h"
#include "track/track_model.h"

/* Distances are along the track, 0 .. length; a corner over the start line ends at a smaller distance than it starts.
 */
typedef struct pdk_corner {
    uint32_t corner; /* from 1, by where the apex is */
    double start_distance, apex_distance, end_distance;
    double radius;  /* m, of the line where it turns most */
    double angle;   /* rad turned, positive to the left */
    double x, y, z; /* of the line at the apex */
} pdk_corner;

typedef struct pdk_corners {
    pdk_corner *all;
    size_t count;
} pdk_corners;

/* A corner is tighter than 400 m and turns by 28 degrees or more, with up to 40 m beside its tight stretch; tight
 * stretches to one side less than 40 m apart are one corner. The apex is the centre of the turn, not its sharpest
 * place: laps of one track then agree on count and places to some metres, each alone. In `memory`; none is fine. */
pdk_status pdk_corners_find(const pdk_track_model *model, pdk_memory *memory, pdk_corners *corners, pdk_error *error);

/* Those of a recording's track. */
PDK_STEP_MAKES(corners, const pdk_corners)
/* The table of the step `corners`, which is being made. */
pdk_status pdk_corners_add_table(const pdk_answers *answers, const pdk_corners *corners, pdk_error *error);

/* --- corner_numbering.c --- */
typedef struct pdk_numbered_recording {
    const pdk_document *document;
    pdk_progress progress; /* may be NULL */
    void *progress_user;
    bool afresh; /* corners that it has computed do not count more than those of others */
} pdk_numbered_recording;
/* Gives all recordings of one track the same corners, as pdk_corner_numbering_add and _apply do. */
pdk_status pdk_corners_share(const pdk_numbered_recording *recordings, size_t count, const pdk_allocator *allocator,
                             pdk_error *error);

#endif
