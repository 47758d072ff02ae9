/* Clothoids: places by the integrals of Fresnel, curves from pose to pose, the nearest place. */
#include <math.h>

#include "curve/clothoid.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

/* With curvature pi s the direction is pi s^2 / 2, and places are the integrals of Fresnel (tables: Abramowitz and
 * Stegun, 7.7). */
static void fresnel(void **state)
{
    (void)state;
    static const double known[][3] = { { 0.5, 0.4923442258714464, 0.0647324328599993 },
                                       { 1, 0.7798934003768228, 0.4382591473903548 },
                                       { 2, 0.4882534060753408, 0.3434156783636982 },
                                       { 5, 0.5636311887040122, 0.4991913819171169 } };
    const pdk_clothoid curve = { .rate = pi, .length = 5 };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        pdk_pose at = pdk_clothoid_at(&curve, known[i][0]);
        assert_near(at.x, known[i][1], 1e-13);
        assert_near(at.y, known[i][2], 1e-13);
        assert_near(at.heading, pi * known[i][0] * known[i][0] / 2, 1e-12);
    }
}

static void circle(void **state)
{
    (void)state;
    const pdk_clothoid curve = { .start = { 3, -2, 0.7 }, .curvature = -1 / 40.0, .length = 80 * pi };
    pdk_pose end = pdk_clothoid_at(&curve, curve.length), half = pdk_clothoid_at(&curve, curve.length / 2);
    assert_near(end.x, 3, 1e-10);
    assert_near(end.y, -2, 1e-10);
    assert_near(end.heading, 0.7 - 2 * pi, 1e-12);
    assert_near(hypot(half.x - 3, half.y + 2), 80, 1e-10);
}

/* What is between two poses of a known curve is that curve again. */
static void joined(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        const pdk_clothoid curve = { .start = { i, 5 - i, 0.1 * i },
                                     .curvature = 0.02 * sin(i),
                                     .rate = 0.0004 * cos(3 * i),
                                     .length = 20 + i % 31 };
        pdk_pose end = pdk_clothoid_at(&curve, curve.length);
        pdk_clothoid found;
        assert_true(pdk_clothoid_join(&curve.start, &end, &found));
        pdk_pose reached = pdk_clothoid_at(&found, found.length);
        assert_near(reached.x, end.x, 1e-9);
        assert_near(reached.y, end.y, 1e-9);
        assert_near(reached.heading, end.heading, 1e-9);
        assert_near(found.curvature, curve.curvature, 1e-7);
        assert_near(found.rate, curve.rate, 1e-8);
        assert_near(found.length, curve.length, 1e-6);
    }
}

static void refused(void **state)
{
    (void)state;
    const pdk_pose from = { 1, 2, 0.3 }, back = { 5, 2, 0.3 + pi }, lost = { NAN, 2, 0 }, turned = { 5, 2, NAN };
    pdk_clothoid found;
    assert_false(pdk_clothoid_join(&from, &from, &found));
    assert_false(pdk_clothoid_join(&from, &back, &found));
    assert_false(pdk_clothoid_join(&from, &lost, &found));
    assert_false(pdk_clothoid_join(&from, &turned, &found));
}

static void nearest(void **state)
{
    (void)state;
    const pdk_clothoid curve = { .start = { 10, 20, 1 }, .curvature = 0.01, .rate = 0.0002, .length = 60 };
    for (int i = 0; i <= 60; i += 5) {
        pdk_pose there = pdk_clothoid_at(&curve, i), at = curve.start;
        double distance = 0, aside = 0.5 - i % 2;
        for (int k = 0; k < 5; k++)
            pdk_clothoid_nearest(&curve, there.x - sin(there.heading) * aside, there.y + cos(there.heading) * aside,
                                 &distance, &at);
        assert_near(distance, i, 1e-6);
        assert_near(hypot(at.x - there.x, at.y - there.y), 0, 1e-6);
    }
    pdk_pose at = curve.start;
    double distance = 0;
    assert_near(pdk_clothoid_nearest(&curve, 10 - 3 * cos(1), 20 - 3 * sin(1), &distance, &at), 3, 1e-9);
    assert_near(distance, 0, 0); /* before the beginning */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresnel), cmocka_unit_test(circle),  cmocka_unit_test(joined),
        cmocka_unit_test(refused), cmocka_unit_test(nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
