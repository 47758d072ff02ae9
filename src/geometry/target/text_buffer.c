#include "target/text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json/json_text.h"

bool pdk_text_buffer_init(pdk_text_buffer *lines, pdk_memory *memory)
{
    enum { CAPACITY = 4 * PDK_TEXT_BUFFER_RESERVE };
    *lines = (pdk_text_buffer){ .memory = memory, .buffer = pdk_alloc_raw(memory, CAPACITY) };
    lines->at = lines->buffer;
    lines->end = lines->buffer != NULL ? lines->buffer + CAPACITY : NULL;
    lines->failed = lines->buffer == NULL;
    return !lines->failed;
}

/* Without memory the buffer starts again, so that there is always room: the text is lost, and known to be. */
void pdk_text_buffer_grow(pdk_text_buffer *lines)
{
    size_t fill = (size_t)(lines->at - lines->buffer), capacity = (size_t)(lines->end - lines->buffer);
    char *larger =
        !lines->failed && capacity <= SIZE_MAX / 4 ? pdk_realloc(lines->memory, lines->buffer, capacity * 2) : NULL;
    if (larger == NULL) {
        lines->failed = true;
        lines->at = lines->buffer;
        return;
    }
    lines->buffer = larger;
    lines->at = larger + fill;
    lines->end = larger + capacity * 2;
}

void pdk_text_buffer_put(pdk_text_buffer *lines, const char *text, size_t size)
{
    while (size > 0) {
        size_t piece = size < PDK_TEXT_BUFFER_RESERVE ? size : PDK_TEXT_BUFFER_RESERVE;
        memcpy(pdk_text_buffer_reserve(lines, piece), text, piece);
        lines->at += piece;
        text += piece;
        size -= piece;
    }
}

void pdk_text_buffer_printf(pdk_text_buffer *lines, const char *format, ...)
{
    char *to = pdk_text_buffer_reserve(lines, PDK_TEXT_BUFFER_RESERVE);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to, PDK_TEXT_BUFFER_RESERVE, format, arguments);
    va_end(arguments);
    if (length > 0) lines->at += length < PDK_TEXT_BUFFER_RESERVE ? length : PDK_TEXT_BUFFER_RESERVE - 1;
}

void pdk_text_buffer_put_quoted(pdk_text_buffer *lines, const char *before, const char *text, size_t size)
{
    pdk_text_buffer_put(lines, "\"", 1);
    pdk_text_buffer_put(lines, before, strlen(before));
    for (size_t i = 0; i < size; i++) {
        char *to = pdk_text_buffer_reserve(lines, 2);
        if (text[i] == '"') *to++ = '"';
        *to++ = text[i];
        lines->at = to;
    }
    pdk_text_buffer_put(lines, "\"", 1);
}

void pdk_text_buffer_put_json(pdk_text_buffer *lines, const char *text, size_t size)
{
    enum { PIECE = 256 };
    pdk_text_buffer_put(lines, "\"", 1);
    for (size_t at = 0; at < size;) {
        char *to = pdk_text_buffer_reserve(lines, PIECE * PDK_JSON_ESCAPED);
        lines->at = to + pdk_json_escape(to, text, size, &at, PIECE);
    }
    pdk_text_buffer_put(lines, "\"", 1);
}

void pdk_text_buffer_put_hex(pdk_text_buffer *lines, pdk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        pdk_put_hex(pdk_text_buffer_reserve(lines, 2), bytes.data[i]);
        lines->at += 2;
    }
}
