/* Motion in time: segments, any moment between samples, what is computed from positions, and where noses point. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "made_motion.h"
#include "model/session.h"

static pdk_motion *open_made(pdk_document *document)
{
    pdk_motion *motion = NULL;
    pdk_error error;
    assert_ok(pdk_motion_open(document, NULL, &motion, &error), error);
    return motion;
}

static double at(const pdk_motion *motion, size_t run, pdk_role role, double time)
{
    double value;
    pdk_error error;
    pdk_channel_read read = { pdk_motion_find_channel(motion, role), &value };
    assert_true(read.channel != PDK_NO_COLUMN);
    assert_ok(pdk_motion_read_times(motion, run, &time, 1, &read, 1, &error), error);
    return value;
}

/* Round a circle of 100 m at 20 m/s, a tenth of a second between samples. `y` is up in the engine's frame. */
enum { POSES = 400 };
static const double radius = 100, rate = 0.2, step = 0.1;

static made_pose on_circle(double time)
{
    double angle = rate * time;
    return (made_pose){ .time = time,
                        .x = radius * cos(angle),
                        .y = radius * sin(angle),
                        .z = 5,
                        .velocity = { -radius * rate * sin(angle), radius * rate * cos(angle), 0 },
                        .speed = radius * rate,
                        .gear = floor(time) };
}

/* Where velocities are stored, a place between samples is on the circle, to a hundredth of what a straight line misses;
 * where they are not, it is on the straight line. */
static void between(void **state)
{
    (void)state;
    made_pose poses[POSES];
    for (int i = 0; i < POSES; i++) poses[i] = on_circle(i * step);
    double missed[2] = { 0, 0 };
    for (int curved = 0; curved < 2; curved++) {
        pdk_document *document =
            make_motion(poses, POSES, PDK_FRAME_Z_UP, MADE_GEAR | (curved ? MADE_VELOCITY : MADE_SPEED));
        pdk_motion *motion = open_made(document);
        for (int i = 0; i < 300; i++) {
            double time = 0.5 + i * 0.0731, x = at(motion, 0, PDK_ROLE_X, time), y = at(motion, 0, PDK_ROLE_Y, time);
            missed[curved] = fmax(missed[curved], hypot(x - radius * cos(rate * time), y - radius * sin(rate * time)));
            assert_near(at(motion, 0, PDK_ROLE_SPEED, time), 20, 0.01);
            assert_true(at(motion, 0, PDK_ROLE_GEAR, time) == floor(floor(time / step + 1e-9) * step + 1e-9));
            double heading = at(motion, 0, PDK_ROLE_HEADING, time); /* nobody stores it: the direction of motion */
            assert_near(remainder(heading - rate * time - PDK_PI / 2, 2 * PDK_PI), 0, 1e-3);
        }
        size_t heading = pdk_motion_find_channel(motion, PDK_ROLE_HEADING);
        assert_true(pdk_motion_channel_at(motion, heading)->derived);
        size_t velocity = pdk_motion_find_channel(motion, PDK_ROLE_VELOCITY_X);
        assert_true(pdk_motion_channel_at(motion, velocity)->derived == !curved);
        assert_near(at(motion, 0, PDK_ROLE_VELOCITY_Y, 10), radius * rate * cos(rate * 10), 0.01);
        pdk_motion_close(motion);
        pdk_close(document);
    }
    assert_true(missed[0] > 0.004 && missed[0] < 0.006); /* (20 m/s x 0.1 s)^2 / (8 x 100 m) */
    assert_true(missed[1] < missed[0] / 100);
}

/* Velocities in another frame or unit than positions are not made curves of. */
static void other_velocities(void **state)
{
    (void)state;
    made_pose poses[POSES];
    for (int i = 0; i < POSES; i++) {
        poses[i] = on_circle(i * step);
        poses[i].velocity[0] = 0;
        poses[i].velocity[1] = 20; /* forward, in the car's frame */
    }
    pdk_document *document = make_motion(poses, POSES, PDK_FRAME_Z_UP, MADE_VELOCITY);
    pdk_motion *motion = open_made(document);
    double time = 7.05, x = at(motion, 0, PDK_ROLE_X, time), y = at(motion, 0, PDK_ROLE_Y, time);
    assert_near(x, (poses[70].x + poses[71].x) / 2, 1e-9);
    assert_near(y, (poses[70].y + poses[71].y) / 2, 1e-9);
    pdk_motion_close(motion);
    pdk_close(document);
}

/* Angles go the shorter way round; times in any order and many at once are what they are one by one. */
static void any_order(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "rply", "2.1", 30, 2);
    enum { TIMES = 500 };
    double times[TIMES], values[8][TIMES];
    pdk_channel_read reads[8];
    static const pdk_role roles[8] = { PDK_ROLE_X,     PDK_ROLE_Y,          PDK_ROLE_Z,          PDK_ROLE_HEADING,
                                       PDK_ROLE_SPEED, PDK_ROLE_VELOCITY_X, PDK_ROLE_VELOCITY_Y, PDK_ROLE_STEER };
    const pdk_path *path = &drive.paths->paths[1];
    double first = path->samples[0].time, last = path->samples[path->count - 1].time;
    for (size_t i = 0; i < TIMES; i++) times[i] = first - 1 + (last - first + 2) * (double)(i * 7 % TIMES) / TIMES;
    times[3] = NAN;
    for (size_t k = 0; k < 8; k++)
        reads[k] = (pdk_channel_read){ pdk_motion_find_channel(drive.motion, roles[k]), values[k] };
    pdk_error error;
    assert_ok(pdk_motion_read_times(drive.motion, 1, times, TIMES, reads, 8, &error), error);
    for (size_t i = 0; i < TIMES; i++) {
        bool known = times[i] >= first && times[i] <= last;
        for (size_t k = 0; k < 8; k++) {
            double alone = at(drive.motion, 1, roles[k], times[i]);
            assert_true(known ? alone == values[k][i] : isnan(alone) && isnan(values[k][i]));
        }
        if (!known) continue;
        pdk_path_state there; /* the paths agree */
        assert_true(pdk_path_at(drive.paths, path, times[i], &there));
        assert_near(values[0][i], there.position[0], 0.05);
        assert_near(values[1][i], there.position[1], 0.05);
        assert_near(remainder(values[3][i] - there.heading, 2 * PDK_PI), 0, 1e-3);
    }
    assert_int_equal(pdk_motion_read_times(drive.motion, 99, times, 1, reads, 1, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_motion_read_times(drive.motion, 0, NULL, 1, reads, 1, &error), PDK_E_ARGUMENT);
    reads[0].channel = 999;
    assert_int_equal(pdk_motion_read_times(drive.motion, 0, times, 1, reads, 1, &error), PDK_E_ARGUMENT);
    drive_close(&drive);
}

/* What ends a segment, and why the next begins. */
static void segments(void **state)
{
    (void)state;
    made_pose poses[60];
    for (int i = 0; i < 60; i++) poses[i] = (made_pose){ .time = i * step, .x = 2.0 * i, .speed = 20 };
    for (int i = 10; i < 60; i++) poses[i].time += 3; /* a gap */
    for (int i = 20; i < 60; i++) poses[i].x += 500;  /* to the garage */
    poses[30].y = NAN;
    poses[31].time = INFINITY;
    for (int i = 50; i < 60; i++) poses[i].time -= 100; /* another session */
    pdk_document *document = make_motion(poses, 60, PDK_FRAME_Z_UP, MADE_SPEED);
    pdk_motion *motion = open_made(document);
    const pdk_motion_segment *found;
    size_t count;
    pdk_error error;
    assert_ok(pdk_motion_segments(motion, 0, &found, &count, &error), error);
    static const struct {
        uint64_t first, count;
        pdk_motion_begin begin;
    } wanted[] = { { 50, 10, PDK_MOTION_BEGIN_CLOCK },
                   { 0, 10, PDK_MOTION_BEGIN_RUN },
                   { 10, 10, PDK_MOTION_BEGIN_GAP },
                   { 20, 10, PDK_MOTION_BEGIN_JUMP },
                   { 32, 18, PDK_MOTION_BEGIN_PLACE } };
    assert_int_equal(count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(found[i].first, wanted[i].first);
        assert_int_equal(found[i].count, wanted[i].count);
        assert_int_equal(found[i].begin, wanted[i].begin);
        assert_true(found[i].start_time == poses[wanted[i].first].time);
        assert_true(found[i].end_time == poses[wanted[i].first + wanted[i].count - 1].time);
    }
    assert_near(at(motion, 0, PDK_ROLE_X, 0.25), 5, 1e-9);
    assert_true(isnan(at(motion, 0, PDK_ROLE_X, 2)));    /* in the gap */
    assert_true(isnan(at(motion, 0, PDK_ROLE_X, 4.95))); /* between track and garage */
    assert_true(isnan(at(motion, 0, PDK_ROLE_X, 6.05))); /* no place */
    assert_near(at(motion, 0, PDK_ROLE_X, -91.65), 2.0 * 53.5 + 500, 1e-6);
    assert_int_equal(pdk_motion_segments(motion, 1, &found, &count, &error), PDK_E_ARGUMENT);
    pdk_motion_close(motion);
    pdk_close(document);
}

/* Cars in the engine's frame, whose yaw is 0 along one of four directions and grows either way: noses always come out
 * where cars go, and who turns to the left as yaw grows turns to the left. */
static void noses(void **state)
{
    (void)state;
    for (int quarter = 0; quarter < 4; quarter++) {
        for (int other = 0; other < 2; other++) {
            made_pose poses[POSES];
            for (int i = 0; i < POSES; i++) {
                made_pose flat = on_circle(i * step);
                double course = rate * i * step + PDK_PI / 2;
                poses[i] = (made_pose){ .time = i * step, .x = flat.y, .y = 5, .z = flat.x, .speed = 20 };
                if (other) poses[i].x = -poses[i].x; /* the same bend, seen from below */
                poses[i].yaw = remainder(course - quarter * PDK_PI / 2, 2 * PDK_PI);
            }
            pdk_document *document = make_motion(poses, POSES, PDK_FRAME_GMOTOR, MADE_YAW | MADE_SPEED);
            pdk_motion *motion = open_made(document);
            for (double time = 1; time < 30; time += 0.7) {
                double heading = at(motion, 0, PDK_ROLE_HEADING, time), x = at(motion, 0, PDK_ROLE_VELOCITY_X, time),
                       y = at(motion, 0, PDK_ROLE_VELOCITY_Y, time);
                assert_near(remainder(heading - atan2(y, x), 2 * PDK_PI), 0, 0.01);
                assert_near(remainder(heading - rate * time - PDK_PI / 2, 2 * PDK_PI), 0, 0.01); /* to the left */
                assert_near(at(motion, 0, PDK_ROLE_Z, time), 5, 1e-9);
            }
            const char *evidence = pdk_motion_evidence_at(motion, 0);
            assert_non_null(evidence);
            assert_null(pdk_motion_evidence_at(motion, 1));
            if (quarter == 2 && !other) assert_non_null(strstr(evidence, "(-sin yaw, -cos yaw)"));
            assert_true((strstr(evidence, "mirrored") != NULL) == (other != 0));
            pdk_motion_close(motion);
            pdk_close(document);
        }
    }
}

/* A file without driving, or whose noses point anywhere, proves nothing, and says so. */
static void unproven(void **state)
{
    (void)state;
    made_pose poses[POSES];
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < POSES; i++) {
            poses[i] = on_circle(i * step);
            double swap = poses[i].y;
            poses[i].y = 5;
            poses[i].z = kind == 0 ? swap : 0;
            if (kind == 1) poses[i].x = 0;
            poses[i].yaw = fmod(i * 2.399963, 6.28);
        }
        pdk_document *document = make_motion(poses, POSES, PDK_FRAME_GMOTOR, MADE_YAW);
        pdk_motion *motion = open_made(document);
        assert_non_null(strstr(pdk_motion_evidence_at(motion, 0), "taken to point along (-sin yaw, -cos yaw)"));
        assert_near(remainder(at(motion, 0, PDK_ROLE_HEADING, 10) - poses[100].yaw - PDK_PI, 2 * PDK_PI), 0, 1e-9);
        pdk_motion_close(motion);
        pdk_close(document);
    }
}

/* Generated replays of all dialects: noses where cars go. */
static void generated(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (size_t d = 0; d < 3; d++) {
        driven drive;
        drive_synth(&drive, "vcr", dialects[d], 60, 4 + d);
        assert_non_null(strstr(pdk_motion_evidence_at(drive.motion, 0), "(-sin yaw, -cos yaw)"));
        const pdk_path *path = &drive.paths->paths[2];
        for (size_t i = 1; i + 1 < path->count; i += 5) {
            const pdk_path_sample *sample = &path->samples[i];
            double x = (double)sample[1].x - sample[-1].x, y = (double)sample[1].y - sample[-1].y;
            if (sample->speed > 15) assert_near(remainder(atan2(y, x) - sample->heading, 2 * PDK_PI), 0, 0.2);
        }
        drive_close(&drive);
    }
}

/* Nothing, one pose, none with a place, everything the same, numbers that are none or huge, a thousand drivers. */
static void nonsense(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    static made_pose poses[MANY];
    for (int kind = 0; kind < 6; kind++) {
        size_t count = kind == 0 ? 0 : kind == 1 ? 1 : MANY;
        for (int i = 0; i < MANY; i++) {
            poses[i] = (made_pose){ .time = i * 0.02, .x = 1, .y = 2, .z = 3, .speed = 1 };
            if (kind == 2) poses[i].x = NAN;
            if (kind == 3) poses[i].time = (i * 7919 % 1000) * 0.013; /* back and forth */
            if (kind == 4) {
                static const double numbers[] = { 1e300, -1e300, 3e38, INFINITY, -INFINITY, NAN, 0, 1e9 };
                poses[i].x = numbers[i % 8];
                poses[i].yaw = numbers[(i + 3) % 8];
                poses[i].speed = numbers[(i + 5) % 8];
                poses[i].time = i % 5 == 0 ? numbers[i / 5 % 8] : poses[i].time;
                poses[i].gear = numbers[(i + 1) % 8];
                poses[i].throttle = numbers[(i + 2) % 8];
            }
            if (kind == 5) poses[i].driver = i % 1000;
        }
        pdk_document *document = make_motion(poses, count, PDK_FRAME_GMOTOR,
                                             MADE_YAW | MADE_SPEED | MADE_VELOCITY | MADE_GEAR | MADE_PEDALS);
        pdk_motion *motion = open_made(document);
        pdk_memory memory;
        pdk_memory_init(&memory, NULL, 0);
        pdk_paths *paths;
        pdk_error error;
        assert_ok(pdk_paths_make(motion, &memory, NULL, &paths, &error), error);
        assert_int_equal(paths->count, kind == 0 ? 0 : kind == 5 ? 1000 : 1);
        if (kind == 2) assert_int_equal(paths->paths[0].count, 0);
        for (size_t run = 0; run < paths->count; run++) {
            for (double time = -1; time < 20; time += 0.37) {
                pdk_path_state there;
                bool known = pdk_path_at(paths, &paths->paths[run], time, &there);
                if (known) assert_true(isfinite(there.position[0]) && isfinite(there.velocity[1]));
                assert_true(isnan(at(motion, run, PDK_ROLE_Y, time)) || kind != 2);
            }
        }
        pdk_memory_destroy(&memory);
        pdk_motion_close(motion);
        pdk_close(document);
    }
}

/* What a session says: two entries that used slot 3 one after the other, of whom the second handed over. */
static pdk_status tell_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    (void)document;
    (void)memory;
    (void)error;
    static const pdk_session_driver list[] = {
        { .slot = 3, .name = { "Second", 6 }, .entry_time = 100, .exit_time = NAN },
        { .slot = 3, .name = { "First", 5 }, .entry_time = NAN, .exit_time = 40 },
        { .slot = 9, .name = { "Elsewhere", 9 }, .entry_time = 0, .exit_time = NAN },
    };
    static const pdk_session_change changes[] = { { 150, 3, { "Third", 5 } }, { 160, 7, { "Nobody's", 8 } } };
    session->drivers = list;
    session->driver_count = 3;
    session->changes = changes;
    session->change_count = 2;
    return PDK_OK;
}

static void driver_changes(void **state)
{
    (void)state;
    made_pose poses[50];
    for (int i = 0; i < 50; i++) poses[i] = (made_pose){ .time = 5.0 * i, .driver = 3, .x = i };
    pdk_document *document = make_motion(poses, 50, PDK_FRAME_Z_UP, 0);
    static const pdk_motion_tables tables = { .rows = "poses" };
    static const pdk_services services = { .motion = &tables, .session = tell_session };
    document->services = &services;
    pdk_motion *motion = open_made(document);
    static const pdk_motion_driver wanted[] = { { NAN, 40, { "First", 5 }, false, true },
                                                { 100, 150, { "Second", 6 }, true, true },
                                                { 150, NAN, { "Third", 5 }, true, false } };
    for (size_t i = 0; i < 3; i++) {
        const pdk_motion_driver *driver = pdk_motion_driver_at(motion, 0, i);
        assert_non_null(driver);
        assert_int_equal(driver->name.size, wanted[i].name.size);
        assert_memory_equal(driver->name.data, wanted[i].name.data, wanted[i].name.size);
        assert_true(driver->has_from == wanted[i].has_from && driver->has_to == wanted[i].has_to);
        assert_true(driver->from == wanted[i].from || (isnan(driver->from) && isnan(wanted[i].from)));
        assert_true(driver->to == wanted[i].to || (isnan(driver->to) && isnan(wanted[i].to)));
    }
    assert_null(pdk_motion_driver_at(motion, 0, 3));
    pdk_motion_close(motion);
    pdk_close(document);
}

/* The drivers of a run: here one each, under the run's name. */
static void drivers(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "vcr", "r2", 10, 1);
    for (size_t run = 0; run < pdk_motion_run_count(drive.motion); run++) {
        const pdk_motion_driver *driver = pdk_motion_driver_at(drive.motion, run, 0);
        assert_non_null(driver);
        const pdk_motion_run *info = pdk_motion_run_at(drive.motion, run);
        assert_int_equal(driver->name.size, info->name.size);
        assert_memory_equal(driver->name.data, info->name.data, info->name.size);
        const pdk_motion_driver *next = pdk_motion_driver_at(drive.motion, run, 1);
        assert_true(next == NULL || next->from >= driver->from);
    }
    assert_null(pdk_motion_driver_at(drive.motion, 99, 0));
    drive_close(&drive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between),   cmocka_unit_test(other_velocities),
        cmocka_unit_test(any_order), cmocka_unit_test(segments),
        cmocka_unit_test(noses),     cmocka_unit_test(unproven),
        cmocka_unit_test(generated), cmocka_unit_test(nonsense),
        cmocka_unit_test(drivers),   cmocka_unit_test(driver_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
