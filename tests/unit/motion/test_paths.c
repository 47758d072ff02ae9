/* Paths: all runs read at once, cut where nothing is known, read at any time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "motion/paths_parts.h"

static const struct {
    const char *format, *dialect;
} files[] = { { "raf", NULL }, { "vcr", "r1" }, { "vcr", "r2" }, { "vcr", "l" }, { "rply", "1.1" }, { "rply", "2.1" } };

static double *channel(const pdk_motion *motion, size_t run, pdk_role role)
{
    size_t count = (size_t)pdk_motion_run_at(motion, run)->samples;
    double *values = malloc((count + 1) * sizeof *values);
    assert_non_null(values);
    pdk_channel_read read = { pdk_motion_find_channel(motion, role), values };
    pdk_error error;
    assert_ok(pdk_motion_read(motion, run, 0, count, &read, 1, &error), error);
    return values;
}

/* One pass over the table gives what reading run by run gives. */
static void same_as_read(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        driven drive;
        drive_synth(&drive, files[f].format, files[f].dialect, 20, 3 + f);
        assert_int_equal(drive.paths->count, pdk_motion_run_count(drive.motion));
        for (size_t run = 0; run < drive.paths->count; run++) {
            const pdk_path *path = &drive.paths->paths[run];
            const pdk_motion_run *info = pdk_motion_run_at(drive.motion, run);
            assert_int_equal(path->slot, info->slot);
            assert_int_equal(path->count, info->samples);
            assert_int_equal(path->segment_count, 1);
            double *time = channel(drive.motion, run, PDK_ROLE_TIME), *x = channel(drive.motion, run, PDK_ROLE_X),
                   *y = channel(drive.motion, run, PDK_ROLE_Y), *z = channel(drive.motion, run, PDK_ROLE_Z);
            for (size_t i = 0; i < path->count; i++) {
                const pdk_path_sample *sample = &path->samples[i];
                assert_true(sample->time == time[i]);
                assert_near(drive.paths->origin[0] + sample->x, x[i], 2e-4);
                assert_near(drive.paths->origin[1] + sample->y, y[i], 2e-4);
                assert_near(drive.paths->origin[2] + sample->z, z[i], 2e-4);
                assert_true(sample->speed > 0 && sample->speed < 120);
            }
            free(time);
            free(x);
            free(y);
            free(z);
        }
        drive_close(&drive);
    }
}

/* Thinned paths keep each n-th sample and stay as close as asked. */
static void thinned(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "vcr", "l", 20, 5);
    pdk_paths *thin;
    pdk_error error;
    pdk_paths_options options = { .interval = 0.0401 + drive.paths->paths[0].interval };
    assert_ok(pdk_paths_make(drive.motion, &drive.memory, &options, &thin, &error), error);
    const pdk_path *all = &drive.paths->paths[1], *some = &thin->paths[1];
    assert_true(some->count < all->count / 2 + 2 && some->count > 10);
    assert_true(some->interval <= options.interval && some->interval > 1.5 * all->interval);
    for (size_t i = 0; i < some->count; i++) { /* what is left out is found again between the others */
        assert_true(some->samples[i].time == all->samples[i * ((all->count + some->count - 1) / some->count)].time);
    }
    pdk_path_state state_thin;
    for (size_t i = 10; i + 10 < all->count; i++) {
        assert_true(pdk_path_at(thin, some, all->samples[i].time, &state_thin));
        double away = hypot(state_thin.position[0] - drive.paths->origin[0] - all->samples[i].x,
                            state_thin.position[1] - drive.paths->origin[1] - all->samples[i].y);
        assert_true(away < 0.02);
        assert_near(state_thin.speed, all->samples[i].speed, 0.5);
    }
    drive_close(&drive);
}

/* One coordinate is that of the whole state, whatever sample the search begins from. */
static void x_alone(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "vcr", "l", 5, 2);
    const pdk_path *path = &drive.paths->paths[1];
    double step = path->interval / 7, end = path->samples[path->count - 1].time;
    size_t hints[] = { 0, path->count / 2, path->count - 1, path->count + 5 }, followed = 0;
    for (double time = path->samples[0].time - 1; time < end + 1; time += step) {
        pdk_path_state whole = { 0 };
        bool known = pdk_path_at(drive.paths, path, time, &whole);
        for (size_t i = 0; i <= sizeof hints / sizeof hints[0]; i++) {
            size_t hint = i == 0 ? followed : hints[i - 1];
            double x = 0;
            assert_int_equal(pdk_path_x_at(drive.paths, path, time, &hint, &x), known);
            if (!known) continue;
            assert_true(x == whole.position[0]);
            assert_int_equal(hint, whole.sample);
            followed = hint;
        }
    }
    assert_true(followed == path->count - 1 || followed == path->count - 2);
    drive_close(&drive);
}

/* What was left out is added again where it is requested, exact to the bit, and nowhere else. */
static void filled(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "vcr", "l", 30, 5);
    pdk_paths *thin;
    pdk_error error;
    pdk_paths_options options = { .interval = 0.0401 + drive.paths->paths[0].interval };
    const pdk_path *all = &drive.paths->paths[1];
    const double start = all->samples[0].time;
    for (uint64_t most = 0; most <= 1000; most += 500) {
        assert_ok(pdk_paths_make(drive.motion, &drive.memory, &options, &thin, &error), error);
        const size_t before = thin->paths[1].count, other = thin->paths[0].count;
        const double usual = thin->paths[1].interval;
        pdk_path_stretch stretches[] = { { 1, start + 9, start + 12 },
                                         { 1, start + 3, start + 5 },
                                         { 1, start + 4, start + 6 },
                                         { 1, start - 9, start - 5 } };
        const pdk_paths_filled filled = { .stretches = stretches,
                                          .count = sizeof stretches / sizeof stretches[0],
                                          .most = most };
        assert_ok(pdk_paths_fill(drive.motion, thin, &filled, &error), error);
        const pdk_path *some = &thin->paths[1];
        assert_int_equal(thin->paths[0].count, other);
        assert_true(some->interval == usual);
        if (most == 0) {
            assert_int_equal(some->count, before);
            continue;
        }
        assert_true(some->count > before && some->segment_count == all->segment_count);
        for (size_t i = 0, k = 0; i < all->count; i++) {
            double time = all->samples[i].time - start;
            bool wanted = (time >= 3 && time <= 6) || (time >= 9 && time <= 12);
            while (k < some->count && some->samples[k].time < all->samples[i].time) k++;
            bool is_there = k < some->count && some->samples[k].time == all->samples[i].time;
            assert_true(is_there || !wanted);
            if (is_there) assert_memory_equal(&some->samples[k], &all->samples[i], sizeof *all->samples);
        }
        assert_true(some->count < all->count);
    }
    drive_close(&drive);
}

/* Samples by hand: a moving car with everything that ends a segment. */
static pdk_path_sample sample(double time, double x)
{
    return (pdk_path_sample){ .time = time, .x = (float)x, .speed = 10, .heading = 0 };
}

static void breaks(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_path_sample samples[] = {
        sample(0, 0),      sample(0.1, 1),   sample(0.2, 2),                     /* drives */
        sample(2.0, 20),   sample(2.1, 21),                                      /* nothing for 1.8 s */
        sample(2.2, 500),  sample(2.3, 501), sample(2.3, 501), sample(2.4, 502), /* taken elsewhere; one comes twice */
        sample(NAN, 0),    sample(2.5, 503),                                     /* no place */
        sample(1.0, 1000), sample(1.1, 1001)                                     /* the clock goes back */
    };
    pdk_paths paths = { .memory = &memory, .has_speed = true, .has_heading = true };
    pdk_path path = { .samples = samples, .count = sizeof samples / sizeof samples[0] };
    assert_true(pdk_path_finish(&paths, &path));
    assert_int_equal(path.count, 11);
    assert_int_equal(path.segment_count, 5);
    static const uint32_t firsts[] = { 0, 9, 3, 5, 8 }, counts[] = { 3, 2, 2, 3, 1 }; /* by time */
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(path.segments[i].first, firsts[i]);
        assert_int_equal(path.segments[i].count, counts[i]);
    }
    pdk_path_state at;
    assert_true(pdk_path_at(&paths, &path, 0.15, &at));
    assert_near(at.position[0], 1.5, 1e-6);
    assert_near(at.velocity[0], 10, 1e-4);
    assert_false(pdk_path_at(&paths, &path, 0.5, &at));
    assert_true(pdk_path_at(&paths, &path, 1.05, &at));
    assert_near(at.position[0], 1000.5, 1e-3);
    assert_false(pdk_path_at(&paths, &path, 2.15, &at)); /* not between the track and the garage */
    assert_false(pdk_path_at(&paths, &path, 2.45, &at));
    assert_true(pdk_path_at(&paths, &path, 2.5, &at));
    assert_false(pdk_path_at(&paths, &path, 9, &at));
    assert_false(pdk_path_at(&paths, &path, NAN, &at));
    pdk_memory_destroy(&memory);
}

/* Memory that runs out at any call leaves nothing behind. */
static void little_memory(void **state)
{
    (void)state;
    driven drive;
    drive_synth(&drive, "vcr", "r2", 5, 1);
    for (uint64_t limit = 1000;; limit += limit / 2) {
        pdk_memory memory;
        pdk_paths *paths;
        pdk_error error;
        pdk_memory_init(&memory, NULL, limit);
        pdk_status status = pdk_paths_make(drive.motion, &memory, NULL, &paths, &error);
        pdk_memory_destroy(&memory);
        if (status == PDK_OK) break;
        assert_int_equal(status, PDK_E_LIMIT);
        assert_null(paths);
    }
    drive_close(&drive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_read), cmocka_unit_test(thinned),       cmocka_unit_test(filled),
        cmocka_unit_test(breaks),       cmocka_unit_test(little_memory), cmocka_unit_test(x_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
