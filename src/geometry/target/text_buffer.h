/* A growing text that is written into directly, for writers that care about every nanosecond. */
#ifndef PADDOCK_TARGET_TEXT_BUFFER_H
#define PADDOCK_TARGET_TEXT_BUFFER_H

#include "base/memory.h"

typedef struct pdk_text_buffer {
    pdk_memory *memory;
    bool failed; /* memory ran out: what comes later is dropped */
    char *buffer;
    char *at, *end; /* free bytes */
} pdk_text_buffer;

/* What pdk_text_buffer_reserve can be asked for. */
enum { PDK_TEXT_BUFFER_RESERVE = 1 << 16 };

/* false when memory ran out. */
bool pdk_text_buffer_init(pdk_text_buffer *lines, pdk_memory *memory);
void pdk_text_buffer_grow(pdk_text_buffer *lines);

/* Makes sure of `size` (<= PDK_TEXT_BUFFER_RESERVE) bytes at lines->at; the caller moves `at`. */
static inline char *pdk_text_buffer_reserve(pdk_text_buffer *lines, size_t size)
{
    if ((size_t)(lines->end - lines->at) < size) pdk_text_buffer_grow(lines);
    return lines->at;
}

void pdk_text_buffer_put(pdk_text_buffer *lines, const char *text, size_t size);
/* Of at most PDK_TEXT_BUFFER_RESERVE - 1 bytes; what is longer is cut. */
void pdk_text_buffer_printf(pdk_text_buffer *lines, const char *format, ...) PDK_PRINTF(2, 3);
/* In double quotes, quotes doubled (CSV) or with JSON's escapes; `before` comes first inside the quotes as it is. */
void pdk_text_buffer_put_quoted(pdk_text_buffer *lines, const char *before, const char *text, size_t size);
void pdk_text_buffer_put_json(pdk_text_buffer *lines, const char *text, size_t size);
void pdk_text_buffer_put_hex(pdk_text_buffer *lines, pdk_bytes bytes);

#endif
