/* What stays of a path: as little as 2 cm and half a degree allow, and never less. */
#include <math.h>
#include <stdlib.h>

#include "animation/movement.h"
#include "support.h"

enum { MOST = 20000 };

static pdk_moving_pose poses[MOST];
static bool stays[MOST];

/* Every pose that goes is near the straight way between those that stay. */
static size_t check(size_t count)
{
    size_t kept = 0, low = 0;
    pdk_simplify_path(poses, count, stays);
    assert_true(stays[0] && stays[count - 1]);
    for (size_t high = 1; high < count; high++) {
        if (!stays[high]) continue;
        const pdk_moving_pose *a = &poses[low], *b = &poses[high];
        assert_true(fabs(b->heading - a->heading) < 1.6 || high == low + 1);
        for (size_t i = low + 1; i < high; i++) {
            double share = (poses[i].time - a->time) / (b->time - a->time), square = 0;
            for (int k = 0; k < 3; k++)
                square += pow(poses[i].place[k] - a->place[k] - share * (b->place[k] - a->place[k]), 2);
            assert_true(sqrt(square) <= 0.02 + 1e-9);
            assert_near(poses[i].heading, a->heading + share * (b->heading - a->heading), 0.00873);
        }
        low = high;
    }
    for (size_t i = 0; i < count; i++) kept += stays[i];
    return kept;
}

static void test_straight(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        poses[i] = (pdk_moving_pose){ .time = (double)i * 0.02, .place = { (double)i, 0, 0 } };
    assert_int_equal(check(1000), 2);
    assert_int_equal(check(2), 2);
    assert_true(check(MOST) <= 2 + MOST / 2000); /* long ones are looked at in pieces */
    poses[500].place[1] = 0.019;                 /* not worth a key */
    assert_int_equal(check(1000), 2);
    poses[500].place[1] = 0.03;
    assert_true(check(1000) > 2);
    for (size_t i = 300; i < 1000; i++) poses[i].place[0] = 300; /* it stops: the same line, another time */
    assert_true(check(1000) >= 3);
    pdk_simplify_path(poses, 1, stays);
    assert_true(stays[0]);
}

static void test_turning(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4000;
         i++) { /* on its own place: half a degree, and the shorter way round is the right one */
        double heading = (double)i * 0.01;
        poses[i] = (pdk_moving_pose){ .time = (double)i * 0.02, .heading = heading };
    }
    size_t kept = check(4000);
    assert_true(kept >= 25 && kept < 100);
    for (size_t i = 0; i < 4000; i++) { /* a circle of 100 m at 20 m/s: chords of 2 cm are 4 m long */
        double angle = (double)i * 0.02 * 20 / 100;
        poses[i].place[0] = 100 * cos(angle);
        poses[i].place[1] = 100 * sin(angle);
        poses[i].heading = angle;
    }
    kept = check(4000);
    assert_true(kept > 390 && kept < 842);
}

static void test_noise(void **state)
{
    (void)state;
    srand(7);
    for (size_t i = 0; i < MOST; i++) {
        poses[i] = (pdk_moving_pose){ .time = (double)i * 0.02 };
        for (int k = 0; k < 3; k++) poses[i].place[k] = rand() % 1000 / 100.0;
        poses[i].heading = rand() % 100 / 100.0;
    }
    assert_true(check(MOST) > MOST / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_straight), cmocka_unit_test(test_turning),
                                        cmocka_unit_test(test_noise) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
