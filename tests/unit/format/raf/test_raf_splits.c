/* The times in a RAF header: what table, laps and findings make of those that cannot be true is the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

enum { SPLITS_AT = 172, SPLITS = 3, MISSING = -1, WHOLE = 63020 /* ms: the lap of a generated file */ };

typedef struct split_case {
    int32_t stored[SPLITS], sectors[SPLITS]; /* ms; the sectors that are shown */
    bool timed;
    uint64_t split_findings, lap_findings;
} split_case;

static const split_case cases[] = {
    { { 18780, 42990, WHOLE }, { 18780, 24210, 20030 }, true, 0, 0 },
    { { 18780, 99999999, WHOLE }, { 18780, MISSING, MISSING }, true, 1, 0 },
    { { -5, 42990, WHOLE }, { MISSING, MISSING, 20030 }, true, 1, 0 },
    { { 18780, WHOLE, WHOLE }, { 18780, MISSING, MISSING }, true, 1, 0 },
    { { 42990, 18780, WHOLE }, { MISSING, MISSING, MISSING }, true, 2, 0 }, /* it is unknown which is wrong */
    { { 18780, 18780, WHOLE }, { MISSING, MISSING, MISSING }, true, 2, 0 },
    { { 18780, 42990, 30000 }, { MISSING, MISSING, MISSING }, false, 0, 1 },
    { { 18780, 42990, WHOLE + 10 }, { MISSING, MISSING, MISSING }, false, 0, 1 },
};

static void assert_time(double got, int32_t wanted)
{
    if (wanted == MISSING) assert_true(isnan(got));
    else assert_near(got, wanted / 1000.0, 1e-9);
}

static void assert_table(const pdk_document *file, const split_case *wanted)
{
    size_t count;
    double *time = column_f64(file, "splits", "time", &count),
           *sector = column_f64(file, "splits", "sector_time", &count);
    assert_int_equal(count, SPLITS);
    for (size_t i = 0; i < count; i++) {
        assert_true(isnan(time[i]) || fabs(time[i] - wanted->stored[i] / 1000.0) < 1e-9);
        assert_time(sector[i], wanted->sectors[i]);
    }
    assert_true(isnan(time[SPLITS - 1]) != wanted->timed);
    free(time);
    free(sector);
}

static void assert_lap(const pdk_document *file, const split_case *wanted)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(file, &count, &error), error);
    assert_int_equal(count, 1);
    const pdk_lap *lap = pdk_lap_at(file, 0);
    for (size_t i = 0; i < PDK_LAP_SECTORS; i++)
        assert_time(lap->sector_time[i], i < SPLITS ? wanted->sectors[i] : MISSING);
    assert_int_equal(lap->kind, wanted->timed ? PDK_LAP_TIMED : PDK_LAP_INCOMPLETE);
    assert_true(wanted->timed ? lap->counts : isnan(lap->lap_time) && !lap->counts);
    assert_true((pdk_document_find_property(file, "lap_time") != NULL) == wanted->timed);
    assert_true((pdk_document_find_property(file, "legality") != NULL) == wanted->timed);
}

static void all_say_the_same(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    assert_int_equal(pdk_load_i32(bytes + SPLITS_AT + 8), WHOLE);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t k = 0; k < SPLITS; k++) pdk_store_u32(bytes + SPLITS_AT + 4 * k, (uint32_t)cases[i].stored[k]);
        pdk_document *file = open_bytes_or_fail(bytes, size);
        assert_table(file, &cases[i]);
        assert_lap(file, &cases[i]);
        assert_int_equal(count_findings(file, PDK_CHECK_STRUCTURE, "raf.split"), cases[i].split_findings);
        assert_int_equal(count_findings(file, PDK_CHECK_STRUCTURE, "raf.lap_time"), cases[i].lap_findings);
        pdk_close(file);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_say_the_same) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
