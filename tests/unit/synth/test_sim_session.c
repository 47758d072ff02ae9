/* The simulated session: what is stored of it must be what the cars do. */
#include <math.h>
#include <string.h>

#include "support.h"
#include "synth/sim_session.h"

enum { CARS = 9, SEEDS = 6 };
static const double tick = 0.02;

/* Every third race has all habits at once. */
static pdk_sim_session_plan race_plan(uint64_t seed)
{
    unsigned all = PDK_SIM_ABREAST | PDK_SIM_WIDE | PDK_SIM_ABSENT | PDK_SIM_BOXED | PDK_SIM_ESCAPES;
    return (pdk_sim_session_plan){ .kind = PDK_SIM_RACE,
                                   .with = seed % 3 == 0 ? all : 0,
                                   .seed = seed,
                                   .cars = CARS,
                                   .laps = 4,
                                   .start = 60,
                                   .tick = tick };
}

static pdk_sim_session *session_or_fail(pdk_memory *memory, const pdk_sim_session_plan *plan)
{
    pdk_memory_init(memory, NULL, 0);
    pdk_sim_session *session = pdk_sim_session_new(memory, plan);
    assert_non_null(session);
    return session;
}

static void run(pdk_sim_session *session)
{
    int steps = 0;
    while (!pdk_sim_session_is_over(session)) {
        assert_true(pdk_sim_session_step(session));
        assert_true(++steps < 60000);
    }
    assert_true(pdk_sim_session_end(session));
}

static bool happened(const pdk_sim_session *session, uint32_t car, pdk_sim_session_event_kind kind)
{
    for (size_t i = 0; i < pdk_sim_session_event_count(session); i++) {
        const pdk_sim_session_event *event = pdk_sim_session_get_event(session, i);
        if (event->kind == kind && (event->car == car || event->other == car)) return true;
    }
    return false;
}

/* Positions follow velocities, noses turn, and nothing jumps but what is put into a garage. */
static void cars_move_as_told(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        pdk_memory memory;
        pdk_sim_session_plan plan = race_plan(seed);
        pdk_sim_session *session = session_or_fail(&memory, &plan);
        pdk_sim_car before[CARS];
        bool was_there[CARS] = { false };
        double jumps = 0;
        while (!pdk_sim_session_is_over(session)) {
            assert_true(pdk_sim_session_step(session));
            for (uint32_t i = 0; i < CARS; i++) {
                bool there = pdk_sim_session_view_of(session, i).present;
                if (!there) {
                    was_there[i] = false;
                    continue;
                }
                pdk_sim_car car = *pdk_sim_session_car(session, i, true), *old = &before[i];
                bool jumped = happened(session, i, PDK_EVENT_GARAGE);
                jumps += jumped;
                if (was_there[i] && !jumped) {
                    double off[3] = { car.x - old->x, car.y - old->y, car.z - old->z }, wrong = 0, change = 0;
                    for (int k = 0; k < 3; k++) {
                        wrong += pow(off[k] / tick - (car.velocity[k] + old->velocity[k]) / 2, 2);
                        change += pow(car.velocity[k] - old->velocity[k], 2);
                    }
                    bool hit = happened(session, i, PDK_EVENT_CONTACT);
                    assert_true(sqrt(wrong) < (hit ? sqrt(change) / 2 : 0) + 0.8);
                    if (!hit) assert_true(sqrt(change) / tick < 60); /* some g, no blows */
                    assert_true(fabs(remainder(car.heading - old->heading, 6.283185307179586)) / tick < 9);
                }
                assert_true(car.throttle >= 0 && car.throttle <= 1 && car.brake >= 0 && car.brake <= 1);
                assert_true(car.gear >= 1 && car.gear <= PDK_SIM_GEARS);
                assert_near(hypot(hypot(car.forward[0], car.forward[1]), car.forward[2]), 1, 1e-9);
                before[i] = car;
                was_there[i] = true;
            }
        }
        assert_true(jumps > 0);
        pdk_memory_destroy(&memory);
    }
}

/* An impulse is given and taken; nobody's touch is one-sided. */
static void contacts_conserve_momentum(void **state)
{
    (void)state;
    size_t contacts = 0, rear = 0, side = 0, walls = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        pdk_memory memory;
        pdk_sim_session_plan plan = race_plan(seed);
        pdk_sim_session *session = session_or_fail(&memory, &plan);
        run(session);
        const pdk_sim_session_log *log = pdk_sim_session_get_log(session);
        for (size_t i = 0; i < log->contacts.count; i++) {
            const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, log->contacts, i);
            const pdk_log_party *a = &contact->parties[0], *b = &contact->parties[1];
            assert_true(contact->normal_speed >= 0.25 && contact->normal_speed < 62);
            assert_true(contact->relative_speed >= contact->normal_speed - 1e-9 || contact->with_wall);
            if (contact->with_wall) {
                walls++;
                continue;
            }
            assert_int_not_equal(a->car, b->car);
            assert_true(a->behind != b->behind);
            if (!contact->side) assert_true(a->behind); /* a nose that meets a tail came from behind */
            for (int k = 0; k < 2; k++) assert_near(a->velocity_change[k] + b->velocity_change[k], 0, 1e-12);
            double along = contact->side ? b->velocity_change[1] : b->velocity_change[0];
            assert_near(fabs(along), 0.65 * contact->normal_speed, 1e-9); /* half of 1 and the restitution */
            contacts++;
            rear += !contact->side;
            side += contact->side;
        }
        pdk_memory_destroy(&memory);
    }
    assert_true(contacts >= 6 && rear > 0 && side > 0 && walls > 0);
}

/* Laps, sectors, positions and results follow from the crossings that were stored. */
static void the_log_follows_the_crossings(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        pdk_memory memory;
        pdk_sim_session_plan plan = race_plan(seed);
        plan.with &= ~(unsigned)PDK_SIM_ESCAPES; /* laps that end in an escape are numbered too */
        pdk_sim_session *session = session_or_fail(&memory, &plan);
        uint32_t laps[CARS] = { 0 }, by_lap[16] = { 0 };
        double last[CARS], end[CARS][16];
        uint32_t place[CARS][16];
        memset(end, 0, sizeof end);
        memset(place, 0, sizeof place);
        for (int i = 0; i < CARS; i++) last[i] = -1;
        while (!pdk_sim_session_is_over(session)) {
            assert_true(pdk_sim_session_step(session));
            double clock = pdk_sim_session_clock(session);
            for (size_t i = 0; i < pdk_sim_session_event_count(session); i++) {
                const pdk_sim_session_event *event = pdk_sim_session_get_event(session, i);
                assert_true(event->time <= clock + 1e-9 && event->time > clock - tick - 1e-9);
                if (event->kind != PDK_EVENT_CROSSING || event->sector != 2) continue;
                assert_int_equal(event->lap, laps[event->car] + 1);
                laps[event->car]++;
                if (event->value > 0 && last[event->car] > 0) {
                    assert_near(event->value, event->time - last[event->car], 1e-9);
                }
                last[event->car] = end[event->car][event->lap] = event->time;
            }
        }
        assert_true(pdk_sim_session_end(session));
        for (uint32_t lap = 1; lap < 16; lap++) { /* by time, not by the order in which a tick was stored */
            for (uint32_t a = 0; a < CARS; a++) {
                if (!(end[a][lap] > 0)) continue;
                by_lap[lap]++;
                place[a][lap] = 1;
                for (uint32_t b = 0; b < CARS; b++) place[a][lap] += end[b][lap] > 0 && end[b][lap] < end[a][lap];
            }
        }
        const pdk_sim_session_log *log = pdk_sim_session_get_log(session);
        size_t ended = 0;
        for (size_t i = 0; i < log->laps.count; i++) {
            const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, log->laps, i);
            if (lap->end < 0) continue;
            ended++;
            assert_true(end[lap->car][lap->lap] == lap->end);
            assert_int_equal(place[lap->car][lap->lap], lap->position);
            assert_near(lap->sectors[0] + lap->sectors[1] + lap->sectors[2], lap->end - lap->start, 1e-9);
        }
        assert_int_equal(ended, log->positions.count);
        assert_int_equal(log->results.count, CARS);
        const pdk_log_result *winner = PDK_LOG_AT(pdk_log_result, log->results, 0);
        assert_int_equal(winner->laps, plan.laps);
        assert_int_equal(winner->status, PDK_LOG_RESULT_FINISHED);
        uint32_t most = 0;
        for (uint32_t lap = 1; lap < 16; lap++) most += by_lap[lap] > 0;
        assert_int_equal(most, plan.laps);
        for (size_t i = 0; i < log->results.count; i++) {
            const pdk_log_result *result = PDK_LOG_AT(pdk_log_result, log->results, i);
            assert_int_equal(result->laps, laps[result->car]);
            assert_int_equal(result->position, i + 1);
        }
        pdk_memory_destroy(&memory);
    }
}

/* Over some seeds everything the log can hold has happened. */
static void everything_happens(void **state)
{
    (void)state;
    size_t spins = 0, excursions = 0, penalties = 0, served = 0, changes = 0, late = 0, left = 0, lapped = 0;
    size_t finished = 0, retired = 0, disqualified = 0, services = 0, drive_throughs = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        pdk_memory memory;
        pdk_sim_session_plan plan = race_plan(seed);
        plan.cars = 14;
        plan.laps = 6;
        pdk_sim_session *session = session_or_fail(&memory, &plan);
        run(session);
        const pdk_sim_session_log *log = pdk_sim_session_get_log(session);
        spins += log->spins.count;
        excursions += log->excursions.count;
        penalties += log->penalties.count;
        changes += log->changes.count;
        for (size_t i = 0; i < log->penalties.count; i++) {
            served += PDK_LOG_AT(pdk_log_penalty, log->penalties, i)->served > 0;
        }
        for (size_t i = 0; i < log->drivers.count; i++) {
            const pdk_log_driver *driver = PDK_LOG_AT(pdk_log_driver, log->drivers, i);
            late += driver->joined > plan.start;
            left += driver->left > 0;
        }
        for (size_t i = 0; i < log->stops.count; i++) {
            const pdk_log_stop *stop = PDK_LOG_AT(pdk_log_stop, log->stops, i);
            services += stop->service;
            drive_throughs += stop->drive_through;
            if (stop->exit >= 0) assert_true(stop->exit > stop->enter + stop->stationary);
            if (stop->service) assert_true(stop->stationary > 3);
            else if (!stop->garage) assert_true(stop->stationary < 1e-9);
        }
        for (size_t i = 0; i < log->results.count; i++) {
            const pdk_log_result *result = PDK_LOG_AT(pdk_log_result, log->results, i);
            finished += result->status == PDK_LOG_RESULT_FINISHED;
            retired += result->status == PDK_LOG_RESULT_RETIRED;
            disqualified += result->status == PDK_LOG_RESULT_DISQUALIFIED;
            lapped += result->status == PDK_LOG_RESULT_FINISHED && result->laps < plan.laps;
        }
        pdk_memory_destroy(&memory);
    }
    assert_true(spins > 0 && excursions > 0 && penalties > 1 && served > 0 && changes > 0 && late > 0 && left > 0);
    assert_true(finished > SEEDS && retired > 0 && disqualified > 0 && lapped > 0);
    assert_true(services > 2 * SEEDS && drive_throughs > 0);
}

/* Practice and qualifying: out laps, timed ones, the garage again; results by best lap. A race by time ends. */
static void other_sessions(void **state)
{
    (void)state;
    for (int kind = PDK_SIM_PRACTICE; kind <= PDK_SIM_RACE; kind++) {
        pdk_memory memory;
        pdk_sim_session_plan plan = race_plan(8);
        plan.kind = (pdk_sim_session_kind)kind;
        plan.laps = 0;
        plan.duration = 420;
        pdk_sim_session *session = session_or_fail(&memory, &plan);
        run(session);
        const pdk_sim_session_log *log = pdk_sim_session_get_log(session);
        assert_true(log->flag > plan.start + plan.duration - 1);
        size_t out = 0, timed = 0;
        double best = 1e9;
        for (size_t i = 0; i < log->laps.count; i++) {
            const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, log->laps, i);
            out += lap->kind == PDK_LOG_LAP_OUT;
            timed += lap->kind == PDK_LOG_LAP_TIMED;
            if (kind != PDK_SIM_RACE) assert_int_equal(lap->is_stored, lap->end >= 0 && lap->kind != PDK_LOG_LAP_OUT);
            if (lap->is_stored) best = fmin(best, lap->end - lap->start);
        }
        assert_true(out > 0 && timed >= CARS);
        const pdk_log_result *first = PDK_LOG_AT(pdk_log_result, log->results, 0);
        if (kind == PDK_SIM_RACE) assert_near(first->time, log->flag - log->green, 1e-9);
        else assert_near(first->best_lap_time, best, 1e-9);
        pdk_memory_destroy(&memory);
    }
}

/* The same plan is the same session, looked at or not. */
static void looking_changes_nothing(void **state)
{
    (void)state;
    pdk_memory memory, other_memory;
    pdk_sim_session_plan plan = race_plan(3);
    pdk_sim_session *session = session_or_fail(&memory, &plan), *other = session_or_fail(&other_memory, &plan);
    for (int i = 0; i < 9000; i++) {
        assert_true(pdk_sim_session_step(session) && pdk_sim_session_step(other));
        pdk_sim_session_car(other, (uint32_t)i % CARS, i % 2 == 0);
        assert_int_equal(pdk_sim_session_event_count(session), pdk_sim_session_event_count(other));
    }
    for (uint32_t i = 0; i < CARS; i++) {
        const pdk_sim_car *a = pdk_sim_session_car(session, i, false), *b = pdk_sim_session_car(other, i, false);
        assert_true(a->x == b->x && a->y == b->y && a->heading == b->heading);
    }
    pdk_memory_destroy(&memory);
    pdk_memory_destroy(&other_memory);
}

/* ----------------------------------------------------------------------------------------------------- habits */

static pdk_sim_session *run_with(pdk_memory *memory, unsigned with, uint64_t seed)
{
    pdk_sim_session_plan plan = race_plan(seed);
    plan.with = with;
    pdk_sim_session *session = session_or_fail(memory, &plan);
    run(session);
    return session;
}

static uint32_t count_results(const pdk_sim_session_log *log, pdk_log_status status, bool with_grid)
{
    uint32_t count = 0;
    for (size_t i = 0; i < log->results.count; i++) {
        const pdk_log_result *result = PDK_LOG_AT(pdk_log_result, log->results, i);
        count += result->status == status && result->laps == 0 && (result->grid > 0) == with_grid;
    }
    return count;
}

static void who_is_absent_or_boxed_drives_nothing(void **state)
{
    (void)state;
    pdk_memory memory;
    const pdk_sim_session_log *log = pdk_sim_session_get_log(run_with(&memory, PDK_SIM_ABSENT | PDK_SIM_BOXED, 2));
    assert_int_equal(count_results(log, PDK_LOG_RESULT_NOT_STARTED, false), 1);
    assert_int_equal(count_results(log, PDK_LOG_RESULT_RETIRED, false), 1);
    pdk_memory_destroy(&memory);
}

/* Laps that began in a garage: nobody stored when. */
static size_t session_outs(const pdk_sim_session_log *log)
{
    size_t outs = 0;
    for (size_t i = 0; i < log->laps.count; i++) {
        const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, log->laps, i);
        outs += lap->kind == PDK_LOG_LAP_OUT && !lap->is_stored;
    }
    return outs;
}

/* The lap ends where the car was left, and another begins in the garage. */
static void an_escape_ends_a_lap(void **state)
{
    (void)state;
    pdk_memory memory, other;
    const pdk_sim_session_log *log = pdk_sim_session_get_log(run_with(&memory, PDK_SIM_ESCAPES, 2)),
                              *without = pdk_sim_session_get_log(run_with(&other, 0, 2));
    size_t escapes = session_outs(log), usual = session_outs(without);
    assert_true(escapes > usual);
    pdk_memory_destroy(&memory);
    pdk_memory_destroy(&other);
}

/* How many seconds two cars are beside each other. */
static double seconds_beside(unsigned with)
{
    double beside = 0;
    pdk_memory memory;
    pdk_sim_session_plan plan = race_plan(1);
    plan.with = with;
    pdk_sim_session *session = session_or_fail(&memory, &plan);
    while (!pdk_sim_session_is_over(session)) {
        assert_true(pdk_sim_session_step(session));
        for (uint32_t i = 0; i < CARS; i++) {
            const pdk_sim_car *one = pdk_sim_session_car(session, i, false);
            pdk_sim_session_view view = pdk_sim_session_view_of(session, i);
            if (!view.present || view.in_lane || one->speed < 15) continue;
            for (uint32_t k = i + 1; k < CARS; k++) {
                pdk_sim_session_view other_view = pdk_sim_session_view_of(session, k);
                if (!other_view.present || other_view.in_lane) continue;
                const pdk_sim_car *other = pdk_sim_session_car(session, k, false);
                double x = other->x - one->x, y = other->y - one->y;
                double along = x * one->forward[0] + y * one->forward[1];
                if (hypot(x, y) < 8 && fabs(along) < 4.5) beside += tick;
            }
        }
    }
    assert_true(pdk_sim_session_end(session));
    pdk_memory_destroy(&memory);
    return beside;
}

static void cars_abreast_stay_abreast(void **state)
{
    (void)state;
    double usual = seconds_beside(0), abreast = seconds_beside(PDK_SIM_ABREAST);
    print_message("beside each other: %.0f s, by habit %.0f s\n", usual, abreast);
    assert_true(abreast > usual + 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_move_as_told),
        cmocka_unit_test(contacts_conserve_momentum),
        cmocka_unit_test(the_log_follows_the_crossings),
        cmocka_unit_test(everything_happens),
        cmocka_unit_test(other_sessions),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(who_is_absent_or_boxed_drives_nothing),
        cmocka_unit_test(an_escape_ends_a_lap),
        cmocka_unit_test(cars_abreast_stay_abreast),
    };
    return cmocka_run_group_tests_name("sim_session", tests, NULL, NULL);
}
