/* Standings at many moments of generated races, compared with what had happened by then: the same order, the same gaps,
 * penalties in one way, and the same in a recording that ends there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "truth_case.h"

enum { MOST = 32, MOMENTS = 40 };

static const truth_case cases[] = {
    { .dialect = "r2", .session = "race", .laps = 5, .cars = 8, .seed = 11 },
    { .dialect = "r2", .session = "race", .laps = 5, .cars = 10, .seed = 3 },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 12, .lost = "crossings:0.1" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 11, .late = 0.06 },
    { .dialect = "l", .session = "race", .laps = 4, .cars = 8, .seed = 18, .with = "escapes,absent,boxed" },
    { .dialect = "r1", .session = "race", .laps = 4, .cars = 8, .seed = 22, .with = "absent,boxed", .without = "pit" },
    { .dialect = "r2", .session = "race", .laps = 4, .cars = 8, .seed = 15, .with = "abreast,wide,lag" },
};

/* ------------------------------------------------------------------------------- what had happened by a moment */

typedef struct driven {
    uint32_t lines;       /* passed since the start */
    double time, penalty; /* of the last of them; s to add */
    double behind;        /* s behind the first on the track, with penalties */
    uint32_t down;        /* laps */
    double times[256];    /* of all lines */
} driven;

static void pass(driven *car, uint32_t line, double time, double now)
{
    if (!(time <= now) || line >= 256) return;
    car->times[line] = time;
    if (line <= car->lines) return;
    car->lines = line;
    car->time = time;
}

/* A lap that was given up for the garage is none; its lines are passed again. */
static void drive(const truth_run *run, uint32_t number, double now, driven *car)
{
    uint32_t complete = 0;
    *car = (driven){ .time = NAN, .behind = NAN };
    for (size_t i = 0; i < 256; i++) car->times[i] = NAN;
    for (size_t i = 0; i < run->log->laps.count; i++) {
        const pdk_log_lap *lap = PDK_LOG_AT(pdk_log_lap, run->log->laps, i);
        double time = lap->start;
        if (lap->car != number) continue;
        for (uint32_t s = 0; s + 1 < PDK_LOG_SECTORS && lap->sectors[s] >= 0; s++) {
            time += lap->sectors[s];
            pass(car, complete * PDK_LOG_SECTORS + s + 1, time, now);
        }
        if (lap->end >= 0) pass(car, ++complete * PDK_LOG_SECTORS, lap->end, now);
    }
    for (size_t i = 0; i < run->log->penalties.count; i++) {
        const pdk_log_penalty *penalty = PDK_LOG_AT(pdk_log_penalty, run->log->penalties, i);
        bool stands =
            penalty->car == number && penalty->time <= now && !(penalty->removed >= 0 && penalty->removed <= now);
        if (stands && penalty->seconds > 0) car->penalty += penalty->seconds;
    }
}

static const driven *sorted_cars;

static int by_lines(const void *a, const void *b)
{
    const driven *one = &sorted_cars[*(const uint32_t *)a], *other = &sorted_cars[*(const uint32_t *)b];
    if (one->lines != other->lines) return one->lines < other->lines ? 1 : -1;
    return (one->time > other->time) - (one->time < other->time);
}

/* Seconds behind the first on the track at the line passed last; at least those of the car ahead. */
static void find_truth(const truth_run *run, double now, bool penalties, driven *cars, uint32_t count)
{
    uint32_t order[MOST];
    for (uint32_t i = 0; i < count; i++) {
        drive(run, i, now, &cars[i]);
        if (!penalties) cars[i].penalty = 0;
        order[i] = i;
    }
    sorted_cars = cars;
    qsort(order, count, sizeof order[0], by_lines);
    const driven *first = &cars[order[0]];
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        driven *car = &cars[order[i]];
        if (car->lines == 0) continue;
        most = fmax(most, car->time - first->times[car->lines]);
        car->behind = most + car->penalty;
        car->down = first->lines > car->lines ? (first->lines - car->lines - 1) / PDK_LOG_SECTORS : 0;
    }
}

/* ------------------------------------------------------------------------------------------------ what is said */

static pdk_document *standings_at(const pdk_document *document, double time)
{
    static const char *const names[] = { "results", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    pdk_document *made = NULL;
    pdk_error error = { 0 };
    size_t count;
    options.names = names;
    options.has_until = true;
    options.until = time;
    assert_ok(pdk_analyse(document, &options, &made, &error), error);
    assert_ok(pdk_result_count(made, &count, &error), error);
    return made;
}

static bool drives(const pdk_result *result)
{
    return result->status == PDK_RESULT_RUNNING || result->status == PDK_RESULT_FINISHED;
}

/* In the order of the list nothing falls, and the intervals make up the gaps. */
static size_t count_disorder(const pdk_document *document, double now)
{
    size_t wrong = 0;
    double gap = 0;
    uint32_t down = 0;
    const pdk_result *result;
    for (size_t i = 0; (result = pdk_result_at(document, i)) != NULL; i++) {
        if (!drives(result)) continue;
        bool right = !(result->gap < gap - 2e-6) && !(result->interval < -2e-6) && result->laps_down >= down;
        right &= isnan(result->gap) || result->laps_down == 0;
        right &= isnan(result->gap) || isnan(result->interval) || fabs(gap + result->interval - result->gap) < 2e-6;
        if (!right)
            printf("  at %.2f: place %zu, gap %g behind %g, interval %g, %u laps down behind %u\n", now, i + 1,
                   result->gap, gap, result->interval, result->laps_down, down);
        wrong += !right;
        if (isfinite(result->gap)) gap = result->gap;
        down = result->laps_down;
    }
    return wrong;
}

static size_t count_wrong(const truth_run *run, const pdk_document *document, const driven *cars, double now,
                          double tolerance)
{
    size_t wrong = 0;
    const pdk_result *first = pdk_result_at(document, 0), *result;
    double zero = cars[first->slot - run->first_slot].behind;
    for (size_t i = 0; (result = pdk_result_at(document, i)) != NULL; i++) {
        const driven *car = &cars[result->slot - run->first_slot];
        if (!drives(result) || car->lines == 0) continue;
        bool right = result->laps_down == car->down;
        if (right && car->down == 0) right = fabs(result->gap - (car->behind - zero)) < tolerance;
        if (!right)
            printf("  at %.2f: slot %u is %.3f s and %u laps behind, not %.3f s and %u\n", now, result->slot,
                   result->gap, result->laps_down, car->behind - zero, car->down);
        wrong += !right;
    }
    return wrong;
}

static size_t count_differences(const pdk_document *document, const pdk_document *cut, double now)
{
    size_t wrong = 0;
    const pdk_result *result, *other;
    for (size_t i = 0; (result = pdk_result_at(document, i)) != NULL; i++) {
        other = pdk_result_at(cut, i);
        if (other != NULL && !drives(result) && !drives(other)) continue; /* whether it comes back is seen later */
        bool right = other != NULL && other->slot == result->slot && other->laps_down == result->laps_down &&
                     (isnan(result->gap) || fabs(result->gap - other->gap) < 2e-6);
        if (!right)
            printf("  cut at %.2f: place %zu is slot %u, gap %g; in the whole race slot %u, gap %g\n", now, i + 1,
                   other != NULL ? other->slot : 0, other != NULL ? other->gap : NAN, result->slot, result->gap);
        wrong += !right;
    }
    return wrong;
}

static size_t count_faults(const truth_case *of)
{
    truth_run run;
    driven cars[MOST];
    char name[256];
    size_t wrong = 0;
    truth_begin(of, &run);
    uint32_t count = (uint32_t)run.log->drivers.count;
    bool penalties = strcmp(of->dialect, "r1") != 0; /* which records none */
    double tolerance = of->lost != NULL ? truth_pose_interval(of) + 1e-3 : 2e-3;
    for (int i = 0; i < MOMENTS; i++) {
        double now = run.log->green + (i + 0.5) * (run.log->flag - run.log->green) / MOMENTS;
        pdk_document *document = standings_at(run.document, now);
        find_truth(&run, now, penalties, cars, count);
        wrong += count_disorder(document, now) + count_wrong(&run, document, cars, now, tolerance);
        pdk_close(document);
    }
    truth_name(of, name, sizeof name);
    if (wrong > 0) printf("%s: %zu wrong\n", name, wrong);
    truth_end(&run);
    return wrong;
}

static void gaps_are_those_of_the_moment(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) wrong += count_faults(&cases[i]);
    assert_int_equal(wrong, 0);
}

/* A recording that ends there says the same as the whole one at that moment; the end is a moment like others. */
static void a_cut_recording_says_the_same(void **state)
{
    truth_case of = { .dialect = "r2", .session = "race", .laps = 5, .cars = 8, .seed = 11 };
    truth_run run;
    size_t wrong = 0;
    (void)state;
    truth_begin(&of, &run);
    pdk_document *whole = run.document;
    uint8_t *bytes = run.bytes;
    double first = run.log->green, last = run.log->end;
    for (int i = 1; i <= 12; i++) {
        of.to = first + (last - first) * i / 12;
        run.document = NULL;
        run.bytes = NULL;
        truth_open_again(&of, &run);
        pdk_document *then = standings_at(whole, of.to), *cut = standings_at(run.document, HUGE_VAL);
        wrong += count_differences(then, cut, of.to);
        pdk_close(then);
        pdk_close(cut);
        pdk_close(run.document);
        free(run.bytes);
    }
    run.document = whole;
    run.bytes = bytes;
    truth_end(&run);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(gaps_are_those_of_the_moment),
                                        cmocka_unit_test(a_cut_recording_says_the_same) };
    return cmocka_run_group_tests_name("standings_truth", tests, NULL, NULL);
}
