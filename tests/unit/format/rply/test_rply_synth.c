/* RPLY: generated files in every dialect: their physics, every way to read rows, cuts, changed bytes, failing memory.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "synth/sim.h"

static const char *const dialects[] = { "1.1", "2.1", "2.1-wiki" };
enum { DIALECTS = 3 };

static uint8_t *make(const char *dialect, uint32_t cars, double seconds, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.cars = cars;
    options.seconds = seconds;
    return synth_or_fail("rply", &options, size);
}

static void dialects_open(void **state)
{
    (void)state;
    static const char *const names[DIALECTS] = { "1.1 with interval", "2.1 with interval", "2.1 without interval" };
    for (size_t i = 0; i < DIALECTS; i++) {
        size_t size, count;
        uint8_t *data = make(dialects[i], 3, 30, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_string_equal(pdk_document_dialect(replay), names[i]);
        assert_property_text(replay, "track", "paddock_ring");
        assert_true(fabs(property_number(replay, "interval") - 0.1) < 1e-12);
        assert_true(property_number(replay, "frames") == 300 && property_number(replay, "cars") == 3);
        assert_true(property_number(replay, "states") == 300 + 300 + 250);
        assert_true(property_number(replay, "opaque_bytes") == 0);
        double *wheels = column_f64(replay, "cars", "wheels", &count);
        assert_true(count == 3 && wheels[0] == 4 && wheels[1] == 4 && wheels[2] == 6);
        free(wheels);
        double *entered = column_f64(replay, "car_entries", "time", &count);
        assert_true(count == 3 && entered[0] == 0 && entered[1] == 0 && entered[2] == 5);
        free(entered);
        uint64_t total;
        pdk_error error = { 0 };
        assert_ok(pdk_check(replay, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
        assert_int_equal(total, 0);
        read_everything(replay);
        pdk_close(replay);
        free(data);
    }
}

/* Speed, direction, slope, wheels and steering of one car against how its positions change. */
static void motion_agrees(const char *dialect)
{
    size_t size, n;
    uint8_t *data = make(dialect, 1, 60, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    double *x = column_f64(replay, "states", "x", &n), *y = column_f64(replay, "states", "y", &n);
    double *z = column_f64(replay, "states", "z", &n), *speed = column_f64(replay, "states", "speed", &n);
    double *heading = column_f64(replay, "states", "heading", &n), *pitch = column_f64(replay, "states", "pitch", &n);
    double *steer = column_f64(replay, "states", "steer", &n);
    double *spin = column_f64(replay, "states", "wheel_speed_0", &n), *time = column_f64(replay, "states", "time", &n);
    assert_int_equal(n, 600);
    double turned_with_steer = 0;
    for (size_t i = 1; i + 1 < n; i++) {
        double elapsed = time[i + 1] - time[i - 1];
        double dx = x[i + 1] - x[i - 1], dy = y[i + 1] - y[i - 1], dz = z[i + 1] - z[i - 1];
        double moved = sqrt(dx * dx + dy * dy + dz * dz) / elapsed;
        assert_true(fabs(moved - speed[i]) < 0.01 * speed[i]);
        assert_true(fabs(remainder(atan2(dx, dz) - heading[i], 8 * atan(1))) < 0.02); /* X is left: anticlockwise */
        assert_true(fabs(dy / sqrt(dx * dx + dz * dz) - tan(pitch[i])) < 0.01);
        assert_true(fabs(spin[i] * 0.295 - speed[i]) < 0.06 * speed[i]);
        double turn = remainder(heading[i + 1] - heading[i - 1], 8 * atan(1));
        turned_with_steer += turn * steer[i] > 0 ? 1 : 0;
    }
    assert_true(turned_with_steer > 0.95 * (double)n);
    double *const columns[] = { x, y, z, speed, heading, pitch, steer, spin, time };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
    pdk_close(replay);
    free(data);
}

/* What is read is what was driven: the way through Racer's axes and quaternions and back loses nothing but digits. */
static void angles_come_back(void **state)
{
    (void)state;
    size_t size, n;
    uint8_t *data = make("2.1", 1, 60, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    double *x = column_f64(replay, "states", "x", &n), *z = column_f64(replay, "states", "z", &n);
    double *heading = column_f64(replay, "states", "heading", &n), *pitch = column_f64(replay, "states", "pitch", &n);
    double *roll = column_f64(replay, "states", "roll", &n);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_sim *sim = pdk_sim_new(&memory, 1, 0, 1, 0.1);
    assert_non_null(sim);
    for (size_t i = 0; i < n; i++, pdk_sim_step(sim)) {
        const pdk_sim_car *car = pdk_sim_get(sim, 0);
        assert_true(fabs(x[i] + car->x) < 1e-3 && fabs(z[i] - car->y) < 1e-3);
        assert_true(fabs(remainder(heading[i] - car->heading, 8 * atan(1))) < 1e-5);
        assert_true(fabs(pitch[i] - car->pitch) < 1e-5 && fabs(roll[i] - car->roll) < 1e-5);
    }
    pdk_memory_destroy(&memory);
    double *const columns[] = { x, z, heading, pitch, roll };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
    pdk_close(replay);
    free(data);
}

static void motion(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIALECTS; i++) motion_agrees(dialects[i]);
}

/* Rows read one at a time, from anywhere, are those read in one go. */
static void rows_anywhere(void **state)
{
    (void)state;
    static const char *const tables[][2] = { { "states", "x" },       { "states", "wheel_y_5" },
                                             { "states", "car" },     { "frames", "offset" },
                                             { "skid_points", "z" },  { "skid_points", "time" },
                                             { "smoke", "lifetime" }, { "skid_strips", "starts" } };
    size_t size, count;
    uint8_t *data = make("2.1", 5, 200, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        double *all = column_f64(replay, tables[i][0], tables[i][1], &count), one = 0;
        assert_true(count > 50);
        const pdk_table *table = pdk_document_find_table(replay, tables[i][0]);
        pdk_error error = { 0 };
        for (size_t k = 0; k < count; k = k < 20 || k + 20 > count ? k + 1 : k + 17 < count ? k + 17 : count - 1) {
            assert_ok(pdk_table_read_f64(table, pdk_table_find_column(table, tables[i][1]), k, 1, &one, &error), error);
            assert_true(one == all[k] || (isnan(one) && isnan(all[k])));
        }
        free(all);
    }
    pdk_close(replay);
    free(data);
}

/* Brake light and skid factor, whole and in two bytes. */
static void bytes_of_a_number(void **state)
{
    (void)state;
    size_t size, n;
    uint8_t *data = make("2.1", 2, 60, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    double *whole = column_f64(replay, "states", "brake_light_and_skid", &n);
    double *low = column_f64(replay, "states", "brake_light_and_skid_low", &n);
    double *high = column_f64(replay, "states", "brake_light_and_skid_high", &n), lit = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(whole[i] == low[i] + 256 * high[i]);
        lit += low[i];
    }
    assert_true(lit > 10 && lit < (double)n - 10);
    free(whole);
    free(low);
    free(high);
    pdk_close(replay);
    free(data);
}

static void slides_leave_marks(void **state)
{
    (void)state;
    size_t size, edges, points;
    uint8_t *data = make("2.1", 2, 200, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    double *strip = column_f64(replay, "skid_strips", "strip", &edges);
    double *starts = column_f64(replay, "skid_strips", "starts", &edges);
    bool open[100] = { false };
    size_t begun = 0;
    for (size_t i = 0; i < edges; i++) { /* starts and ends of a strip take turns */
        size_t number = (size_t)strip[i];
        assert_true(number < 4 && open[number] != (starts[i] != 0));
        open[number] = starts[i] != 0;
        begun += starts[i] != 0;
    }
    free(column_f64(replay, "skid_points", "x", &points));
    assert_true(begun > 5 && points >= begun);
    free(strip);
    free(starts);
    pdk_close(replay);
    free(data);
}

static void repeatable_and_sized(void **state)
{
    (void)state;
    size_t size, again, other;
    uint8_t *first = make("2.1", 2, 20, &size), *second = make("2.1", 2, 20, &again);
    assert_true(size == again && memcmp(first, second, size) == 0);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = 300000;
    uint8_t *sized = synth_or_fail("rply", &options, &other);
    assert_true(other >= 300000 && other < 301000);
    free(first);
    free(second);
    free(sized);
}

static void synth_refuses(void **state)
{
    (void)state;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "9.9";
    assert_fails(pdk_synth("rply", &options, output, &error), error, PDK_E_ARGUMENT, "argument.dialect", PDK_NO_OFFSET);
    options.dialect = NULL;
    options.cars = 51;
    assert_fails(pdk_synth("rply", &options, output, &error), error, PDK_E_ARGUMENT, "argument.cars", PDK_NO_OFFSET);
    options.cars = 1;
    options.seconds = 3e6;
    assert_fails(pdk_synth("rply", &options, output, &error), error, PDK_E_ARGUMENT, "argument.seconds", PDK_NO_OFFSET);
    pdk_output_close(output);
}

static void sweeps(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIALECTS; i++) {
        size_t size;
        uint8_t *data = make(dialects[i], 2, 3, &size);
        sweep_truncation(data, size, 37, "rply");
        sweep_mutation(data, size, 0, 900, 1, "rply");
        sweep_mutation(data, size, 900, size - 900, 23, NULL);
        free(data);
        data = make(dialects[i], 2, 0.4, &size);
        assert_true(sweep_allocation(data, size) > 20);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dialects_open),
        cmocka_unit_test(motion),
        cmocka_unit_test(angles_come_back),
        cmocka_unit_test(rows_anywhere),
        cmocka_unit_test(bytes_of_a_number),
        cmocka_unit_test(slides_leave_marks),
        cmocka_unit_test(repeatable_and_sized),
        cmocka_unit_test(synth_refuses),
        cmocka_unit_test(sweeps),
    };
    return cmocka_run_group_tests_name("rply synth", tests, NULL, NULL);
}
