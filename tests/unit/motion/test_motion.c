/* Motion: who moved how, the same from every format. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/document.h"
#include "support.h"

static pdk_document *generate(const char *format, const char *dialect, uint8_t **data)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = 12;
    size_t size;
    *data = synth_or_fail(format, &options, &size);
    return open_bytes_or_fail(*data, size);
}

static pdk_motion *open_motion(const pdk_document *document, const char *wheel)
{
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.wheel = wheel;
    pdk_motion *motion = NULL;
    pdk_error error;
    assert_ok(pdk_motion_open(document, &options, &motion, &error), error);
    return motion;
}

/* All samples of a channel; malloc'd. */
static double *channel(const pdk_motion *motion, size_t run, pdk_role role)
{
    size_t count = (size_t)pdk_motion_run_at(motion, run)->samples;
    double *values = malloc((count + 1) * sizeof *values);
    assert_non_null(values);
    size_t number = pdk_motion_find_channel(motion, role);
    assert_true(number != PDK_NO_COLUMN);
    pdk_channel_read read = { number, values };
    pdk_error error;
    assert_ok(pdk_motion_read(motion, run, 0, count, &read, 1, &error), error);
    return values;
}

/* A lap has one run with all blocks, under the player's name; its axes stay, its headings turn a quarter. */
static void one_lap(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *lap = generate("raf", NULL, &data);
    pdk_motion *motion = open_motion(lap, NULL);
    assert_int_equal(pdk_motion_run_count(motion), 1);
    const pdk_motion_run *run = pdk_motion_run_at(motion, 0);
    assert_int_equal(run->samples, pdk_table_rows(pdk_document_find_table(lap, "telemetry")));
    const pdk_property *player = pdk_document_find_property(lap, "player");
    assert_int_equal(run->name.size, player->value.as.text.size);
    assert_memory_equal(run->name.data, player->value.as.text.data, run->name.size);
    assert_true(run->name.size > 0);
    size_t count;
    double *x = column_f64(lap, "telemetry", "x", &count), *heading = column_f64(lap, "telemetry", "heading", &count);
    double *moved = channel(motion, 0, PDK_ROLE_X), *turned = channel(motion, 0, PDK_ROLE_HEADING);
    double *nose_x = channel(motion, 0, PDK_ROLE_DIRECTION_X), *nose_y = channel(motion, 0, PDK_ROLE_DIRECTION_Y);
    for (size_t i = 0; i < count; i++) {
        assert_true(moved[i] == x[i]);
        assert_near(turned[i], heading[i] + 1.5707963267948966, 1e-12);
        assert_near(cos(turned[i]), nose_x[i] / hypot(nose_x[i], nose_y[i]), 1e-9);
    }
    size_t speed = pdk_motion_find_channel(motion, PDK_ROLE_SPEED);
    assert_false(pdk_motion_channel_at(motion, speed)->derived);
    assert_string_equal(pdk_motion_channel_at(motion, speed)->unit, "m/s");
    double *all[] = { x, heading, moved, turned, nose_x, nose_y };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    pdk_motion_close(motion);
    pdk_close(lap);
    free(data);
}

/* A wheel is where the car's axes lead to. */
static void wheel(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *lap = generate("raf", NULL, &data);
    pdk_motion *car = open_motion(lap, NULL), *left = open_motion(lap, "front_left");
    size_t channels = pdk_motion_find_channel(left, PDK_ROLE_X);
    assert_true(pdk_motion_channel_at(left, channels)->derived);
    assert_false(pdk_motion_channel_at(car, channels)->derived);
    static const char *const axes[] = { "x", "y", "z" };
    size_t count, wheels;
    double *corner_x = column_f64(lap, "wheels", "x", &wheels), *corner_y = column_f64(lap, "wheels", "y", &wheels),
           *corner_z = column_f64(lap, "wheels", "z", &wheels);
    size_t which = 0;
    while (corner_x[which] > 0 || corner_y[which] < 0) which++; /* front left */
    double *right[3], *forward[3], *from[3], *to[3];
    for (int k = 0; k < 3; k++) {
        char name[16];
        snprintf(name, sizeof name, "right_%s", axes[k]);
        right[k] = column_f64(lap, "telemetry", name, &count);
        snprintf(name, sizeof name, "forward_%s", axes[k]);
        forward[k] = column_f64(lap, "telemetry", name, &count);
        from[k] = channel(car, 0, (pdk_role)((int)PDK_ROLE_X + k));
        to[k] = channel(left, 0, (pdk_role)((int)PDK_ROLE_X + k));
    }
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            double up = right[a][i] * forward[b][i] - right[b][i] * forward[a][i];
            double wanted =
                from[k][i] + corner_x[which] * right[k][i] + corner_y[which] * forward[k][i] + corner_z[which] * up;
            assert_near(to[k][i], wanted, 1e-9);
        }
    }
    for (int k = 0; k < 3; k++) {
        free(right[k]);
        free(forward[k]);
        free(from[k]);
        free(to[k]);
    }
    free(corner_x);
    free(corner_y);
    free(corner_z);
    pdk_motion_close(car);
    pdk_motion_close(left);
    pdk_close(lap);
    free(data);
}

/* The rows of each driver, and no others, in their order; y up becomes z up. */
static void drivers(void **state)
{
    (void)state;
    static const struct {
        const char *format, *dialect, *table, *driver, *names;
    } files[] = { { "vcr", "r1", "poses", "driver", "drivers" },
                  { "vcr", "r2", "poses", "driver", "drivers" },
                  { "vcr", "l", "poses", "driver", "drivers" },
                  { "rply", "2.1", "states", "car", "cars" } };
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        uint8_t *data;
        pdk_document *replay = generate(files[f].format, files[f].dialect, &data);
        pdk_motion *motion = open_motion(replay, NULL);
        size_t rows, used = 0;
        double *who = column_f64(replay, files[f].table, files[f].driver, &rows),
               *height = column_f64(replay, files[f].table, "y", &rows),
               *ahead = column_f64(replay, files[f].table, "z", &rows),
               *time = column_f64(replay, files[f].table, "time", &rows);
        assert_true(pdk_motion_run_count(motion) > 1);
        assert_int_equal(pdk_motion_run_count(motion), pdk_table_rows(pdk_document_find_table(replay, files[f].names)));
        for (size_t run = 0; run < pdk_motion_run_count(motion); run++) {
            const pdk_motion_run *info = pdk_motion_run_at(motion, run);
            assert_true(run == 0 || info->slot > pdk_motion_run_at(motion, run - 1)->slot);
            assert_true(info->name.size > 0);
            double *z = channel(motion, run, PDK_ROLE_Z), *x = channel(motion, run, PDK_ROLE_X),
                   *when = channel(motion, run, PDK_ROLE_TIME);
            size_t at = 0;
            for (size_t i = 0; i < rows; i++) {
                if ((uint64_t)who[i] != info->slot) continue;
                assert_true(at < info->samples);
                assert_true(z[at] == height[i] && x[at] == ahead[i] && when[at] == time[i]);
                at++;
            }
            assert_int_equal(at, info->samples);
            used += at;
            free(z);
            free(x);
            free(when);
        }
        assert_int_equal(used, rows);
        free(who);
        free(height);
        free(ahead);
        free(time);
        pdk_motion_close(motion);
        pdk_close(replay);
        free(data);
    }
}

/* Parts of a run are what the whole has there, many channels at once too. */
static void parts(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *replay = generate("vcr", "r2", &data);
    pdk_motion *motion = open_motion(replay, NULL);
    size_t channels = pdk_motion_channel_count(motion), count = (size_t)pdk_motion_run_at(motion, 1)->samples;
    assert_true(channels > 12 && count > 300);
    double *whole[64], *part[64];
    pdk_channel_read reads[64];
    pdk_error error;
    for (size_t i = 0; i < channels; i++) {
        whole[i] = channel(motion, 1, pdk_motion_channel_at(motion, i)->role);
        part[i] = malloc(100 * sizeof(double));
        reads[i] = (pdk_channel_read){ i, part[i] };
    }
    pdk_close(replay); /* the motion holds it */
    assert_ok(pdk_motion_read(motion, 1, 150, 100, reads, channels, &error), error);
    for (size_t i = 0; i < channels; i++) {
        for (size_t k = 0; k < 100; k++) assert_true(part[i][k] == whole[i][150 + k]);
    }
    assert_int_equal(pdk_motion_read(motion, 1, count, 1, reads, 1, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.rows");
    assert_int_equal(pdk_motion_read(motion, 99, 0, 1, reads, 1, &error), PDK_E_ARGUMENT);
    reads[0].channel = channels;
    assert_int_equal(pdk_motion_read(motion, 1, 0, 1, reads, 1, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.column");
    for (size_t i = 0; i < channels; i++) {
        free(whole[i]);
        free(part[i]);
    }
    pdk_motion_close(motion);
    free(data);
}

static bool stop(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    assert_true(done <= total);
    return false;
}

/* What does not move, unknown wheels, memory that runs out, a caller who stops. */
static void refusals(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *scan = generate("rld", NULL, &data);
    pdk_motion *motion = (pdk_motion *)data;
    pdk_error error;
    assert_int_equal(pdk_motion_open(scan, NULL, &motion, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "motion.none");
    assert_null(motion);
    pdk_close(scan);
    free(data);
    pdk_document *lap = generate("raf", NULL, &data);
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.wheel = "fifth";
    assert_int_equal(pdk_motion_open(lap, &options, &motion, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "motion.wheel");
    pdk_close(lap);
    free(data);
    pdk_document *replay = generate("vcr", "r2", &data);
    options.wheel = NULL;
    options.limits.memory = 2000;
    assert_int_equal(pdk_motion_open(replay, &options, &motion, &error), PDK_E_LIMIT);
    options.limits.memory = 0;
    options.progress = stop;
    assert_int_equal(pdk_motion_open(replay, &options, &motion, &error), PDK_E_CANCELLED);
    assert_int_equal(pdk_motion_open(NULL, NULL, &motion, &error), PDK_E_ARGUMENT);
    pdk_motion_close(NULL);
    pdk_close(replay);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_lap), cmocka_unit_test(wheel),    cmocka_unit_test(drivers),
        cmocka_unit_test(parts),   cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
