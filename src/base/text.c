#include "base/text.h"

#include <string.h>

size_t pdk_text_length(const void *bytes, size_t size)
{
    if (size == 0) return 0;
    const void *end = memchr(bytes, 0, size);
    return end != NULL ? (size_t)((const char *)end - (const char *)bytes) : size;
}

static bool is_ascii(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] >= 0x80) return false;
    }
    return true;
}

size_t pdk_utf8_sequence(const uint8_t *at, size_t left)
{
    uint8_t lead = at[0];
    if (lead < 0x80) return 1;
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || left < length) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
    }
    if (lead == 0xE0 && at[1] < 0xA0) return 0;
    if (lead == 0xED && at[1] > 0x9F) return 0;
    if (lead == 0xF0 && at[1] < 0x90) return 0;
    if (lead == 0xF4 && at[1] > 0x8F) return 0;
    return length;
}

bool pdk_is_utf8(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size;) {
        size_t length = pdk_utf8_sequence(at + i, size - i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

bool pdk_is_printable(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) {
        bool blank = at[i] == '\t' || at[i] == '\n' || at[i] == '\r';
        if ((at[i] < 0x20 && !blank) || at[i] == 0x7F) return false;
    }
    return true;
}

/* Windows-1252 from 0x80 to 0x9F; the rest equals Latin-1. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
};

static size_t encode(char *to, uint8_t byte)
{
    uint16_t rune = byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
    if (rune < 0x80) {
        to[0] = (char)rune;
        return 1;
    }
    if (rune < 0x800) {
        to[0] = (char)(0xC0 | rune >> 6);
        to[1] = (char)(0x80 | (rune & 0x3F));
        return 2;
    }
    to[0] = (char)(0xE0 | rune >> 12);
    to[1] = (char)(0x80 | (rune >> 6 & 0x3F));
    to[2] = (char)(0x80 | (rune & 0x3F));
    return 3;
}

pdk_text pdk_text_decode(pdk_memory *memory, const void *bytes, size_t size)
{
    if (size == 0) return (pdk_text){ "", 0 };
    if (is_ascii(bytes, size) || pdk_is_utf8(bytes, size)) return (pdk_text){ bytes, size };
    if (size > SIZE_MAX / 3) return (pdk_text){ NULL, 0 };
    char letter[3];
    size_t length = 0;
    for (size_t i = 0; i < size; i++) length += encode(letter, ((const uint8_t *)bytes)[i]);
    char *text = pdk_keep_room(memory, length);
    if (text == NULL) return (pdk_text){ NULL, 0 };
    length = 0;
    for (size_t i = 0; i < size; i++) length += encode(text + length, ((const uint8_t *)bytes)[i]);
    return (pdk_text){ text, length };
}

pdk_text pdk_text_field(pdk_memory *memory, const void *bytes, size_t size)
{
    return pdk_text_decode(memory, bytes, pdk_text_length(bytes, size));
}

const char *pdk_text_show(char *room, size_t capacity, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    bool utf8 = pdk_is_utf8(bytes, size);
    size_t length = 0;
    for (size_t i = 0; i < size && length + 5 < capacity;) {
        if (from[i] < 0x20 || from[i] == 0x7F) {
            room[length++] = '?';
            i++;
        } else if (utf8) {
            size_t step = pdk_utf8_sequence(from + i, size - i);
            memcpy(room + length, from + i, step);
            length += step;
            i += step;
        } else {
            length += encode(room + length, from[i++]);
        }
    }
    room[length] = '\0';
    return room;
}

/* Above 15 = no digit. */
static uint8_t digit_of(char letter)
{
    if (letter >= '0' && letter <= '9') return (uint8_t)(letter - '0');
    letter = (char)(letter | 0x20);
    return letter >= 'a' && letter <= 'f' ? (uint8_t)(letter - 'a' + 10) : UINT8_MAX;
}

bool pdk_hex_read(const char *text, uint8_t *to, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if ((high | low) > 15) return false;
        to[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
