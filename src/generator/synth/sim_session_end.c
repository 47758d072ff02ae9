/* The end of a session: what was begun is closed, and who came where. */
#include <math.h>

#include "synth/sim_session_state.h"

/* --------------------------------------------------------------------------------------------------- laps */

/* In the order of their ends, among all who completed as many. */
static void rank_lap(pdk_sim_session *session, size_t row)
{
    pdk_vector *laps = &session->log.laps;
    pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, *laps, row);
    if (lap->end < 0) return;
    uint32_t position = 1;
    for (size_t i = 0; i < laps->count; i++) {
        const pdk_log_lap *other = PDK_LOG_AT(pdk_log_lap, *laps, i);
        if (other->lap == lap->lap && other->end >= 0 && other->end < lap->end) position++;
    }
    lap->position = position;
    pdk_log_position *place = pdk_sim_session_row(session, &session->log.positions);
    if (place != NULL) *place = (pdk_log_position){ lap->car, lap->lap, position, lap->end };
}

static void close_rows(pdk_sim_session *session)
{
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        pdk_racer *racer = &session->racers[i];
        if (racer->lap_runs && racer->phase != PDK_AWAY) {
            bool is_new = racer->lap_from_lane && racer->sector == 0 && racer->phase != PDK_DRIVING;
            if (!is_new || session->plan.kind == PDK_SIM_RACE) pdk_sim_session_drop_lap(session, i);
        }
        if (racer->excursion != SIZE_MAX) {
            PDK_LOG_AT(pdk_log_excursion, session->log.excursions, racer->excursion)->end = session->clock;
        }
        pdk_log_stop *stop = racer->stop != SIZE_MAX ? PDK_LOG_AT(pdk_log_stop, session->log.stops, racer->stop) : NULL;
        if (stop != NULL && stop->stationary < 0) stop->stationary += session->clock;
    }
}

/* ------------------------------------------------------------------------------------------------- results */

/* In practice there is no finish line: a driver with a time has finished. */
static pdk_log_status status_of(const pdk_sim_session *session, const pdk_racer *racer, bool has_time)
{
    if (session->plan.kind != PDK_SIM_RACE && has_time) return PDK_LOG_RESULT_FINISHED;
    if (racer->disqualified) return PDK_LOG_RESULT_DISQUALIFIED;
    if (racer->finish >= 0) return PDK_LOG_RESULT_FINISHED;
    if (racer->retired) return PDK_LOG_RESULT_RETIRED;
    return racer->started ? PDK_LOG_RESULT_RUNNING : PDK_LOG_RESULT_NOT_STARTED;
}

static void add_result(pdk_sim_session *session, uint32_t car)
{
    const pdk_sim_session_log *log = &session->log;
    const pdk_racer *racer = &session->racers[car];
    pdk_log_result *result = pdk_sim_session_row(session, &session->log.results);
    if (result == NULL) return;
    *result = (pdk_log_result){ .car = car,
                                .laps = racer->laps_done,
                                .time = racer->last_line >= 0 ? racer->last_line - log->green : -1,
                                .best_lap_time = -1,
                                .grid = PDK_LOG_AT(pdk_log_driver, log->drivers, car)->grid };
    for (size_t i = 0; i < log->laps.count; i++) {
        const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, log->laps, i);
        bool counts = lap->end >= 0 && lap->is_stored && lap->kind == PDK_LOG_LAP_TIMED && !racer->disqualified;
        if (lap->car != car || !counts) continue;
        double time = lap->end - lap->start;
        if (result->best_lap_time >= 0 && time >= result->best_lap_time) continue;
        result->best_lap_time = time;
        result->best_lap = lap->lap;
    }
    result->status = status_of(session, racer, result->best_lap_time >= 0);
    for (size_t i = 0; i < log->stops.count; i++) {
        const pdk_log_stop *stop = PDK_LOG_AT(pdk_log_stop, log->stops, i);
        if (stop->car == car && stop->service) result->pit_stops++;
    }
    for (size_t i = 0; i < log->penalties.count; i++) {
        const pdk_log_penalty *penalty = PDK_LOG_AT(pdk_log_penalty, log->penalties, i);
        if (penalty->car != car || penalty->removed >= 0) continue;
        result->penalties++;
        result->penalty_time += penalty->seconds;
    }
    for (size_t i = 0; i < log->contacts.count; i++) {
        const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, log->contacts, i);
        if (contact->with_wall) continue;
        result->contacts += contact->parties[0].car == car || contact->parties[1].car == car;
    }
}

static bool is_better(const pdk_sim_session *session, const pdk_log_result *a, const pdk_log_result *b)
{
    bool out_a = a->status == PDK_LOG_RESULT_DISQUALIFIED, out_b = b->status == PDK_LOG_RESULT_DISQUALIFIED;
    if (out_a != out_b) return out_b;
    if (session->plan.kind != PDK_SIM_RACE) {
        bool sat_a = a->status == PDK_LOG_RESULT_NOT_STARTED, sat_b = b->status == PDK_LOG_RESULT_NOT_STARTED;
        if (sat_a != sat_b) return sat_b;
        if ((a->best_lap_time < 0) != (b->best_lap_time < 0)) return b->best_lap_time < 0;
        return a->best_lap_time < b->best_lap_time;
    }
    bool done_a = a->status == PDK_LOG_RESULT_FINISHED, done_b = b->status == PDK_LOG_RESULT_FINISHED;
    if (done_a != done_b) return done_a;
    if (a->laps != b->laps) return a->laps > b->laps;
    return a->time + a->penalty_time < b->time + b->penalty_time;
}

bool pdk_sim_session_end(pdk_sim_session *session)
{
    session->log.end = session->clock;
    close_rows(session);
    if (session->plan.kind == PDK_SIM_RACE) {
        for (size_t i = 0; i < session->log.laps.count; i++) rank_lap(session, i);
    }
    for (uint32_t i = 0; i < session->plan.cars; i++) add_result(session, i);
    pdk_log_result *results = session->log.results.items;
    for (size_t i = 1; !session->failed && i < session->log.results.count; i++) {
        pdk_log_result result = results[i];
        size_t at = i;
        for (; at > 0 && is_better(session, &result, &results[at - 1]); at--) results[at] = results[at - 1];
        results[at] = result;
    }
    for (size_t i = 0; !session->failed && i < session->log.results.count; i++) {
        results[i].position = (uint32_t)i + 1;
    }
    return !session->failed;
}
