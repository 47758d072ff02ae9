/* A season under way: what is kept of its rounds, and the standings made of it. Everything is in the memory of the
 * document that is made. A number that is missing is NaN or UINT32_MAX, a text has no data then. */
#ifndef PADDOCK_SEASON_SEASON_H
#define PADDOCK_SEASON_SEASON_H

#include "analysis/corner/corner_numbering.h"
#include "paddock/season.h"

#include <string.h>

#define PDK_SEASON_NOBODY UINT32_MAX

/* A person. Persons with the same name differ in the numbers of their cars. */
typedef struct pdk_season_driver {
    pdk_text name, number;
    pdk_text label;  /* the name, with the number where several have it; made at the end */
    bool has_double; /* somebody else has the name */
} pdk_season_driver;

/* A driver in a round. */
typedef struct pdk_season_entry {
    uint32_t driver, round;
    pdk_result result;
    pdk_text status, team; /* the team of the recording */
    uint32_t clean_laps;
    double median_lap_time, deviation; /* of clean laps */
    double points;                     /* for the place, pole and fastest lap; made at the end */
    bool scores;                       /* finished, or still running when the recording ended */
    bool pole, fastest_lap, dropped;
} pdk_season_entry;

typedef struct pdk_season_race {
    pdk_text path, track;
    uint64_t size, digest; /* of the content */
    uint32_t laps, drivers, winner, pole, fastest, incidents;
    double fastest_time;
    bool official; /* a results file says the results */
    pdk_text note; /* what is odd about it */
} pdk_season_race;

typedef struct pdk_season_incident {
    uint32_t driver, other, round;
    uint8_t behind; /* PDK_MAYBE_* */
    pdk_incident incident;
} pdk_season_incident;

typedef struct pdk_season_point {
    pdk_text track;
    double distance, x, y, left, right;
    bool closes; /* the last of a circuit: the first follows */
} pdk_season_point;

/* The line of a track, to distinguish those with one name. */
typedef struct pdk_season_line {
    pdk_text name, label; /* as recordings call it; with a number for the second and later of the name */
    double length;
    pdk_line_point witnesses[PDK_WITNESSES];
} pdk_season_line;

/* What stewards decided. Points that it gave or took stay where a round is dropped. */
typedef struct pdk_season_ruling {
    uint32_t driver, round, lap;
    double value, points;
    pdk_text kind, decision, reason, incident;
} pdk_season_ruling;

/* What the game penalised a driver for. */
typedef struct pdk_season_penalty {
    uint32_t driver, round, lap;
    double time, seconds, outcome_time;
    pdk_text kind, outcome;
} pdk_season_penalty;

struct pdk_season {
    pdk_season_options options; /* what it points to is copied */
    pdk_document *made;
    pdk_vector drivers, races, entries, incidents, points, lines, rulings, penalties; /* of the structs above */
};

static inline pdk_memory *pdk_season_memory(const pdk_season *season)
{
    return &season->made->memory;
}

/* --- season_model.c --- */
/* A driver as tables have it; no data of nobody. */
pdk_text pdk_season_label(const pdk_season *season, uint32_t driver);
/* A copy that lives as long as the season; no data where there is no memory, or nothing to copy. */
pdk_text pdk_season_keep(const pdk_season *season, pdk_text text);
/* A driver by name as somebody wrote it; PDK_SEASON_NOBODY if there is none. */
uint32_t pdk_season_find_driver(const pdk_season *season, pdk_text name);
/* "there is no driver X in the season; those there are: A, B ...". */
pdk_status pdk_season_fail_unknown(const pdk_season *season, const char *code, const char *name, pdk_error *error);
/* The team that the driver's entry scores for. */
pdk_text pdk_season_team_of(const pdk_season *season, const pdk_season_entry *entry);

/* --- season_people.c --- */
/* Whose result each is: `drivers[i]` of row i of the results; drivers who are new are added. A driver who left and came
 * back has one number. Fails with "season.driver". */
pdk_status pdk_season_identify(pdk_season *season, const pdk_document *race, uint32_t *drivers, size_t count,
                               pdk_error *error);

/* --- season_round.c --- */
/* Takes a round into a season that is as large as the counts before, if it fails. */
pdk_status pdk_season_read(pdk_season *season, const pdk_season_round *round, pdk_error *error);
static inline pdk_text pdk_season_word(const char *word)
{
    return (pdk_text){ word, strlen(word) };
}

/* --- season_track.c --- */
/* Which track round `number` was driven on: its line is kept, if no earlier round has it. */
pdk_status pdk_season_read_track(pdk_season *season, const pdk_document *race, uint32_t number, pdk_error *error);
/* Was the qualifying driven on the track of the race? Yes if nothing says no. */
pdk_status pdk_season_is_on_track(const pdk_document *race, const pdk_document *qualifying, bool *same,
                                  pdk_error *error);

/* --- season_decisions.c --- */
/* Rulings and penalties of a round; `drivers[i]` is that of row i of its results. */
pdk_status pdk_season_read_rulings(pdk_season *season, const pdk_season_round *round, uint32_t number,
                                   const uint32_t *drivers, pdk_error *error);
pdk_status pdk_season_read_penalties(pdk_season *season, const pdk_season_round *round, uint32_t number,
                                     const uint32_t *drivers, pdk_error *error);

/* --- season_points.c --- */
/* A round of one row of the standings. */
typedef struct pdk_season_cell {
    uint32_t position;
    double points;
    uint8_t dropped; /* 2 = not driven */
    bool scores;     /* the place counts among those that decide between equal points */
} pdk_season_cell;

/* A row of the standings, of a driver or a team; its cells follow it, one for each round. */
typedef struct pdk_season_row {
    uint32_t position, driver; /* driver: of teams the number of drivers */
    pdk_text name, team, class_name;
    double points, awarded;
    uint32_t wins, podiums, poles, fastest_laps, rounds, dropped;
    uint32_t laps, contacts, incidents, penalties;
    double penalty_time, consistency;
    pdk_season_cell cells[];
} pdk_season_row;

typedef struct pdk_season_standings {
    char *rows;
    size_t count, row_size;
} pdk_season_standings;

static inline pdk_season_row *pdk_season_row_at(const pdk_season_standings *standings, size_t index)
{
    return (pdk_season_row *)(standings->rows + index * standings->row_size);
}

/* Points of each entry; then the drivers, in order. */
pdk_status pdk_season_score(pdk_season *season, pdk_season_standings *drivers, pdk_error *error);

/* --- season_order.c --- */
/* Sorts rows: by points, then as season.h says, and numbers them. */
pdk_status pdk_season_sort(pdk_season *season, pdk_season_standings *standings, pdk_error *error);

/* --- season_teams.c --- */
/* Says in an error that was made which of options.teams is meant. */
pdk_status pdk_season_fail_team(size_t index, pdk_error *error);
pdk_status pdk_season_score_teams(pdk_season *season, const pdk_season_standings *drivers, pdk_season_standings *teams,
                                  pdk_error *error);

/* --- season_tables.c --- */
pdk_status pdk_season_add_tables(pdk_season *season, const pdk_season_standings *drivers,
                                 const pdk_season_standings *teams, pdk_error *error);

/* --- season_decision_tables.c --- */
pdk_status pdk_season_add_decisions(pdk_season *season, pdk_error *error);

#endif
