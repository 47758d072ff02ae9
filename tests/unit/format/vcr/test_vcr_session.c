/* Generated sessions: what a replay holds is what happened. The session is simulated again beside the reading. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "format/vcr/vcr_synth.h"
#include "support.h"

static const char *const dialects[] = { "r2", "r1", "l" };
static const char *const kinds[] = { "practice", "qualifying", "race" };
enum { DIALECTS = 3, CARS = 8, WALL = 112 };

static pdk_synth_options race_options(int dialect, uint64_t seed)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialects[dialect];
    options.session = "race";
    options.laps = 3;
    options.cars = CARS;
    options.seed = seed;
    options.poses_every = 10;
    return options;
}

/* The session that is in such a file. */
static pdk_sim_session *same_session(pdk_memory *memory, const pdk_synth_options *options)
{
    pdk_memory_init(memory, NULL, 0);
    pdk_sim_session_plan plan = { .cars = CARS, .start = 60, .tick = 0.02 };
    pdk_error error = { 0 };
    assert_ok(pdk_sim_session_make_plan(options, &plan, &error), error);
    pdk_sim_session *session = pdk_sim_session_new(memory, &plan);
    assert_non_null(session);
    return session;
}

static void assert_sound(const uint8_t *data, size_t size)
{
    pdk_document *replay = open_bytes_or_fail(data, size);
    pdk_error error = { 0 };
    uint64_t total = 1;
    assert_ok(pdk_check(replay, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    assert_int_equal(total, 0);
    pdk_close(replay);
}

/* Every kind in every dialect, also with a seed nobody chose. */
static void all_are_sound(void **state)
{
    (void)state;
    uint64_t unforeseen = (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)unforeseen);
    for (int kind = 0; kind < 3; kind++) {
        for (int d = 0; d < DIALECTS; d++) {
            for (uint64_t seed = 1; seed <= 2; seed++) {
                pdk_synth_options options = race_options(d, seed == 2 ? unforeseen : 4);
                options.session = kinds[kind];
                options.laps = kind == 2 ? 2 : 0;
                options.minutes = kind == 2 ? 0 : 4;
                options.poses_every = 25;
                size_t size;
                uint8_t *data = synth_or_fail("vcr", &options, &size);
                assert_sound(data, size);
                free(data);
            }
        }
    }
}

static void crossings_are_those_that_happened(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        pdk_synth_options options = race_options(d, 7);
        size_t size, count, at = 0;
        uint8_t *data = synth_or_fail("vcr", &options, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        double *time = column_f64(replay, "checkpoints", "crossing_time", &count);
        double *lap_time = column_f64(replay, "checkpoints", "lap_time", &count);
        double *lap = column_f64(replay, "checkpoints", "lap", &count);
        double *sector = column_f64(replay, "checkpoints", "sector", &count);
        double *driver = column_f64(replay, "checkpoints", "driver", &count);
        pdk_memory memory;
        pdk_sim_session *session = same_session(&memory, &options);
        while (!pdk_sim_session_is_over(session)) {
            assert_true(pdk_sim_session_step(session));
            for (size_t i = 0; i < pdk_sim_session_event_count(session); i++) {
                const pdk_sim_session_event *event = pdk_sim_session_get_event(session, i);
                if (event->kind != PDK_EVENT_CROSSING) continue;
                assert_true(at < count);
                assert_int_equal(driver[at], event->car);
                assert_int_equal(lap[at], event->lap - 1);
                assert_int_equal(sector[at], (event->sector + 1) % 3);
                assert_near(time[at], event->time, 5e-5);
                assert_true(has_value(replay, "checkpoints", "lap_time", at) == (event->value > 0));
                if (event->value > 0) assert_near(lap_time[at], event->value, 1e-5);
                at++;
            }
        }
        assert_int_equal(at, count);
        assert_true(count > CARS * 6);
        double *columns[] = { time, lap_time, lap, sector, driver };
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
        pdk_memory_destroy(&memory);
        pdk_close(replay);
        free(data);
    }
}

static void poses_are_where_they_were(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        pdk_synth_options options = race_options(d, 2);
        size_t size, count, at = 0;
        uint8_t *data = synth_or_fail("vcr", &options, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        double *x = column_f64(replay, "poses", "x", &count), *y = column_f64(replay, "poses", "y", &count);
        double *z = column_f64(replay, "poses", "z", &count), *yaw = column_f64(replay, "poses", "yaw", &count);
        double *driver = column_f64(replay, "poses", "driver", &count),
               *lane = column_f64(replay, "poses", "in_pit", &count);
        pdk_memory memory;
        pdk_sim_session *session = same_session(&memory, &options);
        for (uint32_t tick = 0; !pdk_sim_session_is_over(session); tick++) {
            if (tick > 0) assert_true(pdk_sim_session_step(session));
            if (pdk_sim_session_is_over(session)) break;
            for (uint32_t i = 0; tick % options.poses_every == 0 && i < CARS; i++) {
                pdk_sim_session_view view = pdk_sim_session_view_of(session, i);
                if (!view.present) continue;
                const pdk_sim_car *car = pdk_sim_session_car(session, i, false);
                assert_true(at < count);
                assert_int_equal(driver[at], i);
                assert_near(x[at], car->x, 1e-4);
                assert_near(y[at], car->z, 1e-4);
                assert_near(z[at], -car->y, 1e-4);
                assert_near(yaw[at], car->heading, 1e-5);
                if (d != 2) assert_int_equal(lane[at], view.in_lane);
                at++;
            }
        }
        assert_true(at >= count && at <= count + CARS);
        double *columns[] = { x, y, z, yaw, driver, lane };
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
        pdk_memory_destroy(&memory);
        pdk_close(replay);
        free(data);
    }
}

/* Both parties record a contact, within 0.3 s, and in L with their own values. */
static void contacts_are_told_twice(void **state)
{
    (void)state;
    size_t all = 0, differing = 0;
    for (int d = 0; d < DIALECTS; d += 2) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            pdk_synth_options options = race_options(d, seed);
            size_t size, count = 0, told = 0, walls = 0;
            uint8_t *data = synth_or_fail("vcr", &options, &size);
            pdk_document *replay = open_bytes_or_fail(data, size);
            double *time = column_f64(replay, "contacts", "time", &count);
            double *driver = column_f64(replay, "contacts", "driver", &count);
            double *other = column_f64(replay, "contacts", "other", &count);
            double *impact = d == 2 ? column_f64(replay, "contacts", "impact", &count) : NULL;
            pdk_memory memory;
            pdk_sim_session *session = same_session(&memory, &options);
            while (!pdk_sim_session_is_over(session)) assert_true(pdk_sim_session_step(session));
            assert_true(pdk_sim_session_end(session));
            const pdk_sim_session_log *log = pdk_sim_session_get_log(session);
            for (size_t i = 0; i < log->contacts.count; i++) {
                const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, log->contacts, i);
                double values[2] = { -1, -1 };
                for (int party = 0; party < (contact->with_wall ? 1 : 2); party++) {
                    uint32_t me = contact->parties[party].car, it = contact->parties[1 - party].car;
                    size_t found = 0;
                    for (size_t k = 0; k < count; k++) {
                        bool fits = time[k] > contact->time - 1e-3 && time[k] < contact->time + 0.3 &&
                                    driver[k] == me && other[k] == (contact->with_wall ? WALL : it);
                        if (fits && impact != NULL) values[party] = impact[k];
                        found += fits;
                    }
                    assert_true(found >= 1);
                    told++;
                }
                walls += contact->with_wall;
                all += !contact->with_wall;
                differing += impact != NULL && !contact->with_wall && fabs(values[0] - values[1]) > 1;
            }
            assert_int_equal(told, count);
            (void)walls;
            pdk_memory_destroy(&memory);
            double *columns[] = { time, driver, other, impact };
            for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
            pdk_close(replay);
            free(data);
        }
    }
    assert_true(all > 0 && differing > 0);
}

static void what_is_left_out_is_not_there(void **state)
{
    (void)state;
    static const struct {
        const char *what, *table;
    } cases[] = { { "crossings", "checkpoints" },
                  { "order", "running_order" },
                  { "contacts", "contacts" },
                  { "contacts", "impacts" },
                  { "pit", "pit" },
                  { "penalties", "penalties" },
                  { "start", "countdown" } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_synth_options options = race_options(0, 2);
        size_t size;
        uint8_t *data = synth_or_fail("vcr", &options, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        uint64_t poses = table_rows(replay, "poses");
        assert_true(table_rows(replay, cases[i].table) > 0);
        pdk_close(replay);
        free(data);
        options.without = strcmp(cases[i].what, "pit") == 0 ? "pit,joins" : cases[i].what;
        data = synth_or_fail("vcr", &options, &size);
        replay = open_bytes_or_fail(data, size);
        assert_int_equal(table_rows(replay, cases[i].table), 0);
        assert_int_equal(table_rows(replay, "poses"), poses);
        pdk_close(replay);
        free(data);
    }
    pdk_synth_options options = race_options(0, 2);
    options.without = "order,poses";
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_synth("vcr", &options, output, &error), error, PDK_E_ARGUMENT, "argument.without", PDK_NO_OFFSET);
    options.without = NULL;
    options.minutes = 2;
    assert_fails(pdk_synth("vcr", &options, output, &error), error, PDK_E_ARGUMENT, "argument.laps", PDK_NO_OFFSET);
    options.session = "rally";
    assert_fails(pdk_synth("vcr", &options, output, &error), error, PDK_E_ARGUMENT, "argument.session", PDK_NO_OFFSET);
    pdk_output_close(output);
}

static void the_same_again(void **state)
{
    (void)state;
    pdk_synth_options options = race_options(2, 5);
    uint8_t *data[2];
    size_t size[2];
    pdk_output *truth[2];
    for (int i = 0; i < 2; i++) {
        truth[i] = options.truth = output_or_fail();
        data[i] = synth_or_fail("vcr", &options, &size[i]);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(data[0], data[1], size[0]);
    assert_int_equal(pdk_output_position(truth[0]), pdk_output_position(truth[1]));
    assert_true(pdk_output_position(truth[0]) > 10000);
    for (int i = 0; i < 2; i++) {
        free(data[i]);
        pdk_output_close(truth[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_sound),
        cmocka_unit_test(crossings_are_those_that_happened),
        cmocka_unit_test(poses_are_where_they_were),
        cmocka_unit_test(contacts_are_told_twice),
        cmocka_unit_test(what_is_left_out_is_not_there),
        cmocka_unit_test(the_same_again),
    };
    return cmocka_run_group_tests_name("vcr_session", tests, NULL, NULL);
}
