/* Letters in the order in which they are seen: words from right to left turned, numbers not, Arabic letters joined. */
#include <string.h>

#include "plot/visual_text.h"
#include "support.h"

static void expect(const char *text, const char *seen)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    const char *made = pdk_visual_text(&memory, text);
    assert_non_null(made);
    assert_string_equal(made, seen);
    pdk_memory_destroy(&memory);
}

static void other_texts_stay(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    const char *texts[] = { "", "A. Varga", "\xC3\x84\xD0\x96\xE2\x80\xA6 12" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_ptr_equal(pdk_visual_text(&memory, texts[i]), texts[i]);
    pdk_memory_destroy(&memory);
}

/* Written here as bytes in the order of reading; editors would show them turned. */
#define ALEF_H "\xD7\x90"
#define BET_H "\xD7\x91"
#define GIMEL_H "\xD7\x92"
#define PATAH "\xD6\xB7"

static void words_are_turned(void **state)
{
    (void)state;
    expect(ALEF_H BET_H GIMEL_H " Cohen", GIMEL_H BET_H ALEF_H " Cohen");
    expect("Cohen " ALEF_H BET_H, "Cohen " BET_H ALEF_H);
    expect(ALEF_H BET_H " " GIMEL_H ALEF_H, ALEF_H GIMEL_H " " BET_H ALEF_H); /* two words of one name */
    expect(ALEF_H BET_H " 1:22.9", BET_H ALEF_H " 1:22.9");                   /* a number after it stays there */
    expect(ALEF_H BET_H " 12 " GIMEL_H, GIMEL_H " 12 " BET_H ALEF_H);
    expect(ALEF_H PATAH BET_H, BET_H ALEF_H PATAH); /* a point stays with its letter */
    expect(ALEF_H BET_H ", " GIMEL_H BET_H, BET_H ALEF_H ", " BET_H GIMEL_H);
}

static void arabic_letters_are_joined(void **state)
{
    (void)state;
    /* meem, reh, hah, beh, alef: first and last, first, middle, last */
    expect("\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7", "\xEF\xBA\x8E\xEF\xBA\x92\xEF\xBA\xA3\xEF\xBA\xAE\xEF\xBB\xA3");
    expect("\xD8\xA8", "\xEF\xBA\x8F");                       /* beh alone */
    expect("\xD8\xA8 \xD8\xA8", "\xEF\xBA\x8F \xEF\xBA\x8F"); /* nothing joins over a blank */
    expect("\xD8\xB3\xD9\x84\xD8\xA7\xD9\x85",
           "\xEF\xBB\xA1\xEF\xBB\xBC\xEF\xBA\xB3");                         /* seen, lam and alef as one, meem */
    expect("\xD8\xA8\xD9\x8E\xD8\xAA", "\xEF\xBA\x96\xEF\xBA\x91\xD9\x8E"); /* a vowel parts nothing */
    /* meem and Persian yeh, then what parts letters, and meem */
    expect("\xD9\x85\xDB\x8C\xE2\x80\x8C\xD9\x85", "\xEF\xBB\xA1\xEF\xAF\xBD\xEF\xBB\xA3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_texts_stay),
        cmocka_unit_test(words_are_turned),
        cmocka_unit_test(arabic_letters_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
