/* Seasons: the standings of a championship, from recordings of its races.
 *
 *     static const double points[] = { 25, 18, 15, 12, 10, 8, 6, 4, 2, 1 };
 *     pdk_season_options options = PDK_SEASON_OPTIONS_INIT;
 *     pdk_season *season = NULL;
 *     options.points = points;
 *     options.point_count = 10;
 *     status = pdk_season_create(&options, &season, &error);
 *     for (i = 0; i < rounds && status == PDK_OK; i++) {
 *         const pdk_season_round round = { .race = races[i], .path = paths[i] };
 *         status = pdk_season_add(season, &round, &error); // the recording may be closed now
 *     }
 *     if (status == PDK_OK) status = pdk_season_finish(season, &standings, &error);
 *     pdk_season_close(season);
 *     // `standings` is a document with the tables season, season_teams ...
 */
#ifndef PADDOCK_SEASON_H
#define PADDOCK_SEASON_H

#include "analysis.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A race of the season. */
typedef struct pdk_season_round {
    const pdk_document *race;       /* a recording, or what pdk_analyse made of it */
    const pdk_document *qualifying; /* the first in its results has the pole, nobody if it was driven on another track;
                                     * NULL = the first of the grid */
    const char *path;               /* of the race, for tables and messages; NULL = none */
    const pdk_rulings *rulings;     /* applied to the race, and points to the season; NULL = none */
    const char *rulings_file;       /* as pdk_analysis_options.rulings_file */
    const pdk_document *results; /* of a replay, which `race` is then: as pdk_analysis_options.results; NULL = none */
} pdk_season_round;

/* Which team a driver scores for, instead of the team that recordings name. */
typedef struct pdk_season_team {
    const char *driver, *team;
} pdk_season_team;

typedef struct pdk_season_options {
    size_t struct_size;   /* PDK_SEASON_OPTIONS_INIT sets it */
    const double *points; /* for the first, the second ...; drivers after the last get none */
    size_t point_count;
    double pole, fastest_lap; /* points for them */
    uint64_t best;            /* only this many rounds of each driver count, those with most points; 0 = all */
    const pdk_season_team *teams;
    size_t team_count;
    pdk_limits limits; /* memory: of the season, without the recordings' own */
    pdk_allocator allocator;
} pdk_season_options;

#define PDK_SEASON_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_season_options)

typedef struct pdk_season pdk_season;

/* An empty season. Options are copied, with the texts in them. PDK_E_ARGUMENT, "season.points": no points, or points
 * that are negative or no numbers; "season.team": a driver in two teams. */
PDK_API pdk_status pdk_season_create(const pdk_season_options *options, pdk_season **season, pdk_error *error);

/* Adds the next round. Everything that is needed of it is copied. If it fails, the season has the rounds that it had.
 * The answers are those that the documents keep: a program that is to show progress, or be able to cancel, asks for
 * `results` and `incident_parties` before (pdk_answer_with_progress). PDK_E_ARGUMENT: "season.twice" (it has the same
 * content as another round), "season.driver" (two drivers of one name drive at the same time, and their cars' numbers
 * are the same), "season.session" (not a race). Also fails as pdk_answer does for `results`, and as pdk_analyse does
 * for rulings and results. */
PDK_API pdk_status pdk_season_add(pdk_season *season, const pdk_season_round *round, pdk_error *error);

/* Makes the document ("season"); afterwards the season can only be closed. Its tables:
 *
 *   season            a row for each driver, in order: position, driver, team, class, points, wins, podiums, poles,
 *                     fastest_laps, rounds (driven), dropped (of those), for each round n round_n_position,
 *                     round_n_points, round_n_dropped, and then sums of all rounds
 *   season_teams      the same for each team, which gets the points of all its drivers in all rounds
 *   season_rounds     a row for each round: round, path, track, date, winner, laps, drivers,
 *                     official (the results are the game's own, of a results file) ...
 *   season_incidents  a row for each driver in an incident and each other driver in it, or one without `other`: driver,
 *                     other, round, incident, kind, sentence
 *   season_results    a row for each driver and round: result, points, laps, how even the laps were
 *   season_rulings    a row for each ruling: round, driver, kind, value, lap, decision, reason, incident
 *   season_penalties  a row for each penalty that the game gave: round, driver, lap, time, kind, seconds, outcome
 *   season_tracks     a row for each point of the line of each track; rounds of one name whose lines are apart are on
 *                     different tracks, "Ring" and "Ring (2)"
 *
 * Drivers are sorted by points; if these are equal by the number of wins, then of second places and so on; then by the
 * last round in which they were not level; then in the order of the first round. PDK_E_ARGUMENT: "season.rounds"
 * (none), "season.team" (a driver who is in no round). */
PDK_API pdk_status pdk_season_finish(pdk_season *season, pdk_document **document, pdk_error *error);
/* NULL is fine. */
PDK_API void pdk_season_close(pdk_season *season);

typedef struct pdk_season_page_options {
    size_t struct_size; /* PDK_SEASON_PAGE_OPTIONS_INIT sets it */
    const char *title;  /* NULL = "Season" */
    pdk_limits limits;
    pdk_allocator allocator;
} pdk_season_page_options;

#define PDK_SEASON_PAGE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_season_page_options)

/* Writes such a document as one HTML page that needs no script and nothing else: standings by round, a part for each
 * driver, and a map of each track with the places of its incidents. UTF-8, the same bytes for the same call. options
 * may be NULL. PDK_E_ARGUMENT: not a document of pdk_season_finish. */
PDK_API pdk_status pdk_season_page_write(const pdk_document *season, const pdk_season_page_options *options,
                                         pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
