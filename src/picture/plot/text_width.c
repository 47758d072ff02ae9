/* How wide texts may become: the advances of DejaVu Sans, the widest of the usual fonts, in hundredths of the size. */
#include "plot/text_width.h"

#include <string.h>

#include "base/text.h"

/* U+0020 to U+007E, plain and bold. */
static const uint8_t ascii[2][95] = {
    { 35, 41, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
      64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
      61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
      64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84 },
    { 35, 46, 53, 84, 70, 101, 88, 31,  46,  46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70,  70, 70,
      70, 70, 40, 40, 84, 84,  84, 58,  100, 78, 77, 74, 83, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84, 85,
      74, 85, 77, 72, 69, 82,  78, 111, 78,  73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68,  44, 72,
      72, 35, 35, 67, 35, 105, 72, 69,  72,  72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72,  84 },
};

/* Others: the widest of their neighbours. The first line that fits is meant. */
static const struct {
    uint32_t first, last;
    uint8_t plain, bold;
} letters[] = {
    { 0xA0, 0xA0, 35, 35 },       { 0xB7, 0xB7, 32, 38 },       { 0xA9, 0xAE, 100, 100 },
    { 0xBC, 0xBE, 97, 104 },      { 0xC6, 0xC6, 98, 109 },      { 0xE6, 0xE6, 99, 106 },
    { 0x126, 0x126, 92, 98 },     { 0x149, 0x149, 82, 99 },     { 0x152, 0x153, 107, 118 },
    { 0x174, 0x175, 99, 111 },    { 0x80, 0x17F, 84, 88 },      { 0x180, 0x2FF, 143, 156 },
    { 0x300, 0x36F, 60, 60 },     { 0x386, 0x38F, 94, 102 },    { 0x39C, 0x39C, 87, 100 },
    { 0x370, 0x373, 87, 103 },    { 0x374, 0x3C8, 79, 88 },     { 0x3C9, 0x3D1, 84, 88 },
    { 0x3D2, 0x3FF, 94, 110 },    { 0x409, 0x40A, 110, 116 },   { 0x414, 0x414, 79, 90 },
    { 0x416, 0x416, 108, 123 },   { 0x41C, 0x41C, 87, 100 },    { 0x424, 0x424, 87, 100 },
    { 0x426, 0x426, 79, 93 },     { 0x428, 0x429, 118, 134 },   { 0x42A, 0x42B, 89, 105 },
    { 0x42E, 0x42E, 108, 118 },   { 0x436, 0x436, 91, 101 },    { 0x444, 0x444, 86, 100 },
    { 0x448, 0x449, 95, 111 },    { 0x44B, 0x44B, 79, 91 },     { 0x44E, 0x44E, 85, 98 },
    { 0x459, 0x45A, 91, 100 },    { 0x460, 0x52F, 118, 141 },   { 0x400, 0x45F, 79, 88 },
    { 0x530, 0x58F, 98, 99 },     { 0x590, 0x5FF, 77, 77 },     { 0x633, 0x636, 123, 138 },
    { 0x69A, 0x69E, 123, 138 },   { 0x600, 0x8FF, 110, 128 },   { 0xE00, 0xEFF, 103, 137 },
    { 0x1400, 0x169F, 164, 202 }, { 0x2030, 0x2031, 174, 189 }, { 0x20A0, 0x218F, 137, 168 },
    { 0x1D00, 0x1FFF, 110, 126 },
};

static int32_t width_of(uint32_t letter, bool bold)
{
    if (letter >= 0x20 && letter < 0x7F) return ascii[bold][letter - 0x20];
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (letter >= letters[i].first && letter <= letters[i].last) return bold ? letters[i].bold : letters[i].plain;
    }
    if (letter >= 0x1F000) return 140;            /* pictures */
    return letter >= 0x2E80 || !bold ? 100 : 110; /* East Asian characters are as wide as they are high */
}

/* The letter at the beginning of a text, with its size; what is no UTF-8 counts as the character for it. */
static size_t letter_at(const char *text, uint32_t *letter)
{
    size_t size = pdk_utf8_sequence((const uint8_t *)text, pdk_text_length(text, 4));
    *letter = size > 0 ? pdk_utf8_letter(text, size) : 0xFFFD;
    return size > 0 ? size : 1;
}

int32_t pdk_text_width(const char *text, int32_t size, bool bold)
{
    int64_t width = 0;
    uint32_t letter;
    while (*text != '\0') {
        text += letter_at(text, &letter);
        width += width_of(letter, bold);
    }
    int64_t made = width * size / 100;
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
