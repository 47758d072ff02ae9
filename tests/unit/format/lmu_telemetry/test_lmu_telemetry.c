/* Le Mans Ultimate's telemetry from a database that is made up here: tables in memory, by a reader that can misbehave.
 * What DuckDB reads of real databases is tested by the command (tests/cli/cases/lmu.sh). */
#define _DEFAULT_SOURCE /* mkdtemp */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "random.h"
#include "support.h"

/* ---------------------------------------------------------------------------------------------- the database */

enum { COLUMNS = 128, CELLS = 4096, NAME = 48, PATH_SIZE = 256 };

typedef struct fake_column {
    pdk_database_column info;
    char table[NAME], name[NAME];
    double numbers[CELLS];
    const char *texts[64];
} fake_column;

static struct fake {
    fake_column columns[COLUMNS];
    size_t count;
    size_t calls, fail_at; /* reads; the one that fails, 0 = none */
    pdk_status failure;
    bool silent; /* it fails without a word */
    int open;    /* databases that are */
} fake;

static pdk_status fail_here(pdk_error *error)
{
    if (!fake.silent) {
        error->status = fake.failure;
        strcpy(error->code, "fake.failure");
        strcpy(error->message, "the test wants it so");
    }
    return fake.failure;
}

static pdk_status open_fake(void *user, const char *path, void **database, pdk_error *error)
{
    assert_ptr_equal(user, &fake);
    assert_non_null(strstr(path, ".duckdb"));
    if (++fake.calls == fake.fail_at) return fail_here(error);
    fake.open++;
    *database = &fake;
    return PDK_OK;
}

static const pdk_database_column *column_at(void *database, size_t index)
{
    assert_ptr_equal(database, &fake);
    return index < fake.count ? &fake.columns[index].info : NULL;
}

static pdk_status read_numbers(void *database, size_t column, double *values, pdk_error *error)
{
    assert_ptr_equal(database, &fake);
    if (++fake.calls == fake.fail_at) return fail_here(error);
    const fake_column *from = &fake.columns[column];
    for (uint64_t i = 0; i < from->info.rows; i++) values[i] = i < CELLS ? from->numbers[i] : 0;
    return PDK_OK;
}

static pdk_status read_texts(void *database, size_t column, pdk_database_text take, void *user, pdk_error *error)
{
    assert_ptr_equal(database, &fake);
    if (++fake.calls == fake.fail_at) return fail_here(error);
    const fake_column *from = &fake.columns[column];
    for (uint64_t i = 0; i < from->info.rows && i < 64; i++)
        if (from->texts[i] != NULL && !take(user, i, pdk_text_of(from->texts[i]))) break;
    take(user, from->info.rows + 7, pdk_text_of("a row that there is not"));
    return PDK_OK;
}

static void close_fake(void *database)
{
    assert_ptr_equal(database, &fake);
    fake.open--;
}

static const pdk_database_reader reader = { &fake, open_fake, column_at, read_numbers, read_texts, close_fake };

static fake_column *add_column(const char *table, const char *name, pdk_type type, uint64_t rows)
{
    fake_column *column = &fake.columns[fake.count++];
    assert_true(fake.count <= COLUMNS);
    memset(column, 0, sizeof *column);
    snprintf(column->table, sizeof column->table, "%s", table);
    snprintf(column->name, sizeof column->name, "%s", name);
    column->info = (pdk_database_column){ column->table, column->name, type, rows };
    return column;
}

static fake_column *find_column(const char *table, const char *name)
{
    for (size_t i = 0; i < fake.count; i++)
        if (strcmp(fake.columns[i].table, table) == 0 && strcmp(fake.columns[i].name, name) == 0)
            return &fake.columns[i];
    fail_msg("no column %s.%s", table, name);
    return NULL;
}

static void add_texts(const char *table, const char *name, const char *const *texts, size_t count)
{
    fake_column *column = add_column(table, name, PDK_TEXT, count);
    for (size_t i = 0; i < count; i++) column->texts[i] = texts[i];
}

static void add_event(const char *name, const double *times, const double *values, size_t count)
{
    memcpy(add_column(name, "ts", PDK_FLOAT64, count)->numbers, times, count * sizeof *times);
    memcpy(add_column(name, "value", PDK_FLOAT32, count)->numbers, values, count * sizeof *values);
}

/* Two laps and a bit of a circle, anticlockwise, at 40 m/s; the line is crossed at 100, 125 and 150 s. */
enum { FAST = 4000, SLOW = 400 };
static const double radius = 40 * 25 / 6.283185307179586, start = 98;

static double angle_at(double time)
{
    return (time - 100) / 25 * 6.283185307179586;
}

static void make_drive(void)
{
    static const char *const names[] = { "GPS Time",      "Ground Speed", "Steering Pos", "GPS Latitude",
                                         "GPS Longitude", "G Force Lat",  "Brakes Temp",  "Brake Pos" },
                             *const units[] = { "s", "km/h", "%", "deg", "deg", "g", "C", "%" },
                             *const events[] = { "Lap", "Lap Time", "In Pits", "Gear" },
                             *const keys[] = { "Version", "DriverName", "SteamID", "TrackName", "SessionType" },
                             *const facts[] = { "1", "A. Tester", "76561190000000001", "Circle", "Practice" };
    static const double rates[] = { 100, 100, 100, 10, 10, 10, 10, 100 };
    memset(&fake, 0, sizeof fake);
    fake.failure = PDK_E_CORRUPT;
    add_texts("channelsList", "channelName", names, 8);
    memcpy(add_column("channelsList", "frequency", PDK_INT32, 8)->numbers, rates, sizeof rates);
    add_texts("channelsList", "unit", units, 8);
    add_texts("eventsList", "eventName", events, 4);
    add_texts("metadata", "key", keys, 5);
    add_texts("metadata", "value", facts, 5);
    double *clock = add_column("GPS Time", "value", PDK_FLOAT64, FAST)->numbers;
    double *speed = add_column("Ground Speed", "value", PDK_FLOAT32, FAST)->numbers;
    double *steer = add_column("Steering Pos", "value", PDK_FLOAT32, FAST)->numbers;
    double *brake = add_column("Brake Pos", "value", PDK_FLOAT32, FAST)->numbers;
    for (size_t i = 0; i < FAST; i++) {
        double time = clock[i] = start + (double)i / 100;
        speed[i] = 144;
        steer[i] = -20 - 0.1 * sin(time);
        brake[i] = 50;
    }
    double *latitude = add_column("GPS Latitude", "value", PDK_FLOAT64, SLOW)->numbers;
    double *longitude = add_column("GPS Longitude", "value", PDK_FLOAT64, SLOW)->numbers;
    double *force = add_column("G Force Lat", "value", PDK_FLOAT32, SLOW)->numbers;
    for (size_t i = 0; i < SLOW; i++) {
        double angle = angle_at(start + (double)i / 10);
        latitude[i] = 60 + radius * sin(angle) / 111412;
        longitude[i] = radius * cos(angle) / 55800;
        force[i] = 40 * 40 / radius / 9.80665;
    }
    static const char *const wheels[] = { "value1", "value2", "value3", "value4" };
    for (size_t k = 0; k < 4; k++) {
        double *heat = add_column("Brakes Temp", wheels[k], PDK_FLOAT32, SLOW)->numbers;
        for (size_t i = 0; i < SLOW; i++) heat[i] = 300 + 10 * (double)k;
    }
    add_event("Lap", (const double[]){ 98, 100, 125 }, (const double[]){ 0, 1, 2 }, 3);
    add_event("Lap Time", (const double[]){ 98, 100, 125.004 }, (const double[]){ 0, 0, 25.0004f }, 3);
    add_event("In Pits", (const double[]){ 98, 130, 135 }, (const double[]){ 0, 1, 0 }, 3);
    add_event("Gear", (const double[]){ 98, 110 }, (const double[]){ 3, 4 }, 2);
}

/* ------------------------------------------------------------------------------------------------- the file */

static char folder[] = "/tmp/paddock-lmu-XXXXXX", path[PATH_SIZE];

static int set_up(void **state)
{
    (void)state;
    static const uint8_t head[4096] = { [8] = 'D', 'U', 'C', 'K', 64 };
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(path, sizeof path, "%s/lap.duckdb", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(head, 1, sizeof head, file), sizeof head);
    assert_int_equal(fclose(file), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return remove(path) == 0 ? rmdir(folder) : -1;
}

static pdk_status open_fake_file(const pdk_open_options *more, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    if (more != NULL) options = *more;
    options.databases = &reader;
    return pdk_open_file(path, &options, document, error);
}

static pdk_document *open_drive(void)
{
    pdk_document *log = NULL;
    pdk_error error = { 0 };
    assert_ok(open_fake_file(NULL, &log, &error), error);
    return log;
}

typedef struct wanted_code {
    const char *code;
    bool found;
} wanted_code;

static bool take_code(void *user, const pdk_finding *finding)
{
    wanted_code *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0) wanted->found = true;
    return true;
}

static bool has_finding(const pdk_document *document, const char *code)
{
    wanted_code wanted = { code, false };
    assert_int_equal(pdk_check(document, PDK_CHECK_FULL, take_code, &wanted, NULL, NULL), PDK_OK);
    return wanted.found;
}

/* ------------------------------------------------------------------------------------------------------ tests */

static void a_drive(void **state)
{
    (void)state;
    make_drive();
    pdk_document *log = open_drive();
    assert_string_equal(pdk_document_format(log)->id, "lmu-telemetry");
    assert_int_equal(table_rows(log, "telemetry"), FAST);
    assert_int_equal(table_rows(log, "channels_100hz"), FAST);
    assert_int_equal(table_rows(log, "channels_10hz"), SLOW);
    assert_int_equal(table_rows(log, "channels"), 8);
    size_t count;
    double *time = column_f64(log, "telemetry", "time", &count), *x = column_f64(log, "telemetry", "x", &count),
           *y = column_f64(log, "telemetry", "y", &count), *speed = column_f64(log, "telemetry", "speed", &count),
           *gear = column_f64(log, "telemetry", "gear", &count);
    double origin = property_number(log, "origin_longitude");
    for (size_t i = 0; i + 20 < count; i++) { /* between two positions a straight line would be 0.013 m off */
        double angle = angle_at(time[i]), shift = origin * 55800;
        assert_near(time[i], start + (double)i / 100, 1e-9);
        assert_near(hypot(x[i] + shift, y[i]), radius, 0.05 + radius * 0.001);
        assert_near(remainder(atan2(y[i], x[i] + shift) - angle, 6.283185307179586), 0, 0.002);
        assert_near(speed[i], 40, 1e-9);
        assert_near(gear[i], time[i] < 110 ? 3 : 4, 0);
    }
    free(time);
    free(x);
    free(y);
    free(speed);
    free(gear);
    double *heat = column_f64(log, "channels_10hz", "brakes_temp_rear_left", &count);
    assert_near(heat[7], 320, 0);
    free(heat);
    pdk_close(log);
    assert_int_equal(fake.open, 0);
}

static void laps_by_events(void **state)
{
    (void)state;
    make_drive();
    pdk_document *log = open_drive();
    size_t count;
    double *times = column_f64(log, "laps", "lap_time", &count),
           *starts = column_f64(log, "laps", "start_time", &count);
    assert_int_equal(count, 2);
    assert_near(starts[0], 100, 1e-9);
    assert_near(times[0], 25.0004, 1e-9);
    assert_false(has_value(log, "laps", "lap_time", 1));
    assert_int_equal(table_rows(log, "pit_stops"), 1);
    free(times);
    free(starts);
    pdk_close(log);
}

static bool says(const void *data, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp((const char *)data + i, word, length) == 0) return true;
    return false;
}

/* Neither properties nor texts of tables have it. */
static void steam_id_stays_in_the_file(void **state)
{
    (void)state;
    make_drive();
    pdk_document *log = open_drive();
    for (size_t i = 0; i < pdk_document_property_count(log); i++) {
        const pdk_property *property = pdk_document_property_at(log, i);
        if (property->value.type == PDK_TEXT)
            assert_false(says(property->value.as.text.data, property->value.as.text.size, "7656119"));
    }
    assert_property_text(log, "driver", "A. Tester");
    pdk_close(log);
}

/* The clock has gaps: row numbers alone would run behind. */
static void a_pause(void **state)
{
    (void)state;
    make_drive();
    double *clock = find_column("GPS Time", "value")->numbers;
    for (size_t i = 1000; i < FAST; i++) clock[i] += 20;
    pdk_document *log = open_drive();
    size_t count;
    double *time = column_f64(log, "channels_10hz", "time", &count);
    assert_near(time[99], start + 9.9, 1e-9);
    assert_near(time[100], start + 30, 1e-9);
    free(time);
    assert_near(property_number(log, "duration"), 59.99, 1e-6);
    pdk_close(log);
}

static void clocks_that_are_none(void **state)
{
    (void)state;
    make_drive();
    find_column("GPS Time", "value")->numbers[50] = 5;
    pdk_document *log = open_drive();
    assert_true(has_finding(log, "lmu-telemetry.clock"));
    size_t count;
    double *time = column_f64(log, "telemetry", "time", &count);
    assert_near(time[FAST - 1], start + 39.99, 1e-6); /* since the first event */
    free(time);
    pdk_close(log);
}

/* A car that only bends to one side at one speed does not show which way a constant force counts. */
static void what_the_way_does_not_tell(void **state)
{
    (void)state;
    make_drive();
    pdk_document *log = open_drive();
    const pdk_table *telemetry = pdk_document_find_table(log, "telemetry");
    assert_int_equal(pdk_table_find_column(telemetry, "steer"), PDK_NO_COLUMN);
    assert_true(has_finding(log, "lmu-telemetry.axes"));
    assert_int_not_equal(pdk_table_find_column(telemetry, "brake"), PDK_NO_COLUMN);
    pdk_close(log);
}

static void lost_positions(void **state)
{
    (void)state;
    make_drive();
    double *latitude = find_column("GPS Latitude", "value")->numbers,
           *longitude = find_column("GPS Longitude", "value")->numbers;
    latitude[20] = longitude[20] = 0;
    latitude[21] = NAN;
    latitude[30] = 91;
    pdk_document *log = open_drive();
    assert_true(has_finding(log, "lmu-telemetry.position.lost"));
    assert_false(has_value(log, "telemetry", "x", 200));
    assert_false(has_value(log, "telemetry", "x", 195));
    assert_true(has_value(log, "telemetry", "x", 190));
    assert_true(has_value(log, "telemetry", "x", 220));
    read_everything(log);
    pdk_close(log);
    for (size_t i = 0; i < SLOW; i++) latitude[i] = NAN;
    log = open_drive();
    assert_true(has_finding(log, "lmu-telemetry.position.none"));
    assert_int_equal(table_rows(log, "laps"), 2);
    pdk_close(log);
}

/* ------------------------------------------------------------------------------------------------- failures */

static void refused(void **state)
{
    (void)state;
    static const uint8_t head[4096] = { [8] = 'D', 'U', 'C', 'K', 64 };
    pdk_document *log;
    pdk_error error;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    make_drive();
    assert_fails(pdk_open_file(path, NULL, &log, &error), error, PDK_E_UNSUPPORTED, "database.reader", PDK_NO_OFFSET);
    options.databases = &reader;
    assert_fails(pdk_open_memory(head, sizeof head, &options, &log, &error), error, PDK_E_UNSUPPORTED, "database.path",
                 PDK_NO_OFFSET);
    options.format = "lmu-telemetry";
    assert_fails(pdk_open_memory(head, 10, &options, &log, &error), error, PDK_E_CORRUPT, "lmu-telemetry.magic", 8);
    assert_fails(pdk_open_memory(head, 15, &options, &log, &error), error, PDK_E_TRUNCATED, "lmu-telemetry.truncated",
                 15);
    strcpy(find_column("channelsList", "channelName")->name, "name");
    assert_fails(open_fake_file(NULL, &log, &error), error, PDK_E_UNSUPPORTED, "lmu-telemetry.lists", PDK_NO_OFFSET);
    make_drive();
    find_column("Brake Pos", "value")->info.rows = UINT64_C(1) << 40;
    assert_fails(open_fake_file(NULL, &log, &error), error, PDK_E_LIMIT, "lmu-telemetry.rows", PDK_NO_OFFSET);
    assert_int_equal(fake.open, 0);
}

/* Whatever fails, at opening or later, is an error with what the reader says; and nothing stays open. */
static void reads_that_fail(void **state)
{
    (void)state;
    for (int silent = 0; silent < 2; silent++) {
        bool failed = true;
        for (size_t at = 1; failed; at++) {
            make_drive();
            fake.fail_at = at;
            fake.silent = silent != 0;
            pdk_document *log = NULL;
            pdk_error error = { 0 };
            pdk_status status = open_fake_file(NULL, &log, &error);
            failed = status != PDK_OK;
            if (failed) {
                assert_int_equal(status, PDK_E_CORRUPT);
                assert_string_equal(error.code, silent != 0 ? "database.read" : "fake.failure");
                assert_true(error.message[0] != '\0');
            }
            pdk_close(log);
            assert_int_equal(fake.open, 0);
        }
    }
}

static void damaged_channel(void **state)
{
    (void)state;
    make_drive();
    pdk_document *log = open_drive();
    pdk_error error = { 0 };
    double value[1];
    fake.fail_at = fake.calls + 1;
    const pdk_table *table = pdk_document_find_table(log, "channels_10hz");
    size_t column = pdk_table_find_column(table, "brakes_temp_front_left");
    assert_fails(pdk_table_read_f64(table, column, 0, 1, value, &error), error, PDK_E_CORRUPT, "fake.failure",
                 PDK_NO_OFFSET);
    assert_ok(pdk_table_read_f64(table, column, 0, 1, value, &error), error); /* it works again: so does the column */
    assert_near(value[0], 300, 0);
    fake.fail_at = fake.calls + 1;
    assert_true(has_finding(log, "lmu-telemetry.table"));
    pdk_close(log);
    for (size_t at = 7; at < 12; at++) { /* with `partial` it is left out, and the rest is there */
        make_drive();
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.partial = true;
        fake.fail_at = at;
        assert_ok(open_fake_file(&options, &log, &error), error);
        assert_true(has_finding(log, "lmu-telemetry.table"));
        read_everything(log);
        pdk_close(log);
    }
}

static void memory_that_fails(void **state)
{
    (void)state;
    for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, 400)) {
        failing memory = { .fail_at = fail_at };
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.allocator = failing_allocator(&memory);
        pdk_document *log = NULL;
        pdk_error error = { 0 };
        make_drive();
        pdk_status status = open_fake_file(&options, &log, &error);
        if (status != PDK_OK) assert_int_equal(status, PDK_E_MEMORY);
        pdk_close(log);
        assert_true(memory.live == 0 && memory.bytes == 0 && fake.open == 0);
        if (memory.calls < fail_at) break;
    }
}

/* Databases that a hostile program might write: names twice, rates and values of any kind, tables that are short. */
static void odd_databases(void **state)
{
    (void)state;
    static const double odd[] = { NAN, INFINITY, -INFINITY, 0, -1, 1e308, -1e308, 1e-300, 65, 100, 7, 1e6, 1e18 };
    uint64_t random = 20;
    for (int round = 0; round < 400; round++) {
        make_drive();
        for (int change = 0; change < 12; change++) {
            fake_column *column = &fake.columns[random_next(&random) % fake.count];
            uint64_t what = random_next(&random) % 6;
            size_t cell = (size_t)(random_next(&random) % CELLS);
            double value = odd[random_next(&random) % (sizeof odd / sizeof odd[0])];
            if (what == 0) column->info.rows = random_next(&random) % CELLS;
            if (what == 1) column->info.rows = random_next(&random) % 3;
            if (what == 2) column->numbers[cell] = value;
            if (what == 3)
                for (size_t i = 0; i < CELLS; i++) column->numbers[i] = value;
            if (what == 4) column->info.type = (pdk_type)(random_next(&random) % 14);
            if (what == 5) column->texts[cell % 8] = column->texts[(cell + 1) % 8];
        }
        pdk_document *log = NULL;
        if (open_fake_file(NULL, &log, NULL) == PDK_OK) read_everything(log);
        pdk_close(log);
        assert_int_equal(fake.open, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive),
        cmocka_unit_test(laps_by_events),
        cmocka_unit_test(steam_id_stays_in_the_file),
        cmocka_unit_test(a_pause),
        cmocka_unit_test(clocks_that_are_none),
        cmocka_unit_test(what_the_way_does_not_tell),
        cmocka_unit_test(lost_positions),
        cmocka_unit_test(refused),
        cmocka_unit_test(reads_that_fail),
        cmocka_unit_test(damaged_channel),
        cmocka_unit_test(memory_that_fails),
        cmocka_unit_test(odd_databases),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
