#include "format/glb/glb_uri.h"
#include "base/nocase.h"

#include <string.h>

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9') return letter - '0';
    letter |= 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

static int base64_digit(uint8_t letter)
{
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9') return letter - '0' + 52;
    return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

/* The byte at *at, which moves on. A percent sign that no two digits follow is only a percent sign. */
static uint8_t next_byte(const char **at, const char *end)
{
    const char *from = (*at)++;
    if (*from != '%' || end - from < 3) return (uint8_t)*from;
    int high = hex_digit(from[1]), low = hex_digit(from[2]);
    if (high < 0 || low < 0) return (uint8_t)*from;
    *at += 2;
    return (uint8_t)(high << 4 | low);
}

bool pdk_uri_is_data(pdk_text uri)
{
    return uri.size >= 5 && pdk_compare_nocase_n(uri.data, "data:", 5) == 0;
}

bool pdk_uri_has_type(pdk_text uri, const char *type)
{
    size_t length = strlen(type);
    if (!pdk_uri_is_data(uri) || uri.size < 5 + length + 1) return false;
    char behind = uri.data[5 + length];
    return pdk_compare_nocase_n(uri.data + 5, type, length) == 0 && (behind == ';' || behind == ',');
}

/* Blanks and line ends between digits are skipped; '=' ends it. */
static bool decode_base64(const char *at, const char *end, uint8_t *to, size_t *size)
{
    uint32_t word = 0;
    int bits = 0;
    while (at < end) {
        uint8_t letter = next_byte(&at, end);
        if (letter == '=') break;
        if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n') continue;
        int digit = base64_digit(letter);
        if (digit < 0) return false;
        word = word << 6 | (uint32_t)digit;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        to[(*size)++] = (uint8_t)(word >> bits);
    }
    return true;
}

bool pdk_uri_decode_data(pdk_memory *memory, pdk_text uri, pdk_bytes *bytes)
{
    static const char base64[] = ";base64";
    const char *end = uri.data + uri.size, *comma = memchr(uri.data, ',', uri.size);
    static const uint8_t nothing[1];
    *bytes = (pdk_bytes){ nothing, 0 };
    if (comma == NULL) return false;
    size_t mark = strlen(base64), head = (size_t)(comma - uri.data), size = 0;
    bool encoded = head >= mark && pdk_compare_nocase_n(comma - mark, base64, mark) == 0;
    uint8_t *to = pdk_alloc_raw(memory, (size_t)(end - comma));
    *bytes = (pdk_bytes){ to, 0 };
    if (to == NULL) return false;
    bool fine = !encoded || decode_base64(comma + 1, end, to, &size);
    for (const char *at = comma + 1; at < end && !encoded;) to[size++] = next_byte(&at, end);
    bytes->size = size;
    return fine;
}

char *pdk_uri_path(pdk_memory *memory, pdk_text uri)
{
    char *path = pdk_alloc_raw(memory, uri.size + 1);
    size_t size = 0;
    for (const char *at = uri.data; path != NULL && at < uri.data + uri.size;) {
        path[size++] = (char)next_byte(&at, uri.data + uri.size);
        if (path[size - 1] != '\0') continue;
        size = 0;
        break;
    }
    if (path != NULL) path[size] = '\0';
    return path;
}
