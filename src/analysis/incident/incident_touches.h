/* Contacts of a session, folded and joined. Nothing here knows where the cars were. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_TOUCHES_H
#define PADDOCK_ANALYSIS_INCIDENT_TOUCHES_H

#include "model/session.h"

/* Two records of one contact are not further apart: 98 of 100 are within this time in files of rFactor 2. */
#define PDK_TOUCH_MIRROR 0.5 /* s */

/* One contact: a record of the session and, where there is one, the other party's record of the same. */
typedef struct pdk_touch {
    double time; /* of the earlier record */
    uint32_t slot;
    uint32_t other;         /* PDK_SESSION_NONE = an object; games also write that a car hits itself */
    uint32_t record;        /* index in the session's contacts */
    uint32_t mirror_record; /* the other party's; PDK_SESSION_NONE = it tells nothing */
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
