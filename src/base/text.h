/* Text from old files into UTF-8. */
#ifndef PADDOCK_BASE_TEXT_H
#define PADDOCK_BASE_TEXT_H

#include "base/memory.h"

/* The part before the first NUL, at most `size` bytes. */
size_t pdk_text_length(const void *bytes, size_t size);

/* Length of the UTF-8 sequence at `at`, 0 when there is none: overlong forms, surrogates and > U+10FFFF are refused.
 * `left` (> 0) bytes may be looked at. */
size_t pdk_utf8_sequence(const uint8_t *at, size_t left);

bool pdk_is_utf8(const void *bytes, size_t size);

/* True when every byte is something a person would type: no control characters but tab, CR, LF. */
bool pdk_is_printable(const void *bytes, size_t size);

/* One rule for every format: what is valid UTF-8 stays, anything else is read as Windows-1252 (its five holes become
 * U+FFFD). ASCII is not copied: the result points into `bytes`. On failure of memory `data` is NULL. */
pdk_text pdk_text_decode(pdk_memory *memory, const void *bytes, size_t size);
/* The same for a NUL-padded field. */
pdk_text pdk_text_field(pdk_memory *memory, const void *bytes, size_t size);

/* Writes the decoded form of `bytes` cut to fit `room` (NUL-terminated), for messages. Control characters become '?'.
 */
const char *pdk_text_show(char *room, size_t capacity, const void *bytes, size_t size);

/* `size` bytes from twice as many hexadecimal digits; false when others are among them. */
bool pdk_hex_read(const char *text, uint8_t *to, size_t size);

#endif
