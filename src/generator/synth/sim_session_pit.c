/* The pit lane beside the start, the boxes in it, and the garages behind them. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double approach_brakes = 7, box_brakes = 3;

/* How far along the lane; outside it, how far to its begin (negative) or from its end. */
static double lane_place(const pdk_racer *racer)
{
    return racer->s - racer->lane_s;
}

/* Where the lane that comes next on its way begins. */
static double next_lane(const pdk_sim_session *session, double s)
{
    double length = session->track.length, lap = floor((s - session->lane_begin) / length) + 1;
    return session->lane_begin + lap * length;
}

static pdk_log_stop *stop_of(pdk_sim_session *session, const pdk_racer *racer)
{
    return racer->stop != SIZE_MAX ? PDK_LOG_AT(pdk_log_stop, session->log.stops, racer->stop) : NULL;
}

static void add_event(pdk_sim_session *session, uint32_t car, pdk_sim_session_event_kind kind, double time,
                      uint32_t number, double value)
{
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = kind,
                                                                .car = car,
                                                                .time = time,
                                                                .lap = session->racers[car].lap,
                                                                .number = number,
                                                                .value = value });
}

/* ------------------------------------------------------------------------------------------------- on the way */

static void aim_in_lane(const pdk_sim_session *session, const pdk_racer *racer, pdk_aim *aim)
{
    double place = lane_place(racer), to_box = racer->box - place;
    bool stops = racer->wants_service || racer->goes_to_garage;
    aim->speed = fmin(aim->speed, racer->lane_speed);
    aim->offset = session->lane_side * PDK_LANE_OFFSET;
    aim->hurry = true;
    if (!stops) {
        if (place > session->lane_length - 15) aim->offset = session->lane_side * 8;
        return;
    }
    if (to_box < 30) aim->offset = session->lane_side * PDK_BOX_OFFSET;
    aim->speed = fmin(aim->speed, fmax(0.3, sqrt(2 * box_brakes * fmax(to_box, 0))));
    if (to_box < 0.005) aim->speed = 0;
}

void pdk_sim_session_aim_for_pits(pdk_sim_session *session, uint32_t car, pdk_aim *aim)
{
    pdk_racer *racer = &session->racers[car];
    if (racer->phase == PDK_IN_LANE) {
        aim_in_lane(session, racer, aim);
        if (racer->u < 0.4 && fabs(racer->box - lane_place(racer)) < 0.02 &&
            (racer->wants_service || racer->goes_to_garage)) {
            aim->speed = 0;
        }
        return;
    }
    if (!racer->comes_in) return;
    double to_lane = next_lane(session, racer->s) - racer->s;
    if (to_lane > 600) return;
    if (!racer->announced) {
        racer->announced = true;
        add_event(session, car, PDK_EVENT_PIT_WANTED, session->clock, 0, 0);
    }
    aim->speed =
        fmin(aim->speed, sqrt(racer->lane_speed * racer->lane_speed + 2 * approach_brakes * fmax(to_lane - 2, 0)));
    if (to_lane < 200) aim->offset = session->lane_side * 4.8;
    if (to_lane < 35) aim->offset = session->lane_side * 9;
}

/* ---------------------------------------------------------------------------------------- in, and out again */

static void enter(pdk_sim_session *session, uint32_t car, double time)
{
    pdk_racer *racer = &session->racers[car];
    racer->phase = PDK_IN_LANE;
    racer->comes_in = racer->announced = false;
    racer->from_garage = false;
    pdk_log_stop *stop = pdk_sim_session_row(session, &session->log.stops);
    if (stop == NULL) return;
    racer->stop = session->log.stops.count - 1;
    *stop = (pdk_log_stop){
        .car = car, .lap = racer->lap, .enter = time, .exit = -1, .drive_through = racer->serves_drive_through
    };
    add_event(session, car, PDK_EVENT_PIT_ENTERED, time, 0, 0);
}

static void leave(pdk_sim_session *session, uint32_t car, double time)
{
    pdk_racer *racer = &session->racers[car];
    racer->phase = PDK_DRIVING;
    pdk_log_stop *stop = stop_of(session, racer);
    if (stop != NULL) stop->exit = time;
    racer->stop = SIZE_MAX;
    add_event(session, car, PDK_EVENT_PIT_LEFT, time, racer->from_garage, 0);
    racer->from_garage = false;
    if (!racer->serves_drive_through) return;
    racer->serves_drive_through = racer->owes_drive_through = false;
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_PENALTY_SERVED,
                                                                .car = car,
                                                                .time = time,
                                                                .lap = racer->lap,
                                                                .penalty = PDK_LOG_PENALTY_DRIVE_THROUGH });
    if (racer->penalty != SIZE_MAX) PDK_LOG_AT(pdk_log_penalty, session->log.penalties, racer->penalty)->served = time;
}

void pdk_sim_session_pass_lane_ends(pdk_sim_session *session, uint32_t car, double before)
{
    pdk_racer *racer = &session->racers[car];
    double tick = session->plan.tick, moved = racer->s - before, start = session->clock - tick;
    if (racer->phase == PDK_DRIVING && racer->comes_in) {
        double begin = next_lane(session, before);
        if (before < begin && racer->s >= begin) {
            racer->lane_s = begin;
            enter(session, car, start + (begin - before) / moved * tick);
        }
        return;
    }
    if (racer->phase != PDK_IN_LANE) return;
    double end = racer->lane_s + session->lane_length;
    if (racer->s >= end && moved > 0) {
        leave(session, car, start + (end - before) / moved * tick);
        return;
    }
    bool stops = racer->wants_service || racer->goes_to_garage;
    if (!stops || racer->u > 0) return;
    racer->w = 0;
    racer->phase = PDK_IN_BOX;
    double work = racer->goes_to_garage ? 2 : pdk_random_between(&session->random, 3.5, 9);
    if (racer->wants_change) work += 8;
    racer->until = session->clock + work;
    pdk_log_stop *stop = stop_of(session, racer);
    if (stop != NULL) stop->stationary = -session->clock; /* until it goes */
    add_event(session, car, PDK_EVENT_PIT_STOPPED, session->clock, 0, 0);
}

/* ------------------------------------------------------------------------------------------------- standing */

static bool lane_is_clear(const pdk_sim_session *session, const pdk_racer *racer)
{
    for (uint32_t i = 0; i < session->around_count; i++) {
        const pdk_racer *other = &session->racers[session->around[i]];
        if (other->phase != PDK_IN_LANE || other == racer) continue;
        double gap = pdk_sim_session_gap(session, other, racer);
        if (gap < 28 || gap > session->track.length - 9) return false;
    }
    return true;
}

static void serve(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_log_stop *stop = stop_of(session, racer);
    if (racer->goes_to_garage) {
        if (stop != NULL) {
            stop->stationary += session->clock;
            stop->garage = true;
        }
        racer->goes_to_garage = false;
        pdk_sim_session_put_in_garage(session, car);
        return;
    }
    if (!lane_is_clear(session, racer)) return;
    if (stop != NULL) {
        stop->stationary += session->clock;
        stop->service = true;
    }
    pdk_sim_session_mend(session, car);
    racer->wants_service = false;
    racer->phase = PDK_IN_LANE;
    if (racer->wants_change) {
        racer->wants_change = false;
        racer->driver = 1;
        if (stop != NULL) stop->driver_changed = true;
        pdk_log_change *change = pdk_sim_session_row(session, &session->log.changes);
        if (change != NULL) *change = (pdk_log_change){ car, session->clock };
        add_event(session, car, PDK_EVENT_DRIVER_CHANGED, session->clock, 0, 0);
    }
    add_event(session, car, PDK_EVENT_PIT_SERVED, session->clock, 0, pdk_random_between(&session->random, 20, 60));
}

static void leave_garage(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    bool race = session->plan.kind == PDK_SIM_RACE;
    if (!lane_is_clear(session, racer)) return;
    racer->phase = PDK_IN_LANE;
    racer->lane_s = session->lane_begin - session->track.length;
    racer->from_garage = true;
    racer->run_laps = race ? 0 : 2 + (uint32_t)pdk_random_between(&session->random, 0, 3);
    add_event(session, car, PDK_EVENT_GARAGE_LEFT, session->clock, 0, 0);
    pdk_sim_session_begin_lap(session, car, session->clock, false, true);
}

void pdk_sim_session_wait(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    if (session->clock < racer->until) return;
    switch (racer->phase) {
    case PDK_ON_GRID:
        if (session->log.green < 0 && session->log.formation < 0 && !(racer->early > 0)) return;
        racer->phase = PDK_DRIVING;
        racer->started = true;
        return;
    case PDK_IN_BOX: serve(session, car); return;
    case PDK_IN_GARAGE:
        if (racer->retired || racer->disqualified || racer->finish >= 0 || session->log.flag >= 0) return;
        racer->started = true;
        leave_garage(session, car);
        return;
    case PDK_ABANDONED: pdk_sim_session_put_in_garage(session, car); return;
    case PDK_AWAY:
    case PDK_DRIVING:
    case PDK_IN_LANE: return;
    }
}
