/* Accelerations of paths whose accelerations are known. */
#include <math.h>

#include "model/path_acceleration.h"
#include "support.h"

enum { COUNT = 200 };

static const double gravity = 9.80665;

/* Round a circle to the left: v * v / r to the left and nothing along, but at the ends, where there is no before and
 * after. */
static void a_circle_pulls_to_its_middle(void **state)
{
    (void)state;
    static const double rates[] = { 10, 20, 50, 100 };
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; k++) {
        for (int side = -1; side <= 1; side += 2) {
            double speed[COUNT], x[COUNT], y[COUNT], forward[COUNT], left[COUNT], radius = 90, v = 30;
            for (size_t i = 0; i < COUNT; i++) {
                double angle = v / radius * (double)i / rates[k];
                speed[i] = v;
                x[i] = radius * sin(angle);
                y[i] = side * radius * (1 - cos(angle));
            }
            pdk_path_accelerations(speed, x, y, COUNT, rates[k], forward, left);
            assert_near(left[0], 0, 0);
            for (size_t i = 20; i < COUNT - 20; i++) {
                assert_near(forward[i], 0, 1e-9);
                assert_near(left[i], side * v * v / radius / gravity, 0.001);
            }
        }
    }
}

/* Braking on a straight: nothing sideways, and the change of speed along, at the ends as well. */
static void brakes_pull_along(void **state)
{
    (void)state;
    double speed[COUNT], x[COUNT], y[COUNT], forward[COUNT], left[COUNT], rate = 50, brakes = -8;
    for (size_t i = 0; i < COUNT; i++) {
        double time = (double)i / rate, way = 60 * time + brakes * time * time / 2;
        speed[i] = 60 + brakes * time;
        x[i] = way * 0.6;
        y[i] = way * 0.8;
    }
    pdk_path_accelerations(speed, x, y, COUNT, rate, forward, left);
    for (size_t i = 0; i < COUNT; i++) {
        assert_near(forward[i], brakes / gravity, 1e-9);
        assert_near(left[i], 0, 1e-6);
    }
}

/* What is missing makes only those moments unknown that need it. */
static void a_gap_stays_a_gap(void **state)
{
    (void)state;
    double speed[COUNT], x[COUNT], y[COUNT], forward[COUNT], left[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        speed[i] = 20;
        x[i] = (double)i;
        y[i] = 0;
    }
    speed[100] = x[100] = NAN;
    pdk_path_accelerations(speed, x, y, COUNT, 20, forward, left);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(isnan(forward[i]) != 0, i == 98 || i == 102);
        assert_int_equal(isnan(left[i]) != 0, i == 98 || i == 100 || i == 102);
    }
}

/* One place shows nothing; nothing is written where there is none. */
static void one_place_and_none(void **state)
{
    (void)state;
    double speed = 5, x = 1, y = 2, forward = 9, left = 9;
    pdk_path_accelerations(&speed, &x, &y, 0, 20, &forward, &left);
    assert_near(forward, 9, 0);
    pdk_path_accelerations(&speed, &x, &y, 1, 20, &forward, &left);
    assert_near(forward, 0, 0);
    assert_near(left, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_pulls_to_its_middle),
        cmocka_unit_test(brakes_pull_along),
        cmocka_unit_test(a_gap_stays_a_gap),
        cmocka_unit_test(one_place_and_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
