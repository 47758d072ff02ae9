/* gMotor replays that are cut, damaged or hostile: always a code and an offset, and what is sound with `partial`. */
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr.h"
#include "sink.h"
#include "support.h"

enum { CARS = 4, RATE = 50 };

static const char *const dialects[] = { "r2", "r1", "l" };

static uint8_t *make(const char *dialect, double seconds, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = seconds;
    options.cars = CARS;
    return synth_or_fail("vcr", &options, size);
}

static pdk_status try_open(const uint8_t *data, size_t size, bool partial, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = partial;
    *document = NULL;
    return pdk_open_memory(data, size, &options, document, error);
}

static const pdk_vcr_state *state_of(const pdk_document *document)
{
    return document->state;
}

/* The offset of row `row` of a table of events, by the table of all of them. */
static size_t offset_of_slice(const pdk_document *document, size_t slice)
{
    size_t count;
    double *offsets = column_f64(document, "slices", "offset", &count), offset = offsets[slice];
    assert_true(slice < count);
    free(offsets);
    return (size_t)offset;
}

/* ---------------------------------------------------------------------------------------------- cut files */

/* Cut inside an event: no plain opening; with partial, the whole slices before. */
static void cut_in_the_middle(void **state)
{
    (void)state;
    for (int d = 0; d < 2; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 6, &size);
        pdk_document *whole = NULL, *part = NULL;
        pdk_error error = { 0 };
        assert_ok(try_open(data, size, false, &whole, &error), error);
        size_t slice = offset_of_slice(whole, 200), event = slice + 6; /* its first event */
        assert_fails(try_open(data, event + 20, false, &part, &error), error, PDK_E_TRUNCATED, "vcr.truncated", event);
        assert_string_equal(error.where, "vcr.slice[200]");
        assert_fails(try_open(data, event + 3, false, &part, &error), error, PDK_E_TRUNCATED, "vcr.truncated", event);
        assert_fails(try_open(data, slice + 4, false, &part, &error), error, PDK_E_TRUNCATED, "vcr.truncated", slice);
        assert_fails(try_open(data, slice, false, &part, &error), error, PDK_E_TRUNCATED, "vcr.truncated", slice);
        static const size_t cuts[] = { 26, 9, 4, 0 };
        for (size_t i = 0; i < 4; i++) {
            assert_ok(try_open(data, slice + cuts[i], true, &part, &error), error);
            assert_int_equal(table_rows(part, "slices"), 200);
            assert_int_equal(table_rows(part, "drivers"), CARS);
            assert_int_equal(table_rows(part, "poses"), (200 - 5) * CARS);
            assert_int_equal(count_findings(part, PDK_CHECK_STRUCTURE, "vcr.truncated"), 1);
            size_t count;
            double *a = column_f64(part, "poses", "x", &count), *b = column_f64(whole, "poses", "x", &count);
            for (size_t k = 0; k < table_rows(part, "poses"); k++) assert_true(a[k] == b[k]);
            free(a);
            free(b);
            pdk_close(part);
        }
        pdk_close(whole);
        free(data);
    }
}

/* L has its metadata last: a cut file has lost drivers and session, the slices are still there. */
static void cut_before_the_metadata(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("l", 6, &size);
    pdk_document *whole = NULL, *part = NULL;
    pdk_error error = { 0 };
    assert_ok(try_open(data, size, false, &whole, &error), error);
    size_t slice = offset_of_slice(whole, 150);
    assert_fails(try_open(data, slice + 40, false, &part, &error), error, PDK_E_TRUNCATED, "vcr.truncated", 53);
    assert_string_equal(error.where, "vcr.l.stream.metadata_offset");
    assert_ok(try_open(data, slice + 40, true, &part, &error), error);
    assert_int_equal(table_rows(part, "slices"), 150);
    assert_int_equal(table_rows(part, "poses"), (150 - 5) * CARS);
    assert_int_equal(table_rows(part, "drivers"), 0);
    read_everything(part);
    pdk_close(part);
    pdk_close(whole);
    free(data);
}

/* Cut anywhere in the head: never taken for a whole file under another reading. */
static void cut_in_the_head(void **state)
{
    (void)state;
    for (int d = 0; d < 2; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 1, &size);
        pdk_document *whole = NULL;
        pdk_error error = { 0 };
        assert_ok(try_open(data, size, false, &whole, &error), error);
        size_t head = (size_t)state_of(whole)->head->slices_at;
        pdk_close(whole);
        for (size_t length = 50; length <= head + 300; length++) {
            pdk_document *part = NULL;
            uint8_t *exact = malloc(length);
            assert_non_null(exact);
            memcpy(exact, data, length);
            assert_int_equal(try_open(exact, length, false, &part, &error), PDK_E_TRUNCATED);
            assert_string_equal(error.code, "vcr.truncated");
            assert_true(error.offset <= length);
            free(exact);
        }
        free(data);
    }
}

/* ----------------------------------------------------------------------------------------- contradictions */

static void no_tag(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 1, &size);
    data[46] = 'X';
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(try_open(data, size, false, &document, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.unknown", 0);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "vcr";
    assert_fails(pdk_open_memory(data, size, &options, &document, &error), error, PDK_E_CORRUPT, "vcr.tag", 0);
    free(data);
}

static void too_many_drivers(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 1, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    size_t at = (size_t)state_of(document)->head->drivers_at - 4;
    pdk_close(document);
    data[at + 3] = 0x7F;
    pdk_error error = { 0 };
    assert_fails(try_open(data, size, false, &document, &error), error, PDK_E_CORRUPT, "vcr.layout", at);
    assert_string_equal(error.where, "vcr.driver_count");
    assert_true(strstr(error.message, "readings") != NULL);
    free(data);
}

static void metadata_inside_the_slices(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("l", 2, &size);
    data[53] ^= 1; /* one byte off: the info's lengths make no sense there */
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_int_not_equal(try_open(data, size, false, &document, &error), PDK_OK);
    assert_int_equal(error.status == PDK_E_CORRUPT || error.status == PDK_E_TRUNCATED, 1);
    assert_ok(try_open(data, size, true, &document, &error), error);
    assert_true(table_rows(document, "poses") > 100);
    pdk_close(document);
    free(data);
}

static void bytes_behind(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 2, &size), *longer = malloc(size + 7);
    assert_non_null(longer);
    memcpy(longer, data, size);
    memset(longer + size, 0xEE, 7);
    pdk_document *document = open_bytes_or_fail(longer, size + 7);
    assert_int_equal(table_rows(document, "poses"), 2 * RATE * CARS);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "vcr.trailing"), 1);
    pdk_close(document);
    free(longer);
    free(data);
}

static void counters_that_lie(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 2, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    size_t counters = (size_t)state_of(document)->head->counters_at;
    pdk_close(document);
    data[counters]--; /* one slice less, the events right */
    document = open_bytes_or_fail(data, size);
    assert_int_equal(table_rows(document, "poses"), 2 * RATE * CARS);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "vcr.counters"), 1);
    pdk_close(document);
    uint8_t kept[8]; /* counters that are right for the first slice only: what follows is not ignored */
    memcpy(kept, data + counters, 8);
    pdk_store_u32(data + counters, 1);
    pdk_store_u32(data + counters + 4, pdk_load_u16(data + counters + 16 + 4));
    document = open_bytes_or_fail(data, size);
    assert_int_equal(table_rows(document, "poses"), 2 * RATE * CARS);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "vcr.counters"), 1);
    pdk_close(document);
    memcpy(data + counters, kept, 8);
    data[counters + 2] = 0x10; /* a million slices more, and events too: the file must have been cut */
    data[counters + 6] = 0x10;
    pdk_error error = { 0 };
    assert_fails(try_open(data, size, false, &document, &error), error, PDK_E_TRUNCATED, "vcr.truncated", size);
    assert_ok(try_open(data, size, true, &document, &error), error);
    assert_int_equal(table_rows(document, "poses"), 2 * RATE * CARS);
    pdk_close(document);
    free(data);
}

static void drivers_who_share_a_slot(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r1", 2, &size);
    for (size_t i = 1; i + 10 < size; i++) {
        if (memcmp(data + i,
                   "\x09"
                   "B. Okafor",
                   10) == 0)
            data[i - 1] = 0;
    }
    pdk_document *document = open_bytes_or_fail(data, size);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "vcr.slots"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "vcr.event.driver"), 1);
    pdk_close(document);
    free(data);
}

/* --------------------------------------------------------------------------------------------- full check */

typedef struct expected {
    const char *code;
    uint64_t offset;
    unsigned count;
} expected;

static bool compare(void *user, const pdk_finding *finding)
{
    expected *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0) {
        wanted->count++;
        assert_int_equal(finding->offset, wanted->offset);
        assert_true(finding->message[0] != '\0');
    }
    return true;
}

/* One byte is changed; the full check reports this code, there, once. */
static void assert_found(const uint8_t *data, size_t size, size_t at, const void *bytes, size_t count, const char *code,
                         uint64_t offset)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    memcpy(copy + at, bytes, count);
    pdk_document *document = open_bytes_or_fail(copy, size);
    expected wanted = { code, offset, 0 };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, compare, &wanted, NULL, &error), error);
    if (wanted.count != 1) fail_msg("%s was found %u times", code, wanted.count);
    pdk_close(document);
    free(copy);
}

static void full_check(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 4, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    size_t slice = offset_of_slice(document, 100), pose = slice + 6; /* a pose of the first car */
    pdk_row order;
    pdk_vcr_index_rows(&state_of(document)->shape, &state_of(document)->index, PDK_VCR_RUNNING_ORDER, 0, 1, &order);
    size_t order_at = (size_t)(order.at - data);
    uint64_t total = 99;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    assert_int_equal(total, 0);
    pdk_close(document);
    assert_found(data, size, 49, "\x08\0\0\x80", 4, "vcr.version", 49); /* the word of L */
    assert_found(data, size, 49, "\0\0\xC0\x7F", 4, "vcr.version", 49);
    assert_found(data, size, slice, "\0\0\0\0", 4, "vcr.slice.time", slice);
    assert_found(data, size, slice, "\0\0\xC0\x7F", 4, "vcr.slice.time", slice);
    assert_found(data, size, pose, "\x63", 1, "vcr.event.driver", pose);
    assert_found(data, size, pose + 5 + 39, "\0\0\xC0\x7F", 4, "vcr.pose.number", pose + 5 + 39);
    assert_found(data, size, pose + 5 + 59, "\0\0\x80\xFF", 4, "vcr.pose.number", pose + 5 + 59);
    assert_found(data, size, pose + 5 + 43, "\0\0\0\x60", 4, "vcr.pose.place", pose + 5 + 43);
    assert_found(data, size, order_at + 5, "\x09", 1, "vcr.order.count", order_at);
    /* an order made to look like a penalty removed, which has one byte: 2/8 comes in any size, so a tyre choice, 2/16
     */
    uint32_t header = pdk_load_u32(data + order_at);
    header = (header & ~(0x3Fu << 17 | 7u << 29)) | 16u << 17 | 2u << 29;
    uint8_t bytes[4];
    pdk_store_u32(bytes, header);
    assert_found(data, size, order_at, bytes, 4, "vcr.event.size", order_at);
    header = pdk_load_u32(data + pose) & ~(0xFu << 23);
    pdk_store_u32(bytes, header);
    assert_found(data, size, pose, bytes, 4, "vcr.event.session", pose);
    free(data);
}

/* Slot 255 stands for nobody, even where the list has a driver in it. */
static void nobody_has_no_name(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 4, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    size_t slot_at = (size_t)state_of(document)->head->drivers_at;
    pdk_close(document);
    data[slot_at] = 255;
    document = open_bytes_or_fail(data, size);
    assert_false(has_value(document, "session", "driver", 0));
    assert_false(has_value(document, "session", "name", 0));
    pdk_close(document);
    free(data);
}

/* ------------------------------------------------------------------------------------------------- sweeps */

static void truncation(void **state)
{
    (void)state;
    for (int d = 0; d < 3; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 0.2, &size);
        sweep_truncation(data, size, 13, NULL);
        free(data);
    }
}

static void mutation(void **state)
{
    (void)state;
    for (int d = 0; d < 3; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 0.06, &size);
        sweep_mutation(data, size, 0, size, 3, NULL);
        free(data);
    }
}

static void allocation(void **state)
{
    (void)state;
    for (int d = 0; d < 3; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 0.1, &size);
        assert_true(sweep_allocation(data, size) > 20);
        free(data);
    }
}

/* Memory follows the file: nothing it announces makes it grow. */
static void memory_is_bounded(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("r2", 20, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    assert_true(document->memory.used < 300000 + size / 8);
    pdk_close(document);
    free(data);
    /* two hundred thousand empty slices */
    data = make("r2", 0.02, &size);
    document = open_bytes_or_fail(data, size);
    size_t at = (size_t)state_of(document)->head->slices_at, counters = (size_t)state_of(document)->head->counters_at;
    pdk_close(document);
    enum { EMPTY = 200000 };
    uint8_t *empty = calloc(1, at + (size_t)EMPTY * 6);
    assert_non_null(empty);
    memcpy(empty, data, at);
    pdk_store_u32(empty + counters, EMPTY);
    pdk_store_u32(empty + counters + 4, 0);
    document = open_bytes_or_fail(empty, at + (size_t)EMPTY * 6);
    assert_int_equal(table_rows(document, "slices"), EMPTY);
    assert_int_equal(table_rows(document, "events"), 0);
    assert_true(document->memory.used < 300000 + (size_t)EMPTY * 6);
    size_t count;
    double *offset = column_f64(document, "slices", "offset", &count);
    for (size_t i = 0; i < count; i++) assert_true(offset[i] == (double)(at + i * 6));
    free(offset);
    pdk_close(document);
    free(empty);
    free(data);
}

static void cancelling(void **state)
{
    (void)state;
    int calls = 0;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 1;
    options.progress = stop_at_once;
    options.progress_user = &calls;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_int_equal(pdk_synth("vcr", &options, output, &error), PDK_E_CANCELLED);
    assert_int_equal(calls, 1);
    pdk_output_close(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_in_the_middle),
        cmocka_unit_test(cut_before_the_metadata),
        cmocka_unit_test(cut_in_the_head),
        cmocka_unit_test(no_tag),
        cmocka_unit_test(too_many_drivers),
        cmocka_unit_test(metadata_inside_the_slices),
        cmocka_unit_test(bytes_behind),
        cmocka_unit_test(counters_that_lie),
        cmocka_unit_test(drivers_who_share_a_slot),
        cmocka_unit_test(full_check),
        cmocka_unit_test(nobody_has_no_name),
        cmocka_unit_test(truncation),
        cmocka_unit_test(mutation),
        cmocka_unit_test(allocation),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(cancelling),
    };
    return cmocka_run_group_tests_name("vcr damage", tests, NULL, NULL);
}
