/* Arrow streams: how long what they hand out lives, who may release it, what fails and how. */
#define _XOPEN_SOURCE 700 /* mkstemp, pwrite */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arrow_look.h"
#include "failing.h"
#include "model/document.h"

static uint8_t *lap_bytes, *race_bytes;
static size_t lap_size, race_size;

static int make_files(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 20;
    lap_bytes = synth_or_fail("raf", &options, &lap_size);
    options.cars = 3;
    race_bytes = synth_or_fail("vcr", &options, &race_size);
    return 0;
}

static int free_files(void **state)
{
    (void)state;
    free(lap_bytes);
    free(race_bytes);
    return 0;
}

static const pdk_table *first_table(const pdk_document *document)
{
    return pdk_document_table_at(document, 0);
}

/* A lap's times are doubles, a replay's are floats. */
static double sum_of(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    double sum = 0;
    bool is_float = strcmp(schema->format, "f") == 0;
    for (int64_t i = 0; i < array->length; i++)
        sum += is_float ? (double)((const float *)array->buffers[1])[i] : ((const double *)array->buffers[1])[i];
    return sum;
}

static pdk_arrow_options one_column(const size_t *column)
{
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.columns = column;
    options.column_count = 1;
    return options;
}

/* -------------------------------------------------------------------------------------------------- lifetimes */

static void everything_outlives_the_document(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(lap_bytes, lap_size);
    size_t time = pdk_table_find_column(first_table(document), "time");
    pdk_arrow_options options = one_column(&time);
    options.batch = 256;
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), &options);
    struct ArrowSchema schema;
    struct ArrowArray first, second;
    pdk_close(document);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_true(next_or_fail(&stream, &first));
    assert_true(next_or_fail(&stream, &second));
    stream.release(&stream);
    assert_null(stream.release);
    assert_string_equal(schema.children[0]->name, "time");
    first.release(&first);
    assert_true(sum_of(schema.children[0], second.children[0]) > 0);
    second.release(&second);
    schema.release(&schema);
}

/* As Arrow says: a child is moved by copying it and marking the original as released. */
static void children_are_moved_out(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(race_bytes, race_size);
    const pdk_table *drivers = pdk_document_find_table(document, "drivers");
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.dictionaries = true;
    struct ArrowArrayStream stream = stream_or_fail(drivers, &options);
    struct ArrowSchema schema, schema_child;
    struct ArrowArray batch, child;
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_true(next_or_fail(&stream, &batch));
    size_t name = pdk_table_find_column(drivers, "name");
    child = *batch.children[name];
    batch.children[name]->release = NULL;
    schema_child = *schema.children[name];
    schema.children[name]->release = NULL;
    batch.release(&batch);
    schema.release(&schema);
    stream.release(&stream);
    pdk_close(document);
    assert_string_equal(schema_child.name, "name");
    assert_string_equal(schema_child.dictionary->format, "u");
    const int32_t *offsets = child.dictionary->buffers[1];
    assert_true(offsets[child.dictionary->length] > 0);
    assert_memory_equal(child.dictionary->buffers[2], "A. Varga", 8);
    child.release(&child);
    schema_child.release(&schema_child);
}

static void arrays_in_memory_are_not_copied(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(lap_bytes, lap_size);
    const pdk_table *table;
    pdk_error error;
    assert_ok(pdk_answer(document, "dynamics", &table, &error), error);
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.batch = 100;
    struct ArrowArrayStream stream = stream_or_fail(table, &options);
    struct ArrowArray batch;
    size_t shared = 0;
    for (uint64_t row = 0; next_or_fail(&stream, &batch); row += 100) {
        for (size_t i = 0; i < pdk_table_columns(table); i++) {
            const char *array = pdk_table_column_array(table, i);
            if (array == NULL) continue;
            assert_ptr_equal(batch.children[i]->buffers[1],
                             array + row * pdk_type_size(pdk_table_column_at(table, i)->type));
            shared++;
        }
        batch.release(&batch);
    }
    assert_true(shared > 0);
    assert_null(pdk_table_column_array(first_table(document), 0)); /* strided */
    assert_null(pdk_table_column_array(table, 10000));
    assert_null(pdk_table_column_array(NULL, 0));
    stream.release(&stream);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------------- threads */

enum { THREADS = 6 };

typedef struct range {
    const pdk_table *table;
    uint64_t first, count, rows;
    double sum;
    struct ArrowArray last; /* released by another thread */
} range;

static void *read_range(void *user)
{
    range *part = user;
    size_t column = pdk_table_find_column(part->table, "time");
    pdk_arrow_options options = one_column(&column);
    options.first = part->first;
    options.has_count = true;
    options.count = part->count;
    options.batch = 512;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray batch;
    if (pdk_table_arrow_stream(part->table, &options, &stream, NULL) != PDK_OK) return NULL;
    if (stream.get_schema(&stream, &schema) != 0) return NULL;
    while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
        part->rows += (uint64_t)batch.length;
        part->sum += sum_of(schema.children[0], batch.children[0]);
        if (part->last.release != NULL) part->last.release(&part->last);
        part->last = batch;
    }
    schema.release(&schema);
    stream.release(&stream);
    return NULL;
}

static void many_streams_at_once(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(race_bytes, race_size);
    const pdk_table *table = first_table(document);
    uint64_t rows = pdk_table_rows(table), read = 0;
    double whole = 0, sum = 0;
    size_t count;
    double *times = column_f64(document, pdk_table_name(table), "time", &count);
    for (size_t i = 0; i < count; i++) whole += times[i];
    range parts[THREADS];
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        uint64_t first = rows * i / THREADS;
        parts[i] = (range){ .table = table, .first = first, .count = rows * (i + 1) / THREADS - first };
        assert_int_equal(pthread_create(&threads[i], NULL, read_range, &parts[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        read += parts[i].rows;
        sum += parts[i].sum;
    }
    pdk_close(document);
    assert_int_equal(read, rows);
    assert_near(sum, whole, 1e-6 * whole);
    for (size_t i = 0; i < THREADS; i++) parts[i].last.release(&parts[i].last); /* what other threads made */
    free(times);
}

static void *release_child(void *user)
{
    struct ArrowArray *child = user;
    child->release(child);
    return NULL;
}

static void children_released_by_many_threads(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(lap_bytes, lap_size);
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), NULL);
    struct ArrowArray batch, moved[THREADS];
    pthread_t threads[THREADS];
    assert_true(next_or_fail(&stream, &batch));
    for (size_t i = 0; i < THREADS; i++) {
        moved[i] = *batch.children[i];
        batch.children[i]->release = NULL;
        assert_int_equal(pthread_create(&threads[i], NULL, release_child, &moved[i]), 0);
    }
    batch.release(&batch);
    stream.release(&stream);
    pdk_close(document);
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

/* ---------------------------------------------------------------------------------------------------- failures */

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *document = open_bytes_or_fail(lap_bytes, lap_size);
    const pdk_table *table = first_table(document);
    struct ArrowArrayStream stream;
    size_t none = 4000;
    pdk_arrow_options options = one_column(&none);
    assert_fails(pdk_table_arrow_stream(NULL, NULL, &stream, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_table_arrow_stream(table, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_table_arrow_stream(table, &options, &stream, &error), error, PDK_E_ARGUMENT, "argument.column",
                 PDK_NO_OFFSET);
    assert_null(stream.release);
    options = (pdk_arrow_options)PDK_ARROW_OPTIONS_INIT;
    options.first = pdk_table_rows(table) + 1;
    assert_fails(pdk_table_arrow_stream(table, &options, &stream, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    options.first = 0;
    options.count = 3;
    assert_fails(pdk_table_arrow_stream(table, &options, &stream, &error), error, PDK_E_ARGUMENT, "argument.count",
                 PDK_NO_OFFSET);
    options.struct_size = 0;
    assert_fails(pdk_table_arrow_stream(table, &options, &stream, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    pdk_close(document);
}

/* A stream with memory that fails at each call in turn: nothing leaks, and the error says so. */
static void memory_runs_out_at_every_call(void **state)
{
    (void)state;
    pdk_document *document = open_bytes_or_fail(race_bytes, race_size);
    const pdk_table *table = pdk_document_find_table(document, "pit");
    if (table == NULL) table = pdk_document_find_table(document, "drivers");
    size_t failures = 0;
    for (size_t fail_at = 1;; fail_at++) {
        failing memory = { .fail_at = fail_at };
        pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
        options.allocator = failing_allocator(&memory);
        options.dictionaries = fail_at % 2 == 0;
        options.hidden = true;
        struct ArrowArrayStream stream;
        struct ArrowSchema schema = { .release = NULL };
        struct ArrowArray batch = { .release = NULL };
        pdk_error error = { .status = PDK_OK };
        bool failed = pdk_table_arrow_stream(table, &options, &stream, &error) != PDK_OK;
        if (failed) {
            assert_int_equal(error.status, PDK_E_MEMORY);
            assert_null(stream.release);
        } else {
            int schema_result = stream.get_schema(&stream, &schema), batch_result = 0;
            if (schema_result == 0) batch_result = stream.get_next(&stream, &batch);
            failed = schema_result != 0 || batch_result != 0;
            if (failed) {
                assert_int_equal(schema_result != 0 ? schema_result : batch_result, ENOMEM);
                assert_non_null(strstr(stream.get_last_error(&stream), "memory.out"));
            }
            if (schema.release != NULL) schema.release(&schema);
            stream.release(&stream);
            if (batch.release != NULL) batch.release(&batch);
        }
        assert_int_equal(atomic_load(&memory.live), 0);
        failures += failed;
        if (!failed && fail_at % 2 == 0) break; /* those with dictionaries ask more often */
    }
    assert_true(failures > 20);
    pdk_close(document);
}

/* Rows from 300 on cannot be read. */
static pdk_status compute_some(const pdk_batch *call, void *values)
{
    for (size_t i = 0; i < call->count; i++) ((double *)values)[i] = (double)(call->first + i);
    if (call->first + call->count <= 300) return PDK_OK;
    *call->error = (pdk_error){ .status = PDK_E_CORRUPT, .offset = 0x3E0, .code = "made.row" };
    snprintf(call->error->message, sizeof call->error->message, "the row is not there");
    return PDK_E_CORRUPT;
}

/* What came before is there, and the error says where and why; asking again says it again. */
static void rows_that_cannot_be_read_are_said(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *document;
    assert_ok(pdk_document_make(&(pdk_limits){ 0 }, &(pdk_allocator){ 0 }, NULL, &document, &error), error);
    pdk_table *table = pdk_document_add_table(document, "made", "by hand", 1000, 1);
    pdk_table_add_computed(table, (pdk_column_info){ .name = "number", .type = PDK_FLOAT64 }, compute_some, NULL, 0);
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.batch = 100;
    struct ArrowArrayStream stream = stream_or_fail(table, &options);
    struct ArrowArray batch;
    for (int i = 0; i < 3; i++) {
        assert_true(next_or_fail(&stream, &batch));
        assert_int_equal(batch.length, 100);
        batch.release(&batch);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(stream.get_next(&stream, &batch), EINVAL);
        assert_string_equal(stream.get_last_error(&stream), "at 0x3E0: the row is not there (made.row)");
    }
    stream.release(&stream);
    pdk_close(document);
}

static void a_file_that_changes_is_an_error_at_the_end(void **state)
{
    (void)state;
    char path[] = "/tmp/paddock-arrow-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, lap_bytes, lap_size), lap_size);
    pdk_document *document = open_or_fail(path);
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), NULL);
    struct ArrowArray batch;
    assert_int_equal(pwrite(file, "x", 1, (off_t)lap_size), 1);
    int result = 0;
    while ((result = stream.get_next(&stream, &batch)) == 0 && batch.release != NULL) batch.release(&batch);
    assert_int_equal(result, EIO);
    assert_non_null(strstr(stream.get_last_error(&stream), "io.changed"));
    stream.release(&stream);
    pdk_close(document);
    close(file);
    unlink(path);
}

/* ------------------------------------------------------------------------------------------------ large and odd */

static pdk_document *document_with(const pdk_column_info *columns, const void *const *values, size_t count,
                                   uint64_t rows)
{
    pdk_error error;
    pdk_document *document;
    assert_ok(pdk_document_make(&(pdk_limits){ 0 }, &(pdk_allocator){ 0 }, NULL, &document, &error), error);
    pdk_table *table = pdk_document_add_table(document, "made", "by hand", rows, count);
    for (size_t i = 0; i < count; i++) pdk_table_add_array(table, columns[i], values[i]);
    return document;
}

static void large_texts_make_small_batches(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20, ROWS = 200 };
    char *letters = malloc(SIZE);
    pdk_text *texts = malloc(ROWS * sizeof *texts);
    assert_non_null(letters);
    assert_non_null(texts);
    memset(letters, 'a', SIZE);
    for (size_t i = 0; i < ROWS; i++) texts[i] = (pdk_text){ letters, i == 3 ? 80 << 10 : SIZE };
    pdk_column_info info = { .name = "text", .type = PDK_TEXT };
    const void *values[] = { texts };
    pdk_document *document = document_with(&info, values, 1, ROWS);
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), NULL);
    struct ArrowArray batch;
    int64_t rows = 0, batches = 0;
    while (next_or_fail(&stream, &batch)) {
        assert_true(batch.length <= 65);
        rows += batch.length;
        batches++;
        batch.release(&batch);
    }
    assert_int_equal(rows, ROWS);
    assert_int_equal(batches, 4);
    stream.release(&stream);
    pdk_close(document);
    free(texts);
    free(letters);
}

static void ten_thousand_columns(void **state)
{
    (void)state;
    enum { COLUMNS = 10000, ROWS = 600 };
    static pdk_column_info columns[COLUMNS];
    static const void *values[COLUMNS];
    static char names[COLUMNS][16];
    static double numbers[ROWS];
    static uint8_t bools[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        numbers[i] = (double)i;
        bools[i] = i % 3 == 0;
    }
    for (size_t i = 0; i < COLUMNS; i++) {
        snprintf(names[i], sizeof names[i], "c%zu", i % 5000); /* each twice */
        columns[i] = (pdk_column_info){ .name = names[i], .type = i % 2 == 0 ? PDK_FLOAT64 : PDK_BOOL };
        values[i] = i % 2 == 0 ? (const void *)numbers : bools;
    }
    pdk_document *document = document_with(columns, values, COLUMNS, ROWS);
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    assert_int_equal(assert_stream_is_table(first_table(document), &options), ROWS);
    pdk_close(document);
}

/* A NUL within a text, an empty text and one that is missing are three things; names with quotes are names. */
static void odd_texts_and_names(void **state)
{
    (void)state;
    static const pdk_text texts[] = { { "a\0b", 3 }, { "", 0 }, { "a\0b", 3 }, { "%s '\"", 5 }, { "", 0 } };
    static const pdk_label labels[] = { { 1, "on\"e\\" }, { 2, "two\n" }, { 0, NULL } };
    static const int8_t codes[] = { 1, 2, 3, -4, 1 };
    pdk_column_info columns[] = { { .name = "te'xt\"; DROP", .type = PDK_TEXT },
                                  { .name = "%s", .type = PDK_INT8, .labels = labels } };
    const void *values[] = { texts, codes };
    pdk_document *document = document_with(columns, values, 2, 5);
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    assert_stream_is_table(first_table(document), &options);
    options.dictionaries = true;
    assert_stream_is_table(first_table(document), &options);
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), &options);
    struct ArrowSchema schema;
    struct ArrowArray batch;
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_true(next_or_fail(&stream, &batch));
    assert_int_equal(batch.children[0]->dictionary->length, 3);
    char *text = metadata_value(schema.children[1]->metadata, "labels");
    assert_string_equal(text, "{\"1\":\"on\\\"e\\\\\",\"2\":\"two\\n\"}");
    free(text);
    batch.release(&batch);
    schema.release(&schema);
    stream.release(&stream);
    pdk_close(document);
}

static void metadata_says_what_the_file_is(void **state)
{
    (void)state;
    pdk_document *document = open_or_fail(PADDOCK_SAMPLES "/lap.raf");
    struct ArrowArrayStream stream = stream_or_fail(first_table(document), NULL);
    struct ArrowSchema schema;
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    static const char *const pairs[][2] = { { "path", PADDOCK_SAMPLES "/lap.raf" },
                                            { "format", "raf" },
                                            { "dialect", "version 2, 10 ms" },
                                            { "table", "telemetry" },
                                            { "sorted_by", "time" } };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char *value = metadata_value(schema.metadata, pairs[i][0]);
        assert_non_null(value);
        assert_string_equal(value, pairs[i][1]);
        free(value);
    }
    char *unit = metadata_value(schema.children[0]->metadata, "unit");
    assert_string_equal(unit, "s");
    free(unit);
    schema.release(&schema);
    stream.release(&stream);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_outlives_the_document),
        cmocka_unit_test(children_are_moved_out),
        cmocka_unit_test(arrays_in_memory_are_not_copied),
        cmocka_unit_test(many_streams_at_once),
        cmocka_unit_test(children_released_by_many_threads),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(memory_runs_out_at_every_call),
        cmocka_unit_test(rows_that_cannot_be_read_are_said),
        cmocka_unit_test(a_file_that_changes_is_an_error_at_the_end),
        cmocka_unit_test(large_texts_make_small_batches),
        cmocka_unit_test(ten_thousand_columns),
        cmocka_unit_test(odd_texts_and_names),
        cmocka_unit_test(metadata_says_what_the_file_is),
    };
    return cmocka_run_group_tests(tests, make_files, free_files);
}
