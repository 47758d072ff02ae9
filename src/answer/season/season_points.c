/* Points of each driver in each round, which rounds count, and the order of the championship. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "season/season.h"

static pdk_status make_labels(const pdk_season *season, pdk_error *error)
{
    pdk_season_driver *drivers = season->drivers.items;
    for (size_t i = 0; i < season->drivers.count; i++) {
        pdk_season_driver *one = &drivers[i];
        one->label = one->name;
        if (!one->has_double || one->number.data == NULL) continue;
        const char *label = pdk_keep_printf(pdk_season_memory(season), "%.*s (%.*s)", (int)one->name.size,
                                            one->name.data, (int)one->number.size, one->number.data);
        if (label == NULL) return pdk_fail_memory(error, pdk_season_memory(season), "drivers");
        one->label = (pdk_text){ label, strlen(label) };
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- points */

static double points_of(const pdk_season_options *options, const pdk_season_entry *entry)
{
    double points = 0;
    uint32_t place = entry->result.position;
    if (entry->scores && place >= 1 && place <= options->point_count) points = options->points[place - 1];
    if (entry->fastest_lap) points += options->fastest_lap;
    return points;
}

static pdk_season_standings make_rows(const pdk_season *season, size_t count)
{
    pdk_season_standings made = { .count = count,
                                  .row_size = sizeof(pdk_season_row) + season->races.count * sizeof(pdk_season_cell) };
    made.rows = pdk_alloc_array(pdk_season_memory(season), count, made.row_size);
    for (size_t i = 0; i < count && made.rows != NULL; i++) {
        pdk_season_row *row = pdk_season_row_at(&made, i);
        row->penalties = row->contacts = UINT32_MAX;
        row->penalty_time = row->consistency = NAN;
        for (size_t r = 0; r < season->races.count; r++)
            row->cells[r] = (pdk_season_cell){ .position = UINT32_MAX, .points = NAN, .dropped = PDK_MAYBE_UNKNOWN };
    }
    return made;
}

/* What recordings do not say stays unknown, unless another round says some of it. */
static void add_known(uint32_t *sum, bool known, uint32_t more)
{
    if (known) *sum = (*sum == UINT32_MAX ? 0 : *sum) + more;
}

/* What a driver did in one round. */
static void count_entry(pdk_season_row *row, const pdk_season_entry *entry)
{
    const pdk_result *result = &entry->result;
    row->cells[entry->round] = (pdk_season_cell){ .position = result->has_position ? result->position : UINT32_MAX,
                                                  .points = entry->points,
                                                  .dropped = entry->dropped,
                                                  .scores = entry->scores };
    row->wins += entry->scores && result->position == 1;
    row->podiums += entry->scores && result->position <= 3;
    row->fastest_laps += entry->fastest_lap;
    row->rounds += result->status != PDK_RESULT_NOT_STARTED;
    row->dropped += entry->dropped && result->status != PDK_RESULT_NOT_STARTED;
    row->laps += result->laps;
    add_known(&row->contacts, result->has_contacts, result->contacts);
    add_known(&row->penalties, result->has_penalties, result->penalties);
    if (result->has_penalty_time) row->penalty_time = fmax(row->penalty_time, 0) + result->penalty_time;
}

/* Deviation of clean laps as a share of their median: the mean over the rounds, weighed by the laps. */
static void measure_consistency(const pdk_season *season, uint32_t driver, pdk_season_row *row)
{
    const pdk_season_entry *entries = season->entries.items;
    double laps = 0, sum = 0;
    for (size_t i = 0; i < season->entries.count; i++) {
        if (entries[i].driver != driver || !isfinite(entries[i].deviation)) continue;
        laps += entries[i].clean_laps;
        sum += entries[i].clean_laps * entries[i].deviation / entries[i].median_lap_time;
    }
    if (laps > 0) row->consistency = sum / laps;
}

static bool is_same_incident(const pdk_season_incident *one, const pdk_season_incident *other)
{
    return one->driver == other->driver && one->round == other->round &&
           pdk_same_text(one->incident.incident, other->incident.incident);
}

/* Each incident once, however many others were in it: its rows of one driver follow each other. */
static void count_incidents(const pdk_season *season, const pdk_season_standings *standings)
{
    const pdk_season_incident *rows = season->incidents.items;
    for (size_t i = 0; i < season->incidents.count; i++) {
        if (rows[i].driver == PDK_SEASON_NOBODY || (i > 0 && is_same_incident(&rows[i - 1], &rows[i]))) continue;
        pdk_season_row_at(standings, rows[i].driver)->incidents++;
    }
}

/* ---------------------------------------------------------------------------------------- rounds that count */

/* Drops rounds with the fewest points until `best` are left; a round that was not driven goes first. */
static void drop_rounds(const pdk_season *season, uint32_t driver)
{
    pdk_season_entry *entries = season->entries.items;
    size_t driven = 0, best = (size_t)season->options.best;
    for (size_t i = 0; i < season->entries.count; i++) driven += entries[i].driver == driver;
    for (; season->options.best > 0 && driven > best; driven--) {
        pdk_season_entry *least = NULL;
        for (size_t i = 0; i < season->entries.count; i++) {
            pdk_season_entry *one = &entries[i];
            if (one->driver != driver || one->dropped) continue;
            if (least == NULL || one->points <= least->points) least = one;
        }
        if (least != NULL) least->dropped = true;
    }
}

static void give_awards(const pdk_season *season, const pdk_season_standings *standings)
{
    const pdk_season_ruling *rulings = season->rulings.items;
    for (size_t i = 0; i < season->rulings.count; i++)
        pdk_season_row_at(standings, rulings[i].driver)->awarded += rulings[i].points;
}

/* The pole may be of somebody who did not race then. */
static void give_poles(const pdk_season *season, const pdk_season_standings *standings)
{
    const pdk_season_race *races = season->races.items;
    for (size_t r = 0; r < season->races.count; r++) {
        if (races[r].pole != PDK_SEASON_NOBODY) pdk_season_row_at(standings, races[r].pole)->poles++;
    }
}

static bool is_entered(const pdk_season *season, uint32_t driver, uint32_t round)
{
    const pdk_season_entry *entries = season->entries.items;
    for (size_t i = 0; i < season->entries.count; i++) {
        if (entries[i].driver == driver && entries[i].round == round) return true;
    }
    return false;
}

static void add_points(const pdk_season *season, const pdk_season_standings *standings)
{
    const pdk_season_race *races = season->races.items;
    for (size_t i = 0; i < standings->count; i++) {
        pdk_season_row *row = pdk_season_row_at(standings, i);
        row->points = row->awarded;
        for (uint32_t r = 0; r < season->races.count; r++) {
            bool only_pole = races[r].pole == row->driver && !is_entered(season, row->driver, r);
            if (only_pole) row->cells[r].points = season->options.pole;
            if (row->cells[r].dropped != PDK_MAYBE_YES && isfinite(row->cells[r].points))
                row->points += row->cells[r].points;
        }
    }
}

pdk_status pdk_season_score(pdk_season *season, pdk_season_standings *standings, pdk_error *error)
{
    pdk_season_entry *entries = season->entries.items;
    const pdk_season_driver *drivers = season->drivers.items;
    pdk_status status = make_labels(season, error);
    if (status != PDK_OK) return status;
    *standings = make_rows(season, season->drivers.count);
    if (standings->rows == NULL) return pdk_fail_memory(error, pdk_season_memory(season), "the standings");
    for (size_t i = 0; i < season->entries.count; i++)
        entries[i].points = points_of(&season->options, &entries[i]) + (entries[i].pole ? season->options.pole : 0);
    for (uint32_t i = 0; i < season->drivers.count; i++) {
        pdk_season_row *row = pdk_season_row_at(standings, i);
        row->driver = i;
        row->name = drivers[i].label;
        drop_rounds(season, i);
    }
    for (size_t i = 0; i < season->entries.count; i++) {
        pdk_season_row *row = pdk_season_row_at(standings, entries[i].driver);
        count_entry(row, &entries[i]);
        if (entries[i].result.has_class_name) row->class_name = entries[i].result.class_name;
        pdk_text team = pdk_season_team_of(season, &entries[i]);
        if (team.data != NULL) row->team = team;
    }
    for (uint32_t i = 0; i < season->drivers.count; i++)
        measure_consistency(season, i, pdk_season_row_at(standings, i));
    count_incidents(season, standings);
    give_poles(season, standings);
    give_awards(season, standings);
    add_points(season, standings);
    return pdk_season_sort(season, standings, error);
}
