/* The ground: tracked memory, vectors, text, errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/load.h"
#include "base/memory.h"
#include "base/text.h"
#include "failing.h"
#include "random.h"
#include "support.h"

/* ------------------------------------------------------------------------------------------------ memory */

static void memory_goes_at_once(void **unused)
{
    (void)unused;
    failing state = { 0 };
    pdk_allocator allocator = failing_allocator(&state);
    pdk_memory memory;
    pdk_memory_init(&memory, &allocator, 0);
    uint8_t *zeroed = pdk_alloc(&memory, 100);
    assert_non_null(zeroed);
    for (int i = 0; i < 100; i++) assert_int_equal(zeroed[i], 0);
    assert_non_null(pdk_alloc(&memory, 0));
    char *text = pdk_text_printf(&memory, "%s-%d", "row", 7);
    assert_string_equal(text, "row-7");
    char *copy = pdk_strdup(&memory, text);
    assert_string_equal(copy, "row-7");
    pdk_free(&memory, text);
    pdk_free(&memory, NULL);
    assert_int_equal(state.live, 3);
    assert_int_equal(state.bytes, memory.used);
    pdk_memory_destroy(&memory);
    assert_int_equal(state.live, 0);
    assert_int_equal(state.bytes, 0); /* release got the right sizes */
}

static void memory_limit(void **unused)
{
    (void)unused;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 4096);
    pdk_error error;
    void *first = pdk_alloc(&memory, 3000);
    assert_non_null(first);
    assert_null(pdk_alloc(&memory, 3000));
    assert_fails(pdk_fail_memory(&error, &memory, "a test"), error, PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
    assert_string_equal(error.message, "a test would pass the memory limit of 4096 bytes");
    uint64_t used = memory.used;
    assert_null(pdk_realloc(&memory, first, 5000)); /* the old block stays */
    assert_true(memory.used == used);
    memset(first, 1, 3000);
    pdk_free(&memory, first);
    assert_true(memory.used == 0);
    assert_non_null(pdk_alloc(&memory, 3000)); /* what was freed counts again */
    pdk_memory_destroy(&memory);
}

/* A thousand names in a few blocks, each whole; long ones apart; and a limit that is kept. */
static void kept_texts(void **unused)
{
    (void)unused;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 20000);
    char *texts[1000], large[2000];
    for (int i = 0; i < 1000; i++) texts[i] = pdk_keep_printf(&memory, "name %d", i);
    assert_true(memory.used < 13000);
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    assert_string_equal(pdk_keep(&memory, large), large);
    assert_string_equal(pdk_keep_printf(&memory, "%s", large), large);
    for (int i = 0; i < 1000; i++) {
        char name[16];
        snprintf(name, sizeof name, "name %d", i);
        assert_string_equal(texts[i], name);
    }
    assert_string_equal(pdk_keep(&memory, ""), "");
    assert_null(pdk_keep_room(&memory, SIZE_MAX));
    assert_null(pdk_keep_room(&memory, 20000));
    int more = 0;
    while (pdk_keep(&memory, "a text that is kept until no more is") != NULL) more++;
    assert_true(more < 1000 && memory.used <= 20000);
    pdk_memory_destroy(&memory);
}

static void memory_overflow(void **unused)
{
    (void)unused;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    assert_null(pdk_alloc(&memory, SIZE_MAX));
    assert_null(pdk_alloc_raw(&memory, SIZE_MAX - 8));
    assert_null(pdk_alloc_array(&memory, UINT64_MAX / 2, 4));
    assert_null(pdk_alloc_array(&memory, (UINT64_C(1) << 62) + 1, 4));
    void *block = pdk_alloc(&memory, 8);
    assert_null(pdk_realloc(&memory, block, SIZE_MAX));
    pdk_error error;
    assert_fails(pdk_fail_memory(&error, &memory, "it"), error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
    pdk_memory_destroy(&memory);
}

static void realloc_keeps(void **unused)
{
    (void)unused;
    failing state = { 0 };
    pdk_allocator allocator = failing_allocator(&state);
    pdk_memory memory;
    pdk_memory_init(&memory, &allocator, 0);
    uint8_t *other = pdk_alloc(&memory, 10), *bytes = pdk_realloc(&memory, NULL, 10), *last = pdk_alloc(&memory, 10);
    assert_true(other != NULL && bytes != NULL && last != NULL);
    for (uint8_t i = 0; i < 10; i++) bytes[i] = i;
    for (size_t size = 20; size < 200000; size *= 3) bytes = pdk_realloc(&memory, bytes, size);
    for (uint8_t i = 0; i < 10; i++) assert_int_equal(bytes[i], i);
    fail_after(&state, 0);
    uint64_t used = memory.used;
    assert_null(pdk_realloc(&memory, bytes, 1000000));
    assert_true(memory.used == used);
    for (uint8_t i = 0; i < 10; i++) assert_int_equal(bytes[i], i);
    pdk_free(&memory, other);
    pdk_memory_destroy(&memory);
    assert_int_equal(state.live, 0);
    assert_int_equal(state.bytes, 0);
}

static void vectors(void **unused)
{
    (void)unused;
    failing state = { 0 };
    pdk_allocator allocator = failing_allocator(&state);
    pdk_memory memory;
    pdk_memory_init(&memory, &allocator, 0);
    pdk_vector numbers = pdk_vector_of(&memory, sizeof(uint64_t));
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t *place = pdk_vector_push(&numbers);
        assert_non_null(place);
        assert_true(*place == 0);
        *place = i * i;
    }
    assert_int_equal(numbers.count, 10000);
    for (uint64_t i = 0; i < 10000; i++) assert_true(((uint64_t *)numbers.items)[i] == i * i);
    assert_true(state.calls < 40); /* it grows by a factor */
    fail_after(&state, 0);
    while (numbers.count < numbers.capacity) assert_non_null(pdk_vector_push(&numbers));
    size_t count = numbers.count;
    assert_null(pdk_vector_push(&numbers));
    assert_int_equal(numbers.count, count);
    pdk_memory_destroy(&memory);
    assert_int_equal(state.live, 0);
}

/* -------------------------------------------------------------------------------------------------- text */

static void utf8(void **unused)
{
    (void)unused;
    static const char *const good[] = { "",
                                        "abc",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xEE\x80\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF",
                                        "Sp\xC3\xA4th\x01" };
    static const char *const bad[] = { "\x80",
                                       "\xBF",
                                       "\xC0\x80",
                                       "\xC1\xBF",
                                       "\xC2",
                                       "\xC2!",
                                       "\xE0\x9F\xBF",
                                       "\xE1\x80",
                                       "\xED\xA0\x80",
                                       "\xED\xBF\xBF",
                                       "\xF0\x8F\xBF\xBF",
                                       "\xF4\x90\x80\x80",
                                       "\xF5\x80\x80\x80",
                                       "\xF0\x90\x80",
                                       "\xFF",
                                       "ok\xFE" };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(pdk_is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(pdk_is_utf8(bad[i], strlen(bad[i])));
}

static void put_message(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    pdk_print_message(to, size, format, arguments);
    va_end(arguments);
}

/* Limits of bytes cut texts of characters with 1 to 4 bytes at every place: what is left is whole characters. */
static void messages_are_not_cut_inside_letters(void **unused)
{
    (void)unused;
    static const char letters[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8F\x81z\xC3\xA9\xE2\x82\xAC";
    char message[64];
    for (size_t size = 1; size < sizeof letters + 8; size++) {
        put_message(message, size, "%s", letters);
        assert_true(strlen(message) < size && strlen(message) + 4 >= (size < sizeof letters ? size : sizeof letters));
        assert_true(pdk_is_utf8(message, strlen(message)));
        assert_memory_equal(message, letters, strlen(message));
        put_message(message, sizeof message, "no \"%.*s\" here", (int)size - 1, letters);
        assert_true(pdk_is_utf8(message, strlen(message)));
        assert_string_equal(message + strlen(message) - 6, "\" here");
    }
    put_message(message, sizeof message, "%s", "\x80 \xFF \xC0!"); /* no beginnings of characters: they stay */
    assert_string_equal(message, "\x80 \xFF \xC0!");
    pdk_error error;
    char name[300];
    for (size_t at = 0; at + 2 < sizeof name; at += 2) memcpy(name + at, "\xC3\xA9", 3);
    for (int shift = 0; shift < 2; shift++) {
        pdk_fail(&error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "test", "%s%s", shift != 0 ? "x" : "", name);
        assert_true(strlen(error.message) > 252 && pdk_is_utf8(error.message, strlen(error.message)));
    }
}

static void text_lengths(void **unused)
{
    (void)unused;
    assert_int_equal(pdk_text_length("abc\0d", 5), 3);
    assert_int_equal(pdk_text_length("abc", 3), 3);
    assert_int_equal(pdk_text_length("", 1), 0);
    assert_int_equal(pdk_text_length(NULL, 0), 0);
    assert_true(pdk_is_printable("a\tb\r\n\xE4", 6));
    assert_false(pdk_is_printable("a\0", 2));
    assert_false(pdk_is_printable("\x1B", 1));
    assert_false(pdk_is_printable("\x7F", 1));
}

/* ------------------------------------------------------------------------------------------------ errors */

static void errors(void **unused)
{
    (void)unused;
    pdk_error error;
    memset(&error, 0x55, sizeof error);
    char long_text[600];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_int_equal(pdk_fail_where(&error, PDK_E_CORRUPT, 12, long_text, long_text, "%s", long_text), PDK_E_CORRUPT);
    assert_int_equal(strlen(error.code), sizeof error.code - 1);
    assert_int_equal(strlen(error.where), sizeof error.where - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_true(error.offset == 12);
    assert_int_equal(pdk_fail(NULL, PDK_E_IO, 0, "x", "y"), PDK_E_IO);
    pdk_fail(&error, PDK_E_IO, PDK_NO_OFFSET, "io.read", "no %s", "luck");
    assert_string_equal(error.message, "no luck");
    assert_string_equal(error.where, "");
    char hex[48];
    assert_string_equal(pdk_hex(hex, "\x54\x00\xFF", 3), "54 00 FF");
    assert_string_equal(pdk_hex(hex, "", 0), "");
    assert_int_equal(strlen(pdk_hex(hex, long_text, 400)), 47);
}

static void names(void **unused)
{
    (void)unused;
    static const int statuses[] = { PDK_OK,          PDK_E_ARGUMENT,  PDK_E_MEMORY,         PDK_E_IO,
                                    PDK_E_LIMIT,     PDK_E_CANCELLED, PDK_E_UNKNOWN_FORMAT, PDK_E_UNSUPPORTED,
                                    PDK_E_TRUNCATED, PDK_E_CORRUPT };
    enum { STATUSES = sizeof statuses / sizeof statuses[0] };
    for (int i = 0; i < STATUSES; i++) {
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(pdk_status_name((pdk_status)statuses[i]), pdk_status_name((pdk_status)statuses[k]));
        }
    }
    assert_string_equal(pdk_status_name(PDK_E_TRUNCATED), "truncated");
    assert_string_equal(pdk_status_name((pdk_status)-99), "unknown status");
    assert_string_equal(pdk_certainty_name(PDK_CONFIRMED), "confirmed");
    assert_string_equal(pdk_severity_name(PDK_WARNING), "warning");
    assert_string_equal(pdk_type_name(PDK_FLOAT64), "float64");
    assert_string_equal(pdk_type_name((pdk_type)99), "none");
    assert_int_equal(pdk_type_size(PDK_TEXT), sizeof(pdk_text));
    assert_int_equal(pdk_type_size(PDK_INT16), 2);
    assert_int_equal(pdk_type_size((pdk_type)99), 0);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PDK_VERSION_MAJOR, PDK_VERSION_MINOR, PDK_VERSION_PATCH);
    assert_string_equal(pdk_version(), version);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_goes_at_once),
        cmocka_unit_test(memory_limit),
        cmocka_unit_test(kept_texts),
        cmocka_unit_test(memory_overflow),
        cmocka_unit_test(realloc_keeps),
        cmocka_unit_test(vectors),
        cmocka_unit_test(utf8),
        cmocka_unit_test(messages_are_not_cut_inside_letters),
        cmocka_unit_test(text_lengths),
        cmocka_unit_test(errors),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
