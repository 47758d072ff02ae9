/* Incidents: found, joined, judged. The whole work, and what it ends in. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENTS_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENTS_H

#include "analysis/corner/corners.h"
#include "analysis/incident/incident_draft.h"
#include "analysis/incident/incident_found.h"
#include "analysis/incident/text_pool.h"
#include "analysis/race/race_view.h"

/* A spin or an excursion, whichever incident it is a part of. */
typedef struct pdk_loss_of_track {
    uint32_t slot;
    bool spun;              /* else it left the track */
    double from, to;        /* s */
    double beyond;          /* m outside what counts as track, at most; NaN = not known */
    uint32_t returned_upon; /* the slot of the faster car that it came back in front of; PDK_SESSION_NONE = none */
} pdk_loss_of_track;

typedef struct pdk_incidents {
    pdk_found_incident *incidents; /* by time */
    size_t count;
    pdk_found_party *parties; /* by incident */
    uint32_t *damage;         /* of each party: parts (incident_damage.h) */
    size_t party_count;
    pdk_incident *items; /* both for programs */
    pdk_incident_party *party_items;
    pdk_text unavailable;      /* kinds of incidents that the recording does not show, and why; no data = none */
    pdk_loss_of_track *losses; /* spins, then excursions, each by car and time */
    size_t loss_count;
    const char *judged_by; /* the evidence for excursions; NULL = none */
} pdk_incidents;

PDK_STEP_MAKES(incidents, const pdk_incidents)
/* Can files of this kind have them? */
pdk_status pdk_have_incidents(const pdk_document *document, pdk_error *error);

/* Why a value is missing; bits. */
enum {
    PDK_LACKS_POSES = 1,
    PDK_LACKS_MOMENTS = 2, /* before a contact */
    PDK_LACKS_TRACK = 4,
    PDK_LACKS_LAPS = 8,
    PDK_LACKS_HEADINGS = 16,
    PDK_LACKS_DRIVER = 32
};

/* A skid mark of a car. */
typedef struct pdk_skid {
    uint32_t car;    /* index in the list of cars */
    bool taken;      /* by an incident */
    double from, to; /* s */
    double length;   /* m */
} pdk_skid;

typedef struct pdk_incident_work {
    pdk_answers *answers;
    pdk_memory *scratch;
    const pdk_session *session;
    const pdk_paths *paths;       /* NULL = it is unknown where anyone was */
    const pdk_stations *stations; /* NULL = there is no track to be on */
    const pdk_laps *laps;         /* NULL = no laps */
    const pdk_corners *corners;   /* NULL = none are known */
    bool headings;                /* they point where cars go */
    const char *judged_by;        /* the evidence for excursions; NULL = none */
    pdk_incident_cars cars;
    pdk_touches touches;
    pdk_incident_drafts drafts;
    pdk_vector skids; /* pdk_skid, by car and time */
    pdk_incidents *found;
} pdk_incident_work;

/* --- incident_find.c --- */
/* Cars, touches, spins, excursions: all drafts, in no order. */
pdk_status pdk_find_incidents(pdk_incident_work *work, pdk_error *error);
/* --- incident_status.c --- */
/* Excursions by what the file says about each pose; in order of car and time. */
pdk_status pdk_find_told_excursions(pdk_incident_work *work, pdk_vector *excursions, bool *told, pdk_error *error);
/* --- incident_damage.c --- */
/* What broke, by events and by bits of the poses; in order of car and time. */
pdk_status pdk_find_damage(pdk_incident_work *work, pdk_vector *damages, pdk_error *error);
/* --- incident_near.c --- */
/* Two cars whose outlines come nearer than half a metre at speed, and that do not touch: drafts. */
bool pdk_find_near_misses(pdk_incident_work *work);
/* --- incident_return.c --- */
/* Which of these spins or excursions end in front of a faster car. */
void pdk_find_unsafe_returns(const pdk_incident_work *work, pdk_vector *solos);
/* Those as separate incidents. */
bool pdk_draft_unsafe_returns(pdk_incident_work *work, const pdk_vector *solos);
/* --- incident_skids.c --- */
/* Skid marks, where the recording has any, each with the car that was nearest. */
pdk_status pdk_find_skids(pdk_incident_work *work, pdk_error *error);
/* The drafts get the time of the first mark of each car that belongs to them. */
void pdk_date_by_skids(pdk_incident_work *work);
/* Marks that belong to none, of cars that braked: drafts. */
bool pdk_draft_lock_ups(pdk_incident_work *work);
/* --- incident_judge.c --- */
/* Drafts in order of time, with what the poses show. */
pdk_status pdk_judge_incidents(pdk_incident_work *work, pdk_error *error);
/* --- incident_turn.c --- */
/* The turn of an incident at a distance along the track; NULL = none. */
const pdk_corner *pdk_find_turn(const pdk_corners *corners, const pdk_track_model *model, double distance);
/* Two cars when the first of them came to the beginning of a turn. */
typedef struct pdk_turn_in {
    double time;  /* s; NaN = it is not known, or longer ago than 20 s */
    double ahead; /* m that the second is ahead along the track */
} pdk_turn_in;
pdk_turn_in pdk_find_turn_in(const pdk_stations *stations, const pdk_corner *turn, const pdk_path *first,
                             const pdk_path *second, double time);
/* --- incident_race.c --- */
/* Laps, positions and seconds lost, who retired. */
pdk_status pdk_judge_race(pdk_incident_work *work, pdk_error *error);
/* --- incident_loss.c --- */
/* If a driver has several incidents in one lap: what was lost until the next one began. `clean`: the usual time of each
 * entry. False when out of memory. */
bool pdk_divide_losses(pdk_incident_work *work, const double *clean);
/* --- incident_texts.c --- */
/* Ids, names, places, reasons. `lacks` has the reasons of each incident. */
pdk_status pdk_name_incidents(pdk_incident_work *work, const uint8_t *lacks, pdk_error *error);

#endif
