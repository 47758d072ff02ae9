/* The tables of a season. */
#include <math.h>
#include <string.h>

#include "analysis/columns.h"
#include "season/season.h"

/* ------------------------------------------------------------------------------------- standings, by round */

#define AT(member) offsetof(pdk_season_row, member)
#define SCORES                                                                                                  \
    PDK_REAL_COLUMN("points", NULL, "those that count", AT(points)),                                            \
        PDK_COUNT_COLUMN("wins", NULL, PDK_ROLE_NONE, AT(wins)),                                                \
        PDK_COUNT_COLUMN("podiums", "first to third places", PDK_ROLE_NONE, AT(podiums)),                       \
        PDK_COUNT_COLUMN("poles", "first in qualifying, or without one on the grid", PDK_ROLE_NONE, AT(poles)), \
        PDK_COUNT_COLUMN("fastest_laps", "fastest laps of a race", PDK_ROLE_NONE, AT(fastest_laps))

static const pdk_member driver_begin[] = {
    PDK_COUNT_COLUMN("position", NULL, PDK_ROLE_NONE, AT(position)),
    PDK_WORD_COLUMN("driver", "with the number of the car if several have the name", PDK_ROLE_DRIVER_NAME, AT(name)),
    PDK_WORD_COLUMN("team", "of the last round that names one", PDK_ROLE_NONE, AT(team)),
    PDK_WORD_COLUMN("class", NULL, PDK_ROLE_NONE, AT(class_name)),
    SCORES,
    PDK_COUNT_COLUMN("rounds", "driven", PDK_ROLE_NONE, AT(rounds)),
    PDK_COUNT_COLUMN("dropped", "of them, those that do not count", PDK_ROLE_NONE, AT(dropped)),
    PDK_COLUMNS_END,
};

static const pdk_member driver_end[] = {
    PDK_REAL_COLUMN("awarded", NULL, "points given or taken by rulings", AT(awarded)),
    PDK_COUNT_COLUMN("laps", "of all rounds", PDK_ROLE_NONE, AT(laps)),
    PDK_COUNT_COLUMN("contacts", "with other cars", PDK_ROLE_NONE, AT(contacts)),
    PDK_COUNT_COLUMN("incidents", "that the driver had a part in", PDK_ROLE_NONE, AT(incidents)),
    PDK_COUNT_COLUMN("penalties", "given and not rescinded", PDK_ROLE_NONE, AT(penalties)),
    PDK_TIME_COLUMN("penalty_time", "added to total times", PDK_ROLE_NONE, AT(penalty_time)),
    PDK_REAL_COLUMN("consistency", NULL,
                    "standard deviation of clean laps as a share of their median: mean of the rounds, by laps",
                    AT(consistency)),
    PDK_COLUMNS_END,
};

static const pdk_member team_begin[] = {
    PDK_COUNT_COLUMN("position", NULL, PDK_ROLE_NONE, AT(position)),
    PDK_WORD_COLUMN("team", NULL, PDK_ROLE_NONE, AT(team)),
    SCORES,
    PDK_COUNT_COLUMN("rounds", "with a driver in them", PDK_ROLE_NONE, AT(rounds)),
    PDK_COUNT_COLUMN("drivers", "at the end of the season", PDK_ROLE_NONE, AT(driver)),
    PDK_COLUMNS_END,
};

static const pdk_member team_end[] = {
    PDK_REAL_COLUMN("awarded", NULL, "points given or taken by rulings", AT(awarded)),
    PDK_COLUMNS_END,
};
#undef AT

/* Columns while they are put together. */
typedef struct columns {
    pdk_memory *memory;
    pdk_member *members;
    size_t count;
    bool failed;
} columns;

static void add_members(columns *to, const pdk_member *members)
{
    for (size_t i = 0; members[i].info.name != NULL; i++) to->members[to->count++] = members[i];
}

/* "round_3_points": a member of the round's cell. */
static void add_cell(columns *to, size_t round, const char *what, pdk_type type, const char *meaning, size_t offset)
{
    size_t cell = offsetof(pdk_season_row, cells) + round * sizeof(pdk_season_cell);
    const char *name = pdk_keep_printf(to->memory, "round_%zu_%s", round + 1, what);
    to->failed |= name == NULL;
    to->members[to->count++] = (pdk_member)PDK_COLUMN_OF(name, type, NULL, meaning, true, PDK_ROLE_NONE, cell + offset);
}

typedef struct standings_table {
    const char *name, *meaning, *place;
    const pdk_member *begin, *end;
    bool drops;
} standings_table;

static pdk_status add_standings(pdk_season *season, const pdk_season_standings *standings, const standings_table *table,
                                pdk_error *error)
{
    columns all = { .memory = pdk_season_memory(season) };
    size_t rounds = season->races.count;
    size_t most = pdk_member_count(table->begin) + 3 * rounds + pdk_member_count(table->end);
    all.members = pdk_alloc_array(all.memory, most + 1, sizeof *all.members);
    if (all.members == NULL) return pdk_fail_memory(error, all.memory, "the standings");
    add_members(&all, table->begin);
    for (size_t r = 0; r < rounds; r++) {
        add_cell(&all, r, "position", PDK_UINT32, table->place, offsetof(pdk_season_cell, position));
        add_cell(&all, r, "points", PDK_FLOAT64, NULL, offsetof(pdk_season_cell, points));
        if (table->drops)
            add_cell(&all, r, "dropped", PDK_BOOL, "the points do not count", offsetof(pdk_season_cell, dropped));
    }
    add_members(&all, table->end);
    if (all.failed) return pdk_fail_memory(error, all.memory, "the standings");
    pdk_table *made = pdk_document_add_table(season->made, table->name, table->meaning, standings->count, all.count);
    return pdk_table_add_members(made, standings->rows, standings->row_size, all.members, all.memory, error);
}

/* -------------------------------------------------------------------------------------------------- rounds */

typedef struct race_row {
    pdk_season_race race;
    uint32_t round;
    pdk_text date, winner, pole, fastest;
} race_row;

#define AT(member) offsetof(race_row, member)
static const pdk_member race_members[] = {
    PDK_COUNT_COLUMN("round", NULL, PDK_ROLE_NONE, AT(round)),
    PDK_WORD_COLUMN("path", NULL, PDK_ROLE_NONE, AT(race.path)),
    PDK_WORD_COLUMN("track", "as the recording calls it", PDK_ROLE_NONE, AT(race.track)),
    PDK_WORD_COLUMN("date", "if the recording has one", PDK_ROLE_NONE, AT(date)),
    PDK_WORD_COLUMN("winner", NULL, PDK_ROLE_NONE, AT(winner)),
    PDK_COUNT_COLUMN("laps", "of the winner", PDK_ROLE_NONE, AT(race.laps)),
    PDK_COUNT_COLUMN("drivers", "who started", PDK_ROLE_NONE, AT(race.drivers)),
    PDK_WORD_COLUMN("pole", "who was first in qualifying, or without one on the grid", PDK_ROLE_NONE, AT(pole)),
    PDK_WORD_COLUMN("fastest_lap", "who drove it", PDK_ROLE_NONE, AT(fastest)),
    PDK_TIME_COLUMN("fastest_lap_time", NULL, PDK_ROLE_NONE, AT(race.fastest_time)),
    PDK_COUNT_COLUMN("incidents", NULL, PDK_ROLE_NONE, AT(race.incidents)),
    PDK_WORD_COLUMN("note", "what is odd about it", PDK_ROLE_NONE, AT(race.note)),
    PDK_FLAG_COLUMN("official", "the results are the game's own, of a results file", AT(race.official)),
    PDK_COLUMNS_END,
};
#undef AT

static pdk_status add_races(pdk_season *season, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    const pdk_season_race *races = season->races.items;
    size_t count = season->races.count;
    race_row *rows = pdk_alloc_array(memory, count, sizeof *rows);
    for (size_t i = 0; i < count && rows != NULL; i++)
        rows[i] = (race_row){ .race = races[i],
                              .round = (uint32_t)i + 1,
                              .winner = pdk_season_label(season, races[i].winner),
                              .pole = pdk_season_label(season, races[i].pole),
                              .fastest = pdk_season_label(season, races[i].fastest) };
    pdk_table *made = pdk_document_add_table(season->made, "season_rounds", "a row for each round", count,
                                             pdk_member_count(race_members));
    return rows != NULL ? pdk_table_add_members(made, rows, sizeof *rows, race_members, memory, error)
                        : pdk_fail_memory(error, memory, "the rounds");
}

/* ----------------------------------------------------------------------------------------------- incidents */

typedef struct incident_row {
    pdk_season_incident row;
    uint32_t round;
    pdk_text driver, other, track;
} incident_row;

#define AT(member) offsetof(incident_row, member)
#define OF(member) offsetof(incident_row, row.incident.member)
static const pdk_member incident_members[] = {
    PDK_WORD_COLUMN("driver", NULL, PDK_ROLE_DRIVER_NAME, AT(driver)),
    PDK_WORD_COLUMN("other", "another driver in it; null if there was none", PDK_ROLE_NONE, AT(other)),
    PDK_COUNT_COLUMN("round", NULL, PDK_ROLE_NONE, AT(round)),
    PDK_WORD_COLUMN("incident", "its id in the round", PDK_ROLE_NONE, OF(incident)),
    PDK_WORD_COLUMN("kind", NULL, PDK_ROLE_NONE, OF(kind_name)),
    PDK_WORD_COLUMN("sentence", "what happened, in words", PDK_ROLE_NONE, OF(sentence)),
    PDK_TIME_COLUMN("time", "of the round's session", PDK_ROLE_TIME, OF(time)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, OF(lap)),
    PDK_WORD_COLUMN("place", NULL, PDK_ROLE_NONE, OF(place)),
    PDK_COLUMN_OF("behind", PDK_BOOL, NULL, "the driver came from behind", true, PDK_ROLE_NONE, AT(row.behind)),
    PDK_WORD_COLUMN("track", NULL, PDK_ROLE_NONE, AT(track)),
    PDK_PLACE_COLUMN("x", "on the track, z up", true, PDK_ROLE_X, OF(x)),
    PDK_PLACE_COLUMN("y", NULL, true, PDK_ROLE_Y, OF(y)),
    PDK_COLUMNS_END,
};
#undef OF
#undef AT

static pdk_status add_incidents(pdk_season *season, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    const pdk_season_incident *all = season->incidents.items;
    const pdk_season_race *races = season->races.items;
    size_t count = season->incidents.count;
    incident_row *rows = pdk_alloc_array(memory, count, sizeof *rows);
    for (size_t i = 0; i < count && rows != NULL; i++)
        rows[i] = (incident_row){ .row = all[i],
                                  .round = all[i].round + 1,
                                  .driver = pdk_season_label(season, all[i].driver),
                                  .other = pdk_season_label(season, all[i].other),
                                  .track = races[all[i].round].track };
    pdk_table *made = pdk_document_add_table(season->made, "season_incidents",
                                             "a row for each driver in an incident and each other driver in it", count,
                                             pdk_member_count(incident_members));
    return rows != NULL ? pdk_table_add_members(made, rows, sizeof *rows, incident_members, memory, error)
                        : pdk_fail_memory(error, memory, "the incidents");
}

/* ------------------------------------------------------------------------------------- results, and tracks */

typedef struct result_row {
    pdk_season_entry entry;
    uint32_t round;
    pdk_text driver, team;
} result_row;

#define AT(member) offsetof(result_row, member)
#define OF(member) offsetof(result_row, entry.result.member)
static const pdk_member result_members[] = {
    PDK_COUNT_COLUMN("round", NULL, PDK_ROLE_NONE, AT(round)),
    PDK_COUNT_COLUMN("position", NULL, PDK_ROLE_NONE, OF(position)),
    PDK_DRIVER_COLUMNS(AT(driver), OF(slot)),
    PDK_WORD_COLUMN("team", "that the driver scores for", PDK_ROLE_NONE, AT(team)),
    PDK_WORD_COLUMN("class", NULL, PDK_ROLE_NONE, OF(class_name)),
    PDK_WORD_COLUMN("number", "of the car", PDK_ROLE_NONE, OF(number)),
    PDK_WORD_COLUMN("vehicle", NULL, PDK_ROLE_NONE, OF(vehicle)),
    PDK_WORD_COLUMN("status", "finished, running, retired, disqualified, not_started", PDK_ROLE_NONE, AT(entry.status)),
    PDK_REAL_COLUMN("points", NULL, "for the place, pole and fastest lap", AT(entry.points)),
    PDK_FLAG_COLUMN("pole", NULL, AT(entry.pole)),
    PDK_FLAG_COLUMN("fastest_lap", NULL, AT(entry.fastest_lap)),
    PDK_FLAG_COLUMN("dropped", "the points do not count", AT(entry.dropped)),
    PDK_COUNT_COLUMN("laps", "complete", PDK_ROLE_NONE, OF(laps)),
    PDK_TIME_COLUMN("total_time", NULL, PDK_ROLE_NONE, OF(total_time)),
    PDK_TIME_COLUMN("gap", "to the leader", PDK_ROLE_NONE, OF(gap)),
    PDK_COUNT_COLUMN("laps_down", NULL, PDK_ROLE_NONE, OF(laps_down)),
    PDK_TIME_COLUMN("best_lap_time", NULL, PDK_ROLE_LAP_TIME, OF(best_lap_time)),
    PDK_COUNT_COLUMN("grid_position", NULL, PDK_ROLE_NONE, OF(grid_position)),
    PDK_COUNT_COLUMN("pit_stops", NULL, PDK_ROLE_NONE, OF(pit_stops)),
    PDK_COUNT_COLUMN("penalties", "given and not rescinded", PDK_ROLE_NONE, OF(penalties)),
    PDK_TIME_COLUMN("penalty_time", NULL, PDK_ROLE_NONE, OF(penalty_time)),
    PDK_COUNT_COLUMN("contacts", "with other cars", PDK_ROLE_NONE, OF(contacts)),
    PDK_COUNT_COLUMN("clean_laps", NULL, PDK_ROLE_NONE, AT(entry.clean_laps)),
    PDK_TIME_COLUMN("median_lap_time", "of clean laps", PDK_ROLE_NONE, AT(entry.median_lap_time)),
    PDK_TIME_COLUMN("deviation", "standard deviation of clean laps, of all of them", PDK_ROLE_NONE,
                    AT(entry.deviation)),
    PDK_COLUMNS_END,
};
#undef OF
#undef AT

static pdk_status add_results(pdk_season *season, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    const pdk_season_entry *entries = season->entries.items;
    size_t count = season->entries.count;
    result_row *rows = pdk_alloc_array(memory, count, sizeof *rows);
    for (size_t i = 0; i < count && rows != NULL; i++)
        rows[i] = (result_row){ .entry = entries[i],
                                .round = entries[i].round + 1,
                                .driver = pdk_season_label(season, entries[i].driver),
                                .team = pdk_season_team_of(season, &entries[i]) };
    pdk_table *made = pdk_document_add_table(season->made, "season_results", "a row for each driver and round", count,
                                             pdk_member_count(result_members));
    return rows != NULL ? pdk_table_add_members(made, rows, sizeof *rows, result_members, memory, error)
                        : pdk_fail_memory(error, memory, "the results");
}

#define AT(member) offsetof(pdk_season_point, member)
static const pdk_member point_members[] = {
    PDK_WORD_COLUMN("track", NULL, PDK_ROLE_NONE, AT(track)),
    PDK_REAL_COLUMN("distance", "m", "along the track, from the start line", AT(distance)),
    PDK_PLACE_COLUMN("x", "z up", false, PDK_ROLE_X, AT(x)),
    PDK_PLACE_COLUMN("y", NULL, false, PDK_ROLE_Y, AT(y)),
    PDK_REAL_COLUMN("left", "m", "how far laps use the track to the left", AT(left)),
    PDK_REAL_COLUMN("right", "m", "the same to the right, negative", AT(right)),
    PDK_FLAG_COLUMN("closes", "the line continues at the first point of the track", AT(closes)),
    PDK_COLUMNS_END,
};
#undef AT

static pdk_status add_points(pdk_season *season, pdk_error *error)
{
    pdk_table *made =
        pdk_document_add_table(season->made, "season_tracks", "a row for each point of the line of each track",
                               season->points.count, pdk_member_count(point_members));
    return pdk_table_add_members(made, season->points.items, sizeof(pdk_season_point), point_members,
                                 pdk_season_memory(season), error);
}

pdk_status pdk_season_add_tables(pdk_season *season, const pdk_season_standings *drivers,
                                 const pdk_season_standings *teams, pdk_error *error)
{
    static const standings_table tables[] = {
        { "season", "a row for each driver, in order", "in the results of this round", driver_begin, driver_end, true },
        { "season_teams", "a row for each team, in order", "of the team's best driver", team_begin, team_end, false },
    };
    pdk_document_add_number(season->made, "rounds", (double)season->races.count, NULL, NULL, PDK_CONFIRMED);
    if (season->options.best > 0)
        pdk_document_add_number(season->made, "best", (double)season->options.best, NULL,
                                "rounds of each driver that count", PDK_CONFIRMED);
    pdk_document_add_number(season->made, "places", (double)season->options.point_count, NULL, "places with points",
                            PDK_CONFIRMED);
    pdk_status status = add_standings(season, drivers, &tables[0], error);
    if (status == PDK_OK) status = add_standings(season, teams, &tables[1], error);
    if (status == PDK_OK) status = add_races(season, error);
    if (status == PDK_OK) status = add_incidents(season, error);
    if (status == PDK_OK) status = add_results(season, error);
    if (status == PDK_OK) status = add_points(season, error);
    return status == PDK_OK ? pdk_season_add_decisions(season, error) : status;
}
