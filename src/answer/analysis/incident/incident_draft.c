/* Incidents from groups of touches: who took part, when, how hard by the game's own words. */
#include "analysis/incident/incident_draft.h"

#include <math.h>

uint32_t pdk_incident_car_of(pdk_incident_cars *cars, uint32_t slot)
{
    uint32_t count = (uint32_t)cars->list.count;
    const uint32_t *found = pdk_number_map_at(&cars->by_slot, slot, count);
    if (found == NULL) return PDK_NUMBER_NONE;
    if (*found != count) return *found;
    pdk_incident_car *car = pdk_vector_push(&cars->list);
    if (car == NULL) return PDK_NUMBER_NONE;
    car->slot = slot;
    return count;
}

pdk_incident_draft *pdk_add_draft(pdk_incident_drafts *drafts, pdk_incident_kind kind, double from, double to)
{
    pdk_incident_draft *draft = pdk_vector_push(&drafts->incidents);
    if (draft == NULL || drafts->parties.count >= PDK_NUMBER_NONE - 1) return NULL;
    *draft = (pdk_incident_draft){ .from = from,
                                   .to = to,
                                   .kind = kind,
                                   .first_party = (uint32_t)drafts->parties.count,
                                   .group = PDK_SESSION_NONE,
                                   .closing_speed = NAN };
    return draft;
}

uint32_t pdk_add_party(pdk_incident_drafts *drafts, uint32_t car, double from, double to)
{
    pdk_party_draft *party = drafts->parties.count < PDK_NUMBER_NONE - 1 ? pdk_vector_push(&drafts->parties) : NULL;
    if (party == NULL) return PDK_NUMBER_NONE;
    *party = (pdk_party_draft){ .from = from,
                                .to = to,
                                .car = car,
                                .first_touch = PDK_SESSION_NONE,
                                .object = PDK_SESSION_NONE,
                                .magnitude = NAN,
                                .yaw_rate = NAN,
                                .beyond = NAN,
                                .skid_time = NAN };
    ((pdk_incident_draft *)drafts->incidents.items + drafts->incidents.count - 1)->party_count++;
    return (uint32_t)drafts->parties.count - 1;
}

typedef struct drafting {
    const pdk_session_contact *contacts;
    const pdk_touches *touches;
    pdk_incident_cars *cars;
    pdk_incident_drafts *drafts;
    pdk_number_map parties; /* of a car, the last one it had */
} drafting;

/* The party of a slot in the incident that is being made. */
static pdk_party_draft *party_of(drafting *work, uint32_t slot, double time)
{
    uint32_t car = pdk_incident_car_of(work->cars, slot);
    if (car == PDK_NUMBER_NONE) return NULL;
    uint32_t fresh = (uint32_t)work->drafts->parties.count;
    uint32_t *index = pdk_number_map_at(&work->parties, car, fresh);
    if (index == NULL) return NULL;
    const pdk_incident_draft *draft =
        (pdk_incident_draft *)work->drafts->incidents.items + work->drafts->incidents.count - 1;
    if (*index == fresh || *index < draft->first_party) { /* it has none, or one of an incident before */
        *index = pdk_add_party(work->drafts, car, time, time);
        if (*index == PDK_NUMBER_NONE) return NULL;
    }
    return (pdk_party_draft *)work->drafts->parties.items + *index;
}

static void take_magnitude(const drafting *work, pdk_party_draft *party, uint32_t record)
{
    double magnitude = work->contacts[record].magnitude;
    if (isfinite(magnitude) && !(party->magnitude >= magnitude)) party->magnitude = magnitude;
}

static bool take_touch(drafting *work, uint32_t number)
{
    const pdk_touch *touch = &work->touches->all[number];
    bool pair = touch->other != PDK_SESSION_NONE;
    uint32_t slots[2] = { touch->slot, touch->other }, records[2] = { touch->record, touch->mirror_record };
    for (int i = 0; i < (pair ? 2 : 1); i++) {
        pdk_party_draft *party = party_of(work, slots[i], touch->time);
        if (party == NULL) return false;
        party->contacts++;
        party->to = fmax(party->to, touch->end);
        if (pair && party->first_touch == PDK_SESSION_NONE) party->first_touch = number;
        if (!pair && party->object == PDK_SESSION_NONE) party->object = touch->record;
        if (records[i] != PDK_SESSION_NONE) take_magnitude(work, party, records[i]);
    }
    return true;
}

bool pdk_draft_contacts(const pdk_session_contact *contacts, const pdk_touches *touches, pdk_incident_cars *cars,
                        pdk_incident_drafts *drafts)
{
    drafting work = { contacts, touches, cars, drafts, { .memory = drafts->parties.memory } };
    for (uint32_t group = 0; group < touches->groups; group++) {
        uint32_t first = touches->first[group], end = touches->first[group + 1];
        double from = touches->all[touches->order[first]].time;
        pdk_incident_draft *draft = pdk_add_draft(drafts, PDK_INCIDENT_IMPACT, from, from);
        if (draft == NULL) return false;
        draft->group = group;
        draft->contacts = end - first;
        for (uint32_t i = first; i < end; i++) {
            if (touches->all[touches->order[i]].other != PDK_SESSION_NONE) draft->kind = PDK_INCIDENT_CONTACT;
            draft->to = fmax(draft->to, touches->all[touches->order[i]].end);
            if (!take_touch(&work, touches->order[i])) return false;
        }
    }
    pdk_free(drafts->parties.memory, work.parties.keys);
    pdk_free(drafts->parties.memory, work.parties.values);
    return true;
}
