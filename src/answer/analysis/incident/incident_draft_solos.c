/* Spins and excursions: what belongs to a contact of the same car, and what is a separate incident. */
#include "analysis/incident/incident_draft.h"

#include <math.h>

/* The parties of each car in order of time: car c has order[first[c]] .. order[first[c + 1] - 1]. */
typedef struct by_car {
    uint32_t *first, *order;
} by_car;

static bool sort_by_car(const pdk_vector *parties, size_t car_count, pdk_memory *memory, by_car *sorted)
{
    const pdk_party_draft *list = parties->items;
    sorted->first = pdk_alloc_array(memory, (uint64_t)car_count + 2, sizeof *sorted->first);
    sorted->order = pdk_alloc_array(memory, parties->count, sizeof *sorted->order);
    if (sorted->first == NULL || sorted->order == NULL) return false;
    uint32_t *next = sorted->first + 1;
    for (size_t i = 0; i < parties->count; i++) next[list[i].car + 1]++;
    for (size_t car = 0; car < car_count; car++) next[car + 1] += next[car];
    for (size_t i = 0; i < parties->count; i++) sorted->order[next[list[i].car]++] = (uint32_t)i;
    return true;
}

/* Parties of one car do not overlap: the last that begins before `to` is the only one that can reach over `from`, or
 * the one before it where both are near. */
static pdk_party_draft *find_party(const pdk_vector *parties, const by_car *sorted, uint32_t car, double from,
                                   double to)
{
    pdk_party_draft *list = parties->items;
    uint32_t low = sorted->first[car], high = sorted->first[car + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[sorted->order[middle]].from <= to) low = middle + 1;
        else high = middle;
    }
    if (low == sorted->first[car]) return NULL;
    /* If there are several within a long spin, the first one: the later ones followed from it. */
    while (low - 1 > sorted->first[car] && list[sorted->order[low - 2]].to >= from) low--;
    pdk_party_draft *party = &list[sorted->order[low - 1]];
    return party->to >= from ? party : NULL;
}

static void take(pdk_party_draft *party, const pdk_solo *solo, bool is_spin)
{
    party->unsafe_return |= solo->before != UINT32_MAX;
    if (is_spin) {
        party->spun = true;
        if (!(fabs(party->yaw_rate) >= fabs(solo->yaw_rate))) party->yaw_rate = solo->yaw_rate;
    } else {
        party->left_track = true;
        if (!(party->beyond >= solo->beyond)) party->beyond = solo->beyond;
    }
}

/* The incident that a party is in: the last that begins at or before it. */
static pdk_incident_draft *incident_of(pdk_incident_drafts *drafts, uint32_t party)
{
    pdk_incident_draft *list = drafts->incidents.items;
    size_t low = 0, high = drafts->incidents.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].first_party <= party) low = middle + 1;
        else high = middle;
    }
    return &list[low - 1];
}

typedef struct solo_work {
    pdk_incident_drafts *drafts;
    by_car sorted; /* parties of contacts */
    double gap;
    double own_to; /* of the car's last separate incident, which is the last draft; -inf = it has none */
    uint32_t own_car;
} solo_work;

static bool add_solo(solo_work *work, const pdk_solo *solo, bool is_spin)
{
    pdk_incident_drafts *drafts = work->drafts;
    pdk_party_draft *party =
        find_party(&drafts->parties, &work->sorted, solo->car, solo->from - work->gap, solo->to + work->gap);
    if (party != NULL) {
        pdk_incident_draft *draft = incident_of(drafts, (uint32_t)(party - (pdk_party_draft *)drafts->parties.items));
        take(party, solo, is_spin);
        if (solo->to > draft->to) draft->to = solo->to;
        return true;
    }
    if (work->own_car != solo->car || solo->from > work->own_to + work->gap) {
        if (pdk_add_draft(drafts, is_spin ? PDK_INCIDENT_SPIN : PDK_INCIDENT_OFF_TRACK, solo->from, solo->to) == NULL ||
            pdk_add_party(drafts, solo->car, solo->from, solo->to) == PDK_NUMBER_NONE)
            return false;
        work->own_car = solo->car;
        work->own_to = solo->to;
    }
    pdk_incident_draft *draft = (pdk_incident_draft *)drafts->incidents.items + drafts->incidents.count - 1;
    party = (pdk_party_draft *)drafts->parties.items + drafts->parties.count - 1;
    if (is_spin) draft->kind = PDK_INCIDENT_SPIN;
    if (solo->to > draft->to) draft->to = party->to = work->own_to = solo->to;
    take(party, solo, is_spin);
    return true;
}

bool pdk_draft_solos(const pdk_vector *spins, const pdk_vector *excursions, double gap, size_t car_count,
                     pdk_memory *memory, pdk_incident_drafts *drafts)
{
    solo_work work = { .drafts = drafts, .gap = gap, .own_to = -INFINITY, .own_car = PDK_NUMBER_NONE };
    if (!sort_by_car(&drafts->parties, car_count, memory, &work.sorted)) return false;
    size_t spin = 0, excursion = 0;
    while (spin < spins->count || excursion < excursions->count) {
        const pdk_solo *one = spin < spins->count ? (const pdk_solo *)spins->items + spin : NULL,
                       *other = excursion < excursions->count ? (const pdk_solo *)excursions->items + excursion : NULL;
        bool is_spin = other == NULL ||
                       (one != NULL && (one->car < other->car || (one->car == other->car && one->from <= other->from)));
        if (!add_solo(&work, is_spin ? one : other, is_spin)) return false;
        if (is_spin) spin++;
        else excursion++;
    }
    pdk_free(memory, work.sorted.first);
    pdk_free(memory, work.sorted.order);
    return true;
}
