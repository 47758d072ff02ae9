/* Rows read straight from their text give what reading them as JSON gives, or are left to it. */
#include <stdio.h>
#include <string.h>

#include "layout/build.h"
#include "random.h"
#include "support.h"

enum { SIZE = 22, MAX_TEXT = 256 };

/* clang-format off */
static const pdk_field fields[] = {
    { .name = "small", .offset = 0, .storage = PDK_RAW_I8 },
    { .name = "word", .offset = 1, .storage = PDK_RAW_U32 },
    { .name = "low_bits", .offset = 5, .storage = PDK_RAW_U16, .bit = 0, .bits = 7 },
    { .name = "high_bits", .offset = 5, .storage = PDK_RAW_U16, .bit = 7, .bits = 9, .is_signed = true },
    { .name = "both", .offset = 5, .storage = PDK_RAW_U16 },
    { .name = "real", .offset = 7, .storage = PDK_RAW_F32 },
    { .name = "opaque", .offset = 11, .storage = PDK_RAW_OPAQUE, .count = 3 },
    { .name = "pair", .offset = 14, .storage = PDK_RAW_I16, .count = 2 },
    { .name = "name", .offset = 18, .storage = PDK_RAW_CHARS, .count = 4 },
};
/* clang-format on */
static const pdk_record record = { "test.row", "", SIZE, sizeof fields / sizeof fields[0], fields, "" };

static bool by_json(const char *text, uint8_t *bytes)
{
    pdk_json_tree tree;
    pdk_error error;
    memset(bytes, 0, SIZE);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = pdk_json_read_part(text, strlen(text), (pdk_json_part){ 0, 1 }, &memory, &tree, &error);
    if (status == PDK_OK) status = pdk_record_build(&record, pdk_json_root(&tree), "$", bytes, &error);
    pdk_json_free(&tree);
    pdk_memory_destroy(&memory);
    return status == PDK_OK;
}

/* Was it read straight? Then JSON must say the same. */
static bool straight(const char *text)
{
    uint8_t bytes[SIZE] = { 0 }, wanted[SIZE];
    if (!pdk_record_build_row(&record, text, strlen(text), bytes)) return false;
    if (!by_json(text, wanted) || memcmp(bytes, wanted, SIZE) != 0) fail_msg("not as JSON: %s", text);
    return true;
}

static void usual_rows(void **state)
{
    (void)state;
    assert_true(straight("[-128,4294967295,127,-256,32895,0.1,\"00fFa7\",[-32768,32767],\"41420000\"]"));
    assert_true(straight("[ 0, 0, 1, 1, 129, -12.5e-7, \"000000\",\n [0, -0], \"00000000\" ]"));
    assert_true(straight("[0,0,0,0,0,-0,\"000000\",[0,0],\"00000000\"]"));
    assert_true(straight("[0,0,0,0,0,123456789e22,\"000000\",[0,0],\"00000000\"]"));
}

static void left_to_json(void **state)
{
    static const char *const numbers[] = { "01",
                                           "1.",
                                           ".5",
                                           "-",
                                           "+1",
                                           "1e",
                                           "1e+",
                                           "1e400",
                                           "nan",
                                           "0x10",
                                           "1e-60",
                                           "1e23",
                                           "\"1\"",
                                           "true",
                                           "null",
                                           "1 2",
                                           "[1]",
                                           "",
                                           "0.12345678901234567",
                                           "12345678901234567890",
                                           "\"0x7FC00000\"" };
    char text[MAX_TEXT];
    uint8_t bytes[SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        snprintf(text, sizeof text, "[0,0,0,0,0,%s,\"000000\",[0,0],\"00000000\"]", numbers[i]);
        if (straight(text)) fail_msg("%s was taken for a float", numbers[i]);
        snprintf(text, sizeof text, "[0,%s,0,0,0,0,\"000000\",[0,0],\"00000000\"]", numbers[i]);
        if (straight(text)) fail_msg("%s was taken for a whole number", numbers[i]);
    }
    /* A text, what does not fit, what contradicts itself, and what is too much or too little. */
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0],\"AB\"]"));
    assert_true(by_json("[0,0,0,0,0,0,\"000000\",[0,0],\"AB\"]", bytes));
    assert_false(straight("[128,0,0,0,0,0,\"000000\",[0,0],\"00000000\"]"));
    assert_false(straight("[0,0,1,1,128,0,\"000000\",[0,0],\"00000000\"]"));
    assert_false(straight("[0,0,0,0,0,0,\"00000\",[0,0],\"00000000\"]"));
    assert_false(straight("[0,0,0,0,0,0,\"00000g\",[0,0],\"00000000\"]"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0],\"00000000\"]"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0,0],\"00000000\"]"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0]]"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0],\"00000000\",0]"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0],\"00000000\"] 0"));
    assert_false(straight("[0,0,0,0,0,0,\"000000\",[0,0],\"00000000\""));
}

/* Floats of all sizes with all numbers of digits round as strtod rounds. */
static void floats(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t taken = 0;
    char number[64], text[MAX_TEXT];
    for (int i = 0; i < 100000; i++) {
        uint32_t bits = (uint32_t)(random_next(&seed) >> 32);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2 == 0) value = (float)((int32_t)bits % 1000000) / 1024.0f;
        if (value != value || value - value != 0) continue;
        snprintf(number, sizeof number, "%.*g", 1 + i % 17, (double)value);
        snprintf(text, sizeof text, "[0,0,0,0,0,%s,\"000000\",[0,0],\"00000000\"]", number);
        taken += straight(text);
    }
    assert_true(taken > 50000);
}

/* Broken at any byte, in any way: never more than JSON allows. */
static void mutations(void **state)
{
    (void)state;
    static const char row[] = "[-7,65537,3,-2,65283,-1.5e3,\"00fFa7\",[-1,2],\"41420000\"]";
    static const char letters[] = "0123456789-+.eE,[]\"{} \n\t\\xa";
    char text[sizeof row];
    size_t taken = 0;
    for (size_t at = 0; at + 1 < sizeof row; at++) {
        for (const char *letter = letters; *letter != '\0'; letter++) {
            memcpy(text, row, sizeof row);
            text[at] = *letter;
            taken += straight(text);
        }
        memcpy(text, row, sizeof row);
        text[at] = '\0';
        assert_false(straight(text));
    }
    assert_true(taken > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_rows),
        cmocka_unit_test(left_to_json),
        cmocka_unit_test(floats),
        cmocka_unit_test(mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
