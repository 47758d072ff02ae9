/* The order of the results, and who is how far behind whom. */
#ifndef PADDOCK_ANALYSIS_RACE_RANKING_H
#define PADDOCK_ANALYSIS_RACE_RANKING_H

#include "analysis/race/results.h"

/* A driver while the results are made. */
typedef struct pdk_contender {
    pdk_race_result result;
    bool counts;       /* finished, in a race that ended */
    double limit;      /* what comes later does not count */
    double line_time;  /* when the last lap that counts was complete; NaN = none was */
    double best_time;  /* when the best lap was complete; NaN = there is none */
    double penalty;    /* s to add */
    uint64_t point;    /* lines passed since the start of the race: laps times sectors, and sectors */
    double point_time; /* when the last of them was */
    uint32_t official; /* its position, as the game says; UINT32_MAX = nothing is said */
    uint32_t official_laps;
    uint32_t last_order; /* place in the last running order; UINT32_MAX = none */
    uint32_t down;       /* whole laps behind the first on the track */
    double behind;       /* s behind the first on the track, penalties added; NaN = not known */
    double key;          /* the same, of those for whom that of the car ahead is not known */
} pdk_contender;

/* Whether a driver has a lap that counts: as the laps say, or in any case, for the status that would follow. */
typedef enum pdk_best_lap { PDK_BEST_LAP_FOUND = 0, PDK_BEST_LAP_ASSUMED, PDK_BEST_LAP_NONE } pdk_best_lap;

typedef struct pdk_ranking {
    const pdk_laps *laps;
    pdk_memory *memory;
    pdk_results_until until;
    bool recorded; /* as if there were no rulings */
    bool alone;    /* as if there were no results file beside the recording */
    pdk_best_lap assumed;
    bool at_end;           /* until is no limit */
    bool is_official;      /* the order is the game's own; rulings of time and laps change it */
    bool is_ruled;         /* there are any, and they count */
    double flag;           /* of the race, if it was by `until`; otherwise NaN */
    uint32_t winning_laps; /* of the car that finished with the most */
    pdk_contender *all;
    pdk_pace pace;
} pdk_ranking;

/* results.c: `all`, by entry, with flag and pace: what each driver did, before rulings and in no order yet. `laps`,
 * `memory` and `until` are set. */
pdk_status pdk_find_contenders(pdk_ranking *work, pdk_error *error);

/* results_official.c: what the game says officially at the end, instead of what follows from laps */
void pdk_take_official(pdk_ranking *work);

/* results_ruled.c: rulings of time, laps and disqualification, before the order is made, ... */
void pdk_rule_results(pdk_ranking *work);
/* ... and of places, in the order that was made. False when out of memory. */
bool pdk_rule_places(pdk_ranking *work);
/* What was decided about each, in words, and the places that were recorded. */
pdk_status pdk_tell_rulings(const pdk_laps *laps, const pdk_results *recorded, pdk_results *results, pdk_memory *memory,
                            pdk_error *error);

/* Puts `all` in order and sets their positions, gaps, intervals and laps down. False when out of memory. */
bool pdk_rank(pdk_ranking *work);
/* A driver who was disqualified has no fastest lap. */
void pdk_disqualify(pdk_race_result *result);

#endif
