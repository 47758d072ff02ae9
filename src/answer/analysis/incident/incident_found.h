/* An incident and its parties while they are worked on: what pdk_incident and pdk_incident_party have
 * (paddock/analysis.h). Missing are NaN, UINT32_MAX, INT32_MIN, and texts without data. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_FOUND_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_FOUND_H

#include "paddock/analysis.h"

typedef struct pdk_found_incident {
    pdk_text incident, kind_name;
    pdk_incident_kind kind;
    uint32_t lap, sector, turn, contacts;
    double time, end_time;
    double distance, x, y, z;
    double closing_speed, impact_speed, speed_change, magnitude;
    double beyond;
    pdk_text drivers, objects, place, judged_by, unavailable, sentence, reason, positions_text;
    uint8_t first_lap, last_lap; /* PDK_MAYBE_* */
    uint64_t first_party;        /* index in pdk_incidents.parties */
    uint32_t party_count;
} pdk_found_incident;

typedef struct pdk_found_party {
    pdk_text incident, driver, object, damage, sentence, reason;
    uint32_t slot, lap, contacts;
    uint32_t position_before, position_after;
    int32_t positions_lost;
    double speed_before, speed_after, heading_change;
    double closing_speed, impact_speed, overlap;
    double magnitude, yaw_rate, stopped_duration, time_lost, skid_time;
    double overlap_at_turn_in, overlap_share, throttle, brake;
    uint8_t behind, spun, left_track, retired, unsafe_return, ahead_at_turn_in; /* PDK_MAYBE_* */
} pdk_found_party;

#endif
