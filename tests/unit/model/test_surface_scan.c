/* The passes over index and position arrays: every length, so that every remainder of the vector loops is met. */
#include <math.h>
#include <stdlib.h>

#include "model/surface_scan.h"
#include "support.h"

static void first_beyond(void **state)
{
    (void)state;
    enum { MAXIMUM = 10000 };
    uint32_t *numbers = calloc(MAXIMUM, sizeof *numbers);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < MAXIMUM; i++) numbers[i] = i % 77;
    for (size_t count = 0; count <= MAXIMUM; count = count * 3 / 2 + 1) {
        assert_int_equal(pdk_scan_first_beyond(numbers, count, 77), count);
        for (size_t bad = 0; bad < count; bad += 1 + count / 9) {
            uint32_t kept = numbers[bad];
            numbers[bad] = 77;
            assert_int_equal(pdk_scan_first_beyond(numbers, count, 77), bad);
            numbers[bad] = UINT32_MAX; /* -1 in the file */
            assert_int_equal(pdk_scan_first_beyond(numbers, count, 77), bad);
            assert_int_equal(pdk_scan_first_beyond(numbers, count, UINT32_MAX), bad);
            assert_int_equal(pdk_scan_first_beyond(numbers, count, UINT64_C(1) << 32), count);
            numbers[bad] = kept;
        }
    }
    assert_int_equal(pdk_scan_first_beyond(numbers, 5, 0), 0);
    free(numbers);
}

static void bounds_of_every_length(void **state)
{
    (void)state;
    float positions[3 * 40];
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) positions[i] = (float)((i * 37) % 101) - 50;
    for (size_t points = 0; points <= 40; points++) {
        pdk_bounds got = pdk_bounds_empty(), want = pdk_bounds_empty();
        assert_int_equal(pdk_bounds_add(&got, positions, points), 0);
        for (size_t i = 0; i < 3 * points; i++) {
            want.minimum[i % 3] = fminf(want.minimum[i % 3], positions[i]);
            want.maximum[i % 3] = fmaxf(want.maximum[i % 3], positions[i]);
        }
        assert_memory_equal(got.minimum, want.minimum, sizeof got.minimum);
        assert_memory_equal(got.maximum, want.maximum, sizeof got.maximum);
    }
}

/* A point with one odd coordinate is left out whole: its other coordinates are outliers here. */
static void odd_points_are_left_out(void **state)
{
    (void)state;
    static const float odd[] = { NAN, INFINITY, -INFINITY };
    enum { POINTS = 9000 };
    float *positions = calloc(POINTS, 3 * sizeof *positions);
    assert_non_null(positions);
    for (size_t kind = 0; kind < 3; kind++) {
        for (size_t at = 0; at < 3 * POINTS; at += 2999) {
            float *point = positions + at / 3 * 3;
            for (int axis = 0; axis < 3; axis++) point[axis] = 1000;
            positions[at] = odd[kind];
            pdk_bounds bounds = pdk_bounds_empty();
            assert_int_equal(pdk_bounds_add(&bounds, positions, POINTS), 1);
            assert_int_equal(bounds.not_finite, 1);
            for (int axis = 0; axis < 3; axis++) {
                assert_float_equal(bounds.minimum[axis], 0, 0);
                assert_float_equal(bounds.maximum[axis], 0, 0);
                point[axis] = 0;
            }
        }
    }
    free(positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_beyond),
        cmocka_unit_test(bounds_of_every_length),
        cmocka_unit_test(odd_points_are_left_out),
    };
    return cmocka_run_group_tests_name("surface_scan", tests, NULL, NULL);
}
