/* Three bytes become four characters. */
#include "base/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_group(uint32_t group, char *to)
{
    for (int k = 0; k < 4; k++) to[k] = letters[group >> (18 - 6 * k) & 63];
}

void pdk_base64(const uint8_t *bytes, size_t size, char *to)
{
    size_t i = 0;
    for (; size - i >= 3; i += 3, to += 4)
        put_group((uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2], to);
    if (size == i) return;
    put_group((uint32_t)bytes[i] << 16 | (size - i == 2 ? (uint32_t)bytes[i + 1] << 8 : 0), to);
    to[3] = '=';
    if (size - i == 1) to[2] = '=';
}
