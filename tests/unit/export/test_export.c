/* Tables as CSV and JSON lines, and the JSON writer. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "model/document.h"
#include "support.h"

/* --------------------------------------------------------------------------------------------------- JSON */

static void assert_json(pdk_json *json, const char *text)
{
    pdk_bytes bytes = pdk_output_bytes(json->output);
    if (bytes.size != strlen(text) || memcmp(bytes.data, text, bytes.size) != 0) {
        fail_msg("wanted %s\ngot    %.*s", text, (int)bytes.size, (const char *)bytes.data);
    }
    pdk_output_close(json->output);
}

static pdk_json json_in_memory(int indent)
{
    pdk_json json = { .indent = indent };
    json.output = output_or_fail();
    return json;
}

static void put_example(pdk_json *json)
{
    pdk_json_begin(json, '{');
    pdk_json_key(json, "a");
    pdk_json_begin(json, '[');
    pdk_json_integer(json, -1);
    pdk_json_natural(json, UINT64_MAX);
    pdk_json_number(json, 0.1);
    pdk_json_boolean(json, true);
    pdk_json_text(json, NULL);
    pdk_json_end(json, ']');
    pdk_json_key(json, "b");
    pdk_json_begin(json, '{');
    pdk_json_end(json, '}');
    pdk_json_end(json, '}');
}

static void json_shape(void **state)
{
    (void)state;
    pdk_json json = json_in_memory(0);
    put_example(&json);
    assert_json(&json, "{\"a\":[-1,18446744073709551615,0.1,true,null],\"b\":{}}");
    json = json_in_memory(2);
    put_example(&json);
    assert_json(
        &json,
        "{\n  \"a\": [\n    -1,\n    18446744073709551615,\n    0.1,\n    true,\n    null\n  ],\n  \"b\": {}\n}");
}

static void json_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *json;
    } cases[] = {
        { "", "\"\"" },
        { "a\"b\\c/", "\"a\\\"b\\\\c/\"" },
        { "\b\t\n\f\r\x01\x1F\x7F", "\"\\b\\t\\n\\f\\r\\u0001\\u001f\x7F\"" },
        { "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8F\x81", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8F\x81\"" },
        { "a\xFFz", "\"a\xEF\xBF\xBDz\"" },
        { "cut \xE2\x82", "\"cut \xEF\xBF\xBD\xEF\xBF\xBD\"" },
        { "\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"" },                 /* overlong NUL */
        { "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"" }, /* surrogate */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_json json = json_in_memory(0);
        pdk_json_text(&json, cases[i].text);
        assert_json(&json, cases[i].json);
    }
}

/* Sequences that straddle every boundary of the writer's pieces stay whole. */
static void json_long_text(void **state)
{
    (void)state;
    for (size_t lead = 0; lead < 70; lead++) {
        char text[256], wanted[260];
        memset(text, 'x', lead);
        for (size_t i = lead; i + 3 <= 200; i += 3) memcpy(text + i, "\xE2\x82\xAC", 3);
        size_t size = lead + (200 - lead) / 3 * 3;
        text[size] = '\0';
        snprintf(wanted, sizeof wanted, "\"%s\"", text);
        pdk_json json = json_in_memory(0);
        pdk_json_text(&json, text);
        assert_json(&json, wanted);
    }
}

static void json_values(void **state)
{
    (void)state;
    static const struct {
        pdk_value value;
        const char *json;
    } cases[] = {
        { { .type = PDK_FLOAT32, .as.number = (double)0.1f }, "0.1" },
        { { .type = PDK_FLOAT64, .as.number = (double)0.1f }, "0.10000000149011612" },
        { { .type = PDK_FLOAT64, .as.number = NAN }, "null" },
        { { .type = PDK_FLOAT32, .as.number = -INFINITY }, "null" },
        { { .type = PDK_BOOL, .as.boolean = false }, "false" },
        { { .type = PDK_INT8, .as.integer = -128 }, "-128" },
        { { .type = PDK_UINT64, .as.natural = 7 }, "7" },
        { { .type = PDK_TEXT, .as.text = { "a\0b", 3 } }, "\"a\\u0000b\"" },
        { { .type = PDK_BYTES, .as.bytes = { (const uint8_t *)"\x00\xFF\x1A", 3 } }, "\"00ff1a\"" },
        { { .type = PDK_TYPE_NONE }, "null" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_json json = json_in_memory(0);
        pdk_json_value(&json, &cases[i].value);
        assert_json(&json, cases[i].json);
    }
}

/* --------------------------------------------------------------------------------------------------- tables */

/* A document with one more table, whose columns have every type and every awkward value. */
static pdk_document *awkward(size_t rows)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 1;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    pdk_memory *memory = &document->memory;
    static const char *const words[] = { "plain", "", "a,b", "say \"hi\"", "two\r\nlines", "\xC3\xA9t\xC3\xA9" };
    pdk_text *texts = pdk_alloc_array(memory, rows, sizeof *texts);
    pdk_bytes *bytes = pdk_alloc_array(memory, rows, sizeof *bytes);
    uint8_t *flags = pdk_alloc_array(memory, rows, 1);
    float *floats = pdk_alloc_array(memory, rows, sizeof *floats);
    double *doubles = pdk_alloc_array(memory, rows, sizeof *doubles);
    int64_t *integers = pdk_alloc_array(memory, rows, sizeof *integers);
    uint64_t *naturals = pdk_alloc_array(memory, rows, sizeof *naturals);
    for (size_t i = 0; i < rows; i++) {
        const char *word = words[i % 6];
        texts[i] = (pdk_text){ word, strlen(word) };
        bytes[i] = (pdk_bytes){ (const uint8_t *)"\x01\xAB", i % 3 };
        flags[i] = i % 2 == 1;
        floats[i] = i == 3 ? NAN : 1 / (float)(i + 1);
        doubles[i] = i == 4 ? -INFINITY : 1 / (double)(i + 1);
        integers[i] = i == 5 ? INT64_MIN : -(int64_t)i;
        naturals[i] = UINT64_MAX - i;
    }
    pdk_table *table = pdk_document_add_table(document, "awkward", "for tests", rows, 7);
    pdk_table_add_array(table, (pdk_column_info){ .name = "word", .type = PDK_TEXT }, texts);
    pdk_table_add_array(table, (pdk_column_info){ .name = "bytes", .type = PDK_BYTES }, bytes);
    pdk_table_add_array(table, (pdk_column_info){ .name = "flag", .type = PDK_BOOL }, flags);
    pdk_table_add_array(table, (pdk_column_info){ .name = "near", .type = PDK_FLOAT32, .unit = "m/s" }, floats);
    pdk_table_add_array(table, (pdk_column_info){ .name = "exact", .type = PDK_FLOAT64, .unit = "N, s" }, doubles);
    pdk_table_add_array(table, (pdk_column_info){ .name = "integer", .type = PDK_INT64 }, integers);
    pdk_table_add_array(table, (pdk_column_info){ .name = "natural", .type = PDK_UINT64 }, naturals);
    assert_false(document->failed);
    free(data); /* the new table does not look at it */
    return document;
}

static void assert_written(const pdk_table *table, pdk_table_format format, const pdk_table_options *options,
                           const char *text)
{
    pdk_json json = json_in_memory(0);
    pdk_error error;
    assert_ok(pdk_table_write(table, format, options, json.output, &error), error);
    assert_json(&json, text);
}

static void csv_awkward(void **state)
{
    (void)state;
    pdk_document *document = awkward(6);
    const pdk_table *table = pdk_document_find_table(document, "awkward");
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    assert_written(
        table, PDK_CSV, NULL,
        "word,bytes,flag,near,exact,integer,natural\n"
        "plain,,false,1,1,0,18446744073709551615\n"
        ",01,true,0.5,0.5,-1,18446744073709551614\n"
        "\"a,b\",01ab,false,0.33333334,0.3333333333333333,-2,18446744073709551613\n"
        "\"say \"\"hi\"\"\",,true,NaN,0.25,-3,18446744073709551612\n"
        "\"two\r\nlines\",01,false,0.2,-Inf,-4,18446744073709551611\n"
        "\xC3\xA9t\xC3\xA9,01ab,true,0.16666667,0.16666666666666666,-9223372036854775808,18446744073709551610\n");
    size_t some[] = { 4, 3 };
    options.columns = some;
    options.column_count = 2;
    options.units = true;
    options.first = 1;
    options.has_count = true;
    options.count = 1;
    assert_written(table, PDK_CSV, &options, "\"exact [N, s]\",near [m/s]\n0.5,0.5\n");
    options.first = 6;
    assert_written(table, PDK_CSV, &options, "\"exact [N, s]\",near [m/s]\n");
    options.columns = (size_t[]){ 0 };
    options.column_count = 1;
    options.first = 0;
    options.count = 2;
    assert_written(table, PDK_CSV, &options, "word\nplain\n\"\"\n");
    options.count = 0;
    assert_written(table, PDK_CSV, &options, "word\n");
    options.has_count = false;
    options.first = 6;
    assert_written(table, PDK_CSV, &options, "word\n");
    pdk_close(document);
}

static void jsonl_awkward(void **state)
{
    (void)state;
    pdk_document *document = awkward(6);
    const pdk_table *table = pdk_document_find_table(document, "awkward");
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.first = 3;
    options.has_count = true;
    options.count = 2;
    assert_written(
        table, PDK_JSON_LINES, &options,
        "{\"word\":\"say \\\"hi\\\"\",\"bytes\":\"\",\"flag\":true,\"near\":null,\"exact\":0.25,\"integer\":-3,"
        "\"natural\":18446744073709551612}\n"
        "{\"word\":\"two\\r\\nlines\",\"bytes\":\"01\",\"flag\":false,\"near\":0.2,\"exact\":null,\"integer\":-4,"
        "\"natural\":18446744073709551611}\n");
    pdk_close(document);
}

/* What stands for "none" is an empty cell and null, a NaN that is a value stays one, and hidden columns come when asked
 * for. */
static void missing_and_hidden(void **state)
{
    (void)state;
    pdk_document *document = awkward(6);
    static const pdk_text words[] = { { "a", 1 }, { "", 0 }, { "b", 1 } };
    static const double values[] = { 1, (double)NAN, -1 }, times[] = { 0, -3, 2 };
    pdk_table *table = pdk_document_add_table(document, "sparse", "for tests", 3, 6);
    pdk_table_add_array(table, (pdk_column_info){ .name = "word", .type = PDK_TEXT }, words);
    pdk_table_set_empty_missing(table);
    pdk_table_add_array(table, (pdk_column_info){ .name = "nan", .type = PDK_FLOAT64 }, values);
    pdk_table_set_sentinel(table, (double)NAN);
    pdk_table_add_array(table, (pdk_column_info){ .name = "minus", .type = PDK_FLOAT64 }, values);
    pdk_table_set_sentinel(table, -1);
    pdk_table_add_array(table, (pdk_column_info){ .name = "time", .type = PDK_FLOAT64 }, times);
    pdk_table_set_sentinel_range(table, -HUGE_VAL, 0);
    pdk_table_add_array(table, (pdk_column_info){ .name = "all", .type = PDK_FLOAT64 }, times);
    pdk_table_set_hidden(table);
    assert_written(table, PDK_CSV, NULL, "word,nan,minus,time\na,1,1,\n,,NaN,\nb,-1,,2\n");
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.hidden = true;
    assert_written(table, PDK_JSON_LINES, &options,
                   "{\"word\":\"a\",\"nan\":1,\"minus\":1,\"time\":null,\"all\":0}\n"
                   "{\"word\":null,\"nan\":null,\"minus\":null,\"time\":null,\"all\":-3}\n"
                   "{\"word\":\"b\",\"nan\":-1,\"minus\":null,\"time\":2,\"all\":2}\n");
    options.columns = (size_t[]){ 4 };
    options.column_count = 1;
    options.hidden = false;
    assert_written(table, PDK_CSV, &options, "all\n0\n-3\n2\n");
    pdk_close(document);
}

/* Every number of a CSV, read back, is the number in the table; over many batches. */
static void csv_reads_back(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 30;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    const pdk_table *table = pdk_document_find_table(document, "telemetry");
    size_t columns = pdk_table_columns(table), rows = (size_t)pdk_table_rows(table);
    assert_true(rows > 2 * PDK_BATCH);
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_table_write(table, PDK_CSV, NULL, output, &error), error);
    assert_ok(pdk_output_write(output, "", 1, &error), error);
    char *at = strstr((char *)pdk_output_bytes(output).data, "\n") + 1;
    double *values = malloc(rows * columns * sizeof *values);
    assert_non_null(values);
    for (size_t c = 0; c < columns; c++)
        assert_ok(pdk_table_read_f64(table, c, 0, rows, values + c * rows, &error), error);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            pdk_type type = pdk_table_column_at(table, c)->type;
            double value = type == PDK_FLOAT32 ? (double)strtof(at, &at) : strtod(at, &at);
            assert_memory_equal(&value, &values[c * rows + r], sizeof value);
            assert_int_equal(*at, c + 1 < columns ? ',' : '\n');
            at++;
        }
    }
    assert_int_equal(*at, '\0');
    free(values);
    pdk_output_close(output);
    pdk_close(document);
    free(data);
}

/* ------------------------------------------------------------------------------------------------- failures */

static pdk_status refuse(void *user, const void *data, size_t size)
{
    (void)data;
    size_t *left = user;
    if (size > *left) return PDK_E_IO;
    *left -= size;
    return PDK_OK;
}

static bool stop_later(void *user, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    return ++*(int *)user < 3;
}

static void failures(void **state)
{
    (void)state;
    pdk_document *document = awkward(100000);
    const pdk_table *table = pdk_document_find_table(document, "awkward");
    pdk_error error;
    size_t left = 1000000;
    pdk_output *output;
    assert_ok(pdk_output_callback(refuse, &left, &output, &error), error);
    assert_fails(pdk_table_write(table, PDK_CSV, NULL, output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);

    output = output_or_fail();
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    int calls = 0;
    options.progress = stop_later;
    options.progress_user = &calls;
    assert_int_equal(pdk_table_write(table, PDK_CSV, &options, output, &error), PDK_E_CANCELLED);
    assert_int_equal(calls, 3);
    options.progress = NULL;
    options.first = 100001;
    assert_fails(pdk_table_write(table, PDK_CSV, &options, output, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    options.first = 0;
    options.columns = (size_t[]){ 7 };
    options.column_count = 1;
    assert_fails(pdk_table_write(table, PDK_CSV, &options, output, &error), error, PDK_E_ARGUMENT, "argument.column",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_write(table, (pdk_table_format)9, NULL, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    options.count = 1; /* without has_count */
    assert_fails(pdk_table_write(table, PDK_CSV, &options, output, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    options.struct_size = 1;
    assert_fails(pdk_table_write(table, PDK_CSV, &options, output, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_write(NULL, PDK_CSV, NULL, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
}

/* Wherever memory runs out, on whatever thread, it is said and nothing hangs. */
static void out_of_memory(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 200; /* enough for workers */
    size_t size;
    uint8_t *data = synth_or_fail("raf", &synth, &size);
    failing scarce = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = failing_allocator(&scarce);
    pdk_document *document;
    pdk_error error;
    assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
    const pdk_table *table = pdk_document_find_table(document, "telemetry");
    pdk_status status = PDK_E_MEMORY;
    for (size_t calls = 0; status != PDK_OK; calls += calls < 100 ? 1 : 37) {
        pdk_output *output = output_or_fail();
        fail_after(&scarce, calls);
        status = pdk_table_write(table, PDK_JSON_LINES, NULL, output, &error);
        fail_never(&scarce);
        pdk_output_close(output);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        assert_true(calls < 10000);
    }
    pdk_close(document);
    assert_int_equal(scarce.live, 0);
    free(data);
}

/* Many small batches on several threads come out in order. */
static void in_order(void **state)
{
    (void)state;
    enum { ROWS = 600000 };
    pdk_document *document = awkward(ROWS);
    const pdk_table *table = pdk_document_find_table(document, "awkward");
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.columns = (size_t[]){ pdk_table_find_column(table, "natural") };
    options.column_count = 1;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_table_write(table, PDK_CSV, &options, output, &error), error);
    assert_ok(pdk_output_write(output, "", 1, &error), error);
    char *at = strchr((char *)pdk_output_bytes(output).data, '\n') + 1;
    for (uint64_t i = 0; i < ROWS; i++, at++) assert_true(strtoull(at, &at, 10) == UINT64_MAX - i);
    assert_int_equal(*at, '\0');
    pdk_output_close(output);
    pdk_close(document);
}

/* Leaves out the row `*user`. */
static pdk_status all_but_one(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    uint64_t row = *(const uint64_t *)user;
    if (row == UINT64_MAX) {
        *error = (pdk_error){ .status = PDK_E_LIMIT, .code = "test.filter" };
        return PDK_E_LIMIT;
    }
    if (row >= first && row - first < count) keep[row - first] = 0;
    return PDK_OK;
}

/* Styles of CSV, a first column, rows that are left out, columns that are not there. */
static void styles(void **state)
{
    (void)state;
    pdk_document *document = awkward(3);
    const pdk_table *table = pdk_document_find_table(document, "awkward");
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.columns = (size_t[]){ pdk_table_find_column(table, "exact"), PDK_NO_COLUMN };
    options.column_count = 2;
    assert_written(table, PDK_CSV, &options, "exact,\n1,\n0.5,\n0.3333333333333333,\n");
    options.csv = PDK_CSV_CRLF;
    assert_written(table, PDK_CSV, &options, "exact,\r\n1,\r\n0.5,\r\n0.3333333333333333,\r\n");
    options.csv = PDK_CSV_EXCEL;
    assert_written(table, PDK_CSV, &options,
                   "\xEF\xBB\xBF"
                   "exact;\r\n1;\r\n0,5;\r\n0,3333333333333333;\r\n");
    options.label = "a;b";
    options.label_name = "file";
    options.no_header = true;
    uint64_t row = 1;
    options.filter = all_but_one;
    options.filter_user = &row;
    assert_written(table, PDK_CSV, &options, "\"a;b\";1;\r\n\"a;b\";0,3333333333333333;\r\n");
    options.csv = PDK_CSV_PLAIN;
    assert_written(table, PDK_CSV, &options, "a;b,1,\na;b,0.3333333333333333,\n");
    assert_written(table, PDK_JSON_LINES, &options,
                   "{\"file\":\"a;b\",\"exact\":1}\n{\"file\":\"a;b\",\"exact\":0.3333333333333333}\n");
    row = UINT64_MAX;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_int_equal(pdk_table_write(table, PDK_CSV, &options, output, &error), PDK_E_LIMIT);
    assert_string_equal(error.code, "test.filter");
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_shape),         cmocka_unit_test(json_texts),     cmocka_unit_test(json_long_text),
        cmocka_unit_test(json_values),        cmocka_unit_test(csv_awkward),    cmocka_unit_test(jsonl_awkward),
        cmocka_unit_test(missing_and_hidden), cmocka_unit_test(csv_reads_back), cmocka_unit_test(failures),
        cmocka_unit_test(out_of_memory),      cmocka_unit_test(in_order),       cmocka_unit_test(styles),
    };
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
