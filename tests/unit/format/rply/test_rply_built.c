/* RPLY: files built command by command: headers, inference, oddities, the full check. */
#include <math.h>

#include "rply_build.h"

/* --------------------------------------------------------------------------------------------- headers */

static void bad_headers(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    file.bytes[0] = 'X';
    assert_refused(&file, true, PDK_E_CORRUPT, "rply.magic", 0);
    begin(&file, 2, 1);
    file.size = 79;
    assert_refused(&file, true, PDK_E_TRUNCATED, "rply.header.truncated", 79);
    file.size = 147; /* the tag DATA is cut */
    assert_refused(&file, true, PDK_E_TRUNCATED, "rply.header.truncated", 147);
    begin(&file, 0, 1);
    assert_refused(&file, true, PDK_E_UNSUPPORTED, "rply.version", 6);
    begin(&file, 2, 1);
    memcpy(file.bytes + 144, "DUST", 4);
    assert_refused(&file, true, PDK_E_CORRUPT, "rply.data", 144);
    begin(&file, 2, 1);
    pdk_store_u32(file.bytes + 76, UINT32_MAX); /* -1 cars */
    pdk_store_u32(file.bytes + 72, 32768);
    assert_refused(&file, false, PDK_E_CORRUPT, "rply.cars", 76);
}

static void lost_car_count(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 2);
    put_drive(&file, 0, 4, 0, 5);
    pdk_store_u32(file.bytes + 76, 1000000);
    pdk_store_u32(file.bytes + 72, 1000000);
    assert_refused(&file, false, PDK_E_CORRUPT, "rply.cars", 76);
    pdk_document *replay = open_built(&file, true);
    assert_int_equal(found(replay, "rply.cars"), 1);
    assert_true(property_number(replay, "frames") == 5);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(replay, "cars")), 2);
    pdk_close(replay);
}

static void names_without_end(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    memset(file.bytes + 80, 0xE9, 64); /* e acute, 64 times, in Windows-1252 */
    put_drive(&file, 0, 4, 0, 5);
    pdk_document *replay = open_built(&file, false);
    const pdk_table *cars = pdk_document_find_table(replay, "cars");
    pdk_text name;
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(cars, pdk_table_find_column(cars, "name"), 0, 1, &name, &error), error);
    assert_true(name.size == 128 && memcmp(name.data, "\xC3\xA9\xC3\xA9", 4) == 0);
    pdk_close(replay);
}

static void other_versions(void **state)
{
    (void)state;
    builder file;
    begin(&file, 3, 1);
    put_drive(&file, 0, 4, 0, 5);
    pdk_document *replay = open_built(&file, false);
    assert_finding(replay, "rply.version", 6);
    assert_true(property_number(replay, "states") == 5);
    pdk_close(replay);
    begin(&file, 2, 0); /* nothing in it at all */
    replay = open_built(&file, false);
    assert_finding(replay, "rply.empty", file.size);
    pdk_close(replay);
}

static void wrong_interval(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    put_drive(&file, 0, 4, 0, 5);
    pdk_document *replay = open_built(&file, false);
    assert_int_equal(found(replay, "rply.interval"), 0);
    pdk_close(replay);
    pdk_store_u32(file.bytes + 72, 40);
    replay = open_built(&file, false);
    assert_finding(replay, "rply.interval", 72);
    pdk_close(replay);
}

/* ------------------------------------------------------------------------------------------- inference */

static void every_wheel_count(void **state)
{
    (void)state;
    static const double fillings[] = { 0, 1,
                                       0.1 }; /* 0: parked, a state that is mostly zeros, which read as commands too */
    for (int major = 1; major <= 2; major++) {
        for (int wheels = 1; wheels <= 8; wheels++) {
            for (size_t i = 0; i < 3; i++) {
                builder file;
                begin(&file, major, 2);
                for (int k = 0; k < 10; k++) {
                    begin_frame(&file, 100 * k);
                    put_state(&file, 0, wheels, k, fillings[i]);
                    put_state(&file, 1, 9 - wheels, k, fillings[i]);
                    end_frame(&file);
                }
                pdk_document *replay = open_built(&file, false);
                assert_true(cell(replay, "cars", "wheels", 0) == wheels &&
                            cell(replay, "cars", "wheels", 1) == 9 - wheels);
                assert_true(property_number(replay, "states") == 20 && property_number(replay, "opaque_bytes") == 0);
                assert_true(cell(replay, "states", "x", 19) == 9);
                pdk_close(replay);
            }
        }
    }
}

static void skid_points_of_both_sizes(void **state)
{
    (void)state;
    for (int major = 1; major <= 2; major++) {
        for (int transparent = 0; transparent <= 1; transparent++) {
            builder file;
            begin(&file, major, 1);
            for (int k = 0; k < 6; k++) {
                begin_frame(&file, 100 * k);
                for (int point = 0; point < 3; point++) {
                    put16(&file, 6);
                    put16(&file, 7);
                    put_floats(&file, 3 + (size_t)transparent, k);
                }
                put_state(&file, 0, 4, k, 1);
                end_frame(&file);
            }
            pdk_document *replay = open_built(&file, false);
            assert_true(cell(replay, "skid_points", "x", 17) == 5 && property_number(replay, "opaque_bytes") == 0);
            bool has =
                pdk_table_find_column(pdk_document_find_table(replay, "skid_points"), "transparency") != PDK_NO_COLUMN;
            assert_true(has == (transparent == 1));
            pdk_close(replay);
        }
    }
}

/* Commands of unknown size in every frame: no frame ends exactly, and the wheels are still found. */
static void unknown_commands(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    size_t first = 0;
    for (int k = 0; k < 8; k++) {
        begin_frame(&file, 100 * k);
        put_state(&file, 0, 4, k, 1);
        if (k == 0) first = file.size;
        put16(&file, 11);
        put_text(&file, "whatever", 9);
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_true(property_number(replay, "states") == 8 && cell(replay, "cars", "wheels", 0) == 4);
    assert_true(property_number(replay, "opaque_bytes") == 8 * 11 && cell(replay, "frames", "opaque_bytes", 7) == 11);
    assert_finding(replay, "rply.command.unknown", first);
    assert_int_equal(found(replay, "rply.opaque"), 8);
    pdk_close(replay);
}

/* A car neither in the header nor announced, as a ring buffer that dropped its entry leaves it. */
static void unannounced_cars(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    for (int k = 0; k < 6; k++) {
        begin_frame(&file, 100 * k);
        put_state(&file, 0, 4, k, 1);
        put_state(&file, 5, 3, k, 1);
        put_state(&file, 9, 6, k, 1);
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(replay, "cars")), 3);
    assert_true(cell(replay, "cars", "car", 1) == 5 && cell(replay, "cars", "wheels", 1) == 3);
    assert_true(cell(replay, "cars", "car", 2) == 9 && cell(replay, "cars", "wheels", 2) == 6);
    assert_int_equal(found(replay, "rply.car"), 12);
    pdk_close(replay);
}

static void hopeless_wheels(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    for (int k = 0; k < 6; k++) {
        begin_frame(&file, 100 * k);
        put_state(&file, 0, 4, k, 1);
        pdk_store_f32(file.bytes + file.frame + 6 + 6 + 12, 5); /* an orientation that is none */
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_finding(replay, "rply.wheels", PDK_NO_OFFSET);
    assert_finding(replay, "rply.state.wheels", 80 + 64 + 4 + 6 + 4);
    assert_true(property_number(replay, "states") == 0 && property_number(replay, "frames") == 6);
    pdk_close(replay);
}

static void orientation_of_2001(void **state)
{
    (void)state;
    builder file;
    begin(&file, 1, 1);
    for (int k = 0; k < 40; k++) { /* to the left, so the nose has to turn there: w = y = sqrt(1/2) */
        begin_frame(&file, 100 * k);
        put_state(&file, 0, 4, 2.0 * k, 20);
        uint8_t *turn = file.bytes + file.frame + 12 + 12;
        memset(turn, 0, 16);
        pdk_store_f32(turn + 4, (float)sqrt(0.5));
        pdk_store_f32(turn + 12, (float)sqrt(0.5));
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_true(fabs(cell(replay, "states", "orientation_w", 3) - sqrt(0.5)) < 1e-6);
    assert_true(fabs(cell(replay, "states", "orientation_y", 3) - sqrt(0.5)) < 1e-6);
    assert_true(fabs(cell(replay, "states", "heading", 3) - 2 * atan(1)) < 1e-6);
    pdk_close(replay);
}

/* ---------------------------------------------------------------------------------------------- oddities */

static void odd_frames(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    put_drive(&file, 0, 4, 0, 5);
    begin_frame(&file, 500); /* empty */
    end_frame(&file);
    begin_frame(&file, 600); /* a state before any car is set */
    size_t no_car = file.size;
    put16(&file, 2);
    put_floats(&file, 25, 1);
    end_frame(&file);
    begin_frame(&file, 700);
    size_t negative = file.size;
    put16(&file, 0);
    put16(&file, -3);
    end_frame(&file);
    begin_frame(&file, 800);
    size_t cut = file.size;
    put16(&file, 4);
    put_floats(&file, 2, 1);
    end_frame(&file);
    put_drive(&file, 0, 4, 900, 1);
    pdk_document *replay = open_built(&file, false);
    assert_true(property_number(replay, "frames") == 10 && property_number(replay, "states") == 6);
    assert_finding(replay, "rply.state.car", no_car);
    assert_finding(replay, "rply.set_car.car", negative);
    assert_finding(replay, "rply.command.cut", cut);
    pdk_close(replay);
}

static void obsolete_position(void **state)
{
    (void)state;
    builder file;
    begin(&file, 1, 1);
    for (int k = 0; k < 5; k++) {
        begin_frame(&file, 100 * k);
        put16(&file, 0);
        put16(&file, 0);
        put16(&file, 1);
        put_floats(&file, 3, k);
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_true(cell(replay, "frames", "commands", 4) == 2 && property_number(replay, "opaque_bytes") == 0);
    pdk_close(replay);
}

static void check_finds(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    put_drive(&file, 0, 4, 0, 5);
    size_t second_run = file.size;
    put_drive(&file, 0, 4, 100, 1); /* another recording */
    size_t state_at = file.size + 6 + 4 + 2;
    put_drive(&file, 0, 4, 200, 1);
    pdk_store_u32(file.bytes + state_at, 0x7FC00000);       /* x is NaN */
    pdk_store_f32(file.bytes + state_at + 12, (float)1.05); /* orientation of length 1.05 */
    pdk_store_f32(file.bytes + state_at + 32 + 4, 300);     /* wheel_y of wheel 1 */
    begin_frame(&file, 300);
    size_t strip = file.size + 2;
    put16(&file, 5);
    put16(&file, 100);
    end_frame(&file);
    begin_frame(&file, 400);
    size_t long_frame = file.frame;
    for (int i = 0; i < 9000; i++) {
        put16(&file, 7);
        put16(&file, 1);
    }
    end_frame(&file);
    pdk_document *replay = open_built(&file, false);
    assert_finding(replay, "rply.time", second_run + 2);
    assert_finding(replay, "rply.nan", state_at);
    assert_finding(replay, "rply.orientation", state_at + 12);
    assert_finding(replay, "rply.range", state_at + 32 + 4);
    assert_finding(replay, "rply.index", strip);
    assert_finding(replay, "rply.frame.long", long_frame);
    assert_int_equal(found(replay, "rply.time") + found(replay, "rply.nan") + found(replay, "rply.index"), 3);
    pdk_close(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_headers),
        cmocka_unit_test(lost_car_count),
        cmocka_unit_test(names_without_end),
        cmocka_unit_test(other_versions),
        cmocka_unit_test(wrong_interval),
        cmocka_unit_test(every_wheel_count),
        cmocka_unit_test(skid_points_of_both_sizes),
        cmocka_unit_test(unknown_commands),
        cmocka_unit_test(unannounced_cars),
        cmocka_unit_test(hopeless_wheels),
        cmocka_unit_test(orientation_of_2001),
        cmocka_unit_test(odd_frames),
        cmocka_unit_test(obsolete_position),
        cmocka_unit_test(check_finds),
    };
    return cmocka_run_group_tests_name("rply built", tests, NULL, NULL);
}
