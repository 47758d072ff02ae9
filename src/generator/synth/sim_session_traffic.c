/* Other cars on the road: who is near, how to pass, when to wait, whom to let by. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double passing_room = 2.5, edge_room = 4.4, side_by_side = 2.15, farthest = 5.2;

/* ---------------------------------------------------------------------------------------------- who is near */

static bool is_on_road(const pdk_racer *racer)
{
    return racer->phase == PDK_DRIVING || racer->phase == PDK_IN_LANE || racer->phase == PDK_ON_GRID;
}

/* Nearly sorted from the last tick: insertion is quick. */
void pdk_sim_session_sort_around(pdk_sim_session *session)
{
    uint32_t kept = 0;
    bool listed[PDK_SIM_MOST_CARS] = { false };
    for (uint32_t i = 0; i < session->around_count; i++) {
        uint32_t car = session->around[i];
        if (!is_on_road(&session->racers[car])) continue;
        listed[car] = true;
        session->around[kept++] = car;
    }
    for (uint32_t car = 0; car < session->plan.cars; car++) {
        if (!listed[car] && is_on_road(&session->racers[car])) session->around[kept++] = car;
    }
    session->around_count = kept;
    double place[PDK_SIM_MOST_CARS];
    for (uint32_t i = 0; i < kept; i++) {
        uint32_t car = session->around[i], at = i;
        double here = pdk_sim_session_along(session, session->racers[car].s);
        for (; at > 0 && place[at - 1] > here; at--) {
            session->around[at] = session->around[at - 1];
            place[at] = place[at - 1];
        }
        session->around[at] = car;
        place[at] = here;
    }
    for (uint32_t i = 0; i < kept; i++) session->racers[session->around[i]].place = i;
}

/* ------------------------------------------------------------------------------------------------ passing by */

static void pass(pdk_racer *racer, uint32_t other, const pdk_racer *ahead, pdk_aim *aim)
{
    if (racer->passing != other) {
        double right = edge_room - ahead->d, left = ahead->d + edge_room;
        bool to_right = racer->d >= ahead->d;
        if ((to_right ? right : left) < passing_room - 0.4) to_right = right > left;
        racer->passing = other;
        racer->passing_side = to_right ? 1 : -1;
    }
    aim->offset = fmin(fmax(ahead->d + racer->passing_side * passing_room, -farthest), farthest);
    aim->hurry = fabs(racer->d - ahead->d) < side_by_side;
}

static double safe_speed(const pdk_racer *ahead, double gap)
{
    double keep = ahead->u < 3 ? 9 : 1.5, room = gap - PDK_CAR_LENGTH - keep;
    if (room > 0) return sqrt(ahead->u * ahead->u + 2 * 6 * room);
    return fmax(ahead->u + 1.5 * room, gap - PDK_CAR_LENGTH > 1.5 ? 2 : 0);
}

static void yield_to(pdk_sim_session *session, pdk_racer *ahead, const pdk_racer *racer)
{
    if (session->plan.kind == PDK_SIM_RACE && racer->s - ahead->s < 0.5 * session->track.length) return;
    if (ahead->phase != PDK_DRIVING || ahead->comes_in) return;
    ahead->yield_until = session->clock + 0.5;
    ahead->yield_side = racer->passing_side > 0 ? -1 : 1;
}

static void avoid(pdk_sim_session *session, uint32_t car, uint32_t other, double gap, pdk_aim *aim)
{
    pdk_racer *racer = &session->racers[car], *ahead = &session->racers[other];
    if ((racer->phase == PDK_IN_LANE) != (ahead->phase == PDK_IN_LANE)) return; /* another road */
    double closing = racer->u - ahead->u, beside = fabs(ahead->d - racer->d);
    if (beside > side_by_side && pdk_sim_session_is_beside(session, racer, other)) return;
    bool attacks = pdk_sim_session_attacks(session, car, other) || pdk_sim_session_attacks(session, other, car);
    if (racer->phase == PDK_DRIVING && !attacks) {
        bool faster = aim->speed > ahead->u * 1.004 || closing > 0.3;
        if (gap < 16 + 2.2 * fmax(closing, 0) && (faster || racer->passing == other)) {
            pass(racer, other, ahead, aim);
            if (gap < 40) yield_to(session, ahead, racer);
        }
        if (gap < PDK_CAR_LENGTH + 1.2 && beside < 2.5 && beside > 0.5) { /* side by side: both make room */
            double side = racer->d > ahead->d ? 1 : -1, shove = (2.5 - beside) * 10;
            racer->shove += side * shove;
            ahead->shove -= side * shove;
        }
    }
    if (beside < side_by_side && !attacks) aim->speed = fmin(aim->speed, safe_speed(ahead, gap));
}

void pdk_sim_session_avoid_traffic(pdk_sim_session *session, uint32_t car, pdk_aim *aim)
{
    pdk_racer *racer = &session->racers[car];
    uint32_t place = racer->place;
    bool still_near = false;
    for (uint32_t k = 1; k < session->around_count && k <= 6; k++) {
        uint32_t other = session->around[(place + k) % session->around_count];
        double gap = pdk_sim_session_gap(session, racer, &session->racers[other]);
        if (gap > 20 + 0.09 * racer->u * racer->u) break;
        avoid(session, car, other, gap, aim);
        still_near = still_near || other == racer->passing;
    }
    if (!still_near && racer->passing != PDK_SIM_NOBODY) {
        double behind = pdk_sim_session_gap(session, &session->racers[racer->passing], racer);
        if (behind > PDK_CAR_LENGTH + 2.5) racer->passing = PDK_SIM_NOBODY;
        else { /* it is beside or just behind: stay clear until it is */
            double side = racer->d > session->racers[racer->passing].d ? 1 : -1;
            double clear = session->racers[racer->passing].d + side * passing_room;
            aim->offset = side > 0 ? fmax(aim->offset, clear) : fmin(aim->offset, clear);
        }
    }
    /* Nor does anyone cut back into a car that is beside it. */
    for (uint32_t k = 1; k < session->around_count && k <= 3; k++) {
        uint32_t other = session->around[(place + session->around_count - k) % session->around_count];
        const pdk_racer *behind = &session->racers[other];
        double gap = pdk_sim_session_gap(session, behind, racer);
        if (gap > PDK_CAR_LENGTH + 3 + 1.2 * fmax(0, behind->u - racer->u)) break;
        if (behind->phase != PDK_DRIVING || pdk_sim_session_attacks(session, other, car)) continue;
        double side = racer->d > behind->d ? 1 : -1, clear = behind->d + side * passing_room;
        if (fabs(racer->d - behind->d) > 1.2) {
            aim->offset = side > 0 ? fmax(aim->offset, clear) : fmin(aim->offset, clear);
        }
    }
    bool keeps_to_road = racer->phase == PDK_DRIVING && fabs(racer->d) < PDK_ROAD_HALF &&
                         session->clock >= racer->wide_until && !racer->retired;
    if (keeps_to_road) aim->offset = fmin(fmax(aim->offset, -farthest), farthest);
}
