/* RaceChrono's CSV: versions 1 to 3, laps by their numbers, recordings that are not joined, and what is odd. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_log.h"

static const double turn = 6.283185307179586;

static void put_head(int version)
{
    static const char *const blocks[] = {
        "Lap #,Timestamp (s),Distance (m),Latitude (deg),Longitude (deg),Speed (m/s),RPM (rpm),Trap name\n",
        "Time (s),Session fragment #,Lap #,Trap name,Speed (m/s),Elapsed time (s),Latitude (deg),Longitude (deg),"
        "Speed (m/s) *calc,Analog 1 *data\n",
        "timestamp,fragment_id,lap_number,elapsed_time,latitude,longitude,speed,speed,x_acc,x_acc,rpm\n"
        "unix time,,,s,deg,deg,m/s,m/s,G,G,rpm\n,,,,100: gps,100: gps,100: gps,calc,101: acc,201: acc,200: obd\n",
    };
    text_log_put("This file is created using RaceChrono Pro v9.1.3 ( http://racechrono.com/ ).\n");
    if (version > 1) text_log_put("Format,%d\n", version);
    text_log_put("Session title,\"Round, one\"\nSession type,Lap timing\nTrack name,\"Calder\"\nDriver name,A. Ben\n"
                 "Created,21/02/2026,22:12\nNote,\n\n%s",
                 blocks[version - 1]);
}

/* A circle of 300 m, once in 40 s, 10 rows a second. `lap` is that of all these rows; 0 = they are outside. */
static void put_rows(int version, double from, double to, int lap, int fragment)
{
    for (int i = (int)round(from * 10); i < (int)round(to * 10); i++) {
        double seconds = i / 10.0, angle = turn * seconds / 40, north = 43.8 - 300 * cos(angle) / 111105,
               east = -88 + 300 * sin(angle) / 80456;
        char number[16] = "";
        if (lap != 0) snprintf(number, sizeof number, "%d", lap);
        if (version == 1)
            text_log_put("%s,%.2f,0,%.8f,%.8f,47.12,3000,\n", lap != 0 ? number : "N/A", 1e9 + seconds, north, east);
        if (version == 2)
            text_log_put("%.2f,%d,%s,%s,47.12,%.2f,%.8f,%.8f,47.1,0\n", 1e9 + seconds, fragment, number,
                         i % 7 == 0 ? "T1" : "", seconds, north, east);
        if (version == 3)
            text_log_put("%.2f,%d,%s,%.2f,%.8f,%.8f,47.12,47.1,0,0,3000\n", 1767150797.44 + seconds, fragment, number,
                         seconds, north, east);
    }
}

static void all_versions(void **state)
{
    (void)state;
    size_t count;
    for (int version = 1; version <= 3; version++) {
        text_log_begin();
        put_head(version);
        put_rows(version, 0, 5, 0, 0);
        put_rows(version, 5, 45, 1, 0);
        put_rows(version, 45, 85, 2, 0);
        put_rows(version, 85, 100, 0, 0);
        pdk_document *log = text_log_open("racechrono-csv");
        assert_property_text(log, "session", "Round, one");
        assert_property_text(log, "track", "Calder");
        assert_property_text(log, "driver", "A. Ben");
        assert_property_text(log, "date", "21/02/2026");
        assert_property_text(log, "time_of_day", "22:12");
        assert_property_text(log, "software", "RaceChrono Pro v9.1.3");
        double *times = column_f64(log, "telemetry", "time", &count),
               *speed = column_f64(log, "telemetry", "speed", &count);
        assert_int_equal(count, 1000);
        assert_near(times[0], 0, 0);
        assert_near(times[999], 99.9, 1e-6);
        assert_near(speed[0], 47.12, 0); /* of the first sensor that has it */
        free(times);
        free(speed);
        assert_int_equal(laps_of(log), 3);
        assert_lap_at(log, 0, 5, 40);
        assert_lap_at(log, 1, 45, 40);
        assert_lap_at(log, 2, 85, NAN);
        assert_finding_at(log, "racechrono-csv.laps.channel", SIZE_MAX);
        assert_finding_at(log, NULL, SIZE_MAX); /* and no other */
        read_everything(log);
        pdk_close(log);
    }
}

/* No lap continues in another recording: neither in a fragment, nor in a file that is pasted after it. */
static void recordings_are_apart(void **state)
{
    (void)state;
    for (int pasted = 0; pasted < 2; pasted++) {
        text_log_begin();
        put_head(3);
        put_rows(3, 0, 5, 0, 0);
        put_rows(3, 5, 45, 1, 0);
        put_rows(3, 45, 60, 2, 0);
        if (pasted != 0) put_head(3);
        put_rows(3, 61, 85, 2, 1);
        put_rows(3, 85, 125, 3, 1);
        put_rows(3, 125, 130, 0, 1);
        pdk_document *log = text_log_open("racechrono-csv");
        assert_lap_at(log, 0, 5, 40);
        assert_lap_at(log, 1, 45, NAN);
        assert_lap_at(log, 2, 85, 40);
        assert_int_equal(pdk_lap_at(log, 2)->lap, 3);
        if (pasted != 0) assert_finding_at(log, "racechrono-csv.row.head", SIZE_MAX);
        pdk_close(log);
    }
}

/* A lap that was cut out of a log is whole where it ends where it begins, and not where it does not. */
static void one_lap_alone(void **state)
{
    (void)state;
    text_log_begin();
    put_head(3);
    put_rows(3, 45, 85, 7, 0);
    pdk_document *log = text_log_open("racechrono-csv");
    assert_finding_at(log, "racechrono-csv.laps.closed", SIZE_MAX);
    assert_int_equal(laps_of(log), 1);
    assert_int_equal(pdk_lap_at(log, 0)->lap, 7);
    assert_near(pdk_lap_at(log, 0)->lap_time, 40, 0.002);
    pdk_close(log);
    text_log_begin();
    put_head(3);
    put_rows(3, 45, 80, 7, 0);
    log = text_log_open("racechrono-csv");
    size_t count;
    pdk_error error;
    assert_fails(pdk_lap_count(log, &count, &error), error, PDK_E_UNSUPPORTED, "track.once", PDK_NO_OFFSET);
    pdk_close(log);
}

static void numbers_that_are_odd(void **state)
{
    (void)state;
    text_log_begin();
    put_head(3);
    put_rows(3, 0, 5, 0, 0);
    put_rows(3, 5, 45, 1, 0);
    put_rows(3, 45, 46, 2, 0); /* no lap is so short */
    put_rows(3, 46, 86, 3, 0);
    text_log_put("1767150883.45,0,2.5,86.01,43.8,-88.0,47,47,0,0,3000\n");
    put_rows(3, 86.1, 126, 4, 0);
    put_rows(3, 126, 126.1, 5, 0); /* of no length, at the end */
    memcpy(strstr(text_log, ",0,1,10.00,"), ",0,?,", 5);
    pdk_document *log = text_log_open("racechrono-csv");
    assert_finding_at(log, "racechrono-csv.value", text_log_find("?"));
    assert_finding_at(log, "racechrono-csv.laps.number", SIZE_MAX);
    assert_finding_at(log, "racechrono-csv.laps.brief", SIZE_MAX);
    double times[5];
    size_t timed = 0;
    for (size_t i = 0; i < laps_of(log); i++)
        if (pdk_lap_at(log, i)->has_lap_time && timed < 5) times[timed++] = pdk_lap_at(log, i)->lap_time;
    assert_int_equal(timed, 3);
    for (size_t i = 0; i < timed; i++) assert_near(times[i], 40, 0.1001);
    pdk_close(log);
}

/* Rows of other sensors leave the place empty. */
static void rows_between_places(void **state)
{
    (void)state;
    size_t count;
    text_log_begin();
    put_head(3);
    text_log_put("10.0,0,,0,43.8,-88.0,10,,,,\n10.1,0,,0.1,,,,,,,3000\n10.2,0,,0.2,43.8002,-88.0,12,,,,\n");
    text_log_put("14,0,,4,,,,,,,3000\n18,0,,8,43.8004,-88.0,12,,,,\n");
    pdk_document *log = text_log_open("racechrono-csv");
    double *y = column_f64(log, "telemetry", "y", &count);
    assert_int_equal(count, 5);
    assert_near(y[1], (y[0] + y[2]) / 2, 1e-9);
    free(y);
    assert_false(has_value(log, "telemetry", "latitude", 1));
    assert_false(has_value(log, "telemetry", "speed", 1));
    assert_false(has_value(log, "telemetry", "x", 3)); /* too far from either */
    assert_finding_at(log, "racechrono-csv.position.between", SIZE_MAX);
    assert_finding_at(log, NULL, SIZE_MAX);
    pdk_close(log);
}

static void spoiled_cells(void **state)
{
    (void)state;
    for (size_t cell = 0; cell < 11; cell++) {
        text_log_begin();
        put_head(3);
        put_rows(3, 0, 5, 0, 0);
        put_rows(3, 5, 50, 1, 0);
        char *line = strstr(text_log, "\n1767150817.44,") + 1, *at = line;
        for (size_t i = 0; i < cell; i++) at = strchr(at, ',') + 1;
        *at = '?';
        pdk_document *log = text_log_open("racechrono-csv");
        assert_finding_at(log, cell == 0 ? "racechrono-csv.time" : "racechrono-csv.value", (size_t)(at - text_log));
        assert_int_equal(table_rows(log, "telemetry"), cell == 0 ? 499 : 500);
        pdk_close(log);
    }
    text_log_begin();
    put_head(3);
    *strstr(text_log, "3\nSession") = '?';
    pdk_document *log = text_log_open("racechrono-csv");
    assert_finding_at(log, "racechrono-csv.fact", text_log_find("?\nSession"));
    pdk_close(log);
}

static void rows_that_are_odd(void **state)
{
    (void)state;
    text_log_begin();
    put_head(3);
    put_rows(3, 0, 1, 1, 0);
    put_rows(3, 0.9, 1, 1, 0);
    put_rows(3, 0.2, 0.3, 1, 0);
    text_log_put("1767150799.44,0,1\n1767150799.54,0,1,2,0.0,0.0,47,47,0,0,0,,,\n\n,,,\n");
    text_log_put("timestamp,other\n1,2\n");
    pdk_document *log = text_log_open("racechrono-csv");
    assert_int_equal(table_rows(log, "telemetry"), 11);
    assert_finding_at(log, "racechrono-csv.time.repeated", SIZE_MAX);
    assert_finding_at(log, "racechrono-csv.time.back", SIZE_MAX);
    assert_finding_at(log, "racechrono-csv.row.cells", text_log_find("1767150799.44,0,1\n"));
    assert_finding_at(log, "racechrono-csv.position.lost", SIZE_MAX);
    assert_finding_at(log, "racechrono-csv.row.head", text_log_find("timestamp,other"));
    assert_finding_at(log, "racechrono-csv.row.other", text_log_find("1,2\n"));
    pdk_close(log);
}

static void units_that_are_missing(void **state)
{
    (void)state;
    text_log_begin();
    text_log_put("This file is created using RaceChrono\nFormat,3\n");
    text_log_put("timestamp,latitude,longitude,rpm\n1,45,8,1\n2,45,8,1\n");
    pdk_document *log = text_log_open("racechrono-csv");
    assert_finding_at(log, "racechrono-csv.units", text_log_find("1,45,8"));
    assert_int_equal(table_rows(log, "telemetry"), 2);
    pdk_close(log);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        size_t offset;
    } files[] = {
        { "", "racechrono-csv.format", 0 },
        { "\xEF\xBB\xBF", "racechrono-csv.format", 0 },
        { "timestamp,speed\n1,2\n", "racechrono-csv.format", 0 },
        { "This file is created using RaceChrono\nFormat,3\n", "racechrono-csv.columns.time", 47 },
    };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "racechrono-csv";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_fails(pdk_open_memory(files[i].text, strlen(files[i].text), &options, &document, &error), error,
                     PDK_E_CORRUPT, files[i].code, files[i].offset);
    text_log_begin();
    text_log_put("This file is created using RaceChrono\ntimestamp");
    for (int i = 0; i < 100000; i++) text_log_put(",a");
    assert_fails(pdk_open_memory(text_log, text_log_size, &options, &document, &error), error, PDK_E_LIMIT,
                 "racechrono-csv.columns.many", 38);
}

static void swept(void **state)
{
    (void)state;
    for (int version = 1; version <= 3; version += 2) {
        text_log_begin();
        put_head(version);
        put_rows(version, 0, 0.2, 1, 0);
        put_rows(version, 4, 4.2, 2, 0);
        sweep_truncation((const uint8_t *)text_log, text_log_size, 5, "racechrono-csv");
        sweep_mutation((const uint8_t *)text_log, text_log_size, 0, text_log_size, 3, "racechrono-csv");
        assert_true(sweep_allocation((const uint8_t *)text_log, text_log_size) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_versions),
        cmocka_unit_test(recordings_are_apart),
        cmocka_unit_test(one_lap_alone),
        cmocka_unit_test(numbers_that_are_odd),
        cmocka_unit_test(rows_between_places),
        cmocka_unit_test(spoiled_cells),
        cmocka_unit_test(rows_that_are_odd),
        cmocka_unit_test(units_that_are_missing),
        cmocka_unit_test(refused),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
