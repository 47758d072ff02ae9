/* Recordings with faults: what is lost is lost, what is late is late, and nothing else changes. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

enum { MOST = 512 };

typedef struct recording {
    uint8_t *bytes;
    pdk_document *document;
} recording;

static recording record(uint32_t laps, const char *with, const char *lost, double late)
{
    recording made = { NULL, NULL };
    size_t size;
    pdk_error error;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seed = 9;
    options.cars = 6;
    options.laps = laps;
    options.with = with;
    options.lost = lost;
    options.late = late;
    made.bytes = synth_or_fail("vcr", &options, &size);
    assert_int_equal(pdk_open_memory(made.bytes, size, NULL, &made.document, &error), PDK_OK);
    return made;
}

static void forget(recording *made)
{
    pdk_close(made->document);
    free(made->bytes);
}

/* The first rows of a column as doubles; how many rows there are. */
static size_t column(const recording *of, const char *table_name, const char *name, double values[MOST])
{
    pdk_error error;
    const pdk_table *table = pdk_document_find_table(of->document, table_name);
    if (table == NULL) return 0;
    size_t at = pdk_table_find_column(table, name);
    assert_true(at != PDK_NO_COLUMN);
    uint64_t rows = pdk_table_rows(table);
    size_t read = rows < MOST ? (size_t)rows : MOST;
    assert_int_equal(pdk_table_read_f64(table, at, 0, read, values, &error), PDK_OK);
    return (size_t)rows;
}

static void one_crossing_is_lost(void **state)
{
    (void)state;
    double all[MOST], others[MOST];
    recording whole = record(2, NULL, NULL, 0), lacking = record(2, NULL, "crossings#17", 0);
    size_t count = column(&whole, "checkpoints", "crossing_time", all);
    assert_int_equal(column(&lacking, "checkpoints", "crossing_time", others), count - 1);
    for (size_t i = 0; i + 1 < count; i++) assert_true(others[i] == all[i < 16 ? i : i + 1]);
    forget(&whole);
    forget(&lacking);
}

static void a_share_of_each_kind_is_lost(void **state)
{
    (void)state;
    static const struct {
        const char *lost, *table, *column;
    } kinds[] = { { "crossings:0.5", "checkpoints", "crossing_time" },
                  { "pit:0.5", "pit", "code" },
                  { "order:0.5", "running_order", "time" } };
    double values[MOST];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        recording whole = record(4, NULL, NULL, 0), half = record(4, NULL, kinds[i].lost, 0);
        size_t before = column(&whole, kinds[i].table, kinds[i].column, values);
        size_t after = column(&half, kinds[i].table, kinds[i].column, values);
        print_message("%s: %zu of %zu\n", kinds[i].lost, after, before);
        assert_true(after > before / 5 && after < before * 9 / 10);
        forget(&whole);
        forget(&half);
    }
    recording nothing = record(2, NULL, "all:1", 0);
    assert_int_equal(column(&nothing, "checkpoints", "crossing_time", values), 0);
    assert_int_equal(column(&nothing, "contacts", "time", values), 0);
    assert_true(column(&nothing, "poses", "time", values) > 0);
    forget(&nothing);
}

/* Slices of crossings come later by up to as much; the time in them stays. */
static void events_are_stamped_late(void **state)
{
    (void)state;
    double exact[MOST], stamped[MOST], latest = 0;
    recording late = record(2, NULL, NULL, 0.06);
    size_t count = column(&late, "checkpoints", "crossing_time", exact);
    assert_int_equal(column(&late, "checkpoints", "time", stamped), count);
    for (size_t i = 0; i < count && i < MOST; i++) {
        assert_true(stamped[i] > exact[i] - 1e-3 && stamped[i] < exact[i] + 0.06 + 0.021);
        latest = fmax(latest, stamped[i] - exact[i]);
    }
    assert_true(latest > 0.04);
    forget(&late);
}

/* Cars are where they were up to three ticks ago, each by its own lag; cars that do not lag are the same to the bit. */
static void poses_lag(void **state)
{
    (void)state;
    enum { CARS = 6 };
    double now[MOST], then[MOST];
    recording exact = record(2, NULL, NULL, 0), lags = record(2, "lag", NULL, 0);
    pdk_error error;
    const pdk_table *a = pdk_document_find_table(exact.document, "poses"),
                    *b = pdk_document_find_table(lags.document, "poses");
    size_t x = pdk_table_find_column(a, "x"), slot = pdk_table_find_column(a, "driver");
    assert_true(x != PDK_NO_COLUMN && slot != PDK_NO_COLUMN);
    assert_int_equal(pdk_table_rows(a), pdk_table_rows(b));
    uint64_t first = pdk_table_rows(a) / 2;
    double slots[MOST], moved[CARS] = { 0 };
    assert_int_equal(pdk_table_read_f64(a, x, first, MOST, now, &error), PDK_OK);
    assert_int_equal(pdk_table_read_f64(b, x, first, MOST, then, &error), PDK_OK);
    assert_int_equal(pdk_table_read_f64(a, slot, first, MOST, slots, &error), PDK_OK);
    for (size_t i = 0; i < MOST; i++) {
        assert_true(fabs(now[i] - then[i]) < 0.06 * 70);
        double *most = &moved[(size_t)slots[i] % CARS];
        *most = fmax(*most, fabs(now[i] - then[i]));
    }
    size_t still = 0, lagging = 0;
    for (int i = 0; i < CARS; i++) {
        still += moved[i] == 0;
        lagging += moved[i] > 0;
    }
    assert_true(lagging >= 2 && still < CARS);
    forget(&exact);
    forget(&lags);
}

static void wrong_faults_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *with, *lost;
        double late;
        const char *code;
    } wrong[] = { { "drunk", NULL, 0, "argument.with" },
                  { NULL, "crossings", 0, "argument.lost" },
                  { NULL, "crossings:2", 0, "argument.lost" },
                  { NULL, "crossings#0", 0, "argument.lost" },
                  { NULL, "rain:0.1", 0, "argument.lost" },
                  { NULL, "all#1", 0, "argument.lost" },
                  { NULL, "crossings:0.1x", 0, "argument.lost" },
                  { NULL, NULL, -1, "argument.late" },
                  { NULL, NULL, NAN, "argument.late" } };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        pdk_error error;
        pdk_output *output = NULL;
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.laps = 1;
        options.with = wrong[i].with;
        options.lost = wrong[i].lost;
        options.late = wrong[i].late;
        assert_int_equal(pdk_output_memory(&output, &error), PDK_OK);
        assert_int_equal(pdk_synth("vcr", &options, output, &error), PDK_E_ARGUMENT);
        assert_string_equal(error.code, wrong[i].code);
        pdk_output_close(output);
    }
}

/* Sounds of changing gears, which are counted before they are written, follow from the same looks at the cars. */
static void gears_of_cars_that_lag_are_counted(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    size_t size;
    options.session = "race";
    options.dialect = "l";
    options.seed = 7012;
    options.cars = 8;
    options.laps = 1;
    options.poses_every = 10;
    options.with = "lag";
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    assert_ok(pdk_open_memory(bytes, size, NULL, &document, &error), error);
    pdk_close(document);
    free(bytes);
}

/* One never comes and the other stays in the box: nobody waves the flag, and yet it ends. */
static void a_race_of_nobody_ends(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    options.session = "race";
    options.dialect = "r2";
    options.cars = 2;
    options.laps = 1;
    options.with = "absent,boxed";
    free(synth_or_fail("vcr", &options, &size));
    assert_true(size > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_crossing_is_lost),     cmocka_unit_test(a_share_of_each_kind_is_lost),
        cmocka_unit_test(events_are_stamped_late),  cmocka_unit_test(poses_lag),
        cmocka_unit_test(wrong_faults_are_refused), cmocka_unit_test(gears_of_cars_that_lag_are_counted),
        cmocka_unit_test(a_race_of_nobody_ends),
    };
    return cmocka_run_group_tests_name("vcr_faults", tests, NULL, NULL);
}
