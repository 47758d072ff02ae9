#include "base/text.h"

#include <stdio.h>
#include <string.h>

bool pdk_same_text(pdk_text one, pdk_text other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0);
}

pdk_text pdk_text_of(const char *text)
{
    return (pdk_text){ text, text != NULL ? strlen(text) : 0 };
}

bool pdk_text_is(pdk_text text, const char *word)
{
    return pdk_same_text(text, pdk_text_of(word));
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

pdk_text pdk_text_trim(pdk_text text)
{
    while (text.size > 0 && is_blank(text.data[0])) text = (pdk_text){ text.data + 1, text.size - 1 };
    while (text.size > 0 && is_blank(text.data[text.size - 1])) text.size--;
    return text;
}

size_t pdk_text_length(const void *bytes, size_t size)
{
    if (size == 0) return 0;
    const void *end = memchr(bytes, 0, size);
    return end != NULL ? (size_t)((const char *)end - (const char *)bytes) : size;
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

uint32_t pdk_utf8_letter(const void *at, size_t size)
{
    static const uint8_t first[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const uint8_t *bytes = at;
    uint32_t letter = bytes[0] & first[size];
    for (size_t i = 1; i < size; i++) letter = letter << 6 | (bytes[i] & 0x3F);
    return letter;
}

size_t pdk_utf8_write(char *to, uint32_t letter)
{
    if (letter < 0x80) {
        to[0] = (char)letter;
        return 1;
    }
    size_t size = letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (size_t i = size - 1; i > 0; i--, letter >>= 6) to[i] = (char)(0x80 | (letter & 0x3F));
    to[0] = (char)(leads[size] | letter);
    return size;
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

/* Bytes at `at` that begin a UTF-8 sequence which does not go on; 0 where it does, or where none begins. */
static size_t cut_sequence(const uint8_t *at)
{
    if (at[0] < 0xC2 || at[0] > 0xF4) return 0;
    size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2, there = 1;
    while (there < length && (at[there] & 0xC0) == 0x80) there++;
    return there < length ? there : 0;
}

void pdk_print_message(char *to, size_t size, const char *format, va_list arguments)
{
    vsnprintf(to, size, format, arguments);
    const uint8_t *from = (const uint8_t *)to; /* it ends with a NUL, which continues no sequence */
    size_t used = 0;
    while (*from != 0) {
        size_t cut = cut_sequence(from);
        from += cut;
        if (cut == 0) to[used++] = (char)*from++;
    }
    to[used] = '\0';
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
