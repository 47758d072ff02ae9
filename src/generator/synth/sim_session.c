/* A session from its first tick to its last. */
#include "synth/sim_session.h"

#include <math.h>

#include "synth/car.h"
#include "synth/sim_session_state.h"

static const double two_pi = 6.283185307179586;
static const double lane_before = 260, lane_behind = 180, first_box = 60;
static const double grid_first = 8, grid_step = 8, grid_side = 2.6;
enum { LIGHTS = 5 /* s */, SETTLE = 12 /* s */ };

/* ------------------------------------------------------------------------------------------------ the start */

/* The pit lane is on the outside of what bends there are beside it. */
static void choose_lane(pdk_sim_session *session)
{
    double bend = 0;
    for (double s = -lane_before; s < lane_behind; s += 10) bend += pdk_sim_session_curvature(session, s);
    session->lane_side = bend > 0 ? 1 : -1;
    session->lane_begin = session->track.length - lane_before;
    session->lane_length = lane_before + lane_behind;
}

static double estimate_lap(const pdk_sim_session *session)
{
    double step = session->track.length / PDK_PROFILE_STEPS, time = 0;
    for (int i = 0; i < PDK_PROFILE_STEPS; i++) time += step / session->profile.speed[i];
    return time;
}

static void shuffle_grid(pdk_sim_session *session, uint32_t *grid)
{
    uint32_t cars = session->plan.cars;
    for (uint32_t i = 0; i < cars; i++) grid[i] = i;
    double key[PDK_SIM_MOST_CARS]; /* the faster in front, but not always */
    for (uint32_t i = 0; i < cars; i++) {
        key[i] = -session->racers[i].pace + pdk_random_between(&session->random, -0.008, 0.008);
    }
    for (uint32_t i = 1; i < cars; i++) {
        uint32_t car = grid[i], at = i;
        for (; at > 0 && key[grid[at - 1]] > key[car]; at--) grid[at] = grid[at - 1];
        grid[at] = car;
    }
}

static void make_driver(pdk_sim_session *session, uint32_t car)
{
    pdk_random *random = &session->random;
    pdk_racer *racer = &session->racers[car];
    double spacing = fmin(9, (session->lane_length - 2 * first_box) / session->plan.cars);
    *racer = (pdk_racer){
        .pace = pdk_random_between(random, 0.957, 0.99),
        .spread = pdk_random_between(random, 0.0008, 0.005),
        .reaction = pdk_random_between(random, 0.15, 0.55),
        .lane_speed = PDK_LANE_SPEED,
        .line = pdk_random_between(random, -0.8, 0.8),
        .weave = pdk_random_between(random, 0.2, 0.9),
        .weave_phase = pdk_random_between(random, 0, two_pi),
        .mood_phase = pdk_random_between(random, 0, two_pi),
        .weave_count = 2 + (int)pdk_random_between(random, 0, 5),
        .script_time = -1,
        .passing = PDK_SIM_NOBODY,
        .partner = PDK_SIM_NOBODY,
        .box = first_box + spacing * car,
        .last_line = -1,
        .finish = -1,
        .stop = SIZE_MAX,
        .spin = SIZE_MAX,
        .excursion = SIZE_MAX,
        .lock_up = SIZE_MAX,
        .penalty = SIZE_MAX,
        .lap = 1,
        .shown = session->clock,
    };
    racer->lap_pace = racer->pace;
    for (int k = 0; k < 4; k++) racer->car.wheels[k].temperature = pdk_car_air_temperature;
}

/* Not at the start: comes later, never, or stays in the box. */
static bool is_elsewhere(const pdk_racer *racer)
{
    return racer->script == PDK_SCRIPT_LATE || racer->script == PDK_SCRIPT_ABSENT || racer->script == PDK_SCRIPT_BOXED;
}

static void place_on_grid(pdk_sim_session *session)
{
    uint32_t grid[PDK_SIM_MOST_CARS];
    shuffle_grid(session, grid);
    uint32_t place = 0;
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_racer *racer = &session->racers[grid[i]];
        if (is_elsewhere(racer)) continue;
        racer->phase = PDK_ON_GRID;
        racer->s = -grid_first - grid_step * place;
        if ((session->plan.with & PDK_SIM_FORMATION) != 0) {
            racer->s -= session->track.length;
            racer->early = 0;
        }
        racer->until = session->plan.start + LIGHTS - racer->early;
        racer->d = place % 2 == 0 ? -grid_side : grid_side;
        PDK_LOG_AT(pdk_log_driver, session->log.drivers, grid[i])->grid = ++place;
    }
}

static void place_in_garages(pdk_sim_session *session)
{
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_racer *racer = &session->racers[i];
        if (is_elsewhere(racer)) continue;
        pdk_sim_session_put_in_garage(session, i);
        racer->until = session->clock + pdk_random_between(&session->random, 3, 40);
    }
}

static bool make_log(pdk_sim_session *session)
{
    pdk_sim_session_log *log = &session->log;
    pdk_memory *memory = session->memory;
    *log = (pdk_sim_session_log){
        .drivers = pdk_vector_of(memory, sizeof(pdk_log_driver)),
        .laps = pdk_vector_of(memory, sizeof(pdk_log_lap)),
        .stops = pdk_vector_of(memory, sizeof(pdk_log_stop)),
        .contacts = pdk_vector_of(memory, sizeof(pdk_log_contact)),
        .spins = pdk_vector_of(memory, sizeof(pdk_log_spin)),
        .excursions = pdk_vector_of(memory, sizeof(pdk_log_excursion)),
        .penalties = pdk_vector_of(memory, sizeof(pdk_log_penalty)),
        .jumps = pdk_vector_of(memory, sizeof(pdk_log_jump)),
        .changes = pdk_vector_of(memory, sizeof(pdk_log_change)),
        .lock_ups = pdk_vector_of(memory, sizeof(pdk_log_lock_up)),
        .notices = pdk_vector_of(memory, sizeof(pdk_log_notice)),
        .damages = pdk_vector_of(memory, sizeof(pdk_log_damage)),
        .positions = pdk_vector_of(memory, sizeof(pdk_log_position)),
        .results = pdk_vector_of(memory, sizeof(pdk_log_result)),
        .formation = -1,
        .green = -1,
        .flag = -1,
        .end = -1,
    };
    session->events = pdk_vector_of(memory, sizeof(pdk_sim_session_event));
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_log_driver *driver = pdk_sim_session_row(session, &log->drivers);
        if (driver != NULL) *driver = (pdk_log_driver){ .joined = session->clock, .left = -1 };
    }
    return !session->failed;
}

pdk_sim_session *pdk_sim_session_new(pdk_memory *memory, const pdk_sim_session_plan *plan)
{
    pdk_sim_session *session = pdk_alloc(memory, sizeof *session);
    pdk_racer *racers = pdk_alloc_array(memory, plan->cars, sizeof *racers);
    uint32_t *around = pdk_alloc_array(memory, plan->cars, sizeof *around);
    uint32_t *order = pdk_alloc_array(memory, plan->cars, sizeof *order);
    if (session == NULL || racers == NULL || around == NULL || order == NULL) return NULL;
    session->plan = *plan;
    session->memory = memory;
    session->racers = racers;
    session->around = around;
    session->order = order;
    session->clock = plan->start;
    session->over_at = session->offence_time = -1;
    session->random = (pdk_random){ plan->seed * 4 + (uint64_t)plan->kind + 1 };
    session->habits = (pdk_random){ plan->seed * 4 + (uint64_t)plan->kind + 0x68616269 };
    pdk_track_make(&session->track, plan->seed);
    pdk_profile_make(&session->profile, &session->track);
    session->best_lap = estimate_lap(session);
    if (!(session->plan.watched > 0)) {
        session->plan.watched = plan->laps > 0 ? plan->laps * session->best_lap * 1.04 : plan->duration;
    }
    choose_lane(session);
    if (!make_log(session)) return NULL;
    for (uint32_t i = 0; i < plan->cars; i++) make_driver(session, i);
    pdk_sim_session_assign_scripts(session);
    pdk_sim_session_assign_habits(session);
    if (plan->kind == PDK_SIM_RACE) place_on_grid(session);
    else place_in_garages(session);
    pdk_sim_session_pair_cars(session);
    session->log.jumps.count = 0; /* a car that begins in the garage has not jumped there */
    session->events.count = 0;
    pdk_sim_session_sort_order(session);
    return session;
}

/* ----------------------------------------------------------------------------------------------- every tick */

static void count_down(pdk_sim_session *session)
{
    if (session->log.green >= 0) return;
    double green = session->plan.start + LIGHTS;
    uint64_t a_second = (uint64_t)llround(1 / session->plan.tick);
    if (session->plan.kind != PDK_SIM_RACE) {
        session->log.green = session->plan.start;
        return;
    }
    if (session->ticks < LIGHTS * a_second) {
        if (session->ticks % a_second != 1 && a_second > 1) return;
        uint32_t left = LIGHTS - (uint32_t)(session->ticks / a_second);
        pdk_sim_session_add_event(
            session, (pdk_sim_session_event){
                         .kind = PDK_EVENT_COUNT, .car = PDK_SIM_NOBODY, .time = session->clock, .number = left });
        return;
    }
    if ((session->plan.with & PDK_SIM_FORMATION) != 0) {
        if (session->log.formation < 0) pdk_sim_session_begin_formation(session);
        return;
    }
    session->log.green = green;
    pdk_sim_session_add_event(session,
                              (pdk_sim_session_event){ .kind = PDK_EVENT_GREEN, .car = PDK_SIM_NOBODY, .time = green });
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_racer *racer = &session->racers[i];
        if (racer->phase != PDK_ON_GRID && !(racer->early > 0 && racer->phase == PDK_DRIVING)) continue;
        if (racer->phase == PDK_ON_GRID) racer->until = green + racer->reaction;
        pdk_sim_session_begin_lap(session, i, green, true, false);
    }
}

bool pdk_sim_session_step(pdk_sim_session *session)
{
    session->ticks++;
    session->clock = session->plan.start + (double)session->ticks * session->plan.tick;
    session->events.count = 0;
    count_down(session);
    if (session->log.green >= 0) {
        pdk_sim_session_cause_incidents(session);
        pdk_sim_session_decide_penalties(session);
    }
    pdk_sim_session_sort_around(session);
    for (uint32_t i = 0; i < session->plan.cars; i++) pdk_sim_session_drive(session, i);
    pdk_sim_session_end_formation(session);
    pdk_sim_session_touch(session);
    pdk_sim_session_measure_headings(session);
    pdk_sim_session_end_by_time(session);
    if (session->log.green >= 0 && session->plan.kind == PDK_SIM_RACE) pdk_sim_session_tell_notices(session);
    pdk_sim_session_sort_order(session);
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_racer *racer = &session->racers[i];
        racer->past_s[session->ticks % PDK_PAST_TICKS] = racer->s;
        racer->past_d[session->ticks % PDK_PAST_TICKS] = racer->d;
    }
    return !session->failed;
}

bool pdk_sim_session_is_over(const pdk_sim_session *session)
{
    return session->over_at >= 0 && session->clock >= session->over_at + SETTLE;
}

/* ------------------------------------------------------------------------------------------ what can be seen */

double pdk_sim_session_clock(const pdk_sim_session *session)
{
    return session->clock;
}
size_t pdk_sim_session_event_count(const pdk_sim_session *session)
{
    return session->events.count;
}
const pdk_sim_session_event *pdk_sim_session_get_event(const pdk_sim_session *session, size_t event)
{
    return PDK_LOG_AT(pdk_sim_session_event, session->events, event);
}
size_t pdk_sim_session_order(const pdk_sim_session *session, const uint32_t **cars)
{
    *cars = session->order;
    return session->order_count;
}
const double *pdk_sim_session_best_sectors(const pdk_sim_session *session)
{
    return session->best_sectors;
}
const pdk_sim_session_plan *pdk_sim_session_get_plan(const pdk_sim_session *session)
{
    return &session->plan;
}
const pdk_sim_session_log *pdk_sim_session_get_log(const pdk_sim_session *session)
{
    return &session->log;
}
double pdk_sim_session_track_length(const pdk_sim_session *session)
{
    return session->track.length;
}
pdk_sim_place pdk_sim_session_track_at(const pdk_sim_session *session, double distance)
{
    return pdk_track_place(&session->track, distance);
}
void pdk_sim_session_lane(const pdk_sim_session *session, double *begin, double *end)
{
    *begin = session->lane_begin;
    *end = session->lane_begin + session->lane_length - session->track.length;
}

bool pdk_sim_session_has_second(const pdk_sim_session *session, uint32_t car)
{
    return session->racers[car].script == PDK_SCRIPT_CHANGES_DRIVER;
}
const char *pdk_sim_session_driver_name(const pdk_sim_session *session, char room[32], uint32_t car, int driver)
{
    return pdk_sim_driver_name(room, driver == 0 ? car : session->plan.cars + car);
}
