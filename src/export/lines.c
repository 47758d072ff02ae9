#include "export/lines.h"

#include <string.h>

#include "export/json_text.h"

enum { CAPACITY = 2 * PDK_LINES_ROOM };

pdk_status pdk_lines_init(pdk_lines *lines, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    *lines = (pdk_lines){ .output = output, .error = error, .buffer = pdk_alloc_raw(memory, CAPACITY) };
    if (lines->buffer == NULL) return pdk_fail_memory(error, memory, "a text buffer");
    lines->at = lines->buffer;
    lines->end = lines->buffer + CAPACITY;
    return PDK_OK;
}

pdk_status pdk_lines_flush(pdk_lines *lines)
{
    if (lines->status == PDK_OK) {
        lines->status = pdk_output_write(lines->output, lines->buffer, (size_t)(lines->at - lines->buffer), lines->error);
    }
    lines->at = lines->buffer;
    return lines->status;
}

void pdk_lines_put(pdk_lines *lines, const char *text, size_t size)
{
    while (size > 0) {
        size_t piece = size < PDK_LINES_ROOM ? size : PDK_LINES_ROOM;
        memcpy(pdk_lines_room(lines, piece), text, piece);
        lines->at += piece;
        text += piece;
        size -= piece;
    }
}

void pdk_lines_put_quoted(pdk_lines *lines, const char *text, size_t size)
{
    pdk_lines_put(lines, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        char *to = pdk_lines_room(lines, 2);
        if (text[i] == '"') *to++ = '"';
        *to++ = text[i];
        lines->at = to;
    }
    pdk_lines_put(lines, "\"", 1);
}

void pdk_lines_put_json(pdk_lines *lines, const char *text, size_t size)
{
    enum { PIECE = 256 };
    pdk_lines_put(lines, "\"", 1);
    for (size_t at = 0; at < size;) {
        char *to = pdk_lines_room(lines, PIECE * PDK_JSON_ESCAPED);
        lines->at = to + pdk_json_escape(to, text, size, &at, PIECE);
    }
    pdk_lines_put(lines, "\"", 1);
}

void pdk_lines_put_hex(pdk_lines *lines, pdk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        pdk_put_hex(pdk_lines_room(lines, 2), bytes.data[i]);
        lines->at += 2;
    }
}
