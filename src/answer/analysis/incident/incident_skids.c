/* Skid marks: whose they are, which incident they belong to, and what is a lock-up by itself. */
#include <math.h>

#include "analysis/incident/incidents.h"
#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "model/skid_marks.h"

static const double reach = 4;               /* m from a car's middle to a mark of its wheels */
static const double before = 3;              /* s: a mark so long before an incident may be its beginning */
static const double least_length = 2;        /* m */
static const double braking = 2;             /* m/s^2: a car that slows down by less has not locked its wheels */
static const uint64_t most_looks = 20000000; /* marks times cars: no real recording has as many */

/* The car nearest to where a mark begins; PDK_NUMBER_NONE = none is near. */
static uint32_t find_car(const pdk_incident_work *work, const pdk_skid_point *point)
{
    const pdk_incident_car *cars = work->cars.list.items;
    double nearest = reach;
    uint32_t found = PDK_NUMBER_NONE;
    for (uint32_t i = 0; i < work->cars.list.count; i++) {
        pdk_path_state state;
        if (cars[i].path == NULL || !pdk_path_at(work->paths, cars[i].path, point->time, &state)) continue;
        double away = pdk_hypot(state.position[0] - point->place[0], state.position[1] - point->place[1]);
        if (!(away < nearest)) continue;
        nearest = away;
        found = i;
    }
    return found;
}

static double length_of(const pdk_skid_point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += pdk_hypot(points[i].place[0] - points[i - 1].place[0], points[i].place[1] - points[i - 1].place[1]);
    return length;
}

static int by_car_and_time(const void *a, const void *b, void *user)
{
    (void)user;
    const pdk_skid *x = a, *y = b;
    if (x->car != y->car) return x->car < y->car ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

pdk_status pdk_find_skids(pdk_incident_work *work, pdk_error *error)
{
    pdk_skid_marks marks;
    work->skids = pdk_vector_of(work->scratch, sizeof(pdk_skid));
    if (work->paths == NULL) return PDK_OK;
    pdk_status status = pdk_skid_marks_read(work->answers->source, work->scratch, &marks, error);
    if (status != PDK_OK) return status;
    uint64_t looks = 0;
    for (size_t m = 0; m < marks.mark_count && looks <= most_looks; m++, looks += work->cars.list.count) {
        const pdk_skid_point *first = &marks.points[marks.marks[m].first];
        size_t count = marks.marks[m].count;
        uint32_t car = find_car(work, first);
        if (m % 4096 == 4095) status = pdk_answers_go_on(work->answers, error);
        if (status != PDK_OK) return status;
        if (car == PDK_NUMBER_NONE) continue;
        pdk_skid *skid = pdk_vector_push(&work->skids);
        if (skid == NULL) return pdk_fail_memory(error, work->scratch, "skid marks");
        *skid = (pdk_skid){
            .car = car, .from = first->time, .to = first[count - 1].time, .length = length_of(first, count)
        };
    }
    bool sorted =
        pdk_merge_sort(work->scratch, work->skids.items, work->skids.count, sizeof(pdk_skid), by_car_and_time, NULL);
    return sorted ? PDK_OK : pdk_fail_memory(error, work->scratch, "skid marks");
}

/* The first skid of a car that does not end before `time`. */
static size_t first_skid(const pdk_incident_work *work, uint32_t car, double time)
{
    const pdk_skid *skids = work->skids.items;
    size_t low = 0, high = work->skids.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (skids[middle].car < car || (skids[middle].car == car && skids[middle].to < time)) low = middle + 1;
        else high = middle;
    }
    return low;
}

void pdk_date_by_skids(pdk_incident_work *work)
{
    pdk_skid *skids = work->skids.items;
    pdk_party_draft *parties = work->drafts.parties.items;
    for (size_t p = 0; p < work->drafts.parties.count; p++) {
        pdk_party_draft *party = &parties[p];
        for (size_t i = first_skid(work, party->car, party->from - before);
             i < work->skids.count && skids[i].car == party->car && skids[i].from <= party->to; i++) {
            skids[i].taken = true;
            party->skid_time = fmin(party->skid_time, skids[i].from);
        }
    }
}

/* Does the car lose speed while it leaves the mark? */
static bool is_braking(const pdk_incident_work *work, const pdk_skid *skid)
{
    pdk_path_state first, last;
    const pdk_path *path = ((const pdk_incident_car *)work->cars.list.items)[skid->car].path;
    return skid->length >= least_length && pdk_path_at(work->paths, path, skid->from, &first) &&
           pdk_path_at(work->paths, path, skid->to, &last) &&
           first.speed - last.speed >= braking * (skid->to - skid->from) && first.speed > last.speed;
}

bool pdk_draft_lock_ups(pdk_incident_work *work)
{
    const pdk_skid *skids = work->skids.items;
    size_t next;
    for (size_t i = 0; i < work->skids.count; i = next) { /* marks of a car that overlap are of one lock-up */
        double to = skids[i].to;
        bool taken = skids[i].taken, locked = is_braking(work, &skids[i]);
        for (next = i + 1; next < work->skids.count && skids[next].car == skids[i].car && skids[next].from <= to;
             next++) {
            to = fmax(to, skids[next].to);
            taken = taken || skids[next].taken;
            locked = locked || is_braking(work, &skids[next]);
        }
        if (taken || !locked) continue;
        if (pdk_add_draft(&work->drafts, PDK_INCIDENT_LOCK_UP, skids[i].from, to) == NULL) return false;
        uint32_t party = pdk_add_party(&work->drafts, skids[i].car, skids[i].from, to);
        if (party == PDK_NUMBER_NONE) return false;
        ((pdk_party_draft *)work->drafts.parties.items + party)->skid_time = skids[i].from;
    }
    return true;
}
