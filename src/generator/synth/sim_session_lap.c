/* Lines crossed, laps, and who is where. */
#include <math.h>

#include "synth/sim_session_state.h"

static const double lines[PDK_LOG_SECTORS] = { 0.31, 0.67, 1 }; /* where sectors end, shares of the lap */
static const double cool_down = 25, give_up = 2.5 /* laps after the flag */;

static double vary(pdk_random *random) /* mean 0, deviation 1, never beyond 3 */
{
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += pdk_random_unit(random);
    return fmin(fmax(sum - 6, -3), 3);
}

/* --------------------------------------------------------------------------------------------------- the lap */

void pdk_sim_session_begin_lap(pdk_sim_session *session, uint32_t car, double time, bool stored, bool from_lane)
{
    pdk_racer *racer = &session->racers[car];
    racer->lap_runs = true;
    racer->lap_is_stored = stored;
    racer->lap_from_lane = from_lane;
    racer->lap_start = time;
    racer->sector = 0;
    racer->lap_base =
        racer->phase == PDK_ON_GRID || !stored ? 0 : round(racer->s / session->track.length) * session->track.length;
    racer->lap_contacts = racer->lap_spins = racer->lap_excursions = 0;
    racer->lap_pace = racer->pace * (1 - racer->spread * fabs(vary(&session->random)));
}

static void keep_best_sectors(pdk_sim_session *session, const pdk_log_lap *lap)
{
    for (int i = 0; i < PDK_LOG_SECTORS; i++) {
        double *best = &session->best_sectors[i];
        if (lap->sectors[i] > 0 && (*best <= 0 || lap->sectors[i] < *best)) *best = lap->sectors[i];
    }
}

/* ----------------------------------------------------------------------------------------- what is to be done */

static void plan_stop(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    bool is_at_it = racer->wants_service || racer->serves_drive_through || racer->goes_to_garage;
    if (racer->phase == PDK_IN_LANE && is_at_it) return;
    bool last = session->plan.laps > 0 && racer->lap >= session->plan.laps;
    if (session->plan.kind != PDK_SIM_RACE) {
        if (racer->run_laps > 0) racer->run_laps--;
        if (racer->run_laps > 0) return;
        racer->comes_in = racer->goes_to_garage = true;
        return;
    }
    if (racer->retired && racer->script == PDK_SCRIPT_GIVES_UP) {
        racer->comes_in = racer->goes_to_garage = true;
        return;
    }
    if (last || session->log.flag >= 0 || racer->retired) return;
    if (racer->owes_drive_through) {
        racer->comes_in = racer->serves_drive_through = true;
    } else if (racer->next_stop_lap > 0 && racer->lap >= racer->next_stop_lap) {
        racer->comes_in = racer->wants_service = true;
        racer->wants_change = racer->script == PDK_SCRIPT_CHANGES_DRIVER && racer->driver == 0;
        uint32_t stint = racer->next_stop_lap;
        racer->next_stop_lap = session->plan.laps == 0 ? racer->lap + stint : 0;
    }
}

static void finish(pdk_sim_session *session, uint32_t car, double time)
{
    pdk_racer *racer = &session->racers[car];
    racer->finish = time;
    racer->lap_runs = false;
    racer->comes_in = false;
    racer->until = session->clock + cool_down;
}

static void wave_flag(pdk_sim_session *session, double time)
{
    session->log.flag = time;
    pdk_sim_session_add_event(session,
                              (pdk_sim_session_event){ .kind = PDK_EVENT_FLAG, .car = PDK_SIM_NOBODY, .time = time });
}

static bool ends_race(const pdk_sim_session *session, const pdk_racer *racer, uint32_t car, double time)
{
    const pdk_sim_session_plan *plan = &session->plan;
    if (plan->kind != PDK_SIM_RACE || session->log.flag >= 0) return false;
    if (plan->laps > 0) return racer->laps_done >= plan->laps;
    if (!(plan->duration > 0) || time - session->log.green < plan->duration) return false;
    for (uint32_t i = 0; i < plan->cars; i++) { /* the leader, counting those who stopped */
        const pdk_racer *other = &session->racers[i];
        if (i != car && !other->retired && !other->disqualified && other->phase != PDK_AWAY &&
            other->laps_done >= racer->laps_done) {
            return false;
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- crossing */

static void cross_finish(pdk_sim_session *session, uint32_t car, double time)
{
    pdk_racer *racer = &session->racers[car];
    bool in_lane = racer->phase == PDK_IN_LANE, timed = racer->lap_is_stored;
    pdk_log_lap *lap = pdk_sim_session_log_lap(session, car);
    if (lap == NULL) return;
    lap->sectors[2] = time - racer->lap_start - racer->passed[1];
    lap->end = time;
    lap->is_stored = timed;
    lap->kind = racer->lap_from_lane ? (in_lane ? PDK_LOG_LAP_OUT_IN : PDK_LOG_LAP_OUT)
                : in_lane            ? PDK_LOG_LAP_IN
                                     : PDK_LOG_LAP_TIMED;
    if (timed) keep_best_sectors(session, lap);
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_CROSSING,
                                                                .car = car,
                                                                .time = time,
                                                                .lap = racer->lap,
                                                                .sector = 2,
                                                                .value = timed ? time - racer->lap_start : -1 });
    racer->laps_done++;
    racer->lap++;
    racer->last_line = time;
    bool over = session->log.flag >= 0;
    if (ends_race(session, racer, car, time)) {
        wave_flag(session, time);
        over = true;
    }
    if (over) {
        finish(session, car, time);
        return;
    }
    pdk_sim_session_begin_lap(session, car, time, true, in_lane);
    plan_stop(session, car);
}

void pdk_sim_session_pass_lines(pdk_sim_session *session, uint32_t car, double before)
{
    pdk_racer *racer = &session->racers[car];
    double length = session->track.length, tick = session->plan.tick;
    if (racer->lap_runs) {
        racer->progress = fmax(racer->progress, racer->laps_done * length + racer->s - racer->lap_base);
        double line = racer->lap_base + lines[racer->sector] * length;
        if (before < line && racer->s >= line) {
            double time = session->clock - tick + (line - before) / (racer->s - before) * tick;
            if (racer->sector == 2) {
                cross_finish(session, car, time);
            } else {
                double since = time - racer->lap_start;
                racer->passed[racer->sector] = since;
                pdk_sim_session_add_event(session,
                                          (pdk_sim_session_event){ .kind = PDK_EVENT_CROSSING,
                                                                   .car = car,
                                                                   .time = time,
                                                                   .lap = racer->lap,
                                                                   .sector = (uint32_t)racer->sector,
                                                                   .value = racer->lap_is_stored ? since : -1 });
                racer->sector++;
            }
        }
    }
    if (racer->finish >= 0 && session->clock >= racer->until && racer->slide == PDK_STEADY) {
        pdk_sim_session_put_in_garage(session, car);
    }
}

/* ------------------------------------------------------------------------------------------------- the order */

/* Before another: by laps and way; of those who arrived, by when. */
static bool is_before(const pdk_sim_session *session, uint32_t one, uint32_t other)
{
    const pdk_racer *a = &session->racers[one], *b = &session->racers[other];
    if (session->plan.kind != PDK_SIM_RACE) return false; /* as they came */
    if (a->finish >= 0 && b->finish >= 0) {
        if (a->laps_done != b->laps_done) return a->laps_done > b->laps_done;
        return a->finish < b->finish;
    }
    return a->progress > b->progress;
}

void pdk_sim_session_sort_order(pdk_sim_session *session)
{
    uint32_t kept = 0;
    bool listed[PDK_SIM_MOST_CARS] = { false };
    for (uint32_t i = 0; i < session->order_count; i++) {
        uint32_t car = session->order[i];
        if (session->racers[car].phase == PDK_AWAY) continue;
        listed[car] = true;
        session->order[kept++] = car;
    }
    for (uint32_t car = 0; car < session->plan.cars; car++) {
        pdk_racer *racer = &session->racers[car];
        if (listed[car] || racer->phase == PDK_AWAY) continue;
        racer->progress = fmin(racer->progress, racer->s);
        session->order[kept++] = car;
    }
    session->order_count = kept;
    for (uint32_t i = 1; i < kept; i++) {
        uint32_t car = session->order[i], at = i;
        for (; at > 0 && is_before(session, car, session->order[at - 1]); at--) {
            session->order[at] = session->order[at - 1];
        }
        session->order[at] = car;
    }
}

/* ----------------------------------------------------------------------------------------------------- the end */

static bool still_runs(const pdk_racer *racer)
{
    bool out = racer->phase == PDK_DRIVING || racer->phase == PDK_IN_LANE || racer->phase == PDK_IN_BOX;
    return out && racer->finish < 0 && !racer->disqualified && racer->script != PDK_SCRIPT_BOXED;
}

/* Nobody will ever wave the flag of this race. */
static bool is_deserted(const pdk_sim_session *session)
{
    if (session->plan.kind != PDK_SIM_RACE || session->log.flag >= 0 || session->log.green < 0) return false;
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        if (!session->racers[i].retired && session->racers[i].script != PDK_SCRIPT_ABSENT) return false;
    }
    return true;
}

void pdk_sim_session_end_by_time(pdk_sim_session *session)
{
    const pdk_sim_session_plan *plan = &session->plan;
    if (plan->kind != PDK_SIM_RACE && session->log.flag < 0 && plan->duration > 0 &&
        session->clock >= plan->start + plan->duration) {
        wave_flag(session, plan->start + plan->duration);
    }
    if (session->over_at < 0 && is_deserted(session)) session->over_at = session->clock;
    if (session->over_at >= 0 || session->log.flag < 0) return;
    bool running = false;
    for (uint32_t i = 0; i < plan->cars; i++) running |= still_runs(&session->racers[i]);
    if (!running || session->clock > session->log.flag + give_up * session->best_lap) session->over_at = session->clock;
}
