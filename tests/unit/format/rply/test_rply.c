/* RPLY: what the files made by recorders hold (docs/formats/rply.md). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static uint64_t rows_of(const pdk_document *replay, const char *name)
{
    const pdk_table *table = pdk_document_find_table(replay, name);
    assert_non_null(table);
    return pdk_table_rows(table);
}

static bool has_column(const pdk_document *replay, const char *table, const char *column)
{
    return pdk_table_find_column(pdk_document_find_table(replay, table), column) != PDK_NO_COLUMN;
}

static bool has_evidence(const pdk_document *replay, const char *words)
{
    for (size_t i = 0; pdk_document_evidence_at(replay, i) != NULL; i++) {
        if (strstr(pdk_document_evidence_at(replay, i), words) != NULL) return true;
    }
    return false;
}

/* What both real files hold: 300 frames; a car of four wheels, and one of six that joins after 5 s. */
static void check_real(const pdk_document *replay, double first_size)
{
    assert_string_equal(pdk_document_format(replay)->id, "rply");
    assert_property_text(replay, "track", "carlswood_nt");
    assert_true(fabs(property_number(replay, "interval") - 0.1) < 1e-12);
    assert_true(fabs(property_number(replay, "duration") - 29.9) < 1e-9);
    assert_true(property_number(replay, "cars") == 2 && property_number(replay, "frames") == 300);
    assert_true(property_number(replay, "opaque_bytes") == 0);
    assert_int_equal(rows_of(replay, "states"), 550);
    assert_int_equal(rows_of(replay, "frames"), 300);
    assert_int_equal(rows_of(replay, "skid_points"), 99);
    assert_int_equal(rows_of(replay, "skid_strips"), 2);
    assert_int_equal(rows_of(replay, "smoke"), 19);
    assert_int_equal(rows_of(replay, "car_entries"), 2);
    assert_true(has_evidence(replay, "DATA is at 208"));

    size_t count;
    double *wheels = column_f64(replay, "cars", "wheels", &count);
    assert_true(count == 2 && wheels[0] == 4 && wheels[1] == 6);
    free(wheels);
    double *states = column_f64(replay, "cars", "states", &count);
    assert_true(states[0] == 300 && states[1] == 250);
    free(states);
    double *entered = column_f64(replay, "car_entries", "time", &count);
    assert_true(entered[0] == 0 && entered[1] == 5);
    free(entered);
    double *offset = column_f64(replay, "frames", "offset", &count),
           *size = column_f64(replay, "frames", "size", &count);
    assert_true(offset[0] == 212 && size[0] == first_size && offset[1] == 212 + first_size);
    for (size_t i = 0; i + 1 < count; i++) assert_true(offset[i] + size[i] == offset[i + 1]);
    free(offset);
    free(size);
    double *commands = column_f64(replay, "frames", "commands", &count), sum = 0;
    for (size_t i = 0; i < count; i++) sum += commands[i];
    assert_true(sum == 550 + 550 + 19 + 1 + 99 + 1 + 2);
    free(commands);

    double *sixth = column_f64(replay, "states", "wheel_speed_5", &count),
           *car = column_f64(replay, "states", "car", &count);
    for (size_t i = 0; i < count; i++) assert_true((isnan(sixth[i]) != 0) == (car[i] == 0));
    free(sixth);
    free(car);
    double *speed = column_f64(replay, "states", "speed", &count);
    assert_true(fabs(speed[0] - 40) < 1e-4);
    free(speed);
    double *engine = column_f64(replay, "states", "engine_speed", &count);
    assert_true(fabs(engine[0] - 3000 * 3.14159265358979 / 30) < 1e-9);
    free(engine);
    double *heading = column_f64(replay, "states", "heading", &count);
    assert_true(fabs(heading[1] + 0.02) < 1e-5);
    free(heading);
    assert_int_equal(count_findings(replay, PDK_CHECK_FULL, "rply.range"), 0);
    read_everything(replay);
}

static void real_version_1(void **state)
{
    (void)state;
    const char *path = real_file("rply/v11_origwriter.rpl");
    if (path == NULL) skip();
    pdk_document *replay = open_or_fail(path);
    assert_property_text(replay, "version", "1.1");
    assert_string_equal(pdk_document_dialect(replay), "1.1 with interval");
    check_real(replay, 170);
    assert_true(has_evidence(replay, "skid points have 14 bytes"));
    assert_false(has_column(replay, "skid_points", "transparency"));
    assert_false(has_column(replay, "states", "gear"));
    pdk_close(replay);
}

static void real_version_2(void **state)
{
    (void)state;
    const char *path = real_file("rply/v21_synth_interval.rpl");
    if (path == NULL) skip();
    pdk_document *replay = open_or_fail(path);
    assert_property_text(replay, "version", "2.1");
    check_real(replay, 182);
    assert_true(has_evidence(replay, "skid points have 18 bytes"));
    assert_true(has_evidence(replay, "velocity is in the world's axes"));
    size_t count;
    double *gear = column_f64(replay, "states", "gear", &count);
    assert_true(gear[0] == 3);
    free(gear);
    double *transparency = column_f64(replay, "skid_points", "transparency", &count);
    assert_true(transparency[0] == 0.5);
    free(transparency);
    pdk_close(replay);
}

static void real_sweeps(void **state)
{
    (void)state;
    static const char *const files[] = { "rply/v11_origwriter.rpl", "rply/v21_synth_interval.rpl" };
    for (size_t i = 0; i < 2; i++) {
        const char *path = real_file(files[i]);
        if (path == NULL) skip();
        size_t size;
        uint8_t *data = read_file(path, &size);
        sweep_truncation(data, 8000, 61, "rply");
        sweep_mutation(data, 2000, 0, 700, 1, NULL);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_version_1),
        cmocka_unit_test(real_version_2),
        cmocka_unit_test(real_sweeps),
    };
    return cmocka_run_group_tests_name("rply", tests, NULL, NULL);
}
