/* AiM's CSV: heads as Race Studio 2 and 3 write them, beacons of both, one lap alone, and what is odd. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_log.h"

static const double turn = 6.283185307179586;

static void put_head3(const char *beacons, const char *segments)
{
    text_log_begin();
    text_log_put("\"Format\",\"AiM CSV File\"\n\"Session\",\"Calder\"\n\"Vehicle\",\"Kart\"\n");
    text_log_put("\"Racer\",\"A. B\xC3\xA9n\"\n\"Championship\",\"Cup\"\n\"Comment\",\"\"\n");
    text_log_put("\"Date\",\"Sunday, March 10, 2024\"\n\"Time\",\"11:02 AM\"\n");
    text_log_put("\"Sample Rate\",\"10\"\n\"Duration\",\"100\"\n\"Segment\",\"Session\"\n");
    if (beacons != NULL) text_log_put("\"Beacon Markers\",%s\n\"Segment Times\",%s\n", beacons, segments);
}

static void put_names3(void)
{
    text_log_put("\n\"Time\",\"GPS Latitude\",\"GPS Longitude\",\"GPS Speed\",\"GPS LatAcc\",\"Water Temp\"\n"
                 "\"s\",\"deg\",\"deg\",\"km/h\",\"g\",\"C\"\n\n");
}

/* A circle of 300 m, clockwise, once in 40 s. */
static void put_rows(double from, double to)
{
    for (int i = (int)round(from * 10); i < (int)round(to * 10); i++) {
        double seconds = i / 10.0, angle = turn * seconds / 40;
        text_log_put("\"%.3f\",\"%.8f\",\"%.8f\",\"169.646\",\"0.7548\",\"80\"\n", seconds,
                     43.8 + 300 * cos(angle) / 111105, -88 + 300 * sin(angle) / 80456);
    }
}

static const char beacons3[] = "\"5.125\",\"45.2\",\"85.25\",\"100\"",
                  segments3[] = "\"0:05.125\",\"0:40.075\",\"0:40.050\",\"0:14.750\"";

static void race_studio_3(void **state)
{
    (void)state;
    size_t count;
    put_head3(beacons3, segments3);
    put_names3();
    put_rows(0, 100);
    pdk_document *log = text_log_open("aim-csv");
    assert_property_text(log, "track", "Calder");
    assert_property_text(log, "driver", "A. B\xC3\xA9n");
    assert_property_text(log, "vehicle", "Kart");
    assert_property_text(log, "championship", "Cup");
    assert_property_text(log, "date", "2024-03-10");
    assert_property_text(log, "time_of_day", "11:02");
    double *force = column_f64(log, "telemetry", "lateral_g", &count),
           *speed = column_f64(log, "telemetry", "speed", &count);
    assert_int_equal(count, 1000);
    assert_near(force[500], -0.7548, 1e-12); /* it turns to the right */
    assert_near(speed[500], 169.646 / 3.6, 1e-9);
    free(force);
    free(speed);
    assert_int_equal(laps_of(log), 3); /* the last beacon is the end */
    assert_lap_at(log, 0, 5.125, 40.075);
    assert_lap_at(log, 1, 45.2, 40.05);
    assert_lap_at(log, 2, 85.25, NAN);
    assert_no_findings(log);
    read_everything(log);
    pdk_close(log);
}

/* Names twice, numbers of channels, units in another encoding, a comma after each line; beacons are in one cell, and
 * the last of them is not the end. */
static void race_studio_2(void **state)
{
    (void)state;
    text_log_begin();
    text_log_put("\xEF\xBB\xBF\"Format\",\"AIM CSV File\"\r\n\"Venue\",\"Calder\"\r\n\"User\",\"Ben\"\r\n");
    text_log_put("\"Data Source\",\"AIM Data Logger\"\r\n\"Date\",\"01/04/25\"\r\n\"Time\",\"11:24:35\"\r\n");
    text_log_put("\"Sample Rate\",\"10\"\r\n\"Duration\",\"100\"\r\n\"Beacon Markers\",\"5.125  45.2\"\r\n");
    text_log_put("\"Segment Times\",\" 0:05.125\",\" 0:40.075\",\" 0:54.800\"\r\n\r\n");
    for (int i = 0; i < 2; i++)
        text_log_put("\"Time\",\"GPS_Latitude\",\"GPS_Longitude\",\"GPS_Speed\",\"GPS_LatAcc\",\"T\",\r\n");
    text_log_put("\"sec\",\"\xB0\",\"\xB0\",\"km/h\",\"g\",\"\xB0"
                 "F\",\r\n\"\",\"\",\"1\",\"2\",\"3\",\"4\",\r\n\r\n");
    put_rows(0, 100);
    pdk_document *log = text_log_open("aim-csv");
    assert_property_text(log, "track", "Calder");
    assert_property_text(log, "driver", "Ben");
    assert_property_text(log, "device", "AIM Data Logger");
    assert_property_text(log, "date", "01/04/25"); /* which is the day is not known */
    assert_property_text(log, "time_of_day", "11:24:35");
    assert_int_equal(table_rows(log, "telemetry"), 1000);
    assert_true(has_value(log, "telemetry", "x", 0));
    assert_int_equal(laps_of(log), 2);
    assert_lap_at(log, 0, 5.125, 40.075);
    assert_lap_at(log, 1, 45.2, NAN);
    assert_no_findings(log);
    pdk_close(log);
}

static void one_lap_alone(void **state)
{
    (void)state;
    put_head3(NULL, NULL);
    memcpy(strstr(text_log, "\"Session\"\n"), "\"Lap 2 - ", 9);
    text_log_size -= 1;
    text_log_put("0:39.950\"\n");
    memcpy(strstr(text_log, "\"100\"\n"), "\"40\" \n", 6);
    put_names3();
    put_rows(0, 40);
    pdk_document *log = text_log_open("aim-csv");
    assert_int_equal(laps_of(log), 1);
    assert_lap_at(log, 0, 0, 39.95);
    pdk_close(log);
}

static void decimal_comma(void **state)
{
    (void)state;
    size_t count;
    text_log_begin();
    text_log_put("Format;AiM CSV File\nDuration;10,0\nBeacon Markers;0,5;9,5;10,0\n"
                 "Segment Times;0:00,5;0:09,0;0:00,5\n;;;\n"
                 "Time;RPM;\ns;rpm;\n;;\n");
    for (int i = 0; i < 100; i++) text_log_put("%d,%d;%d,25;\n", i / 10, i % 10, 1000 + i);
    pdk_document *log = text_log_open("aim-csv");
    double *values = column_f64(log, "telemetry", "engine_speed", &count);
    assert_int_equal(count, 100);
    assert_near(values[99], 1099.25, 0);
    free(values);
    assert_lap_at(log, 0, 0.5, 9);
    assert_finding_at(log, "aim-csv.position.none", SIZE_MAX);
    pdk_close(log);
}

/* A comment that continues over lines, of which one looks like the names. */
static void comment_of_several_lines(void **state)
{
    (void)state;
    put_head3(NULL, NULL);
    text_log_put("\"Comment\",\"\"\n");
    char *at = strstr(text_log, "\"Comment\",\"\"") + strlen("\"Comment\",\"");
    char rest[512];
    snprintf(rest, sizeof rest, "%s", at);
    text_log_size = (size_t)(at - text_log);
    text_log_put("8th day\n\nTime,GPS Speed\n\nnew asphalt%s", rest);
    put_names3();
    put_rows(0, 10);
    pdk_document *log = text_log_open("aim-csv");
    assert_property_text(log, "comment", "8th day  Time,GPS Speed  new asphalt");
    assert_int_equal(table_rows(log, "telemetry"), 100);
    pdk_close(log);
}

static void dates_and_times(void **state)
{
    (void)state;
    static const struct {
        const char *date, *time, *day, *clock;
    } all[] = {
        { "Saturday, July 01, 2023", "10:03:24 AM", "2023-07-01", "10:03:24" },
        { "Monday, May 5, 2025", "12:00 AM", "2025-05-05", "00:00" },
        { "December 15, 2024", "12:34 PM", "2024-12-15", "12:34" },
        { "Saturday, Juli 32, 2023", "1:34 pm", "Saturday, Juli 32, 2023", "13:34" },
        { "01/04/25", "13:34 PM", "01/04/25", "13:34 PM" },
        { "2023-07-01", "25:00", "2023-07-01", "25:00" },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        text_log_begin();
        text_log_put("Format,AiM CSV File\nDate,\"%s\"\nTime,%s\n\nTime,RPM\ns,rpm\n0,1\n", all[i].date, all[i].time);
        pdk_document *log = text_log_open("aim-csv");
        assert_property_text(log, "date", all[i].day);
        assert_property_text(log, "time_of_day", all[i].clock);
        pdk_close(log);
    }
}

/* ---------------------------------------------------------------------------------------------------------- odd */

static void beacons_that_are_odd(void **state)
{
    (void)state;
    put_head3("\"5.125\",\"6\",\"45.2\",\"x\",\"100\"", "\"0:05.125\",\"0:00.9\",\"0:40.9\",\"soon\"");
    put_names3();
    put_rows(0, 100);
    pdk_document *log = text_log_open("aim-csv");
    assert_finding_at(log, "aim-csv.beacons.value", text_log_find("x\",\"100"));
    assert_finding_at(log, "aim-csv.beacons.repeated", SIZE_MAX);
    assert_finding_at(log, "aim-csv.segments.value", text_log_find("soon"));
    assert_finding_at(log, "aim-csv.segments.differ", SIZE_MAX);
    assert_int_equal(laps_of(log), 2);
    assert_lap_at(log, 0, 5.125, 40.075);
    pdk_close(log);
    put_head3("\"45.2\",\"400\"", "\"0:45.2\"");
    put_names3();
    put_rows(0, 50);
    log = text_log_open("aim-csv");
    assert_finding_at(log, "aim-csv.rows.short", text_log_size);
    assert_finding_at(log, "aim-csv.beacons.outside", SIZE_MAX);
    pdk_close(log);
}

static void spoiled_cells(void **state)
{
    (void)state;
    for (size_t cell = 0; cell < 6; cell++) {
        put_head3(beacons3, segments3);
        put_names3();
        put_rows(0, 100);
        char *at = strstr(text_log, "\n\"20.000\"") + 2;
        for (size_t i = 0; i < cell; i++) at = strstr(at, "\",\"") + 3;
        *at = '?';
        pdk_document *log = text_log_open("aim-csv");
        assert_finding_at(log, cell == 0 ? "aim-csv.time" : "aim-csv.value", (size_t)(at - text_log) - (cell == 0));
        assert_int_equal(table_rows(log, "telemetry"), cell == 0 ? 999 : 1000);
        if (cell == 1 || cell == 2) assert_finding_at(log, "aim-csv.position.lost", SIZE_MAX);
        pdk_close(log);
    }
    static const char *const facts[] = { "\"10\"", "\"100\"\n\"Segment\"" };
    for (size_t i = 0; i < 2; i++) {
        put_head3(beacons3, segments3);
        put_names3();
        put_rows(0, 100);
        strstr(text_log, facts[i])[1] = '?';
        pdk_document *log = text_log_open("aim-csv");
        assert_finding_at(log, "aim-csv.fact", text_log_find("?"));
        pdk_close(log);
    }
}

static void rows_that_are_odd(void **state)
{
    (void)state;
    put_head3(NULL, NULL);
    put_names3();
    put_rows(0, 1);
    text_log_put("\"Time\",\"GPS Latitude\",\"GPS Longitude\",\"GPS Speed\",\"GPS LatAcc\",\"Water Temp\"\n\"s\"\n");
    put_rows(0.9, 1);
    put_rows(0.2, 0.3);
    text_log_put(",,,,,,,,\n\"1.0\",\"\",\"\",\"1\",\"1\",\"1\",,,\n\"1.1\",\"1\"\n");
    text_log_put("\"\",\"1\",\"2\",\"3\",\"4\",\"5\"\n");
    text_log_put("\"Format\",\"AiM CSV File\"\n\"1.2\",\"1\",\"1\",\"1\",\"1\",\"1\"\n");
    pdk_document *log = text_log_open("aim-csv");
    assert_int_equal(table_rows(log, "telemetry"), 11);
    assert_finding_at(log, "aim-csv.time.repeated", SIZE_MAX);
    assert_finding_at(log, "aim-csv.time.back", SIZE_MAX);
    assert_finding_at(log, "aim-csv.time", text_log_find("\"\",\"1\",\"2\",\"3\""));
    assert_finding_at(log, "aim-csv.row.cells", text_log_find("\"1.1\",\"1\""));
    assert_finding_at(log, "aim-csv.row.head", SIZE_MAX);
    assert_finding_at(log, "aim-csv.row.other", text_log_find("\"1.2\","));
    assert_finding_at(log, "aim-csv.value.empty", text_log_find("\"\",\"\",\"1\",\"1\"") + 1);
    pdk_close(log);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        size_t offset;
    } files[] = {
        { "", "aim-csv.format", 0 },
        { "\xEF\xBB\xBF", "aim-csv.format", 0 },
        { "\"Format\",\"MoTeC CSV File\"\n", "aim-csv.format", 0 },
        { "\"Format\",\"AIM CSV File\"\n\"Time\",\"10:00\"\n", "aim-csv.columns.time", 39 },
    };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "aim-csv";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_fails(pdk_open_memory(files[i].text, strlen(files[i].text), &options, &document, &error), error,
                     PDK_E_CORRUPT, files[i].code, files[i].offset);
    text_log_begin();
    text_log_put("Format,AiM CSV File\nTime");
    for (int i = 0; i < 100000; i++) text_log_put(",a");
    assert_fails(pdk_open_memory(text_log, text_log_size, &options, &document, &error), error, PDK_E_LIMIT,
                 "aim-csv.columns.many", 20);
}

static void no_units(void **state)
{
    (void)state;
    text_log_begin();
    text_log_put("Format,AiM CSV File\nTime,GPS Speed\n0,100\n1,101\n");
    pdk_document *log = text_log_open("aim-csv");
    assert_finding_at(log, "aim-csv.units", text_log_find("0,100"));
    assert_int_equal(table_rows(log, "telemetry"), 2);
    pdk_close(log);
}

static void swept(void **state)
{
    (void)state;
    put_head3("\"0.1\",\"0.5\"", "\"0:00.1\",\"0:00.4\"");
    put_names3();
    put_rows(0, 0.5);
    sweep_truncation((const uint8_t *)text_log, text_log_size, 5, "aim-csv");
    sweep_mutation((const uint8_t *)text_log, text_log_size, 0, text_log_size, 3, "aim-csv");
    assert_true(sweep_allocation((const uint8_t *)text_log, text_log_size) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(race_studio_3),
        cmocka_unit_test(race_studio_2),
        cmocka_unit_test(one_lap_alone),
        cmocka_unit_test(decimal_comma),
        cmocka_unit_test(comment_of_several_lines),
        cmocka_unit_test(dates_and_times),
        cmocka_unit_test(beacons_that_are_odd),
        cmocka_unit_test(spoiled_cells),
        cmocka_unit_test(rows_that_are_odd),
        cmocka_unit_test(refused),
        cmocka_unit_test(no_units),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
