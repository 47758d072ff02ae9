/* Parts of laps: the header of what is no lap any more; real laps; and, for all formats, memory and outputs that fail.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cutting.h"
#include "failing.h"
#include "sink.h"

/* A part's header: other counts and times, nothing else. `first` is the first block that is kept. */
static void check_part(const uint8_t *whole, const uint8_t *part, size_t part_size, size_t first, size_t count)
{
    size_t head = (size_t)(whole[12] | whole[13] << 8), block = (size_t)(whole[14] | whole[15] << 8);
    assert_int_equal(part_size, head + count * block);
    assert_memory_equal(part, whole, 20);
    assert_memory_equal(part + 24, whole + 24, 146); /* to the legality */
    assert_int_equal(part[170], 0);
    assert_int_equal(part[171], 1);
    assert_memory_equal(part + 188, whole + 188, head - 188);
    assert_memory_equal(part + head, whole + head + first * block, count * block);
    pdk_document *lap = open_bytes_or_fail(part, part_size);
    size_t rows;
    assert_true(property_number(lap, "block_count") == (double)count);
    assert_null(pdk_document_find_property(lap, "lap_time"));
    assert_int_equal(pdk_table_rows(pdk_document_find_table(lap, "splits")), 0);
    double *time = column_f64(lap, "telemetry", "time", &rows);
    assert_true(rows == count && time[0] == 0);
    free(time);
    for (size_t i = 172; i < 188; i++) assert_int_equal(part[i], 0);
    pdk_close(lap);
}

static void header_of_a_part(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 10;
    size_t size, part_size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *lap = open_bytes_or_fail(data, size);
    uint8_t *part = cut_or_fail(lap, &(cutting){ 2.005, 5, NULL }, &part_size);
    check_part(data, part, part_size, 201, 300);
    pdk_close(lap);
    free(part);
    free(data);
}

static void real_laps(void **unused)
{
    (void)unused;
    static const char *const files[] = { "raf/test1.raf", "raf/dataelephant_lap1.raf", "raf/dataelephant_lap2.raf" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = real_file(files[i]);
        if (path == NULL) skip();
        size_t size, part_size;
        uint8_t *data = read_file(path, &size);
        pdk_document *lap = open_bytes_or_fail(data, size);
        uint8_t *part = cut_or_fail(lap, &(cutting){ 0, 1e6, NULL }, &part_size);
        assert_int_equal(part_size, size);
        assert_memory_equal(part, data, size);
        free(part);
        part = cut_or_fail(lap, &(cutting){ 10, 20, NULL }, &part_size);
        check_part(data, part, part_size, 1000, 1001);
        pdk_document *opened = open_bytes_or_fail(part, part_size);
        assert_sound(opened);
        pdk_close(opened);
        free(part);
        pdk_close(lap);
        free(data);
    }
}

/* What follows the last block stays; half a block of a file that ends early does not. */
static void ends_of_files(void **unused)
{
    (void)unused;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 2;
    size_t size, part_size;
    uint8_t *data = synth_or_fail("raf", &synth, &size), *longer = calloc(1, size + 7);
    assert_non_null(longer);
    memcpy(longer, data, size);
    memset(longer + size, 0x5A, 7);
    pdk_document *lap = open_bytes_or_fail(longer, size + 7);
    uint8_t *part = cut_or_fail(lap, &(cutting){ 1, 2, NULL }, &part_size);
    assert_memory_equal(part + part_size - 7, longer + size, 7);
    free(part);
    pdk_close(lap);
    free(longer);

    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size - 10, &options, &lap, &error), error);
    part = cut_or_fail(lap, &(cutting){ -INFINITY, INFINITY, NULL }, &part_size);
    check_part(data, part, part_size, 0, 199);
    free(part);
    pdk_close(lap);
    free(data);
}

/* ------------------------------------------------------------------------------------- failing, all formats */

static const char *const formats[] = { "raf", "rply", "vcr" };
static const char *const wanted[] = { "0", "nobody of this name" };

/* Opening succeeds, cutting meets the failure. Returns the calls that cutting made. */
static size_t cut_failing(const uint8_t *data, size_t size, size_t fail_after, bool gzip, const char *const *drivers)
{
    failing state = { 0 };
    pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
    open.allocator = failing_allocator(&state);
    pdk_document *document = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, &open, &document, &error), error);
    size_t before = state.calls, live = state.live;
    state.fail_at = before + fail_after;
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.gzip = gzip;
    options.drivers = drivers;
    options.driver_count = 1;
    pdk_status status = pdk_cut(document, &options, output, &error);
    size_t calls = state.calls - before;
    if (calls >= fail_after) assert_int_equal(status, PDK_E_MEMORY);
    else assert_int_equal(status, drivers == wanted ? PDK_OK : PDK_E_ARGUMENT);
    assert_int_equal(state.live, live);
    pdk_output_close(output);
    pdk_close(document);
    assert_int_equal(state.live, 0);
    return calls;
}

static void memory_fails(void **unused)
{
    (void)unused;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 1;
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[i], &synth, &size);
        for (size_t name = 0; name < 2; name++) {
            bool gzip = i == 2 && name == 0;
            size_t fail_after = 1, sweeps = 0;
            while (cut_failing(data, size, fail_after, gzip, wanted + name) >= fail_after) {
                fail_after++;
                sweeps++;
            }
            assert_true(sweeps > 0);
        }
        free(data);
    }
}

/* Cuts into a sink that fails at write `fail_at` (0 = never); returns how many writes there were. */
static size_t cut_into(const pdk_document *document, size_t fail_at)
{
    sink state = { .fail_at = fail_at };
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    options.has_from = true;
    options.from = 0.5;
    assert_ok(pdk_output_callback(sink_write, &state, &output, &error), error);
    pdk_status status = pdk_cut(document, &options, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    assert_int_equal(status, fail_at == 0 ? PDK_OK : PDK_E_IO);
    pdk_output_close(output);
    return state.calls;
}

/* A disk that is full at every write in turn. */
static void outputs_fail(void **unused)
{
    (void)unused;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.size = 1500000;
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[i], &synth, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        size_t writes = cut_into(document, 0);
        assert_true(writes >= 1);
        for (size_t fail_at = 1; fail_at <= writes; fail_at++) assert_int_equal(cut_into(document, fail_at), fail_at);
        pdk_close(document);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_of_a_part), cmocka_unit_test(real_laps),    cmocka_unit_test(ends_of_files),
        cmocka_unit_test(memory_fails),     cmocka_unit_test(outputs_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
