/* Returns to the track in front of a faster car. */
#include <math.h>

#include "analysis/incident/incidents.h"

#include "base/trigonometry.h"

static const double least_away = 1;               /* s: shorter excursions are no return */
static const double look_on = 1;                  /* s after the return */
static const double looks = 4;                    /* in that time */
static const double near_behind = 30, beside = 6; /* m: from the other car, along its way and across it */
static const double faster = 3;                   /* m/s */

/* Is `car` right in front of the other, which closes in on it? */
static bool is_in_front(const pdk_path_state *car, const pdk_path_state *other)
{
    double speed = pdk_hypot(other->velocity[0], other->velocity[1]);
    if (!(speed > faster)) return false;
    double way[2] = { other->velocity[0] / speed, other->velocity[1] / speed },
           apart[2] = { car->position[0] - other->position[0], car->position[1] - other->position[1] };
    double ahead = apart[0] * way[0] + apart[1] * way[1], across = apart[1] * way[0] - apart[0] * way[1];
    double own = car->velocity[0] * way[0] + car->velocity[1] * way[1];
    return ahead > 0 && ahead < near_behind && fabs(across) < beside && speed - own >= faster &&
           fabs(car->position[2] - other->position[2]) < beside;
}

static uint32_t find_faster(const pdk_incident_work *work, const pdk_path *path, uint32_t own, double time)
{
    const pdk_incident_car *cars = work->cars.list.items;
    for (double look = 0; look < looks; look++) {
        pdk_path_state car, other;
        double at = time + look * look_on / looks;
        if (!pdk_path_at(work->paths, path, at, &car)) return UINT32_MAX; /* reset, or gone */
        for (size_t i = 0; i < work->cars.list.count; i++) {
            if (i == own || cars[i].path == NULL || !pdk_path_at(work->paths, cars[i].path, at, &other)) continue;
            if (is_in_front(&car, &other)) return (uint32_t)i;
        }
    }
    return UINT32_MAX;
}

void pdk_find_unsafe_returns(const pdk_incident_work *work, pdk_vector *solos)
{
    const pdk_incident_car *cars = work->cars.list.items;
    for (size_t i = 0; i < solos->count; i++) {
        pdk_solo *solo = (pdk_solo *)solos->items + i;
        if (solo->to - solo->from < least_away) continue;
        solo->before = find_faster(work, cars[solo->car].path, solo->car, solo->to);
    }
}

bool pdk_draft_unsafe_returns(pdk_incident_work *work, const pdk_vector *solos)
{
    for (size_t i = 0; i < solos->count; i++) {
        const pdk_solo *solo = (const pdk_solo *)solos->items + i;
        if (solo->before == UINT32_MAX) continue;
        double from = solo->to, to = solo->to + look_on;
        if (pdk_add_draft(&work->drafts, PDK_INCIDENT_UNSAFE_RETURN, from, to) == NULL) return false;
        uint32_t party = pdk_add_party(&work->drafts, solo->car, from, to);
        if (party == PDK_NUMBER_NONE) return false;
        ((pdk_party_draft *)work->drafts.parties.items + party)->unsafe_return = true;
        if (pdk_add_party(&work->drafts, solo->before, from, to) == PDK_NUMBER_NONE) return false;
    }
    return true;
}
