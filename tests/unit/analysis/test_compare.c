/* Laps compared: deltas against what games stored, by ruler and by projection; definitions on small made cases. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion/motion.h"
#include "made_motion.h"

enum { REAL_LAPS = 4 };

static pdk_document *compare_or_fail(const pdk_document *reference, const pdk_document *lap, pdk_compare_method method)
{
    char names[2][10] = { "reference", "lap" };
    pdk_lap_reference laps[] = { { .document = reference, .name = names[0] }, { .document = lap, .name = names[1] } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.method = method;
    pdk_document *comparison = NULL;
    pdk_error error;
    assert_ok(pdk_compare_laps(laps, 2, &options, &comparison, &error), error);
    memset(names, '-', sizeof names); /* the caller's texts are needed during the call only */
    pdk_text files[2];
    const pdk_table *table = pdk_document_find_table(comparison, "laps");
    assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, "file"), 0, 2, files, &error), error);
    assert_int_equal(files[0].size, 9);
    assert_memory_equal(files[0].data, "reference", 9);
    assert_int_equal(files[1].size, 3);
    assert_memory_equal(files[1].data, "lap", 3);
    return comparison;
}

/* What holds of every comparison of two laps. */
static void check_sums(const pdk_document *comparison)
{
    const pdk_table *laps = pdk_document_find_table(comparison, "laps"),
                    *steps = pdk_document_find_table(comparison, "steps"),
                    *sectors = pdk_document_find_table(comparison, "sectors"),
                    *corners = pdk_document_find_table(comparison, "corners");
    double delta = cell_or_nan(laps, "delta", 1), sum = 0;
    for (uint64_t row = 0; row < pdk_table_rows(sectors); row++) sum += cell_or_nan(sectors, "delta_1", row);
    assert_near(sum, delta, 2e-5);
    sum = 0;
    for (uint64_t row = 0; row < pdk_table_rows(corners); row++) sum += cell_or_nan(corners, "delta_1", row);
    assert_near(sum, delta, 2e-5);
    uint64_t last = pdk_table_rows(steps) - 1;
    assert_near(cell_or_nan(steps, "distance", 0), 0, 0);
    assert_near(cell_or_nan(steps, "delta_1", 0), 0, 1e-12);
    assert_near(cell_or_nan(steps, "delta_1", last), delta, 2e-6);
    for (uint64_t row = 1; row <= last; row++)
        assert_true(cell_or_nan(steps, "time_1", row) >= cell_or_nan(steps, "time_1", row - 1));
}

static void check_residuals(const pdk_document *comparison, const char *what, double most)
{
    const pdk_table *residuals = pdk_document_find_table(comparison, "residuals");
    assert_true(pdk_table_rows(residuals) >= 2);
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++) {
        double residual = cell_or_nan(residuals, "residual", row);
        if (!(fabs(residual) <= most)) fail_msg("%s: %g s off in row %u", what, residual, (unsigned)row);
    }
}

/* People see lap times, sector times and the delta: each delta is the difference of what the file records. */
static void check_recorded(const pdk_document *comparison, const char *what)
{
    const pdk_table *laps = pdk_document_find_table(comparison, "laps"),
                    *residuals = pdk_document_find_table(comparison, "residuals"),
                    *sectors = pdk_document_find_table(comparison, "sectors");
    double delta = cell_or_nan(laps, "delta", 1),
           times = cell_or_nan(laps, "lap_time", 1) - cell_or_nan(laps, "lap_time", 0), sum = 0;
    if (!(fabs(delta - times) < 0.0005)) fail_msg("%s: a delta of %g s, and %g s by lap times", what, delta, times);
    uint64_t count = pdk_table_rows(sectors), others = pdk_table_rows(laps) - 1;
    for (uint64_t row = 0; row < count; row++) {
        double recorded = cell_or_nan(residuals, "official", row * others);
        sum += cell_or_nan(sectors, "delta_1", row);
        if (!(fabs(sum - recorded) < 0.0005))
            fail_msg("%s: %g s behind at line %u, and %g s by times", what, sum, (unsigned)row + 1, recorded);
    }
}

/* Every pair of real laps of one track agrees with the recorded splits within two ticks of the game's clock. */
static void real_pairs(void **state)
{
    (void)state;
    pdk_document *laps[REAL_LAPS];
    for (int i = 0; i < REAL_LAPS; i++) {
        char name[64];
        snprintf(name, sizeof name, "raf/dataelephant_lap%d.raf", i + 1);
        const char *path = real_file(name);
        if (path == NULL) skip();
        laps[i] = open_or_fail(path);
    }
    for (int i = 0; i < REAL_LAPS; i++) {
        for (int k = 0; k < REAL_LAPS; k++) {
            char what[64];
            snprintf(what, sizeof what, "lap %d against lap %d", k + 1, i + 1);
            pdk_document *ruler = compare_or_fail(laps[i], laps[k], PDK_COMPARE_BEST),
                         *line = compare_or_fail(laps[i], laps[k], PDK_COMPARE_PROJECTION),
                         *back = compare_or_fail(laps[k], laps[i], PDK_COMPARE_BEST);
            check_sums(ruler);
            check_sums(line);
            check_residuals(ruler, what, 0.02);
            check_residuals(line, what, 0.02);
            check_recorded(ruler, what);
            check_recorded(line, what);
            double there = cell_or_nan(pdk_document_find_table(ruler, "laps"), "delta", 1),
                   again = cell_or_nan(pdk_document_find_table(back, "laps"), "delta", 1);
            assert_near(there, -again, 2e-6);
            pdk_close(ruler);
            pdk_close(line);
            pdk_close(back);
        }
    }
    for (int i = 0; i < REAL_LAPS; i++) pdk_close(laps[i]);
}

/* ---------------------------------------------------------------------------------------------- several laps */

/* Compares laps by projection: those of the list, the reference first. */
static pdk_document *project_or_fail(const pdk_lap_reference *laps, const int *list, size_t count,
                                     const pdk_compare_options *how)
{
    pdk_lap_reference chosen[8];
    pdk_compare_options options = *how;
    pdk_document *comparison = NULL;
    pdk_error error;
    options.method = PDK_COMPARE_PROJECTION;
    options.step = 100; /* rows do not matter here */
    for (size_t i = 0; i < count; i++) chosen[i] = laps[list[i]];
    assert_ok(pdk_compare_laps(chosen, count, &options, &comparison, &error), error);
    return comparison;
}

/* Calls `check` with each reference and each choice of `others` laps beside it. */
typedef void check_laps(void *user, const int *list, size_t count);
static size_t each_choice(int laps, size_t others, check_laps *check, void *user)
{
    size_t choices = 0;
    for (int reference = 0; reference < laps; reference++) {
        for (unsigned set = 0; set < 1u << laps; set++) {
            int list[8] = { reference };
            size_t count = 1;
            for (int lap = 0; lap < laps; lap++) {
                if ((set >> lap & 1) != 0 && count < 8) list[count++] = lap;
            }
            if ((set >> reference & 1) != 0 || count != others + 1) continue;
            check(user, list, count);
            choices++;
        }
    }
    return choices;
}

static void check_real_choice(void *user, const int *list, size_t count)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    pdk_document *comparison = project_or_fail(user, list, count, &options);
    char what[64];
    snprintf(what, sizeof what, "%zu laps, the first is lap %d", count, list[0] + 1);
    check_residuals(comparison, what, 0.02);
    check_recorded(comparison, what);
    pdk_close(comparison);
}

/* Of three laps and more a line in their middle is made. It crosses the start line as they do, although they end
 * elsewhere across the track than they began. */
static void real_choices(void **state)
{
    (void)state;
    pdk_lap_reference laps[REAL_LAPS] = { { .document = NULL } };
    for (int i = 0; i < REAL_LAPS; i++) {
        char name[64];
        snprintf(name, sizeof name, "raf/dataelephant_lap%d.raf", i + 1);
        const char *path = real_file(name);
        if (path == NULL) skip();
        laps[i].document = open_or_fail(path);
    }
    assert_int_equal(each_choice(REAL_LAPS, 2, check_real_choice, laps), 12);
    assert_int_equal(each_choice(REAL_LAPS, 3, check_real_choice, laps), 4);
    for (int i = 0; i < REAL_LAPS; i++) pdk_close((pdk_document *)(uintptr_t)laps[i].document);
}

enum { MADE_LAPS = 6 };

/* Laps of a ring one after the other: each crosses the line elsewhere across the track, at its own speed. */
typedef struct made_laps {
    pdk_document *document;
    pdk_lap_reference laps[MADE_LAPS];
    double begins[MADE_LAPS + 1]; /* s: when the line is crossed */
    pdk_compare_options options;
} made_laps;

static const double ring = 300; /* m, the radius */

/* m to the left of the middle, where a share of lap `lap` is driven: in the first and last tenth it changes slowly. */
static double made_offset(int lap, double share)
{
    static const double at_line[] = { -5, 4.5, -3, 5, -4.5, 3.5, -5, 4 };
    double even = share < 0.1 ? 0 : share > 0.9 ? 1 : (share - 0.1) / 0.8;
    return at_line[lap] + (at_line[lap + 1] - at_line[lap]) * even * even * (3 - 2 * even);
}

static void make_laps(made_laps *made)
{
    enum { MOST = 20000 };
    const double around = 2 * PDK_PI * ring, interval = 0.02;
    made_pose *poses = calloc(MOST, sizeof *poses);
    assert_non_null(poses);
    size_t count = 0;
    double begun = 0;
    *made = (made_laps){ .options = PDK_COMPARE_OPTIONS_INIT };
    for (int lap = -1; lap <= MADE_LAPS; lap++) { /* one before the first line and one after the last */
        int known = lap < 0 ? 0 : lap;
        double speed = 30 + 1.5 * (known * 5 % 7), time = around / speed;
        if (lap >= 0) made->begins[lap] = begun;
        for (; count < MOST && (double)count * interval < begun + time; count++) {
            double share = ((double)count * interval - begun) / time, angle = 2 * PDK_PI * share,
                   from_centre = ring - made_offset(known, lap < 0 ? 0 : share);
            poses[count] = (made_pose){ .time = (double)count * interval,
                                        .x = from_centre * cos(angle),
                                        .y = from_centre * sin(angle),
                                        .speed = speed };
        }
        begun += time;
    }
    made->document = make_motion(poses, count, PDK_FRAME_Z_UP, MADE_SPEED);
    free(poses);
    made->options.has_line = true;
    const double line[4] = { ring - 20, 0, ring + 20, 0 };
    memcpy(made->options.line, line, sizeof line);
    static const char *const numbers[MADE_LAPS] = { "1", "2", "3", "4", "5", "6" };
    for (int i = 0; i < MADE_LAPS; i++)
        made->laps[i] = (pdk_lap_reference){ .document = made->document, .lap = numbers[i] };
}

static void check_made_choice(void *user, const int *list, size_t count)
{
    const made_laps *made = user;
    pdk_document *comparison = project_or_fail(made->laps, list, count, &made->options);
    const pdk_table *laps = pdk_document_find_table(comparison, "laps");
    double first = made->begins[list[0] + 1] - made->begins[list[0]];
    for (size_t i = 1; i < count; i++) {
        double own = made->begins[list[i] + 1] - made->begins[list[i]], delta = cell_or_nan(laps, "delta", i);
        if (!(fabs(delta - (own - first)) <= 0.02))
            fail_msg("lap %d against %d, of %zu: %g s instead of %g s", list[i] + 1, list[0] + 1, count, delta,
                     own - first);
    }
    pdk_close(comparison);
}

static void made_choices(void **state)
{
    (void)state;
    made_laps made;
    make_laps(&made);
    assert_int_equal(each_choice(MADE_LAPS, 1, check_made_choice, &made), 30);
    assert_int_equal(each_choice(MADE_LAPS, 2, check_made_choice, &made), 60);
    assert_int_equal(each_choice(MADE_LAPS, 3, check_made_choice, &made), 60);
    pdk_close(made.document);
}

/* How far a lap is to the left of the reference, as the ring was driven, by each way to lay laps beside each other. */
static void made_offsets(void **state)
{
    (void)state;
    made_laps made;
    make_laps(&made);
    static const pdk_compare_method methods[] = { PDK_COMPARE_DISTANCE, PDK_COMPARE_PROJECTION };
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
        pdk_compare_options options = made.options;
        options.method = methods[m];
        pdk_lap_reference laps[] = { made.laps[0], made.laps[1] };
        pdk_error error = { 0 };
        pdk_document *comparison = NULL;
        assert_ok(pdk_compare_laps(laps, 2, &options, &comparison, &error), error);
        const pdk_table *steps = pdk_document_find_table(comparison, "steps");
        uint64_t rows = pdk_table_rows(steps), seen = 0;
        for (uint64_t row = rows / 8; row < rows - rows / 8; row += 20, seen++) {
            double share = (double)row / (double)rows, wanted = made_offset(1, share) - made_offset(0, share),
                   first = cell_or_nan(steps, "lateral_offset_0", row),
                   other = cell_or_nan(steps, "lateral_offset_1", row);
            if (!(fabs(other - first - wanted) < 0.8))
                fail_msg("%s, row %d: %g m instead of %g m", pdk_compare_method_name(methods[m]), (int)row,
                         other - first, wanted);
        }
        assert_true(seen > 50);
        pdk_close(comparison);
    }
    pdk_close(made.document);
}

/* By what cars have travelled the error is large, which the method's name says. */
static void real_distance_is_rough(void **state)
{
    (void)state;
    const char *path = real_file("raf/dataelephant_lap1.raf");
    if (path == NULL) skip();
    pdk_document *first = open_or_fail(path), *second = open_or_fail(real_file("raf/dataelephant_lap3.raf"));
    pdk_document *rough = compare_or_fail(first, second, PDK_COMPARE_DISTANCE);
    assert_string_equal(pdk_document_find_property(rough, "method")->value.as.text.data, "distance");
    const pdk_table *residuals = pdk_document_find_table(rough, "residuals");
    double worst = 0;
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++)
        worst = fmax(worst, fabs(cell_or_nan(residuals, "residual", row)));
    assert_true(worst > 0.02);
    /* recorded times do not hide it */
    const pdk_table *laps = pdk_document_find_table(rough, "laps");
    assert_near(cell_or_nan(laps, "delta", 1), cell_or_nan(laps, "found_time", 1) - cell_or_nan(laps, "found_time", 0),
                2e-6);
    pdk_close(rough);
    pdk_close(first);
    pdk_close(second);
}

static void other_track(void **state)
{
    (void)state;
    const char *path = real_file("raf/dataelephant_lap1.raf");
    if (path == NULL) skip();
    pdk_document *here = open_or_fail(path), *elsewhere = open_or_fail(real_file("raf/test1.raf")), *none;
    pdk_lap_reference laps[] = { { .document = here, .name = "here" }, { .document = elsewhere, .name = "elsewhere" } };
    pdk_error error;
    assert_int_equal(pdk_compare_laps(laps, 2, NULL, &none, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "compare.track");
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.method = PDK_COMPARE_RULER;
    assert_int_equal(pdk_compare_laps(laps, 2, &options, &none, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "compare.ruler");
    pdk_close(here);
    pdk_close(elsewhere);
}

/* One track in two versions of the game: other rulers, other lines. What is promised of recorded times holds for those
 * that are of one place. */
static void other_ruler(void **state)
{
    (void)state;
    const char *path = real_file("raf/test.raf");
    if (path == NULL) skip();
    pdk_document *old = open_or_fail(path), *later = open_or_fail(real_file("raf/test1.raf")), *made;
    pdk_lap_reference laps[] = { { .document = old }, { .document = later } };
    pdk_error error = { 0 };
    assert_ok(pdk_compare_laps(laps, 2, NULL, &made, &error), error);
    assert_non_null(pdk_document_find_property(made, "rulers"));
    const pdk_table *residuals = pdk_document_find_table(made, "residuals");
    uint64_t rows = pdk_table_rows(residuals);
    double residual[8];
    assert_true(rows == 3);
    assert_ok(pdk_table_read_f64(residuals, pdk_table_find_column(residuals, "residual"), 0, 3, residual, &error),
              error);
    assert_true(isnan(residual[0]) && isnan(residual[1]) && fabs(residual[2]) < 0.02);
    const pdk_table *sectors = pdk_document_find_table(made, "sectors");
    double time = NAN;
    assert_ok(pdk_table_read_f64(sectors, pdk_table_find_column(sectors, "time_0"), 0, 1, &time, &error), error);
    assert_true(fabs(time - 29.65) < 0.02); /* the reference's own */
    pdk_close(made);
    pdk_close(old);
    pdk_close(later);
}

/* A lap against itself. */
static void same_lap(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 90; /* beyond the finish, where the ruler counts from 0 again */
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    for (pdk_compare_method method = PDK_COMPARE_BEST; method <= PDK_COMPARE_DISTANCE; method++) {
        pdk_document *comparison = compare_or_fail(lap, lap, method);
        check_sums(comparison);
        const pdk_table *steps = pdk_document_find_table(comparison, "steps");
        for (uint64_t row = 0; row < pdk_table_rows(steps); row++) {
            assert_near(cell_or_nan(steps, "delta_1", row), 0, 2e-6);
            assert_near(cell_or_nan(steps, "speed_0", row), cell_or_nan(steps, "speed_1", row), 0);
        }
        pdk_close(comparison);
    }
    pdk_close(lap);
    free(data);
}

/* Hands on one generated track: by ruler, by a line of the laps, and by the line of the track's own file. */
static void generated_hands(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t sizes[3];
    uint8_t *data[3] = { synth_or_fail("raf", &options, &sizes[0]), NULL, synth_or_fail("tri", &options, &sizes[2]) };
    options.hand = 3;
    data[1] = synth_or_fail("raf", &options, &sizes[1]);
    pdk_document *laps[2] = { open_bytes_or_fail(data[0], sizes[0]), open_bytes_or_fail(data[1], sizes[1]) },
                 *track = open_bytes_or_fail(data[2], sizes[2]);
    pdk_lap_reference references[] = { { .document = laps[0] }, { .document = laps[1] } };
    for (int i = 0; i < 3; i++) {
        pdk_compare_options how = PDK_COMPARE_OPTIONS_INIT;
        how.method = i == 0 ? PDK_COMPARE_RULER : PDK_COMPARE_PROJECTION;
        how.track = i == 2 ? track : NULL;
        pdk_document *comparison = NULL;
        pdk_error error;
        assert_ok(pdk_compare_laps(references, 2, &how, &comparison, &error), error);
        check_sums(comparison);
        check_residuals(comparison, i == 2 ? "by the track's line" : "hands", 0.02);
        check_recorded(comparison, i == 2 ? "by the track's line" : "hands");
        pdk_close(comparison);
    }
    for (int i = 0; i < 2; i++) pdk_close(laps[i]);
    pdk_close(track);
    for (int i = 0; i < 3; i++) free(data[i]);
}

static void wrong_references(void **state)
{
    (void)state;
    size_t size, track_size;
    uint8_t *data = synth_or_fail("raf", NULL, &size), *track_data = synth_or_fail("tri", NULL, &track_size);
    pdk_document *lap = open_bytes_or_fail(data, size), *track = open_bytes_or_fail(track_data, track_size), *none;
    static const struct {
        const char *driver, *lap, *code;
        pdk_status status;
    } cases[] = { { "Nobody", NULL, "compare.driver", PDK_E_ARGUMENT },
                  { NULL, "7", "compare.lap", PDK_E_UNSUPPORTED },
                  { NULL, "first", "compare.lap", PDK_E_ARGUMENT },
                  { "99", NULL, "compare.driver", PDK_E_ARGUMENT } };
    pdk_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_lap_reference laps[] = { { .document = lap },
                                     { .document = lap, .driver = cases[i].driver, .lap = cases[i].lap } };
        assert_int_equal(pdk_compare_laps(laps, 2, NULL, &none, &error), cases[i].status);
        assert_string_equal(error.code, cases[i].code);
        assert_null(none);
    }
    pdk_lap_reference of_track[] = { { .document = lap }, { .document = track } };
    assert_int_equal(pdk_compare_laps(of_track, 2, NULL, &none, &error), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_compare_laps(of_track, 1, NULL, &none, &error), PDK_E_ARGUMENT);
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    pdk_lap_reference twice[] = { { .document = lap }, { .document = lap } };
    options.step = 1e-6;
    assert_int_equal(pdk_compare_laps(twice, 2, &options, &none, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "compare.step");
    options.step = NAN;
    assert_int_equal(pdk_compare_laps(twice, 2, &options, &none, &error), PDK_E_ARGUMENT);
    pdk_close(lap);
    pdk_close(track);
    free(data);
    free(track_data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_pairs),
        cmocka_unit_test(real_choices),
        cmocka_unit_test(made_choices),
        cmocka_unit_test(made_offsets),
        cmocka_unit_test(real_distance_is_rough),
        cmocka_unit_test(other_track),
        cmocka_unit_test(other_ruler),
        cmocka_unit_test(same_lap),
        cmocka_unit_test(generated_hands),
        cmocka_unit_test(wrong_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
