/* Replays of rFactor 2 (R2), byte by byte: one with each event, one with hundreds of events in a slice. */
#include <string.h>

#include "vcr_hand.h"

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
    little(&to, 10, 4);
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
    little(&to, 9, 2);
    size_t at = event(&to, r2(2, 11, 6, 3), 11);
    set_f32(&to, at, 33.5f);
    set_f32(&to, at + 4, 10.015f);
    set(&to, at + 8, 7, 1);
    set(&to, at + 9, 0x80, 1);
    at = event(&to, r2(255, 24, 48, 3), 24);
    set(&to, at, 3, 1);
    set(&to, at + 21, 0x020509, 3);
    at = event(&to, r2(2, 4, 11, 1), 4); /* a contact, as an effect */
    set(&to, at + 3, 106, 1);
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
    event(&to, r2(2, 24, 3, 0), 24); /* it is unknown */

    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound_structure(document);
    assert_property_text(document, "scn", "a.scn");
    assert_property_text(document, "mod_id", "cafe");
    assert_property_text(document, "track", "Tracks/A");
    assert_int_equal(property_number(document, "session"), 10);
    assert_int_equal(property_number(document, "private_session"), 1);
    assert_text(text_at(document, "drivers", "name", 0), "Ann");
    assert_text(text_at(document, "drivers", "co_driver", 0), "Bob");
    assert_text(text_at(document, "drivers", "vehicle", 0), "FSR2018");
    assert_text(text_at(document, "drivers", "vehicle_version", 0), "1.07");
    assert_text(text_at(document, "drivers", "vehicle_file", 0), "CAR.VEH");
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
    assert_text(text_at(document, "checkpoints", "name", 0), "Ann");
    assert_int_equal(table_rows(document, "running_order"), 3);
    for (uint64_t i = 0; i < 3; i++) {
        assert_value(document, "running_order", "position", i, (double)i + 1, 0);
        assert_value(document, "running_order", "driver", i, i == 0 ? 9 : i == 1 ? 5 : 2, 0);
    }
    assert_value(document, "contacts", "other", 1, 105, 0);
    assert_text(text_at(document, "contacts", "other_name", 1), "cone");
    assert_text(text_at(document, "contacts", "other_name", 0), "post");
    assert_value(document, "penalties", "penalty", 0, 4, 0);
    assert_text(text_at(document, "penalties", "text", 0), "10 sec");
    assert_value(document, "pit", "code", 0, 36, 0);
    assert_text(text_at(document, "pit", "code_name", 0), "out of the box");
    assert_value(document, "pit", "fuel_added", 0, 41.5, 0);
    assert_false(has_value(document, "pit", "garage_time", 0)); /* this payload is no visit to the garage */
    const pdk_table *pit = pdk_document_find_table(document, "pit");
    assert_int_equal(pdk_table_column_at(pit, pdk_table_find_column(pit, "code"))->type, PDK_UINT8);
    assert_value(document, "tyres", "rear_right_compound", 0, 1, 0);
    assert_value(document, "tyres", "rear_left_compound", 0, 2, 0);
    assert_value(document, "tyres", "front_right_compound", 0, 3, 0); /* the note: RR, RL, FR, FL */
    assert_value(document, "tyres", "front_left_compound", 0, 4, 0);
    assert_text(text_at(document, "session", "text", 0), "Race");
    assert_false(has_value(document, "session", "driver", 0)); /* slot 255 is nobody */
    assert_false(has_value(document, "session", "name", 0));
    assert_true(has_value(document, "checkpoints", "driver", 0));
    assert_int_equal(table_rows(document, "events"), 10);
    assert_value(document, "events", "type", 9, 3, 0);
    assert_value(document, "events", "session", 9, 10, 0);
    assert_value(document, "events", "offset", 9, (double)to.fill - 29, 0);
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
        for (size_t place = 0; place < i % 7 + 1; place++, row++) { /* each alone */
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
    assert_sound_structure(document);
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(r2_file), cmocka_unit_test(r2_crowded_slices) };
    return cmocka_run_group_tests_name("vcr_by_hand_r2", tests, NULL, NULL);
}
