/* RAF: the real files' expected values (docs/formats/raf.md), and their physics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static void real_test1(void **state)
{
    (void)state;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    assert_string_equal(pdk_document_format(lap)->id, "raf");
    assert_property_text(lap, "player", "[BRM] naiqun");
    assert_property_text(lap, "car", "XF GTI");
    assert_property_text(lap, "track_code", "BL1");
    assert_int_equal(pdk_table_rows(pdk_document_find_table(lap, "telemetry")), 9586);
    assert_float_equal(property_number(lap, "track_length"), 3296.533, 0.001);
    size_t count;
    double *split = column_f64(lap, "splits", "time", &count);
    assert_int_equal(count, 3);
    assert_float_equal(split[2], 95.86, 1e-9);
    free(split);
    double *time = column_f64(lap, "telemetry", "time", &count);
    assert_float_equal(time[9585], 95.85, 1e-9);
    free(time);
    read_everything(lap);
    pdk_close(lap);
}

/* Newton: the four wheels' forces are mass times what the accelerometers read. */
static void fit(const pdk_document *lap, const char *force, const char *g, double *slope, double *correlation)
{
    static const char *const corners[] = { "front_left", "front_right", "rear_left", "rear_right" };
    size_t count = 0;
    double *sum = NULL;
    for (int corner = 0; corner < 4; corner++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", corners[corner], force);
        double *values = column_f64(lap, "telemetry", name, &count);
        if (sum == NULL) sum = calloc(count, sizeof *sum);
        assert_non_null(sum);
        for (size_t i = 0; i < count; i++) sum[i] += values[i];
        free(values);
    }
    double *felt = column_f64(lap, "telemetry", g, &count);
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0, n = (double)count;
    for (size_t i = 0; i < count; i++) {
        x += felt[i];
        y += sum[i];
        xx += felt[i] * felt[i];
        yy += sum[i] * sum[i];
        xy += felt[i] * sum[i];
    }
    *slope = (n * xy - x * y) / (n * xx - x * x) / 9.81;
    *correlation = (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
    free(sum);
    free(felt);
}

static void real_physics(void **state)
{
    (void)state;
    static const char *const files[] = { "raf/test1.raf", "raf/dataelephant_lap1.raf", "raf/dataelephant_lap2.raf",
                                         "raf/dataelephant_lap3.raf", "raf/dataelephant_lap4.raf" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = real_file(files[i]);
        if (path == NULL) skip();
        pdk_document *lap = open_or_fail(path);
        double mass = property_number(lap, "mass"), slope, correlation;
        fit(lap, "x_force", "lateral_g", &slope, &correlation);
        assert_true(correlation > 0.96 && fabs(slope - mass) < 0.02 * mass);
        fit(lap, "y_force", "forward_g", &slope, &correlation);
        assert_true(correlation > 0.98 && fabs(slope - mass) < 0.03 * mass);
        fit(lap, "load", "upward_g", &slope, &correlation);
        assert_true(correlation > 0.96 && fabs(slope - mass) < 0.03 * mass);
        pdk_close(lap);
    }
}

static void real_truncated(void **state)
{
    (void)state;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    size_t size;
    uint8_t *data = read_file(path, &size);
    sweep_truncation(data, 1024 + 192 * 40, 97, "raf");
    sweep_mutation(data, 1024 + 192 * 3, 0, 1100, 1, "raf");
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_test1),
        cmocka_unit_test(real_physics),
        cmocka_unit_test(real_truncated),
    };
    return cmocka_run_group_tests_name("raf", tests, NULL, NULL);
}
