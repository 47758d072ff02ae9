/* The log of a session as JSON: a list for each kind of row, named and spelled as the answers' tables are. */
#include "synth/truth.h"

#include "synth/truth_parts.h"

static const char *const session_kinds[] = { "practice", "qualifying", "race" };
static const char *const lap_kinds[] = { "timed", "out", "in", "out_in", "incomplete" };
static const char *const penalties[] = { "none", "drive_through", "time", "disqualified" };
static const char *const statuses[] = { "finished", "running", "retired", "disqualified", "not_started" };
static const double point_step = 5; /* metres */

static void put_null(pdk_json *json, const char *key)
{
    pdk_member_text(json, key, NULL);
}

/* -------------------------------------------------------------------------------------------------- the frame */

static void put_session(pdk_truth *w)
{
    pdk_json *json = &w->json;
    const pdk_sim_session_plan *plan = pdk_sim_session_get_plan(w->session);
    pdk_member_begin(json, "session", '{');
    pdk_member_text(json, "kind", session_kinds[plan->kind]);
    pdk_member_text(json, "format", w->file->format);
    pdk_member_text(json, "dialect", w->file->dialect);
    pdk_member_natural(json, "seed", plan->seed);
    if (plan->laps > 0) pdk_member_natural(json, "laps", plan->laps);
    else put_null(json, "laps");
    pdk_truth_put_if(json, "duration", plan->duration > 0 ? plan->duration : -1);
    pdk_member_number(json, "start_time", plan->start);
    pdk_truth_put_if(json, "green_time", w->log->green);
    pdk_truth_put_if(json, "flag_time", w->log->flag);
    pdk_member_number(json, "end_time", w->log->end);
    pdk_member_numbers(json, "recorded", (const double[]){ w->file->first, w->file->last }, 2);
    pdk_member_text(json, "without", w->file->left_out);
    pdk_member_text(json, "with", w->file->with);
    pdk_member_text(json, "lost", w->file->lost);
    pdk_member_number(json, "late", w->file->late);
    pdk_json_end(json, '}');
}

static void put_track(pdk_truth *w)
{
    pdk_json *json = &w->json;
    double length = pdk_sim_session_track_length(w->session), begin, end;
    pdk_sim_session_lane(w->session, &begin, &end);
    pdk_sim_place line = pdk_sim_session_track_at(w->session, 0);
    pdk_member_begin(json, "track", '{');
    pdk_member_number(json, "length", length);
    pdk_member_number(json, "half_width", line.half_width);
    pdk_member_numbers(json, "sector_lines", (const double[]){ 0.31 * length, 0.67 * length, length }, 3);
    pdk_member_numbers(json, "pit_lane", (const double[]){ begin, end }, 2);
    pdk_member_numbers(json, "line", (const double[]){ line.x, line.y, line.z }, 3);
    pdk_member_number(json, "line_heading", line.heading);
    pdk_member_number(json, "point_step", point_step);
    pdk_member_begin(json, "points", '[');
    for (double at = 0; at < length; at += point_step) {
        pdk_sim_place place = pdk_sim_session_track_at(w->session, at);
        pdk_json_begin(json, '[');
        pdk_json_float(json, (float)place.x);
        pdk_json_float(json, (float)place.y);
        pdk_json_float(json, (float)place.z);
        pdk_json_end(json, ']');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

static void put_drivers(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "drivers", '[');
    for (uint32_t i = 0; i < w->log->drivers.count; i++) {
        const pdk_log_driver *driver = PDK_LOG_AT(pdk_log_driver, w->log->drivers, i);
        pdk_json_begin(json, '{');
        pdk_truth_put_slot(w, "slot", i);
        pdk_truth_put_name(w, "name", i, 0);
        if (pdk_sim_session_has_second(w->session, i)) pdk_truth_put_name(w, "second_name", i, 1);
        else put_null(json, "second_name");
        pdk_truth_put_if(json, "joined", driver->joined);
        pdk_truth_put_if(json, "left", driver->left);
        if (driver->grid > 0) pdk_member_natural(json, "grid_position", driver->grid);
        else put_null(json, "grid_position");
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* ---------------------------------------------------------------------------------------------------- driving */

static void put_laps(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "laps", '[');
    for (size_t i = 0; i < w->log->laps.count; i++) {
        const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, w->log->laps, i);
        pdk_json_begin(json, '{');
        pdk_truth_put_slot(w, "slot", lap->car);
        pdk_truth_put_name(w, "driver", lap->car, lap->driver);
        pdk_member_natural(json, "lap", lap->lap);
        pdk_member_number(json, "start_time", lap->start);
        pdk_truth_put_if(json, "end_time", lap->end);
        pdk_truth_put_if(json, "lap_time", lap->end >= 0 ? lap->end - lap->start : -1);
        static const char *const sectors[] = { "sector_1_time", "sector_2_time", "sector_3_time" };
        for (int k = 0; k < PDK_LOG_SECTORS; k++) pdk_truth_put_if(json, sectors[k], lap->sectors[k]);
        pdk_member_text(json, "kind", lap_kinds[lap->kind]);
        pdk_member_boolean(json, "stored", lap->is_stored);
        if (lap->position > 0) pdk_member_natural(json, "position", lap->position);
        else put_null(json, "position");
        pdk_member_natural(json, "contacts", lap->contacts);
        pdk_member_natural(json, "spins", lap->spins);
        pdk_member_natural(json, "excursions", lap->excursions);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_stops(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "pit_stops", '[');
    for (size_t i = 0; i < w->log->stops.count; i++) {
        const pdk_log_stop *stop = PDK_LOG_AT(pdk_log_stop, w->log->stops, i);
        pdk_json_begin(json, '{');
        pdk_truth_put_slot(w, "slot", stop->car);
        pdk_member_natural(json, "lap", stop->lap);
        pdk_member_number(json, "enter_time", stop->enter);
        pdk_truth_put_if(json, "exit_time", stop->exit);
        pdk_truth_put_if(json, "lane_duration", stop->exit >= 0 ? stop->exit - stop->enter : -1);
        pdk_member_number(json, "stationary_duration", stop->stationary);
        pdk_member_boolean(json, "service", stop->service);
        pdk_member_boolean(json, "garage", stop->garage);
        pdk_member_boolean(json, "drive_through", stop->drive_through);
        pdk_member_boolean(json, "driver_changed", stop->driver_changed);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* From lane to lane: a run ends where the car stops at its box or garage, or is driven no further. */
typedef struct stint {
    uint32_t number, first_lap, last_lap, laps;
    double start, end;
} stint;

static void put_stint(pdk_truth *w, uint32_t car, const stint *run)
{
    pdk_json *json = &w->json;
    if (run->laps == 0) return;
    pdk_json_begin(json, '{');
    pdk_truth_put_slot(w, "slot", car);
    pdk_member_natural(json, "stint", run->number);
    pdk_member_natural(json, "first_lap", run->first_lap);
    pdk_member_natural(json, "last_lap", run->last_lap);
    pdk_member_natural(json, "laps", run->laps);
    pdk_json_end(json, '}');
}

static bool stops_between(pdk_truth *w, uint32_t car, double from, double to)
{
    for (size_t i = 0; i < w->log->stops.count; i++) {
        const pdk_log_stop *stop = PDK_LOG_AT(pdk_log_stop, w->log->stops, i);
        if (stop->car == car && (stop->service || stop->garage) && stop->enter >= from && stop->enter < to) return true;
    }
    return false;
}

static bool jumps_between(pdk_truth *w, uint32_t car, double from, double to)
{
    for (size_t i = 0; i < w->log->jumps.count; i++) {
        const pdk_log_jump *jump = PDK_LOG_AT(pdk_log_jump, w->log->jumps, i);
        if (jump->car == car && jump->time >= from && jump->time < to) return true;
    }
    return false;
}

/* The lap in which a car enters the lane is the last of its run, wherever in the lane its box is. */
static void put_stints(pdk_truth *w)
{
    pdk_member_begin(&w->json, "stints", '[');
    for (uint32_t car = 0; car < w->log->drivers.count; car++) {
        stint run = { .number = 1 };
        double last = -1;
        for (size_t i = 0; i < w->log->laps.count; i++) {
            const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, w->log->laps, i);
            if (lap->car != car) continue;
            if (last >= 0 && (stops_between(w, car, last, lap->start) || jumps_between(w, car, last, lap->start))) {
                put_stint(w, car, &run);
                run = (stint){ .number = run.number + 1 };
            }
            if (run.laps++ == 0) run.first_lap = lap->lap;
            run.last_lap = lap->lap;
            last = lap->start;
        }
        put_stint(w, car, &run);
    }
    pdk_json_end(&w->json, ']');
}

/* ---------------------------------------------------------------------------------------------------- results */

static void put_results(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "results", '[');
    for (size_t i = 0; i < w->log->results.count; i++) {
        const pdk_log_result *result = PDK_LOG_AT(pdk_log_result, w->log->results, i);
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "position", result->position);
        pdk_truth_put_slot(w, "slot", result->car);
        pdk_truth_put_name(w, "driver", result->car, 0);
        pdk_member_text(json, "status", statuses[result->status]);
        pdk_member_natural(json, "laps", result->laps);
        pdk_truth_put_if(json, "time", result->time);
        pdk_member_number(json, "penalty_time", result->penalty_time);
        pdk_truth_put_if(json, "total_time", result->time >= 0 ? result->time + result->penalty_time : -1);
        pdk_truth_put_if(json, "best_lap_time", result->best_lap_time);
        if (result->best_lap > 0) pdk_member_natural(json, "best_lap", result->best_lap);
        else put_null(json, "best_lap");
        if (result->grid > 0) pdk_member_natural(json, "grid_position", result->grid);
        else put_null(json, "grid_position");
        pdk_member_natural(json, "pit_stops", result->pit_stops);
        pdk_member_natural(json, "penalties", result->penalties);
        pdk_member_natural(json, "contacts", result->contacts);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_positions(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "positions", '[');
    for (size_t i = 0; i < w->log->positions.count; i++) {
        const pdk_log_position *row = PDK_LOG_AT(pdk_log_position, w->log->positions, i);
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "lap", row->lap);
        pdk_truth_put_slot(w, "slot", row->car);
        pdk_member_natural(json, "position", row->position);
        pdk_member_number(json, "time", row->time);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_penalties(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "penalties", '[');
    for (size_t i = 0; i < w->log->penalties.count; i++) {
        const pdk_log_penalty *row = PDK_LOG_AT(pdk_log_penalty, w->log->penalties, i);
        pdk_json_begin(json, '{');
        pdk_truth_put_slot(w, "slot", row->car);
        pdk_member_number(json, "time", row->time);
        pdk_member_text(json, "penalty", penalties[row->penalty]);
        pdk_member_number(json, "seconds", row->seconds);
        pdk_truth_put_if(json, "served", row->served);
        pdk_truth_put_if(json, "removed", row->removed);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

pdk_status pdk_truth_write(const pdk_sim_session *session, const pdk_truth_file *file, pdk_output *output,
                           pdk_error *error)
{
    pdk_truth w = { .session = session,
                    .log = pdk_sim_session_get_log(session),
                    .file = file,
                    .json = { .output = output, .indent = 1 } };
    pdk_json_begin(&w.json, '{');
    put_session(&w);
    put_track(&w);
    put_drivers(&w);
    put_results(&w);
    put_laps(&w);
    put_stints(&w);
    put_stops(&w);
    put_positions(&w);
    put_penalties(&w);
    pdk_truth_put_incidents(&w);
    pdk_json_end(&w.json, '}');
    return pdk_output_write(output, "\n", 1, error);
}
