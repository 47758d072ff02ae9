#define _DEFAULT_SOURCE /* mkdtemp */
/* MoTeC logs as they are read: the real file's expected values, laps written by this library, and logs that lie. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ld_make.h"

static char folder[] = "/tmp/paddock-ld-XXXXXX";

static char *path_of(const char *name)
{
    static char path[4][128];
    static unsigned next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", folder, name);
    return to;
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    static const char *const names[] = { "lap.raf", "lap.ld", "lap.ldx", "hand.ld", "hand.ldx" };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) unlink(path_of(names[i]));
    return rmdir(folder);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void assert_lap(const pdk_document *log, size_t index, unsigned number, double start, double time)
{
    const pdk_lap *lap = pdk_lap_at(log, index);
    assert_non_null(lap);
    assert_int_equal(lap->lap, number);
    assert_near(lap->start_time, start, 1e-6);
    if (isnan(time)) assert_false(lap->has_lap_time);
    else assert_near(lap->lap_time, time, 1e-6);
}

/* ------------------------------------------------------------------------------------------------- real file */

static void real_log(void **state)
{
    (void)state;
    const char *path = real_file("logger/Sample1.ld");
    if (path == NULL) skip();
    pdk_document *log = open_or_fail(path);
    pdk_error error;
    size_t count;
    assert_string_equal(pdk_document_format(log)->id, "ld");
    assert_property_text(log, "track", "Calder");
    assert_property_text(log, "vehicle", "11A");
    assert_property_text(log, "device", "ADL");
    assert_property_text(log, "date", "23/11/2005");
    assert_near(property_number(log, "duration"), 454, 0);
    assert_int_equal(table_rows(log, "channels"), 78);
    assert_int_equal(table_rows(log, "channels_100hz"), 45400);
    assert_int_equal(table_rows(log, "channels_1hz"), 454);
    /* multiplier 6, scale 10, decimals -1 */
    double *engine = column_f64(log, "channels_10hz", "engine_rpm", &count), most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, engine[i]);
    assert_near(most, 6846, 1e-9);
    free(engine);
    assert_ok(pdk_lap_count(log, &count, &error), error);
    assert_int_equal(count, 5);
    static const double times[] = { 65.163, 63.682, 65.192, 63.759, NAN };
    double start = 95.136;
    for (unsigned i = 0; i < 5; i++) {
        assert_lap(log, i, i + 1, start, times[i]);
        start += times[i];
    }
    assert_near(pdk_lap_at(log, 1)->sector_time[0], 18.301, 1e-6);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.position.none"), 1);
    read_everything(log);
    pdk_close(log);
}

/* ------------------------------------------------------------------------------------------------- there and back */

static pdk_document *written_lap(pdk_document **lap)
{
    pdk_error error;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    write_file(path_of("lap.raf"), bytes, size);
    free(bytes);
    *lap = open_or_fail(path_of("lap.raf"));
    assert_ok(pdk_convert_file(*lap, path_of("lap.ld"), NULL, NULL, NULL, &error), error);
    return open_or_fail(path_of("lap.ld"));
}

static void assert_same(const pdk_document *lap, const pdk_document *log, const char *column, const char *logged,
                        double factor, double most)
{
    size_t count, read;
    double *values = column_f64(lap, "telemetry", column, &count), *back = column_f64(log, "telemetry", logged, &read);
    const size_t lead = 10; /* 0.1 s, so that the beacon at 0 is inside */
    assert_true(read >= count + lead);
    for (size_t i = 0; i < count; i++) assert_near(back[lead + i], values[i] * factor, most);
    free(values);
    free(back);
}

static void own_log_comes_back(void **state)
{
    (void)state;
    pdk_document *lap, *log = written_lap(&lap);
    assert_same(lap, log, "x", "x", 1, 0.00051);
    assert_same(lap, log, "y", "y", 1, 0.00051);
    assert_same(lap, log, "z", "z", 1, 0.00051);
    assert_same(lap, log, "speed", "speed", 1, 0.0051 / 3.6);
    assert_same(lap, log, "throttle", "throttle", 1, 0.000051);
    assert_same(lap, log, "brake", "brake", 1, 0.000051);
    assert_same(lap, log, "gear", "gear", 1, 0);
    assert_same(lap, log, "steer", "steer", 1, 0.0051 * 0.01745330);
    assert_same(lap, log, "lateral_g", "lateral_g", -1, 0.000051); /* to the right there */
    assert_same(lap, log, "forward_g", "longitudinal_g", 1, 0.000051);
    const pdk_lap *one = pdk_lap_at(lap, 0), *back = pdk_lap_at(log, 0);
    assert_non_null(one);
    assert_non_null(back);
    assert_near(back->lap_time, one->lap_time, 1e-6);
    assert_near(back->distance, one->distance, 0.02);
    assert_true(back->counts && back->clean);
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(log, &count, &error), error);
    assert_int_equal(count, 1);                        /* what is held after the line is no lap */
    assert_false(has_value(log, "telemetry", "x", 0)); /* and what is held before it no place */
    pdk_close(log);
    pdk_close(lap);
}

static void compares_with_its_source(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *comparison, *lap, *log = written_lap(&lap);
    const pdk_lap_reference laps[2] = { { .document = lap, .name = "lap.raf" }, { .document = log, .name = "lap.ld" } };
    assert_ok(pdk_compare_laps(laps, 2, NULL, &comparison, &error), error);
    size_t count;
    double *delta = column_f64(comparison, "steps", "delta_1", &count);
    assert_true(count > 2700);
    for (size_t i = 0; i < count; i++) assert_near(delta[i], 0, 0.001);
    free(delta);
    assert_null(pdk_document_find_property(comparison, "rulers")); /* a log has none that could differ */
    pdk_close(comparison);
    pdk_close(log);
    pdk_close(lap);
}

/* ------------------------------------------------------------------------------------------------- made by hand */

enum { SECONDS = 60, RATE = 10, ROWS = SECONDS * RATE };

/* A circle once in 20 s, with its fixes; lost ones are 0, 0. */
static double latitudes[ROWS], longitudes[ROWS], speeds[ROWS], numbers[SECONDS], gears[SECONDS * 2];

static void fill(void)
{
    for (int i = 0; i < ROWS; i++) {
        double angle = 6.283185307179586 * i / 200;
        latitudes[i] = round((52 + 0.001 * sin(angle)) * 1e7);
        longitudes[i] = round((-1.004 + 0.002 * cos(angle)) * 1e7);
        speeds[i] = 1000 + i;
    }
    for (int i = 0; i < SECONDS; i++) numbers[i] = i / 20;
    for (int i = 0; i < SECONDS * 2; i++) gears[i] = 1 + i % 5;
}

static const made_channel hand[] = {
    { "GPS Latitude", "deg", 10, 5, 4, RATE, 0, 1, 1, 7, latitudes, ROWS },
    { "GPS Longitude", "deg", 11, 5, 4, RATE, 0, 1, 1, 7, longitudes, ROWS },
    { "Ground Speed", "km/h", 12, 3, 2, RATE, 0, 0, 0, 1, speeds, ROWS }, /* scale and multiplier 0 are 1 */
    { "Gear", "", 13, 3, 2, 2, 0, 1, 1, 0, gears, SECONDS * 2 },
    { "Lap Number", "", 14, 3, 2, 1, 0, 1, 1, 0, numbers, SECONDS },
};
enum { HAND = sizeof hand / sizeof hand[0] };

static uint8_t *hand_log(size_t *size)
{
    fill();
    return make_ld(hand, HAND, size);
}

static void degrees_become_metres(void **state)
{
    (void)state;
    size_t size, count;
    fill();
    for (int i = 300; i < 310; i++) latitudes[i] = longitudes[i] = 0;
    uint8_t *bytes = make_ld(hand, HAND, &size);
    pdk_document *log = open_bytes_or_fail(bytes, size);
    assert_property_text(log, "coordinate_system", "metres east and north of 52.00 N, 1.00 W (WGS 84)");
    assert_property_text(log, "driver", "K. M\xC3\xBCller");
    assert_near(property_number(log, "origin_latitude"), 52, 0);
    assert_near(property_number(log, "origin_longitude"), -1, 0);
    const pdk_table *telemetry = pdk_document_find_table(log, "telemetry");
    assert_int_equal(pdk_table_column_at(telemetry, pdk_table_find_role(telemetry, PDK_ROLE_X))->frame, PDK_FRAME_ENU);
    double *x = column_f64(log, "telemetry", "x", &count), *y = column_f64(log, "telemetry", "y", &count);
    assert_int_equal(count, ROWS);
    assert_near(x[0], -0.002 * 68677, 0.1); /* metres in a degree of longitude at 52 N */
    assert_near(y[50], 0.001 * 111267, 0.1);
    assert_false(has_value(log, "telemetry", "x", 305));
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.position.lost"), 1);
    free(x);
    free(y);
    double *speed = column_f64(log, "telemetry", "speed", &count), *gear = column_f64(log, "telemetry", "gear", &count);
    assert_near(speed[7], 100.7 / 3.6, 1e-12);
    for (int i = 0; i < ROWS; i++) assert_near(gear[i], gears[i * 2 / RATE], 0); /* never between two gears */
    free(speed);
    free(gear);
    pdk_close(log);
    free(bytes);
}

static void laps_by_numbers(void **state)
{
    (void)state;
    size_t size, count;
    pdk_error error;
    uint8_t *bytes = hand_log(&size);
    pdk_document *log = open_bytes_or_fail(bytes, size);
    assert_ok(pdk_lap_count(log, &count, &error), error);
    assert_int_equal(count, 2);
    assert_lap(log, 0, 1, 20, 20);
    assert_lap(log, 1, 2, 40, NAN);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.laps.channel"), 1); /* a second is not exact */
    pdk_close(log);
    free(bytes);
}

/* Channels without positions have laps, and a map says what is missing. */
static void without_positions(void **state)
{
    (void)state;
    size_t size;
    pdk_error error;
    pdk_plot *plot;
    fill();
    uint8_t *bytes = make_ld(hand + 2, HAND - 2, &size);
    pdk_document *log = open_bytes_or_fail(bytes, size);
    assert_lap(log, 0, 1, 20, 20);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.position.none"), 1);
    const pdk_lap_reference lap = { .document = log };
    assert_int_equal(pdk_plot_create(PDK_PLOT_MAP, &lap, 1, NULL, &plot, &error), PDK_E_UNSUPPORTED);
    assert_non_null(strstr(error.message, "no positions"));
    pdk_close(log);
    free(bytes);
}

/* Beacons beside the log are better than a channel; in any order, some twice, some nowhere. */
static void laps_by_beacons(void **state)
{
    (void)state;
    static const char ldx[] =
        "<?xml version=\"1.0\"?>\n<LDXFile><Layers><Layer><MarkerBlock><MarkerGroup Name=\"Beacons\" Index=\"3\">\n"
        "<Marker Version=\"100\" ClassName=\"BCN\" Name=\"2, id=99\" Flags=\"13\" Time=\"3.95000000000000000e+07\"/>\n"
        "<Marker Version='100' ClassName='BCN' Name='Manual.1' Flags='77' Time='1.9250000e+07' />\n"
        "<Marker ClassName=\"BCN\" Name=\"twice\" Time=\"1.9260000e+07\"/>"
        "<Marker ClassName=\"BCN\" Name=\"late\" Time=\"9e+09\"/><Marker ClassName=\"BCN\" Time=\"soon\"/>"
        "<Marker ClassName=\"BCN\" Name=\"none\"/><Marker ClassName=\"XYZ\" Time=\"5e6\"/><MarkerX Time=\"6e6\"/>"
        "</MarkerGroup></MarkerBlock></Layer><Details><String Id=\"Total Laps\" Value=\"9\"/></Details></Layers>";
    size_t size, count;
    pdk_error error;
    uint8_t *bytes = hand_log(&size);
    write_file(path_of("hand.ld"), bytes, size);
    write_file(path_of("hand.ldx"), ldx, sizeof ldx - 1);
    pdk_document *log = open_or_fail(path_of("hand.ld"));
    assert_ok(pdk_lap_count(log, &count, &error), error);
    assert_int_equal(count, 2);
    assert_lap(log, 0, 1, 19.25, 20.25);
    assert_true(pdk_lap_at(log, 0)->counts);
    assert_lap(log, 1, 2, 39.5, NAN);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.ldx.time"), 1); /* of three beacons */
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.laps.repeated"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.laps.channel"), 0);
    pdk_close(log);
    static const char *const broken[] = { "",
                                          "<",
                                          "<Marker",
                                          "<Marker ",
                                          "<Marker ClassName=\"BCN\" Time=\"1e6",
                                          "<Marker ClassName=\"BCN Time=>",
                                          "<Marker =\"\" = ClassName>",
                                          "\xFF\xFE<" };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        write_file(path_of("hand.ldx"), broken[i], strlen(broken[i]));
        log = open_or_fail(path_of("hand.ld"));
        assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.laps.channel"), 1); /* as if it were not there */
        pdk_close(log);
    }
    free(bytes);
}

/* Laps whose time or way begins again, where nothing else shows it. */
static void laps_by_resets(void **state)
{
    (void)state;
    static double running[SECONDS * 10], way[SECONDS * 10];
    for (int i = 0; i < SECONDS * 10; i++) { /* lines at 12.34 and 42.34 s */
        double time = i / 10.0, since = time < 12.34 ? time + 20 : time < 42.34 ? time - 12.34 : time - 42.34;
        running[i] = round(since * 100);
        way[i] = round(since * 50);
    }
    for (int kind = 0; kind < 2; kind++) {
        const made_channel channel = { kind == 0 ? "Running Lap Time" : "Lap Distance",
                                       kind == 0 ? "s" : "m",
                                       1,
                                       3,
                                       2,
                                       10,
                                       0,
                                       1,
                                       1,
                                       kind == 0 ? 2 : 0,
                                       kind == 0 ? running : way,
                                       SECONDS * 10 };
        size_t size, count;
        pdk_error error;
        uint8_t *bytes = make_ld(&channel, 1, &size);
        pdk_document *log = open_bytes_or_fail(bytes, size);
        assert_ok(pdk_lap_count(log, &count, &error), error);
        assert_int_equal(count, 2);
        assert_near(pdk_lap_at(log, 0)->start_time, 12.34, kind == 0 ? 0.006 : 0.03);
        assert_near(pdk_lap_at(log, 0)->lap_time, 30, kind == 0 ? 0.01 : 0.03);
        pdk_close(log);
        free(bytes);
    }
}

/* Floats, numbers with all of scale, shift and multiplier, unknown kinds, names that repeat. */
static void kinds_of_samples(void **state)
{
    (void)state;
    static const double stored[] = { 1234, -5, 0, 32767 }, halfs[] = { 0x3C00, 0xC500, 0x7C00, 0x0001 };
    static const made_channel channels[] = {
        { "Real", "V", 1, 7, 4, 5, 0, 0, 0, 0, stored, 4 },
        { "Half", "V", 2, 7, 2, 5, 0, 1, 1, 0, halfs, 4 }, /* 1, -5, infinite, the smallest */
        { "Yaw", "deg/s", 3, 3, 2, 5, 2, 36, 10, 1, stored, 4 },
        { "RPM x", "rpm", 4, 3, 2, 5, 0, 6, 10, -1, stored, 4 },
        { "Odd", "", 5, 8, 8, 5, 0, 1, 1, 0, NULL, 4 },
        { "Real", "V", 6, 5, 2, 5, 0, 1, 1, 0, stored, 4 },
        { "real 6", "V", 7, 5, 2, 5, 0, 1, 1, 0, stored, 2 },
        { "Time", "s", 8, 5, 2, 5, 0, 1, 1, 0, stored, 4 },
        { "+++", "", 9, 5, 2, 5, 0, 1, 1, 0, stored, 4 },
        { "Channel 3", "", 10, 5, 2, 5, 0, 1, 1, 0, stored, 4 },
        { "Far", "", 11, 5, 2, 5, 0, 1, 1, 200, stored, 4 },
        { "Never", "", 12, 5, 2, 0, 0, 1, 1, 0, stored, 4 },
    };
    size_t size, count;
    uint8_t *bytes = make_ld(channels, sizeof channels / sizeof channels[0], &size);
    pdk_document *log = open_bytes_or_fail(bytes, size);
    static const struct {
        const char *column;
        double first, second;
    } wanted[] = { { "real", 1234, -5 },
                   { "half", 1, -5 },
                   { "yaw", (1234 / 100.0 + 2) * 36 * 3.141592653589793 / 180,
                     (-5 / 100.0 + 2) * 36 * 3.141592653589793 / 180 },
                   { "rpm_x", 1234 * 6, -5 * 6 },
                   { "channel_6", 1234, -5 }, /* "real_6" is another's name */
                   { "real_6", 1234, -5 },
                   { "time_8", 1234, -5 },
                   { "channel_9", 1234, -5 },
                   { "channel_10", 1234, -5 } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        double *values = column_f64(log, "channels_5hz", wanted[i].column, &count);
        assert_int_equal(count, 4);
        assert_near(values[0], wanted[i].first, 1e-9);
        assert_near(values[1], wanted[i].second, 1e-9);
        free(values);
    }
    assert_false(has_value(log, "channels_5hz", "half", 2));
    assert_true(has_value(log, "channels_5hz", "half", 3));
    assert_false(has_value(log, "channels_5hz", "real_6", 2)); /* it has two samples */
    assert_int_equal(table_rows(log, "channels"), 12);
    assert_false(has_value(log, "channels", "column", 4));
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.channel.type"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.channel.decimals"), 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.channel.rate"), 1);
    pdk_close(log);
    free(bytes);
}

/* ------------------------------------------------------------------------------------------------- logs that lie */

typedef struct seen_finding {
    const char *code;
    uint64_t offset;
    unsigned count;
} seen_finding;

static bool see(void *user, const pdk_finding *finding)
{
    seen_finding *seen = user;
    if (strcmp(finding->code, seen->code) != 0) return true;
    if (seen->count++ == 0) seen->offset = finding->offset;
    return true;
}

/* Opens with one finding of this code at this offset. */
static void assert_finding(const uint8_t *bytes, size_t size, const char *code, uint64_t offset)
{
    pdk_error error;
    pdk_document *log = open_bytes_or_fail(bytes, size);
    seen_finding seen = { .code = code };
    assert_ok(pdk_check(log, PDK_CHECK_FULL, see, &seen, NULL, &error), error);
    if (seen.count == 0) fail_msg("no finding %s", code);
    assert_int_equal(seen.offset, offset);
    read_everything(log);
    pdk_close(log);
}

static void lists_that_lie(void **state)
{
    (void)state;
    const struct {
        size_t at;
        uint32_t value;
        const char *code;
        size_t where;
    } lies[] = {
        { made_at(2, MADE_NEXT), MADE_CHANNELS_AT, "ld.channel.loop", made_at(2, MADE_NEXT) },
        { made_at(2, MADE_NEXT), (uint32_t)made_at(2, 1), "ld.channel.loop", made_at(2, MADE_NEXT) }, /* into itself */
        { made_at(1, MADE_NEXT), 0xFFFFFFF0, "ld.channel.outside", made_at(1, MADE_NEXT) },
        { made_at(1, MADE_NEXT), 0, "ld.channel_count", 86 },
        { 86, 77, "ld.channel_count", 86 },
        { made_at(0, MADE_SAMPLES), 0xFFFFFFFF, "ld.samples.truncated", made_at(0, MADE_SAMPLES) },
        { made_at(1, MADE_DATA), 0xFFFFFF00, "ld.samples.truncated", made_at(1, MADE_SAMPLES) },
        { made_at(4, MADE_SAMPLES), 20, "ld.channel.duration", made_at(4, MADE_RATE) },
        { 0, 0x41, "ld.marker", 0 },
        { 36, 0xFFFF, "ld.block.outside", 36 },
    };
    size_t size;
    uint8_t *bytes = hand_log(&size), *copy = malloc(size);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        memcpy(copy, bytes, size);
        put_u32(copy + lies[i].at, lies[i].value);
        if (lies[i].at == 0) write_file(path_of("hand.ld"), copy, size); /* the name says what it is */
        if (lies[i].at != 0) assert_finding(copy, size, lies[i].code, lies[i].where);
    }
    pdk_document *log = open_or_fail(path_of("hand.ld"));
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.marker"), 1);
    pdk_close(log);
    free(copy);
    free(bytes);
}

/* Channels that all claim the same bytes have no more values than the file has bytes. */
static void shared_samples(void **state)
{
    (void)state;
    enum { MANY = 40 };
    static made_channel channels[MANY];
    size_t size, with = 0;
    for (size_t i = 0; i < MANY; i++)
        channels[i] = (made_channel){ "Same", "", (unsigned)i, 3, 2, 100, 0, 1, 1, 0, NULL, i + 1 == MANY ? 9000 : 0 };
    uint8_t *bytes = make_ld(channels, MANY, &size);
    for (size_t i = 0; i + 1 < MANY; i++) {
        put_u32(bytes + made_at(i, MADE_DATA), (uint32_t)made_at(MANY, 0));
        put_u32(bytes + made_at(i, MADE_SAMPLES), 9000);
    }
    pdk_document *log = open_bytes_or_fail(bytes, size);
    size_t count;
    double *samples = column_f64(log, "channels", "samples", &count);
    for (size_t i = 0; i < count; i++) with += samples[i] > 0;
    assert_int_equal(count, MANY);
    assert_int_equal(with, 1);
    assert_int_equal(count_findings(log, PDK_CHECK_FULL, "ld.channel.shared"), MANY - 1);
    free(samples);
    pdk_close(log);
    free(bytes);
}

/* A hundred thousand channels of one name, at many rates. */
static void very_many_channels(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    made_channel *channels = calloc(MANY, sizeof *channels);
    size_t size;
    assert_non_null(channels);
    for (size_t i = 0; i < MANY; i++)
        channels[i] =
            (made_channel){ "Same", "km/h", (unsigned)i & 0xFFFF, 3, 2, 1 + (unsigned)i % 100, 0, 1, 1, 0, NULL, 1 };
    uint8_t *bytes = make_ld(channels, MANY, &size);
    pdk_document *log = open_bytes_or_fail(bytes, size);
    assert_int_equal(table_rows(log, "channels"), MANY);
    const pdk_table *fast = pdk_document_find_table(log, "channels_100hz");
    assert_non_null(fast);
    assert_int_equal(pdk_table_columns(fast), 1 + MANY / 100);
    pdk_close(log);
    free(bytes);
    free(channels);
}

static void refused(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *log;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "ld";
    size_t size;
    uint8_t *bytes = hand_log(&size);
    assert_fails(pdk_open_memory(bytes, 100, &options, &log, &error), error, PDK_E_TRUNCATED, "ld.header.truncated",
                 100);
    static const uint8_t other[8] = "RIFF";
    assert_fails(pdk_open_memory(other, sizeof other, &options, &log, &error), error, PDK_E_CORRUPT, "ld.marker", 0);
    free(bytes);
}

static void swept(void **state)
{
    (void)state;
    static const double stored[] = { 100, 200, 300 };
    static const made_channel channels[] = {
        { "GPS Latitude", "deg", 1, 5, 4, 5, 0, 1, 1, 0, stored, 3 },
        { "GPS Longitude", "deg", 2, 5, 4, 5, 0, 1, 1, 0, stored, 3 },
        { "Beacon", "", 110, 0, 2, 1, 0, 1, 1, 0, stored, 3 },
    };
    size_t size;
    uint8_t *bytes = make_ld(channels, 3, &size);
    put_u32(bytes + 36, 200); /* an event inside the header, that leads to a venue in itself */
    sweep_truncation(bytes, size, 40, "ld");
    sweep_mutation(bytes, size, 0, 96, 3, "ld");
    sweep_mutation(bytes, size, MADE_CHANNELS_AT, size - MADE_CHANNELS_AT, 1, "ld");
    assert_true(sweep_allocation(bytes, size) > 10);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_log),
        cmocka_unit_test(own_log_comes_back),
        cmocka_unit_test(compares_with_its_source),
        cmocka_unit_test(degrees_become_metres),
        cmocka_unit_test(laps_by_numbers),
        cmocka_unit_test(without_positions),
        cmocka_unit_test(laps_by_beacons),
        cmocka_unit_test(laps_by_resets),
        cmocka_unit_test(kinds_of_samples),
        cmocka_unit_test(lists_that_lie),
        cmocka_unit_test(shared_samples),
        cmocka_unit_test(very_many_channels),
        cmocka_unit_test(refused),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
