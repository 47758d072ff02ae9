/* Contacts during an incident: two cars touch, leave the track, and touch again before both are back. What only
 * concerns cars of that incident belongs to it; a car that comes in from outside makes a separate incident. */
#include <math.h>

#include "analysis/incident/incident_draft.h"

enum { MOST_OPEN = 4 /* incidents of one car at the same time that are looked at */ };

typedef struct open_incident {
    uint32_t incident, party; /* index of the draft and of the car's party */
} open_incident;

typedef struct open_list {
    uint32_t count;
    open_incident all[MOST_OPEN];
} open_list;

typedef struct joining {
    pdk_incident_draft *incidents;
    pdk_party_draft *parties;
    open_list *open; /* of each car */
    double gap;
} joining;

static const open_incident *find_open(const joining *work, uint32_t car, uint32_t incident)
{
    const open_list *list = &work->open[car];
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->all[i].incident == incident) return &list->all[i];
    }
    return NULL;
}

static bool has_all_cars(const joining *work, uint32_t incident, const pdk_incident_draft *later)
{
    for (uint32_t i = 0; i < later->party_count; i++) {
        if (find_open(work, work->parties[later->first_party + i].car, incident) == NULL) return false;
    }
    return true;
}

/* The incident that had not ended when this one began, and has all its cars; PDK_NUMBER_NONE = none. */
static uint32_t find_earlier(const joining *work, const pdk_incident_draft *later)
{
    const open_list *list = &work->open[work->parties[later->first_party].car];
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t incident = list->all[i].incident;
        if (later->from <= work->incidents[incident].to + work->gap && has_all_cars(work, incident, later))
            return incident;
    }
    return PDK_NUMBER_NONE;
}

static void join_party(pdk_party_draft *party, const pdk_party_draft *later)
{
    party->to = fmax(party->to, later->to);
    party->contacts += later->contacts;
    if (party->first_touch == PDK_SESSION_NONE) party->first_touch = later->first_touch;
    if (party->object == PDK_SESSION_NONE) party->object = later->object;
    if (!(party->magnitude >= later->magnitude)) party->magnitude = fmax(party->magnitude, later->magnitude);
    if (!(fabs(party->yaw_rate) >= fabs(later->yaw_rate)) && !isnan(later->yaw_rate)) party->yaw_rate = later->yaw_rate;
    party->beyond = fmax(party->beyond, later->beyond);
    party->damage |= later->damage;
    party->spun |= later->spun;
    party->left_track |= later->left_track;
    party->unsafe_return |= later->unsafe_return;
}

/* Each car's part goes to the car's part of the earlier one; nothing is left of the later one. */
static void join(joining *work, uint32_t earlier, pdk_incident_draft *later)
{
    pdk_incident_draft *draft = &work->incidents[earlier];
    draft->to = fmax(draft->to, later->to);
    draft->contacts += later->contacts;
    if (later->kind == PDK_INCIDENT_CONTACT) draft->kind = PDK_INCIDENT_CONTACT;
    for (uint32_t i = 0; i < later->party_count; i++) {
        const pdk_party_draft *party = &work->parties[later->first_party + i];
        join_party(&work->parties[find_open(work, party->car, earlier)->party], party);
    }
    later->party_count = 0;
}

/* Of too many the one that ends first goes. */
static void remember(joining *work, uint32_t incident, uint32_t party)
{
    open_list *list = &work->open[work->parties[party].car];
    uint32_t place = 0;
    if (list->count < MOST_OPEN) place = list->count++;
    else {
        for (uint32_t i = 1; i < MOST_OPEN; i++) {
            if (work->incidents[list->all[i].incident].to < work->incidents[list->all[place].incident].to) place = i;
        }
    }
    list->all[place] = (open_incident){ incident, party };
}

/* Takes out drafts without parties; the parties stay where they are. */
static void close_up(pdk_vector *incidents)
{
    pdk_incident_draft *all = incidents->items;
    size_t kept = 0;
    for (size_t i = 0; i < incidents->count; i++) {
        if (all[i].party_count > 0) all[kept++] = all[i];
    }
    incidents->count = kept;
}

bool pdk_join_drafts(pdk_incident_drafts *drafts, double gap, size_t car_count, pdk_memory *memory)
{
    joining work = { drafts->incidents.items, drafts->parties.items,
                     pdk_alloc_array(memory, car_count, sizeof *work.open), gap };
    if (work.open == NULL) return false;
    for (uint32_t i = 0; i < (uint32_t)drafts->incidents.count; i++) {
        pdk_incident_draft *draft = &work.incidents[i];
        if (draft->contacts == 0) continue; /* spins and excursions are with contacts already where they belong there */
        uint32_t earlier = find_earlier(&work, draft);
        if (earlier != PDK_NUMBER_NONE) join(&work, earlier, draft);
        else
            for (uint32_t k = 0; k < draft->party_count; k++) remember(&work, i, draft->first_party + k);
    }
    pdk_free(memory, work.open);
    close_up(&drafts->incidents);
    return true;
}
