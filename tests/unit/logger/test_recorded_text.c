/* Laps as text: VBO, GPX, GeoJSON and the CSV of MoTeC and RaceRender, read back number by number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording/recording.h"
#include "made_motion.h"

static char *convert_text(const pdk_document *document, const char *target, const char *driver)
{
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_recording_options recording = { .struct_size = sizeof recording, .driver = driver };
    if (driver != NULL) options.recording = &recording;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_convert(document, target, &options, NULL, output, &error), error);
    return take_text(output);
}

static pdk_document *made_lap(uint8_t **bytes)
{
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    *bytes = synth_or_fail("raf", &options, &size);
    return open_bytes_or_fail(*bytes, size);
}

static pdk_document *made_race(uint8_t **bytes)
{
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 2;
    options.cars = 3;
    options.poses_every = 10;
    *bytes = synth_or_fail("vcr", &options, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* The row after a line, as numbers between blanks, commas and quotes; how many. */
static size_t read_numbers(const char *row, double *numbers, size_t most)
{
    size_t count = 0;
    while (*row != '\0' && *row != '\r' && *row != '\n' && count < most) {
        if (*row == '"' || *row == ',' || *row == ' ') {
            row++;
            continue;
        }
        char *end;
        numbers[count++] = strtod(row, &end);
        assert_true(end > row);
        row = end;
    }
    return count;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end != NULL && end[1] != '\0' ? end + 1 : NULL;
}

static const char *line_number(const char *text, int number)
{
    for (int i = 1; i < number && text != NULL; i++) text = next_line(text);
    assert_non_null(text);
    return text;
}

/* Places in degrees are those in metres, to a millimetre. */
static void test_origin(void **state)
{
    (void)state;
    pdk_geographic origin = pdk_recorded_place_of(0, 0);
    assert_near(origin.latitude, 45, 0);
    assert_near(origin.longitude, -30, 0);
    for (int i = -5; i <= 5; i++) {
        pdk_geographic place = pdk_recorded_place_of(i * 1000.0, i * -700.0);
        assert_near((place.longitude + 30) * 78846.805, i * 1000.0, 0.01); /* WGS 84 at 45 N */
        assert_near((place.latitude - 45) * 111131.745, i * -700.0, 0.01);
    }
}

static void test_vbo(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    char *text = convert_text(lap, "vbo", NULL);
    size_t count, rows = 0;
    double *x = column_f64(lap, "telemetry", "x", &count), *y = column_f64(lap, "telemetry", "y", &count),
           *speed = column_f64(lap, "telemetry", "speed", &count),
           *heading = column_f64(lap, "telemetry", "heading", &count),
           *lateral = column_f64(lap, "telemetry", "lateral_g", &count);
    static const char *const sections[] = { "[header]",    "[channel units]", "[comments]",
                                            "[laptiming]", "[column names]",  "[data]" };
    const char *at = text;
    assert_true(strncmp(text, "File created on 01/01/2000 at 00:00:00\r\n", 40) == 0);
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        at = strstr(at, sections[i]);
        assert_non_null(at);
    }
    for (const char *line = text; line != NULL; line = next_line(line)) /* every line ends with CR LF */
        assert_true(strchr(line, '\n')[-1] == '\r');
    assert_non_null(strstr(text, "[column names]\r\ntime lat long velocity heading height Longitudinal_acceleration "
                                 "Lateral_acceleration "));
    assert_non_null(strstr(text, "45 N, 30 W"));
    for (const char *row = next_line(at); row != NULL; row = next_line(row), rows++) {
        double numbers[32];
        assert_true(rows < count && read_numbers(row, numbers, 32) >= 8);
        double seconds = fmod(numbers[0], 100) + floor(fmod(numbers[0], 10000) / 100) * 60;
        assert_near(seconds, (double)rows / 100, 0.0006);
        assert_near((numbers[1] / 60 - 45) * 111131.745, y[rows], 0.02);
        assert_near((-numbers[2] / 60 + 30) * 78846.805, x[rows], 0.02); /* minutes to the west */
        assert_near(numbers[3], speed[rows] * 3.6, 0.00051);
        double course = -heading[rows] * 180 / 3.141592653589793; /* 0 along y, anticlockwise in the file */
        assert_near(remainder(numbers[4] - course, 360), 0, 0.0051);
        assert_near(numbers[7], -lateral[rows], 0.000051); /* positive to the left; the file's to the right */
    }
    assert_int_equal(rows, count);
    double *columns[] = { x, y, speed, heading, lateral };
    for (size_t i = 0; i < 5; i++) free(columns[i]);
    free(text);
    pdk_close(lap);
    free(bytes);
}

/* Exactly the shape that readers count on. */
static void test_motec_csv(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    char *text = convert_text(lap, "motec-csv", NULL);
    size_t count, rows = 0;
    double *speed = column_f64(lap, "telemetry", "speed", &count);
    assert_true(strncmp(text, "\"Format\",\"MoTeC CSV File\",,,\"Workbook\",\"\"\r\n", 42) == 0);
    assert_true(strncmp(line_number(text, 9), "\"Sample Rate\",\"100.000\",\"Hz\",,\"End Time\",\"", 41) == 0);
    assert_true(strncmp(line_number(text, 12), "\"Beacon Markers\",\"0.000 ", 23) == 0);
    assert_true(line_number(text, 13)[0] == '\r' && line_number(text, 14)[0] == '\r');
    assert_true(strncmp(line_number(text, 15), "\"Time\",\"Ground Speed\",\"Throttle Pos\"", 36) == 0);
    assert_true(strncmp(line_number(text, 16), "\"s\",\"km/h\",\"%\"", 14) == 0);
    assert_true(line_number(text, 17)[0] == '\r' && line_number(text, 18)[0] == '\r');
    for (const char *row = line_number(text, 19); row != NULL; row = next_line(row), rows++) {
        double numbers[128];
        assert_true(row[0] == '"' && rows < count && read_numbers(row, numbers, 128) > 40);
        assert_near(numbers[0], (double)rows / 100, 1e-9);
        assert_near(numbers[1], speed[rows] * 3.6, 0.0051);
    }
    assert_int_equal(rows, count);
    free(speed);
    free(text);
    pdk_close(lap);
    free(bytes);
}

static void test_racerender(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    char *text = convert_text(lap, "racerender", NULL);
    size_t count, rows = 0;
    double *x = column_f64(lap, "telemetry", "x", &count), *y = column_f64(lap, "telemetry", "y", &count),
           *forward = column_f64(lap, "telemetry", "forward_g", &count);
    assert_true(strncmp(text, "Time,Longitude,Latitude,Altitude,Speed (m/s),Heading,X,Y,Z,Lap,RPM,Gear,", 72) == 0);
    for (const char *row = next_line(text); row != NULL; row = next_line(row), rows++) {
        double numbers[32];
        assert_true(rows < count && read_numbers(row, numbers, 32) > 10);
        assert_near(numbers[1], x[rows], 0.00051); /* plain metres */
        assert_near(numbers[2], y[rows], 0.00051);
        assert_near(numbers[6], forward[rows], 0.000051);
        assert_near(numbers[9], 1, 0);
    }
    assert_int_equal(rows, count);
    free(x);
    free(y);
    free(forward);
    free(text);
    pdk_close(lap);
    free(bytes);
}

static size_t count_text(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) count++;
    return count;
}

/* Each lap with a time is a line that takes as long. */
static void test_laps(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_error error;
    pdk_document *race = made_race(&bytes);
    char *geojson = convert_text(race, "geojson", NULL), *gpx = convert_text(race, "gpx", NULL);
    size_t laps, checked = 0;
    assert_ok(pdk_lap_count(race, &laps, &error), error);
    for (size_t i = 0; i < laps; i++) {
        const pdk_lap *lap = pdk_lap_at(race, i);
        char name[96], tag[128];
        if (!isfinite(lap->lap_time) || lap->kind != PDK_LAP_TIMED) continue;
        snprintf(name, sizeof name, "\"%.*s, lap %u\"", (int)lap->driver.size, lap->driver.data, lap->lap);
        const char *feature = strstr(geojson, name), *times = feature != NULL ? strstr(feature, "\"time\":[") : NULL;
        assert_non_null(times);
        char *end = strchr(times, ']');
        double first = strtod(times + 8, NULL);
        while (end[-1] != ',') end--;
        assert_near(strtod(end, NULL) - first, lap->lap_time, 0.0016);
        snprintf(tag, sizeof tag, "<name>%.*s, lap %u</name>", (int)lap->driver.size, lap->driver.data, lap->lap);
        if (memchr(lap->driver.data, '\'', lap->driver.size) == NULL) assert_int_equal(count_text(gpx, tag), 1);
        checked++;
    }
    assert_true(checked >= 3);
    assert_int_equal(count_text(geojson, "\"Feature\""), count_text(gpx, "<trk>"));
    assert_non_null(strstr(geojson, "\"origin\":[-30,45]"));
    free(geojson);
    free(gpx);
    pdk_close(race);
    free(bytes);
}

/* The next of these tags; the first that the rules of GPX 1.1 do not let follow fails. */
static const char *next_tag(const char *at, const char *tag)
{
    const char *found = strchr(at, '<');
    if (found == NULL || strncmp(found, tag, strlen(tag)) != 0)
        fail_msg("%s is wanted, here is %.40s", tag, found != NULL ? found : "the end");
    return found + strlen(tag);
}

/* A point: ele, time and extensions in that order, a place that is on Earth, times that never fall within a segment. */
static const char *check_point(const char *at, char last[32])
{
    static const char *const behind_time[] = { "<extensions>",    "<gpxtpx:TrackPointExtension>",  "<gpxtpx:speed>",
                                               "</gpxtpx:speed>", "</gpxtpx:TrackPointExtension>", "</extensions>" };
    double latitude = strtod(strstr(at, "lat=\"") + 5, NULL), longitude = strtod(strstr(at, "lon=\"") + 5, NULL);
    assert_true(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude < 180);
    at = next_tag(next_tag(at, "<ele>"), "</ele>");
    at = next_tag(at, "<time>");
    char *zone = strchr(at, 'Z');
    assert_true(zone != NULL && zone - at == 23 && at[10] == 'T'); /* 2000-01-01T00:01:00.160Z: UTC */
    assert_true(strncmp(last, at, 24) <= 0);
    memcpy(last, at, 24);
    at = next_tag(at, "</time>");
    const char *after = strchr(at, '<');
    for (size_t i = 0; i < 6 && after != NULL && strncmp(after, "</trkpt>", 8) != 0; i++) {
        at = next_tag(at, behind_time[i]);
        after = i == 5 ? NULL : after;
    }
    return next_tag(at, "</trkpt>");
}

/* The order of elements that the schema of GPX 1.1 asks for: metadata (name, desc, time), then tracks (name, trkseg).
 */
static void test_gpx_rules(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *race = made_race(&bytes);
    char *gpx = convert_text(race, "gpx", NULL);
    static const char *const front[] = { "<?xml version=\"1.0\"",
                                         "<gpx version=\"1.1\" creator=",
                                         "<metadata>",
                                         "<name>",
                                         "</name>",
                                         "<desc>",
                                         "</desc>",
                                         "<time>",
                                         "</time>",
                                         "</metadata>" };
    const char *at = gpx;
    size_t points = 0;
    for (size_t i = 0; i < sizeof front / sizeof front[0]; i++) at = next_tag(at, front[i]);
    assert_non_null(strstr(gpx, "xmlns=\"http://www.topografix.com/GPX/1/1\""));
    assert_non_null(strstr(gpx, "45 N, 30 W")); /* where the plane is */
    while (strncmp(strchr(at, '<'), "<trk>", 5) == 0) {
        char last[32] = "";
        at = next_tag(next_tag(next_tag(at, "<trk>"), "<name>"), "</name>");
        for (at = next_tag(at, "<trkseg>"); strncmp(strchr(at, '<'), "<trkpt ", 7) == 0; points++)
            at = check_point(next_tag(at, "<trkpt "), last);
        at = next_tag(next_tag(at, "</trkseg>"), "</trk>");
    }
    next_tag(at, "</gpx>");
    assert_true(points > 1000);
    free(gpx);
    pdk_close(race);
    free(bytes);
}

/* One driver of a race, others not. */
static void test_one_driver(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_error error;
    pdk_motion *motion;
    pdk_document *race = made_race(&bytes);
    assert_ok(pdk_motion_open(race, NULL, &motion, &error), error);
    pdk_text first = pdk_motion_run_at(motion, 0)->name, second = pdk_motion_run_at(motion, 1)->name;
    char name[64], other[64];
    snprintf(name, sizeof name, "%.*s", (int)first.size, first.data);
    snprintf(other, sizeof other, "%.*s, lap", (int)second.size, second.data);
    char *text = convert_text(race, "gpx", name);
    assert_non_null(strstr(text, name));
    assert_null(strstr(text, other));
    pdk_output *output = output_or_fail();
    assert_fails(pdk_convert(race, "vbo", NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "convert.driver",
                 PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, name));
    pdk_output_close(output);
    free(text);
    pdk_motion_close(motion);
    pdk_close(race);
    free(bytes);
}

/* Every write can fail, and the call says so. */
static bool refuse_after(void *user, const void *data, size_t size)
{
    size_t *left = user;
    (void)data;
    if (size > *left) return false;
    *left -= size;
    return true;
}

static pdk_status write_some(void *user, const void *data, size_t size)
{
    return refuse_after(user, data, size) ? PDK_OK : PDK_E_IO;
}

static void test_full(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *lap = made_lap(&bytes);
    static const char *const targets[] = { "ld", "motec-csv", "vbo", "gpx", "geojson", "racerender" };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        for (size_t room = 0; room < 200000; room += 99999) {
            pdk_error error;
            size_t left = room;
            pdk_output *output;
            assert_ok(pdk_output_callback(write_some, &left, &output, &error), error);
            pdk_status status = pdk_convert(lap, targets[i], NULL, NULL, output, &error);
            if (status == PDK_OK) status = pdk_output_finish(output, &error);
            assert_int_equal(status, PDK_E_IO);
            pdk_output_close(output);
        }
    }
    pdk_close(lap);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_origin),     cmocka_unit_test(test_vbo),       cmocka_unit_test(test_motec_csv),
        cmocka_unit_test(test_racerender), cmocka_unit_test(test_gpx_rules), cmocka_unit_test(test_laps),
        cmocka_unit_test(test_one_driver), cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
