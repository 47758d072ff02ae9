/* A lap in formation before a race, which then begins while they roll. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double slow = 30;        /* m/s */
static const double one_by_one = 0.6; /* s from one place of the grid to the next */

static void add_event(pdk_sim_session *session, uint32_t number)
{
    pdk_sim_session_add_event(
        session, (pdk_sim_session_event){
                     .kind = PDK_EVENT_FORMATION, .car = PDK_SIM_NOBODY, .time = session->clock, .number = number });
}

void pdk_sim_session_begin_formation(pdk_sim_session *session)
{
    session->log.formation = session->clock;
    for (uint32_t car = 0; car < session->plan.cars; car++) {
        pdk_racer *racer = &session->racers[car];
        if (racer->phase != PDK_ON_GRID) continue;
        uint32_t place = PDK_LOG_AT(pdk_log_driver, session->log.drivers, car)->grid;
        racer->awaits_line = true;
        racer->until = session->clock + one_by_one * place;
    }
    add_event(session, 1);
}

void pdk_sim_session_aim_in_formation(const pdk_racer *racer, pdk_aim *aim)
{
    if (racer->awaits_line) aim->speed = fmin(aim->speed, slow);
}

/* The first one at the line begins the race for all, each one its own first lap. */
static void reach_line(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    double time = session->clock - (racer->u > 0 ? racer->s / racer->u : 0);
    racer->awaits_line = false;
    if (session->log.green < 0) {
        session->log.green = time;
        add_event(session, 0);
    }
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_CROSSING,
                                                                .car = car,
                                                                .time = time,
                                                                .lap = racer->lap,
                                                                .sector = PDK_LOG_SECTORS - 1,
                                                                .value = -1 });
    pdk_sim_session_begin_lap(session, car, time, true, racer->phase == PDK_IN_LANE); /* a driver who gave up comes from
                                                                                       * there */
}

void pdk_sim_session_end_formation(pdk_sim_session *session)
{
    if (session->log.formation < 0) return;
    uint64_t a_second = (uint64_t)llround(1 / session->plan.tick);
    if (session->log.green < 0 && session->ticks % a_second == 0) add_event(session, 1);
    for (uint32_t car = 0; car < session->plan.cars; car++) {
        const pdk_racer *racer = &session->racers[car];
        if (racer->awaits_line && racer->s >= 0) reach_line(session, car);
    }
}
