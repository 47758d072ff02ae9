/* Blocks come back as they went in, whatever the numbers are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_block.h"
#include "page_look.h"
#include "random.h"

typedef struct making {
    pdk_memory memory;
    pdk_page_block block;
} making;

static void begin(making *work)
{
    pdk_error error;
    pdk_memory_init(&work->memory, NULL, 0);
    assert_ok(pdk_page_block_begin(&work->block, &work->memory, &error), error);
}

static uint8_t *end(making *work, size_t *size)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_block_end(&work->block, output, &error), error);
    pdk_memory_destroy(&work->memory);
    return take_bytes(output, size);
}

static void test_steps_are_within_half_a_step(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    double *values = malloc(COUNT * sizeof *values);
    for (int i = 0; i < COUNT; i++) values[i] = i % 97 == 3 ? (double)NAN : -3000 + 0.37 * i + 40 * sin(i / 50.0);
    making work;
    size_t size;
    begin(&work);
    pdk_page_put_steps(&work.block, "x", PDK_FLOAT32, values, COUNT, (pdk_page_scale){ 0.02, -3000 });
    uint8_t *block = end(&work, &size);
    page_column column = page_column_of(block, size, "x");
    assert_int_equal(column.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(column.valid[i], !isnan(values[i]));
        if (!isnan(values[i])) assert_near(column.numbers[i], values[i], 0.0100001);
    }
    assert_true(size < 2 * COUNT + 1500); /* without differences there would be three bytes for each */
    page_column_free(&column);
    free(block);
    free(values);
}

static void test_what_is_too_large_for_steps_keeps_its_bits(void **state)
{
    (void)state;
    const double values[] = { 1, 1e300, NAN, -1e-300, INFINITY, 5 };
    making work;
    size_t size;
    begin(&work);
    pdk_page_put_steps(&work.block, "far", PDK_FLOAT64, values, 6, (pdk_page_scale){ 0.01, 0 });
    uint8_t *block = end(&work, &size);
    page_column column = page_column_of(block, size, "far");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(column.valid[i], i != 2);
        if (i != 2) assert_memory_equal(&column.numbers[i], &values[i], sizeof values[i]);
    }
    page_column_free(&column);
    free(block);
}

/* Bits, not values: 0 is not -0. */
static void check_doubles(const double *values, size_t count)
{
    making work;
    size_t size;
    begin(&work);
    pdk_page_put_exact(&work.block, "v", PDK_FLOAT64, values, count, NULL);
    uint8_t *block = end(&work, &size);
    page_column column = page_column_of(block, size, "v");
    assert_int_equal(column.count, count);
    for (size_t i = 0; i < count; i++) assert_memory_equal(&column.numbers[i], &values[i], sizeof values[i]);
    page_column_free(&column);
    free(block);
}

static void test_doubles_are_exact(void **state)
{
    (void)state;
    const double times[] = { 62.63, 63.02, 64.04, 0.001, -12.345678, 0 };
    const double odd[] = { 0.1, -0.0, 1e-7, 3.141592653589793, 1e300, INFINITY, -INFINITY, 5e-324 };
    const double whole[] = { 0, 1, -5, 536870911, -536870911 };
    const double large[] = { 536870912, 1, 9007199254740993.0 };
    check_doubles(times, 6);
    check_doubles(odd, 8);
    check_doubles(whole, 5);
    check_doubles(large, 3);
    check_doubles(times, 1);
    check_doubles(times, 0);
    double *any = malloc(1000 * sizeof *any);
    uint64_t seed = 7;
    for (uint64_t round = 0; round < 20; round++) {
        for (size_t i = 0; i < 1000; i++) {
            uint64_t bits = random_next(&seed);
            memcpy(&any[i], &bits, sizeof bits);
            if (isnan(any[i])) any[i] = 0;
        }
        check_doubles(any, 1000);
    }
    free(any);
}

static void test_every_type_of_number(void **state)
{
    (void)state;
    const uint8_t bytes[] = { 0, 255, 3, 3 };
    const int8_t signs[] = { -128, 127, 0, -1 };
    const uint16_t shorts[] = { 65535, 0, 1, 2 };
    const int32_t ints[] = { INT32_MIN, INT32_MAX, -1, 0 };
    const uint32_t corners[] = { UINT32_MAX, 0, 7, 8 };
    const int64_t longs[] = { INT64_MIN, INT64_MAX, 0, -9007199254740993 };
    const uint64_t offsets[] = { UINT64_MAX, 0, 1, 1 };
    const float floats[] = { 0.1f, -0.0f, 1e-40f, 3.5f };
    making work;
    size_t size;
    begin(&work);
    pdk_page_put_exact(&work.block, "u8", PDK_UINT8, bytes, 4, NULL);
    pdk_page_put_exact(&work.block, "i8", PDK_INT8, signs, 4, NULL);
    pdk_page_put_exact(&work.block, "u16", PDK_UINT16, shorts, 4, NULL);
    pdk_page_put_exact(&work.block, "i32", PDK_INT32, ints, 4, NULL);
    pdk_page_put_exact(&work.block, "u32", PDK_UINT32, corners, 4, NULL);
    pdk_page_put_exact(&work.block, "i64", PDK_INT64, longs, 4, NULL);
    pdk_page_put_exact(&work.block, "u64", PDK_UINT64, offsets, 4, NULL);
    pdk_page_put_exact(&work.block, "f32", PDK_FLOAT32, floats, 4, NULL);
    uint8_t *block = end(&work, &size);
    page_column u8 = page_column_of(block, size, "u8"), i8 = page_column_of(block, size, "i8"),
                u16 = page_column_of(block, size, "u16"), i32 = page_column_of(block, size, "i32"),
                u32 = page_column_of(block, size, "u32"), i64 = page_column_of(block, size, "i64"),
                u64 = page_column_of(block, size, "u64"), f32 = page_column_of(block, size, "f32");
    for (size_t i = 0; i < 4; i++) {
        assert_near(u8.numbers[i], bytes[i], 0);
        assert_near(i8.numbers[i], signs[i], 0);
        assert_near(u16.numbers[i], shorts[i], 0);
        assert_true((int32_t)i32.bits[i] == ints[i] && (uint32_t)u32.bits[i] == corners[i]);
        assert_true((int64_t)i64.bits[i] == longs[i] && u64.bits[i] == offsets[i]);
        float value = (float)f32.numbers[i];
        assert_memory_equal(&value, &floats[i], sizeof value);
    }
    page_column *all[] = { &u8, &i8, &u16, &i32, &u32, &i64, &u64, &f32 };
    for (size_t i = 0; i < 8; i++) page_column_free(all[i]);
    free(block);
}

static void test_texts_and_what_is_missing(void **state)
{
    (void)state;
    static const char hostile[] = "</script><b>\"\\\n\xE2\x80\xA8";
    const pdk_text texts[] = { { "green", 5 }, { "", 0 }, { hostile, sizeof hostile - 1 }, { "green", 5 }, { "x", 1 } };
    const uint8_t validity[] = { 0x0F }; /* the last is missing */
    const pdk_bytes bytes[] = { { (const uint8_t *)"\x00\xFF", 2 }, { (const uint8_t *)"", 0 } };
    making work;
    size_t size;
    begin(&work);
    pdk_member_text(&work.block.json, "own", "member");
    pdk_page_put_words(&work.block, "t", PDK_TEXT, texts, 5, validity);
    pdk_page_put_words(&work.block, "b", PDK_BYTES, bytes, 2, NULL);
    uint8_t *block = end(&work, &size);
    page_column t = page_column_of(block, size, "t"), b = page_column_of(block, size, "b");
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(t.valid[i], i < 4);
        if (i < 4) assert_string_equal(t.words[i], texts[i].size > 0 ? texts[i].data : "");
    }
    assert_string_equal(b.words[0], "00ff");
    assert_string_equal(b.words[1], "");
    page_column_free(&t);
    page_column_free(&b);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_are_within_half_a_step),
        cmocka_unit_test(test_what_is_too_large_for_steps_keeps_its_bits),
        cmocka_unit_test(test_doubles_are_exact),
        cmocka_unit_test(test_every_type_of_number),
        cmocka_unit_test(test_texts_and_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
