/* RPLY: cut and damaged files, refused or read as far as they are sound. */
#include "rply_build.h"
#include "sink.h"

static void cut_files(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    put_drive(&file, 0, 4, 0, 5);
    size_t last = file.frame;
    file.size -= 10;
    assert_refused(&file, false, PDK_E_TRUNCATED, "rply.frame.truncated", last);
    pdk_document *replay = open_built(&file, true);
    assert_true(property_number(replay, "frames") == 4 && property_number(replay, "states") == 4);
    assert_finding(replay, "rply.frame.truncated", last);
    pdk_close(replay);
    file.size = last + 1;
    assert_refused(&file, false, PDK_E_TRUNCATED, "rply.frame.truncated", last);
}

static void damaged_sizes(void **state)
{
    (void)state;
    builder file;
    begin(&file, 2, 1);
    put_drive(&file, 0, 4, 0, 10);
    size_t third = 148 + 2 * 112;

    pdk_store_u16(file.bytes + third, 3); /* impossible */
    assert_refused(&file, false, PDK_E_CORRUPT, "rply.frame.size", third);
    pdk_document *replay = open_built(&file, true);
    assert_finding(replay, "rply.frame.size", third);
    assert_true(property_number(replay, "frames") == 9 && property_number(replay, "states") == 9);
    assert_true(cell(replay, "states", "time", 2) == 0.3 && cell(replay, "frames", "offset", 2) == (double)third + 112);
    pdk_close(replay);

    pdk_store_u16(file.bytes + third, 60000); /* beyond the end of the file */
    assert_refused(&file, false, PDK_E_TRUNCATED, "rply.frame.truncated", third);
    replay = open_built(&file, true);
    assert_true(property_number(replay, "frames") == 9);
    pdk_close(replay);

    pdk_store_u16(file.bytes + third, 90); /* into the middle of its own state */
    assert_refused(&file, false, PDK_E_CORRUPT, "rply.frame.lost", third + 10);
    replay = open_built(&file, true);
    assert_true(property_number(replay, "frames") == 10 && property_number(replay, "states") == 9);
    pdk_close(replay);

    pdk_store_u16(file.bytes + third, 170); /* into the middle of the next one: its own state is still good */
    assert_refused(&file, false, PDK_E_CORRUPT, "rply.frame.lost", third + 112);
    replay = open_built(&file, true);
    assert_true(property_number(replay, "frames") == 10 && property_number(replay, "states") == 10);
    assert_true(cell(replay, "frames", "time", 9) == 0.9);
    pdk_close(replay);
}

/* A hole in the middle of a long file costs the frames in it and no more. */
static void damaged_middle(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 120;
    size_t size, count;
    uint8_t *data = synth_or_fail("rply", &synth, &size);
    static const uint8_t fillings[] = { 0x00, 0xFF, 0x55, 0x3F };
    for (size_t i = 0; i < sizeof fillings; i++) {
        uint8_t *hurt = malloc(size);
        assert_non_null(hurt);
        memcpy(hurt, data, size);
        memset(hurt + size / 2, fillings[i], 5000);
        pdk_document *replay = NULL;
        pdk_error error = { 0 };
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        assert_true(pdk_open_memory(hurt, size, &options, &replay, &error) != PDK_OK);
        options.partial = true;
        assert_ok(pdk_open_memory(hurt, size, &options, &replay, &error), error);
        assert_true(property_number(replay, "damaged_places") >= 1);
        assert_true(property_number(replay, "frames") > 1200 - 30 && property_number(replay, "frames") < 1200);
        double *time = column_f64(replay, "frames", "time", &count);
        assert_true(time[count - 1] == 119.9);
        free(time);
        read_everything(replay);
        pdk_close(replay);
        free(hurt);
    }
    free(data);
}

/* Bytes lost from the middle: the frames after it are at odd places. */
static void missing_bytes(void **state)
{
    (void)state;
    builder file;
    begin(&file, 1, 1);
    put_drive(&file, 0, 4, 0, 100);
    size_t hole = 148 + 50 * 100 + 31;
    memmove(file.bytes + hole, file.bytes + hole + 7, file.size - hole - 7);
    file.size -= 7;
    pdk_document *replay = open_built(&file, true);
    assert_true(property_number(replay, "states") >= 98);
    size_t count;
    double *time = column_f64(replay, "states", "time", &count);
    assert_true(time[count - 1] == 9.9);
    free(time);
    pdk_close(replay);
}

/* A thousand damaged places are skipped; the next one ends the reading. */
static void too_much_damage(void **state)
{
    (void)state;
    builder file;
    begin(&file, 1, 1);
    for (int place = 0; place < 1100; place++) {
        for (int i = 0; i < 2; i++) {
            begin_frame(&file, 100 * (2 * place + i));
            put16(&file, 7);
            put16(&file, 1);
            end_frame(&file);
        }
        put16(&file, 3); /* not a size */
    }
    pdk_document *replay = open_built(&file, true);
    assert_true(property_number(replay, "damaged_places") == 1001);
    assert_true(property_number(replay, "frames") == 2002);
    assert_true(cell(replay, "skid_strips", "time", 2001) == 200.1);
    pdk_close(replay);
}

static void cancelled(void **state)
{
    (void)state;
    builder file;
    begin(&file, 1, 1);
    put_drive(&file, 0, 4, 0, 5);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.progress = stop_at_once;
    pdk_document *replay = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(file.bytes, file.size, &options, &replay, &error), error, PDK_E_CANCELLED, "cancelled",
                 PDK_NO_OFFSET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_files),     cmocka_unit_test(damaged_sizes),   cmocka_unit_test(damaged_middle),
        cmocka_unit_test(missing_bytes), cmocka_unit_test(too_much_damage), cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests_name("rply damage", tests, NULL, NULL);
}
