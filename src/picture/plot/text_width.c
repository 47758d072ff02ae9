/* Widths of letters in classes, in hundredths of the size. */
#include "plot/text_width.h"

#include <string.h>

static int32_t width_of(uint32_t letter)
{
    if (letter >= 0x1100) return 100; /* East Asian characters are as wide as they are high */
    if (letter >= 0x80) return 66;
    char one = (char)letter;
    if (one == ' ' || strchr("ijl'|.,:;!I", one) != NULL) return 33;
    if (strchr("frt()[]-/\\\"`", one) != NULL) return 42;
    if (strchr("mwMW@%", one) != NULL) return 92;
    if (one >= 'A' && one <= 'Z') return 70;
    return strchr("+=<>~^#", one) != NULL ? 84 : 62;
}

static size_t letter_at(const char *text, uint32_t *letter)
{
    uint8_t first = (uint8_t)text[0];
    size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    *letter = size == 1 ? first : size == 2 ? 0x80 : size == 3 && first < 0xE2 ? 0x1000 : 0x1100;
    if (size == 3 && first == 0xE2) *letter = 0x80; /* punctuation, arrows */
    return size;
}

int32_t pdk_text_width(const char *text, int32_t size, bool bold)
{
    int64_t width = 0;
    uint32_t letter;
    for (size_t at = 0; text[at] != '\0';) {
        size_t step = letter_at(text + at, &letter);
        for (size_t i = 0; i < step && text[at] != '\0'; i++) at++;
        width += width_of(letter);
    }
    int64_t made = width * size * (bold ? 110 : 100) / 10000;
    return made < INT32_MAX ? (int32_t)made : INT32_MAX;
}

void pdk_text_shorten(char *text, int32_t size, bool bold, int32_t room)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    if (pdk_text_width(text, size, bold) <= room) return;
    size_t end = strlen(text);
    int32_t left = room - pdk_text_width(ellipsis, size, bold);
    while (end > 0 && pdk_text_width(text, size, bold) > left) {
        do end--;
        while (end > 0 && ((uint8_t)text[end] & 0xC0) == 0x80);
        text[end] = '\0';
    }
    memcpy(text + end, ellipsis, sizeof ellipsis);
}
