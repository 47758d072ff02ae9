/* What drivers do that makes a recording hard to read: side by side, at the edge of the road, away, in the box, out of
 * the car. It has its own random numbers, so the rest of the session is the same as without it. */
#include <math.h>
#include <string.h>

#include "synth/sim_session_state.h"

static const double side_line = 3.2, together_until = 0.7 /* of the session */, near_enough = 60;
static const double at_edge = 5.2, edge_every = 14 /* s */, edge_for = 3.5;

pdk_status pdk_sim_session_read_with(const char *list, unsigned *with, pdk_error *error)
{
    static const struct {
        const char *name;
        unsigned bit;
    } names[] = { { "abreast", PDK_SIM_ABREAST },
                  { "wide", PDK_SIM_WIDE },
                  { "absent", PDK_SIM_ABSENT },
                  { "boxed", PDK_SIM_BOXED },
                  { "escapes", PDK_SIM_ESCAPES },
                  { "status", PDK_SIM_STATUS },
                  { "damage", PDK_SIM_DAMAGE },
                  { "formation", PDK_SIM_FORMATION },
                  { "jumps", PDK_SIM_JUMPS },
                  { "speeding", PDK_SIM_SPEEDING },
                  { "lag", 0 } };
    enum { NAMES = sizeof names / sizeof names[0] };
    *with = 0;
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ","), i = 0;
        while (i < NAMES && (strlen(names[i].name) != length || strncmp(names[i].name, at, length) != 0)) i++;
        if (i == NAMES) {
            return pdk_fail(
                error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.with",
                "\"%.*s\" cannot be had; abreast, wide, absent, boxed, escapes, status, damage, formation, jumps, "
                "speeding and lag can",
                (int)length, at);
        }
        *with |= names[i].bit;
        at += length + (at[length] == ',');
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- parts */

static pdk_racer *give_part(pdk_sim_session *session, pdk_script script)
{
    uint32_t car = pdk_sim_session_pick(session);
    if (car == PDK_SIM_NOBODY) return NULL;
    session->racers[car].script = script;
    return &session->racers[car];
}

static void leave_out(pdk_sim_session *session)
{
    pdk_racer *racer = give_part(session, PDK_SCRIPT_ABSENT);
    if (racer == NULL) return;
    racer->phase = PDK_AWAY;
    PDK_LOG_AT(pdk_log_driver, session->log.drivers, racer - session->racers)->joined = -1;
}

static void put_in_box(pdk_sim_session *session)
{
    pdk_racer *racer = give_part(session, PDK_SCRIPT_BOXED);
    if (racer == NULL) return;
    racer->phase = PDK_IN_BOX;
    racer->until = INFINITY;
    racer->retired = session->plan.kind == PDK_SIM_RACE; /* elsewhere there is nothing to give up: he did not start */
    racer->s = session->lane_begin + racer->box - session->track.length;
    racer->d = session->lane_side * PDK_BOX_OFFSET;
}

void pdk_sim_session_assign_habits(pdk_sim_session *session)
{
    unsigned with = session->plan.with;
    for (int i = 0; i < PDK_RUMOURS; i++) session->rumours[i].car = PDK_SIM_NOBODY;
    if (session->plan.cars < 2) return;
    if ((with & PDK_SIM_ABSENT) != 0) leave_out(session);
    if ((with & PDK_SIM_BOXED) != 0) put_in_box(session);
    for (uint32_t i = 0; (with & PDK_SIM_ESCAPES) != 0 && i < 1 + session->plan.cars / 6; i++) {
        pdk_racer *racer = give_part(session, PDK_SCRIPT_ESCAPES);
        double share = pdk_random_between(&session->habits, 0.2, 0.7);
        if (racer != NULL) racer->script_time = session->plan.start + share * session->plan.watched;
    }
    if ((with & PDK_SIM_STATUS) != 0) pdk_sim_session_assign_rumours(session);
    for (uint32_t i = 0; i < session->plan.cars; i += 3) {
        pdk_racer *racer = &session->racers[i];
        if ((with & PDK_SIM_JUMPS) != 0) racer->early = pdk_random_between(&session->habits, 0.2, 1.2);
        if ((with & PDK_SIM_SPEEDING) != 0) racer->lane_speed *= pdk_random_between(&session->habits, 1.05, 1.4);
    }
}

/* ------------------------------------------------------------------------------------------------ side by side */

/* By their places on the grid, two and two. */
void pdk_sim_session_pair_cars(pdk_sim_session *session)
{
    uint32_t by_grid[PDK_SIM_MOST_CARS + 1], cars = session->plan.cars;
    if ((session->plan.with & PDK_SIM_ABREAST) == 0) return;
    for (uint32_t i = 0; i <= cars; i++) by_grid[i] = PDK_SIM_NOBODY;
    for (uint32_t i = 0; i < cars; i++) by_grid[PDK_LOG_AT(pdk_log_driver, session->log.drivers, i)->grid] = i;
    for (uint32_t place = 1; place + 1 <= cars; place += 2) {
        uint32_t one = by_grid[place], other = by_grid[place + 1];
        if (one == PDK_SIM_NOBODY || other == PDK_SIM_NOBODY) continue;
        pdk_racer *a = &session->racers[one], *b = &session->racers[other];
        a->partner = other;
        b->partner = one;
        a->pace = b->pace = fmin(a->pace, b->pace);
        a->beside = a->d < 0 ? -side_line : side_line;
        b->beside = -a->beside;
    }
}

static bool drives_freely(const pdk_racer *racer)
{
    return racer->phase == PDK_DRIVING && racer->slide == PDK_STEADY && !racer->comes_in && !racer->retired;
}

bool pdk_sim_session_is_beside(const pdk_sim_session *session, const pdk_racer *racer, uint32_t other)
{
    if (racer->partner != other || other == PDK_SIM_NOBODY) return false;
    const pdk_racer *partner = &session->racers[other];
    double end = session->plan.start + together_until * session->plan.watched;
    return session->clock < end && drives_freely(racer) && drives_freely(partner) &&
           fabs(racer->s - partner->s) < near_enough;
}

static void stay_beside(const pdk_sim_session *session, const pdk_racer *racer, pdk_aim *aim)
{
    if (!pdk_sim_session_is_beside(session, racer, racer->partner)) return;
    double ahead = racer->s - session->racers[racer->partner].s;
    aim->offset = racer->beside;
    if (ahead > 0) aim->speed *= fmax(0.9, 1 - 0.02 * ahead); /* waits for the other */
}

/* ------------------------------------------------------------------------------------------------ at the edge */

static void use_all_of_the_road(pdk_sim_session *session, pdk_racer *racer, pdk_aim *aim)
{
    if (!drives_freely(racer)) return;
    if (session->clock >= racer->edge_until + edge_every * 0.3 &&
        pdk_random_unit(&session->habits) < session->plan.tick / edge_every) {
        racer->edge_until = session->clock + edge_for;
        racer->edge_offset = pdk_random_unit(&session->habits) < 0.5 ? -at_edge : at_edge;
    }
    if (session->clock < racer->edge_until) aim->offset = racer->edge_offset;
}

void pdk_sim_session_aim_by_habit(pdk_sim_session *session, uint32_t car, pdk_aim *aim)
{
    pdk_racer *racer = &session->racers[car];
    if ((session->plan.with & PDK_SIM_ABREAST) != 0) stay_beside(session, racer, aim);
    if ((session->plan.with & PDK_SIM_WIDE) != 0) use_all_of_the_road(session, racer, aim);
}
