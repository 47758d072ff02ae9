/* Parts of recordings, in every format and dialect: their rows are those of the original, filtered; all of it is the
 * same bytes; a part of a part is a part; what is asked wrongly is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cutting.h"
#include "sink.h"

typedef struct table_rule {
    const char *name;
    const char *who; /* NULL = everyone's */
    const char *except;
} table_rule;

typedef struct recording {
    const char *format, *dialect;
    double seconds, first, last; /* of its times */
    cutting part, inner;         /* the second within the first */
    bool restarts;               /* its times begin at 0 again */
    const table_rule *tables;    /* ended by a NULL name */
} recording;

static const table_rule raf_tables[] = { { NULL, NULL, NULL } };
static const table_rule rply_tables[] = {
    { "states", "car", "frame" }, { "car_entries", "car", "frame" }, { "skid_points", NULL, "frame" },
    { "smoke", NULL, "frame" },   { "skid_strips", NULL, "frame" },  { NULL, NULL, NULL },
};
static const table_rule vcr_tables[] = {
    { "poses", "driver", "slice" },
    { "events", "driver", "slice offset" },
    { "slices", NULL, "event_count offset" },
    { "checkpoints", "driver", "slice" },
    { "contacts", "driver", "slice" },
    { "penalties", "driver", "slice" },
    { "pit", "driver", "slice" },
    { "tyres", "driver", "slice" },
    { "running_order", NULL, "" },
    { "lights", NULL, "slice" },
    { "weather", NULL, "slice" },
    { "session", NULL, "slice" },
    { NULL, NULL, NULL },
};

static const recording recordings[] = {
    { "raf", NULL, 6, 0, 5.99, { 2.5, 5, NULL }, { 3, 4.5, NULL }, true, raf_tables },
    { "rply", "1.1", 20, 0, 19.9, { 3, 15, "0,2" }, { 6.2, 12, "2" }, false, rply_tables },
    { "rply", "2.1", 20, 0, 19.9, { 3, 15, "0,2" }, { 6.2, 12, "0" }, false, rply_tables },
    { "rply", "2.1-wiki", 20, 0, 19.9, { 3, 15, "1,2" }, { 6.2, 12, "2" }, false, rply_tables },
    { "vcr", "r1", 12, 60, 76.98, { 64.5, 75, "0,3" }, { 70, 72, "3" }, false, vcr_tables },
    { "vcr", "r2", 12, 60, 76.98, { 64.5, 75, "0,3" }, { 70, 72, "3" }, false, vcr_tables },
    { "vcr", "l", 12, 60, 76.98, { 64.5, 75, "1,3" }, { 70, 72, "1" }, false, vcr_tables },
};
enum { RECORDINGS = sizeof recordings / sizeof recordings[0] };

static uint8_t *make(const recording *kind, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = kind->dialect;
    options.seconds = kind->seconds;
    options.cars = strcmp(kind->format, "raf") == 0 ? 1 : 4;
    return synth_or_fail(kind->format, &options, size);
}

static void check_tables(const recording *kind, const pdk_document *whole, const cutting *what)
{
    size_t size;
    uint8_t *bytes = cut_or_fail(whole, what, &size);
    pdk_document *part = open_bytes_or_fail(bytes, size);
    assert_string_equal(pdk_document_dialect(part), pdk_document_dialect(whole));
    for (const table_rule *table = kind->tables; table->name != NULL; table++) {
        assert_rows_filtered(whole, part, what, table->name, what->numbers != NULL ? table->who : NULL, 255,
                             table->except);
    }
    assert_sound(part);
    pdk_close(part);
    free(bytes);
}

static void rows_are_filtered(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORDINGS; i++) {
        const recording *kind = &recordings[i];
        size_t size;
        uint8_t *data = make(kind, &size);
        pdk_document *whole = open_bytes_or_fail(data, size);
        assert_sound(whole);
        check_tables(kind, whole, &kind->part);
        check_tables(kind, whole, &kind->inner);
        check_tables(kind, whole, &(cutting){ kind->part.from, kind->part.to, NULL });
        check_tables(kind, whole, &(cutting){ -INFINITY, INFINITY, kind->part.numbers });
        check_tables(kind, whole, &(cutting){ kind->part.from, INFINITY, NULL });
        check_tables(kind, whole, &(cutting){ kind->last, kind->last, NULL }); /* one slice, frame or block */
        pdk_close(whole);
        free(data);
    }
}

static void assert_same(const uint8_t *got, size_t got_size, const uint8_t *wanted, size_t size)
{
    assert_int_equal(got_size, size);
    for (size_t i = 0; i < size; i++) {
        if (got[i] != wanted[i]) fail_msg("byte 0x%zX is %02X, not %02X", i, got[i], wanted[i]);
    }
}

static void all_of_it_is_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORDINGS; i++) {
        const recording *kind = &recordings[i];
        size_t size, cut_size;
        uint8_t *data = make(kind, &size);
        pdk_document *whole = open_bytes_or_fail(data, size);
        const cutting all[] = { { -INFINITY, INFINITY, NULL },
                                { kind->first, kind->last, NULL },
                                { -1e300, 1e300, strcmp(kind->format, "raf") == 0 ? "0" : "0,1,2,3" } };
        for (size_t k = 0; k < 3; k++) {
            uint8_t *bytes = cut_or_fail(whole, &all[k], &cut_size);
            assert_same(bytes, cut_size, data, size);
            free(bytes);
        }
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_ok(pdk_cut(whole, NULL, output, &error), error); /* no options: the same */
        assert_same(pdk_output_bytes(output).data, pdk_output_bytes(output).size, data, size);
        pdk_output_close(output);
        pdk_close(whole);
        free(data);
    }
}

/* A part of a part is the part taken at once. */
static void parts_of_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORDINGS; i++) {
        const recording *kind = &recordings[i];
        size_t size, outer_size, twice_size, once_size;
        uint8_t *data = make(kind, &size);
        pdk_document *whole = open_bytes_or_fail(data, size);
        uint8_t *outer = cut_or_fail(whole, &kind->part, &outer_size),
                *once = cut_or_fail(whole, &kind->inner, &once_size);
        pdk_document *part = open_bytes_or_fail(outer, outer_size);
        double shift = kind->restarts ? kind->part.from : 0;
        cutting inner = { kind->inner.from - shift, kind->inner.to - shift, kind->inner.numbers };
        uint8_t *twice = cut_or_fail(part, &inner, &twice_size);
        assert_true(once_size < outer_size && outer_size < size);
        assert_same(twice, twice_size, once, once_size);
        pdk_close(part);
        pdk_close(whole);
        free(twice);
        free(once);
        free(outer);
        free(data);
    }
}

static void refused(const pdk_document *document, const pdk_cut_options *options, pdk_status status, const char *code,
                    const char *message)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_cut(document, options, output, &error), error, status, code, PDK_NO_OFFSET);
    if (strstr(error.message, message) == NULL) fail_msg("\"%s\" lacks \"%s\"", error.message, message);
    assert_int_equal(pdk_output_position(output), 0); /* nothing came out */
    pdk_output_close(output);
}

static void ranges_are_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORDINGS; i++) {
        const recording *kind = &recordings[i];
        size_t size;
        uint8_t *data = make(kind, &size);
        pdk_document *whole = open_bytes_or_fail(data, size);
        pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
        char range[64], first[PDK_NUMBER_SIZE];
        pdk_format_number(first, kind->first, PDK_FLOAT64);
        snprintf(range, sizeof range, "the file covers %s to ", first);
        options.from = 5000;
        refused(whole, &options, PDK_E_ARGUMENT, "argument", "has_from");
        options.has_from = true;
        refused(whole, &options, PDK_E_ARGUMENT, "cut.empty", range);
        refused(whole, &options, PDK_E_ARGUMENT, "cut.empty", "there is nothing from 5000 s on;");
        options.to = 4000;
        refused(whole, &options, PDK_E_ARGUMENT, "argument", "has_to");
        options.has_to = true;
        refused(whole, &options, PDK_E_ARGUMENT, "cut.empty", "between 5000 and 4000 s");
        options.from = -50;
        options.to = -40;
        refused(whole, &options, PDK_E_ARGUMENT, "cut.empty", range);
        options.from = -INFINITY;
        refused(whole, &options, PDK_E_ARGUMENT, "cut.empty", "there is nothing up to -40 s;");
        options.to = NAN;
        refused(whole, &options, PDK_E_ARGUMENT, "argument", "two numbers");
        pdk_close(whole);
        free(data);
    }
}

static void calls_are_checked(void **state)
{
    (void)state;
    size_t size, scan_size;
    uint8_t *data = make(&recordings[0], &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    pdk_error error = { 0 };
    assert_fails(pdk_cut(lap, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    refused(NULL, NULL, PDK_E_ARGUMENT, "argument", "needs a document");
    pdk_cut_options options = { 0 };
    refused(lap, &options, PDK_E_ARGUMENT, "argument.options", "PDK_CUT_OPTIONS_INIT");
    options = (pdk_cut_options)PDK_CUT_OPTIONS_INIT;
    options.driver_count = 1;
    refused(lap, &options, PDK_E_ARGUMENT, "argument", "drivers as driver_count says");
    const char *const nobody[] = { NULL };
    options.drivers = nobody;
    refused(lap, &options, PDK_E_ARGUMENT, "argument", "name of a driver is missing");
    options.driver_count = 0;
    options.gzip = true;
    refused(lap, &options, PDK_E_ARGUMENT, "cut.gzip", "raf");
    pdk_close(lap);
    free(data);
    uint8_t *scan = synth_or_fail("rld", NULL, &scan_size);
    pdk_document *surface = open_bytes_or_fail(scan, scan_size);
    refused(surface, NULL, PDK_E_UNSUPPORTED, "edit.unsupported", "rld");
    pdk_close(surface);
    free(scan);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const struct {
        size_t recording;
        const char *wanted, *message;
    } wrong[] = {
        { 0, "1", "no driver \"1\"" },
        { 1, "paddock_truk", "no car \"paddock_truk\"; did you mean \"paddock_truck\"?" },
        { 1, "7", "no car \"7\"; the first is 0, \"paddock_gt\"" },
        { 5, "A. Varka", "no driver \"A. Varka\"; did you mean \"A. Varga\"?" },
        { 5, "99", "no driver \"99\"" },
        { 5, "4294967297", "no driver \"4294967297\"; the first is 0" },
        { 5, "", "no driver \"\"" },
        { 1, "paddock", "\"paddock\" can be paddock_gt or paddock_truck: give more of the name, or the number" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size_t size;
        uint8_t *data = make(&recordings[wrong[i].recording], &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
        options.drivers = &wrong[i].wanted;
        options.driver_count = 1;
        refused(document, &options, PDK_E_ARGUMENT, "cut.driver", wrong[i].message);
        pdk_close(document);
        free(data);
    }
}

/* Everyone of a name is meant by it. */
static void names_choose(void **state)
{
    (void)state;
    size_t size, count, by_name_size;
    uint8_t *data = make(&recordings[2], &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    const char *const names[] = { "paddock_gt" };
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.drivers = names;
    options.driver_count = 1;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_cut(replay, &options, output, &error), error);
    uint8_t *by_number = cut_or_fail(replay, &(cutting){ -INFINITY, INFINITY, "0,1,2" }, &by_name_size);
    assert_same(pdk_output_bytes(output).data, pdk_output_bytes(output).size, by_number, by_name_size);
    pdk_document *part = open_bytes_or_fail(by_number, by_name_size);
    double *states = column_f64(part, "cars", "states", &count); /* the list stays; the truck does nothing in it */
    assert_int_equal(count, 4);
    assert_true(states[0] > 0 && states[1] > 0 && states[2] > 0 && states[3] == 0);
    free(states);
    pdk_close(part);
    pdk_output_close(output);
    free(by_number);
    pdk_close(replay);
    free(data);
}

static void progress_can_stop(void **state)
{
    (void)state;
    pdk_synth_options large = PDK_SYNTH_OPTIONS_INIT;
    large.size = 40 << 20;
    static const char *const formats[] = { "raf", "rply", "vcr" };
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[i], &large, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        unsigned calls = 0;
        pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
        options.progress = stop_at_once;
        options.progress_user = &calls;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_fails(pdk_cut(document, &options, output, &error), error, PDK_E_CANCELLED, "cancelled", PDK_NO_OFFSET);
        assert_int_equal(calls, 1);
        pdk_output_close(output);
        pdk_close(document);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_filtered), cmocka_unit_test(all_of_it_is_the_same),
        cmocka_unit_test(parts_of_parts),    cmocka_unit_test(ranges_are_checked),
        cmocka_unit_test(calls_are_checked), cmocka_unit_test(names_are_checked),
        cmocka_unit_test(names_choose),      cmocka_unit_test(progress_can_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
