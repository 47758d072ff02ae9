/* Parts of Racer replays: which commands go with a car, frames that become empty, what cannot be followed, damage. */
#include <math.h>

#include "cutting.h"
#include "rply_build.h"

static pdk_document *open_cut(const pdk_document *replay, const cutting *what, uint8_t **bytes)
{
    size_t size;
    *bytes = cut_or_fail(replay, what, &size);
    return open_bytes_or_fail(*bytes, size);
}

static void put_entry(builder *file, int car)
{
    put16(file, 9);
    put_text(file, "car", 64);
    put32(file, car);
}

/* Set car, state and entry go with their car; frames of others become empty and are removed, too. The list of cars
 * stays. */
static void commands_of_a_car(void **unused)
{
    (void)unused;
    builder file;
    begin(&file, 2, 2);
    for (int i = 0; i < 20; i++) {
        begin_frame(&file, 100 * i);
        if (i == 0) put_entry(&file, 0);
        if (i == 5) put_entry(&file, 1);
        put_state(&file, 0, 4, 0.5 * i, 1);
        if (i >= 5) put_state(&file, 1, 6, 0.5 * i, 1);
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    uint8_t *bytes;
    pdk_document *part = open_cut(replay, &(cutting){ -INFINITY, INFINITY, "1" }, &bytes);
    assert_true(property_number(part, "frames") == 15 && property_number(part, "states") == 15);
    assert_true(property_number(part, "cars") == 2 && cell(part, "states", "car", 0) == 1);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(part, "car_entries")), 1);
    assert_true(cell(part, "car_entries", "car", 0) == 1 && cell(part, "cars", "wheels", 1) == 6);
    assert_near(property_number(part, "first_time"), 0.5, 0); /* times stay */
    assert_sound(part);
    pdk_close(part);
    free(bytes);
    pdk_close(replay);
}

/* An unknown command after the state of a car that is not wanted: it stays, and with it the car it may be about.
 */
static void unknown_commands_stay(void **unused)
{
    (void)unused;
    builder file;
    begin(&file, 2, 3);
    for (int i = 0; i < 10; i++) {
        begin_frame(&file, 100 * i);
        for (int car = 0; car < 3; car++) put_state(&file, car, 4, 0.5 * i, 1);
        put16(&file, 8);
        put_floats(&file, 1, 0.25);
        end_frame(&file);
    }
    pdk_document *replay = open_built(&file, false);
    assert_true(property_number(replay, "opaque_bytes") == 60);
    uint8_t *bytes;
    pdk_document *part = open_cut(replay, &(cutting){ 0.2, 0.6, "0" }, &bytes);
    assert_true(property_number(part, "frames") == 5 && property_number(part, "opaque_bytes") == 30);
    assert_true(property_number(part, "states") == 10 && cell(part, "states", "car", 1) == 2); /* car 1 has left */
    const uint8_t *frame = bytes + 276; /* header, three names, DATA */
    uint32_t state = 4 + 2 + 52 + 12 * 4;
    assert_int_equal(pdk_load_u16(frame), 6 + 2 * state + 6);
    assert_int_equal(pdk_load_u16(frame + 6 + 2 * state), 8);
    assert_true(pdk_load_f32(frame + 6 + 2 * state + 2) == 0.25f);
    pdk_close(part);
    free(bytes);
    pdk_close(replay);
}

/* What is sound of a damaged replay becomes a sound one. */
static void damage_stays_behind(void **unused)
{
    (void)unused;
    static const uint16_t sizes[] = { 3, 60000, 90, 170 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        builder file;
        begin(&file, 2, 1);
        put_drive(&file, 0, 4, 0, 20);
        pdk_store_u16(file.bytes + 148 + 2 * 112, sizes[i]);
        pdk_document *replay = open_built(&file, true);
        double states = property_number(replay, "states");
        uint8_t *bytes;
        pdk_document *part = open_cut(replay, &(cutting){ -INFINITY, INFINITY, NULL }, &bytes);
        assert_true(property_number(part, "states") == states && states >= 19);
        assert_true(property_number(part, "opaque_bytes") == 0);
        pdk_close(part);
        free(bytes);
        pdk_close(replay);
    }
}

/* DATA was found in spite of the count of cars: in a part the count is right. */
static void count_is_mended(void **unused)
{
    (void)unused;
    builder file;
    begin(&file, 2, 2);
    put_drive(&file, 1, 4, 0, 20);
    pdk_store_u32(file.bytes + 76, 5);
    pdk_document *replay = open_built(&file, true);
    uint8_t *bytes;
    pdk_document *part = open_cut(replay, &(cutting){ 0.5, 1, NULL }, &bytes);
    assert_true(property_number(part, "cars") == 2 && property_number(part, "states") == 6);
    assert_sound(part);
    pdk_close(part);
    free(bytes);
    pdk_close(replay);
}

/* A replay without frames: there is nothing to choose from, but it can be had whole. */
static void no_frames(void **unused)
{
    (void)unused;
    builder file;
    begin(&file, 2, 1);
    pdk_document *replay = open_built(&file, false);
    size_t size;
    uint8_t *bytes = cut_or_fail(replay, &(cutting){ -INFINITY, INFINITY, NULL }, &size);
    assert_true(size == file.size && memcmp(bytes, file.bytes, size) == 0);
    free(bytes);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(try_cut(replay, &(cutting){ 0, 1, NULL }, output, &error), error, PDK_E_ARGUMENT, "cut.empty",
                 PDK_NO_OFFSET);
    assert_string_equal(error.message, "the file has nothing to cut");
    pdk_output_close(output);
    pdk_close(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_of_a_car),   cmocka_unit_test(unknown_commands_stay),
        cmocka_unit_test(damage_stays_behind), cmocka_unit_test(count_is_mended),
        cmocka_unit_test(no_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
