#include "truth_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { CARS = 6, POSES_EVERY = 5 };
static const double begins = 60; /* what generated replays begin at, s */
static const double tick = 0.02;

void truth_name(const truth_case *of, char *text, size_t size)
{
    snprintf(text, size, "%s %s, seed %llu%s%s%s%s%s%s%s", of->dialect, of->session, (unsigned long long)of->seed,
             of->with != NULL ? ", with " : "", of->with != NULL ? of->with : "",
             of->without != NULL ? ", without " : "", of->without != NULL ? of->without : "",
             of->lost != NULL ? ", lost " : "", of->lost != NULL ? of->lost : "", of->late > 0 ? ", late" : "");
}

static pdk_synth_options options_of(const truth_case *from)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seed = from->seed;
    options.dialect = from->dialect;
    options.session = from->session;
    options.cars = from->cars > 0 ? from->cars : CARS;
    options.laps = from->laps;
    options.minutes = from->minutes;
    options.poses_every = from->poses_every > 0 ? from->poses_every : POSES_EVERY;
    options.with = from->with;
    options.without = from->without;
    options.lost = from->lost;
    options.late = from->late;
    options.from = from->from;
    options.to = from->to;
    return options;
}

void truth_begin(const truth_case *from, truth_run *run)
{
    pdk_error error = { 0 };
    pdk_synth_options options = options_of(from);
    run->bytes = synth_or_fail("vcr", &options, &run->size);
    run->document = open_bytes_or_fail(run->bytes, run->size);
    pdk_memory_init(&run->memory, NULL, 0);
    pdk_sim_session_plan plan = { .cars = options.cars, .start = begins, .tick = tick };
    assert_ok(pdk_sim_session_make_plan(&options, &plan, &error), error);
    pdk_sim_session *session = pdk_sim_session_new(&run->memory, &plan);
    assert_non_null(session);
    while (!pdk_sim_session_is_over(session)) {
        assert_true(pdk_sim_session_step(session));
        if (from->look != NULL) from->look(session, from->user);
    }
    assert_true(pdk_sim_session_end(session));
    run->log = pdk_sim_session_get_log(session);
    run->kind = plan.kind;
    run->first_slot = 0;
    run->is_l = strcmp(from->dialect, "l") == 0;
    run->is_r1 = strcmp(from->dialect, "r1") == 0;
}

void truth_open_again(const truth_case *from, truth_run *run)
{
    pdk_synth_options options = options_of(from);
    pdk_close(run->document);
    free(run->bytes);
    run->bytes = synth_or_fail("vcr", &options, &run->size);
    run->document = open_bytes_or_fail(run->bytes, run->size);
}

double truth_pose_interval(const truth_case *of)
{
    return tick * (of->poses_every > 0 ? of->poses_every : POSES_EVERY);
}

void truth_end(truth_run *run)
{
    pdk_close(run->document);
    pdk_memory_destroy(&run->memory);
    free(run->bytes);
}

/* ----------------------------------------------------------------------------------------------------- laps */

static const pdk_lap *find_lap(const truth_run *run, size_t count, uint32_t car, uint32_t number)
{
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        if (lap->slot == run->first_slot + car && lap->lap == number) return lap;
    }
    return NULL;
}

static const pdk_log_lap *find_truth(const truth_run *run, const pdk_lap *lap)
{
    for (size_t i = 0; i < run->log->laps.count; i++) {
        const pdk_log_lap *row = PDK_LOG_AT(pdk_log_lap, run->log->laps, i);
        if (run->first_slot + row->car == lap->slot && row->lap == lap->lap) return row;
    }
    return NULL;
}

/* Who drove it by the truth: "" where nobody changed, or L records no change; "?" right at a change. */
static void name_persons(const truth_run *run, const pdk_log_lap *lap, char text[80])
{
    static const double near = 0.5; /* s: a pose may show the new driver that much later */
    const pdk_log_change *change = NULL;
    char first[32], second[32];
    text[0] = '\0';
    if (run->log->changes.count == 0 || run->is_l) return;
    for (size_t i = 0; i < run->log->changes.count && change == NULL; i++) {
        const pdk_log_change *each = PDK_LOG_AT(pdk_log_change, run->log->changes, i);
        if (each->car == lap->car) change = each;
    }
    pdk_sim_driver_name(first, lap->car);
    pdk_sim_driver_name(second, (uint32_t)run->log->drivers.count + lap->car);
    bool at_change = change != NULL && (fabs(change->time - lap->start) < near || fabs(change->time - lap->end) < near);
    if (at_change) strcpy(text, "?");
    else if (change == NULL || change->time > lap->end) strcpy(text, first);
    else if (change->time < lap->start) strcpy(text, second);
    else snprintf(text, 80, "%s; %s", first, second);
}

static void compare_who(const truth_run *run, const pdk_log_lap *truth, const pdk_lap *lap, truth_laps *seen)
{
    char expected[80];
    name_persons(run, truth, expected);
    seen->shared += strchr(expected, ';') != NULL;
    if (expected[0] == '?') return;
    bool same = lap->drivers.data == NULL ? expected[0] == '\0'
                                          : lap->drivers.size == strlen(expected) &&
                                                memcmp(lap->drivers.data, expected, lap->drivers.size) == 0;
    seen->wrong_who += !same;
}

static void compare_lap(const pdk_log_lap *truth, const pdk_lap *lap, double pose_interval, truth_laps *seen)
{
    double allowed = lap->source == PDK_LAP_SOURCE_STORED ? 1e-3 : pose_interval / 2 + 1e-3;
    double error = fabs(lap->lap_time - (truth->end - truth->start));
    seen->largest_error = fmax(seen->largest_error, error);
    seen->wrong_time += error > allowed;
    seen->wrong_kind += (int)lap->kind != (int)truth->kind; /* both count alike */
}

/* Never came to the race, or stood in the box all the time. */
static bool stays_away(const truth_run *run, uint32_t car)
{
    if (run->kind != PDK_SIM_RACE || PDK_LOG_AT(pdk_log_driver, run->log->drivers, car)->grid > 0) return false;
    for (size_t i = 0; i < run->log->laps.count; i++) {
        if (PDK_LOG_AT(pdk_log_lap, run->log->laps, i)->car == car) return false;
    }
    return true;
}

/* Laps that nobody drove from line to line outside the pits. */
static void look_at_others(const truth_run *run, size_t count, truth_laps *seen)
{
    for (size_t i = 0; i < run->log->laps.count; i++) {
        const pdk_log_lap *truth = PDK_LOG_AT(pdk_log_lap, run->log->laps, i);
        const pdk_lap *lap = truth->end < 0 && !run->is_r1 ? find_lap(run, count, truth->car, truth->lap) : NULL;
        seen->lost_escapes += truth->end < 0 && !run->is_r1 && (lap == NULL || lap->kind != PDK_LAP_INCOMPLETE);
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        const pdk_log_lap *truth = lap->counts ? find_truth(run, lap) : NULL;
        seen->ranked += lap->counts && (truth == NULL || truth->end < 0 || truth->kind != PDK_LOG_LAP_TIMED);
        seen->of_nobody += stays_away(run, lap->slot - run->first_slot);
    }
}

void truth_look_at_laps(const truth_run *run, double pose_interval, truth_laps *seen)
{
    size_t count = 0;
    pdk_error error = { 0 };
    *seen = (truth_laps){ 0 };
    assert_ok(pdk_lap_count(run->document, &count, &error), error);
    for (size_t i = 0; i < run->log->laps.count; i++) {
        const pdk_log_lap *truth = PDK_LOG_AT(pdk_log_lap, run->log->laps, i);
        if (truth->end < 0 || !truth->is_stored) continue; /* where no time was stored, ends are the garage's */
        const pdk_lap *lap = find_lap(run, count, truth->car, truth->lap);
        seen->happened++;
        if (lap == NULL || isnan(lap->lap_time)) seen->missing++;
        else compare_lap(truth, lap, pose_interval, seen);
        if (lap != NULL) compare_who(run, truth, lap, seen);
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        if (isnan(lap->lap_time)) continue;
        const pdk_log_lap *truth = find_truth(run, lap);
        seen->found++;
        seen->invented += truth == NULL;
        seen->timed_escapes += truth != NULL && truth->end < 0 && lap->kind == PDK_LAP_TIMED;
    }
    look_at_others(run, count, seen);
}

size_t truth_count_laps(const truth_run *run, pdk_lap_source source)
{
    size_t count = 0, found = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_lap_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        found += lap->source == source && isfinite(lap->lap_time);
    }
    return found;
}

/* ------------------------------------------------------------------------------------------------- results */

static bool same_status(const truth_run *run, pdk_log_status truth, pdk_result_status found)
{
    if (run->is_r1 && truth == PDK_LOG_RESULT_DISQUALIFIED) return true; /* unknown */
    return (int)truth == (int)found;                                     /* both count alike */
}

void truth_look_at_results(const truth_run *run, truth_results *seen)
{
    size_t count = 0;
    pdk_error error = { 0 };
    *seen = (truth_results){ 0 };
    assert_ok(pdk_result_count(run->document, &count, &error), error);
    for (size_t i = 0; i < run->log->results.count; i++) {
        const pdk_log_result *truth = PDK_LOG_AT(pdk_log_result, run->log->results, i);
        const pdk_result *found = NULL;
        for (size_t k = 0; k < count && found == NULL; k++) {
            const pdk_result *row = pdk_result_at(run->document, k);
            if (row->slot == run->first_slot + truth->car) found = row;
        }
        seen->drivers++;
        if (found == NULL) {
            seen->wrong_place++;
            continue;
        }
        if (i == 0) seen->winner_is_right = found->position == 1;
        bool drove = truth->laps > 0 || truth->time >= 0; /* those who did not have no order */
        seen->wrong_place += drove && found->position != truth->position;
        seen->wrong_grid += found->grid_position != (truth->grid > 0 ? truth->grid : UINT32_MAX);
        seen->wrong_laps += found->laps != truth->laps;
        seen->wrong_status += !same_status(run, truth->status, found->status);
        if (truth->time < 0 || isnan(found->total_time) || run->kind != PDK_SIM_RACE) continue;
        double off = fabs(found->total_time - truth->time - truth->penalty_time);
        seen->largest_error = fmax(seen->largest_error, off);
        seen->wrong_time += off > 0.06;
    }
}

/* ----------------------------------------------------------------------------------------------- incidents */

static bool has_party(const truth_run *run, const pdk_incident *incident, uint32_t car)
{
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = pdk_incident_party_at(run->document, incident->first_party + i);
        if (party->slot == run->first_slot + car) return true;
    }
    return false;
}

static const double stamp = 0.4; /* s: the latest that a record of a contact comes, and more */

static bool holds(const truth_run *run, const pdk_incident *incident, const pdk_log_contact *contact)
{
    return incident->kind == PDK_INCIDENT_CONTACT && contact->time > incident->time - stamp &&
           contact->time < incident->end_time + stamp && has_party(run, incident, contact->parties[0].car) &&
           has_party(run, incident, contact->parties[1].car);
}

static void compare_contact(const truth_run *run, size_t count, const pdk_log_contact *contact, truth_incidents *seen)
{
    const pdk_incident *found = NULL;
    size_t times = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(run->document, i);
        if (!holds(run, incident, contact)) continue;
        found = incident;
        times++;
    }
    seen->contacts++;
    seen->lost += times == 0;
    seen->told_again += times > 1;
    if (times != 1 || found->contacts != 1 || isnan(found->closing_speed)) return;
    double off = fabs(found->closing_speed - fmax(contact->approach_speed, 0));
    seen->measured++;
    seen->wrong_speed += off > 0.5;
    seen->largest_error = fmax(seen->largest_error, off);
}

static const double same_touch = 0.5, latest = 0.06; /* s */

/* Did the same two touch up to `within` before? */
static bool is_repeat(const pdk_sim_session_log *log, size_t number, double within)
{
    const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, log->contacts, number);
    for (size_t i = number; i-- > 0;) {
        const pdk_log_contact *earlier = PDK_LOG_AT(pdk_log_contact, log->contacts, i);
        uint32_t a = contact->parties[0].car, b = contact->parties[1].car;
        if (earlier->time < contact->time - within) return false;
        if ((earlier->parties[0].car == a && earlier->parties[1].car == b) ||
            (earlier->parties[0].car == b && earlier->parties[1].car == a))
            return true;
    }
    return false;
}

static bool is_invented(const truth_run *run, const pdk_incident *incident)
{
    for (size_t i = 0; i < run->log->contacts.count; i++) {
        const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, run->log->contacts, i);
        if (!contact->with_wall && holds(run, incident, contact)) return false;
    }
    return incident->kind == PDK_INCIDENT_CONTACT;
}

/* An excursion of the truth of the same car at about the time. */
static bool left_track(const truth_run *run, const pdk_incident *incident)
{
    const pdk_incident_party *party = pdk_incident_party_at(run->document, incident->first_party);
    for (size_t i = 0; i < run->log->excursions.count; i++) {
        const pdk_log_excursion *row = PDK_LOG_AT(pdk_log_excursion, run->log->excursions, i);
        double end = row->end < 0 ? INFINITY : row->end;
        if (run->first_slot + row->car == party->slot && row->start < incident->end_time + 2.5 &&
            end > incident->time - 2.5)
            return true;
    }
    return false;
}

void truth_look_at_incidents(const truth_run *run, truth_incidents *seen)
{
    size_t count = 0;
    pdk_error error = { 0 };
    *seen = (truth_incidents){ 0 };
    assert_ok(pdk_incident_count(run->document, &count, &error), error);
    for (size_t i = 0; i < run->log->contacts.count; i++) {
        const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, run->log->contacts, i);
        seen->least_touches += !is_repeat(run->log, i, same_touch + latest);
        seen->most_touches += !is_repeat(run->log, i, same_touch - latest);
        if (!contact->with_wall && !is_repeat(run->log, i, same_touch + latest))
            compare_contact(run, count, contact, seen);
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(run->document, i);
        seen->invented += is_invented(run, incident);
        seen->negative_speeds += incident->closing_speed < 0 || incident->impact_speed < 0;
        seen->told_touches += incident->contacts;
        if (incident->kind != PDK_INCIDENT_OFF_TRACK) continue;
        seen->excursions++;
        seen->invented_excursions += !left_track(run, incident);
    }
}
