/* Dump, then build: the same bytes for every record of every format, whatever the bytes. And what building refuses,
 * where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout/build.h"
#include "random.h"
#include "support.h"

static pdk_output *dump(const pdk_record *record, const uint8_t *bytes, int indent)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_json json = { .output = output, .indent = indent };
    pdk_record_dump(&json, record, bytes);
    assert_ok(pdk_output_finish(output, &error), error);
    return output;
}

static pdk_status build(const char *text, size_t size, const pdk_record *record, uint8_t *bytes, pdk_error *error)
{
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = pdk_json_read_part(text, size, (pdk_json_part){ 0, 1 }, &memory, &tree, error);
    if (status == PDK_OK) status = pdk_record_build(record, pdk_json_root(&tree), "$.block[3]", bytes, error);
    pdk_json_free(&tree);
    assert_int_equal(memory.used, 0);
    pdk_memory_destroy(&memory);
    return status;
}

static void assert_round_trip(const pdk_record *record, const uint8_t *bytes, uint8_t *built, int indent)
{
    pdk_output *output = dump(record, bytes, indent);
    pdk_bytes text = pdk_output_bytes(output);
    pdk_error error = { 0 };
    memset(built, 0, record->size);
    if (build((const char *)text.data, text.size, record, built, &error) != PDK_OK) {
        fail_msg("%s: %s\n%.*s", record->name, error.message, (int)text.size, (const char *)text.data);
    }
    if (memcmp(built, bytes, record->size) != 0) {
        fail_msg("%s comes back as other bytes:\n%.*s", record->name, (int)text.size, (const char *)text.data);
    }
    pdk_output_close(output);
}

/* Bytes of several kinds: zeros, ones, noise, text, floats with their odd ones. */
static void fill(uint64_t *seed, int kind, uint8_t *bytes, size_t size)
{
    static const uint32_t odd[] = { 0x7FC00000, 0xFF800000, 0x7F800001, 0x80000000,
                                    0x00000001, 0x7F7FFFFF, 0x60AD78EC, 0x3DCCCCCD };
    random_bytes(seed, bytes, size);
    for (size_t i = 0; i < size; i++) {
        if (kind == 0) bytes[i] = 0;
        if (kind == 1) bytes[i] = 0xFF;
        if (kind == 2) bytes[i] = (uint8_t)('a' + bytes[i] % 26);
        if (kind == 3 && bytes[i] < 0x40) bytes[i] = 0; /* text with an end, and something after it */
    }
    for (size_t i = 0; kind == 4 && i + 4 <= size; i += 4) memcpy(bytes + i, &odd[random_next(seed) % 8], 4);
}

static void every_record_comes_back(void **unused)
{
    (void)unused;
    uint64_t seed = 77;
    size_t tried = 0;
    for (size_t f = 0; f < pdk_format_count(); f++) {
        for (const pdk_record *const *r = pdk_format_at(f)->records; r != NULL && *r != NULL; r++) {
            const pdk_record *record = *r;
            if (record->size == 0) continue;
            uint8_t *bytes = malloc(record->size), *built = malloc(record->size);
            assert_true(bytes != NULL && built != NULL);
            for (int round = 0; round < 60; round++) {
                fill(&seed, round % 6, bytes, record->size);
                assert_round_trip(record, bytes, built, round % 3);
                tried++;
            }
            free(bytes);
            free(built);
        }
    }
    assert_true(tried > 0);
}

/* --------------------------------------------------------------------------------- one of every kind of field */

/* clang-format off */
static const pdk_field inner_fields[] = {
    { .name = "x", .offset = 0, .storage = PDK_RAW_I16 },
    { .name = "y", .offset = 2, .storage = PDK_RAW_F32 },
};
/* clang-format on */
static PDK_RECORD(inner_record, "test.inner", "", 6, inner_fields, "");

static const int8_t chain[] = { -1, 0, 1 };
/* clang-format off */
static const pdk_field kinds_fields[] = {
    { .name = "tag", .offset = 0, .storage = PDK_RAW_CHARS, .count = 4 },
    { .name = "keep", .offset = 4, .storage = PDK_RAW_OPAQUE, .count = 3 },
    { .name = "gear", .offset = 7, .storage = PDK_RAW_I8, .bias = -1 },
    { .name = "low", .offset = 8, .storage = PDK_RAW_U16BE, .bits = 5 },
    { .name = "high", .offset = 8, .storage = PDK_RAW_U16BE, .bit = 5, .bits = 11, .is_signed = true },
    { .name = "both", .offset = 8, .storage = PDK_RAW_U16BE },
    { .name = "long", .offset = 10, .storage = PDK_RAW_U64 },
    { .name = "chain", .offset = 18, .storage = PDK_RAW_I24, .count = 3, .chain = chain },
    { .name = "inner", .offset = 27, .storage = PDK_RAW_RECORD, .count = 2, .record = &inner_record },
    { .name = "word", .offset = 39, .storage = PDK_RAW_U40, .divisor = 10 },
    { .name = "letter", .offset = 44, .storage = PDK_RAW_CHARS },
    { .name = "wide", .offset = 45, .storage = PDK_RAW_F64, .count = 2 },
};
/* clang-format on */
static PDK_RECORD(kinds_record, "test.kinds", "", 61, kinds_fields, "");

static const char good[] =
    "{\"tag\":\"ab\",\"keep\":\"0102fF\",\"gear\":-3,\"low\":31,\"high\":-1024,\"both\":32799,"
    "\"long\":\"0xFFFFFFFFFFFFFFFF\",\"chain\":[1,-2,8388607],\"inner\":[{\"x\":-1,\"y\":0.1},{\"x\":2,"
    "\"y\":\"0x7FC00001\"}],\"word\":1099511627775,\"letter\":\"\",\"wide\":[0.1,\"0x7FF8000000000001\"]}";

static void every_kind_comes_back(void **unused)
{
    (void)unused;
    uint64_t seed = 5;
    uint8_t bytes[61], built[61];
    for (int round = 0; round < 3000; round++) {
        fill(&seed, round % 6, bytes, sizeof bytes);
        assert_round_trip(&kinds_record, bytes, built, 0);
    }
    pdk_error error = { 0 };
    memset(built, 0, sizeof built);
    assert_ok(build(good, sizeof good - 1, &kinds_record, built, &error), error);
    static const uint8_t expected[61] = {
        'a',  'b',  0,    0,    1,    2,    0xFF, 0xFD, 0x80, 0x1F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 1,    0,    0,    0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xCD, 0xCC, 0xCC,
        0x3D, 2,    0,    1,    0,    0xC0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0,    0x9A, 0x99, 0x99,
        0x99, 0x99, 0x99, 0xB9, 0x3F, 1,    0,    0,    0,    0,    0,    0xF8, 0x7F,
    };
    assert_memory_equal(built, expected, sizeof built);
}

/* The good text with one part replaced. */
static void refuses(const char *part, const char *by, const char *code, const char *where)
{
    char text[600];
    const char *at = strstr(good, part);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, by, at + strlen(part));
    uint8_t bytes[61] = { 0 };
    pdk_error error = { 0 };
    pdk_status status = build(text, strlen(text), &kinds_record, bytes, &error);
    assert_fails(status, error, PDK_E_CORRUPT, code, PDK_NO_OFFSET);
    assert_string_equal(error.where, where);
    assert_true(strncmp(error.message, where, strlen(where)) == 0);
}

static void refusals(void **unused)
{
    (void)unused;
    refuses("\"gear\":-3", "\"gear\":128", "build.range", "$.block[3].gear");
    refuses("\"gear\":-3", "\"gear\":1.5", "build.type", "$.block[3].gear");
    refuses("\"gear\":-3", "\"gear\":\"3\"", "build.type", "$.block[3].gear");
    refuses("\"gear\":-3", "\"gear\":null", "build.type", "$.block[3].gear");
    refuses("\"gear\":-3", "\"geer\":3", "build.missing", "$.block[3].gear");
    refuses("\"gear\":-3", "\"gear\":-3,\"geer\":3", "build.unknown", "$.block[3].geer");
    refuses("\"low\":31", "\"low\":32", "build.range", "$.block[3].low");
    refuses("\"high\":-1024", "\"high\":1024", "build.range", "$.block[3].high");
    refuses("\"high\":-1024", "\"high\":-1023", "build.conflict", "$.block[3].high");
    refuses("32799", "32798", "build.conflict", "$.block[3].low");
    refuses("\"0xFFFFFFFFFFFFFFFF\"", "-1", "build.range", "$.block[3].long");
    refuses("\"0xFFFFFFFFFFFFFFFF\"", "9007199254740993", "build.range", "$.block[3].long");
    refuses("\"0xFFFFFFFFFFFFFFFF\"", "\"0xFFFF\"", "build.type", "$.block[3].long");
    refuses("\"0xFFFFFFFFFFFFFFFF\"", "\"0x-FFFFFFFFFFFFFFF\"", "build.type", "$.block[3].long");
    refuses("8388607", "8388608", "build.range", "$.block[3].chain[2]");
    refuses("[1,-2,8388607]", "[1,-2]", "build.length", "$.block[3].chain");
    refuses("[1,-2,8388607]", "7", "build.type", "$.block[3].chain");
    refuses("\"x\":2", "\"x\":40000", "build.range", "$.block[3].inner[1].x");
    refuses("\"x\":2,", "", "build.missing", "$.block[3].inner[1].x");
    refuses("{\"x\":-1,\"y\":0.1}", "3", "build.type", "$.block[3].inner[0]");
    refuses("{\"x\":-1,\"y\":0.1}", "[]", "build.length", "$.block[3].inner[0]");
    refuses("{\"x\":-1,\"y\":0.1}", "[-1,0.1,0]", "build.length", "$.block[3].inner[0]");
    refuses("{\"x\":-1,\"y\":0.1}", "[0.1,-1]", "build.type", "$.block[3].inner[0].x");
    refuses("\"y\":0.1", "\"y\":1e39", "build.range", "$.block[3].inner[0].y");
    refuses("\"0x7FC00001\"", "\"NaN\"", "build.type", "$.block[3].inner[1].y");
    refuses("\"0x7FC00001\"", "true", "build.type", "$.block[3].inner[1].y");
    refuses("1099511627775", "1099511627776", "build.range", "$.block[3].word");
    refuses("\"ab\"", "\"abcde\"", "build.range", "$.block[3].tag");
    refuses("\"ab\"", "\"616263zz\"", "build.type", "$.block[3].tag");
    refuses("\"ab\"", "12", "build.type", "$.block[3].tag");
    refuses("\"0102fF\"", "\"0102f\"", "build.length", "$.block[3].keep");
    refuses("\"0102fF\"", "\"0102fg\"", "build.type", "$.block[3].keep");
}

static void bad_json(void **unused)
{
    (void)unused;
    static const char text[] = "{\"a\": 1,\n \"a\": 2}";
    uint8_t bytes[61];
    pdk_error error = { 0 };
    assert_fails(build(text, strlen(text), &kinds_record, bytes, &error), error, PDK_E_CORRUPT, "build.json", 10);
    assert_string_equal(error.message, "line 2: an object has the same name twice");
    assert_fails(build("[]", 2, &kinds_record, bytes, &error), error, PDK_E_CORRUPT, "build.length", PDK_NO_OFFSET);
    assert_string_equal(error.where, "$.block[3]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_comes_back),
        cmocka_unit_test(every_kind_comes_back),
        cmocka_unit_test(refusals),
        cmocka_unit_test(bad_json),
    };
    return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}
