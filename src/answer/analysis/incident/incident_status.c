/* Excursions by what the file says about each pose: one pass over the rows of everyone. */
#include <math.h>

#include "analysis/incident/incidents.h"

enum { ROWS = 512 };

static const double longest_gap = PDK_PATH_GAP;

typedef struct told_car {
    pdk_excursion_watch watch;
    double before; /* the time of its pose before */
    size_t pit;
} told_car;

typedef struct told_columns {
    size_t time, driver, off_track;
} told_columns;

static bool find_columns(const pdk_table *table, told_columns *columns)
{
    columns->time = pdk_table_find_role(table, PDK_ROLE_TIME);
    columns->driver = pdk_table_find_role(table, PDK_ROLE_DRIVER);
    columns->off_track = pdk_table_find_role(table, PDK_ROLE_OFF_TRACK);
    return columns->time != PDK_NO_COLUMN && columns->driver != PDK_NO_COLUMN && columns->off_track != PDK_NO_COLUMN;
}

static bool take_row(pdk_incident_work *work, told_car *state, uint32_t number, double time, bool outside,
                     pdk_vector *excursions)
{
    const pdk_incident_car *car = (pdk_incident_car *)work->cars.list.items + number;
    bool in_pits = pdk_incident_in_pits(car, &state->pit, time, 0), broken = !(time - state->before <= longest_gap);
    state->before = time;
    if ((in_pits || broken) && !pdk_end_excursion(&state->watch, number, excursions)) return false;
    return pdk_watch_excursion(&state->watch, number, time, outside && !in_pits, NAN, excursions);
}

/* From the order in which they ended to that of cars and times: few are out of place in a car's list. */
static bool sort_by_car(pdk_vector *excursions, size_t car_count, pdk_memory *memory)
{
    pdk_solo *list = excursions->items, *sorted = pdk_alloc_array(memory, excursions->count, sizeof *sorted);
    size_t *next = pdk_alloc_array(memory, car_count + 1, sizeof *next);
    if (sorted == NULL || next == NULL) return false;
    for (size_t i = 0; i < excursions->count; i++) next[list[i].car + 1]++;
    for (size_t car = 0; car < car_count; car++) next[car + 1] += next[car];
    for (size_t i = 0; i < excursions->count; i++) sorted[next[list[i].car]++] = list[i];
    pdk_free(memory, next);
    pdk_free(memory, list);
    excursions->items = sorted;
    excursions->capacity = excursions->count;
    return true;
}

static pdk_status walk(pdk_incident_work *work, const pdk_table *table, const told_columns *columns, told_car *states,
                       pdk_vector *excursions, pdk_error *error)
{
    double times[ROWS], drivers[ROWS];
    uint8_t outside[ROWS];
    uint64_t rows = pdk_table_rows(table);
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_column_read reads[] = { { .column = columns->time, .type = PDK_FLOAT64, .values = times },
                                    { .column = columns->driver, .type = PDK_FLOAT64, .values = drivers },
                                    { .column = columns->off_track, .type = PDK_BOOL, .values = outside } };
        pdk_status status = pdk_table_read(table, first, count, reads, 3, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            if (!isfinite(times[i]) || !(drivers[i] >= 0) || drivers[i] >= PDK_SESSION_NONE) continue;
            uint32_t car = pdk_number_map_find(&work->cars.by_slot, (uint64_t)drivers[i]);
            if (car == PDK_NUMBER_NONE) continue; /* a driver without a path */
            if (!take_row(work, &states[car], car, times[i], outside[i] != 0, excursions))
                return pdk_fail_memory(error, work->scratch, "excursions");
        }
    }
    return PDK_OK;
}

pdk_status pdk_find_told_excursions(pdk_incident_work *work, pdk_vector *excursions, bool *told, pdk_error *error)
{
    const pdk_document *source = work->answers->source;
    const pdk_services *services = source->services;
    const pdk_table *table =
        services != NULL && services->motion != NULL ? pdk_document_own_table(source, services->motion->rows) : NULL;
    told_columns columns;
    *told = table != NULL && find_columns(table, &columns);
    if (!*told) return PDK_OK;
    work->judged_by = "status";
    size_t cars = work->cars.list.count;
    told_car *states = pdk_alloc_array(work->scratch, cars, sizeof *states);
    if (states == NULL) return pdk_fail_memory(error, work->scratch, "cars");
    pdk_status status = walk(work, table, &columns, states, excursions, error);
    bool good = status == PDK_OK;
    for (size_t i = 0; good && i < cars; i++) good = pdk_end_excursion(&states[i].watch, (uint32_t)i, excursions);
    good = good && sort_by_car(excursions, cars, work->scratch);
    pdk_free(work->scratch, states);
    return status != PDK_OK || good ? status : pdk_fail_memory(error, work->scratch, "excursions");
}
