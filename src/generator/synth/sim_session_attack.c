/* Contacts in the making: a driver who brakes too late for the car ahead, or closes the door on the one beside. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double beside_at = 2.4;

bool pdk_sim_session_attacks(const pdk_sim_session *session, uint32_t by, uint32_t on)
{
    for (int i = 0; i < PDK_MOST_ATTACKS; i++) {
        const pdk_attack *attack = &session->attacks[i];
        if (attack->active && attack->by == by && attack->on == on) return true;
    }
    return false;
}

void pdk_sim_session_end_attack(pdk_sim_session *session, uint32_t one, uint32_t other)
{
    for (int i = 0; i < PDK_MOST_ATTACKS; i++) {
        pdk_attack *attack = &session->attacks[i];
        bool both = (attack->by == one && attack->on == other) || (attack->by == other && attack->on == one);
        if (attack->active && both) attack->active = false;
    }
}

static bool may_go_on(const pdk_sim_session *session, const pdk_racer *racer)
{
    return racer->phase == PDK_DRIVING && racer->slide == PDK_STEADY && racer->finish < 0 && !racer->comes_in &&
           !racer->retired && session->clock >= racer->wide_until;
}

/* Into the tail: the one ahead brakes, the one behind does not. */
static void run_into(pdk_sim_session *session, const pdk_attack *attack, pdk_aim *aim, double gap)
{
    pdk_racer *racer = &session->racers[attack->by], *target = &session->racers[attack->on];
    double room = gap - PDK_CAR_LENGTH;
    aim->offset = target->d + attack->bias;
    aim->hurry = true;
    aim->speed = fmax(aim->speed, pdk_profile_at(&session->profile, racer->s) * 1.05);
    if (room > 9 || room < 0 || fabs(racer->d - target->d) > 1.3) {
        if (room < 4) aim->speed = target->u;
        return;
    }
    aim->speed = fmin(aim->speed, fmax(target->u, target->u + attack->closing));
    double closing = racer->u - target->u;
    if (closing >= attack->closing) return;
    target->forced_until = session->clock + 2 * session->plan.tick;
    target->forced_push =
        -fmin(8, (attack->closing * attack->closing - closing * fmax(closing, 0)) / (2 * fmax(room, 0.8)));
}

/* Alongside, and then over. */
static void turn_into(pdk_sim_session *session, const pdk_attack *attack, pdk_aim *aim, double gap, double behind)
{
    pdk_racer *racer = &session->racers[attack->by], *target = &session->racers[attack->on];
    bool alongside = gap < beside_at || behind < beside_at;
    double side = racer->d >= target->d ? 1 : -1;
    aim->hurry = true;
    if (alongside && fabs(racer->d - target->d) > PDK_CAR_WIDTH) {
        aim->speed = target->u;
        if (fabs(racer->u - target->u) < 0.8) aim->offset = target->d - side * attack->closing;
        else aim->offset = target->d + side * 2.7;
        return;
    }
    if (side > 0 ? target->d > 2.6 : target->d < -2.6) side = -side;
    aim->offset = target->d + side * 2.7;
    aim->speed = fmax(aim->speed, pdk_profile_at(&session->profile, racer->s) * 1.04);
    if (gap < PDK_CAR_LENGTH + 2 && fabs(racer->d - target->d) < 2.2) aim->speed = target->u;
    if (behind < 8) aim->speed = fmin(aim->speed, target->u * 0.97);
}

void pdk_sim_session_aim_attack(pdk_sim_session *session, uint32_t car, pdk_aim *aim)
{
    for (int i = 0; i < PDK_MOST_ATTACKS; i++) {
        pdk_attack *attack = &session->attacks[i];
        if (!attack->active || attack->by != car) continue;
        const pdk_racer *racer = &session->racers[car], *target = &session->racers[attack->on];
        double gap = pdk_sim_session_gap(session, racer, target), behind = pdk_sim_session_gap(session, target, racer);
        if (session->clock > attack->deadline || !may_go_on(session, racer) || !may_go_on(session, target) ||
            fmin(gap, behind) > 160) {
            attack->active = false;
            continue;
        }
        if (attack->side) turn_into(session, attack, aim, gap, behind);
        else run_into(session, attack, aim, gap);
    }
}
