/* Pieces of text that the JSON writer and the table writers share. */
#ifndef PADDOCK_JSON_JSON_TEXT_H
#define PADDOCK_JSON_JSON_TEXT_H

#include "paddock/paddock.h"

/* The most bytes one byte of text becomes: \u0000. */
enum { PDK_JSON_ESCAPED = 6 };

/* Escapes text[*at..size), at most `maximum` (>= 4) bytes of it, to `to` (room PDK_JSON_ESCAPED * most), moves *at
 * after what was taken and returns the length. A UTF-8 sequence is never cut; bytes that are none become U+FFFD. */
size_t pdk_json_escape(char *to, const char *text, size_t size, size_t *at, size_t maximum);

/* Two hexadecimal digits. */
void pdk_put_hex(char *to, uint8_t byte);

#endif
