#define _DEFAULT_SOURCE /* mkdtemp */
/* GPX as it is read: what this library writes, and what receivers and phones write: whole seconds, pauses, other
 * prefixes, points that are damaged. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

/* A text that grows. */
static char text[1 << 20];
static size_t length;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    assert_true(length < sizeof text);
}

static pdk_document *open_text(void)
{
    pdk_document *document;
    pdk_error error;
    assert_ok(pdk_open_memory(text, length, NULL, &document, &error), error); /* it is known by what is in it */
    assert_string_equal(pdk_document_format(document)->id, "gpx");
    return document;
}

static size_t find_in_text(const char *what)
{
    const char *at = strstr(text, what);
    assert_non_null(at);
    return (size_t)(at - text);
}

typedef struct wanted_finding {
    const char *code;
    size_t count;
    uint64_t offset;
} wanted_finding;

static bool look_for(void *user, const pdk_finding *finding)
{
    wanted_finding *wanted = user;
    if (strcmp(finding->code, wanted->code) != 0) return true;
    wanted->count++;
    wanted->offset = finding->offset;
    return true;
}

/* Once, and there; SIZE_MAX = wherever. */
static void assert_finding(const pdk_document *document, const char *code, size_t offset)
{
    wanted_finding wanted = { code, 0, 0 };
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, look_for, &wanted, NULL, &error), error);
    if (wanted.count != 1) fail_msg("%zu findings %s", wanted.count, code);
    if (offset != SIZE_MAX) assert_int_equal(wanted.offset, offset);
}

static const double turn = 6.283185307179586;

static void begin_file(void)
{
    length = 0;
    put("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"A &amp; B\">\n<wpt lat=\"1\" lon=\"2\"/>\n");
}

/* A circle of 300 m, once in 40 s, at 10 Hz; `digits` of the seconds. The day ends 100 s after 0. */
static void put_track(const char *name, double from, double to, int digits, double east)
{
    put("<trk><name>%s</name><trkseg>\n", name);
    for (int i = (int)round(from * 10); i < (int)round(to * 10); i++) {
        double seconds = i / 10.0, angle = turn * seconds / 40, clock = 23 * 3600 + 58 * 60 + 20 + seconds;
        int day = clock >= 86400 ? 1 : 29, month = clock >= 86400 ? 3 : 2;
        clock = fmod(clock + 1e-9, 86400);
        put("<trkpt lat=\"%.8f\" lon=\"%.8f\"><ele>210.5</ele><time>2024-%02d-%02dT%02d:%02d:%0*.*fZ</time><extensions>"
            "<x:speed>47.1</x:speed><x:course>90</x:course></extensions></trkpt>\n",
            43.8 - 300 * cos(angle) / 111105, -88 + (300 * sin(angle) + east) / 80456, month, day, (int)(clock / 3600),
            (int)(fmod(clock, 3600) / 60), digits > 0 ? digits + 3 : 2, digits,
            digits > 0 ? fmod(clock, 60) : floor(fmod(clock, 60)));
    }
    put("</trkseg></trk>\n");
}

static size_t lap_count(const pdk_document *document)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    return count;
}

static void points_of_a_receiver(void **state)
{
    (void)state;
    size_t count;
    begin_file();
    put_track("Session", 0, 150, 1, 0);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_property_text(log, "program", "A & B");
    assert_property_text(log, "coordinate_system", "metres east and north of 43.80 N, 88.00 W (WGS 84)");
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_int_equal(count, 1500);
    for (size_t i = 0; i < count; i++) assert_near(time[i], (double)i / 10, 1e-6); /* into March of a leap year */
    free(time);
    static const struct {
        const char *name;
        double value, most;
    } wanted[] = { { "x", 0, 0.5 },      { "y", -300, 0.5 },           { "z", 210.5, 0 },
                   { "speed", 47.1, 0 }, { "course", turn / 4, 1e-9 }, { "slot", 0, 0 },
                   { "track", 1, 0 },    { "segment", 1, 0 },          { "longitude", -88, 1e-8 } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        double *values = column_f64(log, "telemetry", wanted[i].name, &count);
        assert_near(values[0], wanted[i].value, wanted[i].most);
        free(values);
    }
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "gpx.laps.tracks"), 0);
    assert_true(lap_count(log) >= 3); /* by a line that is found */
    assert_near(pdk_lap_at(log, 1)->lap_time, 40, 0.01);
    read_everything(log);
    pdk_close(log);
}

/* Tracks that join are laps, in whatever order; a track far behind is none. */
static void tracks_that_are_laps(void **state)
{
    (void)state;
    begin_file();
    put_track("Lap 2", 45, 85, 1, 0);
    put_track("Lap 1", 5, 45, 1, 0);
    put_track("In", 85, 90, 1, 0);
    put_track("Later", 120, 125, 1, 0);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_int_equal(table_rows(log, "drivers"), 1);
    assert_finding(log, "gpx.laps.tracks", SIZE_MAX);
    assert_near(pdk_lap_at(log, 0)->lap_time, 40, 1e-6);
    assert_near(pdk_lap_at(log, 1)->lap_time, 40, 1e-6);
    assert_near(pdk_lap_at(log, 1)->start_time, 40, 1e-6);
    assert_false(lap_count(log) > 2 && pdk_lap_at(log, 2)->has_lap_time);
    pdk_close(log);
}

/* One lap, whose last point is before its first one. */
static void one_lap(void **state)
{
    (void)state;
    begin_file();
    put_track("Best", 5, 45, 1, 0);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_int_equal(lap_count(log), 1);
    assert_near(pdk_lap_at(log, 0)->lap_time, 40, 0.001);
    pdk_close(log);
}

static void several_cars(void **state)
{
    (void)state;
    begin_file();
    put_track("A, lap 1", 0, 40, 1, 0);
    put_track("B &lt;b&gt;, lap 1", 0, 40, 1, 4);
    put_track("A, lap 2", 40, 80, 1, 0);
    put_track("mine", 10, 50, 1, 8);
    put_track("yours", 10, 50, 1, 12);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_int_equal(table_rows(log, "drivers"), 4);
    assert_int_equal(table_rows(log, "telemetry"), 2000);
    size_t timed = 0, named = 0;
    for (size_t i = 0; i < lap_count(log); i++) {
        const pdk_lap *lap = pdk_lap_at(log, i);
        if (!lap->has_lap_time) continue; /* a car has left before the recording ends */
        assert_near(lap->lap_time, 40, 0.001);
        timed++;
        named += lap->driver.size == 5 && memcmp(lap->driver.data, "B <b>", 5) == 0;
    }
    assert_int_equal(timed, 5);
    assert_int_equal(named, 1);
    assert_text(pdk_lap_at(log, 0)->driver, "A");
    pdk_close(log);
}

/* Ten points have the same second. */
static void whole_seconds(void **state)
{
    (void)state;
    size_t count;
    begin_file();
    put_track("Session", 0, 20, 0, 0);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_finding(log, "gpx.time.spread", SIZE_MAX);
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_int_equal(count, 200);
    for (size_t i = 0; i < count; i++) assert_near(time[i], (double)i / 10, 1e-6);
    free(time);
    pdk_close(log);
}

/* Each cell of a point, spoiled in turn: a finding that says where. */
static void spoiled_cells(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *code, *column;
    } cells[] = { { "lat=\"", "gpx.value", "x" },        { "lon=\"", "gpx.value", "y" },
                  { "<ele>", "gpx.value", "z" },         { "<time>", "gpx.time", NULL },
                  { "<x:speed>", "gpx.value", "speed" }, { "<x:course>", "gpx.value", "course" } };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        begin_file();
        put_track("Session", 0, 10, 1, 0);
        put("</gpx>\n");
        char *at = strstr(strstr(text, ":25.0Z") + 1, cells[i].cell); /* of the point after that one, or of it */
        assert_non_null(at);
        at += strlen(cells[i].cell);
        *at = '?';
        pdk_document *log = open_text();
        assert_finding(log, cells[i].code, (size_t)(at - text));
        assert_int_equal(table_rows(log, "telemetry"), cells[i].column != NULL ? 100 : 99);
        bool missing = false;
        for (uint64_t row = 50; row < 52 && cells[i].column != NULL; row++)
            missing = missing || !has_value(log, "telemetry", cells[i].column, row);
        assert_int_equal(missing, cells[i].column != NULL);
        if (i < 2) assert_finding(log, "gpx.position.lost", SIZE_MAX);
        pdk_close(log);
    }
}

static void points_that_are_odd(void **state)
{
    (void)state;
    begin_file();
    put_track("a", 0, 2, 1, 0);
    length -= strlen("</trkseg></trk>\n");
    put("<trkpt lat=\"43.8\" lon=\"-88\"><time>2024-02-29T23:58:21Z</time></trkpt>\n");
    put("<trkpt lat=\"43.8\" lon=\"-88\"></trkpt><trkpt lat=\"43.8\" lon=\"-88\"/>\n");
    put("<trkpt lat=\"43.8\" lon=\"-88\"><time>2023-02-29T23:58:21Z</time></trkpt>\n");
    put("<trkpt lon=\"-88\"><time>2024-03-01T02:00:00+02:00</time></trkpt>\n"); /* 100 s after the first */
    put("<trkpt lat=\"0\" lon=\"0\"><ele<time>2024-03-01T00:00:01</time></trkpt>\n");
    put("<trkpt lat=\"0\" lon=\"0\"><ele></ele><time>2024-03-01T00:00:01</time></trkpt>\n");
    put("<trkpt lat=\"43.8\" lon=\"-88\"><time>2024-03-01T00:00:09Z</ti"); /* where the file was cut */
    pdk_document *log = open_text();
    size_t count;
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_int_equal(count, 22);
    assert_near(time[20], 100, 0);
    assert_near(time[21], 101, 0);
    free(time);
    assert_finding(log, "gpx.time.back", find_in_text("<trkpt lat=\"43.8\" lon=\"-88\"><time>2024-02-29"));
    assert_finding(log, "gpx.time.missing", find_in_text("<trkpt lat=\"43.8\" lon=\"-88\"></trkpt>"));
    assert_finding(log, "gpx.time", find_in_text("2023-02"));
    assert_finding(log, "gpx.value", find_in_text("<trkpt lon="));
    assert_finding(log, "gpx.markup", find_in_text("<ele<"));
    assert_finding(log, "gpx.time.repeated", SIZE_MAX);
    assert_finding(log, "gpx.position.lost", SIZE_MAX);
    assert_finding(log, "gpx.cut", length);
    pdk_close(log);
}

/* ---------------------------------------------------------------------------------------------- our own */

static char folder[] = "/tmp/paddock-gpx-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

static pdk_document *written_and_read(const pdk_document *lap)
{
    char path[64];
    pdk_error error;
    snprintf(path, sizeof path, "%s/lap.gpx", folder);
    assert_ok(pdk_convert_file(lap, path, NULL, NULL, NULL, &error), error);
    pdk_document *log = open_or_fail(path);
    assert_string_equal(pdk_document_format(log)->id, "gpx");
    unlink(path);
    return log;
}

static void own_lap_compares_with_its_source(void **state)
{
    (void)state;
    size_t size, count;
    pdk_error error;
    pdk_document *comparison;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(bytes, size), *log = written_and_read(lap);
    static const struct {
        const char *column;
        double most;
    } same[] = { { "x", 0.001 }, { "y", 0.001 }, { "z", 0.00051 }, { "speed", 0.00051 }, { "time", 0.00051 } };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        size_t read;
        double *values = column_f64(lap, "telemetry", same[i].column, &count),
               *back = column_f64(log, "telemetry", same[i].column, &read);
        assert_int_equal(read, count);
        for (size_t k = 0; k < count; k++) assert_near(back[k], values[k], same[i].most);
        free(values);
        free(back);
    }
    /* the game's clock ticks every 10 ms, and a lap ends at the first tick after the line */
    assert_near(pdk_lap_at(log, 0)->lap_time, pdk_lap_at(lap, 0)->lap_time, 0.01);
    const pdk_lap_reference laps[2] = { { .document = lap, .name = "lap.raf" },
                                        { .document = log, .name = "lap.gpx" } };
    assert_ok(pdk_compare_laps(laps, 2, NULL, &comparison, &error), error);
    double *delta = column_f64(comparison, "steps", "delta_1", &count);
    for (size_t i = 0; i < count; i++) assert_near(delta[i], 0, 0.01);
    free(delta);
    pdk_close(comparison);
    pdk_close(log);
    pdk_close(lap);
    free(bytes);
}

/* All drivers of a race, with all their laps. */
static void own_race_has_its_laps(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 160;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    pdk_document *race = open_bytes_or_fail(bytes, size), *log = written_and_read(race);
    size_t timed = 0, read = 0;
    for (size_t i = 0; i < lap_count(race); i++) {
        const pdk_lap *lap = pdk_lap_at(race, i);
        if (!lap->has_lap_time) continue;
        timed++;
        for (size_t k = 0; k < lap_count(log); k++) {
            const pdk_lap *back = pdk_lap_at(log, k);
            bool same = back->driver.size == lap->driver.size && back->has_lap_time && back->lap == lap->lap &&
                        memcmp(back->driver.data, lap->driver.data, lap->driver.size) == 0;
            if (!same) continue;
            assert_near(back->lap_time, lap->lap_time, 0.0011);
            read++;
        }
    }
    assert_true(timed > 0);
    assert_int_equal(read, timed);
    pdk_close(log);
    pdk_close(race);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------- refused, damaged */

static void refused(void **state)
{
    (void)state;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    static const char untimed[] = "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>";
    assert_int_not_equal(pdk_open_memory(untimed, sizeof untimed - 1, NULL, &document, &error), PDK_OK);
    options.format = "gpx";
    assert_fails(pdk_open_memory(untimed, sizeof untimed - 1, &options, &document, &error), error, PDK_E_UNSUPPORTED,
                 "gpx.untimed", 0);
    assert_fails(pdk_open_memory("", 0, &options, &document, &error), error, PDK_E_UNSUPPORTED, "gpx.untimed", 0);
    begin_file();
    for (int i = 0; i < 256; i++) put_track("a", 0, 0.2, 1, i);
    size_t last = length; /* of the last track the first point */
    while (strncmp(text + last, "<trk>", 5) != 0) last--;
    assert_fails(pdk_open_memory(text, length, &options, &document, &error), error, PDK_E_LIMIT, "gpx.cars.many",
                 (size_t)(strstr(text + last, "<trkpt") - text));
}

/* Entities that would grow are left as they are, and the document type is skipped. */
static void no_entity_grows(void **state)
{
    (void)state;
    length = 0;
    put("<!DOCTYPE gpx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<gpx creator=\"&b;\">");
    put_track("&b;, lap 1", 0, 1, 1, 0);
    put("</gpx>\n");
    pdk_document *log = open_text();
    assert_property_text(log, "program", "&b;");
    assert_property_text(log, "driver", "&b;");
    pdk_close(log);
}

static void swept(void **state)
{
    (void)state;
    begin_file();
    put_track("A, lap 1", 0, 0.5, 1, 0);
    put_track("A, lap 2", 0.5, 1, 1, 0);
    put("</gpx>\n");
    sweep_truncation((const uint8_t *)text, length, 5, "gpx");
    sweep_mutation((const uint8_t *)text, length, 0, length, 3, "gpx");
    assert_true(sweep_allocation((const uint8_t *)text, length) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_receiver),
        cmocka_unit_test(tracks_that_are_laps),
        cmocka_unit_test(one_lap),
        cmocka_unit_test(several_cars),
        cmocka_unit_test(whole_seconds),
        cmocka_unit_test(spoiled_cells),
        cmocka_unit_test(points_that_are_odd),
        cmocka_unit_test(own_lap_compares_with_its_source),
        cmocka_unit_test(own_race_has_its_laps),
        cmocka_unit_test(refused),
        cmocka_unit_test(no_entity_grows),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
