/* The answer `incident_approach`: the last five seconds of everyone in an incident, ten times a second. Rows are
 * computed when they are read: a table of all of them would be many times the size of the table of incidents. */
#include <math.h>
#include <string.h>

#include "analysis/incident/incidents.h"
#include "base/number.h"

enum { MOMENTS = 51 };
static const double looked_at = 5, moments_a_second = 10; /* s */

typedef enum approach_value {
    INCIDENT,
    TIME,
    DRIVER,
    SLOT,
    ALONG,
    ACROSS,
    SPEED,
    THROTTLE,
    BRAKE,
    VALUES
} approach_value;

typedef struct approaches {
    const pdk_incidents *found;
    pdk_race_view race;
    uint32_t *owner; /* of each party: its incident */
} approaches;

typedef struct approach_column {
    const approaches *all;
    approach_value value;
} approach_column;

typedef struct approach_row {
    const pdk_found_incident *incident;
    const pdk_found_party *party;
    double time;
} approach_row;

static approach_row row_at(const approaches *all, uint64_t row)
{
    uint64_t party = row / MOMENTS;
    const pdk_found_incident *incident = &all->found->incidents[all->owner[party]];
    double before = looked_at - (double)(row % MOMENTS) / moments_a_second;
    return (approach_row){ incident, &all->found->parties[party], incident->time - before };
}

/* NaN = not known. */
static double number_of(const approaches *all, const approach_row *row, approach_value value)
{
    const pdk_race_view *race = &all->race;
    const pdk_path *path = race->paths != NULL ? pdk_paths_find(race->paths, row->party->slot) : NULL;
    pdk_track_position place;
    pdk_path_state state;
    if (value == TIME) return row->time;
    if (path == NULL) return NAN;
    if (value == ALONG || value == ACROSS) {
        if (race->stations == NULL || !pdk_stations_at(race->stations, path, row->time, &place)) return NAN;
        if (value == ACROSS) return place.lateral;
        return pdk_track_way(race->stations->model, row->incident->distance, place.distance);
    }
    if (!pdk_path_at(race->paths, path, row->time, &state)) return NAN;
    if (value == SPEED) return state.speed;
    if (value == THROTTLE) return race->paths->has_throttle ? state.throttle : NAN;
    return race->paths->has_brake ? state.brake : NAN;
}

static void put_text(const pdk_batch *batch, size_t at, pdk_text text, void *values)
{
    if (text.data == NULL && batch->validity != NULL) pdk_batch_miss(batch, at);
    else ((pdk_text *)values)[at] = text;
}

static pdk_status read_values(const pdk_batch *batch, void *values)
{
    const approach_column *column = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        approach_row row = row_at(column->all, batch->first + i);
        if (column->value == INCIDENT) put_text(batch, i, row.incident->incident, values);
        else if (column->value == DRIVER) put_text(batch, i, row.party->driver, values);
        else if (column->value == SLOT) ((int32_t *)values)[i] = (int32_t)row.party->slot;
        else {
            double number = number_of(column->all, &row, column->value);
            if (isnan(number) && batch->validity != NULL) pdk_batch_miss(batch, i);
            else ((double *)values)[i] = pdk_round_computed(number);
        }
    }
    return PDK_OK;
}

#define SEEN(name_, unit_, says_)                                                                                      \
    {                                                                                                                  \
        .name = name_, .type = PDK_FLOAT64, .unit = unit_, .meaning = says_, .certainty = PDK_LIKELY, .nullable = true \
    }
static const pdk_column_info infos[VALUES] = {
    [INCIDENT] = { .name = "incident", .type = PDK_TEXT, .certainty = PDK_LIKELY, .meaning = "its id" },
    [TIME] = { .name = "time",
               .type = PDK_FLOAT64,
               .unit = "s",
               .certainty = PDK_LIKELY,
               .role = PDK_ROLE_TIME,
               .meaning = "of the session's clock: from 5 s before the incident to it" },
    [DRIVER] = { .name = "driver",
                 .type = PDK_TEXT,
                 .certainty = PDK_LIKELY,
                 .nullable = true,
                 .role = PDK_ROLE_DRIVER_NAME },
    [SLOT] = { .name = "slot",
               .type = PDK_INT32,
               .certainty = PDK_LIKELY,
               .role = PDK_ROLE_DRIVER,
               .meaning = "the number that the file gives the driver" },
    [ALONG] = SEEN("along", "m", "along the track from the place of the incident; negative before it"),
    [ACROSS] = SEEN("across", "m", "to the left of the track's line"),
    [SPEED] = SEEN("speed", "m/s", NULL),
    [THROTTLE] = SEEN("throttle", NULL, "0 to 1"),
    [BRAKE] = SEEN("brake", NULL, "0 to 1"),
};

static bool find_owners(approaches *all, pdk_memory *memory)
{
    all->owner = pdk_alloc_array(memory, all->found->party_count, sizeof *all->owner);
    for (size_t i = 0; all->owner != NULL && i < all->found->count; i++) {
        const pdk_found_incident *incident = &all->found->incidents[i];
        for (uint32_t k = 0; k < incident->party_count; k++) all->owner[incident->first_party + k] = (uint32_t)i;
    }
    return all->owner != NULL;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    approaches *all = made;
    pdk_status status = pdk_answers_incidents(answers, &all->found, error);
    if (status == PDK_OK) status = pdk_race_view_of(answers, &all->race, error);
    if (status != PDK_OK) return status;
    approach_column *columns = pdk_alloc_array(answers->memory, VALUES, sizeof *columns);
    pdk_table *table = pdk_answer_new_table(answers, all->found->party_count * (uint64_t)MOMENTS, VALUES);
    if (columns == NULL || table == NULL || !find_owners(all, answers->memory))
        return pdk_fail_memory(error, answers->memory, "the ways to incidents");
    for (size_t i = 0; i < VALUES; i++) {
        columns[i] = (approach_column){ all, (approach_value)i };
        pdk_table_add_computed(table, infos[i], read_values, &columns[i], 0);
    }
    return pdk_table_built(table, error);
}

/* It shows only places of cars. */
static pdk_status have(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_have_incidents(document, error);
    return status == PDK_OK ? pdk_answers_have_motion(document, error) : status;
}

const pdk_step pdk_step_incident_approach = {
    .name = "incident_approach",
    .meaning = "a row for each driver in an incident and each tenth of the five seconds before it",
    .needs = PDK_NEEDS(incidents) | PDK_RACE_VIEW_NEEDS,
    .size = sizeof(approaches),
    .make = make,
    .have = have
};
