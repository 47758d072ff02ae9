/* Laps taken together: laps of a ring, each minisector driven at its own speed, so that all times are arithmetic.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "made_motion.h"

enum { LAPS = 7, PARTS = 5, MOST = 40000 };

static const double ring = 250, pi = 3.14159265358979323846; /* m */

/* m/s; lap 6 is left out by the tests, so that lap 7 is a single one. */
static double speed_in(int lap, int part)
{
    return 30 + (double)((lap * 7 + part * 5) % 11) + 0.25 * lap;
}

static double time_in(int lap, int part)
{
    return 2 * pi * ring / PARTS / speed_in(lap, part);
}

static pdk_document *make_recording(void)
{
    const double interval = 0.02;
    made_pose *poses = calloc(MOST, sizeof *poses);
    size_t count = 0;
    double begun = 0;
    assert_non_null(poses);
    for (int lap = -1; lap <= LAPS; lap++) { /* one before the line and one after the last */
        for (int part = 0; part < PARTS; part++) {
            int known = lap < 0 ? 0 : lap < LAPS ? lap : LAPS - 1;
            double speed = speed_in(known, part), time = time_in(known, part);
            for (; count < MOST && (double)count * interval < begun + time; count++) {
                double angle = 2 * pi * (part + ((double)count * interval - begun) / time) / PARTS;
                poses[count] = (made_pose){
                    .time = (double)count * interval, .x = ring * cos(angle), .y = ring * sin(angle), .speed = speed
                };
            }
            begun += time;
        }
    }
    assert_true(count < MOST);
    pdk_document *made = make_motion(poses, count, PDK_FRAME_Z_UP, MADE_SPEED);
    free(poses);
    return made;
}

static pdk_document *take_together(const pdk_document *recording, const int *laps, size_t count)
{
    static const char *const numbers[] = { "1", "2", "3", "4", "5", "6", "7" };
    pdk_lap_reference references[LAPS] = { { .document = NULL } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    const double line[4] = { ring - 20, 0, ring + 20, 0 };
    pdk_document *made = NULL;
    pdk_error error;
    options.minisectors = PARTS;
    options.step = 1e6;
    options.has_line = true;
    memcpy(options.line, line, sizeof line);
    for (size_t i = 0; i < count; i++)
        references[i] = (pdk_lap_reference){ .document = recording, .name = "made", .lap = numbers[laps[i]] };
    assert_ok(pdk_compare_laps(references, count, &options, &made, &error), error);
    return made;
}

static double best_of(const int *laps, size_t count, int part)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < count; i++) best = fmin(best, time_in(laps[i], part));
    return best;
}

static void minisectors(void **state)
{
    (void)state;
    static const int laps[] = { 3, 0, 1, 2, 4, 5, 6 };
    pdk_document *recording = make_recording(), *made = take_together(recording, laps, LAPS);
    const pdk_table *table = pdk_document_find_table(made, "minisectors");
    double ideal = 0;
    assert_int_equal(pdk_table_rows(table), LAPS * PARTS);
    for (uint64_t row = 0; row < LAPS * PARTS; row++) {
        int lap = (int)cell_or_nan(table, "lap", row) - 1, part = (int)cell_or_nan(table, "minisector", row) - 1;
        double best = best_of(laps, LAPS, part), time = time_in(lap, part);
        assert_near(cell_or_nan(table, "time", row), time, 0.02);
        assert_near(cell_or_nan(table, "end_distance", row) - cell_or_nan(table, "start_distance", row),
                    2 * pi * ring / PARTS, 0.5);
        bool is_best = cell_or_nan(table, "best", row) > 0;
        if (time > best + 0.05) assert_false(is_best);
        assert_true(is_best == (cell_or_nan(table, "best_of_all", row) > 0)); /* there is one driver */
    }
    for (int part = 0; part < PARTS; part++) ideal += best_of(laps, LAPS, part);
    assert_near(property_number(made, "ideal_time"), ideal, 0.05);
    pdk_close(made);
    pdk_close(recording);
}

/* The row of the whole lap, of a kind of runs; the count of rows where there is none. */
static uint64_t row_of(const pdk_document *made, const char *run)
{
    const pdk_table *table = pdk_document_find_table(made, "consistency");
    uint64_t row = 0;
    for (; row < pdk_table_rows(table); row++) {
        pdk_text own = text_at(made, "consistency", "run", row), name = text_at(made, "consistency", "name", row);
        if (own.size == strlen(run) && memcmp(own.data, run, own.size) == 0 && name.size == 3 &&
            memcmp(name.data, "lap", 3) == 0)
            break;
    }
    return row;
}

static void check_row(const pdk_document *made, const char *run, const int *laps, size_t count)
{
    const pdk_table *table = pdk_document_find_table(made, "consistency");
    uint64_t row = row_of(made, run);
    double sum = 0, squares = 0, best = HUGE_VAL, times[LAPS] = { 0 };
    int best_lap = -1;
    assert_true(row < pdk_table_rows(table));
    for (size_t i = 0; i < count; i++) {
        for (int part = 0; part < PARTS; part++) times[i] += time_in(laps[i], part);
        sum += times[i];
        if (times[i] < best) best_lap = laps[i];
        best = fmin(best, times[i]);
    }
    for (size_t i = 0; i < count; i++) squares += pow(times[i] - sum / (double)count, 2);
    assert_int_equal((int)cell_or_nan(table, "count", row), (int)count);
    assert_near(cell_or_nan(table, "best", row), best, 0.03);
    assert_int_equal((int)cell_or_nan(table, "best_lap", row), best_lap + 1);
    assert_near(cell_or_nan(table, "mean", row), sum / (double)count, 0.03);
    assert_near(cell_or_nan(table, "deviation", row), sqrt(squares / (double)count), 0.03);
    assert_true(isnan(cell_or_nan(table, "corner", row)) != 0);
}

/* Five laps one after the other are a long run; a lap after one that is left out is a single one. */
static void runs(void **state)
{
    (void)state;
    static const int six[] = { 4, 0, 1, 2, 3, 6 }, long_run[] = { 4, 0, 1, 2, 3 }, single[] = { 6 },
                     four[] = { 2, 0, 1, 3 };
    pdk_document *recording = make_recording(), *made = take_together(recording, six, 6);
    check_row(made, "all", six, 6);
    check_row(made, "long", long_run, 5);
    check_row(made, "single", single, 1);
    pdk_close(made);
    made = take_together(recording, four, 4);
    check_row(made, "all", four, 4);
    uint64_t rows = pdk_table_rows(pdk_document_find_table(made, "consistency"));
    assert_true(row_of(made, "long") == rows && row_of(made, "single") == rows);
    pdk_close(made);
    pdk_close(recording);
}

static void bad_options(void **state)
{
    (void)state;
    pdk_document *recording = make_recording(), *made = NULL;
    pdk_lap_reference references[] = { { .document = recording, .lap = "1" }, { .document = recording, .lap = "2" } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    const double line[4] = { ring - 20, 0, ring + 20, 0 };
    pdk_error error = { 0 };
    options.has_line = true;
    memcpy(options.line, line, sizeof line);
    options.minisectors = 1001;
    assert_int_equal(pdk_compare_laps(references, 2, &options, &made, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "compare.minisectors");
    assert_null(made);
    pdk_close(recording);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(minisectors), cmocka_unit_test(runs),
                                        cmocka_unit_test(bad_options) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
