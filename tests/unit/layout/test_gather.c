/* Fast ways to columns, checks and angles give what the plain ways give. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "layout/layout.h"
#include "random.h"
#include "support.h"

enum { STRIDE = 61, MAX_ROWS = 600, FIELDS = 28 };

/* Groups of four, three and two floats, one alone, words with several fields, and what fits none of the fast ways. */
static const pdk_field fields[FIELDS] = {
    { .name = "a", .offset = 1, .storage = PDK_RAW_F32 },
    { .name = "b", .offset = 5, .storage = PDK_RAW_F32 },
    { .name = "c", .offset = 9, .storage = PDK_RAW_F32 },
    { .name = "d", .offset = 13, .storage = PDK_RAW_F32 },
    { .name = "e", .offset = 17, .storage = PDK_RAW_F32 },
    { .name = "f", .offset = 21, .storage = PDK_RAW_F32 },
    { .name = "g", .offset = 26, .storage = PDK_RAW_F32 },
    { .name = "half", .offset = 30, .storage = PDK_RAW_F32, .divisor = 2 },
    { .name = "low", .offset = 34, .storage = PDK_RAW_U32, .bit = 0, .bits = 10, .divisor = 512, .bias = -1 },
    { .name = "middle", .offset = 34, .storage = PDK_RAW_U32, .bit = 10, .bits = 6, .divisor = 63 },
    { .name = "flag", .offset = 34, .storage = PDK_RAW_U32, .bit = 16, .bits = 1, .type = PDK_BOOL },
    { .name = "high", .offset = 34, .storage = PDK_RAW_U32, .bit = 17, .bits = 15, .is_signed = true },
    { .name = "word", .offset = 34, .storage = PDK_RAW_U32 },
    { .name = "x", .offset = 38, .storage = PDK_RAW_U40, .bit = 0, .bits = 14, .is_signed = true, .divisor = 32 },
    { .name = "y", .offset = 38, .storage = PDK_RAW_U40, .bit = 14, .bits = 26, .is_signed = true },
    { .name = "end", .offset = 38, .storage = PDK_RAW_U40, .bit = 28, .bits = 12, .is_signed = true, .divisor = 32 },
    { .name = "across", .offset = 38, .storage = PDK_RAW_U64, .bit = 20, .bits = 20 },
    { .name = "shifted", .offset = 34, .storage = PDK_RAW_U32, .bit = 4, .bits = 6, .bias = -8, .type = PDK_INT8 },
    { .name = "half shifted", .offset = 34, .storage = PDK_RAW_U32, .bits = 9, .bias = 0.5, .type = PDK_INT16 },
    { .name = "long", .offset = 38, .storage = PDK_RAW_U64, .bit = 3, .bits = 50 },
    { .name = "gear", .offset = 46, .storage = PDK_RAW_U8, .bias = -1, .type = PDK_INT8 },
    { .name = "vector", .offset = 47, .storage = PDK_RAW_I16, .count = 3, .divisor = 32767 },
    { .name = "turned", .offset = 49, .storage = PDK_RAW_U16BE, .multiplier = 3, .divisor = 7 },
    { .name = "third", .offset = 50, .storage = PDK_RAW_U24BE },
    { .name = "fourth", .offset = 53, .storage = PDK_RAW_I24 },
    { .name = "whole", .offset = 53, .storage = PDK_RAW_I32, .divisor = 65536 },
    { .name = "signed", .offset = 53, .storage = PDK_RAW_U32, .bits = 32, .is_signed = true },
    { .name = "raw", .offset = 57, .storage = PDK_RAW_OPAQUE, .count = 4 },
};

/* The same bytes; NaNs may differ in their payload. */
static bool same(pdk_type type, const void *a, const void *b)
{
    if (memcmp(a, b, pdk_type_size(type)) == 0) return true;
    if (type == PDK_FLOAT64) return isnan(*(const double *)a) && isnan(*(const double *)b);
    return type == PDK_FLOAT32 && isnan(*(const float *)a) && isnan(*(const float *)b);
}

typedef struct gathered {
    pdk_gather_column columns[FIELDS + 8];
    size_t count;
} gathered;

/* All fields in their own order, as doubles or as their types or as either. */
static gathered make_columns(uint64_t *seed, size_t rows)
{
    gathered all = { .count = 0 };
    for (size_t i = 0; i < FIELDS + 8; i++) {
        const pdk_field *field = &fields[i < FIELDS ? i : random_next(seed) % FIELDS];
        uint32_t element = field->storage == PDK_RAW_I16 ? (uint32_t)(random_next(seed) % 3) : 0;
        bool own = field->storage == PDK_RAW_OPAQUE || random_next(seed) % 4 == 0;
        pdk_type type = own ? pdk_field_type(field) : PDK_FLOAT64;
        char *values = malloc(rows * pdk_type_size(type) + 16);
        assert_non_null(values);
        memset(values, 0xA5, rows * pdk_type_size(type) + 16);
        all.columns[all.count++] = (pdk_gather_column){ field, element, type, 0, values + 8 };
    }
    for (size_t i = all.count - 1; i > 0; i--) {
        size_t other = random_next(seed) % (i + 1);
        pdk_gather_column kept = all.columns[i];
        if (random_next(seed) % 3 != 0) continue; /* most stay where they are, so that groups form */
        all.columns[i] = all.columns[other];
        all.columns[other] = kept;
    }
    return all;
}

static void columns_are_those_of_fields(void **state)
{
    (void)state;
    static const size_t counts[] = { 1, 2, 3, 5, 64, 255, 256, 257, 511, MAX_ROWS };
    uint64_t seed = 4;
    uint8_t *bytes = malloc(MAX_ROWS * STRIDE);
    const uint8_t *records[MAX_ROWS];
    static uint64_t expected[2 * MAX_ROWS];
    assert_non_null(bytes);
    for (int round = 0; round < 60; round++) {
        size_t rows = counts[(size_t)round % (sizeof counts / sizeof counts[0])];
        random_bytes(&seed, bytes, MAX_ROWS * STRIDE);
        for (size_t i = 0; i < rows; i++) {
            records[i] = bytes + (round % 3 == 0 ? i : random_next(&seed) % MAX_ROWS) * STRIDE;
        }
        gathered all = make_columns(&seed, rows);
        pdk_gather_columns(all.columns, all.count, records, rows, round % 2 == 1);
        for (size_t c = 0; c < all.count; c++) {
            const pdk_gather_column *column = &all.columns[c];
            size_t size = pdk_type_size(column->type);
            pdk_gather_at(column->field, column->element, records, 0, rows, column->type, expected);
            for (size_t i = 0; i < rows; i++) {
                if (same(column->type, (char *)column->values + i * size, (char *)expected + i * size)) continue;
                fail_msg("%s[%u] of row %zu of %zu differs", column->field->name, (unsigned)column->element, i, rows);
            }
            const uint8_t *before = (const uint8_t *)column->values - 8, *behind = before + 8 + rows * size;
            for (int i = 0; i < 8; i++) assert_true(before[i] == 0xA5 && behind[i] == 0xA5);
            free((char *)column->values - 8);
        }
    }
    free(bytes);
}

/* A single value of a field whose unsigned type has a scale. */
static void scaled_unsigned_values(void **state)
{
    (void)state;
    static const uint8_t bytes[2] = { 200, 1 };
    static const pdk_field twice = { .storage = PDK_RAW_U8, .multiplier = 4, .type = PDK_UINT16 },
                           more = { .storage = PDK_RAW_U16, .bias = 100000, .type = PDK_UINT32 };
    assert_int_equal(pdk_get_value(NULL, &twice, bytes).as.natural, 800);
    assert_int_equal(pdk_get_value(NULL, &more, bytes).as.natural, 100456);
}

/* ------------------------------------------------------------------------------------------------- checks */

typedef struct findings {
    char *text;
    size_t used, capacity;
    uint64_t index; /* added to that of a report */
    int left;
} findings;

static bool see(void *user, uint64_t index, const pdk_field *field, uint32_t element, uint64_t offset, double value)
{
    findings *all = user;
    all->used += (size_t)snprintf(all->text + all->used, all->capacity - all->used, "%llu %s[%u] %llu %g\n",
                                  (unsigned long long)(all->index + index), field->name, (unsigned)element,
                                  (unsigned long long)offset, value);
    assert_true(all->used < all->capacity);
    return --all->left != 0;
}

static void many_records_are_checked_as_each(void **state)
{
    (void)state;
    static const pdk_label names[] = { { 0, "off" }, { 1, "on" }, { 3, "gone" }, { 0, NULL } };
    static const pdk_field checked[] = {
        { .name = "pedal", .offset = 0, .storage = PDK_RAW_U8, .divisor = 100, .minimum = 0, .maximum = 2.54 },
        { .name = "real", .offset = 1, .storage = PDK_RAW_F32 },
        { .name = "limited", .offset = 5, .storage = PDK_RAW_F32, .minimum = -1e37, .maximum = 1e37 },
        { .name = "named", .offset = 9, .storage = PDK_RAW_U8, .bits = 2, .labels = names },
        { .name = "flags", .offset = 9, .storage = PDK_RAW_U8, .bit = 2, .bits = 6, .labels = names, .is_flags = true },
        { .name = "many", .offset = 10, .storage = PDK_RAW_I8, .count = 12, .minimum = -127, .maximum = 126 },
        { .name = "anything", .offset = 22, .storage = PDK_RAW_U32 },
        { .name = "text", .offset = 26, .storage = PDK_RAW_CHARS, .count = 2 },
        { .name = "wide", .offset = 28, .storage = PDK_RAW_F64 },
    };
    enum { SIZE = 36, APART = 40, ROWS = 2000, BUFFER_SIZE = 1 << 20 };
    PDK_RECORD(record, "test.many", "", SIZE, checked, "");
    uint64_t seed = 9;
    uint8_t *bytes = malloc(ROWS * APART);
    findings each = { .text = malloc(BUFFER_SIZE), .capacity = BUFFER_SIZE },
             together = { .text = malloc(BUFFER_SIZE), .capacity = BUFFER_SIZE };
    assert_true(bytes != NULL && each.text != NULL && together.text != NULL);
    random_bytes(&seed, bytes, ROWS * APART);
    for (size_t i = 300; i < 900; i++) memset(bytes + i * APART, 0, APART); /* a stretch without a finding */
    for (int left = 0; left < 40; left += 13) {
        each.used = together.used = 0;
        each.left = together.left = left;
        bool went_on = true;
        for (each.index = 0; went_on && each.index < ROWS; each.index++) {
            went_on = pdk_record_check(&record, bytes + each.index * APART, 7 + each.index * APART, see, &each);
        }
        assert_true(went_on == pdk_records_check(&record, bytes, APART, ROWS, 7, see, &together));
        assert_true(went_on == (left == 0));
        assert_true(each.used > 100);
        assert_string_equal(each.text, together.text);
    }
    free(bytes);
    free(each.text);
    free(together.text);
}

/* ------------------------------------------------------------------------------------------------- angles */

static void angles_are_right(void **state)
{
    (void)state;
    enum { COUNT = 4099 };
    static double y[COUNT], x[COUNT], angle[COUNT];
    uint64_t seed = 6;
    for (int round = 0; round < 100; round++) {
        double scale = round % 2 == 0 ? 1 : 0x1p-40;
        for (int i = 0; i < COUNT; i++) {
            y[i] = (double)(int16_t)random_next(&seed) * scale;
            x[i] = (double)(int16_t)random_next(&seed);
        }
        static const double axes[][2] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 0 }, { 5, 5 }, { -7, -7 } };
        for (int i = 0; i < 7; i++) {
            y[i] = axes[i][0];
            x[i] = axes[i][1];
        }
        pdk_angles(y, x, COUNT, angle);
        for (int i = 0; i < COUNT; i++) {
            double wanted = atan2(y[i], x[i]), step = nextafter(fabs(wanted), 8) - fabs(wanted);
            if (fabs(angle[i] - wanted) > 2 * step) fail_msg("atan2(%g, %g): %.17g", y[i], x[i], angle[i]);
        }
    }
}

/* ------------------------------------------------------------------------------------------------- tables */

/* A read so large that it goes past the caches has what small reads have. */
static void large_reads_are_small_ones(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 100;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    pdk_document *lap = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(bytes, size, NULL, &lap, &error), error);
    const pdk_table *table = pdk_document_find_table(lap, "telemetry");
    size_t rows = (size_t)pdk_table_rows(table), columns = pdk_table_columns(table);
    assert_true(rows * columns * 8 > (size_t)4 << 20);
    double *all = malloc(rows * columns * sizeof *all + 8);
    pdk_column_read *reads = calloc(columns, sizeof *reads);
    assert_true(all != NULL && reads != NULL);
    for (size_t c = 0; c < columns; c++) {
        reads[c].column = c;
        reads[c].type = PDK_FLOAT64;
        reads[c].values = all + c * rows;
    }
    assert_ok(pdk_table_read(table, 0, rows, reads, columns, &error), error);
    for (size_t c = 0; c < columns; c++) {
        double values[97];
        for (size_t first = 0, count; first < rows; first += count) {
            count = rows - first < 97 ? rows - first : 97;
            assert_ok(pdk_table_read_f64(table, c, first, count, values, &error), error);
            assert_memory_equal(values, all + c * rows + first, count * sizeof *values);
        }
    }
    free(all);
    free(reads);
    pdk_close(lap);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_those_of_fields),      cmocka_unit_test(scaled_unsigned_values),
        cmocka_unit_test(many_records_are_checked_as_each), cmocka_unit_test(angles_are_right),
        cmocka_unit_test(large_reads_are_small_ones),
    };
    return cmocka_run_group_tests_name("gather", tests, NULL, NULL);
}
