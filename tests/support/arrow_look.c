#include "arrow_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ArrowArrayStream stream_or_fail(const pdk_table *table, const pdk_arrow_options *options)
{
    struct ArrowArrayStream stream;
    pdk_error error;
    assert_ok(pdk_table_arrow_stream(table, options, &stream, &error), error);
    assert_non_null(stream.release);
    return stream;
}

bool next_or_fail(struct ArrowArrayStream *stream, struct ArrowArray *batch)
{
    int result = stream->get_next(stream, batch);
    if (result != 0) printf("get_next: %d, %s\n", result, stream->get_last_error(stream));
    assert_int_equal(result, 0);
    assert_null(stream->get_last_error(stream));
    return batch->release != NULL;
}

char *metadata_value(const char *metadata, const char *key)
{
    int32_t pairs = 0, size;
    if (metadata != NULL) memcpy(&pairs, metadata, sizeof pairs);
    for (const char *at = metadata + (metadata != NULL ? sizeof pairs : 0); pairs > 0; pairs--) {
        memcpy(&size, at, sizeof size);
        bool found = (size_t)size == strlen(key) && memcmp(at + sizeof size, key, (size_t)size) == 0;
        at += (int32_t)sizeof size + size;
        memcpy(&size, at, sizeof size);
        if (found) {
            char *value = calloc(1, (size_t)size + 1);
            assert_non_null(value);
            return memcpy(value, at + sizeof size, (size_t)size);
        }
        at += (int32_t)sizeof size + size;
    }
    return NULL;
}

static void assert_metadata(const char *metadata, const char *key, const char *wanted)
{
    char *value = metadata_value(metadata, key);
    if (wanted == NULL || wanted[0] == '\0') assert_null(value);
    else assert_string_equal(value, wanted);
    free(value);
}

/* Arrow's format letters, once more. */
static const char *letter_of(pdk_type type)
{
    static const char letters[] = "nbcCsSiIlLfguz";
    static char text[2];
    text[0] = letters[type];
    return text;
}

static bool is_set(const void *bits, int64_t row)
{
    return (((const uint8_t *)bits)[row / 8] >> (row % 8) & 1) != 0;
}

static bool is_there(const struct ArrowArray *array, int64_t row)
{
    return array->buffers[0] == NULL || is_set(array->buffers[0], array->offset + row);
}

static pdk_bytes text_of(const struct ArrowArray *array, int64_t row)
{
    const int32_t *offsets = array->buffers[1];
    const uint8_t *bytes = array->buffers[2];
    int64_t at = array->offset + row;
    assert_true(offsets[at] >= 0 && offsets[at + 1] >= offsets[at]);
    return (pdk_bytes){ bytes + offsets[at], (size_t)(offsets[at + 1] - offsets[at]) };
}

/* What is in a cell, as bytes: those of a number, or of a text. */
static pdk_bytes wanted_cell(const pdk_column_info *info, const void *values, size_t row)
{
    const uint8_t *at = (const uint8_t *)values + row * pdk_type_size(info->type);
    if (info->type < PDK_TEXT) return (pdk_bytes){ at, pdk_type_size(info->type) };
    pdk_bytes bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static int64_t whole_number(pdk_type type, const void *at)
{
#define WHOLE(as)                         \
    {                                     \
        as value;                         \
        memcpy(&value, at, sizeof value); \
        return (int64_t)value;            \
    }
    switch (type) {
    case PDK_INT8: WHOLE(int8_t)
    case PDK_INT16: WHOLE(int16_t)
    case PDK_UINT16: WHOLE(uint16_t)
    case PDK_INT32: WHOLE(int32_t)
    case PDK_UINT32: WHOLE(uint32_t)
    case PDK_INT64: WHOLE(int64_t)
    case PDK_UINT64: WHOLE(uint64_t)
    default: WHOLE(uint8_t)
    }
#undef WHOLE
}

static void assert_cell(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row,
                        const pdk_column_info *info, pdk_bytes wanted)
{
    uint8_t boolean;
    pdk_bytes got;
    if (schema->dictionary != NULL) {
        int32_t number = ((const int32_t *)array->buffers[1])[array->offset + row];
        assert_in_range(number, 0, array->dictionary->length - 1);
        got = text_of(array->dictionary, number);
        if (info->type < PDK_TEXT) { /* the name of a number: its own label, or its digits */
            char name[256], digits[32];
            snprintf(name, sizeof name, "%.*s", (int)got.size, (const char *)got.data);
            int64_t value = whole_number(info->type, wanted.data);
            const pdk_label *label = info->labels;
            while (label->text != NULL && label->value != value) label++;
            snprintf(digits, sizeof digits, "%lld", (long long)value);
            assert_string_equal(name, label->text != NULL ? label->text : digits);
            return;
        }
    } else if (info->type == PDK_BOOL) {
        boolean = is_set(array->buffers[1], array->offset + row);
        got = (pdk_bytes){ &boolean, 1 };
    } else if (info->type >= PDK_TEXT) {
        got = text_of(array, row);
    } else {
        size_t size = pdk_type_size(info->type);
        got = (pdk_bytes){ (const uint8_t *)array->buffers[1] + (size_t)(array->offset + row) * size, size };
    }
    assert_int_equal(got.size, wanted.size);
    if (wanted.size > 0) assert_memory_equal(got.data, wanted.data, wanted.size);
}

static void assert_column(const struct ArrowSchema *schema, const struct ArrowArray *array, const pdk_table *table,
                          size_t column, uint64_t first)
{
    const pdk_column_info *info = pdk_table_column_at(table, column);
    size_t count = (size_t)array->length;
    void *values = calloc(count, pdk_type_size(info->type));
    uint8_t *validity = calloc(1, (count + 7) / 8);
    pdk_error error;
    pdk_column_read read = { .column = column, .values = values, .validity = validity };
    assert_ok(pdk_table_read(table, first, count, &read, 1, &error), error);
    assert_int_equal(array->n_buffers, schema->dictionary == NULL && info->type >= PDK_TEXT ? 3 : 2);
    assert_true((schema->dictionary != NULL) == (array->dictionary != NULL));
    assert_true(info->nullable || array->buffers[0] == NULL);
    int64_t nulls = 0;
    for (size_t row = 0; row < count; row++) {
        bool there = is_set(validity, (int64_t)row);
        assert_int_equal(is_there(array, (int64_t)row), there);
        nulls += !there;
        if (there) assert_cell(schema, array, (int64_t)row, info, wanted_cell(info, values, row));
    }
    assert_int_equal(array->null_count, nulls);
    free(values);
    free(validity);
}

static void assert_column_schema(const struct ArrowSchema *schema, const pdk_column_info *info, bool dictionaries)
{
    bool named = info->labels != NULL && !info->is_flags && info->type < PDK_FLOAT32;
    bool is_dictionary = dictionaries && (named || info->type == PDK_TEXT);
    assert_string_equal(schema->name, info->name);
    assert_string_equal(schema->format, is_dictionary ? "i" : letter_of(info->type));
    assert_int_equal(schema->flags, info->nullable ? ARROW_FLAG_NULLABLE : 0);
    assert_int_equal(schema->n_children, 0);
    if (is_dictionary) assert_string_equal(schema->dictionary->format, "u");
    else assert_null(schema->dictionary);
    assert_metadata(schema->metadata, "unit", info->unit);
    assert_metadata(schema->metadata, "meaning", info->meaning);
    assert_metadata(schema->metadata, "certainty", pdk_certainty_name(info->certainty));
    assert_metadata(schema->metadata, "role", pdk_role_name(info->role));
    assert_metadata(schema->metadata, "frame", pdk_frame_text(info->frame));
    char *labels = metadata_value(schema->metadata, "labels");
    assert_true((labels != NULL) == (info->labels != NULL));
    free(labels);
}

/* The table's columns that such options ask for; returns how many. */
static size_t wanted_columns(const pdk_table *table, const pdk_arrow_options *options, size_t *columns)
{
    size_t count = 0;
    if (options->columns != NULL) {
        memcpy(columns, options->columns, options->column_count * sizeof *columns);
        return options->column_count;
    }
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        if (!pdk_table_column_at(table, i)->hidden || options->hidden) columns[count++] = i;
    }
    return count;
}

uint64_t assert_stream_is_table(const pdk_table *table, const pdk_arrow_options *options)
{
    struct ArrowArrayStream stream = stream_or_fail(table, options);
    struct ArrowSchema schema;
    struct ArrowArray batch;
    size_t *columns = calloc(pdk_table_columns(table) + options->column_count + 1, sizeof *columns);
    size_t count = wanted_columns(table, options, columns);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_string_equal(schema.format, "+s");
    assert_int_equal(schema.n_children, count);
    assert_metadata(schema.metadata, "table", pdk_table_name(table));
    for (size_t i = 0; i < count; i++)
        assert_column_schema(schema.children[i], pdk_table_column_at(table, columns[i]), options->dictionaries);
    uint64_t row = options->first;
    while (next_or_fail(&stream, &batch)) {
        assert_true(batch.length > 0 && batch.offset == 0 && batch.null_count == 0);
        assert_true(options->batch == 0 || (uint64_t)batch.length <= options->batch);
        assert_int_equal(batch.n_children, count);
        assert_int_equal(batch.n_buffers, 1);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(batch.children[i]->length, batch.length);
            assert_column(schema.children[i], batch.children[i], table, columns[i], row);
        }
        row += (uint64_t)batch.length;
        batch.release(&batch);
        assert_null(batch.release);
    }
    assert_false(next_or_fail(&stream, &batch)); /* and again nothing */
    uint64_t left = pdk_table_rows(table) - options->first;
    assert_int_equal(row - options->first, options->has_count && options->count < left ? options->count : left);
    schema.release(&schema);
    stream.release(&stream);
    free(columns);
    return row - options->first;
}

static void assert_table(const pdk_table *table)
{
    uint64_t rows = pdk_table_rows(table);
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    assert_stream_is_table(table, &options);
    options.hidden = options.dictionaries = true;
    options.batch = rows > 5000 ? rows / 7 + 3 : 11;
    assert_stream_is_table(table, &options);
    options = (pdk_arrow_options)PDK_ARROW_OPTIONS_INIT;
    options.first = rows / 3;
    options.has_count = true;
    options.count = rows / 2;
    assert_stream_is_table(table, &options);
}

size_t assert_streams_are_tables(const pdk_document *document)
{
    size_t count = pdk_document_table_count(document);
    for (size_t i = 0; i < count; i++) assert_table(pdk_document_table_at(document, i));
    const pdk_table *table;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        if (pdk_answer(document, pdk_answer_name(i), &table, NULL) != PDK_OK) continue;
        assert_table(table);
        count++;
    }
    return count;
}
