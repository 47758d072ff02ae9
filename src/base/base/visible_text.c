#include "base/visible_text.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char isolate[] = "\xE2\x81\xA8", end_isolate[] = "\xE2\x81\xA9"; /* U+2068, U+2069 */

bool pdk_is_direction_mark(uint32_t letter)
{
    return letter == 0x061C || letter == 0x200E || letter == 0x200F || (letter >= 0x202A && letter <= 0x202E) ||
           (letter >= 0x2066 && letter <= 0x2069);
}

/* Letters of scripts that run from right to left, by the blocks that Unicode keeps for them. */
static bool is_from_right(uint32_t letter)
{
    return (letter >= 0x0590 && letter <= 0x08FF) || (letter >= 0xFB1D && letter <= 0xFDCF) ||
           (letter >= 0xFDF0 && letter <= 0xFDFF) || (letter >= 0xFE70 && letter <= 0xFEFE) ||
           (letter >= 0x10800 && letter <= 0x10FFF) || (letter >= 0x1E800 && letter <= 0x1EFFF);
}

static bool is_control(uint32_t letter)
{
    return letter < 0x20 || (letter >= 0x7F && letter < 0xA0) || letter == 0x2028 || letter == 0x2029;
}

/* The letter at `text`; *taken is its bytes, 1 where it is no UTF-8 and the answer a harmless letter. */
static uint32_t letter_at(const char *text, size_t left, size_t *taken)
{
    size_t size = pdk_utf8_sequence((const uint8_t *)text, left);
    *taken = size > 0 ? size : 1;
    return size > 0 ? pdk_utf8_letter(text, size) : '?';
}

/* May it be between two words of one name from right to left? Quotes, colons and letters end the name. */
static bool is_between(uint32_t letter)
{
    return letter == ' ' || letter == '-' || letter == '.' || letter == '\'' || letter == '_' ||
           (letter >= '0' && letter <= '9') || letter == 0x200C || letter == 0x200D; /* what parts or joins letters */
}

/* Bytes from the first letter from the right, at `text`, to the last of the run. */
static size_t run_from_right(const char *text, size_t size)
{
    size_t end = 0, taken;
    for (size_t at = 0; at < size; at += taken) {
        uint32_t letter = letter_at(text + at, size - at, &taken);
        if (is_from_right(letter) && !pdk_is_direction_mark(letter)) end = at + taken;
        else if (!is_between(letter)) break;
    }
    return end;
}

void pdk_show_text(const char *text, size_t size, pdk_put_shown put, void *user)
{
    size_t plain = 0, taken; /* where what is shown as it is began */
    for (size_t at = 0; at < size;) {
        uint32_t letter = letter_at(text + at, size - at, &taken);
        bool mark = pdk_is_direction_mark(letter), control = is_control(letter), right = is_from_right(letter);
        if (!mark && !control && !right) {
            at += taken;
            continue;
        }
        if (at > plain) put(user, text + plain, at - plain);
        char visible[16];
        if (mark) {
            put(user, visible, (size_t)snprintf(visible, sizeof visible, "[U+%04X]", (unsigned)letter));
        } else if (control) {
            put(user, "?", 1);
        } else {
            taken = run_from_right(text + at, size - at);
            put(user, isolate, 3);
            put(user, text + at, taken);
            put(user, end_isolate, 3);
        }
        plain = at += taken;
    }
    if (size > plain) put(user, text + plain, size - plain);
}

bool pdk_opens_isolate(const char *bytes, size_t size)
{
    return size == 3 && memcmp(bytes, isolate, 3) == 0;
}

bool pdk_closes_isolate(const char *bytes, size_t size)
{
    return size == 3 && memcmp(bytes, end_isolate, 3) == 0;
}

static void count(void *user, const char *bytes, size_t size)
{
    size_t *letters = user;
    bool invisible = pdk_opens_isolate(bytes, size) || pdk_closes_isolate(bytes, size);
    for (size_t i = 0; i < size && !invisible; i++) *letters += ((unsigned char)bytes[i] & 0xC0) != 0x80;
}

size_t pdk_shown_letters(const char *text, size_t size)
{
    size_t letters = 0;
    pdk_show_text(text, size, count, &letters);
    return letters;
}
