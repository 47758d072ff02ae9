/* What officials do about contacts: a drive-through, a time penalty, one that is taken back. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double thinks_for = 8, takes_back_after = 20;

void pdk_sim_session_note_offence(pdk_sim_session *session, uint32_t car, double closing)
{
    if (session->plan.kind != PDK_SIM_RACE || session->offence_time >= 0 || closing < 2) return;
    session->offender = car;
    session->offence_time = session->clock + thinks_for;
}

static void give(pdk_sim_session *session, uint32_t car)
{
    static const pdk_log_penalty_kind kinds[] = { PDK_LOG_PENALTY_DRIVE_THROUGH, PDK_LOG_PENALTY_TIME,
                                                  PDK_LOG_PENALTY_DRIVE_THROUGH };
    uint32_t turn = session->offences % 3;
    pdk_racer *racer = &session->racers[car];
    bool out = racer->retired || racer->disqualified || racer->finish >= 0 || racer->phase == PDK_AWAY;
    if (out || racer->owes_drive_through) return;
    pdk_log_penalty_kind kind = kinds[turn];
    uint32_t laps_left = session->plan.laps > racer->lap ? session->plan.laps - racer->lap : 0;
    bool late = session->plan.laps > 0
                    ? laps_left < 2
                    : session->plan.duration > 0 &&
                          session->clock - session->log.green > session->plan.duration - 3 * session->best_lap;
    if (late) kind = PDK_LOG_PENALTY_TIME;
    pdk_log_penalty *penalty = pdk_sim_session_row(session, &session->log.penalties);
    if (penalty == NULL) return;
    *penalty = (pdk_log_penalty){ .car = car,
                                  .penalty = kind,
                                  .time = session->clock,
                                  .seconds = kind == PDK_LOG_PENALTY_TIME ? 10 : 0,
                                  .served = -1,
                                  .removed = -1 };
    session->offences++;
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_PENALTY,
                                                                .car = car,
                                                                .time = session->clock,
                                                                .lap = racer->lap,
                                                                .number = (uint32_t)penalty->seconds,
                                                                .penalty = kind });
    if (kind != PDK_LOG_PENALTY_DRIVE_THROUGH) return;
    racer->penalty = session->log.penalties.count - 1;
    racer->owes_drive_through = turn == 0; /* the other is taken back before it is driven */
}

static void take_back(pdk_sim_session *session)
{
    for (size_t i = 0; i < session->log.penalties.count; i++) {
        pdk_log_penalty *penalty = PDK_LOG_AT(pdk_log_penalty, session->log.penalties, i);
        pdk_racer *racer = &session->racers[penalty->car];
        bool stands = penalty->penalty == PDK_LOG_PENALTY_DRIVE_THROUGH && penalty->served < 0 && penalty->removed < 0;
        if (!stands || racer->owes_drive_through || racer->serves_drive_through) continue;
        if (session->clock < penalty->time + takes_back_after || racer->phase == PDK_AWAY) continue;
        penalty->removed = session->clock;
        pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_PENALTY_REMOVED,
                                                                    .car = penalty->car,
                                                                    .time = session->clock,
                                                                    .lap = racer->lap,
                                                                    .penalty = penalty->penalty });
    }
}

void pdk_sim_session_decide_penalties(pdk_sim_session *session)
{
    if (session->offence_time > 0 && session->clock >= session->offence_time) {
        session->offence_time = -1;
        give(session, session->offender);
    }
    take_back(session);
}
