/* Teams: the points of all their drivers in all rounds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "season/season.h"

pdk_status pdk_season_fail_team(size_t index, pdk_error *error)
{
    if (error != NULL) snprintf(error->where, sizeof error->where, "team %zu", index + 1);
    return PDK_E_ARGUMENT;
}

static pdk_status check_names(const pdk_season *season, pdk_error *error)
{
    for (size_t i = 0; i < season->options.team_count; i++) {
        const char *driver = season->options.teams[i].driver;
        if (pdk_season_find_driver(season, (pdk_text){ driver, strlen(driver) }) == PDK_SEASON_NOBODY) {
            pdk_season_fail_unknown(season, "season.team", driver, error);
            return pdk_season_fail_team(i, error);
        }
    }
    return PDK_OK;
}

static pdk_season_row *find_team(pdk_season_standings *teams, pdk_text name)
{
    for (size_t i = 0; i < teams->count; i++) {
        if (pdk_same_text(pdk_season_row_at(teams, i)->team, name)) return pdk_season_row_at(teams, i);
    }
    return NULL;
}

static pdk_season_row *add_team(const pdk_season *season, pdk_season_standings *teams, pdk_text name)
{
    pdk_season_row *row = pdk_season_row_at(teams, teams->count++);
    row->team = row->name = name;
    for (size_t r = 0; r < season->races.count; r++) {
        row->cells[r].position = UINT32_MAX;
        row->cells[r].points = NAN;
    }
    return row;
}

/* A team's place in a round is that of its best driver. */
static void count_entry(const pdk_season *season, pdk_season_row *row, const pdk_season_entry *entry)
{
    pdk_season_cell *cell = &row->cells[entry->round];
    const pdk_result *result = &entry->result;
    if (isnan(cell->points)) {
        row->rounds++;
        cell->points = 0;
    }
    cell->points += entry->points;
    cell->scores |= entry->scores;
    if (result->has_position && result->position < cell->position) cell->position = result->position;
    row->points += entry->points;
    row->wins += entry->scores && result->position == 1;
    row->podiums += entry->scores && result->position <= 3;
    row->fastest_laps += entry->fastest_lap;
    row->poles += ((const pdk_season_race *)season->races.items)[entry->round].pole == entry->driver;
}

static void count_driver(pdk_season_standings *teams, const pdk_season_row *driver)
{
    pdk_season_row *team = driver->team.data != NULL ? find_team(teams, driver->team) : NULL;
    if (team == NULL) return;
    team->driver++;
    team->points += driver->awarded;
    team->awarded += driver->awarded;
}

pdk_status pdk_season_score_teams(pdk_season *season, const pdk_season_standings *drivers, pdk_season_standings *teams,
                                  pdk_error *error)
{
    const pdk_season_entry *entries = season->entries.items;
    pdk_status status = check_names(season, error);
    if (status != PDK_OK) return status;
    *teams = (pdk_season_standings){ .row_size = drivers->row_size };
    teams->rows = pdk_alloc_array(pdk_season_memory(season), season->entries.count, teams->row_size);
    if (teams->rows == NULL) return pdk_fail_memory(error, pdk_season_memory(season), "the teams");
    for (size_t i = 0; i < season->entries.count; i++) {
        pdk_text name = pdk_season_team_of(season, &entries[i]);
        if (name.data == NULL) continue;
        pdk_season_row *row = find_team(teams, name);
        count_entry(season, row != NULL ? row : add_team(season, teams, name), &entries[i]);
    }
    for (size_t i = 0; i < drivers->count; i++) count_driver(teams, pdk_season_row_at(drivers, i));
    return pdk_season_sort(season, teams, error);
}
