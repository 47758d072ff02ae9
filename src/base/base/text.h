/* Texts compared, their lengths and kinds: bytes up to a NUL, UTF-8, what can be printed, hexadecimal digits. */
#ifndef PADDOCK_BASE_TEXT_H
#define PADDOCK_BASE_TEXT_H

#include <stdarg.h>

#include "base/memory.h"

bool pdk_same_text(pdk_text one, pdk_text other);
/* The same of a text that ends with a NUL. */
bool pdk_text_is(pdk_text text, const char *word);

/* Without the blanks and tabs around it. */
pdk_text pdk_text_trim(pdk_text text);
/* The part before the first NUL, at most `size` bytes. */
size_t pdk_text_length(const void *bytes, size_t size);

/* Length of the UTF-8 sequence at `at`, 0 when there is none: overlong forms, surrogates and > U+10FFFF are refused.
 * `left` (> 0) bytes may be looked at. */
size_t pdk_utf8_sequence(const uint8_t *at, size_t left);

/* The letter that a sequence of this size (1 to 4) is. */
uint32_t pdk_utf8_letter(const void *at, size_t size);

/* Writes a letter (up to U+10FFFF) as UTF-8; returns its size, 1 to 4. */
size_t pdk_utf8_write(char *to, uint32_t letter);

bool pdk_is_utf8(const void *bytes, size_t size);

/* vsnprintf for messages. Where a limit (of the room, or "%.40s") cuts a character, what is left of it is removed: half
 * a character makes the whole message unreadable for languages that want UTF-8. */
void pdk_print_message(char *to, size_t size, const char *format, va_list arguments);

/* True when every byte is something a person would type: no control characters but tab, CR, LF. */
bool pdk_is_printable(const void *bytes, size_t size);

/* `size` bytes from twice as many hexadecimal digits; false when others are among them. */
bool pdk_hex_read(const char *text, uint8_t *to, size_t size);

#endif
