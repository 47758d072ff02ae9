/* Bytes of a file as part of a message. */
#ifndef PADDOCK_TEXT_SHOWN_TEXT_H
#define PADDOCK_TEXT_SHOWN_TEXT_H

#include <stddef.h>

/* Writes `bytes` as UTF-8 (PDK_ENCODING_UTF8_OR_1252), cut to fit `buffer` (at least 6 bytes) and NUL-terminated.
 * Control characters become '?'. Returns `buffer`. */
const char *pdk_text_show(char *buffer, size_t capacity, const void *bytes, size_t size);

#endif
