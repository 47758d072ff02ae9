/* Laps from crossings written by hand: the hard cases. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "session_hand.h"
#include "support.h"

static size_t count_of(const pdk_document *document)
{
    size_t count = 0;
    pdk_error error;
    if (pdk_lap_count(document, &count, &error) != PDK_OK) fail_msg("%s", error.message);
    return count;
}

static const pdk_lap *lap_of(const pdk_document *document, size_t index)
{
    assert_true(index < count_of(document));
    const pdk_lap *lap = pdk_lap_at(document, index);
    assert_non_null(lap);
    return lap;
}

static void assert_time(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-6)) fail_msg("%.9g, not %.9g", value, expected);
}

static const pdk_session_driver two[] = { HAND_DRIVER(0, "Anna"), HAND_DRIVER(1, "Bert") };

/* Lap 1 begins with the race; sectors are differences of splits; places follow from who comes first. */
static void test_race(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = {
        HAND_CROSSING(0, 40, 0, 1, 30),  HAND_CROSSING(1, 41, 0, 1, 31),  HAND_CROSSING(0, 70, 0, 2, 60),
        HAND_CROSSING(1, 72, 0, 2, 62),  HAND_CROSSING(0, 100, 0, 0, 90), HAND_CROSSING(1, 103, 0, 0, 93),
        HAND_CROSSING(1, 190, 1, 0, 87), HAND_CROSSING(0, 191, 1, 0, 91),
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    session.end_time = 195;
    session.green_time = 10;
    pdk_document *document = hand_document(&session);
    assert_int_equal(count_of(document), 6);
    const pdk_lap *first = lap_of(document, 0), *second = lap_of(document, 1), *open = lap_of(document, 2);
    assert_time(first->start_time, 10);
    assert_time(first->lap_time, 90);
    assert_time(first->sector_time[0], 30);
    assert_time(first->sector_time[1], 30);
    assert_time(first->sector_time[2], 30);
    assert_true(isnan(first->sector_time[3]));
    assert_int_equal(first->reasons, PDK_LAP_REASON_FIRST);
    assert_int_equal(first->position, 1);
    assert_time(first->gap_to_leader, 0);
    assert_time(second->start_time, 100);
    assert_true(isnan(second->sector_time[0]));
    assert_int_equal(second->position, 2);
    assert_time(second->gap_to_leader, 1);
    assert_true(second->clean && second->best);
    assert_int_equal(open->kind, PDK_LAP_INCOMPLETE);
    assert_true(isnan(open->lap_time) && isnan(open->end_time));
    assert_int_equal(open->lap, 3);
    pdk_close(document);
}

/* A formation lap from 5 s on, recorded until 93 s: the first over the line after that begins the race. */
static pdk_session formation_session(const pdk_session_crossing *crossings, size_t count)
{
    pdk_session session = pdk_session_unknown();
    session.kind = PDK_SESSION_RACE;
    session.drivers = two;
    session.driver_count = 2;
    session.crossings = crossings;
    session.crossing_count = count;
    session.has_crossings = true;
    session.start_time = 0;
    session.end_time = 400;
    session.green_time = 4; /* lights, when they left the grid */
    session.has_formation = true;
    session.formation_from = 5;
    session.formation_last = 92;
    session.formation_to = 93;
    return session;
}

static const pdk_lap *numbered(const pdk_document *document, uint32_t slot, uint32_t number)
{
    size_t count = count_of(document);
    for (size_t i = 0; i < count; i++) {
        if (lap_of(document, i)->slot == slot && lap_of(document, i)->lap == number) return lap_of(document, i);
    }
    fail_msg("slot %u has no lap %u", slot, number);
    return NULL;
}

static void hold_formation(const pdk_session *session, bool bert_is_seen)
{
    pdk_document *document = hand_document(session);
    size_t results;
    pdk_error error;
    const pdk_lap *formation = numbered(document, 0, 0), *first = numbered(document, 0, 1),
                  *second = numbered(document, 0, 2);
    assert_int_equal(formation->kind, PDK_LAP_FORMATION);
    assert_int_equal(formation->lap, 0);
    assert_int_equal(formation->reasons, PDK_LAP_REASON_FORMATION);
    assert_true(isnan(formation->lap_time) && isnan(formation->sector_time[0]) && !formation->clean &&
                !formation->best);
    assert_int_equal(formation->position, UINT32_MAX);
    assert_time(formation->start_time, 5);
    assert_time(formation->end_time, 95);
    assert_int_equal(first->lap, 1);
    assert_time(first->start_time, 95);
    assert_time(first->lap_time, 100);
    assert_true((first->reasons & PDK_LAP_REASON_FIRST) != 0);
    assert_int_equal(first->position, 1);
    assert_int_equal(second->lap, 2);
    assert_time(second->lap_time, 98);
    assert_int_equal(numbered(document, 1, 0)->kind, PDK_LAP_FORMATION);
    assert_int_equal(numbered(document, 1, 1)->lap, 1);
    if (bert_is_seen) assert_time(numbered(document, 1, 1)->start_time, 97);
    assert_int_equal(numbered(document, 1, 1)->position, 2);
    if (pdk_result_count(document, &results, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_int_equal(results, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pdk_result_at(document, i)->laps, 2);
        assert_true(pdk_result_at(document, i)->best_lap > 0);
        assert_true(!(pdk_result_at(document, i)->best_lap_time < 97));
    }
    assert_time(pdk_result_at(document, 0)->total_time, 293 - 95);
    pdk_close(document);
}

/* The game counts it as a lap, or stores no time for it and does not count it; or loses where it ended. */
static void test_formation(void **state)
{
    (void)state;
    const pdk_session_crossing counted[] = {
        HAND_CROSSING(0, 35, 0, 1, 30),   HAND_CROSSING(1, 36, 0, 1, 31),   HAND_CROSSING(0, 95, 0, 0, 90),
        HAND_CROSSING(1, 97, 0, 0, 92),   HAND_CROSSING(0, 125, 1, 1, 30),  HAND_CROSSING(1, 127, 1, 1, 30),
        HAND_CROSSING(0, 195, 1, 0, 100), HAND_CROSSING(1, 199, 1, 0, 102), HAND_CROSSING(0, 293, 2, 0, 98),
        HAND_CROSSING(1, 299, 2, 0, 100),
    };
    pdk_session session = formation_session(counted, 10);
    hold_formation(&session, true);
    pdk_session_crossing lost[9];
    memcpy(lost, counted, 3 * sizeof *lost);
    memcpy(lost + 3, counted + 4, 6 * sizeof *lost);
    session = formation_session(lost, 9);
    hold_formation(&session, false);
    const pdk_session_crossing uncounted[] = {
        HAND_OPENING(0, 95, 0),           HAND_OPENING(1, 97, 0),          HAND_CROSSING(0, 195, 0, 0, 100),
        HAND_CROSSING(1, 199, 0, 0, 102), HAND_CROSSING(0, 293, 1, 0, 98), HAND_CROSSING(1, 299, 1, 0, 100),
    };
    session = formation_session(uncounted, 6);
    hold_formation(&session, true);
    session.formation_last = session.formation_from; /* one event, at the start, and not a word of its end */
    session.formation_to = NAN;
    hold_formation(&session, true);
}

/* Behind it they stand on the grid again, and lights begin the race. */
static void test_formation_and_lights(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(0, 35, 0, 1, 30), HAND_CROSSING(0, 210, 0, 0, 90),
                                               HAND_CROSSING(0, 300, 1, 0, 90) };
    pdk_session session = formation_session(crossings, 1);
    pdk_document *document = hand_document(&session); /* the recording ends before: nothing is a race yet */
    for (size_t i = 0; i < count_of(document); i++) assert_false(lap_of(document, i)->best);
    pdk_close(document);
    session = formation_session(crossings + 1, 2);
    session.green_time = 120;
    document = hand_document(&session);
    assert_int_equal(lap_of(document, 0)->kind, PDK_LAP_FORMATION);
    assert_time(lap_of(document, 0)->end_time, 210);
    pdk_close(document);
}

/* A crossing without time begins lap 1; one that ends a lap leaves it to the clock. */
static void test_untimed(void **state)
{
    (void)state;
    pdk_session_crossing crossings[] = { HAND_OPENING(0, 12, 0), HAND_CROSSING(0, 100, 0, 0, 88),
                                         HAND_CROSSING(0, 190, 1, 0, NAN), HAND_CROSSING(0, 280, 2, 0, 90) };
    crossings[2].invalid = true;
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    session.end_time = 285;
    session.green_time = 10;
    pdk_document *document = hand_document(&session);
    assert_int_equal(count_of(document), 5); /* Anna's open lap, and Bert's first */
    assert_time(lap_of(document, 0)->start_time, 12);
    const pdk_lap *untimed = lap_of(document, 1);
    assert_int_equal(untimed->source, PDK_LAP_SOURCE_CROSSING);
    assert_time(untimed->lap_time, 90);
    assert_false(untimed->clean);
    assert_int_equal(untimed->reasons, PDK_LAP_REASON_INVALID);
    assert_int_equal(lap_of(document, 2)->source, PDK_LAP_SOURCE_STORED);
    pdk_close(document);
}

/* The line was crossed unseen: the next stored time says when. */
static void test_missing(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(0, 100, 0, 0, 90), HAND_CROSSING(0, 130, 1, 1, 30),
                                               HAND_CROSSING(0, 221, 2, 1, 31), HAND_CROSSING(0, 280, 2, 0, 90),
                                               HAND_CROSSING(0, 560, 5, 0, 91) };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    session.end_time = 565;
    session.green_time = 10;
    pdk_document *document = hand_document(&session);
    const pdk_lap *unseen = lap_of(document, 1);
    assert_int_equal(unseen->lap, 2);
    assert_time(unseen->end_time, 190);
    assert_time(unseen->lap_time, 90);
    assert_int_equal(unseen->source, PDK_LAP_SOURCE_CROSSING);
    assert_false(unseen->clean);
    assert_time(unseen->sector_time[0], 30);
    const pdk_lap *after = lap_of(document, 2);
    assert_time(after->start_time, 190);
    assert_time(after->lap_time, 90);
    assert_int_equal(after->source, PDK_LAP_SOURCE_STORED);
    assert_int_equal(lap_of(document, 3)->lap, 4); /* begun, and nothing more is known about it and of lap 5 */
    assert_int_equal(lap_of(document, 3)->kind, PDK_LAP_INCOMPLETE);
    assert_int_equal(lap_of(document, 4)->lap, 6);
    assert_time(lap_of(document, 4)->start_time, 469);
    pdk_close(document);
}

/* Recorded from the middle: the numbers of laps show who was ahead. */
static void test_middle(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(1, 510, 4, 0, 95), HAND_CROSSING(0, 520, 5, 0, 90),
                                               HAND_CROSSING(1, 606, 5, 0, 96) };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    session.end_time = 610;
    session.start_time = 500;
    pdk_document *document = hand_document(&session);
    const pdk_lap *anna = lap_of(document, 0);
    assert_time(anna->start_time, 430);
    assert_int_equal(anna->lap, 6);
    assert_int_equal(anna->position, 1);
    const pdk_lap *bert = lap_of(document, 2);
    assert_int_equal(bert->lap, 5);
    assert_int_equal(bert->position, 2); /* Anna ended that lap before the recording began */
    assert_time(bert->gap_to_leader, 80);
    assert_int_equal(lap_of(document, 3)->position, 2);
    pdk_close(document);
}

/* In practice places follow from the best lap so far; laps from and to the pits are no best laps. */
static void test_practice(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(0, 100, 0, 0, NAN), HAND_CROSSING(1, 105, 0, 0, NAN),
                                               HAND_CROSSING(0, 190, 1, 0, 90), HAND_CROSSING(1, 194, 1, 0, 89),
                                               HAND_CROSSING(0, 278, 2, 0, 88) };
    const pdk_session_pit pits[] = { { 30, 0, PDK_PIT_LEFT }, { 270, 0, PDK_PIT_ENTERED }, { 285, 0, PDK_PIT_LEFT } };
    pdk_session session = HAND_SESSION(PDK_SESSION_PRACTICE, two, crossings);
    session.pits = pits;
    session.pit_count = 3;
    pdk_document *document = hand_document(&session);
    const pdk_lap *out = lap_of(document, 0), *timed = lap_of(document, 1), *in = lap_of(document, 2);
    assert_int_equal(out->kind, PDK_LAP_OUT);
    assert_time(out->start_time, 30);
    assert_int_equal(timed->kind, PDK_LAP_TIMED);
    assert_int_equal(timed->position, 1);
    assert_true(timed->best);
    assert_int_equal(in->kind, PDK_LAP_IN);
    assert_false(in->clean);
    pdk_close(document);
}

/* A slot that two use one after the other, and one that is on no list. */
static void test_slots(void **state)
{
    (void)state;
    static pdk_session_driver drivers[] = { HAND_DRIVER(3, "Anna"), HAND_DRIVER(3, "Carl") };
    drivers[0].exit_time = 200;
    drivers[1].entry_time = 300;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(3, 100, 0, 0, 90), HAND_CROSSING(9, 150, 0, 0, 95),
                                               HAND_CROSSING(3, 400, 0, 0, 92) };
    pdk_session session = HAND_SESSION(PDK_SESSION_PRACTICE, drivers, crossings);
    pdk_document *document = hand_document(&session);
    assert_int_equal(lap_of(document, 0)->driver.data[0], 'A');
    assert_int_equal(lap_of(document, 2)->driver.data[0], 'C');
    assert_time(lap_of(document, 2)->lap_time, 92);
    assert_null(lap_of(document, 4)->driver.data);
    assert_int_equal(lap_of(document, 4)->slot, 9);
    pdk_close(document);
}

/* Both parties record a contact, and a pair touches more than once. */
static void test_contacts(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = { HAND_CROSSING(0, 100, 0, 0, 90), HAND_CROSSING(1, 101, 0, 0, 91) };
    const pdk_session_contact contacts[] = { { 50, 0, 1, { "", 0 }, NAN },
                                             { 50.1, 1, 0, { "", 0 }, NAN },
                                             { 50.3, 0, 1, { "", 0 }, NAN },
                                             { 60, 0, 0, { "", 0 }, NAN },
                                             { 61, 0, PDK_SESSION_NONE, { "cone", 4 }, NAN },
                                             { 62, 77, 78, { "", 0 }, NAN } };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    session.end_time = 105;
    session.green_time = 10;
    session.contacts = contacts;
    session.contact_count = sizeof contacts / sizeof contacts[0];
    pdk_document *document = hand_document(&session);
    assert_int_equal(lap_of(document, 0)->contacts, 2);
    assert_int_equal(lap_of(document, 2)->contacts, 1);
    assert_int_equal(lap_of(document, 2)->reasons, PDK_LAP_REASON_FIRST | PDK_LAP_REASON_CONTACT);
    pdk_close(document);
}

/* What times and numbers should not be. */
static void test_nonsense(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = {
        HAND_CROSSING(0, -5, 7, 0, 0),   HAND_CROSSING(0, -5, 7, 0, 0),
        HAND_CROSSING(0, 3, 2, 9, 1e30), HAND_CROSSING(0, 4, UINT32_MAX - 1, 0, 1e30),
        HAND_CROSSING(0, 5, 0, 1, -1),   HAND_CROSSING(1, 5, 0, 0, 1e-9),
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, two, crossings);
    pdk_document *document = hand_document(&session);
    size_t count = count_of(document);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = lap_of(document, i);
        if (isfinite(lap->lap_time)) assert_true(lap->lap_time >= 0);
        assert_true(lap->kind == PDK_LAP_INCOMPLETE || isfinite(lap->lap_time));
    }
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_race),     cmocka_unit_test(test_formation), cmocka_unit_test(test_formation_and_lights),
        cmocka_unit_test(test_untimed),  cmocka_unit_test(test_missing),   cmocka_unit_test(test_middle),
        cmocka_unit_test(test_practice), cmocka_unit_test(test_slots),     cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
