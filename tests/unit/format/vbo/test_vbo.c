#define _DEFAULT_SOURCE /* mkdtemp */
/* VBO files as they are read: what this library writes, and what units write: rows that repeat, lines of timing that
 * belong to another circuit, sections in any order. */
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
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "vbo";
    assert_ok(pdk_open_memory(text, length, &options, &document, &error), error);
    return document;
}

static const double turn = 6.283185307179586;
static const double middle_latitude = 43.8, middle_longitude = -88; /* degrees, east positive */

/* A circle of 300 m, once in 40 s, from its south: minutes, west positive, unless `degrees`. */
static void put_place(double seconds, bool degrees)
{
    double angle = turn * seconds / 40, north = -300 * cos(angle) / 111105, east = 300 * sin(angle) / 80456;
    double latitude = middle_latitude + north, longitude = middle_longitude + east;
    if (degrees) put("%.7f %.7f", latitude, longitude);
    else put("%+012.8f %+012.8f", latitude * 60, -longitude * 60);
}

/* A line of timing from 5 m inside to 5 m outside of the circle at its south. */
static void put_line(const char *name, double seconds, double minutes_west)
{
    double angle = turn * seconds / 40;
    put("%s ", name);
    for (int i = 0; i < 2; i++) {
        double radius = i == 0 ? 295 : 305;
        put(" %+013.7f %+013.7f", -(middle_longitude + radius * sin(angle) / 80456) * 60 + minutes_west,
            (middle_latitude - radius * cos(angle) / 111105) * 60);
    }
    put(" \xC2\xAC %s\r\n", name);
}

static void begin_file(void)
{
    length = 0;
    put("File created on 25/05/2025 @ 14:00:12\r\n\r\n");
}

static void put_names(void)
{
    put("[header]\r\nsatellites\r\ntime\r\nlatitude\r\nlongitude\r\nvelocity kmh\r\nheading\r\nheight\r\n"
        "vertical velocity m/s\r\nTsample\r\nEngine_Speed\r\nOil_Temp\r\nThrottle\r\n\r\n"
        "[channel units]\r\ns\r\nrpm\r\n(null)\r\n%%\r\n\r\n" /* one more: of Tsample */
        "[AVI]\r\nfilm_\r\nMP4\r\n\r\n"
        "[column names]\r\nsats time lat long velocity heading height vert-vel Tsample Engine_Speed Oil_Temp Throttle "
        "\r\n\r\n");
}

/* Rows from .. to at 10 Hz. The clock is that of the day, from 23:58:20. */
static void put_rows(double from, double to, bool degrees)
{
    for (int i = (int)round(from * 10); i < (int)round(to * 10); i++) {
        double seconds = i / 10.0, clock = fmod(23 * 3600 + 58 * 60 + 20 + seconds, 86400);
        int hours = (int)(clock / 3600), minutes = (int)(fmod(clock, 3600) / 60);
        put("137 %02d%02d%06.3f ", hours, minutes, fmod(clock, 60));
        put_place(seconds, degrees);
        put(" 169.646 %07.3f +00210.55 +000.100 0.100 +1.208014E+03 042.224 +055.5\r\n", fmod(90 + 9 * seconds, 360));
    }
}

static void assert_lap(const pdk_document *document, size_t index, unsigned number, double start, double time)
{
    const pdk_lap *lap = pdk_lap_at(document, index);
    assert_non_null(lap);
    assert_int_equal(lap->lap, number);
    assert_near(lap->start_time, start, 0.002);
    if (isnan(time)) assert_false(lap->has_lap_time);
    else assert_near(lap->lap_time, time, 0.002);
}

static size_t lap_count(const pdk_document *document)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    return count;
}

/* ---------------------------------------------------------------------------------------------- files of units */

static void columns_of_a_unit(void **state)
{
    (void)state;
    size_t count;
    begin_file();
    put("[laptiming]\r\n");
    put_line("Start", 5, 0);
    put_line("Split", 20, 0);
    put("\r\n");
    put_names();
    put("[data]\r\n");
    put_rows(0, 150, false);
    pdk_document *log = open_text();
    assert_property_text(log, "date", "25/05/2025");
    assert_property_text(log, "time_of_day", "14:00:12");
    assert_property_text(log, "coordinate_system", "metres east and north of 43.80 N, 88.00 W (WGS 84)");
    assert_near(property_number(log, "first_clock"), 235820, 0);
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_int_equal(count, 1500);
    for (size_t i = 0; i < count; i++) assert_near(time[i], (double)i / 10, 1e-6); /* past midnight, too */
    free(time);
    static const struct {
        const char *name;
        double value;
    } wanted[] = { { "satellites", 137 },  { "speed", 169.646 / 3.6 },
                   { "z", 210.55 },        { "vertical_velocity", 0.1 },
                   { "tsample", 0.1 },     { "engine_speed", 1208.014 },
                   { "oil_temp", 42.224 }, { "throttle", 0.555 },
                   { "course", turn / 4 }, { "x", 0 },
                   { "y", -300 },          { "latitude", 43.8 - 300.0 / 111105 },
                   { "longitude", -88 } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        double *values = column_f64(log, "telemetry", wanted[i].name, &count);
        assert_near(values[0], wanted[i].value, strlen(wanted[i].name) == 1 ? 0.5 : 1e-6);
        free(values);
    }
    const pdk_table *table = pdk_document_find_table(log, "telemetry");
    assert_string_equal(pdk_table_column_at(table, pdk_table_find_role(table, PDK_ROLE_ENGINE_SPEED))->unit, "1/min");
    assert_int_equal(pdk_table_column_at(table, pdk_table_find_role(table, PDK_ROLE_X))->frame, PDK_FRAME_ENU);
    assert_int_equal(lap_count(log), 4);
    assert_lap(log, 0, 1, 5, 40);
    assert_lap(log, 1, 2, 45, 40);
    assert_lap(log, 2, 3, 85, 40);
    assert_lap(log, 3, 4, 125, NAN);
    assert_near(pdk_lap_at(log, 0)->sector_time[0], 15, 0.002);
    assert_true(pdk_lap_at(log, 0)->counts);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.value"), 0);
    read_everything(log);
    pdk_close(log);
}

/* A row is there twice and the next is missing; a row goes back; words, a cut row. */
static void rows_that_are_odd(void **state)
{
    (void)state;
    size_t count;
    begin_file();
    put_names();
    put("[data]\r\n");
    put_rows(0, 10, false);
    put_rows(9.9, 10, false);
    put_rows(10.1, 20, false);
    put_rows(3, 3.2, false);
    put("137 000000.000 +02627.8 +05279.3 fast - 1 2 3 4 5 6\r\n137 996100.000 1 2 3 4 5 6 7 8 9 10\r\n");
    put_rows(100.1, 101, false);
    put("137 000001.10"); /* where the file was cut */
    pdk_document *log = open_text();
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_int_equal(count, 100 + 99 + 1 + 9);
    assert_near(time[99], 9.9, 1e-6);
    assert_near(time[100], 10.1, 1e-6);
    assert_near(time[199], 100, 1e-6);
    free(time);
    assert_false(has_value(log, "telemetry", "speed", 199));
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.time.repeated"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.time.back"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.time"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.value"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.row.cells"), 1);
    pdk_close(log);
}

/* The unit kept the line of the circuit before: laps are those of a channel, and the file says so. */
static void line_of_another_circuit(void **state)
{
    (void)state;
    begin_file();
    put("[DATA]\r\n"); /* first, and in capitals */
    for (int i = 0; i < 1000; i++) {
        put("%02d%02d%04.1f ", 10, i / 600, fmod(i / 10.0, 60));
        put_place(i / 10.0, false);
        put(" %d\r\n", i / 400);
    }
    put("\r\n[laptiming]\r\nStart  +4824.931740 +1527.272930 +4824.931740 +1527.275930 \xAC Start / Finish\r\n"
        "Split nowhere\r\n[Column Names]\r\ntime lat long Lap_Number\r\n");
    pdk_document *log = open_text();
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.timing.elsewhere"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.timing"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.laps.channel"), 1);
    assert_int_equal(lap_count(log), 2);
    assert_lap(log, 0, 1, 40, 40);
    pdk_close(log);
}

static void degrees_and_lost_satellites(void **state)
{
    (void)state;
    begin_file();
    put_names();
    put("[data]\r\n");
    put_rows(0, 10, true);
    put("000 235830.000 +00000.0 +00000.0 0 0 0 0 0 0 0 0\r\n");
    put_rows(10.1, 20, true);
    pdk_document *log = open_text();
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.degrees"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "vbo.position.lost"), 1);
    assert_near(property_number(log, "origin_longitude"), -88, 0);
    assert_false(has_value(log, "telemetry", "x", 100));
    assert_true(has_value(log, "telemetry", "x", 101));
    pdk_close(log);
}

/* From a start to a finish elsewhere. */
static void start_and_finish(void **state)
{
    (void)state;
    begin_file();
    put("[laptiming]\r\n");
    put_line("Finish", 30, 0);
    put_line("Start", 5, 0);
    put_names();
    put("[data]\r\n");
    put_rows(0, 80, false);
    pdk_document *log = open_text();
    assert_lap(log, 0, 1, 5, 25);
    bool second = false;
    for (size_t i = 1; i < lap_count(log); i++) {
        const pdk_lap *lap = pdk_lap_at(log, i);
        second =
            second || (lap->has_lap_time && fabs(lap->start_time - 45) < 0.002 && fabs(lap->lap_time - 25) < 0.002);
    }
    assert_true(second);
    pdk_close(log);
}

/* ---------------------------------------------------------------------------------------------- our own */

static char folder[] = "/tmp/paddock-vbo-XXXXXX";

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

static void own_lap_compares_with_its_source(void **state)
{
    (void)state;
    char path[64];
    size_t size, count;
    pdk_error error;
    pdk_document *comparison;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(bytes, size);
    snprintf(path, sizeof path, "%s/lap.vbo", folder);
    assert_ok(pdk_convert_file(lap, path, NULL, NULL, NULL, &error), error);
    pdk_document *log = open_or_fail(path);
    assert_string_equal(pdk_document_format(log)->id, "vbo");
    assert_property_text(log, "coordinate_system", "metres east and north of 45.00 N, 30.00 W (WGS 84)");
    static const struct {
        const char *own, *logged;
        double factor, most;
    } same[] = { { "x", "x", 1, 0.001 },
                 { "y", "y", 1, 0.001 },
                 { "z", "z", 1, 0.00051 },
                 { "speed", "speed", 1, 0.00051 / 3.6 },
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
    /* the game's clock ticks every 10 ms, and a lap ends at the first tick after the line */
    assert_near(pdk_lap_at(log, 0)->lap_time, pdk_lap_at(lap, 0)->lap_time, 0.01);
    const pdk_lap_reference laps[2] = { { .document = lap, .name = "lap.raf" },
                                        { .document = log, .name = "lap.vbo" } };
    assert_ok(pdk_compare_laps(laps, 2, NULL, &comparison, &error), error);
    double *delta = column_f64(comparison, "steps", "delta_1", &count);
    for (size_t i = 0; i < count; i++) assert_near(delta[i], 0, 0.01);
    free(delta);
    pdk_close(comparison);
    pdk_close(log);
    pdk_close(lap);
    unlink(path);
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
        { "", "vbo.data", 0 },
        { "[header]\ntime\n", "vbo.data", 14 },
        { "[data]\n1 2\n", "vbo.columns.time", 7 },
        { "[column names]\nlat long\n[data]\n1 2\n", "vbo.columns.time", 31 },
    };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "vbo";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_fails(pdk_open_memory(files[i].text, strlen(files[i].text), &options, &document, &error), error,
                     PDK_E_CORRUPT, files[i].code, files[i].offset);
    length = 0;
    put("[column names]\ntime");
    for (int i = 0; i < 100000; i++) put(" a");
    put("\n[data]\n1 2\n");
    assert_fails(pdk_open_memory(text, length, &options, &document, &error), error, PDK_E_LIMIT, "vbo.columns.many",
                 length - 4);
}

static void columns_without_rows(void **state)
{
    (void)state;
    length = 0;
    put("[column names]\ntime lat long a A a %%\n[data]\n");
    pdk_document *log = open_text();
    assert_int_equal(table_rows(log, "telemetry"), 0);
    read_everything(log);
    pdk_close(log);
}

static void swept(void **state)
{
    (void)state;
    begin_file();
    put("[laptiming]\r\n");
    put_line("Start", 0.2, 0);
    put_names();
    put("[comments]\r\nDriver : A. B\xE9n\r\n[data]\r\n");
    put_rows(0, 0.5, false);
    sweep_truncation((const uint8_t *)text, length, 5, "vbo");
    sweep_mutation((const uint8_t *)text, length, 0, length, 3, "vbo");
    assert_true(sweep_allocation((const uint8_t *)text, length) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_a_unit),
        cmocka_unit_test(rows_that_are_odd),
        cmocka_unit_test(line_of_another_circuit),
        cmocka_unit_test(degrees_and_lost_satellites),
        cmocka_unit_test(start_and_finish),
        cmocka_unit_test(own_lap_compares_with_its_source),
        cmocka_unit_test(refused),
        cmocka_unit_test(columns_without_rows),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
