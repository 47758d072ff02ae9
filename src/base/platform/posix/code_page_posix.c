/* Code pages by iconv, which is part of libc. A conversion is opened for each character: such characters are rare, and
 * nothing has to be kept or shared between threads. */
#include <iconv.h>
#include <stdio.h>

#include "platform/code_page.h"

/* Converts all of `from` into `to`; returns the bytes written, 0 when any of it cannot be converted. */
static size_t convert(const char *to_name, const char *from_name, const char *from, size_t size, char *to, size_t room)
{
    iconv_t conversion = iconv_open(to_name, from_name);
    if (conversion == (iconv_t)-1) return 0;
    char *in = (char *)(uintptr_t)from, *out = to; /* iconv does not write there, though its type says so */
    size_t left = room;
    size_t odd = iconv(conversion, &in, &size, &out, &left);
    if (odd == 0) odd = iconv(conversion, NULL, NULL, &out, &left);
    iconv_close(conversion);
    return odd == 0 && size == 0 ? room - left : 0; /* a count above 0: characters were replaced by others */
}

static void name_of(unsigned page, char name[16])
{
    snprintf(name, 16, "CP%u", page);
}

size_t pdk_code_page_read(unsigned page, const uint8_t *bytes, size_t size, uint32_t *letter)
{
    char name[16];
    uint8_t out[8];
    name_of(page, name);
    for (size_t length = 1; length <= 2 && length <= size; length++) {
        if (convert("UTF-32BE", name, (const char *)bytes, length, (char *)out, sizeof out) != 4) continue;
        *letter = (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 | (uint32_t)out[2] << 8 | out[3];
        return length;
    }
    return 0;
}

size_t pdk_code_page_write(unsigned page, uint32_t letter, uint8_t bytes[4])
{
    char name[16];
    char in[4] = { (char)(letter >> 24), (char)(letter >> 16 & 0xFF), (char)(letter >> 8 & 0xFF),
                   (char)(letter & 0xFF) };
    name_of(page, name);
    return convert(name, "UTF-32BE", in, sizeof in, (char *)bytes, 4);
}
