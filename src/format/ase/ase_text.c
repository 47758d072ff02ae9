#include "format/ase/ase_text.h"

#include <string.h>

#include "mesh/text_lines.h"

const char *pdk_encoding_mark(pdk_bytes bytes)
{
    if (bytes.size >= 2 && bytes.data[0] == 0xFF && bytes.data[1] == 0xFE) return "UTF-16 LE";
    if (bytes.size >= 2 && bytes.data[0] == 0xFE && bytes.data[1] == 0xFF) return "UTF-16 BE";
    return pdk_utf8_mark(bytes) > 0 ? "UTF-8" : NULL;
}

static uint32_t unit_at(pdk_bytes bytes, size_t at)
{
    bool big = bytes.data[0] == 0xFE;
    return (uint32_t)(bytes.data[at + (big ? 0 : 1)] << 8 | bytes.data[at + (big ? 1 : 0)]);
}

/* One character at *at, which moves on; its UTF-8 goes to `to`. */
static size_t convert(pdk_bytes bytes, size_t *at, uint8_t to[4])
{
    uint32_t character = unit_at(bytes, *at);
    *at += 2;
    bool high = character >= 0xD800 && character < 0xDC00, low = character >= 0xDC00 && character < 0xE000;
    if (high && *at + 2 <= bytes.size) {
        uint32_t second = unit_at(bytes, *at);
        low = true;
        if (second >= 0xDC00 && second < 0xE000) {
            character = 0x10000 + ((character - 0xD800) << 10 | (second - 0xDC00));
            *at += 2;
            high = low = false;
        }
    }
    if (high || low) character = '?';
    if (character < 0x80) {
        to[0] = (uint8_t)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const uint8_t heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (size_t i = size; i-- > 1; character >>= 6) to[i] = (uint8_t)(0x80 | (character & 0x3F));
    to[0] = (uint8_t)(heads[size] | character);
    return size;
}

pdk_bytes pdk_text_of_encoding(pdk_memory *memory, pdk_bytes bytes)
{
    const char *mark = pdk_encoding_mark(bytes);
    if (mark == NULL) return bytes;
    if (strcmp(mark, "UTF-8") == 0) return (pdk_bytes){ bytes.data + 3, bytes.size - 3 };
    size_t size = 0;
    uint8_t *text = pdk_alloc_raw(memory, bytes.size / 2 * 3 + 4);
    for (size_t at = 2; text != NULL && at + 2 <= bytes.size;) size += convert(bytes, &at, text + size);
    return (pdk_bytes){ text, size };
}

uint64_t pdk_encoding_offset(pdk_bytes original, uint64_t offset)
{
    const char *mark = pdk_encoding_mark(original);
    if (mark == NULL) return offset;
    if (strcmp(mark, "UTF-8") == 0) return offset + 3;
    size_t at = 2;
    for (uint64_t size = 0; size < offset && at + 2 <= original.size;) {
        uint8_t character[4];
        size += convert(original, &at, character);
    }
    return at;
}
