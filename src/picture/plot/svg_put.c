/* Bytes and lengths of an SVG, through a buffer. */
#include <string.h>

#include "base/number.h"
#include "plot/svg.h"

void pdk_svg_drain(pdk_svg_text *to)
{
    if (to->status == PDK_OK && to->used > 0)
        to->status = pdk_output_write(to->output, to->room, to->used, &to->failure);
    to->used = 0;
}

void pdk_svg_put_bytes(pdk_svg_text *to, const char *bytes, size_t size)
{
    while (size > 0) {
        size_t take = sizeof to->room - to->used < size ? sizeof to->room - to->used : size;
        memcpy(to->room + to->used, bytes, take);
        to->used += take;
        bytes += take;
        size -= take;
        if (to->used == sizeof to->room) pdk_svg_drain(to);
    }
}

void pdk_svg_put(pdk_svg_text *to, const char *text)
{
    pdk_svg_put_bytes(to, text, strlen(text));
}

static size_t tenths_text(char *text, int32_t tenths)
{
    char *at = text, room[PDK_NUMBER_SPACE];
    uint32_t size = tenths < 0 ? 0U - (uint32_t)tenths : (uint32_t)tenths;
    if (tenths < 0) *at++ = '-';
    if (size >= 10 || size == 0) {
        size_t length = (size_t)(pdk_put_natural(room, size / 10) - room);
        memcpy(at, room, length);
        at += length;
    }
    if (size % 10 != 0) {
        *at++ = '.';
        *at++ = (char)('0' + size % 10);
    }
    return (size_t)(at - text);
}

void pdk_svg_put_tenths(pdk_svg_text *to, int32_t tenths)
{
    char text[16];
    pdk_svg_put_bytes(to, text, tenths_text(text, tenths));
}
