/* A car begins to turn round. */
#include "synth/sim_session_state.h"

void pdk_sim_session_spin(pdk_sim_session *session, uint32_t car, double turn_rate, bool touched)
{
    pdk_racer *racer = &session->racers[car];
    racer->turn_rate = turn_rate;
    if (racer->slide == PDK_SPINNING) return;
    racer->slide = PDK_SPINNING;
    if (racer->spin != SIZE_MAX) return;
    pdk_log_spin *spin = pdk_sim_session_row(session, &session->log.spins);
    if (spin == NULL) return;
    racer->spin = session->log.spins.count - 1;
    racer->lap_spins++;
    pdk_track_view road;
    pdk_track_view_at(&session->track, racer->s, racer->d, &road);
    *spin = (pdk_log_spin){ .car = car,
                            .lap = racer->lap,
                            .start = session->clock,
                            .end = -1,
                            .distance = pdk_sim_session_along(session, racer->s),
                            .x = road.x,
                            .y = road.y,
                            .z = road.z,
                            .touched = touched };
}
