/* What incidents cost in a race: laps, positions, seconds, and whether the car went on. */
#include <math.h>

#include "analysis/incident/incidents.h"
#include "analysis/race/results.h"
#include "base/median.h"
#include "base/trigonometry.h"

static const double least_wait = 20; /* s that a car stands, or has left, before the recording ends: then it retired */
enum { LEAST_CLEAN = 2 };

typedef struct racing {
    pdk_incident_work *work;
    const pdk_laps *laps;
    double *clean;   /* of each entry: the median of its clean laps */
    uint32_t *after; /* of each lap: the position when it ends, by the running order; 0 = not looked up yet */
    uint32_t *rank;  /* of each car, in the order `order` */
    const pdk_session_order *order; /* NULL = none */
    size_t ranked;                  /* cars that `rank` has room for */
    uint32_t final_lap;             /* the last one that anyone completed */
} racing;

/* ---------------------------------------------------------------------------------------------- what is known */

static bool find_clean(racing *race)
{
    const pdk_laps *laps = race->laps;
    pdk_memory *scratch = race->work->scratch;
    race->clean = pdk_alloc_array(scratch, laps->entry_count, sizeof *race->clean);
    double *times = pdk_alloc_array(scratch, laps->lap_count, sizeof *times);
    if (race->clean == NULL || times == NULL) return false;
    for (size_t e = 0; e < laps->entry_count; e++) {
        size_t count = pdk_laps_recorded_times(laps, laps->entries[e].first_lap, laps->entries[e].lap_count, times);
        race->clean[e] = count >= LEAST_CLEAN ? pdk_median(times, count) : NAN;
    }
    for (size_t i = 0; i < laps->lap_count; i++) {
        const pdk_driven_lap *lap = &laps->laps[i];
        if (lap->kind != PDK_LAP_INCOMPLETE && lap->lap > race->final_lap) race->final_lap = lap->lap;
    }
    pdk_free(scratch, times);
    return true;
}

static uint32_t position_in(const pdk_session_order *order, uint32_t slot)
{
    for (uint32_t i = 0; i < order->count; i++) {
        if (order->slots[i] == slot) return i + 1;
    }
    return UINT32_MAX;
}

/* Positions by the order at the time of an incident. Incidents come in order of time, so that each order is ranked once
 * at most. */
static uint32_t position_before(racing *race, uint32_t slot, double time)
{
    const pdk_incident_cars *cars = &race->work->cars;
    const pdk_session_order *order = pdk_order_at(race->work->session, time);
    if (order == NULL) return UINT32_MAX;
    if (order != race->order) {
        for (size_t i = 0; i < race->ranked; i++) race->rank[i] = UINT32_MAX;
        for (uint32_t i = 0; i < order->count; i++) {
            uint32_t car = pdk_number_map_find(&cars->by_slot, order->slots[i]);
            if (car != PDK_NUMBER_NONE) race->rank[car] = i + 1;
        }
        race->order = order;
    }
    uint32_t car = pdk_number_map_find(&cars->by_slot, slot);
    return car != PDK_NUMBER_NONE ? race->rank[car] : UINT32_MAX;
}

/* When a lap ends. */
static uint32_t position_after(racing *race, const pdk_driven_lap *lap)
{
    uint32_t *known = &race->after[lap - race->laps->laps];
    if (*known == 0) {
        const pdk_session_order *order =
            isfinite(lap->end_time) ? pdk_order_at(race->work->session, lap->end_time) : NULL;
        *known = order != NULL ? position_in(order, lap->slot) : UINT32_MAX;
    }
    return *known;
}

/* --------------------------------------------------------------------------------------------------- one party */

/* Did it stand, or was it gone, until the recording ended, without finishing? */
static uint8_t has_retired(const racing *race, const pdk_race_entry *entry, const pdk_driven_lap *lap, double time)
{
    const pdk_driven_lap *last = &race->laps->laps[entry->first_lap + entry->lap_count - 1];
    if (lap != last || lap->kind != PDK_LAP_INCOMPLETE) return PDK_MAYBE_NO;
    if (lap->lap > race->final_lap && race->final_lap > 0) return PDK_MAYBE_NO; /* the race was over */
    double end = race->work->paths != NULL ? race->work->paths->end_time : race->work->session->end_time;
    if (!(end - time >= least_wait)) return PDK_MAYBE_UNKNOWN;
    const pdk_path *path = race->work->paths != NULL ? pdk_paths_find(race->work->paths, entry->slot) : NULL;
    if (path == NULL || path->segment_count == 0) return PDK_MAYBE_UNKNOWN;
    const pdk_path_segment *part = &path->segments[path->segment_count - 1];
    double latest = path->samples[part->first + part->count - 1].time;
    if (end - latest >= least_wait) return PDK_MAYBE_YES;
    pdk_path_state then, now;
    bool stays = pdk_path_at(race->work->paths, path, latest, &now) &&
                 pdk_path_at(race->work->paths, path, latest - least_wait, &then) &&
                 pdk_hypot(now.position[0] - then.position[0], now.position[1] - then.position[1]) < 1;
    return stays ? PDK_MAYBE_YES : PDK_MAYBE_NO;
}

static void judge_positions(racing *race, const pdk_race_entry *entry, const pdk_driven_lap *lap, double time,
                            pdk_found_party *party)
{
    const pdk_laps *laps = race->laps;
    size_t index = (size_t)(lap - laps->laps), end = entry->first_lap + entry->lap_count;
    bool by_order = race->work->session->order_count > 0;
    const pdk_driven_lap *next = index + 1 < end ? lap + 1 : NULL;
    if (by_order) party->position_before = position_before(race, entry->slot, time);
    else if (index > entry->first_lap) party->position_before = laps->laps[index - 1].position;
    if (next != NULL && isfinite(next->end_time))
        party->position_after = by_order ? position_after(race, next) : next->position;
    if (party->position_before != UINT32_MAX && party->position_after != UINT32_MAX)
        party->positions_lost = (int32_t)party->position_after - (int32_t)party->position_before;
}

static void judge_party(racing *race, const pdk_found_incident *incident, pdk_found_party *party)
{
    const pdk_laps *laps = race->laps;
    size_t number = pdk_laps_find_entry(laps, party->slot, incident->time);
    if (number == SIZE_MAX) return;
    const pdk_race_entry *entry = &laps->entries[number];
    party->driver = entry->name;
    const pdk_driven_lap *lap = pdk_laps_at(laps, number, incident->time);
    if (lap == NULL) return;
    party->lap = lap->lap;
    if (incident->kind == PDK_INCIDENT_LOCK_UP)
        return; /* one of many things in a lap: its loss is not that of the lap */
    if (lap->kind == PDK_LAP_TIMED && (!laps->is_race || lap->lap > 1))
        party->time_lost = lap->lap_time - race->clean[number];
    if (!laps->is_race) return;
    judge_positions(race, entry, lap, incident->time, party);
    party->retired = has_retired(race, entry, lap, incident->time);
}

/* The sector in which the lap was at a time: one more than the last line that was crossed in it. A recording that
 * begins in the lap, such as a clip, may have only the next line; if that is the start line, the number of lines is
 * unknown. It is also unknown where the next line of a timed lap has no time. */
static uint32_t sector_at(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_driven_lap *lap, double time)
{
    if (laps->sector_count < 2) return UINT32_MAX;
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, time);
    const pdk_session_crossing *own = laps->crossings + entry->first_crossing;
    bool from_start = lap->lap <= 1 && isfinite(laps->green);
    if (last != NULL) {
        bool known = last->sector < laps->sector_count &&
                     (lap->kind != PDK_LAP_TIMED || isfinite(lap->sector_time[last->sector]));
        return known ? last->sector + 1 : UINT32_MAX;
    }
    if (entry->crossing_count > 0 && own->sector > 0) return own->sector;
    return from_start ? 1 : UINT32_MAX;
}

static void judge_incident(racing *race, pdk_found_incident *incident)
{
    const pdk_laps *laps = race->laps;
    pdk_found_party *parties = race->work->found->parties + incident->first_party;
    for (uint32_t i = 0; i < incident->party_count; i++) judge_party(race, incident, &parties[i]);
    incident->lap = parties[0].lap;
    if (incident->lap == UINT32_MAX) return;
    size_t entry = pdk_laps_find_entry(laps, parties[0].slot, incident->time);
    incident->sector = sector_at(laps, &laps->entries[entry], pdk_laps_at(laps, entry, incident->time), incident->time);
    if (!laps->is_race) return;
    incident->first_lap = incident->lap == 1;
    if (isfinite(laps->flag)) incident->last_lap = incident->lap == race->final_lap;
}

pdk_status pdk_judge_race(pdk_incident_work *work, pdk_error *error)
{
    racing race = { .work = work, .laps = work->laps, .ranked = work->cars.list.count };
    if (work->laps == NULL) return PDK_OK;
    race.after = pdk_alloc_array(work->scratch, work->laps->lap_count, sizeof *race.after);
    race.rank = pdk_alloc_array(work->scratch, race.ranked, sizeof *race.rank);
    if (race.after == NULL || race.rank == NULL || !find_clean(&race))
        return pdk_fail_memory(error, work->scratch, "laps of incidents");
    for (size_t i = 0; i < work->found->count; i++) judge_incident(&race, &work->found->incidents[i]);
    if (!pdk_divide_losses(work, race.clean)) return pdk_fail_memory(error, work->scratch, "losses of incidents");
    pdk_free(work->scratch, race.after);
    pdk_free(work->scratch, race.rank);
    pdk_free(work->scratch, race.clean);
    return PDK_OK;
}
