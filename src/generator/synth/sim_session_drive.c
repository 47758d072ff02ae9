/* One car, one tick: what its driver tries, what the car can, and where that takes it. */
#include <math.h>

#include "synth/car.h"
#include "synth/sim_session_state.h"

static const double two_pi = 6.283185307179586;
static const double brakes = 9.5, sliding_brakes = 6.5, sliding_across = 4;
static const double hard_braking = 4, least_to_lock = 12; /* m/s^2, m/s: else no wheel locks */
static const double lock_ups = 0.12;                      /* of all hard brakings */
static const double edge_room = 4.4;                      /* how far from the middle drivers go of their own will */

/* -------------------------------------------------------------------------------------------- what is tried */

static double own_line(const pdk_sim_session *session, const pdk_racer *racer)
{
    double bend = pdk_sim_session_curvature(session, racer->s + 8);
    double line =
        racer->line - 2.4 * tanh(90 * bend) +
        racer->weave * sin(two_pi * racer->weave_count * racer->s / session->track.length + racer->weave_phase);
    return fmin(fmax(line, -edge_room), edge_room);
}

static pdk_aim aim_freely(const pdk_sim_session *session, const pdk_racer *racer)
{
    double mood = 1 + 0.003 * sin(two_pi * racer->s / (0.37 * session->track.length) + racer->mood_phase);
    pdk_aim aim = { pdk_profile_at(&session->profile, racer->s) * racer->lap_pace * mood, own_line(session, racer),
                    false };
    if (racer->finish >= 0) aim.speed *= 0.75;
    if (session->clock < racer->hurt_until) aim.speed *= 0.85;
    return aim;
}

/* Off the road, on purpose or not. */
static void aim_wide(const pdk_sim_session *session, pdk_racer *racer, pdk_aim *aim)
{
    if (session->clock < racer->wide_until) {
        aim->offset = racer->wide_offset;
        aim->hurry = racer->into_wall;
    }
    if (fabs(racer->d) > PDK_ROAD_HALF + 0.3) {
        aim->speed *= 0.8;
        if (session->clock >= racer->wide_until) aim->hurry = true;
    }
}

static void aim_aside(const pdk_sim_session *session, const pdk_racer *racer, pdk_aim *aim)
{
    if (session->clock >= racer->yield_until) return;
    aim->offset = racer->yield_side * edge_room;
    aim->speed *= 0.94;
}

/* ---------------------------------------------------------------------------------------- what the car does */

static double limit(double value, double most)
{
    return fmin(fmax(value, -most), most);
}

/* Speeds for this tick, the wheels holding the road. */
static void hold(pdk_sim_session *session, pdk_racer *racer, const pdk_aim *aim)
{
    double tick = session->plan.tick, wanted = (aim->speed - racer->u) / tick;
    racer->push = fmin(fmax(wanted, -brakes), pdk_car_most_push(racer->u));
    if (session->clock < racer->forced_until) racer->push = fmin(racer->push, racer->forced_push);
    racer->push = fmax(racer->push, -racer->u / tick);
    racer->u += racer->push * tick;
    double pull = (aim->hurry ? 4 : 1.2) * (aim->offset - racer->d) - (aim->hurry ? 3 : 2.2) * racer->w;
    racer->w += (limit(pull, aim->hurry ? 8 : 5) + racer->shove) * tick;
    double most = racer->u > 0.5 ? 0.15 * racer->u + 0.5 : racer->u;
    if (fabs(racer->w) > most) racer->w -= limit(racer->w - limit(racer->w, most), 7 * tick + (racer->u > 0.5 ? 0 : 1));
    double drift = atan2(racer->w, fmax(racer->u, 5));
    racer->turn_rate += (60 * (-drift - racer->turn) - 14 * racer->turn_rate) * tick;
}

static double towards_zero(double value, double step)
{
    return value > 0 ? fmax(0, value - step) : fmin(0, value + step);
}

/* It turns round and round, and moves on in its direction. */
static void slide(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    double tick = session->plan.tick, before = racer->u;
    double out = 0.35 * pdk_sim_session_curvature(session, racer->s) * racer->u * racer->u;
    racer->u = fmax(0, racer->u - sliding_brakes * tick);
    racer->push = (racer->u - before) / tick;
    racer->w += out * tick;
    racer->w = towards_zero(racer->w, sliding_across * tick);
    racer->turn_rate = towards_zero(racer->turn_rate, (racer->u > 0 ? 0.6 : 8) * tick);
    if (racer->u > 0 || fabs(racer->w) > 0 || fabs(racer->turn_rate) > 0) return;
    racer->slide = PDK_STANDING;
    racer->until = session->clock + pdk_random_between(&session->random, 1.5, 4);
    if (racer->spin != SIZE_MAX) {
        pdk_log_spin *spin = PDK_LOG_AT(pdk_log_spin, session->log.spins, racer->spin);
        spin->turned = racer->turn;
        spin->stopped = racer->until - session->clock;
    }
}

/* Turning the nose back while rolling slowly. */
static void turn_back(pdk_sim_session *session, pdk_racer *racer)
{
    double tick = session->plan.tick, before = racer->u;
    racer->u = fmin(2.5, racer->u + 2 * tick);
    racer->push = (racer->u - before) / tick;
    racer->w = towards_zero(racer->w, sliding_across * tick);
    double rate = limit(-1.5 * racer->turn, 1.1);
    racer->turn_rate += limit(rate - racer->turn_rate, 3 * tick);
    if (fabs(racer->turn) > 0.1) return;
    racer->slide = PDK_STEADY;
    racer->hurt_until = session->clock + 2;
    if (racer->spin != SIZE_MAX) PDK_LOG_AT(pdk_log_spin, session->log.spins, racer->spin)->end = session->clock;
    racer->spin = SIZE_MAX;
}

static void recover(pdk_sim_session *session, pdk_racer *racer)
{
    racer->push = 0;
    if (session->clock < racer->until) return;
    racer->turn = remainder(racer->turn, two_pi); /* the same direction */
    racer->slide = PDK_TURNING;
}

/* ------------------------------------------------------------------------------------------------ off the road */

/* Beside the pit lane and its ends the ground is paved. */
bool pdk_sim_session_is_off_road(const pdk_sim_session *session, const pdk_racer *racer)
{
    double along = pdk_sim_session_along(session, racer->s), length = session->track.length, ends = 130;
    bool at_lane =
        along > session->lane_begin - ends || along < session->lane_begin + session->lane_length - length + ends;
    if (at_lane && racer->d * session->lane_side > 0) return false;
    return racer->phase == PDK_DRIVING || racer->phase == PDK_ABANDONED ? fabs(racer->d) > PDK_ROAD_HALF : false;
}

static void watch_edge(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    double beyond = pdk_sim_session_is_off_road(session, racer) ? fabs(racer->d) - PDK_ROAD_HALF : -1;
    if (beyond > 0 && racer->excursion == SIZE_MAX) {
        pdk_log_excursion *row = pdk_sim_session_row(session, &session->log.excursions);
        if (row == NULL) return;
        racer->excursion = session->log.excursions.count - 1;
        racer->lap_excursions++;
        pdk_track_view road;
        pdk_track_view_at(&session->track, racer->s, racer->d, &road);
        *row = (pdk_log_excursion){ .car = car,
                                    .lap = racer->lap,
                                    .start = session->clock,
                                    .end = -1,
                                    .distance = pdk_sim_session_along(session, racer->s),
                                    .x = road.x,
                                    .y = road.y,
                                    .z = road.z };
    }
    if (racer->excursion == SIZE_MAX) return;
    pdk_log_excursion *row = PDK_LOG_AT(pdk_log_excursion, session->log.excursions, racer->excursion);
    row->farthest = fmax(row->farthest, beyond);
    if (beyond > 0) return;
    row->end = session->clock;
    racer->excursion = SIZE_MAX;
    if (row->end - row->start > 2 && racer->phase == PDK_DRIVING) {
        pdk_sim_session_add_event(
            session, (pdk_sim_session_event){
                         .kind = PDK_EVENT_TRACK_LIMITS, .car = car, .time = session->clock, .lap = racer->lap });
    }
}

/* ------------------------------------------------------------------------------------------------- the tick */

static void decide(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_aim aim = aim_freely(session, racer);
    pdk_sim_session_aim_by_habit(session, car, &aim);
    aim_wide(session, racer, &aim);
    aim_aside(session, racer, &aim);
    if (racer->script == PDK_SCRIPT_STOPS && racer->retired) { /* rolls out beside the track */
        aim.speed = fmin(aim.speed, fmax(0, racer->u - 3 * session->plan.tick));
        aim.offset = -session->lane_side * 9;
    }
    if (session->around_count > 0 && session->around[racer->place % session->around_count] == car) {
        pdk_sim_session_avoid_traffic(session, car, &aim);
    }
    pdk_sim_session_aim_attack(session, car, &aim);
    pdk_sim_session_aim_for_pits(session, car, &aim);
    pdk_sim_session_aim_in_formation(racer, &aim);
    hold(session, racer, &aim);
}

/* -------------------------------------------------------------------------------------------------------- wheels */

/* Does a front wheel lock in this braking, and when? It has its own random numbers: nothing else in the session
 * changes. */
static void roll_dice(const pdk_sim_session *session, uint32_t car, pdk_racer *racer)
{
    pdk_random dice = { session->plan.seed * UINT64_C(0x9E3779B97F4A7C15) + car * UINT64_C(0xBF58476D1CE4E5B9) +
                        racer->brakings++ };
    bool locks = pdk_random_unit(&dice) < lock_ups;
    racer->locked_from = locks ? session->clock + pdk_random_between(&dice, 0.1, 0.4) : INFINITY;
    racer->locked_until = racer->locked_from + pdk_random_between(&dice, 0.5, 1.1);
    racer->locked_right = pdk_random_unit(&dice) < 0.5;
}

static void begin_lock_up(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    pdk_log_lock_up *row = pdk_sim_session_row(session, &session->log.lock_ups);
    if (row == NULL) return;
    pdk_track_view road;
    pdk_track_view_at(&session->track, racer->s, racer->d, &road);
    racer->lock_up = session->log.lock_ups.count - 1;
    *row = (pdk_log_lock_up){ .car = car,
                              .lap = racer->lap,
                              .start = session->clock,
                              .end = -1,
                              .right = racer->locked_right,
                              .distance = pdk_sim_session_along(session, racer->s),
                              .x = road.x,
                              .y = road.y,
                              .z = road.z };
}

/* Of what the car did in the tick before. */
static void watch_wheels(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    bool hard = racer->phase == PDK_DRIVING && racer->slide == PDK_STEADY && racer->push < -hard_braking &&
                racer->u > least_to_lock;
    if (hard && !racer->brakes_hard) roll_dice(session, car, racer);
    racer->brakes_hard = hard;
    bool locked = hard && session->clock >= racer->locked_from && session->clock < racer->locked_until;
    if (locked && racer->lock_up == SIZE_MAX) begin_lock_up(session, car);
    if (locked || racer->lock_up == SIZE_MAX) return;
    PDK_LOG_AT(pdk_log_lock_up, session->log.lock_ups, racer->lock_up)->end = session->clock;
    racer->lock_up = SIZE_MAX;
}

void pdk_sim_session_drive(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    watch_wheels(session, car);
    if (racer->phase != PDK_DRIVING && racer->phase != PDK_IN_LANE) {
        racer->push = 0;
        pdk_sim_session_wait(session, car);
        return;
    }
    if (racer->slide == PDK_STEADY) decide(session, car);
    else if (racer->slide == PDK_SPINNING) slide(session, car);
    else if (racer->slide == PDK_STANDING) recover(session, racer);
    else turn_back(session, racer);
    double tick = session->plan.tick, before = racer->s;
    double stretch = 1 + pdk_sim_session_curvature(session, racer->s) * racer->d; /* the way is longer outside */
    racer->s += racer->u / fmax(stretch, 0.3) * tick;
    racer->d += racer->w * tick;
    racer->turn += racer->turn_rate * tick;
    racer->shove = 0;
    if (racer->phase == PDK_DRIVING) pdk_sim_session_hit_wall(session, car);
    pdk_sim_session_pass_lines(session, car, before);
    pdk_sim_session_pass_lane_ends(session, car, before);
    watch_edge(session, car);
    if (racer->retired && racer->script == PDK_SCRIPT_STOPS && racer->phase == PDK_DRIVING && racer->u < 0.05) {
        racer->u = racer->w = 0;
        racer->phase = PDK_ABANDONED;
        racer->until = session->clock + 15;
        pdk_sim_session_drop_lap(session, car);
    }
}
