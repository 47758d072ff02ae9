/* Many recordings that misbehave in several ways at once, chosen by a seed: what is true for each of them, whatever is
 * lost, is compared with what happened. Hard cases that were once wrong are in test_answers_truth. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "support.h"
#include "sweep_stride.h"
#include "truth_case.h"

enum { RECORDINGS = 150, WHOLE = 3 /* one in so many begins and ends with the session */ };

static const char *const dialects[] = { "r1", "r2", "l" }, *const sessions[] = { "race", "race", "practice",
                                                                                 "qualifying" };
static const char *const with[] = { NULL,          "escapes",        "absent,boxed",      "formation,boxed",
                                    "abreast,lag", "escapes,absent", "formation,escapes", "wide,boxed,escapes" };
static const char *const lost[] = { NULL,        "pit:0.1",  "pit:0.3",      "start:0.5",    "order:0.3",
                                    "joins:0.5", "all:0.03", "contacts:0.3", "crossings:0.1" };
#define PICK(list) list[random_next(random) % (sizeof(list) / sizeof((list)[0]))]

static truth_case choose(uint64_t *random)
{
    truth_case of = { .dialect = PICK(dialects), .session = PICK(sessions), .with = PICK(with), .lost = PICK(lost) };
    of.cars = 4 + (uint32_t)(random_next(random) % 5);
    if (strcmp(of.session, "race") == 0) of.laps = 3;
    else of.minutes = 4;
    of.late = random_next(random) % 3 == 0 ? 0.06 : 0;
    of.seed = random_next(random) % 1000000;
    if (random_next(random) % WHOLE == 0) return of;
    of.from = (double)(random_next(random) % 120);
    of.to = 180 + (double)(random_next(random) % 140);
    return of;
}

/* Places on the grid are 1, 2 ... of those who have one. */
static size_t count_gaps(const truth_run *run)
{
    size_t count = 0, placed = 0, gaps = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_result_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) placed += pdk_result_at(run->document, i)->grid_position != UINT32_MAX;
    for (uint32_t place = 1; place <= placed; place++) {
        size_t found = 0;
        for (size_t i = 0; i < count; i++) found += pdk_result_at(run->document, i)->grid_position == place;
        gaps += found != 1;
    }
    return gaps;
}

/* Gaps to the leader never fall down the list of those who drive or have finished. */
static size_t count_falling(const truth_run *run)
{
    size_t count = 0, falling = 0;
    double last = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_result_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_result *row = pdk_result_at(run->document, i);
        bool drives = row->status == PDK_RESULT_FINISHED || row->status == PDK_RESULT_RUNNING;
        if (!drives || isnan(row->gap)) continue;
        falling += row->gap < last - 1e-9;
        last = row->gap;
    }
    return falling;
}

/* Of sessions recorded from start to end: the winner and everyone's laps. R1 records no penalties. */
static size_t count_wrong_results(const truth_case *of, const truth_run *run)
{
    truth_results results;
    if (of->to > 0) return 0;
    truth_look_at_results(run, &results);
    bool told =
        run->log->penalties.count == 0 || (!run->is_r1 && (of->lost == NULL || strncmp(of->lost, "all", 3) != 0));
    return results.wrong_laps + (told && !results.winner_is_right);
}

static bool holds(const truth_case *of, const truth_run *run)
{
    truth_laps laps;
    truth_incidents incidents;
    truth_look_at_laps(run, truth_pose_interval(of), &laps);
    truth_look_at_incidents(run, &incidents);
    size_t gaps = count_gaps(run), falling = count_falling(run), results = count_wrong_results(of, run);
    bool right =
        laps.ranked + laps.timed_escapes + laps.wrong_time + results + incidents.negative_speeds + gaps + falling == 0;
    if (right) return true;
    char name[256];
    truth_name(of, name, sizeof name);
    printf("%s, from %g to %g: %zu ranked wrongly, %zu escapes timed, ", name, of->from, of->to, laps.ranked,
           laps.timed_escapes);
    printf("%zu wrong times, %zu wrong results, %zu negative speeds, ", laps.wrong_time, results,
           incidents.negative_speeds);
    printf("%zu gaps in the grid, %zu gaps that fall\n", gaps, falling);
    return false;
}

static void what_always_holds(void **state)
{
    uint64_t seed = 20, *random = &seed;
    size_t wrong = 0, stride = (sweep_stride() + 1) / 2; /* with PADDOCK_SWEEP=8 every fourth recording */
    (void)state;
    for (size_t i = 0; i < RECORDINGS; i++) {
        truth_case of = choose(random);
        if (i % stride != 0) continue;
        truth_run run;
        truth_begin(&of, &run);
        wrong += !holds(&of, &run);
        truth_end(&run);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_always_holds) };
    return cmocka_run_group_tests_name("answers_sweep", tests, NULL, NULL);
}
