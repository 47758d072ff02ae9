/* What results and laps are made of before rulings: for a page, which applies rulings itself. */
#ifndef PADDOCK_ANALYSIS_RACE_RECORDED_RACE_H
#define PADDOCK_ANALYSIS_RACE_RECORDED_RACE_H

#include "base/memory.h"
#include "paddock/analysis.h"

/* All are lists by entry, lap or line. Missing numbers are NaN, missing texts have no data. */
typedef struct pdk_recorded_entries {
    size_t count;
    pdk_text *driver, *reasons;                       /* why order and times may be wrong */
    pdk_text *status, *untimed_status;                /* with a lap that counts, and without one */
    double *slot, *result_row, *laps, *total_time;    /* the row of the table of results */
    double *line_time, *point, *point_time, *penalty; /* as in pdk_contender (analysis/race/ranking.h) */
    double *last_order;                               /* the same */
    double *official;                                 /* position, as the game says */
    double *finished, *disqualified;                  /* 1 = yes */
    double *first_lap, *lap_count;                    /* in the laps */
    double *first_line, *line_count;                  /* in the lines */
    double *recorded_position, *recorded_time;        /* of the recording alone, where a results file is beside it */
} pdk_recorded_entries;

typedef struct pdk_recorded_laps { /* as the rows of the table of laps */
    size_t count;
    pdk_text *kind, *source, *reasons;
    double *lap, *complete, *start_time, *end_time, *lap_time;
    double *stint; /* the row of the table of stints; NaN = a formation lap */
} pdk_recorded_laps;

typedef struct pdk_recorded_crossings { /* crossings of any line, by entry and time */
    size_t count;
    double *point, *time; /* pdk_line_number */
    double *opens;        /* 1 = it only begins a lap */
} pdk_recorded_crossings;

typedef struct pdk_recorded_race {
    bool is_race;
    double flag; /* NaN = nobody finished, or it is unknown */
    uint32_t sectors;
    bool is_official; /* the file has official results, or a results file beside it */
    bool is_beside;   /* the latter */
    pdk_recorded_entries entries;
    pdk_recorded_laps laps;
    pdk_recorded_crossings lines;
} pdk_recorded_race;

/* In `memory`. PDK_E_UNSUPPORTED where the document has no results. */
pdk_status pdk_recorded_race_of(const pdk_document *document, pdk_memory *memory, pdk_recorded_race *race,
                                pdk_error *error);

#endif
