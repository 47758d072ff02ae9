/* Texts from files as people see them. */
#include "base/visible_text.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "support.h"

typedef struct shown {
    char text[256];
    size_t size;
} shown;

static void keep(void *user, const char *bytes, size_t size)
{
    shown *made = user;
    memcpy(made->text + made->size, bytes, size);
    made->size += size;
    made->text[made->size] = '\0';
}

static void expect(const char *text, const char *wanted, size_t letters)
{
    shown made = { .size = 0 };
    pdk_show_text(text, strlen(text), keep, &made);
    assert_string_equal(made.text, wanted);
    assert_int_equal(pdk_shown_letters(text, strlen(text)), letters);
}

static void shows_letters_as_they_are(void **state)
{
    (void)state;
    expect("", "", 0);
    expect("A. Varga", "A. Varga", 8);
    expect("\xC3\x81\xE4\xB8\xAD\xF0\x9F\x8F\x81", "\xC3\x81\xE4\xB8\xAD\xF0\x9F\x8F\x81", 3);
    expect("a\xFF\x80", "a\xFF\x80", 2); /* no UTF-8 */
}

static void shows_no_controls(void **state)
{
    (void)state;
    expect("a\x1B[1mb\x7F\n", "a?[1mb??", 8);
    expect("a\xC2\x9B"
           "b\xE2\x80\xA8\xE2\x80\xA9",
           "a?b??", 5);
}

static void shows_marks_of_direction(void **state)
{
    (void)state;
    static const uint32_t marks[] = { 0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C,
                                      0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069 };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char text[8] = "a", wanted[16];
        size_t size = 1 + pdk_utf8_write(text + 1, marks[i]);
        text[size++] = 'b';
        text[size] = '\0';
        snprintf(wanted, sizeof wanted, "a[U+%04X]b", (unsigned)marks[i]);
        assert_true(pdk_is_direction_mark(marks[i]));
        expect(text, wanted, 10);
    }
    assert_false(pdk_is_direction_mark(0x2065));
    assert_false(pdk_is_direction_mark(0x202F));
}

#define ALEF "\xD7\x90"
#define ISOLATE "\xE2\x81\xA8"
#define END "\xE2\x81\xA9"

static void isolates_what_is_written_from_the_right(void **state)
{
    (void)state;
    expect(ALEF, ISOLATE ALEF END, 1);
    expect("lap 1: " ALEF ALEF " " ALEF ", lap 2", "lap 1: " ISOLATE ALEF ALEF " " ALEF END ", lap 2", 18);
    expect(ALEF "\xE2\x80\x8C" ALEF, ISOLATE ALEF "\xE2\x80\x8C" ALEF END, 3); /* a sign within a word */
    expect(ALEF "-7", ISOLATE ALEF END "-7", 3);
    expect("\"" ALEF "\" \"" ALEF "\"", "\"" ISOLATE ALEF END "\" \"" ISOLATE ALEF END "\"", 7);
    expect(ALEF "\xE2\x80\xAE" ALEF, ISOLATE ALEF END "[U+202E]" ISOLATE ALEF END, 10); /* never a mark inside */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_letters_as_they_are),
        cmocka_unit_test(shows_no_controls),
        cmocka_unit_test(shows_marks_of_direction),
        cmocka_unit_test(isolates_what_is_written_from_the_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
