/* Vehicle dynamics: physics holds on real laps, the definitions hold on a small made one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paddock/analysis.h"
#include "support.h"

static const pdk_table *answer_or_fail(const pdk_document *document, const char *name)
{
    const pdk_table *table = NULL;
    pdk_error error;
    assert_ok(pdk_answer(document, name, &table, &error), error);
    assert_non_null(table);
    return table;
}

/* A column as doubles, NaN where there is no value; malloc'd. */
static double *values_of(const pdk_table *table, const char *name)
{
    size_t column = pdk_table_find_column(table, name), count = (size_t)pdk_table_rows(table);
    assert_true(column != PDK_NO_COLUMN);
    double *values = malloc((count + 1) * sizeof *values);
    assert_non_null(values);
    pdk_error error;
    assert_ok(pdk_table_read_f64(table, column, 0, count, values, &error), error);
    return values;
}

static double one_of(const pdk_table *table, const char *name)
{
    double *values = values_of(table, name), value = values[0];
    free(values);
    return value;
}

static const char *const wheels[] = { "front_left", "front_right", "rear_left", "rear_right" };

static double *of_wheel(const pdk_table *table, int wheel, const char *name)
{
    char whole[64];
    snprintf(whole, sizeof whole, "%s_%s", wheels[wheel], name);
    return values_of(table, whole);
}

/* The force across the car over the slip angle: each degree more, below the peak, gives more force to the other side.
 */
static void lateral_force_follows_slip_angle(const pdk_document *lap, const pdk_table *dynamics)
{
    const pdk_table *telemetry = pdk_document_table_at(lap, 0);
    size_t count = (size_t)pdk_table_rows(dynamics);
    for (int wheel = 0; wheel < 4; wheel++) {
        enum { BINS = 7 }; /* -3.5 .. 3.5 degrees */
        double force[BINS] = { 0 };
        size_t found[BINS] = { 0 };
        double *angle = of_wheel(dynamics, wheel, "slip_angle"), *right = of_wheel(telemetry, wheel, "x_force");
        for (size_t i = 0; i < count; i++) {
            double bin = floor(angle[i] * 57.29577951308232 + 3.5);
            if (!(bin >= 0 && bin < BINS)) continue;
            force[(int)bin] += right[i];
            found[(int)bin]++;
        }
        double before = -HUGE_VAL;
        for (int bin = 0; bin < BINS; bin++) {
            if (found[bin] < 30) continue;
            double mean = force[bin] / (double)found[bin];
            if (!(mean > before)) fail_msg("%s: force falls to %g N in bin %d", wheels[wheel], mean, bin);
            before = mean;
        }
        free(angle);
        free(right);
    }
}

/* A tyre that turns faster than the road drives the car, one that turns slower brakes it. */
static void longitudinal_slip_has_the_sign_of_the_force(const pdk_document *lap, const pdk_table *dynamics)
{
    const pdk_table *telemetry = pdk_document_table_at(lap, 0);
    size_t count = (size_t)pdk_table_rows(dynamics), same = 0, all = 0;
    for (int wheel = 0; wheel < 4; wheel++) {
        double *ratio = of_wheel(dynamics, wheel, "slip_ratio"), *force = of_wheel(telemetry, wheel, "y_force");
        for (size_t i = 0; i < count; i++) {
            if (!(fabs(ratio[i]) > 0.02) || !(fabs(force[i]) > 500)) continue;
            all++;
            same += (ratio[i] > 0) == (force[i] > 0);
        }
        free(ratio);
        free(force);
    }
    assert_true(all > 500);
    assert_true((double)same > 0.97 * (double)all);
}

/* Accelerometers agree with how the path bends. */
static void lateral_g_is_speed_by_yaw_rate(const pdk_table *dynamics)
{
    size_t count = (size_t)pdk_table_rows(dynamics);
    double *g = values_of(dynamics, "lateral_g"), *yaw = values_of(dynamics, "yaw_rate"),
           *speed = values_of(dynamics, "speed");
    double n = 0, sums[5] = { 0 };
    for (size_t i = 0; i < count; i++) {
        double bent = yaw[i] * speed[i] / 9.80665;
        n++;
        sums[0] += g[i];
        sums[1] += bent;
        sums[2] += g[i] * g[i];
        sums[3] += bent * bent;
        sums[4] += g[i] * bent;
    }
    double correlation =
        (n * sums[4] - sums[0] * sums[1]) / sqrt((n * sums[2] - sums[0] * sums[0]) * (n * sums[3] - sums[1] * sums[1]));
    if (!(correlation > 0.9)) fail_msg("correlation %g", correlation);
    free(g);
    free(yaw);
    free(speed);
}

/* Other laps of the same car, other drivers and versions of the game have the same inertia, and both cars the same
 * drag: nothing in the files says so, forces and paths do. */
static void the_body_is_the_same_in_every_lap(const pdk_table *handling, double inertia)
{
    assert_near(one_of(handling, "measured_drag"), 0.405, 0.01);
    assert_near(one_of(handling, "measured_lift"), 0, 0.02);
    assert_near(one_of(handling, "measured_yaw_inertia"), inertia, 0.02 * inertia);
    assert_near(one_of(handling, "measured_center_of_gravity_y"), -0.07, 0.015);
    double correlation = one_of(handling, "yaw_correlation");
    assert_true(correlation > 0.97 && correlation <= 1);
}

static void real_lap(const char *name, double share, double balance, double gradient, double inertia)
{
    const char *path = real_file(name);
    if (path == NULL) skip();
    pdk_document *lap;
    pdk_error error;
    assert_ok(pdk_open_file(path, NULL, &lap, &error), error);
    const pdk_table *dynamics = answer_or_fail(lap, "dynamics"), *handling = answer_or_fail(lap, "handling");
    assert_int_equal(pdk_table_rows(dynamics), pdk_table_rows(pdk_document_table_at(lap, 0)));
    lateral_force_follows_slip_angle(lap, dynamics);
    longitudinal_slip_has_the_sign_of_the_force(lap, dynamics);
    lateral_g_is_speed_by_yaw_rate(dynamics);
    /* Measured on these files by other means. */
    double values[] = { one_of(handling, "load_transfer_share") - share, one_of(handling, "brake_balance") - balance,
                        one_of(handling, "understeer_gradient") * 57.29577951308232 - gradient };
    if (!(fabs(values[0]) < 0.03) || !(fabs(values[1]) < 0.03) || !(fabs(values[2]) < 1.5))
        fail_msg("off by %g, %g, %g", values[0], values[1], values[2]);
    the_body_is_the_same_in_every_lap(handling, inertia);
    for (int wheel = 0; wheel < 4; wheel++) {
        double *work = of_wheel(dynamics, wheel, "slip_work"), maximum = work[pdk_table_rows(dynamics) - 1];
        if (!(maximum > 150e3 && maximum < 650e3)) fail_msg("%s: work %g J", wheels[wheel], maximum);
        free(work);
    }
    pdk_close(lap);
}

static void real_rear_drive(void **state)
{
    (void)state;
    real_lap("raf/dataelephant_lap1.raf", 0.599, 0.711, 2.55, 2300);
}

static void real_front_drive(void **state)
{
    (void)state;
    real_lap("raf/test1.raf", 0.563, 0.758, 2.89, 1388);
}

static void real_lap_of(const char *name, double inertia)
{
    const char *path = real_file(name);
    if (path == NULL) skip();
    pdk_document *lap;
    pdk_error error;
    assert_ok(pdk_open_file(path, NULL, &lap, &error), error);
    the_body_is_the_same_in_every_lap(answer_or_fail(lap, "handling"), inertia);
    pdk_close(lap);
}

static void real_other_laps(void **state)
{
    (void)state;
    real_lap_of("raf/dataelephant_lap2.raf", 2300);
    real_lap_of("raf/dataelephant_lap3.raf", 2300);
    real_lap_of("raf/dataelephant_lap4.raf", 2300);
    real_lap_of("raf/test.raf", 1388);
    real_lap_of("raf/test3.raf", 1388); /* a version without recorded accelerations */
}

/* Rows are the same whether they are read alone or together, and whatever the run they were computed in. */
static void generated_lap(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 45;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    const pdk_table *dynamics = answer_or_fail(lap, "dynamics");
    assert_ptr_equal(dynamics, answer_or_fail(lap, "dynamics"));
    assert_ptr_equal(dynamics, pdk_document_find_table(lap, "dynamics"));
    assert_null(pdk_document_own_table(lap, "dynamics"));
    lateral_g_is_speed_by_yaw_rate(dynamics);
    double *velocity = of_wheel(dynamics, 0, "suspension_velocity"), *time = values_of(dynamics, "time");
    const pdk_table *telemetry = pdk_document_table_at(lap, 0);
    double *deflection = of_wheel(telemetry, 0, "deflection");
    for (size_t i = 1; i + 1 < pdk_table_rows(dynamics); i++) {
        double expected = (deflection[i + 1] - deflection[i - 1]) / (time[i + 1] - time[i - 1]);
        assert_true(fabs(velocity[i] - expected) <= 1e-6 * fabs(expected) + 1e-9);
    }
    free(velocity);
    free(time);
    free(deflection);
    pdk_close(lap);
    free(data);
}

static void of_a_track(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = synth_or_fail("tri", NULL, &size);
    pdk_document *track = open_bytes_or_fail(data, size);
    const pdk_table *table;
    pdk_error error;
    assert_int_equal(pdk_answer(track, "dynamics", &table, &error), PDK_E_UNSUPPORTED);
    assert_null(table);
    assert_string_equal(error.code, "analysis.motion");
    assert_int_equal(pdk_answer(track, "dynamic", &table, &error), PDK_E_ARGUMENT);
    pdk_close(track);
    free(data);
}

/* As a separate document, which holds what it came from. */
static void as_a_document(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 5;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(data, size), *analysis;
    const char *const names[] = { "handling", NULL };
    pdk_analysis_options wanted = PDK_ANALYSIS_OPTIONS_INIT;
    wanted.names = names;
    pdk_error error;
    assert_ok(pdk_analyse(lap, &wanted, &analysis, &error), error);
    pdk_close(lap);
    assert_string_equal(pdk_document_format(analysis)->id, "analysis");
    assert_int_equal(pdk_document_table_count(analysis), 1);
    const pdk_table *table = answer_or_fail(analysis, "handling");
    assert_int_equal(pdk_table_rows(table), 1);
    assert_int_equal(pdk_answer(analysis, "dynamics", &table, &error), PDK_E_UNSUPPORTED);
    pdk_close(analysis);
    free(data);
}

/* --------------------------------------------------------------------------------------- a file about the car */

static pdk_document *analyse_with(const pdk_document *lap, const pdk_document *car, pdk_error *error)
{
    static const char *const names[] = { "dynamics", "handling", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.car_info = car;
    pdk_document *analysis = NULL;
    pdk_analyse(lap, &options, &analysis, error);
    return analysis;
}

static bool text_begins(const pdk_table *table, const char *column, const char *with)
{
    pdk_text text = { NULL, 0 };
    pdk_error error;
    assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, column), 0, 1, &text, &error), error);
    return text.data != NULL && strncmp(text.data, with, strlen(with)) == 0;
}

/* The generated car moves the load that its height gives. */
static void car_info_adds_the_centre_of_gravity(void **state)
{
    (void)state;
    pdk_synth_options lap_options = PDK_SYNTH_OPTIONS_INIT;
    lap_options.seconds = 60;
    size_t size, car_size;
    uint8_t *data = synth_or_fail("raf", &lap_options, &size), *car_data = synth_or_fail("car-info", NULL, &car_size);
    pdk_document *lap = open_bytes_or_fail(data, size), *car = open_bytes_or_fail(car_data, car_size);
    pdk_error error = { 0 };
    pdk_document *analysis = analyse_with(lap, car, &error);
    assert_non_null(analysis);
    const pdk_table *handling = answer_or_fail(analysis, "handling"), *dynamics = answer_or_fail(analysis, "dynamics");
    assert_near(one_of(handling, "center_of_gravity_height"), (1010 * 0.5 + 70 * 0.295) / 1080, 1e-6);
    assert_near(one_of(handling, "load_transfer_ratio"), 1, 0.05); /* what is felt on a leaning body is a little more */
    assert_near(one_of(handling, "yaw_inertia"), 1500, 0);
    assert_true(fabs(one_of(handling, "yaw_correlation")) <= 1); /* low for a generated lap, but a correlation */
    assert_true(text_begins(handling, "car_info", "same set-up"));
    assert_true(text_begins(handling, "drive", "rear"));
    /* Without one they are missing, and nothing else changes. */
    const pdk_table *alone = answer_or_fail(lap, "handling"), *alone_dynamics = answer_or_fail(lap, "dynamics");
    static const char *const missing[] = { "center_of_gravity_height",
                                           "load_transfer_ratio",
                                           "yaw_inertia",
                                           "air_drag",
                                           "air_downforce",
                                           "front_weight_share",
                                           "car_info_brake_balance",
                                           "rear_right_camber_setting" };
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) assert_true(isnan(one_of(alone, missing[i])));
    assert_true(
        isnan(one_of(alone, "measured_yaw_inertia"))); /* where that is missing, drag is measured all the same */
    assert_near(one_of(alone, "measured_drag"), 0, 0.01);
    assert_near(one_of(alone, "load_transfer_share"), one_of(handling, "load_transfer_share"), 0);
    double *slip = values_of(dynamics, "sideslip_angle"), *slip_alone = values_of(alone_dynamics, "sideslip_angle"),
           *center = values_of(dynamics, "center_sideslip_angle"), *none = values_of(alone_dynamics, "yaw_moment");
    size_t rows = (size_t)pdk_table_rows(dynamics);
    for (size_t i = 0; i < rows; i++) {
        assert_true(isnan(none[i]));
        if (isnan(slip[i])) continue;
        assert_true(slip[i] == slip_alone[i]);
        assert_near(center[i], slip[i],
                    1e-3); /* this car's centre of gravity is at its reference point, seen from above */
    }
    free(slip);
    free(slip_alone);
    free(center);
    free(none);
    pdk_close(analysis);
    pdk_close(car);
    pdk_close(lap);
    free(data);
    free(car_data);
}

static void put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(bits >> 8 * i);
}

/* A centre of gravity behind the reference point goes to the outside as the car turns in: the angle there is smaller by
 * what the turning adds, and moments are about it. */
static void the_centre_of_gravity_moves_aside(void **state)
{
    (void)state;
    enum { CENTER_Y = 80, ROWS = 3000 };
    pdk_synth_options lap_options = PDK_SYNTH_OPTIONS_INIT;
    lap_options.seconds = ROWS / 100.0;
    size_t size, car_size;
    uint8_t *data = synth_or_fail("raf", &lap_options, &size), *car_data = synth_or_fail("car-info", NULL, &car_size);
    put_float(car_data + CENTER_Y, -0.4F);
    pdk_document *lap = open_bytes_or_fail(data, size), *car = open_bytes_or_fail(car_data, car_size);
    pdk_error error = { 0 };
    pdk_document *analysis = analyse_with(lap, car, &error);
    assert_non_null(analysis);
    const pdk_table *dynamics = answer_or_fail(analysis, "dynamics"), *telemetry = pdk_document_table_at(lap, 0);
    static const double front = 1.15, rear = -1.35, half = 0.73;
    double *slip = values_of(dynamics, "sideslip_angle"), *center = values_of(dynamics, "center_sideslip_angle"),
           *yaw = values_of(dynamics, "yaw_rate"), *speed = values_of(dynamics, "speed"),
           *moment = values_of(dynamics, "yaw_moment"), *across[4], *along[4];
    for (int w = 0; w < 4; w++) {
        across[w] = of_wheel(telemetry, w, "x_force");
        along[w] = of_wheel(telemetry, w, "y_force");
    }
    for (size_t i = 100; i < ROWS - 100; i++) {
        assert_near(slip[i] - center[i], 0.4 * yaw[i] / speed[i], 1e-3);
        double expected = 0;
        for (int w = 0; w < 4; w++)
            expected += (w % 2 == 0 ? -half : half) * along[w][i] - ((w < 2 ? front : rear) + 0.4) * across[w][i];
        assert_near(moment[i], expected, 1 + 1e-5 * fabs(expected));
    }
    for (int w = 0; w < 4; w++) {
        free(across[w]);
        free(along[w]);
    }
    free(slip);
    free(center);
    free(yaw);
    free(speed);
    free(moment);
    pdk_close(analysis);
    pdk_close(car);
    pdk_close(lap);
    free(data);
    free(car_data);
}

/* What is of another car is refused with what differs; another set-up of the same car is said. */
static void car_info_must_belong(void **state)
{
    (void)state;
    enum { GEARS = 288, WHEEL = 384, CONTACT_Y = 20, SPRING = 48, CODE = 8 };
    size_t size, car_size;
    pdk_synth_options lap_options = PDK_SYNTH_OPTIONS_INIT;
    lap_options.seconds = 5;
    uint8_t *data = synth_or_fail("raf", &lap_options, &size), *car_data = synth_or_fail("car-info", NULL, &car_size),
            *odd = malloc(car_size);
    assert_non_null(odd);
    pdk_document *lap = open_bytes_or_fail(data, size);
    for (int i = 0; i < 4; i++) {
        static const char *const messages[] = { "forward gears", "further forward", "is driven", NULL };
        memcpy(odd, car_data, car_size);
        if (i == 0) odd[GEARS] = 6;
        if (i == 1) put_float(odd + WHEEL + CONTACT_Y, -1.25F);
        if (i == 2) memcpy(odd + CODE, "XFG", 4);
        if (i == 3) put_float(odd + WHEEL + SPRING, 43e3F);
        pdk_document *car = open_bytes_or_fail(odd, car_size);
        pdk_error error = { 0 };
        pdk_document *analysis = analyse_with(lap, car, &error);
        if (messages[i] == NULL) {
            assert_non_null(analysis);
            assert_true(text_begins(answer_or_fail(analysis, "handling"), "car_info",
                                    "another set-up: rear_left spring differs"));
        } else {
            assert_null(analysis);
            assert_int_equal(error.status, PDK_E_ARGUMENT);
            assert_string_equal(error.code, "analysis.car_info");
            if (strstr(error.message, messages[i]) == NULL) fail_msg("%s", error.message);
        }
        pdk_close(analysis);
        pdk_close(car);
    }
    pdk_error error = { 0 };
    assert_null(analyse_with(lap, lap, &error)); /* a lap shows nothing about the body */
    assert_string_equal(error.code, "analysis.car_info");
    pdk_close(lap);
    free(odd);
    free(data);
    free(car_data);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(real_rear_drive),
                                        cmocka_unit_test(real_front_drive),
                                        cmocka_unit_test(real_other_laps),
                                        cmocka_unit_test(generated_lap),
                                        cmocka_unit_test(of_a_track),
                                        cmocka_unit_test(as_a_document),
                                        cmocka_unit_test(car_info_adds_the_centre_of_gravity),
                                        cmocka_unit_test(the_centre_of_gravity_moves_aside),
                                        cmocka_unit_test(car_info_must_belong) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
