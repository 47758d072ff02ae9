/* Laps and results compared with what happened, over recordings that misbehave in every way the generator knows.
 * Incidents are compared in test_incidents_truth. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "truth_case.h"

static const truth_case cases[] = {
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 11 },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 11, .late = 0.06 },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 12, .lost = "crossings:0.1" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 14, .without = "pit" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 16, .with = "absent,boxed" },
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 19, .without = "pit" },
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 21, .without = "start" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 3, .without = "joins" },
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 22, .with = "absent,boxed", .without = "pit" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 15, .with = "abreast,wide" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 17, .with = "lag" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 17, .with = "escapes" },
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 18, .with = "escapes,absent,boxed" },
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 18, .late = 0.06, .poses_every = 1 },
    { .dialect = "l", .session = "race", .minutes = 4, .cars = 8, .seed = 20, .lost = "crossings:0.1" },
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 700, .with = "escapes,absent,boxed" },
    { .dialect = "r2",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 702,
      .with = "escapes",
      .without = "pit",
      .lost = "crossings:0.1" },
    { .dialect = "r2",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 1331,
      .with = "escapes",
      .lost = "crossings:0.1" },
    { .dialect = "r2",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 701,
      .with = "escapes",
      .lost = "crossings:0.1" },
    { .dialect = "l", .session = "qualifying", .minutes = 5, .cars = 8, .seed = 23, .with = "escapes" },
    { .dialect = "r1",
      .session = "qualifying",
      .minutes = 5,
      .cars = 8,
      .seed = 705,
      .with = "escapes",
      .lost = "crossings:0.1" },
    { .dialect = "r2", .session = "qualifying", .minutes = 5, .cars = 8, .seed = 706, .without = "pit" },
    { .dialect = "r2", .session = "practice", .minutes = 5, .cars = 8, .seed = 24, .lost = "crossings:0.1" },
    /* escapes from right beside the garage, which are no jump */
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 2821, .with = "escapes" },
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 2792, .with = "escapes", .without = "pit" },
    { .dialect = "l", .session = "practice", .minutes = 5, .cars = 8, .seed = 2308, .without = "pit" },
    /* some events of the pit lane are lost, and poses show it: a car came in, went out, or escaped */
    { .dialect = "r2", .session = "race", .laps = 6, .cars = 8, .seed = 7000, .lost = "pit:0.1" },
    { .dialect = "r2", .session = "race", .laps = 6, .cars = 8, .seed = 7006, .lost = "pit:0.3" },
    { .dialect = "l", .session = "race", .laps = 6, .cars = 8, .seed = 7001, .lost = "pit:0.3" },
    { .dialect = "l", .session = "race", .laps = 6, .cars = 8, .seed = 7041, .with = "escapes", .lost = "pit:0.3" },
    /* and in L, where only leaving the garage says that it was one */
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 4005, .with = "absent,boxed,escapes" },
    /* nobody says how long the race is: when all drive slowly after the line, of whom few laps show how fast they are
     */
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 2043, .with = "escapes" },
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 2054, .with = "escapes" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 3037 },
    { .dialect = "r2",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 3024,
      .with = "absent,boxed,escapes",
      .without = "pit" },
    /* everybody comes from the pits to the finish */
    { .dialect = "r1", .session = "race", .minutes = 4, .cars = 8, .seed = 7018, .with = "escapes" },
    /* all lines of somebody's last lap are lost, or of his first */
    { .dialect = "r2",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 1016,
      .with = "escapes",
      .lost = "crossings:0.1" },
    { .dialect = "l",
      .session = "race",
      .laps = 4,
      .cars = 8,
      .seed = 3001,
      .with = "escapes",
      .lost = "crossings:0.1" },
    { .dialect = "r1",
      .session = "qualifying",
      .minutes = 5,
      .cars = 8,
      .seed = 1345,
      .with = "escapes",
      .lost = "crossings:0.1" },
    /* one who spins and stops before the line */
    { .dialect = "r2", .session = "qualifying", .minutes = 5, .cars = 8, .seed = 3014, .lost = "crossings:0.1" },
    { .dialect = "r1", .session = "practice", .minutes = 5, .cars = 8, .seed = 3035, .lost = "crossings:0.1" },
    /* one who gives up in the pits, in a format without events of the garage */
    { .dialect = "r1", .session = "race", .laps = 6, .cars = 10, .seed = 3000 },
    { .dialect = "l", .session = "race", .laps = 2, .cars = 12, .seed = 507295, .with = "escapes" },
    /* somebody escapes to the garage in the first lap, before any line */
    { .dialect = "l", .session = "race", .laps = 2, .cars = 12, .seed = 766799, .with = "escapes,abreast" },
    { .dialect = "l", .session = "race", .laps = 2, .cars = 8, .seed = 601821, .with = "escapes" },
    { .dialect = "l", .session = "race", .laps = 2, .cars = 8, .seed = 786021, .with = "escapes" },
    { .dialect = "r1",
      .session = "race",
      .laps = 2,
      .cars = 8,
      .seed = 944657,
      .with = "escapes",
      .lost = "crossings:0.1" },
    /* laps from the garage that are given up before any line, among them the first of the session */
    { .dialect = "l", .session = "qualifying", .minutes = 5, .cars = 6, .seed = 9, .with = "escapes" },
    { .dialect = "r2", .session = "qualifying", .minutes = 5, .cars = 8, .seed = 10, .with = "escapes" },
    /* and in the formation lap, so that the race begins in the pits */
    { .dialect = "l", .session = "race", .laps = 2, .cars = 4, .seed = 17, .with = "escapes,formation" },
    { .dialect = "r1", .session = "race", .laps = 3, .cars = 4, .seed = 359256, .with = "escapes,formation" },
    /* steps of the countdown are lost, the last of them too */
    { .dialect = "r2", .session = "race", .laps = 2, .cars = 6, .seed = 2, .lost = "start:0.5" },
    { .dialect = "r2", .session = "race", .laps = 2, .cars = 6, .seed = 7, .lost = "start:0.5" },
    /* one stands in the pits, whom the game ranks first until the others come round after the formation lap */
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 4, .seed = 552514, .with = "formation,boxed" },
    { .dialect = "r1", .session = "race", .laps = 2, .cars = 8, .seed = 923990, .with = "formation,boxed,jumps" },
    { .dialect = "l", .session = "race", .laps = 3, .cars = 6, .seed = 879310, .with = "absent,boxed,formation" },
    { .dialect = "l", .session = "qualifying", .minutes = 5, .cars = 8, .seed = 4, .with = "absent,boxed" },
    { .dialect = "r1", .session = "practice", .minutes = 5, .cars = 8, .seed = 2, .with = "absent,boxed" },
    { .dialect = "r2", .session = "practice", .minutes = 5, .cars = 8, .seed = 3, .with = "absent,boxed" },
};

/* Only events record penalties. Where they are lost, or the format has none, places and total times may differ.
 */
static bool is_official(const truth_case *of, const truth_run *run)
{
    bool lost = of->lost != NULL && (strncmp(of->lost, "all", 3) == 0 || strncmp(of->lost, "penalties", 9) == 0);
    return run->log->penalties.count == 0 || (strcmp(of->dialect, "r1") != 0 && !lost);
}

static bool is_right(bool official, const truth_laps *laps, const truth_results *results)
{
    size_t wrong = laps->missing + laps->invented + laps->wrong_time + laps->wrong_kind + laps->timed_escapes +
                   laps->lost_escapes + laps->ranked + laps->of_nobody + laps->wrong_who + results->wrong_laps +
                   results->wrong_status + results->wrong_grid;
    if (official) wrong += results->wrong_place + results->wrong_time + !results->winner_is_right;
    return wrong == 0;
}

static void print_report(const truth_case *of, const truth_laps *laps, const truth_results *results)
{
    char name[256];
    truth_name(of, name, sizeof name);
    printf(
        "%s\n  laps: %zu happened, %zu found, %zu missing, %zu invented, %zu wrong times (largest %.3f s), %zu wrong "
        "kinds, %zu escapes timed, %zu lost, %zu ranked wrongly, %zu of nobody, %zu with the wrong driver\n",
        name, laps->happened, laps->found, laps->missing, laps->invented, laps->wrong_time, laps->largest_error,
        laps->wrong_kind, laps->timed_escapes, laps->lost_escapes, laps->ranked, laps->of_nobody, laps->wrong_who);
    printf("  results: %zu drivers, winner %s, %zu wrong places, %zu wrong laps, %zu wrong statuses, %zu wrong times "
           "(largest %.3f s), %zu wrong places on the grid\n",
           results->drivers, results->winner_is_right ? "right" : "WRONG", results->wrong_place, results->wrong_laps,
           results->wrong_status, results->wrong_time, results->largest_error, results->wrong_grid);
}

static size_t shared_laps;

static bool check_answers(const truth_case *of, const truth_run *run)
{
    truth_laps laps;
    truth_results results;
    truth_look_at_laps(run, truth_pose_interval(of), &laps);
    truth_look_at_results(run, &results);
    shared_laps += laps.shared;
    bool right = is_right(is_official(of, run), &laps, &results);
    if (!right) print_report(of, &laps, &results);
    return right;
}

static void answers_are_what_happened(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        truth_run run;
        truth_begin(&cases[i], &run);
        wrong += !check_answers(&cases[i], &run);
        truth_end(&run);
    }
    assert_int_equal(wrong, 0);
    assert_true(shared_laps >= 4); /* or the generator changes no drivers */
}

/* Each crossing of a race in turn: of every line, lap and driver, that of the winner's last lap among them. */
static void any_crossing_may_be_lost(void **state)
{
    static const char *const dialects[] = { "r1", "l" };
    (void)state;
    for (size_t d = 0; d < sizeof dialects / sizeof dialects[0]; d++) {
        truth_case of = { .dialect = dialects[d], .session = "race", .laps = 2, .cars = 3, .seed = 5 };
        truth_run run;
        size_t whole, tried = 0, wrong = 0, by_line = 0;
        truth_begin(&of, &run);
        whole = run.size;
        for (char lost[32]; true; tried++) {
            snprintf(lost, sizeof lost, "crossings#%zu", tried + 1);
            of.lost = lost;
            truth_open_again(&of, &run);
            if (run.size == whole) break;
            wrong += !check_answers(&of, &run);
            by_line += truth_count_laps(&run, PDK_LAP_SOURCE_LINE);
        }
        truth_end(&run);
        assert_int_equal(tried, 3 * 2 * PDK_LOG_SECTORS); /* lines of a lap */
        assert_int_equal(by_line, 3 * 2);                 /* each lap that ended at the lost one */
        assert_int_equal(wrong, 0);
    }
}

/* Recordings that end while everyone races on, the leaders just out of the pits: slow, and yet not at the finish. */
static void a_race_that_goes_on_has_no_finish(void **state)
{
    static const truth_case parts[] = {
        { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 6006, .to = 269.6 },
        { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 6008, .to = 261 },
        /* the leader gives up while the others leave the pits */
        { .dialect = "r2", .session = "race", .laps = 5, .cars = 10, .seed = 3006, .with = "escapes", .to = 225.93 },
        /* the time is over, and the leader has not come round */
        { .dialect = "l", .session = "race", .minutes = 5, .cars = 10, .seed = 326617, .to = 391.26 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        truth_run run;
        size_t count = 0, running = 0;
        pdk_error error = { 0 };
        truth_begin(&parts[i], &run);
        assert_ok(pdk_result_count(run.document, &count, &error), error);
        for (size_t k = 0; k < count; k++) {
            assert_int_not_equal(pdk_result_at(run.document, k)->status, PDK_RESULT_FINISHED);
            running += pdk_result_at(run.document, k)->status == PDK_RESULT_RUNNING;
        }
        assert_true(running > 3);
        truth_end(&run);
    }
}

/* A recording that begins in the second lap has the event of the countdown that is long over: that is no start in
 * it. */
static void a_later_recording_has_no_start(void **state)
{
    static const truth_case part = {
        .dialect = "r2", .session = "race", .laps = 4, .cars = 6, .seed = 20489, .from = 220.45, .to = 346.44
    };
    truth_run run;
    size_t count = 0;
    pdk_error error = { 0 };
    (void)state;
    truth_begin(&part, &run);
    assert_ok(pdk_lap_count(run.document, &count, &error), error);
    assert_true(count >= 6);
    for (size_t i = 0; i < count; i++) assert_true(pdk_lap_at(run.document, i)->lap >= 2);
    assert_ok(pdk_result_count(run.document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        assert_true(isnan(pdk_result_at(run.document, i)->total_time));
        assert_int_equal(pdk_result_at(run.document, i)->grid_position, UINT32_MAX);
    }
    truth_end(&run);
}

/* Laps begun before the race, and given up for the garage, are none of it. */
static void formation_laps_that_are_given_up_count_for_nothing(void **state)
{
    static const truth_case races[] = {
        { .dialect = "l", .session = "race", .laps = 3, .cars = 4, .seed = 577959, .with = "formation,escapes" },
        { .dialect = "r2", .session = "race", .laps = 3, .cars = 6, .seed = 3, .with = "formation,escapes" },
        { .dialect = "l", .session = "race", .laps = 3, .cars = 6, .seed = 7, .with = "formation,escapes" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof races / sizeof races[0]; i++) {
        truth_run run;
        truth_results results;
        truth_begin(&races[i], &run);
        truth_look_at_results(&run, &results);
        assert_true(results.winner_is_right);
        assert_int_equal(results.wrong_laps + results.wrong_status + results.wrong_place + results.wrong_time, 0);
        truth_end(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_are_what_happened),
                                        cmocka_unit_test(a_race_that_goes_on_has_no_finish),
                                        cmocka_unit_test(a_later_recording_has_no_start),
                                        cmocka_unit_test(formation_laps_that_are_given_up_count_for_nothing),
                                        cmocka_unit_test(any_crossing_may_be_lost) };
    return cmocka_run_group_tests_name("answers_truth", tests, NULL, NULL);
}
