/* Lines of timing: where stored crossings say they are, found, given; and crossings found again from poses alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "model/document.h"
#include "model/session.h"
#include "track/gate.h"

static void read_session(driven *drive, pdk_session *session)
{
    pdk_error error;
    memset(session, 0, sizeof *session);
    assert_ok(drive->document->services->session(drive->document, &drive->memory, session, &error), error);
}

static bool fits(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count, uint32_t sector,
                 double clock_step, pdk_gate *gate, double *spread)
{
    pdk_error error;
    bool found;
    assert_ok(pdk_gate_fit(paths, crossings, count, sector, clock_step, gate, spread, &found, &error), error);
    return found;
}

/* The crossing of the same line by the same car at about that time. */
static const pdk_session_crossing *partner(const pdk_session_crossing *list, size_t count,
                                           const pdk_session_crossing *wanted, double within)
{
    for (size_t i = 0; i < count; i++) {
        bool same = list[i].slot == wanted->slot && list[i].sector == wanted->sector;
        if (same && fabs(list[i].time - wanted->time) <= within) return &list[i];
    }
    return NULL;
}

/* Lines fitted to stored crossings give the same crossings again, to half a sample, with the same numbers of laps. */
static void found_again(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (size_t d = 0; d < 3; d++) {
        driven drive;
        pdk_session session;
        pdk_gate gates[3];
        pdk_error error;
        drive_synth(&drive, "vcr", dialects[d], 200, 7 + d);
        read_session(&drive, &session);
        assert_true(session.crossing_count > 20);
        for (uint32_t sector = 0; sector < 3; sector++) {
            double spread;
            assert_true(
                fits(drive.paths, session.crossings, session.crossing_count, sector, 0, &gates[sector], &spread));
            assert_true(spread < 0.5);
        }
        pdk_session_crossing *found;
        size_t count;
        assert_ok(pdk_find_crossings(drive.paths, gates, 3, &drive.memory, &found, &count, &error), error);
        double half = drive.paths->paths[0].interval / 2, worst = 0;
        for (size_t i = 0; i < count; i++) {
            assert_true(i == 0 || found[i].time >= found[i - 1].time);
            const pdk_session_crossing *stored =
                partner(session.crossings, session.crossing_count, &found[i], 2 * half);
            assert_non_null(stored);
            worst = fmax(worst, fabs(stored->time - found[i].time));
            assert_int_equal(stored->lap, found[i].lap);
            assert_true(isnan(found[i].lap_time));
        }
        printf("%s: %zu crossings found, at most %.2f ms off\n", dialects[d], count, 1000 * worst);
        assert_true(worst <= half);
        for (size_t i = 0; i < session.crossing_count; i++) /* none is missed */
            assert_non_null(partner(found, count, &session.crossings[i], 2 * half));
        drive_close(&drive);
    }
}

/* A line given by its ends, in the axes of the file and either way round, is the same line. */
static void given(void **state)
{
    (void)state;
    driven drive;
    pdk_session session;
    pdk_gate fitted, gate;
    pdk_error error;
    drive_synth(&drive, "vcr", "r2", 150, 3);
    read_session(&drive, &session);
    assert_true(fits(drive.paths, session.crossings, session.crossing_count, 0, 0, &fitted, NULL));
    double left[2] = { fitted.middle[0] - 12 * fitted.direction[1], fitted.middle[1] + 12 * fitted.direction[0] },
           right[2] = { fitted.middle[0] + 12 * fitted.direction[1], fitted.middle[1] - 12 * fitted.direction[0] };
    for (int way = 0; way < 2; way++) { /* the motion's x and y are the file's z and x */
        const double *from = way ? right : left, *to = way ? left : right;
        const double line[4] = { from[1], from[0], to[1], to[0] };
        assert_ok(pdk_gate_given(drive.paths, PDK_FRAME_GMOTOR, false, line, &gate, &error), error);
        for (int k = 0; k < 2; k++) {
            assert_near(gate.middle[k], fitted.middle[k], 1e-9);
            assert_near(gate.direction[k], fitted.direction[k], 1e-9);
        }
        assert_near(gate.half_width, 12, 1e-9);
    }
    const double nowhere[4] = { 9e4, 9e4, 9e4, 9e4 + 10 }, point[4] = { 1, 1, 1, 1 }, nan[4] = { NAN, 0, 1, 1 };
    assert_int_equal(pdk_gate_given(drive.paths, PDK_FRAME_GMOTOR, false, nowhere, &gate, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.line");
    assert_int_equal(pdk_gate_given(drive.paths, PDK_FRAME_GMOTOR, false, point, &gate, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.line");
    assert_int_equal(pdk_gate_given(drive.paths, PDK_FRAME_GMOTOR, false, nan, &gate, &error), PDK_E_ARGUMENT);
    drive_close(&drive);
}

/* Without crossings, the line is where cars are fastest, and each lap takes as long as between stored lines. */
static void found(void **state)
{
    (void)state;
    static const struct {
        const char *format, *dialect;
    } files[] = { { "vcr", "r2" }, { "rply", "1.1" }, { "rply", "2.1" } };
    for (size_t f = 0; f < 3; f++) {
        driven drive;
        pdk_gate gate;
        pdk_error error;
        drive_synth(&drive, files[f].format, files[f].dialect, 250, 11);
        assert_ok(pdk_gate_find(drive.paths, &gate, &error), error);
        pdk_session_crossing *crossings;
        size_t count, laps = 0;
        assert_ok(pdk_find_crossings(drive.paths, &gate, 1, &drive.memory, &crossings, &count, &error), error);
        double last[64], shortest = INFINITY, longest = 0;
        for (size_t i = 0; i < 64; i++) last[i] = NAN;
        for (size_t i = 0; i < count; i++) {
            double lap = crossings[i].time - last[crossings[i].slot];
            last[crossings[i].slot] = crossings[i].time;
            assert_true(crossings[i].opens == (isnan(lap) != 0));
            if (isnan(lap)) continue;
            laps++;
            shortest = fmin(shortest, lap);
            longest = fmax(longest, lap);
        }
        assert_true(laps >= 2 * drive.paths->count);
        assert_true(longest < 1.2 * shortest);
        drive_close(&drive);
    }
}

/* Live for Speed stamps the first 10 ms at or after a line: one line fits all laps of a track, and each lap's crossing
 * of it is in the last 10 ms before its stored time. */
static void real_lines(void **state)
{
    (void)state;
    enum { LAPS = 4 };
    driven drives[LAPS];
    pdk_session sessions[LAPS];
    for (int i = 0; i < LAPS; i++) {
        char name[64];
        snprintf(name, sizeof name, "raf/dataelephant_lap%d.raf", i + 1);
        const char *path = real_file(name);
        if (path == NULL) skip();
        drive_file(&drives[i], path);
        read_session(&drives[i], &sessions[i]);
    }
    /* All laps as the runs of one recording. */
    pdk_path runs[LAPS];
    pdk_session_crossing crossings[64];
    size_t count = 0;
    const double *origin = drives[0].paths->origin;
    for (int i = 0; i < LAPS; i++) {
        runs[i] = drives[i].paths->paths[0];
        runs[i].run = runs[i].slot = (uint64_t)i;
        for (size_t k = 0; k < runs[i].count; k++) { /* to one origin */
            runs[i].samples[k].x += (float)(drives[i].paths->origin[0] - origin[0]);
            runs[i].samples[k].y += (float)(drives[i].paths->origin[1] - origin[1]);
        }
        for (size_t k = 0; k < sessions[i].crossing_count; k++) {
            crossings[count] = sessions[i].crossings[k];
            crossings[count++].slot = (uint32_t)i;
        }
    }
    pdk_paths paths = *drives[0].paths;
    paths.paths = runs;
    paths.count = LAPS;
    for (uint32_t sector = 0; sector < 2; sector++) {
        pdk_gate gate;
        double earliest = 1, latest = 0, spread;
        assert_true(fits(&paths, crossings, count, sector, sessions[0].clock_step, &gate, &spread));
        for (size_t i = 0; i < count; i++) {
            if (crossings[i].sector != sector) continue;
            const pdk_path *path = &runs[crossings[i].slot];
            double last = path->samples[path->count - 1].time, time = fmin(crossings[i].time, last);
            pdk_path_state at;
            assert_true(pdk_path_at(&paths, path, time, &at));
            double speed = at.velocity[0] * gate.direction[0] + at.velocity[1] * gate.direction[1];
            double passed = time - pdk_gate_side(&gate, at.position) / speed, late = crossings[i].time - passed;
            earliest = fmin(earliest, late);
            latest = fmax(latest, late);
        }
        printf("line %u: stored %.2f to %.2f ms behind the crossing\n", (unsigned)sector, 1000 * earliest,
               1000 * latest);
        assert_true(earliest >= 0 && latest <= 0.010);
    }
    for (int i = 0; i < LAPS; i++) drive_close(&drives[i]);
}

/* One lap, a car that stands, nobody: no place is passed twice, and that is said. */
static void no_laps(void **state)
{
    (void)state;
    driven drive;
    pdk_gate gate;
    pdk_error error;
    drive_synth(&drive, "raf", NULL, 20, 1);
    assert_int_equal(pdk_gate_find(drive.paths, &gate, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.once");
    pdk_paths nobody = *drive.paths;
    nobody.count = 0;
    assert_int_equal(pdk_gate_find(&nobody, &gate, &error), PDK_E_UNSUPPORTED);
    pdk_session_crossing *crossings;
    size_t count;
    assert_ok(pdk_find_crossings(&nobody, &gate, 1, &drive.memory, &crossings, &count, &error), error);
    assert_int_equal(count, 0);
    pdk_path *path = &drive.paths->paths[0];
    for (size_t i = 0; i < path->count; i++) {
        path->samples[i].x = path->samples[i].y = 0;
        path->samples[i].speed = 0;
    }
    assert_int_equal(pdk_gate_find(drive.paths, &gate, &error), PDK_E_UNSUPPORTED);
    assert_false(fits(drive.paths, NULL, 0, 0, 0, &gate, NULL));
    const pdk_session_crossing still = { .time = 5, .slot = 0 };
    assert_false(fits(drive.paths, &still, 1, 0, 0, &gate, NULL));
    drive_close(&drive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_again), cmocka_unit_test(given),   cmocka_unit_test(found),
        cmocka_unit_test(real_lines),  cmocka_unit_test(no_laps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
