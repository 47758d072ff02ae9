/* What all parts of a session ask for and write down: events, rows of the log, places along the track. */
#include "synth/sim_session_state.h"

#include <math.h>

void pdk_sim_session_add_event(pdk_sim_session *session, pdk_sim_session_event event)
{
    pdk_sim_session_event *row = pdk_vector_push(&session->events);
    if (row == NULL) session->failed = true;
    else *row = event;
}

void *pdk_sim_session_row(pdk_sim_session *session, pdk_vector *rows)
{
    void *row = pdk_vector_push(rows);
    if (row == NULL) session->failed = true;
    return row;
}

double pdk_sim_session_along(const pdk_sim_session *session, double s)
{
    double along = fmod(s, session->track.length);
    return along < 0 ? along + session->track.length : along;
}

double pdk_sim_session_curvature(const pdk_sim_session *session, double s)
{
    return pdk_track_curvature(&session->track, s);
}

double pdk_sim_session_gap(const pdk_sim_session *session, const pdk_racer *behind, const pdk_racer *ahead)
{
    return pdk_sim_session_along(session, ahead->s - behind->s);
}

uint32_t pdk_sim_session_pick(pdk_sim_session *session)
{
    uint32_t cars = session->plan.cars, first = (uint32_t)(pdk_random_next(&session->habits) % cars);
    for (uint32_t i = 0; i < cars; i++) {
        uint32_t car = (first + i) % cars;
        if (session->racers[car].script == PDK_SCRIPT_ORDINARY) return car;
    }
    return PDK_SIM_NOBODY;
}
