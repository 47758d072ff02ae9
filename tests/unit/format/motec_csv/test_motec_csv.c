#define _DEFAULT_SOURCE /* mkdtemp */
/* MoTeC's CSV as it is read: what this library writes, and what i2 and other programs export: beacons in any order, a
 * decimal comma, no units, cells that are no numbers. */
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
    assert_ok(pdk_open_memory(text, length, NULL, &document, &error), error); /* it is known by its first line */
    assert_string_equal(pdk_document_format(document)->id, "motec-csv");
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
    if (wanted->code != NULL && strcmp(finding->code, wanted->code) != 0) return true;
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

static void assert_sound(const pdk_document *document)
{
    wanted_finding wanted = { NULL, 0, 0 };
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, look_for, &wanted, NULL, &error), error);
    assert_int_equal(wanted.count, 0);
}

static const double turn = 6.283185307179586;

static void put_head(const char *beacons)
{
    length = 0;
    put("\"Format\",\"MoTeC CSV File\",,,\"Workbook\",\"\"\r\n\"Venue\",\"Calder\",,,\"Worksheet\",\"\"\r\n"
        "\"Vehicle\",\"Commodore\",,,\"Vehicle Desc\",\"the \"\"blue\"\" one\"\r\n\"Driver\",\"A. B\xE9n\"\r\n"
        "\"Log Date\",\"09/10/2005\",,,\"Origin Time\",\"0.000\",\"s\"\r\n"
        "\"Sample Rate\",\"10.000\",\"Hz\",,\"End Time\",\"100.000\",\"s\"\r\n"
        "\"Beacon Markers\",\"%s\"\r\n\r\n\r\n",
        beacons);
}

static void put_names(void)
{
    put("\"Time\",\"GPS Latitude\",\"GPS Longitude\",\"GPS Speed\",\"Ground Speed\",\"Lap Number\",\"Oil Temp\",\"Oil "
        "Temp\"\r\n\"s\",\"deg\",\"deg\",\"km/h\",\"km/h\",\"\",\"C\",\"C\"\r\n\r\n\r\n");
}

/* A circle of 300 m, once in 40 s. */
static void put_rows(double from, double to)
{
    for (int i = (int)round(from * 10); i < (int)round(to * 10); i++) {
        double seconds = i / 10.0, angle = turn * seconds / 40;
        put("\"%.3f\",\"%.8f\",\"%.8f\",\"170.0\",\"169.646\",\"%d\",\"90\",\"91\"\r\n", seconds,
            43.8 - 300 * cos(angle) / 111105, -88 + 300 * sin(angle) / 80456, i / 400);
    }
}

static void assert_lap(const pdk_document *document, size_t index, double start, double time)
{
    const pdk_lap *lap = pdk_lap_at(document, index);
    assert_non_null(lap);
    assert_near(lap->start_time, start, 1e-6);
    if (isnan(time)) assert_false(lap->has_lap_time);
    else assert_near(lap->lap_time, time, 1e-6);
}

static size_t lap_count(const pdk_document *document)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    return count;
}

static void columns_and_laps(void **state)
{
    (void)state;
    size_t count;
    put_head("85.25 5.125 45.2");
    put_names();
    put_rows(0, 100);
    pdk_document *log = open_text();
    assert_property_text(log, "track", "Calder");
    assert_property_text(log, "vehicle", "Commodore");
    assert_property_text(log, "vehicle_comment", "the \"blue\" one");
    assert_property_text(log, "driver", "A. B\xC3\xA9n");
    assert_property_text(log, "date", "09/10/2005");
    assert_near(property_number(log, "sample_rate"), 10, 0);
    assert_property_text(log, "coordinate_system", "metres east and north of 43.80 N, 88.00 W (WGS 84)");
    static const struct {
        const char *name;
        double value;
    } wanted[] = { { "time", 0 },
                   { "x", 0 },
                   { "y", -300 },
                   { "z", 0 },
                   { "speed", 169.646 / 3.6 }, /* of the better name */
                   { "gps_speed", 170 / 3.6 },
                   { "oil_temp", 90 },
                   { "oil_temp_8", 91 },
                   { "latitude", 43.8 - 300.0 / 111105 } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        double *values = column_f64(log, "telemetry", wanted[i].name, &count);
        assert_int_equal(count, 1000);
        assert_near(values[0], wanted[i].value, strlen(wanted[i].name) == 1 ? 0.5 : 1e-6);
        free(values);
    }
    const pdk_table *table = pdk_document_find_table(log, "telemetry");
    assert_int_equal(pdk_table_column_at(table, pdk_table_find_role(table, PDK_ROLE_X))->frame, PDK_FRAME_ENU);
    assert_int_equal(lap_count(log), 3);
    assert_lap(log, 0, 5.125, 40.075);
    assert_lap(log, 1, 45.2, 40.05);
    assert_lap(log, 2, 85.25, NAN);
    assert_sound(log);
    read_everything(log);
    pdk_close(log);
}

/* Beacons outside of the rows, twice, or no numbers; without beacons laps are by a column. */
static void beacons_that_are_odd(void **state)
{
    (void)state;
    put_head("5.125, 6 45.2 x 5000");
    put_names();
    put_rows(0, 100);
    pdk_document *log = open_text();
    assert_finding(log, "motec-csv.beacons.outside", SIZE_MAX);
    assert_finding(log, "motec-csv.beacons.repeated", SIZE_MAX);
    assert_finding(log, "motec-csv.beacons.value", find_in_text("x 5000"));
    assert_int_equal(lap_count(log), 2);
    assert_lap(log, 0, 5.125, 40.075);
    pdk_close(log);
    put_head("");
    put_names();
    put_rows(0, 100);
    log = open_text();
    assert_finding(log, "motec-csv.laps.channel", SIZE_MAX);
    assert_lap(log, 0, 40, 40);
    pdk_close(log);
}

static void decimal_comma(void **state)
{
    (void)state;
    size_t count;
    length = 0;
    put("\xEF\xBB\xBF"
        "Format;MoTeC CSV File\nSample Rate;10,0;Hz\nBeacon Markers;0,5, 9,5\n\nTime;Engine RPM;\ns;rpm;\n");
    for (int i = 0; i < 100; i++) put("%d,%d;%d,25;\n", i / 10, i % 10, 1000 + i);
    pdk_document *log = open_text();
    assert_near(property_number(log, "sample_rate"), 10, 0);
    double *values = column_f64(log, "telemetry", "engine_speed", &count);
    assert_int_equal(count, 100);
    assert_near(values[99], 1099.25, 0);
    free(values);
    assert_int_equal(lap_count(log), 1);
    assert_lap(log, 0, 0.5, 9);
    assert_finding(log, "motec-csv.position.none", SIZE_MAX);
    pdk_close(log);
}

static void no_units(void **state)
{
    (void)state;
    length = 0;
    put("Format,MoTeC CSV File\nTime,Ground Speed\n0,100\n1,101\n");
    pdk_document *log = open_text();
    assert_finding(log, "motec-csv.units", find_in_text("0,100"));
    assert_int_equal(table_rows(log, "telemetry"), 2);
    pdk_close(log);
}

/* Each cell of a row and each number of the head, spoiled in turn: a finding that says where. */
static void spoiled_cells(void **state)
{
    (void)state;
    for (size_t cell = 0; cell < 8; cell++) {
        put_head("5 45");
        put_names();
        put_rows(0, 50);
        char *at = strstr(text, "\"20.000\"") + 1;
        for (size_t i = 0; i < cell; i++) at = strstr(at, "\",\"") + 3;
        *at = '?';
        pdk_document *log = open_text();
        if (cell == 0) {
            assert_finding(log, "motec-csv.time", (size_t)(at - text) - 1);
            assert_int_equal(table_rows(log, "telemetry"), 499);
        } else {
            assert_finding(log, "motec-csv.value", (size_t)(at - text));
            assert_int_equal(table_rows(log, "telemetry"), 500);
        }
        if (cell == 1 || cell == 2) {
            assert_finding(log, "motec-csv.position.lost", SIZE_MAX);
            assert_false(has_value(log, "telemetry", "x", 200));
        }
        if (cell == 4) assert_false(has_value(log, "telemetry", "speed", 200));
        pdk_close(log);
    }
    put_head("5 45");
    put_names();
    put_rows(0, 1);
    *strstr(text, "10.000\",\"Hz") = '?';
    pdk_document *log = open_text();
    assert_finding(log, "motec-csv.fact", find_in_text("?0.000\",\"Hz"));
    pdk_close(log);
}

static void rows_that_are_odd(void **state)
{
    (void)state;
    put_head("");
    put("\"Duration\",\"50\",\"s\"\r\n");
    put_names();
    put_rows(0, 1);
    put_rows(0.9, 1);
    put_rows(0.2, 0.3);
    put("\"1.0\",\"\",\"\",\"1\",\"1\",\"0\",\"1\",\"1\",,,\r\n\"1.1\",\"1\"\r\n\"1.2\",1,2,3,4,5,6,7,8\r\n");
    put("\"0.0\",0,0,0,0,0,0,\"0"); /* where the file was cut */
    pdk_document *log = open_text();
    assert_int_equal(table_rows(log, "telemetry"), 11);
    assert_finding(log, "motec-csv.time.repeated", SIZE_MAX);
    assert_finding(log, "motec-csv.time.back", SIZE_MAX);
    assert_finding(log, "motec-csv.row.cells", find_in_text("\"1.1\",\"1\""));
    assert_finding(log, "motec-csv.value.empty", find_in_text("\"\",\"\",\"1\",\"1\"") + 1);
    assert_finding(log, "motec-csv.rows.short", length);
    pdk_close(log);
}

/* ---------------------------------------------------------------------------------------------- our own */

static char folder[] = "/tmp/paddock-motec-csv-XXXXXX";

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

static pdk_document *written_and_read(const pdk_document *lap, const char *driver)
{
    char path[64];
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_recording_options recording = { .struct_size = sizeof recording, .driver = driver };
    options.recording = &recording;
    snprintf(path, sizeof path, "%s/lap.csv", folder);
    assert_ok(pdk_convert_file(lap, path, "motec-csv", &options, NULL, &error), error);
    pdk_document *log = open_or_fail(path);
    assert_string_equal(pdk_document_format(log)->id, "motec-csv");
    assert_sound(log);
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
    pdk_document *lap = open_bytes_or_fail(bytes, size), *log = written_and_read(lap, NULL);
    static const struct {
        const char *own, *logged;
        double factor, most;
    } same[] = { { "x", "x", 1, 0.00051 },
                 { "y", "y", 1, 0.00051 },
                 { "z", "z", 1, 0.00051 },
                 { "speed", "speed", 1, 0.0051 / 3.6 },
                 { "throttle", "throttle", 1, 0.000051 },
                 { "gear", "gear", 1, 0 },
                 { "lateral_g", "lateral_g", -1, 0.000051 } };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        size_t read;
        double *values = column_f64(lap, "telemetry", same[i].own, &count),
               *back = column_f64(log, "telemetry", same[i].logged, &read);
        assert_int_equal(read, count);
        for (size_t k = 0; k < count; k++) assert_near(back[k], values[k] * same[i].factor, same[i].most);
        free(values);
        free(back);
    }
    assert_near(pdk_lap_at(log, 0)->lap_time, pdk_lap_at(lap, 0)->lap_time, 0.0005);
    const pdk_lap_reference laps[2] = { { .document = lap, .name = "lap.raf" },
                                        { .document = log, .name = "lap.csv" } };
    assert_ok(pdk_compare_laps(laps, 2, NULL, &comparison, &error), error);
    double *delta = column_f64(comparison, "steps", "delta_1", &count);
    for (size_t i = 0; i < count; i++) assert_near(delta[i], 0, 0.001);
    free(delta);
    pdk_close(comparison);
    pdk_close(log);
    pdk_close(lap);
    free(bytes);
}

/* All laps of one driver of a race. */
static void own_race_has_its_laps(void **state)
{
    (void)state;
    size_t size, found = 0;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 160;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    pdk_document *race = open_bytes_or_fail(bytes, size);
    const pdk_lap *first = pdk_lap_at(race, 0);
    assert_non_null(first);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)first->driver.size, first->driver.data);
    pdk_document *log = written_and_read(race, name);
    for (size_t i = 0; i < lap_count(race); i++) {
        const pdk_lap *lap = pdk_lap_at(race, i);
        if (lap->slot != first->slot || !lap->has_lap_time) continue;
        const pdk_lap *read = pdk_lap_at(log, found++);
        assert_non_null(read);
        assert_near(read->lap_time, lap->lap_time, 0.0011);
    }
    assert_true(found > 0);
    pdk_close(log);
    pdk_close(race);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------- refused, damaged */

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        size_t offset;
    } files[] = {
        { "", "motec-csv.format", 0 },
        { "\"Format\",\"AIM CSV File\"\n", "motec-csv.format", 0 },
        { "\"Format\",\"MoTeC CSV File\"\n\"Venue\",\"x\"\n", "motec-csv.columns.time", 38 },
    };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "motec-csv";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_fails(pdk_open_memory(files[i].text, strlen(files[i].text), &options, &document, &error), error,
                     PDK_E_CORRUPT, files[i].code, files[i].offset);
    length = 0;
    put("Format,MoTeC CSV File\nTime");
    for (int i = 0; i < 100000; i++) put(",a");
    put("\n");
    assert_fails(pdk_open_memory(text, length, &options, &document, &error), error, PDK_E_LIMIT,
                 "motec-csv.columns.many", 22);
    length = 0;
    put("Format,MoTeC CSV File\nBeacon Markers,");
    for (int i = 0; i < 100000; i++) put("1 ");
    assert_fails(pdk_open_memory(text, length, &options, &document, &error), error, PDK_E_LIMIT,
                 "motec-csv.beacons.many", 0x2FC5);
    /* other tables are not taken for it */
    options.format = NULL;
    assert_int_not_equal(pdk_open_memory("Time,Ground Speed\n0,1\n", 22, &options, &document, &error), PDK_OK);
}

static void columns_without_rows(void **state)
{
    (void)state;
    length = 0;
    put("Format,MoTeC CSV File\nTime,a,A,a,%%,GPS Latitude,GPS Longitude\n\n");
    pdk_document *log = open_text();
    assert_int_equal(table_rows(log, "telemetry"), 0);
    read_everything(log);
    pdk_close(log);
}

static void swept(void **state)
{
    (void)state;
    put_head("0.1 0.4");
    put_names();
    put_rows(0, 0.5);
    sweep_truncation((const uint8_t *)text, length, 5, "motec-csv");
    sweep_mutation((const uint8_t *)text, length, 0, length, 3, "motec-csv");
    assert_true(sweep_allocation((const uint8_t *)text, length) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_and_laps),
        cmocka_unit_test(beacons_that_are_odd),
        cmocka_unit_test(decimal_comma),
        cmocka_unit_test(no_units),
        cmocka_unit_test(spoiled_cells),
        cmocka_unit_test(rows_that_are_odd),
        cmocka_unit_test(own_lap_compares_with_its_source),
        cmocka_unit_test(own_race_has_its_laps),
        cmocka_unit_test(refused),
        cmocka_unit_test(columns_without_rows),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
