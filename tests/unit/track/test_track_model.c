/* The track as driven: its line, and places along it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "track/track_model.h"

static pdk_lap_span whole(const driven *drive)
{
    const pdk_path *path = &drive->paths->paths[0];
    const pdk_path_segment *segment = &path->segments[0];
    return (pdk_lap_span){ drive->paths, path, path->samples[segment->first].time,
                           path->samples[segment->first + segment->count - 1].time };
}

/* Four laps of one track make a closed line about as long as the game's own ruler, and places on it agree with the
 * ruler's: laps pass any place of it at nearly the same distance. */
static void real_laps(void **state)
{
    (void)state;
    enum { LAPS = 4 };
    driven drives[LAPS];
    pdk_lap_span laps[LAPS];
    for (int i = 0; i < LAPS; i++) {
        char name[64];
        snprintf(name, sizeof name, "raf/dataelephant_lap%d.raf", i + 1);
        const char *path = real_file(name);
        if (path == NULL) skip();
        drive_file(&drives[i], path);
        laps[i] = whole(&drives[i]);
    }
    pdk_error error;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track_model *model;
    assert_ok(pdk_track_from_laps(&memory, laps, LAPS, &model, &error), error);
    assert_true(model->closed);
    assert_int_equal(model->laps, LAPS);
    printf("length %.2f m, ruler 2032.88 m\n", model->length);
    assert_near(model->length, 2032.883, 20);
    double places[LAPS][20];
    for (int i = 0; i < LAPS; i++) {
        pdk_lap_trace trace;
        assert_ok(pdk_lap_trace_make(model, &laps[i], &memory, &trace, &error), error);
        size_t count;
        double *ruler = column_f64(drives[i].document, "telemetry", "index_distance", &count);
        assert_int_equal(trace.count, count);
        for (size_t k = 1; k < trace.count; k++) assert_true(trace.reached[k] >= trace.reached[k - 1]);
        assert_true(fabs(trace.distance[0]) < 2 && fabs(trace.distance[count - 1] - model->length) < 2);
        for (int place = 0; place < 20; place++) { /* the time at a distance by the line and by the ruler */
            double at = 100.0 * (place + 0.5);
            size_t k = 0;
            while (ruler[k] < at) k++;
            double share = (at - ruler[k - 1]) / (ruler[k] - ruler[k - 1]);
            places[i][place] = trace.distance[k - 1] + share * (trace.distance[k] - trace.distance[k - 1]);
            assert_near(pdk_lap_trace_time(&trace, places[i][place]), 0.01 * ((double)k - 1 + share), 1e-6);
        }
        free(ruler);
    }
    double worst = 0;
    for (int place = 0; place < 20; place++) {
        for (int i = 1; i < LAPS; i++) worst = fmax(worst, fabs(places[i][place] - places[0][place]));
    }
    printf("a place of the ruler is within %.2f m for all laps\n", worst);
    assert_true(worst < 1);
    pdk_memory_destroy(&memory);
    for (int i = 0; i < LAPS; i++) drive_close(&drives[i]);
}

/* A figure of eight with a bridge in its middle, and a hairpin whose straights are 12 m apart. */
static double figure(double share, double point[3])
{
    double t = share * 2 * PDK_PI;
    point[0] = 300 * sin(t);
    point[1] = 150 * sin(2 * t);
    point[2] = 4 * cos(t);
    return t;
}

static void crossing_itself(void **state)
{
    (void)state;
    enum { COUNT = 4000 };
    static double points[COUNT][3];
    for (int i = 0; i < COUNT; i++) figure((double)i / COUNT, points[i]);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track_model *model;
    pdk_error error;
    assert_ok(pdk_track_from_points(&memory, (const double(*)[3])points, COUNT, true, &model, &error), error);
    assert_true(model->given && model->closed);
    pdk_track_follower follower = { 0 };
    pdk_track_position position;
    double last = 0, total = 0;
    for (int i = 1; i <= 2 * COUNT; i++) { /* two laps, half a metre to the left */
        double point[3], next[3];
        figure((double)i / COUNT, point);
        figure((i + 1.0) / COUNT, next);
        double heading = atan2(next[1] - point[1], next[0] - point[0]),
               moved = hypot(next[0] - point[0], next[1] - point[1]);
        point[0] -= 0.5 * sin(heading);
        point[1] += 0.5 * cos(heading);
        assert_true(pdk_track_follow(model, &follower, (pdk_track_moment){ i * 0.02, point, moved / 0.02, heading },
                                     i == 1, &position));
        assert_near(position.lateral, 0.5, 0.05);
        if (i > 1) {
            double way = pdk_track_way(model, last, position.distance);
            assert_true(way > 0 && way < 2);
            total += way;
        }
        last = position.distance;
    }
    assert_near(total, 2 * model->length, 2);
    /* Without a past, direction and height decide: both ways over the middle are found. */
    double middle[3] = { 0, 0, 4 }, below[3] = { 0, 0, -4 };
    assert_true(pdk_track_locate(model, middle, atan2(300, 300), &position));
    assert_true(fmin(position.distance, model->length - position.distance) < 1);
    assert_true(pdk_track_locate(model, below, NAN, &position));
    assert_near(position.distance, model->length / 2, 1);
    middle[0] = 1e5;
    assert_false(pdk_track_locate(model, middle, NAN, &position));
    middle[0] = 1e300;
    assert_false(pdk_track_locate(model, middle, NAN, &position));
    middle[0] = NAN;
    assert_false(pdk_track_locate(model, middle, NAN, &position));
    pdk_memory_destroy(&memory);
}

/* A new beginning turns distances and leaves places where they are. */
static void begin_elsewhere(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    static double points[COUNT][3];
    for (int i = 0; i < COUNT; i++) {
        points[i][0] = 1e4 + 200 * cos(2 * PDK_PI * i / COUNT);
        points[i][1] = 5e4 + 200 * sin(2 * PDK_PI * i / COUNT);
        points[i][2] = 7;
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track_model *model;
    pdk_error error;
    assert_ok(pdk_track_from_points(&memory, (const double(*)[3])points, COUNT, true, &model, &error), error);
    assert_near(model->length, 2 * PDK_PI * 200, 0.5);
    double before[3], after[3], heading;
    pdk_track_point_at(model, 345.6, 3, before, NULL);
    assert_ok(pdk_track_begin_at(model, 300, &error), error);
    pdk_track_point_at(model, 45.6, 3, after, &heading);
    for (int k = 0; k < 3; k++) assert_near(after[k], before[k], 0.05);
    assert_near(hypot(after[0] - 1e4, after[1] - 5e4), 197, 0.05); /* anticlockwise: the left is inside */
    assert_near(model->curvature[10], 1.0 / 200, 2e-4);
    pdk_track_position position;
    assert_true(pdk_track_locate(model, after, heading, &position));
    assert_near(position.distance, 45.6, 0.1);
    assert_near(position.lateral, 3, 0.05);
    assert_false(pdk_track_locate(model, after, heading + PDK_PI, &position)); /* the wrong way */
    pdk_memory_destroy(&memory);
}

/* What is no path, and what cannot be driven. */
static void refusals(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track_model *model;
    pdk_error error;
    static const double still[3][3] = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } };
    assert_int_equal(pdk_track_from_points(&memory, still, 3, true, &model, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.short");
    assert_null(model);
    assert_int_equal(pdk_track_from_points(&memory, still, 1, false, &model, &error), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_track_from_laps(&memory, NULL, 0, &model, &error), PDK_E_UNSUPPORTED);
    pdk_memory_destroy(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_laps),
        cmocka_unit_test(crossing_itself),
        cmocka_unit_test(begin_elsewhere),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
