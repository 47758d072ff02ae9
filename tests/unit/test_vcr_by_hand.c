/* gMotor replays put together byte by byte from the published descriptions, without our layout tables: a generator that
 * shares a mistake with the reader would not notice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct hand {
    uint8_t bytes[65536];
    size_t fill;
} hand;

static void raw(hand *to, const void *bytes, size_t size)
{
    assert_true(sizeof to->bytes - to->fill >= size);
    memcpy(to->bytes + to->fill, bytes, size);
    to->fill += size;
}

static void zeros(hand *to, size_t count)
{
    while (count-- > 0) raw(to, "", 1);
}

static void little(hand *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        raw(to, &byte, 1);
    }
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static void f32(hand *to, float value) { little(to, bits_of(value), 4); }

static void text(hand *to, const char *text, size_t prefix)
{
    little(to, strlen(text), prefix);
    raw(to, text, strlen(text));
}

/* Inside a payload that is being put together at `at`. */
static void set(hand *to, size_t at, uint64_t value, size_t size)
{
    size_t fill = to->fill;
    to->fill = at;
    little(to, value, size);
    to->fill = fill;
}

static void set_f32(hand *to, size_t at, float value) { set(to, at, bits_of(value), 4); }

static size_t event(hand *to, uint32_t header, size_t size)
{
    little(to, header, 4);
    zeros(to, 1);
    size_t at = to->fill;
    zeros(to, size);
    return at;
}

static void banner(hand *to, uint32_t version)
{
    raw(to, "//[[gMb1.002f (c)2016    ]] [[            ]]\nIRSR", 49);
    little(to, version, 4);
}

static void assert_value(const pdk_document *document, const char *table, const char *column, uint64_t row,
                         double wanted, double tolerance)
{
    size_t count;
    double *values = column_f64(document, table, column, &count);
    assert_true(row < count);
    if (!(fabs(values[row] - wanted) <= tolerance)) {
        fail_msg("%s.%s[%u] is %.9g, not %.9g", table, column, (unsigned)row, values[row], wanted);
    }
    free(values);
}

static void assert_text(const pdk_document *document, const char *table_name, const char *column, const char *wanted)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    assert_non_null(table);
    pdk_text value = { "", 0 };
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, column), 0, 1, &value, &error), error);
    if (value.size != strlen(wanted) || memcmp(value.data, wanted, value.size) != 0) {
        fail_msg("%s.%s is \"%.*s\", not \"%s\"", table_name, column, (int)value.size, value.data, wanted);
    }
}

static void assert_sound(const pdk_document *document)
{
    uint64_t total = 1;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &total, &error), error);
    assert_int_equal(total, 0);
}

/* 40 bits: x in the lowest 14, y in the next 12, z in the highest 14. */
static uint64_t velocity(int x, int y, int z)
{
    return ((uint64_t)x & 0x3FFF) | ((uint64_t)y & 0xFFF) << 14 | ((uint64_t)z & 0x3FFF) << 26;
}

static void assert_place(const pdk_document *document)
{
    static const char *const names[] = { "x", "y", "z", "pitch", "yaw", "roll" };
    static const double values[] = { 101.5, 12.25, -203.75, 0.125, -1.5, 0.0625 };
    for (size_t i = 0; i < 6; i++) assert_value(document, "poses", names[i], 0, values[i], 0);
}

static void place(hand *to, size_t at)
{
    static const float values[] = { 101.5f, 12.25f, -203.75f, 0.125f, -1.5f, 0.0625f };
    for (size_t i = 0; i < 6; i++) set_f32(to, at + 4 * i, values[i]);
}

/* --------------------------------------------------------------------------------------------------- R2 */

static uint32_t r2(unsigned owner, unsigned size, unsigned type, unsigned event_class)
{
    return owner | size << 8 | type << 17 | 10u << 23 | event_class << 29;
}

/* All before the counters. */
static void r2_head(hand *to)
{
    banner(to, 0x3F8A3D71); /* 1.08 */
    text(to, "rules.rfm", 4);
    little(to, 0, 4);
    text(to, "mod info", 4);
    text(to, "a.scn", 4);
    text(to, "a.aiw", 4);
    text(to, "Mod", 2);
    text(to, "1.2", 2);
    text(to, "cafe", 2);
    text(to, "Tracks/A", 2);
    zeros(to, 1);
    little(to, 0x8A, 1); /* race, private */
    zeros(to, 67);
    little(to, 1, 4);
    little(to, 2, 1); /* slot */
    text(to, "Ann", 1);
    text(to, "Bob", 1);
    text(to, "FSR2018", 2);
    text(to, "1.07", 2);
    text(to, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", 2);
    raw(to, "CAR.VEH", 7);
    zeros(to, 25 + 48);
    f32(to, 1);
    f32(to, 99);
}

static void r2_file(void **state)
{
    (void)state;
    hand to = { .fill = 0 };
    r2_head(&to);
    little(&to, 2, 4); /* slices, events, start, end */
    little(&to, 9, 4);
    f32(&to, 10);
    f32(&to, 10.02f);

    f32(&to, 10);
    little(&to, 1, 2);
    size_t pose = event(&to, 0x05103F02 + (3u << 17), 63); /* the note's header, in third gear */
    /* steer 768, horn, throttle 63, in pit, 9000 turns */
    set(&to, pose, 768u | 1u << 10 | 63u << 11 | 1u << 17 | 9000u << 18, 4);
    set(&to, pose + 4, 1u << 5 | 1u << 6 | 2u << 18 | 1u << 20 | 1u << 23 | 200u << 24, 4);
    set(&to, pose + 8, velocity(-64, 40, 96), 5);
    set(&to, pose + 36, 0x40 | 21, 1);
    place(&to, pose + 39);

    f32(&to, 10.02f);
    little(&to, 8, 2);
    size_t at = event(&to, r2(2, 11, 6, 3), 11);
    set_f32(&to, at, 33.5f);
    set_f32(&to, at + 4, 10.015f);
    set(&to, at + 8, 7, 1);
    set(&to, at + 9, 0x80, 1);
    at = event(&to, r2(255, 24, 48, 3), 24);
    set(&to, at, 3, 1);
    set(&to, at + 21, 0x020509, 3);
    at = event(&to, r2(2, 4, 17, 2), 4);
    set(&to, at + 3, 105, 1);
    at = event(&to, r2(2, 9, 5, 2), 9);
    set(&to, at, 4, 1);
    memcpy(to.bytes + at + 3, "10 sec", 6);
    at = event(&to, r2(2, 6, 2, 5), 6);
    set(&to, at, 36, 1);
    set_f32(&to, at + 2, 41.5f);
    at = event(&to, r2(2, 4, 16, 2), 4);
    set(&to, at, 0x04030201, 4);
    at = event(&to, r2(255, 4, 19, 2), 4);
    memcpy(to.bytes + at, "Race", 4);
    event(&to, r2(2, 24, 3, 0), 24); /* nobody knows it */

    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound(document);
    assert_property_text(document, "scn", "a.scn");
    assert_property_text(document, "mod_id", "cafe");
    assert_property_text(document, "track", "Tracks/A");
    assert_int_equal(property_number(document, "session"), 10);
    assert_int_equal(property_number(document, "private_session"), 1);
    assert_text(document, "drivers", "name", "Ann");
    assert_text(document, "drivers", "co_driver", "Bob");
    assert_text(document, "drivers", "vehicle", "FSR2018");
    assert_text(document, "drivers", "vehicle_version", "1.07");
    assert_text(document, "drivers", "vehicle_file", "CAR.VEH");
    assert_value(document, "drivers", "exit_time", 0, 99, 0);
    assert_place(document);
    static const struct {
        const char *column;
        double value, tolerance;
    } pose_values[] = {
        { "time", 10, 0 },
        { "slice", 0, 0 },
        { "driver", 2, 0 },
        { "gear", 3, 0 },
        { "steer", 0.5, 0 },
        { "horn", 1, 0 },
        { "throttle", 1, 0 },
        { "in_pit", 1, 0 },
        { "engine_speed_raw", 9000, 0 },
        { "engine_speed", 942.4778, 1e-3 },
        { "detached_parts", 32, 0 },
        { "debris", 1, 0 },
        { "current_driver", 2, 0 },
        { "headlights", 1, 0 },
        { "driver_visible", 0, 0 },
        { "following", 1, 0 },
        { "acceleration_raw", 200, 0 },
        { "velocity_x", -2, 0 },
        { "velocity_y", 2, 0 },
        { "velocity_z", 3, 0 },
        { "speed", 4.123105625617661, 1e-12 },
        { "brake", 21.0 / 63, 1e-15 },
        { "traction_control_level", 1, 0 },
    };
    for (size_t i = 0; i < sizeof pose_values / sizeof pose_values[0]; i++) {
        assert_value(document, "poses", pose_values[i].column, 0, pose_values[i].value, pose_values[i].tolerance);
    }
    assert_value(document, "checkpoints", "lap_time", 0, 33.5, 0);
    assert_value(document, "checkpoints", "crossing_time", 0, 10.015, 1e-6);
    assert_value(document, "checkpoints", "lap", 0, 7, 0);
    assert_value(document, "checkpoints", "sector", 0, 2, 0);
    assert_text(document, "checkpoints", "name", "Ann");
    assert_int_equal(table_rows(document, "running_order"), 3);
    for (uint64_t i = 0; i < 3; i++) {
        assert_value(document, "running_order", "position", i, (double)i + 1, 0);
        assert_value(document, "running_order", "driver", i, i == 0 ? 9 : i == 1 ? 5 : 2, 0);
    }
    assert_value(document, "contacts", "other", 0, 105, 0);
    assert_text(document, "contacts", "other_name", "cone");
    assert_value(document, "penalties", "penalty", 0, 4, 0);
    assert_text(document, "penalties", "text", "10 sec");
    assert_value(document, "pit", "code", 0, 36, 0);
    assert_text(document, "pit", "code_name", "out of the box");
    assert_value(document, "pit", "fuel_added", 0, 41.5, 0);
    assert_value(document, "tyres", "rear_right_compound", 0, 1, 0);
    assert_value(document, "tyres", "front_right_compound", 0, 4, 0);
    assert_text(document, "session", "text", "Race");
    assert_int_equal(table_rows(document, "events"), 9);
    assert_value(document, "events", "type", 8, 3, 0);
    assert_value(document, "events", "session", 8, 10, 0);
    assert_value(document, "events", "offset", 8, (double)to.fill - 29, 0);
    pdk_close(document);
}

/* Slices of more events than there are between two marks of the index, with many rows to an event. */
enum { CROWD = 400, CROWDED = 3 };

static size_t add_crowd(hand *to, size_t first)
{
    f32(to, (float)first);
    little(to, CROWD, 2);
    size_t third = 0;
    for (size_t i = first; i < first + CROWD; i++) {
        if (i == first + 300) third = to->fill;
        if (i % 2 == 0) {
            size_t cars = i % 7 + 1, at = event(to, r2(255, (unsigned)(21 + cars), 48, 3), 21 + cars);
            set(to, at, cars, 1);
            for (size_t place = 0; place < cars; place++) set(to, at + 21 + place, (i + place * 11) % 200, 1);
        } else {
            set(to, event(to, r2(2, 1, 2, 5), 1), i % 38, 1);
        }
    }
    return third;
}

static void assert_crowd(const pdk_document *document, size_t events)
{
    const pdk_table *order = pdk_document_find_table(document, "running_order");
    size_t driver = pdk_table_find_column(order, "driver"), position = pdk_table_find_column(order, "position");
    size_t row = 0;
    for (size_t i = 0; i < events; i += 2) {
        for (size_t place = 0; place < i % 7 + 1; place++, row++) { /* each by itself */
            double values[2];
            pdk_error error = { 0 };
            assert_ok(pdk_table_read_f64(order, driver, row, 1, &values[0], &error), error);
            assert_ok(pdk_table_read_f64(order, position, row, 1, &values[1], &error), error);
            assert_true(values[0] == (double)((i + place * 11) % 200) && values[1] == (double)place + 1);
        }
    }
    assert_int_equal(pdk_table_rows(order), row);
    assert_int_equal(table_rows(document, "events"), events);
    assert_int_equal(table_rows(document, "pit"), events / 2);
    for (size_t i = 1; i < events; i += 2) assert_value(document, "pit", "code", i / 2, (double)(i % 38), 0);
}

static void r2_crowded_slices(void **state)
{
    (void)state;
    hand to = { .fill = 0 };
    r2_head(&to);
    little(&to, CROWDED, 4);
    little(&to, CROWDED * CROWD, 4);
    f32(&to, 0);
    f32(&to, 2 * CROWD);
    size_t inside = 0;
    for (size_t i = 0; i < CROWDED; i++) inside = add_crowd(&to, i * CROWD);
    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound(document);
    assert_crowd(document, CROWDED * CROWD);
    pdk_close(document);

    pdk_open_options options = PDK_OPEN_OPTIONS_INIT; /* cut deep inside the last slice: it goes as a whole */
    options.partial = true;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(to.bytes, inside + 3, &options, &document, &error), error);
    assert_crowd(document, (CROWDED - 1) * CROWD);
    assert_int_equal(table_rows(document, "slices"), CROWDED - 1);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------------- L */

static uint32_t l(unsigned owner, unsigned size, unsigned type, unsigned flag)
{
    return owner | size << 8 | type << 17 | 10u << 26 | flag << 30;
}

static void l_file(void **state)
{
    (void)state;
    hand to = { .fill = 0 };
    banner(&to, 0x80000008);
    size_t pointer = to.fill;
    zeros(&to, 8);
    f32(&to, 5);
    little(&to, 9, 2);
    size_t at = event(&to, l(7, 65, 15, 0), 65); /* seventh gear */
    set(&to, at + 4, 256u | 31u << 10 | 1000u << 21, 4);
    set(&to, at + 8, velocity(320, -20, -32), 5);
    set(&to, at + 36, 63 | 0x40, 1);
    set(&to, at + 38, 0x85, 1);
    place(&to, at + 41);
    at = event(&to, l(255, 80, 10, 0), 80); /* the same type as second gear */
    set_f32(&to, at, 3600);
    set(&to, at + 38, 145, 1);
    set(&to, at + 42, 51, 1);
    at = event(&to, l(255, 3, 10, 1), 3);
    set(&to, at, 2, 1);
    at = event(&to, l(7, 21, 6, 3), 21);
    set_f32(&to, at, 95.5f);
    set_f32(&to, at + 4, 4.99f);
    set(&to, at + 8, 70u << 2 | 2, 2); /* lap 70: past what 6 bits hold */
    at = event(&to, l(7, 33, 17, 3), 33);
    set_f32(&to, at + 8, 123.5f);
    set(&to, at + 28, 77, 4);
    set(&to, at + 32, 7, 1);
    at = event(&to, l(7, 10, 5, 3), 10);
    set(&to, at, 3, 1);
    set(&to, at + 1, 5, 1);
    memcpy(to.bytes + at + 2, "too fast", 8);
    at = event(&to, l(7, 4, 28, 3), 4);
    set(&to, at, 40, 1);
    set(&to, at + 1, 6, 1);
    set(&to, at + 2, 12u << 3 | 4, 2);
    at = event(&to, l(7, 6, 2, 0), 6);
    set(&to, at, 37, 1);
    set_f32(&to, at + 2, 12.5f);
    at = event(&to, l(7, 4, 16, 0), 4);
    set(&to, at, 0x04030201, 4);
    set(&to, pointer, to.fill, 4);
    text(&to, "{\"sceneDesc\":\"X\",\"session\":\"RACE\"}", 4);
    text(&to, "x.scn", 4);
    text(&to, "x.aiw", 4);
    text(&to, "X", 4);
    text(&to, "1.0", 4);
    text(&to, "beef", 4);
    text(&to, "C:/g", 4);
    zeros(&to, 1);
    little(&to, 10, 1);
    size_t block = to.fill;
    zeros(&to, 67);
    set(&to, block + 8, 100, 4);
    set(&to, block + 16, 2, 4);
    set(&to, block + 20, 3, 4);
    set(&to, block + 32, 25, 4);
    little(&to, 2, 4);
    for (unsigned i = 0; i < 2; i++) {
        if (i > 0) zeros(&to, 3);
        little(&to, 7 + i, 1);
        text(&to, i == 0 ? "J\xC3\xB6rg" : "Eve", 1);
        text(&to, "32_26_WRT", 1);
        text(&to, "", 1);
        text(&to, "Team", 1);
        text(&to, "32", 1);
        zeros(&to, 16);
        f32(&to, 0);
        f32(&to, 5);
    }
    zeros(&to, 4);
    little(&to, 1, 4);
    little(&to, 9, 4);
    f32(&to, 5);
    f32(&to, 5);
    zeros(&to, 8);

    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound(document);
    assert_string_equal(pdk_document_dialect(document), "L (Le Mans Ultimate, format 8)");
    assert_property_text(document, "content_hash", "beef");
    assert_int_equal(property_number(document, "damage_multiplier"), 100);
    assert_int_equal(property_number(document, "fuel_multiplier"), 2);
    assert_int_equal(property_number(document, "tyre_multiplier"), 3);
    assert_int_equal(property_number(document, "race_time"), 1500);
    assert_int_equal(table_rows(document, "drivers"), 2);
    assert_text(document, "drivers", "name", "J\xC3\xB6rg");
    assert_text(document, "drivers", "car_number", "32");
    assert_int_equal(table_rows(document, "poses"), 1);
    assert_place(document);
    static const struct {
        const char *column;
        double value, tolerance;
    } pose_values[] = {
        { "driver", 7, 0 },
        { "gear", 7, 0 },
        { "steer", -0.5, 0 },
        { "throttle", 0.5, 0 },
        { "engine_speed_raw", 1000, 0 },
        { "engine_speed", 10922.8 * 3.14159265358979 / 30, 1e-6 },
        { "velocity_x", 10, 0 },
        { "velocity_y", -1, 0 },
        { "velocity_z", -1, 0 },
        { "brake", 1, 0 },
        { "abs_active", 1, 0 },
        { "traction_control_active", 0, 0 },
        { "off_track", 1, 0 },
        { "pit_limiter", 1, 0 },
        { "pit_lane", 1, 0 },
    };
    for (size_t i = 0; i < sizeof pose_values / sizeof pose_values[0]; i++) {
        assert_value(document, "poses", pose_values[i].column, 0, pose_values[i].value, pose_values[i].tolerance);
    }
    assert_value(document, "weather", "clock", 0, 3600, 0);
    assert_value(document, "weather", "ambient_temperature", 0, 24.025, 1e-9);
    assert_value(document, "weather", "rain", 0, 0.2, 1e-9);
    assert_value(document, "lights", "lights", 0, 2, 0);
    assert_value(document, "checkpoints", "lap", 0, 70, 0);
    assert_value(document, "checkpoints", "sector", 0, 2, 0);
    assert_value(document, "checkpoints", "lap_time", 0, 95.5, 0);
    assert_value(document, "contacts", "impact", 0, 123.5, 0);
    assert_value(document, "contacts", "contact_id", 0, 77, 0);
    assert_text(document, "contacts", "other_name", "J\xC3\xB6rg");
    assert_text(document, "penalties", "penalty_name", "time");
    assert_value(document, "penalties", "penalty_time", 0, 10, 0);
    assert_text(document, "penalties", "text", "too fast");
    assert_value(document, "track_limits", "warning_points", 0, 10, 0);
    assert_value(document, "track_limits", "points", 0, 1.5, 0);
    assert_value(document, "track_limits", "lap", 0, 12, 0);
    assert_text(document, "track_limits", "resolution_name", "warning");
    assert_value(document, "pit", "fuel_added", 0, 12.5, 0);
    assert_value(document, "tyres", "front_left_compound", 0, 1, 0);
    assert_value(document, "tyres", "rear_right_compound", 0, 4, 0);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- R1 */

static uint32_t r1(unsigned owner, unsigned size, unsigned type, unsigned event_class)
{
    return owner | size << 8 | type << 18 | 7u << 24 | event_class << 29;
}

static void r1_file(void **state)
{
    (void)state;
    hand to = { .fill = 0 };
    banner(&to, bits_of(1.01f));
    text(&to, "r.rfm", 4);
    text(&to, "", 4);
    text(&to, "r.scn", 4);
    text(&to, "r.aiw", 4);
    zeros(&to, 1);
    little(&to, 7, 1);
    little(&to, 120, 2);
    little(&to, 1, 4);
    little(&to, 130, 1);
    text(&to, "Old Driver", 1);
    text(&to, "", 1);
    raw(&to, "old.veh", 7);
    zeros(&to, 25);
    raw(&to, "old.dds", 7);
    zeros(&to, 25 + 8);
    f32(&to, 0);
    f32(&to, 3);
    zeros(&to, 12);
    little(&to, 1, 4);
    little(&to, 3, 4);
    zeros(&to, 4);
    f32(&to, 2);
    f32(&to, 3);
    f32(&to, 1);
    f32(&to, 2.5f);
    little(&to, 3, 2);
    size_t at = event(&to, r1(130, 50, 7, 0), 50); /* reverse */
    set(&to, at, 100u | 1u << 7 | 2u << 8 | 1u << 11 | 31u << 12 | 5000u << 18, 4);
    set(&to, at + 4, 1, 4);
    set(&to, at + 8, 0x0004000300020001, 8);
    set(&to, at + 16, 0xFFFE, 2);
    set(&to, at + 20, 9, 2);
    place(&to, at + 26);
    at = event(&to, r1(130, 10, 6, 3), 10);
    set_f32(&to, at, 88);
    set_f32(&to, at + 4, 2.4f);
    set(&to, at + 8, 3, 1);
    set(&to, at + 9, 64, 1);
    at = event(&to, r1(255, 700, 5, 3), 700); /* larger than nine bits can say */
    memset(to.bytes + at + 12, 130, 688);

    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound(document);
    assert_int_equal(property_number(document, "race_time"), 120);
    assert_int_equal(property_number(document, "session"), 7);
    assert_text(document, "drivers", "name", "Old Driver");
    assert_text(document, "drivers", "skin_file", "old.dds");
    assert_place(document);
    static const struct {
        const char *column;
        double value;
    } pose_values[] = {
        { "time", 2.5 },
        { "driver", 130 },
        { "gear", -1 },
        { "steer_raw", 100 },
        { "pit_limiter", 1 },
        { "traction_control_level", 2 },
        { "brake_light", 1 },
        { "throttle", 1 },
        { "in_pit", 0 },
        { "engine_speed_raw", 5000 },
        { "detached_parts", 1 },
        { "front_left_spin_raw", 1 },
        { "front_right_spin_raw", 2 },
        { "rear_left_spin_raw", 3 },
        { "rear_right_spin_raw", 4 },
        { "velocity_x_raw", -2 },
        { "velocity_z_raw", 9 },
    };
    for (size_t i = 0; i < sizeof pose_values / sizeof pose_values[0]; i++) {
        assert_value(document, "poses", pose_values[i].column, 0, pose_values[i].value, 0);
    }
    assert_value(document, "checkpoints", "lap_time", 0, 88, 0);
    assert_value(document, "checkpoints", "lap", 0, 3, 0);
    assert_value(document, "checkpoints", "sector", 0, 1, 0);
    assert_int_equal(table_rows(document, "running_order"), 688);
    assert_value(document, "running_order", "position", 687, 688, 0);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r2_file),
        cmocka_unit_test(r2_crowded_slices),
        cmocka_unit_test(l_file),
        cmocka_unit_test(r1_file),
    };
    return cmocka_run_group_tests_name("vcr by hand", tests, NULL, NULL);
}
