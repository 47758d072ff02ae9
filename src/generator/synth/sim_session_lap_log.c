/* Laps as the log has them, driven to the end or not. */
#include "synth/sim_session_state.h"

pdk_log_lap *pdk_sim_session_log_lap(pdk_sim_session *session, uint32_t car)
{
    const pdk_racer *racer = &session->racers[car];
    pdk_log_lap *lap = pdk_sim_session_row(session, &session->log.laps);
    if (lap == NULL) return NULL;
    *lap = (pdk_log_lap){ .car = car,
                          .lap = racer->lap,
                          .start = racer->lap_start,
                          .end = -1,
                          .sectors = { -1, -1, -1 },
                          .kind = PDK_LOG_LAP_INCOMPLETE,
                          .contacts = racer->lap_contacts,
                          .spins = racer->lap_spins,
                          .excursions = racer->lap_excursions,
                          .driver = racer->driver };
    for (int i = 0; i < racer->sector; i++) lap->sectors[i] = racer->passed[i] - (i > 0 ? racer->passed[i - 1] : 0);
    return lap;
}

void pdk_sim_session_drop_lap(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    if (!racer->lap_runs) return;
    racer->lap_runs = false;
    bool is_new = racer->lap_from_lane && racer->sector == 0 && racer->phase != PDK_DRIVING;
    if (is_new) return; /* it went from the line in the lane to its garage: that was no lap */
    pdk_sim_session_log_lap(session, car);
    racer->lap++;
}
