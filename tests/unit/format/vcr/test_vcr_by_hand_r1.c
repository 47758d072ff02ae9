/* A replay of rFactor (R1), byte by byte. */
#include <string.h>

#include "vcr_hand.h"

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
    assert_sound_structure(document);
    assert_int_equal(property_number(document, "race_time"), 120);
    assert_int_equal(property_number(document, "session"), 7);
    assert_text(text_at(document, "drivers", "name", 0), "Old Driver");
    assert_text(text_at(document, "drivers", "skin_file", 0), "old.dds");
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(r1_file) };
    return cmocka_run_group_tests_name("vcr_by_hand_r1", tests, NULL, NULL);
}
