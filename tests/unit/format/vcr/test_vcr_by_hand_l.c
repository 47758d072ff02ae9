/* A replay of Le Mans Ultimate (L), byte by byte. */
#include <string.h>

#include "vcr_hand.h"

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
    assert_value(document, "contacts", "contact_id", 0, 77, 0);
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
