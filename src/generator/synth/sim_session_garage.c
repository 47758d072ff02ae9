/* A car that is put into its garage, wherever it was. */
#include "synth/sim_session_state.h"

void pdk_sim_session_put_in_garage(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    double length = session->track.length, place = session->lane_begin + racer->box;
    if (racer->phase != PDK_AWAY) {
        pdk_log_jump *jump = pdk_sim_session_row(session, &session->log.jumps);
        if (jump != NULL) *jump = (pdk_log_jump){ car, session->clock };
    }
    pdk_sim_session_drop_lap(session, car);
    if (racer->excursion != SIZE_MAX) {
        PDK_LOG_AT(pdk_log_excursion, session->log.excursions, racer->excursion)->end = session->clock;
        racer->excursion = SIZE_MAX;
    }
    racer->phase = PDK_IN_GARAGE;
    pdk_sim_session_mend(session, car);
    racer->slide = PDK_STEADY;
    racer->spin = racer->stop = SIZE_MAX;
    racer->s = place - length; /* the line is ahead, or just behind */
    racer->d = session->lane_side * PDK_GARAGE_OFFSET;
    racer->u = racer->w = racer->turn = racer->turn_rate = racer->push = 0;
    racer->comes_in = racer->announced = racer->wants_service = racer->serves_drive_through = false;
    pdk_sim_session_event event = { .kind = PDK_EVENT_GARAGE, .car = car, .time = session->clock, .lap = racer->lap };
    pdk_sim_session_add_event(session, event);
}
