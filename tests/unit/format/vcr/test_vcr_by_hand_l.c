/* A replay of Le Mans Ultimate (L), byte by byte. */
#include <string.h>

#include "vcr_hand.h"

static void assert_bytes(const pdk_document *document, const char *table_name, const char *column_name,
                         const uint8_t *wanted, size_t size)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    pdk_bytes bytes = { NULL, 0 };
    pdk_column_read read = { .column = pdk_table_find_column(table, column_name), .type = PDK_BYTES, .values = &bytes };
    pdk_error error;
    assert_ok(pdk_table_read(table, 0, 1, &read, 1, &error), error);
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, wanted, size);
}

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
    little(&to, 18, 2);
    size_t at = event(&to, l(7, 65, 15, 0), 65); /* seventh gear */
    set(&to, at + 4, 256u | 31u << 10 | 1000u << 21, 4);
    set(&to, at + 8, velocity(320, -20, -32), 5);
    set(&to, at + 36, 63 | 0x40, 1);
    set(&to, at + 38, 0x85, 1);
    place(&to, at + 41);
    at = event(&to, l(255, 80, 10, 0), 80); /* the same type as second gear */
    set_f32(&to, at, 3600);
    set(&to, at + 38, 145, 1);
    for (size_t i = 0; i < 9; i++) set(&to, at + 42 + 4 * i, 51 * 0x010101, 4);
    set_f32(&to, at + 6, 0.75f);
    set_f32(&to, at + 10, 0.25f);
    at = event(&to, l(255, 3, 10, 1), 3);
    set(&to, at, 2, 1);
    at = event(&to, l(7, 21, 6, 3), 21);
    set_f32(&to, at, 95.5f);
    set_f32(&to, at + 4, 4.99f);
    set(&to, at + 8, 70u << 2 | 2, 2); /* lap 70: past what 6 bits hold */
    at = event(&to, l(7, 33, 17, 3), 33);
    set_f32(&to, at + 8, 123.5f);
    for (size_t i = 0; i < 16; i++) set(&to, at + 12 + i, 0xA0 + i, 1); /* of which kind the other object is */
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
    at = event(&to, l(8, 24, 15, 0), 24); /* brakes, of another car than the player's */
    set(&to, at + 22, 200, 1);
    set(&to, at + 23, 100, 1);
    at = event(&to, l(7, 37, 15, 0), 37); /* cold ones, in the longer form */
    set(&to, at + 23, 3, 1);
    at = event(&to, l(7, 3, 51, 0), 3);
    set(&to, at, 255, 1);
    set(&to, at + 2, 64, 1);
    event(&to, l(7, 3, 51, 0), 3); /* empty */
    at = event(&to, l(7, 40, 24, 1), 40);
    set(&to, at + 6, 1399, 2);
    set(&to, at + 36, 1454, 2);
    at = event(&to, l(7, 22, 11, 1), 22);
    set(&to, at + 2, 0x55, 1);
    set(&to, at + 18, 55, 4);
    at = event(&to, l(8, 4, 33, 3), 4);
    set(&to, at + 1, 130, 1);
    at = event(&to, l(8, 4, 32, 3), 4);
    set(&to, at, 0x02020203, 4);
    at = event(&to, l(7, 1, 2, 0), 1);
    set(&to, at, 36, 1);
    set(&to, pointer, to.fill, 4);
    text(&to, "{\"sceneDesc\":\"X\",\"session\":\"RACE\",\"splitNo\":3,\"eventTitle\":\"Z\\u00FCrich\",\"odd\":[{}]}",
         4);
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
    little(&to, 18, 4);
    f32(&to, 5);
    f32(&to, 5);
    zeros(&to, 8);

    pdk_document *document = open_bytes_or_fail(to.bytes, to.fill);
    assert_sound_structure(document);
    assert_string_equal(pdk_document_dialect(document), "L (Le Mans Ultimate, format 8)");
    assert_property_text(document, "content_hash", "beef");
    assert_int_equal(property_number(document, "damage_multiplier"), 100);
    assert_int_equal(property_number(document, "fuel_multiplier"), 2);
    assert_int_equal(property_number(document, "tyre_multiplier"), 3);
    assert_int_equal(property_number(document, "race_time"), 1500);
    assert_int_equal(table_rows(document, "drivers"), 2);
    assert_text(text_at(document, "drivers", "name", 0), "J\xC3\xB6rg");
    assert_text(text_at(document, "drivers", "car_number", 0), "32");
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
    assert_value(document, "contacts", "object_number", 0, 77, 0);
    static const uint8_t kind[16] = { 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7,
                                      0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF };
    assert_bytes(document, "contacts", "object_kind", kind, sizeof kind);
    assert_value(document, "weather", "ramp_1", 0, 0.75, 0);
    assert_value(document, "weather", "ramp_2", 0, 0.25, 0);
    assert_value(document, "brakes", "driver", 0, 8, 0);
    assert_value(document, "brakes", "brake_temperature", 0, 316, 0); /* (100 - 51) * 5.86 + 29 = 316.14 */
    assert_value(document, "brakes", "brake_temperature", 1, 20, 0);
    assert_value(document, "energy", "virtual_energy", 0, 1, 0);
    assert_value(document, "energy", "virtual_energy", 1, 0, 0); /* it had some before */
    assert_value(document, "energy", "pit_request", 0, 64, 0);
    assert_value(document, "wheels", "front_left_tyre_radius", 0, 0.34975, 1e-12);
    assert_value(document, "wheels", "rear_right_tyre_radius", 0, 0.3635, 1e-12);
    assert_text(text_at(document, "sounds", "sound_name", 0), "gear down");
    assert_value(document, "progress", "progress", 0, 0.5, 0);
    assert_value(document, "progress", "driver", 0, 8, 0);
    assert_value(document, "compound_codes", "code_1", 0, 3, 0);
    assert_text(text_at(document, "pit", "code_name", 1), "on the jacks");
    assert_property_text(document, "scene_description", "X");
    assert_property_text(document, "session_word", "RACE");
    assert_property_text(document, "event_title", "Z\xC3\xBCrich");
    assert_int_equal(property_number(document, "split_number"), 3);
    assert_null(pdk_document_find_property(document, "event_id"));
    assert_text(text_at(document, "contacts", "other_name", 0), "J\xC3\xB6rg");
    assert_text(text_at(document, "penalties", "penalty_name", 0), "time");
    assert_value(document, "penalties", "penalty_time", 0, 10, 0);
    assert_text(text_at(document, "penalties", "text", 0), "too fast");
    assert_value(document, "track_limits", "warning_points", 0, 10, 0);
    assert_value(document, "track_limits", "points", 0, 1.5, 0);
    assert_value(document, "track_limits", "lap", 0, 12, 0);
    assert_text(text_at(document, "track_limits", "resolution_name", 0), "warning");
    assert_value(document, "pit", "fuel_added", 0, 12.5, 0);
    assert_value(document, "tyres", "front_left_compound", 0, 1, 0);
    assert_value(document, "tyres", "rear_right_compound", 0, 4, 0);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(l_file) };
    return cmocka_run_group_tests_name("vcr_by_hand_l", tests, NULL, NULL);
}
