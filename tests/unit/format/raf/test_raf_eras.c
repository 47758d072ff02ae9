/* RAF files of old versions, with steps of 100 ms, and with a part of a lap: generated ones always, real ones where
 * they are there (docs/formats/raf.md, "Versions of the game"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "platform/code_page.h"
#include "support.h"

static uint8_t *make(const char *dialect, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    return synth_or_fail("raf", &options, size);
}

static bool fail_on_finding(void *user, const pdk_finding *finding)
{
    (void)user;
    fail_msg("%s: %s", finding->code, finding->message);
    return false;
}

static void assert_no_findings(const pdk_document *document)
{
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, fail_on_finding, NULL, NULL, &error), error);
}

static const pdk_lap *only_lap(const pdk_document *document)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    assert_int_equal(count, 1);
    return pdk_lap_at(document, 0);
}

static void assert_column(const pdk_document *document, const char *name, bool all_missing)
{
    size_t count;
    double *values = column_f64(document, "telemetry", name, &count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) assert_true(isnan(values[i]) == all_missing);
    free(values);
}

static void assert_without_g(const pdk_document *lap)
{
    static const char *const missing[] = { "lateral_g", "forward_g", "upward_g", "front_left_slip_fraction",
                                           "rear_right_slip_fraction" };
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) assert_column(lap, missing[i], true);
    assert_column(lap, "front_left_air_temperature", false);
}

static double handling_of(const pdk_document *lap, const char *name)
{
    const pdk_table *handling = NULL;
    pdk_error error;
    assert_ok(pdk_answer(lap, "handling", &handling, &error), error);
    double value = 0;
    assert_ok(pdk_table_read_f64(handling, pdk_table_find_column(handling, name), 0, 1, &value, &error), error);
    return value;
}

/* What is computed from a lap invents no G, and has what needs none. */
static void assert_dynamics_without_g(const pdk_document *lap)
{
    static const char *const missing[] = { "maximum_lateral_g", "maximum_braking_g", "understeer_gradient" };
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) assert_true(isnan(handling_of(lap, missing[i])));
    assert_true(handling_of(lap, "maximum_sideslip_angle") > 0);
}

/* The old file has the same lap as the usual one, except what was not recorded. */
static void generated_old_version(void **state)
{
    (void)state;
    size_t sizes[2], count;
    uint8_t *bytes[2] = { make(NULL, &sizes[0]), make("0.5V0", &sizes[1]) };
    pdk_document *usual = open_bytes_or_fail(bytes[0], sizes[0]), *old = open_bytes_or_fail(bytes[1], sizes[1]);
    assert_no_findings(old);
    assert_near(property_number(old, "interval"), 0.01, 1e-12);
    assert_null(pdk_document_find_property(old, "track_code"));
    assert_without_g(old);
    assert_dynamics_without_g(old);
    static const char *const same[] = { "time", "clutch", "speed", "x", "gear" };
    for (size_t c = 0; c < sizeof same / sizeof same[0]; c++) {
        double *one = column_f64(usual, "telemetry", same[c], &count),
               *other = column_f64(old, "telemetry", same[c], &count);
        for (size_t i = 0; i < count; i++) assert_near(one[i], other[i], 1e-6);
        free(one);
        free(other);
    }
    assert_true(only_lap(old)->lap_time == only_lap(usual)->lap_time && only_lap(old)->best);
    assert_near(only_lap(old)->distance, only_lap(usual)->distance, 1e-9);
    pdk_close(usual);
    pdk_close(old);
    free(bytes[0]);
    free(bytes[1]);
}

static void patched_is_found(const char *dialect, size_t at, const char *bytes, size_t count, const char *code)
{
    size_t size;
    uint8_t *data = make(dialect, &size);
    memcpy(data + at, bytes, count);
    pdk_document *lap = open_bytes_or_fail(data, size);
    assert_true(count_findings(lap, PDK_CHECK_FULL, code) >= 1);
    only_lap(lap);
    pdk_close(lap);
    free(data);
}

static void signs_that_contradict(void **state)
{
    (void)state;
    patched_is_found("0.5V0", 160, "0.6R", 5, "raf.interval"); /* no interval in a version that has one */
    patched_is_found(NULL, 9, "\0", 1, "raf.interval");        /* nor where the version is unknown */
    patched_is_found(NULL, 160, "0.5V0", 6, "raf.era");        /* G in a version without */
    patched_is_found("0.5V0", 9, "\12", 1, "raf.era");         /* an interval in a version without */
    patched_is_found("0.5V0", 24, "BL1", 4, "raf.era");        /* a track code in a version without */
    patched_is_found("0.5V0", 160, "0.7G", 5, "raf.era");      /* no G, and the clutch of 0.5V0, in a later version */
    patched_is_found(NULL, 160, "0.5U", 5, "raf.reference");
    patched_is_found(NULL, 1024 + 21, "\x79", 1, "raf.range"); /* 121 is beyond the 6 g that there are */
}

/* An old file with a new version's text: each sign is reported, and nothing false is said about the version. */
static void old_file_with_a_new_version(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("0.5V0", &size);
    memcpy(data + 160, "0.7G", 5);
    pdk_document *lap = open_bytes_or_fail(data, size);
    assert_int_equal(count_findings(lap, PDK_CHECK_STRUCTURE, "raf.era"), 3); /* G, clutch, code */
    assert_int_equal(count_findings(lap, PDK_CHECK_STRUCTURE, "raf.interval"), 1);
    const char *evidence;
    for (size_t i = 0; (evidence = pdk_document_evidence_at(lap, i)) != NULL; i++)
        assert_null(strstr(evidence, "0.5Z they were not recorded"));
    pdk_close(lap);
    free(data);
}

static void generated_slow_steps(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("100ms", &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    assert_no_findings(lap);
    const pdk_lap *found = only_lap(lap);
    assert_true(found->kind == PDK_LAP_TIMED && found->best && found->distance > 1000);
    double recorded = (double)pdk_table_rows(pdk_document_find_table(lap, "telemetry")) * 0.1;
    assert_true(recorded >= found->lap_time && recorded < found->lap_time + 0.1);
    pdk_close(lap);
    free(data);
}

/* No lap of it ends at the line, so it shows no track, and gives other files no corners. */
static void assert_no_track(const pdk_document *lap)
{
    const pdk_table *corners = NULL;
    pdk_corner_numbering *numbering = NULL;
    pdk_error error;
    assert_int_equal(pdk_answer(lap, "corners", &corners, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.no_lap");
    assert_ok(pdk_corner_numbering_create(NULL, &numbering, &error), error);
    assert_ok(pdk_corner_numbering_add(numbering, lap, &error), error);
    assert_int_equal(pdk_corner_numbering_track_count(numbering), 0);
    pdk_corner_numbering_close(numbering);
}

static void assert_part(const pdk_document *lap)
{
    size_t count;
    assert_int_equal(count_findings(lap, PDK_CHECK_STRUCTURE, "raf.lap_time"), 1);
    assert_null(pdk_document_find_property(lap, "lap_time"));
    double *split = column_f64(lap, "splits", "time", &count);
    for (size_t i = 0; i < count; i++) assert_true(isnan(split[i]));
    free(split);
    const pdk_lap *found = only_lap(lap);
    assert_int_equal(found->kind, PDK_LAP_INCOMPLETE);
    assert_int_equal(found->reasons, PDK_LAP_REASON_INCOMPLETE | PDK_LAP_REASON_PART);
    assert_true(isnan(found->lap_time) && !found->best && isnan(found->sector_time[0]));
    assert_no_track(lap);
}

static void generated_part(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("part", &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    assert_part(lap);
    pdk_close(lap);
    free(data);
}

static void real_old_version(void **state)
{
    (void)state;
    const char *path = real_file("raf/test3.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    assert_no_findings(lap);
    assert_property_text(lap, "player", "T7R|Danowat");
    assert_null(pdk_document_find_property(lap, "track_code"));
    assert_without_g(lap);
    assert_dynamics_without_g(lap);
    assert_near(only_lap(lap)->lap_time, 101.95, 1e-9);
    assert_near(only_lap(lap)->distance, 3146.3, 1);
    size_t count, pressed = 0;
    double *clutch = column_f64(lap, "telemetry", "clutch", &count);
    for (size_t i = 0; i < count; i++) pressed += clutch[i] > 0.5;
    assert_true(count == 10195 && pressed < count / 20); /* only where gears change */
    free(clutch);
    pdk_close(lap);
}

static void real_part(void **state)
{
    (void)state;
    const char *path = real_file("raf/oldlap4.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    assert_part(lap);
    pdk_close(lap);
}

static void real_slow_steps(void **state)
{
    (void)state;
    const char *path = real_file("raf/test2.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    assert_no_findings(lap);
    assert_property_text(lap, "player", "MTDZX-Antti/2");
    assert_near(only_lap(lap)->lap_time, 135.42, 1e-9);
    assert_near(only_lap(lap)->distance, 5113, 3);
    pdk_close(lap);
}

static void real_katakana(void **state)
{
    (void)state;
    const char *path = real_file("raf/test.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    uint32_t letter; /* not where the system lacks the page */
    if (pdk_code_page_read(932, (const uint8_t *)"\xCF", 1, &letter) == 1)
        assert_property_text(lap, "player", "[T\xEF\xBE\x8F] Lima");
    assert_near(only_lap(lap)->lap_time, 92.7, 1e-9);
    pdk_close(lap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_old_version),
        cmocka_unit_test(signs_that_contradict),
        cmocka_unit_test(old_file_with_a_new_version),
        cmocka_unit_test(generated_slow_steps),
        cmocka_unit_test(generated_part),
        cmocka_unit_test(real_old_version),
        cmocka_unit_test(real_part),
        cmocka_unit_test(real_slow_steps),
        cmocka_unit_test(real_katakana),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
