#include "text/shown_text.h"

#include <string.h>

#include "base/text.h"
#include "text/code_pages.h"

const char *pdk_text_show(char *buffer, size_t capacity, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    bool utf8 = pdk_is_utf8(bytes, size);
    size_t length = 0;
    for (size_t i = 0; i < size && length + 5 < capacity;) {
        if (from[i] < 0x20 || from[i] == 0x7F) {
            buffer[length++] = '?';
            i++;
        } else if (utf8) {
            size_t step = pdk_utf8_sequence(from + i, size - i);
            memcpy(buffer + length, from + i, step);
            length += step;
            i += step;
        } else {
            length += pdk_utf8_write(buffer + length, pdk_single_byte_read(1252, from[i++]));
        }
    }
    buffer[length] = '\0';
    return buffer;
}
