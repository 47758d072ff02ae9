/* The car's set-up: what a lap's file says, against the bytes of the file, and two laps against each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Places by Live for Speed's own note. */
enum {
    RULER = 28,
    FRONT_ANTI_ROLL = 200,
    WHEEL = 512,
    WHEEL_SIZE = 128,
    WHEELS = 4,
    Y = 4,
    TYRE = 29,
    SPRING = 32,
    TORQUE = 44
};

static double get_float(const uint8_t *at)
{
    float value;
    memcpy(&value, at, sizeof value);
    return (double)value;
}

static void put_float(uint8_t *at, float value)
{
    memcpy(at, &value, sizeof value);
}

static bool is_front(const uint8_t *bytes, int wheel)
{
    return get_float(bytes + WHEEL + wheel * WHEEL_SIZE + Y) > 0;
}

static double balance_of(const uint8_t *bytes)
{
    double front = 0, all = 0;
    for (int wheel = 0; wheel < WHEELS; wheel++) {
        double torque = get_float(bytes + WHEEL + wheel * WHEEL_SIZE + TORQUE);
        all += torque;
        front += is_front(bytes, wheel) ? torque : 0;
    }
    return front / all;
}

static pdk_document *compare(const pdk_document *one, const pdk_document *other)
{
    pdk_lap_reference laps[] = { { .document = one, .name = "one" }, { .document = other, .name = "other" } };
    pdk_document *made = NULL;
    pdk_error error;
    assert_ok(pdk_compare_laps(laps, 2, NULL, &made, &error), error);
    return made;
}

/* The row with this name and wheel; fails where there is none. */
static uint64_t find(const pdk_document *made, const char *name, const char *wheel)
{
    const pdk_table *table = pdk_document_find_table(made, "setup");
    assert_non_null(table);
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        pdk_text own = text_at(made, "setup", "name", row), at = text_at(made, "setup", "wheel", row);
        if (own.size == strlen(name) && memcmp(own.data, name, own.size) == 0 && at.size == strlen(wheel) &&
            memcmp(at.data, wheel, at.size) == 0)
            return row;
    }
    fail_msg("no %s of %s", name, wheel);
    return 0;
}

static void two_setups(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &options, &size), *changed = malloc(size);
    assert_non_null(changed);
    memcpy(changed, bytes, size);
    put_float(changed + FRONT_ANTI_ROLL, 31000.5F);
    for (int wheel = 0; wheel < WHEELS; wheel++) {
        uint8_t *at = changed + WHEEL + wheel * WHEEL_SIZE;
        put_float(at + TORQUE, is_front(bytes, wheel) ? 1440 : 560);
        if (is_front(bytes, wheel)) put_float(at + SPRING, 51000);
        at[TYRE] = 2;
    }
    pdk_document *one = open_bytes_or_fail(bytes, size), *other = open_bytes_or_fail(changed, size),
                 *made = compare(one, other);
    const pdk_table *table = pdk_document_find_table(made, "setup");
    const struct {
        const char *name, *wheel;
        double was, is;
    } wanted[] = { { "front_anti_roll", "", get_float(bytes + FRONT_ANTI_ROLL), 31000.5 },
                   { "rear_anti_roll", "", get_float(bytes + 196), get_float(bytes + 196) },
                   { "mass", "", get_float(bytes + 188), get_float(bytes + 188) },
                   { "brake_balance", "", balance_of(bytes), 0.72 },
                   { "spring", "front_left", 42000, 51000 },
                   { "spring", "rear_left", 42000, 42000 },
                   { "brake_torque", "rear_right", get_float(bytes + WHEEL + TORQUE), 560 } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        uint64_t row = find(made, wanted[i].name, wanted[i].wheel);
        assert_near(cell_or_nan(table, "value_0", row), wanted[i].was, 1e-6);
        assert_near(cell_or_nan(table, "value_1", row), wanted[i].is, 1e-6);
        assert_true((cell_or_nan(table, "differs", row) > 0) == (fabs(wanted[i].was - wanted[i].is) > 1e-9));
    }
    uint64_t tyre = find(made, "tyre_type", "front_right");
    assert_text(text_at(made, "setup", "text_0", tyre), "road super");
    assert_text(text_at(made, "setup", "text_1", tyre), "race R3");
    pdk_close(made);
    made = compare(one, one);
    table = pdk_document_find_table(made, "setup");
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) assert_false(cell_or_nan(table, "differs", row) > 0);
    pdk_close(made);
    pdk_close(other);
    pdk_close(one);
    free(changed);
    free(bytes);
}

/* In every real file the balance is a whole percent, which is what the game's menu has. */
static void real_balances(void **state)
{
    (void)state;
    static const char *const names[] = { "dataelephant_lap1",
                                         "dataelephant_lap2",
                                         "dataelephant_lap3",
                                         "dataelephant_lap4",
                                         "oldlap4",
                                         "test",
                                         "test1",
                                         "test2",
                                         "test3" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "raf/%s.raf", names[i]);
        const char *path = real_file(name);
        if (path == NULL) skip();
        size_t size;
        uint8_t *bytes = read_file(path, &size);
        pdk_document *lap = open_bytes_or_fail(bytes, size);
        const pdk_table *handling = NULL;
        pdk_error error;
        assert_ok(pdk_answer(lap, "handling", &handling, &error), error);
        double set = cell_or_nan(handling, "brake_balance_setting", 0);
        assert_near(set, balance_of(bytes), 1e-6);
        assert_near(set * 100, round(set * 100), 1e-3);
        pdk_close(lap);
        free(bytes);
    }
}

/* The sentence says the numbers of its row, and the reason how many moments they rest on. */
static void handling_in_words(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    const char *real = real_file("raf/dataelephant_lap1.raf");
    pdk_document *laps[] = { open_bytes_or_fail(bytes, size), real != NULL ? open_or_fail(real) : NULL };
    for (size_t i = 0; i < 2 && laps[i] != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_error error;
        assert_ok(pdk_answer(laps[i], "handling", &table, &error), error);
        pdk_text sentence, reason;
        assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, "sentence"), 0, 1, &sentence, &error),
                  error);
        assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, "reason"), 0, 1, &reason, &error), error);
        assert_true(sentence.size > 0 && sentence.data[sentence.size - 1] == '.');
        assert_true(reason.size > 0 && reason.data[reason.size - 1] == '.');
        char part[80];
        double slope = cell_or_nan(table, "understeer_gradient", 0) * 180 / 3.14159265358979323846,
               balance = cell_or_nan(table, "brake_balance", 0), set = cell_or_nan(table, "brake_balance_setting", 0);
        if (slope >= 0.5) {
            snprintf(part, sizeof part, "Understeers: needs %.1f deg", slope);
            assert_non_null(strstr(sentence.data, part));
        }
        assert_true((strstr(reason.data, "steady cornering") != NULL) == (isfinite(slope) != 0));
        if (isfinite(balance)) {
            snprintf(part, sizeof part, "%.0f %% of the braking force is at the front, set to %.0f %%", balance * 100,
                     set * 100);
            assert_non_null(strstr(sentence.data, part));
            assert_non_null(strstr(reason.data, "pedal over half"));
        }
        pdk_close(laps[i]);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(two_setups), cmocka_unit_test(real_balances),
                                        cmocka_unit_test(handling_in_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
