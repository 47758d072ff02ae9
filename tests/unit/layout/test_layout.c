/* The layout engine: what is put comes back, whatever the storage, alignment and scale. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "random.h"
#include "support.h"

enum { NUMBERS = PDK_RAW_U32BE }; /* storages 1..NUMBERS are numbers */

static bool is_signed(pdk_storage storage)
{
    return storage == PDK_RAW_I8 || storage == PDK_RAW_I16 || storage == PDK_RAW_I24 || storage == PDK_RAW_I32;
}

/* A number the storage can hold, from random bits. */
static int64_t fitting(pdk_storage storage, uint32_t size, uint64_t bits)
{
    unsigned unused = 64 - 8 * size;
    if (storage == PDK_RAW_U64) return (int64_t)bits;
    return is_signed(storage) ? (int64_t)(bits << unused) >> unused : (int64_t)(bits << unused >> unused);
}

/* Every integer storage, every alignment, every element: put then get, and no byte beside it changes. */
static void integers_round_trip(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int storage = 1; storage <= NUMBERS; storage++) {
        if (storage == PDK_RAW_F32 || storage == PDK_RAW_F64) continue;
        for (uint32_t shift = 0; shift < 16; shift++) {
            pdk_field field = { .name = "n", .offset = shift, .storage = (pdk_storage)storage, .count = 3 };
            uint32_t size = pdk_storage_size(&field);
            uint8_t bytes[64], before[64];
            random_bytes(&seed, bytes, sizeof bytes);
            for (uint32_t element = 0; element < 3; element++) {
                memcpy(before, bytes, sizeof bytes);
                int64_t number = fitting(field.storage, size, random_next(&seed));
                assert_true(pdk_put_i64(&field, element, bytes, number));
                assert_true(pdk_get_i64(&field, element, bytes) == number);
                size_t at = shift + element * size;
                assert_memory_equal(bytes, before, at);
                assert_memory_equal(bytes + at + size, before + at + size, sizeof bytes - at - size);
            }
        }
    }
}

/* The byte order is the one the name says. */
static void byte_order(void **state)
{
    (void)state;
    static const uint8_t bytes[8] = { 0x81, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0x88 };
    static const struct {
        pdk_storage storage;
        int64_t value;
    } cases[] = {
        { PDK_RAW_U8, 0x81 },
        { PDK_RAW_I8, -0x7F },
        { PDK_RAW_U16, 0x0281 },
        { PDK_RAW_I16, 0x0281 },
        { PDK_RAW_I24, 0x030281 },
        { PDK_RAW_U32, 0x84030281 },
        { PDK_RAW_I32, (int32_t)0x84030281 },
        { PDK_RAW_U40, 0x0584030281 },
        { PDK_RAW_U64, (int64_t)0x8807060584030281 },
        { PDK_RAW_U16BE, 0x8102 },
        { PDK_RAW_U24BE, 0x810203 },
        { PDK_RAW_U32BE, 0x81020384 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_field field = { .storage = cases[i].storage };
        assert_true(pdk_get_i64(&field, 0, bytes) == cases[i].value);
    }
    static const uint8_t high[3] = { 0xFF, 0xFF, 0xFF };
    pdk_field field = { .storage = PDK_RAW_I24 };
    assert_true(pdk_get_i64(&field, 0, high) == -1);
}

/* What does not fit is refused, and nothing is written. */
static void out_of_range_is_refused(void **state)
{
    (void)state;
    for (int storage = 1; storage <= NUMBERS; storage++) {
        if (storage == PDK_RAW_F32 || storage == PDK_RAW_F64 || storage == PDK_RAW_U64) continue;
        pdk_field field = { .storage = (pdk_storage)storage };
        unsigned bits = 8 * pdk_storage_size(&field);
        bool negative = is_signed(field.storage);
        int64_t most = negative ? (INT64_C(1) << (bits - 1)) - 1 : (INT64_C(1) << bits) - 1;
        int64_t least = negative ? -most - 1 : 0;
        uint8_t bytes[8] = { 0 };
        assert_true(pdk_put_i64(&field, 0, bytes, most) && pdk_put_i64(&field, 0, bytes, least));
        memset(bytes, 0x5A, sizeof bytes);
        assert_false(pdk_put_i64(&field, 0, bytes, most + 1));
        assert_false(pdk_put_i64(&field, 0, bytes, least - 1));
        assert_false(pdk_put_f64(&field, 0, bytes, (double)most + 1));
        assert_false(pdk_put_f64(&field, 0, bytes, NAN));
        assert_false(pdk_put_f64(&field, 0, bytes, INFINITY));
        for (size_t i = 0; i < sizeof bytes; i++) assert_int_equal(bytes[i], 0x5A);
    }
    pdk_field number = { .storage = PDK_RAW_F32 };
    uint8_t bytes[4] = { 1, 2, 3, 4 };
    assert_false(pdk_put_f64(&number, 0, bytes, 1e39));
    assert_false(pdk_put_i64(&number, 0, bytes, 1));
    assert_int_equal(bytes[0], 1);
}

/* Doubles at odd places, plain and scaled; what a float has no room for fits. */
static void doubles_round_trip(void **state)
{
    (void)state;
    static const double values[] = { 0, -0.0, 1.0 / 3, 1e300, -5e-324, INFINITY, 637012.24 };
    uint8_t bytes[40];
    pdk_field field = { .offset = 3, .storage = PDK_RAW_F64, .count = 4 },
              scaled = { .offset = 3, .storage = PDK_RAW_F64, .divisor = 4 };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        memset(bytes, 0xA5, sizeof bytes);
        assert_true(pdk_put_f64(&field, 2, bytes, values[i]));
        double got = pdk_get_f64(&field, 2, bytes);
        assert_memory_equal(&got, &values[i], sizeof got);
        for (size_t b = 0; b < sizeof bytes; b++) assert_true((b >= 19 && b < 27) || bytes[b] == 0xA5);
    }
    assert_true(pdk_put_f64(&scaled, 0, bytes, 2.5));
    assert_true(pdk_get_f64(&field, 0, bytes) == 10 && pdk_get_f64(&scaled, 0, bytes) == 2.5);
    assert_false(pdk_put_i64(&field, 0, bytes, 1));
}

/* Every place and width of a bit field in every carrier: its own bits change, the others stay. */
static void bit_fields(void **state)
{
    (void)state;
    static const pdk_storage carriers[] = { PDK_RAW_U8,  PDK_RAW_U16,   PDK_RAW_U32,   PDK_RAW_U40,
                                            PDK_RAW_U64, PDK_RAW_U16BE, PDK_RAW_U24BE, PDK_RAW_U32BE };
    uint64_t seed = 7;
    for (size_t c = 0; c < sizeof carriers / sizeof carriers[0]; c++) {
        pdk_field whole = { .storage = carriers[c] };
        unsigned width = 8 * pdk_storage_size(&whole);
        for (unsigned bit = 0; bit < width; bit++) {
            for (unsigned bits = 1; bits <= width - bit && bits < 64; bits++) {
                pdk_field field = { .storage = carriers[c],
                                    .bit = (uint8_t)bit,
                                    .bits = (uint8_t)bits,
                                    .is_signed = (bits & 1) != 0 && bits > 1 };
                uint8_t bytes[8];
                random_bytes(&seed, bytes, sizeof bytes);
                uint64_t before = (uint64_t)pdk_get_i64(&whole, 0, bytes);
                uint64_t number = random_next(&seed) & ((UINT64_C(1) << bits) - 1);
                uint64_t mask = ((UINT64_C(1) << bits) - 1) << bit;
                int64_t value = field.is_signed ? (int64_t)(number << (64 - bits)) >> (64 - bits) : (int64_t)number;
                assert_true(pdk_put_i64(&field, 0, bytes, value));
                assert_true(pdk_get_i64(&field, 0, bytes) == value);
                assert_true((uint64_t)pdk_get_i64(&whole, 0, bytes) == ((before & ~mask) | number << bit));
                assert_false(
                    pdk_put_i64(&field, 0, bytes, field.is_signed ? INT64_C(1) << (bits - 1) : INT64_C(1) << bits));
            }
        }
    }
}

/* value = stored * multiplier / divisor + bias, and back to the same stored number. */
static void scaled_values(void **state)
{
    (void)state;
    static const pdk_field fields[] = {
        { .storage = PDK_RAW_U8, .divisor = 255 },
        { .storage = PDK_RAW_I16, .divisor = 32767 },
        { .storage = PDK_RAW_I8, .bias = -1 },
        { .storage = PDK_RAW_I32, .divisor = 65536 },
        { .storage = PDK_RAW_U16, .multiplier = 6.283185307179586, .divisor = 65536 },
        { .storage = PDK_RAW_U32, .bit = 4, .bits = 9, .multiplier = 0.25, .bias = 10 },
        { .storage = PDK_RAW_U16BE, .multiplier = 3, .divisor = 7, .bias = -1000 },
    };
    uint64_t seed = 3;
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        const pdk_field *field = &fields[f];
        for (int round = 0; round < 2000; round++) {
            uint8_t bytes[4], copy[4];
            random_bytes(&seed, bytes, sizeof bytes);
            double multiplier = field->multiplier != 0 ? field->multiplier : 1,
                   divisor = field->divisor != 0 ? field->divisor : 1;
            double value = (double)pdk_get_i64(field, 0, bytes) * multiplier / divisor + field->bias;
            assert_true(fabs(pdk_get_f64(field, 0, bytes) - value) <= 0);
            memcpy(copy, bytes, sizeof bytes);
            assert_true(pdk_put_f64(field, 0, copy, value));
            assert_memory_equal(copy, bytes, sizeof bytes);
        }
    }
}

/* A column read by stride, by addresses and one by one is the same column. */
static void gather_agrees(void **state)
{
    (void)state;
    enum { ROWS = 700, STRIDE = 23 }; /* more than two blocks, an odd stride */
    uint64_t seed = 11;
    uint8_t *bytes = malloc(ROWS * STRIDE);
    const uint8_t **rows = malloc(ROWS * sizeof *rows);
    double *strided = malloc(ROWS * sizeof *strided), *scattered = malloc(ROWS * sizeof *scattered);
    assert_true(bytes != NULL && rows != NULL && strided != NULL && scattered != NULL);
    random_bytes(&seed, bytes, ROWS * STRIDE);
    for (size_t i = 0; i < ROWS; i++) rows[i] = bytes + (ROWS - 1 - i) * STRIDE;
    for (int storage = 1; storage <= NUMBERS; storage++) {
        pdk_field field = { .offset = 3, .storage = (pdk_storage)storage, .count = 2 };
        pdk_gather(&field, 1, bytes, STRIDE, ROWS, PDK_FLOAT64, strided);
        pdk_gather_at(&field, 1, rows, 0, ROWS, PDK_FLOAT64, scattered);
        for (size_t i = 0; i < ROWS; i++) {
            double one = pdk_get_f64(&field, 1, bytes + i * STRIDE);
            assert_memory_equal(&one, &strided[i], sizeof one);
            assert_memory_equal(&one, &scattered[ROWS - 1 - i], sizeof one);
        }
    }
    free(bytes);
    free(rows);
    free(strided);
    free(scattered);
}

/* Every own type of a field holds the stored number exactly. */
static void natural_types(void **state)
{
    (void)state;
    static const struct {
        pdk_field field;
        pdk_type type;
    } cases[] = {
        { { .storage = PDK_RAW_U8 }, PDK_UINT8 },
        { { .storage = PDK_RAW_I24 }, PDK_INT32 },
        { { .storage = PDK_RAW_U40 }, PDK_UINT64 },
        { { .storage = PDK_RAW_U40, .bit = 3, .bits = 33 }, PDK_UINT64 },
        { { .storage = PDK_RAW_U32, .bits = 9, .is_signed = true }, PDK_INT16 },
        { { .storage = PDK_RAW_U32, .bits = 1, .type = PDK_BOOL }, PDK_BOOL },
        { { .storage = PDK_RAW_I8, .bias = -1, .type = PDK_INT8 }, PDK_INT8 },
        { { .storage = PDK_RAW_I8, .bias = -1 }, PDK_FLOAT64 },
        { { .storage = PDK_RAW_F32 }, PDK_FLOAT32 },
        { { .storage = PDK_RAW_F32, .divisor = 2, .type = PDK_FLOAT32 }, PDK_FLOAT32 },
        { { .storage = PDK_RAW_U64 }, PDK_UINT64 },
        { { .storage = PDK_RAW_F64 }, PDK_FLOAT64 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(pdk_field_type(&cases[i].field), cases[i].type);
    }
    static const uint8_t bytes[8] = { 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
    uint64_t natural;
    pdk_gather(&cases[10].field, 0, bytes, 0, 1, PDK_UINT64, &natural);
    assert_true(natural == UINT64_MAX - 1);
    int8_t small;
    pdk_gather(&cases[6].field, 0, bytes, 0, 1, PDK_INT8, &small);
    assert_int_equal(small, -3);
    uint8_t truth;
    pdk_gather(&cases[5].field, 0, bytes, 0, 1, PDK_BOOL, &truth);
    assert_int_equal(truth, 0);
    int16_t bits;
    pdk_gather(&cases[4].field, 0, bytes, 0, 1, PDK_INT16, &bits);
    assert_int_equal(bits, -2);
    float half;
    pdk_gather(&cases[9].field, 0, (const uint8_t[]){ 0, 0, 0x80, 0x3F }, 0, 1, PDK_FLOAT32, &half);
    assert_true(half > 0.499f && half < 0.501f);
}

/* Scatter puts a column, and stops at the first value that does not fit. */
static void scatter_stops(void **state)
{
    (void)state;
    pdk_field field = { .offset = 1, .storage = PDK_RAW_I16, .divisor = 10 };
    double values[40], back[40];
    for (int i = 0; i < 40; i++) values[i] = i * 0.3 - 5;
    uint8_t records[40 * 4] = { 0 };
    assert_int_equal(pdk_scatter(&field, 0, records, 4, 40, values), 40);
    pdk_gather(&field, 0, records, 4, 40, PDK_FLOAT64, back);
    for (int i = 0; i < 40; i++) assert_true(fabs(back[i] - values[i]) < 1e-9);
    values[17] = 4000;
    assert_int_equal(pdk_scatter(&field, 0, records, 4, 40, values), 17);
}

static void text_fields(void **state)
{
    (void)state;
    static const pdk_field fields[] = { { .name = "name", .offset = 2, .storage = PDK_RAW_CHARS, .count = 4 },
                                        { .name = "number", .offset = 6, .storage = PDK_RAW_U8 } };
    PDK_RECORD(record, "test.text", "", 8, fields, "");
    uint8_t bytes[8];
    memset(bytes, 0xAA, sizeof bytes);
    assert_true(pdk_put_string(&record, bytes, "name", "ab"));
    assert_memory_equal(bytes,
                        "\xAA\xAA"
                        "ab\0\0\xAA\xAA",
                        8);
    assert_true(pdk_put_string(&record, bytes, "name", "abcd")); /* full: no NUL */
    assert_false(pdk_put_string(&record, bytes, "name", "abcde"));
    assert_false(pdk_put_string(&record, bytes, "number", "1"));
    assert_false(pdk_put_string(&record, bytes, "nobody", "1"));
    assert_false(pdk_put(&record, bytes, "nobody", 1));
    assert_false(pdk_put(&record, bytes, "name", 1));
    assert_true(pdk_put(&record, bytes, "number", 200));
    pdk_value value = pdk_get_value(NULL, &fields[0], bytes); /* ASCII needs no memory */
    assert_int_equal(value.as.text.size, 4);
    assert_memory_equal(value.as.text.data, "abcd", 4);
    assert_true(pdk_get_value(NULL, &fields[1], bytes).as.natural == 200);
}

/* ------------------------------------------------------------------------------------------------- place */

/* clang-format off */
static const pdk_field place_fields[] = {
    { .name = "kind", .offset = 0, .storage = PDK_RAW_U16 },
    { .name = "first", .offset = PDK_FOLLOWS, .storage = PDK_RAW_TEXT8 },
    { .name = "second", .offset = PDK_FOLLOWS, .storage = PDK_RAW_TEXT16 },
    { .name = "third", .offset = PDK_FOLLOWS, .storage = PDK_RAW_TEXT32 },
    { .name = "last", .offset = PDK_FOLLOWS, .storage = PDK_RAW_U16, .count = 2 },
};
/* clang-format on */
static PDK_RECORD(place_record, "test.place", "", 0, place_fields, "");

static void place_walks(void **state)
{
    (void)state;
    static const uint8_t bytes[] = "..\x01\x02\x03"
                                   "abc"
                                   "\x02\x00"
                                   "de"
                                   "\x00\x00\x00\x00"
                                   "1122rest";
    pdk_place places[5];
    uint64_t end = 0;
    pdk_error error = { 0 };
    pdk_bytes all = { bytes, sizeof bytes - 1 };
    assert_ok(pdk_record_place(&place_record, all, 2, places, &end, &error), error);
    assert_true(places[0].offset == 2 && places[0].size == 2);
    assert_true(places[1].offset == 5 && places[1].size == 3);
    assert_true(places[2].offset == 10 && places[2].size == 2);
    assert_true(places[3].offset == 16 && places[3].size == 0);
    assert_true(places[4].offset == 16 && places[4].size == 4);
    assert_true(end == 20);
    static const uint64_t starts[] = { 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16, 16, 16, 16 };
    for (size_t cut = 3; cut < 20; cut++) { /* every cut is reported at the field it cuts */
        pdk_bytes less = { bytes, cut };
        uint64_t at = starts[cut - 2];
        assert_fails(pdk_record_place(&place_record, less, 2, places, &end, &error), error, PDK_E_TRUNCATED,
                     "test.place.truncated", at);
    }
    assert_fails(pdk_record_place(&place_record, all, 1000, places, &end, &error), error, PDK_E_TRUNCATED,
                 "test.place.truncated", 1000);
    static const uint8_t lie[] = "\x01\x02\x00\x00\x00\xFF\xFF\xFF\xFF";
    assert_fails(pdk_record_place(&place_record, (pdk_bytes){ lie, 9 }, 0, places, &end, &error), error,
                 PDK_E_TRUNCATED, "test.place.truncated", 5);
    assert_string_equal(error.where, "test.place.third");
}

/* ------------------------------------------------------------------------------------------------- chain */

static void chains(void **state)
{
    (void)state;
    static const int8_t tree[] = { -1, 0, 1, 1, 0, 4, -1, 6 };
    pdk_field field = { .storage = PDK_RAW_I16, .count = 8, .chain = tree };
    int64_t small[16] = { 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60, 7, 70, 8, 80 };
    pdk_chain_sum(&field, 2, small);
    static const int64_t sums[16] = { 1, 10, 3, 30, 6, 60, 7, 70, 6, 60, 12, 120, 7, 70, 15, 150 };
    assert_memory_equal(small, sums, sizeof small);
    uint64_t seed = 5;
    for (int round = 0; round < 1000; round++) {
        int64_t numbers[24], before[24];
        for (int i = 0; i < 24; i++) before[i] = numbers[i] = (int32_t)random_next(&seed);
        pdk_chain_sum(&field, 3, numbers);
        pdk_chain_difference(&field, 3, numbers);
        assert_memory_equal(numbers, before, sizeof numbers);
    }
}

/* ----------------------------------------------------------------------------------------------- variant */

static void variants(void **state)
{
    (void)state;
    static const pdk_record a = { .name = "a" }, b = { .name = "b" };
    static const pdk_variant list[] = {
        { 2, 2, 17, 17, 10, 20, 1, &a },
        { 2, 3, 0, 63, 0, 100, 3, &b },
        { .record = NULL },
    };
    assert_ptr_equal(pdk_variant_find(list, 1, 2, 17, 10)->record, &a);
    assert_ptr_equal(pdk_variant_find(list, 1, 2, 17, 20)->record, &a);
    assert_ptr_equal(pdk_variant_find(list, 2, 2, 17, 15)->record, &b); /* another dialect */
    assert_ptr_equal(pdk_variant_find(list, 1, 2, 17, 21)->record, &b);
    assert_ptr_equal(pdk_variant_find(list, 1, 3, 63, 0)->record, &b);
    assert_null(pdk_variant_find(list, 1, 4, 17, 10));
    assert_null(pdk_variant_find(list, 1, 2, 64, 10));
    assert_null(pdk_variant_find(list, 1, 2, 17, 101));
    assert_null(pdk_variant_find(list, 4, 2, 17, 10));
}

/* ------------------------------------------------------------------------------------------- range check */

typedef struct seen {
    char text[256];
    size_t count, stop_at;
} seen;

static bool see(void *user, uint64_t index, const pdk_field *field, uint32_t element, uint64_t offset, double value)
{
    seen *all = user;
    (void)index;
    size_t used = strlen(all->text);
    snprintf(all->text + used, sizeof all->text - used, "%s[%u]@%llu=%g ", field->name, (unsigned)element,
             (unsigned long long)offset, value);
    return ++all->count != all->stop_at;
}

static void range_check(void **state)
{
    (void)state;
    static const pdk_label names[] = { { 0, "off" }, { 1, "on" }, { 0, NULL } };
    static const pdk_field fields[] = {
        { .name = "pedal", .offset = 0, .storage = PDK_RAW_U8, .divisor = 100, .minimum = 0, .maximum = 1 },
        { .name = "pair", .offset = 1, .storage = PDK_RAW_I8, .count = 2, .minimum = -5, .maximum = 5 },
        { .name = "anything", .offset = 3, .storage = PDK_RAW_U8 },
        { .name = "named", .offset = 4, .storage = PDK_RAW_U8, .labels = names },
        { .name = "flags", .offset = 5, .storage = PDK_RAW_U8, .labels = names, .is_flags = true },
        { .name = "real", .offset = 6, .storage = PDK_RAW_F32 },
        { .name = "text", .offset = 10, .storage = PDK_RAW_CHARS, .count = 2 },
    };
    PDK_RECORD(record, "test.range", "", 12, fields, "");
    uint8_t bytes[12] = { 100, 5, (uint8_t)-5, 255, 1, 255, 0, 0, 0x80, 0x3F, 1, 2 };
    seen all = { .stop_at = 0 };
    assert_true(pdk_record_check(&record, bytes, 1000, see, &all));
    assert_string_equal(all.text, "");
    bytes[0] = 101;
    bytes[2] = (uint8_t)-6;
    bytes[4] = 2;
    bytes[9] = 0x7F; /* infinite */
    assert_true(pdk_record_check(&record, bytes, 1000, see, &all));
    assert_string_equal(all.text, "pedal[0]@1000=1.01 pair[1]@1002=-6 named[0]@1004=2 real[0]@1006=inf ");
    all = (seen){ .stop_at = 2 };
    assert_false(pdk_record_check(&record, bytes, 1000, see, &all));
    assert_int_equal(all.count, 2);
}

/* ------------------------------------------------------------------------------- the tables of all formats */

static void check_field(const pdk_record *record, const pdk_field *field)
{
    if (field->name == NULL || field->name[0] == '\0') fail_msg("%s has a field without a name", record->name);
    for (const char *letter = field->name; *letter != '\0'; letter++) {
        bool fine = (*letter >= 'a' && *letter <= 'z') || (*letter >= '0' && *letter <= '9') || *letter == '_';
        if (!fine) fail_msg("%s.%s is not snake_case", record->name, field->name);
    }
    if (pdk_record_field(record, field->name) != field) fail_msg("%s.%s stands there twice", record->name, field->name);
    if (field->meaning == NULL || field->meaning[0] == '\0')
        fail_msg("%s.%s has no meaning", record->name, field->name);
    if (field->bits > 0 && (unsigned)field->bit + field->bits > 8 * pdk_storage_size(field)) {
        fail_msg("%s.%s has more bits than its word", record->name, field->name);
    }
    if (record->size > 0 && field->offset != PDK_FOLLOWS && field->offset + pdk_field_size(field) > record->size) {
        fail_msg("%s.%s reaches beyond the record", record->name, field->name);
    }
}

/* Marks the bits a field stores. Fields may show the same bits twice, raw and scaled, or as a word and its parts. */
static void cover(const pdk_field *field, uint8_t *covered)
{
    if (field->bits == 0) {
        memset(covered + field->offset, 0xFF, (size_t)pdk_field_size(field));
        return;
    }
    pdk_field ones = *field;
    ones.is_signed = false;
    pdk_put_i64(&ones, 0, covered, (int64_t)((UINT64_C(1) << field->bits) - 1));
}

/* Nothing is lost: every bit of every record of fixed size belongs to a field. */
static void tables_are_whole(void **state)
{
    (void)state;
    size_t records = 0;
    for (size_t f = 0; f < pdk_format_count(); f++) {
        for (const pdk_record *const *r = pdk_format_at(f)->records; r != NULL && *r != NULL; r++, records++) {
            const pdk_record *record = *r;
            for (uint32_t i = 0; i < record->field_count; i++) check_field(record, &record->fields[i]);
            if (record->size == 0) continue;
            uint8_t *covered = calloc(record->size, 1);
            assert_non_null(covered);
            for (uint32_t i = 0; i < record->field_count; i++) {
                if (record->fields[i].offset != PDK_FOLLOWS) cover(&record->fields[i], covered);
            }
            for (uint32_t i = 0; i < record->size; i++) {
                if (covered[i] != 0xFF) {
                    fail_msg("bits 0x%02X of byte %u of %s are in no field", (unsigned)(uint8_t)~covered[i],
                             (unsigned)i, record->name);
                }
            }
            free(covered);
        }
    }
    assert_true(records > 0);
}

/* As the public header has it. */
static void records_are_read_through_functions(void **state)
{
    (void)state;
    const pdk_record *header = pdk_format_find("raf")->records[0];
    size_t count = pdk_record_field_count(header);
    assert_string_equal(pdk_record_name(header), "raf.header");
    assert_non_null(pdk_record_meaning(header));
    assert_non_null(pdk_record_source(header));
    assert_true(pdk_record_size(header) > 0 && count > 0);
    const pdk_field *last = pdk_record_field_at(header, count - 1);
    assert_ptr_equal(pdk_record_find_field(header, last->name), last);
    assert_null(pdk_record_field_at(header, count));
    assert_null(pdk_record_find_field(header, "nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_read_through_functions),
        cmocka_unit_test(integers_round_trip),
        cmocka_unit_test(byte_order),
        cmocka_unit_test(out_of_range_is_refused),
        cmocka_unit_test(doubles_round_trip),
        cmocka_unit_test(bit_fields),
        cmocka_unit_test(scaled_values),
        cmocka_unit_test(gather_agrees),
        cmocka_unit_test(natural_types),
        cmocka_unit_test(scatter_stops),
        cmocka_unit_test(text_fields),
        cmocka_unit_test(place_walks),
        cmocka_unit_test(chains),
        cmocka_unit_test(variants),
        cmocka_unit_test(range_check),
        cmocka_unit_test(tables_are_whole),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
