/* The track of a recording, with everyone's places on it: made once, for every answer that asks where something was. */
#ifndef PADDOCK_ANALYSIS_DRIVEN_TRACK_H
#define PADDOCK_ANALYSIS_DRIVEN_TRACK_H

#include "analysis/analysis.h"
#include "paddock/track.h"
#include "track/gate.h"
#include "track/given_track.h"

struct pdk_driven_track {
    pdk_driven_track_info info;
    pdk_track_model *model; /* distance 0 is the start line */
    pdk_stations *stations;
    pdk_gate gates[PDK_SESSION_SECTORS];         /* [0] the start line, [i] the line that ends sector i */
    double sector_distance[PDK_SESSION_SECTORS]; /* m: where these lines are; [0] is 0 */
    double sector_spread[PDK_SESSION_SECTORS];   /* m: median distance of stored crossings from it; NaN = found */
    size_t gate_count;
    const pdk_lap_span *quick; /* the faster half of all laps or up to 5, fastest first: what the model is made of */
    size_t quick_count;
    pdk_pit_lane *pit_lanes; /* of a given track */
    size_t pit_lane_count;
};

/* Everyone's paths. Of long recordings so many samples are left out (never more than 0.1 s) that motion, paths and
 * places on the track stay near a fifth of the file's size; none around contacts and spins, as long as those need no
 * more than the rest. */
pdk_status pdk_answers_paths(const pdk_answers *answers, const pdk_paths **paths, pdk_error *error);

typedef struct pdk_crossings {
    const pdk_session_crossing *all;
    size_t count;
    bool found; /* in the poses */
} pdk_crossings;

/* Crossings of lines, in order of time: those the file stores; where it stores none, or a line was given with the
 * options, those found in the poses. PDK_E_UNSUPPORTED where there are neither. */
PDK_STEP_MAKES(crossings, const pdk_crossings)

/* PDK_E_UNSUPPORTED where there are no laps to make it of, or they are not on the track that was given. */
PDK_STEP_MAKES(track, const pdk_driven_track)

#endif
