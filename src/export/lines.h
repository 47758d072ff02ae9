/* A growing text that is written into directly, for writers that care about every nanosecond. */
#ifndef PADDOCK_EXPORT_LINES_H
#define PADDOCK_EXPORT_LINES_H

#include "base/memory.h"

typedef struct pdk_lines {
    pdk_memory *memory;
    bool failed; /* memory ran out: what comes later is dropped */
    char *buffer;
    char *at, *end; /* free room */
} pdk_lines;

/* What pdk_lines_room can be asked for. */
enum { PDK_LINES_ROOM = 1 << 16 };

/* false when memory ran out. */
bool pdk_lines_init(pdk_lines *lines, pdk_memory *memory);
void pdk_lines_grow(pdk_lines *lines);

/* Makes sure of `size` (<= PDK_LINES_ROOM) bytes at lines->at; the caller moves `at`. */
static inline char *pdk_lines_room(pdk_lines *lines, size_t size)
{
    if ((size_t)(lines->end - lines->at) < size) pdk_lines_grow(lines);
    return lines->at;
}

void pdk_lines_put(pdk_lines *lines, const char *text, size_t size);
/* In double quotes, quotes doubled (CSV) or with JSON's escapes. */
void pdk_lines_put_quoted(pdk_lines *lines, const char *text, size_t size);
void pdk_lines_put_json(pdk_lines *lines, const char *text, size_t size);
void pdk_lines_put_hex(pdk_lines *lines, pdk_bytes bytes);

#endif
