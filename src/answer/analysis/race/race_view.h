/* What most answers about a race look at, as far as the recording has it. */
#ifndef PADDOCK_ANALYSIS_RACE_RACE_VIEW_H
#define PADDOCK_ANALYSIS_RACE_RACE_VIEW_H

#include "analysis/driven_track.h"
#include "analysis/race/laps.h"

typedef struct pdk_race_view {
    const pdk_session *session;
    const pdk_paths *paths;       /* NULL = it is unknown where anyone was */
    const pdk_stations *stations; /* NULL = there is no track to be on */
    const pdk_laps *laps;         /* NULL = no laps */
} pdk_race_view;

#define PDK_RACE_VIEW_NEEDS (PDK_NEEDS(session) | PDK_NEEDS(paths) | PDK_NEEDS(laps) | PDK_NEEDS(track))

/* The step that is being made needs PDK_RACE_VIEW_NEEDS. What the recording lacks is NULL; a track that was given with
 * the options must fit. */
pdk_status pdk_race_view_of(const pdk_answers *answers, pdk_race_view *view, pdk_error *error);

#endif
