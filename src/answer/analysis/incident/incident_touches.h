/* Contacts of a session, folded and joined. Nothing here knows where the cars were. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_TOUCHES_H
#define PADDOCK_ANALYSIS_INCIDENT_TOUCHES_H

#include "model/session.h"

/* Records of one contact follow each other within this time: in files of rFactor 2 98 of 100 of the other party's do,
 * and 92 of 100 that repeat a pair. */
#define PDK_TOUCH_MIRROR 0.5 /* s */

/* One contact: a record of the session, the largest where it was recorded again, and, where there is one, the other
 * party's. */
typedef struct pdk_touch {
    double time;            /* of the first record */
    double end;             /* of the last record by the same car: the other's come later for the same */
    uint32_t slot;          /* whose record was the first */
    uint32_t other;         /* PDK_SESSION_NONE = an object; games also write that a car hits itself */
    uint32_t record;        /* index in the session's contacts */
    uint32_t mirror_record; /* the other party's; PDK_SESSION_NONE = it is unknown */
    uint32_t group;         /* which incident */
} pdk_touch;

typedef struct pdk_touches {
    pdk_touch *all; /* in order of time */
    uint32_t count;
    uint32_t groups; /* numbered in order of their first touches */
    uint32_t *first; /* group g has the touches order[first[g]] .. order[first[g + 1] - 1], in order of time */
    uint32_t *order;
} pdk_touches;

/* In linear time and memory, whatever the contacts are. Contacts without a time are left out. `gap` in seconds. */
pdk_status pdk_touches_make(const pdk_session_contact *contacts, size_t count, double gap, pdk_memory *memory,
                            pdk_touches *touches, pdk_error *error);

#endif
