/* Generated scans: sound in every byte, repeatable, about the size asked for, and a road. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

static uint8_t *generate(uint64_t seed, uint64_t points, uint64_t bytes, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seed = seed;
    options.points = points;
    options.size = bytes;
    return synth_or_fail("rld", &options, size);
}

static void sound(void **state)
{
    (void)state;
    static const uint64_t wishes[] = { 0, 1, 10, 100, 5000, 100000 };
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        size_t size;
        uint8_t *data = generate(i, wishes[i], 0, &size);
        pdk_document *scan = open_bytes_or_fail(data, size);
        uint64_t total = 1;
        assert_int_equal(pdk_check(scan, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
        assert_int_equal(total, 0);
        double points = property_number(scan, "points"), triangles = property_number(scan, "triangles");
        assert_true(size == (size_t)(32 + 12 * points + 12 * triangles + 8 * property_number(scan, "blocks")));
        if (wishes[i] >= 100) assert_true(fabs(points / (double)wishes[i] - 1) < 0.1);
        read_everything(scan);
        pdk_close(scan);
        free(data);
    }
}

static void by_size(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(1, 0, 3000000, &size);
    assert_true(fabs((double)size / 3e6 - 1) < 0.05);
    free(data);
}

static void repeatable(void **state)
{
    (void)state;
    size_t size, again, other;
    uint8_t *data = generate(7, 2000, 0, &size), *same = generate(7, 2000, 0, &again),
            *different = generate(8, 2000, 0, &other);
    assert_int_equal(size, again);
    assert_memory_equal(data, same, size);
    assert_int_equal(size, other);
    assert_memory_not_equal(data, different, size);
    free(data);
    free(same);
    free(different);
}

/* Faces up everywhere, slopes a car can drive, and the millimetres of noise a scanner leaves. */
static void is_a_road(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(3, 60000, 0, &size);
    pdk_document *scan = open_bytes_or_fail(data, size);
    pdk_surface surface = surface_or_fail(scan, 0);
    double area = 0, steepest = 0;
    for (uint64_t i = 0; i < surface.triangle_count; i++) {
        const float *a = surface.positions + 3 * (uint64_t)surface.triangles[3 * i];
        const float *b = surface.positions + 3 * (uint64_t)surface.triangles[3 * i + 1];
        const float *c = surface.positions + 3 * (uint64_t)surface.triangles[3 * i + 2];
        double bx = (double)(b[0] - a[0]), by = (double)(b[1] - a[1]), bz = (double)(b[2] - a[2]);
        double cx = (double)(c[0] - a[0]), cy = (double)(c[1] - a[1]), cz = (double)(c[2] - a[2]);
        double nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
        assert_true(nz > 0);
        area += nz / 2;
        steepest = fmax(steepest, hypot(nx, ny) / nz);
    }
    size_t count;
    double *x = column_f64(scan, "points", "x", &count), *block = column_f64(scan, "points", "block", &count);
    for (size_t i = 1; i < count; i++) assert_true(block[i] >= block[i - 1]);
    assert_true(block[0] == 0 && block[count - 1] >= 3);
    assert_true(x[count - 1] - x[0] > 100);
    assert_true(area > 1000 && steepest < 0.4 && steepest > 0.05);
    free(x);
    free(block);
    pdk_close(scan);
    free(data);
}

static pdk_status refuse_late(void *user, const void *data, size_t size)
{
    (void)data;
    (void)size;
    return ++*(int *)user > 2 ? PDK_E_IO : PDK_OK;
}

static bool cancel(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    assert_true(done < total);
    return false;
}

static void failing_outputs(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 100000;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    int calls = 0;
    assert_ok(pdk_output_callback(refuse_late, &calls, &output, &error), error);
    assert_fails(pdk_synth("rld", &options, output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    output = output_or_fail();
    options.progress = cancel;
    assert_fails(pdk_synth("rld", &options, output, &error), error, PDK_E_CANCELLED, "cancelled", PDK_NO_OFFSET);
    options.points = UINT64_C(1) << 31;
    assert_fails(pdk_synth("rld", &options, output, &error), error, PDK_E_ARGUMENT, "argument.points", PDK_NO_OFFSET);
    pdk_output_close(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound),     cmocka_unit_test(by_size),         cmocka_unit_test(repeatable),
        cmocka_unit_test(is_a_road), cmocka_unit_test(failing_outputs),
    };
    return cmocka_run_group_tests_name("rld synth", tests, NULL, NULL);
}
