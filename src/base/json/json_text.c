#include "json/json_text.h"

#include <string.h>

#include "base/text.h"

void pdk_put_hex(char *to, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    to[0] = digits[byte >> 4];
    to[1] = digits[byte & 15];
}

static size_t escape_control(char *to, uint8_t byte)
{
    static const char shorts[] = "\b\t\n\f\r", letters[] = "btnfr";
    const char *found = byte != 0 ? strchr(shorts, byte) : NULL;
    to[0] = '\\';
    if (found != NULL) {
        to[1] = letters[found - shorts];
        return 2;
    }
    memcpy(to + 1, "u00", 3);
    pdk_put_hex(to + 4, byte);
    return 6;
}

size_t pdk_json_escape(char *to, const char *text, size_t size, size_t *at, size_t maximum)
{
    const uint8_t *from = (const uint8_t *)text;
    size_t length = 0, i = *at, end = size - i > maximum ? i + maximum : size;
    while (i < end) {
        if (from[i] >= 0x80) {
            size_t step = pdk_utf8_sequence(from + i, size - i);
            if (step > end - i) break; /* whole, in the next piece */
            memcpy(to + length, step > 0 ? text + i : "\xEF\xBF\xBD", step > 0 ? step : 3);
            length += step > 0 ? step : 3;
            i += step > 0 ? step : 1;
        } else if (from[i] < 0x20) {
            length += escape_control(to + length, from[i++]);
        } else {
            if (from[i] == '"' || from[i] == '\\') to[length++] = '\\';
            to[length++] = text[i++];
        }
    }
    *at = i;
    return length;
}
