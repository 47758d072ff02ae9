/* JSON read: what is taken and what is not, where it is wrong, and that neither memory nor depth nor names can be made
 * to hurt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_read.h"
#include "failing.h"
#include "support.h"

typedef struct opened {
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_json_trouble trouble;
    bool good;
} opened;

static opened *read_sized(const char *text, size_t size)
{
    opened *json = calloc(1, sizeof *json);
    assert_non_null(json);
    pdk_memory_init(&json->memory, NULL, 0);
    char *exact = pdk_alloc_raw(&json->memory, size); /* so that a sanitizer sees what is read after it */
    assert_non_null(exact);
    memcpy(exact, text, size);
    json->good = pdk_json_parse(&json->tree, &json->memory, exact, size, &json->trouble) &&
                 pdk_json_names_differ(&json->tree, &json->trouble);
    return json;
}

static opened *read_text(const char *text)
{
    return read_sized(text, strlen(text));
}

static void close_json(opened *json)
{
    pdk_json_free(&json->tree);
    pdk_memory_destroy(&json->memory);
    free(json);
}

static void what_is_wrong_is_told_with_its_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t at;
        uint64_t line;
    } cases[] = {
        { "", 0, 1 },
        { " \n ", 3, 2 },
        { "{\"a\":1,}", 7, 1 },
        { "{\"a\":1} x", 8, 1 },
        { "{\"a\":1,\n\"a\":2}", 8, 2 },
        { "[1, 2", 5, 1 },
        { "{\"a\":\"\xE4\"}", 6, 1 },
        { "{\"a\":\"b\\u0000\"}", 7, 1 },
        { "[1,]", 3, 1 },
        { "[,1]", 1, 1 },
        { "[1 2]", 3, 1 },
        { "[}", 1, 1 },
        { "{]", 1, 1 },
        { "{1:2}", 1, 1 },
        { "{\"a\"}", 4, 1 },
        { "{\"a\":}", 5, 1 },
        { "[1}", 2, 1 },
        { "]", 0, 1 },
        { ",", 0, 1 },
        { "01", 2, 1 },
        { "-", 1, 1 },
        { "+1", 0, 1 },
        { ".5", 0, 1 },
        { "1.", 2, 1 },
        { "1.e5", 2, 1 },
        { "1e", 2, 1 },
        { "1e+", 3, 1 },
        { "1e999", 0, 1 },
        { "-1e309", 0, 1 },
        { "0x10", 1, 1 },
        { "1d5", 1, 1 },
        { "nan", 0, 1 },
        { "Infinity", 0, 1 },
        { "truth", 0, 1 },
        { "nul", 0, 1 },
        { "true1", 4, 1 },
        { "\"a", 2, 1 },
        { "\"a\\", 2, 1 },
        { "\"\\x\"", 1, 1 },
        { "\"\\u12\"", 1, 1 },
        { "\"\\u12g4\"", 1, 1 },
        { "\"\\ud800\"", 1, 1 },
        { "\"\\udc00\"", 1, 1 },
        { "\"\\ud800\\u0041\"", 1, 1 },
        { "\"\t\"", 1, 1 },
        { "'a'", 0, 1 },
        { "\"\xC0\x80\"", 1, 1 },
        { "\"\xED\xA0\x80\"", 1, 1 },
        { "\xEF\xBB\xBF[]", 0, 1 },
        { "[1]//", 3, 1 },
        { "1\"a\"", 1, 1 },
        { "{\"a\" 1}", 5, 1 },
        { "{\"a\":[{\"b\":1,\"\\u0062\":2}]}", 13, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        opened *json = read_text(cases[i].text);
        if (json->good || json->trouble.what == NULL || json->trouble.at != cases[i].at ||
            json->trouble.line != cases[i].line) {
            fail_msg("%s: %s at %zu, line %d", cases[i].text, json->good ? "taken" : json->trouble.what,
                     json->trouble.at, (int)json->trouble.line);
        }
        close_json(json);
    }
    opened *json = read_sized("[\0]", 3);
    assert_false(json->good);
    assert_int_equal(json->trouble.at, 1);
    close_json(json);
}

static double number_of(pdk_json_found value)
{
    double number = -99;
    assert_true(pdk_json_as_number(value, &number));
    return number;
}

static void assert_is_text(pdk_json_found value, const char *wanted)
{
    assert_non_null(pdk_json_as_text(value).data);
    assert_text(pdk_json_as_text(value), wanted);
    assert_true(pdk_json_is(value, wanted));
}

static void values_are_found(void **unused)
{
    (void)unused;
    opened *json = read_text(
        " {\"a\": [1, -0.5e1, {}, [], [[2]], true], \"\\u0062\\n\": "
        "\"\\\"\\\\\\/\\b\\f\\r\\t\\u00e4\\uD83D\\ude00x\",\n"
        "\"c\": null, \"d\": {\"a\": false, \"e\": \"plain \xC3\xA4\"}, \"\": 123456789012345678901234567890} ");
    assert_true(json->good);
    pdk_json_found root = pdk_json_root(&json->tree), a = pdk_json_member(root, "a");
    assert_int_equal(pdk_json_count(root, SIZE_MAX), 5);
    assert_int_equal(pdk_json_count(root, 3), 3);
    assert_int_equal(pdk_json_count(a, SIZE_MAX), 6);
    assert_true(number_of(pdk_json_item(a, 0)) == 1);
    assert_true(number_of(pdk_json_item(a, 1)) == -5);
    assert_int_equal(pdk_json_kind(pdk_json_item(a, 2)), '{');
    assert_int_equal(pdk_json_count(pdk_json_item(a, 2), SIZE_MAX), 0);
    assert_null(pdk_json_first(pdk_json_item(a, 3)).tree);
    assert_true(number_of(pdk_json_item(pdk_json_item(pdk_json_item(a, 4), 0), 0)) == 2);
    assert_int_equal(pdk_json_kind(pdk_json_item(a, 5)), 't');
    assert_null(pdk_json_item(a, 6).tree);
    assert_is_text(pdk_json_member(root, "b\n"), "\"\\/\b\f\r\t\xC3\xA4\xF0\x9F\x98\x80x");
    assert_false(pdk_json_is(pdk_json_member(root, "b\n"), "\""));
    assert_int_equal(pdk_json_kind(pdk_json_member(root, "c")), 'n');
    assert_int_equal(pdk_json_kind(pdk_json_member(pdk_json_member(root, "d"), "a")), 'f');
    assert_is_text(pdk_json_member(pdk_json_member(root, "d"), "e"), "plain \xC3\xA4");
    assert_true(number_of(pdk_json_member(root, "")) == 123456789012345678901234567890.0);
    assert_null(pdk_json_member(root, "e").tree);
    pdk_json_found none = pdk_json_member(pdk_json_item(pdk_json_member(root, "x"), 3), "y");
    double number;
    assert_true(pdk_json_kind(none) == '\0' && pdk_json_as_text(none).data == NULL &&
                !pdk_json_as_number(none, &number) && !pdk_json_is(none, ""));
    assert_true(pdk_json_count(none, SIZE_MAX) == 0 && pdk_json_first(none).tree == NULL);
    close_json(json);
    static const char *const alone[] = { "0", "-0", "true", "null", "\"\"", "[]", "{}", "\r\n\t 1e-400 ", "1E+2" };
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        json = read_text(alone[i]);
        assert_true(json->good);
        assert_int_equal(json->tree.count, 1);
        close_json(json);
    }
}

/* Every cut of a text, and every byte of it changed: taken or refused, and nothing else. */
static void damage_is_survived(void **unused)
{
    (void)unused;
    static const char text[] =
        "{\"a\": [1, -0.5e1, {}, [\"\\u0062\\ud83d\\ude00\"]], \"b\": {\"c\": null, \"\xC3\xA4\": \"x\\ny\"}}";
    for (size_t size = 0; size < strlen(text); size++) {
        opened *json = read_sized(text, size);
        assert_false(json->good);
        assert_non_null(json->trouble.what);
        assert_null(pdk_json_root(&json->tree).tree);
        close_json(json);
    }
    for (size_t at = 0; at < strlen(text); at++) {
        for (int byte = 0; byte < 256; byte++) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[at] = (char)byte;
            opened *json = read_sized(changed, strlen(text));
            assert_true(json->good || (json->trouble.what != NULL && json->trouble.at <= strlen(text)));
            close_json(json);
        }
    }
}

static char *repeated(const char *begin, const char *piece, size_t count, const char *end)
{
    size_t length = strlen(piece), at = strlen(begin);
    char *text = malloc(at + length * count + strlen(end) + 1);
    assert_non_null(text);
    memcpy(text, begin, at);
    for (size_t i = 0; i < count; i++, at += length) memcpy(text + at, piece, length);
    memcpy(text + at, end, strlen(end) + 1);
    return text;
}

/* Neither deep nor wide texts take more than a little for each of their bytes. */
static void memory_follows_the_size(void **unused)
{
    (void)unused;
    enum { MANY = 300000 };
    char *deep = repeated("", "[", MANY, ""), *closed = repeated(deep, "]", MANY, "");
    char *texts[] = { deep,
                      closed,
                      repeated("[", "1,", MANY, "1]"),
                      repeated("[", "{},", MANY, "0]"),
                      repeated("[", "[1],", MANY, "0]"),
                      repeated("[", "{\"\":1},", MANY, "0]"),
                      repeated("[", "\"\\n\",", MANY, "0]"),
                      repeated("\"", "\\n", MANY, "\"") };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t size = strlen(texts[i]);
        pdk_memory memory;
        pdk_json_tree tree;
        pdk_json_trouble trouble;
        pdk_memory_init(&memory, NULL, 5 * size);
        assert_int_equal(pdk_json_parse(&tree, &memory, texts[i], size, &trouble), i > 0);
        if (i == 0) assert_true(trouble.what != NULL && trouble.at <= size);
        if (i == 1) assert_int_equal(tree.count, MANY);
        pdk_json_free(&tree);
        assert_int_equal(memory.used, 0);
        pdk_memory_destroy(&memory);
        pdk_memory_init(&memory, NULL, size);
        assert_false(pdk_json_parse(&tree, &memory, texts[i], size, &trouble) && i != 7);
        if (i > 0 && i < 7) assert_true(trouble.what == NULL && memory.limit_hit);
        pdk_json_free(&tree);
        pdk_memory_destroy(&memory);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) free(texts[i]);
}

/* A hundred thousand names in one object, of which the first and the last are the same or not. */
static void names_that_stand_twice_are_found_among_many(void **unused)
{
    (void)unused;
    enum { MANY = 100000 };
    for (int twice = 0; twice < 2; twice++) {
        char *text = malloc(MANY * 32 + 64);
        assert_non_null(text);
        size_t at = (size_t)sprintf(text, "[{\"name\":0");
        for (int i = 0; i < MANY; i++) at += (size_t)sprintf(text + at, ",\"a longer name %d\":1", i * 7919 % MANY);
        sprintf(text + at, ",\"%s\":0}]", twice ? "\\u006eame" : "Name");
        opened *json = read_text(text);
        assert_int_equal(json->good, !twice);
        if (twice) assert_int_equal(json->trouble.at, at + 1);
        close_json(json);
        free(text);
    }
}

static void memory_fails(void **unused)
{
    (void)unused;
    char whole[2048] = "{\"a\":\"\\n\"";
    for (int i = 0; i < 100; i++) snprintf(whole + strlen(whole), sizeof whole - strlen(whole), ",\"%d\":1", i);
    strcat(whole, "}");
    size_t failures = 0;
    for (size_t at = 1;; at++) {
        failing state = { .fail_at = at };
        pdk_allocator allocator = failing_allocator(&state);
        pdk_memory memory;
        pdk_json_tree tree;
        pdk_json_trouble trouble;
        pdk_memory_init(&memory, &allocator, 0);
        bool good =
            pdk_json_parse(&tree, &memory, whole, strlen(whole), &trouble) && pdk_json_names_differ(&tree, &trouble);
        if (!good) assert_null(trouble.what);
        pdk_json_free(&tree);
        pdk_memory_destroy(&memory);
        assert_int_equal(state.live, 0);
        if (good) break;
        failures++;
    }
    assert_int_equal(failures, 3); /* the tree, texts without escapes, names to sort */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(memory_follows_the_size),
        cmocka_unit_test(names_that_stand_twice_are_found_among_many),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests_name("json_read", tests, NULL, NULL);
}
