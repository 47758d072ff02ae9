/* What each incident cost a driver who had several in one lap: the lap's loss, divided where the next one begins. */
#include <math.h>

#include "analysis/incident/incidents.h"

/* The last incident of a car. */
typedef struct last_party {
    pdk_found_party *party; /* NULL = none yet */
    const pdk_driven_lap *lap;
    double spent; /* s that the lap had lost when it began, or where the lap itself began */
} last_party;

/* A lap of each entry with which others are compared: the clean one that is nearest to the usual time. */
typedef struct reference {
    bool looked;
    pdk_lap_trace trace; /* count 0 = there is none */
    double start, scale;
} reference;

typedef struct dividing {
    pdk_incident_work *work;
    const double *clean; /* of each entry: the usual time */
    last_party *last;    /* of each car */
    reference *of;       /* of each entry */
} dividing;

static const pdk_driven_lap *find_usual(const pdk_laps *laps, const pdk_race_entry *entry, double usual)
{
    const pdk_driven_lap *found = NULL;
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        const pdk_driven_lap *lap = &laps->laps[i];
        if (!pdk_lap_was_usual(lap) || !isfinite(lap->lap_time)) continue;
        if (found == NULL || fabs(lap->lap_time - usual) < fabs(found->lap_time - usual)) found = lap;
    }
    return found;
}

static reference *reference_of(dividing *work, size_t entry)
{
    const pdk_laps *laps = work->work->laps;
    const pdk_stations *stations = work->work->stations;
    reference *of = &work->of[entry];
    if (of->looked) return of;
    of->looked = true;
    const pdk_driven_lap *lap = stations != NULL ? find_usual(laps, &laps->entries[entry], work->clean[entry]) : NULL;
    const pdk_path *path = lap != NULL ? pdk_paths_find(stations->paths, lap->slot) : NULL;
    size_t segment = path != NULL ? pdk_path_find_segment(path, lap->start_time) : SIZE_MAX;
    if (segment == SIZE_MAX) return of;
    pdk_lap_span span = { stations->paths, path, lap->start_time, lap->end_time };
    pdk_error unfit; /* a lap that leaves the track is no reference */
    if (pdk_lap_trace_make(stations->model, &span, work->work->scratch, &of->trace, &unfit) != PDK_OK)
        of->trace.count = 0;
    of->start = lap->start_time;
    of->scale = work->clean[entry] / lap->lap_time;
    return of;
}

/* How much a lap had lost at a time; NaN = not known. */
static double lost_until(dividing *work, size_t entry, const pdk_driven_lap *lap, double time)
{
    const reference *of = reference_of(work, entry);
    const pdk_stations *stations = work->work->stations;
    if (of->trace.count == 0) return NAN;
    const pdk_path *path = pdk_paths_find(stations->paths, lap->slot);
    pdk_track_position at;
    if (path == NULL || !pdk_stations_at(stations, path, time, &at)) return NAN;
    return time - lap->start_time - (pdk_lap_trace_time(&of->trace, at.distance) - of->start) * of->scale;
}

/* The loss of the incident before ends where this one begins. */
static void divide(dividing *work, pdk_found_party *party, double time)
{
    const pdk_laps *laps = work->work->laps;
    uint32_t car = pdk_number_map_find(&work->work->cars.by_slot, party->slot);
    size_t entry = pdk_laps_find_entry(laps, party->slot, time);
    if (car == PDK_NUMBER_NONE || entry == SIZE_MAX || isnan(party->time_lost)) return;
    last_party *last = &work->last[car];
    const pdk_driven_lap *lap = pdk_laps_at(laps, entry, time);
    double all = party->time_lost, spent = 0;
    if (last->party != NULL && last->lap == lap) {
        spent = lost_until(work, entry, lap, time);
        last->party->time_lost = spent - last->spent;
        party->time_lost = all - spent;
    }
    *last = (last_party){ party, lap, spent };
}

bool pdk_divide_losses(pdk_incident_work *work, const double *clean)
{
    const pdk_incidents *found = work->found;
    size_t cars = work->cars.list.count, entries = work->laps->entry_count;
    dividing all = { work, clean, pdk_alloc_array(work->scratch, cars + 1, sizeof *all.last),
                     pdk_alloc_array(work->scratch, entries + 1, sizeof *all.of) };
    bool good = all.last != NULL && all.of != NULL;
    for (size_t i = 0; good && i < found->count; i++) {
        const pdk_found_incident *incident = &found->incidents[i];
        for (uint32_t k = 0; k < incident->party_count; k++)
            divide(&all, &found->parties[incident->first_party + k], incident->time);
    }
    for (size_t i = 0; good && i < entries; i++) {
        if (all.of[i].trace.count > 0) pdk_lap_trace_free(&all.of[i].trace, work->scratch);
    }
    pdk_free(work->scratch, all.last);
    pdk_free(work->scratch, all.of);
    return good;
}
