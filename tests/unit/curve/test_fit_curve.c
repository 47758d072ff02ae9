/* Lines and values fitted: known roads come back within the error, pieces meet, and what is no road is refused. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "curve/cubic_fit.h"
#include "curve/fit_curve.h"
#include "random.h"
#include "support.h"

enum { MOST = 20000 };
static double points[MOST][2];

static void assert_meets(const pdk_pose *end, const pdk_pose *begin)
{
    assert_true(hypot(end->x - begin->x, end->y - begin->y) < 1e-8);
    assert_true(fabs(remainder(end->heading - begin->heading, 6.283185307179586)) < 1e-8);
}

static void assert_continuous(const pdk_curve *curve, bool closed)
{
    double length = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const pdk_curve_piece *piece = &curve->pieces[i];
        assert_true(piece->shape.length > 0);
        assert_true(fabs(piece->begin - length) < 1e-8);
        length += piece->shape.length;
        pdk_pose end = pdk_clothoid_at(&piece->shape, piece->shape.length);
        if (i + 1 < curve->count) assert_meets(&end, &curve->pieces[i + 1].shape.start);
        else if (closed) assert_meets(&end, &curve->pieces[0].shape.start);
    }
    assert_true(fabs(curve->length - length) < 1e-8);
}

/* A closed line that is bent differently everywhere, with noise. */
static size_t make_loop(size_t count, double noise)
{
    uint64_t random = 7;
    for (size_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (double)i / (double)count, radius = 300 + 60 * cos(3 * angle);
        points[i][0] = radius * cos(angle) + noise * ((double)(random_next(&random) % 2001) / 1000 - 1);
        points[i][1] = radius * sin(angle) + noise * ((double)(random_next(&random) % 2001) / 1000 - 1);
    }
    return count;
}

static void fit_loop(size_t count, double noise, double error_wanted, size_t most_pieces)
{
    pdk_memory memory;
    pdk_error error;
    pdk_curve curve;
    pdk_memory_init(&memory, NULL, 0);
    const pdk_curve_points line = { (const double(*)[2])points, make_loop(count, noise), true };
    assert_ok(pdk_curve_fit(&memory, &line, error_wanted, &curve, &error), error);
    assert_continuous(&curve, true);
    assert_true(curve.largest <= error_wanted && curve.typical > 0 && curve.typical < curve.largest);
    if (!(curve.count <= most_pieces)) fail_msg("%zu pieces", curve.count);
    for (size_t i = 0; i < count; i++) { /* each point is as near as said, at the place that is said */
        pdk_pose at = pdk_curve_at(&curve, curve.along[i]);
        assert_true(hypot(at.x - points[i][0], at.y - points[i][1]) <= curve.largest + 1e-9);
        assert_true(i == 0 || curve.along[i] > curve.along[i - 1]);
    }
    pdk_memory_destroy(&memory);
}

static void loops(void **state)
{
    (void)state;
    fit_loop(1000, 0, 0.05, 60);
    fit_loop(1000, 0, 1, 25);
    fit_loop(300, 0, 0.02, 80);
    fit_loop(2000, 0.02, 0.05, 120);
    fit_loop(MOST, 0, 0.05, 60);
}

/* A circle is an arc, a straight line a straight line. */
static void pure(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_error error;
    pdk_curve curve;
    pdk_memory_init(&memory, NULL, 0);
    for (int i = 0; i < 360; i++) {
        points[i][0] = 5 + 120 * sin(i * 0.017453292519943295);
        points[i][1] = 8 + 120 * cos(i * 0.017453292519943295);
    }
    pdk_curve_points line = { (const double(*)[2])points, 360, true };
    assert_ok(pdk_curve_fit(&memory, &line, 0.05, &curve, &error), error);
    assert_int_equal(curve.count, 1);
    assert_true(fabs(curve.pieces[0].shape.curvature + 1 / 120.0) < 1e-7); /* clockwise: to the right */
    assert_true(fabs(curve.length - 753.9822368615503) < 1e-3 && !(fabs(curve.pieces[0].shape.rate) > 0));
    assert_continuous(&curve, true);
    line = (pdk_curve_points){ (const double(*)[2])points, 2, false };
    points[1][0] = points[0][0] + 300;
    points[1][1] = points[0][1] - 400;
    assert_ok(pdk_curve_fit(&memory, &line, 0.05, &curve, &error), error);
    assert_int_equal(curve.count, 1);
    assert_true(fabs(curve.length - 500) < 1e-9 && !(fabs(curve.pieces[0].shape.curvature) > 0));
    pdk_memory_destroy(&memory);
}

static void assert_refused(size_t count, bool closed, const char *code)
{
    pdk_memory memory;
    pdk_error error;
    pdk_curve curve;
    pdk_memory_init(&memory, NULL, 0);
    const pdk_curve_points line = { (const double(*)[2])points, count, closed };
    assert_int_equal(pdk_curve_fit(&memory, &line, 0.05, &curve, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, code);
    pdk_memory_destroy(&memory);
}

static void refused(void **state)
{
    (void)state;
    static const double back[4][2] = { { 0, 0 }, { 10, 0 }, { 20, 0 }, { 9, 0.5 } };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) points[i][k] = back[i][k];
    assert_refused(0, false, "curve.short");
    assert_refused(1, false, "curve.short");
    assert_refused(2, true, "curve.short");
    assert_refused(4, false, "curve.turn");
    assert_refused(4, true, "curve.turn");
}

/* ------------------------------------------------------------------------------------------------------ cubics */

static double height(double place)
{
    return 4 + 0.03 * place + 2 * sin(place / 60);
}

static double cubic_at(const pdk_cubics *cubics, double place, int derivative)
{
    size_t i = 0;
    while (i + 1 < cubics->count && cubics->pieces[i + 1].begin <= place) i++;
    const double *f = cubics->pieces[i].factors;
    double d = place - cubics->pieces[i].begin;
    return derivative ? f[1] + d * (2 * f[2] + d * 3 * f[3]) : f[0] + d * (f[1] + d * (f[2] + d * f[3]));
}

static void heights(void **state)
{
    (void)state;
    static double places[1000], values[1000];
    pdk_memory memory;
    pdk_error error;
    pdk_cubics cubics;
    pdk_memory_init(&memory, NULL, 0);
    for (int i = 0; i < 1000; i++) {
        places[i] = i * 0.9;
        values[i] = i % 10 == 3 || (i > 400 && i < 420) ? (double)NAN : height(places[i]);
    }
    const pdk_cubic_values given = { places, values, 1000, 899.5, false };
    assert_ok(pdk_cubic_fit(&memory, &given, 0.02, &cubics, &error), error);
    assert_true(cubics.count > 1 && cubics.count < 60 && cubics.largest <= 0.02);
    assert_true(cubics.pieces[0].begin <= 0 && cubics.pieces[0].begin >= 0);
    for (double place = 0; place < 899; place += 0.25)
        if (fabs(place - 369) > 12) assert_true(fabs(cubic_at(&cubics, place, 0) - height(place)) <= 0.021);
    for (size_t i = 1; i < cubics.count; i++) {
        double begin = cubics.pieces[i].begin;
        for (int k = 0; k < 2; k++)
            assert_true(fabs(cubic_at(&cubics, begin - 1e-9, k) - cubic_at(&cubics, begin, k)) < 1e-6);
    }
    for (int i = 0; i < 1000; i++) values[i] = NAN;
    assert_ok(pdk_cubic_fit(&memory, &given, 0.02, &cubics, &error), error);
    assert_int_equal(cubics.count, 0);
    values[500] = 7; /* all that is known */
    assert_ok(pdk_cubic_fit(&memory, &given, 0.02, &cubics, &error), error);
    assert_true(cubic_at(&cubics, 100, 0) >= 7 && cubic_at(&cubics, 800, 0) <= 7);
    pdk_memory_destroy(&memory);
}

/* Around a closed road heights continue from the end to the beginning, even where neither has a value. */
static void closed_heights(void **state)
{
    (void)state;
    static double places[500], values[500];
    pdk_memory memory;
    pdk_error error;
    pdk_cubics cubics;
    pdk_memory_init(&memory, NULL, 0);
    for (int i = 0; i < 500; i++) {
        places[i] = 2 * i + 0.5;
        values[i] = i < 5 || i > 495 ? (double)NAN : 3 * sin(places[i] * 6.283185307179586 / 1000 + 1);
    }
    const pdk_cubic_values given = { places, values, 500, 1000, true };
    assert_ok(pdk_cubic_fit(&memory, &given, 0.02, &cubics, &error), error);
    assert_true(fabs(cubic_at(&cubics, 0, 0) - cubic_at(&cubics, 1000, 0)) < 1e-9);
    assert_true(fabs(cubic_at(&cubics, 0, 0) - 3 * sin(1)) < 0.05);
    pdk_memory_destroy(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops),   cmocka_unit_test(pure),           cmocka_unit_test(refused),
        cmocka_unit_test(heights), cmocka_unit_test(closed_heights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
