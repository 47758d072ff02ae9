/* Which driver has which part in the session, and what goes wrong when. */
#include <math.h>

#include "synth/sim_session_state.h"

enum { REAR, SPIN, SIDE, WIDE, REAR_AGAIN, WALL, SIDE_AGAIN, WIDE_AGAIN, KINDS };
static const double earliest = 14 /* s after the start */, gives_up_after = 40;

/* --------------------------------------------------------------------------------------------------- scripts */

typedef struct script_plan {
    pdk_script script;
    double share; /* of the session, when it happens */
} script_plan;

static void assign(pdk_sim_session *session, uint32_t car, script_plan plan)
{
    pdk_racer *racer = &session->racers[car];
    pdk_log_driver *driver = PDK_LOG_AT(pdk_log_driver, session->log.drivers, car);
    racer->script = plan.script;
    racer->script_time = session->plan.start + plan.share * session->plan.watched;
    if (plan.script == PDK_SCRIPT_SLOW) racer->pace *= 0.8;
    if (plan.script == PDK_SCRIPT_LATE) {
        racer->phase = PDK_AWAY;
        driver->joined = -1;
    }
    if (plan.script == PDK_SCRIPT_CHEATS) racer->pace = fmin(racer->pace * 1.01, 0.995);
}

static void plan_stops(pdk_sim_session *session)
{
    const pdk_sim_session_plan *plan = &session->plan;
    double laps = plan->laps > 0 ? plan->laps : plan->watched / session->best_lap;
    if (plan->kind != PDK_SIM_RACE || laps < 4) return;
    bool open = plan->laps == 0 && !(plan->duration > 0);
    for (uint32_t i = 0; i < plan->cars; i++) {
        double share = pdk_random_between(&session->random, 0.35, 0.65);
        double stint = open || laps > 50 ? 25 * (0.7 + 0.6 * share) : laps * share;
        session->racers[i].next_stop_lap = (uint32_t)fmax(2, stint);
    }
}

void pdk_sim_session_assign_scripts(pdk_sim_session *session)
{
    static const script_plan plans[] = {
        { PDK_SCRIPT_SLOW, 0 },           { PDK_SCRIPT_CHANGES_DRIVER, 0 }, { PDK_SCRIPT_STOPS, 0.55 },
        { PDK_SCRIPT_LATE, 0.17 },        { PDK_SCRIPT_LEAVES, 0.5 },       { PDK_SCRIPT_GIVES_UP, 0.4 },
        { PDK_SCRIPT_CHEATS, 0.62 },      { PDK_SCRIPT_STOPS, 0.3 },        { PDK_SCRIPT_GIVES_UP, 0.7 },
        { PDK_SCRIPT_CHANGES_DRIVER, 0 }, { PDK_SCRIPT_LEAVES, 0.8 },
    };
    enum { PLANS = sizeof plans / sizeof plans[0] };
    uint32_t cars = session->plan.cars, scripts = cars > 3 ? cars - 3 : 0, order[PDK_SIM_MOST_CARS];
    if (cars >= 12) scripts = cars / 2;
    if (scripts > PLANS) scripts = PLANS;
    if (session->plan.watched < 2 * session->best_lap) scripts = 0; /* too short for scripts */
    for (uint32_t i = 0; i < cars; i++) order[i] = i;
    for (uint32_t i = cars; i > 1; i--) {
        uint32_t at = (uint32_t)(pdk_random_next(&session->random) % i), car = order[i - 1];
        order[i - 1] = order[at];
        order[at] = car;
    }
    bool race = session->plan.kind == PDK_SIM_RACE;
    for (uint32_t i = 0; i < scripts; i++) {
        if (race || plans[i].script == PDK_SCRIPT_LATE || plans[i].script == PDK_SCRIPT_LEAVES) {
            assign(session, order[i], plans[i]);
        }
    }
    plan_stops(session);
    double incidents = cars * 0.9 + 1;
    session->incident_pause = fmin(fmax(session->plan.watched / incidents, 6), 60);
    if (!race) session->incident_pause *= 2;
    session->next_incident = session->plan.start + earliest + session->incident_pause * 0.3;
    session->sequence_at = KINDS;
}

static void join(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_sim_session_add_event(session,
                              (pdk_sim_session_event){ .kind = PDK_EVENT_JOINED, .car = car, .time = session->clock });
    PDK_LOG_AT(pdk_log_driver, session->log.drivers, car)->joined = session->clock;
    pdk_sim_session_put_in_garage(session, car);
    racer->until = session->clock + 4;
}

static void leave(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_sim_session_add_event(session,
                              (pdk_sim_session_event){ .kind = PDK_EVENT_LEFT, .car = car, .time = session->clock });
    PDK_LOG_AT(pdk_log_driver, session->log.drivers, car)->left = session->clock;
    pdk_sim_session_drop_lap(session, car);
    racer->retired = true;
    racer->phase = PDK_AWAY;
}

static void disqualify(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_log_penalty *penalty = pdk_sim_session_row(session, &session->log.penalties);
    if (penalty == NULL) return;
    *penalty = (pdk_log_penalty){
        .car = car, .penalty = PDK_LOG_PENALTY_DISQUALIFIED, .time = session->clock, .served = -1, .removed = -1
    };
    racer->disqualified = true;
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_DISQUALIFIED,
                                                                .car = car,
                                                                .time = session->clock,
                                                                .lap = racer->lap,
                                                                .penalty = PDK_LOG_PENALTY_DISQUALIFIED });
    pdk_sim_session_put_in_garage(session, car);
}

static void run_script(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    if (racer->script_time < 0 || session->clock < racer->script_time) return;
    bool drives = racer->phase == PDK_DRIVING && racer->slide == PDK_STEADY;
    switch (racer->script) {
    case PDK_SCRIPT_LATE:
        if (session->log.flag < 0) join(session, car);
        break;
    case PDK_SCRIPT_LEAVES:
        if (session->log.flag >= 0) break;
        if (!drives) return;
        leave(session, car);
        break;
    case PDK_SCRIPT_STOPS:
    case PDK_SCRIPT_GIVES_UP:
        if (session->log.flag >= 0) break;
        if (!drives || racer->comes_in) return;
        racer->retired = true;
        break;
    case PDK_SCRIPT_CHEATS:
        if (session->log.flag >= 0) break;
        if (!drives) return;
        disqualify(session, car);
        break;
    case PDK_SCRIPT_ESCAPES:
        if (session->log.flag >= 0) break;
        if (!drives || racer->comes_in) return;
        pdk_sim_session_put_in_garage(session, car);
        racer->until = session->clock + 9;
        break;
    case PDK_SCRIPT_ORDINARY:
    case PDK_SCRIPT_SLOW:
    case PDK_SCRIPT_ABSENT:
    case PDK_SCRIPT_BOXED:
    case PDK_SCRIPT_CHANGES_DRIVER: break;
    }
    racer->script_time = -1;
}

/* -------------------------------------------------------------------------------------------------- incidents */

static bool is_free(const pdk_sim_session *session, uint32_t car)
{
    const pdk_racer *racer = &session->racers[car];
    for (int i = 0; i < PDK_MOST_ATTACKS; i++) {
        const pdk_attack *attack = &session->attacks[i];
        if (attack->active && (attack->by == car || attack->on == car)) return false;
    }
    return racer->phase == PDK_DRIVING && racer->slide == PDK_STEADY && racer->finish < 0 && !racer->retired &&
           !racer->comes_in && !racer->owes_drive_through && session->clock > racer->hurt_until + 8 &&
           session->clock > racer->wide_until + 6 && racer->u > 12;
}

/* Away from the pit lane, whose walls are others. */
static bool is_clear_of_lane(const pdk_sim_session *session, const pdk_racer *racer)
{
    double along = pdk_sim_session_along(session, racer->s),
           lane_end = session->lane_begin + session->lane_length - session->track.length;
    return along > lane_end + 100 && along < session->lane_begin - 400;
}

static bool start_attack(pdk_sim_session *session, bool side)
{
    pdk_attack *slot = NULL;
    for (int i = 0; i < PDK_MOST_ATTACKS; i++) {
        if (!session->attacks[i].active) slot = &session->attacks[i];
    }
    uint32_t best = PDK_SIM_NOBODY, victim = 0;
    double nearest = 110;
    for (uint32_t i = 0; i < session->around_count; i++) {
        uint32_t by = session->around[i], on = session->around[(i + 1) % session->around_count];
        double gap = pdk_sim_session_gap(session, &session->racers[by], &session->racers[on]);
        if (by == on || gap > nearest || gap < PDK_CAR_LENGTH + 1 || !is_free(session, by) || !is_free(session, on)) {
            continue;
        }
        nearest = gap;
        best = by;
        victim = on;
    }
    if (slot == NULL || best == PDK_SIM_NOBODY) return false;
    *slot = (pdk_attack){ .active = true,
                          .side = side,
                          .by = best,
                          .on = victim,
                          .deadline = session->clock + gives_up_after,
                          .closing = pdk_random_between(&session->random, 2.2, 8),
                          .bias = pdk_random_between(&session->random, -0.8, 0.8) };
    return true;
}

static bool start_alone(pdk_sim_session *session, int kind)
{
    if (session->around_count == 0) return false;
    uint32_t car = session->around[pdk_random_next(&session->random) % session->around_count];
    pdk_racer *racer = &session->racers[car];
    if (!is_free(session, car) || !is_clear_of_lane(session, racer) || racer->u < 20) return false;
    double bend = pdk_sim_session_curvature(session, racer->s + 20), out = bend > 0 ? 1 : -1; /* the outside */
    if (kind == SPIN) {
        if (fabs(bend) < 0.004) return false;
        double rate = pdk_random_between(&session->random, 2.4, 4.2);
        pdk_sim_session_spin(session, car, bend > 0 ? rate : -rate, false); /* the tail overtakes the nose */
        return true;
    }
    racer->into_wall = kind == WALL;
    racer->wide_until = session->clock + (kind == WALL ? 6 : pdk_random_between(&session->random, 2.5, 4));
    racer->wide_offset = out * (kind == WALL ? 24 : pdk_random_between(&session->random, 8, 10.5));
    return true;
}

static bool start_incident(pdk_sim_session *session, int kind)
{
    if (kind == REAR || kind == REAR_AGAIN) return start_attack(session, false);
    if (kind == SIDE || kind == SIDE_AGAIN) return start_attack(session, true);
    return start_alone(session, kind == WIDE_AGAIN ? WIDE : kind);
}

void pdk_sim_session_cause_incidents(pdk_sim_session *session)
{
    for (uint32_t i = 0; i < session->plan.cars; i++) run_script(session, i);
    if (session->clock < session->next_incident || session->log.flag >= 0) return;
    if (session->sequence_at == KINDS) {
        for (int i = 0; i < KINDS; i++) session->sequence[i] = i;
        for (int i = KINDS; i > 1; i--) {
            int at = (int)(pdk_random_next(&session->random) % (uint64_t)i), kind = session->sequence[i - 1];
            session->sequence[i - 1] = session->sequence[at];
            session->sequence[at] = kind;
        }
        session->sequence_at = 0;
    }
    if (start_incident(session, session->sequence[session->sequence_at])) {
        session->sequence_at++;
        session->next_incident += session->incident_pause;
    } else {
        session->next_incident += 1; /* nobody was where it could happen */
        if (pdk_random_unit(&session->random) < 0.1) session->sequence_at++;
    }
}
