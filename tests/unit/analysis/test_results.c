/* Results, positions, stints and stops of sessions written by hand: who won, and the rules that say so. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_hand.h"
#include "support.h"

static const pdk_session_driver three[] = { HAND_DRIVER(0, "Anna"), HAND_DRIVER(1, "Bert"), HAND_DRIVER(2, "Carl") };

static const pdk_result *result_of(const pdk_document *document, size_t index)
{
    size_t count = 0;
    pdk_error error;
    if (pdk_result_count(document, &count, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_true(index < count);
    return pdk_result_at(document, index);
}

static const pdk_result *result_of_slot(const pdk_document *document, uint32_t slot)
{
    for (size_t i = 0;; i++) {
        const pdk_result *result = result_of(document, i);
        if (result->slot == slot) return result;
    }
}

static void assert_time(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-6)) fail_msg("%.9g, not %.9g", value, expected);
}

static double cell(const pdk_document *document, const char *answer, const char *column, uint64_t row)
{
    const pdk_table *table;
    pdk_error error;
    if (pdk_answer(document, answer, &table, &error) != PDK_OK) fail_msg("%s", error.message);
    double value = NAN;
    uint8_t valid = 0;
    pdk_column_read read = {
        .column = pdk_table_find_column(table, column), .type = PDK_FLOAT64, .values = &value, .validity = &valid
    };
    assert_int_equal(pdk_table_read(table, row, 1, &read, 1, &error), PDK_OK);
    return valid & 1 ? value : NAN;
}

/* Three laps of the leader; Carl is lapped. */
#define RACE                                                                                                \
    HAND_CROSSING(0, 100, 0, 0, 90), HAND_CROSSING(1, 101, 0, 0, 91), HAND_CROSSING(2, 140, 0, 0, 130),     \
        HAND_CROSSING(1, 190, 1, 0, 89), HAND_CROSSING(0, 191, 1, 0, 91), HAND_CROSSING(2, 270, 1, 0, 130), \
        HAND_CROSSING(0, 280, 2, 0, 89), HAND_CROSSING(1, 281, 2, 0, 91), HAND_CROSSING(2, 400, 2, 0, 130)

/* By laps: a driver who crosses the line at or after the leader's last lap has finished, lapped or not. */
static void test_by_laps(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.race_laps = 3;
    pdk_document *document = hand_document(&session);
    const pdk_result *first = result_of(document, 0), *second = result_of(document, 1), *third = result_of(document, 2);
    assert_int_equal(first->slot, 0);
    assert_time(first->total_time, 270);
    assert_time(first->gap, 0);
    assert_int_equal(first->best_lap, 3);
    assert_time(second->gap, 1);
    assert_time(second->interval, 1);
    assert_int_equal(third->laps, 3); /* at 400: the first line after the flag */
    assert_int_equal(third->status, PDK_RESULT_FINISHED);
    assert_time(third->gap, 120);
    assert_time(cell(document, "positions", "interval", 1), 1);
    assert_time(cell(document, "positions", "laps_down", 5), 0);
    assert_time(cell(document, "positions", "gap_to_leader", 5), 80);
    pdk_close(document);
}

/* By time: the leader's first line after it ends the race. */
static void test_by_time(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.race_minutes = 3.0 + 1.0 / 60; /* until 191: Anna comes then, but Bert leads; so it ends at 280 */
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 0);
    assert_int_equal(result_of(document, 0)->laps, 3);
    pdk_close(document);
    session.race_minutes = 179.0 / 60; /* until 189: Bert leads at 190 */
    document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 1);
    assert_int_equal(result_of(document, 0)->laps, 2);
    assert_int_equal(result_of_slot(document, 2)->laps, 2);
    assert_int_equal(result_of_slot(document, 2)->status, PDK_RESULT_FINISHED);
    pdk_close(document);
}

/* Seconds are added and change places; those taken back or served are not; a disqualified driver comes last. */
static void test_penalties(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    const pdk_session_penalty penalties[] = {
        { 50, 0, PDK_PENALTY_TIME, PDK_PENALTY_GIVEN, 5, { "", 0 } },
        { 60, 1, PDK_PENALTY_TIME, PDK_PENALTY_GIVEN, 30, { "", 0 } },
        { 70, 1, PDK_PENALTY_TIME, PDK_PENALTY_REMOVED, NAN, { "", 0 } },
        { 80, 1, PDK_PENALTY_DRIVE_THROUGH, PDK_PENALTY_GIVEN, NAN, { "", 0 } },
        { 90, 77, PDK_PENALTY_TIME, PDK_PENALTY_GIVEN, 1000, { "", 0 } },
        { 120, 1, PDK_PENALTY_DRIVE_THROUGH, PDK_PENALTY_SERVED, NAN, { "", 0 } },
        { 150, 2, PDK_PENALTY_DISQUALIFIED, PDK_PENALTY_GIVEN, NAN, { "", 0 } },
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.race_laps = 3;
    session.penalties = penalties;
    session.penalty_count = sizeof penalties / sizeof penalties[0];
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 1);
    assert_int_equal(result_of(document, 0)->penalties, 1);
    assert_time(result_of(document, 0)->penalty_time, 0);
    const pdk_result *anna = result_of(document, 1);
    assert_time(anna->total_time, 275);
    assert_time(anna->gap, 4);
    assert_int_equal(result_of(document, 2)->status, PDK_RESULT_DISQUALIFIED);
    pdk_close(document);
}

static size_t count_laps(const pdk_document *document, uint32_t slot, bool counts)
{
    size_t count = 0, found = 0;
    pdk_error error;
    assert_int_equal(pdk_lap_count(document, &count, &error), PDK_OK);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (!lap->counts && lap->reasons == 0)
            fail_msg("lap %u of %u does not count, and nothing says why", lap->lap, slot);
        found += lap->slot == slot && lap->counts == counts;
    }
    return found;
}

/* A disqualified driver has no fastest lap, unless the disqualification was taken back, or came later. */
static void test_disqualified(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    const pdk_session_penalty penalties[] = {
        { .time = 150, .slot = 0, .kind = PDK_PENALTY_DISQUALIFIED, .step = PDK_PENALTY_GIVEN, .seconds = NAN },
        { .time = 200, .slot = 0, .kind = PDK_PENALTY_DISQUALIFIED, .step = PDK_PENALTY_REMOVED, .seconds = NAN },
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.race_laps = 3;
    session.penalties = penalties;
    session.penalty_count = 1;
    pdk_document *document = hand_document(&session), *then = NULL;
    const pdk_result *anna = result_of_slot(document, 0);
    assert_int_equal(anna->status, PDK_RESULT_DISQUALIFIED);
    assert_true(isnan(anna->best_lap_time) && anna->best_lap == UINT32_MAX);
    assert_int_equal(count_laps(document, 0, true), 0);
    assert_int_equal(count_laps(document, 1, true), 3);
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    static const char *const names[] = { "results", NULL };
    pdk_error error;
    options.names = names;
    options.has_until = true;
    options.until = 140;
    if (pdk_analyse(document, &options, &then, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_time(result_of_slot(then, 0)->best_lap_time, 90);
    pdk_close(then);
    pdk_close(document);
    session.penalty_count = 2;
    document = hand_document(&session);
    assert_int_equal(result_of_slot(document, 0)->status, PDK_RESULT_FINISHED);
    assert_time(result_of_slot(document, 0)->best_lap_time, 89);
    assert_int_equal(count_laps(document, 0, true), 3);
    pdk_close(document);
}

/* Left, gone to the garage, overdue, and one who never began. */
static void test_retired(void **state)
{
    (void)state;
    static pdk_session_driver drivers[] = { HAND_DRIVER(0, "Anna"), HAND_DRIVER(1, "Bert"), HAND_DRIVER(2, "Carl"),
                                            HAND_DRIVER(3, "Dora"), HAND_DRIVER(4, "Emil") };
    drivers[1].exit_time = 150;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(0, 100, 0, 0, 90), HAND_CROSSING(1, 101, 0, 0, 91),
                                               HAND_CROSSING(2, 102, 0, 0, 92), HAND_CROSSING(3, 103, 0, 0, 93),
                                               HAND_CROSSING(0, 190, 1, 0, 90), HAND_CROSSING(2, 194, 1, 0, 92),
                                               HAND_CROSSING(0, 280, 2, 0, 90) };
    const pdk_session_pit pits[] = { { 250, 2, PDK_PIT_GARAGE } };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, drivers, crossings);
    session.green_time = 10;
    session.race_laps = 3;
    session.end_time = 400;
    session.pits = pits;
    session.pit_count = 1;
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of_slot(document, 0)->status, PDK_RESULT_FINISHED);
    assert_int_equal(result_of_slot(document, 1)->status, PDK_RESULT_RETIRED);
    assert_int_equal(result_of_slot(document, 2)->status, PDK_RESULT_RETIRED);
    assert_int_equal(result_of_slot(document, 3)->status, PDK_RESULT_RETIRED);
    assert_int_equal(result_of_slot(document, 4)->status, PDK_RESULT_NOT_STARTED);
    assert_int_equal(result_of(document, 1)->slot, 2); /* more laps than the others that stopped */
    assert_int_equal(result_of(document, 4)->slot, 4);
    pdk_close(document);
}

/* A recording that stops in mid-race: nobody has finished. */
static void test_running(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.crossing_count = 6;
    session.end_time = 275;
    pdk_document *document = hand_document(&session);
    for (size_t i = 0; i < 3; i++) assert_int_equal(result_of(document, i)->status, PDK_RESULT_RUNNING);
    assert_int_equal(result_of(document, 0)->slot, 1);
    assert_time(result_of(document, 1)->gap, 1);
    pdk_close(document);
}

/* Nobody continues after the line: that was the finish, though no file says so. */
static void test_flag_by_pace(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.end_time = 600;
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 0);
    for (size_t i = 0; i < 3; i++) assert_int_equal(result_of(document, i)->status, PDK_RESULT_FINISHED);
    pdk_close(document);
}

/* A driver who never crosses a line in a recording from the middle is placed by the running order. */
static void test_order_only(void **state)
{
    (void)state;
    const pdk_session_crossing none[] = { HAND_OPENING(9, 0, 0) };
    const uint32_t slots[] = { 2, 0, 1 };
    const pdk_session_order orders[] = { { 510, slots, 3 } };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, none);
    session.crossing_count = 0;
    session.start_time = 500;
    session.end_time = 520;
    session.orders = orders;
    session.order_count = 1;
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 2);
    assert_int_equal(result_of(document, 1)->slot, 0);
    assert_int_equal(result_of(document, 2)->slot, 1);
    assert_int_equal(result_of(document, 0)->status, PDK_RESULT_RUNNING);
    pdk_close(document);
}

/* Equal best laps: the first to drive it is ahead; a driver without one is last. */
static void test_qualifying(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(1, 100, 0, 0, 90), HAND_CROSSING(0, 110, 0, 0, 90),
                                               HAND_CROSSING(0, 205, 1, 0, 95) };
    pdk_session session = HAND_SESSION(PDK_SESSION_QUALIFYING, three, crossings);
    pdk_document *document = hand_document(&session);
    assert_int_equal(result_of(document, 0)->slot, 1);
    assert_int_equal(result_of(document, 1)->slot, 0);
    assert_time(result_of(document, 1)->gap, 0);
    assert_int_equal(result_of(document, 1)->laps, 2);
    assert_int_equal(result_of(document, 2)->status, PDK_RESULT_NOT_STARTED);
    assert_true(isnan(result_of(document, 2)->gap));
    pdk_close(document);
}

/* As it was before. */
static void test_until(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { RACE };
    const pdk_session_contact contacts[] = { { 50, 0, 1, { "", 0 }, 1 },
                                             { 199, 0, 1, { "", 0 }, 1 },
                                             { 201, 1, 2, { "", 0 }, 1 } };
    const pdk_session_penalty penalties[] = {
        { .time = 60, .slot = 1, .kind = PDK_PENALTY_DRIVE_THROUGH, .seconds = NAN },
        { .time = 250, .slot = 1, .kind = PDK_PENALTY_DRIVE_THROUGH, .seconds = NAN },
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.contacts = contacts;
    session.contact_count = 3;
    session.penalties = penalties;
    session.penalty_count = 2;
    session.green_time = 10;
    session.race_laps = 3;
    pdk_document *document = hand_document(&session), *then = NULL;
    static const char *const names[] = { "results", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    pdk_error error;
    options.names = names;
    options.has_until = true;
    options.until = 200;
    if (pdk_analyse(document, &options, &then, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_int_equal(result_of(then, 0)->slot, 1);
    assert_int_equal(result_of(then, 0)->laps, 2);
    assert_time(result_of(then, 1)->gap, 1);
    assert_int_equal(result_of(then, 0)->contacts, 2);
    assert_int_equal(result_of(then, 0)->penalties, 1);
    pdk_close(then);
    options.has_until = false;
    options.until_lap = 1;
    if (pdk_analyse(document, &options, &then, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_int_equal(result_of(then, 0)->slot, 0);
    assert_int_equal(result_of(then, 2)->laps, 1);
    for (size_t i = 0; i < 3; i++) { /* each until the end of the own lap 1 */
        const pdk_result *result = result_of(then, i);
        assert_int_equal(result->contacts, result->slot != 2 ? 1 : 0);
        assert_int_equal(result->penalties, result->slot == 1 ? 1 : 0);
    }
    pdk_close(then);
    assert_int_equal(result_of(document, 0)->contacts + result_of(document, 1)->contacts, 5);
    pdk_close(document);
}

static pdk_text compound_of(const pdk_document *document, uint64_t row)
{
    const pdk_table *stints = NULL;
    pdk_text compound = { NULL, 0 };
    pdk_error error;
    assert_int_equal(pdk_answer(document, "stints", &stints, &error), PDK_OK);
    assert_int_equal(
        pdk_table_read_column(stints, pdk_table_find_column(stints, "compound"), row, 1, &compound, &error), PDK_OK);
    return compound;
}

/* Stints end at service and garages, not at a drive-through; the loss is two laps against two medians. */
static void test_stops(void **state)
{
    (void)state;
    pdk_session_crossing crossings[10];
    double time = 10, laps[10] = { 95, 90, 90, 90, 110, 120, 90, 91, 105, 90 };
    for (uint32_t i = 0; i < 10; i++) {
        time += laps[i];
        crossings[i] = (pdk_session_crossing)HAND_CROSSING(0, time, i, 0, laps[i]);
    }
    const pdk_session_pit pits[] = {
        { 470, 0, PDK_PIT_ENTERED },     { 480, 0, PDK_PIT_SERVICE }, { 490, 0, PDK_PIT_SERVICE_END },
        { 500, 0, PDK_PIT_LEFT },        { 800, 0, PDK_PIT_ENTERED }, { 815, 0, PDK_PIT_LEFT },
        { 900, 0, PDK_PIT_SERVICE_END }, /* out of nowhere */
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.green_time = 10;
    session.pits = pits;
    session.pit_count = 6;
    session.end_time = time + 5;
    const pdk_session_tyres tyres[] = { { 0, 0, { "2", 1 } },
                                        { 0, 1, { "7", 1 } },
                                        { 300, 0, { "3", 1 } }, /* in mid-stint: of no stint's beginning */
                                        { 485, 0, { "1/0", 3 } },
                                        { 900, 0, { "4", 1 } } };
    session.tyres = tyres;
    session.tyre_count = sizeof tyres / sizeof tyres[0];
    pdk_document *document = hand_document(&session);
    assert_text(compound_of(document, 0), "2");
    assert_text(compound_of(document, 1), "1/0");
    assert_time(cell(document, "stints", "last_lap", 0), 5);
    assert_time(cell(document, "stints", "laps", 0), 5);
    assert_time(cell(document, "stints", "end_time", 0), 470);
    assert_time(cell(document, "stints", "median_lap_time", 0), 90);
    assert_time(cell(document, "stints", "deviation", 0), 0);
    assert_time(cell(document, "stints", "first_lap", 1), 6);
    assert_time(cell(document, "stints", "slot", 2), 1); /* no third stint of Anna's */
    assert_time(cell(document, "pit_stops", "lap", 0), 5);
    assert_time(cell(document, "pit_stops", "lane_duration", 0), 30);
    assert_time(cell(document, "pit_stops", "stationary_duration", 0), 10);
    assert_time(cell(document, "pit_stops", "loss", 0), 110 + 120 - 2 * 90);
    assert_time(cell(document, "pit_stops", "service", 0), 1);
    assert_time(cell(document, "pit_stops", "service", 1), 0);
    assert_int_equal(result_of_slot(document, 0)->pit_stops, 1);
    pdk_close(document);
}

/* A million contacts, a thousand drivers of one slot, and nothing takes long. */
static void test_many(void **state)
{
    (void)state;
    enum { CONTACTS = 1000000, DRIVERS = 1000 };
    pdk_session_contact *contacts = calloc(CONTACTS, sizeof *contacts);
    pdk_session_driver *drivers = calloc(DRIVERS, sizeof *drivers);
    assert_true(contacts != NULL && drivers != NULL);
    for (int i = 0; i < CONTACTS; i++) {
        contacts[i] =
            (pdk_session_contact){ .time = i * 1e-3, .slot = (uint32_t)i % 3, .other = (uint32_t)(i + 1) % 3 };
    }
    for (int i = 0; i < DRIVERS; i++) {
        drivers[i] = three[i % 3];
        drivers[i].slot = (uint32_t)i % 2;
        drivers[i].entry_time = DRIVERS - i;
    }
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings);
    session.drivers = drivers;
    session.driver_count = DRIVERS;
    session.contacts = contacts;
    session.contact_count = CONTACTS;
    pdk_document *document = hand_document(&session);
    result_of(document, 0);
    pdk_close(document);
    free(contacts);
    free(drivers);
}

/* A results file of the race above: its laps by hand, one of them later than the replay has it. */
static void test_fit(void **state)
{
    (void)state;
    static const pdk_session_driver swapped[] = { HAND_DRIVER(7, "BERT "), HAND_DRIVER(8, "Anna"),
                                                  HAND_DRIVER(9, "Dora") };
    static const pdk_session_result results[] = { { .slot = 7, .position = 1 },
                                                  { .slot = 8, .position = 2 },
                                                  { .slot = 9, .position = 3 } };
    pdk_session_lap laps[] = { { .slot = 7, .lap = 1, .lap_time = 91 },  { .slot = 7, .lap = 2, .lap_time = 89.03 },
                               { .slot = 7, .lap = 3, .lap_time = 92 },  { .slot = 8, .lap = 2, .lap_time = 91 },
                               { .slot = 8, .lap = 3, .lap_time = NAN }, { .slot = 9, .lap = 1, .lap_time = 90 } };
    const pdk_session_crossing crossings[] = { RACE };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, three, crossings), official = session;
    official.drivers = swapped;
    official.has_results = true;
    official.results = results;
    official.result_count = 3;
    official.laps = laps;
    official.lap_count = sizeof laps / sizeof laps[0];
    official.crossing_count = 0;
    pdk_document *replay = hand_document(&session), *file = hand_document(&official);
    pdk_results_fit fit;
    pdk_error error;
    assert_int_equal(pdk_fit_results(replay, file, NULL, NULL, &fit, &error), PDK_OK);
    assert_int_equal(fit.laps, 4);
    assert_int_equal(fit.same_laps, 3);
    assert_int_equal(pdk_fit_results(NULL, file, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_fit_results(replay, NULL, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_fit_results(replay, file, NULL, NULL, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_fit_results(replay, replay, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "results.format");
    assert_int_equal(pdk_fit_results(file, file, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "results.format");
    assert_int_equal(fit.laps, 0);
    pdk_close(file);
    official.kind = PDK_SESSION_PRACTICE;
    file = hand_document(&official);
    assert_int_equal(pdk_fit_results(replay, file, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "results.session");
    pdk_close(file);
    official.kind = PDK_SESSION_RACE;
    laps[0].lap_time = laps[1].lap_time = 95;
    file = hand_document(&official);
    assert_int_equal(pdk_fit_results(replay, file, NULL, NULL, &fit, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "results.laps");
    pdk_close(file);
    official.lap_count = 0;
    file = hand_document(&official);
    assert_int_equal(pdk_fit_results(replay, file, NULL, NULL, &fit, &error), PDK_OK);
    assert_int_equal(fit.laps, 0);
    pdk_close(file);
    pdk_close(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_laps),      cmocka_unit_test(test_by_time),    cmocka_unit_test(test_penalties),
        cmocka_unit_test(test_retired),      cmocka_unit_test(test_running),    cmocka_unit_test(test_flag_by_pace),
        cmocka_unit_test(test_order_only),   cmocka_unit_test(test_qualifying), cmocka_unit_test(test_until),
        cmocka_unit_test(test_disqualified), cmocka_unit_test(test_stops),      cmocka_unit_test(test_many),
        cmocka_unit_test(test_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
