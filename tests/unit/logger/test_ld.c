/* MoTeC logs, read back by a reader of the tests' own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ld_look.h"
#include "logger/ld_numbers.h"
#include "made_motion.h"

/* A conversion to memory, as bytes to be freed. */
static uint8_t *convert(const pdk_document *document, const char *target, const char *driver, size_t *size)
{
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_recording_options recording = { .struct_size = sizeof recording, .driver = driver };
    if (driver != NULL) options.recording = &recording;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_convert(document, target, &options, NULL, output, &error), error);
    return take_bytes(output, size);
}

static ld_look *convert_to_ld(const pdk_document *document, const char *driver)
{
    size_t size;
    uint8_t *bytes = convert(document, "ld", driver, &size);
    ld_look *log = ld_read(bytes, size);
    free(bytes);
    return log;
}

static const ld_channel *channel(const ld_look *log, const char *name, const char *unit)
{
    const ld_channel *found = ld_find(log, name);
    if (found == NULL) fail_msg("no channel %s", name);
    assert_string_equal(found->unit, unit);
    return found;
}

/* Each recorded sample is in the log, `lead` samples later, within half a step of what is stored. */
static void assert_same(const pdk_document *document, const char *column, double factor, const ld_channel *logged,
                        size_t lead)
{
    size_t count;
    double *values = column_f64(document, "telemetry", column, &count);
    assert_true(logged->count >= count + lead);
    double step = 0.5 * pow(10, -logged->decimals) * 1.0001;
    for (size_t i = 0; i < count; i++) assert_near(logged->values[lead + i], values[i] * factor, step);
    for (size_t i = 0; i < lead; i++) assert_near(logged->values[i], values[0] * factor, step);
    for (size_t i = lead + count; i < logged->count; i++) /* held to the end */
        assert_near(logged->values[i], values[count - 1] * factor, step);
    free(values);
}

static pdk_document *made_lap(uint8_t **bytes)
{
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    *bytes = synth_or_fail("raf", &options, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* 255 is no amount of slip: the log ends at 100 %. */
static void check_slip(const pdk_document *lap, const ld_look *log, size_t lead)
{
    size_t count;
    double *values = column_f64(lap, "telemetry", "front_left_slip_fraction", &count);
    const ld_channel *slip = channel(log, "Tyre Slip FL", "%");
    for (size_t i = 0; i < count; i++) assert_near(slip->values[lead + i], fmin(values[i], 254) / 2.54, 0.06);
    free(values);
    for (size_t i = 0; i < log->count; i++) assert_null(strstr(log->channels[i].name, "Slip Fraction"));
}

/* By the car's own vectors: the change of its forward vector's direction over a tenth of a second. */
static void check_yaw(const pdk_document *lap, const ld_look *log, size_t lead)
{
    size_t count;
    double *x = column_f64(lap, "telemetry", "forward_x", &count),
           *y = column_f64(lap, "telemetry", "forward_y", &count);
    const ld_channel *yaw = channel(log, "Gyro Yaw Velocity", "deg/s");
    for (size_t i = 5; i + 5 < count; i++) {
        double cross = x[i - 5] * y[i + 5] - y[i - 5] * x[i + 5], dot = x[i - 5] * x[i + 5] + y[i - 5] * y[i + 5];
        assert_near(yaw->values[lead + i], atan2(cross, dot) * 1800 / 3.141592653589793, 0.3);
    }
    free(x);
    free(y);
    const ld_channel *bias = channel(log, "Brake Bias Setting", "%");
    assert_true(bias->values[0] > 0 && bias->values[0] < 100);
    assert_near(bias->values[0], bias->values[bias->count - 1], 0);
}

static void check_lap(const pdk_document *lap)
{
    ld_look *log = convert_to_ld(lap, NULL);
    const double degrees = 180 / 3.141592653589793;
    /* where a log of an ADL has its parts */
    assert_int_equal(log->event_at, 1762);
    assert_int_equal(log->venue_at, 4918);
    assert_int_equal(log->vehicle_at, 8020);
    assert_int_equal(log->channels_at, 13384);
    assert_int_equal(log->data_at, 13384 + 124 * log->count);
    assert_string_equal(log->date, "01/01/2000"); /* recordings have no date */
    assert_string_equal(log->time, "00:00:00");
    assert_int_equal(log->pro, 0); /* no licence is claimed */
    assert_int_equal(log->weight, round(property_number(lap, "mass")));
    assert_property_text(lap, "car", log->vehicle);
    assert_property_text(lap, "track", log->venue);
    assert_non_null(strstr(log->comment, "45 N, 30 W"));
    size_t lead = 10; /* a tenth of a second, so that the beacon at 0 is inside */
    assert_same(lap, "speed", 3.6, channel(log, "Ground Speed", "km/h"), lead);
    assert_same(lap, "throttle", 100, channel(log, "Throttle Pos", "%"), lead);
    assert_same(lap, "brake", 100, channel(log, "Brake Pos", "%"), lead);
    assert_same(lap, "steer", degrees, channel(log, "Steered Angle", "deg"), lead);
    assert_same(lap, "gear", 1, channel(log, "Gear", ""), lead);
    assert_same(lap, "engine_speed", 30 / 3.141592653589793, channel(log, "Engine RPM", "rpm"), lead);
    assert_same(lap, "lateral_g", -1, channel(log, "G Force Lat", "G"), lead); /* MoTeC's is positive to the left */
    assert_same(lap, "forward_g", 1, channel(log, "G Force Long", "G"), lead);
    assert_same(lap, "upward_g", 1, channel(log, "G Force Vert", "G"), lead);
    assert_same(lap, "front_left_deflection", 1000, channel(log, "Susp Pos FL", "mm"), lead);
    assert_same(lap, "rear_right_air_temperature", 1, channel(log, "Tyre Air Temp RR", "C"), lead);
    check_slip(lap, log, lead);
    check_yaw(lap, log, lead);
    assert_same(lap, "front_right_load", 1, channel(log, "Wheel Load FR", "N"), lead);
    assert_same(lap, "index_distance", 1, channel(log, "Lap Distance", "m"), lead);
    const ld_channel *speed = ld_find(log, "Ground Speed");
    for (size_t i = 0; i < log->count; i++) {
        assert_int_equal(log->channels[i].rate, 100);
        assert_int_equal(log->channels[i].count, speed->count);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(log->channels[i].id, log->channels[k].id);
            assert_string_not_equal(log->channels[i].name, log->channels[k].name);
        }
    }
    ld_free(log);
}

static void test_lap(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    check_lap(lap);
    pdk_close(lap);
    free(bytes);
}

/* The unit that a log has for a channel; NULL = it has none. By the list of channels alone. */
static const char *unit_in(const uint8_t *log, size_t size, const char *name)
{
    uint32_t at;
    memcpy(&at, log + 8, sizeof at);
    for (int i = 0; i < 1000 && at != 0; i++) {
        assert_true((size_t)at + 124 <= size);
        if (strncmp((const char *)log + at + 32, name, 32) == 0) return (const char *)log + at + 72;
        memcpy(&at, log + at + 4, sizeof at);
    }
    return NULL;
}

/* What MoTeC's own sample calls as we do is in the same unit there; and it has what can be had of a lap. */
static void test_names_of_motec(void **state)
{
    (void)state;
    static const char *const both[] = { "Ground Speed",   "Throttle Pos", "Engine RPM",        "Gear",
                                        "Steered Angle",  "G Force Lat",  "G Force Long",      "G Force Vert",
                                        "Lap Number",     "Lap Distance", "Lap Time",          "Running Lap Time",
                                        "Wheel Speed FL", "Susp Pos RR",  "Gyro Yaw Velocity", "Brake Bias Setting" };
    const char *path = real_file("logger/Sample1.ld");
    if (path == NULL) skip();
    size_t size;
    uint8_t *theirs = read_file(path, &size), *bytes;
    pdk_document *lap = made_lap(&bytes);
    ld_look *ours = convert_to_ld(lap, NULL);
    for (size_t i = 0; i < ours->count; i++) {
        const char *unit = unit_in(theirs, size, ours->channels[i].name);
        if (unit != NULL) assert_int_equal(strncmp(unit, ours->channels[i].unit, 12), 0);
    }
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
        assert_non_null(ld_find(ours, both[i]));
        assert_non_null(unit_in(theirs, size, both[i]));
    }
    assert_null(ld_find(ours, "Tyre Temp RL")); /* that of the tread, there */
    ld_free(ours);
    pdk_close(lap);
    free(bytes);
    free(theirs);
}

static void test_real_lap(void **state)
{
    (void)state;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    check_lap(lap);
    pdk_close(lap);
}

/* Places read from the channels of degrees are those of the recording. */
static void test_places(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    ld_look *log = convert_to_ld(lap, NULL);
    const ld_channel *latitude = channel(log, "GPS Latitude", "deg"), *longitude = channel(log, "GPS Longitude", "deg");
    const ld_channel *x = channel(log, "Position X", "m"), *y = channel(log, "Position Y", "m");
    double north = 111131.745, east = 78846.805; /* m a degree at 45 N, of WGS 84 */
    for (size_t i = 0; i < latitude->count; i++) {
        assert_near((latitude->values[i] - 45) * north, y->values[i], 0.02);
        assert_near((longitude->values[i] + 30) * east, x->values[i], 0.02);
    }
    ld_free(log);
    pdk_close(lap);
    free(bytes);
}

/* Every driver of a replay: speeds are the motion's, laps those of the answers. */
static void check_driver(const pdk_document *replay, const pdk_motion *motion, size_t run)
{
    char slot[16];
    pdk_error error;
    const pdk_motion_run *info = pdk_motion_run_at(motion, run);
    snprintf(slot, sizeof slot, "%u", (unsigned)info->slot);
    ld_look *log = convert_to_ld(replay, slot);
    assert_text(info->name, log->driver);
    const ld_channel *speed = channel(log, "Ground Speed", "km/h"), *lap = channel(log, "Lap Number", "");
    const pdk_motion_segment *segments;
    size_t count, laps, seen = 0;
    assert_ok(pdk_motion_segments(motion, run, &segments, &count, &error), error);
    double start = segments[0].start_time;
    for (size_t i = 0; i < speed->count; i += 7) {
        double time = start + (double)i / speed->rate, wanted = NAN;
        pdk_channel_read read = { pdk_motion_find_channel(motion, PDK_ROLE_SPEED), &wanted };
        assert_ok(pdk_motion_read_times(motion, run, &time, 1, &read, 1, &error), error);
        if (isfinite(wanted)) assert_near(speed->values[i], wanted * 3.6, 0.0051);
    }
    assert_ok(pdk_lap_count(replay, &laps, &error), error);
    for (size_t i = 0; i < laps; i++) {
        const pdk_lap *one = pdk_lap_at(replay, i);
        if (one->slot != info->slot || !isfinite(one->start_time) || !isfinite(one->end_time)) continue;
        double middle = (one->start_time + one->end_time) / 2;
        if (middle < start) continue;
        size_t sample = (size_t)((middle - start) * speed->rate);
        if (sample >= lap->count) continue;
        assert_near(lap->values[sample], one->lap, 0.001);
        seen++;
    }
    assert_true(seen > 0);
    ld_free(log);
}

static void test_replay(void **state)
{
    (void)state;
    size_t size;
    pdk_error error;
    pdk_motion *motion;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 2;
    options.cars = 4;
    options.poses_every = 5;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    pdk_document *replay = open_bytes_or_fail(bytes, size);
    assert_ok(pdk_motion_open(replay, NULL, &motion, &error), error);
    assert_int_equal(pdk_motion_run_count(motion), 4);
    for (size_t run = 0; run < 4; run++) check_driver(replay, motion, run);
    pdk_motion_close(motion);
    pdk_close(replay);
    free(bytes);
}

/* No range clips, and every value comes back within half of the last decimal. */
static void test_ranges(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        int decimals;
        unsigned size;
        int shift, kept;
    } cases[] = {
        { 0, 320, 2, 2, 0, 2 },
        { 0, 400, 2, 2, 200, 2 },
        { 4000, 4100, 2, 2, 4050, 2 },
        { -32.766, 32.766, 3, 2, 0, 3 },
        { -32.767, 32.767, 3, 4, 0, 3 },
        { 0, 1000, 2, 4, 0, 2 },
        { -180, 180, 7, 4, 0, 7 },
        { 1e6, 1e6, 0, 4, 0, 0 },
        { 0, 1e6, 5, 4, 0, 3 },
        { -1e300, 1e300, 3, 4, 0, -291 },
        { 0, 0, 3, 2, 0, 3 },
        { 40000, 40000.5, 3, 4, 0, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double values[3] = { cases[i].low, cases[i].high, cases[i].low + (cases[i].high - cases[i].low) / 3 };
        if (i == 9) values[2] = 0;
        pdk_ld_numbers numbers = pdk_ld_numbers_for(values, 3, cases[i].decimals);
        assert_int_equal(numbers.size, cases[i].size);
        assert_int_equal(numbers.shift, cases[i].shift);
        assert_int_equal(numbers.decimals, cases[i].kept);
        double largest = numbers.size == 2 ? 32766 : 2147483646;
        for (size_t k = 0; k < 3; k++) {
            double stored = pdk_ld_store(&numbers, values[k]), unit = pow(10, -numbers.decimals);
            assert_true(fabs(stored) <= largest && stored >= numbers.minimum && stored <= numbers.maximum);
            assert_near(stored * unit + numbers.shift, values[k], 0.5001 * unit);
        }
    }
}

/* ------------------------------------------------------------------------------------------- made by hand */

enum { POSES = 400 };

/* A circle to the left at 20 m/s, 10 samples a second, with a gap of 5 s in the middle. */
static pdk_document *circle(double radius, double gap)
{
    made_pose poses[POSES];
    for (size_t i = 0; i < POSES; i++) {
        double time = (double)i * 0.1 + (i >= POSES / 2 ? gap : 0), angle = 20 * time / radius;
        poses[i] = (made_pose){ .time = time,
                                .x = radius * cos(angle),
                                .y = radius * sin(angle),
                                .z = 5,
                                .yaw = angle, /* of PDK_FRAME_TRACK: 0 along y */
                                .speed = 20,
                                .throttle = 1 };
    }
    return make_motion(poses, POSES, PDK_FRAME_TRACK, MADE_YAW | MADE_SPEED | MADE_PEDALS);
}

/* A car that turns left: lateral acceleration is positive, v^2 / r, and the course from north falls. */
static void test_left_turn(void **state)
{
    (void)state;
    pdk_document *document = circle(100, 0);
    ld_look *log = convert_to_ld(document, NULL);
    const ld_channel *lateral = channel(log, "G Force Lat", "G"), *forward = channel(log, "G Force Long", "G");
    const ld_channel *course = channel(log, "GPS Heading", "deg");
    assert_int_equal(lateral->rate, 10);
    for (size_t i = 5; i + 5 < lateral->count; i++) {
        assert_near(lateral->values[i], 400.0 / 100 / 9.80665, 0.01);
        assert_near(forward->values[i], 0, 0.001);
        double turned = course->values[i + 1] - course->values[i];
        turned -= 360 * round(turned / 360);
        assert_near(turned, -20 * 0.1 / 100 * 180 / 3.141592653589793, 0.03);
    }
    assert_near(remainder(course->values[0], 360), 0, 0.01); /* at its easternmost point it goes north */
    ld_free(log);
    pdk_close(document);
}

/* Nothing is made up for a gap: values stand, and the comment says for how long. */
static void test_gap(void **state)
{
    (void)state;
    pdk_document *document = circle(100, 5);
    ld_look *log = convert_to_ld(document, NULL);
    const ld_channel *x = channel(log, "Position X", "m");
    assert_int_equal(x->count, POSES + 50);
    double before = x->values[POSES / 2 - 1];
    for (size_t i = POSES / 2; i < POSES / 2 + 50; i++) assert_near(x->values[i], before, 1e-9);
    assert_true(fabs(x->values[POSES / 2 + 51] - before) > 1);
    assert_non_null(strstr(log->comment, "5.1 s without a recording"));
    ld_free(log);
    pdk_close(document);
}

static void count_note(void *user, const char *code)
{
    if (strcmp(code, "logger.beacons") == 0) ++*(size_t *)user;
}

static bool take_note(void *user, const pdk_finding *finding)
{
    count_note(user, finding->code);
    return true;
}

static void test_no_laps(void **state)
{
    (void)state;
    pdk_error error;
    size_t noted = 0;
    pdk_document *document = circle(5000, 0); /* nobody comes round */
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &noted;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_convert(document, "ld", &options, NULL, output, &error), error);
    assert_int_equal(noted, 1);
    pdk_output_close(output);
    pdk_close(document);
}

/* A time of the session is that part of it. */
static void test_time(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *document = circle(100, 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    const pdk_recording_options part = {
        .struct_size = sizeof part, .has_from = true, .has_to = true, .from = 10, .to = 20.05
    };
    options.recording = &part;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_convert(document, "racerender", &options, &report, output, &error), error);
    assert_int_equal(report.points, 101);
    pdk_output_close(output);
    pdk_close(document);
}

static void refuse(const pdk_document *document, const pdk_convert_options *options, const char *target,
                   pdk_status status, const char *code)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_fails(pdk_convert(document, target, options, NULL, output, &error), error, status, code, PDK_NO_OFFSET);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
}

static void test_refused(void **state)
{
    (void)state;
    uint8_t *road_bytes;
    pdk_document *road = synth_road(100, &road_bytes, NULL), *lap = circle(100, 0);
    static const char *const targets[] = { "ld", "motec-csv", "vbo", "gpx", "racerender", "srt" };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        refuse(road, NULL, targets[i], PDK_E_UNSUPPORTED, "motion.none");
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_recording_options part = PDK_RECORDING_OPTIONS_INIT;
    options.recording = &part;
    part.driver = "0";
    refuse(road, &options, "ply", PDK_E_ARGUMENT, "convert.options");
    refuse(road, &options, "glb", PDK_E_ARGUMENT, "convert.surface");
    part.driver = "nobody";
    refuse(lap, &options, "ld", PDK_E_ARGUMENT, "convert.driver");
    part.driver = NULL;
    options.axes = "+x+y+z";
    refuse(lap, &options, "ld", PDK_E_ARGUMENT, "convert.recording");
    options.axes = NULL;
    part.from = 5;
    refuse(lap, &options, "ld", PDK_E_ARGUMENT, "convert.time");
    part.has_from = part.has_to = true;
    part.to = 5;
    refuse(lap, &options, "ld", PDK_E_ARGUMENT, "convert.time");
    part.from = 1e6;
    part.to = 2e6;
    refuse(lap, &options, "gpx", PDK_E_UNSUPPORTED, "logger.empty");
    pdk_document *still = circle(100, 1e9);
    refuse(still, NULL, "ld", PDK_E_LIMIT, "logger.gaps");
    pdk_close(still);
    pdk_close(lap);
    pdk_close(road);
    free(road_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lap),       cmocka_unit_test(test_real_lap), cmocka_unit_test(test_names_of_motec),
        cmocka_unit_test(test_places),    cmocka_unit_test(test_replay),   cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_left_turn), cmocka_unit_test(test_gap),      cmocka_unit_test(test_no_laps),
        cmocka_unit_test(test_time),      cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
