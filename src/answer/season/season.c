/* Seasons: the public calls. */
#include "season/season.h"

#include <math.h>
#include <string.h>

#include "base/allocator.h"
#include "base/options.h"
#include "base/text.h"
#include "model/document_life.h"

static const pdk_format_info season_info = { .id = "season", .title = "Season" };

/* ------------------------------------------------------------------------------------------------ options */

static pdk_status check_points(const pdk_season_options *options, pdk_error *error)
{
    bool finite = isfinite(options->pole) && isfinite(options->fastest_lap), negative = false;
    negative |= options->pole < 0 || options->fastest_lap < 0;
    for (size_t i = 0; options->points != NULL && i < options->point_count; i++) {
        finite &= isfinite(options->points[i]);
        negative |= options->points[i] < 0;
    }
    if (options->points == NULL || options->point_count == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.points",
                        "a season needs the points for each place");
    if (!finite)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.points", "points are numbers that are finite");
    if (negative)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.points",
                        "points are not negative; rulings of the kind points take some away");
    return PDK_OK;
}

static pdk_status check_teams(const pdk_season_options *options, pdk_error *error)
{
    for (size_t i = 0; i < options->team_count; i++) {
        const pdk_season_team *one = &options->teams[i];
        if (one->driver == NULL || one->team == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.team", "a team or its driver has no name");
        for (size_t k = 0; k < i; k++) {
            if (strcmp(options->teams[k].driver, one->driver) != 0 || strcmp(options->teams[k].team, one->team) == 0)
                continue;
            pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.team",
                     "\"%.80s\" is in two teams: \"%.60s\" and \"%.60s\"", one->driver, options->teams[k].team,
                     one->team);
            return pdk_season_fail_team(i, error);
        }
    }
    return PDK_OK;
}

static pdk_status check(const pdk_season_options *options, pdk_season *const *season, pdk_error *error)
{
    if (season == NULL || (options->team_count > 0 && options->teams == NULL))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a place for the season and the teams that the options count are needed");
    pdk_status status = check_points(options, error);
    return status == PDK_OK ? check_teams(options, error) : status;
}

static const char *keep_word(const pdk_season *season, const char *word)
{
    return pdk_season_keep(season, (pdk_text){ word, strlen(word) }).data;
}

/* The caller's arrays may be gone when the season ends. */
static void copy_options(pdk_season *season, const pdk_season_options *given)
{
    pdk_memory *memory = pdk_season_memory(season);
    pdk_season_options *own = &season->options;
    double *points = pdk_alloc_array(memory, given->point_count, sizeof *points);
    pdk_season_team *teams = pdk_alloc_array(memory, given->team_count, sizeof *teams);
    season->made->failed |= points == NULL || teams == NULL;
    if (season->made->failed) return;
    pdk_allocator allocator = own->allocator;
    *own = *given;
    own->allocator = allocator;
    memcpy(points, given->points, given->point_count * sizeof *points);
    for (size_t i = 0; i < given->team_count; i++)
        teams[i] =
            (pdk_season_team){ keep_word(season, given->teams[i].driver), keep_word(season, given->teams[i].team) };
    own->points = points;
    own->teams = teams;
}

/* ---------------------------------------------------------------------------------------------- its life */

pdk_status pdk_season_create(const pdk_season_options *given, pdk_season **season, pdk_error *error)
{
    pdk_season_options options;
    if (season != NULL) *season = NULL;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_SEASON_OPTIONS_INIT", error);
    if (status == PDK_OK) status = check(&options, season, error);
    if (status != PDK_OK) return status;
    pdk_document *made;
    status = pdk_document_make(&options.limits, &options.allocator, &season_info, &made, error);
    if (status != PDK_OK) return status;
    pdk_allocator allocator = made->memory.allocator;
    pdk_season *begun = pdk_allocator_take(&allocator, sizeof *begun);
    if (begun == NULL) {
        pdk_close(made);
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a season");
    }
    *begun = (pdk_season){ .options.allocator = allocator,
                           .made = made,
                           .drivers = pdk_vector_of(&made->memory, sizeof(pdk_season_driver)),
                           .races = pdk_vector_of(&made->memory, sizeof(pdk_season_race)),
                           .entries = pdk_vector_of(&made->memory, sizeof(pdk_season_entry)),
                           .incidents = pdk_vector_of(&made->memory, sizeof(pdk_season_incident)),
                           .points = pdk_vector_of(&made->memory, sizeof(pdk_season_point)),
                           .lines = pdk_vector_of(&made->memory, sizeof(pdk_season_line)),
                           .rulings = pdk_vector_of(&made->memory, sizeof(pdk_season_ruling)),
                           .penalties = pdk_vector_of(&made->memory, sizeof(pdk_season_penalty)) };
    copy_options(begun, &options);
    status = pdk_document_built(made, error);
    if (status == PDK_OK) *season = begun;
    else pdk_season_close(begun);
    return status;
}

void pdk_season_close(pdk_season *season)
{
    if (season == NULL || pdk_in_allocator()) return;
    pdk_allocator allocator = season->options.allocator;
    pdk_close(season->made);
    pdk_allocator_give_back(&allocator, season, sizeof *season);
}

static pdk_status check_open(const pdk_season *season, bool complete, pdk_error *error)
{
    if (season == NULL || !complete)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a season and what is asked of it are needed");
    if (season->made == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "the season is finished");
    return PDK_OK;
}

pdk_status pdk_season_add(pdk_season *season, const pdk_season_round *round, pdk_error *error)
{
    pdk_status status = check_open(season, round != NULL && round->race != NULL, error);
    if (status != PDK_OK) return status;
    PDK_HOLD_AS(held_race, round->race);
    PDK_HOLD_AS(held_qualifying, round->qualifying);
    pdk_vector *const vectors[] = { &season->drivers, &season->races, &season->entries, &season->incidents,
                                    &season->points,  &season->lines, &season->rulings, &season->penalties };
    enum { VECTORS = sizeof vectors / sizeof vectors[0] };
    size_t counts[VECTORS];
    for (size_t i = 0; i < VECTORS; i++) counts[i] = vectors[i]->count;
    status = pdk_season_read(season, round, error);
    if (status == PDK_OK) status = pdk_document_built(season->made, error);
    for (size_t i = 0; i < VECTORS && status != PDK_OK; i++) vectors[i]->count = counts[i];
    return status;
}

static pdk_status fill(pdk_season *season, pdk_error *error)
{
    pdk_season_standings drivers, teams;
    if (season->races.count == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.rounds", "the season has no rounds");
    pdk_status status = pdk_season_score(season, &drivers, error);
    if (status == PDK_OK) status = pdk_season_score_teams(season, &drivers, &teams, error);
    if (status == PDK_OK) status = pdk_season_add_tables(season, &drivers, &teams, error);
    return status == PDK_OK ? pdk_document_built(season->made, error) : status;
}

pdk_status pdk_season_finish(pdk_season *season, pdk_document **document, pdk_error *error)
{
    if (document != NULL) *document = NULL;
    pdk_status status = check_open(season, document != NULL, error);
    if (status == PDK_OK) status = fill(season, error);
    if (status != PDK_OK) return status;
    *document = season->made;
    season->made = NULL;
    return PDK_OK;
}
