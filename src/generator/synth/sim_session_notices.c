/* What the game says about drivers and cars besides where they are: who did not finish or was kicked, what broke or
 * fell off. Nobody drives otherwise for it. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double rumours_from = 0.35, taken_back_after = 15 /* s */;
static const double loses_from = 1.2, breaks_from = 2.5; /* m/s that a contact changes a speed by */

/* ----------------------------------------------------------------------------------------------- statuses */

static void announce(pdk_sim_session *session, uint32_t car, pdk_log_notice_kind kind, bool is_true)
{
    pdk_log_notice *row = pdk_sim_session_row(session, &session->log.notices);
    if (row == NULL) return;
    *row = (pdk_log_notice){ .car = car, .time = session->clock, .kind = kind, .is_true = is_true };
    pdk_sim_session_add_event(
        session, (pdk_sim_session_event){
                     .kind = PDK_EVENT_NOTICE, .car = car, .time = session->clock, .number = (uint32_t)kind });
}

/* The game says about two drivers that they did not finish, and they drive on: for one of them it withdraws that. */
void pdk_sim_session_assign_rumours(pdk_sim_session *session)
{
    for (int i = 0; i < PDK_RUMOURS; i++) {
        pdk_rumour *rumour = &session->rumours[i];
        *rumour = (pdk_rumour){ .car = pdk_sim_session_pick(session), .taken_back = i == 0 };
        rumour->time = session->plan.start + (rumours_from + 0.05 * i) * session->plan.watched;
        for (int again = 0; again < 8 && i > 0 && rumour->car == session->rumours[0].car; again++)
            rumour->car = pdk_sim_session_pick(session);
        if (i > 0 && rumour->car == session->rumours[0].car) rumour->car = PDK_SIM_NOBODY;
    }
}

static void spread(pdk_sim_session *session, pdk_rumour *rumour)
{
    if (rumour->car == PDK_SIM_NOBODY || session->clock < rumour->time) return;
    const pdk_racer *racer = &session->racers[rumour->car];
    bool is_over = session->log.flag >= 0 || racer->retired || racer->disqualified;
    if (is_over && !rumour->told) rumour->car = PDK_SIM_NOBODY;
    else announce(session, rumour->car, rumour->told ? PDK_LOG_NOTICE_TAKEN_BACK : PDK_LOG_NOTICE_DNF, rumour->told);
    if (rumour->told || !rumour->taken_back) rumour->car = PDK_SIM_NOBODY;
    rumour->told = true;
    rumour->time += taken_back_after;
}

void pdk_sim_session_tell_notices(pdk_sim_session *session)
{
    if ((session->plan.with & PDK_SIM_STATUS) == 0) return;
    for (uint32_t car = 0; car < session->plan.cars; car++) {
        pdk_racer *racer = &session->racers[car];
        bool out = racer->retired || racer->disqualified,
             on_its_way = racer->phase == PDK_DRIVING || racer->phase == PDK_IN_LANE;
        if (!out || on_its_way || racer->is_told_out) continue;
        racer->is_told_out = true;
        announce(session, car,
                 racer->disqualified                  ? PDK_LOG_NOTICE_DISQUALIFIED
                 : racer->script == PDK_SCRIPT_LEAVES ? PDK_LOG_NOTICE_KICKED
                                                      : PDK_LOG_NOTICE_DNF,
                 true);
    }
    for (int i = 0; i < PDK_RUMOURS; i++) spread(session, &session->rumours[i]);
}

/* ------------------------------------------------------------------------------------------------- damage */

static void lose(pdk_sim_session *session, uint32_t car, pdk_log_part part)
{
    pdk_racer *racer = &session->racers[car];
    bool stays_lost = part <= PDK_LOG_PART_DEBRIS;
    if (stays_lost && (racer->lost >> part & 1) != 0) return;
    if (stays_lost) racer->lost |= 1U << part;
    pdk_log_damage *row = pdk_sim_session_row(session, &session->log.damages);
    if (row == NULL) return;
    *row = (pdk_log_damage){ .car = car, .time = session->clock, .part = part };
    pdk_sim_session_add_event(
        session, (pdk_sim_session_event){
                     .kind = PDK_EVENT_DAMAGE, .car = car, .time = session->clock, .number = (uint32_t)part });
}

void pdk_sim_session_break(pdk_sim_session *session, uint32_t car, double strength, pdk_log_part part)
{
    if ((session->plan.with & PDK_SIM_DAMAGE) == 0 || strength < loses_from) return;
    if (pdk_random_unit(&session->habits) < 0.7) lose(session, car, part);
    if (strength < breaks_from) return;
    if (pdk_random_unit(&session->habits) < 0.5) lose(session, car, PDK_LOG_PART_SUSPENSION);
    if (pdk_random_unit(&session->habits) < 0.3) lose(session, car, PDK_LOG_PART_ENGINE);
}

void pdk_sim_session_mend(pdk_sim_session *session, uint32_t car)
{
    session->racers[car].lost = 0;
}
