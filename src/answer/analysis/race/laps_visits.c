/* Visits to the pit lane and the garage, from the events of each driver in order. */
#include <math.h>

#include "analysis/race/laps.h"

/* Games put everybody away at the end: garages in the last second of a recording say nothing about a driver. */
static const double last_second = 1;

/* Events of one entry: their numbers among the session's, in order. */
typedef struct sorting {
    uint32_t *of;  /* the entry of each event */
    size_t *first; /* of each entry, in `events`; one more at the end */
    uint32_t *events;
} sorting;

static bool sort_events(const pdk_laps *laps, pdk_memory *memory, sorting *sorted)
{
    const pdk_session *session = laps->session;
    sorted->of = pdk_alloc_array(memory, session->pit_count, sizeof *sorted->of);
    sorted->events = pdk_alloc_array(memory, session->pit_count, sizeof *sorted->events);
    sorted->first = pdk_alloc_array(memory, laps->entry_count + 2, sizeof *sorted->first);
    if (sorted->of == NULL || sorted->events == NULL || sorted->first == NULL) return false;
    size_t *first = sorted->first + 1; /* counts, then where the next goes: ends as the first of the next entry */
    for (size_t i = 0; i < session->pit_count; i++) {
        size_t entry = pdk_laps_find_entry(laps, session->pits[i].slot, session->pits[i].time);
        sorted->of[i] = entry == SIZE_MAX ? (uint32_t)laps->entry_count : (uint32_t)entry;
        if (entry != SIZE_MAX) first[entry]++;
    }
    size_t at = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        size_t count = first[e];
        first[e] = at;
        at += count;
    }
    for (size_t i = 0; i < session->pit_count; i++) {
        if (sorted->of[i] < laps->entry_count) sorted->events[first[sorted->of[i]]++] = (uint32_t)i;
    }
    return true;
}

static pdk_pit_visit *begin(pdk_vector *visits, double enter)
{
    pdk_pit_visit *visit = pdk_vector_push(visits);
    if (visit == NULL) return NULL;
    *visit =
        (pdk_pit_visit){ .enter = enter, .exit = NAN, .stopped = NAN, .moved = NAN, .still = NAN, .garage_time = NAN };
    return visit;
}

/* One event; *visit is the one it may belong to, NULL after the lane was left. False when out of memory. */
static bool take(pdk_vector *visits, pdk_pit_visit **visit, const pdk_session_pit *pit, double end)
{
    if (pit->kind == PDK_PIT_REQUESTED || (pit->kind == PDK_PIT_GARAGE && pit->time > end - last_second)) return true;
    bool over = *visit == NULL || (isfinite((*visit)->exit) && pit->kind != PDK_PIT_LEFT);
    if (pit->kind == PDK_PIT_ENTERED) *visit = begin(visits, pit->time); /* leaving the last one was not recorded */
    else if (over) *visit = begin(visits, NAN);
    if (*visit == NULL) return false;
    switch (pit->kind) {
    case PDK_PIT_LEFT: (*visit)->exit = pit->time; break;
    case PDK_PIT_GARAGE_LEFT:
        (*visit)->exit = pit->time; /* unless the end of the lane is recorded, too */
        (*visit)->garage = true;
        break;
    case PDK_PIT_GARAGE:
        (*visit)->garage = true;
        if (isnan((*visit)->garage_time)) (*visit)->garage_time = pit->time;
        break;
    case PDK_PIT_SERVICE:
    case PDK_PIT_SERVICE_END: (*visit)->service = true; /* fallthrough */
    case PDK_PIT_STOPPED:
        if (isnan((*visit)->stopped) && pit->kind != PDK_PIT_SERVICE_END) (*visit)->stopped = pit->time;
        if (pit->kind == PDK_PIT_SERVICE_END) (*visit)->moved = pit->time;
        break;
    default: break;
    }
    if (pit->kind == PDK_PIT_LEFT) *visit = NULL;
    return true;
}

/* When the visit was over according to its events. */
static double last_event(const pdk_pit_visit *visit)
{
    return fmax(fmax(visit->enter, visit->exit), fmax(fmax(visit->stopped, visit->moved), visit->garage_time));
}

/* A stop in the stall without word of work is one, unless a stop-and-go was served there. Penalties and visits are in
 * order of time. */
static bool settle_service(const pdk_laps *laps, pdk_pit_visit *visits, size_t count, pdk_memory *memory)
{
    const pdk_session *session = laps->session;
    if (count == 0) return true; /* then there is no list either */
    bool *worked = pdk_alloc_array(memory, count, sizeof *worked);
    size_t *next = pdk_alloc_array(memory, laps->entry_count, sizeof *next);
    if (worked == NULL || next == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        worked[i] = visits[i].service;
        /* Work that began and did not end was none: the car went to the garage. */
        bool unfinished = visits[i].garage && isnan(visits[i].moved);
        visits[i].service = !unfinished && (visits[i].service || isfinite(visits[i].stopped));
    }
    for (size_t i = 0; i < session->penalty_count; i++) {
        const pdk_session_penalty *penalty = &session->penalties[i];
        if (penalty->step != PDK_PENALTY_SERVED || penalty->kind != PDK_PENALTY_STOP_AND_GO) continue;
        size_t e = pdk_laps_find_entry(laps, penalty->slot, penalty->time);
        if (e == SIZE_MAX) continue;
        const pdk_race_entry *entry = &laps->entries[e];
        pdk_pit_visit *own = visits + entry->first_visit;
        while (next[e] < entry->visit_count && last_event(&own[next[e]]) < penalty->time - 1) next[e]++;
        if (next[e] == entry->visit_count || worked[entry->first_visit + next[e]]) continue;
        if (!(own[next[e]].enter > penalty->time + 1)) own[next[e]].service = false;
    }
    pdk_free(memory, worked);
    pdk_free(memory, next);
    return true;
}

pdk_status pdk_laps_find_visits(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    sorting sorted = { 0 };
    pdk_vector visits = pdk_vector_of(memory, sizeof(pdk_pit_visit));
    if (!sort_events(laps, memory, &sorted)) return pdk_fail_memory(error, memory, "pit events");
    for (size_t e = 0; e < laps->entry_count; e++) {
        pdk_race_entry *entry = &laps->entries[e];
        pdk_pit_visit *visit = NULL;
        entry->first_visit = visits.count;
        for (size_t i = sorted.first[e]; i < sorted.first[e + 1]; i++) {
            if (!take(&visits, &visit, &laps->session->pits[sorted.events[i]], laps->session->end_time))
                return pdk_fail_memory(error, memory, "visits to the pits");
        }
        entry->visit_count = visits.count - entry->first_visit;
    }
    if (!settle_service(laps, visits.items, visits.count, memory))
        return pdk_fail_memory(error, memory, "visits to the pits");
    pdk_free(memory, sorted.of);
    pdk_free(memory, sorted.events);
    pdk_free(memory, sorted.first);
    laps->visits = visits.count > 0 ? visits.items : pdk_alloc(memory, 0); /* a place also where there is none */
    laps->visit_count = visits.count;
    return laps->visits != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the visits to the pits");
}

bool pdk_visit_span(const pdk_laps *laps, const pdk_race_entry *entry, size_t index, double *from, double *to)
{
    const pdk_pit_visit *visit = &laps->visits[entry->first_visit + index];
    *from = !isnan(visit->enter) ? visit->enter : visit->garage_time;
    if (isnan(*from) && index == 0 && !isnan(visit->exit)) *from = -INFINITY; /* there when recording began */
    *to = isnan(visit->exit) ? INFINITY : visit->exit;
    return !isnan(*from);
}
