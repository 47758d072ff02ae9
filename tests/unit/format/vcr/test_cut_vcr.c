/* Parts of gMotor replays: counters, times, pointers, whose events are whose; every published reading; damaged files.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cutting.h"
#include "format/vcr/vcr.h"
#include "format/vcr/vcr_synth.h"

enum { SECONDS = 10 };

static uint8_t *make(const char *dialect, bool gzip, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = SECONDS;
    options.cars = 4;
    options.gzip = gzip;
    return synth_or_fail("vcr", &options, size);
}

static const pdk_vcr_state *state_of(const pdk_document *document)
{
    return document->state;
}

/* The header of the first event that is a row of `table`. */
static uint8_t *first_event(const pdk_document *document, uint8_t *data, const char *table)
{
    pdk_bytes payload;
    pdk_error error = { 0 };
    const pdk_table *rows = pdk_document_find_table(document, table);
    size_t column = pdk_table_find_column(rows, "payload");
    assert_ok(pdk_table_read_column(rows, column, 0, 1, &payload, &error), error);
    return data + (payload.data - document->content.data) - state_of(document)->layout->event->size;
}

static void counters_and_times(void **unused)
{
    (void)unused;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (size_t i = 0; i < 3; i++) {
        size_t size, part_size;
        uint8_t *data = make(dialects[i], false, &size);
        pdk_document *whole = open_bytes_or_fail(data, size);
        double end = property_number(whole, "end_time"), start = property_number(whole, "start_time");
        uint8_t *bytes = cut_or_fail(whole, &(cutting){ 65.01, 70, NULL }, &part_size);
        pdk_document *part = open_bytes_or_fail(bytes, part_size);
        assert_true(property_number(part, "slice_count") == 250);
        assert_true(property_number(part, "event_count") ==
                    (double)pdk_table_rows(pdk_document_find_table(part, "events")));
        assert_near(property_number(part, "start_time"), 65.02, 1e-4); /* of the first slice that is kept */
        assert_near(property_number(part, "end_time"), 70, 0);
        if (i == 0) assert_near(property_number(part, "duration"), 70 - 65.02, 1e-4);
        assert_true(property_number(part, "driver_count") == 4);
        pdk_close(part);
        free(bytes);
        bytes = cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, "2" }, &part_size); /* no slice goes: times stay */
        part = open_bytes_or_fail(bytes, part_size);
        assert_near(property_number(part, "start_time"), start, 0);
        assert_near(property_number(part, "end_time"), end, 0);
        assert_true(pdk_table_rows(pdk_document_find_table(part, "slices")) ==
                    pdk_table_rows(pdk_document_find_table(whole, "slices")));
        pdk_close(part);
        free(bytes);
        pdk_close(whole);
        free(data);
    }
}

/* Running order, weather and lights are everyone's even when a slot sends them; a stranger's events are nobody's. */
static void whose_is_what(void **unused)
{
    (void)unused;
    static const char *const shared[] = { "running_order", "weather", "lights", "session", "countdown" };
    size_t size, part_size;
    uint8_t *data = make("r2", false, &size);
    pdk_document *whole = open_bytes_or_fail(data, size);
    first_event(whole, data, "weather")[0] = 0;
    first_event(whole, data, "lights")[0] = 0;
    first_event(whole, data, "session")[0] = 0;
    first_event(whole, data, "countdown")[0] = 0;
    first_event(whole, data, "pit")[0] = 200;
    pdk_close(whole);
    whole = open_bytes_or_fail(data, size);
    size_t pits = 0;
    double *pit = column_f64(whole, "pit", "driver", &pits), expected = 0;
    for (size_t i = 0; i < pits; i++) expected += pit[i] == 1 || pit[i] == 200;
    free(pit);
    uint8_t *bytes = cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, "1" }, &part_size);
    pdk_document *part = open_bytes_or_fail(bytes, part_size);
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        uint64_t rows = pdk_table_rows(pdk_document_find_table(whole, shared[i]));
        assert_true(rows > 0 && pdk_table_rows(pdk_document_find_table(part, shared[i])) == rows);
    }
    assert_true((double)pdk_table_rows(pdk_document_find_table(part, "pit")) == expected && expected >= 1);
    pdk_close(part);
    free(bytes);
    pdk_close(whole);
    free(data);
}

/* Unknown bytes after the last slice are kept if they cannot be taken for slices. */
static void trailing_bytes(void **unused)
{
    (void)unused;
    size_t size, part_size;
    uint8_t *plain = make("r2", false, &size), *data = malloc(size + 1000);
    assert_non_null(data);
    memcpy(data, plain, size);
    memset(data + size, 0xA5, 1000);
    pdk_document *whole = open_bytes_or_fail(data, size + 1000);
    assert_int_equal(count_findings(whole, PDK_CHECK_STRUCTURE, "vcr.trailing"), 1);
    uint8_t *bytes = cut_or_fail(whole, &(cutting){ 66, 70, NULL }, &part_size);
    assert_memory_equal(bytes + part_size - 1000, data + size, 1000);
    pdk_document *part = open_bytes_or_fail(bytes, part_size);
    assert_int_equal(count_findings(part, PDK_CHECK_FULL, "vcr.trailing"), 1);
    pdk_close(part);
    free(bytes);
    bytes = cut_or_fail(whole, &(cutting){ 70, 70, NULL }, &part_size); /* more of them than of the one slice */
    part = open_bytes_or_fail(bytes, part_size);
    assert_sound(part);
    pdk_close(part);
    free(bytes);
    bytes = cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, NULL }, &part_size);
    assert_int_equal(part_size, size + 1000);
    assert_memory_equal(bytes, data, part_size);
    free(bytes);
    pdk_close(whole);
    free(data);
    free(plain);
}

/* L: the metadata was found although its pointer is wrong; in a part it is right again. */
static void pointer_is_mended(void **unused)
{
    (void)unused;
    size_t size, part_size;
    uint8_t *data = make("l", false, &size);
    pdk_document *whole = open_bytes_or_fail(data, size);
    uint64_t pointer_at = state_of(whole)->head->slices_at - 8;
    pdk_close(whole);
    pdk_store_u32(data + pointer_at, UINT32_MAX);
    whole = open_bytes_or_fail(data, size);
    assert_int_equal(count_findings(whole, PDK_CHECK_STRUCTURE, "vcr.metadata"), 1);
    uint8_t *bytes = cut_or_fail(whole, &(cutting){ 66, 70, "2" }, &part_size);
    pdk_document *part = open_bytes_or_fail(bytes, part_size);
    assert_sound(part);
    assert_true(pdk_load_u32(bytes + pointer_at) == state_of(part)->head->info_at);
    pdk_close(part);
    free(bytes);
    pdk_close(whole);
    free(data);
}

/* A cut file, read as far as it goes, becomes a sound one. */
static void damaged_files(void **unused)
{
    (void)unused;
    size_t size, part_size;
    uint8_t *data = make("r2", false, &size);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *whole = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size * 2 / 3, &options, &whole, &error), error);
    uint64_t slices = pdk_table_rows(pdk_document_find_table(whole, "slices"));
    uint8_t *bytes = cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, NULL }, &part_size);
    pdk_document *part = open_bytes_or_fail(bytes, part_size);
    assert_sound(part);
    assert_true(slices > 100 && property_number(part, "slice_count") == (double)slices);
    pdk_close(part);
    free(bytes);
    pdk_close(whole);
    free(data);
}

static void packed_files(void **unused)
{
    (void)unused;
    size_t size, plain_size, part_size;
    uint8_t *packed = make("r1", true, &size), *plain = make("r1", false, &plain_size);
    pdk_document *whole = open_bytes_or_fail(packed, size);
    uint8_t *bytes =
        cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, NULL }, &part_size); /* plain, without a wish */
    assert_int_equal(part_size, plain_size);
    assert_memory_equal(bytes, plain, plain_size);
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.gzip = true;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_cut(whole, &options, output, &error), error);
    pdk_document *again = open_bytes_or_fail(pdk_output_bytes(output).data, pdk_output_bytes(output).size);
    assert_string_equal(pdk_document_packed(again), "gzip");
    assert_int_equal(again->content.size, plain_size);
    assert_memory_equal(again->content.data, plain, plain_size);
    pdk_close(again);
    pdk_output_close(output);
    free(bytes);
    pdk_close(whole);
    free(packed);
    free(plain);
}

/* Slices whose time is no number are in every range, and say nothing about when the recording begins. */
static void times_that_are_none(void **unused)
{
    (void)unused;
    size_t size, part_size;
    uint8_t *data = make("r2", false, &size);
    pdk_document *whole = open_bytes_or_fail(data, size);
    pdk_store_f32(data + state_of(whole)->head->slices_at, NAN);
    pdk_close(whole);
    whole = open_bytes_or_fail(data, size);
    uint8_t *bytes = cut_or_fail(whole, &(cutting){ 66, 70, NULL }, &part_size);
    pdk_document *part = open_bytes_or_fail(bytes, part_size);
    assert_true(property_number(part, "slice_count") == 202 && property_number(part, "start_time") == 66);
    assert_true(isnan(pdk_load_f32(bytes + state_of(part)->head->slices_at)));
    pdk_close(part);
    free(bytes);
    pdk_close(whole);
    free(data);
}

/* Every reading somebody published, and counters that were never filled in. */
static void every_reading(void **unused)
{
    (void)unused;
    static pdk_vcr_calibration list;
    pdk_vcr_list_readings(&list);
    for (size_t i = 0; i < 2 * list.count; i++) {
        pdk_vcr_variation variation = { .layout = list.trials[i / 2].layout, .cut_counters = i % 2 != 0 };
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.cars = 4;
        options.seconds = 3;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_ok(pdk_vcr_synth_variation(&variation, &options, output, &error), error);
        pdk_bytes made = pdk_output_bytes(output);
        pdk_document *whole = open_bytes_or_fail(made.data, made.size);
        size_t size;
        uint8_t *bytes = cut_or_fail(whole, &(cutting){ -INFINITY, INFINITY, NULL }, &size);
        assert_true(size == made.size && memcmp(bytes, made.data, size) == 0); /* wrong counters stay, too */
        free(bytes);
        cutting what = { 65.5, 67, "1,2" };
        bytes = cut_or_fail(whole, &what, &size);
        pdk_document *part = open_bytes_or_fail(bytes, size);
        assert_string_equal(pdk_document_dialect(part), pdk_document_dialect(whole));
        assert_rows_filtered(whole, part, &what, "events", "driver", 255, "slice offset");
        assert_sound(part);
        pdk_close(part);
        free(bytes);
        pdk_close(whole);
        pdk_output_close(output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_and_times),  cmocka_unit_test(whose_is_what), cmocka_unit_test(trailing_bytes),
        cmocka_unit_test(pointer_is_mended),   cmocka_unit_test(damaged_files), cmocka_unit_test(packed_files),
        cmocka_unit_test(times_that_are_none), cmocka_unit_test(every_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
