/* Incidents while they are found: who took part and when, before anything else is known about them. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_DRAFT_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_DRAFT_H

#include "analysis/incident/incident_solo.h"
#include "analysis/incident/incident_touches.h"
#include "analysis/incident/number_map.h"
#include "paddock/analysis.h"

typedef struct pdk_incident_cars {
    pdk_number_map by_slot;
    pdk_vector list; /* pdk_incident_car */
} pdk_incident_cars;

/* The index of a slot's car, which is added where it is new; PDK_NUMBER_NONE when out of memory. */
uint32_t pdk_incident_car_of(pdk_incident_cars *cars, uint32_t slot);

typedef struct pdk_party_draft {
    double from, to;      /* of its touches, of its spin or excursion, or of being near */
    uint32_t car;         /* index in the list of cars */
    uint32_t first_touch; /* of two cars; PDK_SESSION_NONE = none */
    uint32_t contacts;
    uint32_t object; /* the record that names what it hit; PDK_SESSION_NONE = none */
    double magnitude, yaw_rate, beyond;
    double skid_time; /* s, of its first skid mark; NaN = none */
    bool spun, left_track, unsafe_return;
    uint32_t damage; /* incident_damage.h */
} pdk_party_draft;

typedef struct pdk_incident_draft {
    double from, to;
    pdk_incident_kind kind;
    uint32_t first_party, party_count;
    uint32_t contacts;
    uint32_t group;       /* of the touches; PDK_SESSION_NONE = none */
    double closing_speed; /* of a near miss; NaN */
} pdk_incident_draft;

typedef struct pdk_incident_drafts {
    pdk_vector incidents, parties; /* pdk_incident_draft, pdk_party_draft */
} pdk_incident_drafts;

/* An incident with room for its parties; NULL when out of memory. */
pdk_incident_draft *pdk_add_draft(pdk_incident_drafts *drafts, pdk_incident_kind kind, double from, double to);
/* A party of the incident that was added last; the index of it, or PDK_NUMBER_NONE when out of memory. */
uint32_t pdk_add_party(pdk_incident_drafts *drafts, uint32_t car, double from, double to);

/* An incident of each group of touches. */
bool pdk_draft_contacts(const pdk_session_contact *contacts, const pdk_touches *touches, pdk_incident_cars *cars,
                        pdk_incident_drafts *drafts);
/* Spins and excursions, each in order of car and time: part of an incident of the same car that is nearer than `gap`,
 * or separate incidents. */
bool pdk_draft_solos(const pdk_vector *spins, const pdk_vector *excursions, double gap, size_t car_count,
                     pdk_memory *memory, pdk_incident_drafts *drafts);
/* Parts that broke or fell off (incident_damage.h). */
typedef struct pdk_damage {
    uint32_t car;
    double time;
    uint32_t parts;
} pdk_damage;

/* Damage, in order of car and time, is of an incident of the same car that is nearer than `gap`, or a separate one. */
bool pdk_draft_damage(const pdk_vector *damages, double gap, pdk_memory *memory, pdk_incident_drafts *drafts);
/* Contacts that begin at most `gap` after the end of an incident with the same cars become part of it. */
bool pdk_join_drafts(pdk_incident_drafts *drafts, double gap, size_t car_count, pdk_memory *memory);

#endif
